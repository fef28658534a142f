"""What the tests of the middle share: a game loaded from text, and mistakes as they are expected on their lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from textwrap import dedent

from sheetgen.model.loaded import LoadedGame, load_game
from sheetgen.model.project import Project, read_project
from sheetgen.model.project_file import find
from sheetgen.opened_games import open_games
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics

Write = Callable[[Mapping[str, str]], Path]
"""Writes a small project from texts, by path; the fixture `project` of conftest."""
Places = list[tuple[str, int, str]]
"""File, line and code of each message."""


def loaded(folder: Path) -> tuple[LoadedGame, Diagnostics]:
    """The one game of a project, read and computed, with the mistakes found."""
    diagnostics = Diagnostics()
    project = read_project(find(folder), diagnostics)
    assert project is not None, [str(diagnostic) for diagnostic in diagnostics]
    game = load_game(project.games[0], project, diagnostics)
    assert game is not None, [str(diagnostic) for diagnostic in diagnostics]
    return game, diagnostics


def open_project(
    path: Path, diagnostics: Diagnostics, player: bool = False
) -> tuple[Project, tuple[SiteGame, ...]] | None:
    """A project and all of its games, each in its first language. Raises `ProjectError`."""
    project = read_project(find(path), diagnostics)
    project = project and project.in_first_languages
    return (project, open_games(project, diagnostics, player=player)) if project else None


def places_of(diagnostics: Iterable[object]) -> Places:
    """The place and code of each message, in order."""
    return sorted(
        (diagnostic.span.file.name, diagnostic.span.line, diagnostic.code)
        if diagnostic.span
        else ("", 0, diagnostic.code)  # type: ignore[attr-defined]
        for diagnostic in diagnostics
    )


def expected(files: Mapping[str, str]) -> Places:
    """The messages that comments such as `# wrong-type` ask for on their lines."""
    places = []
    for name, text in files.items():
        for number, line in enumerate(dedent(text).lstrip("\n").split("\n"), 1):
            match = re.search(r"# !([a-z-]+(?: [a-z-]+)*)$", line)
            places += [(name, number, code) for code in match[1].split()] if match else []
    return sorted(places)
