"""Facets: what a reader can filter results by, as a list of records for every value."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypedDict

from sheetgen.site.search.record import FacetValue, SearchRecord
from sheetgen.site.search.words import search_form


@dataclass(frozen=True)
class FacetIndex:
    """A facet with its values in order and, for each, the numbers of the records that have it.

    `spellings` are other names of each value: its id first ("" where that is spelled alike), then the rest.
    """

    id: str
    title: str
    number: bool
    values: tuple[str, ...]
    records: tuple[tuple[int, ...], ...]
    spellings: tuple[tuple[str, ...], ...] = ()


Spellings = Mapping[str, Mapping[str, Sequence[str]]]
"""Other names of the values of facets: by facet, then by title; the id of a value first."""


class BlockFacet(TypedDict):
    """A facet of some records: whether all its values are numbers, and the records of each of these as it is shown."""

    number: bool
    values: dict[str, list[int]]


def facets_of(records: Sequence[SearchRecord]) -> dict[str, BlockFacet]:
    """Return the facets of some records by name."""
    facets: dict[str, BlockFacet] = {}
    for number, record in enumerate(records):
        for name, value in {**record.facets, "kind": record.kind, "ruleset": record.ruleset}.items():
            facet = facets.setdefault(name, {"number": True, "values": {}})
            facet["number"] = facet["number"] and _is_number(value)
            for text in texts(value):
                facet["values"].setdefault(text, []).append(number)
    return facets


@dataclass
class JoinedFacets:
    """The facets of blocks of records that follow one another."""

    _numbers: dict[str, bool] = field(default_factory=dict)
    _records: dict[str, dict[str, array[int]]] = field(default_factory=dict)
    _games: dict[str, str] = field(default_factory=dict)

    def add(self, facets: Mapping[str, BlockFacet], games: Mapping[str, str], before: int) -> None:
        """Put a block behind the others, which have so many records; `games` are the ids of rulesets by title."""
        self._games.update(games)
        for name, facet in facets.items():
            self._numbers[name] = facet["number"] and self._numbers.get(name, True)
            known = self._records.setdefault(name, {})
            for text, records in facet["values"].items():
                known.setdefault(text, array("I")).extend([before + number for number in records])

    def index(self, titles: Mapping[str, str], spellings: Spellings) -> list[FacetIndex]:
        """Return the facets of the records: kind and ruleset first, then the others by name."""
        usual = {"kind": "Kind", "ruleset": "Game"}
        names = [name for name in usual if name in self._records] + sorted(self._records.keys() - usual)
        others = {**spellings, "ruleset": {title: [identity] for title, identity in self._games.items()}}
        facets = [self._facet(name, titles.get(name, usual.get(name, name))) for name in names]
        return [_spelled(facet, others.get(facet.id, {})) for facet in facets if facet.values]

    def _facet(self, name: str, title: str) -> FacetIndex:
        number = self._numbers[name]
        spelled: dict[str, list[str]] = defaultdict(list)
        for text in self._records[name]:
            spelled[text if number else _form(text)].append(text)
        values, records = [], []
        for form in sorted(spelled, key=Fraction if number else None):
            known = [self._records[name][text] for text in spelled[form]]
            values.append(min(spelled[form], key=lambda text: (-len(self._records[name][text]), text)))
            records.append(tuple(sorted({record for numbers in known for record in numbers})))
        return FacetIndex(name, title, number, tuple(values), tuple(records))


def _spelled(facet: FacetIndex, names: Mapping[str, Sequence[str]]) -> FacetIndex:
    also: dict[str, list[str]] = defaultdict(list)
    for title, spellings in names.items():
        also[_form(title)] += spellings
    spelled = (tuple(dict.fromkeys(also[_form(value)])) for value in facet.values)
    return replace(facet, spellings=tuple(spelled)) if names else facet


def _form(text: str) -> str:
    """The spelling that values are compared and ordered by: those that differ in case or accents are the same."""
    return search_form(text) or text


def _is_number(value: FacetValue) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def texts(value: FacetValue) -> Iterable[str]:
    """Return the values of a facet as they are shown."""
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, tuple):
        return [text for text in value if text]
    return [str(value)] if value != "" else []
