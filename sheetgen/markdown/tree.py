"""Drawn HTML as a tree of elements, for paper, which parts, moves and numbers them."""

from __future__ import annotations

from html import escape
from typing import Any


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
