"""The games of a project in one of the languages that they have texts in."""

from __future__ import annotations

from dataclasses import replace

from sheetgen.languages.program_words import SOURCE
from sheetgen.model.game_names import written_setting
from sheetgen.model.project import Game, Project, translated
from sheetgen.model.project_file import ProjectError
from sheetgen.model.ruleset.layers import LANGUAGES


def in_language(project: Project, language: str) -> Project:
    """The project with each game once: in a language, where it has texts in it, without one in its first.

    Raises `ProjectError` where no game has texts in that language.
    """
    first = project.in_first_languages
    if not language:
        return first
    games = tuple(game for game in (_edition(game, language) for game in first.games) if game)
    if not games:
        known = dict.fromkeys(name for game in first.games for name in _languages(game))
        raise ProjectError(f"no game here has texts in `{language}`: there is {', '.join(known)}")
    return replace(first, games=games)


def _edition(game: Game, language: str) -> Game | None:
    own, *others = _languages(game)
    settings = game.settings and game.settings.model_copy(update={"language": language})
    layers = tuple(layer for layer in game.layers if layer.sort != "language")
    plain = replace(game, layers=layers, language="", settings=settings)
    if language in others:
        return translated(plain, language)
    return plain if language == own else None


def _languages(game: Game) -> list[str]:
    """The languages that a game has texts in, its own first."""
    folders = (path for layer in game.layers for path in sorted((layer.folder / LANGUAGES).glob("*")) if path.is_dir())
    return list(dict.fromkeys([written_setting(game, "language") or SOURCE, *(path.name for path in folders)]))
