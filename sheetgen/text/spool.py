"""Contents that are needed once more: written to a temporary folder as they are made, and never all in memory.

Each process writes to a file of its own, one content after the other.
"""

from __future__ import annotations

import os
import shutil
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple, TypeAlias

PART = 1_000_000
"""Bytes of a content that are read at a time."""


Spooled: TypeAlias = int | bytes
"""Where a content stands, as `Stretch` packs it; the content itself, where the disk takes no more."""
_START_BITS, _LENGTH_BITS = 48, 40


class Stretch(NamedTuple):
    """A stretch of a spool: the process that wrote it, where it begins, and its bytes."""

    process: int
    start: int
    length: int

    def packed(self) -> int:
        """It as one number, of which a build holds some for each of its entries: a third of the memory."""
        return (self.process << _START_BITS | self.start) << _LENGTH_BITS | self.length

    @classmethod
    def of(cls, place: int) -> Stretch:
        """What a number stands for."""
        before, length = divmod(place, 1 << _LENGTH_BITS)
        return cls(*divmod(before, 1 << _START_BITS), length)


@dataclass(eq=False)
class Spool:
    """A temporary folder of contents, which goes with the process that made it."""

    folder: Path = field(default_factory=lambda: Path(mkdtemp(prefix="sheetgen-")))
    _files: dict[tuple[int, int], FileIO] = field(default_factory=dict)
    """The files that are open, by the process that opened one and the one that wrote it: a copy of a process would
    share the place in the files of that process, and opens its own."""

    _processes: dict[int, int] = field(default_factory=dict)
    """The number of each process that wrote something, which all its stretches share."""

    def __post_init__(self) -> None:
        weakref.finalize(self, _remove, self.folder, self._files, os.getpid())

    def put(self, content: bytes) -> Spooled:
        """Write a content."""
        number = os.getpid()
        process = self._processes.setdefault(number, number)
        with suppress(OSError):
            file = self._opened(process, "xb+")
            start = file.seek(0, os.SEEK_END)
            if file.write(content) == len(content):
                return Stretch(process, start, len(content)).packed()
        return content

    def put_parts(self, parts: Iterable[bytes]) -> Spooled:
        """Write a content part by part."""
        places: list[Spooled] = [self.put(part) for part in parts]
        stretches = [Stretch.of(place) for place in places if isinstance(place, int)]
        if stretches and len(stretches) == len(places):
            return stretches[0]._replace(length=sum(part.length for part in stretches)).packed()
        return b"".join(map(self.get, places))

    def parts(self, place: Spooled) -> Iterator[bytes]:
        """The content that stands at a place, in parts of which each takes little memory."""
        if isinstance(place, bytes):
            yield place
            return
        whole = Stretch.of(place)
        for start in range(0, whole.length, PART):
            yield self.get(Stretch(whole.process, whole.start + start, min(PART, whole.length - start)).packed())

    def get(self, place: Spooled) -> bytes:
        """The content that stands at a place."""
        if isinstance(place, bytes):
            return place
        process, start, length = Stretch.of(place)
        file = self._opened(process, "rb")
        file.seek(start)
        return file.read(length)

    def _opened(self, process: int, mode: str) -> FileIO:
        """The file that a process writes, in a mode where it was not opened before."""
        key = os.getpid(), process
        if key not in self._files:
            self._files[key] = FileIO(str(self.folder / str(process)), mode)
        return self._files[key]


def _remove(folder: Path, files: Mapping[tuple[int, int], FileIO], process: int) -> None:
    """Remove the folder of a process; a copy of that process leaves it alone."""
    for file in files.values():
        file.close()
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


def portions(parts: Iterable[bytes], least: int) -> Iterator[bytes]:
    """Parts put together until they have at least so many bytes; the last ones may have fewer."""
    portion: list[bytes] = []
    size = 0
    for part in parts:
        portion.append(part)
        size += len(part)
        if size >= least:
            yield b"".join(portion)
            portion, size = [], 0
    if portion:
        yield b"".join(portion)
