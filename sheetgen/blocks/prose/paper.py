"""Running text on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from sheetgen.blocks.prose import Prose
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import WrittenBlock
from sheetgen.print.measure.estimate import heading_height, paragraphs, text_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.text_parts import behind, bold, paragraph


class PrintedProse(WrittenBlock[Prose]):
    """Paragraphs."""

    def card_height(self, block: Prose, frame: BlockFrame, notes: bool) -> float:
        """The paragraphs under a heading."""
        return heading_height(block, frame) + text_height(block.text, frame)

    def run_in(self, block: Prose) -> Prose:
        """Its title before its first line."""
        return replace(block, text=Markup("{} {}").format(block.title, block.text))

    def text_height(self, block: Prose, frame: SheetFrame) -> float:
        """The paragraphs."""
        return frame.text_height(block.text, frame.inside(block), frame.body_type)

    def plain(self, block: Prose) -> str:
        """The paragraphs."""
        return "\n".join(paragraphs(block.text))

    def text(self, block: Prose, words: Words) -> Iterator[Markup]:
        """The paragraphs behind their title."""
        plain = block.title in ("", "Effect")
        yield paragraph(block.text) if plain else behind(bold(f"{block.title}."), block.text)


PRINT = PrintedProse()
