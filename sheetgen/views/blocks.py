"""Block views: what page, sheet and card templates are given to draw, and nothing else.

A layout (see `present`) turns one computed entry into these plain values; templates never see the
entry itself. Text is final: terms are titles, numbers are formatted, Markdown is safe HTML.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from markupsafe import Markup

EMPTY = Markup("")


@dataclass(frozen=True)
class Mark:
    """A drawn sign that stands for a term: a symbol of `assets/marks.svg`, its code and its title."""

    name: str
    """Symbol id without "m-"; empty where only the letters of `code` are drawn."""
    code: str
    title: str
    note: str = ""


@dataclass(frozen=True)
class Number:
    """A value as shown, and where it comes from."""

    text: str
    why: str = ""
    """The formula with its numbers filled in; empty for what the author wrote."""
    rule: str = ""
    """Address of the rule in the reference, relative to the site root; may be empty."""
    size: int = 0
    """The value as a whole number where it is one (boxes of a track), else 0."""


@dataclass(frozen=True)
class Figure:
    """A headline number: label above, number large, unit and a remark small."""

    label: str
    number: Number
    unit: str = ""
    after: str = ""
    tokens: Mark | None = None
    """Drawn `number.size` times as boxes to tick."""


@dataclass(frozen=True)
class Track:
    """A number shown as that many boxes to tick, in groups of five."""

    label: str
    number: Number
    mark: Mark
    blank: int = 0
    """Boxes on a sheet that nobody has filled in, where the kind says so."""


@dataclass(frozen=True)
class Cell:
    """One cell of a table: text or a number; strong cells are set in the display face."""

    number: Number
    label: str
    strong: bool = False


@dataclass(frozen=True)
class Row:
    """A line of a table: a name with its mark and cost, the cells, a note below."""

    name: str
    cells: tuple[Cell, ...]
    mark: Mark | None = None
    cost: int = 0
    note: Markup = EMPTY
    href: str = ""


@dataclass(frozen=True)
class Column:
    """A column heading of a table."""

    label: str
    strong: bool = False


@dataclass(frozen=True)
class Pair:
    """One cell of a strip: what it is about (an element) and its state (an affinity)."""

    head: Mark
    state: Mark


@dataclass(frozen=True)
class GridRow:
    """One line of a grid of numbers."""

    label: str
    numbers: tuple[Number, ...]
    mark: Mark | None = None


@dataclass(frozen=True)
class Named:
    """A named paragraph: a trait, a power, a piece of loot."""

    name: str
    text: Markup
    value: str = ""
    mark: Mark | None = None
    cost: int = 0
    href: str = ""


@dataclass(frozen=True)
class Score:
    """A score with its bonus."""

    label: str
    short: str
    number: Number
    bonus: Number | None = None
    strong: bool = False


@dataclass(frozen=True)
class Fact:
    """A labelled piece of text."""

    label: str
    text: str


@dataclass(frozen=True)
class Checks:
    """A labelled group of boxes to tick."""

    label: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A place of the body figure: its number and a remark."""

    region: str
    """head, left_arm, right_arm, body, left_leg or right_leg."""
    label: str
    number: Number
    note: str = ""


@dataclass(frozen=True)
class Figures:
    """A row of headline numbers."""

    id: str
    title: str
    items: tuple[Figure, ...]
    secret: bool = False
    type: Literal["figures"] = "figures"


@dataclass(frozen=True)
class Tracks:
    """Tracks of boxes, always in the same place."""

    id: str
    title: str
    items: tuple[Track, ...]
    secret: bool = False
    type: Literal["tracks"] = "tracks"


@dataclass(frozen=True)
class Table:
    """A table of named rows, such as attacks; `heading` is the label above the names."""

    id: str
    title: str
    heading: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    secret: bool = False
    type: Literal["table"] = "table"


@dataclass(frozen=True)
class Strip:
    """A strip of marks: one head and one state each."""

    id: str
    title: str
    pairs: tuple[Pair, ...]
    secret: bool = False
    type: Literal["strip"] = "strip"


@dataclass(frozen=True)
class Grid:
    """A grid of numbers: column heads with a number each, rows with a mark."""

    id: str
    title: str
    heads: tuple[Figure, ...]
    rows: tuple[GridRow, ...]
    secret: bool = False
    type: Literal["grid"] = "grid"


@dataclass(frozen=True)
class NamedList:
    """Named paragraphs."""

    id: str
    title: str
    items: tuple[Named, ...]
    secret: bool = False
    type: Literal["named"] = "named"


@dataclass(frozen=True)
class Prose:
    """Running text."""

    id: str
    title: str
    text: Markup
    secret: bool = False
    type: Literal["prose"] = "prose"


@dataclass(frozen=True)
class Scores:
    """The grid of scores with their bonuses."""

    id: str
    title: str
    items: tuple[Score, ...]
    secret: bool = False
    type: Literal["scores"] = "scores"


@dataclass(frozen=True)
class Facts:
    """Labelled pieces of text, such as the identity strip of a sheet."""

    id: str
    title: str
    items: tuple[Fact, ...]
    secret: bool = False
    type: Literal["facts"] = "facts"


@dataclass(frozen=True)
class CheckGroups:
    """Groups of boxes to tick, such as ailments."""

    id: str
    title: str
    groups: tuple[Checks, ...]
    secret: bool = False
    type: Literal["checks"] = "checks"


@dataclass(frozen=True)
class Lines:
    """Ruled lines to write on."""

    id: str
    title: str
    count: int
    secret: bool = False
    type: Literal["lines"] = "lines"


@dataclass(frozen=True)
class Body:
    """A figure with a number at each place of the body."""

    id: str
    title: str
    parts: tuple[Part, ...]
    caption: str = ""
    secret: bool = False
    type: Literal["body"] = "body"


@dataclass(frozen=True)
class Panel:
    """Other entries drawn inside this one, such as the beings a character calls."""

    id: str
    title: str
    entries: tuple[EntryView, ...]
    secret: bool = False
    type: Literal["panel"] = "panel"


Block: TypeAlias = (
    Figures | Tracks | Table | Strip | Grid | NamedList | Prose | Scores | Facts | CheckGroups | Lines | Body | Panel
)


@dataclass(frozen=True)
class EntryView:
    """One entry as templates see it: who it is, and its blocks by area."""

    id: str
    kind: str
    kind_title: str
    name: str
    href: str
    """Address of its page, relative to the site root."""
    subtitle: tuple[str, ...]
    badge: Fact | None
    summary: str
    tags: tuple[str, ...]
    source: str
    portrait: str
    """A data URI or empty."""
    areas: dict[str, tuple[Block, ...]]
    """Blocks by area: "page", "aside", "front", "back", "play", "reference"; absent areas are empty."""
    hidden: bool = False

    def area(self, name: str) -> tuple[Block, ...]:
        """The blocks of one area, in the order declared."""
        return self.areas.get(name, ())
