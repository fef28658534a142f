"""Clocks on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from sheetgen.blocks.clock import RADIUS, Clock, Clocks
from sheetgen.blocks.parts import Fact
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import BlockPrint, FormField
from sheetgen.print.css import factors, lengths
from sheetgen.print.measure.draw import picture
from sheetgen.print.measure.estimate import title_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_parts import facts

DIAMETER = 1.5
"""That of a clock against the size of headline numbers."""
GAP, LEADING = 3.0, 1.15
"""White between two clocks in mm; height of a line of a label against its size."""
FIELD = 8.0
"""Width in mm of the field beside a clock on a form."""
EDGE = 1.2
"""Width of the lines of a clock whose radius is 12."""


@dataclass(frozen=True)
class PlacedClock:
    """A clock with the width that it takes, and its drawing as a data URI."""

    clock: Clock
    width: float
    picture: str


@dataclass(frozen=True)
class ClockRows:
    """Clocks on their lines, all of one diameter in mm."""

    rows: tuple[tuple[PlacedClock, ...], ...]
    diameter: float
    height: float
    """Height of all lines, labels and white included."""


class PrintedClocks(BlockPrint[Clocks]):
    """Clocks below their labels."""

    properties = lengths(clock_below=GAP / 2) | factors(clock_leading=LEADING)

    def card_height(self, block: Clocks, frame: BlockFrame, notes: bool) -> float:
        """Lines of clocks under a heading."""
        return title_height(block, frame) + self.shape(block, frame).height

    def sheet_height(self, block: Clocks, frame: SheetFrame) -> float:
        """Lines of clocks."""
        return self.shape(block, frame).height

    def shape(self, block: Clocks, frame: BlockFrame) -> ClockRows:
        """The lines of clocks that a frame has room for."""
        diameter = round(frame.sizes.figure * POINT * DIAMETER, 2)
        form = frame.mode == "form"
        rows: list[list[PlacedClock]] = []
        for clock in block.items:
            width = min(max(frame.label(clock.label), diameter + FIELD * form) + GAP, frame.width)
            if not rows or sum(placed.width for placed in rows[-1]) + width > frame.width:
                rows.append([])
            rows[-1].append(PlacedClock(clock, round(width, 2), _drawing(clock, 0 if form else clock.filled)))
        height = sum(_label_height(row, frame) + diameter + GAP / 2 for row in rows)
        return ClockRows(tuple(map(tuple, rows)), diameter, height)

    def text(self, block: Clocks, words: Words) -> Iterator[Markup]:
        """Labels with what is filled."""
        yield facts(Fact(clock.label, clock.said(words)) for clock in block.items)

    def fields(self, block: Clocks, frame: SheetFrame) -> Iterator[FormField]:
        """A field beside each clock."""
        shape, bottom = self.shape(block, frame), 0.0
        for row in shape.rows:
            bottom += _label_height(row, frame) + shape.diameter
            left, y = 0.0, bottom - shape.diameter / 2 - 3
            for placed in row:
                x, clock = left + shape.diameter + 1, placed.clock
                yield FormField(name=clock.label, value=clock.number.text, x=x, y=y, width=FIELD - 1, height=6.0)
                left += placed.width
            bottom += GAP / 2


def _label_height(row: Sequence[PlacedClock], frame: BlockFrame) -> float:
    size = frame.sizes.label
    count = max(lines(placed.clock.label.upper(), "bold", size, placed.width - GAP / 2) for placed in row)
    return count * size * LEADING * POINT


def _drawing(clock: Clock, filled: int) -> str:
    """A clock with so many segments filled, as a data URI."""
    inside = "".join(
        f"<path d='{path}' fill='{'#888' if number < filled else '#fff'}'/>"
        for number, path in enumerate(clock.sectors)
    )
    far = RADIUS + EDGE
    box = f"{-far} {-far} {2 * far} {2 * far}"
    return picture(
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'>"
        f"<g stroke='#000' stroke-width='{EDGE}'>{inside}</g></svg>"
    )


PRINT = PrintedClocks()
