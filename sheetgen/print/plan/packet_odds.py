"""The odds of a fight for its packet: counted when it is printed, known for the cache by what they follow from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sheetgen.languages.program_words import Words
from sheetgen.model.attack_odds import AttackOdds, OddsCounter, Opponents, attack_odds
from sheetgen.model.derive import ComputedEntry
from sheetgen.model.loaded import RULESET_FILES
from sheetgen.print.jobs import OddsTable, PacketOdds
from sheetgen.site.games import SiteGame
from sheetgen.text.cache import digest
from sheetgen.text.source import contents


@dataclass(frozen=True, eq=False, repr=False)
class LateOdds:
    """The odds of an encounter, counted when they are asked for."""

    game: SiteGame
    computed: ComputedEntry

    def __repr__(self) -> str:
        """All that they follow from."""
        model = self.computed.entry.kind.model.attack
        if model is None or not model.odds:
            return "no odds"
        layers = contents([layer.folder for layer in self.game.ruleset.layers], *RULESET_FILES)
        house = sorted(self.game.loaded.house.items())
        return digest(repr((model, Opponents.of(self.computed), house)), *(data or b"" for _, data in layers))

    @cached_property
    def odds(self) -> PacketOdds | None:
        """Its tables, and what they take for granted; None where the game has no odds."""
        model, game = self.computed.entry.kind.model.attack, self.game
        if model is None:
            return None
        counter = OddsCounter(game.ruleset, game.loaded.house)
        odds = attack_odds(model, Opponents.of(self.computed), counter)
        return PacketOdds(tuple(_tables(odds, game.words)), tuple(_notes(odds, game.words))) if odds else None


def _tables(odds: AttackOdds, words: Words) -> Iterator[OddsTable]:
    heads = (words("Attack"), words("Target"), *odds.heads)
    for side in odds.sides:
        rows = tuple((f"{row.attacker}, {row.attack}", row.target, *row.values) for row in side.rows)
        yield OddsTable(side.side, heads, rows)


def _notes(odds: AttackOdds, words: Words) -> Iterator[str]:
    yield words("Of several attacks each has the one that does most.")
    if odds.doc:
        yield odds.doc
    if odds.left_out:
        yield words("{n} more pairs take too long to count.", n=odds.left_out)
