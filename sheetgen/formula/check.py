"""Types of every part of a formula, and everything that is wrong with it."""

from __future__ import annotations

import ast

from sheetgen.formula.checking.calls import CallChecker
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.checking.collections import CollectionChecker
from sheetgen.formula.checking.operators import OperatorChecker
from sheetgen.formula.checking.values import ValueChecker
from sheetgen.formula.parse import Formula
from sheetgen.formula.scope import Scope
from sheetgen.formula.types import Type


class _FormulaChecker(ValueChecker, OperatorChecker, CollectionChecker, CallChecker):
    """Checks whole formulas."""


def check(formula: Formula, scope: Scope, wanted: Type | None = None) -> Checked:
    """Infer the type of a formula; `wanted` is the type that its place asks for."""
    checked = Checked(formula)
    checker = _FormulaChecker(checked)
    checked.type = checker.infer(formula.tree, scope)
    if wanted is not None and not checked.problems:
        checker.expect(formula.tree, wanted, checked.type, f"this place takes {wanted}")
    return checked


def names_used(tree: ast.expr) -> set[str]:
    """The names that a formula reads, apart from its comprehension variables and the rules it calls."""
    nodes = list(ast.walk(tree))
    bound = {n.target.id for n in nodes if isinstance(n, ast.comprehension) and isinstance(n.target, ast.Name)}
    called = {id(n.func) for n in nodes if isinstance(n, ast.Call)}
    read = {n.id for n in nodes if isinstance(n, ast.Name) and id(n) not in called}
    return read - bound
