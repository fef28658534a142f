"""Digests of all files in some folders, and of the program that reads them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from stat import S_IFDIR, S_IFMT, S_ISREG

from sheetgen.text.cache import digest
from sheetgen.text.shipped import PACKAGE, shipped
from sheetgen.text.source import JUST_NOW

NO_SOURCES = frozenset({".git", ".venv", ".sheetgen", "__pycache__", "node_modules"})
"""Folders in which nothing is looked for."""
MOST_FILES = 100_000
"""Files of a project; one of more is always made anew."""
_name = attrgetter("name")


@cache
def program() -> str:
    """A digest of the program, the packages that it is run with, and what runs it."""
    places = (Path(place) for place in sys.path if Path(place).name in ("site-packages", "dist-packages"))
    packages = sorted(path.name for place in places if place.is_dir() for path in place.glob("*.*-info"))
    files = digest_of_files((PACKAGE, shipped("templates")))
    return digest(files or "", *packages, sys.implementation.name, sys.version, sys.platform)


def digest_of_files(folders: Iterable[Path], outputs: Iterable[Path] = (), ignored: str = "") -> str | None:
    """A digest of the names, sorts and bytes of all files in some folders; none of more than `MOST_FILES`."""
    total, outside = blake2b(digest_size=32), frozenset(map(str, outputs))
    files = (file for folder in folders for file in _files(str(folder), outside))
    for number, file in enumerate(file for file in files if not (ignored and file.path.endswith(ignored))):
        if number > MOST_FILES:
            return None
        total.update(repr((file.path, *_described(file))).encode("utf-8", "surrogatepass"))
    return total.hexdigest()


def _described(file: os.DirEntry[str]) -> tuple[int, str, bytes]:
    """Whether there is a file, a folder or something else, where a link leads, and a digest of the bytes of a file."""
    link = ""
    with suppress(OSError):
        link = os.readlink(file.path) if file.is_symlink() else ""
        if file.is_dir():
            return S_IFDIR, link, b""
        state = file.stat()
        return S_IFMT(state.st_mode), link, _digest_of_file(file.path, state) if S_ISREG(state.st_mode) else b""
    return 0, link, b""


def _digest_of_file(path: str, state: os.stat_result) -> bytes:
    """A digest of the bytes of a file, which are read once by this process while the system says that it is as it was.

    A file that has just changed is always read, since it may change again without the system's clock telling.
    """
    if time.time_ns() - state.st_ctime_ns > JUST_NOW:
        return _known_digest(path, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
    return blake2b(_bytes(path), digest_size=32).digest()


@lru_cache(maxsize=MOST_FILES)
def _known_digest(path: str, *state: int) -> bytes:
    return blake2b(_bytes(path), digest_size=32).digest()


def _files(folder: str, outside: frozenset[str]) -> Iterator[os.DirEntry[str]]:
    """All files and folders in a folder, in order, but for those outside and what is no source."""
    seen: set[str] = set()
    waiting = [(folder, os.path.realpath(folder))]
    while waiting:
        place, real = waiting.pop()
        if real in seen:
            continue
        seen.add(real)
        folders: list[os.DirEntry[str]] = []
        files: list[os.DirEntry[str]] = []
        with suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                (folders if entry.is_dir() else files).append(entry)
        folders = [it for it in folders if it.name not in NO_SOURCES and os.path.join(real, it.name) not in outside]
        folders.sort(key=_name)
        yield from folders
        yield from sorted(files, key=_name)
        for it in reversed(folders):
            at = os.path.join(real, it.name)
            waiting.append((it.path, os.path.realpath(at) if it.is_symlink() else at))


def _bytes(path: str) -> bytes:
    """The bytes of a file; none of one that cannot be read."""
    with suppress(OSError):
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            return b"".join(iter(lambda: os.read(file, 1 << 16), b""))
        finally:
            os.close(file)
    return b""
