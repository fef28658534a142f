"""Strips of marks and grids of numbers: how far their parts stand from each other."""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.blocks import Figure, Grid, GridRow, Mark, Strip
from sheetgen.print.measure.column import MeasuredColumn
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import broken, width


@dataclass(frozen=True)
class StripFrame:
    """A strip of marks: lines of so many pairs at one pitch."""

    pitch: float
    per_line: int
    drawn: bool
    """Whether every mark has a picture; else the letters stand alone."""


@dataclass(frozen=True)
class GridFrame:
    """A grid of numbers: width of the labels and of each column."""

    label_width: float
    column: float
    stacked: bool
    """Whether the heads' numbers stand under their labels."""
    size: float = 0.0
    """Size of the numbers in points where they had to be set smaller, else 0."""
    head: float = 0.0
    """Size of the heads' numbers in points where they had to be set smaller, else 0."""
    wrapped: bool = False
    """Whether numbers and heads go on on further lines, since they are texts too long for their column."""


@dataclass(frozen=True)
class MarkMeasures(MeasuredColumn):
    """A column that holds strips and grids."""

    def strip(self, block: Strip) -> StripFrame:
        """Pitch of a strip of marks, in as few lines as it takes."""
        signs = [m for pair in block.pairs for m in (pair.head, pair.state)]
        drawn = all(mark.glyph for mark in signs)
        least = self.sizes.state_mm * 1.06
        per_line = max(1, min(len(block.pairs), int(self.width // least)))
        rows = -(-len(block.pairs) // per_line)
        per_line = -(-len(block.pairs) // rows)
        most = self.sizes.state_mm * (1.42 if self.sheet else 1.36) if rows == 1 else self.width
        return StripFrame(round(min(self.width / per_line, most), 3), per_line, drawn)

    def grid(self, block: Grid) -> GridFrame:
        """Widths of a grid: equal columns of numbers, the labels get the rest."""
        count = max(1, len(block.heads))
        size, mark = self.sizes.grid_label, self.sizes.grid * 0.27 + 0.9
        labels = [width(r.label, "text", size) + (mark if r.mark else 0.0) for r in block.rows]
        wanted = min(max(labels, default=12.0) + 1.2, self.width * 0.62)
        beside = max((self._head(f) for f in block.heads), default=0.0) + 1.0
        under = (
            max(
                [width(f.label, "black", self.sizes.unit) + 0.8 for f in block.heads]
                + [width(n.text, "black", self.sizes.grid) + 1.0 for r in block.rows for n in r.numbers]
            )
            if block.heads
            else 8.0
        )
        if wanted + under * count > self.width:
            # Labels break into words before figures run into each other.
            words = [width(word, "text", size) + mark for row in block.rows for word in row.label.split()]
            wanted = max(self.width - under * count, min(wanted, max(words, default=0.0) + 0.4))
        room = (self.width - wanted) / count
        stacked = beside > room
        column = min(max(under, room), beside if not stacked else room, 22.0)
        column = max(column, min(under, room))
        return GridFrame(round(self.width - column * count, 3), round(column, 3), stacked)

    def grid_label(self, row: GridRow, shape: GridFrame) -> tuple[str, ...]:
        """The lines of the label of a grid's row on a card."""
        size, mark = self.sizes.grid_label, 0.0
        if row.mark:
            drawn = 0.79 * size * POINT if row.mark.glyph else width(row.mark.code, "bold", size)
            mark = drawn + width(" ", "text", size)
        return broken(row.label, "text", size, shape.label_width, mark)

    def grid_row(self, row: GridRow, shape: GridFrame) -> float:
        """Height of a grid's row on a card, without its rule."""
        return max(self.sizes.grid_mm, len(self.grid_label(row, shape)) * self.sizes.grid_label * POINT)

    def _head(self, figure: Figure) -> float:
        return width(f"{figure.label} {figure.number.text}", "black", self.sizes.unit)


def letters(mark: Mark) -> str:
    """The letters in place of a mark without a picture."""
    return mark.code or mark.title[:2]
