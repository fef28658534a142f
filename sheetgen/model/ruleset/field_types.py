"""The type language: what a field of an entry or an input of a rule takes.

`integer 0..100`, `one of colour`, `list of tool, default []`, `map place -> integer, default 0`,
`ref bird, optional`, `list of effect`, `options of bird`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from sheetgen.formula.number_formats import with_format
from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NUMBER,
    TEXT,
    TRUTH,
    ListOf,
    MapOf,
    NumberFormat,
    Optional,
    Record,
    Term,
    Type,
)
from sheetgen.text.suggest import did_you_mean
from sheetgen.yaml.load import parse_text_value

MOST_TYPES = 20
"""How many names a hint lists of each sort."""
PLAIN: dict[str, Type] = {
    "text": TEXT,
    "markdown": TEXT,
    "integer": INTEGER,
    "number": NUMBER,
    "truth": TRUTH,
    "any": ANYTHING,
}


@dataclass(frozen=True)
class ScalarShape:
    """A text, number or truth value; numbers may have bounds."""

    name: str
    low: int | None = None
    high: int | None = None

    @property
    def is_text(self) -> bool:
        """Whether it is a text, plain or with markup."""
        return self.name in ("text", "markdown")

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return self.name
        ends = ["" if end is None else str(end) for end in (self.low, self.high)]
        return f"{self.name} {ends[0]}..{ends[1]}"


@dataclass(frozen=True)
class TermShape:
    """A term of a vocabulary, or one of a list of words."""

    vocabulary: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"one of {self.vocabulary or ', '.join(self.words)}"


@dataclass(frozen=True)
class ListShape:
    """A list."""

    item: Shape

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True)
class MappingShape:
    """A mapping; `fill` stands for every key of the vocabulary that is not given."""

    key: TermShape | ScalarShape
    value: Shape
    fill: Any = None
    filled: bool = False
    partial: bool = False
    """Whether terms may be left out, and stay out."""

    def __str__(self) -> str:
        key = self.key.vocabulary if isinstance(self.key, TermShape) else "text"
        return f"map {key} -> {self.value}"


@dataclass(frozen=True)
class RecordShape:
    """A named record of the ruleset."""

    record: str

    def __str__(self) -> str:
        return self.record.rpartition(".")[2]


@dataclass(frozen=True)
class ReferenceShape:
    """The id of another entry."""

    kind: str

    def __str__(self) -> str:
        return f"ref {self.kind}"


@dataclass(frozen=True)
class ChoiceShape:
    """Options chosen of the entry that another field of the same record or kind refers to."""

    field: str

    def __str__(self) -> str:
        return f"options of {self.field}"


Shape: TypeAlias = ScalarShape | TermShape | ListShape | MappingShape | RecordShape | ReferenceShape | ChoiceShape

EFFECT, OPTION = RecordShape("sheetgen.effect"), RecordShape("sheetgen.option")
"""What an entry changes of those that refer to it, and what of it can be chosen; no ruleset's record has a dot."""
GIVEN_RECORDS: Mapping[str, RecordShape] = {"effect": EFFECT, "option": OPTION}
"""Records that every ruleset has, unless it calls something of its own so."""
GIVEN_FIELDS: Mapping[str, Mapping[str, str]] = {
    EFFECT.record: {
        "target": "text",
        "add": 'text, default ""',
        "set": 'text, default ""',
        "when": 'text, default ""',
        "on": "one of [owner, itself], default owner",
        "name": 'text, default ""',
    },
    OPTION.record: {
        "name": 'text, default ""',
        "id": 'text, default ""',
        "text": 'markdown, default ""',
        "ticked": "truth, default false",
        "effects": "list of effect, default []",
    },
}
"""The fields of these records."""


@dataclass(frozen=True)
class Field:
    """A field of an entry or record, or an input of a rule."""

    name: str
    shape: Shape
    title: str = ""
    short: str = ""
    doc: str = ""
    unit: str = ""
    secret: bool = False
    optional: bool = False
    has_default: bool = False
    default: Any = None
    aliases: tuple[str, ...] = ()
    format: NumberFormat = ""
    """How readers see its numbers."""
    computed: bool = False
    """Whether formulas may stand in braces in its texts."""
    effects: str = ""
    """Of a reference: the condition under which the effects of that entry count; always where it is empty."""
    when: str = ""
    """The condition under which the field exists; always where it is empty. Where it does not, it is none."""
    existing: Field | None = None
    """Of such a field, it as it is where it exists; it is itself optional."""

    @property
    def label(self) -> str:
        """How explanations call it: short form, title, or name."""
        return self.short or self.title or self.name.replace("_", " ")


class ShapeError(Exception):
    """A type that cannot be read or names something unknown, with a message for users."""

    def __init__(self, message: str, *hints: str, missed: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.hints = hints
        self.missed = missed
        """The name that was looked for in vain."""


@dataclass(frozen=True)
class TypeNames:
    """The names that a type may use: vocabularies with their terms, named types, records and kinds."""

    vocabularies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    records: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()
    """The named types that are being read."""

    @property
    def names(self) -> list[str]:
        """Everything that can stand as a type by itself."""
        return [*PLAIN, *self.types, *sorted(self.records), *GIVEN_RECORDS]


_SUFFIX = re.compile(r",\s*(?:default\s+(?P<default>.*)|(?P<optional>optional))$", re.DOTALL)
_RANGE = re.compile(r"(integer|number)\s+(-?[0-9]{1,15})?\.\.(-?[0-9]{1,15})?$")
DEEPEST = 8
"""Lists and maps within each other in a type."""


def read_field(name: str, text: str, words: TypeNames, **metadata: Any) -> Field:
    """Read a type with its suffixes. Raises `ShapeError`."""
    body, suffixes = _split_suffixes(text.strip())
    shape = read_shape(body, words)
    if isinstance(shape, MappingShape) and suffixes["partial"]:
        shape = replace(shape, partial=True)
        return Field(name, shape, has_default=True, default={}, **metadata)
    field = Field(name, shape, optional=suffixes["optional"], **metadata)
    if isinstance(shape, ChoiceShape):
        return replace(field, has_default=True, default=[])
    if suffixes["default"] is None:
        return field
    value = _value(suffixes["default"])
    if isinstance(shape, MappingShape) and (
        not isinstance(value, dict) or (not value and isinstance(shape.value, RecordShape))
    ):
        return replace(field, shape=replace(shape, fill=value, filled=True), has_default=True, default={})
    return replace(field, has_default=True, default=value)


def _value(text: str) -> Any:
    """A value that is written within a type. Raises `ShapeError`."""
    try:
        return parse_text_value(text)
    except ValueError as error:
        raise ShapeError(f"`{text}` cannot be read: {error}") from None


def _split_suffixes(text: str) -> tuple[str, dict[str, Any]]:
    suffixes: dict[str, Any] = {"optional": False, "default": None, "partial": False}
    some_keys = re.search(r",\s*optional keys\s*$", text)
    if some_keys:
        return text[: some_keys.start()].strip(), {**suffixes, "partial": True}
    start = re.search(r",\s*(default\s|optional\s*$)", text)
    while start:
        match = _SUFFIX.match(text, start.start())
        if match is None:
            break
        suffixes["optional"] |= match["optional"] is not None
        if match["default"] is not None:
            rest = match["default"]
            trailing = re.search(r",\s*optional\s*$", rest)
            suffixes["optional"] |= trailing is not None
            suffixes["default"] = rest[: trailing.start()] if trailing else rest
        return text[: start.start()].strip(), suffixes
    return text, suffixes


def read_shape(text: str, words: TypeNames) -> Shape:
    """Read a type without suffixes. Raises `ShapeError`."""
    if text.count("list of ") + text.count("->") > DEEPEST:
        raise ShapeError(f"a type nests more than {DEEPEST} lists and maps", "make a record of what is inside")
    if match := _RANGE.match(text):
        low, high = (int(end) if end else None for end in match.groups()[1:])
        if low is not None and high is not None and low > high:
            raise ShapeError(f"no number is from {low} to {high}", f"write `{match[1]} {high}..{low}`")
        return ScalarShape(match[1], low, high)
    if text in PLAIN:
        return ScalarShape(text)
    for start, read in _READERS.items():
        if text.startswith(start):
            return read(text[len(start) :].strip(), words)
    if text in words.around:
        raise ShapeError(f"the type `{text}` is made of itself")
    if text in words.types:
        return read_shape(words.types[text], replace(words, around=words.around | {text}))
    if text in words.records:
        return RecordShape(text)
    if text in words.vocabularies:
        return _one_of(text, words)
    if text in GIVEN_RECORDS:
        return GIVEN_RECORDS[text]
    raise _unknown(
        "type", text, {"types": words.names, "vocabularies": words.vocabularies, "kinds": sorted(words.kinds)}
    )


def _unknown(what: str, name: str, known: Mapping[str, Iterable[str]]) -> ShapeError:
    """The error for a name that nothing has; `known` is what could stand there, by sort."""
    word, space, bounds = name.partition(" ")
    meant = did_you_mean(word, [known_name for names in known.values() for known_name in names])
    hint = meant.replace("`?", f"{space}{_meant_bounds(bounds)}`?")
    listed = [f"{sort} are {', '.join(list(names)[:MOST_TYPES])}" for sort, names in known.items() if names]
    hints = (hint,) if hint.startswith("did") else tuple(listed)
    return ShapeError(f"there is no {what} called `{name}`", *hints, missed=(name,))


def _meant_bounds(bounds: str) -> str:
    """What follows the name of a type, as it is written: bounds with two dots, then others after a comma."""
    if len(bounds) > 80:  # no bounds
        return bounds
    dotted = re.sub(r"^(-?\d+)\s*(?:-|–|to|\.{3,})\s*(-?\d+)", r"\1..\2", bounds)
    return re.sub(r"(?:^|\s*,?\s+)(optional|default)\b", r", \1", dotted)


def _many(text: str, words: TypeNames) -> Shape:
    return ListShape(read_shape(text, words))


def _mapped(text: str, words: TypeNames) -> Shape:
    key, arrow, value = text.partition("->")
    if not arrow:
        raise ShapeError("a map is written `map KEY -> TYPE`")
    name = key.strip()
    return MappingShape(
        ScalarShape("text") if name == "text" else _one_of(name, words), read_shape(value.strip(), words)
    )


def _one_of(text: str, words: TypeNames) -> TermShape:
    if text.startswith("["):
        listed = _value(text)
        if not isinstance(listed, list) or not listed:
            raise ShapeError("a list of words is written `one of [a, b]`")
        return TermShape("", tuple(str(getattr(word, "written", word)) for word in listed))
    if "," in text:
        raise ShapeError("a list of words stands in brackets", f"write `one of [{text}]`")
    if text not in words.vocabularies:
        raise _unknown("vocabulary", text, {"vocabularies": words.vocabularies})
    return TermShape(text, words.vocabularies[text])


def _reference(text: str, words: TypeNames) -> Shape:
    if text not in words.kinds:
        raise _unknown("kind", text, {"kinds": sorted(words.kinds)})
    return ReferenceShape(text)


def _choice(text: str, words: TypeNames) -> Shape:
    return ChoiceShape(text)


_READERS: Mapping[str, Callable[[str, TypeNames], Shape]] = {
    "list of ": _many,
    "map ": _mapped,
    "one of ": _one_of,
    "ref ": _reference,
    "options of ": _choice,
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


def conditional(field: Field) -> Field:
    """A field that may not exist, where it has a condition: one that may be left out."""
    if not field.when:
        return field
    return replace(field, optional=True, has_default=False, default=None, existing=field)


def natural_default(shape: Shape) -> Any:
    """The value of an input of a rule that is not given: 0 (or the number of its range nearest to 0), false, "",
    nothing, an empty list or map."""
    match shape:
        case ScalarShape(name=("integer" | "number"), low=low, high=high):
            return max(low, 0) if low is not None else min(high, 0) if high is not None else 0
        case ScalarShape(name="truth"):
            return False
        case ScalarShape(name=("text" | "markdown")):
            return ""
        case ListShape() | ChoiceShape():
            return []
        case MappingShape():
            return {}
    return None


def may_be_unsaid(field: Field) -> bool:
    """Whether there is a value for those who must not know that of a field: none, its default or an empty one.

    A map that has a value for every term of a vocabulary cannot be empty.
    """
    if field.optional or field.has_default:
        return True
    shape = field.shape
    complete = isinstance(shape, MappingShape) and isinstance(shape.key, TermShape)
    return not complete and natural_default(shape) is not None


def records_of(shape: Shape) -> set[str]:
    """The records that values of a shape are made of."""
    match shape:
        case ListShape(item=item):
            return records_of(item)
        case MappingShape(value=value):
            return records_of(value)
        case RecordShape(record=record):
            return {record}
    return set()


def referred_kinds(fields: Sequence[Field], records: Mapping[str, Sequence[Field]]) -> set[str]:
    """The kinds that fields refer to, those of records in them included."""
    kinds: set[str] = set()
    seen: set[str] = set()
    shapes = [field.shape for field in fields]
    while shapes:
        match shapes.pop():
            case ReferenceShape(kind=kind):
                kinds.add(kind)
            case ListShape(item=item):
                shapes.append(item)
            case MappingShape(value=value):
                shapes.append(value)
            case RecordShape(record=record) if record not in seen:
                seen.add(record)
                shapes.extend(field.shape for field in records[record])
    return kinds


def has_options(fields: Iterable[Field]) -> bool:
    """Whether entries with these fields have options to choose."""
    return any(isinstance(field.shape, ListShape) and field.shape.item == OPTION for field in fields)
