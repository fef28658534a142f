"""Formulas of a rule in which a step that only asks another rule gives way to what is asked: `std of wounds(…)`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from typing import TypeVar

from sheetgen.formula.scope import Scope
from sheetgen.formula.types import Type

Part = TypeVar("Part", bound=ast.AST)


def with_calls_in_place(
    trees: Mapping[str, ast.expr], steps: Collection[str], scope: Scope, types: dict[ast.AST, Type]
) -> dict[str, ast.expr]:
    """The formulas, each new part with its type in `types`; what needs no such step stays the same object."""
    calls = {name: tree for name, tree in trees.items() if name in steps and called_rule(tree, scope)}
    return {name: _placed(tree, calls, types) for name, tree in trees.items()}


def called_rule(tree: ast.AST, scope: Scope) -> str:
    """The name of the rule that a formula calls and gives as it is; empty where it does anything else."""
    match tree:
        case ast.Call(func=ast.Name(id=name)) if name in scope.rules:
            return name
    return ""


def _placed(node: Part, calls: Mapping[str, ast.expr], types: dict[ast.AST, Type]) -> Part:
    changes: dict[str, object] = {}
    for name, value in ast.iter_fields(node):
        if isinstance(node, ast.Attribute) and isinstance(value, ast.Name) and value.id in calls:
            changes[name] = _placed(calls[value.id], calls, types)
        elif isinstance(value, ast.AST):
            changes[name] = _placed(value, calls, types)
        elif isinstance(value, list):
            parts = [_placed(part, calls, types) if isinstance(part, ast.AST) else part for part in value]
            changes[name] = parts if any(a is not b for a, b in zip(parts, value, strict=True)) else value
    fields = dict(ast.iter_fields(node))
    if all(fields[name] is value for name, value in changes.items()):
        return node
    placed = type(node)(**{**fields, **changes})
    if node in types:
        types[placed] = types[node]
    return placed
