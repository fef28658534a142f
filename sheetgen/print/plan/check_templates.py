"""The print templates that a campaign or ruleset brings along, compiled and drawn so that their mistakes come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from sheetgen.print.engine.job import Job, JobResult
from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.plan.own_templates import print_templates
from sheetgen.print.plan.print_job import PrintJob
from sheetgen.print.plan.print_site import judged, printed
from sheetgen.print.templates import environment
from sheetgen.templating.template_syntax import check_syntax
from sheetgen.text.diagnostics import Diagnostics


def check_print_templates(folders: Sequence[Path], root: Path, diagnostics: Diagnostics) -> None:
    """Report print templates that cannot be compiled, each at its line."""
    check_syntax(environment(tuple(folders)), print_templates(folders), root, diagnostics)


def draw_prints(jobs: Sequence[PrintJob], root: Path, diagnostics: Diagnostics) -> None:
    """Draw the HTML of what would be printed, without setting it, and report what goes wrong as printing does."""
    session = PrintSession(_Drafts(1))
    for job in jobs:
        with suppress(_DrawnError):
            outcome = printed(job, "", session)
            if not isinstance(outcome, bytes):
                judged(job, "", outcome, session, diagnostics, root, set())


class _DrawnError(Exception):
    """Everything of a job was drawn; there is nothing to set."""


class _Drafts(Workers):
    """Workers that draw the HTML of jobs and set nothing."""

    def fit_all(self, jobs: Sequence[Job], done: Callable[[int, JobResult], None]) -> list[JobResult]:
        """Draw each unit in its first way. Raises the error of a template, else `_DrawnError`."""
        for job in jobs:
            for unit in job.units:
                unit.source(unit.page.candidates()[0])
        raise _DrawnError
