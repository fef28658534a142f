"""Printing jobs, side by side and from the cache, and drawing their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from sheetgen.print import resources
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import DoesNotFitError, PrintError, TemplateFailedError
from sheetgen.print.plan.pictures import draw_pictures
from sheetgen.print.plan.print_job import PrintJob, PrintPlan
from sheetgen.print.style import MissingLetters, PrintResult
from sheetgen.print.text_metrics.system_fonts import installed
from sheetgen.templating.renderer import RenderError
from sheetgen.text.cache import digest
from sheetgen.text.diagnostics import Diagnostics

_CODES = {DoesNotFitError: "does-not-fit", TemplateFailedError: "template"}
"""Of what can go wrong, where it is not the engine."""


def print_site(prints: PrintPlan, session: PrintSession, diagnostics: Diagnostics) -> dict[str, bytes]:
    """Every PDF and picture of a plan, by address."""
    pdfs = dict(print_all(prints.jobs, session, diagnostics, prints.root))
    return pdfs | dict(draw_pictures(prints.pictures, pdfs, session.cache, diagnostics))


def print_one(prints: PrintPlan, path: str, session: PrintSession, diagnostics: Diagnostics) -> bytes | None:
    """The PDF or picture at an address; None where there is none."""
    picture = prints.pictures.get(path)
    jobs = tuple(job for job in prints.jobs if job.path == (picture.pdf if picture else path))
    wanted = replace(prints, jobs=jobs, pictures={path: picture} if picture else {})
    return print_site(wanted, session, diagnostics).get(path)


def print_all(
    jobs: Sequence[PrintJob], session: PrintSession, diagnostics: Diagnostics, root: Path = Path()
) -> Iterator[tuple[str, bytes]]:
    """Print every job that is not kept from before; a failure is a diagnostic at its entry, or at its template.

    As many jobs run side by side as the session has workers; those that wait come after the others.
    """
    quiet = PrintSession(session.workers, session.cache)
    engine = (resources.digest(), installed(), version("weasyprint"), version("pydyf"), version("pikepdf"))
    done = 0
    scripts: set[str] = set()
    for wave in ([job for job in jobs if not job.waits], [job for job in jobs if job.waits]):
        keys = [digest(*engine, job.inputs()) for job in wave]
        with ThreadPoolExecutor(session.workers.count) as threads:
            results = threads.map(lambda job, key: printed(job, key, quiet), wave, keys)
            for job, key, outcome in zip(wave, keys, results, strict=True):
                done += 1
                session.progress(done, len(jobs))
                if isinstance(outcome, bytes):
                    pdf: bytes | None = outcome
                else:
                    pdf = judged(job, key, outcome, session, diagnostics, root, scripts)
                if pdf is not None:
                    yield job.path, pdf


def _once(warnings: Sequence[str], scripts: set[str]) -> Iterator[str]:
    """Warnings without those of a script that another job has warned of; `scripts` learns which there are."""
    for warning in warnings:
        if not isinstance(warning, MissingLetters):
            yield warning
        elif warning.script not in scripts:
            scripts.add(warning.script)
            yield warning


def printed(job: PrintJob, key: str, session: PrintSession) -> bytes | PrintResult | PrintError:
    """The cached PDF of a job, or else the result of running it."""
    kept = session.cache.get(key)
    if kept is not None:
        return kept
    try:
        return job.run(session)
    except PrintError as error:
        return error
    except RenderError as error:
        return TemplateFailedError(f"templates/{error.template}", error.line, error.message, error.file)


def judged(
    job: PrintJob,
    key: str,
    outcome: PrintResult | PrintError,
    session: PrintSession,
    diagnostics: Diagnostics,
    root: Path,
    scripts: set[str],
) -> bytes | None:
    """The PDF of a job just printed, its warnings and errors reported; cached where there were none.

    Templates are called by their way from `root`. `scripts` are those that a job before warned of.
    """
    if isinstance(outcome, TemplateFailedError) and outcome.file:
        RenderError(outcome.place, outcome.file, outcome.line, outcome.message).report(root, diagnostics)
        return None
    span = job.entries[0].place.key_span if job.entries else None
    if isinstance(outcome, PrintError):
        code = next((code for sort, code in _CODES.items() if isinstance(outcome, sort)), "print")
        diagnostics.error(code, f"{job.title}: {outcome}", span)
        return None
    for warning in _once(outcome.warnings, scripts):
        diagnostics.warning("print", f"{job.title}: {warning}", span)
    if not outcome.warnings:
        session.cache.put(key, outcome.pdf)
    return outcome.pdf
