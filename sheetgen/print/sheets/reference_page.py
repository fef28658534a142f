"""The reference: what is looked up, in two columns on as many pages as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sheetgen.blocks import Block, Body, Lines, NamedList, Panel, Table
from sheetgen.print.sheets.placing import (
    GAP,
    GUTTER,
    WIDEST_GAP,
    Band,
    MeasuredBlock,
    PagePlan,
    PageSpace,
    PlacedBlock,
    PlacedColumn,
    follows,
    gap_above,
    height_of,
    spaced,
    stretched,
)
from sheetgen.print.sheets.sheet_frame import LINE_PITCH, SheetFrame
from sheetgen.print.sheets.split import divided, fewer_lines, opened

COLUMNS = 16.0
"""Below so many mm of paper for each point of type, a reference page has one column."""
EVEN = 45.0
"""Columns that differ by more mm than this are levelled where a list can be divided."""


def lookup_pages(
    blocks: Sequence[Block], frame: SheetFrame, room: PageSpace, height_safety: float, first: PageSpace | None = None
) -> list[PagePlan]:
    """Pages of two columns; of one where the type is so large that two would be too narrow."""
    if room.width / frame.sizes.body < COLUMNS:
        frame = replace(frame, single=True)
    half = frame.narrowed(round((room.width - GUTTER) / 2, 2))
    wide = frame.narrowed(room.width)
    todo = [part for b in blocks if not (isinstance(b, Lines) and b.count < 1) for part in wide.stacked(b)]
    pages: list[PagePlan] = []
    while todo:
        page, left = _page(todo, half, wide, room if pages or first is None else first, height_safety)
        if len(left) == len(todo) and left == todo:
            page, left = _parted(todo, half, wide, room, height_safety)
        pages.append(page)
        todo = left
    return pages[:-1] if len(pages) > 1 and frame.mode == "filled" and _to_write_on(pages[-1]) else pages


def _parted(
    todo: list[Block], half: SheetFrame, wide: SheetFrame, room: PageSpace, height_safety: float
) -> tuple[PagePlan, list[Block]]:
    """A page that begins with a block that fits none: its first part, as far as it fits; the rest follows.

    A block that cannot be cut stands on a page of its own; the engine's measure says by how much it is too long.
    """
    block = todo[0]
    if isinstance(block, Panel) and len(parts := [*opened(block)]) > 1:
        return _page([*parts, *todo[1:]], half, wide, room, height_safety)
    first, left = divided(block, wide, room.later, height_safety, whole=True)
    if first is None or left is None:
        return _bands(([], []), [MeasuredBlock(block, 0.0)], half, wide, room), todo[1:]
    return _bands(([], []), [MeasuredBlock(first, wide.height(first) * height_safety)], half, wide, room), [
        left,
        *todo[1:],
    ]


def _to_write_on(page: PagePlan) -> bool:
    """Whether a page holds nothing but lines."""
    return all(isinstance(p.block, Lines) for band in page.bands for column in band.columns for p in column.placed)


def _across(block: Block, half: SheetFrame) -> bool:
    """Whether a block needs the whole width: many columns, panels, lines, a strip too long for half."""
    if half.single:
        return True
    if isinstance(block, Table):
        return len(block.columns) >= 4
    return isinstance(block, Lines | Body) or block.stands == "foot"


def _page(
    todo: list[Block], half: SheetFrame, wide: SheetFrame, room: PageSpace, height_safety: float
) -> tuple[PagePlan, list[Block]]:
    """Fill one page: two columns of blocks, then those that run across; returns what is left over."""
    gap = GAP * wide.sizes.space
    columns: tuple[list[MeasuredBlock], list[MeasuredBlock]] = ([], [])
    across: list[MeasuredBlock] = []
    rest: list[Block] = []
    for number, block in enumerate(todo):
        used = max(height_of(columns[0], gap), height_of(columns[1], gap))
        below = sum(p.height + gap_above(p.block, gap) for p in across)
        if rest:
            rest.append(block)
        elif _across(block, half):
            height = wide.height(block) * height_safety
            if used + below + gap_above(block, gap) + height <= room.later:
                across.append(MeasuredBlock(block, height))
            elif (few := fewer_lines(block, wide, room.later - used - below - gap)) is not None:
                across.append(MeasuredBlock(few, wide.height(few) * height_safety))
            else:
                first, left = divided(block, wide, room.later - used - below - gap, height_safety)
                across += [MeasuredBlock(first, wide.height(first) * height_safety)] if first else []
                rest.append(left or block)
        else:
            reserve = sum(half.height(b) * height_safety + gap for b in todo[number + 1 : number + 2] if follows(b))
            before = todo[number - 1].id if number and follows(block) else ""
            rest += _into_columns(block, columns, half, room.later - below, height_safety, gap, before, reserve)
    room_left = room.later - sum(p.height + gap_above(p.block, gap) for p in across)
    if _backwards(columns, todo):
        names = {piece.block.id for column in columns for piece in column}
        own = [block for block in todo if block.id in names]
        columns, over = _filled(own, half, room_left, height_safety, gap)
        rest = [*over, *(block for block in rest if block.id not in names)]
    columns = _in_order(columns, [b for b in todo if any(b is p.block for c in columns for p in c)], room_left, gap)
    _even(columns, half, height_safety, gap)
    columns = _rejoined(columns[0], half, height_safety), _rejoined(columns[1], half, height_safety)
    return _bands(columns, across, half, wide, room), rest


def _backwards(columns: tuple[list[MeasuredBlock], list[MeasuredBlock]], todo: Sequence[Block]) -> bool:
    """Whether a list that was divided goes on in the left column and begins in the right one.

    In either column a list stands once, so the part with the first items of the whole is its beginning.
    """
    starts = {block.id: block.items[0] for block in todo if isinstance(block, NamedList) and block.items}
    lists = [{p.block.id: p.block for p in column if isinstance(p.block, NamedList)} for column in columns]
    return any(block.items[0] is not starts.get(name) and name in lists[1] for name, block in lists[0].items())


def _filled(
    blocks: Sequence[Block], half: SheetFrame, room: float, height_safety: float, gap: float
) -> tuple[tuple[list[MeasuredBlock], list[MeasuredBlock]], list[Block]]:
    """Blocks in the order that they are read: the left column to its foot, then the right; and what is left."""
    rest = [*blocks]
    made: tuple[list[MeasuredBlock], list[MeasuredBlock]] = ([], [])
    for column in made:
        while rest:
            space = room - height_of(column, gap) - (gap if column else 0)
            height = half.height(rest[0]) * height_safety
            if height <= space:
                column.append(MeasuredBlock(rest.pop(0), height))
                continue
            first, left = divided(rest[0], half, space, height_safety, whole=not column)
            if first is not None and left is not None:
                column.append(MeasuredBlock(first, half.height(first) * height_safety))
                rest[0] = left
            break
    return made, rest


def _in_order(
    columns: tuple[list[MeasuredBlock], list[MeasuredBlock]], order: Sequence[Block], room: float, gap: float
) -> tuple[list[MeasuredBlock], list[MeasuredBlock]]:
    """The same pieces so that the left column is read first.

    Where the page would grow much higher by it, only the columns change places, so that less is read backwards.
    """
    pieces = {id(piece.block): piece for column in columns for piece in column}
    if len(order) != len(pieces):
        return columns
    line = [pieces[id(block)] for block in order]
    ends = [n for n in range(1, len(line)) if not follows(line[n].block)]
    cuts = [(line[:n], line[n:]) for n in [*ends, len(line)]]
    best = min(cuts, key=lambda c: max(height_of(c[0], gap), height_of(c[1], gap)), default=columns)
    tall, before = (max(height_of(c[0], gap), height_of(c[1], gap)) for c in (best, columns))
    if tall <= room and tall <= before * 1.25:
        return best
    pairs = [(left, right, left.height * right.height) for left in columns[0] for right in columns[1]]
    backwards = sum(weight for left, right, weight in pairs if line.index(left) > line.index(right))
    return columns if 2 * backwards <= sum(weight for *_, weight in pairs) else (columns[1], columns[0])


def _even(
    columns: tuple[list[MeasuredBlock], list[MeasuredBlock]], half: SheetFrame, height_safety: float, gap: float
) -> None:
    """Divide a block of a column that is much taller than the other, so that both end about level.

    What is read first stays left: the last block of the left column goes on at the head of the right
    one, the first block of the right column begins at the foot of the left one.
    """
    free = height_of(columns[0], gap) - height_of(columns[1], gap)
    if abs(free) < EVEN or not all(columns):
        return
    last = columns[0][-1] if free > 0 else columns[1][0]
    first, left = divided(last.block, half, last.height - free / 2 if free > 0 else -free / 2, height_safety)
    if first is None or left is None or min(map(_parts, (first, left))) * 3 < _parts(last.block):
        return
    begun, rest = (MeasuredBlock(part, half.height(part) * height_safety) for part in (first, left))
    if free > 0:
        columns[0][-1] = begun
        columns[1].insert(0, rest)
    else:
        columns[0].append(begun)
        columns[1][0] = rest


def _parts(block: Block) -> int:
    """How many rows or items a block has."""
    return len(block.rows) if isinstance(block, Table) else len(block.items) if isinstance(block, NamedList) else 0


def _rejoined(column: list[MeasuredBlock], half: SheetFrame, height_safety: float) -> list[MeasuredBlock]:
    """A column in which parts of a list that came to stand below each other are one again."""
    measured: list[MeasuredBlock] = []
    for piece in column:
        before, block = measured[-1].block if measured else None, piece.block
        if isinstance(before, NamedList) and isinstance(block, NamedList) and before.id == block.id:
            joined = replace(before, items=(*before.items, *block.items))
            measured[-1] = MeasuredBlock(joined, half.height(joined) * height_safety)
        else:
            measured.append(piece)
    return measured


def _into_columns(
    block: Block,
    columns: tuple[list[MeasuredBlock], list[MeasuredBlock]],
    half: SheetFrame,
    room: float,
    height_safety: float,
    gap: float,
    before: str = "",
    reserve: float = 0.0,
) -> list[Block]:
    """Put a block into the shorter column that holds it, or as much of it as goes; what is left over.

    It would rather stand below the block with the id `before`, and have `reserve` mm free below itself.
    """
    height = half.height(block) * height_safety
    order = sorted(columns, key=lambda c: (not (c and before and c[-1].block.id == before), height_of(c, gap)))
    for column, free in [*((c, reserve) for c in order if reserve), *((c, 0.0) for c in order)]:
        if height_of(column, gap) + (gap if column else 0) + height + free <= room:
            column.append(MeasuredBlock(block, height))
            return []
    for column in columns:
        space = room - height_of(column, gap) - (gap if column else 0)
        first, left = divided(block, half, space, height_safety, whole=not column)
        if first is not None and left is not None:
            column.append(MeasuredBlock(first, half.height(first) * height_safety))
            return _into_columns(left, columns, half, room, height_safety, gap)
    return [block]


def _bands(
    columns: tuple[list[MeasuredBlock], list[MeasuredBlock]],
    across: list[MeasuredBlock],
    half: SheetFrame,
    wide: SheetFrame,
    room: PageSpace,
) -> PagePlan:
    least = GAP * wide.sizes.space
    tall = max(height_of(columns[0], least), height_of(columns[1], least))
    free = room.later - tall - sum(p.height + gap_above(p.block, least) for p in across)
    gaps = max(1, max(len(columns[0]), len(columns[1])) - 1 + len(across))
    gap = min(least + max(0.0, free) / gaps, WIDEST_GAP)
    tall += (gap - least) * max(0, max(len(columns[0]), len(columns[1])) - 1)
    free -= (gap - least) * gaps
    bands = []
    if any(columns):
        sides = [PlacedColumn(half.width, spaced(c, min(stretched(c, tall, gap), gap * 1.2))) for c in columns]
        bands.append(Band(tuple(sides)))
    for piece in across:
        block = piece.block
        if isinstance(block, Lines) and free >= LINE_PITCH:
            more = int(free // LINE_PITCH)
            block, free = replace(block, count=block.count + more), free - more * LINE_PITCH
        bands.append(Band((PlacedColumn(wide.width, (PlacedBlock(block, gap_above(block, gap) if bands else 0.0),)),)))
    return PagePlan("reference", "", tuple(bands))
