"""Grids of numbers on sheets, which are tables there: widths of their columns, heights of their rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sheetgen.blocks.grid import Grid, GridRow
from sheetgen.blocks.parts import Figure
from sheetgen.print.measure.frame import MARK
from sheetgen.print.measure.sheet_frame import HAIR, SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import lines, width

JOINT = re.compile(r"(?<=\w)[–‒—/,;-](?=\w)")
"""Where a text among the numbers of a grid may be broken, besides at blanks."""
NUMBER_PAD = 1.7
"""White to the right of the figures of a grid, in mm."""
LEAST_LABEL = 14.0
"""Width of the labels of a grid's rows, in mm, at least."""


@dataclass(frozen=True)
class GridColumns:
    """A grid of numbers: width of the labels and of each column."""

    label_width: float
    column: float
    stacked: bool
    """Whether the heads' numbers stand under their labels."""
    wrapped: bool
    """Whether numbers and heads go on on further lines, since they are texts too long for their column."""
    size: float = 0.0
    """Size of the numbers in points where they had to be set smaller, else 0."""
    head: float = 0.0
    """Size of the heads' numbers in points where they had to be set smaller, else 0."""
    own: tuple[float, ...] = ()
    """Widths of the columns where each is as wide as its numbers want, else none."""

    def left(self, index: int) -> float:
        """Where a column begins, from the left of the labels."""
        return self.label_width + (sum(self.own[:index]) if self.own else index * self.column)

    def breakable(self, text: str) -> str:
        """A number that may go on on a further line after a dash or a comma, where it has to."""
        return JOINT.sub(lambda match: f"{match[0]}\u200b", text) if self.wrapped else text


def grid_columns(block: Grid, frame: SheetFrame) -> GridColumns:
    """Widths of a grid: equal columns of numbers, the labels get the rest; long numbers are set smaller."""
    count = max(1, len(block.heads))
    room = (frame.width - min(_grid_labels(block, frame), max(14.0, frame.width * 0.4))) / count
    room = max(room, min(_grid_word(block, frame), (frame.width - LEAST_LABEL) / count))
    beside = max((_grid_head(figure, frame) for figure in block.heads), default=0.0)
    column = min(max(_grid_column(block, frame), beside, 13.0), room)
    widest = max((width(n.text, "black", frame.sizes.grid) for r in block.rows for n in r.numbers), default=0.0)
    least, inner = frame.sizes.least, column - NUMBER_PAD - 0.3
    small = max(least, frame.sizes.grid * inner / widest) if widest else 0.0
    size = small if small < frame.sizes.grid else 0.0
    own = frame.sizes.caption
    high = max((width(figure.number.text, "black", own) for figure in block.heads), default=0.0)
    fits = max(least, own * (inner + 0.1) / high) if high else own
    head = round(fits, 2) if beside > column and fits < own else 0.0
    labels = max((frame.label(figure.label) for figure in block.heads), default=0.0)
    wrapped = max(widest * least / frame.sizes.grid, high * least / own, labels) > inner + 0.1
    left = round(frame.width - column * count, 3)
    return GridColumns(left, round(column, 3), beside > column, wrapped, round(size, 2), head)


def _number_lines(text: str, face: str, size: float, shape: GridColumns) -> int:
    """How many lines a number of a grid takes."""
    if not shape.wrapped:
        return 1
    return lines(JOINT.sub(_apart, text), face, size, shape.column - NUMBER_PAD - 0.1)


def _grid_labels(block: Grid, frame: SheetFrame) -> float:
    face, size = frame.faces.regular, frame.sizes.grid_label
    texts = [width(r.label, face, size) + (_mark(frame) if r.mark else 0.0) for r in block.rows]
    return max(texts, default=10.0) + 1.2


def _mark(frame: SheetFrame) -> float:
    """Width of a mark before a label, with the white behind it."""
    z = frame.sizes
    return max(MARK * z.grid_label, z.least) * POINT + width(" ", frame.faces.regular, z.grid_label)


def _grid_column(block: Grid, frame: SheetFrame) -> float:
    """Width that a column of numbers wants: its widest number, or the words of its head."""
    numbers = [width(n.text, "black", frame.sizes.grid) for r in block.rows for n in r.numbers]
    heads = [max(frame.label(f.label), width(f.number.text, "black", frame.sizes.caption)) for f in block.heads]
    return max([*numbers, *heads, 0.0]) + NUMBER_PAD + 0.4


def _grid_word(block: Grid, frame: SheetFrame) -> float:
    """Width that a column of numbers needs at least: its longest word, in the smallest type."""
    z = frame.sizes
    texts = [n.text for r in block.rows for n in r.numbers] + [f.number.text for f in block.heads]
    words = [width(word, "black", z.least) for text in texts for word in JOINT.sub(_apart, text).split()]
    words += [frame.label(word) for f in block.heads for word in f.label.split()]
    return max(words, default=0.0) + NUMBER_PAD + 0.4


def _grid_head(figure: Figure, frame: SheetFrame) -> float:
    number = width(f" {figure.number.text}", "black", frame.sizes.caption) if figure.number.text else 0.0
    return frame.label(figure.label) + number + NUMBER_PAD + 0.3


def grid_height(block: Grid, frame: SheetFrame) -> float:
    """Height of a grid with its heads."""
    shape = grid_columns(block, frame)
    head = max((_head_height(figure, shape, frame) for figure in block.heads), default=0.0) + 1.0
    rows = sum(_grid_row(row, shape, frame) for row in block.rows)
    return head + rows + len(block.rows) * HAIR + 0.6


def _head_height(figure: Figure, shape: GridColumns, frame: SheetFrame) -> float:
    z = frame.sizes
    high = _number_lines(figure.label.upper(), "bold", z.label * 1.1, shape) * z.label * 1.1 * POINT
    if shape.stacked and figure.number.text:
        size = shape.head or z.caption
        high += _number_lines(figure.number.text, "black", size, shape) * size * 1.1 * POINT
    return high


def _grid_row(row: GridRow, shape: GridColumns, frame: SheetFrame) -> float:
    z = frame.sizes
    size = shape.size or z.grid
    numbers = max((_number_lines(n.text, "black", size, shape) for n in row.numbers), default=1)
    label = _label_lines(row.label, row.mark is not None, shape, frame) * z.grid_label * 1.17 * POINT
    return max(z.grid_mm, label, numbers * size * 1.05 * POINT + 0.4 if numbers > 1 else 0.0)


def _label_lines(label: str, marked: bool, shape: GridColumns, frame: SheetFrame) -> int:
    room = shape.label_width - (_mark(frame) if marked else 0.0)
    return lines(label, frame.faces.regular, frame.sizes.grid_label, room * 0.985)


def fits(block: Grid, frame: SheetFrame) -> bool:
    """Whether a column is wide enough for all columns of a grid without breaking its words."""
    return _grid_labels(block, frame) + len(block.heads) * _grid_column(block, frame) <= frame.width


def in_parts(block: Grid, frame: SheetFrame) -> tuple[Grid, ...]:
    """A grid with more columns than this width holds as several, one below the other; else itself."""
    count = len(block.heads)
    most = max(1, int((frame.width - LEAST_LABEL) // _grid_word(block, frame)))
    if count <= most:
        return (block,)
    each = -(-count // -(-count // most))
    return tuple(_of_heads(block, slice(start, start + each)) for start in range(0, count, each))


def _apart(match: re.Match[str]) -> str:
    return f"{match[0]} "


def _of_heads(block: Grid, part: slice) -> Grid:
    """Some of the columns of a grid; the first of its parts keeps the title."""
    rows = tuple(replace(row, numbers=row.numbers[part]) for row in block.rows)
    return replace(block, title="" if part.start else block.title, heads=block.heads[part], rows=rows)
