"""A text that was laid out as one long strip, cut into columns and pages.

The engine sets every paragraph once, on a page that is as long as the text; its own columns and page breaks are found
by setting paragraphs again and again. Whatever is narrower than the page stands in as many columns as fit beside each
other. Boxes are those of WeasyPrint; lengths are its pixels.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from sheetgen.print.engine.filling import AVOIDED, FREE, KEPT, NESTED, Piece, Slice, filled, scaled
from sheetgen.print.engine.job import ColumnGrid
from sheetgen.print.text_metrics.drawing import PIXEL

_TOUCHING = 0.5
_ROWS = 3
"""So many rows at the beginning of a table should stay together, and at its end, if not all of it does."""
_AVOIDS = frozenset(("avoid", "avoid-page", "avoid-column"))


@dataclass
class _Galley:
    """A laid-out page that is as long as its text: its slices, which of them each box holds, and heads of tables."""

    page: Any
    grid: ColumnGrid
    slices: list[Slice] = field(default_factory=list)
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    heads: dict[int, Any] = field(default_factory=dict)

    @property
    def measure(self) -> float:
        return float(self.page.width)

    def tighten(self, leading: float) -> None:
        """Leave so much of the distance between all that stands below each other."""
        self.slices = scaled(self.slices, leading)
        for box in (self.page.children[0], *self.heads.values()):
            _tighten(box, leading)


def cut_pages(pages: Sequence[Any], grid: ColumnGrid) -> Iterator[Any]:
    """The pages of a document with those that are longer than the paper cut."""
    for page in pages:
        yield from _cut(page, grid)


def _cut(page: Any, grid: ColumnGrid) -> list[Any]:
    if page.height * PIXEL < grid.height + 1:
        return [page]
    from weasyprint.layout.background import layout_backgrounds  # type: ignore[import-untyped]

    galley = _Galley(page._page_box, grid)
    galley.slices = _Reader(galley).slices()
    own: dict[int, list[Piece]] = {}
    leading = 1.0
    height = (grid.height - grid.top - grid.bottom) / PIXEL
    for piece in filled(galley.slices, height, grid.slack / PIXEL, grid.goes_on):
        own.setdefault(piece.page, []).append(piece)
        leading = piece.leading
    if leading < 1:
        galley.tighten(leading)
    boxes = [_page(galley, pieces) for pieces in own.values()] or [_page(galley, [])]
    for box in boxes:
        layout_backgrounds(box, lambda **_: None)
    return [type(page)(box) for box in boxes]


def _page(galley: _Galley, pieces: Sequence[Piece]) -> Any:
    page = galley.page
    own = page.copy_with_children(_CutPage(galley, pieces).children(page.children[0]))
    own.height = galley.grid.height / PIXEL - own.margin_top - own.margin_bottom
    return own


# -- what there is ---------------------------------------------------------------------------------


class _Reader:
    """The slices of a galley, and how each may be parted from the next."""

    def __init__(self, galley: _Galley) -> None:
        self.galley = galley
        extents = _merged(sorted(_leaves(galley.page.children[0])))
        self.tops, self.bottoms = [top for top, _ in extents], [bottom for _, bottom in extents]
        self.starts, self.ends = list(self.tops), list(self.bottoms)
        self.after, self.columns, self.repeated = [FREE] * len(extents), [1] * len(extents), [0.0] * len(extents)
        self.loose = [False] * len(extents)

    def slices(self) -> list[Slice]:
        """All slices; the galley learns which of them each box holds."""
        if self.tops:
            self._read(self.galley.page.children[0], 0)
        return [
            Slice(top=top, bottom=bottom, columns=columns, after=after, repeated=repeated, loose=loose)
            for top, bottom, columns, after, repeated, loose in zip(
                self.starts, self.ends, self.columns, self.after, self.repeated, self.loose, strict=True
            )
        ]

    def _read(self, box: Any, columns: int, level: int = AVOIDED) -> None:
        first, last = self._span(box)
        if _is_line(box):
            return
        if not columns and (columns := _columns(box, self.galley)):
            self.columns[first : last + 1] = [columns] * (last + 1 - first)
        if box.style["break_inside"] in _AVOIDS:
            self._keep(first, last, KEPT if box.element_tag == "tr" else level)
            level = NESTED
        self._keep_together(box, first, last)
        if _is_table(box):
            self._keep_rows(box, level)
        if _is_table(box) and (head := _head(box)) is not None:
            body = bisect_left(self.tops, _bottom(head) - _TOUCHING)
            high = _bottom(head) - _top(head)
            self.repeated[body + 1 : last + 1] = [high] * max(last - body, 0)
            self.galley.heads[id(box)] = head.deepcopy()
        for child in _children(box):
            self._read(child, columns, level)
        if _is_frame(box, self.galley) and not _is_in_table(box):
            self._part_blocks(box)

    def _part_blocks(self, frame: Any) -> None:
        """Learn after which slices stands the white between two blocks."""
        spans = [self.galley.spans[id(child)] for child in _children(frame) if not _is_line(child)]
        for (_, last), (first, _) in pairwise(spans):
            self.loose[last] |= first == last + 1

    def _span(self, box: Any) -> tuple[int, int]:
        """The first and the last slice of a box; one without any goes with what stands above it."""
        top, bottom = _top(box), _bottom(box)
        first, last = bisect_right(self.bottoms, top + _TOUCHING), bisect_left(self.tops, bottom - _TOUCHING) - 1
        if last < first:
            first = last = max(bisect_right(self.tops, top + _TOUCHING) - 1, 0)
        else:
            self.starts[first], self.ends[last] = min(self.starts[first], top), max(self.ends[last], bottom)
        self.galley.spans[id(box)] = first, last
        return first, last

    def _keep_together(self, box: Any, first: int, last: int) -> None:
        style, lines = box.style, sum(map(_is_line, _children(box)))
        if style["break_after"] in _AVOIDS or getattr(box, "is_header", False):
            self._keep(last, last + 1, KEPT)
        if style["break_before"] in _AVOIDS:
            self._keep(first - 1, first, KEPT)
        if lines:
            self._keep(first, min(first + style["orphans"] - 1, last), KEPT)
            self._keep(max(last - style["widows"] + 1, first), last, KEPT)

    def _keep_rows(self, table: Any, level: int) -> None:
        """Hold the first rows of a table together, and the last ones."""
        rows = [self._span(row) for group in table.children if not group.is_header for row in _children(group)]
        for some in (rows[:_ROWS], rows[-_ROWS:]) if rows else ():
            self._keep(some[0][0], some[-1][0], level)

    def _keep(self, first: int, stop: int, level: int) -> None:
        for number in range(max(first, 0), stop):
            self.after[number] = max(self.after[number], level)


def _leaves(box: Any) -> Iterator[tuple[float, float]]:
    """Where the lines, pictures and empty rows of a box stand."""
    for child in _children(box):
        if _is_leaf(child):
            yield float(child.position_y), float(child.position_y + child.margin_height())
        else:
            yield from _leaves(child)


def _merged(extents: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Extents that stand beside each other as one."""
    merged: list[tuple[float, float]] = []
    for top, bottom in extents:
        if merged and top < merged[-1][1] - _TOUCHING:
            merged[-1] = merged[-1][0], max(merged[-1][1], bottom)
        elif bottom > top:
            merged.append((top, bottom))
    return merged


def _columns(box: Any, galley: _Galley) -> int:
    """In how many columns a box stands; 0 where it is as wide as the page, and what is in it decides."""
    if _is_frame(box, galley):
        return 0
    gap = galley.grid.gap / PIXEL
    return max(1, int((galley.measure + gap + 1) / (float(box.margin_width()) + gap)))


# -- what becomes of it ----------------------------------------------------------------------------


@dataclass
class _CutPage:
    """The boxes of a page: those of a galley that are in its pieces, moved to their places."""

    galley: _Galley
    pieces: Sequence[Piece]

    def children(self, box: Any) -> list[Any]:
        """What is left of a box on the page: nothing, all of it, or pieces of it."""
        first, last = self.galley.spans.get(id(box), (0, -1))
        own = [piece for piece in self.pieces if piece.first <= last and first < piece.stop]
        if len(own) == 1 and own[0].first <= first and last < own[0].stop:
            box.translate(*self._shift(own[0]))
            return [box]
        if _is_frame(box, self.galley):
            kids = [kid for child in _children(box) for kid in self.children(child)]
            return [_framed(box, kids)] if kids else []
        return [self._torn(box, piece) for piece in own]

    def _shift(self, piece: Piece) -> tuple[float, float]:
        slices, grid = self.galley.slices, self.galley.grid
        first = slices[piece.first]
        repeated = first.repeated if piece.first else 0.0
        width = (self.galley.measure + grid.gap / PIXEL) / first.columns
        across = -piece.column if self.galley.page.style["direction"] == "rtl" else piece.column
        return across * width, grid.top / PIXEL + piece.y + repeated - first.top

    def _torn(self, box: Any, piece: Piece) -> Any:
        """The piece of a box."""
        slices, (first, last) = self.galley.slices, self.galley.spans[id(box)]
        goes_on, ends = first < piece.first, last < piece.stop
        (dx, dy), first_slice = self._shift(piece), slices[piece.first]
        head = first_slice.repeated if goes_on and not _is_in_table(box) else 0.0
        top = first_slice.top - head if goes_on else _top(box)
        bottom = _bottom(box) if ends else slices[piece.stop - 1].bottom
        part = _CutPage(self.galley, [piece])
        kids = [kid for child in _children(box) for kid in part.children(child)]
        if goes_on and head and _is_table(box):
            kids.insert(0, _moved(self.galley.heads[id(box)].deepcopy(), dx, top + dy))
        copy = box.copy_with_children(kids)
        copy.remove_decoration_sides = set()
        copy.remove_decoration(start=goes_on, end=not ends)
        copy.position_x, copy.position_y = box.position_x + dx, top + dy - copy.margin_top
        copy.height = bottom - top - copy.border_height() + copy.height
        if _is_table(box):
            copy.column_positions = [position + dx for position in box.column_positions]
        return copy


def _tighten(box: Any, leading: float) -> None:
    """Bring a box and all in it closer to the top of its page; lines and pictures stay as high as they are."""
    top, height = _top(box), float(box.border_height())
    if _is_leaf(box):
        box.translate(0, (leading - 1) * (top + height / 2))
        return
    box.position_y += (leading - 1) * top
    box.height += (leading - 1) * height
    for child in _children(box):
        _tighten(child, leading)


def _moved(head: Any, dx: float, top: float) -> Any:
    """A copy of the head of a table at its place."""
    head.translate(dx, top - _top(head))
    return head


def _framed(box: Any, kids: list[Any]) -> Any:
    """A box that only holds others, with those of one page."""
    copy = box.copy_with_children(kids)
    copy.position_y = kids[0].position_y
    return copy


def _is_frame(box: Any, galley: _Galley) -> bool:
    """Whether a box as wide as the page only holds others: nothing of its own is drawn, or columns stand in it."""
    if box.is_table_wrapper or _is_table(box) or float(box.margin_width()) <= galley.measure - 1:
        return False
    drawn = any((box.border_top_width, box.border_bottom_width, box.padding_top, box.padding_bottom))
    return not drawn or any(_columns(child, galley) > 1 for child in _children(box) if not _is_line(child))


def _children(box: Any) -> Sequence[Any]:
    return getattr(box, "children", ())


def _head(table: Any) -> Any:
    """The head of a table."""
    return next((group for group in table.children if group.is_header), None)


def _is_in_table(box: Any) -> bool:
    return type(box).__name__ in ("TableRowGroupBox", "TableRowBox", "TableCellBox")


def _is_leaf(box: Any) -> bool:
    """Whether a box is a line or a picture, which is never torn."""
    return _is_line(box) or getattr(box, "replacement", None) is not None


def _is_line(box: Any) -> bool:
    return type(box).__name__ == "LineBox"


def _is_table(box: Any) -> bool:
    return type(box).__name__ == "TableBox"


def _top(box: Any) -> float:
    return float(box.position_y + box.margin_top)


def _bottom(box: Any) -> float:
    return float(_top(box) + box.border_height())
