"""The files of a site, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, TypeVar

from sheetgen.processes import ALONE, Peers, Task, collected, results
from sheetgen.site.kept_files import KeptFile, KeptFiles
from sheetgen.text.kept_contents import NewContent
from sheetgen.text.late_values import LateSequence
from sheetgen.text.spool import Spool, Spooled

T = TypeVar("T")
Maker: TypeAlias = Callable[[], bytes | KeptFile]


class SpooledFile(NamedTuple):
    """A file in a spool, with the SHA-256 of its bytes."""

    place: Spooled
    size: int
    digest: str


def spooled(spool: Spool, parts: Iterable[bytes]) -> SpooledFile:
    """Write a file to a spool part by part."""
    total, size = sha256(), 0

    def noted() -> Iterator[bytes]:
        nonlocal size
        for part in parts:
            total.update(part)
            size += len(part)
            yield part

    place = spool.put_parts(noted())
    return SpooledFile(place, size, total.hexdigest())


@dataclass(frozen=True)
class JoinedFiles:
    """Files that are made together, of parts of which each is made by itself."""

    parts: Mapping[str, Maker]
    """By name, in the order in which they are joined."""
    join: Callable[[Sequence[bytes]], Iterable[tuple[str, bytes]]]
    """Gives the files by address, one after the other."""

    def made(self) -> dict[str, bytes]:
        """The files."""
        return dict(self.join([_made_now(make) for make in self.parts.values()]))


@dataclass(frozen=True)
class SpooledFiles(Mapping[str, bytes]):
    """Files by address, each read when it is asked for: from a spool, or where it was kept by a build before."""

    spool: Spool
    files: Mapping[str, SpooledFile | KeptFile]
    kept: Callable[[str, KeptFile], bytes]
    """Reads a file that was kept, or makes it anew where that is damaged."""

    def __getitem__(self, path: str) -> bytes:
        file = self.files[path]
        return self.kept(path, file) if isinstance(file, KeptFile) else self.spool.get(file.place)

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def parts(self, path: str) -> Iterator[bytes]:
        """A file in parts, each of which takes little memory."""
        file = self.files[path]
        return iter((self[path],)) if isinstance(file, KeptFile) else self.spool.parts(file.place)

    def about(self, path: str) -> tuple[int, str]:
        """The size of a file and the SHA-256 of its bytes, without reading it."""
        file = self.files[path]
        return file.size, file.digest

    def with_files(self, files: Mapping[str, bytes]) -> SpooledFiles:
        """These files and some more."""
        more = {path: spooled(self.spool, (content,)) for path, content in files.items()}
        return replace(self, files={**self.files, **more})


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
    """A file that was made or kept, and what is to be kept of it; None for what was kept before."""

    file: SpooledFile | KeptFile
    kept: Mapping[str, SpooledFile | None]


def _spooled(spool: Spool, make: Maker, kept: KeptFiles) -> _Made:
    made = make()
    file = made if isinstance(made, KeptFile) else spooled(spool, (made,))
    used = kept.used().items()
    return _Made(file, {key: new and SpooledFile(spool.put(new.compressed), *new[1:]) for key, new in used})


def _made_now(make: Maker) -> bytes:
    """A file of which nothing was kept."""
    made = make()
    assert isinstance(made, bytes), f"{made} was kept"
    return made


def _read(kept: KeptFiles, makers: Mapping[str, Maker], path: str, file: KeptFile) -> bytes:
    """A file that was kept; made anew where that is damaged."""
    content = kept.read(file)
    return _made_now(makers[path]) if content is None else content


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
        given = SpooledFiles(
            spool,
            {path: part.file for path, part in zip(tasks, made, strict=True)},
            partial(_read, kept, {**parts, **alone}),
        )
        files = {path: given.files[path] for path in alone}
        if not peers.number:
            used = {key: new for part in made for key, new in part.kept.items()}
            kept.save({key: new and NewContent(partial(spool.get, new.place), *new[1:]) for key, new in used.items()})
            files |= {path: spooled(spool, _listed(given, paths)) for path, paths in self._lists.items()}
            files |= {path: spooled(spool, (content,)) for path, content in self._joined(given)}
        ready = {path: spooled(spool, (content,)) for path, content in self._ready.items()}
        order = (path for path in (*self._makers, *ready, *files) if path in files or path in ready)
        return replace(given, files={path: files[path] if path in files else ready[path] for path in order})

    def _joined(self, files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
        """What is made of parts that stand among other files."""
        for start, joined in self._together.items():
            yield from joined.join(
                LateSequence([partial(files.__getitem__, f"{start}{name}") for name in joined.parts])
            )

    def _listed(self, paths: Sequence[str]) -> bytes:
        return b"".join(_listed(self, paths))

    def __getitem__(self, path: str) -> bytes:
        if path not in self._made and path in self._makers:
            self._made[path] = _made_now(self._makers[path])
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
