"""What the system said of the files of a site when it was published: one that stands as it did need not be read again.

A file is known by its size, the time of its last change, its number and the time when any of these changed. That is
believed only of a file that is older than the list of files of its site: another change, however soon, would have given
it another time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sheetgen.output.paths import MANIFEST
from sheetgen.text.cache import Cache, digest
from sheetgen.text.source import State, state_of

SAME_BYTES = slice(3)
"""The part of a state that stays when a file gets another name."""


@dataclass(frozen=True)
class FileStates:
    """The states of the files of one site; none are known without a cache."""

    cache: Cache | None
    site: Path

    def known(self, manifest: str) -> Mapping[str, State]:
        """The states in which files stood with the bytes that a list of files says, by the digest of that list."""
        with suppress(ValueError, TypeError, LookupError, AttributeError):
            listed, states = json.loads((self.cache and self.cache.get(self._key)) or b"")
            return {str(path): tuple(state) for path, state in states.items()} if listed == manifest else {}
        return {}

    def note(self, manifest: str, seen: Mapping[str, State], known: Mapping[str, State]) -> None:
        """Note the states of the files of a site as they are now, which had the bytes of a list of files when they were
        seen; `known` is what was noted before."""
        states = dict(self._settled(seen)) if self.cache else {}
        if self.cache and states != known:
            self.cache.put(self._key, json.dumps((manifest, states)).encode())

    def _settled(self, seen: Mapping[str, State]) -> Iterator[tuple[str, State]]:
        """The states of files that nothing changed since they were seen, and that nothing can change unnoticed."""
        with suppress(OSError):
            written = os.lstat(self.site / MANIFEST).st_mtime_ns
            for path, before in seen.items():
                now = state_of(os.lstat(f"{self.site}/{path}"))
                if now[SAME_BYTES] == before[SAME_BYTES] and now[1] < written:
                    yield path, now

    @property
    def _key(self) -> str:
        return digest("published", str(self.site))
