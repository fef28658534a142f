"""`diff`: what changed between two versions of a ruleset."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import click

from sheetgen.cli.common import ruleset_of


@click.command("diff")
@click.argument("old")
@click.argument("new")
def diff_rulesets(old: str, new: str) -> None:
    """Tell what changed between two versions of a ruleset, by rules, tables, words, kinds, entries and chapters.

    \b
    sheetgen diff games/my-game my-game
    """
    from sheetgen.model.ruleset_changes import changes

    before, after = (ruleset_of(name if not Path(name).is_dir() else str(Path(name).resolve())) for name in (old, new))
    click.echo(f"{before.edition} → {after.edition}")
    count = 0
    for sort, of_sort in groupby(changes(before, after), key=lambda change: change.sort):
        click.echo(sort)
        for change in of_sort:
            count += 1
            click.echo(f"  {change.title}: {change.how}")
            for detail in change.details:
                click.echo(f"    {detail}")
    if not count:
        click.echo("Nothing is different in what the rules say.")
