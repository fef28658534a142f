"""The first answers of calculators: the twin of calculator.js, for the page as it is sent.

A page that holds the first results has the height that it keeps: nothing below a calculator moves when it wakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sheetgen.formula.compile import WHOLE, guarded
from sheetgen.formula.number_formats import formatted
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, Leaf
from sheetgen.formula.types import ANYTHING, ListOf, MapOf, Record, Term, Type, bare
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.views.pages import Answer, RuleInput, RuleLine
from sheetgen.views.pages.opening import opening

MOST_BOXES = 40
MOST_STEPS_AT_FIRST = 20_000
"""Of a calculator that takes more, the first answers are left to its script."""


def first_answers(
    ruleset: Ruleset, rule: Rule, inputs: Sequence[RuleInput], lines: Sequence[RuleLine], house: Mapping[str, Any]
) -> tuple[tuple[Answer, ...], str]:
    """The first answers of a calculator, or why there are none; neither for a rule that takes long."""
    given = [_exact(opening(asked)) for asked in inputs]
    run = ruleset.evaluation(house, MOST_STEPS_AT_FIRST)
    try:
        leaves = guarded(ruleset.program.run, rule.name, run, given, True)
    except FormulaFailedError as error:
        return (), str(error) if run.steps >= 0 else ""
    return tuple(_answers(rule, _ValuesInWords(run), lines, leaves)), ""


def _exact(value: Any) -> Any:
    if isinstance(value, float):
        return Fraction(str(value))
    if isinstance(value, dict):
        return {key: _exact(item) for key, item in value.items()}
    return [_exact(item) for item in value] if isinstance(value, list) else value


def _answers(rule: Rule, words: _ValuesInWords, lines: Sequence[RuleLine], leaves: Any) -> Iterator[Answer]:
    outputs, kinds = _outputs(rule, leaves), _kinds(rule)
    asked = {line.name: line for line in lines if not line.step}
    complete = bool(asked) and asked.keys() <= outputs.keys()
    for name in asked if complete else outputs:
        line = asked[name] if complete else None
        value, kind = outputs[name], kinds.get(name)
        text, why = words.value(value, kind), words.why(value, kind)
        count = value.value if isinstance(value, Leaf) and type(value.value) is int else 0
        mark = line.mark if line and count > 0 else None
        yield Answer(
            label=line.title if line else name.replace("_", " "), text=text, why=why if why != text else "",
            unit=line.unit if line else "", mark=mark, count=min(count, MOST_BOXES) if mark else 0,
        )  # fmt: skip


def _outputs(rule: Rule, leaves: Any) -> Mapping[str, Any]:
    if rule.signature.single:
        return {rule.outputs[0].name: leaves}
    if isinstance(leaves, Leaf) and isinstance(leaves.value, dict):
        return {name: Leaf(value, leaves.why, leaves.rule) for name, value in leaves.value.items()}
    return leaves if isinstance(leaves, dict) else {WHOLE: leaves}


def _kinds(rule: Rule) -> Mapping[str, Type]:
    result = bare(rule.signature.result)
    if isinstance(result, Record) and not rule.signature.single:
        return result.fields
    return {rule.outputs[0].name if rule.signature.single else WHOLE: result}


@dataclass(frozen=True)
class _ValuesInWords:
    """Values as readers see them: terms by their titles, one text of reasons for what holds several values."""

    run: Evaluation

    def value(self, value: Any, kind: Type | None) -> str:
        value, kind = value.value if isinstance(value, Leaf) else value, bare(kind) if kind else None
        if isinstance(value, list):
            item = kind.item if isinstance(kind, ListOf) else None
            return ", ".join(self.value(part, item) for part in value) or self.run.words.none
        if isinstance(value, dict):
            parts = (
                f"{self._label(name, kind)} {self.value(part, _inside(kind, name))}" for name, part in value.items()
            )
            return ", ".join(parts) or self.run.words.none
        return "–" if value is None else self._term(value, kind)

    def why(self, value: Any, kind: Type | None) -> str:
        if isinstance(value, Leaf):
            return value.why
        if not isinstance(value, dict):
            return ""
        kind = bare(kind) if kind else None
        parts = ((self._label(name, kind), self.why(part, _inside(kind, name))) for name, part in value.items())
        return "; ".join(f"{label}: {why}" for label, why in parts if why)

    def _label(self, name: Any, kind: Type | None) -> str:
        return self._term(name, bare(kind.key) if isinstance(kind, MapOf) else None)

    def _term(self, value: Any, kind: Type | None) -> str:
        titles = self.run.titles[kind.vocabulary] if isinstance(kind, Term) and kind.vocabulary else {}
        return titles.get(value) or formatted(value, kind or ANYTHING, self.run.words)


def _inside(kind: Type | None, name: Any) -> Type | None:
    if isinstance(kind, MapOf):
        return kind.value
    return kind.fields.get(name) if isinstance(kind, Record) else None
