"""The files that entries are written in, as the pages of these entries edit them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from sheetgen.model.entries import Entry
from sheetgen.model.overlays import ADD
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.script import fill_of
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, Shape, TermShape
from sheetgen.model.ruleset.validation import plain_data
from sheetgen.text.cache import digest
from sheetgen.text.json_script import json_text
from sheetgen.yaml.load import Step, WrittenValue
from sheetgen.yaml.scalars import written

Node: TypeAlias = "list[Any] | None"
"""Where a value stands: [start, end], of a list also its nodes, of a mapping its keys by name, each [start of the key,
its end, node]; in characters of the file. None where several places share it by an anchor."""
_SHARED = re.compile(r"[&!]\S*\s+$")


def source_address(page: str) -> str:
    """The script that the page of an entry loads when it is edited."""
    return f"{page.removesuffix('.html')}.edit.js"


@dataclass(frozen=True)
class EntrySources:
    """The scripts of a game's entries. What its fields hold where nothing is written is worked out once."""

    ruleset: Ruleset
    _unwritten: dict[int, Any] = field(default_factory=dict)

    def script(
        self,
        entry: Entry,
        fighter: Mapping[str, Any] | None = None,
        steps: Sequence[Mapping[str, Any]] = (),
        roll: Mapping[str, Any] | None = None,
    ) -> str:
        """The script with the part of a file that an entry is written in, its fields, where their values stand, and
        what a board has of it; of a new one, the steps in which it is made, and what is rolled for it."""
        place = entry.place
        file, (start, end) = place.document.file, _lines(place)
        shapes = {field.name: field.shape for field in entry.kind.fields}
        data = {
            "name": entry.name,
            "file": file.name,
            "digest": digest(file.text),
            "start": start,
            "end": end,
            "whole": not place.path,
            "text": file.text[start:end],
            "fields": WrittenValues(self.ruleset, self._unwritten).fields(entry.kind.fields, entry.fields),
            "node": _Nodes(self.ruleset, file.text, start).of(place.document.written(place.path), shapes),
            "added": sorted(_added(entry)),
            "fighter": fighter,
            **({"steps": steps} if steps else {}),
            **({"roll": roll} if roll else {}),
        }
        if not place.path:
            place.document.forget_places()
        key = json_text(f"{self.ruleset.id}/{entry.kind.id}:{entry.id}")
        return f"(window.sheetgenSources ||= {{}})[{key}] = {json_text(data)};\n"


def _lines(place: YamlPlace) -> tuple[int, int]:
    """Where the lines of an entry begin and end in its file: all of that, where nothing else stands in it."""
    text = place.document.file.text
    if not place.path:
        return 0, len(text)
    start = text.rfind("\n", 0, place.key_span.start) + 1
    if isinstance(place.path[-1], int):
        start = text.rfind("\n", 0, text.rfind("-", 0, place.span.start)) + 1
    end = text.find("\n", place.span.end)
    return start, len(text) if end < 0 else end + 1


def _added(entry: Entry) -> Iterable[str]:
    """The fields of which a variant says only what it adds."""
    added = entry.place.at(ADD).data if ADD not in entry.kind.by_name else None
    return map(str, added) if isinstance(added, dict) else ()


@dataclass(frozen=True)
class WrittenValues:
    """The values of entries as they are written, without those that are the default of their fields."""

    ruleset: Ruleset
    unwritten: dict[int, Any] = field(default_factory=dict)
    """What fields and maps hold where nothing is written, by their identity."""

    def fields(self, fields: Sequence[Field], values: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of an entry or record that have another value than their default."""
        written_values = {field.name: self._value(field.shape, values.get(field.name)) for field in fields}
        kept = (field for field in fields if written_values[field.name] != self.default(field))
        return {field.name: written_values[field.name] for field in kept}

    def default(self, field: Field) -> Any:
        """What a field holds where nothing is written, as that would be written; none where it has no default."""
        if not field.has_default:
            return None
        key = id(field)
        if key not in self.unwritten:
            self.unwritten[key] = self._value(field.shape, plain_data(self.ruleset.compiler.default(field)))
        return self.unwritten[key]

    def _fill(self, shape: MappingShape) -> Any:
        """What a map holds for every key that is not written."""
        key = id(shape)
        if key not in self.unwritten:
            self.unwritten[key] = self._value(shape.value, fill_of(self.ruleset, shape))
        return self.unwritten[key]

    def _value(self, shape: Shape, value: Any) -> Any:
        if value is None:
            return None
        match shape:
            case ListShape(item=item):
                return [self._value(item, part) for part in value]
            case MappingShape(value=inner):
                fill = self._fill(shape) if shape.filled else None
                items = {str(key): self._value(inner, part) for key, part in value.items()}
                return {key: part for key, part in items.items() if not (shape.filled and part == fill)}
            case RecordShape(record=record):
                return self.fields(self.ruleset.records[record], value)
        return as_json(value)


def as_json(value: Any) -> Any:
    """A value for a script: numbers as it writes them, fractions that do not end as texts."""
    if isinstance(value, str | int):
        return value
    if isinstance(value, dict):
        return {str(key): as_json(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_json(part) for part in value]
    if isinstance(value, Fraction):
        return float(value) if Fraction(str(float(value))) == value else f"{value.numerator}/{value.denominator}"
    return value


@dataclass(frozen=True)
class _Nodes:
    """Where the values of one entry stand."""

    ruleset: Ruleset
    text: str
    """The file."""
    start: int
    """Where the text begins in it that places are counted in."""

    def of(self, value: WrittenValue, shape: Shape | Mapping[str, Shape] | None) -> list[Any]:
        """The node of a value."""
        start, end = value.bounds
        node: list[Any] = [start - self.start, end - self.start]
        if isinstance(value.data, list):
            item = shape.item if isinstance(shape, ListShape) else None
            node.append([self._unshared(part, item) for _, part in value.parts()])
        elif isinstance(value.data, dict):
            node.append({self._key(shape, key): self._entry(part, key, shape) for key, part in value.parts()})
        return node

    def _unshared(
        self, value: WrittenValue, shape: Shape | Mapping[str, Shape] | None, key_start: int | None = None
    ) -> Node:
        """The node of a value within another, whose key begins somewhere; none where several places share it."""
        return None if _is_shared(self.text, value.bounds[0], key_start) else self.of(value, shape)

    def _entry(self, part: WrittenValue, key: Step, shape: Shape | Mapping[str, Shape] | None) -> list[Any]:
        start, end = part.key_bounds
        return [start - self.start, end - self.start, self._unshared(part, self._inside(shape, key), start)]

    def _inside(self, shape: Shape | Mapping[str, Shape] | None, key: Step) -> Shape | None:
        match shape:
            case MappingShape(value=value):
                return value
            case RecordShape(record=record):
                return next((field.shape for field in self.ruleset.records[record] if field.name == key), None)
            case dict():
                inner: Shape | None = shape.get(key)
                return inner
        return None

    def _key(self, shape: object, key: Step) -> str:
        """A key as values have it: that of a map of terms by the id of the term."""
        if isinstance(shape, MappingShape) and isinstance(shape.key, TermShape):
            return self.ruleset.compiler.vocabulary(shape.key).find(written(key) or "") or str(key)
        return str(key)


def _is_shared(text: str, start: int, key_start: int | None) -> bool:
    """Whether a value has an anchor, or stands elsewhere under one."""
    before = text[max(0, start - 200) : start]
    marked = "&" in before or "!" in before
    return (marked and bool(_SHARED.search(before))) or (key_start is not None and start < key_start)
