"""`show`: an entry with every computed number and where it comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import games, id_argument, nearest_name, player_option, project_option, report

if TYPE_CHECKING:
    from sheetgen.model.derive import ComputedEntry
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
    from sheetgen.cli.explain_output import explained_lines
    from sheetgen.model.derive import entry_json
    from sheetgen.text.report import printable_json
    from sheetgen.text.snippet import visible

    game, computed = _chosen_entry(identity, path, player)
    if as_data:
        click.echo(printable_json(entry_json(computed, game.ruleset, not player)), nl=False)
        return
    entry = computed.entry
    click.secho(visible(entry.name), bold=True)
    click.echo(f"{entry.kind.model.title} of {game.ruleset.title}, {entry.place.span}")
    if entry.fields["summary"]:
        click.echo(visible(entry.fields["summary"]))
    for line in explained_lines(computed, game.ruleset.titles, everything):
        click.echo(line)


def _chosen_entry(identity: str, path: Path, player: bool) -> tuple[LoadedGame, ComputedEntry]:
    """The entry of an id: one of the campaign before one of the rulebook. Others of that id are named."""
    from sheetgen.text.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    _, loaded = games(path, diagnostics, player)
    named = [(game, entry) for game in loaded for entry in game.library.find(identity)]
    named.sort(key=lambda pair: not pair[1].campaign)
    candidates = [
        (game, computed)
        for game, entry in named
        if game.table and (computed := game.table.entries.get((entry.kind.id, entry.id)))
    ]
    if candidates:
        if len(candidates) > 1:
            others = ", ".join(
                f"`{other.entry.kind.id}:{other.id}` of {game.ruleset.title}" for game, other in candidates[1:]
            )
            click.echo(f"note: this id is also that of {others}", err=True)
        return candidates[0]
    if diagnostics.has_errors:
        report(diagnostics)
        raise ContentError(f"`{identity}` cannot be shown before the mistakes above are mended")
    if identity.rpartition(":")[2] in {entry.id for game in loaded for entry in game.hidden}:
        raise ContentError(f"players do not see `{identity}`: it is hidden")
    hint = nearest_name(identity, [name for game in loaded for name in game.library.ids])
    raise Misuse(f"there is no entry `{identity}`", hint or "the id of an entry is the name of its file without .yaml")
