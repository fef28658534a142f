"""Running text broken into lines and drawn: what the engine would do, for plain paragraphs only.

A paragraph is pieces of text in a few faces. Lines break at spaces, after hyphens and dashes. None is
given where a paragraph needs more than that: other markup, other scripts, a word wider than its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import MARKS, baseline
from sheetgen.print.text_metrics.own_fonts import BUNDLED, TextFaces
from sheetgen.print.text_metrics.shaping import measure, shapes

_TAG = re.compile(r"<(/?)([a-z0-9]+)((?:\s[^<>]*)?)>|([^<]+)")
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_SPACE = re.compile(r"[ \t\r\n]+")
_BREAK = re.compile(r"(?<=[^\W\d_][-/])(?=[^\W\d_])|(?<=—)(?=\w)|(?<=–)(?=[^\W\d])")
_CUTS = {"b": "bold", "strong": "bold", "em": "italic", "a": "", "span": "", "i": "italic"}
_BOTH = {("bold", "italic"), ("italic", "bold"), ("bold_italic", "bold"), ("bold_italic", "italic")}
_SIGN = re.compile(r"\sclass=[\"']?m\b")
_CODE = re.compile(r"\sclass=[\"']?code\b")


class TextRun(NamedTuple):
    """A stretch of text in one face; `scale` is its size beside the text around it, `colour` if not the text's."""

    text: str
    face: str = "text"
    scale: float = 1.0
    colour: str = ""


@dataclass(frozen=True)
class ParagraphStyle:
    """How a paragraph is set: its column in mm, its size in points, line height as a factor, its colour.

    Marks are `marks` times as large as the text, and of their own colour where they have one.
    """

    width: float
    size: float
    leading: float
    colour: str
    marks: float = 1.0
    mark_colour: str = ""
    faces: TextFaces = BUNDLED


def text_runs(html: str, style: ParagraphStyle) -> tuple[TextRun, ...] | None:
    """The pieces of a text that has emphasis, links and marks at most; none where there is more."""
    runs: list[TextRun] = []
    open_cuts = [("", "regular")]
    for match in _TAG.finditer(html):
        closing, tag, attributes, text = match.groups()
        if text is not None:
            cut = open_cuts[-1][1]
            own = (style.marks, style.mark_colour) if cut == MARKS else ()
            runs.append(TextRun(unescape(text), MARKS if cut == MARKS else getattr(style.faces, cut), *own))
        elif tag not in _CUTS or _CODE.match(attributes) or (closing and open_cuts[-1][0] != tag):
            return None
        elif closing:
            open_cuts.pop()
        else:
            open_cuts.append((tag, _cut(tag, attributes, open_cuts[-1][1])))
    whole = sum(len(match[0]) for match in _TAG.finditer(html)) == len(html)
    return tuple(runs) if whole and len(open_cuts) == 1 else None


def _cut(tag: str, attributes: str, around: str) -> str:
    """The cut of the text in an element, as `TextFaces` has it; emphasis inside of other emphasis is both."""
    own = MARKS if tag == "i" and _SIGN.match(attributes) else _CUTS[tag]
    return "bold_italic" if (around, own) in _BOTH else own or around


def only_paragraphs(html: str) -> list[str]:
    """The text of each paragraph, one that is not marked as such included; empty where there is more than
    paragraphs."""
    paragraphs = _PARAGRAPH.findall(html)
    if not paragraphs:
        return [html] if html.strip() else []
    return paragraphs if not _PARAGRAPH.sub("", html).strip() else []


def line_count(html: str, style: ParagraphStyle) -> int | None:
    """How many lines a paragraph takes; none where it cannot be set here."""
    parts = text_runs(html, style)
    lines = _lines(parts, style) if parts and all(map(_settable, parts)) else None
    return len(lines) if lines else None


def paragraph(parts: Sequence[TextRun], style: ParagraphStyle) -> PlacedText | None:
    """A paragraph as a drawing as high as its lines."""
    if not all(_settable(part) for part in parts):
        return None
    lines = _lines(parts, style)
    if lines is None:
        return None
    pitch = style.size * style.leading * POINT
    inks = []
    for number, line in enumerate(lines):
        y, x = number * pitch + baseline(style.faces.regular, style.size, pitch), 0.0
        for piece in line:
            size = style.size * piece.scale
            kerned = piece.face != MARKS
            if piece.text.strip():
                inks.append(Ink(x, y, piece.text, piece.face, size, piece.colour or style.colour, kerned=kerned))
            x += _wide(piece, style.size)
    drawing = PlacedText(style.width, len(lines) * pitch, tuple(inks))
    return drawing if inks else None


def _settable(piece: TextRun) -> bool:
    return piece.face == MARKS or shapes(_SPACE.sub(" ", piece.text), piece.face)


def _wide(piece: TextRun, size: float) -> float:
    return measure(piece.text, piece.face) * size * piece.scale * POINT


def _lines(parts: Sequence[TextRun], style: ParagraphStyle) -> list[list[TextRun]] | None:
    """The pieces of each line; none where a word is wider than the column."""
    lines: list[list[TextRun]] = [[]]
    used = 0.0
    for space, word in _words(parts, style.faces.regular):
        wide = sum(_wide(piece, style.size) for piece in word)
        gap = _wide(space, style.size) if space and lines[-1] else 0.0
        if lines[-1] and used + gap + wide > style.width:
            lines.append([])
            used = gap = 0.0
        if wide > style.width:
            return None
        for piece in ([space] if space and gap else []) + word:
            _append(lines[-1], piece)
        used += gap + wide
    return lines


def _append(line: list[TextRun], piece: TextRun) -> None:
    """Add a piece to a line, to the piece before it where they look alike."""
    last = line[-1] if line else None
    if last and (last.face, last.scale, last.colour) == (piece.face, piece.scale, piece.colour):
        line[-1] = last._replace(text=last.text + piece.text)
    else:
        line.append(piece)


def _words(parts: Sequence[TextRun], plain: str) -> Iterator[tuple[TextRun | None, list[TextRun]]]:
    """The unbreakable words, each with the space before it; that behind a mark is in the `plain` face."""
    space: TextRun | None = None
    word: list[TextRun] = []
    for part in parts:
        for n, chunk in enumerate(_SPACE.split(part.text)):
            if n:
                if word:
                    yield space, word
                    word = []
                space = TextRun(" ", plain if part.face == MARKS else part.face)
            for m, text in enumerate(_BREAK.split(chunk)):
                if m and word:
                    yield space, word
                    space, word = None, []
                if text:
                    word.append(part._replace(text=text))
    if word:
        yield space, word
