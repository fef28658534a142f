"""Vocabularies: the terms of a game, and finding the one that an author meant."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from sheetgen.blocks.parts import Emphasis
from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NONE,
    NUMBER,
    TEXT,
    TRUTH,
    ListOf,
    Record,
    Type,
    join_all,
    readable,
)
from sheetgen.text.suggest import nearest

EMPHASES = ("strong", "soft")
_PLAIN = re.compile(r"[^\W\d_][\w '-]{0,39}")
"""A title that may stand in a record without quotes."""


class VocabularyError(ValueError):
    """A vocabulary that is none: what is wrong, and where in it."""

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


@lru_cache(maxsize=1 << 14)
def name_key(text: str) -> str:
    """A name without what may differ when it is the same: case, accents, spaces, hyphens, underscores, marks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in plain if c.isalnum())
    return letters or text.strip().casefold()


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The terms of one list of words, in order, each with its attributes (always a title)."""

    name: str
    terms: Mapping[str, dict[str, Any]]
    kind: str = ""
    """The kind of entry that the terms are, where they are the ruleset's own entries."""
    attributes: Record = field(default_factory=lambda: Record("term", {"title": TEXT}))
    effects: Mapping[str, Sequence[Mapping[str, str]]] = field(default_factory=dict)
    """What terms change of those that suffer them, where the ruleset writes that with the terms."""

    @cached_property
    def _by_name(self) -> dict[str, str]:
        by_name: dict[str, str] = {}
        for term, values in self.terms.items():
            for name in _names(term, values):
                by_name.setdefault(name_key(name), term)
        return {**by_name, **{name_key(term): term for term in self.terms}}

    def find(self, name: str) -> str | None:
        """The id of the term that an author wrote by id, title, short form or alias; None where there is none."""
        return self._by_name.get(name_key(name))

    @property
    def names(self) -> list[str]:
        """The spellings of terms, for programs that compare letter by letter: ids, titles, then the rest."""
        others = [name for term, values in self.terms.items() for name in _names(term, values)]
        return list(dict.fromkeys([*self.terms, *self.titles.values(), *others, *(name.lower() for name in others)]))

    @cached_property
    def titles(self) -> dict[str, str]:
        """The title of each term."""
        return {term: values["title"] for term, values in self.terms.items()}


def emphasis_of(values: Mapping[str, Any]) -> Emphasis:
    """Whether the mark of a term stands out or back, by the term's attributes."""
    match values.get("emphasis"):
        case "strong":
            return "strong"
        case "soft":
            return "soft"
    return ""


def _names(term: str, values: Mapping[str, Any]) -> Iterable[str]:
    yield values["title"]
    yield from (values[key] for key in ("short", "code") if isinstance(values.get(key), str))
    yield from (alias for alias in values.get("aliases") or () if isinstance(alias, str))


def words(terms: Iterable[str]) -> Vocabulary:
    """A vocabulary without a name, from a plain list of words."""
    return Vocabulary("", {term: {"title": readable(term)} for term in terms})


def from_data(name: str, data: Any) -> Vocabulary:
    """A vocabulary from `ruleset.yaml`: a list of terms, or terms with attributes. Raises `VocabularyError`."""
    if isinstance(data, list):
        odd = next((term for term in data if isinstance(term, list | dict | None)), "")
        if odd != "":
            raise VocabularyError("an item of this list is a term: a word or a short text", data.index(odd))
        seen: set[str] = set()
        for number, term in enumerate(map(str, data)):
            if term in seen:
                raise VocabularyError(f"the term `{term}` stands here twice", number)
            seen.add(term)
        data = {str(term): {} for term in data}
    if not isinstance(data, dict) or not data:
        raise VocabularyError("a vocabulary is a list of terms, or terms with attributes")
    terms: dict[str, dict[str, Any]] = {}
    for term, values in data.items():
        if not isinstance(values, dict | None):
            title = values if isinstance(values, str) and _PLAIN.fullmatch(values) else "..."
            raise VocabularyError(f"the attributes of `{term}` are a mapping, such as {{title: {title}}}", term)
        terms[str(term)] = {"title": readable(str(term)).capitalize(), **(values or {})}
    attributes = dict.fromkeys(key for values in terms.values() for key in values)
    terms = {term: {**attributes, **values} for term, values in terms.items()}
    return Vocabulary(name, terms, attributes=attributes_of(name, terms))


def misspelt_attributes(data: Any) -> Iterator[tuple[str, str, str]]:
    """Attributes that one term alone has, and that nearly have the name of one that all others have but this one.

    The term, the attribute, and what was probably meant.
    """
    terms = (
        {term: values for term, values in data.items() if isinstance(values, dict)} if isinstance(data, dict) else {}
    )
    uses = Counter(key for values in terms.values() for key in values)
    for term, values in terms.items() if len(terms) > 2 else ():
        for key in (key for key in values if uses[key] == 1):
            lacking = [name for name, count in uses.items() if count == len(terms) - 1 and name not in values]
            if near := nearest(str(key), map(str, lacking), 1):
                yield str(term), str(key), near[0]


def attributes_of(name: str, terms: Mapping[str, Mapping[str, Any]]) -> Record:
    """The attributes of all terms, with none where a term lacks one."""
    names = dict.fromkeys(key for values in terms.values() for key in values)
    types = {key: join_all([type_of(values.get(key)) for values in terms.values()]) for key in names}
    return Record(f"term of {name}", types)


def type_of(value: Any) -> Type:
    """The type of a plain value."""
    match value:
        case bool():
            return TRUTH
        case int():
            return INTEGER
        case Fraction():
            return NUMBER
        case str():
            return TEXT
        case None:
            return NONE
        case list():
            return ListOf(join_all([type_of(item) for item in value]))
        case dict():
            return Record("record", {str(key): type_of(item) for key, item in value.items()})
    return ANYTHING
