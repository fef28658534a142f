"""Input files and places in them. The only module that reads what an author wrote."""

from __future__ import annotations

import os
import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import filter as matching
from functools import cache, cached_property, lru_cache
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TypeAlias

LARGEST_FILE = 4_000_000
"""Bytes; a larger input file is refused rather than read."""
YAML = (".yaml", ".yml")
"""How the names of YAML files end."""
JUST_NOW = 2_000_000_000
"""Nanoseconds; file systems note times by steps of up to two seconds."""
MOST_STANDING = 4096
"""Files whose bytes are in memory, to know them by."""
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How files are opened: without waiting for a pipe, and without changing line breaks on Windows."""


State: TypeAlias = tuple[int, int, int, int]
"""The size of a file, when its bytes changed, its number, and when anything of it changed; times in nanoseconds."""


class UnreadableError(Exception):
    """An input file that cannot be read as text: why, where in it, and what helps, in words for users."""

    def __init__(self, why: str, span: Span, *hints: str) -> None:
        super().__init__(f"`{span.file.name}` {why}")
        self.span = span
        self.hints = hints


@dataclass(frozen=True, eq=False)
class SourceFile:
    """One input file: where it lies, what it is called in messages, and its text."""

    path: Path
    name: str
    """How messages name the file: relative to the project, with forward slashes."""
    text: str = field(repr=False)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def offset(self, line: int, column: int = 1) -> int:
        """Character offset of a line and column, both counted from 1; past the end, the end."""
        if line > len(self._line_starts):
            return len(self.text)
        return min(self._line_starts[line - 1] + column - 1, len(self.text))

    def line(self, number: int) -> str:
        """The text of one line, counted from 1, without its line break."""
        start = self.offset(number)
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    @property
    def whole(self) -> Span:
        """All of the text."""
        return Span(self, 0, len(self.text))

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The stretch of text from one offset up to another (one character when no end is given)."""
        return Span(self, start, start + 1 if end is None else max(end, start))


@dataclass(frozen=True)
class Span:
    """A stretch of text in a file: character offsets, the end not included."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of the first character, counted from 1."""
        return self.file.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, counted from 1."""
        return self.file.position(self.start)[1]

    @property
    def text(self) -> str:
        """The text that the span covers."""
        return self.file.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}:{self.column}"


def read(path: Path, root: Path) -> SourceFile:
    """Read one input file as UTF-8 text, naming it relative to `root`.

    Raises `UnreadableError` where the file is missing, no file of text, too large, not UTF-8, or a link that leads
    out of `root`.
    """
    name, unread = _name(path, root), nowhere(path, root)
    if leads_out(path, root):
        raise UnreadableError("is a link that leads out of the folder", unread, "put the file itself there")
    try:
        status = path.stat()
        _check_sort(status, unread)
        data = path.read_bytes()
    except OSError as error:
        if path.is_symlink() and not path.exists():
            raise UnreadableError("is a link that leads nowhere", unread, "put the file itself there") from error
        raise UnreadableError(f"cannot be read: {error.strerror or error}", unread) from error
    try:
        return SourceFile(path, name, _lines(data.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        file = SourceFile(path, name, _lines(data.decode("utf-8-sig", "replace")))
        start = len(_lines(error.object[: error.start].decode()))
        raise UnreadableError("is not UTF-8 text", file.span(start), "save it as UTF-8") from error


def read_before(path: Path, root: Path, data: bytes) -> SourceFile:
    """An input file that could be read, by the bytes that stood in it."""
    return SourceFile(path, _name(path, root), _lines(data.decode("utf-8-sig")))


def nowhere(path: Path, root: Path) -> Span:
    """The place of a message about a file as a whole, which is not read for it."""
    return SourceFile(path, _name(path, root), "").span(0, 0)


def _check_sort(status: os.stat_result, nowhere: Span) -> None:
    """Only files of text are read: a folder holds none, and a pipe or a device may never end."""
    if S_ISDIR(status.st_mode):
        raise UnreadableError("is a folder, not a file", nowhere, "give it a name without such an ending")
    if not S_ISREG(status.st_mode):
        raise UnreadableError("is a pipe or a device, not a file", nowhere, "put a file of text there")
    if status.st_size > LARGEST_FILE:
        message = f"is {status.st_size:,} bytes; the most that is read is {LARGEST_FILE:,}"
        raise UnreadableError(message, nowhere, "split it into several files")


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def leads_out(path: Path, root: Path) -> bool:
    """Whether a path that seems to lie below a folder really is elsewhere: an untrusted folder may hold such links."""
    return path.absolute().is_relative_to(root.absolute()) and not Path(os.path.realpath(path)).is_relative_to(
        os.path.realpath(root)
    )


def _name(path: Path, root: Path) -> str:
    for seen in (os.path.abspath, os.path.realpath):
        place = Path(seen(path))
        if place.is_relative_to(seen(root)):
            return place.relative_to(seen(root)).as_posix()
    return path.name


def files(folder: Path, *endings: str, deep: bool = False) -> list[Path]:
    """The files of a folder under names with one of the endings, in order; with `deep`, in the folders in it as well.

    Capitals of an ending do not count. Names that begin with a dot are not the author's: editors and systems keep
    something of their own there.
    """
    return list(map(Path, in_order(file_names(folder, *endings, deep=deep))))


Walk: TypeAlias = Callable[[str], Iterator[tuple[str, list[str], list[str]]]]
"""Lists a folder and those in it, as `os.walk` does."""


def file_names(folder: Path, *endings: str, deep: bool = False, walk: Walk = os.walk) -> Iterator[str]:
    """The paths of `files` as `str` gives them, in any order: most are known already and never become a `Path`."""
    for place, folders, names in walk(os.fspath(folder)):
        folders[:] = [name for name in folders if not name.startswith(".")]
        start = os.path.join(place, "").removeprefix(f".{os.sep}")
        for name in (*names, *folders):
            if name.lower().endswith(endings) and not name.startswith("."):
                yield start + name
        if not deep:
            break


def in_order(paths: Iterable[str]) -> list[str]:
    """Paths in the order of files: folder by folder, each by its name."""
    return sorted(paths, key=lambda path: path.replace(os.sep, "\0"))


def own_files(folder: Path, without: tuple[str, ...] = (), walk: Walk = os.walk) -> Iterator[Path]:
    """All files in a folder and the folders in it, in order, but for those that systems and editors leave there, and
    those under names `without` whose endings."""
    for place, folders, names in walk(os.fspath(folder)):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        other = sorted(name for name in names if not name.lower().endswith(without))
        kept = (name for name in other if not name.startswith(".") and not name.endswith(("~", ".swp")))
        yield from (Path(place, name) for name in kept if name.lower() not in ("thumbs.db", "desktop.ini"))


def listed_once() -> Walk:
    """A walk for several looks at the same folders, each of which it lists once."""
    listed = cache(lambda folder: next(os.walk(folder), (folder, [], [])))

    def walk(folder: str) -> Iterator[tuple[str, list[str], list[str]]]:
        place, folders, names = listed(folder)
        folders = [*folders]
        yield place, folders, names
        for inner in (os.path.join(place, name) for name in folders):
            if not os.path.islink(inner):
                yield from walk(inner)

    return walk


def content(path: Path | str) -> bytes | None:
    """The bytes of a file as far as it is read, to know it by; None where there is none that can be read."""
    try:
        file = os.open(path, _READING)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(file)
        return os.read(file, min(status.st_size, LARGEST_FILE) + 1) if S_ISREG(status.st_mode) else None
    except OSError:
        return None
    finally:
        os.close(file)


def state_of(status: os.stat_result) -> State:
    """The state of a file."""
    return status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns


def state(path: Path | str) -> State | None:
    """How a file stands, to guess whether it is still as it was; None where there is none."""
    try:
        return state_of(os.stat(path))
    except (OSError, ValueError):
        return None


def contents(folders: Iterable[Path], *patterns: str) -> tuple[tuple[str, bytes | None], ...]:
    """The files of some folders that match a pattern, each with its bytes, to know all of them by.

    A pattern is one of names, below folders without any, or below `**`, all folders in one. This process reads a file
    once while the system says that it is as it was, unless it has just changed: then it may change unnoticed.
    """
    paths = (path for folder in folders for pattern in patterns for path in _matching(str(folder), pattern))
    return tuple((path, _standing_content(path)) for path in paths)


def _matching(folder: str, pattern: str) -> list[str]:
    """The paths that match a pattern below a folder, in order."""
    place, _, names = pattern.rpartition("/")
    paths: list[str] = []
    for at, folders, files in os.walk(os.path.join(folder, place.removesuffix("**").rstrip("/")).rstrip(os.sep)):
        paths += (os.path.join(at, name) for name in matching((*folders, *files), names))
        if not place.endswith("**"):
            break
    return in_order(paths)


def _standing_content(path: str) -> bytes | None:
    stands = state(path)
    if stands is None or time.time_ns() - max(stands[1], stands[3]) <= JUST_NOW:
        return content(path)
    return _content_at(path, stands)


@lru_cache(maxsize=MOST_STANDING)
def _content_at(path: str, stands: State) -> bytes | None:
    return content(path)
