"""Glyphs of a text and how far each moves the pen: characters, ligatures, kerning, as the fonts declare them.

For the scripts in which that is all there is to do; `shapes` says whether a text is of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from sheetgen.printing import assets
from sheetgen.printing.metrics import FACES, covers, units

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
    font = _font(face)
    names = list(font.joined(text))
    found = []
    for n, (name, letters) in enumerate(names):
        kerning = font.kerning(name, names[n + 1][0]) if n + 1 < len(names) else 0
        wide = font.widths[name][0]
        found.append(Glyph(font.numbers[name], letters, wide / font.em, kerning / font.em))
    return tuple(found)


@lru_cache(maxsize=50_000)
def measure(text: str, face: str) -> float:
    """Width of a text in em."""
    return sum(glyph.width + glyph.kerning for glyph in shaped(text, face))


@dataclass(frozen=True, eq=False)
class _Font:
    em: int
    characters: dict[int, str]
    numbers: dict[str, int]
    widths: dict[str, tuple[int, int]]
    ligatures: dict[str, list[tuple[tuple[str, ...], str]]]
    pairs: tuple[Any, ...]
    known: dict[tuple[str, str], int]

    def joined(self, text: str) -> Iterator[tuple[str, str]]:
        """Names of glyphs and their letters, ligatures formed."""
        names, at = [self.characters[ord(letter)] for letter in text], 0
        while at < len(names):
            name, count = names[at], 1
            for rest, ligature in self.ligatures.get(name, ()):
                if tuple(names[at + 1 : at + 1 + len(rest)]) == rest:
                    name, count = ligature, 1 + len(rest)
                    break
            yield name, text[at : at + count]
            at += count

    def kerning(self, left: str, right: str) -> int:
        """White between two glyphs, in units of the font."""
        if (left, right) not in self.known:
            self.known[left, right] = next(_values(self.pairs, left, right), 0)
        return self.known[left, right]


def _values(tables: tuple[Any, ...], left: str, right: str) -> Iterator[int]:
    """What each table of pairs says of two glyphs; the first that knows the pair decides."""
    for table in tables:
        if left not in table.Coverage.glyphs:
            continue
        if table.Format == 1:
            for record in table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord:
                if record.SecondGlyph == right:
                    yield _advance(record.Value1)
        else:
            first, second = table.ClassDef1.classDefs.get(left, 0), table.ClassDef2.classDefs.get(right, 0)
            yield _advance(table.Class1Record[first].Class2Record[second].Value1)


def _advance(value: Any) -> int:
    return int(getattr(value, "XAdvance", 0) or 0)


@cache
def _font(face: str) -> _Font:
    with TTFont(assets.fonts() / FACES[face], lazy=True) as font:
        pairs = tuple(table for table in _tables(font, "GPOS", "kern") if type(table).__name__ == "PairPos")
        ligatures: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for table in _tables(font, "GSUB", "liga"):
            for first, found in table.ligatures.items():
                ligatures.setdefault(first, []).extend((tuple(f.Component), f.LigGlyph) for f in found)
        widths = dict(font["hmtx"].metrics)
        return _Font(units(font), font.getBestCmap(), font.getReverseGlyphMap(), widths, ligatures, pairs, {})


def _tables(font: TTFont, table: str, feature: str) -> Iterator[Any]:
    """The tables of one feature of a font, extensions opened."""
    if table not in font:
        return
    root = font[table].table
    numbers = sorted(
        {n for f in root.FeatureList.FeatureRecord if f.FeatureTag == feature for n in f.Feature.LookupListIndex}
    )
    for number in numbers:
        for one in root.LookupList.Lookup[number].SubTable:
            yield getattr(one, "ExtSubTable", one)
