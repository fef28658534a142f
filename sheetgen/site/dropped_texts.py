"""The texts of entries that have mistakes elsewhere, held to their links, so that all mistakes come together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ScalarShape, Shape
from sheetgen.reference.context import RenderContext, RenderedText
from sheetgen.yaml.load import Step


def check_dropped_texts(loaded: LoadedGame, context: RenderContext) -> None:
    """Report what is wrong in the Markdown of entries that were dropped; texts with formulas are passed over."""
    for entry in loaded.library.dropped:
        for path, text in _of_fields(entry.data, (), "", loaded.ruleset.kinds[entry.kind]):
            context.prose(text, entry.place.at(*path).span, RenderedText())


def _of_fields(
    values: Mapping[Any, Any], path: tuple[Step, ...], record: str, kind: Kind
) -> Iterator[tuple[tuple[Step, ...], str]]:
    """The texts of an entry or record as written: where, and the text. What is not of its field's type has none."""
    for field in kind.holding(_is_markdown, record):
        yield from _within(field.shape, values.get(field.name), (*path, field.name), kind)


def _is_markdown(field: Field) -> bool:
    shape = field.shape
    while isinstance(shape, ListShape | MappingShape):
        shape = shape.item if isinstance(shape, ListShape) else shape.value
    return isinstance(shape, ScalarShape) and shape.name == "markdown"


def _within(shape: Shape, value: Any, path: tuple[Step, ...], kind: Kind) -> Iterator[tuple[tuple[Step, ...], str]]:
    match shape, value:
        case ScalarShape(name="markdown"), str() if "{" not in value:
            yield path, value
        case ListShape(item=item), list():
            for number, part in enumerate(value):
                yield from _within(item, part, (*path, number), kind)
        case MappingShape(value=item), dict():
            for key, part in value.items():
                yield from _within(item, part, (*path, key), kind)
        case RecordShape(record=record), dict():
            yield from _of_fields(value, path, record, kind)
