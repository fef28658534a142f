"""Valid entries: their fields, the files that they come from, and the entries that they refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sheetgen.model.entry_effects import WrittenEffect, written_effects
from sheetgen.model.overlays import holds, place_in
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import ListShape, MappingShape, RecordShape, ReferenceShape, Shape, TermShape
from sheetgen.text.source import Span

References: TypeAlias = tuple[tuple[tuple[str | int, ...], str, str], ...]


@dataclass(frozen=True)
class Unknown:
    """What of an entry is not known: whole fields, and the paths of lists, maps and records of which only a part is."""

    fields: frozenset[str] = frozenset()
    parts: frozenset[tuple[str | int, ...]] = frozenset()


NOTHING_UNKNOWN = Unknown()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Entry:
    """One valid entry: its fields as plain data, and the files that they come from."""

    id: str
    kind: Kind
    fields: Mapping[str, Any]
    places: Sequence[YamlPlace]
    """Its own place, then those of the entries that it extends."""
    campaign: bool
    """Whether it belongs to the campaign rather than to the rulebook."""
    replaces: str = ""
    """The title of the ruleset whose entry it stands for."""
    overlays: tuple[str, ...] = ()
    """What the overlays are called that made it of the entry that it extends, the first first."""
    partial: bool = False
    """Whether something was taken out of it that players may not see, or of what it refers to."""
    unknown: Unknown = NOTHING_UNKNOWN
    """What was taken out since players know it in part."""
    references: References
    """The entries that it refers to: where, the kind, and the id."""
    effects: Sequence[WrittenEffect]
    """What it says that it changes of other entries, or of itself."""

    @classmethod
    def of(
        cls,
        identity: str,
        kind: Kind,
        fields: Mapping[str, Any],
        places: Sequence[YamlPlace],
        campaign: bool,
        replaces: str = "",
        overlays: tuple[str, ...] = (),
    ) -> Entry:
        """The entry of some fields, with the references and effects in them."""
        return cls(
            id=identity,
            kind=kind,
            fields=fields,
            places=places,
            campaign=campaign,
            replaces=replaces,
            overlays=overlays,
            references=tuple(references_in(kind, fields)),
            effects=tuple(written_effects(kind, fields)),
        )

    def known_in_part(self, fields: Mapping[str, Any], unknown: Unknown) -> Entry:
        """It without what players may not see of it."""
        return replace(
            self,
            fields=fields,
            partial=True,
            unknown=unknown,
            references=tuple(references_in(self.kind, fields)),
            effects=tuple(written_effects(self.kind, fields)),
        )

    @property
    def name(self) -> str:
        """The entry's title."""
        return str(self.fields["name"])

    @property
    def place(self) -> YamlPlace:
        """Where it is written."""
        return self.places[0]

    @property
    def targets(self) -> tuple[tuple[str, str], ...]:
        """The kinds and ids of the entries that this one refers to, each once."""
        return tuple(dict.fromkeys((kind, identity) for _, kind, identity in self.references))

    def place_of(self, *path: str | int) -> YamlPlace:
        """The place of a field: in the entry itself, or in the one that it takes it over from."""
        return place_in(self.places, path)[1]

    def span(self, *path: str | int) -> Span:
        """Where a field is written."""
        return self.place_of(*path).span

    def is_own(self, path: Sequence[str | int]) -> bool:
        """Whether a field is written in the entry itself, rather than in one that it extends."""
        return holds(self.place, path)

    def written(self, name: str) -> Span | None:
        """Where a field is written; None where it is left to its default."""
        return next((place.at(name).span for place in self.places if holds(place, (name,))), None)


def references_in(kind: Kind, data: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """The entries that fields refer to: where, the kind, and the id. What is not of its field's type is passed over."""
    for field in kind.holding(kind.compiler.refers):
        yield from _references(field.shape, data.get(field.name), (field.name,), kind)


def _references(
    shape: Shape, value: Any, path: tuple[str | int, ...], kind: Kind
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    match shape, value:
        case ReferenceShape(kind=target), str():
            yield path, target, value
        case TermShape(vocabulary=vocabulary), str():
            if of_terms := kind.compiler.effect_kinds.get(vocabulary):
                yield path, of_terms, value
        case ListShape(item=item), list():
            for number, element in enumerate(value):
                yield from _references(item, element, (*path, number), kind)
        case MappingShape(key=key_shape, value=inner), dict():
            for key, element in value.items():
                if element:
                    yield from _references(key_shape, key, (*path, key), kind)
                yield from _references(inner, element, (*path, key), kind)
        case RecordShape(record=record), dict():
            for part in kind.holding(kind.compiler.refers, record):
                yield from _references(part.shape, value.get(part.name), (*path, part.name), kind)


def opening(place: YamlPlace) -> Span:
    """The first line of an entry, where a missing field is reported."""
    span = place.key_span if place.path else place.span
    end = span.file.text.find("\n", span.start)
    return Span(span.file, span.start, end if 0 <= end < span.end else span.end)
