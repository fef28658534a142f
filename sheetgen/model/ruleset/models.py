"""The files of a ruleset as their authors write them. Everything else is built from these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, model_validator

from sheetgen.blocks import AnySettings
from sheetgen.formula.types import NumberFormat
from sheetgen.model.ruleset.advance_models import AdvancesModel
from sheetgen.model.ruleset.attack_models import AttackModel
from sheetgen.model.ruleset.creation_models import CreationStepModel
from sheetgen.model.ruleset.text_types import Language, Name, Web
from sheetgen.model.ruleset.theme_models import ThemeModel
from sheetgen.model.ruleset.versions import FORMAT, is_version
from sheetgen.yaml.file_models import Formula, Model, Text


def _mapping(value: object) -> object:
    return {} if value is None else value


def _version(text: str) -> str:
    if text and not is_version(text):
        raise ValueError("a version is written as numbers with dots, such as `1.2`")
    return text


def _format(number: int) -> int:
    if number > FORMAT:
        raise ValueError(f"this ruleset is written for a newer sheetgen: this one reads format {FORMAT}")
    return number


class SourceModel(Model):
    """A document that the facts of a ruleset come from."""

    title: Text
    """What it is called."""
    url: Web = ""
    """Where it stands."""
    licence: Text = ""
    """Its licence."""
    attribution: Text = ""
    """The words that its licence asks for."""


class LicenceModel(Model):
    """The licence of a ruleset's own wording."""

    text: Text
    """What it is called, such as CC BY 4.0."""
    url: Web = ""
    """Where it stands."""


class BeginModel(Model):
    """A step of the way into a game."""

    page: Name
    """A chapter, or a heading of a chapter as links name it."""
    text: Text = ""
    """Why to read it, in a sentence."""
    skip: Text = ""
    """What may be left out at first."""


class WithoutModel(Model):
    """What a hack leaves out of the game that it extends, or a campaign of the game that it plays."""

    rules: list[Text] = Field(default_factory=list)
    """Rules and tables."""
    rulings: list[Text] = Field(default_factory=list)
    """House rules."""
    kinds: list[Text] = Field(default_factory=list)
    """Kinds, with their entries."""
    entries: list[Text] = Field(default_factory=list)
    """Entries, as `monster:troll`."""
    terms: list[Text] = Field(default_factory=list)
    """Words, as `trait:luck`."""
    chapters: list[Text] = Field(default_factory=list)
    """Chapters, by the names of their files."""


class ListingModel(Model):
    """What a table in a chapter shows of its rows: columns by their heads, and which rows in which order."""

    columns: Annotated[dict[str | int, Formula], BeforeValidator(_mapping)] = Field(default_factory=dict)
    """Fields or formulas by their heads; the one that is `name` stands first."""
    heads: list[Text] = Field(default_factory=list)
    """The two heads of a table of plain values."""
    where: Formula | None = None
    """A condition: which rows."""
    sort: Formula | None = None
    """A formula: in which order."""


class PanelModel(ListingModel):
    """A panel of the screen or of the quick reference: what it shows, and which columns and rows of that."""

    show: Name
    """A kind, a table, a vocabulary, a rule, or the heading of a chapter."""
    title: Text = ""
    """What stands over it, where that is not the title of what it shows."""


def _panel(value: object) -> object:
    """A name alone is what a panel shows."""
    return {"show": value} if isinstance(value, str) else value


Panel = Annotated[PanelModel, BeforeValidator(_panel, json_schema_input_type=str | PanelModel)]


class RulesetModel(Model):
    """`ruleset.yaml`."""

    id: Text
    """Its name in addresses; the same for as long as links shall hold."""
    title: Name
    """What the game is called."""
    version: Annotated[Text, AfterValidator(_version)] = ""
    """Which edition this is, such as `1.2`: it stands on pages and in PDFs, and others can ask for it."""
    format: Annotated[int, Field(ge=1), AfterValidator(_format)] = FORMAT
    """How its files are written: a number that a later sheetgen may raise."""
    language: Language = ""
    """The language of its texts, such as `en`, `de` or `ja`; the words that the program adds follow it."""
    words: dict[str, Text] = Field(default_factory=dict)
    """Words of the program that the game has others for, such as `GM: Warden`."""
    extends: Text = ""
    """The ruleset that this one changes: its folder, such as `../my-game`, or its name."""
    use: list[Text] = Field(default_factory=list)
    """Supplements, whose entries, tables, rules and chapters it takes in: folders of rulesets."""
    without: WithoutModel | None = None
    """What it leaves out of the game that it extends: `rules`, `rulings`, `kinds`, `entries`, `terms`, `chapters`."""
    tagline: Text = ""
    """One line about it."""
    dice: Text = ""
    """The dice that it is played with."""
    order: int = 0
    """Its place in a site of several games."""
    sources: list[SourceModel] = Field(default_factory=list)
    """Where its facts come from: `title`, `url`, `licence`, `attribution`; they stand on its pages and in its PDFs."""
    licence: LicenceModel | None = None
    """That of its own words: `text` and `url`."""
    theme: ThemeModel | None = None
    """Its colours and sign; see below."""
    vocabularies: dict[str, Any] = Field(default_factory=dict)
    """Lists of terms."""
    types: dict[str, Text] = Field(default_factory=dict)
    """Names for types, such as `score: integer 0..100`."""
    records: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Mappings with fixed fields, such as a tool."""
    screen: list[Panel] | None = None
    """What the game master's screen shows, in order: kinds, tables, rules, and headings of chapters."""
    quick_reference: list[Panel] = Field(default_factory=list)
    """What everybody looks up every round, in order, as on the screen: it is printed on one page."""
    decks: list[Text] = Field(default_factory=list)
    """The kinds whose entries in the rulebook are printed as a deck; `cards kind:NAME` prints that of any kind."""
    play: Text = ""
    """What one plays, and what an evening of it is, in three sentences: the first words of its front page."""
    begin: list[BeginModel] = Field(default_factory=list)
    """The way in for new players, four or five steps: `page`, `text`, `skip`."""
    look_up: list[Text] | None = None
    """The kinds that the front page lists to look things up in, in order; the others follow as finer points."""
    questions: list[Text] = Field(default_factory=list)
    """What players ask, in their words: the first three stand below the search of a front page, to try."""
    synonyms: dict[str, list[Text]] = Field(default_factory=dict)
    """Words that players type, each with those of the book that mean the same: the search finds both."""


class EffectModel(Model):
    """An effect of a term: what it changes of those that suffer it."""

    target: Text
    """The field or derived value."""
    add: Formula = ""
    """What is added."""
    set: Formula = ""
    """What it is instead."""
    when: Formula = ""
    """Under which condition."""
    name: Text = ""
    """What explanations call it, else the title of the term."""


class FieldModel(Model):
    """A field or input in its long form."""

    elsewhere: ClassVar[Mapping[str, str]] = {
        "default": "it stands behind the type: `type: integer 0..10, default 5`",
        **dict.fromkeys(("min", "max", "minimum", "maximum"), "bounds are part of the type: `type: integer 0..10`"),
        **dict.fromkeys(("options", "values", "choices", "enum"), "they are part of the type: `type: one of [a, b]`"),
        **dict.fromkeys(("required", "mandatory"), "a field is required where it has no default and is not `optional`"),
        "label": "it is called `title`",
        "formula": "what is computed stands under `derive`, in a rule under `outputs`",
    }
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
    aliases: list[Text] = Field(default_factory=list)
    """Other names under which an input of a rule may be given."""
    format: NumberFormat = ""
    """How its numbers are written: `signed` as +6, `grouped` as 11,500, `fraction` as 1/8; they stay numbers."""
    computed: bool = False
    """Whether formulas may stand in braces in its texts."""
    effects: Formula = ""
    """Of a reference: when what it refers to has its effects; a condition over the fields beside it."""
    when: Formula = ""
    """When it exists at all; a condition over the fields beside it. Where it does not, it is none."""


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
    format: NumberFormat = ""
    """How its numbers are written: `signed` as +6, `grouped` as 11,500, `fraction` as 1/8; they stay numbers."""


class RuleModel(Model):
    """A rule."""

    title: Text
    """What it is called."""
    reference: Text = ""
    """The heading that explains it, `chapter#heading`."""
    facts: list[Text] = Field(default_factory=list)
    """Facts of the source that it states."""
    doc: Text = ""
    """What it is for."""
    says: Text = ""
    """How a call of it reads in an explanation, with `{input}` for its inputs."""
    text: Text = ""
    """What it does in a sentence or two, for a book: in place of formulas that only a program would say so."""
    calculator: bool = True
    """Whether pages show a calculator."""
    inputs: dict[str, Any] = Field(default_factory=dict)
    """What it is given: a type each, or the long form of a field."""
    steps: dict[str, Any] = Field(default_factory=dict)
    """What is worked out on the way: a formula each, or its long form."""
    outputs: Any
    """What it gives: a formula each, or one formula for all."""


class TableModel(Model):
    """A table: ranges or keys with their values, or rows that are records."""

    title: Text
    """What it is called."""
    reference: Text = ""
    """The heading that explains it."""
    facts: list[Text] = Field(default_factory=list)
    """Facts of the source that it states."""
    doc: Text = ""
    """What it is for."""
    table: dict[str | int, Any] | None = None
    """Keys or ranges (`1..3`, `10+`) with their values."""
    rows: list[Any] | None = None
    """Records, one for each row."""
    entries: Text = ""
    """The kind of entries that are its rows, for a table that is rolled on."""
    dice: Text = ""
    """What is rolled on it, such as `d6`, `2d6`, `d66` or `d100`: every result has one row. Entries need none."""
    apart: bool = False
    """Whether each column is rolled by itself."""
    heads: list[Text] = Field(default_factory=list)
    """What stands over the keys and over the values of a table of plain values, or over each column of `rows`."""

    @model_validator(mode="after")
    def _one_of_both(self) -> TableModel:
        if [self.table is None, self.rows is None, not self.entries].count(False) != 1:
            raise ValueError("a table has either `table`, `rows` or `entries`")
        return self


class ExampleModel(Model):
    """A worked example in a chapter: a rule, what it is given, and what it answers."""

    rule: Name
    """The rule that is run."""
    given: Annotated[dict[str, Any], BeforeValidator(_mapping)] = Field(default_factory=dict)
    """Its inputs."""
    expect: Annotated[dict[str, Any], BeforeValidator(_mapping)] = Field(default_factory=dict)
    """What the text says that it gives: another result is a mistake."""
    house: Annotated[dict[str, str | int | bool], BeforeValidator(_mapping)] = Field(default_factory=dict)
    """House rules under which it is run."""


class ListColumnModel(Model):
    """A column of the list of a kind."""

    model_config = ConfigDict(title="a column of a list")

    label: Text
    """What stands over it."""
    value: Formula
    """What stands in it."""
    unit: Text = ""
    """Its unit."""
    sort: Formula = ""
    """What it is ordered by, where that is not what stands in it."""
    type: Literal["text", "number", "marks", "tracks"] = "text"
    """How a list shows it; `tracks`: the tracks of the page, each with its mark, ordered by the value."""


class ListModel(Model):
    """How the list page of a kind looks."""

    columns: list[ListColumnModel] = Field(default_factory=list)
    """`label`, `value`, `unit`, and `type`: text, number, marks, or tracks."""
    sort: Formula = "name"
    """What it is sorted by at first."""


class CardModel(Model):
    """The sides of a card, as names of blocks."""

    front: list[Text] = Field(default_factory=list)
    """Blocks of its front."""
    back: list[Text] = Field(default_factory=list)
    """Blocks of its back."""


class SheetPageModel(Model):
    """A page of a sheet that is laid out in a grid."""

    model_config = ConfigDict(title="a page of a sheet")

    columns: Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(max_length=12)] = Field(default_factory=list)
    """How wide each column is against the others, such as `[1, 3, 2]`; without it they are equally wide."""
    areas: Annotated[list[Annotated[list[Text], Field(min_length=1)]], Field(min_length=1, max_length=40)]
    """Its rows, each a list with the name of a block for every column. A block that is wider or higher has several
    places; `vows.2` is the second part of a block, `portrait` the picture of the entry, `.` an empty place."""


class SheetModel(Model):
    """The pages of a sheet, as names of blocks."""

    model_config = ConfigDict(title="a sheet")

    play: list[Text] = Field(default_factory=list)
    """Blocks of its page for play, which the program arranges."""
    pages: list[SheetPageModel] = Field(default_factory=list)
    """Pages with fixed places, `columns` and `areas`, in place of `play`."""
    reference: list[Text] = Field(default_factory=list)
    """Blocks of the pages that follow."""


class BadgeModel(Model):
    """The badge in the corner of a stat block."""

    label: Text
    """What stands over it."""
    value: Formula
    """What stands in it."""


class LayoutModel(Model):
    """How an entry of a kind looks on page, card and sheet."""

    subtitle: list[Formula] = Field(default_factory=list)
    """What stands under the name: formulas."""
    badge: BadgeModel | None = None
    """`label` and `value` of the badge in the corner."""
    lead: Formula = "summary"
    """The first sentence of a page."""
    blocks: dict[str, AnySettings] = Field(default_factory=dict)
    """The blocks by name."""
    page: list[Text] = Field(default_factory=list)
    """Blocks of its page."""
    aside: list[Text] = Field(default_factory=list)
    """Blocks beside them."""
    card: CardModel = CardModel()
    """Blocks of the `front` and the `back` of its card."""
    sheet: SheetModel = SheetModel()
    """Blocks of its sheet, which are `play`, `pages` and `reference`; see below."""


class CheckModel(Model):
    """Something that must hold of an entry, and the message where it does not."""

    that: Formula
    """What must hold."""
    says: Text
    """What is told where it does not."""
    severity: Literal["error", "warning"] = "error"
    """Whether that stops a build."""


Checks = list[CheckModel]
CreationSteps = list[CreationStepModel]
Rolled = Text | list[Text]


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
    fields: dict[str, Any] = Field(default_factory=dict)
    """What an author writes: a type each, or the long form of a field."""
    derive: dict[str, Any] = Field(default_factory=dict)
    """What follows: a formula each, or its long form; groups of them have a name."""
    checks: Checks = Field(default_factory=list)
    """What must hold: `that`, `says`, and `severity`: error or warning."""
    creation: CreationSteps = Field(default_factory=list)
    """The steps in which a new entry is made; see below."""
    layout: LayoutModel = LayoutModel()
    """How it is drawn."""
    list: ListModel = ListModel()
    """How its list looks."""
    facets: dict[str, Formula] = Field(default_factory=dict)
    """What lists and searches are filtered by."""
    terms: bool = False
    """Whether the names of its entries are linked in texts of themselves."""
    reference: Text = ""
    """The heading that explains it."""
    roll: dict[str, Rolled] = Field(default_factory=dict)
    """How a new entry is rolled: for a field dice, such as `3d6`, or a table that is rolled on; for a list, several."""
    roster: Text = ""
    """The derived list that is an initiative board: rows with name, id, initiative, side."""
    events: Text = ""
    """The list of what comes up in a round of a fight, on the board of the game master: rows with round and text."""
    attack: AttackModel | None = None
    """How those in the roster attack each other; see below."""
    advances: AdvancesModel | None = None
    """What its entries buy with what they earned: `rows`, `cost`, `earned`, `planned`, `checks`."""
    conditions: bool = False
    """Whether its entries are states that a combatant can be in."""
    hidden: bool = False
    """Whether players do not see its entries, unless one says `hidden: false`."""
    book: Literal["full", "1 column", "2 columns", "3 columns", "table", "none"] = "full"
    """How the book has its entries: each in full, in as many columns as the text or as are said; a table with the
    columns of its list; or not at all."""
