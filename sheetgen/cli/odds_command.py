"""`odds`: what may come of a fight."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.app import ContentError
from sheetgen.cli.common import id_argument, project_option
from sheetgen.cli.show import chosen_entries

if TYPE_CHECKING:
    from sheetgen.languages.program_words import Words
    from sheetgen.model.attack_odds import AttackOdds, Opponents
    from sheetgen.model.computed_entry import ComputedEntry
    from sheetgen.model.fight_course import FightCourse
    from sheetgen.model.loaded import LoadedGame
    from sheetgen.model.ruleset.attack_models import AttackModel

MOST_FIGHTS, MANY_FIGHTS = 100_000, 3000
"""Fights that are played at most, and from which number on a terminal shows how far they are."""


@click.command("odds")
@id_argument("encounter")
@click.option("--seed", default="", help="The same seed gives the same answer, here and on pages (default: the id).")
@click.option(
    "--fights", type=click.IntRange(1, MOST_FIGHTS), default=1000, show_default=True,
    help="How often a fight is played that has too many ways to go to be counted.",
)  # fmt: skip
@click.option("--unhurt", is_flag=True, help="Begin with nothing marked, whatever the files of fighters say.")
@project_option
@click.option("--json", "as_data", is_flag=True, help="All figures as JSON.")
def odds(encounter: str, seed: str, fights: int, unhurt: bool, path: Path, as_data: bool) -> None:
    """Tell what may come of an encounter: the whole fight, and everybody's best attack on everybody.

    \b
    sheetgen odds lamp-room
    sheetgen odds lamp-room --seed tonight --fights 10000
    sheetgen odds lamp-room --unhurt
    sheetgen odds lamp-room --json
    """
    from sheetgen.model.attack_odds import OddsCounter, attack_odds
    from sheetgen.model.standing_fighters import opponents_of
    from sheetgen.text.report import printable_json

    (game, computed), *_ = chosen_entries(encounter, path, False)
    model = computed.entry.kind.model.attack
    if model is None or model.odds not in game.ruleset.rules:
        raise ContentError(f"{game.ruleset.title} has no odds for `{encounter}`: its kind says no `attack` with `odds`")
    counter, opponents = OddsCounter(game.ruleset, game.house), opponents_of(game, computed, unhurt)
    table = attack_odds(model, opponents, counter)
    if table is None:
        raise ContentError(f"in `{encounter}` nobody attacks anybody of another side")
    course = _course(model, opponents, counter, seed or computed.id, fights)
    if as_data:
        click.echo(printable_json(_as_data(table, course), None), nl=False)
    else:
        click.echo("\n".join(_lines(game, computed, model, table, course, unhurt)))


def _course(model: AttackModel, opponents: Opponents, counter: Any, seed: str, fights: int) -> FightCourse | None:
    """The course of the fight; None where the game does not say how one goes on."""
    from sheetgen.model.fight_course import MOST_CHOICES, fight_course
    from sheetgen.model.fight_plans import fight_plan

    plan = fight_plan(model, opponents, counter)
    if plan is None:
        return None
    is_long = sys.stderr.isatty() and fights >= MANY_FIGHTS
    with click.progressbar(length=fights, file=sys.stderr if is_long else io.StringIO()) as bar:
        return fight_course(plan, seed, fights, MOST_CHOICES * MOST_FIGHTS, bar.update)


def _lines(
    game: LoadedGame,
    computed: ComputedEntry,
    model: AttackModel,
    table: AttackOdds,
    course: FightCourse | None,
    unhurt: bool,
) -> Iterator[str]:
    from sheetgen.model.course_texts import course_lines, course_notes
    from sheetgen.text.snippet import visible

    words: Words = game.words
    yield click.style(visible(computed.entry.name), bold=True)
    if course and model.fight:
        yield from map(visible, course_lines(course, words))
        yield from (click.style(visible(note), dim=True) for note in course_notes(course, model.fight, words, unhurt))
    for side in table.sides:
        rows = [(f"{row.attacker}, {row.attack}", row.target, *row.values) for row in side.rows]
        yield ""
        yield from map(visible, _table([(side.side or words("Attack"), words("Target"), *table.heads), *rows]))
    yield ""
    if table.doc:
        yield click.style(visible(table.doc), dim=True)
    yield from map(visible, table.gaps(words))


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns, texts at the left and figures at the right."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        cells = (
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def _as_data(table: AttackOdds, course: FightCourse | None) -> dict[str, Any]:
    attacks = [
        {
            "side": side.side,
            "attacker": row.attacker,
            "attack": row.attack,
            "target": row.target,
            "odds": dict(zip(table.heads, row.values, strict=True)),
        }
        for side in table.sides
        for row in side.rows
    ]
    whole = {
        "fights": course.fights, "seed": course.seed, "spread": course.spread, "wins": dict(course.wins),
        "undecided": course.undecided, "rounds": list(course.rounds), "out": dict(course.out),
    } if course else None  # fmt: skip
    return {"attacks": attacks, "left_out": table.left_out, "fight": whole}
