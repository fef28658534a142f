"""What drawings of blocks have in common: labels, marks, outlines of places to write in.

A drawing has every line at a known place: widths are reckoned from the fonts, so the engine has nothing to find out.
What is wider than its column is found as an overrun, as text is; letters that a font lacks are drawn in others.
Nothing here is said again in a style sheet, but the white around a block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from markupsafe import escape

from sheetgen.blocks import Mark
from sheetgen.print.measure.frame import TRACKING, BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import FilledRectangle, Ink, PlacedText

Piece = Ink | FilledRectangle
GREY = "<filter id='grey'><feBlend mode='luminosity'/></filter>"
"""Over white paper only the lightness of a picture is left."""


def drawing(frame: BlockFrame, height: float, pieces: Iterable[Piece]) -> PlacedText:
    """Texts and rules in a box as wide as a column."""
    placed = [*pieces]
    inks = tuple(piece for piece in placed if isinstance(piece, Ink) and piece.text.strip())
    return PlacedText(frame.width, height, inks, tuple(p for p in placed if isinstance(p, FilledRectangle)))


def label(frame: BlockFrame, x: float, y: float, text: str) -> Ink:
    """A label in capitals."""
    size = frame.sizes.label
    return Ink(x, y, text.upper(), "bold", size, frame.colours.soft, TRACKING * size * POINT)


def sign(frame: BlockFrame, x: float, y: float, mark: Mark, size: float, code: float) -> Ink:
    """A mark at `size` points, or its letters at the size of text where it has no picture."""
    if mark.glyph:
        return Ink(x, y, mark.glyph, "marks", size, frame.colours.ink)
    return Ink(x, y, mark.code, "bold", code, frame.colours.ink)


def outline(x: float, y: float, wide: float, high: float, line: float, colour: str) -> Iterator[FilledRectangle]:
    """The four sides of a box, `line` mm thick."""
    for top in (y, y + high - line):
        yield FilledRectangle(x, top, wide, line, colour)
    for left in (x, x + wide - line):
        yield FilledRectangle(left, y, line, high, colour)


def image(source: str, box: tuple[float, float, float, float], grey: bool = False) -> str:
    """A picture that fills a box of left, top, width and height, in an SVG that has `GREY`."""
    x, y, width, height = box
    pale = " filter='url(#grey)' opacity='.6'" if grey else ""
    place = f"x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' preserveAspectRatio='xMidYMid slice'"
    return f"<image href='{escape(source)}' {place}{pale}/>"


def picture(svg: str) -> str:
    """An SVG as a data URI for a style sheet."""
    return "data:image/svg+xml," + quote(svg, safe=" =/:,.;!*-")


def svg(content: str, width: float, height: float) -> str:
    """A data URI of an SVG `width` × `height` mm."""
    box = f"viewBox='0 0 {width:g} {height:g}' width='{width:g}mm' height='{height:g}mm'"
    return picture(f"<svg xmlns='http://www.w3.org/2000/svg' {box}>{content}</svg>")
