"""Where the files are that come with the program: inside of the installed package, else beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def shipped(name: str, package: Path = PACKAGE) -> Path:
    """A folder that comes with the program, `templates` or `content`.

    What is inside of the package comes first: beside an installed package may stand another distribution's folder.
    """
    inside = package / "data" / name
    return inside if inside.is_dir() else package.parent / name
