"""Strips of marks on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.strip import Strip
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_parts import bold


class PrintedStrip(BlockPrint[Strip, SheetFrame]):
    """Lines of heads over states."""

    def card_height(self, block: Strip, frame: BlockFrame, notes: bool) -> float:
        """Lines of heads, of codes where the card has them, and of states."""
        z, count = frame.sizes, -(-len(block.pairs) // frame.strip(block).per_line)
        codes = z.label * POINT if getattr(frame, "codes", False) else 0.0
        return 1.85 * z.space + count * (z.head_mm * 1.18 + codes + z.state_mm * 1.06)

    def sheet_height(self, block: Strip, frame: SheetFrame) -> float:
        """Lines of heads, codes and states."""
        z, count = frame.sizes, -(-len(block.pairs) // frame.strip(block).per_line)
        return count * (z.head_mm * 1.12 + (z.label + 1) * POINT + 0.6 + z.state_mm * 1.16)

    def text(self, block: Strip) -> Iterator[Markup]:
        """Each head with its state."""
        states = ", ".join(f"{pair.head.title} {pair.state.title.lower()}" for pair in block.pairs)
        yield Markup("<p>{}{}</p>").format(bold(f"{block.title}.") if block.title else "", states)

    def figures(self, block: Strip) -> Iterator[str]:
        """Each state."""
        yield from (f"{block.id} {pair.head.title}" for pair in block.pairs)


PRINT = PrintedStrip()
