"""Contents that are needed once more: written to a temporary folder as they are made, and never all in memory.

Each process writes to a file of its own, one content after the other.
"""

from __future__ import annotations

import os
import shutil
import weakref
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple, TypeAlias


class Stretch(NamedTuple):
    """A stretch of a spool: the process that wrote it, where it begins, and its bytes."""

    process: int
    start: int
    length: int


Spooled: TypeAlias = Stretch | bytes
"""Where a content stands; itself, where the disk takes no more."""


@dataclass(eq=False)
class Spool:
    """A temporary folder of contents, which goes with the process that made it."""

    folder: Path = field(default_factory=lambda: Path(mkdtemp(prefix="sheetgen-")))
    _files: dict[int, int] = field(default_factory=dict)
    """The descriptor of each process's file, as this one has it open. A copy of a process has those that it had open,
    so that none is read or written at a place that is kept with it."""
    _ends: dict[int, int] = field(default_factory=dict)
    """Where the file of this process ends, by its number."""

    def __post_init__(self) -> None:
        weakref.finalize(self, _remove, self.folder, self._files, os.getpid())

    def put(self, content: bytes) -> Spooled:
        """Write a content."""
        process = os.getpid()
        start = self._ends.get(process, 0)
        with suppress(OSError):
            file = self._opened(process, os.O_RDWR | (0 if start else os.O_CREAT))
            if os.pwrite(file, content, start) == len(content):
                self._ends[process] = start + len(content)
                return Stretch(process, start, len(content))
        return content

    def get(self, place: Spooled) -> bytes:
        """The content that stands at a place."""
        if isinstance(place, bytes):
            return place
        return os.pread(self._opened(place.process, os.O_RDONLY), place.length, place.start)

    def _opened(self, process: int, mode: int) -> int:
        if process not in self._files:
            self._files[process] = os.open(self.folder / str(process), mode | os.O_CLOEXEC, 0o600)
        return self._files[process]


def _remove(folder: Path, files: Mapping[int, int], process: int) -> None:
    """Remove the folder of a process; a copy of that process leaves it alone."""
    for file in files.values():
        os.close(file)
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)
