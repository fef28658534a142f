"""What the course of a fight follows from: the blows of everybody's best attacks, and what they leave of everybody.

The rules of the game say both; each is asked once for all that are alike. The twin for pages is
`templates/assets/js/fight-plan.js`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sheetgen.model.attack_odds import AlikeFighters, OddsCounter, Opponents, TooMuchToCountError, best_attack, worth
from sheetgen.model.fight_course import WHOLE_WORD, Blow, FighterBody, FightPlan, PlannedFighter
from sheetgen.model.ruleset.attack_models import AttackModel, FightModel

MOST_FIGHTERS = 60
"""Of a fight with more there is no plan."""
MOST_ROWS = 1000
"""Of a fight with more attacks or targets there is no plan."""
MOST_PLACES = 2000
"""Ways in which a fighter may be hurt."""
Left = tuple[int, ...]
"""What is left of the tracks of a row, in the order of `lost`."""


def fight_plan(model: AttackModel, opponents: Opponents, counter: OddsCounter) -> FightPlan | None:
    """The plan of a fight; None where the game does not say how one goes on, or it takes too long to make."""
    if model.fight is None or model.odds not in counter.ruleset.rules or _is_large(opponents):
        return None
    try:
        plan = _Planner(model, model.fight, opponents, counter).plan()
    except TooMuchToCountError:
        return None
    standing = {f.side for f in plan.fighters if f.body is not None and plan.bodies[f.body].rows}
    return plan if len(standing) > 1 else None


def _is_large(opponents: Opponents) -> bool:
    rows = max(len(opponents.attacks), len(opponents.targets))
    return len(opponents.order) > MOST_FIGHTERS or rows > MOST_ROWS


@dataclass
class _Planner:
    """Makes the plan of a fight."""

    model: AttackModel
    fight: FightModel
    opponents: Opponents
    counter: OddsCounter
    blows: dict[tuple[int, int], dict[str | int, int]] = field(default_factory=dict)
    """By the numbers of attackers and targets the blows of the best attack, and their chances in parts of a word."""
    worth: dict[tuple[int, int], float] = field(default_factory=dict)

    def plan(self) -> FightPlan:
        """The whole plan. Raises `TooMuchToCountError`."""
        attackers, attacked = self.opponents.attackers, self.opponents.attacked
        self._ask(attackers, attacked)
        known = [self._known_blows(number) for number in range(len(attacked))]
        chains = self._chains(attacked)
        bodies = list(dict.fromkeys(chains.values()))
        sides = list(dict.fromkeys(self.opponents.sides.values()))
        kinds = {name: number for number, alike in enumerate(attackers) for name in alike.fighters}
        fighters = tuple(
            PlannedFighter(
                name, sides.index(self.opponents.sides[name]), kinds.get(name),
                bodies.index(chains[name]) if name in chains else None, self.opponents.times.get(name, 1),
            )
            for name in self.opponents.order
        )  # fmt: skip
        blows = {pair: _blow(chances, known[pair[1]]) for pair, chances in self.blows.items()}
        made = tuple(self._body([(row, attacked[row], known[row]) for row in chain]) for chain in bodies)
        return FightPlan(tuple(sides), fighters, made, blows, self.worth, self.fight.whom)

    def _ask(self, attackers: Sequence[AlikeFighters], attacked: Sequence[AlikeFighters]) -> None:
        """Ask the rules for the best attack of everybody on everybody, and for what it comes to."""
        odds = self.counter.ruleset.rules[self.model.odds]
        for first, attacker in enumerate(attackers):
            for second, target in enumerate(attacked):
                if attacker.side == target.side:
                    continue
                attack, outputs = best_attack(self.model, odds, attacker, target, self.counter)
                self.worth[first, second] = worth(outputs.get(self.model.best or odds.outputs[0].name))
                given = {**attack.given, **target.rows[0].given}
                self.blows[first, second] = _weights(self.counter.answer(self.fight.blow, given))

    def _known_blows(self, target: int) -> list[str | int]:
        """All blows that a target may get, in order."""
        return in_order({blow for (_, row), chances in self.blows.items() if row == target for blow in chances})

    def _chains(self, attacked: Sequence[AlikeFighters]) -> dict[str, tuple[int, ...]]:
        """For each fighter the numbers of its rows of targets, one for all that stand for the same tracks."""
        chains: dict[str, tuple[int, ...]] = {}
        seen: set[tuple[str, str]] = set()
        for row in self.opponents.targets:
            if (row.fighter, row.tracks) not in seen and row.fighter in self.opponents.sides:
                seen.add((row.fighter, row.tracks))
                number = next(at for at, alike in enumerate(attacked) if alike.holds(row))
                chains[row.fighter] = (*chains.get(row.fighter, ()), number)
        return chains

    def _body(self, rows: Sequence[tuple[int, AlikeFighters, Sequence[str | int]]]) -> FighterBody:
        """The places of those who lose one row after the other."""
        numbers: list[int] = []
        left: list[int] = []
        after: list[tuple[int, ...]] = []
        alike = [self._places(target, blows) for _, target, blows in rows]
        if sum(map(len, alike)) > MOST_PLACES:
            raise TooMuchToCountError
        for at, (row, _, _) in enumerate(rows):
            begin, rest = len(numbers), sum(sum(_start(places)) for places in alike[at + 1 :])
            beyond = begin + len(alike[at])
            where = {state: begin + number for number, state in enumerate(alike[at])}
            for state, nexts in alike[at].items():
                numbers.append(row)
                left.append(sum(state) + rest)
                after.append(tuple(where.get(state_after, beyond) for state_after in nexts))
        return FighterBody(tuple(numbers), (*left, 0), tuple(after))

    def _places(self, target: AlikeFighters, blows: Sequence[str | int]) -> dict[Left, tuple[Left, ...]]:
        """What may be left of a target while it stands, from the start on, and what of it after each of the blows."""
        inputs = {label: name for name, label in self.model.left.items()}
        given = target.rows[0].given
        start = tuple(_boxes(given.get(inputs[label])) for label in self.model.lost)
        places: dict[Left, tuple[Left, ...]] = {}
        waiting = [start] if self._stands(start) else []
        for state in waiting:
            if state in places:
                continue
            if len(places) >= MOST_PLACES:
                raise TooMuchToCountError
            own = {**given, **{inputs[label]: boxes for label, boxes in zip(self.model.lost, state, strict=True)}}
            places[state] = tuple(self._crossed(own, state, blow) for blow in blows)
            waiting += [
                state_after for state_after in places[state] if state_after not in places and self._stands(state_after)
            ]
        return places

    def _crossed(self, given: Mapping[str, Any], state: Left, blow: str | int) -> Left:
        """What a blow leaves."""
        outputs = self.counter.answer(self.fight.crosses, {**given, "blow": blow}) or {}
        lost = (_boxes(outputs.get(name)) for name in self.model.lost.values())
        return tuple(max(0, boxes - gone) for boxes, gone in zip(state, lost, strict=True))

    def _stands(self, state: Left) -> bool:
        """Whether a fighter goes on with what is left."""
        deciding = self.fight.standing or list(self.model.lost)
        return any(boxes > 0 for label, boxes in zip(self.model.lost, state, strict=True) if label in deciding)


def _start(places: Mapping[Left, object]) -> Left:
    return next(iter(places), ())


def _boxes(value: Any) -> int:
    """A number of boxes; none where it is no whole number."""
    return max(0, value) if isinstance(value, int) and not isinstance(value, bool) else 0


def _weights(outputs: Mapping[str, Any] | None) -> dict[str | int, int]:
    """The chances that a rule gives, in parts of a word; none where it fails."""
    chances = next(iter((outputs or {}).values()), None)
    if not isinstance(chances, dict):
        return {}
    counted = {blow: int(Fraction(part) * WHOLE_WORD) for blow, part in chances.items() if _is_chance(part)}
    return {blow: weight for blow, weight in counted.items() if weight > 0}


def _is_chance(part: Any) -> bool:
    return isinstance(part, int | Fraction) and not isinstance(part, bool)


def _blow(chances: Mapping[str | int, int], known: Sequence[str | int]) -> Blow:
    """The blows of an attack as sums of their chances."""
    limits = list(_sums(chances[blow] for blow in known if blow in chances))
    return Blow(tuple(limits), tuple(number for number, blow in enumerate(known) if blow in chances))


def _sums(parts: Iterator[int]) -> Iterator[int]:
    total = 0
    for part in parts:
        total = min(WHOLE_WORD, total + part)
        yield total


def in_order(blows: set[str | int]) -> list[str | int]:
    """Blows in ascending order, as numbers where all are."""
    numbers = sorted(blow for blow in blows if isinstance(blow, int))
    return [*numbers, *sorted(blow for blow in blows if isinstance(blow, str))]
