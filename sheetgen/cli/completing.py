"""The words that the shell offers after Tab: rulesets, rules, entries, words of a filter. They are read, not
computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from sheetgen.model.project import Game


def rulesets(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The names of the rulesets that can be used here."""
    from sheetgen.model.ruleset.ruleset_folders import known_rulesets

    return _offered(typed, lambda: ((name, "") for name in known_rulesets(Path.cwd())))


def rules(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The rules of the ruleset named before, with their titles."""
    from sheetgen.model.ruleset.ruleset_folders import ruleset_folder

    folder = ruleset_folder(str(context.params.get("ruleset") or ""), Path.cwd())
    return _offered(typed, lambda: _rules(folder) if folder else ())


def kinds(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The kinds of entries that the project's games know, with their titles."""
    return _offered(typed, lambda: _kinds(_path(context)))


def entry_ids(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The ids of the project's entries, with their names."""
    return _offered(typed, lambda: _entries(_path(context)))


def filter_words(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The ids of the project's entries, and what they can be filtered by."""
    return _offered(typed, lambda: (*_entries(_path(context)), *_facets(_path(context))))


def _offered(typed: str, proposals: Callable[[], Iterable[tuple[str, str]]]) -> list[CompletionItem]:
    # A project with mistakes offers what it can; a shell is no place for messages.
    try:
        offered = dict(proposals())
    except Exception:
        return []
    return [CompletionItem(name, help=text or None) for name, text in offered.items() if name.startswith(typed)]


def _path(context: click.Context) -> Path:
    return Path(context.params.get("path") or ".")


def _games(path: Path) -> Iterator[tuple[Game, Path]]:
    from sheetgen.model.project import read_project
    from sheetgen.model.project_file import find
    from sheetgen.text.diagnostics import Diagnostics

    project = read_project(find(path), Diagnostics())
    yield from ((game, project.root) for game in project.games) if project else ()


def _rules(folder: Path) -> Iterator[tuple[str, str]]:
    for document in _documents(folder / "rules"):
        for name, rule in document.items():
            if isinstance(rule, dict) and "outputs" in rule:
                yield str(name), str(rule.get("title", ""))


def _kinds(path: Path) -> Iterator[tuple[str, str]]:
    for game, _ in _games(path):
        yield from ((str(kind.get("id", "")), str(kind.get("title", ""))) for kind in _documents(game.folder / "kinds"))


def _entries(path: Path) -> Iterator[tuple[str, str]]:
    from sheetgen.model.ruleset.written_entries import entry_files, read_entries
    from sheetgen.text.diagnostics import Diagnostics

    for game, root in _games(path):
        for kind in _documents(game.folder / "kinds"):
            name = str(kind.get("id", ""))
            for file in entry_files(game.campaign, name, str(kind.get("folder", name))) if game.campaign else ():
                for entry in read_entries(Path(file), name, root, Diagnostics()):
                    yield entry.id, str(entry.data.get("name", ""))


def _facets(path: Path) -> Iterator[tuple[str, str]]:
    for game, _ in _games(path):
        for kind in _documents(game.folder / "kinds"):
            yield from ((f"{name}:", f"filter {kind.get('plural', '')}") for name in kind.get("facets") or ())
    yield from (("kind:", "filter by kind"), ("tag:", "filter by tag"))


def _documents(folder: Path) -> Iterator[dict[str, Any]]:
    from sheetgen.model.ruleset.documents import documents
    from sheetgen.text.diagnostics import Diagnostics

    for document in documents(folder, "*.yaml", folder, Diagnostics()):
        if isinstance(document.data, dict):
            yield {str(key): value for key, value in document.data.items()}
