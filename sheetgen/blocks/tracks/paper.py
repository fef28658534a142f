"""Tracks of boxes on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.blocks.parts import Fact
from sheetgen.blocks.tracks import WRITE_IN, Tracks
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_parts import facts


class PrintedTracks(BlockPrint[Tracks, SheetFrame]):
    """Lines of boxes."""

    def card_height(self, block: Tracks, frame: BlockFrame, notes: bool) -> float:
        """Lines of boxes under a rule."""
        own = frame.tracked(block)
        return 1.2 * frame.sizes.space + 0.35 + len(own.tracks(block.items)) * own.sizes.track_mm

    def sheet_height(self, block: Tracks, frame: SheetFrame) -> float:
        """Lines of boxes."""
        own = frame.tracked(block)
        return len(own.tracks(block.items)) * own.sizes.track_mm

    def text(self, block: Tracks) -> Iterator[Markup]:
        """Labels with numbers."""
        yield facts(Fact(track.label, track.number.text) for track in block.items)

    def boxes(self, block: Tracks) -> Iterator[tuple[str, tuple[str, str]]]:
        """Each box by its number."""
        for track in block.items:
            for number in range(1, min(track.number.size, WRITE_IN) + 1):
                yield f"{track.label} {number}", track.mark.boxes


PRINT = PrintedTracks()
