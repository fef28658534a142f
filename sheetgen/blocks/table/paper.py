"""Tables on paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from markupsafe import Markup

from sheetgen.blocks.table import Row, Table, card_table, sheet_table, table_columns
from sheetgen.blocks.table.card_table import CardTable
from sheetgen.blocks.table.sheet_table import SheetTable
from sheetgen.blocks.table.table_columns import holds_columns, in_parts, sheet_tables
from sheetgen.blocks.table.table_parts import has_notes
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_parts import group, named, ruled, run_in, with_brackets

MOST_COLUMNS = 3
"""Columns of a table in running text beside which there is room for several names in a row."""
SHORT = 6
"""Letters of a value that stands behind its name in a line at most."""


def _runs(block: Table) -> Iterator[tuple[Markup, Row]]:
    """The rows of a table, those as one that follow each other and say the same where its names have room."""
    few = len(block.columns) <= MOST_COLUMNS

    def said(numbered: tuple[int, Row]) -> tuple[object, ...]:
        number, row = numbered
        return *(cell.number.text for cell in row.cells), row.note, 0 if few else number

    for _, run in groupby(enumerate(block.rows), said):
        rows = [row for _, row in run]
        yield Markup(", ").join(map(named, rows)), rows[0]


def _is_list(block: Table) -> bool:
    """Whether a table only gives a short value to each name."""
    plain = len(block.columns) == 1 and bool(block.rows) and not any(row.note for row in block.rows)
    return plain and all(len(row.cells[0].number.text) <= SHORT for row in block.rows)


class PrintedTable(BlockPrint[Table]):
    """Rows under heads, with notes below them."""

    properties = card_table.PROPERTIES | sheet_table.PROPERTIES | table_columns.PROPERTIES

    def card_height(self, block: Table, frame: BlockFrame, notes: bool) -> float:
        """Rows and notes under a line of heads."""
        z = frame.sizes
        above = (card_table.APART + card_table.ABOVE) * z.space + frame.colours.line
        return above + z.label * POINT + CardTable.of(block, frame).height(notes)

    def sheet_height(self, block: Table, frame: SheetFrame) -> float:
        """Rows and notes under a line of heads, in two halves where they are short."""
        return max(part.height for part in sheet_tables(block, frame))

    def shape(self, block: Table, frame: BlockFrame) -> CardTable | tuple[SheetTable, ...]:
        """It as templates draw it: on a sheet as it is, or in its two halves."""
        return sheet_tables(block, frame) if isinstance(frame, SheetFrame) else CardTable.of(block, frame)

    def holds(self, block: Table, frame: BlockFrame) -> bool:
        """Whether a column is wide enough for all its columns; on a card, where these make room, for each name."""
        return holds_columns(block, frame) if isinstance(frame, SheetFrame) else CardTable.of(block, frame).is_whole

    def fits_half(self, block: Table, frame: SheetFrame) -> bool:
        """Whether it has no notes, which take the width that there is, and all its columns have room."""
        return not has_notes(block) and holds_columns(block, frame)

    def stacked(self, block: Table, frame: SheetFrame) -> tuple[Table, ...]:
        """Several tables where it has more columns than there is room for."""
        return in_parts(block, frame)

    def text(self, block: Table, words: Words) -> Iterator[Markup]:
        """A table of its own, with the notes in a last column; one of short values stands in a line."""
        if _is_list(block):
            title = with_brackets(block.title or block.heading or words("Name"), block.columns[0].label)
            yield run_in(title, ((name, row.cells[0].number.text) for name, row in _runs(block)))
            return
        noted = any(row.note for row in block.rows)
        labels = [block.heading or words("Name"), *(column.label for column in block.columns), *([""] if noted else [])]
        rows = [
            (name, [*(cell.number.text for cell in row.cells), *([row.note] if noted else [])])
            for name, row in _runs(block)
        ]
        yield from group(block.title)
        yield ruled(labels, rows, noted)


PRINT = PrintedTable()
