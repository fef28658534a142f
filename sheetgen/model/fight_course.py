"""The course of a fight: who wins, how long it takes, who goes down.

A fight with few ways to go is counted: the chances of all states, turn by turn. Any other is played many times, with
dice that a seed repeats. The twin for pages is `templates/assets/js/fight-course.js`; both give the same numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sheetgen.dice.roller import Roller
from sheetgen.model.ruleset.attack_models import Whom

WHOLE_WORD = 1 << 32
"""Chances of blows are counted in parts of this."""
MOST_ROUNDS = 50
"""Rounds after which a fight is undecided."""
MOST_TRANSITIONS = 100_000
"""Steps from state to state up to which a fight is counted."""
MOST_CHOICES = 6_000_000
"""Enemies that are looked at, in all fights that are played."""
NEGLIGIBLE = 1e-9
"""The chance of all states together from which on they are counted no further."""
FIGHTS = 1000
"""How often a fight is played, unless said otherwise: its chances are within about three points in 19 of 20 runs."""


@dataclass(frozen=True)
class FighterBody:
    """What alike fighters can lose: places from 0, where they begin, to the last, out of the fight."""

    rows: tuple[int, ...]
    """For each place but the last which of the game's rows of targets takes the next blow."""
    left: tuple[int, ...]
    """For each place the boxes that are left."""
    after: tuple[tuple[int, ...], ...]
    """For each place but the last the places after each of the blows that its row knows."""


@dataclass(frozen=True)
class Blow:
    """What an attack on a row may come to: sums of chances, in parts of `WHOLE_WORD`, and the number of each blow."""

    limits: tuple[int, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class PlannedFighter:
    """One who takes part: its side, its attacks and its body by their numbers, and how often it attacks in a turn."""

    name: str
    side: int
    attacks: int | None
    body: int | None
    times: int = 1


@dataclass(frozen=True)
class FightPlan:
    """All that the course of a fight follows from, fighters in the order of their turns."""

    sides: tuple[str, ...]
    fighters: tuple[PlannedFighter, ...]
    bodies: tuple[FighterBody, ...]
    blows: Mapping[tuple[int, int], Blow]
    """By the numbers of the attacks and of the row of targets."""
    worth: Mapping[tuple[int, int], float]
    """By the same how much these attacks do, to compare by."""
    whom: Whom


@dataclass(frozen=True)
class FightCourse:
    """What comes of a fight, as parts of 1."""

    fights: int
    """How often it was played; 0 where all its ways are counted."""
    seed: str
    wins: tuple[tuple[str, float], ...]
    """For each side that it alone stands at the end."""
    undecided: float
    rounds: tuple[float, ...]
    """For each round that the fight ends in it."""
    out: tuple[tuple[str, float], ...]
    """For each fighter that can be hit that it goes down."""

    @property
    def spread(self) -> float:
        """By how much these chances may be off in 19 of 20 runs; 0 where they are counted."""
        return 0.98 / self.fights**0.5 if self.fights else 0.0

    def lasts(self, part: float) -> int | None:
        """The round by which this part of all fights that end has ended; None where no fight ends."""
        ended = sum(self.rounds)
        total = 0.0
        for number, share in enumerate(self.rounds, 1):
            total += share
            if total >= part * ended - 1e-12 and total > 0:
                return number
        return None


State = tuple[int, ...]


@dataclass
class _Sums:
    """What ended fights came to, in weights."""

    plan: FightPlan
    wins: list[float] = field(default_factory=list)
    rounds: list[float] = field(default_factory=lambda: [0.0] * MOST_ROUNDS)
    out: list[float] = field(default_factory=list)
    undecided: float = 0.0

    def __post_init__(self) -> None:
        self.wins = [0.0] * len(self.plan.sides)
        self.out = [0.0] * len(self.plan.fighters)

    def end(self, state: Sequence[int], weight: float, number: int, winner: int | None) -> None:
        """A fight that ends with a state; in no round where it is undecided."""
        if winner is None:
            self.undecided += weight
        else:
            self.wins[winner] += weight
            self.rounds[number - 1] += weight
        for at, fighter in enumerate(self.plan.fighters):
            if fighter.body is not None and state[at] == len(self.plan.bodies[fighter.body].rows):
                self.out[at] += weight

    def going_on(self, rules: _Rules, states: Mapping[State, float], number: int) -> dict[State, float]:
        """The states of fights that go on; the others end in this round."""
        rest: dict[State, float] = {}
        for state, chance in states.items():
            winner = rules.winner(state)
            if winner is None:
                rest[state] = chance
            else:
                self.end(state, chance, number, winner)
        return rest

    def course(self, fights: int, seed: str) -> FightCourse:
        """All of it as parts of 1."""
        whole = fights or 1
        last = max((at + 1 for at, weight in enumerate(self.rounds) if weight), default=0)
        wins = zip(self.plan.sides, self.wins, strict=True)
        fighters = zip(self.plan.fighters, self.out, strict=True)
        return FightCourse(
            fights=fights,
            seed=seed,
            wins=tuple((side, weight / whole) for side, weight in wins),
            undecided=self.undecided / whole,
            rounds=tuple(weight / whole for weight in self.rounds[:last]),
            out=tuple((fighter.name, weight / whole) for fighter, weight in fighters if fighter.body is not None),
        )


@dataclass(frozen=True)
class _Rules:
    """Who may attack whom in a plan, and when it is over."""

    plan: FightPlan

    @cached_property
    def ends(self) -> list[int]:
        """The place of each fighter at which it is out; -1, where none is, of one that cannot be hit."""
        return [-1 if f.body is None else len(self.plan.bodies[f.body].rows) for f in self.plan.fighters]

    @cached_property
    def _against(self) -> list[list[int]]:
        """For each fighter those of other sides that can be hit."""
        fighters = self.plan.fighters
        return [
            [at for at, other in enumerate(fighters) if other.side != fighter.side and other.body is not None]
            for fighter in fighters
        ]

    @cached_property
    def turns(self) -> list[int]:
        """Who attacks, one after the other, in a round."""
        fighters = enumerate(self.plan.fighters)
        return [at for at, fighter in fighters if fighter.attacks is not None for _ in range(fighter.times)]

    def winner(self, state: Sequence[int]) -> int | None:
        """The only side of which one that can be hit still stands; None where there are several."""
        fighters, ends = self.plan.fighters, self.ends
        standing = {fighters[at].side for at, place in enumerate(state) if ends[at] >= 0 and place != ends[at]}
        return standing.pop() if len(standing) == 1 else None

    def enemies(self, state: Sequence[int], at: int) -> list[int]:
        """Those whom a fighter can hit, and who stand."""
        ends = self.ends
        return [other for other in self._against[at] if state[other] != ends[other]]

    def chosen(self, state: Sequence[int], at: int, enemies: Sequence[int]) -> Sequence[int]:
        """Whom a fighter attacks of these; several where it is any of them."""
        if self.plan.whom == "anyone":
            return enemies
        if self.plan.whom == "weakest":
            return [min(enemies, key=lambda other: self._body(other).left[state[other]])]
        if self.plan.whom == "best":
            return [max(enemies, key=lambda other: self._worth(state, at, other))]
        return enemies[:1]

    def _body(self, at: int) -> FighterBody:
        body = self.plan.fighters[at].body
        assert body is not None
        return self.plan.bodies[body]

    def _pair(self, state: Sequence[int], at: int, other: int) -> tuple[int, int]:
        attacks = self.plan.fighters[at].attacks
        assert attacks is not None
        return attacks, self._body(other).rows[state[other]]

    def _worth(self, state: Sequence[int], at: int, other: int) -> float:
        return self.plan.worth.get(self._pair(state, at, other), float("-inf"))

    def blow(self, state: Sequence[int], at: int, other: int) -> Blow | None:
        """What an attack on another fighter may come to now."""
        return self.plan.blows.get(self._pair(state, at, other))

    def after(self, state: Sequence[int], other: int, number: int) -> int:
        """The place of a fighter after a blow."""
        return self._body(other).after[state[other]][number]


def fight_course(
    plan: FightPlan,
    seed: str,
    fights: int = FIGHTS,
    most_choices: int = MOST_CHOICES,
    done: Callable[[int], object] = lambda fights: None,
) -> FightCourse:
    """The course of a fight: counted where it can be, else played so many times; `done` hears of each."""
    return counted(plan) or played(plan, seed, fights, most_choices, done)


def counted(plan: FightPlan) -> FightCourse | None:
    """The exact course of a fight; None where it has too many ways to go."""
    rules, sums, spent = _Rules(plan), _Sums(plan), 0
    states: dict[State, float] = {(0,) * len(plan.fighters): 1.0}
    for number in range(1, MOST_ROUNDS + 1):
        for at in rules.turns:
            nexts: dict[State, float] = defaultdict(float)
            for state, chance in states.items():
                spent += _spread(rules, state, chance, at, nexts)
                if spent > MOST_TRANSITIONS:
                    return None
            states = sums.going_on(rules, nexts, number)
        if sum(states.values()) < NEGLIGIBLE:
            break
    for state, chance in states.items():
        sums.end(state, chance, 0, None)
    return sums.course(0, "")


def _spread(rules: _Rules, state: State, chance: float, at: int, nexts: dict[State, float]) -> int:
    """Add the states after an attack of a fighter to those to come; how many there are."""
    enemies = [] if state[at] == rules.ends[at] else rules.enemies(state, at)
    if not enemies:
        nexts[state] += chance
        return 1
    chosen, ways = rules.chosen(state, at, enemies), 0
    for other in chosen:
        blow, before, part = rules.blow(state, at, other), 0, chance / len(chosen)
        for limit, number in zip(blow.limits, blow.numbers, strict=True) if blow else ():
            place = rules.after(state, other, number)
            nexts[(*state[:other], place, *state[other + 1 :])] += part * ((limit - before) / WHOLE_WORD)
            before = limit
        nexts[state] += part * ((WHOLE_WORD - before) / WHOLE_WORD)
        ways += 1 + (len(blow.limits) if blow else 0)
    return ways


def played(
    plan: FightPlan,
    seed: str,
    fights: int = FIGHTS,
    most_choices: int = MOST_CHOICES,
    done: Callable[[int], object] = lambda fights: None,
) -> FightCourse:
    """The course of a fight that is played as often as said, or as time allows."""
    rules, sums, roller = _Rules(plan), _Sums(plan), Roller(seed)
    number = spent = 0
    while number < fights and spent < most_choices:
        spent += _play(rules, sums, roller)
        number += 1
        done(1)
    return sums.course(number, seed)


def _play(rules: _Rules, sums: _Sums, roller: Roller) -> int:
    """Play one fight; how many enemies were looked at."""
    fighters, ends = rules.plan.fighters, rules.ends
    state, looked = [0] * len(fighters), 0
    for number in range(1, MOST_ROUNDS + 1):
        for at in rules.turns:
            enemies = [] if state[at] == ends[at] else rules.enemies(state, at)
            if not enemies:
                continue
            looked += len(fighters)
            other = _struck(rules, state, at, enemies, roller)
            winner = rules.winner(state) if state[other] == ends[other] else None
            if winner is not None:
                sums.end(state, 1, number, winner)
                return looked
    sums.end(state, 1, 0, None)
    return looked


def _struck(rules: _Rules, state: list[int], at: int, enemies: Sequence[int], roller: Roller) -> int:
    """Roll an attack of a fighter on one of its enemies, whose place it changes; which one that is."""
    chosen = rules.chosen(state, at, enemies)
    other = chosen[roller.die(len(chosen)) - 1] if len(chosen) > 1 else chosen[0]
    blow = rules.blow(state, at, other)
    way = bisect_right(blow.limits, roller.die(WHOLE_WORD) - 1) if blow else 0
    if blow and way < len(blow.limits):
        state[other] = rules.after(state, other, blow.numbers[way])
    return other
