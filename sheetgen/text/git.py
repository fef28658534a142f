"""What git answers: one command in a folder, bounded in time; nothing that its settings name is run or fetched."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sheetgen.text.source import LARGEST_FILE

SECONDS = 60
"""How long git may take for an answer."""
_GIT = ("git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false")
MOST_COMMITS = 1_000
"""The latest commits of a folder that a history goes through."""
MOST_REVISIONS = 100
"""The latest revisions of a file that its history has."""


class GitError(Exception):
    """Git has no answer: why, and what helps, in words for users."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


class UnknownRevisionError(GitError):
    """What was named is no revision of the repository."""


@dataclass(frozen=True, kw_only=True)
class FileRevision:
    """A file as a commit left it: the commit with its day and subject, the path that the file had, and its bytes."""

    commit: str
    day: str
    subject: str
    name: str
    """Relative to the folder whose history is read, with forward slashes."""
    text: bytes


def git_answer(folder: Path, *command: str, given: bytes = b"") -> bytes:
    """What git answers in a folder to what it is given. Raises `GitError` where it has no answer."""
    import subprocess  # which takes as long as a rule

    try:
        done = subprocess.run(
            [*_GIT, "-C", str(folder), *command], env={**os.environ, "GIT_ALLOW_PROTOCOL": "none", "LC_ALL": "C"},
            check=True, capture_output=True, timeout=SECONDS, input=given,
        )  # fmt: skip
    except (FileNotFoundError, subprocess.TimeoutExpired):
        raise GitError("git is not installed, or gives no answer") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip()
        if "not a git repository" in said:
            raise GitError(f"{folder} is in no repository of git", "begin one with `git init`, and commit it") from None
        message = f"{folder} is in no repository of git with such a revision"
        hint = said.rpartition("\n")[2] or "name a commit, a tag or a branch"
        raise UnknownRevisionError(message, hint) from None
    return done.stdout


def head(folder: Path) -> str:
    """The commit that the repository of a folder stands at; empty where there is none."""
    try:
        return git_answer(folder, "rev-parse", "--verify", "--quiet", "HEAD^{commit}").decode().strip()
    except GitError:
        return ""


def text_at(file: Path, revision: str) -> bytes:
    """A file as it was at a revision. Raises `GitError` where it was not there."""
    if revision.startswith("-"):
        raise UnknownRevisionError(f"`{revision}` is no revision")
    git_answer(file.parent, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if not git_answer(file.parent, "ls-tree", "-z", "--name-only", revision, "--", file.name):
        raise GitError(f"at `{revision}` there was no {file.name}", "name a later revision")
    return git_answer(file.parent, "show", f"{revision}:./{file.name}")


def revisions_below(folder: Path, *patterns: str) -> Mapping[str, tuple[FileRevision, ...]]:
    """The revisions of the files in a folder whose names match a pattern, under all of the names that they had there,
    the latest first, by what they are called now. Of branches that were merged, it has what the merge brought.

    Raises `GitError` where the folder is in no repository with a commit.
    """
    log = git_answer(
        folder, "log", "-z", "--raw", "--relative", "-M", "--first-parent", "-m", "--no-abbrev", f"-n{MOST_COMMITS}",
        "--format=%H%x00%as%x00%s", "--", *(f":(glob)**/{pattern}" for pattern in patterns),
    ).decode("utf-8", "replace")  # fmt: skip
    known = _changes(log)
    blobs = _blobs(folder, dict.fromkeys(change.blob for changes in known.values() for change in changes))
    return {
        name: tuple(change.revision(blobs) for change in changes if change.blob in blobs)
        for name, changes in known.items()
    }


@dataclass(frozen=True)
class _FileChange:
    """A file in a commit: the commit with its day and subject, and the name and content that the file then had."""

    commit: tuple[str, str, str]
    name: str
    blob: str

    def revision(self, blobs: Mapping[str, bytes]) -> FileRevision:
        """The change with the content, among others, that it gave the file."""
        commit, day, subject = self.commit
        return FileRevision(commit=commit, day=day, subject=subject, name=self.name, text=blobs[self.blob])


def _changes(log: str) -> Mapping[str, list[_FileChange]]:
    """The latest changes in a log, by what their files are called now."""
    known: dict[str, list[_FileChange]] = {}
    called: dict[str, str] = {}
    """What a file of some name is called later."""
    commit, parts = ("", "", ""), iter(log.split("\0"))
    for part in (part.strip() for part in parts):
        if not part.startswith(":"):
            commit = (part, next(parts, ""), next(parts, "")) if part else commit
            continue
        *_, blob, sort = part.split()
        before = next(parts, "")
        name = next(parts, "") if sort[0] in "RC" else before
        later = called.pop(name, name)
        if sort[0] not in "AC":
            called[before] = later
        changes = known.setdefault(later, [])
        if sort[0] != "D" and len(changes) < MOST_REVISIONS:
            changes.append(_FileChange(commit, name, blob))
    return known


def _blobs(folder: Path, names: Iterable[str]) -> Mapping[str, bytes]:
    """The contents that are small enough to be read, by their names."""
    listed = "".join(f"{name}\n" for name in names).encode()
    sizes = (line.split() for line in git_answer(folder, "cat-file", "--batch-check", given=listed).splitlines())
    small = [head[0] for head in sizes if len(head) == 3 and head[1] == b"blob" and int(head[2]) <= LARGEST_FILE]
    return dict(_batch(git_answer(folder, "cat-file", "--batch", given=b"".join(b"%s\n" % name for name in small))))


def _batch(answer: bytes) -> Iterator[tuple[str, bytes]]:
    """Names and contents in what `cat-file --batch` answers."""
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        name, _, size = answer[at:end].split()
        yield name.decode(), answer[end + 1 : end + 1 + int(size)]
        at = end + int(size) + 2
