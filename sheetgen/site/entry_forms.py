"""The fields of a game's kinds, as the pages of entries offer them for editing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sheetgen.formula.dice_texts import DICE_PATTERN
from sheetgen.formula.types import readable
from sheetgen.model.entries import Entry
from sheetgen.model.option_boxes import box_parts, box_values
from sheetgen.model.options import chosen_kind, options_of
from sheetgen.model.ruleset.kinds import COMMON, Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.script import KINDS, fill_of, kinds_script
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
    referred_kinds,
)
from sheetgen.model.ruleset.vocabulary import Vocabulary
from sheetgen.model.ruleset_effects import script_effects
from sheetgen.reference.definitions import plain_text
from sheetgen.site.entry_sources import WrittenValues, as_json
from sheetgen.site.play_fields import condition_fields, track_fields
from sheetgen.text.json_script import json_text

FIRST, LAST = ("name", "summary"), ("tags", "aliases", "source", "portrait", "hidden", "open")
"""Of the fields that every kind has those that a form offers, before and behind its own."""


def forms_address(ruleset: str) -> str:
    """The script of a game that every page of its entries loads when it is edited: the fields of its kinds."""
    return f"assets/rules/{ruleset}-forms.js"


def values_address(ruleset: str) -> str:
    """The script of a game that computes what follows from the fields of a form."""
    return f"assets/rules/{ruleset}-kinds.js"


def forms_script(ruleset: Ruleset, entries: Iterable[Entry]) -> str:
    """The fields of the kinds of a game, and the entries that they may refer to."""
    forms = json_text(_forms(ruleset, list(entries)))
    return f"(window.sheetgenKinds ||= {{}})[{json_text(ruleset.id)}] = {forms};\n"


def values_script(ruleset: Ruleset, house: Mapping[str, Option], entries: Iterable[Entry]) -> str:
    """The script that computes entries of a game."""
    boxes = {name: tuple(box_values(kind)) for name, kind in ruleset.kinds.items()}
    return str(kinds_script(ruleset, house, script_effects(ruleset, list(entries)), boxes))


def _forms(ruleset: Ruleset, entries: list[Entry]) -> dict[str, Any]:
    referred = {kind for other in ruleset.kinds.values() for kind in referred_kinds(other.fields, ruleset.records)}
    chosen = set(_chosen_kinds(ruleset))
    return {
        "rules": ruleset.id + KINDS,
        "vocabularies": {name: _options(vocabulary) for name, vocabulary in ruleset.vocabularies.items()},
        "terms": {name: vocabulary.kind for name, vocabulary in ruleset.vocabularies.items() if vocabulary.kind},
        "records": {name: _fields(ruleset, fields, fields) for name, fields in ruleset.records.items()},
        "kinds": {kind.id: _kind(ruleset, kind) for kind in ruleset.kinds.values()},
        "entries": {kind: _entries(ruleset, kind, entries) for kind in sorted(referred)},
        **({"yes": ruleset.words.values.yes} if any(map(box_parts, ruleset.kinds.values())) else {}),
        **({"chosen": {kind: _chosen(kind, entries) for kind in sorted(chosen)}} if chosen else {}),
    }


def _options(vocabulary: Vocabulary) -> list[list[str]]:
    return [[term, title] for term, title in vocabulary.titles.items()]


def _entries(ruleset: Ruleset, kind: str, entries: Iterable[Entry]) -> list[list[str]]:
    """Id, name and page of the entries of a kind."""
    return [[entry.id, entry.name, ruleset.address(kind, entry.id)] for entry in entries if entry.kind.id == kind]


def _chosen_kinds(ruleset: Ruleset) -> Iterator[str]:
    """The kinds whose options fields choose."""
    for fields in (*(kind.fields for kind in ruleset.kinds.values()), *ruleset.records.values()):
        yield from (chosen_kind(field.shape, fields) for field in fields if isinstance(field.shape, ChoiceShape))


def _chosen(kind: str, entries: Iterable[Entry]) -> dict[str, list[dict[str, Any]]]:
    """By id the options of the entries of a kind; of each only what it has."""
    own = (entry for entry in entries if entry.kind.id == kind)
    return {entry.id: [_option(option) for option in options_of(entry.kind, entry.fields)] for entry in own}


def _option(option: Mapping[str, Any]) -> dict[str, Any]:
    said = {key: option[key] for key in ("id", "name", "ticked")} | {"text": plain_text(option["text"])}
    return {key: value for key, value in said.items() if value}


def _kind(ruleset: Ruleset, kind: Kind) -> dict[str, Any]:
    own = [field.name for field in kind.fields if field.name not in COMMON]
    return {
        "title": kind.model.title,
        "marks": {label: asdict(field) for label, field in track_fields(kind)},
        "conditions": [asdict(field) for field in condition_fields(kind, ruleset)],
        **({"boxes": boxes} if (boxes := box_parts(kind)) else {}),
        "fields": _fields(ruleset, [kind.by_name[name] for name in (*FIRST, *own, *LAST)], kind.fields),
    }


def _fields(ruleset: Ruleset, fields: Iterable[Field], beside: Sequence[Field]) -> list[dict[str, Any]]:
    """Some of the fields that stand beside each other."""
    return [_field(ruleset, field, beside) for field in fields]


def _field(ruleset: Ruleset, field: Field, beside: Sequence[Field]) -> dict[str, Any]:
    form: dict[str, Any] = {"name": field.name, "title": field.title or readable(field.name).capitalize()}
    form |= {key: getattr(field, key) for key in ("doc", "unit", "secret", "optional") if getattr(field, key)}
    existing = field.existing or field
    if existing.has_default:
        form["default"] = WrittenValues(ruleset).default(existing)
    elif not existing.optional and existing is not field:
        form["needed"] = True
    if isinstance(field.shape, ChoiceShape):
        choice = {"type": "options", "of": chosen_kind(field.shape, beside), "beside": field.shape.field}
        return {**form, "shape": choice}
    return {**form, "shape": _shape(ruleset, field.shape)}


def _shape(ruleset: Ruleset, shape: Shape) -> dict[str, Any]:
    match shape:
        case ScalarShape(name="dice"):
            return {"type": "dice", "pattern": DICE_PATTERN}
        case ScalarShape(name=name, low=low, high=high):
            return {"type": name, **{end: at for end, at in (("min", low), ("max", high)) if at is not None}}
        case TermShape(vocabulary=""):
            return {"type": "term", "options": _options(ruleset.compiler.vocabulary(shape))}
        case TermShape(vocabulary=name):
            return {"type": "term", "of": name}
        case ListShape(item=item):
            return {"type": "list", "item": _shape(ruleset, item)}
        case MappingShape(key=key, value=value):
            form = {"type": "map", "key": _shape(ruleset, key), "value": _shape(ruleset, value)}
            return {**form, "fill": as_json(fill_of(ruleset, shape))} if shape.filled else form
        case RecordShape(record=record):
            return {"type": "record", "of": record}
        case ReferenceShape(kind=kind):
            return {"type": "ref", "of": kind}
    return {"type": "list", "item": {"type": "text"}}
