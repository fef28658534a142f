"""The type language: what a field of an entry or an input of a rule takes.

`integer 0..100`, `one of colour`, `list of tool, default []`, `map place -> integer, default 0`,
`dice`, `ref bird, optional`, `list of effect`, `options of bird`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sheetgen.model.ruleset.shapes import (
    GIVEN_TYPES,
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
from sheetgen.model.ruleset.value_types import PLAIN
from sheetgen.text.suggest import did_you_mean
from sheetgen.yaml.load import parse_text_value

MOST_TYPES = 20
"""How many names a hint lists of each sort."""


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
        return [*(name for name in PLAIN if name not in GIVEN_TYPES), *self.types, *sorted(self.records), *GIVEN_TYPES]


_SUFFIX = re.compile(r",\s*(?:default\s+(?P<default>.*)|(?P<optional>optional))$", re.DOTALL)
_RANGE = re.compile(r"(integer|number)\s+(-?[0-9]{1,15})?\.\.(-?[0-9]{1,15})?$")
_FURTHER = re.compile(r"(?:integer|number)\s+-?[0-9]*\.\.-?[0-9]*$")
"""A range whose bounds have too many digits for `_RANGE`."""
MOST_DEFAULTS = 1_000
"""Defaults that are read once, however many fields have them."""
DEEPEST = 8
"""Lists and maps within each other in a type."""


def read_field(name: str, text: str, words: TypeNames, **metadata: Any) -> Field:
    """Read a type with its suffixes. Raises `ShapeError`."""
    body, suffixes = _split_suffixes(text.strip())
    shape = read_shape(body, words)
    if suffixes["partial"]:
        if not isinstance(shape, MappingShape):
            raise ShapeError("only a map has `optional keys`", f"write `{body}, optional`")
        if suffixes["default"] not in (None, "{}"):
            raise ShapeError(
                "a map with `optional keys` holds what is written, and has no default", f"write `{body}, optional keys`"
            )
        return Field(name, replace(shape, partial=True), has_default=True, default={}, **metadata)
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


@lru_cache(maxsize=MOST_DEFAULTS)
def _value(text: str) -> Any:
    """A value that is written within a type. Raises `ShapeError`."""
    try:
        return parse_text_value(text)
    except ValueError as error:
        raise ShapeError(f"`{text}` cannot be read: {error}") from None


def _split_suffixes(text: str) -> tuple[str, dict[str, Any]]:
    suffixes: dict[str, Any] = {"optional": False, "default": None, "partial": False}
    if some_keys := re.search(r",\s*optional keys\s*(?=,|$)", text):
        body, others = _split_suffixes(text[: some_keys.start()] + text[some_keys.end() :])
        return body, {**others, "partial": True}
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
    if _FURTHER.match(text):
        raise ShapeError("a number reaches 10^15 at most", f"write `{text.split()[0]}` where it has no bound")
    if text in PLAIN and text not in GIVEN_TYPES:
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
    if text in GIVEN_TYPES:
        return GIVEN_TYPES[text]
    raise _unknown(
        "type", text, {"types": words.names, "vocabularies": words.vocabularies, "kinds": sorted(words.kinds)}
    )


_OTHERWISE = {
    **dict.fromkeys(("string", "str", "char", "date", "time"), "text"),
    **dict.fromkeys(("bool", "boolean", "flag", "checkbox", "yesno"), "truth"),
    **dict.fromkeys(("float", "double", "decimal", "real", "fraction"), "number"),
    **dict.fromkeys(("percent", "percentage"), "integer 0..100"),
    **dict.fromkeys(("list", "array", "set"), "list of TYPE"),
    **dict.fromkeys(("dict", "object", "mapping", "map", "record"), "map KEY -> TYPE"),
    **dict.fromkeys(("enum", "choice", "select", "option"), "one of [a, b]"),
    **dict.fromkeys(("reference", "link", "entry", "ref"), "ref KIND"),
    **dict.fromkeys(("die", "roll"), "dice"),
}
"""What other programs call types, and how they are written here."""
_LISTED = re.compile(r"(?:list|array)\s*[\[<(]\s*([\w -]+)\s*[\])>]|([\w -]+)\[\]|\[\s*([\w -]+)\s*\]", re.IGNORECASE)
"""A list as other languages write its type."""


def _as_written_elsewhere(text: str) -> str:
    """How a type of other programs, behind which bounds may stand, is written here; nothing where it is none."""
    if match := _LISTED.fullmatch(text):
        return f"list of {next(filter(None, match.groups())).strip()}"
    word, _, rest = text.partition(" ")
    meant = _OTHERWISE.get(word.lower().rstrip(","), "")
    return f"{meant} {rest}" if rest and meant == "number" else meant


def _unknown(what: str, name: str, known: Mapping[str, Iterable[str]]) -> ShapeError:
    """The error for a name that nothing has; `known` is what could stand there, by sort."""
    if what == "type" and (written := _as_written_elsewhere(name)):
        return ShapeError(f"there is no {what} called `{name}`", f"write `{written}`", missed=(name,))
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
    if text not in words.vocabularies and text in words.kinds:
        hints = (
            f"`ref {text}` is one of its entries",
            f"vocabularies have those of the rulebook: `{text}: {{from: {text}}}`",
        )
        raise ShapeError(f"`{text}` is a kind, and no vocabulary", *hints, missed=(text,))
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
