"""Pages and data of a site, kept on disk by the digest of all that they show and of what draws them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from sheetgen.text.kept_contents import KeptContents
from sheetgen.text.memo import Memo, is_lasting


@dataclass(frozen=True)
class KeptFiles:
    """The files that a program made before; without contents, every file is made."""

    memo: Memo
    contents: KeptContents | None = None
    _used: dict[str, bytes | None] = field(default_factory=dict)

    @classmethod
    def of(cls, memo: Memo, *options: str) -> KeptFiles:
        """Those of builds with the same options, beside the values that the memo keeps on disk."""
        kept = memo.kept_values
        return cls(memo, KeptContents(kept.cache, (*kept.name, *options)) if kept else None)

    def file(self, made_from: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        """A file that follows from some values: as it was made from the same, else made and kept."""
        key = self.memo.digest(made_from) if self.contents else ""
        if self.contents is None or not is_lasting(key):
            return make()
        with suppress(zlib.error):
            if (kept := self.contents.get(key)) is not None:
                content = zlib.decompress(kept)
                self._used[key] = None
                return content
        content = make()
        self._used[key] = zlib.compress(content, 1)
        return content

    def used(self) -> dict[str, bytes | None]:
        """The digests of files that were asked for since this was, with what is to be kept of those that were made."""
        used = dict(self._used)
        self._used.clear()
        return used

    def save(self, used: Mapping[str, Callable[[], bytes] | None]) -> None:
        """Keep the files that a build used, made by whatever process."""
        if self.contents is not None:
            self.contents.save(used)
