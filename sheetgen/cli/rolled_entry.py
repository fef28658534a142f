"""What the tables of a game roll for a new entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.app import Misuse
from sheetgen.text.suggest import in_sentence

if TYPE_CHECKING:
    from sheetgen.model.ruleset.kinds import Kind
    from sheetgen.site.games import SiteGame


def rolled_entry(game: SiteGame, kind: Kind, seed: str, log: bool = True) -> dict[str, Any]:
    """What is rolled for a new entry of a kind, with a log. Raises `Misuse` where nothing is rolled."""
    from secrets import randbelow

    from sheetgen.dice.roller import Roller, roll
    from sheetgen.model.ruleset.rolled_fields import rolled_values, roller_of

    ruleset = game.ruleset
    identities = {of: {it.entry.name: it.id for it in game.entries.of(of)} for of in ruleset.kinds}
    table = roller_of(kind, ruleset.tables, game.rolled_names, ruleset.titles)
    if table is None:
        raise Misuse(
            f"nothing is rolled for a new {in_sentence(kind.model.title)}",
            "the ruleset says what is, with `roll` in its kind: `roll: {strength: 3d6, gear: [weapons, trinkets]}`",
        )
    named = seed or str(randbelow(1_000_000))
    fallen = roll(table, Roller(named), table.others)
    if log:
        click.echo("\n".join(fallen.lines()))
        click.echo(f"note: the same again with --seed {named}", err=True)
    return rolled_values(kind, fallen, identities)
