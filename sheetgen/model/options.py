"""Options of entries: which of them are ticked, and which an entry that refers to them has chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheetgen.model.entries import Entry
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import (
    ChoiceShape,
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    Shape,
    options_field,
)
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.yaml.load import Step

Values: TypeAlias = Mapping[str, Any]


def options_of(kind: Kind, values: Values) -> list[Values]:
    """The options of an entry of a kind; none where its kind has no list of them."""
    return list(values.get(options_field(kind.fields), ()))


def with_options(values: Values, kind: Kind, options: Sequence[Values]) -> Values:
    """The values of an entry of a kind whose options are ticked as another entry chose them."""
    owned: Any = copy(values)
    owned[options_field(kind.fields)] = options
    return owned  # type: ignore[no-any-return]


def place_of_option(options: Sequence[Values], name: str) -> int | None:
    """The place of an option from 0, by its id, its name or its number from 1; None where there is none such."""
    for key in ("id", "name"):
        for place, option in enumerate(options):
            if option[key] and name_key(option[key]) == name_key(name):
                return place
    number = int(name) if name.isascii() and name.isdigit() and len(name) < 4 else 0
    return number - 1 if 0 < number <= len(options) else None


def chosen_beside(reference: str, fields: Sequence[Field], written: Values) -> list[str]:
    """What the fields beside a reference choose of the entry that it names."""
    choices = (field for field in fields if isinstance(field.shape, ChoiceShape) and field.shape.field == reference)
    return [name for field in choices for name in written.get(field.name) or ()]


def ticked_options(options: Sequence[Values], chosen: Iterable[str]) -> list[Values]:
    """Options, ticked where they are by themselves or by choice."""
    places = {place_of_option(options, name) for name in chosen}
    return [{**option, "ticked": option["ticked"] or at in places} for at, option in enumerate(options)]


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A field of an entry that chooses options of another entry, which a field beside it refers to."""

    path: tuple[Step, ...]
    reference: str
    """The field beside it."""
    kind: str
    id: str
    chosen: Sequence[str]

    def report(self, source: Entry, entry: Entry, diagnostics: Diagnostics) -> None:
        """Report what is chosen and is no option of the entry that it refers to."""
        options = options_of(source.kind, source.fields)
        names = [str(option["id"] or option["name"] or number) for number, option in enumerate(options, 1)]
        for number, name in enumerate(self.chosen):
            if place_of_option(options, name) is None:
                hint = did_you_mean(name, names) or (f"its options are {', '.join(names)}" if names else "it has none")
                message, at = f"{source.name} has no option called `{name}`", entry.span(*self.path, number)
                diagnostics.error("unknown-term", message, at, hint, missed=(name,))


def choices(entry: Entry) -> Iterator[Choice]:
    """Every choice that an entry makes."""
    yield from _of_fields("", entry.fields, (), entry.kind)


def chosen_reference(choice: ChoiceShape, fields: Sequence[Field], written: Values) -> tuple[str, str]:
    """Kind and id of the entry whose options are chosen."""
    return chosen_kind(choice, fields), str(written[choice.field])


def chosen_kind(choice: ChoiceShape, fields: Sequence[Field]) -> str:
    """The kind of the entry whose options are chosen."""
    reference = next(field for field in fields if field.name == choice.field)
    assert isinstance(reference.shape, ReferenceShape)
    return reference.shape.kind


def is_choice(field: Field) -> bool:
    """Whether a field chooses options of another entry."""
    return isinstance(field.shape, ChoiceShape)


def _of_fields(record: str, written: Values, path: tuple[Step, ...], kind: Kind) -> Iterator[Choice]:
    for field in kind.holding(is_choice, record):
        here = (*path, field.name)
        if isinstance(field.shape, ChoiceShape):
            referred, identity = chosen_reference(field.shape, kind.fields_of(record), written)
            yield Choice(
                path=here, reference=field.shape.field, kind=referred, id=identity, chosen=written[field.name] or ()
            )
        else:
            yield from _within(field.shape, written.get(field.name), here, kind)


def _within(shape: Shape, value: Any, path: tuple[Step, ...], kind: Kind) -> Iterator[Choice]:
    match shape:
        case RecordShape(record=record) if value is not None:
            yield from _of_fields(record, value, path, kind)
        case ListShape(item=item):
            for number, part in enumerate(value or ()):
                yield from _within(item, part, (*path, number), kind)
        case MappingShape(value=item):
            for key, part in (value or {}).items():
                yield from _within(item, part, (*path, key), kind)
