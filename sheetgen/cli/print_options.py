"""The arguments and options of the commands that print, and the commands themselves, as the table of outputs says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from sheetgen.cli.common import (
    PRINTED,
    Millimetres,
    id_argument,
    player_option,
    project_file,
    project_option,
    read,
)
from sheetgen.cli.completing import entry_ids, filter_words, rulesets
from sheetgen.cli.print_run import PrintRun, deliver
from sheetgen.print_outputs import OUTPUTS
from sheetgen.text.cache import Cache, digest
from sheetgen.text.source import content

if TYPE_CHECKING:
    from sheetgen.finished_runs import FinishedRuns, Inputs

PAPERS = ("A4", "Letter", "A5", "A6")
_WITHOUT = re.compile(r"-[A-Za-z_][\w-]*:")
"""How a word of a filter begins that leaves entries out."""
Decorator: TypeAlias = Callable[[Any], Any]

ARGUMENTS: Mapping[str, Decorator] = MappingProxyType({
    "ids": id_argument("identities", metavar="[ID]...", nargs=-1),
    "encounter": id_argument("encounter", metavar="ENCOUNTER"),
    "filter": click.argument("words", metavar="[FILTER]...", nargs=-1, shell_complete=filter_words),
})  # fmt: skip
"""What commands are given, by name."""

OPTIONS: Mapping[str, Decorator] = MappingProxyType({
    "project": project_option,
    "player": player_option,
    "language": click.option(
        "--language", default="", metavar="TAG",
        help="A language that the game has texts in, such as de (default: its first).",
    ),
    "ruleset": click.option(
        "--ruleset", default="", shell_complete=rulesets, metavar="GAME", help="The game, in a project of several."
    ),
    "campaign": click.option("--campaign", is_flag=True, help="With the entries of the campaign."),
    "paper": click.option(
        "--paper", type=click.Choice(PAPERS, case_sensitive=False), help="Paper (default: the project's)."
    ),
    "sheet-paper": click.option(
        "--paper", type=click.Choice((*PAPERS, "tablet"), case_sensitive=False),
        help="Paper (default: the project's), or tablet, to read on one that lies on its side.",
    ),
    "book-paper": click.option(
        "--paper", type=click.Choice((*PAPERS, "digest"), case_sensitive=False),
        help="Paper (default: the project's), or digest, half of Letter.",
    ),
    "ink": click.option("--ink", is_flag=True, help="Outlines instead of filled areas."),
    "layout": click.option(
        "--layout", type=click.Choice(["full", "one-page", "large-print", "digest"]), default="full", show_default=True,
        help="Two pages, the most important on one, in large type, or two characters on a page for the game master.",
    ),
    "blank": click.option("--blank", is_flag=True, help="The same sheet without an entry, to fill in by hand."),
    "fillable": click.option(
        "--fillable", is_flag=True, help="With text fields and tick boxes to fill in on a screen."
    ),
    "card": click.option(
        "--card", help="poker, bridge, tarot, mini, jumbo, a6, 3x5, half-letter, or a size such as 70x100 in mm."
    ),
    "packet-card": click.option("--card", help="The size of the cards (default: the campaign's), or none."),
    "duplex": click.option(
        "--duplex", type=click.Choice(["long", "short", "fold", "none"]), default="long", show_default=True,
        help="The edge that the printer turns the paper on; fold puts backs beside their fronts.",
    ),
    "turned": click.option(
        "--duplex", type=click.Choice(["long", "short"]), default="long", show_default=True,
        help="The edge that the printer turns the paper on.",
    ),
    "copies": click.option(
        "--copies", type=click.IntRange(1, 50), default=1, show_default=True, help="Numbered copies of each."
    ),
    "encounter": click.option(
        "--encounter", metavar="ID", shell_complete=entry_ids, help="The cards of an encounter, with its copies."
    ),
    "offset": click.option(
        "--offset", metavar="RIGHT,DOWN", help="Moves the backs, in mm, as the calibration page tells."
    ),
    "margin": click.option(
        "--margin", type=Millimetres(0, 50), metavar="MM",
        help="White that the printer leaves (default: the project's).",
    ),
    "bleed": click.option(
        "--bleed", type=Millimetres(0, 2), metavar="MM", help="How far colour runs over the cut, 0 to 2."
    ),
    "press": click.option(
        "--press", "printer", metavar="PRINTER",
        help="A file for a printer: drivethru, gamecrafter, makeplayingcards, or plain for any other.",
    ),
    "book-press": click.option(
        "--press", "printer", metavar="PRINTER",
        help="Pages and cover for a printer: drivethru, kdp, or plain for any other.",
    ),
    "icc": click.option(
        "--icc", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
        help="The ICC profile that a printer names, for a PDF/X-4.",
    ),
    "spine": click.option(
        "--spine", type=Millimetres(0, 100), metavar="MM",
        help="The width of the cover's spine, where the printer names one.",
    ),
    "png": click.option("--png", is_flag=True, help="A PNG of each face, in a ZIP archive."),
    "corners": click.option(
        "--corners", type=Millimetres(0, 15), metavar="MM",
        help="Draws outlines to cut along, their corners so round.",
    ),
})  # fmt: skip
"""Options, by the names that the table of outputs uses; `output` is made for each command."""


class PrintCommand(click.Command):
    """A command that prints: a worker process gets ready while the project is read, unless nothing has changed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a word of a filter such as `-guild:dyers` is no option."""
        words = [] if "--" in args else [word for word in args if _WITHOUT.match(word)]
        rest = [word for word in args if word not in words]
        return super().parse_args(ctx, [*rest, "--", *words] if words else args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        from sheetgen.finished_runs import FinishedRuns

        path: Path | None = ctx.params.get("path")
        place = project_file(path).resolve() if path else None
        given = [
            *sorted(ctx.params.items()),
            digest(content(ctx.params["icc"]) or b"") if ctx.params.get("icc") else "",
        ]
        runs = FinishedRuns.of(Cache.of_user(), self.name or "", place, given)
        outcome = runs.get()
        if outcome is None:
            return self._print(ctx, runs, path)
        return deliver(outcome)

    def _print(self, ctx: click.Context, runs: FinishedRuns, path: Path | None) -> Any:
        from sheetgen.print.engine.pool import Workers

        with Workers() as workers:
            workers.start()
            ctx.obj = PrintRun(workers, runs, _inputs(path))
            return super().invoke(ctx)


def _inputs(path: Path | None) -> Inputs | None:
    """What a print is made from: no PDFs, as these are written beside it. None where there are mistakes to tell."""
    from sheetgen.build import inputs_of
    from sheetgen.finished_runs import Inputs
    from sheetgen.text.diagnostics import Diagnostics

    if path is None:
        return Inputs.now((), ())
    project = read(path, Diagnostics())
    return inputs_of(project, project_file(path), ignored=".pdf") if project else None


def print_command(name: str) -> Callable[[Callable[..., None]], click.Command]:
    """Make a function the command of an output, with the arguments and options that the table says."""
    output = OUTPUTS[name]
    file = click.option("-o", "--output", type=PRINTED, help=f"The file to write (default: {output.file}).")

    def made(function: Callable[..., None]) -> click.Command:
        decorators = [ARGUMENTS[output.argument]] if output.argument else []
        decorators += [file if option == "output" else OPTIONS[option] for option in output.options]
        for decorator in reversed(decorators):
            function = decorator(function)
        return click.command(name, cls=PrintCommand)(function)

    return made
