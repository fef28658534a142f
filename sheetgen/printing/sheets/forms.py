"""Form fields that open, show and save alike in ordinary viewers.

The engine places the fields; this gives them clean names, one appearance drawn by us for each state
of a box (with the mark of its track), and a font that every viewer has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pikepdf

from sheetgen.printing import assets
from sheetgen.printing.lettering.metrics import width
from sheetgen.printing.paper import POINT

_STEP = re.compile(r"([MLHVCQZ])|(-?\d*\.?\d+)")
TEXT_SIZE, SMALLEST = 9.0, 6.0
MULTILINE = 1 << 12
_PLAIN = str.maketrans({"★": "*", "☆": "*", "−": "–", "\u2009": " ", "\u202f": " ", "\u2007": " "})
"""Signs that Helvetica lacks, and what a field shows in their place; its value keeps them."""


def normalise(pdf: pikepdf.Pdf, marks: Mapping[str, str]) -> None:
    """Make the fields of a document alike everywhere; `marks` gives a box's mark by its field's name."""
    if "/AcroForm" not in pdf.Root:
        return
    form = pdf.Root.AcroForm
    fields = list(_fields(form))
    kind, encoding = pikepdf.Name.Font, pikepdf.Name.WinAnsiEncoding
    helvetica = pdf.make_indirect(
        pikepdf.Dictionary(Type=kind, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica, Encoding=encoding)
    )
    form.DR = pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=helvetica))
    form.DA = pikepdf.String("/Helv 9 Tf 0 g")
    names: set[str] = set()
    for field in fields:
        name = _unique(str(field.get("/T", "field")).replace(".", " "), names)
        field.T = pikepdf.String(name)
        left, bottom, right, top = (float(v) for v in field.Rect)
        field.Rect = pikepdf.Array([min(left, right), min(bottom, top), max(left, right), max(bottom, top)])
        if field.get("/FT") == pikepdf.Name.Btn:
            _tick(pdf, field, marks.get(name, "tick"))
        elif field.get("/FT") == pikepdf.Name.Tx:
            _text(pdf, field, helvetica)
    form.Fields = pikepdf.Array(fields)
    if "/NeedAppearances" in form:
        del form["/NeedAppearances"]


def _fields(form: pikepdf.Object) -> Iterator[pikepdf.Object]:
    seen: set[tuple[int, int]] = set()
    for field in form.Fields:
        if field.objgen not in seen and "/T" in field:
            seen.add(field.objgen)
            yield field


def _unique(name: str, taken: set[str]) -> str:
    found, number = name, 2
    while found in taken:
        found, number = f"{name} ({number})", number + 1
    taken.add(found)
    return found


def _size(field: pikepdf.Object) -> tuple[float, float]:
    left, bottom, right, top = (float(v) for v in field.Rect)
    return abs(right - left), abs(top - bottom)


def _stream(
    pdf: pikepdf.Pdf, size: tuple[float, float], drawn: str, font: pikepdf.Object | None = None
) -> pikepdf.Object:
    stream = pdf.make_stream(drawn.translate(_PLAIN).encode("cp1252", "replace"))
    stream.Type, stream.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    stream.BBox = pikepdf.Array([0, 0, round(size[0], 3), round(size[1], 3)])
    fonts = pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=font)) if font is not None else pikepdf.Dictionary()
    stream.Resources = fonts
    return stream


def _tick(pdf: pikepdf.Pdf, field: pikepdf.Object, mark: str) -> None:
    size = _size(field)
    on = bool(field.get("/V", "/Off") not in (pikepdf.Name.Off, None)) and str(field.get("/AS", "/Off")) != "/Off"
    outline = assets.outline(f"{mark}-ticked") or assets.outline("tick-on" if mark == "tick" else mark)
    state = pikepdf.Dictionary(Yes=_stream(pdf, size, path(outline, size)), Off=_stream(pdf, size, ""))
    field.AP = pikepdf.Dictionary(N=state)
    field.AS = field.V = pikepdf.Name.Yes if on else pikepdf.Name.Off
    field.MK = pikepdf.Dictionary()
    for stale in ("/DA", "/BS", "/Border"):
        if stale in field:
            del field[stale]


def _text(pdf: pikepdf.Pdf, field: pikepdf.Object, font: pikepdf.Object) -> None:
    size = _size(field)
    lines = str(field.get("/V", "")).replace("\r", "\n").split("\n")
    several = bool(int(field.get("/Ff", 0)) & MULTILINE)
    points = _points(lines, size, several, _written(field))
    field.DA = pikepdf.String(f"/Helv {points:g} Tf 0 g")
    top = size[1] - points * 1.05 - 1.5 if several else (size[1] - points * 0.72) / 2
    shown = _wrapped(lines, size[0] - 4, points) if several else lines[:1]
    rows = " T* ".join(f"({_escaped(line)}) Tj" for line in shown)
    drawn = f"/Tx BMC q BT /Helv {points:g} Tf 0 g {points * 1.2:g} TL 2 {top:.2f} Td {rows} ET Q EMC"
    field.AP = pikepdf.Dictionary(N=_stream(pdf, size, drawn, font))
    field.MK = pikepdf.Dictionary()


def _points(lines: list[str], size: tuple[float, float], several: bool, wanted: float) -> float:
    """The largest size up to the wanted one at which the text fits its field; 6 points at least."""
    points = min(wanted, TEXT_SIZE) if several else min(size[1] * 0.62, wanted)
    while points > SMALLEST:
        if several:
            if len(_wrapped(lines, size[0] - 4, points)) * points * 1.2 + 2 <= size[1]:
                break
        elif width(lines[0], "text", points) / POINT * 1.1 <= size[0] - 4:
            break
        points -= 0.25
    return round(max(points, SMALLEST), 2)


def _written(field: pikepdf.Object) -> float:
    """The size of type that the engine meant."""
    found = re.search(r"([\d.]+)\s+Tf", str(field.get("/DA", "")))
    return float(found[1]) if found else TEXT_SIZE


def _wrapped(lines: list[str], measure: float, points: float) -> list[str]:
    """Lines broken where Helvetica would run over: it runs a tenth wider than our text face."""
    found: list[str] = []
    for line in lines:
        words, row = line.split(" "), ""
        for word in words:
            if row and width(f"{row} {word}", "text", points) / POINT * 1.1 > measure:
                found.append(row)
                row = word
            else:
                row = f"{row} {word}" if row else word
        found.append(row)
    return found


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


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
