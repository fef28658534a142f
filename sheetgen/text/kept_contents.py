"""Contents that builds of one project made, kept from one run to the next in a few files of the cache.

Thousands of small files take longer to create and to open than to write, so contents stand one after another in packs
of about a megabyte, and an index says where each stands. Those that a build does not use leave the index when it is
saved. What is damaged or of another form is made again.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sheetgen.text.cache import Cache, digest
from sheetgen.text.spool import Spool, Spooled

PACK = 1_000_000
"""Bytes of contents after which a pack is full; one with fewer than half of them in use is packed again."""
MOST_OPEN = 8
"""Packs that are in memory at a time."""


class _PackPlace(NamedTuple):
    pack: str
    start: int
    length: int
    about: tuple[int, str]


class NewContent(NamedTuple):
    """A content to keep, and what is known of it without reading it: the size and digest of what it stands for."""

    place: Spooled
    size: int
    digest: str


@dataclass(frozen=True, eq=False)
class KeptContents:
    """The contents of a project by digest; the index is read at the first question."""

    cache: Cache
    name: tuple[str, ...]
    """What tells these contents from those of other projects, options and programs."""
    _open: dict[str, bytes] = field(default_factory=dict)

    def about(self, key: str) -> tuple[int, str] | None:
        """What is known of the content of a digest: the size and digest of what it stands for; None where there is
        none."""
        place = self._places.get(key)
        return place.about if place else None

    def forget(self, key: str) -> None:
        """Have no content of a digest, since it is damaged."""
        self._places.pop(key, None)

    def get(self, key: str) -> bytes | None:
        """The content of a digest; None where there is none."""
        place = self._places.get(key)
        content = self._at(place) if place else b""
        return content if place and len(content) == place.length else None

    def save(self, used: Mapping[str, NewContent | None], spool: Spool) -> None:
        """Keep what a build used, and nothing else, new contents from a spool; None stands for what was kept before."""
        there = {pack for pack in {place.pack for place in self._places.values()} if self.cache.touch(pack)}
        before = {
            key: place
            for key, content in used.items()
            if content is None and (place := self._places.get(key)) and place.pack in there
        }
        if len(before) == len(used) == len(self._places):
            return
        sizes = Counter[str]()
        for place in before.values():
            sizes[place.pack] += place.length
        places = {key: place for key, place in before.items() if 2 * sizes[place.pack] >= PACK}
        for pack in self._packs(((key, new) for key, new in used.items() if key not in places), spool):
            places |= self._put(pack)
        self.cache.put(self._key, _written(places))

    def _packs(
        self, used: Iterable[tuple[str, NewContent | None]], spool: Spool
    ) -> Iterator[dict[str, tuple[bytes, tuple[int, str]]]]:
        """Contents in portions that make a pack each, and what is known of each."""
        pack: dict[str, tuple[bytes, tuple[int, str]]] = {}
        size = 0
        for key, new in used:
            content, about = (spool.get(new.place), new[1:]) if new else (self.get(key), self.about(key))
            if content is not None and about is not None:
                pack[key] = content, about
                size += len(content)
            if size >= PACK:
                yield pack
                pack, size = {}, 0
        if pack:
            yield pack

    def _put(self, contents: Mapping[str, tuple[bytes, tuple[int, str]]]) -> Iterator[tuple[str, _PackPlace]]:
        data, start = b"".join(content for content, _ in contents.values()), 0
        pack = digest("pack", data)
        self.cache.put(pack, data)
        for key, (content, about) in contents.items():
            yield key, _PackPlace(pack, start, len(content), about)
            start += len(content)

    def _at(self, place: _PackPlace) -> bytes:
        if place.pack not in self._open:
            if len(self._open) >= MOST_OPEN:
                del self._open[next(iter(self._open))]
            with suppress(ValueError):  # of an index that names something else
                self._open[place.pack] = self.cache.get(place.pack) or b""
        return self._open.get(place.pack, b"")[place.start : place.start + place.length]

    @property
    def _key(self) -> str:
        return digest("contents", *self.name)

    @cached_property
    def _places(self) -> dict[str, _PackPlace]:
        with suppress(zlib.error, ValueError, TypeError, LookupError, AttributeError):
            return _read(zlib.decompress(self.cache.get(self._key) or b""))
        return {}


def _written(places: Mapping[str, _PackPlace]) -> bytes:
    """An index: the packs, and for each content the number of its pack, where it begins there, its bytes, and what is
    known of it."""
    packs = {pack: number for number, pack in enumerate(dict.fromkeys(place.pack for place in places.values()))}
    listed = {key: (packs[place.pack], place.start, place.length, *place.about) for key, place in places.items()}
    return zlib.compress(json.dumps({"packs": [*packs], "places": listed}).encode(), 1)


def _read(index: bytes) -> dict[str, _PackPlace]:
    data = json.loads(index)
    packs = [str(pack) for pack in data["packs"]]
    return {
        key: _PackPlace(packs[pack], int(start), int(length), (int(size), str(digest)))
        for key, (pack, start, length, size, digest) in data["places"].items()
    }
