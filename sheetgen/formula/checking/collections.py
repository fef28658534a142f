"""Lists, records, and comprehensions over them."""

from __future__ import annotations

import ast

from sheetgen.formula.checking.checker import TypeChecker, hidden_list
from sheetgen.formula.scope import Scope
from sheetgen.formula.types import (
    ANYTHING,
    EmptyList,
    ListOf,
    MapOf,
    Record,
    Type,
    bare,
    is_integer,
    is_text,
    is_truth,
    join_all,
)


class CollectionChecker(TypeChecker):
    """Checks what is put together."""

    def _list(self, node: ast.List, scope: Scope) -> Type:
        return ListOf(join_all(self.infer_all(node.elts, scope))) if node.elts else EmptyList()

    def _dict(self, node: ast.Dict, scope: Scope) -> Type:
        keys = [key for key in node.keys if key is not None]
        types = self.infer_all(node.values, scope)
        self._keys(keys, self.infer_all(keys, scope))
        if all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in keys):
            return Record(
                "", {str(k.value): t for k, t in zip(keys, types, strict=True) if isinstance(k, ast.Constant)}
            )
        return MapOf(join_all(self.infer_all(keys, scope)), join_all(types))

    def _inside(self, generators: list[ast.comprehension], scope: Scope) -> Scope:
        for generator in generators:
            kind = bare(self.infer(generator.iter, scope))
            if not isinstance(kind, ListOf | MapOf) and kind != ANYTHING:
                self.problem(generator.iter, f"`for` goes over a list, not {kind}", hidden_list(generator.iter, scope))
            item = kind.item if isinstance(kind, ListOf) else kind.key if isinstance(kind, MapOf) else ANYTHING
            assert isinstance(generator.target, ast.Name)
            scope = scope.with_loop(generator.target.id, item)
            for test in generator.ifs:
                truth = self.infer(test, scope)
                if not is_truth(truth):
                    self.problem(test, f"`if` takes truth, not {truth}")
        return scope

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp, scope: Scope) -> Type:
        return ListOf(self.infer(node.elt, self._inside(node.generators, scope)))

    _generatorexp = _listcomp

    def _dictcomp(self, node: ast.DictComp, scope: Scope) -> Type:
        inner = self._inside(node.generators, scope)
        key = self.infer(node.key, inner)
        self._keys([node.key], [key])
        return MapOf(key, self.infer(node.value, inner))

    def _keys(self, nodes: list[ast.expr], types: list[Type]) -> None:
        for node, kind in zip(nodes, types, strict=True):
            if not (is_text(kind) or is_integer(kind)):
                self.problem(node, f"a key is a text or a whole number, not {kind}")
