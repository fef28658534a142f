"""The file that makes a folder a project."""

from __future__ import annotations

from pathlib import Path


class ProjectError(Exception):
    """The error of a missing project, with a message for users."""


def find(start: Path) -> Path:
    """The file that makes a folder a project: `campaign.yaml` or `content/site.yaml`, here or in a folder above.

    Raises `ProjectError`.
    """
    if start.is_file():
        return start
    if not start.is_dir():
        raise ProjectError(f"there is no folder {start}")
    for folder in (start.resolve(), *start.resolve().parents):
        for name in ("campaign.yaml", "content/site.yaml", "site.yaml"):
            if (folder / name).is_file():
                return folder / name
    below = sorted(path.parent.name for path in start.glob("*/campaign.yaml"))
    if below:
        raise ProjectError(f"{start} is not a campaign, but holds some: name one of {', '.join(below)}")
    raise ProjectError(
        f"{start} is not a campaign: it has no campaign.yaml, and neither has a folder above it. "
        "Write one with two lines, `title: NAME` and `ruleset: GAME`, or run `sheetgen new`."
    )
