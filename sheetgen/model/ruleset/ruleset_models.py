"""`ruleset.yaml`, as its author writes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field

from sheetgen.model.ruleset.text_types import Language, Name, Web
from sheetgen.model.ruleset.theme_models import ThemeModel
from sheetgen.model.ruleset.versions import FORMAT, is_version
from sheetgen.yaml.file_models import Formula, Model, OrEmpty, Text


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

    columns: Annotated[dict[str | int, Formula], OrEmpty] = Field(default_factory=dict)
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

    elsewhere: ClassVar[Mapping[str, str]] = {
        **{name: f"they stand in the folder `{name}`" for name in ("kinds", "rules", "entries", "marks", "fonts")},
        "tables": "they stand in the folder `rules`",
        "chapters": "they stand in the folder `reference`",
        "fields": "what can be written of a kind stands in the folder `kinds`",
        **dict.fromkeys(("rulings", "house_rules"), "they stand in `rulings.yaml`"),
        "cases": "they stand in `cases.yaml`",
        "name": "it is called `title`",
        **dict.fromkeys(("author", "authors"), "write it under `sources`, as the `attribution` of one"),
        **dict.fromkeys(("description", "summary"), "write one line as `tagline`, three sentences as `play`"),
    }
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
