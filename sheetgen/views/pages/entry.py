"""The page of an entry, with the board of a fight, and the list of a kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from sheetgen.blocks import EntryView, Mark, Number, Track
from sheetgen.views.pages.page_parts import Download, Link, LinkGroup, Page


@dataclass(frozen=True)
class Explained:
    """A number with its name, for the list at the foot of an entry."""

    label: str
    number: Number


@dataclass(frozen=True, kw_only=True)
class Misprint:
    """A number that the source prints otherwise than the rules give it, and why it is not taken over."""

    label: str
    printed: str
    given: str
    because: str


@dataclass(frozen=True, kw_only=True)
class BoardTrack:
    """How a board shows a track."""

    label: str
    boxes: str
    """The characters of its boxes, open and ticked."""
    way: Literal["boxes", "left", "count"]
    """What there is to change: boxes to tick, the number of what is left, or the number that it stands at."""
    least: int
    owner: str
    """Kind and id of the entry that it is a track of, where that is one of a panel."""


WordForms: TypeAlias = tuple[tuple[str, ...], tuple[BoardTrack, ...], str]
"""Labels of figures, tracks, and the kind of those whose marks are kept."""


@dataclass(frozen=True, kw_only=True)
class BoardRow:
    """A row of the initiative board."""

    id: str
    """Of the entry that it is a copy of."""
    name: str
    href: str
    initiative: Number
    order: int
    """1 acts first, every tie-break applied."""
    side: str = ""
    kept: str = ""
    """The kind of an entry with a sheet to play from: what is marked on it goes with it from fight to fight."""
    tracks: tuple[Track, ...] = ()
    headline: tuple[tuple[str, str], ...] = ()
    """Label and text, such as Depth 9."""
    conditions: tuple[str, ...] = ()
    """Those that hold by its file."""
    hidden: bool = False
    """Whether players see nothing of its entry, so that it begins hidden from them."""

    @cached_property
    def form(self) -> WordForms:
        """Its form to fill in: many combatants share one form."""
        return tuple(label for label, _ in self.headline), tuple(map(board_track, self.tracks)), self.kept


def board_track(track: Track) -> BoardTrack:
    """How a board shows a track of an entry."""
    return BoardTrack(
        label=track.label, boxes="".join(track.mark.boxes), way=_way(track), least=track.least, owner=track.owner
    )


def _way(track: Track) -> Literal["boxes", "left", "count"]:
    return "count" if track.counts_up else "left" if track.is_counter else "boxes"


@dataclass(frozen=True, kw_only=True)
class Board:
    """The initiative board of an encounter; what happens on it is kept in the browser."""

    id: str
    title: str
    combatants: tuple[BoardRow, ...]
    conditions: tuple[str, ...] = ()
    events: tuple[tuple[int, str], ...] = ()
    """What comes up in a round: its number, and a text."""
    attacks: bool = False
    """Whether the page has what its fighters attack each other with."""

    @cached_property
    def forms(self) -> list[WordForms]:
        """The different forms of its combatants."""
        return list(dict.fromkeys(combatant.form for combatant in self.combatants))


@dataclass(frozen=True)
class MakingStep:
    """One step in which an entry is made: what it is called and what is done in it."""

    title: str
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class EntryPage(Page):
    """One entry: its stat block first."""

    entry: EntryView
    language: str = ""
    """The language of its texts, where that is not the page's."""
    numbers: tuple[Explained, ...] = ()
    misprints: tuple[Misprint, ...] = ()
    backlinks: tuple[LinkGroup, ...] = ()
    downloads: tuple[Download, ...] = ()
    json: str = ""
    history: str = ""
    """Where the page of what git knows of it stands; empty where there is none."""
    aliases: tuple[str, ...] = ()
    related: tuple[LinkGroup, ...] = ()
    """Its parent, variants of it, others of its sort."""
    board: Board | None = None
    command: str = ""
    """The line that prints it, such as `sheetgen cards grey-heron`."""
    plays: bool = False
    """Whether it has a sheet to play from."""
    portrait: str = ""
    """Where its picture stands, as an address of the site."""
    steps: tuple[MakingStep, ...] = ()
    """Those in which it is made on this page; none of an entry that is there."""
    solo: bool | None = None
    """Whether all stands in one column, as with all entries of its kind; None where that follows from the entry."""
    needs: frozenset[str] = frozenset()
    """The styles and scripts that its texts need."""


@dataclass(frozen=True, kw_only=True)
class EntriesPage(Page):
    """All entries of a kind, to read one after the other, or some of them where they are long."""

    title: str
    noun: str
    """Plural in lower case: "birds"."""
    list: Link
    """Its list, to filter and sort."""
    names: tuple[Link, ...]
    """Where each entry of the kind is read, here or on another of its pages."""
    pages: tuple[Link, ...]
    """The pages on which all are read."""
    first: int
    """The place of the first entry among all."""
    entries: tuple[EntryView, ...]
    needs: frozenset[str] = frozenset()
    """The styles and scripts that their texts need."""

    @property
    def last(self) -> int:
        """The place of the last entry among all."""
        return self.first + len(self.entries) - 1


@dataclass(frozen=True, kw_only=True)
class ListColumn:
    """A column after the name. `style` says how cells are set."""

    key: str
    label: str
    style: Literal["text", "number", "badge", "marks", "tracks"] = "text"
    minor: bool = False
    """True: left out on a phone."""


@dataclass(frozen=True)
class ListCell:
    """A cell; `sort` orders it (numbers before text), marks are drawn before the text, tracks in place of it."""

    text: str
    sort: int | float | str = ""
    marks: tuple[Mark, ...] = ()
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ListRow:
    """An entry in a list; `facets` maps a filter's key to its values (term ids or one number)."""

    id: str
    name: str
    href: str
    cells: tuple[ListCell, ...]
    facets: dict[str, tuple[str | int | float, ...]]
    note: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FilterChoice:
    """A value of a vocabulary filter with the number of entries that have it."""

    value: str
    title: str
    count: int
    mark: Mark | None = None


@dataclass(frozen=True, kw_only=True)
class ListFilter:
    """A filter: with `choices` over a vocabulary, else a range from `low` to `high`."""

    key: str
    label: str
    choices: tuple[FilterChoice, ...] = ()
    low: float = 0
    high: float = 0
    many: bool = False
    """True where an entry can have several values: "all of" then makes sense."""
    column: bool = False
    """Whether a column of the list shows it."""

    @property
    def drawn(self) -> bool:
        """Whether marks and their codes stand for the choices."""
        return bool(self.choices) and all(choice.mark for choice in self.choices)

    @property
    def width(self) -> int:
        """About how wide its control is in a line, in pixels."""
        if self.drawn:
            return 66 * len(self.choices) - 6
        chips = sum(38 + 9 * len(f"{choice.title}{choice.count}") for choice in self.choices)
        return max(chips or 182, 9 * len(self.label))


ROOM = 886
"""Pixels beside the box for the name, in the line of a wide window."""
GAP = 24


@dataclass(frozen=True, kw_only=True)
class ListPage(Page):
    """A table that also sorts, filters and compares: complete, or a part of a long list."""

    title: str
    noun: str
    """Plural in lower case: "birds"."""
    lead: str
    columns: tuple[ListColumn, ...]
    rows: tuple[ListRow, ...]
    filters: tuple[ListFilter, ...] = ()
    sort: str = "name"
    """Key of a column or "name"; "-" in front for descending."""
    json: str = ""
    downloads: tuple[Download, ...] = ()
    reading: tuple[Link, ...] = ()
    """Where it is explained, and all of it to read on one page."""
    parts: tuple[Link, ...] = ()
    """The pages of a long list, where it stands on several."""
    first: int = 1
    """The place of the first row in the list."""
    total: int = 0
    """How many rows the list has."""
    data: str = ""
    """Where the script with all rows of a long list stands, for its first page to draw them from."""

    @property
    def last(self) -> int:
        """The place of the last row in the list."""
        return self.first + len(self.rows) - 1

    @property
    def in_line(self) -> tuple[ListFilter, ...]:
        """Those beside the box for the name: of columns first, as many as the line has room for."""
        room, kept = ROOM, set[str]()
        for listed in sorted(self.filters, key=lambda listed: not listed.column):
            if listed.width + GAP <= room:
                room -= listed.width + GAP
                kept.add(listed.key)
        return tuple(listed for listed in self.filters if listed.key in kept)

    @property
    def folded(self) -> tuple[ListFilter, ...]:
        """The other filters."""
        return tuple(listed for listed in self.filters if listed not in self.in_line)
