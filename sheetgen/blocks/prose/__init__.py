"""Text of the author."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from markupsafe import Markup
from pydantic import ConfigDict

from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock, TextFormula
from sheetgen.blocks.parts import EMPTY, Number


class ProseSettings(BlockSettings):
    """Text of the author."""

    model_config = ConfigDict(title="a `prose` block")

    type: Literal["prose"]
    """The type of the block."""
    text: TextFormula
    """Markdown."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Prose | None:
        """The text, where there is one."""
        text = entry.prose(block, "text")
        if not text:
            return None
        return Prose(id=block.id, title=self.title, secret=self.secret, text=text.html, plain=text.plain)


@dataclass(frozen=True, kw_only=True)
class Prose(Block):
    """Running text."""

    type = "prose"
    common = True
    movable = True
    shared = True
    text: Markup
    plain: str = field(default="", repr=False)
    """The same without its markup."""

    def words(self) -> Iterator[str]:
        """The text."""
        yield self.plain

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: a text is words."""
        return iter(())

    def emptied(self, peers: Sequence[Block]) -> Prose:
        """Room for a text."""
        return replace(self, text=EMPTY)


BLOCK = BlockType(ProseSettings, Prose)
