"""Page views: everything that a page of the site shows, as plain frozen values.

The plan of the site (`site`) fills these, `render` draws them. Text is final, Markup is safe HTML.
Every address is relative to the site root (`wounds.html#three-tracks`), a fragment (`#x`) or absolute
(`https://…`); templates put `Shell.root` in front of the first sort.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from markupsafe import Markup

from sheetgen.blocks import EMPTY, EntryView, Mark, Number, Theme, Track

# ---- small parts ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Link:
    """A title that leads somewhere, with a line about what is there."""

    title: str
    href: str
    summary: str = ""
    mark: str = ""
    note: str = ""
    """A few words beside the title, such as a count."""
    current: bool = False
    preview: str = ""
    """Key of a `PreviewCard` of the same page."""


@dataclass(frozen=True)
class LinkGroup:
    """Links under one heading; the heading may be empty."""

    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Heading:
    """A line of a table of contents: `level` 2 or 3."""

    id: str
    title: str
    level: int = 2


@dataclass(frozen=True)
class Source:
    """Where facts come from, and under which licence."""

    title: str
    licence: str
    href: str = ""
    attribution: str = ""


@dataclass(frozen=True)
class Download:
    """A file to open or keep: `format` is what is written on it (PDF, JSON)."""

    title: str
    href: str
    format: str = "PDF"
    note: str = ""


@dataclass(frozen=True)
class PreviewCard:
    """What hovering a link shows. Links name it: `<a data-preview="KEY" href=…>`."""

    key: str
    title: str
    text: Markup
    where: str = ""
    href: str = ""


@dataclass(frozen=True)
class Shell:
    """What surrounds each page: it carries its own neighbourhood only, never the whole navigation."""

    site_title: str
    title: str
    """Of this page, without the site's title."""
    path: str
    """Of this page, relative to the site root."""
    root: str
    """From this page to the site root: "", "../", "../../"."""
    description: str = ""
    language: str = "en"
    direction: Literal["ltr", "rtl"] = "ltr"
    canonical: str = ""
    image: str = ""
    """Absolute address of a picture for OpenGraph."""
    theme: Theme | None = None
    """Of the game that this page belongs to; None on pages of the site itself."""
    house_theme: Theme | None = None
    """Worn by pages that belong to no game; usually the first game's."""
    nav: tuple[Link, ...] = ()
    rulesets: tuple[Link, ...] = ()
    breadcrumbs: tuple[Link, ...] = ()
    previous: Link | None = None
    next: Link | None = None
    edit: str = ""
    sources: tuple[Source, ...] = ()
    licence: Source | None = None
    footer: tuple[Link, ...] = ()
    player: bool = False
    """True where secrets were dropped when building."""
    offline: bool = False
    """True where the build wrote `manifest.webmanifest` and `service-worker.js`."""
    live: bool = False
    """True under `serve`: the page listens for changes."""
    generator: str = "sheetgen"
    previews: tuple[PreviewCard, ...] = ()
    styles: tuple[str, ...] = ()
    """Further stylesheets, such as a campaign's `theme.css`."""
    structured: str = ""
    """JSON-LD as text, or empty."""

    @property
    def worn(self) -> Theme | None:
        """The theme that colours the page."""
        return self.theme or self.house_theme


# ---- fragments: also drawn inside Markdown -------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """One value that an input may take; `value` is what the rule is given."""

    value: str | int | bool
    title: str
    mark: Mark | None = None


@dataclass(frozen=True)
class RuleInput:
    """One input of a rule, enough to ask for it on a form.

    `choice` has `options`; `list` has `of`; `map` has `options` (its keys; none for free ones) and `of`; `record` has
    `fields`.
    `default` is a JSON value: None means the natural one of the type.
    """

    name: str
    title: str
    type: Literal["integer", "number", "truth", "text", "choice", "list", "map", "record"] = "integer"
    short: str = ""
    unit: str = ""
    note: str = ""
    min: int | None = None
    max: int | None = None
    default: object = None
    options: tuple[Option, ...] = ()
    of: RuleInput | None = None
    fields: tuple[RuleInput, ...] = ()
    optional: bool = False
    """Whether it may be left empty where it is a number or a choice."""
    start: object = None
    """What a calculator opens with, of a worked case; None where it opens with the default."""


@dataclass(frozen=True)
class RuleLine:
    """One output (or step) of a rule in readable form: `name` is the key in the rule's outputs."""

    name: str
    title: str
    formula: Markup
    unit: str = ""
    mark: Mark | None = None
    """Set where the value is a track: calculators draw that many boxes."""
    step: bool = False
    """True for a named intermediate value, shown smaller."""


@dataclass(frozen=True)
class RuleSwitch:
    """A house rule that a rule reads: its setting as shown, and where it is discussed."""

    name: str
    title: str
    value: str
    href: str
    options: tuple[Option, ...] = ()
    setting: str | int | bool = ""


@dataclass(frozen=True)
class RuleBox:
    """A rule as the reader sees it: inputs, formulas, switches, calculator."""

    ruleset: str
    name: str
    title: str
    inputs: tuple[RuleInput, ...]
    lines: tuple[RuleLine, ...]
    switches: tuple[RuleSwitch, ...] = ()
    says: str = ""
    note: Markup = EMPTY
    href: str = ""
    """Its place in the reference, where the box stands elsewhere."""
    id: str = ""
    """Anchor of the box; empty means "rule-NAME"."""
    calculator: bool = True
    level: int = 3


@dataclass(frozen=True)
class ExampleRow:
    """One value of a worked example; `mark` and `ticked` draw it as boxes."""

    label: str
    text: str
    mark: Mark | None = None
    count: int = 0


@dataclass(frozen=True)
class ExampleBox:
    """A worked example that the build has run: what was given, what came out."""

    title: str
    text: Markup
    given: tuple[ExampleRow, ...]
    results: tuple[ExampleRow, ...]
    rule: Link | None = None
    house: tuple[str, ...] = ()
    id: str = ""
    here: tuple[ExampleRow, ...] = ()
    """What comes out under the campaign's house rules, where that is something else than the text tells."""


@dataclass(frozen=True)
class TableCell:
    """A cell of a table drawn in a chapter."""

    html: Markup
    numeric: bool = False


@dataclass(frozen=True)
class TableRow:
    """A row: the first cell names it and may lead to its page."""

    name: Markup
    cells: tuple[TableCell, ...]
    href: str = ""
    preview: str = ""


@dataclass(frozen=True)
class EntryTable:
    """A table of entries, terms or lookup data inside prose."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[TableRow, ...]
    more: Link | None = None
    id: str = ""


@dataclass(frozen=True)
class Reading:
    """One reading of a ruling: the value that a campaign writes, and what it says."""

    value: str
    text: Markup
    chosen: bool = False
    default: bool = False


@dataclass(frozen=True)
class Ruling:
    """A contradiction, gap or option of the source: the readings, ours, and the switch."""

    name: str
    title: str
    sort: str
    severity: str
    source: Markup
    readings: tuple[Reading, ...]
    why: Markup = EMPTY
    switch: bool = True
    reference: Link | None = None
    rules: tuple[Link, ...] = ()
    id: str = ""

    @property
    def anchor(self) -> str:
        """Its id on the rulings page."""
        return self.id or self.name.replace("_", "-")

    @property
    def chosen(self) -> Reading | None:
        """The reading that this build follows."""
        return next((r for r in self.readings if r.chosen), None)


@dataclass(frozen=True)
class RulingNote:
    """A ruling beside the text that it touches; `href` leads to the rulings page."""

    ruling: Ruling
    href: str


@dataclass(frozen=True)
class NoteBox:
    """Boxed prose; `gm` marks what players must not read."""

    title: str
    text: Markup
    gm: bool = False


Fragment: TypeAlias = RuleBox | ExampleBox | EntryTable | RulingNote | NoteBox | PreviewCard


# ---- pages ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameTile:
    """A game on the home page."""

    theme: Theme
    href: str
    dice: str
    tagline: str
    note: str = ""


@dataclass(frozen=True)
class HomePage:
    """What this is, the search box, the games, tonight's jobs, a few samples."""

    shell: Shell
    hero: tuple[str, ...]
    """Short lines; the last one is set in the accent."""
    lead: str
    placeholder: str
    tries: tuple[Link, ...]
    games: tuple[GameTile, ...]
    tonight: tuple[Link, ...] = ()
    samples: tuple[EntryView, ...] = ()
    """Two stat blocks of the first game, fanned out in the hero."""
    shelves: tuple[LinkGroup, ...] = ()


@dataclass(frozen=True)
class RulesetPage:
    """The landing page of one game."""

    shell: Shell
    title: str
    tagline: str
    dice: str
    html: Markup = EMPTY
    chapters: tuple[LinkGroup, ...] = ()
    lists: tuple[Link, ...] = ()
    tools: tuple[Link, ...] = ()
    tries: tuple[Link, ...] = ()
    intro_title: str = ""
    """Heading of `html`, the opening page of a campaign."""


@dataclass(frozen=True)
class ChapterPage:
    """A chapter of the reference."""

    shell: Shell
    title: str
    summary: str
    html: Markup
    toc: tuple[Heading, ...] = ()
    siblings: tuple[LinkGroup, ...] = ()
    backlinks: tuple[LinkGroup, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class GuidePage(ChapterPage):
    """A chapter of sheetgen's own manual or a campaign's own page: drawn as a chapter is."""


@dataclass(frozen=True)
class Explained:
    """A number with its name, for the list at the foot of an entry."""

    label: str
    number: Number


Form: TypeAlias = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""Labels of figures, and of tracks with their marks."""


@dataclass(frozen=True)
class Combatant:
    """A row of the initiative board."""

    name: str
    href: str
    initiative: Number
    order: int
    """1 acts first, every tie-break applied."""
    side: str = ""
    tracks: tuple[Track, ...] = ()
    headline: tuple[tuple[str, str], ...] = ()
    """Label and text, such as Defense 9."""

    @property
    def form(self) -> Form:
        """What there is to fill in for it: many combatants share one form."""
        return tuple(label for label, _ in self.headline), tuple((one.label, one.mark.name) for one in self.tracks)


@dataclass(frozen=True)
class Board:
    """The initiative board of an encounter; what happens on it is kept in the browser."""

    id: str
    title: str
    combatants: tuple[Combatant, ...]
    conditions: tuple[str, ...] = ()

    @property
    def forms(self) -> list[Form]:
        """The different forms of its combatants."""
        found: list[Form] = []
        for combatant in self.combatants:
            if combatant.form not in found:
                found.append(combatant.form)
        return found


@dataclass(frozen=True)
class EntryPage:
    """One entry: its stat block first."""

    shell: Shell
    entry: EntryView
    numbers: tuple[Explained, ...] = ()
    backlinks: tuple[LinkGroup, ...] = ()
    downloads: tuple[Download, ...] = ()
    json: str = ""
    aliases: tuple[str, ...] = ()
    related: tuple[LinkGroup, ...] = ()
    """What it extends, variants of it, others of its sort."""
    board: Board | None = None
    command: str = ""
    """The line that prints it, such as `sheetgen cards hollow-lantern`."""


@dataclass(frozen=True)
class ListColumn:
    """A column after the name. `style` says how cells are set."""

    key: str
    label: str
    style: Literal["text", "number", "badge", "marks", "tracks"] = "text"
    minor: bool = False
    """True: left out on a phone."""


@dataclass(frozen=True)
class ListCell:
    """A cell; `sort` orders it (numbers before text), marks are drawn before the text."""

    text: str
    sort: int | float | str = ""
    marks: tuple[Mark, ...] = ()
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True)
class ListRow:
    """An entry in a list; `facets` maps a filter's key to its values (term ids or one number)."""

    id: str
    name: str
    href: str
    cells: tuple[ListCell, ...]
    facets: dict[str, tuple[str | int | float, ...]]
    note: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """A value of a vocabulary filter with the number of entries that have it."""

    value: str
    title: str
    count: int
    mark: Mark | None = None


@dataclass(frozen=True)
class ListFilter:
    """A filter: with `choices` over a vocabulary, else a range from `low` to `high`."""

    key: str
    label: str
    choices: tuple[Choice, ...] = ()
    low: float = 0
    high: float = 0
    many: bool = False
    """True where an entry can have several values: "all of" then makes sense."""


@dataclass(frozen=True)
class ListPage:
    """A complete table that also sorts, filters and compares."""

    shell: Shell
    title: str
    noun: str
    """Plural in lower case: "shadows"."""
    lead: str
    columns: tuple[ListColumn, ...]
    rows: tuple[ListRow, ...]
    filters: tuple[ListFilter, ...] = ()
    sort: str = "name"
    """Key of a column or "name"; "-" in front for descending."""
    json: str = ""
    downloads: tuple[Download, ...] = ()
    name_label: str = "Name"


@dataclass(frozen=True)
class RulePage:
    """One rule on a page of its own: the box, who uses it, what it uses."""

    shell: Shell
    box: RuleBox
    uses: tuple[Link, ...] = ()
    used_by: tuple[Link, ...] = ()
    examples: tuple[ExampleBox, ...] = ()
    cases: int = 0


@dataclass(frozen=True)
class RulingsPage:
    """Every ruling of a game."""

    shell: Shell
    title: str
    lead: str
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True)
class QueryWord:
    """A word of the query language: what to type, what it finds."""

    example: str
    meaning: str


@dataclass(frozen=True)
class SearchPage:
    """The search on a page of its own, with its words explained."""

    shell: Shell
    words: tuple[QueryWord, ...]
    facets: tuple[LinkGroup, ...] = ()
    """Facets by game, each linking to a sample query."""


@dataclass(frozen=True)
class PrintOption:
    """A choice when printing: the command's option and what it does."""

    option: str
    meaning: str


@dataclass(frozen=True)
class DownloadGroup:
    """PDFs under one heading."""

    title: str
    items: tuple[Download, ...]
    summary: str = ""


@dataclass(frozen=True)
class PrintPage:
    """What was printed with this build, and how to print more."""

    shell: Shell
    lead: str
    groups: tuple[DownloadGroup, ...]
    options: tuple[PrintOption, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()
    """A command line and what it makes."""
    missing: str = ""
    """Why there are no PDFs, where there are none."""


@dataclass(frozen=True)
class TrayPage:
    """Stat blocks that the reader collected, ready for the printer."""

    shell: Shell


@dataclass(frozen=True)
class CalculatorGroup:
    """Calculators of one chapter."""

    title: str
    boxes: tuple[RuleBox, ...]


@dataclass(frozen=True)
class CalculatorsPage:
    """Every calculator of a game."""

    shell: Shell
    title: str
    lead: str
    groups: tuple[CalculatorGroup, ...]


@dataclass(frozen=True)
class FactHome:
    """A fact of the source and the places that tell it."""

    id: str
    text: str
    homes: tuple[Link, ...]


@dataclass(frozen=True)
class CoverageGroup:
    """Facts of one area."""

    title: str
    facts: tuple[FactHome, ...]

    @property
    def told(self) -> int:
        """How many of them have a home."""
        return sum(1 for fact in self.facts if fact.homes)


@dataclass(frozen=True)
class CoveragePage:
    """Which facts of the source are told where."""

    shell: Shell
    title: str
    lead: str
    groups: tuple[CoverageGroup, ...]

    @property
    def told(self) -> int:
        """How many facts have a home."""
        return sum(group.told for group in self.groups)

    @property
    def total(self) -> int:
        """How many facts there are."""
        return sum(len(group.facts) for group in self.groups)


@dataclass(frozen=True)
class NotFoundPage:
    """Shown by web servers for an address that is not there; its `shell.root` should be absolute."""

    shell: Shell
    links: tuple[Link, ...] = ()


Page: TypeAlias = (
    HomePage
    | RulesetPage
    | ChapterPage
    | GuidePage
    | EntryPage
    | ListPage
    | RulePage
    | RulingsPage
    | SearchPage
    | PrintPage
    | TrayPage
    | CalculatorsPage
    | CoveragePage
    | NotFoundPage
)
