"""Entry files: one entry, a list of entries, or entries by id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheetgen.model.ruleset.documents import YamlPlace, declared, document
from sheetgen.text.addresses import slug
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import YAML, files
from sheetgen.text.suggest import with_article
from sheetgen.yaml.load import YamlDocument

_WORD = re.compile(r"[\w-]+")
"""A key that may stay as it is; any other becomes an address, so that none leads out of its folder."""


@dataclass(frozen=True, eq=False)
class WrittenEntry:
    """An entry as its author wrote it."""

    kind: str
    id: str
    data: dict[str, Any]
    place: YamlPlace


def entries_of(kind: str) -> str:
    """The name under which it is noted that entries of a kind failed, so that there may seem to be none."""
    return f"entries of {kind}"


def entry_files(folder: Path, kind: str, kind_folder: str) -> Iterator[Path]:
    """The files of one kind below a folder of entries: `birds/*.yaml`, `bird.yaml`, `birds-*.yaml`."""
    beside = files(folder, *YAML)
    seen: set[Path] = set()
    for name in {kind, kind_folder}:
        seen.update(files(folder / name, *YAML, deep=True))
        seen.update(path for path in beside if path.stem == name or path.stem.startswith(f"{name}-"))
    yield from sorted(seen, key=lambda path: path.parts)


def read_entries(path: Path, kind: str, root: Path, diagnostics: Diagnostics) -> list[WrittenEntry]:
    """The entries of one file. An entry's id is its `id`, its key, or the slug of the file's or its own name."""
    written = document(path, root, diagnostics)
    if written is None:
        diagnostics.fail(entries_of(kind))
        return []
    if written.data is None:
        diagnostics.warning("missing-field", "this file is empty", written.file.span())
        return []
    return list(_entries(written, kind, slug(path.stem), diagnostics))


def _entries(document: YamlDocument, kind: str, stem: str, diagnostics: Diagnostics) -> Iterator[WrittenEntry]:
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
        diagnostics.fail(entries_of(kind), *declared(data))
        return
    yield WrittenEntry(kind, identity, data, place)
