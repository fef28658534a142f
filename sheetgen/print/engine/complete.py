"""Proof that nothing is missing: every letter of a document stands on one of its pages.

The engine drops what an absolute or floated box holds beyond the end of its page, without a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree.ElementTree import Element

from sheetgen.print.engine.overflow import Overrun

PICTURES = ("img", "embed", "object")
FIELDS = ("input", "textarea", "select", "option", "button")
"""Elements that a viewer scrolls."""
UNSEEN = ("style", "script", "template", "title")
"""Elements that are never seen: a template may bring rules of its own."""
LETTER = 0.02
"""About how many mm of a column's height a letter takes, to say how much is missing."""


def missing(root: Element, pages: Iterable[Any]) -> list[Overrun]:
    """The texts and pictures of some elements that stand on none of these pages, or not as a whole."""
    laid = Counter[int]()
    for page in pages:
        _count(page._page_box, laid)
    lost = [(element, text) for element, text in _given(root) if laid[id(element)] < _letters(text)]
    if not lost:
        return []
    count = sum(_letters(text) - laid[id(element)] for element, text in lost)
    words = " ".join(lost[0][1].split())[-40:] or "a picture"
    return [Overrun(f"“{words}” and what follows stand nowhere", max(1.0, count * LETTER))]


def _given(element: Element) -> Iterator[tuple[Element, str]]:
    """Every element with the text that is its own; a picture counts for a letter."""
    if "}" in element.tag or element.tag in (*FIELDS, *UNSEEN):
        return
    if element.tag in PICTURES:
        yield element, "X"
        return
    own = "".join(filter(None, [element.text, *(child.tail for child in element)]))
    if own.strip():
        yield element, own
    for child in element:
        yield from _given(child)


def _count(box: Any, laid: Counter[int]) -> None:
    """Add up the letters that stand in a box, by the element that they belong to."""
    for child in getattr(box, "children", ()):
        element = getattr(child, "element", None)
        if isinstance(text := getattr(child, "text", None), str):
            if element is not None and "::" not in (child.element_tag or ""):
                laid[id(element)] += _letters(text)
        elif element is not None and getattr(child, "replacement", None) is not None:
            laid[id(element)] += 1
        _count(child, laid)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))
