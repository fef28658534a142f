"""Ruled lines to write on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock
from sheetgen.blocks.parts import Number


class LinesSettings(BlockSettings):
    """Ruled lines to write on."""

    model_config = ConfigDict(title="a `lines` block")

    type: Literal["lines"]
    """The type of the block."""
    count: int
    """How many lines; on sheets more, where a column or page has room for them."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Lines:
        """The lines, whatever the entry is."""
        return Lines(id=block.id, title=self.title, secret=self.secret, count=self.count)


@dataclass(frozen=True, kw_only=True)
class Lines(Block):
    """Ruled lines."""

    type = "lines"
    movable = True
    count: int

    def words(self) -> Iterator[str]:
        """Nothing: there is nothing on them."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: there is nothing on them."""
        return iter(())

    def emptied(self, peers: Sequence[Block]) -> Lines:
        """The lines as they are."""
        return self


BLOCK = BlockType(LinesSettings, Lines)
