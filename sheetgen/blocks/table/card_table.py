"""Tables on cards: how wide their columns are, what goes to the notes, and how their rows are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.blocks.table import Row, Table
from sheetgen.blocks.table.table_parts import TableColumn, TableFrame, cell
from sheetgen.print import resources
from sheetgen.print.measure.draw import drawing, label, sign
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, broken, width

AIR = 0.145
"""White before a column of a card's table, in mm for each point of its type."""
LEADING = 1.06
"""Of the lines of a card's table."""


def card_columns(block: Table, frame: BlockFrame) -> TableFrame:
    """Widths of a table's columns: as wide as their text, the names get the rest.

    Where the names would have too little, columns that are not strong go to the notes.
    """
    columns = [TableColumn(i, c.label, c.strong, _column_width(block, i, frame)) for i, c in enumerate(block.columns)]
    names = [named_width(row, frame) for row in block.rows]
    wanted = min(max(names, default=0.0), frame.width * 0.55)
    dropped: list[int] = []
    while columns and frame.width - sum(c.width for c in columns) < wanted:
        others = [c for c in columns if not c.strong] or columns
        victim = max(others, key=lambda c: (c.width, c.index))
        columns.remove(victim)
        dropped.append(victim.index)
    rest = frame.width - sum(c.width for c in columns)
    return TableFrame(rest, tuple(columns), tuple(sorted(dropped)))


def _column_width(block: Table, index: int, frame: BlockFrame) -> float:
    column = block.columns[index]
    face, size = _face(column.strong, frame)
    texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
    widest = max((width(text, face, size) for text in texts), default=0.0)
    return max(widest, frame.label(column.label)) + max(1.6, AIR * frame.sizes.row)


def row_name(shape: TableFrame, row: Row, frame: BlockFrame) -> tuple[str, ...]:
    """The lines of a row's name; an empty one at the end where its stars have no room behind it."""
    size, space = frame.sizes.row, width(" ", "bold", frame.sizes.row)
    mark = 0.0
    if row.mark:
        mark = space + (0.8 * size * POINT if row.mark.glyph else width(row.mark.code, "bold", size))
    name = broken(row.name, "bold", size, shape.name_width, mark)
    stars = space + row.cost * 0.52 * size * POINT * 1.03 if row.cost else 0.0
    used = width(name[-1], "bold", size) + (mark if len(name) == 1 else 0.0)
    return (*name, "") if stars and used + stars > shape.name_width else name


def named_height(shape: TableFrame, row: Row, frame: BlockFrame) -> float:
    """Height of a row of a card's table."""
    return len(row_name(shape, row, frame)) * frame.sizes.row * LEADING * POINT


def _face(strong: bool, frame: BlockFrame) -> tuple[str, float]:
    return ("black", frame.sizes.row) if strong else ("bold", frame.sizes.cell)


def named_width(row: Row, frame: BlockFrame) -> float:
    """Width of a row's name with its signs."""
    mark = frame.sizes.row * 0.29 + 0.9 if row.mark else 0.0
    stars = row.cost * frame.sizes.row * 0.2 + 0.8 if row.cost else 0.0
    return width(row.name, "bold", frame.sizes.row) + mark + stars + 1.0


def drawn_heads(block: Table, shape: TableFrame, frame: BlockFrame) -> PlacedText:
    """The headings of a table on a line."""
    return drawing(frame, frame.sizes.label * POINT, _heads(block, shape, frame))


def drawn_row(block: Table, shape: TableFrame, row: Row, headed: bool, frame: BlockFrame) -> PlacedText:
    """A row of a table, under the table's headings where it is `headed`; a long name goes on below."""
    z = frame.sizes
    head = z.label * POINT if headed else 0.0
    inks = [*_heads(block, shape, frame)] if headed else []
    inks += _cells(head + baseline("bold", z.row, z.row * LEADING * POINT), shape, row, frame)
    return drawing(frame, head + named_height(shape, row, frame), inks)


def _heads(block: Table, shape: TableFrame, frame: BlockFrame) -> Iterator[Ink]:
    y = baseline("bold", frame.sizes.label, frame.sizes.label * POINT)
    yield label(frame, 0.0, y, block.heading or block.title)
    right = shape.name_width
    for column in shape.columns:
        right += column.width
        yield label(frame, right - frame.label(column.label), y, column.label)


def _cells(y: float, shape: TableFrame, row: Row, frame: BlockFrame) -> Iterator[Ink]:
    z, c = frame.sizes, frame.colours
    at, space = 0.0, width(" ", "bold", z.row)
    if row.mark:
        mark = sign(frame, at, y, row.mark, 0.8 * z.row, z.row)
        yield mark
        at = mark.end + space
    for number, part in enumerate(row_name(shape, row, frame)):
        name = Ink(0.0 if number else at, y + number * z.row * LEADING * POINT, part, "bold", z.row, c.ink)
        yield name
    if row.cost:
        size = 0.52 * z.row
        stars = resources.glyph("star") * min(row.cost, 9)
        lift = 0.14 * size * POINT
        left = name.end + space if name.text else 0.0
        yield Ink(left, name.y - lift, stars, "marks", size, c.soft, 0.03 * size * POINT)
    right = shape.name_width
    for number, column in enumerate(shape.columns):
        right += column.width
        face, size = ("black", z.row) if column.strong else ("bold", z.cell)
        text = cell(row, column.index).number.text
        colour = c.accent_text if column.strong and number == 0 else c.ink
        yield Ink(right - width(text, face, size), y, text, face, size, colour)
