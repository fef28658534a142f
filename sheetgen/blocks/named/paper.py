"""Named paragraphs on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from sheetgen.blocks.named import Named, NamedList
from sheetgen.blocks.whys import Whys
from sheetgen.print.block_print import WrittenBlock
from sheetgen.print.measure.estimate import heading_height, paragraphs, text_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.rich_text import sign
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.text_parts import behind, bold, group, named


class PrintedNamed(WrittenBlock[NamedList]):
    """Paragraphs behind their names."""

    def card_height(self, block: NamedList, frame: BlockFrame, notes: bool) -> float:
        """The paragraphs under a heading."""
        total = sum(text_height(f"{_head(item)} {item.text}", frame) for item in block.items)
        return heading_height(block, frame) + total

    def run_in(self, block: NamedList) -> NamedList:
        """Its title before its first name."""
        first = (replace(item, name=f"{block.title} {item.name}") for item in block.items[:1])
        return replace(block, items=(*first, *block.items[1:]))

    def text_height(self, block: NamedList, frame: SheetFrame) -> float:
        """The paragraphs."""
        room = frame.inside(block) - frame.cost_indent(block)
        return sum(frame.text_height(item.text, room, frame.body_type, _set_head(item)) for item in block.items)

    def plain(self, block: NamedList) -> str:
        """Each paragraph behind its name."""
        items = (item for item in block.items if item.name or item.text)
        return "\n".join(f"{_head(item)} {' '.join(paragraphs(item.text))}" for item in items)

    def text(self, block: NamedList) -> Iterator[Markup]:
        """The paragraphs; of whys nothing, since packets and books have the rules themselves."""
        if not isinstance(block, Whys):
            yield from group(block.title)
            yield from (behind(bold(f"{named(item)}."), item.text) for item in block.items)


def _head(item: Named) -> str:
    return f"{item.name} ({item.value})." if item.value else f"{item.name}."


def _set_head(item: Named) -> Markup:
    """A name as a sheet sets it, behind its mark."""
    mark = Markup("{} ").format(sign(item.mark)) if item.mark else ""
    return Markup("{}<b>{}</b>").format(mark, _head(item))


PRINT = PrintedNamed()
