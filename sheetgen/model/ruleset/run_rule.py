"""One rule of a ruleset run from outside: inputs as users write them, outputs as plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from pydantic import ValidationError

from sheetgen.formula.compile import WHOLE, guarded
from sheetgen.formula.runtime import FormulaFailedError
from sheetgen.model.ruleset.field_problems import FieldProblem, problems
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.shapes import ListShape, ScalarShape, Shape, TermShape
from sheetgen.model.ruleset.validation import ModelCompiler, plain_data
from sheetgen.text.diagnostics import Diagnostic, Severity, SharedCause, did_you_mean
from sheetgen.text.source import Span

_FRACTION = re.compile(r"-?\d{1,15}/[1-9]\d{0,14}")


class RuleError(Exception):
    """A rule that cannot be run as asked, with a message for users."""

    problem: FieldProblem | None = None
    """What is wrong with its inputs first."""
    failure: FormulaFailedError | None = None
    """What of it could not be computed."""


def failed_run(ruleset: Ruleset, error: RuleError, message: str, whose: str, span: Span) -> Diagnostic:
    """What is told of a case or example whose rule cannot be run; what that cannot compute, others may tell as well."""
    line = ruleset.line_of_rule(error.failure.at) if error.failure else None
    if line is None:
        return Diagnostic(Severity.ERROR, "example-differs", message, span)
    what, reason = f"{line[0]} cannot be computed", str(error.failure)
    cause = SharedCause(at=line[1], what=what, reason=reason, subject=whose, noun="places")
    return Diagnostic(Severity.ERROR, "formula-failed", message, span, cause=cause)


def house_rules(ruleset: Ruleset, chosen: Mapping[str, object]) -> dict[str, Option]:
    """The option of every ruling, with those that are chosen. Raises `RuleError` for an unknown name or option."""
    house = ruleset.rulings.defaults
    for name, value in chosen.items():
        ruling = ruleset.rulings.find(name, value)
        if ruling is None:
            hint = did_you_mean(name, [n for r in ruleset.rulings.switches.values() for n in r.names])
            raise RuleError(f"there is no house rule called `{name}`" + (f"; {hint}" if hint.startswith("did") else ""))
        option = ruling.option(value)
        if option is None:
            raise RuleError(f"`{value}` is not an option of {ruling.name}: {ruling.choices}")
        house[ruling.name] = option
    return house


def given_inputs(rule: Rule, ruleset: Ruleset, given: Mapping[str, Any]) -> list[Any]:
    """The inputs in order, validated, with natural defaults. Raises `RuleError` naming every mistake."""
    fields = rule.filled_inputs
    names = {_same(alias): field.name for field in fields for alias in field.aliases}
    names |= {_same(field.name): field.name for field in fields}
    known = {names.get(_same(name), name): value for name, value in given.items()}
    left_out = {field.name for field in fields if _is_none(known.get(field.name), field.shape, ruleset.compiler)}
    known = {name: value for name, value in known.items() if name not in left_out}
    try:
        values = plain_data(rule.input_model.model_validate(known))
    except ValidationError as error:
        mistakes = list(problems(error, fields, ruleset.compiler, rule.name, noun="input"))
        messages = [", ".join([f"{_path(p.path)}: {p.message}", *filter(None, p.hints)]) for p in mistakes]
        wrong = RuleError("; ".join(messages))
        wrong.problem = next(iter(mistakes), None)
        raise wrong from None
    return [values[field.name] for field in fields]


def _is_none(value: Any, shape: Shape, compiler: ModelCompiler) -> bool:
    """Whether an author wrote `none` for nothing, where it is neither a text nor a term."""
    if not isinstance(value, str) or _same(value) != "none":
        return False
    if isinstance(shape, TermShape):
        return compiler.vocabulary(shape).find(value) is None
    return isinstance(shape, ListShape) or (
        isinstance(shape, ScalarShape) and shape.name in ("integer", "number", "truth")
    )


def find_rule(ruleset: Ruleset, name: str) -> Rule | None:
    """The rule of that name, in whatever way it is spelled."""
    exact = ruleset.rules.get(name)
    return exact or next((rule for known, rule in ruleset.rules.items() if _same(known) == _same(name)), None)


def run_rule(
    ruleset: Ruleset, name: str, given: Mapping[str, Any], chosen: Mapping[str, object], leaves: bool = False
) -> dict[str, Any]:
    """The outputs of a rule by name. Raises `RuleError`."""
    rule = find_rule(ruleset, name)
    if rule is None:
        hint = did_you_mean(name, ruleset.rules)
        raise RuleError(f"{ruleset.title} has no rule called `{name}`" + (f"; {hint}" if hint else ""))
    run = ruleset.evaluation(house_rules(ruleset, chosen))
    inputs = given_inputs(rule, ruleset, given)
    try:
        result = guarded(ruleset.program.run, rule.name, run, inputs, leaves)
    except FormulaFailedError as error:
        failed = RuleError(f"{error.at or rule.name}: {error}")
        failed.failure = error
        raise failed from None
    if rule.signature.single:
        return {rule.outputs[0].name: result}
    return result if isinstance(result, dict) else {WHOLE: result}


_AS_THEY_ARE = frozenset({str, int, bool, type(None)})
"""Types of values that JSON has, too; that something is a fraction takes ten times as long to find out."""


def as_json(value: Any) -> Any:
    """A value for JSON: fractions as decimal numbers where they end, else as text "1/3"."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, list):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, Fraction):
        decimal = float(value)
        return decimal if Fraction(str(decimal)) == value else str(value)
    return value


def same_result(expected: Any, given: Any) -> bool:
    """Whether a result is what was stated: names compare without case, spaces, hyphens and underscores, a mapping
    may hold more than was stated, and numbers compare by value, fractions such as 15/36 too."""
    if isinstance(expected, dict):
        values = {_same(str(key)): value for key, value in given.items()} if isinstance(given, dict) else {}
        return all(
            _same(str(key)) in values and same_result(value, values[_same(str(key))]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        same_length = isinstance(given, list) and len(expected) == len(given)
        return same_length and all(map(same_result, expected, given))
    if isinstance(expected, bool) or isinstance(given, bool) or expected is None or given is None:
        return expected is given
    if isinstance(expected, str) and _is_number(given) and _FRACTION.fullmatch(expected):
        return bool(Fraction(expected) == given)
    if isinstance(expected, str) or isinstance(given, str):
        return _same(str(expected)) == _same(str(given))
    return _is_number(expected) and _is_number(given) and Fraction(str(expected)) == Fraction(str(given))


def exact_result(expected: Any, given: Any) -> str:
    """A hint where a stated number is the given fraction, rounded; else nothing."""
    if not (_is_number(expected) and isinstance(given, Fraction)) or isinstance(expected, int):
        return ""
    return f"numbers are exact: write `{given}`" if abs(Fraction(expected) - given) < Fraction(1, 200) else ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Fraction) or (isinstance(value, float) and isfinite(value))


def _same(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")


def _path(path: tuple[str | int, ...]) -> str:
    return ".".join(map(str, path)) or "input"
