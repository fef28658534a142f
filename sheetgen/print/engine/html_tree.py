"""Print documents as the engine reads them: a lean tree, parsed in C, under a lean built-in style sheet."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from sheetgen.print.text_metrics.metrics import HEADINGS, is_mixed, lacks_letters

SVG = "{http://www.w3.org/2000/svg}"
_CAMEL = {"viewbox": "viewBox"}
"""Attributes of pictures as SVG spells them, by how a parser of HTML gives them."""
_NOTES = re.compile(r"^::(?:footnote-call|footnote-marker|note-call|note-marker|note-callback) *\{[^}]*\}", re.M)
_MARGINS = re.compile(r"^ *@(?:top|right|bottom|left)-[a-z-]+ *\{[^}]*\}", re.M)
_MARKER = re.compile(r"^::marker\b", re.M)


def tree(html: str, heading: str = HEADINGS) -> ElementTree.Element:
    """The elements of a print document whose headings are set in a face.

    The engine's own parser follows the letter of HTML5 in Python; what these templates write, libxml2 reads alike in a
    fourth of the time.
    """
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    root = _copied(etree.fromstring(html.encode("utf-8", "replace"), parser))
    body = root.find("body")
    if body is not None and lacks_letters(html, heading):
        _set_whole(body, heading)
    return root


def _copied(source: Any, space: str = "") -> ElementTree.Element:
    """The same elements for the engine; a picture inside of HTML gets its namespace, as the HTML standard says.

    A numbered list that goes on says so by its style: the engine ignores attributes of presentation.
    """
    space = SVG if source.tag == "svg" else space
    attributes = {_CAMEL.get(name, name) if space else name: value for name, value in source.attrib.items()}
    if source.tag == "ol" and attributes.get("start", "").isdecimal():
        attributes["style"] = f"counter-reset: list-item {int(attributes['start']) - 1}"
    element = ElementTree.Element(f"{space}{source.tag}", attributes)
    element.text, element.tail = source.text, source.tail
    element.extend([_copied(child, space) for child in source])
    return element


def _set_whole(element: ElementTree.Element, face: str) -> None:
    """Put texts of which a face would mix with another in a word in elements that the style sheet sets in one face."""
    if element.tag.startswith(SVG):
        return
    children = [*element]
    element.text, parts = _whole(element.text, face)
    for child in children:
        _set_whole(child, face)
        child.tail, after = _whole(child.tail, face)
        parts += [child, *after]
    element[:] = parts


def _whole(text: str | None, face: str) -> tuple[str | None, list[ElementTree.Element]]:
    """A text, or an element with it."""
    if text is None or not (is_mixed(text, face) or is_mixed(text.upper(), face)):
        return text, []
    element = ElementTree.Element("font", {"class": "whole"})
    element.text = text
    return None, [element]


def document_class(weasyprint: Any) -> Any:
    """The engine's class of documents, made from print HTML and a fetcher.

    Its built-in style sheet says nothing of footnotes, of markers only for lists, and nothing of the margins of pages:
    the engine's own gives every element six pseudo-elements and every page sixteen boxes, with a style each, for what
    no template here has. Those that have something in a margin say how it is aligned.
    """
    from cssselect2 import ElementWrapper  # type: ignore[import-untyped]
    from weasyprint.html import UA  # type: ignore[import-untyped]

    from sheetgen.print.engine.box_values import keep_values
    from sheetgen.print.engine.shared_pictures import share_pictures
    from sheetgen.print.engine.shared_styles import share_styles
    from sheetgen.print.engine.text_layouts import keep_layouts

    share_styles()
    keep_layouts()
    keep_values()
    share_pictures()
    lean = _MARGINS.sub("", _NOTES.sub("", UA))
    sheet = weasyprint.CSS(string=_MARKER.sub("li::marker, summary::marker", lean))

    class Document(weasyprint.HTML):  # type: ignore[misc]
        def __init__(self, html: str, url_fetcher: Any, heading: str) -> None:
            self.base_url = None
            self.url_fetcher = url_fetcher
            self.media_type = "print"
            self.wrapper_element = ElementWrapper.from_html_root(tree(html, heading), content_language=None)
            self.etree_element = self.wrapper_element.etree_element

        def _ua_stylesheets(self, forms: bool = False) -> list[Any]:
            return [sheet, *super()._ua_stylesheets(forms)[1:]]

    return Document
