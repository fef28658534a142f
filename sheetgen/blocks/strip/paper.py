"""Strips of marks on paper: how far they stand from each other, and how high."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from sheetgen.blocks.parts import Mark
from sheetgen.blocks.strip import Pair, Strip
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import DrawnBlock, FormField
from sheetgen.print.css import lengths
from sheetgen.print.measure.draw import Piece, drawing, outline
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width
from sheetgen.print.text_parts import bold

PLACE = 0.8
"""Size of a place to write a state in against that of a state."""
APART, ABOVE, BELOW = 0.8, 0.7, 0.35
"""White above the ground of a strip on a card, and on it above and below, in mm, before the density's factor."""


@dataclass(frozen=True)
class StripLines:
    """A strip of marks: lines of so many pairs at one pitch, and the heights of what stands on a line."""

    lines: tuple[tuple[Pair, ...], ...]
    pitch: float
    drawn: bool
    """Whether every mark has a picture; else the letters stand alone."""
    head: float
    code: float
    state: float

    @property
    def height(self) -> float:
        """Height of all lines."""
        return len(self.lines) * (self.head + self.code + self.state)


class PrintedStrip(DrawnBlock[Strip]):
    """Lines of heads over states."""

    properties = lengths(strip_apart=APART, strip_above=ABOVE, strip_below=BELOW)

    def shape(self, block: Strip, frame: BlockFrame) -> StripLines:
        """The lines of a strip, as few as it takes."""
        z, pairs = frame.sizes, block.pairs
        per_line = max(1, min(len(pairs), int(frame.width // (z.state_mm * 1.06))))
        rows = -(-len(pairs) // per_line)
        per_line = -(-len(pairs) // rows)
        most = z.state_mm * (1.42 if frame.sheet else 1.36) if rows == 1 else frame.width
        drawn = all(mark.glyph for pair in pairs for mark in (pair.head, pair.state))
        head, code, state = _heights(frame, drawn)
        return StripLines(
            lines=tuple(pairs[start : start + per_line] for start in range(0, len(pairs), per_line)),
            pitch=round(min(frame.width / per_line, most), 3),
            drawn=drawn,
            head=head,
            code=code,
            state=state,
        )

    def card_height(self, block: Strip, frame: BlockFrame, notes: bool) -> float:
        """Lines of heads, of codes where the card has them, and of states."""
        return (APART + ABOVE + BELOW) * frame.sizes.space + self.shape(block, frame).height

    def sheet_height(self, block: Strip, frame: SheetFrame) -> float:
        """Lines of heads, codes and states."""
        return self.shape(block, frame).height

    def draw(self, block: Strip, frame: BlockFrame) -> PlacedText:
        """A strip of marks over what they do, with the marks' letters between where these have room.

        Where a mark has no picture, letters stand for all of them.
        """
        shape = self.shape(block, frame)
        draw, high = _pictures if shape.drawn else _letters, shape.head + shape.code + shape.state
        pieces: list[Piece] = [ink for n, line in enumerate(shape.lines) for ink in draw(line, shape, n * high, frame)]
        if frame.mode == "blank":
            c = frame.colours
            size = PLACE * frame.sizes.state_mm + 2 * c.line
            for x, y, _ in _states(shape, frame):
                pieces += outline(x - c.line, y, size, size, c.line, c.soft)
        return drawing(frame, shape.height, pieces)

    def fields(self, block: Strip, frame: SheetFrame) -> Iterator[FormField]:
        """A field for each state."""
        shape, size = self.shape(block, frame), PLACE * frame.sizes.state_mm
        for x, y, pair in _states(shape, frame):
            name = f"{block.id} {pair.head.title}"
            yield FormField(name=name, value=pair.state.code, x=x, y=y, width=size, height=size)

    def text(self, block: Strip, words: Words) -> Iterator[Markup]:
        """The states that stand out, with their heads; nothing where none does."""
        states = [f"{state.title}: {', '.join(head.title for head in heads)}" for state, heads in block.unusual]
        if states:
            title = bold(f"{block.title}.") if block.title else ""
            yield Markup("<p>{}{}</p>").format(title, " · ".join(states))


def _heights(frame: BlockFrame, drawn: bool) -> tuple[float, float, float]:
    """Heights of heads, of codes where these have room, and of states on a line, in mm."""
    z = frame.sizes
    if not frame.sheet:
        return z.head_mm * 1.18, z.label * POINT if frame.codes else 0.0, z.state_mm * 1.06
    if not drawn:
        return z.cell * 1.05 * POINT, 0.0, max(z.cell * 1.05 * POINT, PLACE * z.state_mm if frame.empty else 0.0) + 0.6
    return z.head_mm * 1.12, (z.label + 1) * POINT + 0.6, z.state_mm * 1.16


def _states(shape: StripLines, frame: BlockFrame) -> Iterator[tuple[float, float, Pair]]:
    """The places of states to write in: left and top of each, in mm."""
    wide, high = PLACE * frame.sizes.state_mm, shape.head + shape.code + shape.state
    width_ = frame.sizes.head_mm if shape.drawn else shape.pitch
    for number, line in enumerate(shape.lines):
        for n, pair in enumerate(line):
            yield n * shape.pitch + (width_ - wide) / 2, number * high + shape.head + shape.code, pair


def letters(mark: Mark) -> str:
    """The letters in place of a mark without a picture."""
    return mark.code or mark.title[:2]


def _letters(line: tuple[Pair, ...], shape: StripLines, top: float, frame: BlockFrame) -> Iterator[Ink]:
    z, c, below = frame.sizes, frame.colours, top + shape.head + shape.code
    state = baseline("black", z.cell, z.cell * 1.05 * POINT if frame.sheet else shape.state)
    for n, pair in enumerate(line):
        for mark, face, size, y, colour in (
            (pair.head, "bold", z.label, top + baseline("bold", z.label, shape.head), c.soft),
            (None if frame.empty else pair.state, "black", z.cell, below + state, c.ink),
        ):
            if mark is not None:
                x = n * shape.pitch + (shape.pitch - width(letters(mark), face, size)) / 2
                yield Ink(x, y, letters(mark), face, size, colour, said=f"{mark.title} ")


def _pictures(line: tuple[Pair, ...], shape: StripLines, top: float, frame: BlockFrame) -> Iterator[Ink]:
    """Each head with what stands below it, one after the other, so that they are read aloud together.

    The letters between them say again what the head is.
    """
    z, c = frame.sizes, frame.colours
    head, state, small = z.head_mm / POINT, z.state_mm / POINT, z.label + (1 if frame.sheet else 0)
    below = top + shape.head
    for n, pair in enumerate(line):
        left = n * shape.pitch
        yield Ink(left, top + baseline("marks", head, shape.head), pair.head.glyph, "marks", head, c.ink)
        if shape.code:
            x = left + (z.head_mm - width(pair.head.code, "bold", small)) / 2
            yield Ink(x, below + baseline("bold", small, small * POINT), pair.head.code, "bold", small, c.soft, said="")
        if not frame.empty:
            colour = {"soft": c.soft, "strong": c.accent}.get(pair.state.emphasis, c.ink)
            y = below + shape.code + baseline("marks", state, shape.state)
            yield Ink(left + (z.head_mm - z.state_mm) / 2, y, pair.state.glyph, "marks", state, colour)


PRINT = PrintedStrip()
