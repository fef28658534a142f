"""JSON Schemas of kinds, for completion and checking while an author types in an editor."""

from __future__ import annotations

from typing import Any

from sheetgen.formula.dice_texts import DICE_PATTERN
from sheetgen.model.ruleset.effects import has_effects
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.shapes import (
    EFFECT,
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
from sheetgen.text.suggest import with_article

TEXT = ScalarShape("text")


ENTRY = "entry-of-the-kind"
"""The definition of an entry; no record has such a name."""


def kind_schema(ruleset: Ruleset, kind: Kind) -> dict[str, Any]:
    """The schema of a file with entries of the kind: one, a list of them, or several by their ids.

    JSON Schema draft-07, which editors know best.
    """
    entry = {"$ref": f"#/definitions/{ENTRY}"}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"{kind.model.title} ({ruleset.title})",
        "if": {"type": "array"},
        "then": {"items": entry},
        "else": {"if": _BY_ID, "then": {"additionalProperties": entry}, "else": entry},
        "definitions": _definitions(ruleset, kind),
    }


_BY_ID = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": {"type": "object"},
    "not": {"anyOf": [{"required": ["name"]}, {"required": ["extends"]}]},
}
"""What sets entries by their ids apart from one entry, as `read_entries` does."""


def _definitions(ruleset: Ruleset, kind: Kind) -> dict[str, Any]:
    """The schemas of an entry of a kind, and of the records in it by name."""
    writer = _SchemaWriter(ruleset)
    entry = writer.mapping(kind.fields, kind.model.doc)
    entry["required"] = [name for name in entry["required"] if name != "name"]
    whole = {
        name: {"minProperties": part.pop("minProperties")}
        for name, part in entry["properties"].items()
        if "minProperties" in part
    }
    own = [name for name in ruleset.records if name in ruleset.model.records]
    given = [shape.record for shape in (EFFECT, OPTION) if has_effects(kind.fields, ruleset.records)]
    entry["properties"] |= {name: part for name, part in _UNCOMMON.items() if name not in kind.by_name}
    whole_entry = {"required": ["name", *entry["required"]], "properties": whole}
    # A variant takes what it does not write from the entry that it extends, keys of its maps included.
    entry |= {"required": [], "anyOf": [{"required": ["extends"]}, {"required": ["overlay"]}, whole_entry]}
    return {ENTRY: entry, **{name: writer.mapping(ruleset.records[name]) for name in (*own, *given)}}


_UNCOMMON = {
    "overlay": {"type": "string", "description": "Of an overlay: what its results are called, such as Giant {name}."},
    "add": {"type": "object", "description": "What is added to the numbers, lists and texts of the entry it extends."},
}


class _SchemaWriter:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def mapping(self, fields: tuple[Field, ...], doc: str = "") -> dict[str, Any]:
        """The schema of a mapping of fields."""
        required = [field.name for field in fields if not field.optional and not field.has_default]
        properties = {field.name: self._field(field) for field in fields}
        schema: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": properties}
        return {**schema, "required": required, **({"description": doc} if doc else {})}

    def _field(self, field: Field) -> dict[str, Any]:
        schema = self._shape(field.shape)
        if schema == _scalar_schema(TEXT) and not field.optional and not field.has_default:
            schema["pattern"] = r"\S"
        parts = (field.title, field.doc, f"Measured in {field.unit}" if field.unit else "")
        description = ". ".join(part.rstrip(".") for part in parts if part)
        if description:
            schema = (
                {"allOf": [schema], "description": description}
                if "$ref" in schema
                else {**schema, "description": description}
            )
        has_plain_default = field.has_default and isinstance(field.default, str | int | bool)
        return {**schema, "default": field.default} if has_plain_default else schema

    def _shape(self, shape: Shape) -> dict[str, Any]:
        match shape:
            case ScalarShape():
                return _scalar_schema(shape)
            case TermShape():
                return {"enum": self._terms(shape)}
            case ListShape(item=item):
                return {"type": "array", "items": self._shape(item)}
            case MappingShape(key=TermShape() as key, value=value, filled=filled, partial=partial):
                terms = self._terms(key)
                ids = list(self.ruleset.compiler.vocabulary(key).terms)
                names = {"propertyNames": {"enum": terms}, "properties": {term: self._shape(value) for term in ids}}
                schema = {"type": "object", "additionalProperties": self._shape(value), **names}
                return schema if filled or partial else {**schema, "minProperties": len(ids)}
            case MappingShape(value=value):
                return {"type": "object", "additionalProperties": self._shape(value)}
            case RecordShape(record=record):
                return {"$ref": f"#/definitions/{record}"}
            case ReferenceShape(kind=kind):
                return {"type": "string", "description": f"The id of {with_article(kind)}."}
            case ChoiceShape(field=field):
                chosen = {"type": ["string", "integer"]}
                return {"type": "array", "items": chosen, "description": f"Options of `{field}`, by name or number."}

    def _terms(self, shape: TermShape) -> list[str]:
        return self.ruleset.compiler.vocabulary(shape).names


def _scalar_schema(shape: ScalarShape) -> dict[str, Any]:
    if shape.is_text:
        return {"type": ["string", "number"]}
    if shape.name == "dice":
        return {"type": ["string", "integer"], "pattern": DICE_PATTERN}
    if shape.name == "truth":
        return {"type": "boolean"}
    if shape.name not in ("integer", "number"):
        return {}
    fraction = {"type": ["number", "string"], "pattern": "^-?[0-9]+/[0-9]+$"}
    schema: dict[str, Any] = {"type": "integer"} if shape.name == "integer" else fraction
    schema |= {} if shape.low is None else {"minimum": shape.low}
    return schema if shape.high is None else {**schema, "maximum": shape.high}
