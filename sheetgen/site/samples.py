"""Samples of a game: queries that find something in it, and two stat blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import quote

from sheetgen.formula.types import Term, each
from sheetgen.model.ruleset.kinds import Kind, has_sheet
from sheetgen.site.entry_contents import EntryContent
from sheetgen.site.games import SiteGame
from sheetgen.views.pages import Link

LOOKED_AT = 40
QUESTIONS = 3


@dataclass(frozen=True)
class Samples:
    """Queries of a game that find something; each is empty where the game has nothing of the sort."""

    name: str = ""
    """The name of an entry."""
    numbers: str = ""
    """A facet that is a number, such as `level`."""
    low: int = 0
    word: str = ""
    """A facet and one of its terms, such as `colour:red`."""
    other: str = ""
    """The same facet with another term."""

    @property
    def range(self) -> str:
        """A range of numbers that some entry lies in."""
        return f"{self.numbers}:{self.low}..{self.low + 2}" if self.numbers else ""


def query_link(query: str) -> Link:
    """A link to what a query finds."""
    return Link(query, f"search.html?q={quote(query, safe=':.')}")


def main_kind(game: SiteGame) -> Kind | None:
    """The kind that a campaign has most of among those with a card and no sheet: its adversaries, as a rule."""
    every = list(game.entries.kinds())
    kinds = [kind for kind in every if kind.layout and kind.layout.areas["front"] and kind.layout.areas["back"]]
    kinds = [kind for kind in kinds if not has_sheet(kind)] or kinds
    return max(kinds or every, key=lambda kind: len(game.entries.of_campaign(kind.id)), default=None)


def samples(game: SiteGame) -> Samples:
    """Queries for the pages that teach searching, made from the entries of the game's main kind."""
    kind = main_kind(game)
    if kind is None or kind.layout is None:
        return Samples()
    entries = game.entries.of(kind.id)
    facets: Mapping[str, Any] = game.contents.entry(entries[len(entries) // 3]).record().facets
    name = entries[len(entries) // 3].entry.name.lower()
    numbers = next((facet for facet, value in facets.items() if type(value) in (int, Fraction)), "")
    facet, terms = next(_worded(game, kind), ("", []))
    words = [f"{facet}:{term}" for term in terms[:2]] + ["", ""]
    return Samples(name, numbers, int(facets[numbers]) if numbers else 0, words[0], words[1])


def _worded(game: SiteGame, kind: Kind) -> Iterator[tuple[str, list[str]]]:
    """The facets of a kind that hold terms, with those that occur, as one writes them."""
    assert kind.layout is not None
    for facet in kind.model.facets:
        formula = kind.layout.formulas.get(f"facets.{facet}")
        if formula and isinstance(each(formula.type), Term):
            values = [
                game.contents.entry(computed).outline.facets.get(facet, ())
                for computed in game.entries.of(kind.id)[:LOOKED_AT]
            ]
            occurring = dict.fromkeys(term for value in values for term in value)
            if terms := [str(term) for term in occurring if term]:
                yield facet, terms


def tries(games: Iterable[SiteGame]) -> Iterator[Link]:
    """Suggestions to look up first: what players ask, or else two chapters; an entry, a range of numbers."""
    for game in list(games)[:1]:
        asked = game.ruleset.model.questions[:QUESTIONS] or [chapter.title.lower() for chapter in game.chapters[:2]]
        yield from map(query_link, asked)
        sample = samples(game)
        yield from (query_link(query) for query in (sample.name, sample.range) if query)


def sample_blocks(game: SiteGame) -> Iterator[EntryContent]:
    """Two entries with stat blocks of middling length, of some forty that are looked at."""
    kind = main_kind(game)
    entries = game.entries.of(kind.id) if kind else []
    contents = [game.contents.entry(computed) for computed in entries[:: 1 + len(entries) // LOOKED_AT]]
    contents.sort(key=lambda content: (len(content.record().sections[0].text), content.computed.id))
    third = len(contents) // 3
    yield from contents[third : third + 2]
