"""TrueType fonts that hold parts of one typeface, put together. See the OpenType specification on each table.

`loca` and `glyf` hold the outlines, `hmtx` the widths, `maxp` the most of anything.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from fontTools.ttLib.sfnt import SFNTReader, SFNTWriter  # type: ignore[import-untyped]

Glyph = tuple[bytes, tuple[int, int]]
"""An outline, and its width and left bearing."""
NOTHING: Glyph = (b"", (0, 0))
COMPOSED = b"\xff\xff"
"""How the outline of a glyph begins that is made of others."""
WORDS, MORE, SCALE, SCALES, MATRIX = 1, 1 << 5, 1 << 3, 1 << 6, 1 << 7
"""Flags of a component: how long what follows it is, and whether another one comes after."""


@dataclass(frozen=True)
class PartialFont:
    """A font with part of a typeface.

    Up to `last`, glyphs have the numbers of the whole typeface; those behind are components that some of
    them are made of, in no order.
    """

    tables: dict[str, bytes]
    last: int
    version: str

    @property
    def count(self) -> int:
        """How many glyphs it has, empty ones included."""
        number: int = struct.unpack(">H", self.tables["maxp"][4:6])[0]
        return number

    def glyphs(self) -> list[Glyph]:
        """All its glyphs."""
        return list(zip(self._outlines(), self._metrics(), strict=True))

    def _outlines(self) -> list[bytes]:
        long = struct.unpack(">h", self.tables["head"][50:52])[0]
        size, step, sort = (4, 1, "L") if long else (2, 2, "H")
        places = struct.unpack(f">{self.count + 1}{sort}", self.tables["loca"][: (self.count + 1) * size])
        data = self.tables["glyf"]
        return [data[start * step : end * step] if start < end else b"" for start, end in pairwise(places)]

    def _metrics(self) -> list[tuple[int, int]]:
        """Width and left bearing of each; the last ones may share a width."""
        full: int = struct.unpack(">H", self.tables["hhea"][34:36])[0]
        data = self.tables["hmtx"]
        metrics: list[tuple[int, int]] = list(struct.iter_unpack(">Hh", data[: full * 4]))
        width = metrics[-1][0] if metrics else 0
        rest = struct.iter_unpack(">h", data[full * 4 : full * 4 + (self.count - full) * 2])
        return [*metrics, *((width, bearing) for (bearing,) in rest)]


def merged_fonts(fonts: Sequence[tuple[bytes, int]]) -> bytes:
    """One font with the glyphs of several, each given with the last glyph that has the typeface's number."""
    parts = [_read(data, last) for data, last in fonts]
    last = max(part.last for part in parts)
    moved: dict[Glyph, int] = {}
    moved_parts = [_moved(part, last + 1, moved) for part in parts]
    numbered = zip_longest(*moved_parts, fillvalue=NOTHING)
    glyphs = [same[0] if same.count(same[0]) == len(same) else max(same, key=_rank) for same in numbered]
    whole = max(parts, key=lambda part: part.last)
    tables = whole.tables | _tables(whole, [*glyphs, *moved])
    tables["maxp"] = _most([part.tables["maxp"] for part in parts], len(glyphs) + len(moved))
    return _written(tables, whole.version)


def _rank(glyph: Glyph) -> tuple[int, Glyph]:
    """The glyph that has most to draw comes last."""
    return len(glyph[0]), glyph


def _read(data: bytes, last: int) -> PartialFont:
    reader = SFNTReader(io.BytesIO(data))
    # The library's own kind of text for names of tables is slow to look up.
    return PartialFont({str(tag): reader[tag] for tag in reader.keys()}, last, reader.sfntVersion)  # noqa: SIM118


def _moved(part: PartialFont, free: int, moved: dict[Glyph, int]) -> list[Glyph]:
    """The glyphs of a part up to its last; the components behind go to free numbers, the same ones once."""
    glyphs = part.glyphs()

    def place(number: int) -> int:
        if number <= part.last:
            return number
        outline, metrics = glyphs[number]
        return moved.setdefault((_composed(outline, place), metrics), free + len(moved))

    return [
        (_composed(glyph[0], place), glyph[1]) if glyph[0][:2] == COMPOSED else glyph
        for glyph in glyphs[: part.last + 1]
    ]


def _composed(outline: bytes, place: Callable[[int], int]) -> bytes:
    """An outline whose components, if it is made of any, have other numbers."""
    if outline[:2] != COMPOSED:
        return outline
    data, at, flags = bytearray(outline), 10, MORE
    while flags & MORE:
        flags, number = struct.unpack_from(">HH", data, at)
        struct.pack_into(">H", data, at + 2, place(number))
        at += 8 if flags & WORDS else 6
        at += 2 if flags & SCALE else 4 if flags & SCALES else 8 if flags & MATRIX else 0
    return bytes(data)


def _tables(whole: PartialFont, glyphs: Sequence[Glyph]) -> dict[str, bytes]:
    """The tables of a font that describe single glyphs."""
    ends = [0]
    for outline, _ in glyphs:
        ends.append(ends[-1] + len(outline))
    head, hhea = whole.tables["head"], whole.tables["hhea"]
    return {
        "glyf": b"".join(outline for outline, _ in glyphs),
        "loca": struct.pack(f">{len(ends)}L", *ends),
        "hmtx": b"".join(struct.pack(">Hh", *metrics) for _, metrics in glyphs),
        "hhea": hhea[:34] + struct.pack(">H", len(glyphs)),
        "head": head[:50] + struct.pack(">h", 1) + head[52:],
    }


def _most(tables: Sequence[bytes], count: int) -> bytes:
    """The table of limits that holds for all: after its version and the number of glyphs it is a row of numbers."""
    rows = [struct.unpack(f">{(len(table) - 6) // 2}H", table[6:]) for table in tables]
    most = map(max, zip(*rows, strict=True))
    return tables[0][:4] + struct.pack(f">{len(rows[0]) + 1}H", count, *most)


def _written(tables: dict[str, bytes], version: str) -> bytes:
    out = io.BytesIO()
    writer = SFNTWriter(out, len(tables), version)
    for tag in sorted(tables):
        writer[tag] = tables[tag]
    writer.close()
    return out.getvalue()
