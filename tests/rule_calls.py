"""Random calls of the rules of a game, and what Python and JavaScript answer to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from in_node import in_node

from sheetgen.formula.compile import WHOLE, guarded, value_of
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, Leaf, exact
from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ScalarShape, Shape, TermShape
from sheetgen.templating.script_parts import SCRIPTS, script
from sheetgen.text.diagnostics import Diagnostics

ROOT = Path(__file__).parent.parent
RULESETS = sorted(path.parent for path in (ROOT / "content").glob("*/ruleset.yaml"))
RUNTIME = script(ROOT / "templates", SCRIPTS["rules-runtime"])
TEXTS = ("", "a", "Über", "left_arm", "Unnatural Toughness", "7", "-2", "1/3", "x, y", "𝔊 gamma")


@cache
def ruleset_in(folder: Path) -> Ruleset:
    """The ruleset of a folder, which must be without mistakes."""
    diagnostics = Diagnostics()
    ruleset = load(folder, ROOT, diagnostics)
    assert ruleset is not None
    assert not list(diagnostics)
    return ruleset


# ---- random inputs


def random_given(rule: Rule, ruleset: Ruleset, chance: random.Random) -> list[Any]:
    """Values for all inputs of a rule, as they are after reading."""
    return [
        default if chance.random() < 0.15 else _field(field, ruleset, chance, 0)
        for field, default in zip(rule.filled_inputs, (p.default for p in rule.signature.parameters), strict=True)
    ]


def random_house(ruleset: Ruleset, chance: random.Random) -> dict[str, Any]:
    """The defaults with some rulings set to another option."""
    house: dict[str, Any] = ruleset.rulings.defaults
    for name, ruling in ruleset.rulings.by_name.items():
        if chance.random() < 0.3:
            house[name] = chance.choice(list(ruling.options))
    return house


def _field(field: Field, ruleset: Ruleset, chance: random.Random, depth: int) -> Any:
    if (field.optional or (field.has_default and field.default is None)) and chance.random() < 0.4:
        return None
    return _value(field.shape, ruleset, chance, depth)


def _value(shape: Shape, ruleset: Ruleset, chance: random.Random, depth: int) -> Any:
    match shape:
        case ScalarShape(name=("integer" | "number") as name, low=low, high=high):
            return _number(name, low, high, chance)
        case ScalarShape(name="truth"):
            return chance.random() < 0.5
        case TermShape():
            return chance.choice(list(ruleset.compiler.vocabulary(shape).terms))
        case ListShape(item=item):
            return [_value(item, ruleset, chance, depth + 1) for _ in range(chance.choice((0, 1, 1, 2, 3, 5)))]
        case MappingShape(key=TermShape() as key, value=value):
            every = ruleset.compiler.vocabulary(key).terms
            terms = [term for term in every if not shape.partial or chance.random() < 0.6]
            return {term: _value(value, ruleset, chance, depth + 1) for term in terms}
        case MappingShape(value=value):
            return {text: _value(value, ruleset, chance, depth + 1) for text in chance.sample(TEXTS, 3)}
        case RecordShape(record=record):
            return {record.name: _field(record, ruleset, chance, depth + 1) for record in ruleset.records[record]}
    return chance.choice(TEXTS)


def _number(name: str, low: int | None, high: int | None, chance: random.Random) -> int | Fraction:
    least = -20 if low is None else low
    most = max(least + 40, 120) if high is None else high
    if chance.random() < 0.3:
        edge = chance.choice((least, most, 0, 1, 10, 10**6, -(10**6)))
        return min(max(edge, edge if low is None else low), edge if high is None else high)
    if name == "number" and chance.random() < 0.5:
        number = Fraction(chance.randint(least * 12, most * 12), chance.choice((2, 3, 4, 10, 12)))
        return number.numerator if number.denominator == 1 else min(max(number, least), most)
    return chance.randint(least, min(most, least + chance.choice((3, 12, 150))))


def as_given(rule: Rule, values: Sequence[Any]) -> dict[str, Any]:
    """Inputs as JSON; maps with texts as keys as pairs, since an object does not keep the order of digits."""
    return {
        field.name: [[key, as_json(item)] for key, item in value.items()]
        if isinstance(field.shape, MappingShape) and not isinstance(field.shape.key, TermShape) and value is not None
        else as_json(value)
        for field, value in zip(rule.filled_inputs, values, strict=True)
    }


# ---- what Python answers


def answer(ruleset: Ruleset, rule: Rule, given: Sequence[Any], house: dict[str, Any]) -> Any:
    """What `sheetgenRules.answer` must give: leaves by output, or {"error": message}.

    On the way the rule's plain result is held against the values of its leaves.
    """
    run = [Evaluation(house, ruleset.titles), Evaluation(house, ruleset.titles)]
    try:
        plain, leaves = (
            guarded(lambda part=part: ruleset.program.run(rule.name, run[part], list(given), bool(part)))
            for part in (0, 1)
        )
        assert plain == value_of(leaves)
        return as_leaves(_outputs(rule, leaves))
    except FormulaFailedError as error:
        return {"error": str(error)}


def _outputs(rule: Rule, leaves: Any) -> Any:
    if rule.signature.single:
        return {rule.outputs[0].name: leaves}
    if isinstance(leaves, Leaf) and isinstance(leaves.value, dict):
        return {name: Leaf(value, leaves.why, leaves.rule) for name, value in leaves.value.items()}
    return leaves if isinstance(leaves, dict) else {WHOLE: leaves}


def as_leaves(leaves: Any) -> Any:
    """Leaves as JSON, with fractions as texts."""
    if isinstance(leaves, Leaf):
        return {"value": as_json(exact(leaves.value)), "why": leaves.why, "rule": leaves.rule}
    if isinstance(leaves, dict):
        return {str(name): as_leaves(leaf) for name, leaf in leaves.items()}
    return [as_leaves(leaf) for leaf in leaves]


def as_json(value: Any) -> Any:
    """A value as JSON, with fractions as texts: "7/2"."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return {str(key): as_json(item) for key, item in value.items()} if isinstance(value, dict) else value


# ---- what JavaScript answers


_ASK = """
const page = require("node:vm").createContext({});
for (const script of data.scripts) require("node:vm").runInContext(script, page);
return data.calls.map(call => {
  try {
    return page.sheetgenRules[data.method](...call);
  } catch (problem) {
    return { error: problem.message };
  }
});
"""


def from_script(script: str, calls: Sequence[Sequence[Any]], method: str = "answer") -> list[Any]:
    """What the rules of a script answer to calls of [ruleset, rule, given, house]."""
    answers: list[Any] = in_node(_ASK, {"scripts": [RUNTIME, script], "calls": calls, "method": method})
    return answers
