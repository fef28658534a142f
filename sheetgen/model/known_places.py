"""What players know of an entry that they know in part: `known: [name, colours.red, tools.Hammer]`.

Each item is the name of a field, with points behind it the way to a part: the key of a map, the part of a record, or
what an item of a list is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheetgen.formula.check import names_used
from sheetgen.formula.types import readable
from sheetgen.model.ruleset.derivations import DerivedValue
from sheetgen.model.ruleset.kinds import COMMON, Kind
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ReferenceShape, Shape, TermShape
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span
from sheetgen.text.suggest import in_sentence, with_article

HIDDEN, KNOWN, OPEN = "hidden", "known", "open"
ALWAYS_KNOWN = ("id", "name")
"""What is known of every entry that players see at all."""
Tree: TypeAlias = Mapping[str, "Tree"]
"""What is known of a value, by the names of its parts; all of it where it names none."""
WHOLE: Tree = {}


class UnknownPlaceError(Exception):
    """A place that an entry of the kind does not have, or that cannot be known, with a hint."""

    def __init__(self, message: str, hint: str = "", code: str = "unknown-field", missed: str = "") -> None:
        super().__init__(message)
        self.hint, self.code, self.missed = hint, code, missed


def seen_by_players(data: dict[str, Any], layers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The fields of an entry; of what says how much players see of it, the nearest layer counts, the first one."""
    nearest = next((layer for layer in layers if KNOWN in layer or HIDDEN in layer), {})
    if KNOWN in nearest:
        return {**data, HIDDEN: nearest.get(HIDDEN, False)}
    return {name: value for name, value in data.items() if name != KNOWN} if HIDDEN in nearest else data


def known_tree(kind: Kind, fields: Mapping[str, Any]) -> Tree | None:
    """What players know of an entry; None where they may see all of it."""
    if not fields[KNOWN]:
        return None
    tree: dict[str, Any] = dict.fromkeys(ALWAYS_KNOWN, WHOLE)
    for text in fields[KNOWN]:
        with suppress(UnknownPlaceError):  # a variant need not have all that the entry has which it extends
            _add(tree, _steps(kind, fields, text))
    return tree


def whole_fields(kind: Kind, fields: Mapping[str, Any]) -> frozenset[str]:
    """The fields of which players may see all."""
    tree = known_tree(kind, fields)
    public = (field.name for field in kind.fields if not field.secret)
    return frozenset(name for name in public if tree is None or tree.get(name) == WHOLE)


def _add(tree: dict[str, Any], steps: Sequence[str]) -> None:
    """Let one more place be known; within what is known whole, it is known already."""
    first, *rest = steps
    if not rest:
        tree[first] = WHOLE
    elif tree.get(first) != WHOLE or first not in tree:
        _add(tree.setdefault(first, {}), rest)


@dataclass(frozen=True)
class KnownCheck:
    """Reports what an entry says of its known places that cannot be."""

    kind: Kind
    fields: Mapping[str, Any]
    span: Callable[..., Span]
    """Where a part of the entry is written."""
    diagnostics: Diagnostics

    def check(self) -> bool:
        """Whether all is right."""
        before = len(self.diagnostics)
        if self.fields[HIDDEN]:
            message = "an entry is either hidden, or known in part"
            hint = f"take `{HIDDEN}` away, or `{KNOWN}`"
            self.diagnostics.error("ruleset", message, self.span(HIDDEN), hint)
        if "name" not in self.fields[KNOWN]:
            message = "players cannot know of it without its name"
            hint = f"write `name` among them, or hide it whole: `{HIDDEN}: true`"
            self.diagnostics.error("missing-field", message, self.span(KNOWN), hint)
        for number, text in enumerate(self.fields[KNOWN]):
            try:
                _steps(self.kind, self.fields, text)
            except UnknownPlaceError as error:
                missed = (error.missed,) if error.missed else ()
                span = self.span(KNOWN, number)
                self.diagnostics.error(error.code, str(error), span, error.hint, missed=missed)
        return len(self.diagnostics) == before


def check_open(kind: Kind, fields: Mapping[str, Any], span: Callable[..., Span], diagnostics: Diagnostics) -> bool:
    """Whether all that an entry says is open is a place of it; what is none is reported."""
    before = len(diagnostics)
    for number, text in enumerate(fields[OPEN]):
        name, *rest = text.split(".")
        field = kind.by_name.get(name)
        try:
            if field is None or name in (HIDDEN, KNOWN, OPEN):
                hint = did_you_mean(name, kind.by_name)
                message = f"{with_article(in_sentence(kind.model.title))} has no field `{name}`"
                raise UnknownPlaceError(message, hint or "leave it out", missed=name)
            _Walk(kind, text, secrets=True).of_field(field, fields.get(name), rest, (name,))
        except UnknownPlaceError as error:
            missed = (error.missed,) if error.missed else ()
            diagnostics.error(error.code, str(error), span(OPEN, number), error.hint, missed=missed)
    return len(diagnostics) == before


def open_titles(kind: Kind, fields: Mapping[str, Any], titles: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """What is open in an entry, as readers call it: `Colours: Red`."""
    for text in fields[OPEN]:
        name, *rest = text.split(".")
        field = kind.by_name[name]
        title, shape = field.title or readable(name).capitalize(), field.shape
        key = shape.key.vocabulary if isinstance(shape, MappingShape) and isinstance(shape.key, TermShape) else ""
        part = titles.get(key, {}).get(".".join(rest)) or ", ".join(map(readable, rest))
        yield f"{title}: {part}" if rest else title


def _steps(kind: Kind, fields: Mapping[str, Any], text: str) -> list[str]:
    """The steps of a place. Raises `UnknownPlaceError`."""
    name, *rest = text.split(".")
    field = kind.by_name.get(name)
    if field is None:
        raise _unknown_field(kind, text, name)
    if name in ("id", HIDDEN, KNOWN):
        raise UnknownPlaceError(f"`{name}` is nothing that players find out", "leave it out")
    return _Walk(kind, text).of_field(field, fields.get(name), rest, (name,))


def _unknown_field(kind: Kind, text: str, name: str) -> UnknownPlaceError:
    derived = next((kind.derived_by_name[part] for part in (text, name) if part in kind.derived_by_name), None)
    if derived is not None:
        needed = ", ".join(fields_behind(kind, derived.name))
        hint = f"name what it follows from: {needed}" if needed else "leave it out"
        return UnknownPlaceError(f"`{text}` follows from fields, and is known where all of these are", hint)
    own = [part for part in kind.by_name if part not in COMMON]
    hint = did_you_mean(name, kind.by_name) or ", ".join(own)
    return UnknownPlaceError(f"{with_article(in_sentence(kind.model.title))} has no field `{name}`", hint, missed=name)


def fields_behind(kind: Kind, name: str) -> list[str]:
    """The fields that a derived value follows from, as the kind declares them."""
    needed, left = set[str](), [name]
    while left:
        derived = kind.derived_by_name.get(left.pop())
        if isinstance(derived, DerivedValue):
            names = names_used(derived.checked.formula.tree)
        else:
            names = {*derived.members.values()} if derived else set()
        left += names - needed
        needed |= names
    return [field.name for field in kind.fields if field.name in needed]


@dataclass(frozen=True)
class _Walk:
    """The way of one place through the shapes of an entry."""

    kind: Kind
    text: str
    secrets: bool = False
    """Whether secret places count."""

    def of_field(self, field: Field, value: Any, rest: Sequence[str], above: tuple[str, ...]) -> list[str]:
        """The steps of a place in a field. Raises `UnknownPlaceError`."""
        if field.secret and not self.secrets:
            message = f"`{'.'.join(above)}` is secret in {with_article(in_sentence(self.kind.model.title))}"
            raise UnknownPlaceError(message, "leave it out: players never see it")
        return [above[-1], *self._within(field.shape, value, rest, above)]

    def _within(self, shape: Shape, value: Any, rest: Sequence[str], above: tuple[str, ...]) -> list[str]:
        if not rest:
            return []
        match shape:
            case RecordShape(record=record):
                parts = {part.name: part for part in self.kind.parts[record]}
                name = self._one_of(rest[0], parts, above)
                return self.of_field(parts[name], (value or {}).get(name), rest[1:], (*above, name))
            case MappingShape(key=TermShape() as key, value=inner):
                name = self._one_of(rest[0], self.kind.compiler.vocabulary(key).terms, above)
                return [name, *self._within(inner, (value or {}).get(name), rest[1:], (*above, name))]
            case MappingShape(value=inner):
                name, behind = self._longest(rest, value or {}, above)
                return [name, *self._within(inner, value[name], behind, (*above, name))]
            case ListShape(item=inner):
                items = {item_name(part): part for part in value or ()}
                name, behind = self._longest(rest, items, above)
                return [name, *self._within(inner, items[name], behind, (*above, name))]
            case ReferenceShape():
                message = f"`{'.'.join(above)}` is an entry of its own"
                raise UnknownPlaceError(message, f"write `{'.'.join(above)}`; its file says what is known of it")
        raise UnknownPlaceError(f"`{'.'.join(above)}` has no parts", f"write `{'.'.join(above)}`")

    def _one_of(self, name: str, known: Iterable[str], above: tuple[str, ...]) -> str:
        if name in known:
            return name
        raise self._missing(name, [*known], above)

    def _longest(self, steps: Sequence[str], known: Mapping[str, Any], above: tuple[str, ...]) -> tuple[str, list[str]]:
        """The longest name that steps begin with, since a name may have a point in it; and the steps behind it."""
        for end in range(len(steps), 0, -1):
            if (name := ".".join(steps[:end])) in known:
                return name, [*steps[end:]]
        raise self._missing(".".join(steps), [name for name in known if name], above)

    def _missing(self, name: str, known: list[str], above: tuple[str, ...]) -> UnknownPlaceError:
        holder = ".".join(above)
        listed = f"it has {', '.join(known[:20])}" if known else f"write `{holder}`"
        hint = did_you_mean(name, known) or listed
        return UnknownPlaceError(f"`{holder}` has nothing called `{name}`", hint, "unknown-term", name)


def item_name(item: Any) -> str:
    """What an item of a list is called: a record by its name, an entry by its id, a text by itself."""
    name = item.get("name") if isinstance(item, Mapping) else item
    return name if isinstance(name, str) else ""
