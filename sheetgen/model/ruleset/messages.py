"""Pydantic's errors in a project's or ruleset's own files, in words for authors who have never heard of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import getsource
from itertools import pairwise
from textwrap import dedent
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from sheetgen.blocks.slots import FORMULA
from sheetgen.model.ruleset.field_problems import FieldProblem, fits_unquoted, repaired, together, value_in_words
from sheetgen.model.ruleset.shapes import ScalarShape
from sheetgen.text.diagnostics import MOST, did_you_mean, nearest
from sheetgen.yaml.file_models import Model

Path: TypeAlias = tuple[str | int, ...]
_PLAIN = {
    str: ScalarShape("text"),
    int: ScalarShape("integer"),
    float: ScalarShape("number"),
    bool: ScalarShape("truth"),
}
_NAMES = re.compile(r"`(\w+)`")
_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", type(None): "nothing"}


def problems(kind: type[BaseModel], what: str, errors: Iterable[Mapping[str, Any]]) -> Iterator[FieldProblem]:
    """The errors of a model in words, one for each place; `what` is what is called by no key, such as "this file"."""
    seen: set[Path] = set()
    places = [(_find(kind, what, error["loc"]), error) for error in errors]
    meant = {path for place, error in places[:MOST] if error["type"] == "extra_forbidden" for path in _meant(place)}
    renamed = _renamed(places)
    for number, (place, error) in enumerate(places):
        if number >= MOST and error["type"] == "extra_forbidden":  # so many hints are never shown
            message = f"there is no setting called `{place.path[-1]}` here"
            yield FieldProblem(place.path, "unknown-field", message, on_key=True)
            continue
        if error["type"] == "missing" or _is_of_another_type(place.takes, error["input"]):
            continue  # what is wrong within the list or mapping is an error of its own, and what is missing follows
        if place.path in renamed:
            problem, missing = _problem(place, error), renamed[place.path][-1]
            yield replace(problem, hints=(*problem.hints, f"`{missing}` is missing: is that what it should be?"))
            continue
        if place.path not in seen:
            seen.add(place.path)
            yield _problem(place, error)
    there = meant | {*renamed.values()}  # misspelt
    lacking: dict[Path, list[_Expected]] = {}
    for place in (place for place, error in places if error["type"] == "missing" and place.path not in there):
        lacking.setdefault(place.path[:-1], []).append(place)
    yield from map(_missing, lacking.values())


@dataclass(frozen=True)
class _Expected:
    """A place in the data, and what its model takes there."""

    path: Path
    takes: Any
    """The annotation."""
    inside: type[BaseModel]
    """The model whose key the path ends with."""
    called: str
    """The name of the place in messages: its key, or its number in a list, counted from 1."""
    around: Mapping[int, type[BaseModel]] = field(default_factory=dict)
    """The models that the one it is in stands in, by the lengths of their paths."""


def _find(kind: type[BaseModel], what: str, loc: Path) -> _Expected:
    """Walk the annotations of a model along pydantic's path, which has a step of its own in every union."""
    place = _Expected((), kind, kind, what)
    for number, step in enumerate(loc, 1):
        takes = _bare(place.takes)
        path, called = (*place.path, step), f"`{step}`"
        if isinstance(takes, type) and issubclass(takes, BaseModel):
            fields = {part.alias or name: part.annotation for name, part in takes.model_fields.items()}
            place = _Expected(path, fields.get(str(step), Any), takes, called, {**place.around, number - 1: takes})
        elif get_origin(takes) in (list, dict):
            if get_origin(takes) is list and isinstance(step, int):
                called = f"item {step + 1} of {place.called}"
            place = _Expected(path, get_args(takes)[-1], place.inside, called, place.around)
        else:  # a step into one of several types, or a key of a mapping that is wrong
            chosen = next((part for part in _options(takes) if _is_tag(part, str(step))), None)
            if chosen is None or number == len(loc):
                break
            place = replace(place, takes=chosen)
    return place


def _is_of_another_type(takes: Any, given: Any) -> bool:
    """Whether a list or mapping was held against one of several types, of which another takes lists or mappings."""
    options = _options(_bare(takes))
    return len(options) > 1 and type(given) in [get_origin(_bare(option)) for option in options]


def _problem(place: _Expected, error: Mapping[str, Any]) -> FieldProblem:
    path, sort, given = place.path, error["type"], error["input"]
    if sort == "extra_forbidden":
        return _unknown_key(place)
    if sort in ("union_tag_invalid", "union_tag_not_found"):
        return _wrong_tag(place, given)
    if not path and given is None:
        needed = [
            f"`{setting.alias or key}`" for key, setting in place.inside.model_fields.items() if setting.is_required()
        ]
        hint = f"it needs {together(needed)}" if needed else ""
        return FieldProblem(path, "missing-field", f"{place.called} is empty", (hint,))
    if sort == "blank_text":
        return FieldProblem(path, "missing-field", f"{place.called} is empty", ("write a text that can be read",))
    if sort in ("web_address", "language_tag", "value_error"):
        message = str(error["msg"]).removeprefix("Value error, ")
        return FieldProblem(path, "wrong-type", f"{place.called}: {message}" if path else message)
    return _beyond(place, sort, given, error["ctx"]) if sort in _BOUNDS else _wrong_type(place, given)


def _settings(kind: type[BaseModel]) -> list[str]:
    """The names of a model's settings."""
    return [setting.alias or key for key, setting in kind.model_fields.items()]


def _wrong_tag(place: _Expected, given: Mapping[str, Any]) -> FieldProblem:
    """A mapping whose `type` says nothing, or is not there."""
    known = [
        name for option in _options(_bare(place.takes)) for name in get_args(option.model_fields["type"].annotation)
    ]
    if "type" not in given:
        hint = f"it is one of {', '.join(known)}"
        return FieldProblem(place.path, "missing-field", "`type` is missing here", (hint,), on_key=True)
    return _wrong_type(_Expected((*place.path, "type"), Literal[*known], place.inside, "`type`"), given["type"])


def _renamed(places: Sequence[tuple[_Expected, Mapping[str, Any]]]) -> Mapping[Path, Path]:
    """The one unknown setting of a mapping, where one is missing in it and nothing unknown is near: that one's path."""
    unknown: dict[Path, list[Path]] = {}
    missing: dict[Path, list[Path]] = {}
    for place, error in places:
        if error["type"] == "extra_forbidden" and not [*_meant(place)]:
            unknown.setdefault(place.path[:-1], []).append(place.path)
        elif error["type"] == "missing":
            missing.setdefault(place.path[:-1], []).append(place.path)
    return {
        paths[0]: missing[parent][0]
        for parent, paths in unknown.items()
        if len(paths) == 1 and len(missing.get(parent, ())) == 1
    }


def _meant(place: _Expected) -> Iterator[Path]:
    """The settings that were probably meant by an unknown one."""
    for name in nearest(str(place.path[-1]), _settings(place.inside), 1) or _NAMES.findall(_otherwise(place)):
        yield (*place.path[:-1], name)


def _otherwise(place: _Expected) -> str:
    """How it is written what people look for under an unknown setting, where that is known."""
    return place.inside.elsewhere.get(str(place.path[-1]), "") if issubclass(place.inside, Model) else ""


def _missing(places: Sequence[_Expected]) -> FieldProblem:
    """The keys that a mapping lacks."""
    inside = places[0].inside
    called, said = inside.model_config.get("title"), {name: text for name, _, text in settings(inside)}
    names = [str(place.path[-1]) for place in places]
    listed = together([f"`{name}`" for name in names])
    message = f"{called} needs {listed}" if called else f"{listed} {'is' if len(names) == 1 else 'are'} missing here"
    meanings = {name: f"{said[name][:1].lower()}{said[name][1:].rstrip('.')}" for name in names if said[name]}
    hints = [text if len(names) == 1 else f"`{name}`: {text}" for name, text in meanings.items()]
    hints += [f"it takes {', '.join(_settings(inside))}"] if called else []
    return FieldProblem(places[0].path[:-1], "missing-field", message, tuple(hints), on_key=True)


def _unknown_key(place: _Expected) -> FieldProblem:
    """A key that the model does not know."""
    name, known, called = str(place.path[-1]), _settings(place.inside), place.inside.model_config.get("title")
    otherwise = _otherwise(place) or _misplaced(place)
    hint = otherwise or did_you_mean(name, known)
    if not otherwise and not hint.startswith("did"):
        hint = f"its settings are {', '.join(known)}" if called else f"settings here are {', '.join(known)}"
    message = f"{called} has no `{name}`" if called else f"there is no setting called `{name}` here"
    return FieldProblem(place.path, "unknown-field", message, (hint,), on_key=True, meant=nearest(name, known))


def _misplaced(place: _Expected) -> str:
    """Where a setting belongs that is known further in or further out; nothing where it is known at neither."""
    name = place.path[-1]
    for key, setting in place.inside.model_fields.items():
        part = _bare(setting.annotation)
        if isinstance(part, type) and issubclass(part, BaseModel) and name in _settings(part):
            return f"it stands under `{setting.alias or key}`: write it below that, further right"
    for depth in sorted(place.around, reverse=True):
        if depth < len(place.path) - 1 and name in _settings(place.around[depth]):
            return f"it stands beside `{place.path[depth]}`: write it as far left as that"
    return ""


_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "too_short": ("min_length", "at least"),
    "too_long": ("max_length", "at most"),
}
"""Errors of pydantic about numbers and lists: what names their bound, and how it is said."""


def _beyond(place: _Expected, sort: str, given: Any, ctx: Mapping[str, Any]) -> FieldProblem:
    """A number, or the length of a list, past its bound."""
    name, words = _BOUNDS[sort]
    bound = f"{words} {ctx[name]:g}"
    if "actual_length" in ctx:
        message = f"{place.called} takes a list of {bound} items, not of {ctx['actual_length']}"
        return FieldProblem(place.path, "wrong-type", message)
    message = f"{value_in_words(given)} is out of range: {place.called} takes {_described(place.takes)}, {bound}"
    return FieldProblem(place.path, "out-of-range", message)


def _wrong_type(place: _Expected, given: Any) -> FieldProblem:
    takes = f"{place.called} takes {_described(place.takes)}"
    bare = _bare(place.takes)
    if isinstance(bare, type) and fits_unquoted(given, _PLAIN.get(bare)):
        hint = f"leave the quotes out: {given}"
        return FieldProblem(place.path, "wrong-type", f"{takes}, not a text in quotes", (hint,))
    words = [str(option) for option in get_args(bare)] if get_origin(bare) is Literal else []
    hint = did_you_mean(given, words) if isinstance(given, str) else ""
    message = f"{takes}, not {value_in_words(given)}"
    plain = _PLAIN.get(bare) if isinstance(bare, type) else None
    meant = repaired(given, plain.name) if plain else ""
    if meant:
        hint = f"did you mean `{meant}`?"
    elif place.path and isinstance(bare, type) and issubclass(bare, BaseModel):
        return FieldProblem(place.path, "wrong-type", message, (f"its settings are {', '.join(_settings(bare))}",))
    elif place.path and len(place.path) - 1 not in place.around and (beside := _misplaced(place)):  # a key of a mapping
        return FieldProblem(place.path, "wrong-type", message, (beside,))
    elif isinstance(given, list) and _described(place.takes).startswith("a mapping"):
        return FieldProblem(place.path, "wrong-type", message, ("write `name: value` lines, without `- ` before them",))
    elif get_origin(bare) is list and isinstance(given, str) and " for " in given:
        return FieldProblem(place.path, "wrong-type", message, ("write one item after another: no formula makes them",))
    elif get_origin(bare) is list and (item := _item_settings(bare)):
        hint = f"it is a list of mappings, each of which may have {', '.join(item)}"
        return FieldProblem(place.path, "wrong-type", message, (hint,))
    elif get_origin(bare) is list and isinstance(given, str | int) and not str(given).startswith("["):
        return FieldProblem(place.path, "wrong-type", message, (f"write `[{given}]`",))
    return FieldProblem(place.path, "wrong-type", message, (hint if hint.startswith("did") else "",))


def _item_settings(takes: Any) -> list[str]:
    """The settings of each item of a list of mappings; none where its items are something else."""
    item = _bare(get_args(takes)[0])
    return _settings(item) if isinstance(item, type) and issubclass(item, BaseModel) else []


def _bare(annotation: Any) -> Any:
    """An annotation without what is annotated, and without the nothing that may stand for its value."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    options = [option for option in _options(annotation) if option is not type(None)]
    return _bare(options[0]) if len(options) == 1 and options != [annotation] else annotation


def _options(annotation: Any) -> Sequence[Any]:
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def _is_tag(annotation: Any, step: str) -> bool:
    """Whether a step of a path stands for one of several types: by its `type`, or as pydantic begins its name."""
    bare = _bare(annotation)
    if isinstance(bare, type) and issubclass(bare, BaseModel) and "type" in bare.model_fields:
        return step in get_args(bare.model_fields["type"].annotation)
    return step.startswith(str(getattr(get_origin(bare) or bare, "__name__", "")))


def settings(kind: type[BaseModel]) -> Iterator[tuple[str, str, str]]:
    """The settings of a model: the name of each, what it takes, and what it is for, as its docstring says."""
    said = _docstrings(kind)
    for name, setting in kind.model_fields.items():
        needed = "" if setting.is_required() else ", optional"
        takes = "a formula" if FORMULA in setting.metadata else _described(setting.annotation)
        yield setting.alias or name, f"{takes}{needed}", said.get(name, "")


def part_of(kind: type[BaseModel], name: str) -> type[BaseModel] | None:
    """The model of a setting that is a mapping with settings of its own, or a list of them; None where it is none."""
    field = next((part for key, part in kind.model_fields.items() if name in (key, part.alias)), None)
    return next(_models_in(field.annotation), None) if field else None


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _docstrings(kind: type[BaseModel]) -> dict[str, str]:
    """The docstrings below the fields of a model, and of those that it is built on."""
    below = [
        base for base in kind.__mro__[1:] if issubclass(base, BaseModel) and base.__module__ != BaseModel.__module__
    ]
    [tree] = ast.parse(dedent(getsource(kind))).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    own = {
        field.target.id: " ".join(text.value.value.split())
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }
    return (_docstrings(below[0]) if below else {}) | own


def _described(annotation: Any) -> str:
    """The values that an annotation takes, in words."""
    bare = _bare(annotation)
    options = [option for option in _options(bare) if option is not type(None)]
    if len(options) > 1:
        return " or ".join(dict.fromkeys(_described(option) for option in options))
    if get_origin(bare) is Literal:
        return f"one of {', '.join(str(option) for option in get_args(bare) if option != '')}"
    if get_origin(bare) is list:
        return "a list"
    if get_origin(bare) is dict or (isinstance(bare, type) and issubclass(bare, BaseModel)):
        return "a mapping of names to values"
    return _WORDS.get(bare, "another value") if isinstance(bare, type) else "another value"
