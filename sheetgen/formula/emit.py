"""A checked formula written out as an expression of a target language."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sheetgen.formula.functions import FUNCTIONS
from sheetgen.formula.scope import Scope, Signature
from sheetgen.formula.targets import Target
from sheetgen.formula.types import Type, is_number

SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}


class Emitter:
    """Writes the nodes of one formula as values in the target language."""

    def __init__(self, target: Target, types: Mapping[ast.AST, Type], scope: Scope) -> None:
        self.target = target
        self.types = types
        self.scope = scope
        self._loops: list[str] = []

    def value(self, node: ast.expr) -> str:
        """The code that computes a node."""
        code: str = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return code

    def type_of(self, node: ast.AST) -> Type:
        """The type that the checker found."""
        return self.types[node]

    def arguments(self, call: ast.Call, rule: Signature) -> dict[str, ast.expr]:
        """The expressions given for a rule's inputs, by input."""
        given = {p.name: node for p, node in zip(rule.parameters, call.args, strict=False)}
        return given | {k.arg: k.value for k in call.keywords if k.arg}

    def is_list_of_terms(self, node: ast.expr) -> bool:
        """Whether a node names a vocabulary."""
        return isinstance(node, ast.Name) and self._kind(node.id) == "vocabulary"

    def _kind(self, name: str) -> str:
        if name in self._loops:
            return "loop"
        binding = self.scope.names.get(name)
        return binding.kind if binding else "value"

    def _constant(self, node: ast.Constant) -> str:
        return self.target.constant(node.value)

    def _name(self, node: ast.Name) -> str:
        kind = self._kind(node.id)
        if kind == "house":
            return "b.house"
        if kind == "loop":
            return f"x_{node.id}"
        return self.target.local(node.id) if kind == "value" else f"{kind}_{node.id}"

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        parts = [self.value(p.value if isinstance(p, ast.FormattedValue) else p) for p in node.values]
        return self.target.call("texts", *parts)

    def _attribute(self, node: ast.Attribute) -> str:
        return self.target.member(self.value(node.value), node.attr)

    def _subscript(self, node: ast.Subscript) -> str:
        if self.is_list_of_terms(node.value) and not is_number(self.type_of(node.slice)):
            assert isinstance(node.value, ast.Name)
            return self.target.call("pick", f"terms_{node.value.id}", self.value(node.slice))
        return self.target.call("pick", self.value(node.value), self.value(node.slice))

    def _unaryop(self, node: ast.UnaryOp) -> str:
        operand = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return self.target.negate(operand)
        return self.target.negative(operand) if isinstance(node.op, ast.USub) else operand

    def _binop(self, node: ast.BinOp) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Add) and not (
            is_number(self.type_of(node.left)) and is_number(self.type_of(node.right))
        ):
            return self.target.call("add", left, right)
        return self.target.arithmetic(SIGNS[type(node.op)], left, right)

    def _boolop(self, node: ast.BoolOp) -> str:
        word = "and" if isinstance(node.op, ast.And) else "or"
        return self.target.logic(word, [self.value(part) for part in node.values])

    def _compare(self, node: ast.Compare) -> str:
        sides = [node.left, *node.comparators]
        parts = [
            self.target.compare(SIGNS[type(op)], self.value(sides[i]), self.value(sides[i + 1]))
            for i, op in enumerate(node.ops)
        ]
        return self.target.logic("and", parts) if len(parts) > 1 else parts[0]

    def _ifexp(self, node: ast.IfExp) -> str:
        return self.target.choose(self.value(node.test), self.value(node.body), self.value(node.orelse))

    def _list(self, node: ast.List) -> str:
        return self.target.items([self.value(item) for item in node.elts])

    def _dict(self, node: ast.Dict) -> str:
        pairs = zip(node.keys, node.values, strict=True)
        return self.target.record([(self.value(key), self.value(item)) for key, item in pairs if key is not None])

    @contextmanager
    def inside(self, generators: list[ast.comprehension]) -> Iterator[list[tuple[str, str, list[str]]]]:
        """The loops of a comprehension (variable, list, conditions), with their variables known while inside."""
        before, loops = len(self._loops), []
        for generator in generators:
            assert isinstance(generator.target, ast.Name)
            items = self.value(generator.iter)
            self._loops.append(generator.target.id)
            loops.append((generator.target.id, items, [self.value(test) for test in generator.ifs]))
        yield loops
        del self._loops[before:]

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        with self.inside(node.generators) as loops:
            return self.target.each(loops, self.value(node.elt))

    _generatorexp = _listcomp

    def _dictcomp(self, node: ast.DictComp) -> str:
        with self.inside(node.generators) as loops:
            return self.target.each(loops, self.value(node.value), self.value(node.key))

    def _call(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        if node.func.id in self.scope.rules:
            return self.rule_call(node, leaves=False)
        if node.func.id == "title" and isinstance(node.args[0], ast.Name) and self.is_list_of_terms(node.args[0]):
            return self.target.method("title", self.target.constant(node.args[0].id), self.value(node.args[1]))
        assert node.func.id in FUNCTIONS
        return self.target.call(node.func.id, *(self.value(argument) for argument in node.args))

    def rule_call(self, node: ast.Call, leaves: bool) -> str:
        """A call of another rule with all its inputs, absent ones at their natural default."""
        assert isinstance(node.func, ast.Name)
        rule = self.scope.rules[node.func.id]
        given = self.arguments(node, rule)
        arguments = [
            self.value(given[p.name]) if p.name in given else self.target.constant(p.default) for p in rule.parameters
        ]
        return self.target.rule(rule.name, arguments, leaves)
