"""Types of every part of a formula, and everything that is wrong with it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from sheetgen.diagnostics import did_you_mean
from sheetgen.formula.functions import FUNCTIONS
from sheetgen.formula.parse import Formula, Problem
from sheetgen.formula.scope import Binding, Parameter, Scope, Signature
from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NONE,
    NUMBER,
    TEXT,
    TRUTH,
    Choice,
    ListOf,
    MapOf,
    Ranges,
    Record,
    Term,
    Type,
    accepts,
    bare,
    is_integer,
    is_number,
    is_text,
    is_truth,
    join,
    join_all,
)


@dataclass
class Checked:
    """A formula with the type of each node, the rules it calls, and its problems."""

    formula: Formula
    type: Type = ANYTHING
    types: dict[ast.AST, Type] = field(default_factory=dict)
    rules: dict[str, ast.AST] = field(default_factory=dict)
    houses: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


def check(formula: Formula, scope: Scope, wanted: Type | None = None) -> Checked:
    """Infer the type of a formula; `wanted` is the type that its place asks for."""
    checked = Checked(formula)
    checker = _Checker(checked)
    checked.type = checker.infer(formula.tree, scope)
    if wanted is not None and not checked.problems:
        checker.expect(formula.tree, wanted, checked.type, f"this place takes {wanted}")
    return checked


def names_used(tree: ast.expr) -> set[str]:
    """The names that a formula reads, apart from its comprehension variables and the rules it calls."""
    bound = {n.target.id for n in ast.walk(tree) if isinstance(n, ast.comprehension) and isinstance(n.target, ast.Name)}
    called = {id(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)}
    read = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and id(n) not in called}
    return read - bound


class _Checker:
    def __init__(self, checked: Checked) -> None:
        self.checked = checked

    def problem(self, node: ast.AST, message: str, *hints: str, code: str = "formula-type") -> Type:
        start, end = self.checked.formula.place(node)
        if isinstance(node, ast.keyword):
            end = start + len(node.arg or "")
        elif isinstance(node, ast.Attribute) and code in ("formula-name", "unknown-term"):
            start, end = self.checked.formula.name_place(node)
        self.checked.problems.append(Problem(code, message, start, end, tuple(h for h in hints if h)))
        return ANYTHING

    def infer(self, node: ast.expr, scope: Scope) -> Type:
        method = getattr(self, f"_{type(node).__name__.lower()}")
        kind: Type = method(node, scope)
        self.checked.types[node] = kind
        return kind

    def infer_all(self, nodes: Iterable[ast.expr], scope: Scope) -> list[Type]:
        return [self.infer(node, scope) for node in nodes]

    def expect(self, node: ast.expr, wanted: Type, given: Type, message: str) -> None:
        """Report a value that may not stand in its place; texts are held against the terms wanted."""
        if not accepts(wanted, given):
            hint = "round it with `//`, floor, ceil or round_half" if wanted == INTEGER and given == NUMBER else ""
            self.problem(node, f"{message}, not {given}", hint)
        self.literals(node, wanted)

    def literals(self, node: ast.expr, wanted: Type) -> None:
        """Hold the texts written in a formula against the terms or options of the place they stand in."""
        wanted = bare(wanted)
        if isinstance(node, ast.List) and isinstance(wanted, ListOf):
            for item in node.elts:
                self.literals(item, wanted.item)
        elif isinstance(node, ast.IfExp):
            self.literals(node.body, wanted)
            self.literals(node.orelse, wanted)
        elif isinstance(node, ast.Constant) and isinstance(wanted, Term | Choice):
            self._literal(node, wanted)

    def _literal(self, node: ast.Constant, wanted: Term | Choice) -> None:
        allowed = wanted.terms if isinstance(wanted, Term) else wanted.options
        if node.value is None or node.value in allowed:
            return
        if isinstance(wanted, Term) and not (wanted.vocabulary or wanted.terms):
            return
        what = f"an option of {wanted.rule}" if isinstance(wanted, Choice) else f"a term of {wanted.vocabulary or 'it'}"
        hint = did_you_mean(str(node.value), [str(a) for a in allowed])
        self.problem(node, f"{_shown(node.value)} is not {what}", hint, code="unknown-term")

    # ---- leaves

    def _constant(self, node: ast.Constant, scope: Scope) -> Type:
        if node.value is None:
            return NONE
        if isinstance(node.value, bool):
            return TRUTH
        if isinstance(node.value, str):
            return TEXT
        return INTEGER if isinstance(node.value, int) else NUMBER

    def _name(self, node: ast.Name, scope: Scope) -> Type:
        binding = scope.names.get(node.id)
        if binding is None:
            hint = did_you_mean(node.id, scope.names)
            if node.id in scope.rules or node.id in FUNCTIONS:
                hint = f"`{node.id}` is called with arguments: `{node.id}(...)`"
            return self.problem(node, f"nothing here is called `{node.id}`", hint, code="formula-name")
        return binding.type

    def _joinedstr(self, node: ast.JoinedStr, scope: Scope) -> Type:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.infer(part.value, scope)
        return TEXT

    # ---- parts of values

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Type:
        holder = bare(self.infer(node.value, scope))
        if isinstance(holder, Record):
            return self._field(node, holder, scope)
        if isinstance(holder, MapOf) and isinstance(holder.key, Term):
            if node.attr in holder.key.terms:
                return holder.value
            hint = did_you_mean(node.attr, holder.key.terms)
            return self.problem(
                node, f"`{node.attr}` is not a term of {holder.key.vocabulary}", hint, code="unknown-term"
            )
        if holder == ANYTHING or isinstance(holder, MapOf):
            return holder.value if isinstance(holder, MapOf) else ANYTHING
        return self.problem(node, f"{holder} has no parts, so `.{node.attr}` cannot be read from it")

    def _field(self, node: ast.Attribute, holder: Record, scope: Scope) -> Type:
        if node.attr in holder.fields:
            if isinstance(node.value, ast.Name) and _binding(scope, node.value).kind == "house":
                self.checked.houses.add(node.attr)
            return holder.fields[node.attr]
        hint = did_you_mean(node.attr, holder.fields)
        return self.problem(node, f"{holder} has nothing called `{node.attr}`", hint, code="formula-name")

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Type:
        key = self.infer(node.slice, scope)
        if isinstance(node.value, ast.Name):
            binding = _binding(scope, node.value)
            if binding.kind == "vocabulary" and isinstance(binding.type, ListOf):
                self.checked.types[node.value] = binding.type
                self.expect(node.slice, binding.type.item, key, f"a key of {node.value.id} is one of its terms")
                return scope.attributes(node.value.id)
        holder = bare(self.infer(node.value, scope))
        if isinstance(holder, MapOf):
            self.expect(node.slice, holder.key, key, f"a key here is {holder.key}")
            return holder.value
        if isinstance(holder, ListOf):
            self.expect(node.slice, INTEGER, key, "the place in a list is a whole number")
            return holder.item
        return self._picked(node, holder)

    def _picked(self, node: ast.Subscript, holder: Type) -> Type:
        if isinstance(holder, Record):
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                found = holder.fields.get(node.slice.value)
                hint = did_you_mean(node.slice.value, holder.fields)
                return found or self.problem(
                    node.slice, f"{holder} has no `{node.slice.value}`", hint, code="formula-name"
                )
            return join_all(list(holder.fields.values()))
        if isinstance(holder, Ranges):
            return self.problem(node, "a table of ranges is read with `step(table, number)`")
        return ANYTHING if holder == ANYTHING else self.problem(node, f"nothing can be picked from {holder}")

    # ---- operators

    def _unaryop(self, node: ast.UnaryOp, scope: Scope) -> Type:
        kind = self.infer(node.operand, scope)
        if isinstance(node.op, ast.Not):
            return TRUTH if is_truth(kind) else self.problem(node, f"`not` takes truth, not {kind}")
        if not is_number(kind):
            return self.problem(node, f"a sign stands before a number, not {kind}")
        return INTEGER if is_integer(kind) else NUMBER

    def _binop(self, node: ast.BinOp, scope: Scope) -> Type:
        left, right = self.infer(node.left, scope), self.infer(node.right, scope)
        if is_number(left) and is_number(right):
            if isinstance(node.op, ast.FloorDiv):
                return INTEGER
            whole = is_integer(left) and is_integer(right) and not isinstance(node.op, ast.Div)
            return INTEGER if whole else ANYTHING if ANYTHING in (left, right) else NUMBER
        if isinstance(node.op, ast.Add):
            if is_text(left) and is_text(right):
                return TEXT
            if isinstance(bare(left), ListOf) and isinstance(bare(right), ListOf):
                return join(bare(left), bare(right))
        sign = _SIGNS[type(node.op)]
        hint = "make a text of the number with text(...)" if TEXT in (left, right) else ""
        return self.problem(node, f"`{sign}` cannot take {left} and {right}", hint)

    def _boolop(self, node: ast.BoolOp, scope: Scope) -> Type:
        for part in node.values:
            kind = self.infer(part, scope)
            if not is_truth(kind):
                self.problem(part, f"`and` and `or` take truth, not {kind}", "compare it with something")
        return TRUTH

    def _compare(self, node: ast.Compare, scope: Scope) -> Type:
        left, kind = node.left, self.infer(node.left, scope)
        for operator, right in zip(node.ops, node.comparators, strict=True):
            other = self.infer(right, scope)
            self._compared(node, operator, (left, kind), (right, other))
            left, kind = right, other
        return TRUTH

    def _compared(
        self,
        node: ast.Compare,
        operator: ast.cmpop,
        left: tuple[ast.expr, Type],
        right: tuple[ast.expr, Type],
    ) -> None:
        if isinstance(operator, ast.In | ast.NotIn):
            self._contained(node, left, right)
        elif isinstance(operator, ast.Eq | ast.NotEq):
            if not (accepts(left[1], right[1]) or accepts(right[1], left[1]) or NONE in (left[1], right[1])):
                self.problem(node, f"{left[1]} and {right[1]} are never equal")
            self.literals(right[0], left[1])
            self.literals(left[0], right[1])
        elif not (is_number(left[1]) and is_number(right[1])):
            self.problem(node, f"only numbers can be more or less, not {left[1]} and {right[1]}")

    def _contained(self, node: ast.Compare, left: tuple[ast.expr, Type], right: tuple[ast.expr, Type]) -> None:
        holder = bare(right[1])
        if isinstance(holder, ListOf):
            if not (accepts(holder.item, left[1]) or accepts(left[1], holder.item)):
                self.problem(node, f"{left[1]} is never in {holder}")
            self.literals(left[0], holder.item)
            self.literals(right[0], ListOf(left[1]))
        elif not (isinstance(holder, MapOf | Record) or is_text(holder)):
            self.problem(node, f"nothing is in {holder}")
        elif holder != ANYTHING and not (
            is_text(left[1]) or (isinstance(holder, MapOf) and accepts(holder.key, left[1]))
        ):
            self.problem(node, f"{left[1]} is never in {holder}")

    def _ifexp(self, node: ast.IfExp, scope: Scope) -> Type:
        test = self.infer(node.test, scope)
        if not is_truth(test):
            self.problem(node.test, f"`if` takes truth, not {test}", "compare it with something")
        return join(self.infer(node.body, scope), self.infer(node.orelse, scope))

    # ---- lists and records

    def _list(self, node: ast.List, scope: Scope) -> Type:
        return ListOf(join_all(self.infer_all(node.elts, scope)))

    def _dict(self, node: ast.Dict, scope: Scope) -> Type:
        keys = [key for key in node.keys if key is not None]
        types = self.infer_all(node.values, scope)
        self._keys(keys, self.infer_all(keys, scope))
        if all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in keys):
            return Record(
                "", {str(k.value): t for k, t in zip(keys, types, strict=True) if isinstance(k, ast.Constant)}
            )
        return MapOf(join_all(self.infer_all(keys, scope)), join_all(types))

    def _inside(self, generators: list[ast.comprehension], scope: Scope) -> Scope:
        for generator in generators:
            kind = bare(self.infer(generator.iter, scope))
            if not isinstance(kind, ListOf | MapOf) and kind != ANYTHING:
                self.problem(generator.iter, f"`for` goes over a list, not {kind}")
            item = kind.item if isinstance(kind, ListOf) else kind.key if isinstance(kind, MapOf) else ANYTHING
            assert isinstance(generator.target, ast.Name)
            scope = scope.with_loop(generator.target.id, item)
            for test in generator.ifs:
                truth = self.infer(test, scope)
                if not is_truth(truth):
                    self.problem(test, f"`if` takes truth, not {truth}")
        return scope

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp, scope: Scope) -> Type:
        return ListOf(self.infer(node.elt, self._inside(node.generators, scope)))

    _generatorexp = _listcomp

    def _dictcomp(self, node: ast.DictComp, scope: Scope) -> Type:
        inner = self._inside(node.generators, scope)
        key = self.infer(node.key, inner)
        self._keys([node.key], [key])
        return MapOf(key, self.infer(node.value, inner))

    def _keys(self, nodes: list[ast.expr], types: list[Type]) -> None:
        for node, kind in zip(nodes, types, strict=True):
            if not (is_text(kind) or is_integer(kind)):
                self.problem(node, f"a key is a text or a whole number, not {kind}")

    # ---- calls

    def _call(self, node: ast.Call, scope: Scope) -> Type:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in scope.rules:
            self.checked.rules.setdefault(name, node.func)
            return self._rule(node, scope.rules[name], scope)
        types = self.infer_all([*node.args, *(k.value for k in node.keywords)], scope)
        function = FUNCTIONS.get(name)
        if function is None:
            hint = did_you_mean(name, [*scope.rules, *FUNCTIONS])
            return self.problem(node.func, f"there is no rule or function called `{name}`", hint, code="formula-name")
        if node.keywords or not function.least <= len(types) <= function.most:
            return self.problem(node, f"`{name}` takes {_amount(function.least, function.most)}", function.says)
        if name == "title":
            return self._title(node, types[0], scope)
        result = function.typing(types)
        return self.problem(node, f"`{name}` {result}", function.says) if isinstance(result, str) else result

    def _title(self, node: ast.Call, kind: Type, scope: Scope) -> Type:
        vocabulary = node.args[0]
        if not (isinstance(vocabulary, ast.Name) and _binding(scope, vocabulary).kind == "vocabulary"):
            return self.problem(vocabulary, "`title` takes a vocabulary first")
        assert isinstance(kind, ListOf)
        self.literals(node.args[1], kind.item)
        return TEXT

    def _rule(self, node: ast.Call, rule: Signature, scope: Scope) -> Type:
        given: dict[str, ast.expr] = {}
        for number, argument in enumerate(node.args):
            if number >= len(rule.parameters):
                self.problem(argument, f"`{rule.name}` takes {_amount(0, len(rule.parameters))}", _inputs(rule))
                break
            given[rule.parameters[number].name] = argument
        for keyword in node.keywords:
            self._keyword(keyword, rule, given, scope)
        by_name = {parameter.name: parameter for parameter in rule.parameters}
        for name, argument in given.items():
            self._argument(argument, by_name[name], rule, scope)
        missing = [p.name for p in rule.parameters if p.required and p.name not in given]
        if missing:
            self.problem(node, f"`{rule.name}` needs {', '.join(missing)}", _inputs(rule))
        return rule.result

    def _keyword(self, keyword: ast.keyword, rule: Signature, given: dict[str, ast.expr], scope: Scope) -> None:
        name = keyword.arg or ""
        if name in given:
            self.problem(keyword, f"`{name}` is given twice")
        elif name not in {p.name for p in rule.parameters}:
            hint = did_you_mean(name, [p.name for p in rule.parameters])
            self.problem(keyword, f"`{rule.name}` has no input called `{name}`", hint, code="formula-name")
            self.infer(keyword.value, scope)
        else:
            given[name] = keyword.value

    def _argument(self, node: ast.expr, parameter: Parameter, rule: Signature, scope: Scope) -> None:
        kind = self.infer(node, scope)
        self.expect(node, parameter.type, kind, f"`{parameter.name}` of {rule.name} takes {parameter.type}")


_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}


def _binding(scope: Scope, node: ast.Name) -> Binding:
    return scope.names.get(node.id) or Binding(ANYTHING)


def _amount(least: int, most: int) -> str:
    many = "1 argument" if most == 1 else f"{most} arguments"
    if least == most:
        return many if most else "no arguments"
    return f"{least} to {many}" if least else f"at most {many}"


def _inputs(rule: Signature) -> str:
    return f"its inputs are {', '.join(p.name for p in rule.parameters)}" if rule.parameters else "it has no inputs"


def _shown(value: object) -> str:
    return f"`{value}`"
