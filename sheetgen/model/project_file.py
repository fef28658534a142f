"""The file that makes a folder a project."""

from __future__ import annotations

from pathlib import Path

from sheetgen.model.ruleset.ruleset_folders import RULESET


class ProjectError(Exception):
    """The error of a missing project, with a message for users."""


def find(start: Path) -> Path:
    """The file that makes a folder a project: `campaign.yaml` or `content/site.yaml`, here or in a folder above.

    A ruleset is a project by its `ruleset.yaml` where it is named itself, or where nothing above plays it.
    Raises `ProjectError`.
    """
    if start.is_file():
        return start
    if not start.is_dir():
        raise ProjectError(f"there is no folder {start}")
    above = (start.resolve(), *start.resolve().parents)
    played = (folder / name for folder in above for name in ("campaign.yaml", "content/site.yaml", "site.yaml"))
    own, rulesets = [start.resolve() / "campaign.yaml", above[0] / RULESET], (folder / RULESET for folder in above)
    file = next((path for path in (*own, *played, *rulesets) if path.is_file()), None)
    if file is not None:
        return file
    below = sorted(path.parent.name for path in start.glob("*/campaign.yaml"))
    if below:
        raise ProjectError(f"{start} is not a campaign, but holds some: name one of {', '.join(below)}")
    raise ProjectError(
        f"{start} is not a campaign: it has no campaign.yaml or ruleset.yaml, and neither has a folder above it. "
        "Write one with two lines, `title: NAME` and `ruleset: GAME`, or run `sheetgen new`."
    )
