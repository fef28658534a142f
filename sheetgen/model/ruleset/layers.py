"""The layers of a game: the rulesets that it extends, the supplements that it uses, and its own folder.

What a later layer says stands over what those before it say. A folder outside of a ruleset is read only where
`extends` or `use` names it, and only if it is a ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from sheetgen.model.ruleset.documents import YamlPlace, document
from sheetgen.model.ruleset.ruleset_folders import RULESET, near_ruleset, ruleset_folder
from sheetgen.model.ruleset.versions import Asked, check_version
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import content
from sheetgen.yaml.scalars import written as written_as

LayerSort: TypeAlias = Literal["game", "supplement", "campaign", "language"]
LANGUAGES = "languages"
"""The folder of a ruleset or campaign that has its texts in other languages, each in a folder."""
MOST = 20
"""Rulesets that one is made of."""
_OTHERS = re.compile(rb"^[\"']?(?:extends|use)[\"']?[ \t]*:", re.MULTILINE)


@dataclass(frozen=True)
class Layer:
    """A folder that a game is read from."""

    folder: Path
    root: Path
    """The folder that messages name its files from."""
    sort: LayerSort = "game"
    """A campaign has rules, kinds and rulings only; a language has the texts of the layer before it."""

    @property
    def language(self) -> str:
        """The language of its texts, where it is one of another layer."""
        return self.folder.name if self.sort == "language" else ""


def layers_of(folder: Path, root: Path, diagnostics: Diagnostics) -> tuple[Layer, ...]:
    """The layers of the ruleset in a folder, its own last; none, reported, where one of them cannot be had."""
    return _LayerReader(root, diagnostics).layers([Layer(folder, root)])


def with_campaign(
    layers: Sequence[Layer], campaign: Layer, used: Sequence[str], place: YamlPlace, diagnostics: Diagnostics
) -> tuple[Layer, ...]:
    """The layers of a game as a campaign plays it: with the supplements that it uses at a place, and its own rules.

    None, reported, where one of them cannot be had.
    """
    reader = _LayerReader(campaign.root, diagnostics)
    named = reader.named([(text, place.at(number)) for number, text in enumerate(used)], campaign.folder)
    supplements = [Layer(folder, root_of(folder, campaign.root), "supplement") for folder in named]
    together = reader.layers([*layers, *supplements])
    return (*together, campaign) if layers and together and len(named) == len(used) else ()


@dataclass(frozen=True)
class _LayerReader:
    root: Path
    diagnostics: Diagnostics

    def layers(self, rulesets: Sequence[Layer]) -> tuple[Layer, ...]:
        """The layers of some rulesets, each once, where it is first needed; none where one cannot be had."""
        known: dict[Path, Layer] = {}
        before = len(self.diagnostics)
        for layer in rulesets:
            self._add(layer, (), known)
        return tuple(known.values()) if len(self.diagnostics) == before else ()

    def _add(self, layer: Layer, above: tuple[Path, ...], known: dict[Path, Layer]) -> None:
        if layer.folder in known:
            return
        place = self._declaration(layer)
        for sort, names in self._others(place, layer.sort) if place else ():
            for folder, at in self._folders(names, layer.folder):
                if folder in (*above, layer.folder) or len(above) >= MOST:
                    names_of = " → ".join(path.name for path in (*above, layer.folder, folder))
                    message = f"these rulesets are made of each other in a circle: {names_of}"
                    self.diagnostics.error("project", message, at.span)
                    continue
                self._add(Layer(folder, root_of(folder, self.root), sort), (*above, layer.folder), known)
        known.setdefault(layer.folder, layer)

    def _declaration(self, layer: Layer) -> YamlPlace | None:
        """The `ruleset.yaml` of a layer, where it names others; what is wrong in it is told where it is read."""
        if not _OTHERS.search(content(layer.folder / RULESET) or b""):
            return None
        written = document(layer.folder / RULESET, layer.root, Diagnostics())
        return YamlPlace(written) if written and isinstance(written.data, dict) else None

    def _others(self, place: YamlPlace, sort: LayerSort) -> Iterator[tuple[LayerSort, list[tuple[str, YamlPlace]]]]:
        data: Any = place.document.data
        if isinstance(data.get("extends"), str):
            yield sort, [(data["extends"], place.at("extends"))]
        used = data.get("use")
        if isinstance(used, list):
            texts = [(text, place.at("use", number)) for number, text in enumerate(used) if isinstance(text, str)]
            yield "supplement", texts

    def named(self, names: Sequence[tuple[str, YamlPlace]], beside: Path) -> list[Path]:
        """The folders of the rulesets that are named at some places."""
        return [folder for folder, _ in self._folders(names, beside)]

    def _folders(self, names: Sequence[tuple[str, YamlPlace]], beside: Path) -> Iterator[tuple[Path, YamlPlace]]:
        """The folders of rulesets by their names or paths; one that is not there is reported."""
        for text, place in names:
            asked = Asked.of(text)
            around = beside if asked.name.startswith(".") or not (beside / RULESET).is_file() else beside.parent
            folder = ruleset_folder(asked.name, around)
            if folder is None:
                message, hint = f"there is no ruleset `{asked.name}`", near_ruleset(asked.name, around)
                self.diagnostics.error("project", message, place.span, hint)
                continue
            if asked.versions:
                self._check_version(folder, asked, place)
            yield folder, place

    def _check_version(self, folder: Path, asked: Asked, place: YamlPlace) -> None:
        written = document(folder / RULESET, root_of(folder, self.root), Diagnostics())
        data: Any = written.data if written and isinstance(written.data, dict) else {}
        version, title = written_as(data.get("version")) or "", str(data.get("title", folder.name))
        check_version(title, version, asked, place.span, self.diagnostics)


def with_language(layers: Iterable[Layer], language: str) -> tuple[Layer, ...]:
    """The layers of a game in another language: after each the folder of its texts in it, where it has one."""
    both = ((layer, Layer(layer.folder / LANGUAGES / language, layer.root, "language")) for layer in layers)
    return tuple(layer for pair in both for layer in pair if layer.sort != "language" or layer.folder.is_dir())


def root_of(folder: Path, root: Path) -> Path:
    """The folder that messages name a ruleset's files from: `root`, or that of the ruleset's neighbours."""
    return root if folder.resolve().is_relative_to(root.resolve()) else folder.parent.parent
