"""Drawings as outlines of glyphs: one filled shape on a grid, as a font can hold it.

Shapes, groups, transforms and what is painted are those of SVG 2 (W3C).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from sheetgen.media.marks import GRID
from sheetgen.media.svg import SvgError, cleaned

LARGEST_MARK = 200_000
"""Bytes of the SVG of a mark."""
LONGEST_OUTLINE = 20_000
"""Characters of an outline as a path."""
_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline")
_GROUPS = ("svg", "g", "a")
_NOT_DRAWN = ("defs", "style", "linearGradient", "radialGradient", "symbol", "view")
_PROGRAM = re.compile(rb"<(?:\w+:)?(script|foreignObject)\b")
"""What is no drawing."""
_UNFIT = ("clip-path", "mask", "filter")
_PAINT = ("fill", "stroke", "fill-rule", "display", *_UNFIT)
_NUMBER = r"\s*-?(?:\d+\.?\d*|\.\d+)[\s,]*"
_STEPS = "|".join(
    f"{letters}(?:{_NUMBER * count})+" for letters, count in (("[ML]", 2), ("[HV]", 1), ("C", 6), ("Q", 4))
)
_NORMAL = re.compile(rf"M(?:{_NUMBER * 2})+(?:{_STEPS}|Z\s*)*")
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")


def outline(data: bytes) -> str:
    """The path of an SVG on the grid, in absolute M, L, H, V, C, Q, Z. Raises `SvgError` for what no glyph can be."""
    if len(data) > LARGEST_MARK:
        raise SvgError(f"has more than {LARGEST_MARK // 1000} kB: simplify its path")
    if unfit := _PROGRAM.search(data):
        raise SvgError(f"has a `{unfit[1].decode()}`, which no glyph can hold: take it out")
    root = etree.fromstring(cleaned(data, _no_picture))
    path = _plain_path(root) or _drawn(root)
    if len(path) > LONGEST_OUTLINE:
        raise SvgError("has more points than a mark needs: simplify its path")
    return path


def _no_picture(data: bytes, kind: str) -> bytes:
    raise SvgError("holds a picture: a mark is a filled shape")


def _plain_path(root: Any) -> str:
    """The path of a drawing that is nothing else, on the grid already."""
    if root.get("viewBox") != f"0 0 {GRID} {GRID}" or set(root.attrib) != {"viewBox"} or len(root) != 1:
        return ""
    path = root[0]
    fits = _name(path) == "path" and set(path.attrib) == {"d"} and _NORMAL.fullmatch(path.get("d"))
    return path.get("d") if fits and _stands_on_grid(path.get("d")) else ""


def _stands_on_grid(path: str) -> bool:
    return all(-1 <= float(number) <= GRID + 1 for number in re.findall(_NUMBER.replace("[\\s,]*", ""), path))


def _drawn(root: Any) -> str:
    """The path of everything that a drawing fills."""
    from fontTools.misc.transform import Identity  # type: ignore[import-untyped]
    from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]
    from fontTools.pens.recordingPen import RecordingPen  # type: ignore[import-untyped]
    from fontTools.pens.svgPathPen import SVGPathPen  # type: ignore[import-untyped]

    left, top, wide, high = _box(root)
    scale = GRID / max(wide, high)
    place = Identity.translate((GRID - wide * scale) / 2, (GRID - high * scale) / 2).scale(scale).translate(-left, -top)
    shapes = RecordingPen()
    _draw(root, {}, place, shapes)
    bounds, path = BoundsPen(None), SVGPathPen(None, ntos=_digits)
    shapes.replay(bounds)
    shapes.replay(path)
    if bounds.bounds is None:
        raise SvgError("draws nothing that is filled")
    if not all(-1 <= number <= GRID + 1 for number in bounds.bounds):
        raise SvgError("draws outside of its `viewBox`")
    return str(path.getCommands())


def _digits(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".") or "0"


def _box(root: Any) -> tuple[float, float, float, float]:
    """Left, top, width and height of what a drawing shows."""
    numbers = root.get("viewBox") or f"0 0 {root.get('width')} {root.get('height')}"
    try:
        left, top, wide, high = (float(number.removesuffix("px")) for number in re.split(r"[\s,]+", numbers.strip()))
    except ValueError:
        raise SvgError('needs a `viewBox` of four numbers, such as viewBox="0 0 24 24"') from None
    if not (0 < wide < 1e6 and 0 < high < 1e6 and abs(left) < 1e6 and abs(top) < 1e6):
        raise SvgError("has a `viewBox` that is empty or too large")
    return left, top, wide, high


def _draw(element: Any, above: Mapping[str, str], place: Any, pen: Any) -> None:
    """Draw an element and what is in it; `above` is how what it stands in is painted."""
    name, paint = _name(element), {**above, **_painted(element)}
    if name in _NOT_DRAWN or paint.get("display") == "none":
        return
    if name not in (*_SHAPES, *_GROUPS):
        raise SvgError(f"has a `{name}`, which no glyph can hold: turn it into a path")
    place = _moved(place, element.get("transform", ""))
    if name in _GROUPS:
        for part in element:
            _draw(part, paint, place, pen)
    elif _is_filled(paint):
        _draw_shape(element, place, pen)


def _painted(element: Any) -> dict[str, str]:
    """How an element is painted, by its attributes and its `style`."""
    pairs = (part.partition(":")[::2] for part in element.get("style", "").split(";"))
    own = {name: element.get(name, "") for name in _PAINT} | {name.strip(): value for name, value in pairs}
    return {name: own[name].strip() for name in _PAINT if own.get(name, "").strip()}


def _is_filled(paint: Mapping[str, str]) -> bool:
    """Whether a shape is filled; one that is painted in another way cannot be a glyph."""
    for name in _UNFIT:
        if paint.get(name, "none") != "none":
            raise SvgError(f"has a `{name}`, which no glyph can hold")
    if paint.get("stroke", "none") != "none":
        raise SvgError("draws lines, and a glyph is filled: turn its strokes into paths")
    filled = paint.get("fill") != "none"
    if filled and paint.get("fill-rule") == "evenodd":
        raise SvgError("is filled by `evenodd`, which no glyph is: cut its holes out of the path")
    return filled


def _draw_shape(element: Any, place: Any, pen: Any) -> None:
    from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
    from fontTools.svgLib.path import PathBuilder, parse_path  # type: ignore[import-untyped]

    builder, plain = PathBuilder(), etree.Element(_name(element), dict(element.attrib))
    plain.attrib.pop("transform", None)
    try:
        builder.add_path_from_element(plain)
        for path in builder.paths:
            parse_path(path, TransformPen(pen, place))
    except (ArithmeticError, AssertionError, AttributeError, IndexError, LookupError, TypeError, ValueError):
        raise SvgError(f"has a `{_name(element)}` that cannot be read") from None


def _moved(place: Any, text: str) -> Any:
    """A place moved by what an attribute `transform` says."""
    for name, numbers in _TRANSFORM.findall(text):
        try:
            values = [float(number) for number in re.split(r"[\s,]+", numbers.strip())]
            place = _turned(place, name, values)
        except (TypeError, ValueError):
            raise SvgError(f"has a transform `{name}({numbers})` that cannot be read") from None
    return place


def _turned(place: Any, name: str, values: list[float]) -> Any:
    from math import radians

    match name, values:
        case "translate", [x, *y]:
            return place.translate(x, *y)
        case "scale", [x, *y]:
            return place.scale(x, *y)
        case "rotate", [angle]:
            return place.rotate(radians(angle))
        case "rotate", [angle, x, y]:
            return place.translate(x, y).rotate(radians(angle)).translate(-x, -y)
        case "skewX", [angle]:
            return place.skew(radians(angle), 0)
        case "skewY", [angle]:
            return place.skew(0, radians(angle))
        case "matrix", [_, _, _, _, _, _]:
            return place.transform(tuple(values))
    raise ValueError(name)


def _name(element: Any) -> str:
    return str(etree.QName(element).localname)
