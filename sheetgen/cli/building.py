"""`build` and `check`, and the cache of what they made."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import (
    FOLDER,
    count,
    format_option,
    path_argument,
    player_option,
    project_file,
    report,
    short_path,
    stop,
    strict_option,
    verbose_option,
)
from sheetgen.text.cache import Cache, everything_anew

if TYPE_CHECKING:
    from sheetgen.finished_runs import FinishedRuns, Outcome


@click.command()
@path_argument
@click.option("-o", "--output", type=FOLDER, help="Where the site goes (default: the project's).")
@click.option("--pdf/--no-pdf", default=True, help="With sheets and cards as PDF (default), or without.")
@player_option
@strict_option
@format_option
@verbose_option
@click.option("--fresh", is_flag=True, help="Make everything anew, whatever is kept of earlier builds.")
@click.option("--timings", is_flag=True, help="Seconds for each stage.")
@click.option("-q", "--quiet", is_flag=True, help="Only mistakes are told.")
def build(
    path: Path,
    output: Path | None,
    pdf: bool,
    player: bool,
    strict: bool,
    form: str,
    verbose: bool,
    fresh: bool,
    timings: bool,
    quiet: bool,
) -> None:
    """Build the site of a project, with its PDFs.

    Where there are mistakes, nothing is published and the old site stays.

    \b
    sheetgen build
    sheetgen build my-campaign --player -o public
    sheetgen build my-campaign --no-pdf --timings
    """
    from sheetgen.finished_runs import FinishedRuns

    options = {"path": path, "output": output, "pdf": pdf, "player": player, "strict": strict}
    place = output.resolve() if output else None
    with everything_anew(fresh):
        runs = FinishedRuns.of(Cache.of_user(), "build", project_file(path), place, pdf, player, strict)
        start, outcome = time.perf_counter(), runs.get()
        if outcome is None:
            outcome = _made(options, runs, timings, quiet or form != "text")
        elif timings:
            _report_stage("compare", time.perf_counter() - start)
    report(outcome.diagnostics, form, verbose)
    if outcome.site is None:
        if form == "text":
            click.echo("Nothing was published; what was there before is as it was.", err=True)
        stop()
    if form == "text" and not quiet:
        _report_site(outcome, outcome.site)


def _made(options: Mapping[str, Any], runs: FinishedRuns, timings: bool, silent: bool) -> Outcome:
    from sheetgen.build import Options, Timings
    from sheetgen.build import build as run_build
    from sheetgen.cli.progress import progress
    from sheetgen.output.paths import UnsafePathError
    from sheetgen.output.publish import PublishError
    from sheetgen.print.engine.pool import Workers

    workers = Workers()
    if options["pdf"]:
        workers.start()
    with progress(silent, workers) as bar:
        try:
            result = run_build(Options(**options), bar.session, Timings(report=bar.stage), runs)
        except (PublishError, UnsafePathError) as error:
            raise Misuse(str(error), "choose another folder with `-o FOLDER`") from None
    runs.cache.trim()
    if timings:
        for stage, seconds in result.timings.seconds.items():
            _report_stage(stage, seconds)
    return result.outcome


def _report_stage(stage: str, seconds: float) -> None:
    click.echo(f"{stage:24} {seconds:7.2f} s", err=True)


def _report_site(outcome: Outcome, folder: Path) -> None:
    pdfs = f", {count(outcome.pdfs, 'PDF')}" if outcome.pdfs else ""
    click.echo(f"{outcome.title}: {count(outcome.pages, 'page')}{pdfs}; {count(outcome.changed, 'file')} changed.")
    if outcome.missing:
        click.echo(outcome.missing)
    click.echo(f"Open {short_path(folder / 'index.html')}")


@click.command()
@path_argument
@format_option
@verbose_option
@strict_option
@click.option("--player", is_flag=True, help="Look at the edition for players.")
@click.option("--missing", is_flag=True, help="List the texts that further languages of a game lack.")
def check(path: Path, form: str, verbose: bool, strict: bool, player: bool, missing: bool) -> None:
    """Look for mistakes in a project without building it.

    \b
    sheetgen check
    sheetgen check my-campaign --format json
    sheetgen check --player
    sheetgen check --missing
    """
    from sheetgen.finished_runs import FinishedRuns

    runs = FinishedRuns.of(Cache.of_user(), "check", project_file(path), player)
    outcome = runs.get()
    if outcome is None:
        from sheetgen.build import check as run_check

        _, outcome = run_check(path, player, runs)
    report(outcome.diagnostics, form, verbose, () if form == "text" else outcome.unseen)
    if outcome.diagnostics.has_errors or (strict and len(outcome.diagnostics)):
        stop()
    if form == "text":
        entries, rules = count(outcome.entries, "entry", "entries"), count(outcome.rules, "rule")
        warnings = len(outcome.diagnostics)
        words = f"no mistakes, {count(warnings, 'warning')}" if warnings else "no mistakes found"
        click.echo(f"{entries}, {rules}: {words}.")
        if outcome.audit:
            click.echo(f"{outcome.audit}.")
        for line in _unseen(outcome):
            click.echo(line)
        for coverage, lacking in outcome.languages:
            hint = "; `sheetgen check --missing` lists the others" if lacking and not missing else ""
            click.echo("\n".join((f"{coverage}{hint}.", *(lacking if missing else ()))))


def _unseen(outcome: Outcome) -> Iterator[str]:
    """What players do not see, in lines: hidden entries, pages, and what visible entries are without."""
    lines: dict[str, list[str]] = {}
    for note in outcome.unseen:
        place = f"{note.span.file.name}:{note.span.line}: " if note.span else ""
        lines.setdefault(note.code, []).append(f"{place}{note.message}")
    along, pages, parts, left = (lines.get(code, []) for code in _LISTED)
    if hidden := len(lines.get("hidden-entry", ())) + len(along):
        ending = f"; {len(along)} of them, because of what they name:" if along else "."
        yield f"Players do not see {count(hidden, 'entry', 'entries')}{ending}"
        yield from along
    if pages:
        yield from (f"Players do not see {count(len(pages), 'page')}:", *pages)
    if parts:
        yield from (f"Players know {count(len(parts), 'entry', 'entries')} in part:", *parts)
    if left:
        yield from (f"{count(len(left), 'mention')} of hidden entries in fields of visible ones, left out:", *left)


_LISTED = ("hidden-along", "hidden-page", "known-in-part", "left-out")
"""The notes of what players do not see that are listed one by one."""


@click.command()
@click.option("--empty", is_flag=True, help="Drop all that is kept.")
def cache(empty: bool) -> None:
    """Tell where finished work is kept and how large it is, or empty it.

    \b
    sheetgen cache
    sheetgen cache --empty
    """
    kept = Cache.of_user()
    values, size = kept.size()
    if empty:
        kept.empty()
    verb = "dropped from" if empty else "of at most %.0f MB in" % (kept.largest / 1_000_000)
    click.echo(f"{count(values, 'value')}, {size / 1_000_000:.1f} MB {verb} {kept.folder}")
