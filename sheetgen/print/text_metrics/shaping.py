"""Glyphs of a text and how far each moves the pen: by HarfBuzz, which the PDF engine shapes with as well.

For letters that stand beside each other from left to right; `shapes` says whether a text is of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import uharfbuzz  # type: ignore[import-untyped]

from sheetgen.media.fonts import font_data
from sheetgen.print import resources
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import FACES, MARKS, SPACES, advance, broken, covers, glyph_id

SIMPLE = 0x250
"""Letters below this code point stand beside each other, and nothing more."""
BREAKS = "-–—/"
"""A word wider than its column is parted behind one of these, if there is any."""
ROUNDING = 0.02
"""What the engine may set a line wider than it is reckoned, in mm."""
UNSHAPED = 0.98
"""Of the room for a text whose kerning is not known."""
SIGNS = "–—‘’“”…•−×÷≤≥★☆→½¼¾\u2007\u2009\u202f"


def shapes(text: str, face: str) -> bool:
    """Whether this module can set a text: plain letters that the face has."""
    return all(ord(letter) < SIMPLE or letter in SIGNS for letter in text) and covers(text, face)


@dataclass(frozen=True)
class Glyph:
    """One glyph: its number, the letters it stands for, its own width and the kerning after it, in em."""

    number: int
    letters: str
    width: float
    kerning: float = 0.0


@lru_cache(maxsize=20_000)
def shaped(text: str, face: str) -> tuple[Glyph, ...]:
    """The glyphs of one word or one line."""
    if face == MARKS:
        return tuple(Glyph(glyph_id(letter, face), letter, advance(letter, face)) for letter in text)
    font, buffer = _font(face), uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.direction, buffer.script, buffer.language = "ltr", "Latn", "en"
    uharfbuzz.shape(font, buffer)
    em = font.face.upem
    starts = [info.cluster for info in buffer.glyph_infos]
    return tuple(
        Glyph(info.codepoint, text[start:end], own / em, (place.x_advance - own) / em)
        for info, place, start, end in zip(
            buffer.glyph_infos, buffer.glyph_positions, starts, [*starts[1:], len(text)], strict=True
        )
        for own in [font.get_glyph_h_advance(info.codepoint)]
    )


@lru_cache(maxsize=50_000)
def measure(text: str, face: str) -> float:
    """Width of a text in em."""
    return sum(glyph.width + glyph.kerning for glyph in shaped(text, face))


@lru_cache(maxsize=20_000)
def set_lines(text: str, face: str, size: float, column: float) -> tuple[str, ...]:
    """The lines of `text` in a column of so many mm as the engine breaks them, with the kerning in them.

    Texts that this module cannot shape are broken by the widths of their letters, with a little less room.
    """
    if not text.strip():
        return ("",)
    if not shapes(SPACES.sub(" ", text).replace("\u00a0", " "), face):
        return broken(text, face, size, column * UNSHAPED)
    room = (column - ROUNDING) / (size * POINT)
    parts, line = [], ""
    for word in SPACES.split(text.strip()):
        if line and measure(f"{line} {word}", face) <= room:
            line = f"{line} {word}"
            continue
        parts += [line] if line else []
        line = word
        while measure(line, face) > room and len(line) > 1:
            count = max((n for n in range(1, len(line)) if measure(line[:n], face) <= room), default=1)
            count = max((n for n in range(2, count + 1) if line[n - 1] in BREAKS), default=count)
            parts.append(line[:count])
            line = line[count:]
    return (*parts, line)


@cache
def _font(face: str) -> uharfbuzz.Font:
    data = (resources.fonts() / FACES[face]).read_bytes() if face in FACES else font_data(face)
    blob = uharfbuzz.Blob(data)
    return uharfbuzz.Font(uharfbuzz.Face(blob))
