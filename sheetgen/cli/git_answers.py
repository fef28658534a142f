"""What git answers: one command in a folder, bounded in time; nothing that its settings name is run or fetched."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import short_path

SECONDS = 60
"""How long git may take for an answer."""
_GIT = ("git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false")
MOST_REVISIONS = 100
"""The latest revisions that a history goes through."""


@dataclass(frozen=True, kw_only=True)
class FileRevision:
    """A file as a commit left it: the commit with its day and subject, the name that the file had, and its bytes."""

    commit: str
    day: str
    subject: str
    name: str
    text: bytes


def git_answer(folder: Path, *command: str, given: bytes = b"") -> bytes:
    """What git answers in a folder to what it is given. Raises `Misuse` where it has no answer."""
    try:
        done = subprocess.run(
            [*_GIT, "-C", str(folder), *command], env={**os.environ, "GIT_ALLOW_PROTOCOL": "none"},
            check=True, capture_output=True, timeout=SECONDS, input=given,
        )  # fmt: skip
    except (FileNotFoundError, subprocess.TimeoutExpired):
        raise Misuse("git is not installed, or gives no answer") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        message = f"{folder} is in no repository of git with such a revision"
        raise Misuse(message, said or "name a commit, a tag or a branch") from None
    return done.stdout


def text_at(file: Path, revision: str) -> bytes:
    """A file as it was at a revision. Raises `Misuse` where it was not there."""
    if revision.startswith("-"):
        raise Misuse(f"`{revision}` is no revision")
    git_answer(file.parent, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if not git_answer(file.parent, "ls-tree", "-z", "--name-only", revision, "--", file.name):
        raise Misuse(f"at `{revision}` there was no {short_path(file)}", "name a later revision")
    return git_answer(file.parent, "show", f"{revision}:./{file.name}")


def revisions_of(file: Path) -> list[FileRevision]:
    """The revisions of a file, under all of its names, the latest first. Raises `Misuse` where git knows none."""
    log = git_answer(
        file.parent, "-c", "core.quotePath=false", "log", "--follow", "--name-only", "--diff-filter=d",
        f"-n{MOST_REVISIONS}", "--format=%x00%h%x00%as%x00%s%x00", "--", file.name,
    ).decode("utf-8", "replace").split("\0")[1:]  # fmt: skip
    if not log:
        raise Misuse(f"git knows nothing of {short_path(file)}", "commit the file, and it has a history")
    return [
        FileRevision(
            commit=commit,
            day=day,
            subject=subject,
            name=Path(name.strip()).name,
            text=git_answer(file.parent, "show", f"{commit}:{name.strip()}"),
        )
        for commit, day, subject, name in zip(log[::4], log[1::4], log[2::4], log[3::4], strict=False)
    ]
