"""Entry files: one entry, a list of entries, or entries by id."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from sheetgen.model.ruleset.documents import YamlPlace, declared, document
from sheetgen.text.addresses import slug
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.kept_values import LentValue
from sheetgen.text.late_values import LateMapping
from sheetgen.text.source import YAML, Walk, file_names, in_order, read_before
from sheetgen.text.suggest import with_article
from sheetgen.text.value_format import ValueFormat
from sheetgen.yaml.load import YamlDocument, parse

_WORD = re.compile(r"[\w-]+")
"""A key that may stay as it is; any other becomes an address, so that none leads out of its folder."""


@dataclass(frozen=True, eq=False, slots=True)
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


def unwritten(kind: str) -> str:
    """The name under which it is noted that a file of entries of a kind is empty, which may be any that is missed."""
    return f"unwritten {kind}"


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
        hint = f"write the `name` of {with_article(kind)} and its fields, or delete the file"
        diagnostics.warning("missing-field", "this file is empty", written.file.span(), hint)
        diagnostics.fail(path.stem, entries_of(kind), unwritten(kind), at=written.file.whole, unread=True)
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
    """Whether a mapping has entries by their ids, some of them perhaps still empty, rather than the fields of one."""
    if "name" in data or "extends" in data:
        return False
    written = [item for item in data.values() if item is not None]
    if len(written) < len(data) and not all(
        isinstance(item, dict) and {"name", "extends"} & item.keys() for item in written
    ):
        return False
    return bool(written) and all(isinstance(item, dict) for item in written)


def _entry(
    document: YamlDocument, kind: str, path: tuple[str | int, ...], data: Any, default: str, diagnostics: Diagnostics
) -> Iterator[WrittenEntry]:
    place = YamlPlace(document, path)
    if not isinstance(data, dict):
        at = place.key_span if data is None and path else place.span
        diagnostics.error("wrong-type", f"{with_article(kind)} is a mapping of fields to values", at)
        diagnostics.fail(default, entries_of(kind), *declared(data))
        return
    given = data.get("id") or default or data.get("name") or ""
    identity = default if given == default and _WORD.fullmatch(default) else slug(str(given))
    if not identity:
        source = next((key for key in ("id", "name") if str(data.get(key) or "").strip()), "")
        message = f"{with_article(kind)} needs `{'id' if source else 'name'}`"
        hint = f"this {source} has no letters or digits to make an address of" if source else ""
        diagnostics.error("missing-field", message, place.at(source or "name").span, hint)
        names = {key: value for key, value in data.items() if isinstance(value, dict)}
        diagnostics.fail(entries_of(kind), *declared(names))
        return
    yield WrittenEntry(kind, identity, data, partial(YamlPlace, document, path))


_ALWAYS_ASKED = frozenset({"name", "extends", "overlay", "overlays"})
"""The keys of an entry that are asked for though nothing in its file has changed."""
_HEADS = ValueFormat.of()


def _head(entry: WrittenEntry) -> dict[str, Any]:
    return {key: entry.data[key] for key in sorted(_ALWAYS_ASKED) if key in entry.data}


@cache
def _lacking(known: tuple[str, ...]) -> frozenset[str]:
    """What is always asked for and an entry does not say."""
    return _ALWAYS_ASKED.difference(known)


@dataclass(frozen=True, slots=True)
class _InFile:
    """Where an entry stands in a file that is parsed when more than its head is asked for."""

    document: Callable[[], YamlDocument]
    path: tuple[str | int, ...]

    def data(self) -> Mapping[str, Any]:
        """What is written of the entry."""
        data: Any = self.document().data
        for step in self.path:
            data = data[step]
        mapping: Mapping[str, Any] = data
        return mapping

    def __call__(self) -> YamlPlace:
        """Its place."""
        return YamlPlace(self.document(), self.path)


def _parsed(path: str, root: Path, data: Callable[[], bytes]) -> YamlDocument:
    """A file that could be read before, by the bytes that stood in it then."""
    parsed = parse(read_before(Path(path), root, data()), Diagnostics())
    assert parsed is not None
    return parsed


@dataclass(frozen=True)
class EntriesOfFile:
    """The form on disk of the entries of a file: their heads; the file is parsed where more is asked for."""

    path: str
    kind: str
    root: Path
    data: bytes
    document: LentValue[YamlDocument] | None = None
    """Where what was parsed waits, if files are many."""

    def write(self, value: list[WrittenEntry]) -> bytes:
        """The id of each entry, its path in the file, and what is always asked for."""
        return _HEADS.write([(entry.id, entry.place.path, _head(entry)) for entry in value])

    def read(self, line: bytes) -> list[WrittenEntry]:
        """The entries of a file that was read without a mistake."""
        return self._entries(_HEADS.read(line), self._parsed_later())

    def spooled(self, entries: Sequence[WrittenEntry]) -> list[WrittenEntry]:
        """Entries that were just read; where they are many, their file waits in a spool."""
        if self.document is None or not entries:
            return list(entries)
        document = self.document.put(entries[0].place.document)
        return self._entries(((entry.id, entry.place.path, _head(entry)) for entry in entries), document)

    def _entries(
        self,
        heads: Iterable[tuple[str, tuple[str | int, ...], dict[str, Any]]],
        document: Callable[[], YamlDocument],
    ) -> list[WrittenEntry]:
        entries = []
        for identity, path, head in heads:
            place = _InFile(document, path)
            late = LateMapping(head, _lacking(tuple(head)), place.data)
            entries.append(WrittenEntry(self.kind, identity, late, place))
        return entries

    def _parsed_later(self) -> Callable[[], YamlDocument]:
        """What gives the parsed file, which stays where files are few."""
        if self.document is None:
            return cache(partial(_parsed, self.path, self.root, partial(bytes, self.data)))
        return self.document.later(partial(_parsed, self.path, self.root, self.document.values.content(self.data)))
