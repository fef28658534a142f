"""Tables on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from sheetgen.blocks.table import Row, Table
from sheetgen.blocks.table.card_table import card_columns, drawn_heads, drawn_row, named_height
from sheetgen.blocks.table.row_heights import cell_face, cramped, headed, noted, row_height, signs
from sheetgen.blocks.table.table_columns import columns_of, halves, holds_columns, in_parts
from sheetgen.blocks.table.table_parts import TableFrame, costed, has_notes
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.estimate import paragraphs
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import PlacedText
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_parts import group, named, ruled


@dataclass(frozen=True)
class CardTable:
    """A table on a card, row by row, since notes stand between them and it may go on on a further face."""

    block: Table
    columns: TableFrame
    frame: BlockFrame

    @property
    def heads(self) -> PlacedText:
        """The headings on a line."""
        return drawn_heads(self.block, self.columns, self.frame)

    def row(self, row: Row, headed: bool) -> PlacedText:
        """A row, under the headings where it is `headed`."""
        return drawn_row(self.block, self.columns, row, headed, self.frame)

    def aside(self, row: Row) -> str:
        """The cells of a row that have no column, as text."""
        return self.columns.aside(row)


@dataclass(frozen=True)
class SheetTable:
    """A table on a sheet, or one of its halves where they stand side by side."""

    block: Table
    columns: TableFrame
    frame: SheetFrame

    @property
    def halves(self) -> int:
        """How many columns its rows stand in."""
        return halves(self.block, self.frame)

    @property
    def half(self) -> SheetFrame:
        """The column of a half."""
        return self.frame.narrowed((self.frame.width - 5.1) / 2)

    @property
    def headed(self) -> bool:
        """Whether it has headings."""
        return headed(self.block, self.frame)

    @property
    def signs(self) -> float:
        """Width of the signs before the names, in mm."""
        return signs(self.block, self.frame)

    @property
    def costed(self) -> bool:
        """Whether rows have a cost, or room for it."""
        return costed(self.block)

    def row_height(self, number: int) -> float:
        """Height of a row in mm."""
        return row_height(self.block, self.columns, number, self.frame)

    def face(self, index: int) -> str:
        """The face of a column's cells."""
        return cell_face(self.block, index, self.frame)[0]

    def cramped(self, text: str, room: float) -> bool:
        """Whether a field shows its text on several lines."""
        return cramped(text, room, self.frame)

    def noted(self, html: str) -> Markup:
        """The note of a row."""
        return noted(html, self.columns, self.block, self.frame)


class PrintedTable(BlockPrint[Table]):
    """Rows under heads, with notes below them."""

    def card_height(self, block: Table, frame: BlockFrame, notes: bool) -> float:
        """Rows and notes under a line of heads."""
        z = frame.sizes
        return 1.5 * z.space + 0.35 + z.label * POINT + _rows(block, frame, notes)

    def sheet_height(self, block: Table, frame: SheetFrame) -> float:
        """Rows and notes under a line of heads, in two halves where they are short."""
        two = halves(block, frame) == 2
        inner = frame.narrowed((frame.width - 5) / 2) if two else frame
        shape = columns_of(block, inner)
        heights = [row_height(block, shape, n, inner) for n in range(len(block.rows))]
        cut = -(-len(heights) // 2) if two else len(heights)
        head = (frame.sizes.label * 1.1 * POINT + 0.9) if headed(block, frame) else 0.0
        return head + max(sum(heights[:cut]), sum(heights[cut:]))

    def shape(self, block: Table, frame: BlockFrame) -> CardTable | SheetTable:
        """It as templates draw it."""
        if isinstance(frame, SheetFrame):
            return SheetTable(block, columns_of(block, frame), frame)
        return CardTable(block, card_columns(block, frame), frame)

    def holds(self, block: Table, frame: SheetFrame) -> bool:
        """Whether a column is wide enough for all its columns."""
        return not has_notes(block) and holds_columns(block, frame)

    def stacked(self, block: Table, frame: SheetFrame) -> tuple[Table, ...]:
        """Several tables where it has more columns than there is room for."""
        return in_parts(block, frame)

    def text(self, block: Table) -> Iterator[Markup]:
        """A table of its own, with the notes in a last column."""
        noted = any(row.note for row in block.rows)
        labels = [block.heading, *(column.label for column in block.columns), *([""] if noted else [])]
        rows = [
            (named(row), [*(cell.number.text for cell in row.cells), *([row.note] if noted else [])])
            for row in block.rows
        ]
        yield from group(block.title)
        yield ruled(labels, rows)


def _rows(block: Table, frame: BlockFrame, notes: bool) -> float:
    z = frame.sizes
    shape = card_columns(block, frame)
    inner = frame.narrowed(frame.width - 0.36 * z.row * POINT)
    total = 0.0
    for row in block.rows:
        total += named_height(shape, row, frame)
        note = " ".join(filter(None, (shape.aside(row), str(row.note) if notes else "")))
        if note:
            count = sum(lines(part, "text", z.note, inner.width) for part in paragraphs(note))
            total += count * z.note * 1.17 * POINT + 0.4 * z.space
    return total


PRINT = PrintedTable()
