"""The folders that rulesets stand in.

A Python package that is installed gives rulesets by entry points: `[project.entry-points."sheetgen.rulesets"]`, each a
name with the package that holds the folder, `my-game = "my_game.ruleset"`. Nothing of such a package is imported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.text.shipped import shipped
from sheetgen.text.suggest import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

RULESET = "ruleset.yaml"
"""The file that makes a folder a ruleset."""
CAMPAIGN = "campaign.yaml"
"""The file that makes a folder a campaign."""
RULESET_FILES = (
    "ruleset.yaml",
    "rulings.yaml",
    "cases.yaml",
    "bodies.yaml",
    "rules/**/*.[yY]*[mM][lL]",
    "kinds/**/*.[yY]*[mM][lL]",
    "entries/**/*.[yY]*[mM][lL]",
    "marks/*.[sS][vV][gG]",
    "fonts/*",
    "pictures/*",
)
"""The files that a ruleset is compiled from."""
GROUP = "sheetgen.rulesets"
"""The entry points of installed packages that are rulesets."""
_NAME = re.compile(r"[^\W\d_][\w-]*")
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


def ruleset_folder(name: str, beside: Path) -> Path | None:
    """The folder of a ruleset: a path that starts with a dot, a folder beside the project, or one that comes along."""
    candidates = [beside / name] if name.startswith(".") else [folder / name for folder in _content_folders(beside)]
    near = next((folder.resolve() for folder in candidates if name and _is_file(folder / RULESET)), None)
    return near or (installed_rulesets().get(name) if _NAME.fullmatch(name) else None)


def near_ruleset(name: str, beside: Path) -> str:
    """A hint for the misspelt name of a ruleset; of a path, what lies beside it."""
    if not name.startswith(".") or "/" not in name:
        return did_you_mean(name, known_rulesets(beside))
    above = name.rpartition("/")[0]
    try:
        return did_you_mean(name, [f"{above}/{path.parent.name}" for path in (beside / above).glob(f"*/{RULESET}")])
    except (OSError, ValueError):  # no folder can have such a name
        return ""


def known_rulesets(beside: Path) -> list[str]:
    """The names of all rulesets that a project can use."""
    names = (path.parent.name for folder in _content_folders(beside) for path in sorted(folder.glob(f"*/{RULESET}")))
    return list(dict.fromkeys((*names, *installed_rulesets())))


def installed_rulesets() -> Mapping[str, Path]:
    """The folders of the rulesets that installed packages give, by their names, found without running anything."""
    from importlib.metadata import entry_points  # which takes longer than a rule

    folders = {entry.name: _folder_of(entry) for entry in entry_points(group=GROUP) if _NAME.fullmatch(entry.name)}
    return {name: folder for name, folder in sorted(folders.items()) if folder}


def _folder_of(entry: EntryPoint) -> Path | None:
    """The folder of a package that an entry point names, where it is a ruleset inside of what was installed."""
    if entry.dist is None or not _MODULE.fullmatch(entry.value):
        return None
    for base in map(Path.resolve, _bases(entry.dist)):
        folder = base.joinpath(*entry.value.split(".")).resolve()
        if folder.is_relative_to(base) and _is_file(folder / RULESET):
            return folder
    return None


def _bases(package: Distribution) -> Iterator[Path]:
    """The folders that a package's modules may stand in: where it is installed, or that it was installed from with
    `pip install --editable`, as its direct_url.json says (PEP 610)."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    yield Path(str(package.locate_file("")))
    try:
        source = json.loads(package.read_text("direct_url.json") or "{}")
        is_editable, url = source["dir_info"]["editable"], urlsplit(source["url"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return
    if is_editable and url.scheme == "file":
        folder = Path(url2pathname(url.path))
        yield from (folder / "src", folder)


def _is_file(path: Path) -> bool:
    """Whether there is such a file; no system has one of a name that it does not take."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _content_folders(beside: Path) -> Iterator[Path]:
    yield from (beside, shipped("content"))
