"""Compiled formulas written out as JavaScript, run with the helpers `f` of `rules-runtime.js`.

Only the nodes and names that `tree` makes are written; anything else is an error of the program. All texts go through
one encoder.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from sheetgen.formula import python_tree
from sheetgen.formula.runtime import Leaf
from sheetgen.text.json_script import json_text

_SAFE_INTEGER = 2**53 - 1
"""The largest integer that is distinct from its neighbours in JavaScript's numbers."""
_VARIABLE = re.compile(r"[bv]|[celrswx][0-9]+", re.ASCII)
_HELPER = re.compile(rf"{python_tree.HELPER}([a-z_]+)", re.ASCII)
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "plus", ast.Sub: "minus", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.In: "isin",
    ast.NotIn: "notin",
}  # fmt: skip


def literal(value: object) -> str:
    """A value of formulas: JSON, with fractions and large numbers made by the runtime."""
    if isinstance(value, Leaf):
        raise TypeError("a leaf is no value of a script")
    if isinstance(value, Fraction):
        return f'f.q("{value.numerator}", "{value.denominator}")'
    if isinstance(value, int) and abs(value) > _SAFE_INTEGER:
        return f'f.q("{value:d}", "1")'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        return _record((literal(key), literal(item)) for key, item in value.items())
    return json_text(value)


@dataclass
class Translation:
    """Writes functions, and notes what they use."""

    names: set[str] = field(default_factory=set)
    """Functions and constants."""
    titles: set[str] = field(default_factory=set)
    """Vocabularies whose terms are called by their titles."""
    houses: set[str] = field(default_factory=set)
    """House rules."""

    def add(self, other: Translation) -> None:
        """Note what another used, too."""
        self.names |= other.names
        self.titles |= other.titles
        self.houses |= other.houses

    def function(self, function: ast.FunctionDef) -> str:
        """A function declaration."""
        inputs = ", ".join(self._variable(argument.arg) for argument in function.args.args)
        body = "".join(map(self._statement, function.body))
        return f"function {self._variable(function.name)}({inputs}) {{\n{body}}}\n"

    def _statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return f"  const {self._variable(name)} = {self.value(value)};\n"
            case ast.Assign(targets=[ast.Attribute(attr="at")]):
                return ""  # a page shows the message of a rule beside its form
            case ast.Expr(value=value):
                return f"  {self.value(value)};\n"
            case ast.Return(value=ast.expr() as value):
                return f"  return {self.value(value)};\n"
        raise TypeError(f"no statement of a rule: {ast.dump(node)[:200]}")

    def value(self, node: ast.expr) -> str:
        """An expression."""
        write: Callable[[ast.expr], str] = getattr(self, f"_{type(node).__name__.lower()}")
        return write(node)

    def _values(self, nodes: Iterable[ast.expr]) -> str:
        return ", ".join(map(self.value, nodes))

    def _variable(self, name: str) -> str:
        if not _VARIABLE.fullmatch(name):
            raise ValueError(f"no name of a program: {name!r}")
        return name

    def _name(self, node: ast.Name) -> str:
        self.names.add(node.id)
        return self._variable(node.id)

    def _constant(self, node: ast.Constant) -> str:
        return literal(node.value)

    def _attribute(self, node: ast.Attribute) -> str:
        assert (node.value, node.attr) == (python_tree.RUN, "house")
        return "b.house"

    def _subscript(self, node: ast.Subscript) -> str:
        """A part of a record or map, which must be there."""
        if isinstance(node.value, ast.Attribute) and isinstance(node.slice, ast.Constant):
            self.houses.add(str(node.slice.value))
        return f"f.part({self.value(node.value)}, {self.value(node.slice)})"

    def _call(self, node: ast.Call) -> str:
        match node.func:
            case ast.Name(id="f_ratio"):
                return literal(Fraction(*map(ast.literal_eval, node.args)))
            case ast.Name(id=name) if helper := _HELPER.fullmatch(name):
                return f"f.{helper[1]}({self._values(node.args)})"
            case ast.Attribute(value=run, attr=name) if run is python_tree.RUN and name in python_tree.METHODS:
                if name == "title" and isinstance(node.args[0], ast.Constant):
                    self.titles.add(str(node.args[0].value))
                return f"f.{name}({self._values([run, *node.args])})"
        return f"{self.value(node.func)}({self._values(node.args)})"

    def _unaryop(self, node: ast.UnaryOp) -> str:
        operand = self.value(node.operand)
        return f"(!{operand})" if isinstance(node.op, ast.Not) else f"f.minus(0, {operand})"

    def _binop(self, node: ast.BinOp) -> str:
        return f"f.{_OPERATORS[type(node.op)]}({self._values([node.left, node.right])})"

    def _boolop(self, node: ast.BoolOp) -> str:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return f"({sign.join(map(self.value, node.values))})"

    def _compare(self, node: ast.Compare) -> str:
        """Sides after the second wait in functions until the comparison before has held."""
        left, signs, rest = self.value(node.left), [_OPERATORS[type(op)] for op in node.ops], node.comparators
        if len(signs) == 1:
            return f"f.{signs[0]}({left}, {self.value(rest[0])})"
        later = (f"f.{sign}, () => {self.value(side)}" for sign, side in zip(signs, rest, strict=True))
        return f"f.chain({left}, {', '.join(later)})"

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self.value(node.test)} ? {self.value(node.body)} : {self.value(node.orelse)})"

    def _list(self, node: ast.List) -> str:
        return f"[{self._values(node.elts)}]"

    def _dict(self, node: ast.Dict) -> str:
        pairs = zip(node.keys, node.values, strict=True)
        return _record((self.value(key), self.value(item)) for key, item in pairs if key is not None)

    def _listcomp(self, node: ast.ListComp) -> str:
        return self._each(node.generators, f"[{self.value(node.elt)}]")

    def _dictcomp(self, node: ast.DictComp) -> str:
        pair = f"[[{self.value(node.key)}, {self.value(node.value)}]]"
        return f"f.record({self._each(node.generators, pair)})"

    def _each(self, loops: list[ast.comprehension], code: str) -> str:
        """Nested maps, flattened; every list comes as a call of the run's `each`."""
        for loop in reversed(loops):
            assert isinstance(loop.iter, ast.Call) and isinstance(loop.target, ast.Name)
            tests = " && ".join(map(self.value, loop.ifs))
            inner = f"({tests} ? {code} : [])" if tests else code
            code = f"f.each(b, {self._values(loop.iter.args)}, ({self._variable(loop.target.id)}) => {inner})"
        return code

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        parts = (part.value for part in node.values if isinstance(part, ast.FormattedValue))
        return f"({' + '.join(map(self.value, parts))})"

    def _lambda(self, node: ast.Lambda) -> str:
        return f"() => {self.value(node.body)}"


def _record(pairs: Iterable[tuple[str, str]]) -> str:
    """An object made from pairs."""
    return f"f.record([{', '.join(f'[{key}, {item}]' for key, item in pairs)}])"
