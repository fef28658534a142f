"""A checked formula compiled to an expression."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from sheetgen.formula import python_tree
from sheetgen.formula.functions import FUNCTIONS, OF_RUN
from sheetgen.formula.python_tree import Code, GeneratedNames, GivenData, GivenKind, Loop
from sheetgen.formula.scope import Scope, Signature
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
    is_text,
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

NOTHING = python_tree.constant(0)

COMPARING = ("min", "max", "clamp")
"""Functions that could give a text where values turn out not to be numbers."""


class Emitter:
    """Compiles the nodes of one formula to values. `local` gives the code of a name of the formula's own place."""

    def __init__(
        self, types: Mapping[ast.AST, Type], scope: Scope, names: GeneratedNames, local: Callable[[str], Code]
    ) -> None:
        self.types = types
        self.scope = scope
        self.names = names
        self.local = local
        self.written = 0
        """Nodes compiled so far, those that were compiled again and those that were given up included."""
        self._loops: list[str] = []

    def value(self, node: ast.expr) -> Code:
        """The code that computes a node."""
        self.written += 1
        code: Code = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return code

    def charged(self, node: ast.expr) -> Code:
        """The code for a value that will be gone through from end to end, which counts as steps of the budget."""
        return self.value(node) if self._is_counted(node) else python_tree.method("charge", self.value(node))

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

    def whole(self, node: ast.expr, code: Code) -> Code:
        """The code for the value of a node that outlives its formula: as `code`, all of it counted."""
        return code if self._is_plain(node) else python_tree.method("charge", code)

    def _is_plain(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return True
        kind = bare(self.type_of(node))
        return kind != ANYTHING and not isinstance(kind, ListOf | MapOf | Record)

    def truth(self, node: ast.expr) -> Code:
        """The code for a condition."""
        code = self.value(node)
        return python_tree.call("truth", code) if bare(self.type_of(node)) == ANYTHING else code

    def type_of(self, node: ast.AST) -> Type:
        """The type that the checker found."""
        return self.types[node]

    def arguments(self, call: ast.Call, rule: Signature) -> dict[str, ast.expr]:
        """The expressions given for a rule's inputs, by input."""
        given = {p.name: node for p, node in zip(rule.parameters, call.args, strict=False)}
        return given | {k.arg: k.value for k in call.keywords if k.arg}

    def is_list_of_terms(self, node: ast.expr) -> bool:
        """Whether a node before `[…]` names a vocabulary."""
        if not isinstance(node, ast.Name) or node.id in self._loops:
            return False
        return self.scope.names_vocabulary(node.id)

    def _kind(self, name: str) -> str:
        if name in self._loops:
            return "loop"
        binding = self.scope.names.get(name)
        return binding.kind if binding else "value"

    def _constant(self, node: ast.Constant) -> Code:
        return python_tree.constant(node.value)

    def _name(self, node: ast.Name) -> Code:
        match self._kind(node.id):
            case "house":
                return python_tree.house()
            case "loop":
                return python_tree.variable(_loop_variable(_last(self._loops, node.id)))
            case "vocabulary" | "table" as kind:
                return self.given(kind, node.id)
        return self.local(node.id)

    def given(self, kind: GivenKind, name: str) -> Code:
        """The code for a vocabulary, its terms or a table."""
        return python_tree.variable(self.names.given(GivenData(kind, name)))

    def _joinedstr(self, node: ast.JoinedStr) -> Code:
        parts = [self.charged(p.value if isinstance(p, ast.FormattedValue) else p) for p in node.values]
        return python_tree.method("charge", python_tree.call("texts", *parts))

    def _attribute(self, node: ast.Attribute) -> Code:
        holder = bare(self.types[node.value]) if node.value in self.types else None
        if isinstance(holder, Record) and isinstance(holder.fields.get(node.attr), Optional):
            return python_tree.call("get", self.value(node.value), *map(python_tree.constant, (node.attr, None)))
        return python_tree.member(self.value(node.value), python_tree.constant(node.attr))

    def _subscript(self, node: ast.Subscript) -> Code:
        if self.is_list_of_terms(node.value):
            assert isinstance(node.value, ast.Name)
            return self._picked(self.given("terms", node.value.id), TEXT, node.slice)
        holder = self.type_of(node.value)
        return self._picked(self.value(node.value), holder.key if isinstance(holder, MapOf) else ANYTHING, node.slice)

    def _picked(self, holder: Code, wanted: Type, key: ast.expr) -> Code:
        """The code for a value by its key: of a map, whose keys are of the type `wanted`, else of what turns out."""
        known = is_text(wanted) and certain(wanted, self.type_of(key)) and wanted != ANYTHING
        return (
            python_tree.member(holder, self.value(key)) if known else python_tree.call("pick", holder, self.value(key))
        )

    def _unaryop(self, node: ast.UnaryOp) -> Code:
        if isinstance(node.op, ast.Not):
            return python_tree.negate(self.truth(node.operand))
        operand = self.value(node.operand)
        if bare(self.type_of(node.operand)) == ANYTHING:
            return python_tree.call("minus" if isinstance(node.op, ast.USub) else "add", NOTHING, operand)
        return python_tree.negative(operand) if isinstance(node.op, ast.USub) else operand

    def _binop(self, node: ast.BinOp) -> Code:
        code = self.arithmetic(SIGNS[type(node.op)], node.left, node.right)
        return python_tree.method("charge", code) if self.type_of(node) == TEXT else code

    def arithmetic(self, sign: str, left: ast.expr, right: ast.expr) -> Code:
        """The code for an operator between two nodes."""
        if all(is_number(kind) and bare(kind) != ANYTHING for kind in (self.type_of(left), self.type_of(right))):
            return python_tree.arithmetic(sign, self.value(left), self.value(right))
        return python_tree.call(CAREFUL[sign], self.charged(left), self.charged(right))

    def _boolop(self, node: ast.BoolOp) -> Code:
        word = "and" if isinstance(node.op, ast.And) else "or"
        return python_tree.logic(word, [self.truth(part) for part in node.values])

    def _compare(self, node: ast.Compare) -> Code:
        signs = [SIGNS[type(op)] for op in node.ops]
        write = self.value if any(isinstance(side, ast.Constant) for side in _sides(node)) else self.charged
        codes = [write(side) for side in _sides(node)]
        return python_tree.compare(codes, signs)

    def _ifexp(self, node: ast.IfExp) -> Code:
        return python_tree.choose(self.truth(node.test), self.value(node.body), self.value(node.orelse))

    def _list(self, node: ast.List) -> Code:
        return python_tree.items([self.value(item) for item in node.elts])

    def _dict(self, node: ast.Dict) -> Code:
        pairs = zip(node.keys, node.values, strict=True)
        return python_tree.record([(self.value(key), self.value(item)) for key, item in pairs if key is not None])

    @contextmanager
    def inside(self, generators: list[ast.comprehension]) -> Iterator[list[Loop]]:
        """The loops of a comprehension, with their variables known while inside."""
        before, loops = len(self._loops), []
        for generator in generators:
            assert isinstance(generator.target, ast.Name)
            items = self.value(generator.iter)
            variable = _loop_variable(len(self._loops))
            self._loops.append(generator.target.id)
            loops.append(Loop(variable, items, [self.truth(test) for test in generator.ifs]))
        yield loops
        del self._loops[before:]

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> Code:
        with self.inside(node.generators) as loops:
            return self.each(loops, self.value(node.elt))

    _generatorexp = _listcomp

    def _dictcomp(self, node: ast.DictComp) -> Code:
        with self.inside(node.generators) as loops:
            return self.each(loops, self.value(node.value), self.value(node.key))

    def each(self, loops: list[Loop], item: Code, key: Code | None = None) -> Code:
        """The code for a list or record over loops, which together may come to more items than one may hold."""
        code = python_tree.each(loops, item, key)
        return python_tree.call("bounded", code) if len(loops) > 1 else code

    def _call(self, node: ast.Call) -> Code:
        assert isinstance(node.func, ast.Name)
        if node.func.id in self.scope.rules:
            return self.rule_call(node, leaves=False)
        if node.func.id == "title":
            assert isinstance(node.args[0], ast.Name)
            return python_tree.method("title", python_tree.constant(node.args[0].id), self.value(node.args[1]))
        assert node.func.id in FUNCTIONS
        write = self.value if node.func.id in LOOKED_UP else self.charged
        of_run = (python_tree.RUN,) if node.func.id in OF_RUN else ()
        code = python_tree.call(node.func.id, *of_run, *map(write, node.args))
        if node.func.id in COMPARING and not certain(NUMBER, self.type_of(node)):
            code = python_tree.call("fits", code, python_tree.constant("number"))
        return python_tree.method("charge", code) if node.func.id == "join" else code

    def rule_call(self, node: ast.Call, leaves: bool) -> Code:
        """A call of another rule with all its inputs, absent ones at their natural default."""
        assert isinstance(node.func, ast.Name)
        rule = self.scope.rules[node.func.id]
        given = self.arguments(node, rule)
        arguments = [
            self._argument(given[p.name], p.type) if p.name in given else python_tree.constant(p.default)
            for p in rule.parameters
        ]
        return python_tree.apply(self.names.rule(rule.name, leaves), arguments)

    def _argument(self, node: ast.expr, wanted: Type) -> Code:
        if certain(wanted, self.type_of(node)):
            return self.value(node)
        return python_tree.call("fits", self.charged(node), python_tree.constant(outline(wanted)))


def _sides(node: ast.Compare) -> list[ast.expr]:
    return [node.left, *node.comparators]


def _loop_variable(number: int) -> str:
    return f"l{number}"


def _last(names: list[str], name: str) -> int:
    return len(names) - 1 - names[::-1].index(name)
