"""The file that makes a folder a project, and the folders of the rulesets that it can name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sheetgen.text.shipped import shipped

RULESET = "ruleset.yaml"
"""The file that makes a folder a ruleset."""


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


def ruleset_folder(name: str, beside: Path) -> Path | None:
    """The folder of a ruleset: a path that starts with a dot, a folder beside the project, or one that comes along."""
    candidates = [beside / name] if name.startswith(".") else [folder / name for folder in _content_folders(beside)]
    return next((folder.resolve() for folder in candidates if _is_file(folder / RULESET)), None)


def _is_file(path: Path) -> bool:
    """Whether there is such a file; no system has one of a name that it does not take."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def known_rulesets(beside: Path) -> list[str]:
    """The names of all rulesets that a project can use."""
    names = (path.parent.name for folder in _content_folders(beside) for path in sorted(folder.glob(f"*/{RULESET}")))
    return list(dict.fromkeys(names))


def _content_folders(beside: Path) -> Iterator[Path]:
    yield from (beside, shipped("content"))
