"""Scores on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from sheetgen.blocks.parts import Fact
from sheetgen.blocks.scores import Scores
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.estimate import heading_height, line_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.sheets.sheet_tables import HAIR
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_parts import facts, with_brackets


class PrintedScores(BlockPrint[Scores, SheetFrame]):
    """Scores one behind the other on a card, in cells on a sheet."""

    def card_height(self, block: Scores, frame: BlockFrame, notes: bool) -> float:
        """Lines of short labels with numbers."""
        size = frame.sizes.body * frame.score_size(block.items)
        text = "  ".join(f"{item.short}\u00a0{item.number.text}m" for item in block.items)
        return heading_height(block, frame) + lines(text, "bold", size, frame.width) * line_height(frame)

    def run_in(self, block: Scores) -> Scores:
        """Its title before its first label."""
        first = (replace(item, short=f"{block.title} {item.short}") for item in block.items[:1])
        return replace(block, items=(*first, *block.items[1:]))

    def sheet_height(self, block: Scores, frame: SheetFrame) -> float:
        """Rows of labels over numbers, with a line between them."""
        rows = len(frame.scores(block))
        return rows * frame.figure_row + (rows - 1) * (1.1 + 1.7 + HAIR) * frame.sizes.space

    def text(self, block: Scores) -> Iterator[Markup]:
        """Labels with scores, and bonuses in brackets."""
        yield facts(
            Fact(score.label, with_brackets(score.number.text, score.bonus.text if score.bonus else ""))
            for score in block.items
        )

    def figures(self, block: Scores) -> Iterator[str]:
        """Each score and its bonus."""
        yield from (f"{score.label}{end}" for score in block.items for end in ("", " bonus"))


PRINT = PrintedScores()
