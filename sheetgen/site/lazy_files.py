"""The files of a site, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import TypeAlias, TypeVar

from sheetgen.output.spool import Spool, Spooled
from sheetgen.processes import ALONE, Peers, Task, collected, results

T = TypeVar("T")
Maker: TypeAlias = Callable[[], bytes]


@dataclass(frozen=True)
class SpooledFiles(Mapping[str, bytes]):
    """Files by address, each read when it is asked for."""

    spool: Spool
    places: Mapping[str, Spooled]

    def __getitem__(self, path: str) -> bytes:
        return self.spool.get(self.places[path])

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def with_files(self, files: Mapping[str, bytes]) -> SpooledFiles:
        """These files and some more."""
        return SpooledFiles(self.spool, {**self.places, **files})


def _shared(tasks: Mapping[str, Task[T]], peers: Peers) -> Iterator[tuple[str, T]]:
    """What the tasks give, each done by the process that owns the name of its path; at last what no process did."""
    own: dict[str, T] = {}
    with suppress(Exception), collected():
        for path, task in tasks.items():
            if peers.owns(PurePosixPath(path).stem):
                own[path] = task()
    given = {path: made for part in peers.exchange("files", own) for path, made in part.items()}
    for path, task in tasks.items():
        yield path, given[path] if path in given else task()


def _spooled(spool: Spool, start: str, files: LazyFiles) -> Mapping[str, Spooled]:
    return {path: spool.put(content) for path, content in files.made(start).items()}


class LazyFiles(Mapping[str, bytes]):
    """Files by address. Some are made together: their makers go by how all their addresses begin. Some are `ready`."""

    def __init__(
        self,
        makers: Mapping[str, Maker],
        together: Mapping[str, Callable[[], Mapping[str, bytes]]],
        ready: Mapping[str, bytes],
    ) -> None:
        self._makers = makers
        self._together = dict(together)
        self._ready = ready
        self._made = dict(ready)

    def whole(self, spool: Spool, peers: Peers = ALONE) -> SpooledFiles:
        """Every file, made by several processes where that pays, and written to a spool as it is made.

        With other `peers` each of these makes its own, by the names of files without folder and ending.
        """
        tasks = {path: partial(_spooled, spool, path, self) for path in (*self._together, *self._makers)}
        made = _shared(tasks, peers) if peers.count > 1 else zip(tasks, results([*tasks.values()]), strict=True)
        places = {path: place for _, places in made for path, place in places.items()}
        ready = {path: spool.put(content) for path, content in self._ready.items()}
        return SpooledFiles(spool, {**dict.fromkeys(self._makers, b""), **ready, **places})

    def made(self, start: str) -> Mapping[str, bytes]:
        """The file of an address, or those that are made together under it."""
        return {start: self._makers[start]()} if start in self._makers else self._together[start]()

    def __getitem__(self, path: str) -> bytes:
        if path not in self._made and path in self._makers:
            self._made[path] = self._makers[path]()
        elif path not in self._made:
            self._make_together(path)
        return self._made[path]

    def _make_together(self, path: str) -> None:
        for start in [start for start in self._together if path.startswith(start)]:
            self._made |= self._together.pop(start)()

    def __contains__(self, path: object) -> bool:
        if isinstance(path, str) and path not in self._makers and path not in self._made:
            self._make_together(path)
        return path in self._makers or path in self._made

    def __iter__(self) -> Iterator[str]:
        for start in list(self._together):
            self._make_together(start)
        return iter({**self._makers, **self._made})

    def __len__(self) -> int:
        return len(list(iter(self)))
