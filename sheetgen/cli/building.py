"""`build` and `check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli.app import MISTAKES, Misuse
from sheetgen.cli.common import (
    FOLDER,
    count,
    exit_on,
    format_option,
    no_project,
    path_argument,
    player_option,
    report,
    short_path,
    stop,
    strict_option,
)

if TYPE_CHECKING:
    from sheetgen.build import BuildResult


@click.command()
@path_argument
@click.option("-o", "--output", type=FOLDER, help="Where the site goes (default: the project's).")
@click.option("--pdf/--no-pdf", default=True, help="With sheets and cards as PDF (default), or without.")
@player_option
@strict_option
@format_option
@click.option("--timings", is_flag=True, help="Seconds for each stage.")
@click.option("-q", "--quiet", is_flag=True, help="Only mistakes are told.")
def build(
    path: Path, output: Path | None, pdf: bool, player: bool, strict: bool, form: str, timings: bool, quiet: bool
) -> None:
    """Build the site of a project, with its PDFs.

    Where there are mistakes, nothing is published and the old site stays.

    \b
    sheetgen build
    sheetgen build my-campaign --player -o public
    sheetgen build my-campaign --no-pdf --timings
    """
    from sheetgen.build import Options, Timings
    from sheetgen.build import build as run_build
    from sheetgen.cli.progress import progress
    from sheetgen.model.project import ProjectError
    from sheetgen.output.paths import UnsafePathError
    from sheetgen.output.publish import PublishError
    from sheetgen.print.engine.pool import Workers

    workers = Workers()
    if pdf:
        workers.start()
    with progress(quiet or form != "text", workers) as bar:
        try:
            result = run_build(Options(path, output, pdf, player, strict), bar.session, Timings(report=bar.stage))
        except ProjectError as error:
            raise no_project(error) from None
        except (PublishError, UnsafePathError) as error:
            raise Misuse(str(error), "choose another folder with `-o FOLDER`") from None
    report(result.diagnostics, form)
    if timings:
        for stage, seconds in result.timings.seconds.items():
            click.echo(f"{stage:24} {seconds:7.2f} s", err=True)
    if result.published is None:
        if form == "text":
            click.echo("Nothing was published; what was there before is as it was.", err=True)
        stop(MISTAKES)
    if form == "text" and not quiet:
        _report_result(result, output)


def _report_result(result: BuildResult, output: Path | None) -> None:
    assert result.published is not None and result.project is not None
    folder = output or result.project.output
    pdfs = f", {count(result.pdfs, 'PDF')}" if result.pdfs else ""
    changed = count(len(result.published.written), "file")
    click.echo(f"{result.project.title}: {count(result.pages, 'page')}{pdfs}; {changed} changed.")
    if result.missing:
        click.echo(result.missing)
    click.echo(f"Open {short_path(folder / 'index.html')}")


@click.command()
@path_argument
@format_option
@strict_option
@click.option("--player", is_flag=True, help="Look at the edition for players.")
def check(path: Path, form: str, strict: bool, player: bool) -> None:
    """Look for mistakes in a project without building it.

    \b
    sheetgen check
    sheetgen check my-campaign --format json
    sheetgen check --player
    """
    from sheetgen.build import check as run_check
    from sheetgen.model.project import ProjectError

    try:
        diagnostics, games = run_check(path, player)
    except ProjectError as error:
        raise no_project(error) from None
    report(diagnostics, form)
    exit_on(diagnostics, strict)
    if form == "text":
        entries = count(sum(len(game.library.entries) for game in games), "entry", "entries")
        rules = count(sum(len(game.ruleset.rules) for game in games), "rule")
        warnings = f"no mistakes, {count(len(diagnostics), 'warning')}" if len(diagnostics) else "no mistakes found"
        click.echo(f"{entries}, {rules}: {warnings}.")
