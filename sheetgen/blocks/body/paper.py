"""The figure of a body on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.body import Body
from sheetgen.blocks.parts import Fact
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.estimate import heading_height, line_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_parts import facts, with_brackets


class PrintedBody(BlockPrint[Body, SheetFrame]):
    """A list of regions on a card, a figure on a sheet."""

    def card_height(self, block: Body, frame: BlockFrame, notes: bool) -> float:
        """Lines of running facts."""
        text = "   ".join(f"{part.label} {part.number.text} {part.note}" for part in block.parts)
        return heading_height(block, frame) + lines(text, "semi", frame.sizes.body, frame.width) * line_height(frame)

    def sheet_height(self, block: Body, frame: SheetFrame) -> float:
        """The figure."""
        return frame.body(block).height

    def text(self, block: Body) -> Iterator[Markup]:
        """Regions with numbers, and notes in brackets."""
        yield facts(Fact(part.label, with_brackets(part.number.text, part.note)) for part in block.parts)

    def figures(self, block: Body) -> Iterator[str]:
        """The number of each region."""
        yield from (f"{block.id} {part.region}" for part in block.parts)


PRINT = PrintedBody()
