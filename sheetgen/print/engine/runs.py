"""Runs of boxes to tick, as what they are when read aloud: so many boxes, not as many names of their mark.

It is put around the operators that show a run before the file is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.print.text_metrics.drawing import said_as

_FONT = re.compile(rb"/(\S+) \S+ Tf$")
_SHOWN = re.compile(rb"\[(.*)\] TJ$", re.DOTALL)
_GLYPHS = re.compile(rb"<([0-9a-fA-F]*)>")


def read_out(document: Any, pdf: Any, boxes: Mapping[str, str]) -> None:
    """Give the runs of these boxes on all pages of a PDF about to be written their replacement text."""
    faces = {font.hash.encode(): font.to_unicode for font in document.fonts.values() if b"Marks" in font.name}
    if faces:
        for item in pdf.objects:
            if isinstance(getattr(item, "stream", None), list):
                item.stream[:] = _read_out(item.stream, faces, boxes)


def _read_out(
    operators: list[Any], faces: Mapping[bytes, Mapping[int, str]], boxes: Mapping[str, str]
) -> Iterator[Any]:
    letters: Mapping[int, str] | None = None
    for operator in operators:
        if isinstance(operator, bytes):
            if operator.endswith(b" Tf"):
                font = _FONT.search(operator)
                letters = faces.get(font[1]) if font else None
            elif letters and (operand := _SHOWN.search(operator)) and (text := _boxes(operand[1], letters, boxes)):
                yield from said_as(text, operator)
                continue
        yield operator


def _boxes(operand: bytes, letters: Mapping[int, str], boxes: Mapping[str, str]) -> str:
    """The words of a run of boxes; empty where it is another text, or a single box."""
    glyphs = b"".join(_GLYPHS.findall(operand))
    text = "".join(letters.get(int(glyphs[n : n + 4], 16), "") for n in range(0, len(glyphs), 4))
    signs = text.replace(" ", "")
    if len(signs) < 2 or not boxes.keys() >= set(signs):
        return ""
    return "".join(boxes.get(sign, sign) for sign in text)
