"""The rows of tables on sheets: their signs and faces, how wide their texts are, how high they stand."""

from __future__ import annotations

from markupsafe import Markup

from sheetgen.blocks.table import Table
from sheetgen.blocks.table.table_parts import TableFrame, costed, deciding, is_figure, whole_of
from sheetgen.print.measure.rich_text import unparted
from sheetgen.print.measure.sheet_frame import HAIR, SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import lines, width

EMPTY_ROW = 6.4
"""Least height of a row to write in."""
TEXT_PAD = 1.6
"""White to the right of a text in its column, in mm; as in `print-sheet-sizes.css`."""
MARK, MARK_PAD = 0.96, 1.6
"""Size of a mark against its row, as in `print-sheet-sizes.css`, and the white to its left and right, in mm."""


def headed(block: Table, frame: SheetFrame) -> bool:
    """Whether a table needs column headings: not where one plain column says what it is by itself."""
    labelled = any(c.label for c in block.columns)
    several = len(block.columns) > 1 or all(is_figure(row.name) for row in block.rows)
    return frame.empty or (labelled and (any(c.strong for c in block.columns) or several))


def row_height(block: Table, shape: TableFrame, number: int, frame: SheetFrame) -> float:
    """Height of one row."""
    z, row = frame.sizes, block.rows[number]
    name = lines(row.name, "bold", z.row, shape.name_width - signs(block, frame) - 1.2) * z.row * 1.08
    cells = [
        lines(unparted(row.cells[c.index].number.text), *cell_face(block, c.index, frame), (c.width - TEXT_PAD) * 0.985)
        * cell_face(block, c.index, frame)[1]
        * 1.17
        for c in shape.columns
        if c.index < len(row.cells)
    ]
    if frame.mode == "form":
        # A field can be made no smaller than its least type.
        least = frame.field_type[1]
        texts = ((row.cells[c.index].number.text, c.width) for c in shape.columns if c.index < len(row.cells))
        cells += [lines(text, "text", least, wide - 2.8) * least * 1.2 for text, wide in texts]
    beside = frame.text_height(row.note, shape.note_width - TEXT_PAD, frame.note_type) if shape.note_width else 0.0
    tallest = max(max([name, z.row * 1.08, *cells]) * POINT, beside)
    under = 0.0 if shape.note_width else frame.width - signs(block, frame) - TEXT_PAD
    below = frame.text_height(row.note, under, frame.note_type) if under else 0.0
    if frame.mode == "blank" or not (row.name or row.cells or row.note or frame.empty):
        return EMPTY_ROW
    height = tallest + below + 1.75 * z.space + HAIR + 0.05
    height += 0.35 * z.space if below else 0.0
    return max(EMPTY_ROW, round(height * 1.12, 2)) if frame.mode == "form" else height


def rows_height(block: Table, shape: TableFrame, frame: SheetFrame) -> float:
    """Height of all rows."""
    return sum(row_height(block, shape, n, frame) for n in range(len(block.rows)))


def figures_only(block: Table, index: int) -> bool:
    """Whether a column holds figures only."""
    block = deciding(block)
    return all(is_figure(row.cells[index].number.text) for row in block.rows if index < len(row.cells))


def cell_face(block: Table, index: int, frame: SheetFrame) -> tuple[str, float]:
    """Face and size of a column's cells: numbers black, short words bold, long text in the text face."""
    block = deciding(block)
    if block.columns[index].strong:
        return "black", frame.sizes.row
    texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
    long = max((len(text) for text in texts), default=0) > 24
    return ("text", frame.sizes.note) if long else ("bold", frame.sizes.cell)


def name_room(block: Table, frame: SheetFrame) -> float:
    """Width that the names of a table want, with the signs before them."""
    block = whole_of(block)
    names = [_name_width(row.name, frame) for row in block.rows]
    return max([*names, frame.label(block.heading or block.title) + 3]) + signs(block, frame)


def _name_width(name: str, frame: SheetFrame) -> float:
    return max(width(name, "bold", frame.sizes.row) + 3.2, frame.field_width(name))


def column_width(block: Table, index: int, frame: SheetFrame) -> float:
    """Width of a column with its heading, and the white behind it."""
    face, size = cell_face(block, index, frame)
    texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
    widest = max((width(text, face, size) for text in texts), default=0.0)
    least = 8.0 if frame.empty else 0.0
    field = max((frame.field_width(text) for text in texts if len(text) <= 24), default=0.0)
    return max(max(widest, least, frame.label(block.columns[index].label)) + 3.4, field)


def signs(block: Table, frame: SheetFrame) -> float:
    """Width of the cost and mark columns before the names."""
    block = whole_of(block)
    cost = max((row.cost for row in block.rows), default=0) or int(costed(block))
    size = max(MARK * frame.sizes.row, frame.sizes.least)
    mark = size * POINT + MARK_PAD if any(row.mark for row in block.rows) else 0.0
    return mark + (max(frame.label("cost") + 1.2, cost * frame.sizes.star * 0.375 + 1.5) if cost else 0.0)


def cramped(text: str, room: float, frame: SheetFrame) -> bool:
    """Whether a field of this width shows its text on several lines."""
    return len(text) > 24 or width(text, "text", frame.field_type[1]) * 1.1 > room - 1.4


def noted(html: str, shape: TableFrame, block: Table, frame: SheetFrame) -> Markup:
    """The note of a row: beside its cells, or below them."""
    return frame.text(html, (shape.note_width or frame.width - signs(block, frame)) - TEXT_PAD, frame.note_type)
