"""Short texts, each under its label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import ONE_BY_ONE, Block, BlockSettings, BlockType, EntryReader, ItemSettings, LayoutBlock
from sheetgen.blocks.parts import Fact, Number
from sheetgen.yaml.file_models import Formula, Text


class FactSettings(ItemSettings):
    """A labelled text."""

    model_config = ConfigDict(title="a fact")

    unit: Text = ""
    """Its unit."""
    after: Formula = ""
    """A text behind the value."""


class FactsSettings(BlockSettings):
    """Short texts, each under its label."""

    elsewhere = ONE_BY_ONE
    model_config = ConfigDict(title="a `facts` block")

    type: Literal["facts"]
    """The type of the block."""
    items: list[FactSettings]
    """The texts, one after another."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Facts | None:
        """The texts that are not empty."""
        items = []
        for number, item, value in entry.items(block, "items", self.items):
            text = value.text + (f" {item.unit}" if item.unit else "") + entry.text(block, f"items.{number}.after")
            items.append(Fact(item.label, text))
        return Facts(id=block.id, title=self.title, secret=self.secret, items=tuple(items)) if items else None


@dataclass(frozen=True, kw_only=True)
class Facts(Block):
    """Labelled pieces of text, such as the identity strip of a sheet."""

    type = "facts"
    items: tuple[Fact, ...]

    def words(self) -> Iterator[str]:
        """Each with its label."""
        yield from (f"{fact.label}: {fact.text}" for fact in self.items if fact.text)

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: facts are words."""
        return iter(())

    def emptied(self, peers: Sequence[Block]) -> Facts:
        """Its labels."""
        return replace(self, items=tuple(Fact(item.label, "") for item in self.items))


BLOCK = BlockType(FactsSettings, Facts)
