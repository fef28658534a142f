"""Pages and data of a site, kept on disk by the digest of all that they show and of what draws them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from sheetgen.text.kept_contents import KeptContents, NewContent
from sheetgen.text.memo import Memo, is_lasting
from sheetgen.text.spool import PART, Spool, Spooled, portions


class KeptFile(NamedTuple):
    """A file that was made before, by the digest that it is kept under."""

    key: str
    size: int
    digest: str
    """The SHA-256 of its bytes."""


class SpooledFile(NamedTuple):
    """A file in a spool, with the SHA-256 of its bytes."""

    place: Spooled
    size: int
    digest: str


def spooled(spool: Spool, parts: Iterable[bytes]) -> SpooledFile:
    """Write a file to a spool part by part, many small ones at a time."""
    total, size = sha256(), 0

    def noted() -> Iterator[bytes]:
        nonlocal size
        for portion in portions(parts, PART):
            total.update(portion)
            size += len(portion)
            yield portion

    place = spool.put_parts(noted())
    return SpooledFile(place, size, total.hexdigest())


class NewFile(NamedTuple):
    """A file to keep: compressed, with its size and the SHA-256 of its bytes."""

    compressed: bytes
    size: int
    digest: str


@dataclass(frozen=True)
class KeptFiles:
    """The files that a program made before; without contents, every file is made."""

    memo: Memo
    contents: KeptContents | None = None
    _used: dict[str, NewFile | None] = field(default_factory=dict)

    @classmethod
    def of(cls, memo: Memo, *options: str) -> KeptFiles:
        """Those of builds with the same options, beside the values that the memo keeps on disk."""
        kept = memo.kept_values
        return cls(memo, KeptContents(kept.cache, (*kept.name, *options)) if kept else None)

    def key(self, made_from: tuple[object, ...]) -> str:
        """The digest that a file which follows from some values is kept under; empty where it is not kept."""
        key = self.memo.digest(made_from) if self.contents else ""
        return key if is_lasting(key) else ""

    def file(self, made_from: tuple[object, ...], make: Callable[[], bytes]) -> bytes | KeptFile:
        """A file that follows from some values: the one that was made from the same, else made, and to be kept."""
        key = self.key(made_from)
        if known := self._known(key):
            return known
        content = make()
        if key:
            self._used[key] = NewFile(zlib.compress(content, 1), len(content), sha256(content).hexdigest())
        return content

    def joined(self, parts: Iterable[object], make: Callable[[], SpooledFile]) -> SpooledFile | KeptFile:
        """A file that other files are joined to, by what is known of these. Only its size and its digest are kept: it
        is soon made again."""
        key = self.key(("joined", *parts))
        if known := self._known(key):
            return known
        made = make()
        if key:
            self._used[key] = NewFile(b"", made.size, made.digest)
        return made

    def _known(self, key: str) -> KeptFile | None:
        """The file that was kept under a digest."""
        about = self.contents.about(key) if self.contents and key else None
        if about is None:
            return None
        self._used[key] = None
        return KeptFile(key, *about)

    def together(self, key: str, paths: Sequence[str]) -> dict[str, KeptFile]:
        """The files of some addresses that were kept together under a digest; none where one of them is not known."""
        if self.contents is None or self.contents.about(key) is None:
            return {}
        with suppress(ValueError, TypeError, AttributeError):
            keys = json.loads(self.read(KeptFile(key, 0, "")) or b"")
            about = {path: (keys[path], self.contents.about(keys[path])) for path in paths if path in keys}
            if len(about) == len(paths) and all(known for _, known in about.values()):
                return {path: KeptFile(kept, *known) for path, (kept, known) in about.items() if known}
        return {}

    def keep_together(self, key: str, keys: Mapping[str, str]) -> None:
        """Keep under a digest which files were made, by their addresses, and what each of them is kept under."""
        content = json.dumps(keys).encode()
        if key:
            self._used[key] = NewFile(zlib.compress(content, 1), len(content), "")

    def read(self, file: KeptFile) -> bytes | None:
        """The bytes of a file that was made before; None where they are damaged, and the file is to be made anew."""
        content = self.contents.get(file.key) if self.contents else None
        if content is not None:
            with suppress(zlib.error):
                return zlib.decompress(content)
        if self.contents:
            self.contents.forget(file.key)
        return None

    def used(self) -> dict[str, NewFile | None]:
        """The digests of files that were asked for since this was, with what is to be kept of those that were made."""
        used = dict(self._used)
        self._used.clear()
        return used

    def save(self, used: Mapping[str, NewContent | None], spool: Spool) -> None:
        """Keep the files that a build used, made by whatever process, from where they stand in a spool."""
        if self.contents is not None:
            self.contents.save(used, spool)
