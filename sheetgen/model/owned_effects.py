"""The effects that count for an entry: of what it refers to, and its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from sheetgen.formula.compile import guarded
from sheetgen.formula.partly_known import UnknownValueError, parts_of
from sheetgen.formula.runtime import Evaluation, FormulaFailedError
from sheetgen.model.changed_values import OwnedEffect
from sheetgen.model.entries import Entry
from sheetgen.model.entry_effects import WrittenEffect, effects_of_term
from sheetgen.model.options import chosen_beside, is_choice, options_of, place_of_option
from sheetgen.model.ruleset.effects import (
    ITSELF,
    ROW,
    SELF,
    VALUE,
    EffectCompiler,
    EffectFormulas,
    EffectSource,
    row_of_map,
    target,
)
from sheetgen.model.ruleset.field_conditions import ConditionFailedError, holder_of
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ReferenceShape, Shape, TermShape
from sheetgen.model.ruleset.vocabulary import Vocabulary
from sheetgen.text.source import Span
from sheetgen.yaml.load import Step

Values: TypeAlias = Mapping[str, Any]


class Computed(Protocol):
    """An entry that another refers to, computed."""

    @property
    def entry(self) -> Entry:
        """The entry itself."""

    @property
    def values(self) -> Values:
        """Its fields and derived values."""


@dataclass(frozen=True)
class _Reference:
    """An entry that another refers to, or a term that it suffers, and the record that does so; of no name outside."""

    source: EffectSource
    identity: str
    effects: Sequence[WrittenEffect]
    place: Callable[..., Span]
    """Where parts of it are written."""
    own: Values
    """Its values."""
    row: str
    values: Values
    chosen: frozenset[int | None]
    """The options of the entry that are chosen beside the reference."""


@dataclass(frozen=True, kw_only=True)
class EffectReader:
    """Finds the effects that count for one entry, in the order of its references."""

    entry: Entry
    values: Values
    """The fields of the entry, references resolved."""
    known: Mapping[tuple[str, str], Computed | None]
    compiler: EffectCompiler
    run: Evaluation

    def effects(self) -> Iterator[OwnedEffect]:
        """Those of entries that it refers to, each once or, where it reads the record that refers, once for each; then
        its own on itself. Raises `ConditionFailedError`."""
        if not self.compiler.is_needed:
            return
        kind, seen = self.entry.kind, set[object]()
        for number, reference in enumerate(self._of_fields("", self.entry.fields, self.values, holder_of(kind.id))):
            source = reference.source
            names = {SELF: reference.own, ROW: reference.values}
            for written in reference.effects:
                formulas = None if written.data["on"] == ITSELF else self._compiled(written, source, reference.row)
                once = source.id, reference.identity, written.path, number if formulas and formulas.reads_row else -1
                if formulas and written.counts(reference.chosen) and once not in seen:
                    seen.add(once)
                    yield OwnedEffect(written=written, place=reference.place, formulas=formulas, names=names)
        for written in self.entry.effects:
            itself = written.data["on"] == ITSELF
            formulas = self._compiled(written, EffectSource.of_entries(kind), "") if itself else None
            if formulas and written.ticked:
                yield OwnedEffect(written=written, place=self.entry.span, formulas=formulas, names={})

    def _compiled(self, effect: WrittenEffect, source: EffectSource, row: str) -> EffectFormulas | None:
        """An effect for this entry; None where its kind has no such value."""
        if target(self.entry.kind, effect.data["target"]) is None:
            return None
        compiled = self.compiler.compiled(effect.data, self.entry.kind, source, row)
        return compiled if isinstance(compiled, EffectFormulas) else None

    def _of_fields(self, row: str, raw: Values, values: Values, holder: str) -> Iterator[_Reference]:
        kind = self.entry.kind
        for field in kind.holding(self.compiler.brings, row):
            given = raw.get(field.name)
            if given is None or (not row and field.name in self.entry.unknown.fields):
                continue
            if values[field.name] is not None and self._counts(field, holder, values):
                chosen = tuple(chosen_beside(field.name, kind.holding(is_choice, row), raw))
                yield from self._within(field.shape, given, values[field.name], _Holder(row, values, chosen))

    def _counts(self, field: Field, holder: str, values: Values) -> bool:
        condition = self.compiler.conditions.get((holder, field.name))
        try:
            return condition is None or bool(guarded(condition.expression.value, self.run, values))
        except UnknownValueError:
            return False
        except FormulaFailedError as error:
            assert condition is not None
            raise ConditionFailedError(condition, error) from None

    def _within(self, shape: Shape, raw: Any, value: Any, holder: _Holder) -> Iterator[_Reference]:
        """The references in a value, as it is written and as it is resolved."""
        match shape:
            case ReferenceShape(kind=kind):
                if source := self.known.get((kind, raw)):
                    yield _to_entry(source, holder)
            case ListShape(item=item):
                for part, resolved in zip(raw, parts_of(value), strict=True):
                    yield from self._within(item, part, resolved, holder)
            case TermShape(vocabulary=vocabulary):
                if of_terms := self.entry.kind.compiler.effect_kinds.get(vocabulary):
                    yield from self._within(ReferenceShape(of_terms), raw, value, holder)
                elif (words := self.compiler.vocabularies.get(vocabulary)) and raw in words.effects:
                    yield self._to_term(words, raw, holder)
            case MappingShape(key=key_shape, value=item):
                for key, part in raw.items():
                    if part:
                        inner = _Holder(row_of_map(shape), {VALUE: value[key]}, ())
                        yield from self._within(key_shape, key, key, inner)
                    yield from self._within(item, part, value[key], holder)
            case RecordShape(record=record) if raw is not None:
                yield from self._of_fields(record, raw, value, record)

    def _to_term(self, vocabulary: Vocabulary, term: str, holder: _Holder) -> _Reference:
        effects, source = tuple(effects_of_term(vocabulary, term)), EffectSource.of_terms(vocabulary)

        def place(*path: Step) -> Span:
            assert self.compiler.place is not None
            return self.compiler.place.at(*path).span

        return _Reference(source, term, effects, place, vocabulary.terms[term], holder.row, holder.values, frozenset())


def _to_entry(computed: Computed, holder: _Holder) -> _Reference:
    entry = computed.entry
    options = options_of(entry.kind, entry.fields)
    chosen = frozenset(place_of_option(options, name) for name in holder.chosen)
    effects, source = entry.effects, EffectSource.of_entries(entry.kind)
    return _Reference(source, entry.id, effects, entry.span, computed.values, holder.row, holder.values, chosen)


@dataclass(frozen=True)
class _Holder:
    """The record that references stand in, its values, and what is chosen beside them."""

    row: str
    values: Values
    chosen: tuple[str, ...]
