"""The files of a site, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from sheetgen.processes import ALONE, Peers, Task, collected, results
from sheetgen.site.kept_files import KeptFiles
from sheetgen.text.late_values import LateSequence
from sheetgen.text.spool import Spool, Spooled

T = TypeVar("T")
Maker: TypeAlias = Callable[[], bytes]


@dataclass(frozen=True)
class JoinedFiles:
    """Files that are made together, of parts of which each is made by itself."""

    parts: Mapping[str, Maker]
    """By name, in the order in which they are joined."""
    join: Callable[[Sequence[bytes]], Iterable[tuple[str, bytes]]]
    """Gives the files by address, one after the other."""

    def made(self) -> dict[str, bytes]:
        """The files."""
        return dict(self.join([make() for make in self.parts.values()]))


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

    def parts(self, path: str) -> Iterator[bytes]:
        """A file in parts, each of which takes little memory."""
        return self.spool.parts(self.places[path])

    def with_files(self, places: Mapping[str, Spooled]) -> SpooledFiles:
        """These files and some more."""
        return SpooledFiles(self.spool, {**self.places, **places})


def _listed(files: Mapping[str, bytes], paths: Sequence[str]) -> Iterator[bytes]:
    """A list of what stands in some JSON files, part by part."""
    for number, path in enumerate(paths):
        yield b"%s%s" % (b", " if number else b"[", files[path])
    yield b"]" if paths else b"[]"


def _shared(tasks: Mapping[str, Task[T]], peers: Peers) -> Iterator[T]:
    """What the tasks give, each done by the process that owns the name of its path; at last what no process did."""
    own: dict[str, T] = {}
    with suppress(Exception), collected():
        for path, task in tasks.items():
            if peers.owns(PurePosixPath(path).name.partition(".")[0]):
                own[path] = task()
    given = {path: made for part in peers.exchange("files", own) for path, made in part.items()}
    for path, task in tasks.items():
        yield given[path] if path in given else task()


@dataclass(frozen=True)
class _Made:
    """The place of a file that was made, and of what is to be kept of it; None for what was kept before."""

    place: Spooled
    kept: Mapping[str, Spooled | None]


def _spooled(spool: Spool, make: Maker, kept: KeptFiles) -> _Made:
    place = spool.put(make())
    used = kept.used().items()
    return _Made(place, {key: None if content is None else spool.put(content) for key, content in used})


class LazyFiles(Mapping[str, bytes]):
    """Files by address. Some are made together: these go by how all their addresses begin. Some are `ready`, and some
    are lists of what stands in other JSON files."""

    def __init__(
        self,
        makers: Mapping[str, Maker],
        together: Mapping[str, JoinedFiles],
        ready: Mapping[str, bytes],
        lists: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self._makers: dict[str, Maker] = {
            **makers,
            **{path: partial(self._listed, paths) for path, paths in lists.items()},
        }
        self._together = dict(together)
        self._ready = ready
        self._lists = lists
        self._made = dict(ready)

    def whole(self, spool: Spool, kept: KeptFiles, peers: Peers = ALONE) -> SpooledFiles:
        """Every file, made by several processes where that pays, and written to a spool as it is made.

        With other `peers` each of these makes its own, by the names of files without folder and endings. The first
        process keeps those that are `kept`, and makes the lists, and what is joined of parts.
        """
        together = self._together.items()
        parts = {f"{start}{name}": make for start, joined in together for name, make in joined.parts.items()}
        alone = {path: make for path, make in self._makers.items() if path not in self._lists}
        tasks = {path: partial(_spooled, spool, make, kept) for path, make in (*parts.items(), *alone.items())}
        made = [*_shared(tasks, peers)] if peers.count > 1 else results([*tasks.values()])
        places = {path: part.place for path, part in zip(tasks, made, strict=True)}
        files = SpooledFiles(spool, {path: places[path] for path in alone})
        if not peers.number:
            used = {key: place for part in made for key, place in part.kept.items()}
            kept.save({key: None if place is None else partial(spool.get, place) for key, place in used.items()})
            lists = {path: spool.put_parts(_listed(files, paths)) for path, paths in self._lists.items()}
            files = files.with_files(lists).with_files(dict(self._joined(spool, places)))
        ready = {path: spool.put(content) for path, content in self._ready.items()}
        return SpooledFiles(spool, {**dict.fromkeys(self._makers, b""), **ready, **files.places})

    def _joined(self, spool: Spool, places: Mapping[str, Spooled]) -> Iterator[tuple[str, Spooled]]:
        """What is made of parts that stand in a spool."""
        for start, joined in self._together.items():
            parts = LateSequence([partial(spool.get, places[f"{start}{name}"]) for name in joined.parts])
            for path, content in joined.join(parts):
                yield path, spool.put(content)

    def _listed(self, paths: Sequence[str]) -> bytes:
        return b"".join(_listed(self, paths))

    def __getitem__(self, path: str) -> bytes:
        if path not in self._made and path in self._makers:
            self._made[path] = self._makers[path]()
        elif path not in self._made:
            self._make_together(path)
        return self._made[path]

    def _make_together(self, path: str) -> None:
        for start in [start for start in self._together if path.startswith(start)]:
            self._made |= self._together.pop(start).made()

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
