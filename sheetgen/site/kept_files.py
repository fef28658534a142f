"""Pages and data of a site, kept on disk by the digest of all that they show and of what draws them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from sheetgen.text.kept_contents import KeptContents, NewContent
from sheetgen.text.memo import Memo, is_lasting
from sheetgen.text.spool import Spool


class KeptFile(NamedTuple):
    """A file that was made before, by the digest that it is kept under."""

    key: str
    size: int
    digest: str
    """The SHA-256 of its bytes."""


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

    def file(self, made_from: tuple[object, ...], make: Callable[[], bytes]) -> bytes | KeptFile:
        """A file that follows from some values: the one that was made from the same, else made, and to be kept."""
        key = self.memo.digest(made_from) if self.contents else ""
        if self.contents is None or not is_lasting(key):
            return make()
        if about := self.contents.about(key):
            self._used[key] = None
            return KeptFile(key, *about)
        content = make()
        self._used[key] = NewFile(zlib.compress(content, 1), len(content), sha256(content).hexdigest())
        return content

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
