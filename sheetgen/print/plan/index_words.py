"""The words of the index of a rulebook: what sections, entries and rules are called, and what a glossary explains."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from sheetgen.languages.program_words import IndexWords
from sheetgen.markdown.tree import parsed
from sheetgen.model.ruleset.layered_documents import below
from sheetgen.print.jobs import Chapter, IndexTerm
from sheetgen.reference.links import Target
from sheetgen.site.games import SiteGame
from sheetgen.site.search.words import words

_TITLES = {"heading": 2, "page": 4, "entry": 5, "rule": 6}
"""The ranks of titles, by the sort of place: the lower, the more the place says of the word."""
_NAMES = {"heading": 3, "page": 5, "entry": 7, "rule": 7}
"""The same where it is another name."""
_TERM = 2
"""By so much comes a section first whose names are linked in texts of themselves: it says what they mean."""
_EXPLAINED = 1
"""The rank of where a glossary leads to."""
_WORD = re.compile(r"[^\w]+")


def first_names(game: SiteGame) -> frozenset[str]:
    """What entries and chapters are called in the first language of a game that is read in another."""
    if not game.loaded.game.language:
        return frozenset()
    entries = (computed.entry for computed in game.entries.by_key.values())
    data = (layer.data for entry in entries for layer in below(entry.place))
    names = (part["name"] for part in data if isinstance(part, dict) and "name" in part)
    return frozenset(map(str, (*names, *(page.first_title for page in game.chapters))))


def words_of(
    target: Target, place: str, known: IndexWords, chapter: str = "", without: Collection[str] = ()
) -> Iterator[IndexTerm]:
    """The words that lead to something at a place: its title, part of it that it is linked by, its other names, but
    for some. `known` are those of its language that an index does not go by."""
    if target.sort not in _TITLES:
        return
    first = _TERM if target.term and target.sort == "heading" else 0
    if word := _title(target, chapter, known):
        yield IndexTerm(word, (place,), _TITLES[target.sort] - first)
    if target.sort == "heading" and (short := _short(target)) and not _says_little(short, known):
        yield IndexTerm(_capital(short), (place,), _NAMES["heading"] - first)
    for name in (name for name in target.names if name not in without and not _says_little(name, known)):
        yield IndexTerm(_capital(name), (place,), _NAMES[target.sort] - first, word or target.title)


def _title(target: Target, chapter: str, known: IndexWords) -> str:
    """The title of something: that of a heading which says little behind its chapter's; empty for such a rule."""
    if target.sort not in ("heading", "rule") or not _says_little(target.title, known):
        return _capital(target.title)
    if target.sort == "rule":
        return ""
    return f"{chapter}, {target.title[:1].lower()}{target.title[1:]}" if chapter else _capital(target.title)


def _says_little(title: str, known: IndexWords) -> bool:
    """Whether a title is nothing to look for in an index: a question, or words that say nothing alone."""
    said = words(title)
    return not known.asking.isdisjoint(said[:1]) or known.little.issuperset(said)


def _short(target: Target) -> str:
    """The first words of a heading's title, where it is linked by these: `burst` for "Burst attacks"."""
    name = target.key.rpartition("#")[2].replace("-", " ").casefold()
    title = _WORD.sub(" ", target.title.casefold())
    return name if title.startswith(f"{name} ") else ""


def explained(chapters: list[Chapter]) -> Iterator[IndexTerm]:
    """The words of glossaries: rows of tables that begin with a word in bold type, and lead to what it means."""
    for chapter in chapters:
        for row in parsed(chapter.html).iter("tr") if "<tr" in chapter.html else ():
            name = row.find("*/strong")
            links = row.xpath("*[position() > 1]//a/@href")
            if links and name is not None and name.getparent() is row[0] and not _beside(name):
                href = f"{chapter.href}{links[0]}" if links[0].startswith("#") else links[0]
                for word in name.text_content().split(", "):
                    if not _is_sign(word):
                        yield IndexTerm(_capital(word), (href,), _EXPLAINED)


def _is_sign(word: str) -> bool:
    """Whether a word is a single letter, such as the X of a formula, which is not looked up in an index."""
    return len(word) == 1 and word.isascii()


def _beside(name: Any) -> str:
    """What else stands in the cell of a name."""
    return f"{name.getparent().text or ''}{name.tail or ''}".strip()


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
