"""Named paragraphs on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup, escape

from sheetgen.blocks.named import Named, NamedList
from sheetgen.blocks.parts import EMPTY
from sheetgen.blocks.whys import Whys
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import WrittenBlock
from sheetgen.print.measure.estimate import heading_height, paragraphs, text_height
from sheetgen.print.measure.frame import MARK, BlockFrame
from sheetgen.print.measure.rich_text import sign, stars
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.measure.texts import SetText, body_style, set_text
from sheetgen.print.text_parts import behind, bold, group, named

_EQUATION = re.compile(r"(?:\s|<[^<>]*>)*=")
"""A text that begins with the sign, behind the tags before it."""


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
        return sum(frame.text_height(item.text, room, frame.body_type, self.head(item, False)) for item in block.items)

    def plain(self, block: NamedList) -> str:
        """Each paragraph behind its name."""
        items = (item for item in block.items if item.name or item.text)
        return "\n".join(f"{_head(item)} {' '.join(paragraphs(item.text))}".lstrip() for item in items)

    def head(self, item: Named, costed: bool = True, marked: bool = True) -> Markup:
        """A name behind its mark, with its value and its cost; mark or cost are left out where they stand elsewhere."""
        mark = sign(item.mark) + " " if item.mark and marked else EMPTY
        value = f" ({item.value})" if item.value else ""
        cost = " " + stars(item.cost) if costed and item.cost else EMPTY
        if not (item.name or value):
            return mark + cost.lstrip()
        ended = not item.text or item.name.endswith((".", "!", "?")) or _EQUATION.match(item.text)
        return Markup(f"{mark}<b>{escape(item.name)}{escape(value)}{cost}{'' if ended else '.'}</b>")

    def set(self, item: Named, frame: BlockFrame, title: str) -> SetText:
        """A named text on a card; the title of its list runs in before the name, where there is one."""
        return set_text(frame, item.text, self.head(item), style=body_style(frame, MARK), title=title)

    def text(self, block: NamedList, words: Words) -> Iterator[Markup]:
        """The paragraphs; of whys nothing, since packets and books have the rules themselves."""
        if not isinstance(block, Whys):
            yield from group(block.title)
            for item in block.items:
                box = Markup("{} ").format(sign(item.mark)) if item.option else Markup("")
                yield behind(box + bold(Markup("{}.").format(named(item))) if item.name else box, item.text)


def _head(item: Named) -> str:
    name = f"{item.name} ({item.value})" if item.value else item.name
    return f"{name.lstrip()}." if name else ""


PRINT = PrintedNamed()
