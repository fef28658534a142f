"""Documents in layers: data of which each part stands in the file of the layer that says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.text.source import Span
from sheetgen.yaml.load import Step, Value, YamlDocument


@dataclass(frozen=True)
class LayeredDocument(YamlDocument):
    """A document put together from places in others, nearest first."""

    layers: tuple[YamlPlace, ...] = ()

    @classmethod
    def of(cls, data: Value, layers: Sequence[YamlPlace]) -> LayeredDocument:
        """Data that was put together from what stands at some places."""
        nearest = layers[0].document
        return cls(nearest.file, data, nearest._places, tuple(layers))

    def _at(self, path: tuple[Step, ...]) -> YamlPlace:
        """The place of a path in the nearest layer that goes furthest along it."""
        nearest = max(self.layers, key=lambda layer: _depth(layer, path))
        return nearest.at(*path)

    def span(self, path: tuple[Step, ...] = ()) -> Span:
        """Where the value at `path` stands."""
        return self._at(path).span

    def key_span(self, path: tuple[Step, ...]) -> Span:
        """Where the key of the last step stands."""
        return self._at(path).key_span

    def locate(self, path: tuple[Step, ...], offset: int) -> int:
        """The offset of character `offset` of the text at `path` in the file that it stands in."""
        place = self._at(path)
        return place.document.locate(place.path, offset)

    def formula_span(self, path: tuple[Step, ...], start: int, end: int) -> Span:
        """The span in its file of the characters from `start` up to `end` of the text at `path`."""
        return self._at(path).part(start, end)


def below(place: YamlPlace) -> tuple[YamlPlace, ...]:
    """The places of a part in the layers below the nearest."""
    document = place.document
    return (
        tuple(layer.at(*place.path) for layer in document.layers[1:]) if isinstance(document, LayeredDocument) else ()
    )


def overlaid(base: Mapping[Any, Any], over: Mapping[Any, Any], removing: bool = False) -> dict[Any, Any]:
    """Values put over others: mappings are merged key by key, everything else is replaced.

    With `removing`, a key without a value takes away what stands there.
    """
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        if removing and value is None:
            merged.pop(key, None)
        elif isinstance(old, dict) and isinstance(value, dict):
            merged[key] = overlaid(old, value, removing)
        else:
            merged[key] = value
    return merged


def _depth(place: YamlPlace, path: tuple[Step, ...]) -> int:
    """How many steps of a path lead somewhere from a place."""
    data = place.data
    for number, step in enumerate(path):
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return number
    return len(path)


def over(base: YamlPlace, own: YamlPlace, merged: Callable[[Any, Any], Any] = overlaid) -> YamlPlace:
    """The place of what stands at one place with what another changes of it."""
    same = base.path == own.path
    beneath = base.document.layers if isinstance(base.document, LayeredDocument) else (YamlPlace(base.document),)
    data: Any = merged(base.data, own.data)
    if not same:
        return YamlPlace(LayeredDocument.of(data, (own, *(layer.at(*base.path) for layer in beneath))))
    for step in reversed(own.path):
        data = {step: data}
    return YamlPlace(LayeredDocument.of(data, (YamlPlace(own.document), *beneath)), own.path)
