"""A new entry to fill in: every field of its kind, those that may be left out behind a `#`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from sheetgen.model.ruleset.field_problems import described
from sheetgen.model.ruleset.kinds import COMMON, Kind
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
from sheetgen.text.suggest import in_sentence, with_article

WIDTH = 100
ALWAYS = ("name", "summary")
"""The fields of every kind that a new entry shows."""


def starter(kind: Kind, name: str, schema: str = "", values: Mapping[str, Any] | None = None) -> str:
    """The YAML of a new entry of this name: what it needs stands at its lowest value, the rest waits in comments.

    `schema` is the way to the JSON Schema of its kind, for editors; `values` are those that were rolled for it.
    """
    known = {**(values or {}), "name": name}
    fields = [field for field in kind.fields if field.name not in COMMON or field.name in (*ALWAYS, *known)]
    needed = [field for field in fields if _needed(field) or field.name in known]
    others = [field for field in fields if field not in needed]
    editors = f"# yaml-language-server: $schema={schema}\n" if schema else ""
    explanation = "A line behind a # may be left out; take the # away to fill it in."
    head = f"{editors}# A new {in_sentence(kind.model.title)}. {explanation}"
    written = [line for field in needed for line in _lines(kind, field, known)]
    waiting = [f"# {line}" for field in others for line in _lines(kind, field, known)]
    return "\n".join([head, "", *written, "", *waiting]) + "\n"


def _needed(field: Field) -> bool:
    return not (field.optional or field.has_default)


def _lines(kind: Kind, field: Field, known: Mapping[str, Any]) -> Iterator[str]:
    """A field, and what it takes: behind it where there is room, else above."""
    value = known[field.name] if field.name in known else _value(kind, field)
    written = wrap(
        f"{field.name}: {written_on_one_line(value)}",
        WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    comment = f"# {_comment(kind, field)}"
    if field.name == "name":
        yield from written
    elif len(written) == 1 and len(written[0]) + len(comment) < WIDTH:
        yield f"{written[0]:34} {comment}"
    else:
        yield from (*wrap(comment, WIDTH, subsequent_indent="# "), *written)


def _comment(kind: Kind, field: Field) -> str:
    title = field.title or field.name.replace("_", " ").capitalize()
    unit = f", in {field.unit}" if field.unit else ""
    doc = f" {field.doc[:1].upper()}{field.doc[1:]}" if field.doc else ""
    when = f" Only where {field.when.strip()}." if field.when else ""
    return f"{title}: {_takes(kind, field.shape)}{unit}.{doc}{when}"


def _takes(kind: Kind, shape: Shape, within: bool = False) -> str:
    """The values that a field takes, with every word that may stand there; the fields of records without theirs."""
    match shape:
        case TermShape():
            return f"one of {', '.join(kind.compiler.vocabulary(shape).terms)}"
        case ListShape(item=item):
            return f"a list, each {_takes(kind, item, within)}"
        case MappingShape(key=TermShape() as key, value=value):
            return f"{_takes(kind, value, within)}, for each of {', '.join(kind.compiler.vocabulary(key).terms)}"
        case MappingShape(value=value):
            return f"{_takes(kind, value, within)}, by name"
        case RecordShape(record=record) if not within:
            parts = (f"{part.name} ({_takes(kind, part.shape, within=True)})" for part in kind.parts[record])
            return f"a mapping of {', '.join(parts)}"
        case RecordShape():
            return with_article(str(shape).replace("_", " "))
    return described(shape, kind.compiler)


def _value(kind: Kind, field: Field) -> Any:
    field = field.existing or field
    plain = field.has_default and isinstance(field.default, str | int | bool) and field.default != ""
    return field.default if plain else _first(kind, field.shape, _needed(field))


def least(kind: Kind, shape: Shape) -> Any:
    """The least that a shape takes."""
    return _first(kind, shape)


def _first(kind: Kind, shape: Shape, needed: bool = True) -> Any:
    """The least that a shape takes; for what may be left out, an example of it."""
    match shape:
        case ScalarShape(name="truth"):
            return not needed
        case ScalarShape(name="integer" | "number", low=low, high=high):
            return max(low or 0, 0) if high is None or high >= 0 else high
        case ScalarShape(name="dice"):
            return "1d6"
        case ScalarShape():
            return "…"
        case TermShape():
            return next(iter(kind.compiler.vocabulary(shape).terms))
        case ListShape(item=item):
            return [] if needed else [_first(kind, item, needed=False)]
        case MappingShape(key=TermShape() as key, value=value):
            terms = list(kind.compiler.vocabulary(key).terms)
            if shape.filled:
                return {terms[0]: shape.fill}
            return {term: _first(kind, value) for term in (terms[:1] if shape.partial else terms)}
        case MappingShape(value=value):
            return {} if needed else {"…": _first(kind, value)}
        case RecordShape(record=record):
            parts = [
                part
                for part in kind.parts[record]
                if _needed(part) or (not needed and isinstance(part.shape, ScalarShape))
            ]
            return {part.name: _value(kind, part) for part in parts}
        case ReferenceShape(kind=other):
            return f"some-{other}"
        case ChoiceShape():
            return []


def written_on_one_line(value: Any) -> str:
    """A value as YAML on one line."""
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{written_on_one_line(key)}: {written_on_one_line(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(written_on_one_line, value)) + "]"
    if isinstance(value, str) and all(c.isalnum() or c in " _-’" for c in value) and value.strip("- ").isascii():
        return value if value[:1].isalpha() and value not in ("true", "false", "null") else json.dumps(value)
    return json.dumps(value, ensure_ascii=False)
