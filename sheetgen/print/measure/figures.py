"""Headline numbers and scores on a line: how wide each is, what stands beside it, when they go on below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sheetgen.blocks import Figure, Figures, Score
from sheetgen.print import resources
from sheetgen.print.measure.column import MeasuredColumn
from sheetgen.print.text_metrics.metrics import width

T = TypeVar("T")

SCORE = 1.12
"""Size of a score on a card against the body's."""
MOST_TOKENS = 12
"""Tokens beside a headline number; more are a track of their own or nothing."""
REMARK = 0.4
"""White between a headline number and what stands small beside it, in mm, besides a blank."""


@dataclass(frozen=True)
class FigureItem:
    """A headline number with its width; tokens stand in lines of so many."""

    figure: Figure
    width: float
    size: float
    tokens: tuple[str, ...] = ()
    indent: float = 0.0


@dataclass(frozen=True)
class FigureMeasures(MeasuredColumn):
    """A column that holds headline numbers and scores."""

    def figures(self, block: Figures) -> tuple[tuple[FigureItem, ...], ...]:
        """Headline numbers in rows: one row where they fit, smaller type before a second row."""
        for size in _steps(self.sizes.figure, max(self.sizes.figure * 0.72, self.sizes.least)):
            items = [self.item(figure, size) for figure in block.items]
            gap = 2.2 if self.sheet else 1.4
            if sum(i.width for i in items) + gap * (len(items) - 1) <= self.width:
                return (self._spread(items),)
        rows = packed(items, [i.width for i in items], self.width, gap)
        return tuple(self._spread(row) for row in rows)

    def item(self, figure: Figure, size: float) -> FigureItem:
        """A headline number at `size` points, as wide as it needs."""
        number = width(figure.number.text, "black", size) + 0.2
        small = width(f" {figure.remark} ", "bold", self.sizes.unit) + REMARK if figure.remark else 0.0
        tokens = self.tokens(figure)
        beside = max((self._token_width(line) for line in tokens), default=0.0)
        head = max(self.label(figure.label), number + small + (beside + 0.6 if beside else 0.0))
        return FigureItem(figure, min(head, self.width), size, tokens, number + small + 0.6)

    def tokens(self, figure: Figure) -> tuple[str, ...]:
        """The tokens of a figure to tick: one line up to three, else two lines."""
        count = figure.number.size if figure.tokens else 0
        if figure.tokens is None or count <= 0 or count > MOST_TOKENS:
            return ()
        sign = figure.tokens.glyph or resources.glyph("tick")
        half = count if count <= 3 else (count + 1) // 2
        return tuple(sign * n for n in (half, count - half) if n)

    def _token_width(self, line: str) -> float:
        size = self.token_size
        return len(line) * (size + 0.3)

    @property
    def token_size(self) -> float:
        """Size of a token beside a headline number, in mm."""
        return round(self.sizes.figure * 0.143, 2)

    def _spread(self, items: Sequence[FigureItem]) -> tuple[FigureItem, ...]:
        """Give the free width to the items in equal parts; the last needs none."""
        free = self.width - 0.2 - sum(i.width for i in items)
        share = max(0.0, free / max(1, len(items) - 1)) if len(items) > 1 else 0.0
        share = min(share, 16.0 if self.sheet else 9.0)
        return tuple(replace(i, width=i.width + (share if n < len(items) - 1 else 0)) for n, i in enumerate(items))

    def score_size(self, items: Sequence[Score], title: str = "") -> float:
        """Size of a line of scores against the body's: a little smaller where that keeps them on one line.

        A `title` stands on the same line.
        """
        wide = sum(self._score_width(item) for item in items)
        lead = width(title.upper(), "slant", self.sizes.heading, 0.02) + 1 if title else 0.0
        room = (self.width - lead - 0.4) / wide if wide else 1.0
        return SCORE * (room if 0.86 <= room < 1.0 else 1.0)

    def score_line(self, items: Sequence[Score]) -> float:
        """Width in mm in which lines of scores are even; the column's where all stand on one."""
        size = self.score_size(items) / SCORE
        wides = [self._score_width(item) * size for item in items]
        count = len(packed(items, wides, self.width))
        per = -(-len(items) // count)
        parts = [sum(wides[start : start + per]) for start in range(0, len(wides), per)]
        return min(self.width, max(parts, default=0.0) + 0.2) if count > 1 else self.width

    def _score_width(self, item: Score) -> float:
        size = self.sizes.body * SCORE
        bonus = width(f"\u00a0{item.bonus.text}", "bold", size * 0.85) if item.bonus else 0.0
        text = f"{item.short or item.label}\u00a0{item.number.text}"
        return width(text, "bold", size) + bonus + 1.6 + width(" ", "text", self.sizes.body)


def _steps(start: float, end: float, by: float = 0.5) -> Iterable[float]:
    size = start
    while size > end:
        yield round(size, 2)
        size -= by
    yield round(end, 2)


def packed(items: Sequence[T], widths: Sequence[float], room: float, gap: float = 0.0) -> list[list[T]]:
    """Things of these widths in rows no wider than `room`, one after the other."""
    rows: list[list[T]] = [[]]
    used = 0.0
    for item, wide in zip(items, widths, strict=True):
        if rows[-1] and used + gap + wide > room:
            rows.append([])
            used = 0.0
        used += wide + (gap if rows[-1] else 0.0)
        rows[-1].append(item)
    return rows
