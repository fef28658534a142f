"""As much of a formula's value as is known: of maps and lists that it makes item by item, the items that are."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sheetgen.formula import python_tree
from sheetgen.formula.compile import Expression, guarded
from sheetgen.formula.partly_known import PartOfList, PartOfMap, UnknownValueError, parts_of, put_over
from sheetgen.formula.runtime import Evaluation

Loops: TypeAlias = tuple[tuple[str, Any], ...]
"""The variables of the loops around a node, each with its item."""
_ITEM = "item "


def known_part(expression: Expression, run: Evaluation, values: Mapping[str, Any]) -> Any:
    """What is known of a value. Raises `UnknownValueError` where that is nothing, and `FormulaFailedError`."""
    return _KnownPart(expression, run, values).of(expression.checked.formula.tree, ())


@dataclass(frozen=True)
class _KnownPart:
    expression: Expression
    run: Evaluation
    values: Mapping[str, Any]
    compiled: dict[tuple[int, tuple[str, ...]], Callable[..., Any]] = field(default_factory=dict)

    def of(self, node: ast.expr, loops: Loops) -> Any:
        match node:
            case ast.DictComp(key=key, value=value, generators=[loop]):
                return self._pairs([(key, value, inner) for inner in self._items(loop, loops)])
            case ast.ListComp(elt=item, generators=[loop]):
                return self._list([(item, inner) for inner in self._items(loop, loops)])
            case ast.Dict(keys=keys, values=parts) if all(keys):
                pairs = zip(keys, parts, strict=True)
                return self._pairs([(key, part, loops) for key, part in pairs if key is not None])
        return self._whole(node, loops)

    def _pairs(self, pairs: list[tuple[ast.expr, ast.expr, Loops | None]]) -> Any:
        known, lacks = dict[Any, Any](), False
        for key, value, loops in pairs:
            try:
                if loops is None:
                    raise UnknownValueError
                name = self._whole(key, loops)
                known[name] = self.of(value, loops)
            except UnknownValueError:
                lacks = True
        if lacks and not known:
            raise UnknownValueError
        return PartOfMap(known) if lacks else known

    def _list(self, items: list[tuple[ast.expr, Loops | None]]) -> Any:
        known, lacks = list[Any](), False
        for item, loops in items:
            try:
                if loops is None:
                    raise UnknownValueError
                known.append(self.of(item, loops))
            except UnknownValueError:
                lacks = True
        if lacks and not known:
            raise UnknownValueError
        return PartOfList(known) if lacks else known

    def _items(self, loop: ast.comprehension, loops: Loops) -> list[Loops | None]:
        """The variables of each round of a loop; none for one of which nothing is known."""
        assert isinstance(loop.target, ast.Name)
        over = self._whole(loop.iter, loops)
        rounds: list[Loops | None] = [None] if isinstance(over, PartOfList | PartOfMap) else []
        for item in parts_of(over):
            inner = (*loops, (loop.target.id, item))
            try:
                if all(self._whole(test, inner) for test in loop.ifs):
                    rounds.append(inner)
            except UnknownValueError:
                rounds.append(None)
        return rounds

    def _whole(self, node: ast.expr, loops: Loops) -> Any:
        """The value of a node."""
        names = tuple(name for name, _ in loops)
        key = id(node), names
        if key not in self.compiled:
            self.compiled[key] = self._function(node, names)
        items = {f"{_ITEM}{number}": item for number, (_, item) in enumerate(loops)}
        [value] = guarded(self.compiled[key], self.run, put_over(self.values, items))
        return value

    def _function(self, node: ast.expr, names: tuple[str, ...]) -> Callable[..., Any]:
        """The function of a list with the value of a node, whose loops go over one item each."""
        loops = [
            ast.comprehension(ast.Name(name), ast.List([ast.Name(f"{_ITEM}{number}")]), [], 0)
            for number, name in enumerate(names)
        ]
        program, expression = self.expression.program, self.expression
        explainer = program.explainer(expression.checked, expression.scope)
        tree = ast.ListComp(node, loops) if loops else ast.List([node])
        return program.function(python_tree.expression("value", explainer.value(tree)))
