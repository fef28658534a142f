"""`roll`: a roll on a table of the rules or of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import nearest_name, opened, player_option, project_option

if TYPE_CHECKING:
    from sheetgen.dice.rolled_tables import RolledTable
    from sheetgen.site.games import SiteGame


@click.command("roll")
@click.argument("table", required=False)
@click.option("--seed", default="", help="The same seed gives the same rolls, here and on pages.")
@click.option("-n", "--times", type=click.IntRange(1, 1000), default=1, show_default=True, help="How often to roll.")
@project_option
@player_option
def roll_table(table: str | None, seed: str, times: int, path: Path, player: bool) -> None:
    """Roll on a table; without a name, list those that can be rolled on.

    \b
    sheetgen roll
    sheetgen roll weather --seed tonight
    sheetgen roll weather -n 5 --project my-campaign
    """
    from secrets import randbelow

    from sheetgen.dice.roller import Roller, roll

    _, games, _ = opened(path, player)
    if table is None:
        _list(games)
        return
    tables, name = _holding(table, games)
    chosen, named = tables[name], seed or str(randbelow(1_000_000))
    roller, page = Roller(named), name.partition("#")[0]
    known = {**chosen.others, chosen.name: chosen}
    known |= {f"#{name.partition('#')[2]}": it for name, it in tables.items() if name.startswith(f"{page}#")}
    for _ in range(times):
        click.echo("\n".join(roll(chosen, roller, known).lines()))
    if not seed:
        click.echo(f"note: the same again with --seed {named}", err=True)


def _list(games: Iterable[SiteGame]) -> None:
    """Print each table of some games in a line."""
    tables = {name: rolled for game in games for name, rolled in _tables(game)}
    for name, rolled in tables.items():
        click.echo(f"{name:28} {rolled.dice.text:6} {rolled.title}")
    if not tables:
        click.echo("There is no table to roll on: give one `dice`, or the first column of one in a chapter dice.")


def _holding(table: str, games: Iterable[SiteGame]) -> tuple[dict[str, RolledTable], str]:
    """The tables of the first game that has one of a name, with its whole name. Raises `Misuse` where none has."""
    known: list[str] = []
    for game in games:
        tables = dict(_tables(game))
        known += tables
        name = table if table in tables else next((name for name in tables if name.endswith(f"#{table}")), None)
        if name is not None:
            return tables, name
    hint = nearest_name(table, [*known, *(name.partition("#")[2] for name in known)])
    raise Misuse(f"there is no table `{table}` to roll on", f"{hint} `sheetgen roll` lists them".strip())


def _tables(game: SiteGame) -> Iterator[tuple[str, RolledTable]]:
    """The tables of a game that can be rolled on, by name; those of a page as `page#heading`."""
    from sheetgen.markdown.table_dice import tables_in

    for rolled in game.rolled_tables():
        yield rolled.name, rolled
    for page in (*game.chapters, *game.pages):
        for rolled in tables_in(page.body):
            yield f"{page.slug}{rolled.name}", rolled
