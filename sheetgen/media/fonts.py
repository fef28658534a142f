"""Fonts that come with a game: read from TrueType, OpenType and WOFF2 files, and made anew of what is needed.

Hints, pictures and programs in a font are left out, so that nothing of an author's file runs where it is drawn.
"""

from __future__ import annotations

import io
import json
import struct
from base64 import b64encode
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from string import ascii_lowercase
from typing import Any, TypeAlias

from sheetgen.text.cache import Cache, digest
from sheetgen.text.file_digests import program

ENDINGS = (".ttf", ".otf", ".woff2")
"""How the names of files of fonts end."""
MOST_BYTES, MOST_UNPACKED = 1_500_000, 12_000_000
"""The largest file of a font, and how large it may be unpacked."""
CAPITALS, ASCENT, DESCENT = 0.655, 0.9, 0.3
"""Height of capitals, and how far a line reaches above and below its baseline, in em: as in the program's headings."""
TEXT_HEIGHT, TEXT_WIDTH, TEXT_ASCENT, TEXT_DESCENT = 0.486, 12.35, 1.024, 0.4
"""Height of small letters, width of all of them, and the reach of a line, in em: as in the program's running text."""
MOST_WIDER = 1.05
"""How much wider than that a font of running text may run; a wider one is set smaller."""


@dataclass(frozen=True)
class FontPart:
    """Some characters of a font as a file: how its name ends, and the range of a style sheet; empty for all."""

    ending: str
    range: str

    def of(self, characters: Set[int]) -> frozenset[int]:
        """Those of some characters that are in it."""
        pairs = (part.removeprefix("U+").partition("-") for part in self.range.split(","))
        ranges = [range(int(first, 16), int(last or first, 16) + 1) for first, _, last in pairs]
        return frozenset(code for code in characters if any(code in part for part in ranges))


WHOLE = FontPart("", "")
_COMMON = FontPart("", "U+20-7E,U+2010-203A")
HEADING_PARTS = (
    FontPart("", "U+20-21,U+23,U+26-29,U+2B-3B,U+3F,U+41-5A,U+B1,U+B7,U+D7,U+2010-203A,U+2212"),
    FontPart(".lower", "U+22,U+24-25,U+2A,U+3C-3E,U+40,U+5B-7E"),
    FontPart(".more", "U+7F-B0,U+B2-B6,U+B8-D6,U+D8-200F,U+203B-2211,U+2213-10FFFF"),
)
TEXT_PARTS = (_COMMON, FontPart(".latin", "U+7F-17F"), FontPart(".more", "U+180-200F,U+203B-10FFFF"))
"""The parts of fonts: what most headings, which are capitals, and most texts are written with comes first."""
_SIGNS = {b"\0\1\0\0": "TrueType", b"true": "TrueType", b"OTTO": "OpenType", b"wOF2": "WOFF2"}
_TABLES = frozenset("head hhea hmtx maxp name OS/2 post cmap glyf loca CFF GDEF GSUB GPOS kern".split())
_NO_EMBEDDING = 0x2
"""The bit of `fsType` that forbids to embed a font (OpenType, OS/2)."""
_RUNNING = "-text"
"""How faces of running text end."""
FontCut: TypeAlias = tuple[str, int]
"""The slant and the weight of a font, as style sheets write them."""
HEADING: FontCut = ("normal", 900)
TEXT_CUTS: tuple[FontCut, ...] = (("normal", 400), ("italic", 400), ("normal", 600), ("italic", 600))
_GLYF, _LOCA, _OWN_TAG = 10, 11, 63
"""Numbers of tables in the directory of a WOFF2 file."""


class FontError(ValueError):
    """Why a file cannot be used as a font."""


@dataclass(frozen=True)
class OwnFont:
    """A font by its file and a digest of what is in it, so that changed files are other fonts."""

    file: str
    digest: str
    running: bool = False
    """Whether running text is set in it; else headings."""

    @property
    def family(self) -> str:
        """What style sheets call it."""
        return f"Own-{self.digest[:10]}"

    @property
    def face(self) -> str:
        """What measuring and drawing call it."""
        return f"{self.file}#{self.digest}{_RUNNING if self.running else ''}"

    def rule(self, family: str = "", cut: FontCut | None = None) -> str:
        """The rule of a style sheet that declares it, with the font in it; of another family where one is given."""
        source = f"data:font/ttf;base64,{b64encode(font_data(self.face)).decode()}"
        style, weight = cut or HEADING
        return (
            f'@font-face{{font-family:"{family or self.family}";font-style:{style};font-weight:{weight};'
            f"src:url({source})}}"
        )

    @property
    def parts(self) -> tuple[FontPart, ...]:
        """Its files for browsers: common letters, and further ones which are loaded where a page has them."""
        known = letters(self.face)
        parts = TEXT_PARTS if self.running else HEADING_PARTS
        has = tuple(part for part in parts if part.of(known))
        return has if len(has) > 1 and has[0] == parts[0] else (WHOLE,)

    def web_fonts(self) -> tuple[bytes, ...]:
        """The files of its parts, as WOFF2; each made once and kept."""
        return tuple(
            _kept(self.face, f"WOFF2 {part.range}", partial(_web_font, self.face, part)) for part in self.parts
        )

    def lacks(self, text: str) -> str:
        """The letters of a text that it has not, each once."""
        known = letters(self.face)
        return "".join(letter for letter in dict.fromkeys(text) if letter.isprintable() and ord(letter) not in known)


@dataclass(frozen=True)
class TextFonts:
    """The fonts of a game's running text, which are one family: regular, slanted, bold, and both."""

    regular: OwnFont
    italic: OwnFont
    bold: OwnFont
    bold_italic: OwnFont

    @property
    def family(self) -> str:
        """What style sheets call all of them."""
        return self.regular.family

    @property
    def cuts(self) -> Iterator[tuple[OwnFont, FontCut]]:
        """Each with the slant and the weight that it is for."""
        yield from zip((self.regular, self.italic, self.bold, self.bold_italic), TEXT_CUTS, strict=True)


def is_running(face: str) -> bool:
    """Whether the face of a font of a game is one of running text."""
    return face.endswith(_RUNNING)


def own_font(path: Path, data: bytes, running: bool = False) -> OwnFont:
    """The font in a file. Raises FontError where it cannot be used."""
    font = OwnFont(str(path), blake2b(data, digest_size=16).hexdigest(), running)
    font_data(font.face)
    return font


@lru_cache(maxsize=16)
def font_data(face: str) -> bytes:
    """A font as TrueType or OpenType, of the tables that are needed. Raises FontError where it cannot be used."""
    data = Path(face.rpartition("#")[0]).read_bytes()
    if len(data) > MOST_BYTES:
        raise FontError(f"is larger than {MOST_BYTES // 1000:,} kB")
    sort = _SIGNS.get(data[:4], "")
    if not sort:
        raise FontError("is no TrueType, OpenType or WOFF2 font")
    try:
        if sort == "WOFF2":
            _check_unpacked(data)
        font = _opened(data)
        if "fvar" in font:
            raise FontError("holds several weights in one file: take that of a single weight")
        if font["OS/2"].fsType & _NO_EMBEDDING:
            raise FontError("may not be embedded, by the will of its maker")
        for table in {*font.keys()} - _TABLES - {"GlyphOrder"}:
            if table.strip() not in _TABLES:
                del font[table]
        font.flavor, out = None, io.BytesIO()
        if not font.getBestCmap():
            raise FontError("has no letters")
        _rename(font, face.rpartition("#")[2])
        (_fit_text if is_running(face) else _fit)(font)
        font.save(out)
        return out.getvalue()
    except FontError:
        raise
    except Exception as error:  # the library raises whatever it stumbles over in a damaged file
        raise FontError(f"cannot be read as a font ({type(error).__name__})") from None


@lru_cache(maxsize=16)
def letters(face: str) -> frozenset[int]:
    """The characters that a font draws; found once and kept."""

    def drawn() -> bytes:
        return json.dumps(sorted(_opened(font_data(face)).getBestCmap())).encode()

    return frozenset(json.loads(_kept(face, "letters", drawn)))


def _kept(face: str, what: str, make: Callable[[], bytes]) -> bytes:
    """What this program made of the same font before, else made now and kept."""
    cache, key = Cache.of_user(), digest("font", program(), face.rpartition("#")[2], what)
    data = cache.get(key)
    if data is None:
        cache.put(key, data := make())
    return data


def _web_font(face: str, part: FontPart) -> bytes:
    """A part of a font as WOFF2, with its licence."""
    font = _opened(font_data(face))
    if part != WHOLE:
        from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]

        subsetter = Subsetter(Options(name_IDs=["*"], name_languages=["*"]))
        subsetter.populate(unicodes=part.of(letters(face)))
        subsetter.subset(font)
    return _packed(font)


def _packed(font: Any) -> bytes:
    font.flavor, out = "woff2", io.BytesIO()
    font.save(out)
    return out.getvalue()


def _opened(data: bytes) -> Any:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    return TTFont(io.BytesIO(data), recalcTimestamp=False)


def _rename(font: Any, digest: str) -> None:
    """Give a font that was changed another name, as the SIL Open Font License asks; its licence stays in it."""
    name = f"Own-{digest[:10]}"
    font["name"].names = [record for record in font["name"].names if record.nameID in (0, 7, 13, 14)]
    for number in (1, 4, 6):
        font["name"].setName(name, number, 3, 1, 0x409)


def _fit(font: Any) -> None:
    """Make capitals as high as those of the program's own headings, and put them at the same height on their line."""
    from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]

    glyphs, name = font.getGlyphSet(), font.getBestCmap().get(ord("H"))
    pen = BoundsPen(glyphs)
    if name:
        glyphs[name].draw(pen)
    if not name or pen.bounds is None or pen.bounds[3] <= 0:
        return
    _scale(font, pen.bounds[3] / CAPITALS, ASCENT, DESCENT)


def _fit_text(font: Any) -> None:
    """Make small letters as high as those of the program's own text, or smaller where they run much wider; lines are
    as high."""
    from fontTools.pens.boundsPen import BoundsPen

    glyphs, names, widths = font.getGlyphSet(), font.getBestCmap(), font["hmtx"].metrics
    small = [names[ord(letter)] for letter in ascii_lowercase if ord(letter) in names]
    pen = BoundsPen(glyphs)
    if ord("x") in names:
        glyphs[names[ord("x")]].draw(pen)
    if pen.bounds is None or pen.bounds[3] <= 0 or len(small) < len(ascii_lowercase):
        units = font["head"].unitsPerEm
    else:
        wide = sum(widths[name][0] for name in small) / (TEXT_WIDTH * MOST_WIDER)
        units = max(pen.bounds[3] / TEXT_HEIGHT, wide)
    _scale(font, units, TEXT_ASCENT, TEXT_DESCENT)


def _scale(font: Any, units: float, above: float, below: float) -> None:
    """Let so many units be one em, and a line reach so far above and below its baseline, in em."""
    em = font["head"].unitsPerEm = min(16384, max(16, round(units)))
    ascent, descent = round(above * em), round(below * em)
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = ascent, -descent, 0
    lines = font["OS/2"]
    lines.sTypoAscender, lines.sTypoDescender, lines.sTypoLineGap = ascent, -descent, 0
    lines.usWinAscent, lines.usWinDescent = ascent, descent


def _check_unpacked(data: bytes) -> None:
    """Raise FontError where a WOFF2 file would be too large unpacked (WOFF File Format 2.0, section 5)."""
    import brotli  # type: ignore[import-untyped]

    place, unpacked, reader = 48, 0, brotli.Decompressor()
    for _ in range(struct.unpack(">H", data[12:14])[0]):
        number, version = data[place] & 63, data[place] >> 6
        tag = data[place + 1 : place + 5] if number == _OWN_TAG else b""
        place = _after_number(data, place + (5 if tag else 1))
        if (version == 0) == (number in (_GLYF, _LOCA) or tag in (b"glyf", b"loca")):
            place = _after_number(data, place)
    size = struct.unpack(">I", data[20:24])[0]
    for start in range(place, min(place + size, len(data)), 256):
        unpacked += len(reader.process(data[start : min(start + 256, place + size)]))
        if unpacked > MOST_UNPACKED:
            raise FontError(f"is larger than {MOST_UNPACKED // 1000:,} kB when it is unpacked")


def _after_number(data: bytes, place: int) -> int:
    """The place after a number of variable length, which ends with the first byte below 128."""
    while data[place] & 0x80:
        place += 1
    return place + 1
