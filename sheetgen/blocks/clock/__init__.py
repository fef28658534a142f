"""Clocks: circles whose segments are filled one after another until something happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, model_validator

from sheetgen.blocks.base import (
    ROUND,
    Block,
    BlockSettings,
    BlockType,
    EntryReader,
    ItemSettings,
    LayoutBlock,
    ListFormula,
    NumberFormula,
    Row,
    RowFormula,
    SlotValue,
    Takes,
)
from sheetgen.blocks.parts import NOTHING, Mark, Number, Track, outside
from sheetgen.formula.types import INTEGER, NUMBER
from sheetgen.languages.program_words import Words
from sheetgen.yaml.file_models import Model

RADIUS = 12
"""That of a clock in its drawing, whose middle is 0, 0."""


class ClockItemSettings(ItemSettings):
    """A clock."""

    model_config = ConfigDict(title="a clock")

    value: NumberFormula = "none"
    """How many of its segments are filled."""
    segments: Literal[4, 6, 8] = 6
    """Into how many parts its circle is cut."""


MOST_SEGMENTS = 12


class ClockRowSettings(Model):
    """The clock of each row."""

    model_config = ConfigDict(title="the clock of each row")

    label: RowFormula
    """What it is called."""
    value: Annotated[RowFormula, Takes("a number", (NUMBER,))]
    """How many of its segments are filled."""
    segments: Annotated[RowFormula, Takes("a whole number", (INTEGER,), ROUND)] = ""
    """Into how many parts its circle is cut, from 2 to 12; 6 where nothing says so."""


class ClockSettings(BlockSettings):
    """Circles cut into segments, of which so many are filled as the value says."""

    model_config = ConfigDict(title="a `clock` block")

    type: Literal["clock"]
    """The type of the block."""
    items: list[ClockItemSettings] = Field(default_factory=list)
    """The clocks, one after another."""
    rows: ListFormula = ""
    """A list of records, each of which is a clock, too."""
    each: ClockRowSettings | None = None
    """The clock of each row: `label`, `value` and `segments`, formulas over the row."""

    @model_validator(mode="after")
    def _has_clocks(self) -> ClockSettings:
        if not self.items and not self.rows:
            raise ValueError("a `clock` block needs `items`, or `rows` and `each`")
        if bool(self.rows) != (self.each is not None):
            raise ValueError("`rows` says which clocks there are, and `each` what each of them is: write both")
        return self

    def build(self, entry: EntryReader, block: LayoutBlock) -> Clocks | None:
        """The clocks whose value is known."""
        items = [
            Clock(label=item.label, number=value, segments=item.segments, box=entry.sign("circle", item.label))
            for _, item, value in entry.items(block, "items", self.items)
        ]
        rows = [self._of_row(entry, block, row, leaves) for row, leaves in entry.rows(block)]
        if not items and not rows:
            return None
        return Clocks(id=block.id, title=self.title, secret=self.secret, items=(*items, *rows), of_rows=len(rows))

    def _of_row(self, entry: EntryReader, block: LayoutBlock, row: Row, leaves: Any) -> Clock:
        label, number = entry.text(block, "each.label", row), entry.number(block.formulas["each.value"], row, leaves)
        segments = entry.compute(block.formulas["each.segments"], row) if "each.segments" in block.formulas else None
        return Clock(label=label, number=number, segments=_segments(segments), box=entry.sign("circle", label))

    def objections(self, value: SlotValue) -> Iterator[tuple[str, str]]:
        """Clocks with more segments filled than they have, or less than none."""
        for number, item in enumerate(self.items):
            slot = f"items.{number}.value"
            if message := outside(item.label, value(slot), 0, item.segments):
                yield slot, message
        for row in value("rows") or ():
            label, segments = str(value("each.label", row) or ""), value("each.segments", row)
            if segments is not None and segments != _segments(segments):
                yield "rows", f"{label} has {segments} segments, and a clock has from 2 to {MOST_SEGMENTS}"
            elif message := outside(label, value("each.value", row), 0, _segments(segments)):
                yield "rows", message


def _segments(given: object) -> int:
    """The segments of a clock; 6 where nothing says so, and never more or less than can be drawn."""
    return max(2, min(given, MOST_SEGMENTS)) if isinstance(given, int) else 6


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

    def said(self, words: Words) -> str:
        """It in words."""
        return words("{some} of {all}", some=self.number.text or 0, all=self.segments)

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
    of_rows: int = 0
    """How many of them, the last ones, an entry has by itself."""

    def words(self) -> Iterator[str]:
        """What an entry calls its own: a number says nothing by itself."""
        yield from (item.label for item in self._own)

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """Each under its label."""
        yield from ((item.label, item.number) for item in self.items)

    def ticked(self) -> Iterator[Track]:
        """All of them."""
        yield from (item.track for item in self.items if item.track)

    def emptied(self, peers: Sequence[Block]) -> Clocks:
        """Its clocks with nothing filled; those that entries have by themselves are called nothing."""
        named = self.items[: len(self.items) - self.of_rows]
        own = (replace(item, label="", segments=6) for item in self._own)
        return replace(self, items=tuple(replace(item, number=NOTHING) for item in (*named, *own)))

    @property
    def _own(self) -> tuple[Clock, ...]:
        return self.items[len(self.items) - self.of_rows :]


BLOCK = BlockType(ClockSettings, Clocks)
