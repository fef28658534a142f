"""The odds of a fight on paper: who may do what to whom, and how wide the columns of figures are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sheetgen.print.text_metrics.column_widths import SLACK, widths
from sheetgen.print.text_metrics.metrics import width
from sheetgen.print.text_metrics.own_fonts import TextFaces

TYPE, GAP = 7.6, 2.0
"""Points of the tables, and the white before a column, in mm; as in `print-flow.css`."""


@dataclass(frozen=True)
class AttackLines:
    """An attack, whose it is, and what it may do: a line for each target, the target first, then figures."""

    attack: str
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class OddsTable:
    """What those of one side may do to the others."""

    title: str
    heads: tuple[str, ...]
    """Of the targets and of each figure."""
    attacks: tuple[AttackLines, ...]

    @property
    def shown_heads(self) -> tuple[str, ...]:
        """What stands above its columns: the side before the first."""
        first, *figures = self.heads
        return (f"{self.title}: {first}" if self.title else first, *figures)

    def widths(self, measure: float, faces: TextFaces) -> Iterator[float]:
        """How wide each column is, `measure` mm in all, in hundredths: heads break between their words only."""

        def wide(texts: Iterable[str]) -> float:
            return max(width(text, faces.regular, TYPE) for text in texts) + GAP + SLACK

        lines = [line for attack in self.attacks for line in attack.lines]
        cells = list(zip(*lines, strict=True)) or [()] * len(self.heads)
        columns = [
            (wide(part for text in (head, *own) for part in text.split(" ")), wide((*head.split(" "), *own)))
            for head, own in zip(self.shown_heads, cells, strict=True)
        ]
        for share in widths(columns, measure):
            yield 100 * share / measure


@dataclass(frozen=True)
class PacketOdds:
    """What may come of a fight: tables, its course in sentences, and what either takes for granted."""

    tables: tuple[OddsTable, ...]
    notes: tuple[str, ...]
    course: tuple[str, ...] = ()
    course_notes: tuple[str, ...] = ()
