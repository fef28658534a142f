"""The blocks of a sheet whose every line stands at a known place, as drawings: scores, tracks, conditions.

What is to be typed in is no drawing: a sheet to fill in on a screen has them as text with fields, and scores to write
in by hand are empty boxes. Heights follow the style sheet of sheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar

from sheetgen.blocks import CheckGroups, Score, Scores
from sheetgen.print import resources
from sheetgen.print.measure.draw import BlockPainter
from sheetgen.print.measure.tracks import TrackRun
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_metrics.drawing import FilledRectangle, Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width

OUTLINE = 0.3
"""Thickness of the sides of a box where ink is saved, in mm."""
LEADING = 1.64
"""Of a line of conditions."""


@dataclass(frozen=True)
class SheetPainter(BlockPainter):
    """Draws blocks of one column of a sheet."""

    frame: SheetFrame
    lift: ClassVar[float] = 0.17
    slot: ClassVar[float] = 20.0

    def _boxes_colour(self, run: TrackRun) -> str:
        return self.colours.accent_text if run.track.mark.emphasis == "strong" else self.colours.ink

    def checks(self, block: CheckGroups) -> PlacedText:
        """Conditions with a box each, in columns, their groups' names before them."""
        frame, z = self.frame, self.frame.sizes
        wide, lead, high = frame.check_width(block), frame.check_label(block), LEADING * z.body * POINT
        lines = [*chain.from_iterable(frame.check_rows(block))]
        inks: list[Ink] = []
        for number, (label, items) in enumerate(lines):
            y = number * high + baseline("text", z.body, high)
            inks.append(self._label(0.0, y, label))
            for n, item in enumerate(items):
                box = Ink(lead + n * wide, y, resources.glyph("tick"), "marks", z.body, self.colours.ink)
                at = box.end + width(" ", "text", z.body)
                inks += [box, Ink(at, y, item, "text", z.body, self.colours.ink, kerned=True)]
        return self._drawing(len(lines) * high, inks)

    def scores(self, block: Scores) -> PlacedText:
        """Scores under their names, each with its bonus on a dark square."""
        z = self.frame.sizes
        high = z.label * POINT + 0.4 + z.figure * 1.05 * POINT
        pieces: list[Ink | FilledRectangle] = []
        top = 0.0
        rows, wide = self.frame.scores(block), self.frame.score_width(block)
        for number, row in enumerate(rows):
            if number:
                top += 1.1 * z.space
                pieces.append(FilledRectangle(0.0, top, self.frame.width, self.colours.hair, self.colours.rule))
                top += self.colours.hair + 1.7 * z.space
            for n, score in enumerate(row):
                pieces += self._score(n * wide, top, score, wide)
            top += high
        inks = [piece for piece in pieces if isinstance(piece, Ink)]
        bars = [piece for piece in pieces if isinstance(piece, FilledRectangle)]
        # A single row leaves the rest of the line to what stands beside it.
        own = self.frame.narrowed(self.frame.natural_width(block)) if len(rows) == 1 else self.frame
        return replace(self, frame=own)._drawing(top, inks, bars)

    def _score(self, x: float, top: float, score: Score, wide: float) -> Iterator[Ink | FilledRectangle]:
        z, c = self.frame.sizes, self.colours
        name = z.label * POINT
        yield self._label(x, top + baseline("bold", z.label, name), self.frame.score_label(score, wide))
        y = top + name + 0.4 + baseline("black", z.figure, z.figure * 1.05 * POINT)
        colour = c.accent_text if score.strong else c.ink
        number = Ink(x, y, score.number.text, "black", z.figure, colour, -0.01 * z.figure * POINT)
        yield number
        if score.bonus:
            yield from self._bonus(number.end + 0.8, y - 0.055 * z.figure, score)

    def _bonus(self, x: float, y: float, score: Score) -> Iterator[Ink | FilledRectangle]:
        figure, c, text = self.frame.sizes.figure, self.colours, score.bonus.text if score.bonus else ""
        size, wide, high = 0.49 * figure, 0.195 * figure, 0.222 * figure
        top, fill = y - baseline("black", size, high), c.accent if score.strong else c.ink
        middle = x + (wide - width(text, "black", size)) / 2
        if c.saves_ink:
            yield from _outline(x, top, wide, high, c.ink)
        else:
            yield FilledRectangle(x, top, wide, high, fill)
        colour = c.ink if c.saves_ink else c.on_accent if score.strong else c.paper
        yield Ink(middle, y, text, "black", size, colour)


def _outline(x: float, y: float, wide: float, high: float, colour: str) -> Iterator[FilledRectangle]:
    """The four sides of a box."""
    for top in (y, y + high - OUTLINE):
        yield FilledRectangle(x, top, wide, OUTLINE, colour)
    for left in (x, x + wide - OUTLINE):
        yield FilledRectangle(left, y, OUTLINE, high, colour)
