"""Objects and operators of a PDF as bytes: what the engine writes, by the same rules, with less work for each.

A page has some thousand operators, nearly all of them bytes already, and a document some ten thousand objects of the
structure tree. See ISO 32000-1, 7.3 (objects), 8.4.4 (operators).
"""

from __future__ import annotations

from typing import Any

import pydyf  # type: ignore[import-untyped]
from weasyprint.matrix import Matrix  # type: ignore[import-untyped]
from weasyprint.pdf.stream import Stream  # type: ignore[import-untyped]

_WRITTEN = "_written"
_NEW = {"number": None, "offset": 0, "generation": 0, "free": "n"}
"""What an object has until it is added to a document."""
_RGB = ("srgb", "hsl", "hwb")
"""Colour spaces that are written as red, green and blue."""
_as_bytes, _set_color = pydyf._to_bytes, Stream.set_color
_stream_data = pydyf.Stream.data.fget


def as_bytes(item: Any) -> bytes:
    """A part of an object as bytes."""
    kind = type(item)
    if kind is bytes:
        data: bytes = item
    elif kind is str:
        data = item.encode("ascii")
    elif kind is int:
        data = b"%d" % item
    elif kind is not float and isinstance(item, pydyf.Object):
        data = item.data
    else:
        data = _as_bytes(item)
    return data


def stream_data(stream: Any) -> bytes:
    """A stream with its dictionary; all that is not yet bytes becomes so first."""
    stream.stream[:] = [item if type(item) is bytes else as_bytes(item) for item in stream.stream]
    data: bytes = _stream_data(stream)
    return data


def page_references(pdf: Any) -> tuple[bytes, ...]:
    """What refers to each page, which the engine asks for with each element of the structure tree."""
    numbers = pdf.pages["Kids"][::3]
    known: tuple[bytes, ...] = pdf.__dict__.get(_WRITTEN, ())
    if len(known) != len(numbers):
        known = pdf.__dict__[_WRITTEN] = tuple(b"%d 0 R" % number for number in numbers)
    return known


def set_color(stream: Any, color: Any, stroke: bool = False) -> None:
    """Choose a colour, unless it is chosen; its operands are worked out once."""
    if color.space not in _RGB:
        _set_color(stream, color, stroke)
        return
    known = color.__dict__.get(_WRITTEN)
    if known is None:
        *channels, alpha = color
        operands = b" ".join(map(as_bytes, color.to("srgb").coordinates))
        known = color.__dict__[_WRITTEN] = alpha, (color.space, *channels), operands
    alpha, key, operands = known
    stream.set_alpha(alpha, stroke)
    if stroke and key != stream._current_color_stroke:
        stream._current_color_stroke = key
        stream.stream.append(operands + b" RG")
    elif not stroke and key != stream._current_color:
        stream._current_color = key
        stream.stream.append(operands + b" rg")


def product(matrix: Any, other: Any) -> Any:
    """One matrix of transformation times another one (8.3.4)."""
    (a, b, c), (d, e, f), (g, h, i) = other
    rows = [[x * a + y * d + z * g, x * b + y * e + z * h, x * c + y * f + z * i] for x, y, z in matrix]
    return Matrix(matrix=rows)


def write_soon() -> None:
    """Have the engine write so from now on."""
    pydyf._to_bytes, Stream.set_color, Matrix.__matmul__ = as_bytes, set_color, product
    pydyf.Stream.data, pydyf.PDF.page_references = property(stream_data), property(page_references)
    for name, value in _NEW.items():
        setattr(pydyf.Object, name, value)
    pydyf.Object.__init__ = lambda self: None
