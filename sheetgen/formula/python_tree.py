"""The target of the compiler: a few nodes of Python's syntax tree, which `javascript` writes out for the site too.

An author's text gets into a program as a constant and in no other way. Rules, variables, vocabularies and tables have
generated names, letters with a number (`r0`, `x3`, `c2`); helpers and methods come from fixed lists.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

from sheetgen.formula import script_nodes
from sheetgen.formula.builtins import HELPERS

Code: TypeAlias = ast.expr
"""A compiled expression."""


_LOAD, _STORE = ast.Load(), ast.Store()
RUN = script_nodes.Name("b", _LOAD)
"""The run that a compiled function is called with: its budget, house rules and titles."""
ENTRY = script_nodes.Name("v", _LOAD)
"""The fields and derived values of the entry that an expression is computed for."""
HELPER = "f_"
"""The prefix of the names of helpers."""
_HELPERS = {name: script_nodes.Name(HELPER + name, _LOAD) for name in HELPERS}
METHODS = {
    name: script_nodes.Attribute(RUN, name, _LOAD) for name in ("spend", "charge", "each", "title", "show", "optional")
}
"""The methods of an evaluation that compiled code may call."""
_HOUSE = script_nodes.Attribute(RUN, "house", _LOAD)
_AT = script_nodes.Attribute(RUN, "at", _STORE)

OPERATORS: dict[str, ast.operator] = {
    "+": ast.Add(), "-": ast.Sub(), "//": ast.FloorDiv(), "%": ast.Mod(),
}  # fmt: skip
COMPARISONS: dict[str, ast.cmpop] = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE(),
    "in": ast.In(), "not in": ast.NotIn(),
}  # fmt: skip
_WORDS: dict[str, ast.boolop] = {"and": ast.And(), "or": ast.Or()}
_MINUS, _NOT = ast.USub(), ast.Not()


GivenKind: TypeAlias = Literal["vocabulary", "terms", "table"]


class GivenData(NamedTuple):
    """Data that formulas read: a vocabulary (its terms in order), its terms with attributes, or a table."""

    kind: GivenKind
    name: str


@dataclass
class GeneratedNames:
    """The names that a program gives to what authors name: numbered, in the order in which they are asked for."""

    _rules: dict[str, int] = field(default_factory=dict)
    _given: dict[GivenData, int] = field(default_factory=dict)

    def rule(self, name: str, leaves: bool = False) -> str:
        """The function of a rule that gives its value, or its leaves."""
        return f"{'w' if leaves else 'r'}{self._rules.setdefault(name, len(self._rules))}"

    def given(self, what: GivenData) -> str:
        """The constant of a vocabulary or table."""
        return f"c{self._given.setdefault(what, len(self._given))}"


class Loop(NamedTuple):
    """One `for` of a comprehension: variable, list, conditions."""

    variable: str
    items: Code
    conditions: list[Code]


class FunctionLine(NamedTuple):
    """One line of a function: its place for messages, the variable, its value."""

    place: str
    variable: str
    value: Code


def constant(value: object) -> Code:
    """A number, text, truth value, none, or a list or record of constants. Raises `TypeError` for anything else."""
    match value:
        case None | bool():
            return script_nodes.Constant(value)
        case int():
            return script_nodes.Constant(int(value))
        case str():
            return script_nodes.Constant(str(value))
        case Fraction():
            return call("ratio", script_nodes.Constant(value.numerator), script_nodes.Constant(value.denominator))
        case list() | tuple():
            return items([constant(item) for item in value])
        case dict():
            return record([(constant(key), constant(item)) for key, item in value.items()])
    raise TypeError(f"no constant of a formula: {type(value).__name__}")


def variable(name: str) -> Code:
    """A variable, constant or function, by a name that was made here."""
    return script_nodes.Name(name, _LOAD)


def of_entry(name: str) -> Code:
    """A field or derived value of the entry; the name may be dotted."""
    return script_nodes.Subscript(ENTRY, script_nodes.Constant(name), _LOAD)


def house() -> Code:
    """The house rules that hold in this run."""
    return _HOUSE


def call(helper: str, *arguments: Code) -> Code:
    """A call of a helper of the runtime."""
    return script_nodes.Call(_HELPERS[helper], list(arguments), [])


def method(name: str, *arguments: Code) -> Code:
    """A call of a method of the run."""
    return script_nodes.Call(METHODS[name], list(arguments), [])


def apply(function: str, arguments: Iterable[Code]) -> Code:
    """A call of a rule's function."""
    return script_nodes.Call(script_nodes.Name(function, _LOAD), [RUN, *arguments], [])


def arithmetic(sign: str, left: Code, right: Code) -> Code:
    """A sum, difference, product, quotient, floored quotient or remainder of numbers: exact, products bounded."""
    if sign in "*/":
        return call("mul" if sign == "*" else "div", left, right)
    return script_nodes.BinOp(left, OPERATORS[sign], right)


def negative(value: Code) -> Code:
    """A number with its sign turned."""
    return script_nodes.UnaryOp(_MINUS, value)


def compare(sides: Sequence[Code], signs: Sequence[str]) -> Code:
    """Comparisons one after the other, each side computed once: `low <= x <= high`."""
    return script_nodes.Compare(sides[0], [COMPARISONS[sign] for sign in signs], list(sides[1:]))


def choose(test: Code, then: Code, otherwise: Code) -> Code:
    """One of two values."""
    return script_nodes.IfExp(test, then, otherwise)


def logic(word: str, parts: list[Code]) -> Code:
    """Several truths joined by `and` or `or`."""
    return script_nodes.BoolOp(_WORDS[word], parts)


def negate(truth: Code) -> Code:
    """Not."""
    return script_nodes.UnaryOp(_NOT, truth)


def member(holder: Code, key: Code) -> Code:
    """The part of a record or map that a text names, which must be there."""
    return script_nodes.Subscript(holder, key, _LOAD)


def items(parts: list[Code]) -> Code:
    """A list."""
    return script_nodes.List(parts, _LOAD)


def record(pairs: Sequence[tuple[Code, Code]]) -> Code:
    """A record; keys are expressions."""
    return script_nodes.Dict([key for key, _ in pairs], [value for _, value in pairs])


def each(loops: list[Loop], item: Code, key: Code | None = None) -> Code:
    """A list (or with a key, a record) of items over loops; every item is a step of the budget."""
    over = [
        ast.comprehension(script_nodes.Name(loop.variable, _STORE), method("each", loop.items), loop.conditions, 0)
        for loop in loops
    ]
    return script_nodes.ListComp(item, over) if key is None else script_nodes.DictComp(key, item, over)


def concatenate(parts: Sequence[Code]) -> Code:
    """Texts put together."""
    return (
        parts[0]
        if len(parts) == 1
        else script_nodes.JoinedStr([script_nodes.FormattedValue(part, -1) for part in parts])
    )


def optional(text: Code) -> Code:
    """An explanation that is left out where it cannot be computed."""
    return method("optional", script_nodes.Lambda(_arguments(()), text))


def leaf(value: Code, why: Code, rule: str) -> Code:
    """A value with its explanation and its rule."""
    return call("leaf", value, why, script_nodes.Constant(rule))


def function(name: str, inputs: Sequence[str], lines: Iterable[FunctionLine], result: Code) -> ast.FunctionDef:
    """A function that takes a step, computes its lines and notes where it is."""
    body: list[ast.stmt] = [script_nodes.Expr(method("spend"))]
    for line in lines:
        body.append(script_nodes.Assign([_AT], script_nodes.Constant(line.place)))
        body.append(script_nodes.Assign([script_nodes.Name(line.variable, _STORE)], line.value))
    return _definition(name, ("b", *inputs), [*body, script_nodes.Return(result)])


def expression(name: str, result: Code) -> ast.FunctionDef:
    """A function of a run and an entry."""
    return _definition(name, ("b", "v"), [script_nodes.Return(result)])


def module(functions: Iterable[ast.FunctionDef]) -> ast.Module:
    """Functions that know each other."""
    return ast.Module(list(functions), [])


def _definition(name: str, inputs: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    others: dict[str, Any] = {"decorator_list": [], "type_params": []}
    return script_nodes.FunctionDef(name, _arguments(inputs), body, **others)


def _arguments(names: Sequence[str]) -> ast.arguments:
    arguments: list[ast.arg] = [script_nodes.Argument(name) for name in names]
    return ast.arguments(posonlyargs=[], args=arguments, kwonlyargs=[], kw_defaults=[], defaults=[])
