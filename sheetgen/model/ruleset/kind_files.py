"""The kinds of a game, found in the files of its layers, before any of them is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sheetgen.model.ruleset.documents import YamlPlace, declared
from sheetgen.model.ruleset.layered_files import LayeredFiles
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.names import KIND, OWN_FOLDERS, check_names
from sheetgen.text.diagnostics import Diagnostic, Severity, nearest
from sheetgen.text.suggest import with_article
from sheetgen.yaml.load import Step, YamlDocument


@dataclass(frozen=True)
class KindFiles:
    """Where the kinds of a game stand."""

    places: Mapping[str, YamlPlace]
    left_out: Mapping[str, tuple[YamlPlace, Layer]]
    """Where the kinds stood that a layer leaves out, and which one does."""


def find_kinds(files: LayeredFiles) -> KindFiles:
    """The kinds of a game by their ids. One that cannot have its id or its folder is reported and left out."""
    finder = _KindFinder(files)
    left_out: dict[str, tuple[YamlPlace, Layer]] = {}
    for layer in files.layers:
        for name, at in files.left_out("kind", layer).items():
            place = finder.places.pop(name)
            left_out[name] = place, layer
            files.diagnostics.leave_out(str(place.data.get("folder", name)), at)
        for written in files.documents("kinds", layer):
            finder.add(written, layer)
    return KindFiles(finder.places, left_out)


@dataclass(frozen=True)
class _KindFinder:
    files: LayeredFiles
    places: dict[str, YamlPlace] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    """The kinds by the folders of their entries."""

    def add(self, written: YamlDocument, layer: Layer) -> None:
        """Take in a kind as a layer says it."""
        data = written.data if isinstance(written.data, dict) else {}
        name = data.get("id", written.file.path.stem if layer.language else None)
        place = YamlPlace(written)
        if isinstance(name, str) and layer.language:
            self.files.translate("kind", name, place, self.places)
        elif not isinstance(name, str):
            self.files.diagnostics.error("missing-field", "a kind needs `id`", written.span(()))
            self._fail(written)
        elif self._has_sound_names(name, data, place):
            base = self.places.get(name)
            inherited = base.data.get("folder") if base and "folder" not in data else None
            if not self._is_taken(name, str(data.get("folder") or inherited or name), place, layer):
                placed = self.files.parts.placed("kind", name, base, place, layer, self.files.diagnostics)
                self.places.update({name: placed} if placed else {})
        else:
            self._fail(written)

    def _fail(self, written: YamlDocument) -> None:
        self.files.diagnostics.fail(written.file.path.stem, *declared(written.data))

    def _has_sound_names(self, name: str, data: Mapping[Step, Any], place: YamlPlace) -> bool:
        """Whether the id and the folder of a kind can be had; what is wrong with its names is reported."""
        diagnostics = self.files.diagnostics
        wrong = check_names(KIND, place, diagnostics)
        if data.get("folder", name) in OWN_FOLDERS:
            message = f"the folder `{data.get('folder', name)}` of a campaign holds no entries"
            hint = f"take another than {', '.join(OWN_FOLDERS)}"
            diagnostics.error("wrong-name", message, place.at("folder").span, hint)
            return False
        return ("id",) not in wrong and ("folder",) not in wrong

    def _is_taken(self, name: str, folder: str, place: YamlPlace, layer: Layer) -> bool:
        """Whether another kind of the layer has this id, or any other this folder, which is reported."""
        diagnostics = self.files.diagnostics
        if self.files.parts.owner("kind", name) == layer:
            message, at = f"two kinds have the id `{name}`", place.at("id").span
            note = ("the other one is here", self.places[name].at("id").span)
            diagnostics.add(Diagnostic(Severity.ERROR, "ruleset", message, at, ("give it another `id`",), (note,)))
            return True
        owner = self.folders.get(folder, name)
        owner = self.folders[folder] = owner if owner in self.places else name
        if owner != name:
            self._report_shared(folder, {owner: self.places.pop(owner), name: place})
        return owner != name

    def _report_shared(self, folder: str, sharers: Mapping[str, YamlPlace]) -> None:
        """Report two kinds with one folder, at the one that is less like it.

        Of its files it is not known whose they are, so both are left out.
        """
        other, *_ = (*nearest(folder, sharers, 1), *sharers)
        [name] = sharers.keys() - {other}
        place, diagnostics = sharers[name], self.files.diagnostics
        message = f"the entries of `{other}` stand in the folder `{folder}` already"
        at = place.at("folder" if folder != name else "id").span
        note = ("that kind is here", sharers[other].at("id").span)
        hints = ("give this kind a `folder` of its own",)
        diagnostics.add(Diagnostic(Severity.ERROR, "ruleset", message, at, hints, (note,)))
        for kind, shared in sharers.items():
            diagnostics.fail(
                kind, with_article(kind), str(shared.data.get("plural", "")), *declared(shared.document.data)
            )
