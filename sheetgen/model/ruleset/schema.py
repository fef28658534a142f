"""JSON Schemas of kinds, for completion and checking while an author types in an editor."""

from __future__ import annotations

from typing import Any

from sheetgen.model.ruleset.field_types import (
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
)
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.load import Ruleset

TEXT = ScalarShape("text")


def kind_schema(ruleset: Ruleset, kind: Kind) -> dict[str, Any]:
    """The schema of a file with one entry of the kind (JSON Schema draft-07, which editors know best)."""
    writer = _SchemaWriter(ruleset)
    entry = writer.mapping(kind.fields, kind.model.doc)
    entry["required"] = [name for name in entry["required"] if name != "name"]
    whole = {
        name: {"minProperties": part.pop("minProperties")}
        for name, part in entry["properties"].items()
        if "minProperties" in part
    }
    definitions = {name: writer.mapping(fields) for name, fields in ruleset.records.items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"{kind.model.title} ({ruleset.title})",
        **entry,
        # A variant takes what it does not write from the entry that it extends, keys of its maps included.
        "required": [],
        "anyOf": [{"required": ["extends"]}, {"required": ["name", *entry["required"]], "properties": whole}],
        "definitions": definitions,
    }


class _SchemaWriter:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def mapping(self, fields: tuple[Field, ...], doc: str = "") -> dict[str, Any]:
        """The schema of a mapping of fields."""
        required = [one.name for one in fields if not one.optional and not one.has_default]
        properties = {one.name: self._field(one) for one in fields}
        found: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": properties}
        return {**found, "required": required, **({"description": doc} if doc else {})}

    def _field(self, one: Field) -> dict[str, Any]:
        found = self._shape(one.shape)
        if found == _scalar_schema(TEXT) and not one.optional and not one.has_default:
            found["pattern"] = r"\S"
        parts = (one.title, one.doc, f"Measured in {one.unit}" if one.unit else "")
        told = ". ".join(part.rstrip(".") for part in parts if part)
        if told:
            found = {"allOf": [found], "description": told} if "$ref" in found else {**found, "description": told}
        has_plain_default = one.has_default and isinstance(one.default, str | int | bool)
        return {**found, "default": one.default} if has_plain_default else found

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
                found = {"type": "object", "additionalProperties": self._shape(value), **names}
                return found if filled or partial else {**found, "minProperties": len(ids)}
            case MappingShape(value=value):
                return {"type": "object", "additionalProperties": self._shape(value)}
            case RecordShape(record=record):
                return {"$ref": f"#/definitions/{record}"}
            case ReferenceShape(kind=kind):
                return {"type": "string", "description": f"The id of a {kind}."}

    def _terms(self, shape: TermShape) -> list[str]:
        return self.ruleset.compiler.vocabulary(shape).names


def _scalar_schema(shape: ScalarShape) -> dict[str, Any]:
    if shape.name in ("text", "markdown"):
        return {"type": ["string", "number"]}
    if shape.name == "truth":
        return {"type": "boolean"}
    if shape.name not in ("integer", "number"):
        return {}
    found: dict[str, Any] = {"type": shape.name}
    found |= {} if shape.low is None else {"minimum": shape.low}
    return found if shape.high is None else {**found, "maximum": shape.high}
