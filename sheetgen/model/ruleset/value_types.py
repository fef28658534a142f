"""The types that formulas know the values of fields by."""

from __future__ import annotations

from collections.abc import Mapping

from sheetgen.formula.number_formats import with_format
from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NUMBER,
    TEXT,
    TRUTH,
    ListOf,
    MapOf,
    Optional,
    Record,
    Term,
    Type,
)
from sheetgen.model.ruleset.shapes import (
    OPTION,
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

PLAIN: dict[str, Type] = {
    "text": TEXT,
    "markdown": TEXT,
    "dice": TEXT,
    "integer": INTEGER,
    "number": NUMBER,
    "truth": TRUTH,
    "any": ANYTHING,
}


def formula_type(shape: Shape, records: Mapping[str, Record], kinds: Mapping[str, Record]) -> Type:
    """The type of the values of a shape in formulas."""
    match shape:
        case ScalarShape(name=name):
            return PLAIN[name]
        case TermShape(vocabulary=vocabulary, words=words):
            return Term(vocabulary, words)
        case ListShape(item=item):
            return ListOf(formula_type(item, records, kinds))
        case MappingShape(key=key, value=value):
            return MapOf(formula_type(key, records, kinds), formula_type(value, records, kinds))
        case RecordShape(record=name):
            return records[name]
        case ReferenceShape(kind=name):
            return kinds[name]
        case ChoiceShape():
            return ListOf(records[OPTION.record])


def field_type(field: Field, records: Mapping[str, Record], kinds: Mapping[str, Record]) -> Type:
    """The type of a field in formulas; optional fields may be none."""
    plain = formula_type(field.shape, records, kinds)
    kind = (with_format(plain, field.format) if field.format else None) or plain
    may_be_none = field.optional or (field.has_default and field.default is None)
    return Optional(kind) if may_be_none else kind
