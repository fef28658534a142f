"""The games of this repository with their sample campaigns; a process of the tests reads each of them once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from projects import open_project

from sheetgen.model.project import Project
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics

ROOT = Path(__file__).resolve().parents[1]
RULESETS = sorted(path.parent.name for path in ROOT.glob("content/*/ruleset.yaml"))
LARGEST = max(RULESETS, key=lambda name: sum(f.stat().st_size for f in ROOT.glob(f"content/{name}/reference/*.md")))
"""The game of the longest rulebook."""
CAMPAIGNS = sorted(path.parent for path in ROOT.glob("content/*/campaign/campaign.yaml"))


@cache
def opened(folder: Path = ROOT) -> tuple[Project, tuple[SiteGame, ...]]:
    """A project of this repository and its games: all that its site shows, or the one of a campaign."""
    project = open_project(folder, Diagnostics())
    assert project is not None
    return project
