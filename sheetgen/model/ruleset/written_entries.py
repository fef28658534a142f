"""Entry files: one entry, a list of entries, or entries by id."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from sheetgen.model.ruleset.documents import YamlPlace, declared, document
from sheetgen.text.addresses import slug
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.late_values import LateMapping, SpooledValues
from sheetgen.text.source import YAML, Walk, file_names, in_order, read_before
from sheetgen.text.suggest import with_article
from sheetgen.text.value_format import ValueFormat
from sheetgen.yaml.load import YamlDocument, parse

_WORD = re.compile(r"[\w-]+")
"""A key that may stay as it is; any other becomes an address, so that none leads out of its folder."""


@dataclass(frozen=True, eq=False)
class WrittenEntry:
    """An entry as its author wrote it."""

    kind: str
    id: str
    data: Mapping[str, Any]
    find_place: Callable[[], YamlPlace]
    replaces: str = ""
    """The title of the ruleset whose entry it stands for."""

    @property
    def is_overlay(self) -> bool:
        """Whether it says what its results are called, as an overlay does."""
        return "overlay" in self.data

    @property
    def place(self) -> YamlPlace:
        """Where it is written."""
        return self.find_place()


def entries_of(kind: str) -> str:
    """The name under which it is noted that entries of a kind failed, so that there may seem to be none."""
    return f"entries of {kind}"


def entry_files(folder: Path, kind: str, kind_folder: str, walk: Walk = os.walk) -> list[str]:
    """The files of one kind below a folder of entries, in order: `birds/*.yaml`, `bird.yaml`, `birds-*.yaml`."""
    beside = [(path, Path(path).stem) for path in file_names(folder, *YAML, walk=walk)]
    seen: set[str] = set()
    for name in {kind, kind_folder}:
        seen.update(file_names(folder / name, *YAML, deep=True, walk=walk))
        seen.update(path for path, stem in beside if stem == name or stem.startswith(f"{name}-"))
    return in_order(seen)


def read_entries(path: Path, kind: str, root: Path, diagnostics: Diagnostics) -> list[WrittenEntry]:
    """The entries of one file. An entry's id is its `id`, its key, or the slug of the file's or its own name."""
    written = document(path, root, diagnostics)
    if written is None:
        diagnostics.fail(entries_of(kind))
        return []
    if written.data is None:
        diagnostics.warning("missing-field", "this file is empty", written.file.span())
        return []
    return list(entries_in(written, kind, slug(path.stem), diagnostics))


def entries_in(document: YamlDocument, kind: str, stem: str, diagnostics: Diagnostics) -> Iterator[WrittenEntry]:
    """The entries of a document; `stem` is the id of one that has the file for itself."""
    data: Any = document.data
    if isinstance(data, list):
        for number, item in enumerate(data):
            yield from _entry(document, kind, (number,), item, "", diagnostics)
    elif isinstance(data, dict) and data and _by_id(data):
        for key, item in data.items():
            yield from _entry(document, kind, (key,), item, str(key), diagnostics)
    else:
        yield from _entry(document, kind, (), data, stem, diagnostics)


def _by_id(data: dict[str, Any]) -> bool:
    return "name" not in data and "extends" not in data and all(isinstance(item, dict) for item in data.values())


def _entry(
    document: YamlDocument, kind: str, path: tuple[str | int, ...], data: Any, default: str, diagnostics: Diagnostics
) -> Iterator[WrittenEntry]:
    place = YamlPlace(document, path)
    if not isinstance(data, dict):
        diagnostics.error("wrong-type", f"{with_article(kind)} is a mapping of fields to values", place.span)
        diagnostics.fail(default, entries_of(kind), *declared(data))
        return
    given = data.get("id") or default or data.get("name") or ""
    identity = default if given == default and _WORD.fullmatch(default) else slug(str(given))
    if not identity:
        named = isinstance(data.get("name"), str) and data["name"].strip()
        message = f"{with_article(kind)} needs `{'id' if named else 'name'}`"
        hint = "this name has no letters or digits to make an address of" if named else ""
        diagnostics.error("missing-field", message, place.at("name").span, hint)
        names = {key: value for key, value in data.items() if isinstance(value, dict)}
        diagnostics.fail(entries_of(kind), *declared(names))
        return
    yield WrittenEntry(kind, identity, data, partial(YamlPlace, document, path))


_ALWAYS_ASKED = frozenset({"name", "extends", "overlay", "overlays"})
"""The keys of an entry that are asked for though nothing in its file has changed."""
_HEADS = ValueFormat.of()


def _head(entry: WrittenEntry) -> dict[str, Any]:
    return {key: entry.data[key] for key in sorted(_ALWAYS_ASKED) if key in entry.data}


@dataclass(frozen=True)
class EntriesOfFile:
    """The form on disk of the entries of a file: their heads; the file is parsed where more is asked for."""

    path: Path
    kind: str
    root: Path
    data: bytes

    def write(self, value: list[WrittenEntry]) -> bytes:
        """The id of each entry, its path in the file, and what is always asked for."""
        return _HEADS.write([(entry.id, entry.place.path, _head(entry)) for entry in value])

    def read(self, line: bytes) -> list[WrittenEntry]:
        """The entries of a file that was read without a mistake."""
        return [self._entry(identity, path, head, self._again) for identity, path, head in _HEADS.read(line)]

    def spooled(self, entries: Sequence[WrittenEntry], documents: SpooledValues[YamlDocument]) -> list[WrittenEntry]:
        """Entries that were just read, whose file waits in a spool."""
        document = documents.put(entries[0].place.document)
        return [self._entry(entry.id, entry.place.path, _head(entry), document) for entry in entries]

    def _entry(
        self, identity: str, path: tuple[str | int, ...], head: dict[str, Any], document: Callable[[], YamlDocument]
    ) -> WrittenEntry:
        def data() -> Mapping[str, Any]:
            data: Any = document().data
            for step in path:
                data = data[step]
            mapping: Mapping[str, Any] = data
            return mapping

        late = LateMapping(head, _ALWAYS_ASKED - head.keys(), data)
        return WrittenEntry(self.kind, identity, late, lambda: YamlPlace(document(), path))

    def _again(self) -> YamlDocument:
        return self._document

    @cached_property
    def _document(self) -> YamlDocument:
        parsed = parse(read_before(self.path, self.root, self.data), Diagnostics())
        assert parsed is not None
        return parsed
