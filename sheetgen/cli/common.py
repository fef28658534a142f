"""The common parts of the commands: reading a project, finding a ruleset, reporting mistakes."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from sheetgen import __version__
from sheetgen.cli.app import MISTAKES, Misuse
from sheetgen.cli.completing import entry_ids

if TYPE_CHECKING:
    from sheetgen.model.loaded import LoadedGame
    from sheetgen.model.project import Project
    from sheetgen.model.ruleset.ruleset import Ruleset
    from sheetgen.site.games import SiteGame
    from sheetgen.text.diagnostics import Diagnostic, Diagnostics

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

PROJECT = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(5)


class _Printed(click.Path):
    """A PDF or an archive to write. A file that is something else is not written over."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, unless a file of another sort would be lost there."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        sort, head = ("ZIP archive", b"PK\3\4") if path.suffix.lower() == ".zip" else ("PDF", b"%PDF-")
        if path.is_file() and _head(path)[: len(head)] not in (b"", head):
            self.fail(f"`{path}` is no {sort}, so nothing is written over it; choose another name", param, ctx)
        return path


PRINTED = _Printed(path_type=Path, dir_okay=False)


class Millimetres(click.FloatRange):
    """A length in mm between two others."""

    name = "mm"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The length."""
        length = super().convert(value, param, ctx)
        if not math.isfinite(length):
            self.fail(f"{value} is no length", param, ctx)
        return length


path_argument = click.argument("path", type=PROJECT, default=".")
project_option = click.option(
    "--project", "path", type=PROJECT, default=".", metavar="PATH", help="The campaign or project (default: here)."
)
player_option = click.option("--player", is_flag=True, help="Without what only the GM may see.")
strict_option = click.option("--strict", is_flag=True, help="Warnings fail, too.")
format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json", "github", "sarif"]), default="text", show_default=True,
    help="How mistakes are told: to people, or to other programs on standard output.",
)  # fmt: skip
verbose_option = click.option("-v", "--verbose", is_flag=True, help="Every entry that one mistake breaks by itself.")


def id_argument(name: str, **settings: Any) -> Callable[[F], F]:
    """An argument that takes ids of entries, which the shell completes."""
    return click.argument(name, shell_complete=entry_ids, **settings)


def read(path: Path, diagnostics: Diagnostics) -> Project | None:
    """The project at a path; None, with diagnostics, where it has mistakes. Raises `Misuse` where there is none."""
    from sheetgen.model.project import read_project

    return read_project(project_file(path), diagnostics)


def project_file(path: Path) -> Path:
    """The file of the project at a path, from the root of the file system. Raises `Misuse` where there is none."""
    from sheetgen.model.project_file import ProjectError, find

    try:
        return find(path).absolute()
    except ProjectError as error:
        raise no_project(error) from None


def is_project(path: Path) -> bool:
    """Whether a project is at a path."""
    from sheetgen.model.project_file import ProjectError, find

    try:
        return bool(find(path))
    except ProjectError:
        return False


def no_project(error: Exception) -> Misuse:
    """The advice where there is no project."""
    return Misuse(str(error), "run this in a campaign's folder, name one, or start one with `sheetgen new FOLDER`")


def games(
    path: Path, diagnostics: Diagnostics, player: bool = False, identity: str = ""
) -> tuple[Project | None, list[LoadedGame]]:
    """The project at a path and its games, each once and computed; with an `identity`, only its entries and what they
    refer to."""
    from sheetgen.model.loaded import StepsTo, load_game

    project, steps = read(path, diagnostics), StepsTo(identity) if identity else None
    project = project and project.in_first_languages
    loaded = (load_game(game, project, diagnostics, steps, player) for game in project.games) if project else ()
    return project, [game for game in loaded if game]


def opened(
    path: Path, player: bool = False, words: Sequence[str] = (), ruleset: str = "", language: str = ""
) -> tuple[Project, Iterator[SiteGame], Diagnostics]:
    """A project and its games, each ready to print as it is asked for; mistakes are reported and end the command.

    Those whose files have all of some `words` come first, as one of them is looked for. With a `ruleset`, only the game
    of that id, if there is one. With a `language`, those that have texts in it, read in it; else each in its first.
    """
    from sheetgen.model.editions import in_language
    from sheetgen.model.game_names import has_words, written_setting
    from sheetgen.model.project_file import ProjectError
    from sheetgen.opened_games import open_games
    from sheetgen.text.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    try:
        project = in_language(sound(read(path, diagnostics), diagnostics), language)
    except ProjectError as error:
        raise Misuse(str(error)) from None
    games = [game for game in project.games if not ruleset or written_setting(game, "id") == ruleset]
    if words and len(games) > 1:
        games.sort(key=lambda game: not has_words(game, words))
    each = (sound(open_games(project, diagnostics, player=player, games=[game]), diagnostics) for game in games)
    return project, (site_game for site_games in each for site_game in site_games), diagnostics


def folder_of_ruleset(name: str) -> Path:
    """The folder of a ruleset by name or path. Raises `Misuse` where there is none."""
    from sheetgen.model.ruleset.ruleset_folders import known_rulesets, ruleset_folder

    here = Path.cwd()
    folder = ruleset_folder(name, here) or ruleset_folder(name, here / "content")
    if folder is None:
        known = known_rulesets(here)
        raise Misuse(f"there is no ruleset `{name}`", f"choose one of {', '.join(known)}, or a folder such as ./game")
    return folder


def ruleset_of(name: str, only_rules: bool = False) -> Ruleset:
    """A ruleset by name or path. Raises `Misuse`, or exits where it has mistakes."""
    from sheetgen.model.ruleset.kept_rulesets import load_kept
    from sheetgen.model.ruleset.layers import layers_of
    from sheetgen.text.diagnostics import Diagnostics

    folder, diagnostics = folder_of_ruleset(name), Diagnostics()
    root = folder.parent.parent
    layers = layers_of(folder, root, diagnostics)
    return sound(load_kept(folder, root, diagnostics, only_rules, layers=layers), diagnostics)


def nearest_name(name: str, known: Sequence[str]) -> str:
    """The nearest of the known names in words, or nothing where none is near."""
    from sheetgen.text.diagnostics import did_you_mean

    hint = did_you_mean(name, known)
    return hint if hint.startswith("did") else ""


def report(
    diagnostics: Diagnostics, form: str = "text", verbose: bool = False, notes: Iterable[Diagnostic] = ()
) -> None:
    """Report diagnostics, and notes behind them: to users on standard error, to programs on standard output; `verbose`,
    each by itself."""
    from sheetgen.text import report as reports

    chosen = [*(diagnostics.each() if verbose else diagnostics), *notes]
    if form == "json":
        click.echo(reports.render_json(chosen), nl=False)
    elif form == "github":
        click.echo(reports.render_github(chosen), nl=False)
    elif form == "sarif":
        click.echo(reports.render_sarif(chosen, __version__), nl=False)
    elif chosen:
        click.echo(reports.render_text(chosen, colour=colour()), err=True, nl=False)


def colour() -> bool:
    """Whether standard error is a terminal that may be coloured."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def sound(value: T | None, diagnostics: Diagnostics) -> T:
    """A value that was read without mistakes; they are reported and end the command."""
    if value is None or diagnostics.has_errors:
        report(diagnostics)
        stop()
    return value


def stop() -> NoReturn:
    """End the command for mistakes in the content."""
    raise SystemExit(MISTAKES)


def short_path(path: Path, project: Path | None = None) -> str:
    """A path as short as it can be named from here; one that is not below, from its project where that is given."""
    places = [start.resolve() for start in (Path.cwd(), project) if start]
    return next((str(path.resolve().relative_to(at)) for at in places if path.resolve().is_relative_to(at)), str(path))


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 entry`, `3 entries`."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
