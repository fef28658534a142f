"""Large numbers side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import (
    ONE_BY_ONE,
    Block,
    BlockSettings,
    BlockType,
    EntryReader,
    ItemSettings,
    LayoutBlock,
    MarkName,
    NumberFormula,
    SlotValue,
    states_out_of_bounds,
)
from sheetgen.blocks.parts import NOTHING, Figure, Number, Track
from sheetgen.yaml.file_models import Formula, Text


class FigureSettings(ItemSettings):
    """A headline number."""

    model_config = ConfigDict(title="a figure")

    unit: Text = ""
    """Its unit."""
    after: Formula = ""
    """A text behind the value."""
    mark: MarkName = ""
    """The sign of its boxes."""
    current: NumberFormula = "none"
    """How many of its boxes are marked now."""


class FiguresSettings(BlockSettings):
    """Large numbers side by side."""

    elsewhere = ONE_BY_ONE
    model_config = ConfigDict(title="a `figures` block")

    type: Literal["figures"]
    """The type of the block."""
    items: list[FigureSettings]
    """The numbers, one after another."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Figures | None:
        """The numbers that there are."""
        items = tuple(
            Figure(
                label=item.label,
                number=value,
                unit=item.unit,
                after=entry.text(block, f"items.{number}.after").strip(),
                tokens=entry.sign(item.mark, item.label, "strong") if item.mark else None,
                current=entry.whole(block, f"items.{number}.current"),
            )
            for number, item, value in entry.items(block, "items", self.items)
        )
        return Figures(id=block.id, title=self.title, secret=self.secret, items=items) if items else None

    def objections(self, value: SlotValue) -> Iterator[tuple[str, str]]:
        """Numbers with more boxes marked than they have."""
        return states_out_of_bounds(value, ((item.label, 0, 1) for item in self.items))


@dataclass(frozen=True, kw_only=True)
class Figures(Block):
    """A row of headline numbers."""

    type = "figures"
    common = True
    slim = True
    items: tuple[Figure, ...]

    def words(self) -> Iterator[str]:
        """Nothing: a number says nothing by itself."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """Each under its label."""
        yield from ((item.label, item.number) for item in self.items)

    def ticked(self) -> Iterator[Track]:
        """Those with tokens."""
        yield from (figure.track for figure in self.items if figure.track)

    def emptied(self, peers: Sequence[Block]) -> Figures:
        """Its labels and units."""
        return replace(self, items=tuple(replace(item, number=NOTHING, after="", current=None) for item in self.items))


BLOCK = BlockType(FiguresSettings, Figures)
