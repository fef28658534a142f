"""A formula under the house rules of one copy: what they decide is decided, and the other branches are gone."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from sheetgen.formula.emit import SIGNS
from sheetgen.formula.scope import Scope

Node = TypeVar("Node", bound=ast.expr)

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "in": lambda item, items: item in items, "not in": lambda item, items: item not in items,
}  # fmt: skip


def settled(lines: Iterable[tuple[str, ast.expr]], scope: Scope, house: Mapping[str, object]) -> dict[str, ast.expr]:
    """The formulas of a rule, in their order, with the settings of `house` in them.

    What does not hang on these stays the same object. A line that is decided, or is another by name, stands where it
    is needed.
    """
    known: dict[str, ast.expr] = {}
    trees = {}
    for name, tree in lines:
        trees[name] = _Settler(scope, house, known).settle(tree)
        if isinstance(trees[name], ast.Constant | ast.Name):
            known[name] = trees[name]
    return trees


class _Settler:
    def __init__(self, scope: Scope, house: Mapping[str, object], known: Mapping[str, ast.expr]) -> None:
        self.scope, self.house, self.known = scope, house, known

    def settle(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=setting) if self._is_house(name) and setting in self.house:
                return ast.Constant(self.house[setting])  # type: ignore[arg-type]
            case ast.Name(id=name) if name in self.known:
                return self.known[name]
            case ast.IfExp():
                return self._choice(node)
            case ast.BoolOp():
                return self._several(node)
            case ast.UnaryOp(op=ast.Not()):
                operand = self.settle(node.operand)
                if isinstance(operand, ast.Constant):
                    return ast.Constant(not operand.value)
                return _with(node, operand=operand)
            case ast.Compare():
                return self._comparison(node)
            case ast.BinOp():
                return self._sum(node)
            case ast.Call():
                return _with(node, args=[self.settle(argument) for argument in node.args])
        return node

    def _is_house(self, name: str) -> bool:
        binding = self.scope.names.get(name)
        return binding is not None and binding.kind == "house"

    def _choice(self, node: ast.IfExp) -> ast.expr:
        test = self.settle(node.test)
        if isinstance(test, ast.Constant):
            return self.settle(node.body if test.value else node.orelse)
        return _with(node, test=test, body=self.settle(node.body), orelse=self.settle(node.orelse))

    def _several(self, node: ast.BoolOp) -> ast.expr:
        decides = isinstance(node.op, ast.Or)
        parts = [self.settle(part) for part in node.values]
        if any(_is(part, decides) for part in parts):
            return ast.Constant(decides)
        left = [part for part in parts if not _is(part, not decides)]
        if len(left) < 2:
            return left[0] if left else ast.Constant(not decides)
        return _with(node, values=left)

    def _comparison(self, node: ast.Compare) -> ast.expr:
        left, right = self.settle(node.left), self.settle(node.comparators[0])
        sign = SIGNS[type(node.ops[0])]
        values = _values(right)
        if len(node.ops) == 1 and isinstance(left, ast.Constant) and values is not None and sign in _COMPARED:
            other = values if isinstance(right, ast.List) else values[0]
            return ast.Constant(_COMPARED[sign](left.value, other))
        if len(node.ops) == 1:
            return _with(node, left=left, comparators=[right])
        return node

    def _sum(self, node: ast.BinOp) -> ast.expr:
        left, right = self.settle(node.left), self.settle(node.right)
        if isinstance(node.op, ast.Add | ast.Sub) and right is not node.right and _is(right, 0):
            return left
        if isinstance(node.op, ast.Add) and left is not node.left and _is(left, 0):
            return right
        return _with(node, left=left, right=right)


def _is(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is type(value) and node.value == value


def _values(node: ast.expr) -> list[Any] | None:
    parts = node.elts if isinstance(node, ast.List) else [node]
    values = [part.value for part in parts if isinstance(part, ast.Constant)]
    return values if len(values) == len(parts) else None


def _with(node: Node, **changes: Any) -> Node:
    """A node with other parts; itself where they are the same."""
    fields = dict(ast.iter_fields(node))
    if all(_same(fields[name], value) for name, value in changes.items()):
        return node
    return type(node)(**{**fields, **changes})


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, list):
        return len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True))
    return old is new
