"""The names and parts of a formula that its explanation says with their values."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from sheetgen.formula.types import Record, Type

ROUNDED = {
    "floor": "{value} rounded down",
    "ceil": "{value} rounded up",
    "round_half": "{value} rounded to the nearest",
}
EXTREMES = {
    "min": ("the smaller of {values}", "the smallest of {values}"),
    "max": ("the greater of {values}", "the greatest of {values}"),
}


def said_parts(node: ast.expr) -> Iterator[ast.expr]:
    """The names and parts that an explanation says with their values whatever these are: not those of sums."""
    match node:
        case ast.BinOp(left=left, right=right, op=ast.Mult() | ast.Div() | ast.FloorDiv() | ast.Mod()):
            yield from (*said_parts(left), *said_parts(right))
        case ast.Call(func=ast.Name(id=name), args=[value]) if name in ROUNDED:
            yield from said_parts(value)
        case ast.Name() | ast.Attribute() | ast.Subscript():
            yield node


def outermost_names(node: ast.AST) -> list[ast.expr]:
    """The names and dotted or picked parts in a condition, outermost first, not what they are made of."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        return [node]
    if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
        return outermost_names(node.generators[0].iter)
    if isinstance(node, ast.Call):
        return [name for argument in node.args for name in outermost_names(argument)]
    return [name for child in ast.iter_child_nodes(node) for name in outermost_names(child)]


def extreme(node: ast.expr) -> str:
    """What the greatest or smallest of several values is called; empty for all that is neither."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
        return EXTREMES.get(node.func.id, ("", ""))[len(node.args) > 2]
    return ""


def is_put_together(node: ast.expr) -> bool:
    """Whether a text is made of texts that no name or condition explains, so that it reads as it is."""
    if isinstance(node, ast.BinOp):
        return is_put_together(node.left) and is_put_together(node.right)
    return isinstance(node, ast.Constant | ast.JoinedStr | ast.Call)


def may_fail(node: ast.expr, types: Mapping[ast.AST, Type]) -> bool:
    """Whether an explanation of a node could fail where the formula itself never comes to compute it."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call | ast.Subscript | ast.Div | ast.FloorDiv | ast.Mod):
            return True
        if isinstance(part, ast.Attribute) and not isinstance(types.get(part.value), Record):
            return True
    return False
