"""The rules of a ruleset as the script of its calculators."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from sheetgen.formula.javascript import Input, ScriptRules, rules_script
from sheetgen.formula.python_tree import GivenData
from sheetgen.model.ruleset.field_types import (
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ScalarShape,
    Shape,
    TermShape,
)
from sheetgen.model.ruleset.load import Ruleset
from sheetgen.model.ruleset.rules import input_fields
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.validation import plain_data


def calculator_script(ruleset: Ruleset, house: Mapping[str, Option], names: Iterable[str] | None = None) -> str:
    """The script for `assets/rules/RULESET.js`: the rules of these names (of all that can be run, where none are
    given) with the house rules of a campaign."""
    formulas = {name: rule.formulas for name, rule in ruleset.rules.items() if rule.formulas}
    asked = [name for name in formulas if names is None or name in set(names)]
    return rules_script(
        ScriptRules(
            ruleset.id,
            [formulas[name] for name in asked],
            {name: ruleset.rules[name].signature.result for name in asked},
            {name: _inputs(ruleset, name) for name in asked},
            {name: [_input(ruleset, field) for field in fields] for name, fields in ruleset.records.items()},
            ruleset.program.given,
            ruleset.titles,
            {name: house.get(name, default) for name, default in ruleset.rulings.defaults.items()},
            list(formulas.values()),
        )
    )


def _inputs(ruleset: Ruleset, name: str) -> list[Input]:
    return [_input(ruleset, field) for field in input_fields(ruleset.rules[name])]


def _input(ruleset: Ruleset, field: Field) -> Input:
    if not (field.has_default or field.optional):
        return Input(field.name, _shape(ruleset, field.shape))
    default = plain_data(ruleset.compiler.default(field))
    return Input(field.name, _shape(ruleset, field.shape), default)


def _shape(ruleset: Ruleset, shape: Shape) -> object:
    match shape:
        case ScalarShape(name=("integer" | "number") as name):
            return name
        case ListShape(item=item):
            return ["list", _shape(ruleset, item)]
        case RecordShape(record=record):
            return ["record", record]
        case MappingShape(key=key, value=value):
            terms = GivenData("vocabulary", key.vocabulary) if isinstance(key, TermShape) else None
            parts = ["map", terms, _shape(ruleset, value)]
            return [*parts, _fill(ruleset, shape)] if shape.filled and terms else parts
    return "any"


def _fill(ruleset: Ruleset, shape: MappingShape) -> Any:
    return plain_data(TypeAdapter(ruleset.compiler.annotation(shape.value) | None).validate_python(shape.fill))
