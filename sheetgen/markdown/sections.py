"""Drawn HTML as a tree of elements: its sections and its text, for contents, the search, and paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from markupsafe import Markup

_SILENT = frozenset(("script", "style", "template", "button"))
"""What is not read as text."""
_SPACED = frozenset(("p", "div", "dd"))
_PIECES = frozenset(
    ("li", "td", "th", "dt", "summary", "legend", "label", "figcaption", *(f"h{n}" for n in range(1, 7)))
)
"""What ends a piece of a page that is no sentence."""
_HEADS = frozenset(("h2", "h3"))
_END = "\0"
_MARKS = dict.fromkeys(range(0xE000, 0xF900))
"""Characters of the marks font: drawn, not said."""


@dataclass(frozen=True)
class Section:
    """A section of a page: the id and level of its heading, its title, its text to the next one.

    What stands before the first heading has no id, no title, and level 0.
    """

    id: str
    title: str
    level: int
    text: str


def parsed(html: str) -> Any:
    """The elements of HTML, within one that stands for all of it."""
    from lxml.html import HTMLParser, document_fromstring  # type: ignore[import-untyped]

    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    whole = document_fromstring(f"<div>{html}</div>".encode("utf-8", "replace"), parser)
    tree = whole.find("body")[0]
    tree.getparent().remove(tree)
    return tree


def written(element: Any) -> str:
    """The HTML of an element, without what follows it."""
    from lxml.etree import tostring  # type: ignore[import-untyped]

    return str(tostring(element, encoding="unicode", method="html", with_tail=False))


def with_tail(element: Any) -> str:
    """The HTML of an element and of the text that follows it."""
    return written(element) + escape(element.tail or "", quote=False)


def inner(element: Any) -> str:
    """The HTML of what is in an element."""
    return escape(element.text or "", quote=False) + "".join(map(with_tail, element))


def text_of(html: str) -> str:
    """HTML as plain text."""
    if "<" not in html:
        return _joined([Markup(html).unescape()])
    return element_text(parsed(html))


def element_text(element: Any) -> str:
    """What is in an element as plain text."""
    return _joined(part for part in _parts(element, frozenset()) if isinstance(part, str))


def sections(html: str) -> list[Section]:
    """The sections of a drawn page in order."""
    result: list[Section] = []
    head, level, texts = "", 0, [""]
    title = ""
    for part in [*_parts(parsed(html), _HEADS), None]:
        if isinstance(part, str):
            texts.append(part)
            continue
        result.append(Section(head, title, level, _joined(texts)))
        if part is not None:
            head, level, title, texts = part.get("id"), int(part.tag[1]), element_text(part), [""]
    return result


def _parts(element: Any, heads: frozenset[str]) -> Iterator[Any]:
    """The texts in an element, what ends pieces of it between them, and headings with an id in place of theirs."""
    yield element.text or ""
    for child in element:
        if child.tag in heads and child.get("id"):
            yield child
        elif child.tag not in _SILENT and child.get("class") != "anchor":
            yield from _parts(child, heads)
            yield _END if child.tag in _PIECES else " " if child.tag in _SPACED else ""
        yield child.tail or ""


def _joined(texts: Iterator[str] | list[str]) -> str:
    pieces = "".join(texts).translate(_MARKS).split(_END)
    return " · ".join(filter(None, (" ".join(piece.split()) for piece in pieces)))
