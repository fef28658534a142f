"""Strips of marks and grids of numbers: how far their parts stand from each other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheetgen.blocks import Figure, Grid, GridRow, Mark, Strip
from sheetgen.print.measure.column import MeasuredColumn
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import broken, width

JOINT = re.compile(r"(?<=\w)[–‒—/,;-](?=\w)")
"""Where a text among the numbers of a grid may be broken, besides at blanks."""
_WHOLE = re.compile(r".+")
_PIECE = re.compile(rf".+?(?:{JOINT.pattern}| +|$)")
LEAST_LABEL, MOST_LABEL = 0.25, 0.4
"""Parts of a card's width: what labels have at least before numbers overrun, and at most before they break."""

GUTTER = 0.8
"""White between the labels of a grid and its numbers, in mm."""


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
        under, wrapped = self._number_column(block, _WHOLE), False
        if wanted + under * count > self.width:
            # Labels break at blanks, then numbers at their dashes, before they run into each other.
            words = [width(word, "text", size) + mark for row in block.rows for word in row.label.split()]
            least = min(wanted, max(words, default=0.0) + GUTTER, self.width * MOST_LABEL)
            wrapped = least + under * count > self.width
            under = self._number_column(block, _PIECE) if wrapped else under
            wanted = max(min(wanted, self.width - under * count), min(least, self.width * LEAST_LABEL))
        room = (self.width - wanted) / count
        stacked = beside > room
        column = min(max(under, room), beside if not stacked else room, 22.0)
        column = max(column, under)
        left = max(wanted, self.width - column * count)
        return GridFrame(round(left, 3), round(column, 3), stacked, wrapped=wrapped)

    def _number_column(self, block: Grid, part: re.Pattern[str]) -> float:
        """Width of a column of numbers that are broken into such parts."""
        z = self.sizes
        heads = [text for head in block.heads for text in (head.label, head.number.text)]
        numbers = [number.text for row in block.rows for number in row.numbers]
        return max(
            (
                width(piece.strip(" "), "black", size) + white
                for texts, size, white in ((heads, z.unit, 0.8), (numbers, z.grid, 1.0))
                for text in texts
                for piece in part.findall(text)
            ),
            default=8.0,
        )

    def grid_number(self, text: str, face: str, size: float, shape: GridFrame) -> tuple[str, ...]:
        """The lines of a number or a head of a grid on a card."""
        if not shape.wrapped:
            return (text,)
        parts = [""]
        for piece in _PIECE.findall(text):
            if parts[-1] and width((parts[-1] + piece).strip(" "), face, size) > shape.column - 0.7:
                parts.append("")
            parts[-1] += piece
        return tuple(part.strip(" ") for part in parts)

    def grid_heads(self, block: Grid, shape: GridFrame) -> int:
        """How many lines stand above the rows of a grid on a card."""
        lines = [self.grid_head(head, shape) for head in block.heads]
        return max(map(len, [*lines, self.grid_title(block, shape)]))

    def grid_title(self, block: Grid, shape: GridFrame) -> tuple[str, ...]:
        """The lines of a grid's title on a card, above its labels."""
        return broken(block.title, "bold", self.sizes.unit, shape.label_width - GUTTER)

    def grid_head(self, head: Figure, shape: GridFrame) -> tuple[tuple[str, str], ...]:
        """The lines of a head on a card, each with its face."""
        size, number = self.sizes.unit, head.number.text
        lines = [("bold", part) for part in self.grid_number(head.label, "bold", size, shape)]
        if number and shape.stacked:
            lines += [("black", part) for part in self.grid_number(number, "black", size, shape)]
        return tuple(lines)

    def grid_label(self, row: GridRow, shape: GridFrame) -> tuple[str, ...]:
        """The lines of the label of a grid's row on a card."""
        size, mark = self.sizes.grid_label, 0.0
        if row.mark:
            drawn = 0.79 * size * POINT if row.mark.glyph else width(row.mark.code, "bold", size)
            mark = drawn + width(" ", "text", size)
        return broken(row.label, "text", size, shape.label_width - GUTTER, mark)

    def grid_row(self, row: GridRow, shape: GridFrame) -> float:
        """Height of a grid's row on a card, without its rule."""
        z = self.sizes
        numbers = max((len(self.grid_number(n.text, "black", z.grid, shape)) for n in row.numbers), default=1)
        label = len(self.grid_label(row, shape))
        own = max(label * z.grid_label, numbers * z.grid if numbers > 1 else 0.0) * POINT
        return max(z.grid_mm, own + (0.3 if max(label, numbers) > 1 else 0.0))

    def _head(self, figure: Figure) -> float:
        return width(f"{figure.label} {figure.number.text}", "black", self.sizes.unit)


def letters(mark: Mark) -> str:
    """The letters in place of a mark without a picture."""
    return mark.code or mark.title[:2]
