"""Mistakes in entries, as pydantic finds them, in words for authors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pydantic import (
    ValidationError,
)

from sheetgen.formula.dice_texts import dice_hint
from sheetgen.formula.runtime import exactly
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
from sheetgen.model.ruleset.validation import ModelCompiler
from sheetgen.text.diagnostics import did_you_mean
from sheetgen.text.suggest import nearest, spelling_key, with_article
from sheetgen.yaml.scalars import resolve, written

MOST_WORDED = 500
"""Mistakes of one entry that are put into words; fewer are shown."""


MOST_SHOWN = 30
"""Terms that a message lists."""


@dataclass(frozen=True)
class FieldProblem:
    """A mistake in an author's data: where in the data, and whether the key is wrong."""

    path: tuple[str | int, ...]
    code: str
    message: str
    hints: tuple[str, ...] = ()
    on_key: bool = False
    missed: tuple[str, ...] = ()
    """The name that was looked for in vain."""
    meant: tuple[str, ...] = ()
    """The field that was probably meant, which is then not missing."""
    lacks: tuple[str | int, ...] = ()
    """The fields that are missing at the place."""


def problems(
    error: ValidationError,
    fields: Sequence[Field],
    compiler: ModelCompiler,
    what: str,
    needed: Sequence[str] | None = None,
    noun: str = "field",
) -> list[FieldProblem]:
    """The errors of a model of `fields` in words; `what` is what the author was writing, such as "a beast".

    Its own fields are called by `noun`.

    Of its own fields only those `needed` are missed, where others are taken over from elsewhere.
    """
    worded = _ErrorWording(fields, compiler, what, noun)
    listed = error.errors(include_url=False)[:MOST_WORDED]
    errors = [(tuple(step for step in error["loc"] if step != "[key]"), error) for error in listed]
    meant = {worded.meant(path) for path, error in errors if error["type"] == "extra_forbidden"}
    missing = [path for path, error in errors if error["type"] == "missing" and path not in meant]
    missing = [path for path in missing if needed is None or len(path) > 1 or path[0] in needed]
    result = [
        worded.problem(path, error["type"], error["input"], error.get("ctx", {}))
        for path, error in errors
        if error["type"] != "missing"
    ]
    of_parent: dict[tuple[str | int, ...], list[tuple[str | int, ...]]] = {}
    for path in missing:
        of_parent.setdefault(path[:-1], []).append(path)
    return result + [worded.missing(parent, paths) for parent, paths in of_parent.items()]


class _ErrorWording:
    """Finds the words for one error, from the fields that the place takes."""

    def __init__(self, fields: Sequence[Field], compiler: ModelCompiler, what: str, noun: str) -> None:
        self.fields = fields
        self.compiler = compiler
        self.what = what
        self.noun = noun

    def meant(self, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
        """The field that was probably meant by an unknown one, which is then not reported as missing, too."""
        return (*path[:-1], *nearest(str(path[-1]), [field.name for field in self._fields_at(path[:-1])], 1))

    def problem(self, path: tuple[str | int, ...], kind: str, given: Any, ctx: Mapping[str, Any]) -> FieldProblem:
        name = path[-1] if path else ""
        if kind in ("extra_forbidden", "invalid_key"):
            known = [field.name for field in self._fields_at(path[:-1])]
            noun = "field" if path[:-1] else self.noun
            hint = did_you_mean(str(name), known) or f"its {noun}s are {', '.join(known)}"
            if given is None and " " in str(name):
                hint = "a text with a comma in it wants quotes"
            comma = (
                f"a number has a point, as in `3.{name}`: a comma ends it in brackets" if isinstance(name, int) else ""
            )
            message = f"{self._called(path[:-1])} has no {noun} called `{name}`"
            hints = tuple(filter(None, (hint, comma)))
            return FieldProblem(path, "unknown-field", message, hints, on_key=True, missed=(str(name),))
        if kind == "unknown_term":
            return self._unknown_term(path, given, ctx["shape"])
        if kind == "missing_keys":
            missing = ", ".join(ctx["missing"])
            return FieldProblem(path, "missing-field", f"`{name}` has nothing for {missing}", (), on_key=True)
        if kind == "twin_keys":
            message = f"`{ctx['key']}` and `{ctx['twin']}` are the same key"
            return FieldProblem((*path, ctx["key"]), "duplicate-key", message, ("keep one of the two",), on_key=True)
        if kind == "blank_text":
            return FieldProblem(
                path, "missing-field", f"{self._called(path)} is empty", ("write a text that can be read",)
            )
        shape = self._shape_at(path)
        takes = f"{self._called(path)} takes {described(shape, self.compiler)}"
        if kind in ("greater_than_equal", "less_than_equal"):
            return FieldProblem(path, "out-of-range", f"{exactly(given)} is out of range: {takes}")
        if kind == "past_limit":
            return FieldProblem(path, "out-of-range", f"{self._called(path)}: {ctx['reason']}")
        if fits_unquoted(given, shape):
            return FieldProblem(
                path, "wrong-type", f"{takes}, not a text in quotes", (f"leave the quotes out: {given}",)
            )
        other_unit = _other_unit(given, self._unit_at(path)) if isinstance(shape, ScalarShape) else ""
        repairs = (other_unit,) if other_unit else tuple(_repairs(given, shape, self.compiler))
        if isinstance(given, str) and given.casefold() in _NOTHING and self._may_be_left_out(path):
            repairs = (f"leave `{name}` out",)
        return FieldProblem(path, "wrong-type", f"{takes}, not {value_in_words(given)}", repairs)

    def _may_be_left_out(self, path: tuple[str | int, ...]) -> bool:
        """Whether a place is a field without which its entry or record can be."""
        fields = self._fields_at(path[:-1]) if path else ()
        return any(field.name == path[-1] and (field.optional or field.has_default) for field in fields)

    def _called(self, path: tuple[str | int, ...]) -> str:
        """The name of a place: its key, or its number in a list, counted from 1."""
        if not path:
            return self.what
        if isinstance(path[-1], int) and isinstance(self._shape_at(path[:-1]), ListShape):
            return f"item {path[-1] + 1} of {self._called(path[:-1])}"
        return f"`{path[-1]}`"

    def missing(self, parent: tuple[str | int, ...], paths: Sequence[tuple[str | int, ...]]) -> FieldProblem:
        """The fields that one place lacks, in one message."""
        owner = "this" if parent else self.what
        shapes = [(f"`{path[-1]}`", self._shape_at(path)) for path in paths]
        takes = [(name, f"takes {described(shape, self.compiler)}") for name, shape in shapes if shape]
        hints = [f"it {what}" for _, what in takes] if len(paths) == 1 else [f"{name} {what}" for name, what in takes]
        message = f"{owner} needs {together([name for name, _ in shapes])}"
        lacks = tuple(path[-1] for path in paths)
        missed = tuple(map(str, lacks)) if len(lacks) == 1 else ()
        return FieldProblem(parent, "missing-field", message, tuple(hints), on_key=True, lacks=lacks, missed=missed)

    def _unknown_term(self, path: tuple[str | int, ...], given: Any, shape: TermShape) -> FieldProblem:
        vocabulary = self.compiler.vocabulary(shape)
        what = f"a term of {shape.vocabulary}" if shape.vocabulary else "one of the words allowed here"
        names = list(dict.fromkeys([*vocabulary.terms, *vocabulary.titles.values()]))
        hint = did_you_mean(str(given), names)
        if not hint.startswith("did"):
            hint = f"it takes {described(shape, self.compiler)}"
        on_key = given not in (None, "") and bool(path) and path[-1] == given
        message = f"{value_in_words(given)} is not {what}"
        return FieldProblem(path, "unknown-term", message, (hint,) if hint else (), on_key, (str(given),))

    def _fields_at(self, path: tuple[str | int, ...]) -> Sequence[Field]:
        shape = self._shape_at(path) if path else None
        while isinstance(shape, ListShape | MappingShape):
            shape = shape.item if isinstance(shape, ListShape) else shape.value
        return self.compiler.records[shape.record] if isinstance(shape, RecordShape) else self.fields

    def _unit_at(self, path: tuple[str | int, ...]) -> str:
        """The unit of the field at a path; empty where it has none, or the path leads into a list or map."""
        name = path[-1] if path else ""
        return next((field.unit for field in self._fields_at(path[:-1]) if field.name == name), "")

    def _shape_at(self, path: tuple[str | int, ...]) -> Shape | None:
        fields: Sequence[Field] = self.fields
        shape: Shape | None = None
        for step in path:
            if isinstance(shape, ListShape):
                shape = shape.item
            elif isinstance(shape, MappingShape):
                shape = shape.value
            else:
                if isinstance(shape, RecordShape):
                    fields = self.compiler.records[shape.record]
                shape = next((field.shape for field in fields if field.name == step), None)
        return shape


def described(shape: Shape | None, compiler: ModelCompiler) -> str:
    """The values that a field takes, in words for authors."""
    match shape:
        case TermShape():
            terms = list(compiler.vocabulary(shape).terms)
            rest = f" … ({len(terms)} in all)" if len(terms) > MOST_SHOWN else ""
            return f"one of {', '.join(terms[:MOST_SHOWN])}{rest}"
        case ScalarShape(name="truth"):
            return "true or false"
        case ScalarShape(name=("text" | "markdown")):
            return "a text"
        case ScalarShape(name="dice"):
            return "dice, such as 2d6+1"
        case ScalarShape(name="integer", low=low, high=high):
            return f"a whole number{_bounds(low, high)}"
        case ScalarShape(name="number", low=low, high=high):
            return f"a number{_bounds(low, high)}"
        case ListShape():
            return "a list"
        case ChoiceShape(field=field):
            return f"a list of options of `{field}`, each by its name or number"
        case MappingShape() | RecordShape():
            return "a mapping of names to values"
        case ReferenceShape(kind=kind):
            return f"the id of {with_article(kind)}"
    return "another value"


def fits_unquoted(given: Any, shape: Shape | None) -> bool:
    """Whether a text would be a number or truth value that the field takes, if it did not stand in quotes."""
    meant = resolve(given) if isinstance(given, str) and isinstance(shape, ScalarShape) else given
    if isinstance(meant, str) or meant is given or not isinstance(shape, ScalarShape):
        return False
    if shape.name == "truth" or isinstance(meant, bool):
        return shape.name == "truth" and isinstance(meant, bool)
    return isinstance(meant, int) if shape.name == "integer" else isinstance(meant, Fraction | int)


_UNIT = re.compile(r"(-?\d+(?:\.\d+)?) ?([A-Za-z°µ%€$£]{1,8}|[\"'′″])\.?")
"""A number, and a unit behind it."""


_THOUSANDS = re.compile(r"-?\d{1,3}(?:[,' ]\d{3})+")
_POINTS = re.compile(r"-?\d{1,3}(?:\.\d{3})+")
_COMMA = re.compile(r"-?\d+,\d+")


_NOTHING = frozenset(("none", "null", "nothing", "n/a", "-", "–"))
"""What authors write for nothing."""
_TRUTHS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


def repaired(given: Any, takes: str) -> str:
    """A text as the number or truth value that was meant by it; empty where none was. `takes` is a plain type."""
    text = given.strip() if isinstance(given, str) else ""
    if takes == "integer" and _POINTS.fullmatch(str(written(given))):
        return str(written(given)).replace(".", "")
    if takes == "truth":
        return _TRUTHS.get(text.casefold(), "")
    if takes not in ("integer", "number"):
        return ""
    if _THOUSANDS.fullmatch(text):
        return re.sub(r"[,' ]", "", text)
    if takes == "number" and _COMMA.fullmatch(text):
        return text.replace(",", ".")
    unit = _UNIT.fullmatch(text)
    return unit[1] if unit else ""


def _other_unit(given: Any, unit: str) -> str:
    """A hint for a number with another unit behind it than that of its field; empty where it is none."""
    number = _UNIT.fullmatch(given.strip()) if isinstance(given, str) else None
    if number is None or not unit or spelling_key(unit).rstrip("s.") == spelling_key(number[2]).rstrip("s."):
        return ""
    return f"it is counted in {unit}: write that number, without a unit"


def _repairs(given: Any, shape: Shape | None, compiler: ModelCompiler) -> Iterator[str]:
    """How to write what was meant."""
    meant = repaired(given, shape.name) if isinstance(shape, ScalarShape) else ""
    if shape == ScalarShape("dice") and isinstance(given, str):
        if hint := dice_hint(given):
            yield hint
    elif meant:
        yield f"write `{meant}`"
    elif isinstance(shape, ListShape) and isinstance(given, dict):
        yield "begin each item of the list with `- `, or write it in square brackets: [{a: 1}, {a: 2}]"
    elif isinstance(shape, ListShape):
        yield "write a list in square brackets: [a, b]"
    elif isinstance(shape, RecordShape) and isinstance(given, str) and (field := _only_needed(shape, compiler)):
        yield f"write `{{{field.name}: {given}}}`"
    elif isinstance(shape, MappingShape | RecordShape):
        yield "write `name: value` on each line, without `- ` before it, or in braces: {a: 1, b: 2}"


def _only_needed(shape: RecordShape, compiler: ModelCompiler) -> Field | None:
    """The field of a record that has to be given and takes a text or an id, where that is all that has to."""
    needed = [field for field in compiler.records[shape.record] if not (field.optional or field.has_default)]
    takes_text = [
        isinstance(f.shape, ReferenceShape) or (isinstance(f.shape, ScalarShape) and f.shape.is_text) for f in needed
    ]
    return needed[0] if takes_text == [True] else None


def together(names: Sequence[str]) -> str:
    """Names in a sentence: a, b and c."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _bounds(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of {low} or more" if low is not None else f" up to {high}" if high is not None else ""


def value_in_words(value: Any) -> str:
    """A value as a message names it."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return "nothing" if value is None else f"`{written(value)}`"
