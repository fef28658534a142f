"""Pages and data of a site, kept on disk by the digest of all that they show and of what draws them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sheetgen.text.cache import Cache, digest
from sheetgen.text.memo import Memo, is_lasting


@dataclass(frozen=True)
class KeptFiles:
    """The files that a program made before; without a cache, every file is made."""

    memo: Memo
    cache: Cache | None = None
    program: str = ""
    """A digest of the program, which another one's files are not taken for."""

    def file(self, made_from: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        """A file that follows from some values: as it was made from the same, else made and kept."""
        inputs = self.memo.digest(made_from) if self.cache else ""
        if self.cache is None or not is_lasting(inputs):
            return make()
        key = digest("file", self.program, inputs)
        with suppress(zlib.error):
            if (kept := self.cache.get(key)) is not None:
                return zlib.decompress(kept)
        content = make()
        self.cache.put(key, zlib.compress(content, 1))
        return content
