"""Which block of a sheet stands on which page and in which column, and how far apart.

Page one is for play: what is ticked stands right, under the thumb; what is read stands left; panels
and conditions run across the foot. The reference follows in two columns, on as many pages as it takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Block, Body, Facts, Figures, Lines, NamedList, Panel, Prose, Scores, Table, Tracks
from sheetgen.printing.sheets.frame import LINE_PITCH, SheetFrame
from sheetgen.printing.sheets.tables import rows_of

GUTTER = 7.0
RIGHT = 64.0
GAP, WIDEST_GAP = 4.2, 9.0
"""Least and greatest white between blocks, in mm, before the density's factor."""
COLUMNS = 16.0
"""Below so many mm of paper for each point of type, a reference page has one column."""
EVEN = 45.0
"""Columns that differ by more mm than this are levelled where a list can be divided."""
FULL = ("checks", "panel")
FIXED_RIGHT = ("body", "tracks")
FEWEST_LINES = 2
"""Fewer lines to write on are none."""
MOVABLE = ("strip", "grid", "named", "prose", "table")
"""Blocks that may move from the foot of the left column to the right one."""


@dataclass(frozen=True)
class Placed:
    """A block with the white above it; `beside` share its line."""

    block: Block
    gap: float
    beside: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Column:
    """Blocks one below the other."""

    width: float
    placed: tuple[Placed, ...]
    top: float = 0.0
    """White above the first block."""


@dataclass(frozen=True)
class Band:
    """Columns side by side."""

    columns: tuple[Column, ...]


@dataclass(frozen=True)
class PagePlan:
    """One page."""

    kind: str
    density: str
    bands: tuple[Band, ...]


@dataclass(frozen=True)
class Room:
    """The space of a page in mm: widths, and heights under the headers of the first and later pages."""

    width: float
    first: float
    later: float
    picture: float
    """How far the portrait reaches below the first header, into the right column."""


@dataclass(frozen=True)
class _Piece:
    block: Block
    height: float
    beside: tuple[Block, ...] = ()


def plan(
    play: Sequence[Block],
    reference: Sequence[Block],
    frames: Mapping[str, SheetFrame],
    density: str,
    room: Room,
    caution: float,
    spare: bool,
) -> tuple[PagePlan, ...] | None:
    """The pages of a sheet, or nothing where the play page cannot hold what must stand on it.

    `frames` are by density, the most open first; `caution` is a factor on every reckoned height. With
    `spare`, what is too much for the play page moves to the reference; else it must fit. The
    reference takes the most open density that costs no more pages.
    """
    frame = frames[density]
    if not play:
        return tuple(replace(page, density=density) for page in _reference(reference, frame, room, caution))
    moved: list[Block] = []
    blocks = list(play)
    while True:
        page = _play(blocks, frame, room, caution)
        if page is not None:
            break
        spill = _second_panel(blocks) if spare else None
        if spill is not None:
            moved.insert(0, spill[1])
            blocks[blocks.index(spill[0])] = spill[2]
            continue
        victim = _movable(blocks) if spare else None
        if victim is None:
            return _flowing([*blocks, *moved, *reference], frame, density, room, caution) if spare else None
        blocks.remove(victim)
        moved.insert(0, victim)
    rest = [*moved, *reference]
    tried = {name: _reference(rest, other, room, caution) for name, other in frames.items()}
    fewest = len(tried[density])
    chosen = next(name for name, pages in tried.items() if len(pages) <= fewest)
    named = [replace(found, density=chosen) for found in tried[chosen]]
    return (replace(page, density=density), *named)


def on_one(
    play: Sequence[Block], frame: SheetFrame, density: str, room: Room, caution: float
) -> tuple[PagePlan, ...] | None:
    """Everything in two even columns on one page, without lines to write on; nothing where it takes more."""
    pages = _flowing([b for b in play if not isinstance(b, Lines)], frame, density, room, caution)
    return pages if len(pages) == 1 and _holds(pages[0], frame, room, caution) else None


def _holds(page: PagePlan, frame: SheetFrame, room: Room, caution: float) -> bool:
    """Whether what was put on the first page is no higher than it."""
    tall = 0.0
    for band in page.bands:
        heights = []
        for column in band.columns:
            own = frame.narrowed(column.width)
            heights.append(column.top + sum(p.gap + own.height(p.block) * caution for p in column.placed))
        tall += max(heights, default=0.0)
    return tall <= room.first


def _second_panel(blocks: Sequence[Block]) -> tuple[Panel, Panel, Panel] | None:
    """A panel of several entries: itself, all but its first entry, and its first entry."""
    for block in blocks:
        if isinstance(block, Panel) and len(block.entries) > 1:
            return block, replace(block, entries=block.entries[1:]), replace(block, entries=block.entries[:1])
    return None


def _flowing(
    blocks: Sequence[Block], frame: SheetFrame, density: str, room: Room, caution: float
) -> tuple[PagePlan, ...]:
    """Everything in order on as many pages as it takes: for large print and small paper."""
    first = replace(room, later=room.first - room.picture)
    pages = _reference(blocks, frame, room, caution, first)
    top = replace(
        pages[0], bands=tuple(_lowered(band, room.picture) for band in pages[0].bands[:1]) + pages[0].bands[1:]
    )
    return tuple(replace(page, density=density) for page in (replace(top, kind="play"), *pages[1:]))


def _lowered(band: Band, by: float) -> Band:
    return Band(tuple(replace(column, top=column.top + by) for column in band.columns))


def _movable(blocks: Sequence[Block]) -> Block | None:
    """The last block of the left column that can stand on another page."""
    kinds = (Table, NamedList, Prose, Lines)
    tables = [b for b in blocks if isinstance(b, kinds)]
    later = tables[1:] if len(tables) > 1 else []
    return later[-1] if later else None


# -- the play page -----------------------------------------------------------------------------


def _play(blocks: Sequence[Block], frame: SheetFrame, room: Room, caution: float) -> PagePlan | None:
    left, right, full = _sorted(blocks)
    wide = frame.narrowed(room.width)
    if not right:
        pieces = [_Piece(b, wide.height(b) * caution) for b in [*left, *full]]
        return _single(pieces, wide, room)
    slim = min(RIGHT * max(1.0, frame.sizes.body / 9), room.width * 0.42)
    sides = frame.narrowed(room.width - slim - GUTTER), frame.narrowed(slim)
    _balance(left, right, sides, room)
    lefts = _joined([part for block in left for part in sides[0].stacked(block)], sides[0], caution)
    rights = [_Piece(b, sides[1].height(b) * caution) for b in right]
    fulls = [_Piece(b, wide.height(b) * caution) for b in full]
    return _arranged(lefts, rights, fulls, sides, wide, room)


def _balance(left: list[Block], right: list[Block], sides: tuple[SheetFrame, SheetFrame], room: Room) -> None:
    """Move short blocks from the foot of the left column to the right one while that makes the page lower."""
    while len(left) > 1 and left[-1].type in MOVABLE and left[-1].title and sides[1].holds(left[-1]):
        one = left[-1]
        tall = sum(sides[0].height(b) + GAP for b in left)
        other = room.picture + sum(sides[1].height(b) + GAP for b in [*right, one])
        if other >= tall:
            return
        right.append(left.pop())


def _sorted(blocks: Sequence[Block]) -> tuple[list[Block], list[Block], list[Block]]:
    left: list[Block] = []
    right: list[Block] = []
    full: list[Block] = []
    last: list[Block] = left
    for block in blocks:
        if block.type in FULL:
            last = full
        elif block.type in FIXED_RIGHT:
            last = right
        elif not (last is right and isinstance(block, Prose) and len(block.text) < 200):
            last = left
        last.append(block)
    return left, right, full


def _joined(blocks: Sequence[Block], frame: SheetFrame, caution: float) -> list[_Piece]:
    """Pieces of a column; untitled scores and figures share a line where they fit on one."""
    found: list[_Piece] = []
    for block in blocks:
        if found and _together(found[-1], block, frame):
            found[-1] = replace(found[-1], beside=(*found[-1].beside, block))
        else:
            found.append(_Piece(block, frame.height(block) * caution))
    return found


def _together(piece: _Piece, block: Block, frame: SheetFrame) -> bool:
    if block.title or not isinstance(block, Scores | Figures) or piece.block.title:
        return False
    parts = (piece.block, *piece.beside, block)
    # Figures spread over the width that they are given, so they can only stand last.
    if not all(isinstance(p, Scores) for p in parts[:-1]):
        return False
    return sum(frame.natural_width(p) for p in parts) + 3 * len(parts) <= frame.width


def _arranged(
    lefts: list[_Piece], rights: list[_Piece], fulls: list[_Piece], sides: tuple[SheetFrame, SheetFrame],
    wide: SheetFrame, room: Room,
) -> PagePlan | None:  # fmt: skip
    least = GAP * wide.sizes.space
    heads = _height(lefts, least), room.picture + _height(rights, least)
    foot = sum(p.height + least for p in fulls)
    free = room.first - max(heads) - foot
    if free < 0:
        return None
    # White is shared out evenly: first among the blocks of the taller column and the foot.
    gaps = max(1, (len(lefts) if heads[0] >= heads[1] else len(rights)) - 1 + len(fulls))
    gap = min(least + free / gaps, WIDEST_GAP * max(1.0, wide.sizes.space))
    tall = max(heads[0] + (gap - least) * max(0, len(lefts) - 1), heads[1] + (gap - least) * max(0, len(rights) - 1))
    columns = (
        Column(sides[0].width, _spaced(lefts, _stretched(lefts, tall, gap))),
        Column(sides[1].width, _spaced(rights, _stretched(rights, tall - room.picture, gap)), room.picture),
    )
    bands = [Band(columns)] + [Band((Column(wide.width, (Placed(p.block, gap),)),)) for p in fulls]
    return PagePlan("play", "", tuple(bands))


def _height(pieces: Sequence[_Piece], gap: float) -> float:
    return sum(p.height for p in pieces) + gap * max(0, len(pieces) - 1)


def _stretched(pieces: Sequence[_Piece], tall: float, gap: float) -> float:
    """The gap at which a column is as tall as its neighbour, at most a little wider than asked."""
    if len(pieces) < 2:
        return gap
    free = tall - sum(p.height for p in pieces)
    return max(GAP * 0.4, min(free / (len(pieces) - 1), gap * 1.35))


def _spaced(pieces: Sequence[_Piece], gap: float) -> tuple[Placed, ...]:
    return tuple(Placed(p.block, _gap(p.block, gap) if n else 0.0, p.beside) for n, p in enumerate(pieces))


def _gap(block: Block, gap: float) -> float:
    """A text without a title belongs to what stands above it."""
    return min(gap, 1.6) if isinstance(block, Prose) and not block.title else gap


def _single(pieces: list[_Piece], wide: SheetFrame, room: Room) -> PagePlan | None:
    least = GAP * wide.sizes.space
    free = room.first - room.picture - _height(pieces, least)
    if free < 0:
        return None
    gap = min(least + free / max(1, len(pieces) - 1), WIDEST_GAP)
    return PagePlan("play", "", (Band((Column(wide.width, _spaced(pieces, gap), room.picture),)),))


# -- the reference -----------------------------------------------------------------------------


def _reference(
    blocks: Sequence[Block], frame: SheetFrame, room: Room, caution: float, first: Room | None = None
) -> list[PagePlan]:
    """Pages of two columns; of one where the type is so large that two would be too narrow."""
    if room.width / frame.sizes.body < COLUMNS:
        frame = replace(frame, single=True)
    half = frame.narrowed(round((room.width - GUTTER) / 2, 2))
    wide = frame.narrowed(room.width)
    todo = [part for b in blocks if not (isinstance(b, Lines) and b.count < 1) for part in wide.stacked(b)]
    pages: list[PagePlan] = []
    while todo:
        page, left = _reference_page(todo, half, wide, room if pages or first is None else first, caution)
        if len(left) == len(todo) and left == todo:
            # A block that fits no page stands on one of its own; the engine's measure tells by how much.
            page, left = _reference_bands(([], []), [_Piece(todo[0], 0.0)], half, wide, room), todo[1:]
        pages.append(page)
        todo = left
    return pages[:-1] if len(pages) > 1 and frame.mode == "filled" and _to_write_on(pages[-1]) else pages


def _to_write_on(page: PagePlan) -> bool:
    """Whether a page holds nothing but lines."""
    return all(isinstance(p.block, Lines) for band in page.bands for column in band.columns for p in column.placed)


def _fewer_lines(block: Block, frame: SheetFrame, room: float) -> Lines | None:
    """As many lines to write on as there is room for."""
    if not isinstance(block, Lines):
        return None
    count = int((room - frame.heading_height(block)) // LINE_PITCH)
    return replace(block, count=count) if FEWEST_LINES <= count < block.count else None


def _across(block: Block, half: SheetFrame) -> bool:
    """Whether a block needs the whole width: many columns, panels, lines, a strip too long for half."""
    if half.single:
        return True
    if isinstance(block, Table):
        return len(block.columns) >= 4
    return isinstance(block, Lines | Body) or block.type in FULL


def _reference_page(
    todo: list[Block], half: SheetFrame, wide: SheetFrame, room: Room, caution: float
) -> tuple[PagePlan, list[Block]]:
    """Fill one page: two columns of blocks, then those that run across; returns what is left over."""
    gap = GAP * wide.sizes.space
    columns: tuple[list[_Piece], list[_Piece]] = ([], [])
    across: list[_Piece] = []
    rest: list[Block] = []
    for block in todo:
        used = max(_height(columns[0], gap), _height(columns[1], gap))
        below = sum(p.height + gap for p in across)
        if rest:
            rest.append(block)
        elif _across(block, half):
            height = wide.height(block) * caution
            if used + below + gap + height <= room.later:
                across.append(_Piece(block, height))
            elif (few := _fewer_lines(block, wide, room.later - used - below - gap)) is not None:
                across.append(_Piece(few, wide.height(few) * caution))
            else:
                first, left = divided(block, wide, room.later - used - below - gap, caution)
                across += [_Piece(first, wide.height(first) * caution)] if first else []
                rest.append(left or block)
        else:
            rest += _into_columns(block, columns, half, room.later - below, caution, gap)
    room_left = room.later - sum(p.height + gap for p in across)
    columns = _in_order(columns, [b for b in todo if any(b is p.block for c in columns for p in c)], room_left, gap)
    _even(columns, half, caution, gap)
    return _reference_bands(columns, across, half, wide, room), rest


def _in_order(
    columns: tuple[list[_Piece], list[_Piece]], order: Sequence[Block], room: float, gap: float
) -> tuple[list[_Piece], list[_Piece]]:
    """The same pieces so that the left column is read first.

    Where the page would grow much higher by it, only the columns change places, so that less is read backwards.
    """
    pieces = {id(piece.block): piece for column in columns for piece in column}
    if len(order) != len(pieces):
        return columns
    line = [pieces[id(block)] for block in order]
    # A text without a title belongs to what stands above it.
    ends = [n for n in range(1, len(line)) if line[n].block.title or not isinstance(line[n].block, Prose)]
    cuts = [(line[:n], line[n:]) for n in [*ends, len(line)]]
    best = min(cuts, key=lambda c: max(_height(c[0], gap), _height(c[1], gap)), default=columns)
    tall, before = (max(_height(c[0], gap), _height(c[1], gap)) for c in (best, columns))
    if tall <= room and tall <= before * 1.25:
        return best
    pairs = [(one, other, one.height * other.height) for one in columns[0] for other in columns[1]]
    backwards = sum(weight for one, other, weight in pairs if line.index(one) > line.index(other))
    return columns if 2 * backwards <= sum(weight for *_, weight in pairs) else (columns[1], columns[0])


def _even(columns: tuple[list[_Piece], list[_Piece]], half: SheetFrame, caution: float, gap: float) -> None:
    """Divide a block of a column that is much taller than the other, so that both end about level.

    What is read first stays left: the last block of the left column goes on at the head of the right
    one, the first block of the right column begins at the foot of the left one.
    """
    free = _height(columns[0], gap) - _height(columns[1], gap)
    if abs(free) < EVEN or not all(columns):
        return
    one = columns[0][-1] if free > 0 else columns[1][0]
    first, left = divided(one.block, half, one.height - free / 2 if free > 0 else -free / 2, caution)
    if first is None or left is None:
        return
    begun, rest = (_Piece(part, half.height(part) * caution) for part in (first, left))
    if free > 0:
        columns[0][-1] = begun
        columns[1].insert(0, rest)
    else:
        columns[0].append(begun)
        columns[1][0] = rest


def _into_columns(
    block: Block, columns: tuple[list[_Piece], list[_Piece]], half: SheetFrame, room: float, caution: float, gap: float
) -> list[Block]:
    """Put a block into the shorter column that holds it, or as much of it as goes; what is left over."""
    height = half.height(block) * caution
    order = sorted(columns, key=lambda c: _height(c, gap))
    for column in order:
        if _height(column, gap) + (gap if column else 0) + height <= room:
            column.append(_Piece(block, height))
            return []
    for column in columns:
        space = room - _height(column, gap) - (gap if column else 0)
        first, left = divided(block, half, space, caution)
        if first is not None and left is not None:
            column.append(_Piece(first, half.height(first) * caution))
            return _into_columns(left, columns, half, room, caution, gap)
    if not any(columns):
        columns[0].append(_Piece(block, height))
        return []
    return [block]


def divided(block: Block, frame: SheetFrame, room: float, caution: float) -> tuple[Block | None, Block | None]:
    """The part of a block that fits `room` mm, and the rest; nothing where it cannot be cut there."""
    if isinstance(block, NamedList):
        parts: Sequence[object] = block.items
    elif isinstance(block, Table):
        parts = block.rows
    else:
        return None, None
    for count in range(len(parts) - 2, 1, -1):
        first = _cut(block, 0, count)
        if frame.height(first) * caution <= room:
            return first, _cut(block, count, len(parts))
    return None, None


def _cut(block: Block, start: int, end: int) -> Block:
    title = block.title + (", continued" if start and block.title and not block.title.endswith("continued") else "")
    if isinstance(block, NamedList):
        return replace(block, title=title, items=block.items[start:end])
    assert isinstance(block, Table)
    return rows_of(block, start, end, title)


def _reference_bands(
    columns: tuple[list[_Piece], list[_Piece]], across: list[_Piece], half: SheetFrame, wide: SheetFrame, room: Room
) -> PagePlan:
    least = GAP * wide.sizes.space
    tall = max(_height(columns[0], least), _height(columns[1], least))
    free = room.later - tall - sum(p.height + least for p in across)
    gaps = max(1, max(len(columns[0]), len(columns[1])) - 1 + len(across))
    gap = min(least + max(0.0, free) / gaps, WIDEST_GAP)
    tall += (gap - least) * max(0, max(len(columns[0]), len(columns[1])) - 1)
    free -= (gap - least) * gaps
    bands = []
    if any(columns):
        sides = [Column(half.width, _spaced(c, min(_stretched(c, tall, gap), gap * 1.2))) for c in columns]
        bands.append(Band(tuple(sides)))
    for piece in across:
        block = piece.block
        if isinstance(block, Lines) and free >= LINE_PITCH:
            more = int(free // LINE_PITCH)
            block, free = replace(block, count=block.count + more), free - more * LINE_PITCH
        bands.append(Band((Column(wide.width, (Placed(block, gap if bands else 0.0),)),)))
    return PagePlan("reference", "", tuple(bands))


def identity(blocks: Iterable[Block]) -> tuple[Facts | None, list[Block]]:
    """The first facts, which stand in the header, and the rest."""
    rest = list(blocks)
    found = next((b for b in rest if isinstance(b, Facts) and not b.secret), None)
    if found is not None:
        rest.remove(found)
    return found, rest


def tracks_of(blocks: Iterable[Block]) -> list[Tracks]:
    """The tracks among some blocks."""
    return [b for b in blocks if isinstance(b, Tracks)]
