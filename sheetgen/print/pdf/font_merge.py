"""Fonts of a document put together from parts: what each part holds of a typeface, held once for all.

The engine gives every part of a document the glyphs that it uses, under the numbers that they have in the
whole font (ISO 32000-1, 9.7.4.2: CIDToGIDMap Identity), so that the parts' fonts fit into each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

from sheetgen.print.pdf.truetype import merged_fonts

_MAPPED = re.compile(rb"<([0-9a-f]{4})> (<[0-9a-f]*>)")
_BLOCKS = re.compile(rb"\d+ beginbfchar.*endbfchar", re.DOTALL)
_BLOCK = 100
"""Lines that a block of a character map may have (Adobe Technical Note 5014)."""
_FIXED = 1
"""The flag of a font whose glyphs are all of one width."""


def share(pdf: Pdf) -> None:
    """Let all pages use one font for each typeface, where several hold parts of it."""
    lists = list(font_lists(pdf))
    fonts = {font.objgen: font for dictionary in lists for font in _ordered(dictionary) if _is_part(font)}
    faces: dict[str, list[Object]] = {}
    for font in fonts.values():
        faces.setdefault(str(font.BaseFont), []).append(font)
    instead: dict[tuple[int, int], Object] = {}
    for same in faces.values():
        if len(same) > 1:
            _join(same)
            instead |= {font.objgen: same[0] for font in same[1:]}
    for dictionary in lists:
        for name, font in dict(dictionary).items():
            dictionary[name] = instead.get(font.objgen, font)


def _is_part(font: Object) -> bool:
    """Whether a font has the glyph numbers of its typeface, and outlines as TrueType has them."""
    if font.Subtype != Name.Type0:
        return False
    return font.Encoding == Name("/Identity-H") and "/FontFile2" in font.DescendantFonts[0].FontDescriptor


def font_lists(pdf: Pdf) -> Iterator[Object]:
    """The lists of fonts of pages, of what is drawn on them, of form fields and of what these look like, each once."""
    form = pdf.Root.get("/AcroForm", Dictionary())
    holders = [page.obj for page in pdf.pages]
    notes = (note for page in holders for note in page.get("/Annots", ()) if "/AP" in note)
    looks = (look for note in notes for look in _ordered(note.AP))
    drawn = (part for look in looks for part in ([look] if isinstance(look, Stream) else _ordered(look)))
    fields = [Dictionary(Resources=form.DR)] if "/DR" in form else []
    return _font_lists((*holders, *fields, *drawn), set())


def _font_lists(holders: Iterable[Object], seen: set[tuple[int, int]]) -> Iterator[Object]:
    """The lists of fonts of some holders of resources, and of what is drawn in them, each once."""
    for holder in holders:
        resources = holder.get("/Resources", Dictionary())
        if resources.is_indirect and resources.objgen in seen:
            continue
        seen.add(resources.objgen)
        if "/Font" in resources:
            yield resources.Font
        yield from _font_lists(_ordered(resources.get("/XObject", Dictionary())), seen)


def _ordered(dictionary: Object) -> list[Object]:
    """The values of a dictionary by the order of its keys, which pikepdf gives as a set: in another order each time."""
    return [value for _, value in sorted(dict(dictionary).items())]


def _join(fonts: Sequence[Object]) -> None:
    """Give the first font what the others have: outlines, widths, the letters that glyphs stand for."""
    inner = [font.DescendantFonts[0] for font in fonts]
    descriptors = [font.FontDescriptor for font in inner]
    each = [dict(_widths(font.W)) for font in inner]
    data = merged_fonts([(font.FontFile2.read_bytes(), max(own)) for font, own in zip(descriptors, each, strict=True)])
    descriptors[0].FontFile2.write(data)
    descriptors[0].FontFile2.Length1 = len(data)
    widths = {glyph: width for own in each for glyph, width in own.items()}
    inner[0].W = _listed(widths)
    descriptors[0].FontBBox[2] = max(widths.values(), default=0)
    if len(set(widths.values())) > 1:
        descriptors[0].Flags = int(descriptors[0].Flags) & ~_FIXED
    blocks = [block for font in fonts for block in _BLOCKS.findall(font.ToUnicode.read_bytes())]
    letters = {glyph: text for block in blocks for glyph, text in _MAPPED.findall(block)}
    fonts[0].ToUnicode.write(_mapped(fonts[0].ToUnicode.read_bytes(), letters))


def _widths(listed: Object) -> Iterator[tuple[int, Object]]:
    """Glyphs and their widths from a list of runs: `first [width width ...]`."""
    items = list(listed)
    for first, run in zip(items[::2], items[1::2], strict=True):
        yield from enumerate(run, int(first))


def _listed(widths: dict[int, Object]) -> Array:
    runs = Array()
    for glyph in sorted(widths):
        if glyph - 1 not in widths:
            runs.append(glyph)
            runs.append(Array())
        runs[-1].append(widths[glyph])
    return runs


def _mapped(source: bytes, letters: dict[bytes, bytes]) -> bytes:
    """A character map with other letters."""
    lines = [b"<%s> %s" % item for item in sorted(letters.items())]
    parts = [lines[n : n + _BLOCK] for n in range(0, len(lines), _BLOCK)]
    blocks = (b"%d beginbfchar\n%s\nendbfchar" % (len(part), b"\n".join(part)) for part in parts)
    text = b"\n".join(blocks)
    return _BLOCKS.sub(lambda _: text, source, count=1)
