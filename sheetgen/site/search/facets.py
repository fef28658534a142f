"""Facets: what a reader can filter results by, as a list of records for every value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetgen.site.search.record import FacetValue, SearchRecord
from sheetgen.site.search.words import fold


@dataclass(frozen=True)
class Facet:
    """A facet with its values in order and, for each, the numbers of the records that have it.

    `ids` are other spellings of the values (a ruleset's id beside its title), or empty.
    """

    id: str
    title: str
    number: bool
    values: tuple[str, ...]
    records: tuple[tuple[int, ...], ...]
    ids: tuple[str, ...] = ()


def facets_of(records: Sequence[SearchRecord], titles: Mapping[str, str]) -> list[Facet]:
    """Return the facets of the records: kind and ruleset first, then the others by name."""
    kinds = _facet("kind", titles.get("kind", "Kind"), [(i, r.kind) for i, r in enumerate(records)])
    games = _facet("ruleset", titles.get("ruleset", "Game"), [(i, r.ruleset) for i, r in enumerate(records)])
    ids = {record.ruleset: record.ruleset_id for record in records}
    games = Facet(games.id, games.title, False, games.values, games.records, tuple(ids[v] for v in games.values))
    names = sorted({name for record in records for name in record.facets} - {"kind", "ruleset"})
    others = [
        _facet(name, titles.get(name, name), [(i, r.facets[name]) for i, r in enumerate(records) if name in r.facets])
        for name in names
    ]
    return [facet for facet in (kinds, games, *others) if facet.values]


def _facet(name: str, title: str, given: Sequence[tuple[int, FacetValue]]) -> Facet:
    number = bool(given) and all(_is_number(value) for _, value in given)
    held: dict[str, set[int]] = {}
    for record, value in given:
        for text in _texts(value):
            held.setdefault(text, set()).add(record)
    values = sorted(held, key=Fraction) if number else sorted(held, key=lambda text: (fold(text), text))
    return Facet(name, title, number, tuple(values), tuple(tuple(sorted(held[v])) for v in values))


def _is_number(value: FacetValue) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _texts(value: FacetValue) -> Iterable[str]:
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, tuple):
        return [text for text in value if text]
    return [str(value)] if value != "" else []
