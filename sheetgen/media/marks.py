"""Marks: small signs in one colour, each a glyph of a font that is made from their outlines.

The font has the tables that the OpenType specification asks for; its characters are of the private use area.
"""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from itertools import chain

from sheetgen.text.cache import Cache, digest
from sheetgen.text.shipped import shipped

TALLIES = {f"tally-{count}": f"[{count}]" for count in range(1, 5)}
"""The boxes that have so many ticks, in words."""
GRID = 24
"""Units of the grid that every outline stands on, from the top left."""
FIRST = 0xE000
"""The character of the first mark; the others follow in order."""
MOST_MARKS = 1000
"""Marks that one game can use, those of the program included."""
TICKED = "-ticked"
"""How the name of a box ends that is ticked."""
EM = 1000
"""Units of the font in one em, which is as wide as every mark is."""
SPACE, ASCENT, DESCENT = 260, 840, 160
"""Width of a space, and how far the grid reaches above and below the baseline, in units of the font."""
EPOCH = 0x7C259DC0
"""1970-01-01 as fonts count seconds, from 1904: a font has no date of its own."""
_NAMES = {"familyName": "Sheetgen Marks", "styleName": "Regular", "licenseDescription": "as the marks in it"}
_PATH = re.compile(r' d="([^"]+)"')
_FORM = "1"
"""Changed where the same outlines give another font."""


@dataclass(frozen=True, repr=False)
class Marks:
    """The marks that one game can use: paths on the grid by name, those of the program before the game's own."""

    outlines: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Marks({self.family})"

    @cached_property
    def glyphs(self) -> Mapping[str, str]:
        """The character that draws each mark."""
        return {name: chr(code) for code, name in enumerate(self.outlines, FIRST)}

    @cached_property
    def family(self) -> str:
        """The name of the font in style sheets: made from its content, so that two games never share one."""
        return f"Marks-{self._digest[:10]}"

    @cached_property
    def _digest(self) -> str:
        drawn = "\n".join(chain.from_iterable(self.outlines.items()))
        return blake2b(f"{_FORM}\n{drawn}".encode(), digest_size=32).hexdigest()

    def glyph(self, name: str) -> str:
        """The character that draws a mark; empty where there is none."""
        return self.glyphs.get(name, "")

    @cached_property
    def paths(self) -> Mapping[str, str]:
        """The path of each mark by its character."""
        return {chr(code): path for code, path in enumerate(self.outlines.values(), FIRST)}

    def ticked(self, name: str) -> str:
        """The name of a box when it is ticked; empty for a mark that is no box."""
        return f"{name}{TICKED}" if f"{name}{TICKED}" in self.outlines else ""

    def box(self, name: str) -> str:
        """The name of the box that a track has: the mark itself, or a plain box where that has no ticked form."""
        return name if self.ticked(name) else "tick"

    @cached_property
    def boxes(self) -> Mapping[str, str]:
        """The characters of boxes, each with what it is when read aloud: open, ticked, or with so many ticks."""
        names = [name for name in self.outlines if self.ticked(name)]
        said = dict.fromkeys(names, "☐") | {self.ticked(name): "☒" for name in names}
        return {self.glyphs[name]: text for name, text in (said | TALLIES).items() if name in self.glyphs}

    @property
    def face(self) -> str:
        """The rule of a style sheet that declares the font, with the font in it."""
        source = f"data:font/ttf;base64,{b64encode(font(tuple(self.outlines.items()))).decode()}"
        return f'@font-face{{font-family:"{self.family}";src:url({source})}}'

    def web_font(self) -> bytes:
        """The font for browsers, as WOFF2; made once and kept."""
        kept, key = Cache.of_user(), digest("web font", self._digest)
        data = kept.get(key)
        if data is None:
            kept.put(key, data := _packed(font(tuple(self.outlines.items()))))
        return data


@cache
def plain_marks() -> Marks:
    """The marks that the program offers to every game."""
    files = sorted((shipped("templates") / "assets" / "marks").glob("*.svg"), key=lambda path: path.stem)
    return Marks({path.stem: _PATH.findall(path.read_text("utf-8"))[0] for path in files})


def with_own(own: Mapping[str, str]) -> Marks:
    """The program's marks and a game's own, in the order of their names."""
    return Marks({**plain_marks().outlines, **dict(sorted(own.items()))}) if own else plain_marks()


def glyph_number(letter: str) -> int:
    """The number of a character's glyph in every font of marks: 0 is none, 1 a space, then marks in order."""
    return ord(letter) - FIRST + 2 if letter >= chr(FIRST) else 1


@lru_cache(maxsize=16)
def font(outlines: tuple[tuple[str, str], ...]) -> bytes:
    """A TrueType font of these marks: the same bytes for the same outlines."""
    from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]

    glyphs = {".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()}
    glyphs |= {name: _glyph(path) for name, path in outlines}
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    codes = {code: name for code, (name, _) in enumerate(outlines, FIRST)}
    builder.setupCharacterMap({0x20: "space", 0xA0: "space", **codes})
    builder.setupGlyf(glyphs)
    widths = {name: (SPACE if name == "space" else EM, getattr(glyphs[name], "xMin", 0)) for name in glyphs}
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
    builder.setupNameTable(_NAMES)
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=-DESCENT, usWinAscent=ASCENT, usWinDescent=DESCENT)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = EPOCH
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _glyph(path: str) -> object:
    """A glyph from a path on the grid: quadratic curves, in units of the font, from the baseline up."""
    from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-untyped]
    from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.svgLib.path import parse_path  # type: ignore[import-untyped]

    pen, scale = TTGlyphPen(None), EM / GRID
    parse_path(path, TransformPen(Cu2QuPen(pen, 1, reverse_direction=True), (scale, 0, 0, -scale, 0, ASCENT)))
    return pen.glyph()


def _packed(data: bytes) -> bytes:
    """A font as WOFF2."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    out, packed = io.BytesIO(), TTFont(io.BytesIO(data), recalcTimestamp=False)
    packed.flavor = "woff2"
    packed.save(out)
    return out.getvalue()
