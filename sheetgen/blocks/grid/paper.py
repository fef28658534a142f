"""Grids of numbers on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.grid import Grid
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_parts import group, ruled


class PrintedGrid(BlockPrint[Grid, SheetFrame]):
    """Rows of numbers under heads."""

    def card_height(self, block: Grid, frame: BlockFrame, notes: bool) -> float:
        """Rows under lines of heads."""
        z, shape = frame.sizes, frame.grid(block)
        heads = z.unit * POINT * frame.grid_heads(block, shape)
        return 0.8 * z.space + heads + 0.45 + sum(frame.grid_row(row, shape) + 0.2 for row in block.rows)

    def sheet_height(self, block: Grid, frame: SheetFrame) -> float:
        """Rows under heads."""
        return frame.grid_height(block)

    def text(self, block: Grid) -> Iterator[Markup]:
        """A table of its own."""
        labels = ["", *(f"{head.label} {head.number.text}".strip() for head in block.heads)]
        yield from group(block.title)
        yield ruled(labels, [(row.label, [number.text for number in row.numbers]) for row in block.rows])


PRINT = PrintedGrid()
