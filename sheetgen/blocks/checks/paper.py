"""Groups of boxes on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.checks import CheckGroups
from sheetgen.blocks.parts import Fact
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.estimate import heading_height, line_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_parts import facts


class PrintedChecks(BlockPrint[CheckGroups, SheetFrame]):
    """Boxes before what they stand for, in groups."""

    def card_height(self, block: CheckGroups, frame: BlockFrame, notes: bool) -> float:
        """Lines of each group."""
        groups = (f"{group.label}   " + "  ".join(f"OO {item}" for item in group.items) for group in block.groups)
        count = sum(lines(text, "text", frame.sizes.body, frame.width) for text in groups)
        return heading_height(block, frame) + count * line_height(frame)

    def sheet_height(self, block: CheckGroups, frame: SheetFrame) -> float:
        """Rows of boxes in columns."""
        return sum(len(rows) for rows in frame.check_rows(block)) * frame.sizes.body * 1.64 * POINT

    def text(self, block: CheckGroups) -> Iterator[Markup]:
        """Each group behind its label."""
        yield facts(Fact(group.label, ", ".join(group.items)) for group in block.groups)


PRINT = PrintedChecks()
