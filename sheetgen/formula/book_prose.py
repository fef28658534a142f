"""A checked formula as a printed book has it: "TB ÷ 2 rounded down, at least 1"."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from markupsafe import Markup

from sheetgen.formula.prose import ProseWriter
from sheetgen.formula.scope import Scope
from sheetgen.formula.types import Type, readable


def in_book_words(tree: ast.expr, types: Mapping[ast.AST, Type], scope: Scope, href: Callable[[str], str]) -> Markup:
    """A formula in the words of a book, as HTML.

    A bound is said after what it bounds, a choice of several by its branches, and a rule without what it is given under
    the same name.
    """
    return Markup(_BookWriter(types, scope, href).words(tree))


class _BookWriter(ProseWriter):
    def _precedence(self, node: ast.expr) -> int:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Subscript | ast.Call):
            return 4
        return 1 if _bound(node) else super()._precedence(node)

    def _constant(self, node: ast.Constant) -> str:
        return self._nothing if node.value is None else super()._constant(node)

    def _attribute(self, node: ast.Attribute) -> str:
        match node.value:
            case ast.Subscript(value=ast.Name(id=name)) if self._is_looked_up(name):
                return self.phrase("{part} of {whole}", part=self._part(node), whole=self._picked(node.value))
            case ast.Call(func=ast.Name(id=name)) if name in self.scope.rules:
                return self.phrase("{part} by {rule}", part=self._part(node), rule=self._rule(node.value))
        return super()._attribute(node)

    def _is_looked_up(self, name: str) -> bool:
        """Whether a name is that of a vocabulary or of a table."""
        binding = self.scope.names.get(name)
        return self.scope.names_vocabulary(name) or (binding is not None and binding.kind == "table")

    def _ifexp(self, node: ast.IfExp) -> str:
        branches = list(_branches(node))
        if len(branches) == 1:
            return super()._ifexp(node)
        *_, last = branches
        parts = [
            self.phrase("{then} if {test}", then=self.words(branch.body, 2), test=self.words(branch.test, 2))
            for branch in branches
        ]
        return "; ".join((*parts, self.phrase("otherwise {value}", value=self.words(last.orelse, 2))))

    def _call(self, node: ast.Call) -> str:
        bound = _bound(node)
        if bound is None:
            return super()._call(node)
        bounded, limit, form = bound
        return self.phrase(form, value=self.words(bounded, 2), limit=self.words(limit))

    def _rule(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        rule = self.scope.rules[node.func.id]
        given = [*zip(rule.parameters, node.args, strict=False)]
        by_name = {parameter.name: parameter for parameter in rule.parameters}
        given += [(by_name[word.arg], word.value) for word in node.keywords if word.arg in by_name]
        words = []
        for parameter, value in given:
            label = self.name(readable(parameter.label or parameter.name))
            text = self.words(value, 2 if len(given) > 1 else 0)
            if not isinstance(value, ast.Constant):
                words += [text] if text != label else []
            elif value.value != parameter.default or parameter.required:
                words.append(f"{label} {text}")
        link = self.link(rule)
        return f"{link} ({', '.join(words)})" if words else link


def _branches(node: ast.expr) -> Iterator[ast.IfExp]:
    """The choices of which each stands in the `else` of the one before."""
    while isinstance(node, ast.IfExp):
        yield node
        node = node.orelse


def _bound(node: ast.expr) -> tuple[ast.expr, ast.expr, str] | None:
    """What a call of `max` or `min` bounds by a number, the number, and how that is said."""
    match node:
        case ast.Call(func=ast.Name(id=("min" | "max") as name), args=[first, second]):
            form = "{value}, at least {limit}" if name == "max" else "{value}, at most {limit}"
            if isinstance(first, ast.Constant):
                return second, first, form
            return (first, second, form) if isinstance(second, ast.Constant) else None
    return None
