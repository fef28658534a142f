"""The facets of entries, for lists, the search and commands: values as titles, with their other spellings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sheetgen.formula.runtime import show
from sheetgen.formula.types import Term, each
from sheetgen.model.derive import ComputedEntry
from sheetgen.model.query import Facet, Value
from sheetgen.model.ruleset.kinds import DerivedValue, Kind
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.site.games import SiteGame
from sheetgen.site.search.facets import Spellings, texts
from sheetgen.site.search.record import FacetValue

ALWAYS = {"kind": "Kind", "ruleset": "Game", "tag": "Tag"}
"""Facets of the entries of every game."""


def facet_label(kind: Kind, name: str) -> str:
    """The label of a facet: the title of its value, else its own name in words."""
    formula = kind.model.facets[name].strip()
    titles = {field.name: field.title for field in kind.fields} | {
        field.name: field.model.title for field in kind.derived if isinstance(field, DerivedValue)
    }
    return titles.get(formula) or name.replace("_", " ").capitalize()


def facet_titles(kinds: Iterable[Kind]) -> dict[str, str]:
    """The title of each facet; its own name where kinds differ."""
    titles: dict[str, set[str]] = defaultdict(set)
    for kind in kinds:
        for name in kind.model.facets:
            titles[name].add(facet_label(kind, name))
    own = {
        name: names.pop() if len(names) == 1 else name.replace("_", " ").capitalize() for name, names in titles.items()
    }
    return own | ALWAYS


def entry_facets(game: SiteGame, computed: ComputedEntry) -> dict[str, FacetValue]:
    """The values of an entry, by facet: titles of terms, numbers, texts."""
    kind, facets = computed.entry.kind, {}
    for name, value in game.contents.entry(computed).facets.items():
        titles = _terms(game, kind, name)
        facets[name] = (
            tuple(_value(item, titles) for item in value) if isinstance(value, list) else _value(value, titles)
        )
    own = {"kind": kind.model.title, "tag": tuple(computed.entry.fields["tags"])}
    return own | {name: value for name, value in facets.items() if value not in (None, (), "")}


def _terms(game: SiteGame, kind: Kind, name: str) -> Mapping[str, str]:
    """The titles of the terms that a facet of a kind holds; none where it holds no terms."""
    formula = kind.layout.formulas.get(f"facets.{name}") if kind.layout else None
    item = each(formula.type) if formula else None
    return game.ruleset.titles.get(item.vocabulary, {}) if isinstance(item, Term) else {}


def _value(value: Any, titles: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return titles.get(value, value)
    return show(value) if isinstance(value, dict) else value


def spellings(games: Iterable[SiteGame]) -> Spellings:
    """The ids of kinds and terms, and the plurals of kinds, where they are not spelled as their titles."""
    names: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for kind in game.entries.kinds():
            names["kind"][kind.model.title] += [kind.id, kind.model.plural]
            for facet in kind.model.facets:
                for term, title in _terms(game, kind, facet).items():
                    if name_key(term) != name_key(title):
                        names[facet][title].append(term)
    return {facet: {title: list(dict.fromkeys(also)) for title, also in of.items()} for facet, of in names.items()}


def query_facets(game: SiteGame, entries: Sequence[ComputedEntry]) -> tuple[list[Facet], list[dict[str, list[Value]]]]:
    """The facets of a query over these entries, and the values of each entry."""
    also = {**spellings([game]), "ruleset": {game.title: [game.ruleset.id]}}
    own: list[dict[str, FacetValue]] = [{**entry_facets(game, computed), "ruleset": game.title} for computed in entries]
    known: dict[str, dict[str, None]] = {name: {} for name in ALWAYS}
    for computed, facets in zip(entries, own, strict=True):
        for name in computed.entry.kind.model.facets:
            known.setdefault(name, dict.fromkeys(_terms(game, computed.entry.kind, name).values()))
        for name, value in facets.items():
            known[name] |= dict.fromkeys(texts(value))
    made = {
        name: {text: Value.of(text, *also.get(name, {}).get(text, ())) for text in all} for name, all in known.items()
    }
    titles = facet_titles({computed.entry.kind.id: computed.entry.kind for computed in entries}.values())
    order = [*ALWAYS, *sorted(known.keys() - ALWAYS.keys())]
    chosen = [{name: [made[name][text] for text in texts(value)] for name, value in facets.items()} for facets in own]
    return [Facet(name, titles[name], tuple(made[name].values())) for name in order], chosen
