"""Headline numbers on paper: how wide each is, what stands beside it, when they go on below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from sheetgen.blocks.figures import Figures
from sheetgen.blocks.parts import Fact, Figure
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import DrawnBlock, FormField
from sheetgen.print.measure.draw import Piece, drawing, label
from sheetgen.print.measure.frame import BlockFrame, packed_evenly
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import FilledRectangle, Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width
from sheetgen.print.text_parts import facts, with_brackets

MOST_TOKENS = 12
"""Tokens beside a headline number; more are a track of their own or nothing."""
REMARK = {False: 0.4, True: 0.7}
"""White between a headline number and what stands small beside it, in mm, besides a blank: on a card, on a sheet."""
LEADING, BELOW_LABEL, BETWEEN = {False: 0.98, True: 1.05}, {False: 0.0, True: 0.4}, {False: 0.0, True: 2.0}
"""Of a line of numbers; white in mm below labels, and between rows before the density's factor."""
LEAST_SLOT = 12.0
"""Width of a headline number to write in, in mm, with the white beside it."""


@dataclass(frozen=True)
class FigureItem:
    """A headline number with its width; tokens stand in lines of so many."""

    figure: Figure
    width: float
    size: float
    tokens: tuple[str, ...] = ()
    unit: float = 0.0
    """Width of its unit behind the place to write it in."""
    token: float = 0.0
    """Size of a token in mm."""


class PrintedFigures(DrawnBlock[Figures]):
    """Rows of headline numbers."""

    def shape(self, block: Figures, frame: BlockFrame) -> tuple[tuple[FigureItem, ...], ...]:
        """Headline numbers in rows: one row where they fit, smaller type before a second row."""
        z = frame.sizes
        for size in _steps(z.figure, max(z.figure * 0.72, z.least)):
            items = [_item(figure, size, frame) for figure in block.items]
            gap = 2.2 if frame.sheet else 1.4
            if sum(i.width for i in items) + gap * (len(items) - 1) <= frame.width:
                return (_spread(items, frame),)
        if frame.empty:  # places to write in are no lower in several rows
            items = [_item(figure, z.figure, frame) for figure in block.items]
        rows = packed_evenly(items, [i.width for i in items], frame.width, gap)
        return tuple(_spread(row, frame) for row in rows)

    def card_height(self, block: Figures, frame: BlockFrame, notes: bool) -> float:
        """Lines of labels over numbers."""
        return sum((frame.sizes.label + row[0].size * LEADING[False]) * POINT for row in self.shape(block, frame))

    def sheet_height(self, block: Figures, frame: SheetFrame) -> float:
        """Lines of labels over numbers, with white between them."""
        rows = len(self.shape(block, frame))
        return rows * frame.figure_row + (rows - 1) * BETWEEN[True] * frame.sizes.space

    def natural_width(self, block: Figures, frame: SheetFrame) -> float:
        """Width that they take by themselves."""
        return sum(_item(figure, frame.sizes.figure, frame).width + 3 for figure in block.items)

    def draw(self, block: Figures, frame: BlockFrame) -> PlacedText:
        """Headline numbers under their labels."""
        pieces: list[Piece] = []
        for place in _placed(self.shape(block, frame), frame):
            pieces.append(label(frame, place.x, place.head, place.item.figure.label))
            pieces += _written(place, frame) if frame.empty else _drawn(place, frame)
        return drawing(frame, _height(self.shape(block, frame), frame), pieces)

    def fields(self, block: Figures, frame: SheetFrame) -> Iterator[FormField]:
        """A field for each number."""
        figure = frame.sizes.figure
        for place in _placed(self.shape(block, frame), frame):
            name, number = place.item.figure.label, place.item.figure.number.text
            wide = max(place.item.width - 3 - place.item.unit, 8)
            yield FormField(
                name=name, value=number, x=place.x, y=place.top, width=wide, height=figure * 0.37, size=figure * 0.8
            )

    def text(self, block: Figures, words: Words) -> Iterator[Markup]:
        """Labels with numbers."""
        yield facts(Fact(figure.label, _number(figure)) for figure in block.items)


def _item(figure: Figure, size: float, frame: BlockFrame) -> FigureItem:
    """A headline number at `size` points, as wide as it needs; a sheet sets unit and remark a little further off."""
    z = frame.sizes
    number = width(figure.number.text, "black", size) + 0.2
    small = width(f" {figure.remark} ", "bold", z.unit) + REMARK[False] if figure.remark else 0.0
    signs, token = tokens(figure, frame), round(z.figure * 0.143, 2)
    beside = max((len(line) * (token + 0.3) for line in signs), default=0.0)
    wide = max(frame.label(figure.label), number + small + (beside + 0.6 if beside else 0.0))
    unit = width(f" {figure.unit}", "bold", z.unit) + 0.7 if figure.unit else 0.0
    if frame.sheet:
        wide = max(min(wide, frame.width) + 1.6, LEAST_SLOT + unit if frame.empty else 0.0)
    return FigureItem(figure, min(wide, frame.width), size, signs, unit, token)


def tokens(figure: Figure, frame: BlockFrame) -> tuple[str, ...]:
    """The tokens of a figure to tick: on a card one line up to three, else two lines."""
    track, count = figure.track, figure.number.size
    if track is None or not 0 < count <= MOST_TOKENS:
        return ()
    half = count if count <= 3 or frame.sheet else (count + 1) // 2
    return tuple(signs for signs in (track.signs[:half], track.signs[half:]) if signs)


def _spread(items: Sequence[FigureItem], frame: BlockFrame) -> tuple[FigureItem, ...]:
    """Give the free width to the items in equal parts; the last needs none, unless it is a place to write in."""
    takers = len(items) if frame.empty else len(items) - 1
    free = frame.width - 0.2 - sum(i.width for i in items)
    share = min(max(0.0, free / max(1, takers)), 16.0 if frame.sheet else 9.0)
    return tuple(replace(i, width=i.width + (share if n < takers else 0)) for n, i in enumerate(items))


def _steps(start: float, end: float, by: float = 0.5) -> Iterable[float]:
    size = start
    while size > end:
        yield round(size, 2)
        size -= by
    yield round(end, 2)


@dataclass(frozen=True)
class _Place:
    """A headline number with its left edge, the baselines of label and number, and where the number begins."""

    item: FigureItem
    x: float
    head: float
    foot: float
    top: float


def _placed(rows: Iterable[Sequence[FigureItem]], frame: BlockFrame) -> Iterator[_Place]:
    name, above, z = frame.sizes.label * POINT, 0.0, frame.sizes
    for row in rows:
        left, line = 0.0, row[0].size * LEADING[frame.sheet] * POINT
        top = above + name + BELOW_LABEL[frame.sheet]
        for item in row:
            head, foot = above + baseline("bold", z.label, name), top + baseline("black", item.size, line)
            yield _Place(item, left, head, foot, top)
            left += item.width
        above = top + line + BETWEEN[frame.sheet] * z.space


def _height(rows: Sequence[Sequence[FigureItem]], frame: BlockFrame) -> float:
    """Height of their drawing."""
    each = sum(row[0].size * LEADING[frame.sheet] * POINT for row in rows)
    own = frame.sizes.label * POINT + BELOW_LABEL[frame.sheet]
    return each + len(rows) * own + (len(rows) - 1) * BETWEEN[frame.sheet] * frame.sizes.space


def _drawn(place: _Place, frame: BlockFrame) -> Iterator[Ink]:
    z, c, item, y = frame.sizes, frame.colours, place.item, place.foot
    number = Ink(place.x, y, item.figure.number.text, "black", item.size, c.ink, -0.01 * z.figure * POINT)
    yield number
    at = number.end
    if item.figure.remark:
        small = _small(at + REMARK[frame.sheet], y, item.figure.remark, frame)
        yield small
        at = small.end
    count, colour, track = len(item.tokens), c.accent_text if frame.sheet else c.accent, item.figure.track
    size = item.token * (0.86 if count > 1 else 1.0)
    bottom = y + 0.15 * size if count > 1 else y - 0.1 * size
    for n, line in enumerate(item.tokens):
        y, said = bottom - (count - 1 - n) * 1.06 * size, track.said(line) if track else None
        yield Ink(at + 0.6, y, line, "marks", size / POINT, colour, 0.3, said=said)


def _written(place: _Place, frame: BlockFrame) -> Iterator[Piece]:
    """A line to write a number on, or the place of its field, before its unit."""
    item, z, c = place.item, frame.sizes, frame.colours
    blank = frame.mode == "blank"
    wide, high = max(item.width - (4 if blank else 3) - item.unit, 8), 0.31 * z.figure
    if blank:
        yield FilledRectangle(place.x, place.top + high, wide, c.hair, c.soft)
    if item.figure.unit:
        yield _small(place.x + wide + REMARK[True], place.foot, item.figure.unit, frame)


def _small(x: float, y: float, text: str, frame: BlockFrame) -> Ink:
    z = frame.sizes
    return Ink(x, y, f" {text}", "bold", z.unit, frame.colours.soft, 0.01 * z.unit * POINT)


def _number(figure: Figure) -> str:
    """A headline number with its unit and what is said after it; another number stands in brackets."""
    after = figure.after.strip()
    number = f"{figure.number.text} {figure.unit}".strip()
    return with_brackets(number, after) if after[:1].isdigit() else f"{number} {after}".strip()


PRINT = PrintedFigures()
