"""The files of a ruleset as their authors write them. Everything else is built from these."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from sheetgen.yaml.scalars import is_blank, written


def _formula(value: object) -> object:
    if value is None:
        return "none"
    if isinstance(value, bool | int | Fraction):
        return written(value)
    return value


def _text(value: object) -> object:
    return written(value) if isinstance(value, bool | int | Fraction) else value


def _mapping(value: object) -> object:
    return {} if value is None else value


Formula = Annotated[str, BeforeValidator(_formula)]
"""A formula; a plain number or truth value is one too."""
Text = Annotated[str, BeforeValidator(_text)]
"""A text; a plain number keeps its written form."""


def _not_blank(text: str) -> str:
    if is_blank(text):
        raise PydanticCustomError("blank_text", "nothing to read")
    return text


def _web_address(text: str) -> str:
    if text and not re.match(r"https?://[^\s/]", text):
        raise PydanticCustomError("web_address", "the address of a page begins with https:// or http://")
    return text


_LANGUAGE = re.compile(
    r"[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))?", re.ASCII | re.IGNORECASE
)


def _language(text: str) -> str:
    if not _LANGUAGE.fullmatch(text):
        raise PydanticCustomError("language_tag", "a language is written as a tag such as `en`, `de` or `pt-BR`")
    return text


Name = Annotated[Text, AfterValidator(_not_blank)]
"""A text that is not empty."""
Web = Annotated[Text, AfterValidator(_web_address)]
"""The address of a page on the web, or nothing."""
Language = Annotated[Text, AfterValidator(_language)]
"""A language by its tag (BCP 47): language, script, region and at most one variant."""


class Model(BaseModel):
    """What all files of a ruleset have in common: unknown keys are mistakes, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SourceModel(Model):
    """A document that the facts of a ruleset come from."""

    title: Text
    url: Web = ""
    licence: Text = ""
    attribution: Text = ""


class LicenceModel(Model):
    """The licence of a ruleset's own wording."""

    text: Text
    url: Web = ""


class DarkThemeModel(Model):
    """Accent colours on dark paper."""

    accent: Text
    on_accent: Text = Field(alias="on-accent")
    accent_text: Text = Field(alias="accent-text")


class ThemeModel(Model):
    """The tokens that set one game apart."""

    mark: Text = ""
    """The sign of the game."""
    accent: Text
    """Colour of bars and links on light paper."""
    on_accent: Text = Field(alias="on-accent")
    """Text on it."""
    accent_text: Text = Field(alias="accent-text")
    """Text in that colour."""
    accent_bar: Text = Field(alias="accent-bar")
    """Thin bars."""
    block: Text
    """Ground of head blocks."""
    on_block: Text = Field(alias="on-block")
    """Text on it."""
    heading: Literal["italic", "upright"] = "upright"
    """Whether headings slant."""
    dark: DarkThemeModel
    """`accent`, `on-accent` and `accent-text` on dark paper."""


class RulesetModel(Model):
    """`ruleset.yaml`."""

    id: Text
    """Its name in addresses; the same for as long as links shall hold."""
    title: Name
    """What the game is called."""
    tagline: Text = ""
    """One line about it."""
    dice: Text = ""
    """The dice that it is played with."""
    order: int = 0
    """Its place in a site of several games."""
    sources: list[SourceModel] = []
    """Where its facts come from: `title`, `url`, `licence`, `attribution`; they stand on its pages and in its PDFs."""
    licence: LicenceModel | None = None
    """That of its own words: `text` and `url`."""
    theme: ThemeModel | None = None
    """Its colours and sign; see below."""
    vocabularies: dict[str, Any] = {}
    """Lists of terms."""
    types: dict[str, Text] = {}
    """Names for types, such as `score: integer 0..100`."""
    records: dict[str, dict[str, Any]] = {}
    """Mappings with fixed fields, such as an attack."""
    screen: list[Text] | None = None
    """What the game master's screen shows, in order: kinds, tables, rules, and headings of chapters."""


class FieldModel(Model):
    """A field or input in its long form."""

    type: Text
    """What it takes, as in the short form."""
    title: Text = ""
    """What it is called."""
    short: Text = ""
    """What explanations call it."""
    doc: Text = ""
    """What it is for, for authors."""
    unit: Text = ""
    """Its unit."""
    secret: bool = False
    """Whether players never get it."""
    optional: bool = False
    """Whether it may be left out."""
    aliases: list[Text] = []
    """Other names under which an input of a rule may be given."""


class OptionModel(Model):
    """An option of a ruling in its long form: what it is called, and how it reads the source."""

    title: Text
    reading: Text


class RulingModel(Model):
    """A contradiction, ambiguity or gap of the source, and how it is read; with `switch`, a house rule."""

    title: Text
    """What is disputed."""
    conflict: Text = ""
    """The name of the passage, which may have several rulings."""
    aliases: list[Text] = []
    """Other names under which a campaign may set it."""
    sort: Literal["contradiction", "ambiguity", "gap", "typo", "option"] = "option"
    """What is wrong with the source."""
    severity: Literal["high", "medium", "low"] = "low"
    """How much depends on it."""
    source: Text = ""
    """What the source says."""
    options: dict[str | int | bool, Text | OptionModel]
    """The readings, each with its words."""
    open: Text = ""
    """A type such as `integer 0..` whose values may be chosen beside the options."""
    default: str | int | bool
    """The reading that holds where nobody chooses."""
    why: Text = ""
    """Why it is the default."""
    switch: bool = False
    """Whether a campaign may choose."""
    option_aliases: dict[str | int | bool, str | int | bool] = {}
    """Other spellings of options."""
    reference: Text = ""
    """The heading that tells about it."""
    facts: list[Text] = []
    """Facts of the source that it rests on."""
    prose: bool = False
    """Whether it decides about words only, and no formula reads it."""


class StepModel(Model):
    """A step or output of a rule."""

    formula: Formula
    """What it is, from the others."""
    title: Text = ""
    """What it is called."""
    short: Text = ""
    """What explanations call it."""
    doc: Text = ""
    """What it is for."""
    unit: Text = ""
    """Its unit."""
    mark: Text = ""
    """The sign of its boxes, for a number that is shown as boxes."""


class RuleModel(Model):
    """A rule."""

    title: Text
    """What it is called."""
    reference: Text = ""
    """The heading that explains it, `chapter#heading`."""
    facts: list[Text] = []
    """Facts of the source that it tells."""
    doc: Text = ""
    """What it is for."""
    says: Text = ""
    """How a call of it reads in an explanation, with `{input}` for its inputs."""
    calculator: bool = True
    """Whether pages show a calculator."""
    inputs: dict[str, Any] = {}
    """What it is given: a type each, or the long form of a field."""
    steps: dict[str, Any] = {}
    """What is worked out on the way: a formula each, or its long form."""
    outputs: Any
    """What it gives: a formula each, or one formula for all."""


class TableModel(Model):
    """A table: ranges or keys with their values, or rows that are records."""

    title: Text
    """What it is called."""
    reference: Text = ""
    """The heading that explains it."""
    facts: list[Text] = []
    """Facts of the source that it tells."""
    doc: Text = ""
    """What it is for."""
    table: dict[str | int, Any] | None = None
    """Keys or ranges (`1..3`, `10+`) with their values."""
    rows: list[Any] | None = None
    """Records, one for each row."""
    heads: list[Text] = []
    """What stands over the keys and over the values of a table of plain values."""

    @model_validator(mode="after")
    def _one_of_both(self) -> TableModel:
        if (self.table is None) == (self.rows is None):
            raise ValueError("a table has either `table` or `rows`")
        return self


class ExampleModel(Model):
    """A worked example in a chapter: a rule, what it is given, and what it answers."""

    rule: Name
    given: Annotated[dict[str, Any], BeforeValidator(_mapping)] = {}
    expect: Annotated[dict[str, Any], BeforeValidator(_mapping)] = {}
    house: Annotated[dict[str, str | int | bool], BeforeValidator(_mapping)] = {}


class ListingModel(Model):
    """What a table in a chapter shows of its rows: columns by their heads, and which rows in which order."""

    columns: Annotated[dict[str | int, Formula], BeforeValidator(_mapping)] = {}
    heads: list[Text] = []
    where: Formula | None = None
    sort: Formula | None = None


class ColumnModel(Model):
    """A column of a list or table block."""

    label: Text
    """What stands over it."""
    value: Formula
    """What stands in it."""
    unit: Text = ""
    """Its unit."""
    type: Literal["text", "number", "marks"] = "text"
    """How a list sorts and shows it."""
    strong: bool = False
    """Whether it is set bold."""


class ListModel(Model):
    """How the list page of a kind looks."""

    columns: list[ColumnModel] = []
    """`label`, `value`, `unit`, and `type`: text, number, or marks."""
    sort: Formula = "name"
    """What it is sorted by at first."""


class ItemModel(Model):
    """An item of a figures, tracks, facts, whys or grid block."""

    label: Text = ""
    """What it is called."""
    value: Formula = "none"
    """A number or text."""
    unit: Text = ""
    """Its unit."""
    after: Formula = ""
    """A text behind the value."""
    mark: Text = ""
    """The sign of its boxes or of itself."""
    map: Formula = ""
    """The numbers of a row of a grid, by the keys of its heads."""
    items: Formula = ""
    """The boxes of a group."""
    blank: Annotated[int, Field(ge=0, le=60)] = 0
    """Boxes of a track on a blank sheet."""


class BlockModel(Model):
    """A block of a layout: its type, and the formulas that fill it."""

    type: Literal[
        "figures", "tracks", "table", "strip", "grid", "named", "prose", "scores", "facts", "checks", "lines",
        "panel", "body", "whys",
    ]  # fmt: skip
    """Which of the types it is."""
    title: Text = ""
    """Its heading."""
    secret: bool = False
    """Whether players never get it."""
    editorial: bool = False
    """A remark on the source: no preview of a search result begins with it."""
    items: list[ItemModel] = []
    """What it shows, one after another."""
    groups: list[ItemModel] = []
    """Groups of boxes, each with `label` and `items`."""
    heading: Text = ""
    """What stands over the names of a table, where that is not its title."""
    rows: Formula | list[ItemModel] = ""
    """A list of records, one for each row; of a grid, its rows."""
    heads: Formula | list[ItemModel] = ""
    """The vocabulary of the keys of a strip; of a grid, its heads."""
    columns: list[ColumnModel] = []
    """Its columns behind the name."""
    name: Formula = ""
    """What a row is called."""
    mark: Formula = ""
    """A term whose sign stands before the name."""
    cost: Formula = ""
    """So many stars behind the name."""
    note: Formula = ""
    """Markdown below the row."""
    href: Formula = ""
    """The id of an entry that the name leads to."""
    value: Formula = ""
    """What stands beside the name."""
    text: Formula = ""
    """Markdown."""
    map: Formula = ""
    """Values by key."""
    states: Text = ""
    """The vocabulary of the values of a strip."""
    bonuses: Formula = ""
    """The bonus of each score, by the same keys."""
    strong: bool = False
    """Whether the bonus is what counts, and is set large."""
    count: int = 0
    """How many lines."""
    entries: Formula = ""
    """The entries that it shows."""
    blocks: list[Text] = []
    """Names of their blocks."""
    caption: Formula = ""
    """A line below the figure."""
    notes: Formula = ""
    """A short note for each region."""


class CardModel(Model):
    """The sides of a card, as names of blocks."""

    front: list[Text] = []
    back: list[Text] = []


class SheetModel(Model):
    """The pages of a sheet, as names of blocks."""

    play: list[Text] = []
    reference: list[Text] = []


class BadgeModel(Model):
    """The badge in the corner of a stat block."""

    label: Text
    value: Formula


class LayoutModel(Model):
    """How an entry of a kind looks on page, card and sheet."""

    subtitle: list[Formula] = []
    """What stands under the name: formulas."""
    badge: BadgeModel | None = None
    """`label` and `value` of the badge in the corner."""
    lead: Formula = "summary"
    """The first sentence of a page."""
    blocks: dict[str, BlockModel] = {}
    """The blocks by name."""
    page: list[Text] = []
    """Blocks of its page."""
    aside: list[Text] = []
    """Blocks beside them."""
    card: CardModel = CardModel()
    """Blocks of the `front` and the `back` of its card."""
    sheet: SheetModel = SheetModel()
    """Blocks of the pages `play` and `reference` of its sheet."""


class CheckModel(Model):
    """Something that must hold of an entry, and what its author is told where it does not."""

    that: Formula
    says: Text
    severity: Literal["error", "warning"] = "error"


Checks = list[CheckModel]


class KindModel(Model):
    """A kind of entry: `kinds/*.yaml`."""

    id: Name
    """What lists and links call it."""
    title: Name
    """What one of it is called."""
    plural: Name
    """What several are called."""
    folder: Text = ""
    """The folder of its entries, else its id."""
    doc: Text = ""
    """One sentence about it."""
    order: int = 0
    """Its place among the kinds."""
    fields: dict[str, Any] = {}
    """What an author writes: a type each, or the long form of a field."""
    derive: dict[str, Any] = {}
    """What follows: a formula each, or its long form; groups of them have a name."""
    checks: Checks = []
    """What must hold: `that`, `says`, and `severity`: error or warning."""
    layout: LayoutModel = LayoutModel()
    """How it is drawn."""
    list: ListModel = ListModel()
    """How its list looks."""
    facets: dict[str, Formula] = {}
    """What lists and searches are filtered by."""
    terms: bool = False
    """Whether the names of its entries are linked in texts of themselves."""
    reference: Text = ""
    """The heading that explains it."""
    roster: Text = ""
    """The derived list that is an initiative board: rows with name, id, initiative, side."""
    conditions: bool = False
    """Whether its entries are states that a combatant can be in."""
