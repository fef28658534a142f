"""Every rule answers the same in the browser as in Python: the same values, the same reasons, the same errors."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml
from in_node import needs_node
from rule_calls import RULESETS, answer, as_given, from_script, random_given, random_house, ruleset_in

from sheetgen.model.ruleset.run_rule import given_inputs, house_rules
from sheetgen.model.ruleset.script import calculator_script

pytestmark = [
    needs_node,
    pytest.mark.parametrize("folder", RULESETS, ids=lambda folder: folder.name),
]

RANDOM_CALLS = max(5_000, 10_000 // max(1, len(RULESETS)))
"""So many over the rules of each ruleset, and so at least 10,000 over all."""


def test_worked_cases(folder: Path) -> None:
    ruleset = ruleset_in(folder)
    calls, wanted = [], []
    for case in yaml.safe_load((folder / "cases.yaml").read_text(encoding="utf-8")):
        rule = ruleset.rules[case["rule"]]
        for name, other in [(None, None), *(case.get("alt") or {}).items()]:
            house = house_rules(ruleset, {name: other["option"]} if name else {})
            given = given_inputs(rule, ruleset, case["given"])
            wanted.append((case["id"], name, answer(ruleset, rule, given, house)))
            calls.append([ruleset.id, rule.name, as_given(rule, given), house])
    answers = from_script(calculator_script(ruleset, {}), calls)
    assert [(case, name, answer) for (case, name, _), answer in zip(wanted, answers, strict=True)] == wanted


def test_random_inputs(folder: Path) -> None:
    ruleset = ruleset_in(folder)
    chance = random.Random(7)
    calls, wanted = [], []
    each = RANDOM_CALLS // len(ruleset.rules) + 1
    for rule in ruleset.rules.values():
        for _ in range(each):
            given, house = random_given(rule, ruleset, chance), random_house(ruleset, chance)
            wanted.append(answer(ruleset, rule, given, house))
            calls.append([ruleset.id, rule.name, as_given(rule, given), house])
    answers = from_script(calculator_script(ruleset, {}), calls)
    different = [(c, w, f) for c, w, f in zip(calls, wanted, answers, strict=True) if w != f]
    assert not different[:3]
