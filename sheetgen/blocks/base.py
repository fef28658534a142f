"""What every type of block has: settings that an author writes, and a view that templates draw.

A new type of block is a folder beside this file, its templates in `templates/blocks`, and a line of `BLOCKS`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeAlias, TypeVar

from sheetgen.blocks.parts import BodyDrawing, Emphasis, Fact, Mark, Number, Track, outside
from sheetgen.blocks.sheet_pages import SheetGrid
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import Expression
from sheetgen.formula.types import ANYTHING, INTEGER, NUMBER, TEXT, ListOf, MapOf, Optional, Record, Type, accepts, bare
from sheetgen.languages.program_words import Words
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.text.source import Span
from sheetgen.yaml.file_models import Formula, Model, Text

P = TypeVar("P")
Row: TypeAlias = Mapping[str, Any]
"""The values of one row of a block."""


class SlotValue(Protocol):
    """Gives the value of the formula in a slot of a block, over one row or none; none where the slot is empty."""

    def __call__(self, slot: str, row: Row | None = None) -> Any:
        """The value."""


PER_ROW = "per row"
RowFormula = Annotated[Formula, PER_ROW]
"""A formula over one row of the block's `rows`."""


@dataclass(frozen=True)
class Takes:
    """What a setting takes of its formula: any of some types, or nothing."""

    words: str
    types: tuple[Type, ...]
    hint: str = ""
    """How a number becomes what it takes."""

    def accepts(self, given: Type) -> bool:
        """Whether a formula of this type may stand there."""
        return any(accepts(Optional(kind), given) for kind in self.types)


_MAP = MapOf(ANYTHING, ANYTHING)
NumberFormula = Annotated[Formula, Takes("a number", (NUMBER,))]
"""A formula that gives a number, or nothing."""
ROUND = "round it with `//`, floor, ceil or round_half"
WholeFormula = Annotated[Formula, Takes("a whole number", (INTEGER,), ROUND)]
"""A formula that gives a whole number, or nothing."""
MapFormula = Annotated[Formula, Takes("a map", (_MAP,))]
"""A formula that gives values by key, or nothing."""
ListFormula = Annotated[Formula, Takes("a list", (ListOf(ANYTHING),))]
"""A formula that gives a list, or nothing."""
EntriesFormula = Annotated[
    Formula, Takes("a list of entries", (ListOf(Record("an entry", {"id": TEXT, "name": TEXT})),))
]
"""A formula that gives entries, or nothing."""
TextFormula = Annotated[Formula, Takes("a text", (TEXT,))]
"""A formula that gives a text, or nothing."""
RowOfNumbersFormula = Annotated[Formula, Takes("a map or a list", (_MAP, ListOf(ANYTHING)))]
"""A formula that gives numbers in order, or nothing."""
MARK = "mark"
MarkName = Annotated[Text, MARK]
"""The name of a drawn sign."""
VOCABULARY = "vocabulary"
VocabularyName = Annotated[Text, VOCABULARY]
"""The name of a vocabulary of the ruleset."""


@dataclass(frozen=True, eq=False)
class LayoutFormula:
    """A formula of a layout over an entry, or over one row of a block of it."""

    checked: Checked
    expression: Expression
    path: tuple[str, ...]
    """The field or derived value that the formula names, step by step; empty where it computes something."""
    span: Span
    """Where it is written."""
    choice: NamedChoice | None = None
    """What decides, where it is one named value or another."""

    @cached_property
    def type(self) -> Type:
        """The type of its value."""
        return bare(self.checked.type)


@dataclass(frozen=True, eq=False)
class NamedChoice:
    """A formula that is one value or another: the condition, and the path of each, empty where it names none."""

    condition: Expression
    paths: tuple[tuple[str, ...], tuple[str, ...]]
    """Where the condition holds, and where it does not."""


@dataclass(frozen=True, eq=False)
class LayoutBlock:
    """A block with its compiled formulas by slot: "rows", "name", "items.0.value", "columns.1.value" ..."""

    id: str
    settings: BlockSettings
    formulas: Mapping[str, LayoutFormula]


class EntryReader(Protocol):
    """An entry as blocks are filled from it: the values that their formulas give, as they are shown."""

    words: Words
    """What the program says in its game."""

    def compute(self, formula: LayoutFormula, row: Row | None = None) -> Any:
        """The value of a formula over the entry, and over one row of a block."""

    def number(self, formula: LayoutFormula, row: Row | None = None, row_leaves: Any = None) -> Number:
        """A value as shown, with its why where it is derived."""

    def displayed(self, value: Any, kind: Type) -> str:
        """A value as users read it: titles for terms, commas between items."""

    def plain(self, text: str) -> str:
        """A text without links."""

    def text(self, block: LayoutBlock, slot: str, row: Row | None = None) -> str:
        """The text of a slot; empty where the block does not fill it."""

    def whole(self, block: LayoutBlock, slot: str) -> int | None:
        """The whole number of a slot; none where it is empty."""

    def prose(self, block: LayoutBlock, slot: str, row: Row | None = None) -> DrawnText:
        """The Markdown of a slot, drawn."""

    def mark_of(self, block: LayoutBlock, slot: str, row: Row | None = None) -> Mark | None:
        """The mark of the term that a slot gives."""

    def cost_of(self, block: LayoutBlock, row: Row) -> int:
        """The stars of a row; 0 where it has none."""

    def items(self, block: LayoutBlock, slot: str, parts: Sequence[P]) -> Iterator[tuple[int, P, Number]]:
        """The parts of a block that have something to show: place in the list, settings, number."""

    def rows(self, block: LayoutBlock) -> Iterator[tuple[Row, Any]]:
        """The rows of a block, each with its leaves where they are derived."""

    def mapped(self, formula: LayoutFormula) -> Iterator[Number]:
        """The numbers of a map or list in order, each with its why."""

    def part(self, formula: LayoutFormula, key: str, values: Mapping[str, Any]) -> Number:
        """The number under one key of a map."""

    def mark(self, vocabulary: str, term: object) -> Mark:
        """The mark of a term."""

    def sign(self, name: str, title: str, emphasis: Emphasis = "") -> Mark:
        """A mark by name, which is called so."""

    def terms(self, vocabulary: str) -> Mapping[str, Mapping[str, Any]]:
        """The terms of a vocabulary; none where there is no such vocabulary."""

    def body(self, vocabulary: str) -> BodyDrawing | None:
        """How the regions of a vocabulary are drawn; None where the ruleset does not say."""

    def href(self, identity: str) -> str:
        """The page of the entry with this id; empty where there is none."""

    def inner(self, block: LayoutBlock, slot: str, names: Sequence[str]) -> Iterator[EntryView]:
        """The entries that a slot gives, each with those of its blocks that have these names."""


class ItemSettings(Model):
    """A part of a block that shows a value under a label."""

    label: Text = ""
    """What it is called."""
    value: Formula = "none"
    """A number or text."""


ONE_BY_ONE = dict.fromkeys(
    ("rows", "each"),
    "what it shows is written one by one under `items`; `table`, `named` and `clock` blocks go through a list",
)
"""What blocks whose parts are listed in their settings say of settings of those that go through a list."""


class BlockSettings(Model, ABC):
    """What an author writes of a block; subclasses have a `type` of their own, and their docstring is for authors."""

    title: Text = ""
    """Its heading."""
    secret: bool = False
    """Whether players never get it."""
    editorial: bool = False
    """A remark on the source: no preview of a search result begins with it."""

    @abstractmethod
    def build(self, entry: EntryReader, block: LayoutBlock) -> Block | None:
        """The block of an entry; None where the entry has nothing to show in it."""

    def without_entry(self, name: str) -> Block | None:
        """The block of this name as far as its settings alone say what it is; None where these say too little."""
        return None

    def mismatches(self, types: Mapping[str, Type]) -> Iterator[tuple[str, str]]:
        """What is wrong between its formulas, whose types are given by their slots: the slot, and a message."""
        return iter(())

    def objections(self, value: SlotValue) -> Iterator[tuple[str, str]]:
        """What an entry says of its state that cannot be: the slot that gives it, and why."""
        return iter(())


def states_out_of_bounds(value: SlotValue, items: Iterable[tuple[str, int, int]]) -> Iterator[tuple[str, str]]:
    """The slots of items whose `current` cannot be, and why; an item is its label, its least and the ticks of a box."""
    for number, (label, least, ticks) in enumerate(items):
        slot = f"items.{number}.current"
        current = value(slot)
        if current is None:
            continue
        size = value(f"items.{number}.value")
        if message := outside(label, current, least, size * ticks if isinstance(size, int) else None):
            yield slot, message


@dataclass(frozen=True, kw_only=True)
class Block(ABC):
    """A block as page, sheet and card templates draw it: plain values, never the entry itself."""

    type: ClassVar[str]
    """The folder of its templates, and the class that styles it: "tracks", `b-tracks`."""
    common: ClassVar[bool] = False
    """Whether its style stands in the stylesheet of every page, not only in the pages that have such a block."""
    stands: ClassVar[Literal["left", "right", "foot"]] = "left"
    """Where it stands on the page for play: what is ticked right, under the thumb; what is read left."""
    movable: ClassVar[bool] = False
    """Whether it may stand in the other column where that makes the page even."""
    slim: ClassVar[bool] = False
    """Whether it stands in the slim column of a panel."""
    headed: ClassVar[bool] = True
    """Whether its title stands over it on a sheet, not inside of it."""
    shared: ClassVar[bool] = False
    """Whether it is the rules' own, and printed on blank sheets, where it is the same for every entry of a kind."""
    id: str
    title: str
    secret: bool = False
    named: str = ""
    """Begins the names of its fields on a form, where another block has fields of the same names."""

    @abstractmethod
    def words(self) -> Iterator[str]:
        """What the search finds and quotes of it, piece by piece."""

    @abstractmethod
    def numbers(self) -> Iterator[tuple[str, Number]]:
        """Its numbers, each with what it is called where it stands by itself."""

    @abstractmethod
    def emptied(self, peers: Sequence[Block]) -> Block:
        """It with nothing in it but its labels, for a sheet to write on.

        `peers` are the same block of generated entries, with the least and with the most that there can be.
        """

    def needs(self) -> Iterator[str]:
        """The styles and scripts that its page needs beside those of every page."""
        if not self.common:
            yield self.type

    def names(self) -> Iterator[str]:
        """The names in it, such as those of attacks and traits."""
        return iter(())

    def ticked(self) -> Iterator[Track]:
        """What is crossed off in it in a fight."""
        return iter(())


@dataclass(frozen=True)
class BlockType:
    """A type of block: what an author writes of it, and what templates draw."""

    settings: type[BlockSettings]
    view: type[Block]


@dataclass(frozen=True, kw_only=True)
class EntryView:
    """One entry as templates see it: who it is, and its blocks by area."""

    id: str
    kind: str
    kind_title: str
    name: str
    href: str = ""
    """Address of its page, relative to the site root."""
    subtitle: tuple[str, ...] = ()
    badge: Fact | None = None
    summary: str = ""
    tags: tuple[str, ...] = ()
    source: str = ""
    portrait: str = ""
    """A data URI or empty."""
    areas: Mapping[str, tuple[Block, ...]]
    """Blocks by area: "page", "aside", "book", "front", "back", "play", "reference"; absent areas are empty."""
    pages: tuple[SheetGrid, ...] = ()
    """The pages of its sheet on which blocks have fixed places; the first has those of the area "play"."""
    hidden: bool = False
    known: tuple[str, ...] = ()
    """What players see of it, where that is not all."""

    def area(self, name: str) -> tuple[Block, ...]:
        """The blocks of one area, in the order declared."""
        return self.areas.get(name, ())

    def needs(self) -> Iterator[str]:
        """The styles and scripts that its blocks need where it is drawn on a page."""
        for block in (*(self.area("page") or self.area("front")), *self.area("aside")):
            yield from block.needs()


def inner_blocks(entry: EntryView) -> tuple[Block, ...]:
    """The blocks of an entry inside a panel: the area of that name, else the first that has any."""
    for area in ("panel", "page", "front", "play", *entry.areas):
        if blocks := entry.area(area):
            return blocks
    return ()


def of_type(sort: type[P], blocks: Iterable[Block]) -> list[P]:
    """The blocks of one type."""
    return [block for block in blocks if isinstance(block, sort)]
