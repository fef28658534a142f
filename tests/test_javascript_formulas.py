"""Random formulas answer the same in JavaScript as in Python: the same values, reasons and errors."""

from __future__ import annotations

import random
from collections.abc import Callable

from in_node import needs_node
from random_formulas import HOUSE, PLACES, RULES, SCOPE, TABLE, VALUES, WAYS, random_formula, random_values
from rule_calls import as_json, as_leaves, from_script

from sheetgen.formula.check import check
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import Program, RuleFormulas, guarded, value_of
from sheetgen.formula.javascript import Input, ScriptRules, rules_script
from sheetgen.formula.parse import parse
from sheetgen.formula.python_tree import GivenData
from sheetgen.formula.runtime import Evaluation, FormulaFailedError
from sheetgen.formula.scope import Binding
from sheetgen.formula.types import ANYTHING, INTEGER

FORMULAS, CALLS_EACH = 1_200, 6
GIVEN = {
    GivenData("vocabulary", "place"): list(PLACES),
    GivenData("terms", "place"): PLACES,
    GivenData("table", "amounts"): TABLE,
}
TITLES = {"place": {term: str(values["title"]) for term, values in PLACES.items()}}


def called_rules() -> list[RuleFormulas]:
    """The rules that formulas call."""
    names = []
    for name, (inputs, outputs) in RULES.items():
        scope = SCOPE.__class__({field: Binding(INTEGER, field) for field in inputs}, {})
        lines = tuple((output, check(parse(text), scope)) for output, text in outputs.items())
        names.append(RuleFormulas(name, inputs, lines, {o: o for o in outputs}, len(outputs) == 1, scope))
    return names


def rules_of(formulas: list[Checked]) -> list[RuleFormulas]:
    """Each formula as a rule with one output."""
    return [
        RuleFormulas(f"rule{n}", tuple(VALUES), (("it", formula),), {"it": "it"}, True, SCOPE)
        for n, formula in enumerate(formulas)
    ]


def random_rules(chance: random.Random, wanted: int) -> list[RuleFormulas]:
    formulas: list[Checked] = []
    while len(formulas) < wanted:
        text = random_formula(chance, chance.choice(list(WAYS)), chance.choice((1, 2, 3)))
        if text.count("f'") > 1:
            continue  # Python before 3.12 knows no f-string inside of another
        checked = check(parse(text), SCOPE)
        if not checked.problems:
            formulas.append(checked)
    return rules_of(formulas)


def script(rules: list[RuleFormulas]) -> str:
    shapes = {"q": "number", "n": ["list", "number"]}
    inputs = [Input(name, shapes.get(name, "any"), None) for name in VALUES]
    return rules_script(
        ScriptRules(
            "game", rules, {rule.name: ANYTHING for rule in rules}, {rule.name: inputs for rule in rules}, {},
            GIVEN, TITLES, HOUSE, called_rules(),
        )
    )  # fmt: skip


def program(rules: list[RuleFormulas]) -> Program:
    compiled = Program()
    for what, value in GIVEN.items():
        compiled.define(what.kind, what.name, value)
    compiled.add_rules([*called_rules(), *rules])
    return compiled


@needs_node
def test_random_formulas() -> None:
    chance = random.Random(11)
    rules = random_rules(chance, FORMULAS)
    compiled = program(rules)
    calls, wanted = [], []
    for rule in rules:
        for _ in range(CALLS_EACH):
            values = random_values(chance)
            wanted.append(answer(compiled, rule, values))
            calls.append(["game", rule.name, dict(zip(VALUES, as_json(values), strict=True)), {}])
    answers = from_script(script(rules), calls)
    different = [
        (rule_text(rules, call[1]), call[2], answer, other)
        for call, answer, other in zip(calls, wanted, answers, strict=True)
        if answer != other
    ]
    assert not different[:2]


def answer(compiled: Program, rule: RuleFormulas, values: list[object]) -> object:
    """What the rule answers, explained; on the way its plain result is held against the values of its leaves."""
    plain = guarded_result(lambda: compiled.run(rule.name, Evaluation(HOUSE, TITLES), values))
    leaves = guarded_result(lambda: compiled.run(rule.name, Evaluation(HOUSE, TITLES), values, leaves=True))
    value = guarded_result(lambda: value_of(leaves)) if not isinstance(leaves, FormulaFailedError) else leaves
    assert str(plain) == str(value) if isinstance(plain, FormulaFailedError) else plain == value
    return {"error": str(plain)} if isinstance(plain, FormulaFailedError) else {"it": as_leaves(leaves)}


def guarded_result(compute: Callable[[], object]) -> object:
    try:
        return guarded(compute)
    except FormulaFailedError as error:
        return error


def rule_text(rules: list[RuleFormulas], name: str) -> str:
    return next(rule.lines[0][1].formula.text for rule in rules if rule.name == name)


LIMITS = {
    "len([x for x in range(a % 20000)])": 10_001,
    "sum([sum(range(x % 50)) for x in range(a)])": 10_000,
    "len(f'{range(a)}, {w}')": 10_000,
    "len(join([s for x in range(a)], s))": 10_000,
    "len(unique([[x, s] for x in range(a)]))": 10_001,
    "half(sum(half(x) for x in range(a)) + len(zip(range(a), range(a)) + pairs(m)))": 10_000,
}
"""Formulas that run out of something at some size of `a`."""


@needs_node
def test_both_give_up_at_the_same_point() -> None:
    rules = rules_of([check(parse(formula), SCOPE) for formula in LIMITS])
    compiled = program(rules)
    others = {**dict(zip(VALUES, random_values(random.Random(5)), strict=True)), "s": "left arm, body"}
    calls, wanted = [], []
    for rule, most in zip(rules, LIMITS.values(), strict=True):
        least = 0
        while least < most:  # the largest `a` that is still answered
            middle = (least + most + 1) // 2
            failed = "error" in explained(compiled, rule, {**others, "a": middle})
            least, most = (least, middle - 1) if failed else (middle, most)
        for size in (least, least + 1):
            values = {**others, "a": size}
            wanted.append(explained(compiled, rule, values))
            calls.append(["game", rule.name, as_json(values), {}])
        assert "error" in wanted[-1]
    answers = from_script(script(rules), calls)
    assert ["error" in answer for answer in answers] == [False, True] * len(LIMITS)
    assert answers == wanted


def explained(compiled: Program, rule: RuleFormulas, values: dict[str, object]) -> dict[str, object]:
    """What the rule answers with its explanation, which takes more steps than the answer alone."""
    result = guarded_result(
        lambda: as_leaves(compiled.run(rule.name, Evaluation(HOUSE, TITLES), list(values.values()), leaves=True))
    )
    return {"error": str(result)} if isinstance(result, FormulaFailedError) else {"it": result}
