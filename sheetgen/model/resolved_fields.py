"""The fields of an entry as formulas read them: references resolved, options ticked, and those that exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheetgen.formula.compile import guarded
from sheetgen.formula.partly_known import PartOfList, PartOfMap, UnknownValueError
from sheetgen.formula.runtime import Evaluation, FormulaFailedError
from sheetgen.model.entries import Entry, opening
from sheetgen.model.options import chosen_reference, options_of, ticked_options, with_options
from sheetgen.model.owned_effects import Computed
from sheetgen.model.ruleset.field_conditions import ConditionFailedError, FieldCondition, holder_of
from sheetgen.model.ruleset.shapes import (
    ChoiceShape,
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    Shape,
)
from sheetgen.model.ruleset.validation import plain_data
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.yaml.load import Step

Path = tuple[Step, ...]


@dataclass(frozen=True, kw_only=True)
class FieldResolver:
    """Resolves the fields of one entry. Raises `ConditionFailedError`."""

    entry: Entry
    known: Mapping[tuple[str, str], Computed | None]
    """The entries that it refers to."""
    existence: Mapping[str, Sequence[FieldCondition]]
    run: Evaluation
    given: list[tuple[Path, FieldCondition]] = field(default_factory=list)
    """The fields that are written though they do not exist."""
    missing: list[tuple[Path, FieldCondition]] = field(default_factory=list)
    """The fields that exist and have no value."""

    def values(self) -> dict[str, Any]:
        """The values of all its fields."""
        kind = self.entry.kind
        return self._fields(holder_of(kind.id), kind.fields, dict(self.entry.fields.items()), ())

    def report(self, diagnostics: Diagnostics) -> bool:
        """Report fields that are written where they do not exist, or missing where they do; whether there are any."""
        if self.entry.partial:
            return False
        before = len(diagnostics)
        for path, condition in self.given:
            if self.entry.is_own(path):
                message = f"`{path[-1]}` exists only where {condition.formula.text.strip()}"
                at = self.entry.place.at(*path).key_span
                diagnostics.error("unknown-field", message, at, "leave it out, or change that", missed=(str(path[-1]),))
        for path, condition in self.missing:
            message = f"`{path[-1]}` is missing, since {condition.formula.text.strip()}"
            at = self.entry.place_of(*path[:-1]).span if path[1:] else opening(self.entry.place)
            diagnostics.error("missing-field", message, at, f"write `{path[-1]}`")
        return len(diagnostics) > before

    def _value(self, shape: Shape, value: Any, path: Path) -> Any:
        """A value with references replaced by the values of the entries that they name."""
        if value is None:
            return None
        match shape:
            case ReferenceShape(kind=kind):
                other = self.known.get((kind, value))
                return other.values if other else {"id": value, "name": value}
            case ListShape(item=item):
                items = [self._value(item, part, (*path, number)) for number, part in enumerate(value)]
                return PartOfList(items) if path in self.entry.unknown.parts else items
            case MappingShape(value=inner):
                pairs = {key: self._value(inner, part, (*path, key)) for key, part in value.items()}
                return PartOfMap(pairs) if path in self.entry.unknown.parts else pairs
            case RecordShape(record=record):
                return self._fields(record, self.entry.kind.parts[record], value, path)
        return value

    def _fields(self, holder: str, fields: Sequence[Field], written: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """The values of some fields; a choice of options is all of these, ticked or not."""
        lacks = set(self._unknown(fields, written, path))
        there = [part for part in fields if part.name not in lacks]
        values = {part.name: self._value(part.shape, written[part.name], (*path, part.name)) for part in there}
        for part in there:
            if isinstance(part.shape, ChoiceShape):
                try:
                    self._choose(part.shape, part.name, values, fields, written)
                except UnknownValueError:
                    lacks.add(part.name)
        if lacks or (self.entry.partial and not path):
            values = PartOfMap({name: value for name, value in values.items() if name not in lacks}, lacks)
        for condition in self.existence.get(holder, ()):
            name = condition.field.name
            if name not in lacks:
                values[name] = self._existing(condition, values, (*path, name))
        return values

    def _unknown(self, fields: Sequence[Field], written: Mapping[str, Any], path: Path) -> frozenset[str]:
        """The fields that players do not know: of the entry, or of a record in it."""
        if not path:
            return self.entry.unknown.fields
        return frozenset(part.name for part in fields if part.name not in written)

    def _choose(
        self,
        choice: ChoiceShape,
        name: str,
        values: dict[str, Any],
        fields: Sequence[Field],
        written: Mapping[str, Any],
    ) -> None:
        """Let a choice be all options that can be chosen, those ticked that are, and the entry that has them show them
        so. Raises `UnknownValueError` where not all are known."""
        if choice.field not in written:
            raise UnknownValueError
        source = self.known.get(chosen_reference(choice, fields, written))
        options = options_of(source.entry.kind, source.values) if source else []
        values[name] = ticked_options(options, written[name] or ())
        if source and options:
            before = options_of(source.entry.kind, values[choice.field])
            ticked = ticked_options(before, written[name] or ())
            values[choice.field] = with_options(values[choice.field], source.entry.kind, ticked)

    def _existing(self, condition: FieldCondition, values: Mapping[str, Any], path: Path) -> Any:
        """The value of a field that may not exist: none where it does not, its default where it is not written."""
        value, existing = values[condition.field.name], condition.field.existing
        assert existing is not None
        try:
            exists = guarded(condition.expression.value, self.run, values)
        except FormulaFailedError as error:
            if self.entry.partial:  # what it asks for was taken out
                return value
            raise ConditionFailedError(condition, error) from None
        if not exists:
            self.given.extend([(path, condition)] if value is not None else ())
            return None
        if value is None and existing.has_default:
            default = plain_data(self.entry.kind.compiler.default(existing))
            return self._value(existing.shape, default, path)
        if value is None and not existing.optional:
            self.missing.append((path, condition))
        return value
