"""Where numbers come from, as a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup, escape
from pydantic import ConfigDict

from sheetgen.blocks.base import ONE_BY_ONE, BlockSettings, BlockType, EntryReader, ItemSettings, LayoutBlock
from sheetgen.blocks.named import Named, NamedList
from sheetgen.blocks.parts import Number


class WhySettings(ItemSettings):
    """A number to explain."""

    model_config = ConfigDict(title="an item of a list of whys")


class WhysSettings(BlockSettings):
    """Where numbers come from, as a list."""

    elsewhere = ONE_BY_ONE
    model_config = ConfigDict(title="a `whys` block")

    type: Literal["whys"]
    """The type of the block."""
    items: list[WhySettings]
    """The numbers, one after another."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Whys | None:
        """Those for which there is more to say than what they are."""
        items = tuple(
            Named(name=f"{item.label} {value.text}", text=_reason(value), href=value.rule)
            for _, item, value in entry.items(block, "items", self.items)
            if value.why not in ("", value.text, f"{item.label} {value.text}")
        )
        return Whys(id=block.id, title=self.title, secret=self.secret, items=items) if items else None


def _reason(number: Number) -> Markup:
    """Where a number comes from; where only conditions gave it, these, and not the number once more."""
    conditions = number.why.removeprefix(f"{number.text} (")
    if conditions == number.why:
        return Markup(f"= {escape(number.why)}")
    return escape(conditions.removesuffix(")") if "(" not in conditions else f"({conditions}")


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
