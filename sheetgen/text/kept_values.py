"""Values that builds of one project made, kept from one run to the next in a few files of the cache.

A value is known by the digest of what it was made from, and by the program. They stand in packs, and a list says which:
a build writes its own in a new one, and a pack goes when little of it is used. What is damaged or of another form is
made again. Those of this run wait in a spool.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from sheetgen.text.cache import Cache, digest
from sheetgen.text.late_values import SpooledValue, SpooledValues
from sheetgen.text.spool import Spool, Spooled, portions

T = TypeVar("T")
PACK = 500_000
"""Bytes of values after which a pack is full; one with fewer than half of them in use is packed again."""


@dataclass(frozen=True)
class KeptValues:
    """The values of a project by digest, each a line of text; read at the first question."""

    cache: Cache
    name: tuple[str, ...]
    """What tells these values from those of other projects, options and programs."""
    spool: Spool = field(default_factory=Spool)
    """Where values wait to be saved, and whatever else of a build takes memory and is needed once more."""
    _used: dict[str, Spooled | None] = field(default_factory=dict)
    """None for a value of a run before."""
    _given: dict[str, Spooled] = field(default_factory=dict)
    _made: dict[str, Spooled] = field(default_factory=dict)
    _values: dict[str, bytes] = field(default_factory=dict)
    """Those that were kept, once any was asked for."""

    def get(self, key: str) -> bytes | None:
        """The value of a digest; None where there is none."""
        place = self._used.get(key) or self._given.pop(key, None)
        value = self.spool.get(place) if place else self._before.get(key)
        if value is not None:
            self._used[key] = place
        return value

    def put(self, key: str, value: bytes) -> None:
        """Keep a value, which has no line break, when this build is saved."""
        self._used[key] = self._made[key] = self.spool.put(value)

    def lend(self, name: str, place: Spooled) -> None:
        """Let the other processes of this build have what stands at a place of the spool; it is not kept."""
        self._made[name] = place

    def lent(self, name: str) -> Spooled | None:
        """Where what another process lent under a name stands; None where none did."""
        return self._given.get(name)

    def made(self) -> dict[str, Spooled]:
        """Where the values stand that were put here since the last time that this was asked."""
        made = dict(self._made)
        self._made.clear()
        return made

    def give(self, made: Iterable[Mapping[str, Spooled]]) -> None:
        """Take over values that processes of this build made in a stage. Nothing asks any more for those that they made
        in the stage before."""
        self._given.clear()
        for values in made:
            self._given.update((key, place) for key, place in values.items() if key not in self._used)

    def save(self) -> None:
        """Keep what this build used; what it did not use goes with its pack."""
        stay = [pack for pack, keys in self._packs.items() if self._is_in_use(keys) and self.cache.touch(pack)]
        there = {key for pack in stay for key in self._packs[pack]}
        lines = (self._line(key, place) for key, place in self._used.items() if place or key not in there)
        packs = [*stay, *map(self._put, portions(lines, PACK))]
        if packs != [*self._packs]:
            self.cache.put(self._key, " ".join(packs).encode())

    def _is_in_use(self, keys: Iterable[str]) -> bool:
        """Whether enough of the values of a pack is used for the pack to stay."""
        used = (key for key in keys if key in self._used and not self._used[key])
        return 2 * sum(len(key) + len(self._before[key]) for key in used) >= PACK

    def _put(self, lines: bytes) -> str:
        """Write a pack; gives its digest."""
        pack = digest("pack of values", lines)
        self.cache.put(pack, zlib.compress(lines, 1))
        return pack

    def _line(self, key: str, place: Spooled | None) -> bytes:
        value = self._before[key] if place is None else self.spool.get(place)
        return b"%s %s\n" % (key.encode(), value)

    @property
    def _key(self) -> str:
        return digest("values", *self.name)

    @cached_property
    def _packs(self) -> dict[str, tuple[str, ...]]:
        """The packs that were kept, each with the digests of its values."""
        with suppress(ValueError):
            packs = (self.cache.get(self._key) or b"").decode("ascii").split()
            return {pack: tuple(self._read(pack)) for pack in packs}
        return {}

    def _read(self, pack: str) -> Iterator[str]:
        """The digests of the values of a pack, each of which is taken from it."""
        with suppress(zlib.error, ValueError):
            for line in zlib.decompress(self.cache.get(pack) or b"").removesuffix(b"\n").split(b"\n"):
                key, _, value = line.partition(b" ")
                self._values[key.decode("ascii")] = value
                yield key.decode("ascii")

    @property
    def _before(self) -> Mapping[str, bytes]:
        """The values that were kept."""
        return self._values if self._packs else {}


@dataclass(frozen=True)
class LentValue(Generic[T]):
    """A value in the spool of a build, which all of its processes find by its name."""

    kept_values: KeptValues
    values: SpooledValues[T]
    name: str

    def put(self, value: T) -> Callable[[], T]:
        """Write the value, which nothing changes from then on; what is given back gives it again."""
        place = self.values.place(value)
        self.kept_values.lend(self.name, place)
        return SpooledValue(self.values, place)

    def later(self, make: Callable[[], T]) -> Callable[[], T]:
        """The value that another process wrote, else one that is made when it is first asked for."""
        return self.values.later(make, self.kept_values.lent(self.name))
