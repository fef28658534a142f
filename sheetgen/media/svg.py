"""SVG files of a project, cleaned before they are published.

The element names are those of SVG 2 (W3C).
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, TypeAlias

from lxml import etree  # type: ignore[import-untyped]

LARGEST_DRAWING = 5_000_000
"""Bytes of an SVG."""
MOST_SHAPES = 20_000
"""Elements that an SVG may draw, those that it uses again counted each time."""
LETTERS_A_SHAPE = 50
"""Letters of a path, or of another line of many points, that count as one more shape."""

Inner: TypeAlias = Callable[[bytes, str], bytes]
"""Takes a picture inside of a drawing, and its media type; answers with the picture to publish."""

_EMBEDDED = ("image/png", "image/jpeg", "image/webp", "image/gif")
_SVG = "{http://www.w3.org/2000/svg}"
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
_UNWANTED = {f"{_SVG}{name}" for name in ("script", "metadata", "foreignObject", "title", "desc")}
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)")
_OUTSIDE = re.compile(
    r"(?:url|src)\(\s*['\"]?\s*(?!['\"#]|data:|\s)[^)]*\)?|(?:image-set|cross-fade|\bimage)\([^;{}]*", re.IGNORECASE
)
"""What a style takes from elsewhere, rather than from its own file; and all that may choose among several files."""
_NUMBER = re.compile(r"[-+]?(?:\d{1,9}\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?")
_LARGEST = 100_000
"""Pixels of a side; more is a mistake in the file."""
_UNITS = {"px": 1, "pt": 96 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "Q": 96 / 101.6}
"""Pixels of each absolute unit (CSS Values and Units 4)."""
_LENGTH = re.compile(rf"\s*\+?(\d{{1,6}}\.?\d{{0,9}}|\.\d{{1,9}})({'|'.join(_UNITS)})?\s*")
_OWN = ("", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace")
"""Namespaces of drawings; editors keep names of files and users in others."""


class SvgError(Exception):
    """An SVG that cannot be published, and why."""


def cleaned(data: bytes, inner: Inner) -> bytes:
    """An SVG with nothing but what it draws; `inner` answers for pictures inside of it.

    Scripts, remarks, links to elsewhere and what editors keep for themselves are taken out. Raises `SvgError` where it
    cannot be read or would take long to draw, and what `inner` raises.
    """
    if len(data) > LARGEST_DRAWING:
        raise SvgError(f"has more than {LARGEST_DRAWING // 1_000_000} MB")
    parser = etree.XMLParser(no_network=True, load_dtd=False, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise SvgError(f"is damaged: {error.msg}") from error
    except ValueError as error:
        raise SvgError(f"is damaged: {error}") from error
    if root.tag not in (f"{_SVG}svg", "svg"):
        raise SvgError("is no SVG")
    elements = list(root.iter())
    for element in elements:
        _clean(element, root, inner)
    if _drawn_shapes(root) > MOST_SHAPES:
        raise SvgError(
            f"draws more than {MOST_SHAPES:,} shapes, each {LETTERS_A_SHAPE} letters of a path counted as one"
        )
    etree.cleanup_namespaces(root)
    return bytes(etree.tostring(root, encoding="utf-8"))


def size(data: bytes, widest: int) -> tuple[int, int]:
    """Width and height of a cleaned SVG in pixels (CSS 2.1, 10.3.2); `widest` where it has only a shape.

    One without any of its own has 300 × 150.
    """
    root = etree.fromstring(data)
    width, height = (_pixels(root.get(name, "")) for name in ("width", "height"))
    box = [float(number) for number in _NUMBER.findall(root.get("viewBox", ""))]
    if len(box) == 4 and min(box[2:]) > 0:
        shape = box[2] / box[3]
        if width or height:
            width, height = width or height * shape, height or width / shape
        else:
            width, height = widest, widest / shape
    return _whole(width or 300), _whole(height or 150)


def _whole(pixels: float) -> int:
    return round(min(max(pixels, 1), _LARGEST))


def _pixels(length: str) -> float:
    """An absolute length of CSS in pixels; 0 for one that follows from its surroundings, or is none."""
    match = _LENGTH.fullmatch(length)
    return float(match[1]) * _UNITS[match[2] or "px"] if match else 0


def _clean(element: Any, root: Any, inner: Inner) -> None:
    """Take out of an SVG what this element has that draws nothing."""
    name = etree.QName(element) if isinstance(element.tag, str) else None
    if name is None or element.tag in _UNWANTED or (name.namespace or "") not in _OWN or _sets_address(element):
        if element is not root and element.getparent() is not None:
            element.getparent().remove(element)
        return
    if name.localname == "style" and element.text:
        element.text = _own_styles(re.sub(r"/\*.*?(\*/|\Z)", "", element.text, flags=re.DOTALL))
    for key, value in element.attrib.items():
        attribute = etree.QName(key)
        if (attribute.namespace or "") not in _OWN or attribute.localname.lower().startswith(("on", "data-")):
            del element.attrib[key]
        elif key in _HREFS and not value.strip().startswith("#"):
            picture = _embedded(value, inner)
            if picture:
                element.set(key, picture)
            else:
                del element.attrib[key]
        elif "(" in value:
            element.set(key, _own_styles(value))


def _sets_address(element: Any) -> bool:
    """Whether it is an animation that changes where a link leads."""
    return str(element.get("attributeName", "")).strip().lower().endswith("href")


def _own_styles(text: str) -> str:
    """Styles without what would be fetched from elsewhere; letters written as escapes could hide it."""
    return _OUTSIDE.sub("none", re.sub(r"@import[^;]*(;|\Z)", "", text.replace("\\", ""), flags=re.IGNORECASE))


def _embedded(address: str, inner: Inner) -> str:
    """A picture inside of a drawing, as `inner` answers; empty for everything else that it may point to."""
    head, _, body = address.strip().partition(";base64,")
    kind = head.removeprefix("data:")
    if kind not in _EMBEDDED:
        return ""
    try:
        data = b64decode(body)
    except ValueError as error:
        raise SvgError(f"holds a damaged picture: {error}") from error
    return f"data:{kind};base64,{b64encode(inner(data, kind)).decode()}"


def _drawn_shapes(root: Any) -> int:
    """Elements that are drawn, those behind references counted each time; more than `MOST_SHAPES` stay uncounted."""
    named = {element.get("id"): element for element in root.iter() if element.get("id")}
    sizes: dict[Any, int] = {}
    pending = [(root, False)]
    open_: set[Any] = set()
    while pending:
        element, ready = pending.pop()
        parts = [*element, *(named[name] for name in _references(element) if name in named)]
        if ready:
            open_.discard(element)
            sizes[element] = min(MOST_SHAPES + 1, 1 + _length(element) + sum(sizes[part] for part in parts))
        elif element in open_:
            raise SvgError("uses a part of itself inside of that part")
        elif element not in sizes:
            open_.add(element)
            pending.append((element, True))
            pending += [(part, False) for part in parts if part not in sizes]
    return sizes[root]


def _length(element: Any) -> int:
    """The shapes as which the line of a path or polygon counts (SVG 2, 9.3 and 10.6)."""
    return sum(len(element.get(key, "")) for key in ("d", "points")) // LETTERS_A_SHAPE


def _references(element: Any) -> list[str]:
    """The ids that an element of an SVG draws or is painted with."""
    used = [element.get(key, "")[1:] for key in _HREFS if element.get(key, "").startswith("#")]
    return used + [name for value in element.attrib.values() for name in _REFERENCE.findall(value)]
