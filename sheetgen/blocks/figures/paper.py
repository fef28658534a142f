"""Headline numbers on paper: how wide each is, what stands beside it, when they go on below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from sheetgen.blocks.figures import Figures
from sheetgen.blocks.parts import Fact, Figure
from sheetgen.print import resources
from sheetgen.print.block_print import DrawnBlock
from sheetgen.print.measure.draw import Piece, drawing, label
from sheetgen.print.measure.frame import BlockFrame, packed
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width
from sheetgen.print.text_parts import facts, with_brackets

MOST_TOKENS = 12
"""Tokens beside a headline number; more are a track of their own or nothing."""
REMARK = 0.4
"""White between a headline number and what stands small beside it, in mm, besides a blank."""
LEADING = 0.98
"""Of a line of headline numbers on a card."""
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
        rows = packed(items, [i.width for i in items], frame.width, gap)
        return tuple(_spread(row, frame) for row in rows)

    def card_height(self, block: Figures, frame: BlockFrame, notes: bool) -> float:
        """Lines of labels over numbers."""
        return sum((frame.sizes.label + row[0].size * LEADING) * POINT for row in self.shape(block, frame))

    def sheet_height(self, block: Figures, frame: SheetFrame) -> float:
        """Lines of labels over numbers, with white between them."""
        rows = len(self.shape(block, frame))
        return rows * frame.figure_row + (rows - 1) * 2.0 * frame.sizes.space

    def natural_width(self, block: Figures, frame: SheetFrame) -> float:
        """Width that they take by themselves."""
        return sum(_item(figure, frame.sizes.figure, frame).width + 3 for figure in block.items)

    def draw(self, block: Figures, frame: BlockFrame) -> PlacedText:
        """Headline numbers under their labels."""
        name, top = frame.sizes.label * POINT, 0.0
        pieces: list[Piece] = []
        for row in self.shape(block, frame):
            left, line = 0.0, row[0].size * LEADING * POINT
            head = top + baseline("bold", frame.sizes.label, name)
            foot = top + name + baseline("black", row[0].size, line)
            top += name + line
            for item in row:
                pieces += [label(frame, left, head, item.figure.label), *_drawn(left, foot, item, frame)]
                left += item.width
        return drawing(frame, top, pieces)

    def text(self, block: Figures) -> Iterator[Markup]:
        """Labels with numbers."""
        yield facts(Fact(figure.label, _number(figure)) for figure in block.items)

    def figures(self, block: Figures) -> Iterator[str]:
        """Each number."""
        yield from (figure.label for figure in block.items)


def _item(figure: Figure, size: float, frame: BlockFrame) -> FigureItem:
    """A headline number at `size` points, as wide as it needs; a sheet sets unit and remark a little further off."""
    z = frame.sizes
    number = width(figure.number.text, "black", size) + 0.2
    small = width(f" {figure.remark} ", "bold", z.unit) + REMARK if figure.remark else 0.0
    signs, token = tokens(figure, frame), round(z.figure * 0.143, 2)
    beside = max((len(line) * (token + 0.3) for line in signs), default=0.0)
    wide = max(frame.label(figure.label), number + small + (beside + 0.6 if beside else 0.0))
    unit = width(f" {figure.unit}", "bold", z.unit) + 0.7 if figure.unit else 0.0
    if frame.sheet:
        wide = max(min(wide, frame.width) + 1.6, LEAST_SLOT + unit if frame.empty else 0.0)
    return FigureItem(figure, min(wide, frame.width), size, signs, unit, token)


def tokens(figure: Figure, frame: BlockFrame) -> tuple[str, ...]:
    """The tokens of a figure to tick: on a card one line up to three, else two lines."""
    count = figure.number.size if figure.tokens else 0
    if figure.tokens is None or count <= 0 or count > MOST_TOKENS:
        return ()
    half = count if count <= 3 or frame.sheet else (count + 1) // 2
    return tuple((figure.tokens.glyph or resources.glyph("tick")) * n for n in (half, count - half) if n)


def _spread(items: Sequence[FigureItem], frame: BlockFrame) -> tuple[FigureItem, ...]:
    """Give the free width to the items in equal parts; the last needs none."""
    free = frame.width - 0.2 - sum(i.width for i in items)
    share = max(0.0, free / max(1, len(items) - 1)) if len(items) > 1 else 0.0
    share = min(share, 16.0 if frame.sheet else 9.0)
    return tuple(replace(i, width=i.width + (share if n < len(items) - 1 else 0)) for n, i in enumerate(items))


def _steps(start: float, end: float, by: float = 0.5) -> Iterable[float]:
    size = start
    while size > end:
        yield round(size, 2)
        size -= by
    yield round(end, 2)


def _drawn(x: float, y: float, item: FigureItem, frame: BlockFrame) -> Iterator[Ink]:
    z, c, figure = frame.sizes, frame.colours, item.figure
    number = Ink(x, y, figure.number.text, "black", item.size, c.ink, -0.01 * z.figure * POINT)
    yield number
    at = number.end
    if figure.remark:
        small = Ink(at + REMARK, y, f" {figure.remark}", "bold", z.unit, c.soft, 0.01 * z.unit * POINT)
        yield small
        at = small.end
    count = len(item.tokens)
    size = item.token * (0.86 if count > 1 else 1.0)
    bottom = y + 0.15 * size if count > 1 else y - 0.1 * size
    for n, line in enumerate(item.tokens):
        yield Ink(at + 0.6, bottom - (count - 1 - n) * 1.06 * size, line, "marks", size / POINT, c.accent, 0.3)


def _number(figure: Figure) -> str:
    """A headline number with its unit and what is said after it; another number stands in brackets."""
    after = figure.after.strip()
    number = f"{figure.number.text} {figure.unit}".strip()
    return with_brackets(number, after) if after[:1].isdigit() else f"{number} {after}".strip()


PRINT = PrintedFigures()
