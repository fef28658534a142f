"""The folders that rulesets stand in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sheetgen.text.shipped import shipped

RULESET = "ruleset.yaml"
"""The file that makes a folder a ruleset."""


def ruleset_folder(name: str, beside: Path) -> Path | None:
    """The folder of a ruleset: a path that starts with a dot, a folder beside the project, or one that comes along."""
    candidates = [beside / name] if name.startswith(".") else [folder / name for folder in _content_folders(beside)]
    return next((folder.resolve() for folder in candidates if name and _is_file(folder / RULESET)), None)


def known_rulesets(beside: Path) -> list[str]:
    """The names of all rulesets that a project can use."""
    names = (path.parent.name for folder in _content_folders(beside) for path in sorted(folder.glob(f"*/{RULESET}")))
    return list(dict.fromkeys(names))


def _is_file(path: Path) -> bool:
    """Whether there is such a file; no system has one of a name that it does not take."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _content_folders(beside: Path) -> Iterator[Path]:
    yield from (beside, shipped("content"))
