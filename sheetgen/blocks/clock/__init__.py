"""Clocks: circles whose segments are filled one after another until something happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import (
    Block,
    BlockSettings,
    BlockType,
    EntryReader,
    ItemSettings,
    LayoutBlock,
    NumberFormula,
    SlotValue,
)
from sheetgen.blocks.parts import NOTHING, Mark, Number, Track, outside

RADIUS = 12
"""That of a clock in its drawing, whose middle is 0, 0."""


class ClockItemSettings(ItemSettings):
    """A clock."""

    model_config = ConfigDict(title="a clock")

    value: NumberFormula = "none"
    """How many of its segments are filled."""
    segments: Literal[4, 6, 8] = 6
    """Into how many parts its circle is cut."""


class ClockSettings(BlockSettings):
    """Circles cut into segments, of which so many are filled as the value says."""

    model_config = ConfigDict(title="a `clock` block")

    type: Literal["clock"]
    """The type of the block."""
    items: list[ClockItemSettings]
    """The clocks, one after another."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Clocks | None:
        """The clocks whose value is known."""
        items = tuple(
            Clock(label=item.label, number=value, segments=item.segments, box=entry.sign("circle", item.label))
            for _, item, value in entry.items(block, "items", self.items)
        )
        return Clocks(id=block.id, title=self.title, secret=self.secret, items=items) if items else None

    def objections(self, value: SlotValue) -> Iterator[tuple[str, str]]:
        """Clocks with more segments filled than they have, or less than none."""
        for number, item in enumerate(self.items):
            slot = f"items.{number}.value"
            if message := outside(item.label, value(slot), 0, item.segments):
                yield slot, message


@dataclass(frozen=True, kw_only=True)
class Clock:
    """A circle of which some segments are filled."""

    label: str
    number: Number
    """As many as are filled; what is too many or too few is said by its text alone."""
    segments: int
    box: Mark | None = None
    """What stands for a segment where clocks are rows of boxes."""

    @property
    def track(self) -> Track | None:
        """It as a row of boxes, for boards and papers of a fight."""
        if self.box is None:
            return None
        number = Number(str(self.segments), size=self.segments)
        return Track(label=self.label, number=number, mark=self.box, current=self.filled)

    @property
    def filled(self) -> int:
        """How many of its segments are filled."""
        return max(0, min(self.number.size, self.segments))

    @property
    def said(self) -> str:
        """It in words."""
        return f"{self.number.text or 0} of {self.segments}"

    @property
    def sectors(self) -> tuple[str, ...]:
        """The outlines of its segments as paths of SVG, clockwise from the top."""
        edges = [(RADIUS * sin(turn), -RADIUS * cos(turn)) for turn in _turns(self.segments)]
        arc = f"A{RADIUS} {RADIUS} 0 0 1"
        return tuple(
            f"M0 0L{x:.2f} {y:.2f}{arc} {end_x:.2f} {end_y:.2f}Z"
            for (x, y), (end_x, end_y) in zip(edges, (*edges[1:], edges[0]), strict=True)
        )


def _turns(segments: int) -> list[float]:
    return [2 * pi * number / segments for number in range(segments)]


@dataclass(frozen=True, kw_only=True)
class Clocks(Block):
    """Clocks side by side."""

    type = "clock"
    stands = "right"
    slim = True
    items: tuple[Clock, ...]

    def words(self) -> Iterator[str]:
        """Nothing: a number says nothing by itself."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """Each under its label."""
        yield from ((item.label, item.number) for item in self.items)

    def ticked(self) -> Iterator[Track]:
        """All of them."""
        yield from (item.track for item in self.items if item.track)

    def emptied(self, peers: Sequence[Block]) -> Clocks:
        """Its clocks with nothing filled."""
        return replace(self, items=tuple(replace(item, number=NOTHING) for item in self.items))


BLOCK = BlockType(ClockSettings, Clocks)
