"""The facets of entries, for lists, the search and commands: values as titles, with their other spellings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.query import Facet, Value
from sheetgen.model.ruleset.derivations import DerivedValue
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.site.entry_outlines import facet_terms
from sheetgen.site.games import SiteGame
from sheetgen.site.search.record import FacetValue
from sheetgen.site.search.search_facets import Spellings, texts

ALWAYS = {"kind": "Kind", "ruleset": "Game", "tag": "Tag"}
"""Facets of the entries of every game."""


def facet_label(kind: Kind, name: str) -> str:
    """The label of a facet: the title of its value, else its own name in words."""
    formula = kind.model.facets[name].strip()
    titles = {field.name: field.title for field in kind.fields} | {
        field.name: field.model.title for field in kind.derived if isinstance(field, DerivedValue)
    }
    return titles.get(formula) or name.replace("_", " ").capitalize()


def facet_titles(kinds: Iterable[Kind], words: Words = ENGLISH) -> dict[str, str]:
    """The title of each facet; its own name where kinds differ."""
    titles: dict[str, set[str]] = defaultdict(set)
    for kind in kinds:
        for name in kind.model.facets:
            titles[name].add(facet_label(kind, name))
    own = {
        name: names.pop() if len(names) == 1 else name.replace("_", " ").capitalize() for name, names in titles.items()
    }
    return own | {name: words(title) for name, title in ALWAYS.items()}


def spellings(games: Iterable[SiteGame]) -> Spellings:
    """The ids of kinds and terms, and the plurals of kinds, where they are not spelled as their titles."""
    names: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for kind in game.entries.kinds():
            names["kind"][kind.model.title] += [kind.id, kind.model.plural]
            for facet in kind.model.facets:
                for term, title in facet_terms(game.ruleset, kind, facet).items():
                    if name_key(term) != name_key(title):
                        names[facet][title].append(term)
    return {facet: {title: list(dict.fromkeys(also)) for title, also in of.items()} for facet, of in names.items()}


def query_facets(game: SiteGame, entries: Sequence[ComputedEntry]) -> tuple[list[Facet], list[dict[str, list[Value]]]]:
    """The facets of a query over these entries, and the values of each entry."""
    also = {**spellings([game]), "ruleset": {game.title: [game.ruleset.id]}}
    records = [game.contents.entry(computed).record() for computed in entries]
    own: list[dict[str, FacetValue]] = [{**record.facets, "ruleset": game.title} for record in records]
    known: dict[str, dict[str, None]] = {name: {} for name in ALWAYS}
    for computed, facets in zip(entries, own, strict=True):
        for name in computed.entry.kind.model.facets:
            known.setdefault(name, dict.fromkeys(facet_terms(game.ruleset, computed.entry.kind, name).values()))
        for name, value in facets.items():
            known[name] |= dict.fromkeys(texts(value))
    made = {
        name: {text: Value.of(text, *also.get(name, {}).get(text, ())) for text in all} for name, all in known.items()
    }
    titles = facet_titles({computed.entry.kind.id: computed.entry.kind for computed in entries}.values())
    order = [*ALWAYS, *sorted(known.keys() - ALWAYS.keys())]
    chosen = [{name: [made[name][text] for text in texts(value)] for name, value in facets.items()} for facets in own]
    return [Facet(name, titles[name], tuple(made[name].values())) for name in order], chosen
