"""The games of this repository with their sample campaigns; a process of the tests reads each of them once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from projects import open_project

from sheetgen.model.project import Project
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.plan.print_job import PrintPlan
from sheetgen.print.plan.print_plan import plan_prints
from sheetgen.print.plan.print_site import print_all
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics

ROOT = Path(__file__).resolve().parents[1]
RULESETS = sorted(path.parent.name for path in ROOT.glob("content/*/ruleset.yaml"))
LARGEST = max(RULESETS, key=lambda name: sum(f.stat().st_size for f in ROOT.glob(f"content/{name}/reference/*.md")))
"""The game of the longest rulebook."""


@cache
def opened(folder: Path = ROOT) -> tuple[Project, tuple[SiteGame, ...]]:
    """A project and its games: of this repository all that its site shows."""
    project = open_project(folder, Diagnostics())
    assert project is not None
    return project


def sample(ruleset: str) -> SiteGame:
    """A game of this repository with its sample campaign."""
    return next(game for game in opened()[1] if game.ruleset.id == ruleset)


@cache
def _prints(folder: Path) -> PrintPlan:
    project, games = opened(folder)
    return plan_prints(games, project)


def printed(session: PrintSession, address: str, folder: Path = ROOT) -> bytes:
    """The PDF at an address of a project's site, printed without a warning.

    Tests that look at the same paper, and a build of the site after them, set it once.
    """
    plan, diagnostics = _prints(folder), Diagnostics()
    jobs = [job for job in (*plan.jobs, *plan.on_demand) if job.path == address]
    [(_, pdf)] = print_all(jobs, session, diagnostics, plan.root)
    assert diagnostics.is_empty, [str(diagnostic) for diagnostic in diagnostics]
    return pdf
