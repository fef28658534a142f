"""Values of which something is known, and the rest is made when it is asked for; values that take little memory."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar, overload

from sheetgen.text.spool import Spool, Spooled

T = TypeVar("T")


class LateMapping(Mapping[str, T]):
    """A mapping of which the values of some keys are known, and which others of these it lacks.

    `make` gives all of it, each time that something else is asked for.
    """

    def __init__(self, known: Mapping[str, T], lacking: frozenset[str], make: Callable[[], Mapping[str, T]]) -> None:
        self._known, self._lacking, self._make = known, lacking, make

    def __getitem__(self, key: str) -> T:
        if key in self._known:
            return self._known[key]
        if key in self._lacking:
            raise KeyError(key)
        return self._make()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._make())

    def __len__(self) -> int:
        return len(self._make())


class LateSequence(Sequence[T], Generic[T]):
    """A sequence of known length, each of whose items is made when it is asked for."""

    def __init__(self, items: Sequence[Callable[[], T]]) -> None:
        self._items = items

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        return LateSequence(self._items[at]) if isinstance(at, slice) else self._items[at]()

    def __len__(self) -> int:
        return len(self._items)


class Packed(Generic[T]):
    """A value that stands in a spool, and is made again from that each time that it is asked for."""

    def __init__(self, value: T, spool: Spool) -> None:
        self._spool = spool
        self._place = spool.put(zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), 1))

    def get(self) -> T:
        """The value."""
        value: T = pickle.loads(zlib.decompress(self._spool.get(self._place)))
        return value


class SpooledValues(Generic[T]):
    """Values in a spool, of which so many stand in memory, too: those that were asked for last."""

    def __init__(self, spool: Spool, most: int) -> None:
        self._spool, self._most = spool, most
        self._recent: dict[Spooled, T] = {}

    def put(self, value: T) -> Callable[[], T]:
        """Write a value, which nothing changes from then on; what is given back gives it again."""
        place = self._spool.put(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        self._keep(place, value)
        return partial(self._get, place)

    def _get(self, place: Spooled) -> T:
        if place in self._recent:
            return self._recent[place]
        value: T = pickle.loads(self._spool.get(place))
        self._keep(place, value)
        return value

    def _keep(self, place: Spooled, value: T) -> None:
        if len(self._recent) >= self._most:
            del self._recent[next(iter(self._recent))]
        self._recent[place] = value
