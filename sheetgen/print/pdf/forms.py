"""Form fields that open, show and save alike in ordinary viewers.

The engine places the fields; this gives them clean names, one appearance drawn by us for each state
of a box (with the mark of its track), and a font that is in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

import pikepdf

from sheetgen.media.marks import Marks
from sheetgen.print.pdf.calculating import calculated
from sheetgen.print.pdf.embedding import WINDOWS, FontSubset, all_glyphs, descriptor, part_of, single_bytes
from sheetgen.print.pdf.fields import ORIGIN, FormFields
from sheetgen.print.text_metrics.metrics import covers

_STEP = re.compile(r"([MLHVCQZ])|(-?\d*\.?\d+)")
TEXT_SIZE = 9.0
MULTILINE = 1 << 12
CENTRED = 1
"""The value of `/Q` for text in the middle of its field (ISO 32000-1, 12.7.3.3)."""


def normalise(pdf: pikepdf.Pdf, known: FormFields, marks: Marks) -> None:
    """Make the fields of a document alike everywhere; `known` says what a box is drawn by, and which are figures."""
    if "/AcroForm" not in pdf.Root:
        return
    form = pdf.Root.AcroForm
    fields = list(_fields(form))
    types = _faces(pdf, "".join(str(field.get("/V", "")) for field in fields))
    form.DR = pikepdf.Dictionary(Font=types.resources)
    form.DA = pikepdf.String("/Text 9 Tf 0 g")
    names: set[str] = set()
    plain = marks.glyph("tick"), marks.glyph(marks.ticked("tick"))
    for field in fields:
        name = str(field.get("/T", "field")).replace(".", " ")
        field.T = pikepdf.String(_unique(name, names))
        left, bottom, right, top = (float(v) for v in field.Rect)
        field.Rect = pikepdf.Array([min(left, right), min(bottom, top), max(left, right), max(bottom, top)])
        if field.get("/FT") == pikepdf.Name.Btn:
            _tick(pdf, field, *(marks.paths[box] for box in known.boxes.get(name, plain)))
        elif field.get("/FT") == pikepdf.Name.Tx:
            _text(pdf, field, types, name in known.figures, known.least)
        _keep_origin(field, known.place(name))
    form.Fields = pikepdf.Array(fields)
    if known.script:
        calculated(pdf, {str(field.T): field for field in fields}, known.script)
    _readable(pdf)
    if "/NeedAppearances" in form:
        del form["/NeedAppearances"]


def _keep_origin(field: pikepdf.Object, place: str) -> None:
    """Note what a field belongs to, under a key of our own, and what it was printed with (ISO 32000-1, 12.7.3.1)."""
    if place:
        field[ORIGIN] = pikepdf.String(place)
    if "/V" in field:
        field.DV = field.V


def _readable(pdf: pikepdf.Pdf) -> None:
    """Give no glyph the meaning U+FEFF, which PDF/UA forbids: the engine embeds whole the fonts that fields name."""
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == pikepdf.Name.Font and "/ToUnicode" in item:
            text = item.ToUnicode.read_bytes()
            if b"<feff>" in text.lower():
                item.ToUnicode.write(re.sub(rb"(<[0-9a-f]{4}>\s*)<feff>", rb"\1<2060>", text, flags=re.I))


def _faces(pdf: pikepdf.Pdf, text: str) -> FormFonts:
    """The text face, for viewers to write in, and those that have what is written so far."""
    letters = frozenset(text) | frozenset(WINDOWS)
    part = part_of("text", letters)
    file = descriptor(pdf, part)
    fonts = {"/Text": single_bytes(pdf, part, file), "/Glyphs": all_glyphs(pdf, part, file)}
    parts = {"/Glyphs": part}
    if rest := frozenset(c for c in letters if c not in part.glyphs and covers(c, "fallback")):
        other = part_of("fallback", rest)
        fonts["/Others"], parts["/Others"] = all_glyphs(pdf, other, descriptor(pdf, other)), other
    return FormFonts(pikepdf.Dictionary(fonts), parts)


@dataclass(frozen=True)
class FormFonts:
    """The fonts of a form: as a viewer finds them, and with the glyphs that draw what is written."""

    resources: pikepdf.Object
    parts: Mapping[str, FontSubset]

    def show_operators(self, line: str, points: float) -> str:
        """The operators that write a line: letters in the first face that has them."""
        runs = groupby(line, lambda c: next((name for name, part in self.parts.items() if c in part.glyphs), ""))
        codes = ((name, "".join(f"{self.parts[name].glyphs[c]:04x}" for c in run)) for name, run in runs if name)
        return " ".join(f"{name} {points:g} Tf <{code}> Tj" for name, code in codes)

    def width(self, line: str, points: float) -> float:
        """Width of a line in points."""
        widths = (next((part.width(c) for part in self.parts.values() if c in part.glyphs), 0) for c in line)
        return sum(widths) * points / 1000


def _fields(form: pikepdf.Object) -> Iterator[pikepdf.Object]:
    seen: set[tuple[int, int]] = set()
    for field in form.Fields:
        if field.objgen not in seen and "/T" in field:
            seen.add(field.objgen)
            yield field


def _unique(name: str, taken: set[str]) -> str:
    free, number = name, 2
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    taken.add(free)
    return free


def _size(field: pikepdf.Object) -> tuple[float, float]:
    left, bottom, right, top = (float(v) for v in field.Rect)
    return abs(right - left), abs(top - bottom)


def _stream(pdf: pikepdf.Pdf, size: tuple[float, float], drawn: str, fonts: pikepdf.Object | None) -> pikepdf.Object:
    stream = pdf.make_stream(drawn.encode("ascii"))
    stream.Type, stream.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    stream.BBox = pikepdf.Array([0, 0, round(size[0], 3), round(size[1], 3)])
    stream.Resources = pikepdf.Dictionary(Font=fonts) if fonts is not None else pikepdf.Dictionary()
    return stream


def _tick(pdf: pikepdf.Pdf, field: pikepdf.Object, open_box: str, ticked: str) -> None:
    """Both states of a box: outlines of its marks, which the page itself does not print, open and ticked."""
    size = _size(field)
    on = bool(field.get("/V", "/Off") not in (pikepdf.Name.Off, None)) and str(field.get("/AS", "/Off")) != "/Off"
    drawn = {"/Yes": ticked, "/Off": open_box}
    states = {name: _stream(pdf, size, path(outline, size), None) for name, outline in drawn.items()}
    field.AP = pikepdf.Dictionary(N=pikepdf.Dictionary(states))
    field.AS = field.V = pikepdf.Name.Yes if on else pikepdf.Name.Off
    field.MK = pikepdf.Dictionary()
    for stale in ("/DA", "/BS", "/Border"):
        if stale in field:
            del field[stale]


def _text(pdf: pikepdf.Pdf, field: pikepdf.Object, types: FormFonts, figure: bool, least: float) -> None:
    size = _size(field)
    lines = str(field.get("/V", "")).replace("\r", "\n").split("\n")
    several = bool(int(field.get("/Ff", 0)) & MULTILINE)
    points = _points(lines, size, several, _written(field), types, least)
    field.DA = pikepdf.String(f"/Text {points:g} Tf 0 g")
    top = size[1] - points * 1.05 - 1.5 if several else (size[1] - points * 0.66) / 2
    lines_shown = _wrapped(lines, size[0] - 4, points, types) if several else lines[:1]
    left = 2.0
    if figure and not several:
        field.Q = CENTRED
        left = max(2.0, (size[0] - types.width(lines_shown[0], points)) / 2)
    rows = " T* ".join(types.show_operators(line, points) for line in lines_shown)
    drawn = f"/Tx BMC q BT 0 g {points * 1.2:g} TL {left:.2f} {top:.2f} Td {rows} ET Q EMC"
    field.AP = pikepdf.Dictionary(N=_stream(pdf, size, drawn, types.resources))
    field.MK = pikepdf.Dictionary()


def _points(
    lines: list[str], size: tuple[float, float], several: bool, wanted: float, types: FormFonts, least: float
) -> float:
    """The largest size up to the wanted one at which the text fits its field, and no smaller one than the least."""
    points = min(wanted, max(TEXT_SIZE, least)) if several else min(size[1] * 0.62, wanted)
    measure = size[0] - 4
    while points > least:
        rows = _wrapped(lines, measure, points, types) if several else lines[:1]
        high = len(rows) * points * 1.2 + 2 if several else 0.0
        # A word is not broken, so it may be wider than its field.
        if high <= size[1] and max(types.width(row, points) for row in rows) <= measure:
            break
        points -= 0.25
    return round(max(points, least), 2)


def _written(field: pikepdf.Object) -> float:
    """The size of type that the engine meant."""
    match = re.search(r"([\d.]+)\s+Tf", str(field.get("/DA", "")))
    return float(match[1]) if match else TEXT_SIZE


def _wrapped(lines: list[str], measure: float, points: float, types: FormFonts) -> list[str]:
    """Lines broken where they would run over."""
    rows: list[str] = []
    for line in lines:
        words, row = line.split(" "), ""
        for word in words:
            if row and types.width(f"{row} {word}", points) > measure:
                rows.append(row)
                row = word
            else:
                row = f"{row} {word}" if row else word
        rows.append(row)
    return rows


def path(outline: str, size: tuple[float, float]) -> str:
    """An SVG path on the marks' 24 × 24 grid as PDF operators, filling `size` points."""
    scale = min(size) / 24
    out = [f"0 g {scale:.5f} 0 0 {-scale:.5f} 0 {24 * scale:.4f} cm"]
    x = y = 0.0
    for command, numbers in _steps(outline):
        if command == "Z":
            out.append("h")
            continue
        for part in _parts(command, numbers):
            if command == "Q":
                (cx, cy, ex, ey) = part
                part = [
                    x + 2 / 3 * (cx - x),
                    y + 2 / 3 * (cy - y),
                    ex + 2 / 3 * (cx - ex),
                    ey + 2 / 3 * (cy - ey),
                    ex,
                    ey,
                ]
            if command == "H":
                part = [part[0], y]
            if command == "V":
                part = [x, part[0]]
            x, y = part[-2], part[-1]
            out.append(" ".join(f"{n:.3f}" for n in part) + {"M": " m", "C": " c", "Q": " c"}.get(command, " l"))
            # Further pairs after the first of a move are lines (SVG 2, 9.3.3).
            command = "L" if command == "M" else command
    return " ".join(out) + " f"


def _steps(outline: str) -> Iterator[tuple[str, list[float]]]:
    command = ""
    numbers: list[float] = []
    for letter, number in _STEP.findall(outline):
        if letter:
            if command:
                yield command, numbers
            command, numbers = letter, []
        else:
            numbers.append(float(number))
    if command:
        yield command, numbers


def _parts(command: str, numbers: list[float]) -> Iterator[list[float]]:
    count = {"H": 1, "V": 1, "C": 6, "Q": 4}.get(command, 2)
    for start in range(0, len(numbers), count):
        yield numbers[start : start + count]
