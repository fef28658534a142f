"""`show`: an entry with every computed number and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import (
    games,
    id_argument,
    nearest_name,
    player_option,
    project_file,
    project_option,
    read,
    report,
)

if TYPE_CHECKING:
    from sheetgen.finished_runs import FinishedRuns
    from sheetgen.model.computed_entry import ComputedEntry
    from sheetgen.model.entries import Entry
    from sheetgen.model.loaded import LoadedGame


@click.command("show")
@id_argument("identity", metavar="ID")
@project_option
@click.option("--json", "as_data", is_flag=True, help="Fields and derived values as JSON.")
@click.option("--all", "everything", is_flag=True, help="The why of every number of long tables, too.")
@player_option
def show_entry(identity: str, path: Path, as_data: bool, everything: bool, player: bool) -> None:
    """Show an entry with every computed number and where it comes from.

    \b
    sheetgen show grey-heron
    sheetgen show bird:grey-heron --all
    sheetgen show grey-heron --json
    """
    from sheetgen.finished_runs import FinishedRuns
    from sheetgen.text.cache import Cache

    runs = FinishedRuns.of(Cache.of_user(), "show", project_file(path), identity, as_data, everything, player)
    outcome = runs.get()
    click.echo(outcome.text if outcome else _entry_text(identity, path, runs, as_data, everything, player), nl=False)


def _entry_text(identity: str, path: Path, runs: FinishedRuns, as_data: bool, everything: bool, player: bool) -> str:
    """What is printed of an entry, kept for as long as the files of its project are the same."""
    from sheetgen.finished_runs import Inputs, Outcome
    from sheetgen.model.project import sources
    from sheetgen.text.diagnostics import Diagnostics

    project = read(path, Diagnostics())
    inputs = Inputs.now(sources(project, project_file(path)), [project.output]) if project else None
    (game, computed), *others = chosen_entries(identity, path, player)
    text = _as_json(game, computed, player) if as_data else _as_lines(game, computed, everything)
    if others:
        named = ", ".join(f"`{it.entry.kind.id}:{it.entry.id}` of {other.ruleset.title}" for other, it in others)
        click.echo(f"note: this id is also that of {named}", err=True)
    else:
        runs.keep(inputs, Outcome(text=text))
    return text


def _as_json(game: LoadedGame, computed: ComputedEntry, player: bool) -> str:
    from sheetgen.model.entry_json import entry_json
    from sheetgen.text.report import printable_json

    return printable_json(entry_json(computed, game.ruleset, not player))


def _as_lines(game: LoadedGame, computed: ComputedEntry, everything: bool) -> str:
    from sheetgen.cli.explain_output import explained_lines
    from sheetgen.model.known_places import open_titles
    from sheetgen.text.snippet import visible

    entry, titles = computed.entry, game.ruleset.titles
    left = ", ".join(open_titles(entry.kind, entry.fields, titles))
    head = [
        click.style(visible(entry.name), bold=True),
        f"{entry.kind.model.title} of {game.ruleset.title}, {entry.place.span}",
        *([f"Stands for that of {entry.replaces}."] if entry.replaces else []),
        *filter(None, [visible(_made_from(entry)), visible(entry.fields["summary"] or "")]),
        *([visible(f"Open: {left}")] if left else []),
    ]
    return "".join(f"{line}\n" for line in (*head, *explained_lines(computed, titles, everything)))


def _made_from(entry: Entry) -> str:
    """What an entry was made from by overlays; empty for any other."""
    return f"Made with {', '.join(entry.overlays)} from {entry.fields['extends']}" if entry.overlays else ""


def chosen_entries(identity: str, path: Path, player: bool) -> list[tuple[LoadedGame, ComputedEntry]]:
    """The entries of an id, at least one: those of the campaign before those of the rulebook."""
    from sheetgen.text.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    _, loaded = games(path, diagnostics, player, identity)
    if candidates := _computed(identity, loaded):
        return candidates
    if diagnostics.has_errors or any(game.library.find(identity) for game in loaded):
        diagnostics = Diagnostics()
        _, loaded = games(path, diagnostics, player)
    if diagnostics.has_errors:
        report(diagnostics)
        raise ContentError(f"`{identity}` cannot be shown before the mistakes above are mended")
    if identity.rpartition(":")[2] in {entry.id for game in loaded for entry in game.hidden}:
        raise ContentError(f"players do not see `{identity}`: it is hidden")
    hint = nearest_name(identity, [name for game in loaded for name in game.library.ids])
    raise Misuse(f"there is no entry `{identity}`", hint or "the id of an entry is the name of its file without .yaml")


def _computed(identity: str, loaded: Sequence[LoadedGame]) -> list[tuple[LoadedGame, ComputedEntry]]:
    """The entries of an id that could be computed, those of campaigns first."""
    named = [(game, entry) for game in loaded for entry in game.library.find(identity)]
    named.sort(key=lambda pair: not pair[1].campaign)
    return [
        (game, computed)
        for game, entry in named
        if game.table and (computed := game.table.entries.get((entry.kind.id, entry.id)))
    ]
