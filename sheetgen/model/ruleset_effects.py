"""The effects of a game as its script computes them: what has some, where entries refer to it, and the formulas."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sheetgen.formula.javascript import NO_EFFECTS, ScriptEffect, ScriptEffects
from sheetgen.model.entries import Entry
from sheetgen.model.entry_effects import WrittenEffect, effects_of_term
from sheetgen.model.ruleset.effects import (
    ITSELF,
    SLOTS,
    EffectFormulas,
    EffectSource,
    row_of_map,
    rows_referring,
    target,
)
from sheetgen.model.ruleset.field_conditions import holder_of
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ReferenceShape, Shape, TermShape


def script_effects(ruleset: Ruleset, entries: Iterable[Entry]) -> ScriptEffects:
    """The effects of all entries and terms of a game."""
    if not ruleset.effects.is_needed:
        return NO_EFFECTS
    known: dict[str, ScriptEffect | None] = {}
    for entry in entries:
        for effect in entry.effects:
            known |= _compiled(ruleset, effect, EffectSource.of_entries(entry.kind), entry.kind)
    for vocabulary in ruleset.vocabularies.values():
        for term in vocabulary.effects:
            for effect in effects_of_term(vocabulary, term):
                known |= _compiled(ruleset, effect, EffectSource.of_terms(vocabulary), None)
    conditions = ruleset.effects.conditions.items()
    return ScriptEffects(
        known,
        {" ".join(key): (of.expression.checked, of.expression.scope) for key, of in conditions},
        _ways(ruleset),
        _terms(ruleset),
        frozenset(_titles(ruleset)),
    )


def effect_key(effect: Mapping[str, Any], owner: str, source: str, row: str) -> str:
    """What an effect is known by: whose it is, what it is of, the record that refers to that, and its text."""
    texts = [owner, source, row, *(effect[part] for part in ("target", "on", *SLOTS))]
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def _compiled(
    ruleset: Ruleset, effect: WrittenEffect, source: EffectSource, kind: Kind | None
) -> Iterator[tuple[str, ScriptEffect | None]]:
    own = effect.data["on"] == ITSELF and kind
    for owner in [kind] if own and kind else ruleset.effects.owners(source):
        for row in [""] if own else rows_referring(owner, source.id):
            formulas = None
            if target(owner, effect.data["target"]):
                formulas = ruleset.effects.compiled(effect.data, owner, source, row)
            made = _effect(ruleset, owner, formulas) if isinstance(formulas, EffectFormulas) else None
            yield effect_key(effect.data, owner.id, source.id, row), made


def _effect(ruleset: Ruleset, owner: Kind, formulas: EffectFormulas) -> ScriptEffect:
    changed = owner.by_name.get(formulas.target.node)
    data: dict[str, object] = {
        "node": formulas.target.node,
        "part": list(formulas.target.part),
        "label": changed.label if changed else formulas.target.label,
        "vocabulary": _vocabulary(changed) if changed else "",
        "needs": sorted(formulas.needs),
        "value": formulas.reads_value,
        "row": formulas.reads_row,
    }
    return ScriptEffect(
        data=data, formulas={slot: (each.checked, each.scope) for slot, each in formulas.formulas.items()}
    )


def _vocabulary(field: Field) -> str:
    """The vocabulary whose terms label the parts of a field."""
    key = field.shape.key if isinstance(field.shape, MappingShape) else None
    return key.vocabulary if isinstance(key, TermShape) else ""


def _titles(ruleset: Ruleset) -> Iterator[str]:
    fields = (field for kind in ruleset.kinds.values() for field in kind.fields)
    yield from filter(None, map(_vocabulary, fields))


def _terms(ruleset: Ruleset) -> dict[str, Any]:
    """By vocabulary and term the effects of terms, each with its source, and the attributes of the term."""
    return {
        name: {
            term: [vocabulary.terms[term], [[dict(e.data), e.source] for e in effects_of_term(vocabulary, term)]]
            for term in vocabulary.effects
        }
        for name, vocabulary in ruleset.vocabularies.items()
        if vocabulary.effects
    }


def _ways(ruleset: Ruleset) -> dict[str, list[Any]]:
    """By kind or record its fields that may lead to what has effects, each with the way there."""
    holders: dict[str, Sequence[Field]] = {holder_of(name): kind.fields for name, kind in ruleset.kinds.items()}
    ways = {
        holder: [[field.name, way] for field in fields if (way := _way(ruleset, field.shape))]
        for holder, fields in {**ruleset.records, **holders}.items()
    }
    return {holder: fields for holder, fields in ways.items() if fields}


def _way(ruleset: Ruleset, shape: Shape) -> list[Any] | None:
    match shape:
        case ReferenceShape(kind=kind):
            return ["ref", kind]
        case TermShape(vocabulary=name) if name:
            of_terms = ruleset.compiler.effect_kinds.get(name)
            return ["term", name, of_terms] if of_terms or ruleset.vocabularies[name].effects else None
        case ListShape(item=item):
            return ["list", inner] if (inner := _way(ruleset, item)) else None
        case MappingShape(key=key, value=value):
            ways = _way(ruleset, key), _way(ruleset, value)
            return ["map", ways[0], row_of_map(shape), ways[1]] if any(ways) else None
        case RecordShape(record=record):
            return ["record", record]
    return None
