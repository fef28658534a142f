"""Ruled lines on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.lines import Lines
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.css import lengths
from sheetgen.print.measure.estimate import heading_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import LINE_PITCH, SheetFrame

MOST_ON_CARD = 6
CARD_PITCH = 6.6


class PrintedLines(BlockPrint[Lines]):
    """Lines to write on."""

    properties = lengths(lines_pitch=LINE_PITCH, card_lines_pitch=CARD_PITCH)

    def card_height(self, block: Lines, frame: BlockFrame, notes: bool) -> float:
        """A few lines under a heading."""
        return heading_height(block, frame) + self.shape(block, frame) * CARD_PITCH

    def shape(self, block: Lines, frame: BlockFrame) -> int:
        """How many lines a card has of it."""
        return min(block.count, MOST_ON_CARD)

    def sheet_height(self, block: Lines, frame: SheetFrame) -> float:
        """All lines."""
        return block.count * LINE_PITCH

    def text(self, block: Lines, words: Words) -> Iterator[Markup]:
        """Nothing: a running text is not written into."""
        return iter(())


PRINT = PrintedLines()
