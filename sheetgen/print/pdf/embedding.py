"""Typefaces put into a PDF for what viewers write themselves: as a font of single bytes, and one of all its glyphs.

ISO 32000-1, 9.6.3 (TrueType fonts), 9.7.4 (CIDFonts), 9.6.6.4 (WinAnsiEncoding with a Unicode `cmap`).
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from pikepdf import Array, Dictionary, Name, Object, Pdf

from sheetgen.print import resources
from sheetgen.print.text_metrics.metrics import FACES, covers

WINDOWS = "".join(bytes([code]).decode("cp1252", "ignore") for code in range(32, 256))
"""The letters of WinAnsiEncoding."""
NONSYMBOLIC = 32
TAG = "SGFORM+"
_UNUSED = {"GDEF", "GPOS", "GSUB", "FFTM"}
"""Tables of a font that viewers have no use for in a form: kerning, ligatures, and notes of a font editor."""


@dataclass(frozen=True)
class FontSubset:
    """Some letters of a typeface as a TrueType font: glyphs by letter, widths in thousandths of an em."""

    name: str
    data: bytes
    glyphs: Mapping[str, int]
    widths: tuple[int, ...]
    box: tuple[int, ...]
    ascent: int
    descent: int
    capitals: int

    def width(self, letter: str) -> int:
        """Width of a letter."""
        return self.widths[self.glyphs[letter]] if letter in self.glyphs else 0


@lru_cache(maxsize=32)
def part_of(face: str, letters: frozenset[str]) -> FontSubset:
    """The subset of a face for some letters, those that it has."""
    from fontTools import subset  # type: ignore[import-untyped]

    font = TTFont(resources.fonts() / FACES[face], recalcTimestamp=False)
    for table in _UNUSED & {*font.keys()}:  # before the subset is made, which reads those of the layout for seconds
        del font[table]
    options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[1, 2, 6])
    maker = subset.Subsetter(options)
    maker.populate(unicodes=[ord(letter) for letter in letters if covers(letter, face)])
    maker.subset(font)
    out = io.BytesIO()
    font.save(out)
    em, order = font["head"].unitsPerEm, font.getGlyphOrder()

    def scaled(value: float) -> int:
        return round(1000 * float(value / em))

    head, lines = font["head"], font["hhea"]
    return FontSubset(
        font["name"].getDebugName(6) or face,
        out.getvalue(),
        {chr(code): font.getGlyphID(name) for code, name in font.getBestCmap().items()},
        tuple(scaled(font["hmtx"][name][0]) for name in order),
        tuple(map(scaled, (head.xMin, head.yMin, head.xMax, head.yMax))),
        scaled(lines.ascent),
        scaled(lines.descent),
        scaled(getattr(font["OS/2"], "sCapHeight", 0) or 0.7 * em),
    )


def descriptor(pdf: Pdf, part: FontSubset) -> Object:
    """The font with its file, to be used by both kinds of fonts."""
    file = pdf.make_stream(part.data)
    file.Length1 = len(part.data)
    return pdf.make_indirect(
        Dictionary(
            Type=Name.FontDescriptor, FontName=Name(f"/{TAG}{part.name}"), Flags=NONSYMBOLIC,
            FontBBox=Array(part.box), ItalicAngle=0, Ascent=part.ascent, Descent=part.descent,
            CapHeight=part.capitals, StemV=80, FontFile2=file,
        )
    )  # fmt: skip


def single_bytes(pdf: Pdf, part: FontSubset, file: Object) -> Object:
    """A font in WinAnsiEncoding, in which every viewer can write."""
    letters = [bytes([code]).decode("cp1252", "replace") for code in range(32, 256)]
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font, Subtype=Name.TrueType, BaseFont=file.FontName, Encoding=Name.WinAnsiEncoding,
            FirstChar=32, LastChar=255, Widths=Array([part.width(letter) for letter in letters]), FontDescriptor=file,
        )
    )  # fmt: skip


def all_glyphs(pdf: Pdf, part: FontSubset, file: Object) -> Object:
    """A font whose codes are the numbers of its glyphs."""
    inner = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=file.FontName, FontDescriptor=file,
        CIDSystemInfo=Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
        CIDToGIDMap=Name.Identity, DW=0, W=Array([0, Array(part.widths)]),
    )  # fmt: skip
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font, Subtype=Name.Type0, BaseFont=file.FontName, Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(inner)]), ToUnicode=pdf.make_stream(_unicode(part.glyphs.items())),
        )
    )  # fmt: skip


def _unicode(glyphs: Iterable[tuple[str, int]]) -> bytes:
    """Which letter each glyph is (9.10.3)."""
    named = {glyph: letter for letter, glyph in sorted(glyphs, reverse=True)}
    rows = [f"<{glyph:04x}> <{letter.encode('utf-16-be').hex()}>" for glyph, letter in sorted(named.items())]
    blocks = [rows[n : n + 100] for n in range(0, len(rows), 100)]
    mapping = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n{mapping}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode("ascii")
