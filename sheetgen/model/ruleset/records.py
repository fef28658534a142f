"""The records of a ruleset: its own, and those that every ruleset has."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from sheetgen.formula.types import Record
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.field_types import TypeNames, read_field
from sheetgen.model.ruleset.kinds import with_sound_default
from sheetgen.model.ruleset.rules import read_input
from sheetgen.model.ruleset.shapes import GIVEN_FIELDS, GIVEN_RECORDS, Field, records_of
from sheetgen.model.ruleset.validation import ModelCompiler
from sheetgen.model.ruleset.value_types import field_type
from sheetgen.text.diagnostics import Diagnostics

Fields = dict[str, tuple[Field, ...]]
"""The fields of records, by the names of these."""


def read_records(
    records: Mapping[str, Mapping[str, Any]], place: YamlPlace, words: TypeNames, diagnostics: Diagnostics
) -> Fields:
    """The fields of the records that stand at a place, and of those that every ruleset has."""
    own = {
        record: tuple(
            read_input(name, data, place.at(record, name), words, diagnostics) for name, data in fields.items()
        )
        for record, fields in records.items()
    }
    given = {shape.record: _given_fields(shape.record) for shape in GIVEN_RECORDS.values()}
    return {**_without_circles(own, place, diagnostics), **given}


def _given_fields(record: str) -> tuple[Field, ...]:
    return tuple(read_field(name, text, TypeNames()) for name, text in GIVEN_FIELDS[record].items())


def _without_circles(records: Fields, place: YamlPlace, diagnostics: Diagnostics) -> Fields:
    """The records, without fields through which one would hold itself."""
    inside = {name: {field.name: records_of(field.shape) for field in fields} for name, fields in records.items()}
    try:
        list(TopologicalSorter({name: set().union(*parts.values()) for name, parts in inside.items()}).static_order())
    except CycleError as error:
        circle = error.args[1]
        inner, outer = circle[0], circle[1]
        name = next(name for name, parts in inside[outer].items() if inner in parts)
        message = f"these records hold each other in a circle: {' → '.join(reversed(circle))}"
        diagnostics.error("ruleset", message, place.at(outer, name).span)
        rest = tuple(field for field in records[outer] if field.name != name)
        return _without_circles({**records, outer: rest}, place, diagnostics)
    return records


def check_defaults(records: Fields, place: YamlPlace, compiler: ModelCompiler, diagnostics: Diagnostics) -> None:
    """Report the defaults of records at a place that their own fields would not take, and go on without them."""
    for name, fields in list(records.items()):
        at = place.at(name)
        records[name] = tuple(with_sound_default(part, compiler, at.at(part.name), diagnostics) for part in fields)


def record_types(records: Fields) -> dict[str, Record]:
    """The records as formulas know them, which `fill_types` gives their fields."""
    return {name: Record(name.rpartition(".")[2], {}, {}) for name in records}


def fill_types(types: Mapping[str, Record], records: Fields, kinds: Mapping[str, Record]) -> None:
    """Make the fields of records known to formulas."""
    for name, record in types.items():
        assert isinstance(record.fields, dict) and isinstance(record.labels, dict)
        record.fields.update({field.name: field_type(field, types, kinds) for field in records[name]})
        record.labels.update({field.name: field.label for field in records[name]})
