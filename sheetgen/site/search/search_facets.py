"""Facets: what a reader can filter results by, as a list of records for every value."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

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


def facets_of(records: Sequence[SearchRecord], titles: Mapping[str, str], spellings: Spellings) -> list[FacetIndex]:
    """Return the facets of the records: kind and ruleset first, then the others by name."""
    kinds = _facet("kind", titles.get("kind", "Kind"), [(i, r.kind) for i, r in enumerate(records)])
    games = _facet("ruleset", titles.get("ruleset", "Game"), [(i, r.ruleset) for i, r in enumerate(records)])
    names = sorted({name for record in records for name in record.facets} - {"kind", "ruleset"})
    others = [
        _facet(name, titles.get(name, name), [(i, r.facets[name]) for i, r in enumerate(records) if name in r.facets])
        for name in names
    ]
    spellings = {**spellings, "ruleset": {record.ruleset: [record.ruleset_id] for record in records}}
    return [_spelled(facet, spellings.get(facet.id, {})) for facet in (kinds, games, *others) if facet.values]


def _spelled(facet: FacetIndex, names: Mapping[str, Sequence[str]]) -> FacetIndex:
    also: dict[str, list[str]] = defaultdict(list)
    for title, spellings in names.items():
        also[_form(title)] += spellings
    spelled = (tuple(dict.fromkeys(also[_form(value)])) for value in facet.values)
    return replace(facet, spellings=tuple(spelled)) if names else facet


def _facet(name: str, title: str, given: Sequence[tuple[int, FacetValue]]) -> FacetIndex:
    number = bool(given) and all(_is_number(value) for _, value in given)
    records: dict[str, set[int]] = defaultdict(set)
    titles: dict[str, Counter[str]] = defaultdict(Counter)
    for record, value in given:
        for text in texts(value):
            form = text if number else _form(text)
            records[form].add(record)
            titles[form][text] += 1
    forms = sorted(records, key=Fraction if number else None)
    values = (min(titles[form], key=lambda text: (-titles[form][text], text)) for form in forms)
    return FacetIndex(name, title, number, tuple(values), tuple(tuple(sorted(records[form])) for form in forms))


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
