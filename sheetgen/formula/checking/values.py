"""Names, constants, and parts of values."""

from __future__ import annotations

import ast

from sheetgen.formula.checking.checker import TypeChecker, bound, hidden_list
from sheetgen.formula.dice_texts import is_dice
from sheetgen.formula.functions import FUNCTIONS
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
    Ranges,
    Record,
    Term,
    Type,
    bare,
    join_all,
)
from sheetgen.text.diagnostics import did_you_mean


class ValueChecker(TypeChecker):
    """Checks what is read."""

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
            hint = did_you_mean(node.id, scope.names, scope.own_names)
            if node.id in scope.rules or node.id in FUNCTIONS:
                hint = f"`{node.id}` is called with arguments: `{node.id}(...)`"
            elif not hint.startswith("did") and is_dice(node.id):
                hint = f'dice are a text: write `"{node.id}"`'
            return self.problem(
                node, f"nothing here is called `{node.id}`", hint, code="formula-name", missed=(node.id,)
            )
        return binding.type

    def _joinedstr(self, node: ast.JoinedStr, scope: Scope) -> Type:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.infer(part.value, scope)
        return TEXT

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Type:
        holder = bare(self.infer(node.value, scope))
        if isinstance(holder, Record):
            return self._field(node, holder, scope)
        if isinstance(holder, MapOf) and isinstance(holder.key, Term):
            if node.attr in holder.key.terms:
                return holder.value
            hint = did_you_mean(node.attr, holder.key.terms)
            message = f"`{node.attr}` is not a term of {holder.key.vocabulary}"
            return self.problem(node, message, hint, code="unknown-term", missed=(node.attr,))
        if holder == ANYTHING or isinstance(holder, MapOf):
            return holder.value if isinstance(holder, MapOf) else ANYTHING
        message = f"{holder} has no parts, so `.{node.attr}` cannot be read from it"
        return self.problem(node, message, _of_term(node, holder, scope))

    def _field(self, node: ast.Attribute, holder: Record, scope: Scope) -> Type:
        if node.attr in holder.fields:
            if isinstance(node.value, ast.Name) and bound(scope, node.value).kind == "house":
                self.checked.houses.add(node.attr)
            return holder.fields[node.attr]
        hint = did_you_mean(node.attr, holder.fields, [*holder.fields])
        message = f"{holder} has nothing called `{node.attr}`"
        return self.problem(node, message, hint, code="formula-name", missed=(node.attr, holder.name))

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Type:
        key = self.infer(node.slice, scope)
        if isinstance(node.value, ast.Name) and scope.names_vocabulary(node.value.id):
            terms = self.checked.types[node.value] = scope.vocabulary(node.value.id)
            self.expect(node.slice, terms.item, key, f"a key of {node.value.id} is one of its terms")
            return scope.attributes(node.value.id)
        holder = bare(self.infer(node.value, scope))
        if isinstance(holder, MapOf):
            self.expect(node.slice, holder.key, key, f"a key here is {holder.key}")
            return holder.value
        if isinstance(holder, ListOf):
            self.expect(node.slice, INTEGER, key, "the place in a list is a whole number")
            return holder.item
        return self._picked(node, holder, scope)

    def _picked(self, node: ast.Subscript, holder: Type, scope: Scope) -> Type:
        if isinstance(holder, Record):
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                name = node.slice.value
                hint = did_you_mean(name, holder.fields, [*holder.fields])
                return holder.fields.get(name) or self.problem(
                    node.slice, f"{holder} has no `{name}`", hint, code="formula-name", missed=(name, holder.name)
                )
            return join_all(list(holder.fields.values()))
        if isinstance(holder, Ranges):
            return self.problem(node, "a table of ranges is read with `step(table, number)`")
        if holder == ANYTHING:
            return ANYTHING
        return self.problem(node, f"nothing can be picked from {holder}", hidden_list(node.value, scope))


def _of_term(node: ast.Attribute, holder: Type, scope: Scope) -> str:
    """A hint where an attribute is read from a term, which its vocabulary knows."""
    if not isinstance(holder, Term) or holder.vocabulary not in scope.terms:
        return ""
    attributes = scope.attributes(holder.vocabulary).fields
    if node.attr not in attributes:
        return f"terms of {holder.vocabulary} have {', '.join(attributes)}" if attributes else ""
    return f"write `{holder.vocabulary}[{ast.unparse(node.value)}].{node.attr}`"
