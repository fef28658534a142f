"""The order of kinds: formulas of one may read what those derive that come before it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sheetgen.formula.parse import FormulaError, parse
from sheetgen.model.ruleset.field_types import Field, referred_kinds
from sheetgen.model.ruleset.kinds import Kind


def compile_order(
    kinds: Mapping[str, Kind], records: Mapping[str, Sequence[Field]], vocabularies: Collection[str]
) -> tuple[list[str], tuple[str, ...]]:
    """The names of kinds in order, and of these those that refer back to themselves, near or far.

    What a kind refers to comes before it; of two that refer to each other, the one whose derived values are read.
    """
    needs = {name: referred_kinds(kind.fields, records) & kinds.keys() for name, kind in kinds.items()}
    reached = {name: _reached(name, needs) for name in kinds}
    before = {
        name: {
            other
            for other in needs[name] - {name}
            if name not in reached[other] or _reads(kind, kinds[other], vocabularies)
        }
        for name, kind in kinds.items()
    }
    depths = dict.fromkeys(kinds, 0)
    for _ in kinds:
        depths = {name: max((depths[other] + 1 for other in before[name]), default=0) for name in kinds}
    order = sorted(kinds, key=lambda name: depths[name])
    return order, tuple(name for name in order if name in reached[name])


def _reached(name: str, needs: Mapping[str, set[str]]) -> set[str]:
    """The kinds that one refers to, near or far."""
    reached: set[str] = set()
    left = [name]
    while left:
        new = needs[left.pop()] - reached
        reached |= new
        left += new
    return reached


def _reads(kind: Kind, other: Kind, vocabularies: Collection[str]) -> bool:
    """Whether formulas of a kind read, of something that is no vocabulary, a value of a name that another derives."""
    for text in _formulas(kind.model.derive):
        try:
            tree = parse(text).tree
        except FormulaError:  # told where the kind is compiled
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in other.model.derive and _root(node) not in vocabularies:
                return True
    return False


def _formulas(derive: Mapping[str, Any]) -> Iterator[str]:
    for data in derive.values():
        if isinstance(data, dict) and "formula" not in data:
            yield from _formulas(data)
        else:
            yield str(data["formula"] if isinstance(data, dict) else data)


def _root(node: ast.expr) -> str:
    """The name that a chain of parts begins with; empty where it begins otherwise."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
