"""The worked cases of a ruleset, run: `cases.yaml`, a list of rule, given and expect."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheetgen.formula.runtime import exactly
from sheetgen.model.ruleset.documents import YamlPlace, document
from sheetgen.model.ruleset.field_problems import FieldProblem
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option, Rulings
from sheetgen.model.ruleset.run_rule import RuleError, exact_result, failed_run, find_rule, run_rule, same_result
from sheetgen.model.ruleset.worked import CASES
from sheetgen.text.diagnostics import Diagnostics, did_you_mean

_KEYS = ("id", "rule", "given", "expect", "facts", "reading", "why", "alt", "error")
"""What may be written of a case."""


_READING = "write `alt: {RULING: {option: OPTION, expect: RESULT}}`"


@dataclass(frozen=True, kw_only=True)
class CaseRun:
    """A worked case under one reading, run."""

    name: str
    """Its id, else its number among the cases."""
    rule: str
    given: Mapping[str, Any]
    house: Mapping[str, Any]
    result: Any
    """What the rule gives."""
    passed: bool


def run_cases(ruleset: Ruleset, root: Path, diagnostics: Diagnostics) -> list[CaseRun]:
    """Run every case, in order; those whose result is another than the rule gives are reported, and what is no case."""
    path = ruleset.folder / CASES
    written = document(path, root, Diagnostics()) if os.path.lexists(path) else None  # told where the ruleset is read
    if written is None or not ruleset.sound:
        return []
    if not isinstance(written.data, list):
        diagnostics.error("ruleset", "this file takes a list of cases", written.span(()), "write `- ` before each case")
        return []
    seen: set[str] = set()
    runs: list[CaseRun] = []
    for number, case in enumerate(written.data):
        place, name = YamlPlace(written, (number,)), str(case.get("id", "")) if isinstance(case, dict) else ""
        if name and name in seen:
            diagnostics.error("duplicate-name", f"another case has the id `{name}` already", place.at("id").span)
        seen.add(name)
        runs += _run(ruleset, name or str(number + 1), case, place, diagnostics)
    return runs


def untried_options(ruleset: Ruleset, runs: Iterable[CaseRun]) -> dict[str, list[Option]]:
    """The options of house rules that rules read, by house rule, under which no case was run; its default is none.

    Of a choice among numbers one is enough.
    """
    read = {name for rule in ruleset.rules.values() for name in rule.houses}
    tried: dict[str, set[Option | None]] = {}
    for name, value in (chosen for run in runs for chosen in run.house.items()):
        if ruling := ruleset.rulings.find(name, value):
            tried.setdefault(ruling.name, set()).add(ruling.option(value))
    untried = {}
    for name in read & ruleset.rulings.switches.keys():
        ruling = ruleset.rulings.switches[name]
        left = [option for option in ruling.options if option not in {ruling.default, *tried.get(name, ())}]
        if left and not (name in tried and all(isinstance(option, int) for option in left)):
            untried[name] = left
    return dict(sorted(untried.items()))


def _run(ruleset: Ruleset, name: str, case: Any, place: YamlPlace, diagnostics: Diagnostics) -> Iterator[CaseRun]:
    if not isinstance(case, dict):
        diagnostics.error("missing-field", "a case needs `rule`, `given` and `expect`", place.span)
        return
    unknown = [key for key in case if key not in _KEYS]
    for key in unknown:
        hint = did_you_mean(str(key), _KEYS)
        diagnostics.error("unknown-field", f"a case has no `{key}`", place.at(key).key_span, hint)
    if unknown:
        return
    if "rule" not in case or "expect" not in case:
        diagnostics.error("missing-field", "a case needs `rule`, `given` and `expect`", place.span)
        return
    rule = str(case["rule"])
    if find_rule(ruleset, rule) is None:
        message, hint = f"there is no rule called `{rule}`", did_you_mean(rule, ruleset.rules)
        diagnostics.error("unknown-reference", message, place.at("rule").span, hint, missed=(rule,))
        return
    given = case.get("given") or {}
    if not isinstance(given, dict):
        hint = "write `given: {INPUT: VALUE}`"
        diagnostics.error("wrong-type", "`given` takes the inputs by their names", place.at("given").span, hint)
        return
    for house, expected, at in _readings(ruleset.rulings, case, place, diagnostics):
        refusal: RuleError | None = None
        try:
            result: Any = run_rule(ruleset, rule, given, house)
            if len(result) == 1 and not isinstance(expected, dict):
                result = next(iter(result.values()))
        except RuleError as error:
            result, refusal = str(error), error
        passed = same_result(expected, result)
        if not passed and refusal and refusal.problem:
            _report_input(rule, refusal.problem, place.at("given"), diagnostics)
        elif not passed and refusal:
            message = f"`{rule}` cannot be run for this case: {refusal}"
            diagnostics.add(failed_run(ruleset, refusal, message, f"case {name}", at.span))
        elif not passed:
            _report(rule, expected, result, at, diagnostics)
        yield CaseRun(name=name, rule=rule, given=given, house=house, result=result, passed=passed)


def _readings(
    rulings: Rulings, case: Mapping[Any, Any], place: YamlPlace, diagnostics: Diagnostics
) -> Iterator[tuple[dict[str, Any], Any, YamlPlace]]:
    """House rules, the result expected under them, and where that stands; what is no reading is reported."""
    yield {}, case["expect"], place.at("expect")
    others = case.get("alt") or {}
    if not isinstance(others, dict):
        diagnostics.error("wrong-type", "`alt` takes house rules by their names", place.at("alt").span, _READING)
        return
    for name, other in others.items():
        at = place.at("alt", str(name))
        if not isinstance(other, dict) or not {"option", "expect"} <= other.keys():
            diagnostics.error("missing-field", f"`{name}` needs `option` and `expect`", at.span, _READING)
        elif (ruling := rulings.find(str(name), other["option"])) is None:
            message, hint = f"there is no house rule called `{name}`", did_you_mean(str(name), rulings.by_name)
            diagnostics.error("unknown-house-rule", message, at.key_span, hint, missed=(str(name),))
        elif ruling.option(other["option"]) is None:
            message, hint = f"`{other['option']}` is not an option of {name}", f"its options are {ruling.choices}"
            diagnostics.error("unknown-house-rule", message, at.at("option").span, hint, missed=(str(name),))
        else:
            yield {str(name): other["option"]}, other["expect"], at.at("expect")


def _report_input(name: str, problem: FieldProblem, place: YamlPlace, diagnostics: Diagnostics) -> None:
    """Report what a case gives to a rule that does not take it."""
    at = place.at(*problem.path)
    span = at.key_span if problem.on_key else at.span
    diagnostics.error(problem.code, f"`{name}` cannot be run with this: {problem.message}", span, *problem.hints)


def _report(name: str, expected: Any, result: Any, at: YamlPlace, diagnostics: Diagnostics) -> None:
    """Report what a case expects and its rule does not give."""
    if not (isinstance(expected, dict) and isinstance(result, dict)):
        message = f"the case says {exactly(expected)}, but `{name}` gives {exactly(result)}"
        diagnostics.error("example-differs", message, at.span, exact_result(expected, result))
        return
    for key, value in expected.items():
        if not same_result({key: value}, result):
            gives = exactly(result[key]) if key in result else f"no `{key}`"
            message = f"the case says {key} {exactly(value)}, but `{name}` gives {gives}"
            hint = exact_result(value, result.get(key))
            if value == exactly(None) and key in result and result[key] is None:
                hint = "write `null` for nothing"
            diagnostics.error("example-differs", message, at.at(key).span, hint)
