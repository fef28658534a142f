"""Rules and formulas compiled to Python functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sheetgen.formula.checking.judge import Checked
from sheetgen.formula.explain import Explainer
from sheetgen.formula.operations import HELPERS
from sheetgen.formula.runtime import FormulaFailedError, Leaf, Run, Value, exact, show
from sheetgen.formula.scope import Scope
from sheetgen.formula.targets import EntryTarget, PythonTarget, Target


@dataclass(frozen=True)
class RuleFormulas:
    """A checked rule: inputs, then steps and outputs in the order in which they follow from each other."""

    name: str
    inputs: tuple[str, ...]
    lines: tuple[tuple[str, Checked], ...]
    outputs: Mapping[str, str]
    """For each output its line; empty where one formula gives the whole record."""
    single: bool
    scope: Scope


WHOLE = "result"
"""The line of a rule whose outputs are one formula."""


def write_rule(rule: RuleFormulas, target: Target) -> tuple[str, str]:
    """Two functions in the target language: `r_NAME` gives the rule's result, `w_NAME` its leaves."""
    explainers = {name: Explainer(target, checked.types, rule.scope) for name, checked in rule.lines}
    trees = {name: checked.formula.tree for name, checked in rule.lines}
    lines = [(f"{rule.name}.{name}", name, explainers[name].value(tree)) for name, tree in trees.items()]
    values: dict[str, str] = {}
    leaves: dict[str, str] = {}
    for name, line in (rule.outputs or {WHOLE: WHOLE}).items():
        values[name] = explainers[line].whole(trees[line], target.local(line))
        leaves[name] = explainers[line].leaves_of(trees[line], target.local(line), rule.name)
    results = []
    for kind, parts in (("r", values), ("w", leaves)):
        if rule.single or not rule.outputs:
            [result] = parts.values()
        else:
            result = target.record([(target.constant(name), part) for name, part in parts.items()])
        result = target.call("exact", result) if kind == "r" else result
        results.append(target.function(f"{kind}_{rule.name}", list(rule.inputs), lines, result))
    return results[0], results[1]


@dataclass(frozen=True)
class Expression:
    """A formula over an entry's values, compiled."""

    value: Callable[[Run, Mapping[str, Value]], Value]
    leaves: Callable[[Run, Mapping[str, Value]], Any]
    """The value with explanations: a `Leaf`, or lists and dictionaries of them."""


@dataclass
class Program:
    """The compiled functions of one ruleset, sharing its vocabularies and tables."""

    names: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names.update({f"f_{name}": helper for name, helper in HELPERS.items()})
        self.names.update({"Fraction": Fraction, "Leaf": Leaf})

    def define(self, name: str, value: object) -> None:
        """Make a vocabulary or table known: `vocabulary_X`, `terms_X` or `table_X`."""
        self.names[name] = value

    def add_rules(self, rules: list[RuleFormulas]) -> None:
        """Compile rules so that they can be run and call each other."""
        self._execute("".join(function for rule in rules for function in write_rule(rule, PythonTarget())))

    def expression(self, checked: Checked, scope: Scope) -> Expression:
        """Compile one formula over an entry."""
        explainer = Explainer(EntryTarget(), checked.types, scope)
        tree = checked.formula.tree
        found = self._execute(
            f"def value(b, v):\n    return f_exact({explainer.whole(tree, explainer.value(tree))})\n"
            f"def leaves(b, v):\n    return {explainer.leaves(tree)}\n"
        )
        return Expression(found["value"], found["leaves"])

    def run(self, rule: str, run: Run, given: list[Value], leaves: bool = False) -> Any:
        """Run a rule. Raises `FormulaFailedError` with the reason and, in `run.at`, the place."""
        function = self.names[f"{'w' if leaves else 'r'}_{rule}"]
        return guarded(lambda: function(run, *given))

    def _execute(self, source: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        exec(compile(source, "<rules>", "exec"), self.names, found)
        self.names.update({name: one for name, one in found.items() if name[:2] in ("r_", "w_")})
        return found


def guarded(compute: Callable[[], Any]) -> Any:
    """Compute, turning every way in which a formula can fail into one error with words for people."""
    try:
        return compute()
    except FormulaFailedError:
        raise
    except ZeroDivisionError:
        raise FormulaFailedError("this divides by zero") from None
    except KeyError as error:
        raise FormulaFailedError(f"there is nothing for `{show(error.args[0])}`") from None
    except RecursionError:
        raise FormulaFailedError("the rules call each other too deeply") from None
    except (TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise FormulaFailedError(_in_words(error)) from None


def _in_words(error: Exception) -> str:
    return "a value is none where a number is needed" if "NoneType" in str(error) else "the values do not fit together"


def value_of(leaves: Any) -> Value:
    """The plain value of leaves: explanations left out, whole fractions as integers."""
    if isinstance(leaves, Leaf):
        return exact(leaves.value)
    if isinstance(leaves, dict):
        return {key: value_of(item) for key, item in leaves.items()}
    return [value_of(item) for item in leaves]
