"""The types of values in formulas, and which may stand where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal, TypeAlias

NumberFormat: TypeAlias = Literal["", "signed", "grouped", "fraction"]
"""How numbers are written: as they are, +6, 11,500, or 1/8."""


@dataclass(frozen=True)
class Basic:
    """A plain type: integer, number, text, truth, none, or anything (not known until it runs)."""

    name: str
    format: NumberFormat = field(default="", compare=False)
    """How readers see its numbers; types that differ in nothing else are the same."""

    def __str__(self) -> str:
        return self.name


INTEGER = Basic("integer")
NUMBER = Basic("number")
TEXT = Basic("text")
TRUTH = Basic("truth")
NONE = Basic("none")
ANYTHING = Basic("anything")


@dataclass(frozen=True)
class Term:
    """The id of a term of a vocabulary, or one of a fixed list of words."""

    vocabulary: str
    """Name of the vocabulary; empty for a fixed list."""
    terms: tuple[str, ...] = field(hash=False)

    def __str__(self) -> str:
        return f"one of {self.vocabulary}" if self.vocabulary else f"one of {', '.join(self.terms[:6])}"


@dataclass(frozen=True)
class OptionOf:
    """The value of a house rule: one of its options, which may be numbers, texts or truth values."""

    rule: str
    options: tuple[object, ...]
    titles: tuple[str, ...] = field(default=(), compare=False)
    """The titles of the options, in their order."""

    def title(self, option: object) -> str:
        """The title of an option."""
        here = [title for known, title in zip(self.options, self.titles, strict=False) if known == option]
        return here[0] if here else readable(str(option))

    def __str__(self) -> str:
        return f"an option of the house rule {self.rule}"


@dataclass(frozen=True)
class ListOf:
    """A list whose items are of one type."""

    item: Type

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True)
class EmptyList(ListOf):
    """The type of `[]`, which any list may join."""

    item: Type = ANYTHING


@dataclass(frozen=True)
class MapOf:
    """A mapping from terms or texts to values of one type."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"map {self.key} -> {self.value}"


@dataclass(frozen=True, eq=False)
class Record:
    """Named values of different types; `name` is how messages call it."""

    name: str
    fields: Mapping[str, Type]
    labels: Mapping[str, str] = field(default_factory=dict)
    """How a field is called in an explanation, where that is not its name."""

    def __str__(self) -> str:
        return self.name or "record"

    def label(self, name: str) -> str:
        """How a field is called in an explanation."""
        return self.labels.get(name) or readable(name)


@dataclass(frozen=True)
class Ranges:
    """A table of ranges, read with `step`."""

    value: Type

    def __str__(self) -> str:
        return "table of ranges"


@dataclass(frozen=True)
class Optional:
    """A value that may be none."""

    of: Type

    def __str__(self) -> str:
        return f"{self.of} or none"


Type: TypeAlias = Basic | Term | OptionOf | ListOf | MapOf | Record | Ranges | Optional


def readable(name: str) -> str:
    """A name as users read it: `back_door` becomes "back door"."""
    return name.replace("_", " ")


def bare(kind: Type) -> Type:
    """The type without the possibility of none."""
    return kind.of if isinstance(kind, Optional) else kind


def each(kind: Type) -> Type:
    """The type of a list's items; any other type as it is, without the possibility of none."""
    kind = bare(kind)
    return bare(kind.item) if isinstance(kind, ListOf) else kind


def is_number(kind: Type) -> bool:
    """Whether arithmetic may be done with values of this type."""
    kind = bare(kind)
    if isinstance(kind, OptionOf):
        return all(isinstance(o, int) and not isinstance(o, bool) for o in kind.options)
    return isinstance(kind, Basic) and kind in (INTEGER, NUMBER, ANYTHING)


def is_integer(kind: Type) -> bool:
    """Whether values of this type are whole numbers."""
    kind = bare(kind)
    return kind == INTEGER or (isinstance(kind, OptionOf) and is_number(kind))


def is_text(kind: Type) -> bool:
    """Whether values of this type are texts."""
    kind = bare(kind)
    if isinstance(kind, OptionOf):
        return all(isinstance(o, str) for o in kind.options)
    return kind in (TEXT, ANYTHING) or isinstance(kind, Term)


def is_truth(kind: Type) -> bool:
    """Whether values of this type are true or false."""
    kind = bare(kind)
    if isinstance(kind, OptionOf):
        return all(isinstance(o, bool) for o in kind.options)
    return kind in (TRUTH, ANYTHING)


def accepts(wanted: Type, given: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked for."""
    if ANYTHING in (wanted, given) or wanted == given:
        return True
    if isinstance(wanted, Optional):
        return given == NONE or accepts(wanted.of, given)
    if isinstance(given, Optional):
        return accepts(wanted, given.of)
    if wanted == NUMBER:
        return is_number(given)
    if wanted == INTEGER:
        return is_integer(given)
    if wanted == TRUTH:
        return is_truth(given)
    if wanted == TEXT or isinstance(wanted, Term):
        return is_text(given)
    return _accepts_many(wanted, given)


def _accepts_many(wanted: Type, given: Type) -> bool:
    if isinstance(wanted, ListOf) and isinstance(given, ListOf):
        return accepts(wanted.item, given.item)
    if isinstance(wanted, MapOf) and isinstance(given, MapOf):
        return accepts(wanted.key, given.key) and accepts(wanted.value, given.value)
    if isinstance(wanted, MapOf) and isinstance(given, Record):
        return all(accepts(wanted.value, t) for t in given.fields.values())
    if isinstance(wanted, Record) and isinstance(given, Record):
        return all(
            (name in given.fields and accepts(kind, given.fields[name])) or isinstance(kind, Optional)
            for name, kind in wanted.fields.items()
        )
    return isinstance(wanted, Record) and isinstance(given, MapOf)


def certain(wanted: Type, given: Type, seen: frozenset[tuple[int, int]] = frozenset()) -> bool:
    """Whether values of type `given`, which is accepted for `wanted`, need no second look when they are there."""
    wanted, given = bare(wanted), bare(given)
    if wanted is given or wanted == ANYTHING or (id(wanted), id(given)) in seen:
        return True
    seen |= {(id(wanted), id(given))}
    match wanted, given:
        case ListOf(), ListOf():
            return certain(wanted.item, given.item, seen)
        case MapOf(), MapOf():
            return certain(wanted.value, given.value, seen)
        case MapOf(), Record():
            return all(certain(wanted.value, kind, seen) for kind in given.fields.values())
        case Record(), Record():
            return all(certain(kind, given.fields.get(name, NONE), seen) for name, kind in wanted.fields.items())
        case Record(), MapOf():
            return False
    return given != ANYTHING


def outline(kind: Type, inside: tuple[Type, ...] = ()) -> object:
    """A type as plain data: "number", ["list", "text"] and so on; None where any value will do."""
    kind = bare(kind)
    for test, name in ((is_number, "number"), (is_text, "text"), (is_truth, "truth")):
        if kind != ANYTHING and test(kind):
            return name
    match kind:
        case ListOf(item=item):
            return ["list", outline(item, inside)]
        case MapOf(value=value):
            return ["map", outline(value, inside)]
        case Record(fields=fields) if kind not in inside:
            return ["record", {name: outline(part, (*inside, kind)) for name, part in fields.items()}]
    return None


def join(first: Type, second: Type) -> Type:
    """The narrowest type that holds values of both; `ANYTHING` where nothing narrower does."""
    if isinstance(first, Basic) and isinstance(second, Basic) and first == second:
        return second if first.format == second.format else Basic(second.name)
    if first == second or second == ANYTHING:
        return second
    if first == ANYTHING:
        return first
    if NONE in (first, second):
        other = second if first == NONE else first
        return other if isinstance(other, Optional) else Optional(other)
    if isinstance(first, Optional) or isinstance(second, Optional):
        inner = join(bare(first), bare(second))
        return inner if inner == ANYTHING else Optional(inner)
    for test, wide in ((is_integer, INTEGER), (is_number, NUMBER), (is_text, TEXT), (is_truth, TRUTH)):
        if test(first) and test(second):
            return wide
    return _join_many(first, second)


def _join_many(first: Type, second: Type) -> Type:
    if isinstance(first, ListOf) and isinstance(second, ListOf):
        if isinstance(first, EmptyList) or isinstance(second, EmptyList):
            return second if isinstance(first, EmptyList) else first
        return ListOf(join(first.item, second.item))
    if isinstance(first, MapOf) and isinstance(second, MapOf):
        return MapOf(join(first.key, second.key), join(first.value, second.value))
    if isinstance(first, Record) and isinstance(second, Record):
        names = [*first.fields, *(n for n in second.fields if n not in first.fields)]
        return Record(
            first.name,
            {n: join(first.fields.get(n, NONE), second.fields.get(n, NONE)) for n in names},
            {**second.labels, **first.labels},
        )
    return ANYTHING


def join_all(types: list[Type]) -> Type:
    """The narrowest type that holds values of all of them; `ANYTHING` for none at all."""
    return reduce(join, types) if types else ANYTHING


def key_vocabulary(kind: Type) -> str:
    """The vocabulary of a map's keys; empty where they are plain texts."""
    return kind.key.vocabulary if isinstance(kind, MapOf) and isinstance(kind.key, Term) else ""
