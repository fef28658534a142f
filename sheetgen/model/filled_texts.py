"""Texts of an entry with the values of their formulas, where they stand and where derived values hand them on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheetgen.formula.partly_known import PartOfList, PartOfMap, parts_of, put_over
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, Leaf
from sheetgen.model.calculation import group
from sheetgen.model.ruleset.computed_texts import TextCompiler, formula_texts
from sheetgen.model.ruleset.derivations import DerivedGroup
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.yaml.load import Step


class TextFailedError(Exception):
    """A formula of a text that cannot be computed."""

    def __init__(self, path: tuple[Step, ...], reason: FormulaFailedError) -> None:
        super().__init__(str(reason))
        self.path, self.reason = path, reason


def fill_texts(
    kind: Kind, values: dict[str, Any], leaves: dict[str, Any], compiler: TextCompiler, run: Evaluation
) -> None:
    """Put the values of formulas into texts, which derived values read as they are written. Raises `TextFailedError`.

    A text that a derived value hands on is the very same object, and is filled there as well.
    """
    filled: dict[int, str] = {}
    for text in list(formula_texts(kind, values)):
        row: Any = values
        for step in text.steps:
            row = parts_of(row)[step]
        try:
            words = compiler.filled(kind, text, put_over(values, row), run)
        except FormulaFailedError as error:
            raise TextFailedError(text.path, error) from None
        holder = row
        for step in text.path[len(text.steps) : -1]:
            holder = parts_of(holder)[step]
        filled[id(parts_of(holder)[text.path[-1]])] = words
        holder[text.path[-1]] = words
    there = parts_of(values)
    for derived in (derived for derived in kind.derived if filled and derived.name in there):
        values[derived.name] = (
            group(derived, values) if isinstance(derived, DerivedGroup) else _with(filled, values[derived.name])
        )
    if filled:
        leaves.update(_with(filled, leaves))


def _with(filled: Mapping[int, str], value: Any) -> Any:
    """A value whose texts are filled that are known by their identity."""
    match value:
        case Leaf():
            return value._replace(value=_with(filled, value.value))
        case str():
            return filled.get(id(value), value)
        case PartOfMap():
            return PartOfMap(_with(filled, parts_of(value)), value.lacks)
        case PartOfList():
            return PartOfList(_with(filled, parts_of(value)))
        case dict():
            return {key: _with(filled, part) for key, part in value.items()}
        case list():
            return [_with(filled, part) for part in value]
    return value
