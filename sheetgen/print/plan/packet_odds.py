"""The odds of a fight for its packet: counted when it is printed, known for the cache by what they follow from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sheetgen.languages.program_words import Words
from sheetgen.model.attack_odds import (
    MOST_STEPS_OF_A_FIGHT,
    Answers,
    AttackOdds,
    OddsCounter,
    attack_odds,
)
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.course_texts import course_lines, course_notes
from sheetgen.model.fight_course import MOST_CHOICES, fight_course
from sheetgen.model.fight_plans import fight_plan
from sheetgen.model.ruleset.ruleset_folders import RULESET_FILES
from sheetgen.model.standing_fighters import opponents_of
from sheetgen.print.jobs import AttackLines, OddsTable, PacketOdds
from sheetgen.site.games import SiteGame
from sheetgen.text.cache import digest
from sheetgen.text.source import contents

MOST_WHOLE_FIGHTS = 200
"""As many fights of a game may have odds that cost all that those of one may, about 15 minutes; more share that."""


@dataclass(frozen=True, eq=False, repr=False)
class LateOdds:
    """The odds of an encounter, counted when they are asked for."""

    game: SiteGame
    computed: ComputedEntry
    answers: Answers = field(default_factory=dict)
    """What the rules answered for other fights of the game."""
    fights: int = 1
    """How many of the game have odds in one build."""

    def __repr__(self) -> str:
        """All that they follow from."""
        model = self.computed.entry.kind.model.attack
        if model is None or not model.odds:
            return "no odds"
        layers = contents([layer.folder for layer in self.game.ruleset.layers], *RULESET_FILES)
        house = sorted(self.game.loaded.house.items()), self.share(MOST_STEPS_OF_A_FIGHT)
        return digest(
            repr((model, opponents_of(self.game.loaded, self.computed), house)), *(data or b"" for _, data in layers)
        )

    def share(self, most: int) -> int:
        """What this fight may cost, where one alone may cost `most`."""
        return min(most, most * MOST_WHOLE_FIGHTS // self.fights)

    @cached_property
    def odds(self) -> PacketOdds | None:
        """Its tables, its course, and what they take for granted; None where the game has no odds."""
        model, game = self.computed.entry.kind.model.attack, self.game
        if model is None:
            return None
        steps = self.share(MOST_STEPS_OF_A_FIGHT)
        counter = OddsCounter(game.ruleset, game.loaded.house, steps, self.answers)
        opponents = opponents_of(game.loaded, self.computed)
        odds = attack_odds(model, opponents, counter)
        if odds is None:
            return None
        plan, words = fight_plan(model, opponents, counter), game.words
        course = fight_course(plan, self.computed.id, most_choices=self.share(MOST_CHOICES)) if plan else None
        is_long = model.fight is not None and counter.left_out
        return PacketOdds(
            tuple(_tables(odds, words)), tuple(_notes(odds, words)),
            tuple(course_lines(course, words)) if course
            else (words("This fight takes too long to reckon."),) if is_long else (),
            tuple(course_notes(course, model.fight, words)) if course and model.fight else (),
        )  # fmt: skip


def _tables(odds: AttackOdds, words: Words) -> Iterator[OddsTable]:
    heads = (words("Target"), *odds.heads)
    for side in odds.sides:
        columns = zip(*(row.values for row in side.rows), strict=True)
        figures = zip(*(level(column, words.values.decimal) for column in columns), strict=True)
        lines: dict[str, list[tuple[str, ...]]] = {}
        for row, own in zip(side.rows, figures, strict=True):
            lines.setdefault(f"{row.attacker}, {row.attack}", []).append((row.target, *own))
        yield OddsTable(side.side, heads, tuple(AttackLines(attack, tuple(own)) for attack, own in lines.items()))


def level(texts: Sequence[str], decimal: str) -> list[str]:
    """The figures of a column, each with as many decimals as the one with most; what is no decimal stays as it is."""
    figure = re.compile(rf"([−+]?\d+)(?:{re.escape(decimal)}(\d+))?(\D*)")
    parts = [figure.fullmatch(text) for text in texts]
    most = max((len(part[2] or "") for part in parts if part), default=0)
    return [
        f"{part[1]}{decimal}{(part[2] or '').ljust(most, '0')}{part[3]}" if part and most else text
        for part, text in zip(parts, texts, strict=True)
    ]


def _notes(odds: AttackOdds, words: Words) -> Iterator[str]:
    yield words("Of several attacks each has the one that does most.")
    if odds.doc:
        yield odds.doc
    yield from odds.gaps(words)
