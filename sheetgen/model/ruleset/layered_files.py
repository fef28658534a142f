"""The files of a game, layer by layer: what each layer leaves out, says anew, or translates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sheetgen.model.ruleset.documents import YamlPlace, documents
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.replacements import Parts, Sort
from sheetgen.model.ruleset.translations import TranslatedParts
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import Span
from sheetgen.yaml.load import YamlDocument


@dataclass(frozen=True)
class LayeredFiles:
    """The layers of a game, the first one lowest, and what is known of their parts so far."""

    layers: tuple[Layer, ...]
    parts: Parts
    diagnostics: Diagnostics

    def left_out(self, sort: Sort, layer: Layer) -> dict[str, Span]:
        """The parts of the layers before one that it leaves out, and where it says so; an unknown one is reported."""
        return self.parts.leave_out(sort, layer, self.diagnostics)

    def documents(self, folder: str, layer: Layer) -> Iterable[YamlDocument]:
        """The readable YAML documents in a folder of a layer, in order of their names."""
        return documents(layer.folder / folder, "*.y*ml", layer.root, self.diagnostics)

    def translate(self, sort: Sort, name: str, own: YamlPlace, places: dict[str, YamlPlace]) -> None:
        """Lay texts in another language over the part of a name; where there is none, that is reported."""
        place = TranslatedParts(sort, self.diagnostics).over(name, places.get(name), own, [*places])
        if place is not None:
            places[name] = place
