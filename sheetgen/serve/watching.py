"""Noticing what is saved in the folders that a site is made from."""

from __future__ import annotations

import threading
from pathlib import Path

from watchfiles import watch

from sheetgen.model.project import read_project
from sheetgen.model.project_file import find
from sheetgen.processes import uncollected
from sheetgen.serve.preview import Preview
from sheetgen.site.assets import templates_folder
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.file_digests import NO_SOURCES


def watched(path: Path) -> tuple[Path, ...]:
    """The folders whose files a project is made from. Raises `ProjectError`."""
    project = read_project(find(path), Diagnostics())
    games = [layer.folder for game in project.games for layer in game.layers] if project else []
    folders = dict.fromkeys(folder.resolve() for folder in (find(path).parent, *games, templates_folder()))
    return tuple(
        folder for folder in folders if not any(folder != other and folder.is_relative_to(other) for other in folders)
    )


def is_source(path: Path, folders: tuple[Path, ...], output: Path | None) -> bool:
    """Whether a file below the folders is one that a site is made from, rather than part of the site itself."""
    if output is not None and path.is_relative_to(output):
        return False
    return any(
        path.is_relative_to(folder) and not NO_SOURCES & set(path.relative_to(folder).parts) for folder in folders
    )


def watch_and_rebuild(preview: Preview, folders: tuple[Path, ...], stop: threading.Event) -> None:
    """Rebuild whenever something below the folders is saved, until stopped."""

    def wanted(change: object, path: str) -> bool:
        project = preview.built.project if preview.built else None
        return is_source(Path(path), folders, project.output.resolve() if project else None)

    ended = threading.Event()
    builder = threading.Thread(target=_rebuild_when_saved, args=(preview, ended))
    builder.start()
    try:
        for _ in watch(*folders, watch_filter=wanted, stop_event=stop, debounce=50, step=10):
            preview.saved.set()
    finally:
        ended.set()
        preview.saved.set()
        builder.join()


def _rebuild_when_saved(preview: Preview, ended: threading.Event) -> None:
    """Build after each save; no garbage is searched for between a build that is given up and the next one."""
    while preview.saved.wait() and not ended.is_set():
        with uncollected():
            while preview.saved.is_set() and not ended.is_set():
                preview.rebuild()
