"""The reference: what is looked up, in the order that it is declared, on as many pages as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Block, Lines, NamedList, Panel, Prose, Table
from sheetgen.print.block_print import stacked
from sheetgen.print.measure.sheet_frame import LINE_PITCH, SheetFrame
from sheetgen.print.sheets.measured_bands import (
    Group,
    MeasuredBand,
    Places,
    Setting,
    alone,
    band_of,
    filled,
    groups,
    runs,
    stack_height,
    whole,
)
from sheetgen.print.sheets.placing import (
    GUTTER,
    WIDEST_GAP,
    Band,
    MeasuredBlock,
    PagePlan,
    PageSpace,
    PlacedBlock,
    PlacedColumn,
    as_tall,
    gap_above,
    height_of,
)
from sheetgen.print.sheets.split import FEWEST_LINES, continued, divided, fewer_rows, is_short, opened

COLUMNS = 16.0
"""Below so many mm of paper for each point of type, a page has one column, but for figures and short tables."""
SCRAP = 0.25
"""A later block may fill the foot of a page where this part of it would stay empty."""
SHORT = 0.4
"""A reference that takes no more of a page than this part may stand at the foot of the play page."""


def setting_of(
    frame: SheetFrame, room: PageSpace, height_safety: float, places: Places, closeness: float = 1.0
) -> Setting:
    """How blocks stand on paper of this width."""
    if room.width / frame.sizes.body < COLUMNS:
        frame = replace(frame, single=True)
    half = frame.narrowed(round((room.width - GUTTER) / 2, 2))
    return Setting(half, frame.narrowed(room.width), height_safety, places, closeness)


def lookup_pages(
    blocks: Sequence[Block],
    frame: SheetFrame,
    room: PageSpace,
    height_safety: float,
    first: PageSpace | None = None,
    places: Places | None = None,
    closeness: float = 1.0,
) -> list[PagePlan]:
    """Pages with bands of two columns, and what needs the whole width between them."""
    setting = setting_of(frame, room, height_safety, places or {}, closeness)
    todo = [p for b in blocks if not (isinstance(b, Lines) and b.count < 1) for p in stacked(b, setting.wide)]
    titles = {block.id: block.title for block in blocks if isinstance(block, Table)}
    pages: list[PagePlan] = []
    while todo:
        space = (room if pages or first is None else first).later
        page, left = _page(todo, setting, space)
        if not page:
            page, left = _parted(todo, setting, space, room.later)
        if page or space < room.later:
            pages.append(_bands(page, setting, space))
        todo = left
        if todo and isinstance(todo[0], Table) and not todo[0].title:
            # A lower part of a table that is too wide: on a page of its own it says whose it is.
            todo[0] = replace(todo[0], title=continued(titles.get(todo[0].id, ""), frame.words))
    return pages[:-1] if len(pages) > 1 and frame.mode == "filled" and _to_write_on(pages[-1]) else pages


def short_reference(
    blocks: Sequence[Block], frame: SheetFrame, room: PageSpace, height_safety: float, places: Places
) -> tuple[float, tuple[Band, ...]] | None:
    """Bands that take no more than a part of a page, and their height with the white above; else nothing."""
    setting = setting_of(frame, room, height_safety, places)
    stack, left = _page([part for block in blocks for part in stacked(block, setting.wide)], setting, room.later)
    height = stack_height(stack, setting.gap) + setting.gap
    if not stack or left or height > room.later * SHORT:
        return None
    return height, bands_of(stack, setting, setting.gap, above=setting.gap)


def _to_write_on(page: PagePlan) -> bool:
    """Whether a page holds nothing but lines."""
    return all(isinstance(p.block, Lines) for band in page.bands for column in band.columns for p in column.placed)


def _parted(todo: list[Block], setting: Setting, space: float, later: float) -> tuple[list[MeasuredBand], list[Block]]:
    """A page that begins with a block that has no room on it: its first part, as far as it fits; the rest follows.

    A block that cannot be cut stands on the next page, where this one has a high header; else on a page of its own:
    the engine's measure says by how much it is too long.
    """
    block = todo[0]
    if isinstance(block, Panel) and len(parts := [*opened(block)]) > 1:
        return _page([*parts, *todo[1:]], setting, space)
    if setting.narrow(block) and isinstance(block, Prose | NamedList):
        measured, rest = filled(todo[:1], setting, space)
        if any(measured.columns):
            return [measured], [*rest, *todo[1:]]
    first, left = divided(block, setting.wide, space, setting.height_safety, whole=True)
    if first is None or left is None:
        return ([], todo) if space < setting.across(block).height <= later else ([_alone(block, setting)], todo[1:])
    return [_alone(first, setting)], [left, *todo[1:]]


def _alone(block: Block, setting: Setting) -> MeasuredBand:
    return MeasuredBand(((setting.read(block),),))


@dataclass
class _Page:
    """A page that is being filled: its bands from the top, and what of its height is left."""

    setting: Setting
    space: float
    stack: list[MeasuredBand]

    @property
    def free(self) -> float:
        """Height that is left for the next band, in mm."""
        gap = self.setting.gap
        return self.space - stack_height(self.stack, gap) - (gap if self.stack else 0.0)

    def add(self, measured: MeasuredBand | None) -> bool:
        """Put a band below the others, if there is one."""
        if measured is not None and any(measured.columns):
            self.stack.append(measured)
            return True
        return False


def _page(todo: Sequence[Block], setting: Setting, space: float) -> tuple[list[MeasuredBand], list[Block]]:
    """The bands of one page, and what is left over for the next."""
    page = _Page(setting, space, [])
    rest = [*todo]
    while rest:
        run = next(runs(rest, setting))
        count = sum(map(len, run))
        if len(run) > 1:
            if page.add(band_of(run, setting, page.free)):
                rest = rest[count:]
                continue
            if page.free > space * SCRAP or not page.stack:
                measured, left = filled(rest[:count], setting, page.free)
                page.add(whole(measured, setting))
                rest = [*left, *rest[count:]]
            break
        taken, rest = _across(rest, count, page)
        if not taken:
            break
    return page.stack, rest


def _across(rest: list[Block], count: int, page: _Page) -> tuple[bool, list[Block]]:
    """Put the first block and its texts across the page: whether the page goes on below, and what is left over."""
    setting, block = page.setting, rest[0]
    if isinstance(block, Lines) and _beside(block, page):
        return True, rest[1:]
    if _added(rest[:count], page):
        return True, rest[count:]
    if (few := fewer_rows(block, setting.wide, page.free, setting.height_safety)) is not None:
        page.add(_alone(few, setting))
        return True, rest[1:]
    if setting.narrow(block) and isinstance(block, Prose | NamedList):
        return _columned(rest, count, page)
    first, left = divided(block, setting.wide, page.free, setting.height_safety)
    if first is not None and left is not None and not _stays_whole(block, page):
        page.add(_alone(first, setting))
        return False, [left, *rest[1:]]
    if page.stack and page.free > page.space * SCRAP:
        return _filler(rest, count, page)
    return False, rest


def _stays_whole(block: Block, page: _Page) -> bool:
    """Whether a block is a short table that stands whole on the next page rather than torn."""
    short = is_short(block, page.setting.wide)
    return short and bool(page.stack) and page.setting.across(block).height <= page.space


def _columned(rest: list[Block], count: int, page: _Page) -> tuple[bool, list[Block]]:
    """Put as much of a text into both columns as there is room for, where that is worth it."""
    if page.free <= page.space * SCRAP:
        return False, rest
    measured, left = filled(rest[:count], page.setting, page.free)
    page.add(whole(measured, page.setting))
    return not left and any(measured.columns), [*left, *rest[count:]]


def _beside(lines: Lines, page: _Page) -> bool:
    """Put lines to write on at the foot of a column, where that has more room than the foot of the page.

    It is a column of the last band; of any on a sheet that is filled in by hand, in which nothing is read on.
    """
    setting = page.setting
    fewest = setting.aside(replace(lines, count=FEWEST_LINES))
    first = 0 if setting.wide.empty else max(0, len(page.stack) - 1)
    rooms = {n: _room_beside(page.stack[n], fewest, setting.gap) for n in range(first, len(page.stack))}
    at = max(rooms, key=lambda n: (rooms[n], n), default=0)
    if not rooms or rooms[at] < max(0.0, 2 * (page.free - fewest.height)):
        return False
    columns = page.stack[at].columns
    short = min(columns, key=lambda column: height_of(column, setting.gap))
    page.stack[at] = MeasuredBand(tuple((*c, fewest) if c is short else c for c in columns))
    return True


def _room_beside(band: MeasuredBand, piece: MeasuredBlock, gap: float) -> float:
    """What is left of the shorter column of a band under one more piece, in mm; below 0 where it has no other."""
    short = min((height_of(column, gap) for column in band.columns), default=0.0)
    return band.height(gap) - short - gap - piece.height if len(band.columns) > 1 else -1.0


def _added(group: Group, page: _Page) -> bool:
    """Put a block and its texts on the page if there is room; texts across the page where that is all there is."""
    across = [MeasuredBand(((page.setting.across(block),),)) for block in group]
    for stack in (alone(group, page.setting), across):
        if stack_height(stack, page.setting.gap) <= page.free:
            page.stack += stack
            return True
    return False


def _filler(rest: list[Block], count: int, page: _Page) -> tuple[bool, list[Block]]:
    """Let what follows a block that cannot be cut fill the page, or open the block where it is a panel."""
    head, others = rest[:count], groups(rest[count:])
    if others and not _stays_below(others[0][0], head[0]) and _added(others[0], page):
        return True, [*head, *rest[count + len(others[0]) :]]
    if isinstance(head[0], Panel) and len(parts := [*opened(head[0])]) > 1 and _added(parts[:1], page):
        return True, [*parts[1:], *rest[1:]]
    return False, rest


def _stays_below(block: Block, head: Block) -> bool:
    """Whether a block never comes before another: lines to write on, and the lower part of a wide table."""
    return isinstance(block, Lines) or (isinstance(block, Table) and not block.title and block.id == head.id)


def _bands(stack: Sequence[MeasuredBand], setting: Setting, space: float) -> PagePlan:
    """Bands with white between them, shared out evenly; lines to write on take what is left."""
    least = setting.gap
    free = space - stack_height(stack, least)
    gaps = max(1, sum(measured.gaps for measured in stack) + len(stack) - 1)
    gap = min(least + max(0.0, free) / gaps, WIDEST_GAP)
    return PagePlan("reference", "", bands_of(stack, setting, gap, free - (gap - least) * gaps))


def bands_of(
    stack: Sequence[MeasuredBand], setting: Setting, gap: float, free: float = 0.0, above: float = 0.0
) -> tuple[Band, ...]:
    """Bands with `gap` mm between blocks and `above` them; lines to write on share `free` mm among them."""
    bands: list[Band] = []
    for measured in stack:
        above = gap_above(measured.first, gap) if bands else above
        if len(measured.columns) > 1:
            tall = max(height_of(column, gap) for column in measured.columns)
            sides = [as_tall(_lined(column, tall, gap, setting), tall, gap, 1.2) for column in measured.columns]
            bands.append(Band(tuple(PlacedColumn(setting.half.width, side, above) for side in sides)))
            continue
        block = measured.first
        if isinstance(block, Lines) and free >= LINE_PITCH:
            more = int(free // LINE_PITCH)
            block, free = replace(block, count=block.count + more), free - more * LINE_PITCH
        width = measured.columns[0][0].width or setting.wide.width
        bands.append(Band((PlacedColumn(width, (PlacedBlock(block, above),)),)))
    return tuple(bands)


def _lined(column: Sequence[MeasuredBlock], tall: float, gap: float, setting: Setting) -> Sequence[MeasuredBlock]:
    """A column of a blank sheet that ends in a text to write, with more lines for it where its neighbour goes on."""
    wide, last = setting.wide, column[-1].block if column else None
    if wide.mode != "blank" or not isinstance(last, Prose | NamedList) or last.id in wide.own:
        return column
    count = int((tall - height_of(column, gap) - gap) // LINE_PITCH)
    return (*column, setting.aside(Lines(id="", title="", count=count))) if count >= FEWEST_LINES else column
