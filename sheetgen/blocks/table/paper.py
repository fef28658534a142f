"""Tables on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.table import Table
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.estimate import paragraphs
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_parts import group, named, ruled


class PrintedTable(BlockPrint[Table, SheetFrame]):
    """Rows under heads, with notes below them."""

    def card_height(self, block: Table, frame: BlockFrame, notes: bool) -> float:
        """Rows and notes under a line of heads."""
        z = frame.sizes
        return 1.5 * z.space + 0.35 + z.label * POINT + _rows(block, frame, notes)

    def sheet_height(self, block: Table, frame: SheetFrame) -> float:
        """Rows and notes under a line of heads, in two halves where they are short."""
        return frame.table_height(block)

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
    shape = frame.table(block)
    inner = frame.narrowed(frame.width - 0.36 * z.row * POINT)
    total = 0.0
    for row in block.rows:
        total += frame.named_height(shape, row)
        note = " ".join(filter(None, (shape.aside(row), str(row.note) if notes else "")))
        if note:
            count = sum(lines(part, "text", z.note, inner.width) for part in paragraphs(note))
            total += count * z.note * 1.17 * POINT + 0.4 * z.space
    return total


PRINT = PrintedTable()
