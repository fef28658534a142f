"""Rows of numbers under common heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import (
    Block,
    BlockSettings,
    BlockType,
    EntryReader,
    ItemSettings,
    LayoutBlock,
    MarkName,
    RowOfNumbersFormula,
    SlotValue,
)
from sheetgen.blocks.parts import NOTHING, Figure, Mark, Number
from sheetgen.text.suggest import in_sentence
from sheetgen.yaml.file_models import Model, Text


class HeadSettings(ItemSettings):
    """A head over a column, with a number."""

    model_config = ConfigDict(title="a head of a grid")


class GridRowSettings(Model):
    """A row of numbers, one under each head."""

    model_config = ConfigDict(title="a row of a grid")

    label: Text = ""
    """What it is called."""
    map: RowOfNumbersFormula = ""
    """Its numbers, by the keys of the heads."""
    mark: MarkName = ""
    """The sign before its label."""


class GridSettings(BlockSettings):
    """Rows of numbers under common heads."""

    model_config = ConfigDict(title="a `grid` block")

    type: Literal["grid"]
    """The type of the block."""
    heads: list[HeadSettings]
    """Its heads, one for each column."""
    rows: list[GridRowSettings]
    """Its rows."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Grid | None:
        """The rows, where there are any."""
        known = {number: value for number, _, value in entry.items(block, "heads", self.heads)}
        rows = []
        for number, item in enumerate(self.rows):
            formula = block.formulas.get(f"rows.{number}.map")
            if formula is not None:
                mark = entry.sign(item.mark, item.label) if item.mark else None
                numbers = tuple(entry.mapped(formula))[: len(self.heads)]
                rows += [GridRow(item.label, numbers, mark)] if numbers else []
        if not rows:
            return None
        # A head without a number keeps its place over the numbers below it.
        below = any(len(row.numbers) == len(self.heads) for row in rows)
        heads = tuple(
            Figure(label=item.label, number=known.get(number, NOTHING))
            for number, item in enumerate(self.heads)
            if below or number in known
        )
        return Grid(id=block.id, title=self.title, secret=self.secret, heads=heads, rows=tuple(rows))

    def objections(self, value: SlotValue) -> Iterator[tuple[str, str]]:
        """Rows with more numbers than there are heads."""
        for number, row in enumerate(self.rows):
            count = len(value(slot := f"rows.{number}.map") or ())
            if count > len(self.heads):
                called = row.label or self.title or "a row of the grid"
                yield slot, f"{called} has {count} numbers, and there are {len(self.heads)} heads over them"


@dataclass(frozen=True)
class GridRow:
    """One line of a grid of numbers."""

    label: str
    numbers: tuple[Number, ...]
    mark: Mark | None = None


@dataclass(frozen=True, kw_only=True)
class Grid(Block):
    """A grid of numbers: column heads with a number each, rows with a mark."""

    type = "grid"
    common = True
    movable = True
    shared = True
    heads: tuple[Figure, ...]
    rows: tuple[GridRow, ...]

    def words(self) -> Iterator[str]:
        """Nothing: a number says nothing by itself."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """Those of its heads, under its title."""
        yield from ((f"{self.title}, {in_sentence(head.label)}", head.number) for head in self.heads)

    def emptied(self, peers: Sequence[Block]) -> Grid:
        """Its labels."""
        rows = tuple(GridRow(row.label, (NOTHING,) * len(row.numbers), row.mark) for row in self.rows)
        return replace(self, heads=tuple(replace(head, number=NOTHING) for head in self.heads), rows=rows)


BLOCK = BlockType(GridSettings, Grid)
