"""How wide text runs, from the bundled fonts themselves: type is set to measure, not by guess."""

from __future__ import annotations

import io
import re
import struct
from functools import cache, lru_cache
from itertools import groupby
from unicodedata import combining

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from sheetgen.media.fonts import font_data, is_running
from sheetgen.media.marks import ASCENT, DESCENT, EM, FIRST, MOST_MARKS, SPACE, glyph_number
from sheetgen.print import resources
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.other_scripts import FURTHER, other_ems

FACES = {
    "black": "SofiaSansExtraCondensed_900Black.ttf",
    "slant": "SofiaSansExtraCondensed_900Black_Italic.ttf",
    "bold": "SofiaSansExtraCondensed_700Bold.ttf",
    "text": "SourceSans3_400Regular.ttf",
    "semi": "SourceSans3_600SemiBold.ttf",
    "italic": "SourceSans3_400Regular_Italic.ttf",
    "semi-italic": "SourceSans3_600SemiBold_Italic.ttf",
    "fallback": FURTHER,
}
MARKS = "marks"
"""The face of marks, which is another font for each game, all of one measure."""
_SIGNS = range(FIRST, FIRST + MOST_MARKS)
_LIGHT = ("text", "italic")
"""The faces of regular weight."""
HEADINGS = "black"
"""The face of most headings."""
_DISPLAY = (HEADINGS, "slant", "bold")
"""The program's faces of headings, names and numbers."""
WHOLE = "semi"
"""The face of headings with words of which their own face has some letters only."""
SPACES = re.compile(r"[^\S\u00a0]+")
"""Spaces at which a line may end."""


def opened_font(face: str) -> TTFont:
    """The font of a face: one of the program, or that of a game by the face of `OwnFont`."""
    if face in FACES:
        return TTFont(resources.fonts() / FACES[face], lazy=True)
    return TTFont(io.BytesIO(font_data(face)), lazy=True)


def _units(font: TTFont) -> int:
    """Units of a font in one em, read without its dates, of which the library would complain."""
    units: int = struct.unpack(">H", font.reader["head"][18:20])[0]
    return units


@cache
def _advances(face: str) -> dict[int, float]:
    if face == MARKS:
        return {0x20: SPACE / EM, **dict.fromkeys(_SIGNS, 1.0)}
    with opened_font(face) as font:
        em = _units(font)
        widths = font["hmtx"].metrics
        return {code: widths[name][0] / em for code, name in font.getBestCmap().items()}


@cache
def _glyphs(face: str) -> dict[str, int]:
    if face == MARKS:
        return {chr(code): glyph_number(chr(code)) for code in (0x20, *_SIGNS)}
    with opened_font(face) as font:
        return {chr(code): font.getGlyphID(name) for code, name in font.getBestCmap().items()}


@cache
def _lines(face: str) -> tuple[float, float]:
    if face == MARKS:
        return ASCENT / EM, DESCENT / EM
    with opened_font(face) as font:
        em = _units(font)
        return font["hhea"].ascent / em, -font["hhea"].descent / em


def glyph_id(letter: str, face: str) -> int:
    """The number of a letter's glyph in its font."""
    return _glyphs(face)[letter]


def advance(letter: str, face: str) -> float:
    """Width of one letter in em."""
    return _advances(face)[ord(letter)]


def covers(text: str, face: str) -> bool:
    """Whether a face has every letter of a text."""
    return _glyphs(face).keys() >= set(text)


def face_of(text: str, face: str) -> str:
    """The face that a text is set in: where that of a heading would mix with another in a word, that of bold text."""
    heading = face in _DISPLAY or (face not in FACES and face != MARKS and not is_running(face))
    return WHOLE if heading and is_mixed(text, face) else face


def is_mixed(text: str, face: str) -> bool:
    """Whether a face has some letters of a word only, such as "Nguyn" of "Nguyễn", and that of bold text has all."""
    known = _glyphs(face).keys()
    if known >= set(text):
        return False
    words = map(_letters, text.split())
    return any(word & known and word - known and word <= _glyphs(WHOLE).keys() for word in words)


def lacks_letters(text: str, face: str) -> bool:
    """Whether a face lacks letters of a text, be they small or capitals."""
    return bool(_letters(text + text.upper()) - _glyphs(face).keys())


def _letters(text: str) -> set[str]:
    return {letter for letter in set(text) if letter.isalpha() or combining(letter)}


def baseline(face: str, size: float, line: float) -> float:
    """From the top of a line `line` mm high to its baseline, in mm, as CSS halves the leading."""
    above, below = _lines(face)
    return (line + (above - below) * size * POINT) / 2


@lru_cache(maxsize=50_000)
def _ems(text: str, face: str) -> float:
    own = _advances(face)
    if all(ord(letter) in own for letter in text):
        return sum(own[ord(letter)] for letter in text)
    if (other := face_of(text, face)) != face:
        return _ems(text, other)
    bold, further, total = face not in _LIGHT, _advances("fallback"), 0.0
    for inside, letters in groupby(text, lambda letter: ord(letter) in own):
        run = "".join(letters)
        total += sum(own[ord(letter)] for letter in run) if inside else other_ems(run, further, bold)
    return total


def width(text: str, face: str, size: float, tracking: float = 0.0) -> float:
    """Width in mm of one line of `text` at `size` points; `tracking` is letter-spacing in em."""
    return (_ems(text, face) + tracking * len(text)) * size * POINT


def uncovered(text: str) -> str:
    """The characters of `text` that no bundled font can draw, each once, in order."""
    lacking = {c for c in set(text) - _known() if c.isprintable()}
    return "".join(c for c in dict.fromkeys(text) if c in lacking) if lacking else ""


@cache
def _known() -> frozenset[str]:
    """The characters that some bundled font draws."""
    codes = _advances("text").keys() | _advances("fallback").keys() | set(_SIGNS)
    return frozenset(map(chr, codes))


def lines(text: str, face: str, size: float, measure: float) -> int:
    """How many lines `text` takes in a column `measure` mm wide; none where there is no text or no column."""
    return len(broken(text, face, size, measure)) if measure > 0 and text.strip() else 0


@lru_cache(maxsize=20_000)
def broken(text: str, face: str, size: float, measure: float, indent: float = 0.0) -> tuple[str, ...]:
    """The lines of `text` in a column `measure` mm wide, broken at spaces, and inside of words that are wider.

    The first line begins `indent` mm further in.
    """
    parts, line, used = [], "", indent
    face = face_of(text, face)
    blank = width(" ", face, size)
    for word in SPACES.split(text.strip()):
        wide, gap = width(word, face, size), " " if line else ""
        if used and used + (blank if gap else 0.0) + wide > measure:
            parts.append(line)
            line, used, gap = "", 0.0, ""
        if used + wide <= measure:
            line, used = line + gap + word, used + (blank if gap else 0.0) + wide
            continue
        for letter in word:
            wide = width(letter, face, size)
            if line and used + wide > measure:
                parts.append(line)
                line, used = "", 0.0
            line, used = line + letter, used + wide
    return (*parts, line)


def largest(text: str, face: str, sizes: tuple[float, ...], measure: float) -> float:
    """The first of `sizes` (descending, points) at which `text` fits on one line; else the last."""
    return next((size for size in sizes if width(text, face, size) <= measure), sizes[-1])
