"""The files of a site, each made when it is first asked for."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TypeAlias

from sheetgen.processes import ALONE, FEWEST_TASKS, Peers, both, collected, results
from sheetgen.site.kept_files import KeptFile, KeptFiles, NewFile, SpooledFile, spooled
from sheetgen.text.kept_contents import NewContent
from sheetgen.text.late_values import LateSequence
from sheetgen.text.spool import Spool, Spooled

Maker: TypeAlias = Callable[[], bytes | KeptFile]
PORTION = 500
"""Files of which another process tells the first one at a time."""


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


@dataclass(frozen=True, eq=False)
class FileBlock:
    """Files that are kept together: where what they follow from is the same, none of them is asked for by itself."""

    paths: Callable[[], Sequence[str]]
    made_from: Callable[[], tuple[object, ...]]


def _listed(files: Mapping[str, bytes], paths: Sequence[str]) -> Iterator[bytes]:
    """A list of what stands in some JSON files, part by part."""
    for number, path in enumerate(paths):
        yield b"%s%s" % (b", " if number else b"[", files[path])
    yield b"]" if paths else b"[]"


@dataclass(frozen=True)
class _Made:
    """Files that were made or kept, by address; and what is to be kept of them, None for what was kept before."""

    files: dict[str, SpooledFile | KeptFile] = field(default_factory=dict)
    kept: dict[str, NewContent | None] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    """The digest that each file is kept under, by its address."""

    def add(self, other: _Made) -> None:
        """Add what was made elsewhere."""
        self.files.update(other.files)
        self.kept.update(other.kept)
        self.keys.update(other.keys)


def _together(parts: Iterable[_Made]) -> _Made:
    """What was made in parts."""
    whole = _Made()
    for part in parts:
        whole.add(part)
    return whole


@dataclass(frozen=True)
class _FilesToMake:
    """The making of files into a spool."""

    paths: Sequence[str]
    maker: Callable[[str], Maker]
    spool: Spool
    kept: KeptFiles

    def made(self, path: str) -> _Made:
        """One file."""
        made = self.maker(path)()
        file = made if isinstance(made, KeptFile) else spooled(self.spool, (made,))
        used = self.kept.used()
        kept = {key: new and self.new(new, file.digest) for key, new in used.items()}
        return _Made({path: file}, kept, dict.fromkeys((path,), *used) if len(used) == 1 else {})

    def new(self, new: NewFile, digest: str = "") -> NewContent:
        """A file to keep, which shares the digest of one that was made."""
        return NewContent(self.spool.put(new.compressed), new.size, digest if digest == new.digest else new.digest)

    def by_others(self, paths: Iterable[str]) -> _Made:
        """Some of the files, made by this process and others that begin as copies of it."""
        return _together(results([partial(self._made_together, group) for group in _near_each_other(paths)]))

    def _made_together(self, paths: Iterable[str]) -> _Made:
        """Some files, one after the other."""
        return _together(map(self.made, paths))

    def by_peers(self, peers: Peers) -> _Made:
        """The files that this process owns by the names of their paths; in the first process all, with those at last
        that no process made."""
        whole, portions = _Made(), list[Spooled]()
        with suppress(Exception), collected():
            # What takes most memory, all rows of a list, stands last: it is made while little else is there.
            for path in chain.from_iterable(reversed(_near_each_other(self.paths))):
                if peers.owns(PurePosixPath(path).name.partition(".")[0]):
                    whole.add(self.made(path))
                if peers.number and len(whole.files) >= PORTION:
                    portions.append(self._sent(whole))
                    whole = _Made()
        if peers.number:
            peers.gather("files", [*portions, self._sent(whole)])
            return whole
        for place in chain.from_iterable(peers.gather("files", portions)):
            whole.add(pickle.loads(self.spool.get(place)))
        for path in self.paths:
            if path not in whole.files:
                whole.add(self.made(path))
        return whole

    def _sent(self, made: _Made) -> Spooled:
        """Where what was made stands for the first process; so much at a time takes little memory."""
        return self.spool.put(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))


def _near_each_other(paths: Iterable[str]) -> list[list[str]]:
    """Paths in groups: the page of an entry and its data, which are made of the same."""
    alike: dict[str, list[str]] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        alike.setdefault(f"{folder}/{name.partition('.')[0]}", []).append(path)
    return [*alike.values()]


def _made_now(make: Maker) -> bytes:
    """A file of which nothing was kept."""
    made = make()
    assert isinstance(made, bytes), f"{made} was kept"
    return made


def _read(kept: KeptFiles, maker: Callable[[str], Maker], path: str, file: KeptFile) -> bytes:
    """A file that was kept; made anew where that is damaged."""
    content = kept.read(file)
    return _made_now(maker(path)) if content is None else content


class LazyFiles(Mapping[str, bytes]):
    """Files by address. Some are made together: these go by how all their addresses begin. Some are `ready`, and some
    are lists of what stands in other JSON files."""

    def __init__(
        self,
        makers: Mapping[str, Maker],
        together: Mapping[str, JoinedFiles],
        ready: Mapping[str, bytes],
        lists: Mapping[str, Sequence[str]] = MappingProxyType({}),
        blocks: Iterable[FileBlock] = (),
    ) -> None:
        self._makers = makers
        self._together = dict(together)
        self._ready = ready
        self._lists = lists
        self._blocks = blocks
        self._made = dict(ready)

    def whole(self, spool: Spool, kept: KeptFiles, peers: Peers = ALONE) -> SpooledFiles:
        """Every file, made by several processes where that pays, and written to a spool as it is made.

        With other `peers` each of these makes its own, by the names of files without folder and endings. The first
        process keeps those that are `kept`, and makes the lists, and what is joined of parts; alone, it has that done
        while it makes what else there is.
        """
        together = self._together.items()
        parts = {f"{start}{name}": make for start, joined in together for name, make in joined.parts.items()}

        def maker(path: str) -> Maker:
            if path in self._lists:
                return lambda: b"".join(_listed(given, self._lists[path]))
            return parts[path] if path in parts else self._makers[path]

        made, new = (_Made(), {}) if peers.number else self._kept_together(kept)
        left = [path for path in (*parts, *self._makers) if path not in made.files]
        making = _FilesToMake(left, maker, spool, kept)
        made.add(making.by_peers(peers) if peers.count > 1 else making.by_others(filter(parts.__contains__, left)))
        given = SpooledFiles(spool, made.files, partial(_read, kept, maker))
        if peers.number:
            return given

        def others() -> dict[str, SpooledFile | KeptFile]:
            made.add(making.by_others(path for path in left if path not in made.files))
            for key, block in new.items():
                kept.keep_together(key, {path: made.keys[path] for path in block.paths() if path in made.keys})
            lists: dict[str, SpooledFile | KeptFile] = {
                path: kept.joined(map(given.about, paths), partial(spooled, spool, _listed(given, paths)))
                for path, paths in self._lists.items()
            }
            kept.save(made.kept | {key: file and making.new(file) for key, file in kept.used().items()}, spool)
            own = {path: file for path, file in made.files.items() if path not in parts}
            return own | lists | {path: spooled(spool, (content,)) for path, content in self._ready.items()}

        def joined() -> dict[str, SpooledFile]:
            return {path: spooled(spool, (content,)) for path, content in self._joined(given)}

        own, search = both(others, joined, apart=len(parts) >= FEWEST_TASKS)
        files = {**own, **search}
        order = dict.fromkeys((*self._makers, *self._lists, *self._ready, *files))
        return replace(given, files={path: files[path] for path in order})

    def _kept_together(self, kept: KeptFiles) -> tuple[_Made, Mapping[str, FileBlock]]:
        """The files of all blocks that were kept, and the other blocks by what they are to be kept under."""
        whole, new = _Made(), {}
        for block in self._blocks:
            key = kept.key(block.made_from())
            files = kept.together(key, block.paths())
            whole.add(_Made({**files}, dict.fromkeys(file.key for file in files.values())))
            if files:
                whole.kept[key] = None
            else:
                new[key] = block
        return whole, new

    def _joined(self, files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
        """What is made of parts that stand among other files."""
        for start, joined in self._together.items():
            yield from joined.join(LateSequence([f"{start}{name}" for name in joined.parts], files.__getitem__))

    def __getitem__(self, path: str) -> bytes:
        if path not in self._made:
            if path in self._makers:
                self._made[path] = _made_now(self._makers[path])
            elif path in self._lists:
                self._made[path] = b"".join(_listed(self, self._lists[path]))
            else:
                self._make_together(path)
        return self._made[path]

    def _make_together(self, path: str) -> None:
        for start in [start for start in self._together if path.startswith(start)]:
            self._made |= self._together.pop(start).made()

    def __contains__(self, path: object) -> bool:
        if isinstance(path, str) and not self._is_known(path):
            self._make_together(path)
        return isinstance(path, str) and self._is_known(path)

    def _is_known(self, path: str) -> bool:
        return path in self._makers or path in self._lists or path in self._made

    def __iter__(self) -> Iterator[str]:
        for start in list(self._together):
            self._make_together(start)
        return iter(dict.fromkeys(chain(self._makers, self._lists, self._made)))

    def __len__(self) -> int:
        return len(list(iter(self)))
