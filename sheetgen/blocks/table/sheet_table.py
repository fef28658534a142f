"""Tables on sheets as they are drawn: every line of theirs, and how high their rows stand. Millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup, escape

from sheetgen.blocks.table import Row, Table
from sheetgen.blocks.table.table_parts import TableColumn, TableFrame, cell, costed, rows_before
from sheetgen.blocks.table.table_texts import (
    CELL_LEADING,
    CELL_PAD,
    FIELD_SIDES,
    FIGURE_PAD,
    MARK,
    MARK_LEFT,
    NAME_LEADING,
    NAME_PAD,
    NOTE_PAD,
    STRONG_LEADING,
    LineExtent,
    TextStyle,
    cell_style,
    cramped,
    headed,
    is_field,
    mark_size,
    name_style,
    signs,
)
from sheetgen.print.css import factors, lengths, points
from sheetgen.print.measure.sheet_frame import HAIR, NOTE_LEADING, SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import baseline, lines

EMPTY_ROW = 6.4
"""Least height of a row to write in."""
ROW_ABOVE, ROW_BELOW = 0.95, 0.8
"""White above and below the texts of a row, before the density's factor."""
NOTE_ABOVE = 0.35
"""White above a note that stands below its row."""
HEAD_LEADING, HEAD_BELOW = 1.1, 0.4
"""Line of the headings against their size, and the white below them."""
MARK_DROP = 0.14
"""How far marks before names stand below the line, in em."""
ROW_FIELD = 8.5
"""Points of what is typed into a row."""
FIELD_LEADING = 1.1
FIELD_LINE = 1.2
"""Lines of what is typed into a field against their size."""
NOTE_FIELD = 2.2
"""White in and around the field of a note that stands below its row."""
SHORT = 60.0
"""Height of half a table up to which it is not torn between pages."""
PROPERTIES = {
    **lengths(
        name_pad=NAME_PAD, cell_pad=CELL_PAD, figure_pad=FIGURE_PAD, note_pad=NOTE_PAD, row_above=ROW_ABOVE,
        row_below=ROW_BELOW, note_above=NOTE_ABOVE, head_below=HEAD_BELOW, row_mark_left=MARK_LEFT,
    ),
    **factors(
        name_leading=NAME_LEADING, strong_leading=STRONG_LEADING, cell_leading=CELL_LEADING, note_leading=NOTE_LEADING,
        head_leading=HEAD_LEADING, field_leading=FIELD_LEADING, row_mark=MARK,
    ),
    "--mark-drop": f"-{MARK_DROP:g}em",
    **points(row_field_size=ROW_FIELD),
}  # fmt: skip
"""The same as custom properties of style sheets."""


@dataclass(frozen=True)
class SheetTable:
    """Rows of a table on a sheet: all of them, or those of one of two halves that stand side by side."""

    block: Table
    columns: TableFrame
    frame: SheetFrame
    numbers: range
    """Which rows of the table it has."""

    @property
    def headed(self) -> bool:
        """Whether it has headings."""
        return headed(self.block, self.frame)

    @property
    def name_field(self) -> float:
        """Width of the field of a name."""
        return self.columns.name_width - self.signs - 1.0

    def number(self, index: int) -> int:
        """Which row of the whole table a row is, from 1 on; fields of a form are called by it."""
        return rows_before(self.block) + index + 1

    @property
    def costed(self) -> bool:
        """Whether rows have a cost, or room for it."""
        return costed(self.block)

    @cached_property
    def signs(self) -> float:
        """Width of the signs before the names."""
        return signs(self.block, self.frame)

    @property
    def height(self) -> float:
        """Height of its headings and rows."""
        head = self.frame.sizes.label * HEAD_LEADING * POINT + HEAD_BELOW + HAIR if self.headed else 0.0
        return head + sum(map(self.row_height, self.numbers))

    @property
    def is_short(self) -> bool:
        """Whether it stays on one page of a text that goes on over pages."""
        return self.height <= SHORT

    def row_height(self, number: int) -> float:
        """Height of a row with its note and the line below it."""
        return self.line_height(number) + self.note_height(self.block.rows[number])

    def line_height(self, number: int) -> float:
        """Height of a row without a note below it; cells stand on the baseline of the first of theirs."""
        row, frame = self.block.rows[number], self.frame
        if frame.mode == "blank" or not (row.name or row.cells or row.note or frame.empty):
            return EMPTY_ROW
        texts = [*self._extents(row)]
        high = max(text.above for text in texts) + max(text.below for text in texts)
        height = high + (ROW_ABOVE + ROW_BELOW) * frame.sizes.space + HAIR
        return max(EMPTY_ROW, round(height * 1.12, 2)) if frame.mode == "form" else height

    def _extents(self, row: Row) -> Iterator[LineExtent]:
        name, frame, columns = name_style(self.frame), self.frame, self.columns
        yield name.extent(len(name.lines(row.name, columns.name_width - self.signs)) or 1)
        yield from self._sign_extents(row)
        if frame.mode == "form":
            yield self._field_extent(row.name, self.name_field)
        for column in columns.columns:
            text = self.text(row, column)
            style = self.style(column)
            yield style.extent(len(style.lines(text, column.width)))
            if frame.mode == "form":
                yield self._field_extent(text, column.width)
        if columns.note_width and row.note:
            note = frame.note_type
            first = baseline(frame.faces.regular, note.size, note.line)
            yield LineExtent(first, frame.text_height(row.note, columns.note_width - NOTE_PAD, note) - first)

    def _field_extent(self, text: str, room: float) -> LineExtent:
        """The lines of a field: it can be made no smaller than its least type."""
        least = self.frame.field_type[1]
        return LineExtent(0.0, lines(text, "text", least, room - FIELD_SIDES) * least * FIELD_LINE * POINT)

    def _sign_extents(self, row: Row) -> Iterator[LineExtent]:
        star, mark = self.frame.sizes.star, mark_size(self.frame)
        if row.cost or row.mark:
            yield TextStyle("sg", self.frame.faces.regular, star, NOTE_LEADING, 0.0).extent(1)
        if row.mark:
            first = baseline("marks", mark, mark * POINT) - MARK_DROP * mark * POINT
            yield LineExtent(first, mark * POINT - first)

    def note_height(self, row: Row) -> float:
        """Height of a note that stands below its row, or of its field."""
        if self.columns.note_width or not row.note or self.frame.mode == "blank":
            return 0.0
        if self.frame.mode == "filled":
            return self.frame.text_height(row.note, self.note_room, self.frame.note_type) + NOTE_ABOVE
        least = self.frame.field_type[1]
        count = lines(row.note.striptags(), "text", least, self.note_room - FIELD_SIDES)
        return max(EMPTY_ROW, round(count * least * FIELD_LINE * POINT + NOTE_FIELD, 2))

    @cached_property
    def note_room(self) -> float:
        """Width of a note, beside the cells or below them."""
        return (self.columns.note_width or self.frame.width - self.signs) - NOTE_PAD

    @cached_property
    def _styles(self) -> dict[int, TextStyle]:
        return {c.index: cell_style(self.block, c.index, self.frame, c.figure) for c in self.columns.columns}

    def style(self, column: TableColumn) -> TextStyle:
        """How the cells of a column are set."""
        return self._styles[column.index]

    def text(self, row: Row, column: TableColumn) -> str:
        """The text of a cell, empty where the row is short."""
        return row.cells[column.index].number.text if column.index < len(row.cells) else ""

    def is_field(self, row: Row, column: TableColumn) -> bool:
        """Whether a cell is a field."""
        return is_field(cell(row, column.index), self.frame)

    def head_style(self, column: TableColumn) -> str:
        """The class of a head over figures, which stand right; what is typed into fields begins below its head."""
        right = (column.strong and not self.frame.empty) or column.figure
        return "nu" if right and not any(self.is_field(row, column) for row in self.block.rows) else ""

    @property
    def field_room(self) -> float:
        """How much lower than its row a field is: that has no white around it where the rules print the rows."""
        return 1.0 if self.frame.mode == "form" else 2 * HAIR

    def name(self, row: Row) -> Markup:
        """The lines of a name."""
        return _set(name_style(self.frame).lines(row.name, self.columns.name_width - self.signs))

    def cell(self, row: Row, column: TableColumn) -> Markup:
        """The lines of a cell."""
        return _set(self.style(column).lines(self.text(row, column), column.width))

    def note(self, row: Row) -> Markup:
        """The note of a row, beside its cells or below them."""
        return self.frame.text(row.note, self.note_room, self.frame.note_type)

    def cramped(self, text: str, room: float) -> bool:
        """Whether a field shows its text on several lines."""
        return cramped(text, room, self.frame)


def rows_height(block: Table, columns: TableFrame, frame: SheetFrame) -> float:
    """Height of all rows of a table with these columns."""
    table = SheetTable(block, columns, frame, range(len(block.rows)))
    return sum(map(table.row_height, table.numbers))


def _set(lines: tuple[str, ...]) -> Markup:
    """Lines that are broken where they were reckoned to be."""
    return Markup("<br>").join(map(escape, lines))
