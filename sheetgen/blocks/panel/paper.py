"""Entries inside of others on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.panel import Panel
from sheetgen.print.block_print import BlockPrint, card_height, running_text
from sheetgen.print.measure.estimate import heading_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_parts import group


class PrintedPanel(BlockPrint[Panel, SheetFrame]):
    """The blocks of each entry below its name."""

    def card_height(self, block: Panel, frame: BlockFrame, notes: bool) -> float:
        """The blocks below each name."""
        total = heading_height(block, frame)
        for entry in block.entries:
            blocks = getattr(frame, "inner", lambda _: ())(entry)
            total += frame.sizes.heading * POINT + 2 + sum(card_height(inner, frame, notes) for inner in blocks)
        return total

    def sheet_height(self, block: Panel, frame: SheetFrame) -> float:
        """A bar and two columns for each entry, with white between them."""
        own = [frame.panel_height(entry) for entry in block.entries]
        return sum(own) + frame.panel_apart * max(0, len(own) - 1)

    def text(self, block: Panel) -> Iterator[Markup]:
        """Each entry below its name."""
        for entry in block.entries:
            yield from group(entry.name)
            yield from running_text(entry.area("page"))


PRINT = PrintedPanel()
