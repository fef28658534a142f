"""Grids of numbers on paper: how wide their columns are, what goes on below, how high they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from sheetgen.blocks.grid import Grid, GridRow
from sheetgen.blocks.grid.sheet_grid import JOINT, NUMBER_PAD, GridColumns, fits, grid_columns, grid_height, in_parts
from sheetgen.blocks.parts import Figure
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import DrawnBlock
from sheetgen.print.css import lengths
from sheetgen.print.measure.draw import Piece, drawing, sign
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import FilledRectangle, Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, broken, width
from sheetgen.print.text_parts import group, ruled

_WHOLE = re.compile(r".+")
_PIECE = re.compile(rf".+?(?:{JOINT.pattern}| +|$)")
LEAST_LABEL, MOST_LABEL = 0.25, 0.4
"""Parts of a card's width: what labels have at least before numbers overrun, and at most before they break."""

ABOVE = 0.8
"""White above a grid on a card, in mm, before the density's factor."""
GUTTER = 0.8
"""White between the labels of a grid and its numbers, in mm."""


class PrintedGrid(DrawnBlock[Grid]):
    """Rows of numbers under heads."""

    properties = lengths(grid_above=ABOVE, grid_number_pad=NUMBER_PAD)

    def shape(self, block: Grid, frame: BlockFrame) -> GridColumns:
        """Widths of its columns."""
        return grid_columns(block, frame) if isinstance(frame, SheetFrame) else _card_columns(block, frame)

    def card_height(self, block: Grid, frame: BlockFrame, notes: bool) -> float:
        """Rows under lines of heads."""
        z, shape = frame.sizes, self.shape(block, frame)
        heads = z.unit * POINT * _heads(block, shape, frame)
        return ABOVE * z.space + heads + 0.45 + sum(_row(row, shape, frame) + 0.2 for row in block.rows)

    def sheet_height(self, block: Grid, frame: SheetFrame) -> float:
        """Rows under heads."""
        return grid_height(block, frame)

    def holds(self, block: Grid, frame: BlockFrame) -> bool:
        """Whether a column is wide enough for it without breaking its words; a card also for its labels on one line."""
        if isinstance(frame, SheetFrame):
            return fits(block, frame)
        shape = _card_columns(block, frame)
        return not shape.wrapped and all(len(_label(row, shape, frame)) == 1 for row in block.rows)

    def stacked(self, block: Grid, frame: SheetFrame) -> tuple[Grid, ...]:
        """Several grids where it has more columns than there is room for."""
        return in_parts(block, frame)

    def text(self, block: Grid, words: Words) -> Iterator[Markup]:
        """A table of its own."""
        labels = ["", *(f"{head.label} {head.number.text}".strip() for head in block.heads)]
        yield from group(block.title)
        yield ruled(labels, [(row.label, [number.text for number in row.numbers]) for row in block.rows])

    def draw(self, block: Grid, frame: BlockFrame) -> PlacedText:
        """It under its heads; a long label of a row goes on below."""
        shape, c = self.shape(block, frame), frame.colours
        count = _heads(block, shape, frame)
        pieces: list[Piece] = [*_drawn_heads(block, shape, count, frame)]
        top = frame.sizes.unit * POINT * count + 0.45
        for row in block.rows:
            pieces.append(FilledRectangle(0.0, top, frame.width, c.hair, c.rule))
            high = _row(row, shape, frame)
            pieces += _drawn_row(row, shape, top + c.hair + baseline("black", frame.sizes.grid, high), frame)
            top += high + c.hair
        return drawing(frame, top, pieces)


def _card_columns(block: Grid, frame: BlockFrame) -> GridColumns:
    """Widths of a grid: equal columns of numbers, the labels get the rest.

    Where labels would break for the sake of the widest numbers, each column is as wide as its own.
    """
    count = max(1, len(block.heads))
    size, mark = frame.sizes.grid_label, frame.sizes.grid * 0.27 + 0.9
    labels = [width(r.label, frame.faces.regular, size) + (mark if r.mark else 0.0) for r in block.rows]
    wanted = min(max(labels, default=12.0) + 1.2, frame.width * 0.62)
    beside = max((_head(f, frame) for f in block.heads), default=0.0) + 1.0
    under, wrapped = _number_column(block, _WHOLE, frame), False
    if wanted + under * count > frame.width:
        own = [_number_column(_only(block, n), _WHOLE, frame) for n in range(len(block.heads))]
        if (spare := frame.width - wanted - sum(own)) >= 0:
            own = [wide + spare / count for wide in own]
            stacked = any(_head(head, frame) + 1.0 > wide for head, wide in zip(block.heads, own, strict=True))
            return GridColumns(round(wanted, 3), max(own), stacked, False, own=tuple(own))
        # Labels break at blanks, then numbers at their dashes, before they run into each other.
        words = [width(word, frame.faces.regular, size) + mark for row in block.rows for word in row.label.split()]
        least = min(wanted, max(words, default=0.0) + GUTTER, frame.width * MOST_LABEL)
        wrapped = least + under * count > frame.width
        under = _number_column(block, _PIECE, frame) if wrapped else under
        wanted = max(min(wanted, frame.width - under * count), min(least, frame.width * LEAST_LABEL))
    room = (frame.width - wanted) / count
    stacked = beside > room
    column = min(max(under, room), beside if not stacked else room, 22.0)
    column = max(column, under)
    left = max(wanted, frame.width - column * count)
    return GridColumns(round(left, 3), round(column, 3), stacked, wrapped)


def _only(block: Grid, index: int) -> Grid:
    """A grid with one column of its numbers."""
    rows = tuple(replace(row, numbers=row.numbers[index : index + 1]) for row in block.rows)
    return replace(block, heads=block.heads[index : index + 1], rows=rows)


def _number_column(block: Grid, part: re.Pattern[str], frame: BlockFrame) -> float:
    """Width of a column of numbers that are broken into such parts."""
    z = frame.sizes
    heads = [text for head in block.heads for text in (head.label, head.number.text)]
    numbers = [number.text for row in block.rows for number in row.numbers]
    return max(
        (
            width(piece.strip(" "), "black", size) + white
            for texts, size, white in ((heads, z.unit, 0.8), (numbers, z.grid, 1.0))
            for text in texts
            for piece in part.findall(text)
        ),
        default=8.0,
    )


def _number(text: str, face: str, size: float, shape: GridColumns, frame: BlockFrame) -> tuple[str, ...]:
    """The lines of a number or a head of a grid on a card."""
    if not shape.wrapped:
        return (text,)
    parts = [""]
    for piece in _PIECE.findall(text):
        if parts[-1] and width((parts[-1] + piece).strip(" "), face, size) > shape.column - 0.7:
            parts.append("")
        parts[-1] += piece
    return tuple(part.strip(" ") for part in parts)


def _heads(block: Grid, shape: GridColumns, frame: BlockFrame) -> int:
    """How many lines stand above the rows of a grid on a card."""
    lines = [_head_lines(head, shape, frame) for head in block.heads]
    return max(map(len, [*lines, _title(block, shape, frame)]))


def _title(block: Grid, shape: GridColumns, frame: BlockFrame) -> tuple[str, ...]:
    """The lines of a grid's title on a card, above its labels."""
    return broken(block.title, "bold", frame.sizes.unit, shape.label_width - GUTTER)


def _head_lines(head: Figure, shape: GridColumns, frame: BlockFrame) -> tuple[tuple[str, str], ...]:
    """The lines of a head on a card, each with its face."""
    size, number = frame.sizes.unit, head.number.text
    lines = [("bold", part) for part in _number(head.label, "bold", size, shape, frame)]
    if number and shape.stacked:
        lines += [("black", part) for part in _number(number, "black", size, shape, frame)]
    return tuple(lines)


def _label(row: GridRow, shape: GridColumns, frame: BlockFrame) -> tuple[str, ...]:
    """The lines of the label of a grid's row on a card."""
    size, mark = frame.sizes.grid_label, 0.0
    if row.mark:
        drawn = 0.79 * size * POINT if row.mark.glyph else width(row.mark.code, "bold", size)
        mark = drawn + width(" ", frame.faces.regular, size)
    return broken(row.label, frame.faces.regular, size, shape.label_width - GUTTER, mark)


def _row(row: GridRow, shape: GridColumns, frame: BlockFrame) -> float:
    """Height of a grid's row on a card, without its rule."""
    z = frame.sizes
    numbers = max((len(_number(n.text, "black", z.grid, shape, frame)) for n in row.numbers), default=1)
    label = len(_label(row, shape, frame))
    own = max(label * z.grid_label, numbers * z.grid if numbers > 1 else 0.0) * POINT
    return max(z.grid_mm, own + (0.3 if max(label, numbers) > 1 else 0.0))


def _head(figure: Figure, frame: BlockFrame) -> float:
    return width(f"{figure.label} {figure.number.text}", "black", frame.sizes.unit)


def _drawn_heads(block: Grid, shape: GridColumns, count: int, frame: BlockFrame) -> Iterator[Ink]:
    size, c = frame.sizes.unit, frame.colours
    line = size * POINT
    first = baseline("bold", size, line)
    title = _title(block, shape, frame)
    for number, part in enumerate(title, count - len(title)):
        yield Ink(0.0, first + number * line, part, "bold", size, c.soft)
    for n, head in enumerate(block.heads):
        x, parts = shape.left(n), _head_lines(head, shape, frame)
        for number, (face, part) in enumerate(parts, count - len(parts)):
            label = Ink(x, first + number * line, part, face, size, c.ink)
            yield label
        if head.number.text and not shape.stacked:
            at = label.end + width(" ", "bold", size)
            yield Ink(at, label.y, head.number.text, "black", size, c.ink)


def _drawn_row(row: GridRow, shape: GridColumns, y: float, frame: BlockFrame) -> Iterator[Ink]:
    z, ink, at, label = frame.sizes, frame.colours.ink, 0.0, _label(row, shape, frame)
    first = y - (len(label) - 1) * z.grid_label * POINT / 2
    if row.mark:
        mark = sign(frame, at, first, row.mark, 0.79 * z.grid_label, z.grid_label)
        yield mark
        at = mark.end + width(" ", frame.faces.regular, z.grid_label)
    for n, part in enumerate(label):
        yield Ink(0.0 if n else at, first + n * z.grid_label * POINT, part, frame.faces.regular, z.grid_label, ink)
    for n, value in enumerate(row.numbers):
        parts = _number(_padded(value.text), "black", z.grid, shape, frame)
        for number, part in enumerate(parts):
            line = y + (number - (len(parts) - 1) / 2) * z.grid * POINT
            yield Ink(shape.left(n), line, part, "black", z.grid, ink)


def _padded(text: str) -> str:
    """A figure padded to two places with figure spaces, so that a column of them lines up."""
    return "\u2007" * (2 - len(text)) + text if text.isdigit() else text


PRINT = PrintedGrid()
