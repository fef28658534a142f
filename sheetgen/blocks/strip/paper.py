"""Strips of marks on paper: how far they stand from each other, and how high."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from sheetgen.blocks.parts import Mark
from sheetgen.blocks.strip import Pair, Strip
from sheetgen.print.block_print import DrawnBlock
from sheetgen.print.measure.draw import drawing
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width
from sheetgen.print.text_parts import bold


@dataclass(frozen=True)
class StripLines:
    """A strip of marks: lines of so many pairs at one pitch, and the heights of what stands on a card's line."""

    lines: tuple[tuple[Pair, ...], ...]
    pitch: float
    drawn: bool
    """Whether every mark has a picture; else the letters stand alone."""
    head: float
    code: float
    state: float

    @property
    def height(self) -> float:
        """Height of all lines on a card."""
        return len(self.lines) * (self.head + self.code + self.state)


class PrintedStrip(DrawnBlock[Strip]):
    """Lines of heads over states."""

    def shape(self, block: Strip, frame: BlockFrame) -> StripLines:
        """The lines of a strip, as few as it takes."""
        z, pairs = frame.sizes, block.pairs
        per_line = max(1, min(len(pairs), int(frame.width // (z.state_mm * 1.06))))
        rows = -(-len(pairs) // per_line)
        per_line = -(-len(pairs) // rows)
        most = z.state_mm * (1.42 if frame.sheet else 1.36) if rows == 1 else frame.width
        return StripLines(
            lines=tuple(pairs[start : start + per_line] for start in range(0, len(pairs), per_line)),
            pitch=round(min(frame.width / per_line, most), 3),
            drawn=all(mark.glyph for pair in pairs for mark in (pair.head, pair.state)),
            head=z.head_mm * 1.18,
            code=z.label * POINT if frame.codes else 0.0,
            state=z.state_mm * 1.06,
        )

    def card_height(self, block: Strip, frame: BlockFrame, notes: bool) -> float:
        """Lines of heads, of codes where the card has them, and of states."""
        return 1.85 * frame.sizes.space + self.shape(block, frame).height

    def sheet_height(self, block: Strip, frame: SheetFrame) -> float:
        """Lines of heads, codes and states."""
        z, count = frame.sizes, len(self.shape(block, frame).lines)
        return count * (z.head_mm * 1.12 + (z.label + 1) * POINT + 0.6 + z.state_mm * 1.16)

    def draw(self, block: Strip, frame: BlockFrame) -> PlacedText:
        """A strip of marks over what they do, with the marks' letters between where these have room.

        Where a mark has no picture, letters stand for all of them.
        """
        shape = self.shape(block, frame)
        draw, high = _pictures if shape.drawn else _letters, shape.head + shape.code + shape.state
        inks = (ink for n, line in enumerate(shape.lines) for ink in draw(line, shape, n * high, frame))
        return drawing(frame, shape.height, inks)

    def text(self, block: Strip) -> Iterator[Markup]:
        """Each head with its state."""
        states = ", ".join(f"{pair.head.title} {pair.state.title.lower()}" for pair in block.pairs)
        yield Markup("<p>{}{}</p>").format(bold(f"{block.title}.") if block.title else "", states)

    def figures(self, block: Strip) -> Iterator[str]:
        """Each state."""
        yield from (f"{block.id} {pair.head.title}" for pair in block.pairs)


def letters(mark: Mark) -> str:
    """The letters in place of a mark without a picture."""
    return mark.code or mark.title[:2]


def _letters(line: tuple[Pair, ...], shape: StripLines, top: float, frame: BlockFrame) -> Iterator[Ink]:
    z, c, below = frame.sizes, frame.colours, top + shape.head + shape.code
    for n, pair in enumerate(line):
        for text, face, size, y, colour in (
            (letters(pair.head), "bold", z.label, top + baseline("bold", z.label, shape.head), c.soft),
            (letters(pair.state), "black", z.cell, below + baseline("black", z.cell, shape.state), c.ink),
        ):
            x = n * shape.pitch + (shape.pitch - width(text, face, size)) / 2
            yield Ink(x, y, text, face, size, colour)


def _pictures(line: tuple[Pair, ...], shape: StripLines, top: float, frame: BlockFrame) -> Iterator[Ink]:
    z, c = frame.sizes, frame.colours
    heads, size = "".join(pair.head.glyph for pair in line), z.head_mm / POINT
    yield Ink(0.0, top + baseline("marks", size, shape.head), heads, "marks", size, c.ink, shape.pitch - z.head_mm)
    below, state = top + shape.head, z.state_mm / POINT
    if shape.code:
        y = below + baseline("bold", z.label, shape.code)
        for n, pair in enumerate(line):
            x = n * shape.pitch + (z.head_mm - width(pair.head.code, "bold", z.label)) / 2
            yield Ink(x, y, pair.head.code, "bold", z.label, c.soft)
    y = below + shape.code + baseline("marks", state, shape.state)
    for n, pair in enumerate(line):
        colour = {"soft": c.soft, "strong": c.accent}.get(pair.state.emphasis, c.ink)
        yield Ink(n * shape.pitch + (z.head_mm - z.state_mm) / 2, y, pair.state.glyph, "marks", state, colour)


PRINT = PrintedStrip()
