"""A print as it is run, written to its file, reported, and kept for the next time."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import count, short_path

if TYPE_CHECKING:
    from sheetgen.finished_runs import FinishedRuns, Inputs, Outcome
    from sheetgen.print.engine.pool import Workers
    from sheetgen.print.engine.session import PrintSession
    from sheetgen.print.style import PrintResult


@dataclass(frozen=True)
class PrintRun:
    """A run of a command that prints: its workers, and where its outcome is kept, as long as its inputs stay."""

    workers: Workers
    runs: FinishedRuns
    inputs: Inputs | None

    def keep(self, outcome: Outcome) -> None:
        """Keep the outcome for the next run."""
        self.runs.keep(self.inputs, outcome)


def start_workers() -> None:
    """Let all workers get ready while the project is read, for what is set in many parts side by side."""
    own: PrintRun = click.get_current_context().obj
    own.workers.start(own.workers.count)


def printed(run: Callable[[PrintSession], PrintResult], output: Path) -> None:
    """Print with a progress bar, write the file, report what was chosen, and keep all that for the next run."""
    from sheetgen.cli.progress import progress
    from sheetgen.finished_runs import Outcome
    from sheetgen.print.errors import PrintError

    own: PrintRun = click.get_current_context().obj
    with progress(False, own.workers) as bar:
        bar.stage("print")
        try:
            result = run(bar.session)
        except PrintError as error:
            raise ContentError(str(error)) from None
    outcome = Outcome(
        file=output, data=_data(result), pages=result.pages, choice=result.choice, warnings=result.warnings
    )
    own.keep(outcome)
    deliver(outcome)


def _data(result: PrintResult) -> bytes:
    """The file of a print: its PDF, or an archive of its files, which are compressed already."""
    if not result.files:
        return result.pdf
    import zipfile

    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
        for name, content in result.files:
            file.writestr(zipfile.ZipInfo(name), content)
    return archive.getvalue()


def deliver(outcome: Outcome) -> None:
    """Write what was printed to its file, and report what was chosen."""
    from sheetgen.output.publish import PublishError, write

    assert outcome.file is not None
    for warning in outcome.warnings:
        click.echo(f"{click.style('warning', fg='yellow', bold=True)}: {warning}", err=True)
    try:
        write(outcome.file, outcome.data)
    except PublishError as error:
        raise Misuse(str(error), "choose another file with `-o FILE`") from None
    choice = f" ({outcome.choice})" if outcome.choice else ""
    click.echo(f"{short_path(outcome.file)}: {count(outcome.pages, 'page')}{choice}")
