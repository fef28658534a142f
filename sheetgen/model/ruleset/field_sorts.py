"""Fields of a sort, and those in which some stand: decided once for a kind, since every entry asks for them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import TypeAlias

from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ReferenceShape, Shape, TermShape

Sort: TypeAlias = Callable[[Field], bool]
"""Whether a field is of a sort."""


def shapes(shape: Shape) -> Iterator[Shape]:
    """The shapes that values of a shape are made of: itself, items, keys and values; what records hold is left out."""
    yield shape
    match shape:
        case ListShape(item=item):
            yield from shapes(item)
        case MappingShape(key=key, value=value):
            yield key
            yield from shapes(value)


def refers(vocabularies: Container[str], field: Field) -> bool:
    """Whether a field holds the ids of entries, or terms of some vocabularies."""
    return any(
        isinstance(shape, ReferenceShape) or (isinstance(shape, TermShape) and shape.vocabulary in vocabularies)
        for shape in shapes(field.shape)
    )


def holding(sort: Sort, fields: Sequence[Field], records: Mapping[str, Sequence[Field]]) -> tuple[Field, ...]:
    """Those fields that are of a sort, or have records in them, near or far within, with such a field."""
    return tuple(field for field in fields if _holds(sort, field, records))


def _holds(sort: Sort, field: Field, records: Mapping[str, Sequence[Field]]) -> bool:
    seen: set[str] = set()
    left = [field]
    while left:
        part = left.pop()
        if sort(part):
            return True
        inside = {shape.record for shape in shapes(part.shape) if isinstance(shape, RecordShape)} - seen
        seen |= inside
        left += (inner for record in inside for inner in records[record])
    return False
