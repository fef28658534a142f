"""Conditions of fields over the fields beside them: when one exists, when what it refers to has its effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter

from sheetgen.formula.check import check, names_used
from sheetgen.formula.compile import Expression, Program
from sheetgen.formula.parse import Formula
from sheetgen.formula.runtime import FormulaFailedError
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import TRUTH, Record
from sheetgen.model.ruleset.documents import YamlPlace, formula, report
from sheetgen.model.ruleset.shapes import Field
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import Span

_DECIDED = {"when": "whether `{}` exists", "effects": "the condition for effects of `{}`"}


def holder_of(kind: str) -> str:
    """What a kind is called among all that has fields: a record may have its id."""
    return f"ref {kind}"


@dataclass(frozen=True)
class FieldHolder:
    """A record, or a kind by `holder_of`: its name, its fields, their types, and where they are written."""

    name: str
    fields: Sequence[Field]
    record: Record
    place: YamlPlace


@dataclass(frozen=True)
class FieldCondition:
    """A condition of a field."""

    field: Field
    expression: Expression
    formula: Formula
    span: Span
    decides: str
    """What it decides, in words."""


class ConditionFailedError(Exception):
    """A condition of a field that could not be computed."""

    def __init__(self, condition: FieldCondition, reason: FormulaFailedError) -> None:
        super().__init__(str(reason))
        self.condition, self.reason = condition, reason


def effect_conditions(
    holders: Iterable[FieldHolder], scope: Scope, program: Program, diagnostics: Diagnostics
) -> dict[tuple[str, str], FieldCondition]:
    """When the effects of what a field refers to count, by the record or kind and the field."""
    return {
        (holder.name, condition.field.name): condition
        for holder in holders
        for condition in _conditions(holder, "effects", scope, program, diagnostics)
    }


def existence_conditions(
    holders: Iterable[FieldHolder], scope: Scope, program: Program, diagnostics: Diagnostics
) -> dict[str, tuple[FieldCondition, ...]]:
    """When fields exist, by the record or kind: those first that others of the same ask for."""
    conditions = {}
    for holder in holders:
        if known := {c.field.name: c for c in _conditions(holder, "when", scope, program, diagnostics)}:
            needs = {name: names_used(c.formula.tree) & known.keys() for name, c in known.items()}
            conditions[holder.name] = tuple(known[name] for name in _ordered(needs, holder, diagnostics))
    return conditions


def _conditions(
    holder: FieldHolder, slot: str, scope: Scope, program: Program, diagnostics: Diagnostics
) -> Iterator[FieldCondition]:
    names = {part.name: Binding(holder.record.fields[part.name], part.label) for part in holder.fields}
    around = replace(scope, names={**scope.names, **names})
    for part in holder.fields:
        text, at = getattr(part, slot), holder.place.at(part.name, slot)
        parsed = formula(text, at, diagnostics) if text else None
        if parsed is None:
            continue
        checked = check(parsed, around, TRUTH)
        for problem in checked.problems:
            report(problem, at, diagnostics)
        if not checked.problems:
            decides = _DECIDED[slot].format(part.name)
            yield FieldCondition(part, program.expression(checked, around), parsed, at.span, decides)


def _ordered(needs: Mapping[str, set[str]], holder: FieldHolder, diagnostics: Diagnostics) -> Sequence[str]:
    """The names of fields in the order of their conditions; none, with a diagnostic, where these go in a circle."""
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        circle = error.args[1]
        message = f"these fields exist only if each other does: {' → '.join(reversed(circle))}"
        diagnostics.error("formula-cycle", message, holder.place.at(circle[0], "when").span)
        return []
