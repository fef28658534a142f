"""The shapes that values take: of fields of entries and records, and of inputs of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sheetgen.formula.types import (
    NumberFormat,
)


@dataclass(frozen=True)
class ScalarShape:
    """A text, dice, a number or truth value; numbers may have bounds."""

    name: str
    low: int | None = None
    high: int | None = None

    @property
    def is_text(self) -> bool:
        """Whether it is a text of the author's, plain or with markup."""
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
GIVEN_TYPES: Mapping[str, Shape] = {**GIVEN_RECORDS, "dice": ScalarShape("dice")}
"""These, and the scalar type that a ruleset may call something of its own."""
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


def conditional(field: Field) -> Field:
    """A field that may not exist, where it has a condition: one that may be left out."""
    if not field.when:
        return field
    return replace(field, optional=True, has_default=False, default=None, existing=field)


def natural_default(shape: Shape) -> Any:
    """The value of an input of a rule that is not given: 0 (or the number of its range nearest to 0), false, "",
    dice of 0, nothing, an empty list or map."""
    match shape:
        case ScalarShape(name=("integer" | "number"), low=low, high=high):
            return max(low, 0) if low is not None else min(high, 0) if high is not None else 0
        case ScalarShape(name="truth"):
            return False
        case ScalarShape(name=("text" | "markdown")):
            return ""
        case ScalarShape(name="dice"):
            return "0"
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


def options_field(fields: Iterable[Field]) -> str:
    """The field of entries that lists their options to choose, the first that could; empty where there is none."""
    lists = (field.name for field in fields if isinstance(field.shape, ListShape) and field.shape.item == OPTION)
    return next(lists, "")
