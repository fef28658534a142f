"""Values that builds of one project made, kept from one run to the next in one file of the cache.

A value is known by the digest of what it was made from, and by the program. Those that a build does not use are dropped
when it saves its own. What is damaged or of another form is made again.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from sheetgen.text.cache import Cache, digest


@dataclass(frozen=True)
class KeptValues:
    """The values of a project by digest, each a line of text; read at the first question."""

    cache: Cache
    name: tuple[str, ...]
    """What tells these values from those of other projects, options and programs."""
    _used: dict[str, bytes] = field(default_factory=dict)
    _given: dict[str, bytes] = field(default_factory=dict)
    _made: dict[str, bytes] = field(default_factory=dict)

    def get(self, key: str) -> bytes | None:
        """The value of a digest; None where there is none."""
        value = self._used.get(key) or self._given.get(key) or self._before.get(key)
        if value is not None:
            self._used[key] = value
        return value

    def put(self, key: str, value: bytes) -> None:
        """Keep a value, which has no line break, when this build is saved."""
        self._used[key] = self._made[key] = value

    def made(self) -> dict[str, bytes]:
        """What was put here since the last time that this was asked."""
        made = dict(self._made)
        self._made.clear()
        return made

    def give(self, values: Mapping[str, bytes]) -> None:
        """Take over values that another process of this build made."""
        self._given.update(values)

    def save(self) -> None:
        """Keep what this build used, and nothing else."""
        if self._used.keys() != self._before.keys():
            lines = b"\n".join(key.encode() + b" " + value for key, value in self._used.items())
            self.cache.put(self._key, zlib.compress(lines, 1))

    @property
    def _key(self) -> str:
        return digest("values", *self.name)

    @cached_property
    def _before(self) -> dict[str, bytes]:
        with suppress(zlib.error, ValueError):
            lines = zlib.decompress(self.cache.get(self._key) or b"").split(b"\n")
            pairs = (line.partition(b" ") for line in lines)
            return {key.decode("ascii"): value for key, _, value in pairs}
        return {}
