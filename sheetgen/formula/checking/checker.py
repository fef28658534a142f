"""The base of all checks of a formula: a list of problems, and the types of nodes."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from sheetgen.formula.parse import Formula
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.syntax_problems import Problem
from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NUMBER,
    ListOf,
    OptionOf,
    Term,
    Type,
    accepts,
    bare,
)
from sheetgen.text.diagnostics import did_you_mean


@dataclass
class Checked:
    """A formula with the type of each node, the rules it calls, and its problems."""

    formula: Formula
    type: Type = ANYTHING
    types: dict[ast.AST, Type] = field(default_factory=dict)
    rules: dict[str, ast.AST] = field(default_factory=dict)
    houses: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


class TypeChecker:
    """Infers types and notes problems; what it does with each sort of node stands in its subclasses."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked

    def problem(
        self, node: ast.AST, message: str, *hints: str, code: str = "formula-type", missed: tuple[str, ...] = ()
    ) -> Type:
        """Note a problem at a node, `missed` being the name that nothing has; what is wrong has no type.

        What a formula has wrong several times is noted once.
        """
        if any(known.message == message for known in self.checked.problems):
            return ANYTHING
        start, end = self.checked.formula.place(node)
        if isinstance(node, ast.keyword):
            end = start + len(node.arg or "")
        elif isinstance(node, ast.Attribute) and code in ("formula-name", "unknown-term"):
            start, end = self.checked.formula.name_place(node)
        self.checked.problems.append(Problem(code, message, start, end, tuple(h for h in hints if h), missed))
        return ANYTHING

    def infer(self, node: ast.expr, scope: Scope) -> Type:
        """The type of a node."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        kind: Type = method(node, scope)
        self.checked.types[node] = kind
        return kind

    def infer_all(self, nodes: Iterable[ast.expr], scope: Scope) -> list[Type]:
        """The types of several nodes."""
        return [self.infer(node, scope) for node in nodes]

    def expect(self, node: ast.expr, wanted: Type, given: Type, message: str) -> None:
        """Report a value that may not stand in its place; texts are held against the terms wanted."""
        if not accepts(wanted, given):
            hint = "round it with `//`, floor, ceil or round_half" if _is_to_round(wanted, given) else ""
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
        elif isinstance(node, ast.Constant) and isinstance(wanted, Term | OptionOf):
            self._literal(node, wanted)

    def _literal(self, node: ast.Constant, wanted: Term | OptionOf) -> None:
        allowed = wanted.terms if isinstance(wanted, Term) else wanted.options
        if node.value is None or node.value in allowed:
            return
        if isinstance(wanted, Term) and not (wanted.vocabulary or wanted.terms):
            return
        what = (
            f"an option of {wanted.rule}" if isinstance(wanted, OptionOf) else f"a term of {wanted.vocabulary or 'it'}"
        )
        hint = did_you_mean(str(node.value), [str(a) for a in allowed])
        self.problem(
            node, f"{_literal_text(node.value)} is not {what}", hint, code="unknown-term", missed=(str(node.value),)
        )


def bound(scope: Scope, node: ast.Name) -> Binding:
    """The binding of a name; anything, where the name is unknown."""
    return scope.names.get(node.id) or Binding(ANYTHING)


def hidden_list(node: ast.expr, scope: Scope) -> str:
    """A hint where a name stands for something else than the vocabulary or table of that name."""
    if not isinstance(node, ast.Name) or bound(scope, node).kind in ("vocabulary", "table"):
        return ""
    what = "vocabulary" if node.id in scope.terms else "table" if node.id in scope.tables else ""
    hidden = f"`{node.id}` is a field, input or step here and hides the {what} of that name: rename one of the two"
    return hidden if what else ""


def _literal_text(value: object) -> str:
    return f"`{value}`"


def _is_to_round(wanted: Type, given: Type) -> bool:
    """Whether numbers stand where whole ones are wanted, by themselves or in a list."""
    wanted, given = bare(wanted), bare(given)
    if isinstance(wanted, ListOf) and isinstance(given, ListOf):
        return _is_to_round(wanted.item, given.item)
    return wanted == INTEGER and given == NUMBER
