"""Headline numbers on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.figures import Figures
from sheetgen.blocks.parts import Fact, Figure
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_parts import facts, with_brackets


class PrintedFigures(BlockPrint[Figures, SheetFrame]):
    """Rows of headline numbers."""

    def card_height(self, block: Figures, frame: BlockFrame, notes: bool) -> float:
        """Lines of labels over numbers."""
        return sum((frame.sizes.label + row[0].size * 0.98) * POINT for row in frame.figures(block))

    def sheet_height(self, block: Figures, frame: SheetFrame) -> float:
        """Lines of labels over numbers, with white between them."""
        rows = len(frame.figures(block))
        return rows * frame.figure_row + (rows - 1) * 2.0 * frame.sizes.space

    def text(self, block: Figures) -> Iterator[Markup]:
        """Labels with numbers."""
        yield facts(Fact(figure.label, _number(figure)) for figure in block.items)

    def figures(self, block: Figures) -> Iterator[str]:
        """Each number."""
        yield from (figure.label for figure in block.items)


def _number(figure: Figure) -> str:
    """A headline number with its unit and what is said after it; another number stands in brackets."""
    after = figure.after.strip()
    number = f"{figure.number.text} {figure.unit}".strip()
    return with_brackets(number, after) if after[:1].isdigit() else f"{number} {after}".strip()


PRINT = PrintedFigures()
