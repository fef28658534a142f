"""Pages of a sheet on which every block stands where its author put it; rows are as high as what is in them. In mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Block, Lines
from sheetgen.blocks.sheet_pages import PICTURE, SheetGrid, SheetPlace, parts_of
from sheetgen.print.block_print import holds, sheet_height, stacked
from sheetgen.print.measure.sheet_frame import LINE_PITCH, TITLE_TRACKING, SheetFrame
from sheetgen.print.sheets.placing import GAP, GUTTER, WIDEST_GAP, PagePlan, PageSpace, PlacedCell
from sheetgen.print.sheets.split import FEWEST_LINES, continued, divided, is_empty, is_short
from sheetgen.print.text_metrics.metrics import width

PICTURE_SHAPE = 52 / 64
"""The height of a portrait against its width."""
RowHeights = tuple[float, ...]
"""How high the rows of a page are at least, for all entries of a kind."""


@dataclass(frozen=True)
class MeasuredPlace:
    """A place, and what stands in it: a block, the portrait, or nothing."""

    place: SheetPlace
    block: Block | None
    height: float
    above: float = 0.0
    """White above it, where what stands beside it has a title."""

    @property
    def full(self) -> float:
        """Its height with the white above it."""
        return self.height + self.above

    @property
    def lined(self) -> bool:
        """Whether it is made of lines to write on, and as high as there is room."""
        return isinstance(self.block, Lines) and not self.place.part and not self.place.title


@dataclass(frozen=True, kw_only=True)
class GridPage:
    """One page with the blocks of an entry, in columns `width` mm wide together."""

    grid: SheetGrid
    frame: SheetFrame
    height_safety: float
    blocks: Mapping[str, Block]

    @property
    def gap(self) -> float:
        """The least white between rows."""
        return GAP * self.frame.sizes.space

    def width(self, place: SheetPlace) -> float:
        """Width of a place."""
        return sum(self._widths[place.column : place.column + place.columns]) + self._gutter * (place.columns - 1)

    def left(self, place: SheetPlace) -> float:
        """Its left edge."""
        return sum(self._widths[: place.column]) + self._gutter * place.column

    @property
    def _gutter(self) -> float:
        return min(GUTTER, self.frame.width / 8 / len(self.grid.columns))

    @property
    def _widths(self) -> tuple[float, ...]:
        room = self.frame.width - self._gutter * (len(self.grid.columns) - 1)
        return tuple(room * part / sum(self.grid.columns) for part in self.grid.columns)

    def cells(self) -> list[MeasuredPlace]:
        """What stands in each place."""
        return [self._cell(place) for place in self.grid.places]

    def _cell(self, place: SheetPlace) -> MeasuredPlace:
        block = self.blocks.get(place.block)
        if block is None and not place.title:
            return MeasuredPlace(place, None, self.width(place) * PICTURE_SHAPE if place.block == PICTURE else 0.0)
        lines = Lines(id=place.block, title=place.title, count=FEWEST_LINES + 1)
        if not place.part:
            return self.measured(place, block or lines)
        own = (self._part(place, block) if block else None) or replace(
            lines, title=block.title if block else place.title
        )
        above = self._heading(place, own)
        own = replace(own, id=f"{place.block}-{place.part}", title=own.title if place.part == 1 else "")
        return replace(self.measured(place, own), above=above)

    def _part(self, place: SheetPlace, block: Block) -> Block | None:
        """The part of a block that stands in a place: where there is none, an empty one on a sheet to write on."""
        own = parts_of(block, place.part, place.part + 1)
        if own is None and self.frame.of(block).empty and (first := parts_of(block, 1, 2)):
            return first.emptied(())
        return own

    def _heading(self, place: SheetPlace, block: Block) -> float:
        """White in place of a title, beside the first part."""
        first = next((p for p in self.grid.places if p.block == place.block and p.part == 1), place)
        beside = place.part > 1 and first.row == place.row
        return self.frame.narrowed(self.width(first)).heading_height(block) if beside else 0.0

    def measured(self, place: SheetPlace, block: Block) -> MeasuredPlace:
        """A block in a place."""
        shortest = replace(block, count=min(block.count, FEWEST_LINES + 1)) if isinstance(block, Lines) else block
        frame = self.frame.narrowed(self.width(place))
        return MeasuredPlace(place, shortest, sheet_height(shortest, frame) * self.height_safety)

    def narrow(self) -> Iterator[tuple[SheetPlace, str]]:
        """The places that are too narrow for the words in them, with what stands there.

        In one as wide as the page stays what has no more room elsewhere, neither in one piece nor in several.
        """
        for cell in self.cells():
            if cell.block and not self._holds(cell):
                frame = self.frame.narrowed(self.width(cell.place))
                if cell.place.columns < len(self.grid.columns) or len(stacked(cell.block, frame)) > 1:
                    yield cell.place, cell.block.title or cell.place.block

    def kept(self) -> tuple[list[MeasuredPlace], list[Block]]:
        """What stands in each place that is wide enough for it, and what goes on elsewhere."""
        narrow = [place for place, _ in self.narrow()]
        cells = self.cells()
        moved = [cell.block for cell in cells if cell.place in narrow and cell.block]
        kept = [_emptied(cell) if cell.place in narrow else cell for cell in cells]
        for place in narrow:
            kept = self._reaching(kept, place)
        return kept, moved

    def _reaching(self, cells: Sequence[MeasuredPlace], free: SheetPlace) -> list[MeasuredPlace]:
        """What stands left of a place that is given up reaches over it; a portrait moves to its end."""
        edges = dict.fromkeys(range(free.row, free.row + free.rows), free.column)
        changed = dict[SheetPlace, MeasuredPlace]()
        for cell in sorted(cells, key=lambda cell: cell.place.column, reverse=True):
            place = cell.place
            if place.part or edges.get(place.row) != place.column + place.columns:
                continue
            if place.row + place.rows <= free.row + free.rows:
                if cell.block:
                    changed[place] = self.measured(replace(place, columns=place.columns + free.columns), cell.block)
                else:
                    changed[place] = replace(cell, place=replace(place, column=place.column + free.columns))
                edges[place.row] = -1 if cell.block else place.column
        return [changed.get(cell.place, cell) for cell in cells]

    def holds_words(self) -> bool:
        """Whether every place is wide enough for the words in it."""
        return all(self._holds(cell) for cell in self.cells())

    def _holds(self, cell: MeasuredPlace) -> bool:
        frame = self.frame.narrowed(self.width(cell.place))
        return not cell.block or (self._title_width(cell.block) <= frame.width and holds(cell.block, frame))

    def _title_width(self, block: Block) -> float:
        return width(block.title.upper(), "black", self.frame.sizes.heading, TITLE_TRACKING) if block.headed else 0.0

    def left_over(self) -> Iterator[Block]:
        """What there is of blocks beyond the places of their parts."""
        for name in self.grid.blocks:
            count, block = self.grid.parts(name), self.blocks.get(name)
            if count and block and self.frame.of(block).mode == "filled" and (rest := parts_of(block, count + 1)):
                yield replace(rest, title=continued(block.title, self.frame.words))

    def rows(self, cells: Sequence[MeasuredPlace], least: RowHeights = ()) -> list[float]:
        """How high the rows are: those with one row first, then what reaches over several."""
        heights = [*least, *[0.0] * self.grid.rows][: self.grid.rows]
        for cell in sorted(cells, key=lambda cell: cell.place.rows):
            top, count = cell.place.row, cell.place.rows
            own = heights[top : top + count]
            lacking = cell.full - self._stack(own)
            if lacking > 0:
                grows = next((n for n in reversed(range(count)) if own[n] or n == 0), 0)
                heights[top + grows] += lacking
        return heights

    def _stack(self, heights: Sequence[float]) -> float:
        """How high rows stand one below the other; one with nothing in it takes no room."""
        filled = [height for height in heights if height > 0]
        return sum(filled) + self.gap * max(0, len(filled) - 1)

    def free(self, heights: Sequence[float], room: float) -> float:
        """What is left of the room below the rows."""
        return room - self._stack(heights)

    def plan(
        self, cells: Sequence[MeasuredPlace], heights: Sequence[float], room: float, kind: str, density: str
    ) -> PagePlan:
        """The page: lines to write on take what is left, else the white between rows does."""
        heights, gap, free = [*heights], self.gap, self.free(heights, room)
        lined = {cell.place.row + cell.place.rows - 1 for cell in cells if cell.lined}
        for row in lined:
            heights[row] += max(0.0, free) / len(lined)
        filled = [height for height in heights if height > 0]
        if not lined and len(filled) > 1:
            gap = min(gap + max(0.0, free) / (len(filled) - 1), max(gap, WIDEST_GAP))
        tops = [sum(h + gap for h in heights[:n] if h > 0) for n in range(self.grid.rows + 1)]
        placed = (self._placed(cell, tops, gap) for cell in cells if cell.height)
        return PagePlan(kind, density, (), tuple(placed))

    def _placed(self, cell: MeasuredPlace, tops: Sequence[float], gap: float) -> PlacedCell:
        place = cell.place
        top = tops[place.row] + cell.above
        high = max(tops[place.row + place.rows] - gap - top, cell.height)
        block, wide = cell.block, self.width(place)
        if isinstance(block, Lines):
            block = replace(block, count=max(block.count, block.count + int((high - cell.height) // LINE_PITCH)))
        own = wide if block else cell.height / PICTURE_SHAPE
        return PlacedCell(block=block, left=self.left(place) + wide - own, top=top, width=own, height=high)

    def fitted(self, cells: Sequence[MeasuredPlace], room: float) -> tuple[list[MeasuredPlace], list[Block]]:
        """Cells for which there is room, and what of them goes on on another page, from the foot of the page up: the
        end of a block, or all of it where it cannot be cut. Empty rows at the end are given up."""
        kept, moved = [*cells], dict[int, Block | None]()
        while (over := -self.free(self.rows(kept), room)) > 0 and any(cell.block for cell in kept):
            at = self._lowest(kept)
            kept[at], moved[at] = self._cut(cells[at], kept[at].height - over, room)
        order = sorted(moved, key=lambda at: (cells[at].place.row, cells[at].place.column))
        return kept, [block for at in order if (block := moved[at])]

    def _lowest(self, cells: Sequence[MeasuredPlace]) -> int:
        """Which cell gives up something: the highest at the foot, of those that make the page as high as it is."""
        foot = max(c.place.row + c.place.rows for c in cells if c.block)
        last = [n for n, c in enumerate(cells) if c.block and c.place.row + c.place.rows == foot]
        tall = self._stack(self.rows(cells))
        bearing = [n for n in last if self._stack(self.rows([*cells[:n], *cells[n + 1 :]])) < tall]
        return max(bearing or last, key=lambda n: cells[n].height)

    def _cut(self, cell: MeasuredPlace, height: float, room: float) -> tuple[MeasuredPlace, Block | None]:
        """What of a cell is at most so high, and what goes on, if anything."""
        block = cell.block
        assert block is not None
        if height > 0:
            frame = self.frame.narrowed(self.width(cell.place))
            first, rest = divided(block, frame, height, self.height_safety, whole=cell.height > room)
            spare = rest is None or is_empty(rest)
            if first is not None and rest is not None and (spare or cell.height > room or not is_short(block, frame)):
                return replace(self.measured(cell.place, first), above=cell.above), None if spare else rest
        return _emptied(cell), block


def _emptied(cell: MeasuredPlace) -> MeasuredPlace:
    return replace(cell, block=None, height=0.0, above=0.0)


def grid_plans(
    pages: Sequence[GridPage], density: str, room: PageSpace, known: Sequence[RowHeights], spare: bool
) -> tuple[list[PagePlan], list[Block]] | None:
    """The pages, and what goes on on those that follow; None where there is no room, or a place is too narrow.

    Rows are as high as for all entries of the kind, which is `known`, if there is room. With `spare` what is too much
    or too wide goes on elsewhere.
    """
    plans, moved = list[PagePlan](), list[Block]()
    for number, page in enumerate(pages):
        space = room.later if plans else room.first
        if not spare and not page.holds_words():
            return None
        cells, wide = page.kept()
        shared = page.rows(cells, known[number] if number < len(known) else ())
        heights = shared if page.free(shared, space) >= 0 else page.rows(cells)
        if page.free(heights, space) < 0 and not spare:
            return None
        whole, (cells, over) = cells, page.fitted(cells, space)
        heights, moved = heights if cells == whole else page.rows(cells), [*moved, *wide, *over, *page.left_over()]
        if not plans or any(cell.block for cell in cells):
            plans.append(page.plan(cells, heights, space, "reference" if plans else "play", density))
    return plans, moved


def kind_rows(pages: Iterable[Sequence[GridPage]]) -> list[RowHeights]:
    """How high the rows of each page are so that those of every entry have room."""
    rows = ([tuple(page.rows(page.kept()[0])) for page in entries] for entries in pages)
    return [tuple(map(max, zip(*heights, strict=True))) for heights in rows]
