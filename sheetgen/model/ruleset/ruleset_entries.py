"""The entries of a game, as its layers have them, and files among them that belong to no kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from sheetgen.model.ruleset.documents import YamlPlace, declared, document
from sheetgen.model.ruleset.kind_files import KindFiles
from sheetgen.model.ruleset.layered_files import LayeredFiles
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.translations import translated_entries
from sheetgen.model.ruleset.written_entries import WrittenEntry, entries_of, entry_files, read_entries
from sheetgen.text.diagnostics import Diagnostics, did_you_mean, nearest
from sheetgen.text.source import YAML, files


@dataclass(frozen=True)
class RulesetEntries:
    """Reads the entries of a game."""

    files: LayeredFiles
    kinds: KindFiles
    only: Set[str] | None = None
    """The kinds of which entries are wanted, where others are passed over; else all."""

    def read(self) -> tuple[WrittenEntry, ...]:
        """The entries of all layers but the campaign's; what a later layer says of one stands over the others."""
        entries: Sequence[WrittenEntry] = ()
        diagnostics, parts = self.files.diagnostics, self.files.parts
        for layer in self.files.layers:
            if layer.language:
                entries = translated_entries(entries, self._entries_of(layer), diagnostics)
                continue
            gone = parts.leave_out("entry", layer, diagnostics if self.only is None else Diagnostics())
            entries = [entry for entry in entries if f"{entry.kind}:{entry.id}" not in gone]
            if layer.sort != "campaign":
                entries = parts.with_entries(entries, self._entries_of(layer), layer, diagnostics)
        return tuple(entries)

    def _entries_of(self, layer: Layer) -> list[WrittenEntry]:
        entries: list[WrittenEntry] = []
        gone = {path for name, place in self._left_out_after(layer) for path in _files_of(layer, name, place)}
        seen = set(gone)
        for kind, place in self.kinds.places.items():
            if self.only is not None and kind not in self.only:
                continue
            for path in (path for path in _files_of(layer, kind, place) if path not in gone):
                seen.add(path)
                entries += read_entries(path, kind, layer.root, self.files.diagnostics)
        if self.only is None:
            self._report_strays(layer, seen)
        return entries

    def _report_strays(self, layer: Layer, seen: Set[Path]) -> None:
        """Report the files of a layer that belong to no kind.

        Only a kind that is lost by now explains one, not a field that is called like it and fails later.
        """
        diagnostics = self.files.diagnostics
        for path in sorted({*files(layer.folder / "entries", *YAML, deep=True)} - seen):
            stray = document(path, layer.root, diagnostics)
            if stray is not None:
                hint = did_you_mean(path.stem, self.kinds.places)
                message = "this file belongs to no kind: name it after a kind or after its folder of entries"
                if not self.kinds.places:
                    message, hint = (
                        "this file belongs to no kind: the game has none",
                        "write one into the folder `kinds`",
                    )
                missed = [name for name in (path.stem, path.parent.name) if diagnostics.is_lost(name)]
                diagnostics.error("project", message, stray.file.span(), hint, missed=missed)
                near = map(entries_of, nearest(path.stem, self.kinds.places, 1))
                diagnostics.fail(path.stem, *near, *declared(stray.data), at=stray.file.whole)

    def _left_out_after(self, layer: Layer) -> Iterator[tuple[str, YamlPlace]]:
        """The kinds that a later layer leaves out, and where they stood."""
        layers = self.files.layers
        for name, (place, by) in self.kinds.left_out.items():
            if layers.index(layer) < layers.index(by):
                yield name, place


def _files_of(layer: Layer, kind: str, place: YamlPlace) -> Iterable[Path]:
    """The files of a layer that have entries of a kind."""
    return map(Path, entry_files(layer.folder / "entries", kind, str(place.data.get("folder", kind))))
