"""The odds of a fight before it: for each attacker and target the attack that does most, and how often it does what.

Fighters that are alike, the copies of one entry, count once. Everybody attacks those of other sides. The twin for pages
is in `templates/assets/js/attack-odds.js`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from sheetgen.formula.compile import WHOLE
from sheetgen.formula.number_formats import formatted
from sheetgen.formula.runtime import MOST_STEPS, FormulaFailedError
from sheetgen.formula.types import ANYTHING, Record, Type
from sheetgen.languages.program_words import Words
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.attack_models import AttackModel
from sheetgen.model.ruleset.attacks import OWN
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.run_rule import RuleError, given_inputs

MOST_STEPS_OF_A_FIGHT = 1_200_000
"""Steps that the odds of one fight may take, about five seconds."""
MOST_TIMES = 20
"""Attacks in a turn."""
_NUMBER = re.compile(r"\s+\d+$")
STEPS_TO_ASK = 20
"""Steps that a question to a rule takes at least."""
_UNKNOWN = "–"
"""What stands for odds that cannot be computed."""


@dataclass(frozen=True)
class FightRow:
    """A row of attacks or targets: whose it is, what it is called, and the inputs that it fills in."""

    fighter: str
    name: str
    given: Mapping[str, Any]
    tracks: str = ""
    """Of a target the entry in a panel whose tracks it stands for."""

    @classmethod
    def attack(cls, row: Mapping[str, Any]) -> FightRow:
        """A row of the list of attacks."""
        return cls(str(row["by"]), str(row["name"]), _inputs(row))

    @classmethod
    def target(cls, row: Mapping[str, Any]) -> FightRow:
        """A row of the list of targets."""
        return cls(str(row["name"]), str(row.get("called") or row["name"]), _inputs(row), str(row.get("tracks") or ""))


@dataclass(frozen=True)
class AlikeFighters:
    """Attackers with the same attacks, or targets with the same values."""

    name: str
    side: str
    fighters: tuple[str, ...]
    rows: tuple[FightRow, ...]

    def holds(self, row: FightRow) -> bool:
        """Whether a row of targets is one of these."""
        [first] = self.rows
        called = _common(row.name) == _common(first.name) and repr(row.given) == repr(first.given)
        return row.fighter in self.fighters and called


@dataclass(frozen=True)
class OddsRow:
    """An attacker's best attack on a target, and its odds as readers see them."""

    attacker: str
    attack: str
    target: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class SideOdds:
    """What those of one side do to the others."""

    side: str
    rows: tuple[OddsRow, ...]


@dataclass(frozen=True)
class AttackOdds:
    """The odds of a fight: what is counted, side by side, and what that takes for granted."""

    heads: tuple[str, ...]
    sides: tuple[SideOdds, ...]
    doc: str
    left_out: int = 0
    """Pairs that there were too many of to count them all."""
    failed: tuple[str, ...] = ()
    """Attacks for which the rule failed, each behind the name of its attacker."""

    def gaps(self, words: Words) -> Iterator[str]:
        """What the tables lack, in sentences."""
        if self.failed:
            yield words("No odds of {attacks}: the rule cannot reckon with them.", attacks="; ".join(self.failed))
        if self.left_out:
            yield words("{n} more pairs take too long to count.", n=self.left_out)


@dataclass(frozen=True)
class Opponents:
    """Who takes part in a fight, in the order of turns, with all that they attack with and what they bring along."""

    order: tuple[str, ...]
    sides: Mapping[str, str]
    attacks: tuple[FightRow, ...]
    targets: tuple[FightRow, ...]
    times: Mapping[str, int]
    """How often each attacks in a turn, where the roster says so."""

    @classmethod
    def of(cls, computed: ComputedEntry) -> Opponents:
        """Those of an encounter, whose kind says how they attack each other."""
        kind = computed.entry.kind.model
        assert kind.attack is not None
        roster = {str(row["name"]): row for row in computed.value(kind.roster) or ()}
        sides = {name: str(row.get("side", "")) for name, row in roster.items()}
        column = kind.attack.fight.times if kind.attack.fight else ""
        times = {name: _times(row.get(column)) for name, row in roster.items() if column}
        place = computed.value(kind.attack.circumstances) if kind.attack.circumstances else {}
        attacks = tuple(FightRow.attack({**place, **row}) for row in computed.value(kind.attack.attacks) or ())
        targets = tuple(map(FightRow.target, computed.value(kind.attack.targets) or ()))
        return cls(tuple(sides), sides, attacks, targets, times)

    @cached_property
    def attackers(self) -> tuple[AlikeFighters, ...]:
        """All who have an attack, those alike once."""
        own: dict[str, list[FightRow]] = {}
        for row in self.attacks:
            own.setdefault(row.fighter, []).append(row)
        return tuple(self._alike([(name, name, tuple(rows)) for name, rows in own.items()]))

    @cached_property
    def attacked(self) -> tuple[AlikeFighters, ...]:
        """All who can be attacked, those alike once; a fighter with two rows of tracks stands there twice."""
        return tuple(self._alike([(row.fighter, row.name, (row,)) for row in self.targets]))

    def _alike(self, known: Sequence[tuple[str, str, tuple[FightRow, ...]]]) -> Iterator[AlikeFighters]:
        """Fighters put together by their names without a number, their sides and the values of their rows."""
        groups: dict[Hashable, list[tuple[str, str, tuple[FightRow, ...]]]] = {}
        for fighter, called, rows in known:
            values = tuple((_plain(row.name, called), repr(row.given)) for row in rows)
            groups.setdefault((_common(called), self.sides.get(fighter), values), []).append((fighter, called, rows))
        names = Counter(_common(members[0][1]) for members in groups.values())
        for members in groups.values():
            fighter, called, rows = members[0]
            name = _common(called) if names[_common(called)] == 1 else called
            yield AlikeFighters(name, self.sides.get(fighter, ""), tuple(member for member, _, _ in members), rows)


def _times(value: Any) -> int:
    """Attacks in a turn, some at most; none where that is no whole number."""
    return min(MOST_TIMES, max(0, value)) if isinstance(value, int) else 0


def _plain(name: str, called: str) -> str:
    """The name of an attack; a target's own counts without its number."""
    return "" if name == called else name


def _common(name: str) -> str:
    return _NUMBER.sub("", name)


def _inputs(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in OWN and value is not None}


Answers: TypeAlias = dict[tuple[str, str], tuple[Mapping[str, Any] | None, int]]
"""What rules gave by their names and inputs, None where they failed, and the steps that it took."""


@dataclass
class OddsCounter:
    """Counts the odds of the attacks of one fight by the rules of a game, within a bound of steps."""

    ruleset: Ruleset
    house: Mapping[str, Option]
    steps: int = MOST_STEPS_OF_A_FIGHT
    """Those left."""
    answers: Answers = field(default_factory=dict)
    """All that was answered before, in other fights of the game too."""
    left_out: bool = False
    """Whether a question was not answered for its cost."""
    failed: dict[str, None] = field(default_factory=dict)
    """Attacks for which the rule failed, in the order of turns, each once."""
    _asked: set[tuple[str, str]] = field(default_factory=set)
    """What was asked in this fight: only the first time costs what the answer took."""

    def answer(self, name: str, given: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The outputs of a rule, from those values that it asks for; None where it fails.

        Raises `TooMuchToCountError` when all steps are spent.
        """
        rule = self.ruleset.rules[name]
        names = (parameter.name for parameter in rule.signature.parameters)
        asked = {name: given[name] for name in names if name in given}
        key = name, repr(asked)
        if key not in self.answers:
            self.answers[key] = self._outputs(rule, asked)
        outputs, cost = self.answers[key]
        self.steps -= STEPS_TO_ASK if key in self._asked else max(cost, STEPS_TO_ASK)
        if self.steps < 0:
            self.left_out = True
            raise TooMuchToCountError
        self._asked.add(key)
        return outputs

    def _outputs(self, rule: Rule, asked: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, int]:
        run = self.ruleset.evaluation(self.house, min(MOST_STEPS, max(0, self.steps)))
        before, result = run.steps, None
        try:
            result = self.ruleset.program.run(rule.name, run, given_inputs(rule, self.ruleset, asked))
        except (RuleError, FormulaFailedError):
            if run.steps < 0 and before < MOST_STEPS:
                self.left_out = True
                raise TooMuchToCountError from None
        cost = before - run.steps
        if result is None:
            return None, cost
        if rule.signature.single:
            return {rule.outputs[0].name: result}, cost
        return result if isinstance(result, dict) else {WHOLE: result}, cost


class TooMuchToCountError(Exception):
    """Odds that would take too many steps."""


def attack_odds(model: AttackModel, opponents: Opponents, counter: OddsCounter) -> AttackOdds | None:
    """The odds of everybody against everybody of another side; None where there are none."""
    rule = counter.ruleset.rules.get(model.odds)
    if rule is None:
        return None
    rows: dict[str, list[OddsRow]] = {}
    left_out = 0
    for attacker, target in pairs(opponents):
        try:
            attack, outputs = best_attack(model, rule, attacker, target, counter)
        except TooMuchToCountError:
            left_out += 1
            continue
        texts = tuple(_texts(rule, counter.ruleset, outputs))
        rows.setdefault(attacker.side, []).append(OddsRow(attacker.name, attack.name, target.name, texts))
    heads = tuple(step.model.title or step.label for step in rule.outputs)
    sides = tuple(SideOdds(side, tuple(known)) for side, known in rows.items())
    return AttackOdds(heads, sides, rule.model.doc, left_out, tuple(counter.failed)) if sides or left_out else None


def pairs(opponents: Opponents) -> Iterator[tuple[AlikeFighters, AlikeFighters]]:
    """Every attacker with every target of another side."""
    for attacker in opponents.attackers:
        yield from ((attacker, target) for target in opponents.attacked if target.side != attacker.side)


def best_attack(
    model: AttackModel, odds: Rule, attacker: AlikeFighters, target: AlikeFighters, counter: OddsCounter
) -> tuple[FightRow, Mapping[str, Any]]:
    """The attack whose deciding output is highest, the first of several, and its odds. Raises `TooMuchToCountError`."""
    [row], deciding = target.rows, model.best or odds.outputs[0].name
    known = [(attack, counter.answer(odds.name, {**attack.given, **row.given})) for attack in attacker.rows]
    counter.failed |= {f"{attacker.name}, {attack.name}": None for attack, outputs in known if outputs is None}
    best, outputs = max(known, key=lambda pair: worth((pair[1] or {}).get(deciding)))
    return best, outputs or {}


def worth(value: Any) -> float:
    """A number to compare by; below all others where it is none."""
    is_number = isinstance(value, int | Fraction) and not isinstance(value, bool)
    return float(value) if is_number else float("-inf")


def _texts(rule: Rule, ruleset: Ruleset, outputs: Mapping[str, Any]) -> Iterable[str]:
    """The odds as readers see them, each with its unit."""
    kinds: Mapping[str, Type] = rule.signature.result.fields if isinstance(rule.signature.result, Record) else {}
    for step in rule.outputs:
        value = outputs.get(step.name)
        text = formatted(value, kinds.get(step.name, ANYTHING), ruleset.words.values)
        yield _UNKNOWN if value is None else f"{text}\u00a0{step.model.unit}" if step.model.unit else text
