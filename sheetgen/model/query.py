"""The query grammar: words that choose entries, `level:2..4 colour:red,blue -guild:dyers heron`.

The guide states it (the-site.md#words). `templates/assets/js/query.js` reads the same on the site;
tests/data/queries.json holds both to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetgen.model.ruleset.vocabulary import name_key

_WORD = re.compile(r'([-!]?)(?:([\w-]+):((?:"[^"]*"?|[^\s"])*)|"([^"]*)"?|([^\s"]+))')
_ITEM = re.compile(r'(?:"[^"]*"?|[^",])+')
_NUMBER = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,40}|/0*[1-9][0-9]{0,40})?")
"""No exponents: a few letters must not ask for a number of a million digits."""
_COMPARED = re.compile(r"([<>]=?|=)(.+)")
_RANGE = re.compile(r"(.*?)\.\.(.*)")
_DASHED = re.compile(r"([0-9]+)[-–]([0-9]+)")
MOST = 8
"""Values that a message names."""


class QueryError(Exception):
    """A query that cannot be understood, with a message for users."""


@dataclass(frozen=True)
class Value:
    """A value of a facet: its title, all its spellings folded, and its number where it is one."""

    title: str
    names: tuple[str, ...]
    amount: Fraction | None

    @staticmethod
    def of(title: str, *others: str) -> Value:
        """A value from its title and other spellings."""
        return Value(title, tuple(name_key(name) for name in (title, *others) if name), _amount(title))


@dataclass(frozen=True)
class Facet:
    """A property to filter by, with its possible values."""

    id: str
    title: str
    values: Sequence[Value]

    @property
    def names(self) -> tuple[str, str]:
        """Its id and its title, folded."""
        return name_key(self.id), name_key(self.title)


@dataclass(frozen=True, kw_only=True)
class Item:
    """One item of a filter: any value, a name or its beginning, or numbers from `low` to `high`.

    An end of None is open; `exclusive` leaves the ends themselves out.
    """

    text: str
    any: bool = False
    key: str = ""
    numeric: bool = False
    low: Fraction | None = None
    high: Fraction | None = None
    exclusive: bool = False
    wrong: bool = False
    whole: bool = False
    """Whether it is the name of a value, so that no longer one is meant."""

    def fits(self, value: Value) -> bool:
        """Whether it accepts a value."""
        if self.any:
            return True
        if value.amount is not None:
            return self.numeric and self._holds(value.amount)
        return bool(self.key) and any(self._names(name) for name in value.names)

    def _holds(self, number: Fraction) -> bool:
        inside = (self.low is None or number >= self.low) and (self.high is None or number <= self.high)
        return inside and not (self.exclusive and number in (self.low, self.high))

    def _names(self, name: str) -> bool:
        return name == self.key or (not self.whole and (name.startswith(self.key) or name + "s" == self.key))


@dataclass(frozen=True, kw_only=True)
class FilterWord:
    """One word of a query: a facet with the items of which one must fit, or a text without a facet."""

    facet: Facet | None = None
    items: tuple[Item, ...] = ()
    text: str = ""
    excluded: bool = False

    def chooses(self, names: Sequence[str], values: Mapping[str, Sequence[Value]]) -> bool:
        """Whether an entry with these folded names and these values of facets is chosen."""
        if self.facet is None:
            chosen = any(name_key(self.text) in name for name in names)
        else:
            chosen = any(item.fits(value) for value in values.get(self.facet.id, ()) for item in self.items)
        return chosen != self.excluded


@dataclass(frozen=True)
class Query:
    """The words of a query, and its problems in words for users."""

    words: tuple[FilterWord, ...]
    problems: tuple[str, ...]
    unknown: tuple[str, ...]
    """Words that look like filters and are none."""

    def chooses(self, names: Iterable[str], values: Mapping[str, Sequence[Value]]) -> bool:
        """Whether an entry with these names and these values of facets is chosen by all words."""
        folded = [name_key(name) for name in names]
        return all(word.chooses(folded, values) for word in self.words)


def read_query(text: str, facets: Sequence[Facet]) -> Query:
    """Read a query; any text is one, and its problems say which words choose nothing."""
    words, problems, unknown = [], [], []
    for mark, name, given, phrase, plain in (match.groups() for match in _WORD.finditer(text)):
        facet = _named(name, facets) if name is not None else None
        if facet is not None:
            items = tuple(_item(item, facet) for item in _ITEM.findall(given) or ["*"])
            problems += [problem for item in items if (problem := _problem(item, facet))]
            words.append(FilterWord(facet=facet, items=items, excluded=bool(mark)))
            continue
        if name is not None:
            unknown.append(f"“{name}” is no filter; there are: {_listed(name, [facet.id for facet in facets])}")
        number = mark == "-" and phrase is None and not (name or plain)[:1].isalpha()
        bare = plain if name is None else name + ":" + given.replace('"', "")
        sought = phrase if phrase is not None else (mark if number else "") + bare
        if sought not in ("-", "!"):
            words.append(FilterWord(text=sought, excluded=bool(mark) and not number))
    return Query(tuple(words), tuple(problems), tuple(unknown))


def _named(name: str, facets: Sequence[Facet]) -> Facet | None:
    """The facet that a name means: by its id or title, or from three letters on by how one of them begins."""
    key = name_key(name)
    exact = (facet for facet in facets if key in facet.names)
    begun = (facet for facet in facets if len(key) > 2 and any(known.startswith(key) for known in facet.names))
    return next(exact, None) or next(begun, None)


def _typed(name: str) -> str:
    """A name as it is typed: small letters and hyphens, in quotes where it would be read as anything else."""
    plain = "-".join(name.lower().split())
    item = _item(plain)
    return plain if item.key and not item.wrong and not set('",') & set(plain) else f'"{name.replace(chr(34), "")}"'


def _item(text: str, facet: Facet | None = None) -> Item:
    plain = text.replace('"', "")
    whole = facet is not None and any(name_key(plain) in value.names for value in facet.values)
    number = _amount(plain)
    exact = Item(text=text, key=name_key(plain), numeric=number is not None, low=number, high=number, whole=whole)
    if text == "*":
        return Item(text=text, any=True)
    if text.startswith('"'):
        return exact
    if match := _COMPARED.fullmatch(text):
        return _compared(text, match[1], _amount(match[2]))
    ends = _RANGE.fullmatch(text) or _DASHED.fullmatch(text)
    return _range(text, ends[1], ends[2], whole) if ends else exact


def _compared(text: str, sign: str, bound: Fraction | None) -> Item:
    low, high = None if sign[0] == "<" else bound, None if sign[0] == ">" else bound
    return Item(text=text, numeric=bound is not None, low=low, high=high, exclusive=sign in "<>", wrong=bound is None)


def _range(text: str, first: str, last: str, whole: bool) -> Item:
    low, high = _amount(first), _amount(last)
    wrong = bool(first and low is None) or bool(last and high is None)
    if low is not None and high is not None:
        low, high = min(low, high), max(low, high)
    key = "" if ".." in text else name_key(text)
    return Item(text=text, key=key, numeric=not wrong, low=low, high=high, wrong=wrong, whole=whole)


def _amount(text: str) -> Fraction | None:
    return Fraction(text) if _NUMBER.fullmatch(text) else None


def _problem(item: Item, facet: Facet) -> str:
    """The problem of an item; empty where it has none."""
    texts = [value for value in facet.values if value.amount is None]
    names = _listed(item.text, [_typed(value.title) for value in texts])
    if item.wrong:
        return f"“{item.text}” is no range: write 2..4, 2.., ..4 or >2"
    if item.any or not facet.values or (item.numeric and len(texts) < len(facet.values)):
        return ""
    if not texts:
        return f"“{facet.id}” takes numbers, such as 2, 2..4 or >2, not “{item.text}”"
    if not item.key:
        return f"“{facet.id}” takes names, not numbers: {names}"
    return "" if any(item.fits(value) for value in texts) else f"“{facet.id}” has no “{item.text}”; it can be: {names}"


def _listed(typed: str, names: Sequence[str]) -> str:
    """Names for a message, those most like what was typed first."""
    key = name_key(typed)
    order = sorted(names, key=lambda name: -_likeness(key, name_key(name)))
    return ", ".join(order[:MOST]) + (", …" if len(order) > MOST else "")


def _likeness(a: str, b: str) -> int:
    """How many letters two names share, less those that they do not."""
    shared = (Counter(a) & Counter(b)).total()
    return 2 * shared - len(a) - len(b)
