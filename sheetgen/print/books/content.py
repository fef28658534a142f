"""The text of a chapter as a tree of elements: its places, its links, its sections, the pieces that it is parted in."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from html import escape
from typing import Any

from markupsafe import Markup

from sheetgen.markdown.tree import with_tail
from sheetgen.print.books.binding import link_to, reference_to
from sheetgen.print.books.table_lines import set_in_lines
from sheetgen.print.books.tables import WIDE, add_class
from sheetgen.print.text_metrics.directions import closed

_INLINE = frozenset(("a", "b", "code", "em", "i", "span", "strong", "var"))
_RUN = re.compile(r"[^\s<>&;]{20}(?=[^\s<>&;])")
"""So many letters without a space: a word may break here if it cannot elsewhere."""
_LONG_RUN = re.compile(r"[^\s<>&;]{45}(?=[^\s<>&;])")
"""The same where words are parted as their language does."""
_WHITE = re.compile(r"(?<=\S)\s+\Z")
"""White at the end of a text, before a link say: the engine counts it to the line, and where there is room for all
but that it breaks after the first word. With a place to break behind it, it hangs out as it should."""
_THIN = "\u2009"
"""The space before the number of a page, where a line may end."""
_SHORT = 600
"""Entries that have at most so many characters on average are short."""
ENTRIES = "entries"
"""The class of what holds entries."""
_HEADS = frozenset(f"h{level}" for level in range(2, 6))
_OUTSIDE = re.compile(r"https?://")


def settle(tree: Any, chapter: str, hyphenated: bool = False) -> None:
    """Give a chapter's elements ids of the book, and its texts places where lines may break."""
    run = _LONG_RUN if hyphenated else _RUN
    for element in tree.iter():
        if name := element.get("id"):
            element.set("id", f"{chapter}-{_plain(name)}")
        if element.tag not in _INLINE:
            _end(element)
        if element.text:
            element.text = _breakable(element.text, next(iter(element), None), run)
        if element.tail:
            element.tail = _breakable(element.tail, element.getnext(), run)


def settle_entries(tree: Any) -> None:
    """Put headings in the text of an entry below its name, and places in it among its own: others have the same."""
    for entry in tree.iterfind('.//section[@class="entry"]'):
        title = entry.find(".//h2")
        inside = [element for element in entry.iter() if element is not title]
        own = {name: f"{title.get('id')}__{name}" for element in inside if (name := element.get("id"))}
        raised = any(element.tag == "h2" for element in inside)
        for element in inside:
            if name := element.get("id"):
                element.set("id", own[name])
            if (target := element.get("href", "")[1:]) in own and element.get("href").startswith("#"):
                element.set("href", f"#{own[target]}")
            if raised and element.tag in _HEADS:
                element.tag = f"h{int(element.tag[1]) + 1}"


def set_closer(tree: Any) -> None:
    """Let short entries stand in as many columns as can be read, where their kind does not say in how many.

    Their small tables stand in lines.
    """
    for listed in tree.iter("div"):
        own = [len(entry.text_content()) for entry in listed] if listed.get("class") == ENTRIES else []
        if own and sum(own) <= _SHORT * len(own):
            listed.set("class", f"{ENTRIES} columns-3")
            set_in_lines(listed)


def _end(block: Any) -> None:
    """Take the white away that a block ends with, as a heading does whose link to itself is left out."""
    if len(block):
        block[-1].tail = (block[-1].tail or "").rstrip(" \n") or None
    else:
        block.text = (block.text or "").rstrip(" \n") or None


def _breakable(text: str, follower: Any, run: re.Pattern[str]) -> str:
    before_inline = follower is not None and follower.tag in _INLINE
    return closed(run.sub("\\g<0>\u200b", _WHITE.sub(" \u200b", text) if before_inline else text))


def ids(tree: Any) -> Iterator[str]:
    """The places of a chapter in their order."""
    return (element.get("id") for element in tree.iter() if element.get("id"))


def lead(tree: Any, base: str, places: Mapping[str, str], known: Collection[str]) -> None:
    """Lead the links of the chapter at `base` to `known` places of the book; others become text, unless they lead out.

    The first link to a place tells its page, and in a table the first one of each row, which is looked up by itself.
    Links of a rule never do, as a formula is read as one.
    """
    pointed = {places[base]}
    in_row: dict[Any, set[str]] = {}
    for link in [link for link in tree.iter("a") if link.get("href") is not None]:
        target = link.get("href")
        place = place_of(target, base, places)
        link.attrib.clear()
        if _OUTSIDE.match(target):
            link.attrib.update({"class": "out", "href": target})
        elif place in known:
            row = next(link.iterancestors("tr"), None)
            seen = pointed if row is None else in_row.setdefault(row, set())
            silent = place in seen or _in_rule(link)
            link.attrib.update({"class": "ref again" if silent else "ref", "href": link_to(place)})
            if not silent:
                seen.add(place)
                pointed.add(place)
                _refer(link, place)
        else:
            link.drop_tag()


def _refer(link: Any, place: str) -> None:
    """Let a link end with the number of the page that it leads to."""
    if len(link):
        link[-1].tail = f"{link[-1].tail or ''}{_THIN}"
    else:
        link.text = f"{link.text or ''}{_THIN}"
    link.append(link.makeelement("embed", src=reference_to(place)))


def _in_rule(link: Any) -> bool:
    return any(element.get("class") == "rulebox" for element in link.iterancestors("section"))


def place_of(target: str, base: str, places: Mapping[str, str]) -> str:
    """The place of the book that an address on the page `base` leads to; empty where it leads out of the book."""
    path, _, anchor = target.partition("#")
    address = posixpath.normpath(posixpath.join(posixpath.dirname(base), path)) if path else base
    chapter = places.get(address, "")
    return f"{chapter}-{_plain(anchor)}" if chapter and anchor else chapter


def _plain(name: str) -> str:
    """An id in letters that addresses have as they are: of any other letter, lxml writes the percent signs."""
    return re.sub(r"[^\w-]", lambda sign: "-" if sign[0].isascii() else f"_{ord(sign[0]):x}_", name, flags=re.ASCII)


def place_pictures(tree: Any) -> None:
    """Give paragraphs that are a picture a class, and let a very wide one that stands by itself go across the page."""
    for picture in tree.iter("img"):
        around = picture.getparent()
        if around.tag == "p" and len(around) == 1 and not around.text_content().strip():
            across = "across" in picture.get("class", "").split() and around.getparent().getparent() is None
            around.set("class", f"pictured {WIDE}" if across else "pictured")


def mark_leads(tree: Any) -> None:
    """Give paragraphs between a heading and a table a class, and those that end in a colon before a table or a list:
    they stay with it.

    A selector that looks ahead would have the engine go through all that follows each paragraph.
    """
    for block in tree.iter("div", "ul", "ol"):
        is_table, lead = block.get("class") == "scroll", block.getprevious()
        if lead is None or lead.tag != "p" or not (is_table or block.tag != "div"):
            continue
        headed = is_table and getattr(lead.getprevious(), "tag", "") in ("h2", "h3")
        if headed or lead.text_content().rstrip().endswith(":"):
            add_class(lead, "leads")


def span_heads(tree: Any) -> None:
    """Let the heads of what stands across the page do so, and the paragraph between them."""
    for element in tree:
        above = element.getprevious() if WIDE in element.get("class", "").split() else None
        if above is not None and "leads" in above.get("class", "").split():
            add_class(above, WIDE)
            above = above.getprevious()
        while above is not None and above.tag in ("h2", "h3", "h4"):
            add_class(above, WIDE)
            above = above.getprevious()


def heads(tree: Any) -> list[tuple[str, Markup]]:
    """The sections of a chapter: place and title of each; entries are none."""
    own = tree.xpath('.//h2[@id][not(ancestor::section[@class="entry"])]')
    return [(head.get("id"), Markup.escape(head.text_content())) for head in own]


def split_chapter(tree: Any, most: float) -> list[str]:
    """The HTML of a chapter, parted before sections and entries where it is longer than `most` characters."""
    name = tree[0].get("class", "") if len(tree) == 1 else ""
    if ENTRIES in name.split():
        return [f'<div class="{name}">{piece}</div>' for piece in split_chapter(tree[0], most)]
    runs = [escape(tree.text or "", quote=False)]
    for element in tree:
        html = with_tail(element)
        runs[-1:] = [runs[-1], html] if _begins(element) else [runs[-1] + html]
    parts = [""]
    for run in runs:
        parts[-1:] = [parts[-1], run] if parts[-1] and len(parts[-1]) + len(run) > most else [parts[-1] + run]
    return parts


def _begins(element: Any) -> bool:
    """Whether a section begins here, or an entry."""
    return (element.tag, element.get("class")) == ("section", "entry") or bool(element.tag == "h2")
