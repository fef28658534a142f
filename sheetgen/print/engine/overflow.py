"""Proof that nothing is cut: what of a finished page reaches over its edge or its column."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sheetgen.print.text_metrics.drawing import PIXEL, DrawingImage, PlacedText

SLACK = 0.5
"""Rounding that is not worth a word, in mm."""
DESCENT = 0.4
"""How far letters of the program's fonts reach below their baseline at most, in em, with the white of their line."""


@dataclass(frozen=True)
class Overrun:
    """A piece of text that is `over` mm too wide or too long."""

    text: str
    over: float


def overruns(page: Any, safe: float) -> list[Overrun]:
    """The texts of a laid-out page that come nearer to its edge than `safe` mm, or leave their own column."""
    result: list[Overrun] = []
    for name, place in page.anchors.items():
        foot = page.anchors.get(name.removesuffix("-stop") + "-foot") if name.endswith("-stop") else None
        if foot is not None and (over := (place[1] - foot[1]) * PIXEL) > 0:
            result.append(Overrun("the page runs into its foot", over))
    box = page._page_box
    foot = (box.content_box_y() + box.height) * PIXEL
    _walk(box, (page.width * PIXEL - safe, page.height * PIXEL - safe, safe), foot, result)
    return result


def _walk(parent: Any, edges: tuple[float, float, float], foot: float, result: list[Overrun]) -> None:
    """Go through what stands in a box; the text of its page ends at `foot`, what is placed elsewhere need not."""
    right, bottom, left = edges
    if _is_field(parent):
        return
    if not parent.is_in_normal_flow() or type(parent).__name__ == "MarginBox":
        foot = float("inf")
    for child in getattr(parent, "children", ()):
        text = getattr(child, "text", None)
        if isinstance(text, str) and text.strip():
            over = max(
                (child.position_x + child.width) * PIXEL - right,
                (child.position_y + _deep(child)) * PIXEL - bottom - left,
                left - child.position_x * PIXEL,
            )
            if over > SLACK:
                result.append(Overrun(f"{_named(text)} leaves the page", over))
        if isinstance(picture := getattr(child, "replacement", None), DrawingImage):
            result.extend(_stray(child, picture.drawing, edges))
            result.extend(_too_low(child, picture, foot))
        if _is_line(child):
            over = _line_excess(parent, child)
            if over > SLACK:
                result.append(Overrun(f"{_named(_text(child))} is wider than its column", over))
        _walk(child, edges, foot, result)


def _named(text: str) -> str:
    """A text as a message names it; one of signs that only the program's own font has is a mark."""
    words = text.strip()[:40]
    return "a mark" if all(unicodedata.category(sign) == "Co" for sign in words) else f"“{words}”"


def _deep(text: Any) -> float:
    """How far a text reaches below its top, in pixels: fonts of other scripts keep white below their letters."""
    height, baseline = float(text.height), getattr(text, "baseline", None)
    return height if baseline is None else min(height, float(baseline) + DESCENT * float(text.style["font_size"]))


def _stray(box: Any, drawing: PlacedText, edges: tuple[float, float, float]) -> Iterator[Overrun]:
    """The text of a drawing that comes too near to the edge of the page."""
    right, bottom, left = edges
    if drawing.over > SLACK:
        widest = max(drawing.inks, key=lambda ink: ink.end - ink.tracking)
        yield Overrun(f"{_named(widest.text)} is wider than its column", drawing.over)
    x, y = box.content_box_x() * PIXEL, box.content_box_y() * PIXEL
    for ink in drawing.inks:
        over = max(x + ink.end - ink.tracking - right, y + ink.y - bottom - left, left - x - ink.x)
        if over > SLACK:
            yield Overrun(f"{_named(ink.text)} leaves the page", over)


def _too_low(box: Any, picture: DrawingImage, foot: float) -> Iterator[Overrun]:
    """A drawing that reaches below the text of its page: none is parted, so one that is too high stands so."""
    over = (box.content_box_y() + box.height) * PIXEL - foot
    if over > SLACK:
        yield Overrun(f"{_named(picture.text)} runs into the foot of its page", over)


def _is_field(box: Any) -> bool:
    """Whether this is a form field: a viewer scrolls what it holds."""
    return getattr(box, "element_tag", "") in ("input", "textarea")


def _is_line(box: Any) -> bool:
    return type(box).__name__ == "LineBox"


def _line_excess(parent: Any, line: Any) -> float:
    """By how many mm the text of a line sticks out of the block that holds it."""
    edges = [child.position_x + child.width for child in _texts(line)]
    if not edges or not isinstance(parent.width, (int, float)):
        return 0.0
    return float((max(edges) - parent.content_box_x() - parent.width) * PIXEL)


def _texts(box: Any) -> list[Any]:
    texts = []
    for child in () if _is_field(box) else getattr(box, "children", ()):
        if isinstance(getattr(child, "text", None), str) and child.text.strip():
            texts.append(child)
        texts.extend(_texts(child))
    return texts


def _text(box: Any) -> str:
    return "".join(child.text for child in _texts(box))
