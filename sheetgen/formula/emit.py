"""A checked formula written out as an expression of a target language."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sheetgen.formula.functions import FUNCTIONS
from sheetgen.formula.scope import Scope, Signature
from sheetgen.formula.targets import Target
from sheetgen.formula.types import (
    ANYTHING,
    NUMBER,
    TEXT,
    ListOf,
    MapOf,
    Optional,
    Record,
    Type,
    bare,
    certain,
    is_number,
    outline,
)

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


CAREFUL = {"+": "add", "-": "minus", "*": "mul", "/": "div", "//": "floordiv", "%": "mod"}
"""The helpers that take the place of operators where values may turn out not to be numbers."""
LOOKED_UP = ("first", "get", "len", "step", "title")
"""Functions that do not go through all of what they are given."""

COMPARING = ("min", "max", "clamp")
"""Functions that could give a text where values turn out not to be numbers."""


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

    def weighed(self, node: ast.expr) -> str:
        """The code for a value that will be gone through from end to end, which counts as steps of the budget."""
        return self.value(node) if self._is_counted(node) else self.target.method("weigh", self.value(node))

    def _is_counted(self, node: ast.expr) -> bool:
        """Whether a node holds nothing that could be large, or only what was counted when it was made."""
        match node:
            case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item) | ast.DictComp(value=item):
                return self._is_plain(item)
            case ast.List(elts=items) | ast.Dict(values=items):
                return all(map(self._is_plain, items))
            case ast.Name(id=name) if self._kind(name) in ("vocabulary", "table"):
                return True
        return self._is_plain(node)

    def whole(self, node: ast.expr, code: str) -> str:
        """The code for the value of a node that outlives its formula: as `code`, all of it counted."""
        return code if self._is_plain(node) else self.target.method("weigh", code)

    def _is_plain(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return True
        kind = bare(self.type_of(node))
        return kind != ANYTHING and not isinstance(kind, ListOf | MapOf | Record)

    def truth(self, node: ast.expr) -> str:
        """The code for a condition."""
        code = self.value(node)
        return self.target.call("truth", code) if bare(self.type_of(node)) == ANYTHING else code

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
        parts = [self.weighed(p.value if isinstance(p, ast.FormattedValue) else p) for p in node.values]
        return self.target.method("weigh", self.target.call("texts", *parts))

    def _attribute(self, node: ast.Attribute) -> str:
        holder = bare(self.types[node.value]) if node.value in self.types else None
        if isinstance(holder, Record) and isinstance(holder.fields.get(node.attr), Optional):
            return self.target.call("get", self.value(node.value), *map(self.target.constant, (node.attr, None)))
        return self.target.member(self.value(node.value), node.attr)

    def _subscript(self, node: ast.Subscript) -> str:
        if self.is_list_of_terms(node.value):
            assert isinstance(node.value, ast.Name)
            return self.target.call("pick", f"terms_{node.value.id}", self.value(node.slice))
        return self.target.call("pick", self.value(node.value), self.value(node.slice))

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return self.target.negate(self.truth(node.operand))
        operand = self.value(node.operand)
        if bare(self.type_of(node.operand)) == ANYTHING:
            return self.target.call("minus" if isinstance(node.op, ast.USub) else "add", "0", operand)
        return self.target.negative(operand) if isinstance(node.op, ast.USub) else operand

    def _binop(self, node: ast.BinOp) -> str:
        code = self.arithmetic(SIGNS[type(node.op)], node.left, node.right)
        return self.target.method("weigh", code) if self.type_of(node) == TEXT else code

    def arithmetic(self, sign: str, left: ast.expr, right: ast.expr) -> str:
        """The code for an operator between two nodes."""
        if all(is_number(kind) and bare(kind) != ANYTHING for kind in (self.type_of(left), self.type_of(right))):
            return self.target.arithmetic(sign, self.value(left), self.value(right))
        return self.target.call(CAREFUL[sign], self.weighed(left), self.weighed(right))

    def _boolop(self, node: ast.BoolOp) -> str:
        word = "and" if isinstance(node.op, ast.And) else "or"
        return self.target.logic(word, [self.truth(part) for part in node.values])

    def _compare(self, node: ast.Compare) -> str:
        signs = [SIGNS[type(op)] for op in node.ops]
        write = self.value if any(isinstance(side, ast.Constant) for side in _sides(node)) else self.weighed
        codes = [write(side) for side in _sides(node)]
        return self.target.compare(signs[0], *codes) if len(signs) == 1 else self.target.chain(signs, codes)

    def _ifexp(self, node: ast.IfExp) -> str:
        return self.target.choose(self.truth(node.test), self.value(node.body), self.value(node.orelse))

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
            loops.append((generator.target.id, items, [self.truth(test) for test in generator.ifs]))
        yield loops
        del self._loops[before:]

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        with self.inside(node.generators) as loops:
            return self.each(loops, self.value(node.elt))

    _generatorexp = _listcomp

    def _dictcomp(self, node: ast.DictComp) -> str:
        with self.inside(node.generators) as loops:
            return self.each(loops, self.value(node.value), self.value(node.key))

    def each(self, loops: list[tuple[str, str, list[str]]], item: str, key: str = "") -> str:
        """The code for a list or record over loops, which together may come to more items than one may hold."""
        code = self.target.each(loops, item, key)
        return self.target.call("bounded", code) if len(loops) > 1 else code

    def _call(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        if node.func.id in self.scope.rules:
            return self.rule_call(node, leaves=False)
        if node.func.id == "title" and isinstance(node.args[0], ast.Name) and self.is_list_of_terms(node.args[0]):
            return self.target.method("title", self.target.constant(node.args[0].id), self.value(node.args[1]))
        assert node.func.id in FUNCTIONS
        write = self.value if node.func.id in LOOKED_UP else self.weighed
        code = self.target.call(node.func.id, *map(write, node.args))
        if node.func.id in COMPARING and not certain(NUMBER, self.type_of(node)):
            code = self.target.call("fits", code, self.target.constant("number"))
        return self.target.method("weigh", code) if node.func.id == "join" else code

    def rule_call(self, node: ast.Call, leaves: bool) -> str:
        """A call of another rule with all its inputs, absent ones at their natural default."""
        assert isinstance(node.func, ast.Name)
        rule = self.scope.rules[node.func.id]
        given = self.arguments(node, rule)
        arguments = [
            self._argument(given[p.name], p.type) if p.name in given else self.target.constant(p.default)
            for p in rule.parameters
        ]
        return self.target.rule(rule.name, arguments, leaves)

    def _argument(self, node: ast.expr, wanted: Type) -> str:
        if certain(wanted, self.type_of(node)):
            return self.value(node)
        return self.target.call("fits", self.weighed(node), self.target.constant(outline(wanted)))


def _sides(node: ast.Compare) -> list[ast.expr]:
    return [node.left, *node.comparators]
