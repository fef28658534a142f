"""The index of a book: its words by the letter that they begin with, forms of one word in one line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

Index = Sequence[tuple[str, Sequence[tuple[str, Sequence[str]]]]]
"""Terms by their first letter, each with the places of the book where it is told."""

SIGNS = "#"
"""What stands over words that begin with no letter."""
_NUMBER = re.compile(r"^\d+[.)]\s+(?=\w)")
_ARTICLE = re.compile(r"^(?:an?|the)\s+(?=\w)", re.IGNORECASE)
_PLURAL = re.compile(r"(?<=[a-z]{2}[a-rt-z])s\b")


@dataclass(frozen=True)
class Term:
    """A line of the index: a word and the addresses where it is told, such as `wounds.html#light`."""

    word: str
    hrefs: tuple[str, ...]


def indexed(found: Iterable[tuple[str, Collection[str]]], order: Sequence[str]) -> Index:
    """Words and the places where each is told, as an index; `order` is that of all places in the book."""
    rank = {place: number for number, place in enumerate(order)}
    lines: dict[str, tuple[str, set[str]]] = {}
    for word, places in found:
        told = _NUMBER.sub("", word)
        first, held = lines.get(_form(told), (told, set[str]()))
        lines[_form(told)] = min(first, told, key=len), held | set(places)
    letters: dict[str, list[tuple[str, list[str]]]] = {}
    for word, held in sorted(lines.values(), key=lambda line: _sorted_as(line[0])):
        letters.setdefault(_letter(word), []).append((word, sorted(held, key=rank.__getitem__)))
    return list(letters.items())


def _form(word: str) -> str:
    """What a word has in common with others but for an article, capitals, and whether it is one or many."""
    return _PLURAL.sub("", re.sub(r"ies\b", "y", _ARTICLE.sub("", word).casefold()))


def _sorted_as(word: str) -> tuple[bool, str]:
    """Where a word stands: by what follows its article, those that begin with no letter first."""
    return _letter(word) != SIGNS, _ARTICLE.sub("", word).casefold()


def _letter(word: str) -> str:
    first = _ARTICLE.sub("", word)[:1].upper()
    return first if first.isalpha() else SIGNS
