"""Boxes of a chapter as a book has them: few elements, as each costs the engine more than all of its words."""

from __future__ import annotations

from typing import Any

EXAMPLE = "Example"
UNREAD = "article"
"""The element of what readers of a PDF's structure skip."""


def flatten(tree: Any) -> None:
    """Let worked examples and notes be plain paragraphs, with what a list has in one line each."""
    for box in list(tree.iter("details", "aside")):
        if "example" in box.get("class", "").split():
            _flatten_example(box)
        elif box.tag == "aside":
            _flatten_note(box)


def _flatten_example(box: Any) -> None:
    """An example with its title at the beginning of its text, and its numbers in one paragraph."""
    summary, title = box.find("summary"), box.find("summary/b")
    numbers, rule = _paragraph(box, "io"), box.find("p[@class='ex-rule soft']")
    for part in box.xpath("div[@class='ex-io']/div"):
        _say(numbers, f"{' ' if numbers.text or len(numbers) else ''}{part.find('p').text_content()}: ")
        for number, item in enumerate(part.iter("div")):
            if item is not part:
                _say(numbers, " · " if number > 1 else "")
                _take(numbers, item.find("dt"), after="\u00a0")
                _take(numbers, item.find("dd"), "b" if part.get("class") == "ex-out" else "")
        _say(numbers, ".")
    for part in box.xpath("div[@class='ex-io']"):
        part.drop_tree()
    if rule is not None:
        _say(numbers, " ")
        _take(numbers, rule)
        rule.drop_tree()
        _say(numbers, ".")
    box.append(numbers)
    box.tag = "div"
    box.attrib.pop("open", None)
    if title is not None:
        _begin(box, summary, title)
    box.remove(summary)


def _flatten_note(box: Any) -> None:
    """A note with its mark at the beginning of its text, a ruling in one paragraph.

    The mark is not read aloud: the words after it say the same.
    """
    details = box.find("details")
    if details is not None:
        paragraph = _paragraph(box, "")
        for element in list(details):
            _take(paragraph, element, after=" ")
        details.addprevious(paragraph)
        details.drop_tree()
    mark = box.find("*[@class='m']")
    first = next(box.iter("p"), None)
    if mark is not None and first is not None:
        box.remove(mark)
        mark.tag = UNREAD
        mark.tail, first.text = f"\u00a0{first.text or ''}", None
        first.insert(0, mark)


def _begin(box: Any, summary: Any, title: Any) -> None:
    """Let the first paragraph after a summary begin with its title."""
    first = summary.getnext()
    if first is None or first.tag != "p" or first.get("class") == "io":
        first = _paragraph(box, "")
        summary.addnext(first)
    bold = first.makeelement("b")
    bold.text = f"{EXAMPLE}: {title.text_content().rstrip('.')}."
    bold.tail, first.text = f" {first.text or ''}", None
    first.insert(0, bold)


def _paragraph(near: Any, name: str) -> Any:
    return near.makeelement("p", {"class": name} if name else {})


def _take(paragraph: Any, element: Any, tag: str = "", after: str = "") -> None:
    """Put what an element holds at the end of a paragraph, in an element of its own where `tag` is given."""
    if element is None:
        return
    if tag:
        inner = paragraph.makeelement(tag)
        inner.text = element.text
        inner.extend(list(element))
        paragraph.append(inner)
    else:
        _say(paragraph, element.text or "")
        paragraph.extend(list(element))
    _say(paragraph, after)


def _say(paragraph: Any, text: str) -> None:
    """Put a text at the end of a paragraph."""
    if len(paragraph):
        paragraph[-1].tail = f"{paragraph[-1].tail or ''}{text}"
    else:
        paragraph.text = f"{paragraph.text or ''}{text}"
