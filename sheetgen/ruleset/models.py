"""The files of a ruleset as their authors write them. Everything else is built from these."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from sheetgen.scalars import is_blank, written


def _formula(value: object) -> object:
    if value is None:
        return "none"
    if isinstance(value, bool | int | Fraction):
        return written(value)
    return value


def _text(value: object) -> object:
    return written(value) if isinstance(value, bool | int | Fraction) else value


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
    accent: Text
    on_accent: Text = Field(alias="on-accent")
    accent_text: Text = Field(alias="accent-text")
    accent_bar: Text = Field(alias="accent-bar")
    block: Text
    on_block: Text = Field(alias="on-block")
    heading: Literal["italic", "upright"] = "upright"
    dark: DarkThemeModel


class RulesetModel(Model):
    """`ruleset.yaml`."""

    id: Text
    title: Name
    tagline: Text = ""
    dice: Text = ""
    order: int = 0
    sources: list[SourceModel] = []
    licence: LicenceModel | None = None
    theme: ThemeModel | None = None
    vocabularies: dict[str, Any] = {}
    types: dict[str, Text] = {}
    records: dict[str, dict[str, Any]] = {}
    screen: list[Text] | None = None
    """What the game master's screen shows, in order: kinds, tables, rules, and headings of chapters."""


class FieldModel(Model):
    """A field or input in its long form."""

    type: Text
    title: Text = ""
    short: Text = ""
    doc: Text = ""
    unit: Text = ""
    secret: bool = False
    optional: bool = False
    aliases: list[Text] = []
    """Other names under which an input of a rule may be given."""


class OptionModel(Model):
    """An option of a ruling in its long form: what it is called, and how it reads the source."""

    title: Text
    reading: Text


class RulingModel(Model):
    """A contradiction, ambiguity or gap of the source, and how it is read; with `switch`, a house rule."""

    title: Text
    conflict: Text = ""
    aliases: list[Text] = []
    sort: Literal["contradiction", "ambiguity", "gap", "typo", "option"] = "option"
    severity: Literal["high", "medium", "low"] = "low"
    source: Text = ""
    options: dict[str | int | bool, Text | OptionModel]
    open: Text = ""
    """A type such as `integer 0..` whose values may be chosen beside the options."""
    default: str | int | bool
    why: Text = ""
    switch: bool = False
    option_aliases: dict[str | int | bool, str | int | bool] = {}
    reference: Text = ""
    facts: list[Text] = []
    prose: bool = False


class StepModel(Model):
    """A step or output of a rule."""

    formula: Formula
    title: Text = ""
    short: Text = ""
    doc: Text = ""
    unit: Text = ""
    mark: Text = ""


class RuleModel(Model):
    """A rule."""

    title: Text
    reference: Text = ""
    facts: list[Text] = []
    doc: Text = ""
    says: Text = ""
    calculator: bool = True
    inputs: dict[str, Any] = {}
    steps: dict[str, Any] = {}
    outputs: Any


class TableModel(Model):
    """A table: ranges or keys with their values, or rows that are records."""

    title: Text
    reference: Text = ""
    facts: list[Text] = []
    doc: Text = ""
    table: dict[str | int, Any] | None = None
    rows: list[Any] | None = None
    heads: list[Text] = []
    """What stands over the keys and over the values of a table of plain values."""

    @model_validator(mode="after")
    def _one_of_both(self) -> TableModel:
        if (self.table is None) == (self.rows is None):
            raise ValueError("a table has either `table` or `rows`")
        return self


class ColumnModel(Model):
    """A column of a list or table block."""

    label: Text
    value: Formula
    unit: Text = ""
    type: Literal["text", "number", "marks"] = "text"
    strong: bool = False


class ListModel(Model):
    """How the list page of a kind looks."""

    columns: list[ColumnModel] = []
    sort: Formula = "name"


class ItemModel(Model):
    """An item of a figures, tracks, facts, whys or grid block."""

    label: Text = ""
    value: Formula = "none"
    unit: Text = ""
    after: Formula = ""
    mark: Text = ""
    map: Formula = ""
    items: Formula = ""


class BlockModel(Model):
    """A block of a layout: its type, and the formulas that fill it."""

    type: Literal[
        "figures", "tracks", "table", "strip", "grid", "named", "prose", "scores", "facts", "checks", "lines",
        "panel", "body", "whys",
    ]  # fmt: skip
    title: Text = ""
    secret: bool = False
    editorial: bool = False
    """A remark on the source: no preview of a search result begins with it."""
    items: list[ItemModel] = []
    groups: list[ItemModel] = []
    heading: Text = ""
    rows: Formula | list[ItemModel] = ""
    heads: Formula | list[ItemModel] = ""
    columns: list[ColumnModel] = []
    name: Formula = ""
    mark: Formula = ""
    cost: Formula = ""
    note: Formula = ""
    href: Formula = ""
    value: Formula = ""
    text: Formula = ""
    map: Formula = ""
    states: Text = ""
    bonuses: Formula = ""
    strong: bool = False
    count: int = 0
    entries: Formula = ""
    blocks: list[Text] = []
    caption: Formula = ""
    notes: Formula = ""


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
    badge: BadgeModel | None = None
    lead: Formula = "summary"
    blocks: dict[str, BlockModel] = {}
    page: list[Text] = []
    aside: list[Text] = []
    card: CardModel = CardModel()
    sheet: SheetModel = SheetModel()


class CheckModel(Model):
    """Something that must hold of an entry, and what its author is told where it does not."""

    that: Formula
    says: Text
    severity: Literal["error", "warning"] = "error"


Checks = list[CheckModel]


class KindModel(Model):
    """A kind of entry: `kinds/*.yaml`."""

    id: Name
    title: Name
    plural: Name
    folder: Text = ""
    doc: Text = ""
    order: int = 0
    fields: dict[str, Any] = {}
    derive: dict[str, Any] = {}
    checks: Checks = []
    layout: LayoutModel = LayoutModel()
    list: ListModel = ListModel()
    facets: dict[str, Formula] = {}
    terms: bool = False
    reference: Text = ""
    roster: Text = ""
    """The derived list that is an initiative board: rows with name, id, initiative, side."""
    conditions: bool = False
    """Whether its entries are states that a combatant can be in."""
