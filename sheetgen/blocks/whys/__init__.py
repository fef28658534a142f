"""Where numbers come from, as a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup, escape
from pydantic import ConfigDict

from sheetgen.blocks.base import BlockSettings, BlockType, EntryReader, ItemSettings, LayoutBlock
from sheetgen.blocks.named import Named, NamedList


class WhySettings(ItemSettings):
    """A number to explain."""

    model_config = ConfigDict(title="an item of a list of whys")


class WhysSettings(BlockSettings):
    """Where numbers come from, as a list."""

    model_config = ConfigDict(title="a `whys` block")

    type: Literal["whys"]
    """The type of the block."""
    items: list[WhySettings]
    """The numbers, one after another."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Whys | None:
        """Those for which there is more to say than what they are."""
        items = tuple(
            Named(name=f"{item.label} {value.text}", text=Markup(f"= {escape(value.why)}"), href=value.rule)
            for _, item, value in entry.items(block, "items", self.items)
            if value.why not in ("", value.text, f"{item.label} {value.text}")
        )
        return Whys(id=block.id, title=self.title, secret=self.secret, items=items) if items else None


@dataclass(frozen=True, kw_only=True)
class Whys(NamedList):
    """Explained numbers, drawn as named paragraphs; neither search nor book repeats what the rules say."""

    def words(self) -> Iterator[str]:
        """Nothing: the rules say it."""
        return iter(())

    def names(self) -> Iterator[str]:
        """None: the numbers have their names elsewhere."""
        return iter(())


BLOCK = BlockType(WhysSettings, Whys)
