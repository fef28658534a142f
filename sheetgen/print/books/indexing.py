"""The index of a book: its words by the letter that they begin with, forms of one word in one line.

As ISO 999 has it: the page that treats a word comes first and stands out; another name of something that several pages
treat leads to its own name (*see*), any other to the page itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from sheetgen.languages.collation import sort_form
from sheetgen.languages.program_words import IndexWords

SIGNS = "#"
"""The heading of words that begin with no letter."""
TITLE = 0
"""The rank of a heading's own title: nothing says more of a word than the text under its own heading."""
_ALIKE = 3
"""Words that stand beside each other and begin with so many of the same letters are found together."""
_NUMBER = re.compile(r"^\d+[.)]\s+(?=\w)")
_BETWEEN = re.compile(r"[^\w+]+")


@dataclass(frozen=True)
class IndexTerm:
    """A word and the addresses that treat it, such as `wounds.html#deep`.

    The lower its `rank`, the more they say of it; another name of something says what it is a name `of`.
    """

    word: str
    hrefs: tuple[str, ...]
    rank: int = TITLE
    of: str = ""


@dataclass(frozen=True)
class IndexLine:
    """A line of the index: a word and its places, the main ones and the rest, or the word to see."""

    word: str
    main: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    see: tuple[str, str] | None = None
    """Another word, and its first place."""


Index = Sequence[tuple[str, Sequence[IndexLine]]]
"""Lines by their first letter."""


class WordForms:
    """What a language puts before a word and after it: its articles, and the endings of plurals."""

    def __init__(self, words: IndexWords) -> None:
        self._singular = words.plurals
        self._plural = _any_of(words.plurals, r"(?<=\w\w){}\b")
        self.article = _any_of(words.articles, r"^{}\s+(?=\w)")

    def common(self, word: str) -> str:
        """A word without an article, capitals, signs and its plural: the same for all forms of it."""
        plain = self.article.sub("", _NUMBER.sub("", word)).casefold()
        spaced = _BETWEEN.sub(" ", plain.replace("'", "").replace("’", "")).strip() or plain
        return self._plural.sub(lambda ending: self._singular[ending[0]], spaced)


def _any_of(words: Iterable[str], pattern: str) -> re.Pattern[str]:
    """A pattern with any of the words in it, the longest that fits; without words it fits nothing."""
    longest_first = sorted(words, key=len, reverse=True)
    some = f"(?:{'|'.join(map(re.escape, longest_first))})" if longest_first else "(?!)"
    return re.compile(pattern.format(some), re.IGNORECASE)


@dataclass
class _IndexEntry:
    """The titles, places and other names of a word in all its forms."""

    word: str
    titled: bool
    article: re.Pattern[str]
    places: dict[str, int] = field(default_factory=dict)
    """Each place with its best rank."""
    of: set[str] = field(default_factory=set)
    """Forms of what it is another name of."""

    @property
    def plain(self) -> str:
        """The word without its article."""
        return self.article.sub("", self.word)


def indexed(terms: Iterable[IndexTerm], order: Sequence[str], words: IndexWords) -> Index:
    """Terms whose addresses are places of the book, as an index; `order` is that of all places in the book.

    Names are sorted without the articles of their language, and stand with the plurals that it has.
    """
    rank = {place: number for number, place in enumerate(order)}
    gathered = _gathered(terms, WordForms(words))
    letters: dict[str, list[IndexLine]] = {}
    kept = [entry for form, entry in gathered.items() if entry.titled or not _repeats_line_above(form, entry, gathered)]
    for entry in _folded(sorted(kept, key=_sorted_as)):
        letters.setdefault(_letter(entry), []).append(_line(entry, gathered, rank))
    return list(letters.items())


def _gathered(terms: Iterable[IndexTerm], forms: WordForms) -> dict[str, _IndexEntry]:
    """All words by what their forms have in common."""
    lines: dict[str, _IndexEntry] = {}
    formed = [(term, forms.common(term.word), forms.common(term.of)) for term in terms]
    for term, form, of in sorted(formed, key=lambda each: (bool(each[0].of), _goes_on(*each[1:]))):
        if _goes_on(form, of) and form not in lines:
            continue
        word = _NUMBER.sub("", term.word)
        entry = lines.setdefault(form, _IndexEntry(word, not term.of, forms.article))
        if entry.titled == (not term.of):
            entry.word = min(entry.word, word, key=len)
        for place in term.hrefs:
            entry.places[place] = min(term.rank, entry.places.get(place, term.rank))
        entry.of |= {of} if term.of else set()
    return lines


def _goes_on(form: str, of: str) -> bool:
    """Whether another name only goes on from what it is a name of: it would stand right below that."""
    return bool(of) and f"{form} ".startswith(f"{of} ")


def _repeats_line_above(form: str, entry: _IndexEntry, all_: Mapping[str, _IndexEntry]) -> bool:
    """Whether a line of the first words of another name, which stands right above, leads to the same places."""
    words = form.split()
    above = (all_.get(" ".join(words[:count])) for count in range(1, len(words)))
    return any(line is not None and entry.places.keys() <= line.places.keys() for line in above)


def _folded(words: Sequence[_IndexEntry]) -> list[_IndexEntry]:
    """Words without other names of what stands right beside them, begins alike and leads to the same places.

    Of two other names the shorter one stays.
    """
    kept: list[_IndexEntry] = []
    for word, below in zip_longest(words, words[1:]):
        above = kept[-1] if kept else word
        beside = [*kept[-1:], *([below] if below and below.titled else [])]
        if word.titled or not any(_is_beside(word, other) for other in beside):
            kept.append(word)
        elif not above.titled and len(word.word) < len(above.word) and _is_beside(above, word):
            kept[-1] = word
    return kept


def _is_beside(word: _IndexEntry, other: _IndexEntry) -> bool:
    alike = _sorted_as(word)[1][:_ALIKE] == _sorted_as(other)[1][:_ALIKE]
    return alike and word.places.keys() <= other.places.keys()


def _line(entry: _IndexEntry, all_: Mapping[str, _IndexEntry], rank: Mapping[str, int]) -> IndexLine:
    if not entry.titled and len(entry.of) == 1:
        target = all_.get(next(iter(entry.of)))
        if target is not None and target.titled and len(target.places) > 1:
            return IndexLine(entry.word, see=(target.word, _places(target, rank)[0][0]))
    main, also = _places(entry, rank)
    return IndexLine(entry.word, main, also)


def _places(entry: _IndexEntry, rank: Mapping[str, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The main places of a word, and the others, each in the order of the book."""
    best = min(entry.places.values())
    listed = sorted(entry.places, key=rank.__getitem__)
    main = tuple(place for place in listed if entry.places[place] == best)
    return main, tuple(place for place in listed if place not in main)


def _sorted_as(entry: _IndexEntry) -> tuple[bool, str]:
    """Where a word stands: by what follows its article, those that begin with no letter first."""
    return _letter(entry) != SIGNS, sort_form(entry.plain)


def _letter(entry: _IndexEntry) -> str:
    first = sort_form(entry.plain[:1])[:1].upper()
    return first if first.isalpha() else SIGNS
