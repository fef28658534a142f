"""The rules of a ruleset as the script of its calculators, and its kinds as that of pages that are edited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter

from sheetgen.formula.javascript import (
    NO_EFFECTS,
    Input,
    ScriptEffects,
    ScriptExistence,
    ScriptKind,
    ScriptRules,
    ScriptValue,
    rules_script,
)
from sheetgen.formula.python_tree import GivenData
from sheetgen.formula.types import readable
from sheetgen.model.ruleset.derivations import DerivedGroup, DerivedValue
from sheetgen.model.ruleset.field_conditions import FieldCondition, holder_of
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.shapes import (
    ChoiceShape,
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
)
from sheetgen.model.ruleset.validation import plain_data

LEFT_TO_SPEND = "left-to-spend-"
"""How the names of what is left in the steps of a new entry begin."""
KINDS = " kinds"
"""What the script of a game's kinds adds to the id of the game."""


def calculator_script(ruleset: Ruleset, house: Mapping[str, Option], names: Iterable[str] | None = None) -> str:
    """The script for `assets/rules/RULESET.js`: the rules of these names (of all that can be run, where none are
    given) with the house rules of a campaign."""
    asked = [name for name, rule in ruleset.rules.items() if rule.formulas and (names is None or name in set(names))]
    return rules_script(_script_rules(ruleset, house, ruleset.id, asked))


def kinds_script(
    ruleset: Ruleset,
    house: Mapping[str, Option],
    effects: ScriptEffects = NO_EFFECTS,
    displayed: Mapping[str, Sequence[ScriptValue]] = MappingProxyType({}),
) -> str:
    """The script that computes entries of all kinds of a ruleset with the house rules of a campaign, and the effects
    that count for them; of some kinds with further values that their pages show."""
    values = {name: (*_left_to_spend(kind), *displayed.get(name, ())) for name, kind in ruleset.kinds.items()}
    return sheets_script(ruleset, house, values, effects)


def sheets_script(
    ruleset: Ruleset,
    house: Mapping[str, Option],
    displayed: Mapping[str, Sequence[ScriptValue]],
    effects: ScriptEffects = NO_EFFECTS,
) -> str:
    """The script that computes entries of some kinds, each with further values that its sheets show."""
    rules = _script_rules(ruleset, house, ruleset.id + KINDS, ())
    kinds = {name: _kind(ruleset, ruleset.kinds[name], values) for name, values in displayed.items()}
    return rules_script(replace(rules, kinds=kinds, effects=effects, existence=_existence(ruleset, kinds)))


def _existence(ruleset: Ruleset, kinds: Iterable[str]) -> dict[str, list[ScriptExistence]]:
    """When fields of records exist, and of these kinds."""
    holders = {holder_of(kind) for kind in kinds} | ruleset.records.keys()
    return {
        holder: [_exists(ruleset, condition) for condition in conditions]
        for holder, conditions in ruleset.existence.items()
        if holder in holders
    }


def _exists(ruleset: Ruleset, condition: FieldCondition) -> ScriptExistence:
    existing, formula = condition.field.existing, condition.expression
    default = plain_data(ruleset.compiler.default(existing)) if existing and existing.has_default else None
    return ScriptExistence(condition.field.name, (formula.checked, formula.scope), default)


def _kind(ruleset: Ruleset, kind: Kind, displayed: Sequence[ScriptValue] = ()) -> ScriptKind:
    fields = [_input(ruleset, field, references=True) for field in kind.fields]
    needs = kind.needs if ruleset.effects.is_needed else {}
    written = {name: sorted(others) for name, others in needs.items() if others}
    if needs:
        written |= {value.name: sorted(needs) for value in displayed}
    return ScriptKind(fields, [*map(_derived, kind.derived), *displayed], written)


def _left_to_spend(kind: Kind) -> Iterator[ScriptValue]:
    """What is left to spend in each step in which a new entry is made, by a name that no author can give."""
    for number, step in enumerate(kind.creation):
        if step.left:
            formula = (step.left.checked, step.left.expression.scope)
            yield ScriptValue(name=f"{LEFT_TO_SPEND}{number}", label=step.model.title, formula=formula)


def _derived(value: DerivedValue | DerivedGroup) -> ScriptValue:
    if isinstance(value, DerivedGroup):
        return ScriptValue(name=value.name, members=value.members)
    label = value.model.title or value.model.short or readable(value.path[-1])
    return ScriptValue(name=value.name, label=label, formula=(value.checked, value.expression.scope))


def _script_rules(ruleset: Ruleset, house: Mapping[str, Option], title: str, names: Sequence[str]) -> ScriptRules:
    formulas = {name: rule.formulas for name, rule in ruleset.rules.items() if rule.formulas}
    records = ruleset.records.items()
    return ScriptRules(
        title,
        [formulas[name] for name in names],
        {name: ruleset.rules[name].signature.result for name in names},
        {name: _inputs(ruleset, name) for name in names},
        {name: [_input(ruleset, field, references=not names) for field in fields] for name, fields in records},
        ruleset.program.given,
        ruleset.titles,
        {name: house.get(name, default) for name, default in ruleset.rulings.defaults.items()},
        list(formulas.values()),
        words=ruleset.words.values,
    )


def _inputs(ruleset: Ruleset, name: str) -> list[Input]:
    return [_input(ruleset, field) for field in ruleset.rules[name].filled_inputs]


def _input(ruleset: Ruleset, field: Field, references: bool = False) -> Input:
    shape = _shape(ruleset, field.shape, references)
    if not (field.has_default or field.optional):
        return Input(field.name, shape)
    return Input(field.name, shape, plain_data(ruleset.compiler.default(field)))


def _shape(ruleset: Ruleset, shape: Shape, references: bool) -> object:
    """How values of a shape are read; references as the entries that they name, where these are asked for."""
    match shape:
        case ReferenceShape(kind=kind) if references:
            return ["ref", kind]
        case ChoiceShape(field=field) if references:
            return ["options", field]
        case ScalarShape(name=("integer" | "number") as name):
            return name
        case ListShape(item=item):
            return ["list", _shape(ruleset, item, references)]
        case RecordShape(record=record):
            return ["record", record]
        case MappingShape(key=key, value=value):
            terms = GivenData("vocabulary", key.vocabulary) if isinstance(key, TermShape) else None
            parts = ["map", terms, _shape(ruleset, value, references)]
            return [*parts, fill_of(ruleset, shape)] if shape.filled and terms else parts
    return "any"


def fill_of(ruleset: Ruleset, shape: MappingShape) -> Any:
    """The value of the terms that are not given in a map."""
    return plain_data(TypeAdapter(ruleset.compiler.annotation(shape.value) | None).validate_python(shape.fill))
