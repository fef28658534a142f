"""Rules and formulas compiled to Python functions."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from traceback import walk_tb
from typing import Any

from sheetgen.formula import python_tree
from sheetgen.formula.builtins import HELPERS
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.explain import Explainer
from sheetgen.formula.python_tree import HELPER, Code, FunctionLine, GeneratedNames, GivenData, GivenKind
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, Leaf, Value, exact, show
from sheetgen.formula.scope import Scope
from sheetgen.text.pickled_fields import PickledFields


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


_RULE = "rule "
"""How the source of a rule's function begins, by which a traceback is read."""
WHOLE = "result"
"""The line of a rule whose outputs are one formula."""


def compiled_rule(rule: RuleFormulas, names: GeneratedNames, leaves: bool = False) -> ast.FunctionDef:
    """The function that gives the rule's result, or the one that gives its leaves."""
    inputs = [f"x{number}" for number in range(len(rule.inputs))]
    variables = dict(zip(rule.inputs, inputs, strict=True))
    variables |= {name: f"s{number}" for number, (name, _) in enumerate(rule.lines)}
    explainers = {
        name: Explainer(checked.types, rule.scope, names, lambda name: python_tree.variable(variables[name]))
        for name, checked in rule.lines
    }
    formulas = {name: checked.formula.tree for name, checked in rule.lines}
    lines = {
        name: FunctionLine(f"{rule.name}.{name}", variables[name], explainers[name].value(node))
        for name, node in formulas.items()
    }
    outputs: dict[str, Code] = {}
    parts: dict[str, FunctionLine] = {}
    for name, line in (rule.outputs or {WHOLE: WHOLE}).items():
        explainer, formula, local = explainers[line], formulas[line], python_tree.variable(variables[line])
        if leaves and (part := _part_of_step(formula, formulas, explainers)):
            step, attribute = part
            leaf = f"s{len(rule.lines) + list(formulas).index(step)}"
            code = explainers[step].leaves(formulas[step])
            parts.setdefault(step, FunctionLine(f"{rule.name}.{step}", leaf, code))
            outputs[name] = python_tree.call("inner", python_tree.variable(leaf), python_tree.constant(attribute))
            continue
        outputs[name] = explainer.leaves_of(formula, local, rule.name) if leaves else explainer.whole(formula, local)
    if leaves:
        following = dict(pair for name, line in lines.items() for pair in _with_parts(name, line, parts))
        explained = _computed_once(rule, following, outputs)
        return python_tree.function(names.rule(rule.name, leaves=True), inputs, explained, _result(rule, outputs))
    result = python_tree.call("exact", _result(rule, outputs))
    return python_tree.function(names.rule(rule.name), inputs, lines.values(), result)


def _with_parts(name: str, line: FunctionLine, parts: Mapping[str, FunctionLine]) -> Iterator[tuple[str, FunctionLine]]:
    """A line, and behind it the one that explains the parts of what it gives."""
    yield name, line
    if name in parts:
        yield f"{name}.", parts[name]


def _part_of_step(
    formula: ast.expr, formulas: Mapping[str, ast.expr], explainers: Mapping[str, Explainer]
) -> tuple[str, str] | None:
    """The step and its part, of an output that is one part of what a step's call of a rule gives."""
    match formula:
        case ast.Attribute(value=ast.Name(id=step), attr=attribute) if step in formulas:
            return (step, attribute) if explainers[step].calls_for_parts(formulas[step]) else None
    return None


def _computed_once(
    rule: RuleFormulas, lines: Mapping[str, FunctionLine], leaves: dict[str, Code]
) -> list[FunctionLine]:
    """The lines of a rule that explains itself: an output whose value nothing else reads is its leaves at once."""
    explained = dict(lines)
    readers = Counter(name for line in lines.values() for name in _names_read(line.value))
    readers.update(name for code in leaves.values() for name in _names_read(code))
    for name, line in (rule.outputs or {WHOLE: WHOLE}).items():
        variable = lines[line].variable
        if not readers[variable]:
            readers.subtract(_names_read(leaves[name]))
            explained[line] = lines[line]._replace(value=leaves[name])
            leaves[name] = python_tree.variable(variable)
    return list(explained.values())


def _names_read(code: Code) -> set[str]:
    return {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}


def _result(rule: RuleFormulas, parts: Mapping[str, Code]) -> Code:
    if rule.single or not rule.outputs:
        [result] = parts.values()
        return result
    return python_tree.record([(python_tree.constant(name), part) for name, part in parts.items()])


@dataclass(frozen=True, eq=False)
class Expression(PickledFields):
    """A formula over an entry's values, compiled when it is first run."""

    program: Program
    checked: Checked
    scope: Scope

    @cached_property
    def value(self) -> Callable[[Evaluation, Mapping[str, Value]], Value]:
        """The function that gives the value."""
        explainer, node = self.program.explainer(self.checked, self.scope), self.checked.formula.tree
        value = python_tree.call("exact", explainer.whole(node, explainer.value(node)))
        return self.program.function(python_tree.expression("value", value))

    @cached_property
    def leaves(self) -> Callable[[Evaluation, Mapping[str, Value]], Any]:
        """The function that gives the value with explanations: a `Leaf`, or lists and dictionaries of them."""
        explainer = self.program.explainer(self.checked, self.scope)
        return self.program.function(python_tree.expression("leaves", explainer.leaves(self.checked.formula.tree)))


def _helpers() -> dict[str, Any]:
    """The globals of compiled functions: the helpers, and no built-ins of Python."""
    return {"__builtins__": {}, **{HELPER + name: helper for name, helper in HELPERS.items()}}


@dataclass
class Program:
    """The compiled functions of one ruleset, sharing its vocabularies and tables."""

    given: dict[GivenData, Any] = field(default_factory=dict)
    """The vocabularies and tables."""
    _rules: list[RuleFormulas] = field(default_factory=list)
    _names: GeneratedNames = field(default_factory=GeneratedNames)
    _globals: dict[str, Any] = field(default_factory=_helpers)

    def __getstate__(self) -> Any:
        """What the functions are compiled from, which cannot be pickled themselves."""
        return self.given, self._rules, self._names

    def __setstate__(self, state: Any) -> None:
        given, rules, self._names = state
        self.given, self._rules, self._globals = {}, [], _helpers()
        for what, value in given.items():
            self.define(what.kind, what.name, value)
        self.add_rules(rules)

    def define(self, kind: GivenKind, name: str, value: object) -> None:
        """Make a vocabulary, its terms or a table known."""
        what = GivenData(kind, name)
        self.given[what] = self._globals[self._names.given(what)] = value

    def add_rules(self, rules: list[RuleFormulas]) -> None:
        """Make rules known, so that they can be run and call each other; each is compiled when it is first called."""
        self._rules += rules
        for rule in rules:
            for leaves in (False, True):
                self._globals[self._names.rule(rule.name, leaves)] = partial(self._first_call, rule, leaves)

    def _first_call(self, rule: RuleFormulas, leaves: bool, *given: Any) -> Any:
        function = compiled_rule(rule, self._names, leaves)
        compiled = self._globals[function.name] = self.function(function, f"{_RULE}{rule.name}")
        return compiled(*given)

    def expression(self, checked: Checked, scope: Scope) -> Expression:
        """One formula over an entry."""
        return Expression(self, checked, scope)

    def explainer(self, checked: Checked, scope: Scope) -> Explainer:
        """Compiles the nodes of a formula over an entry, with the names of this program."""
        return Explainer(checked.types, scope, self._names, python_tree.of_entry)

    def function(self, tree: ast.FunctionDef, source: str = "<formula>") -> Callable[..., Any]:
        """The function of a syntax tree, which knows the rules, vocabularies and tables; tracebacks name its source."""
        functions: dict[str, Any] = {}
        exec(compile(python_tree.module([tree]), source, "exec"), self._globals, functions)
        compiled: Callable[..., Any] = functions[tree.name]
        return compiled

    def run(self, rule: str, run: Evaluation, given: list[Value], leaves: bool = False) -> Any:
        """Run a rule. Raises `FormulaFailedError` with the reason and the place."""
        function = self._globals[self._names.rule(rule, leaves)]
        return guarded(function, run, *given)


def guarded(compute: Callable[..., Any], *given: Any) -> Any:
    """Compute a value; every failure of a formula becomes one error with a message for users."""
    try:
        return compute(*given)
    except FormulaFailedError as error:
        error.at = error.at or _place(error, given)
        raise
    except _FAILURES as error:
        raise FormulaFailedError(_in_words(error), _place(error, given)) from None


_FAILURES = (ArithmeticError, KeyError, RecursionError, TypeError, ValueError, AttributeError, IndexError)


def _place(error: Exception, given: Sequence[Any]) -> str:
    """The innermost rule that was being computed, and its line, if that was noted last."""
    sources = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    rule = next((source.removeprefix(_RULE) for source in reversed(sources) if source.startswith(_RULE)), "")
    noted = given[0].at if given and isinstance(given[0], Evaluation) else ""
    return noted if noted.startswith(f"{rule}.") else rule


def _in_words(error: Exception) -> str:
    if isinstance(error, ZeroDivisionError):
        return "this divides by zero"
    if isinstance(error, KeyError):
        return f"there is nothing for `{show(error.args[0])}`"
    if isinstance(error, RecursionError):
        return "the rules call each other too deeply"
    if "NoneType" not in str(error):
        return "the values do not fit together"
    if "subscriptable" in str(error) or isinstance(error, AttributeError):
        return "a part is asked for of a value that is none"
    return "a value is none where a number is needed"


def value_of(leaves: Any) -> Value:
    """The plain value of leaves: explanations left out, whole fractions as integers."""
    if isinstance(leaves, Leaf):
        return exact(leaves.value)
    if isinstance(leaves, dict):
        return {key: value_of(item) for key, item in leaves.items()}
    return [value_of(item) for item in leaves]
