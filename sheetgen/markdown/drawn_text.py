"""A text as it was drawn: its HTML, its words and headings as data, and what its page needs to show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from markupsafe import Markup

from sheetgen.markdown.units import with_units

NOTHING = Markup("")
END = "\0"
"""Ends a piece of a page that is no sentence, such as a cell or an item of a list."""
_MARKS = dict.fromkeys(range(0xE000, 0xF900))
"""Characters of the marks font: drawn, not said."""


_LETTERS = r"[\w ,:;?!%/=+−–—★☆×·°’“”…]*"
_UNMARKED = re.compile(
    rf"(?!\d+[.)]|\+(?!\d)|::|.*(?:%%|,,|[?!]{{4}}|(?<![^\W_])_|_(?![^\W_]))){_LETTERS}(?:\.(?!\.){_LETTERS})*"
)
"""Text that Markdown leaves as it is."""


@dataclass(frozen=True, slots=True)
class SectionHead:
    """A heading of the second or third level, which begins a section: its id on the page, its title, its level."""

    id: str
    title: str
    level: int


Words: TypeAlias = Iterable[str | SectionHead]
"""What a drawn text says, in order: stretches of text, ends of pieces, and headings in place of their text."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: the id and level of its heading, its title, its text to the next one.

    What stands before the first heading has no id, no title, and level 0.
    """

    id: str
    title: str
    level: int
    text: str


@dataclass(frozen=True)
class DrawnText:
    """A text as HTML, with its words. Templates draw it as they draw HTML."""

    html: Markup = NOTHING
    words: tuple[str | SectionHead, ...] = ()
    needs: frozenset[str] = frozenset()
    """The styles and scripts that it needs beside those of every page, by the names that `templating` knows."""

    @classmethod
    def of(cls, text: str) -> DrawnText:
        """Plain text."""
        return cls(Markup.escape(text), (text,))

    @classmethod
    def unmarked(cls, text: str) -> DrawnText | None:
        """A text that Markdown leaves as it is, as most are; None of another one."""
        return cls(Markup(with_units(text)), (text,)) if _UNMARKED.fullmatch(text) else None

    @classmethod
    def joined(cls, texts: Iterable[DrawnText], between: str = "") -> DrawnText:
        """Texts one after the other."""
        parts = list(texts)
        words = (word for number, part in enumerate(parts) for word in (*((between,) if number else ()), *part.words))
        html = Markup(between).join(part.html for part in parts)
        return cls(html, tuple(words), frozenset().union(*(part.needs for part in parts)))

    def __html__(self) -> Markup:
        return self.html

    def __str__(self) -> Markup:
        return self.html

    def __bool__(self) -> bool:
        return bool(self.html)

    @property
    def plain(self) -> str:
        """The text without its markup."""
        return plain_text(self.words)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections in order."""
        return tuple(_sections(self.words))


def _sections(words: Words) -> Iterator[Section]:
    head, texts = SectionHead("", "", 0), [""]
    for word in words:
        if isinstance(word, str):
            texts.append(word)
            continue
        yield Section(head.id, head.title, head.level, plain_text(texts))
        head, texts = word, [""]
    yield Section(head.id, head.title, head.level, plain_text(texts))


def plain_text(words: Words) -> str:
    """Words as one text without needless white space, dots between its pieces."""
    texts = (word if isinstance(word, str) else f"{word.title}{END}" for word in words)
    pieces = "".join(texts).translate(_MARKS).split(END)
    return " · ".join(filter(None, (" ".join(piece.split()) for piece in pieces)))
