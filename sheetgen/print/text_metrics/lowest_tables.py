"""Columns of a table under which it is as low as can be: one long text does not make many others break."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, zip_longest

from sheetgen.print.text_metrics.column_widths import Extent, level, widths

STEPS = (16.0, 8.0, 4.0, 2.0)
"""By so much a column gives way to another where that saves lines, in mm."""
MOST_CELLS = 1_500
"""Cells in rows that break, above which columns are as wide as `widths` has them: what may be gained costs too long."""
_PIECE = re.compile(r"([^ \t\r\n\-–—/]*[\-–—/]|[^ \t\r\n\-–—/]+)([ \t\r\n]*)")
Heights = tuple[int, int]
"""The lines of all rows, and of all cells."""


@dataclass(frozen=True)
class CellText:
    """The text of a cell: of each of its paragraphs the widths of what lines break between, and of the space behind."""

    paragraphs: tuple[tuple[tuple[float, float], ...], ...] = ()

    @classmethod
    def of(cls, text: str, wide: Callable[[str], float]) -> CellText:
        """A text with a line for each paragraph, whose parts are so wide, in mm."""
        blank = wide(" ")
        return cls(
            tuple(
                tuple((wide(piece), blank if space else 0.0) for piece, space in _PIECE.findall(line))
                for line in text.split("\n")
            )
        )

    @cached_property
    def low(self) -> float:
        """The width of the longest word, in mm."""
        return max((wide for line in self.paragraphs for wide, _ in line), default=0.0)

    @cached_property
    def high(self) -> float:
        """The width of the longest paragraph, in mm."""
        return max((sum(map(sum, line[:-1])) + line[-1][0] for line in self.paragraphs if line), default=0.0)

    def lines(self, measure: float) -> int:
        """How many lines it takes in a width."""
        if len(self.paragraphs) == 1 and self.high <= measure:
            return 1
        return max(1, sum(sum(1 for _ in _starts(line, measure)) for line in self.paragraphs))


def _starts(line: Sequence[tuple[float, float]], measure: float) -> Iterator[int]:
    """The numbers of the pieces that lines begin with."""
    used = measure + 1
    for number, (wide, space) in enumerate(line):
        if used + wide > measure:
            yield number
            used = 0.0
        used += wide + space


NOTHING = CellText()


def lowest(cells: Sequence[Sequence[CellText]], measure: float, room: float) -> list[float]:
    """The widths of columns under which their rows take few lines: those of `widths`, some of which give way.

    `cells` are those of each column from the top, `room` is the space beside each. All in mm.
    """
    extents = [column_extent(own, room) for own in cells]
    shares = widths(extents, measure)
    if sum(high for _, high in extents) <= measure:
        return shares
    least = level([low for low, _ in extents], measure)
    rows = [*zip_longest(*cells, fillvalue=NOTHING)]
    broken = [row for row in rows if any(cell.high + room > low for cell, low in zip(row, least, strict=True))]
    if len(broken) * len(cells) > MOST_CELLS:
        return shares
    known = _Widths(broken, extents, least, room)
    best = known.heights(shares)
    for step in STEPS:
        while (better := min(known.ways(shares, step), default=(best, shares))) and better[0] < best:
            best, shares = better
    return shares


def column_extent(cells: Sequence[CellText], room: float) -> Extent:
    """The longest word and the longest line of a column, with the space beside it."""
    return room + max((cell.low for cell in cells), default=0.0), room + max((cell.high for cell in cells), default=0.0)


@dataclass(frozen=True)
class _Widths:
    """What columns may be as wide as, and what they need at least and at most."""

    rows: Sequence[Sequence[CellText]]
    extents: Sequence[Extent]
    least: Sequence[float]
    room: float

    def heights(self, shares: Sequence[float]) -> Heights:
        """How high the table is under some widths."""
        high = [[cell.lines(share - self.room) for cell, share in zip(row, shares, strict=True)] for row in self.rows]
        return sum(map(max, high)), sum(map(sum, high))

    def ways(self, shares: Sequence[float], step: float) -> Iterator[tuple[Heights, list[float]]]:
        """The widths after a column has given way by a step to another, or to all that lack room; and their heights."""
        for giving, taking in permutations(range(len(shares)), 2):
            if shares[giving] - step >= self.least[giving]:
                yield self._given(shares, giving, {taking: step})
        for giving, share in enumerate(shares):
            lacking = {n: max(high - shares[n], 0.0) for n, (_, high) in enumerate(self.extents) if n != giving}
            if (wanted := sum(lacking.values())) and share - step >= self.least[giving]:
                yield self._given(shares, giving, {n: lack * min(1.0, step / wanted) for n, lack in lacking.items()})

    def _given(self, shares: Sequence[float], giving: int, taking: Mapping[int, float]) -> tuple[Heights, list[float]]:
        other = [share + taking.get(number, 0.0) for number, share in enumerate(shares)]
        other[giving] -= sum(taking.values())
        return self.heights(other), other
