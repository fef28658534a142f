"""Operators and comparisons."""

from __future__ import annotations

import ast

from sheetgen.formula.checking.checker import TypeChecker
from sheetgen.formula.scope import Scope
from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NONE,
    NUMBER,
    TEXT,
    TRUTH,
    ListOf,
    MapOf,
    Record,
    Type,
    accepts,
    bare,
    is_integer,
    is_number,
    is_text,
    is_truth,
    join,
)

_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}


class OperatorChecker(TypeChecker):
    """Checks what is reckoned and compared."""

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
