"""Glyphs of a text and how far each moves the pen: by HarfBuzz, which the PDF engine shapes with as well.

For letters that stand beside each other from left to right; `shapes` says whether a text is of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import uharfbuzz  # type: ignore[import-untyped]

from sheetgen.print import resources
from sheetgen.print.text_metrics.metrics import FACES, MARKS, advance, covers, glyph_id

SIMPLE = 0x250
"""Letters below this code point stand beside each other, and nothing more."""
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


@cache
def _font(face: str) -> uharfbuzz.Font:
    blob = uharfbuzz.Blob.from_file_path(str(resources.fonts() / FACES[face]))
    return uharfbuzz.Font(uharfbuzz.Face(blob))
