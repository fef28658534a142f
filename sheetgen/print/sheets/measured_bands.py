"""Blocks one below the other in the order that they are read: side by side in two columns, or across the page.

Narrow blocks that follow each other share a band: the first of them stand in its left column, the rest in its
right one. Millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sheetgen.blocks import Block, Body, Grid, Lines, NamedList, Panel, Prose, Table, Tracks
from sheetgen.blocks.body.paper import PRINT as BODY
from sheetgen.blocks.table.table_columns import halves, holds_columns
from sheetgen.print.block_print import fits_half, sheet_height
from sheetgen.print.measure.sheet_frame import MEASURE, SheetFrame
from sheetgen.print.sheets.placing import GAP, MeasuredBlock, follows, gap_above, height_of
from sheetgen.print.sheets.split import continued, divided, is_empty

EVEN = 45.0
"""Columns that differ by more mm than this are levelled where a list can be divided."""
NARROW_FIGURE = 0.8
"""The figure of a body stands in a column where it is not smaller than this part of what it is across the page."""
LEFT, RIGHT, BELOW = "left", "right", "below"
Places = Mapping[str, str]
"""Where blocks stand for all entries of a kind, by id: left or right, or below the columns of a play page."""


@dataclass(frozen=True)
class KindPlaces:
    """Where the blocks of all entries of a kind stand: on the play page, in the reference, and where all flows on.

    Those `below` the columns of the play page share bands of their own.
    """

    play: Places = field(default_factory=dict)
    below: Places = field(default_factory=dict)
    reference: Places = field(default_factory=dict)
    flow: Places = field(default_factory=dict)
    rows: Mapping[str, Sequence[tuple[float, ...]]] = field(default_factory=dict)
    """How high the rows of pages with fixed places are, by density."""


Group = Sequence[Block]
"""A block with the texts that belong to it."""


@dataclass(frozen=True)
class Setting:
    """How blocks are set: in columns of half the width, and across; heights are multiplied by `height_safety`."""

    half: SheetFrame
    wide: SheetFrame
    height_safety: float
    places: Places
    closeness: float = 1.0
    """A factor on the least white between blocks."""

    def measure(self, block: Block, frame: SheetFrame) -> MeasuredBlock:
        """A block with its height in a column."""
        return MeasuredBlock(block, sheet_height(block, frame) * self.height_safety)

    @property
    def gap(self) -> float:
        """The least white between blocks."""
        return GAP * self.wide.sizes.space * self.closeness

    def across(self, block: Block) -> MeasuredBlock:
        """A block across the page."""
        return self.measure(block, self.wide)

    def read(self, block: Block) -> MeasuredBlock:
        """A block by itself: texts no wider than can be read, others across the page."""
        wide = self.wide.narrowed(round(min(self.wide.width, MEASURE * self.wide.sizes.body), 2))
        text = isinstance(block, Prose | NamedList) and self.wide.of(block).mode == "filled"
        return replace(self.measure(block, wide), width=wide.width) if text else self.across(block)

    def aside(self, block: Block) -> MeasuredBlock:
        """A block in a column."""
        return self.measure(block, self.half)

    def narrow(self, block: Block) -> bool:
        """Whether a block stands in a column of half the width: not with many columns, or in large type."""
        if isinstance(block, Lines | Panel) or block.stands == "foot":
            return False
        if isinstance(block, Body):
            half, wide = (BODY.shape(block, frame).scale for frame in (self.half, self.wide))
            return half >= wide * NARROW_FIGURE
        if isinstance(block, Table) and len(block.columns) >= 4:
            return self.half.tight and holds_columns(block, self.half)
        return not self.half.single or (isinstance(block, Table | Grid | Tracks) and fits_half(block, self.half))


@dataclass(frozen=True)
class MeasuredBand:
    """Pieces in two columns, or one piece across the page."""

    columns: tuple[tuple[MeasuredBlock, ...], ...]

    @property
    def first(self) -> Block:
        """What is read first."""
        return next(piece.block for column in self.columns for piece in column)

    @property
    def gaps(self) -> int:
        """How many gaps are in its column of the most blocks."""
        return max(len(column) for column in self.columns) - 1

    def height(self, gap: float) -> float:
        """How high it is, with so many mm between blocks."""
        return max(height_of(column, gap) for column in self.columns)


def stack_height(stack: Sequence[MeasuredBand], gap: float) -> float:
    """How high bands stand one below the other, with so many mm between blocks."""
    return sum(s.height(gap) + (gap_above(s.first, gap) if n else 0.0) for n, s in enumerate(stack))


def measured_bands(blocks: Iterable[Block], setting: Setting) -> list[MeasuredBand]:
    """Bands with all of some blocks, however high they stand."""
    bands: list[MeasuredBand] = []
    for run in runs(blocks, setting):
        if len(run) > 1 and (measured := band_of(run, setting, math.inf)):
            bands.append(measured)
        else:
            bands += [measured for group in run for measured in alone(group, setting)]
    return bands


def groups(blocks: Iterable[Block]) -> list[list[Block]]:
    """Blocks, each with the texts that belong to it."""
    result: list[list[Block]] = []
    for block in blocks:
        if result and follows(block):
            result[-1].append(block)
        else:
            result.append([block])
    return result


def runs(blocks: Iterable[Block], setting: Setting) -> Iterator[list[Group]]:
    """Groups that share a band, in order: narrow ones that follow each other; others one by one."""
    run: list[Group] = []
    for group in groups(blocks):
        if not setting.narrow(group[0]):
            yield from filter(None, (run, [group]))
            run = []
        else:
            run.append(group)
    if run:
        yield run


def alone(group: Group, setting: Setting) -> list[MeasuredBand]:
    """A group that shares its band with no other: across the page, but for a short table to read in its left half.

    A long text stands in both halves.
    """
    head = group[0]
    if isinstance(head, Prose | NamedList) and len(group) == 1 and setting.narrow(head):
        halved = _levelled(MeasuredBand(((setting.aside(head),), ())), setting)
        if halved.columns[1]:
            return [halved]
    if (
        isinstance(head, Table)
        and not setting.wide.of(head).empty
        and setting.narrow(head)
        and fits_half(head, setting.half)
        and halves(head, setting.wide) == 1
    ):
        return [MeasuredBand((tuple(map(setting.aside, group)), ()))]
    return [MeasuredBand(((setting.read(block),),)) for block in group]


def band_of(run: Sequence[Group], setting: Setting, room: float) -> MeasuredBand | None:
    """The band that holds a run in `room` mm; nothing where none does.

    Every block stands where it does for all entries of its kind, if there is room; else where the band is lowest.
    """
    best = lowest(run, setting)
    known = _known(run, setting.places)
    for cut in dict.fromkeys([best if known is None else known, best]):
        measured = _cut(run, cut, setting)
        if measured.height(setting.gap) <= room:
            return measured if known is not None else _levelled(measured, setting)
    others = [_levelled(_cut(run, best, setting), setting), *([_packed(run, setting)] if setting.half.tight else [])]
    return next((band for band in others if band.height(setting.gap) <= room), None)


def _packed(run: Sequence[Group], setting: Setting) -> MeasuredBand:
    """A band as low as can be, whichever column a group stands in: the highest are placed first."""
    columns: tuple[list[int], list[int]] = ([], [])
    measured = [[setting.aside(block) for block in group] for group in run]

    def tall(column: Sequence[int]) -> float:
        return height_of([piece for n in sorted(column) for piece in measured[n]], setting.gap)

    for n in sorted(range(len(run)), key=lambda n: -height_of(measured[n], setting.gap)):
        min(columns, key=tall).append(n)
    left, right = sorted(map(sorted, columns))
    return MeasuredBand(tuple(tuple(piece for n in column for piece in measured[n]) for column in (left, right)))


def lowest(run: Sequence[Group], setting: Setting) -> int:
    """How many groups of a run stand left where its band is lowest."""
    return min(range(1, len(run) + 1), key=lambda cut: _cut(run, cut, setting).height(setting.gap))


def _known(run: Sequence[Group], places: Places) -> int | None:
    """How many groups stand left by where they stand for all entries; nothing where that is not known."""
    if not any(group[0].id in places for group in run):
        return None
    left = [n for n, group in enumerate(run, 1) if places.get(group[0].id) == LEFT]
    return max(left, default=0) or None


def _cut(run: Sequence[Group], count: int, setting: Setting) -> MeasuredBand:
    left, right = ([block for group in part for block in group] for part in (run[:count], run[count:]))
    if right:
        right[0] = _headed(right[0], left, setting)
    return MeasuredBand(tuple(tuple(map(setting.aside, part)) for part in (left, right)))


def _headed(block: Block, before: Sequence[Block], setting: Setting) -> Block:
    """The first block of a column: where it is the lower part of a table that is too wide, it says whose it is."""
    if not isinstance(block, Table) or block.title:
        return block
    title = next((other.title for other in reversed(before) if other.id == block.id and other.title), "")
    return replace(block, title=continued(title, setting.half.words))


def filled(blocks: Sequence[Block], setting: Setting, room: float) -> tuple[MeasuredBand, list[Block]]:
    """A band as high as there is room for, the left column to its foot, then the right; and what is left.

    A table to write in is not torn: it stands in the next column, or has fewer rows.
    """
    rest = [*blocks]
    made: tuple[list[MeasuredBlock], list[MeasuredBlock]] = ([], [])
    for column in made:
        if rest and column is made[1]:
            rest[0] = _headed(rest[0], [piece.block for piece in made[0]], setting)
        while rest:
            space = room - height_of(column, setting.gap) - (setting.gap if column else 0)
            group = [setting.aside(block) for block in groups(rest)[0]]
            if height_of(group, setting.gap) <= space:
                column += group
                del rest[: len(group)]
                continue
            if column is made[0] and column and is_empty(rest[0]) and height_of(group, setting.gap) <= room:
                break
            first, left = divided(rest[0], setting.half, space, setting.height_safety, whole=not column)
            if first is not None and left is not None:
                column.append(setting.aside(first))
                rest[:1] = [] if is_empty(rest[0]) else [left]
            elif not column and group[0].height <= space:
                column.append(group[0])
                rest.pop(0)
            break
    return MeasuredBand(tuple(map(tuple, made))), rest


def _levelled(measured: MeasuredBand, setting: Setting) -> MeasuredBand:
    """A band whose columns end about level, where a list or table can be divided for it.

    What is read first stays left: the last block of the left column goes on at the head of the right one, the
    first of the right column begins at the foot of the left one.
    """
    left, right = map(list, measured.columns)
    free = height_of(left, setting.gap) - height_of(right, setting.gap)
    if abs(free) < EVEN or not left or (free < 0 and not right):
        return measured
    last = left[-1] if free > 0 else right[0]
    if is_empty(last.block):
        return measured
    first, rest = divided(
        last.block, setting.half, last.height - free / 2 if free > 0 else -free / 2, setting.height_safety
    )
    if first is None or rest is None or min(map(_parts, (first, rest))) * 3 < _parts(last.block):
        return measured
    if free > 0:
        left[-1:], right[:0] = [setting.aside(first)], [setting.aside(rest)]
    else:
        left.append(setting.aside(first))
        right[0] = setting.aside(rest)
    return MeasuredBand((tuple(left), tuple(right)))


def _parts(block: Block) -> int:
    """How many rows or items a block has."""
    return len(block.rows) if isinstance(block, Table) else len(block.items) if isinstance(block, NamedList) else 0


def whole(measured: MeasuredBand, setting: Setting) -> MeasuredBand:
    """A band in which parts of a list that came to stand below each other are one again."""
    return MeasuredBand(tuple(tuple(_whole(column, setting)) for column in measured.columns))


def _whole(column: Iterable[MeasuredBlock], setting: Setting) -> Iterator[MeasuredBlock]:
    before: MeasuredBlock | None = None
    for piece in column:
        block, last = piece.block, before.block if before else None
        if isinstance(block, NamedList) and isinstance(last, NamedList) and last.id == block.id:
            before = setting.aside(replace(last, items=(*last.items, *block.items)))
            continue
        if before:
            yield before
        before = piece
    if before:
        yield before
