"""Values of which something is known, and the rest is made when it is asked for; values that take little memory."""

from __future__ import annotations

import pickle
from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

from sheetgen.text.spool import Spool, Spooled

S = TypeVar("S")
T = TypeVar("T")
LACKS_NOTHING = frozenset[str]()
"""One for all: each set takes 216 bytes."""


@cache
def _one_for_all(keys: tuple[str, ...]) -> tuple[str, ...]:
    """The keys that are known of many mappings, which take less memory so than a dictionary in each."""
    return keys


class LateMapping(Mapping[str, T]):
    """A mapping of which the values of some keys are known, and which others of these it lacks.

    `make` gives all of it, each time that something else is asked for. What is not among the known may stand among
    those that many mappings have in common.
    """

    __slots__ = ("_common", "_keys", "_lacking", "_make", "_values")

    def __init__(
        self,
        known: Mapping[str, T],
        lacking: frozenset[str],
        make: Callable[[], Mapping[str, T]],
        common: Mapping[str, T] = MappingProxyType({}),
    ) -> None:
        self._keys, self._values = _one_for_all(tuple(known)), tuple(known.values())
        self._lacking, self._make, self._common = lacking, make, common

    def __getitem__(self, key: str) -> T:
        if key in self._keys:
            return self._values[self._keys.index(key)]
        if key in self._common:
            return self._common[key]
        if key in self._lacking:
            raise KeyError(key)
        return self._make()[key]

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or what stands for one that there is not."""
        if key in self._keys:
            return self._values[self._keys.index(key)]
        if key in self._common:
            return self._common[key]
        return default if key in self._lacking else self._make().get(key, default)

    def items(self) -> ItemsView[str, T]:
        """All keys and values, made once."""
        return self._make().items()

    def __iter__(self) -> Iterator[str]:
        return iter(self._make())

    def __len__(self) -> int:
        return len(self._make())


class LateSequence(Sequence[T], Generic[S, T]):
    """A sequence of known length, each of whose items is made of another one when it is asked for."""

    __slots__ = ("_items", "_make")

    def __init__(self, items: Sequence[S], make: Callable[[S], T]) -> None:
        self._items, self._make = items, make

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        return LateSequence(self._items[at], self._make) if isinstance(at, slice) else self._make(self._items[at])

    def __len__(self) -> int:
        return len(self._items)


class Waiting(Generic[T]):
    """A value that waits in a spool as bytes, and is read from these each time that it is asked for."""

    __slots__ = ("_place", "_read", "_spool")

    def __init__(self, content: bytes, spool: Spool, read: Callable[[bytes], T]) -> None:
        self._spool, self._read = spool, read
        self._place = spool.put(content)

    def __call__(self) -> T:
        """The value."""
        return self._read(self._spool.get(self._place))


class SpooledValues(Generic[T]):
    """Values in a spool, of which so many stand in memory, too: those that were asked for last."""

    def __init__(self, spool: Spool, most: int) -> None:
        self._spool, self._most = spool, most
        self._recent: dict[Spooled, T] = {}

    def put(self, value: T) -> SpooledValue[T]:
        """Write a value, which nothing changes from then on; what is given back gives it again."""
        return SpooledValue(self, self.place(value))

    def later(self, make: Callable[[], T], place: Spooled | None = None) -> SpooledValue[T]:
        """A value that is made, and written, when it is first asked for, unless it stands at a place already."""
        return SpooledValue(self, place, make if place is None else None)

    def content(self, content: bytes) -> Callable[[], bytes]:
        """Write what values are made of; what is given back gives it again."""
        return partial(self._spool.get, self._spool.put(content))

    def place(self, value: T) -> Spooled:
        """Write a value, and give the place where it stands."""
        place = self._spool.put(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        self._keep(place, value)
        return place

    def at(self, place: Spooled) -> T:
        """The value that stands at a place."""
        if place in self._recent:
            return self._recent[place]
        value: T = pickle.loads(self._spool.get(place))
        self._keep(place, value)
        return value

    def _keep(self, place: Spooled, value: T) -> None:
        if len(self._recent) >= self._most:
            del self._recent[next(iter(self._recent))]
        self._recent[place] = value


class SpooledValue(Generic[T]):
    """Gives one of many values in a spool."""

    __slots__ = ("_make", "_place", "_values")

    def __init__(self, values: SpooledValues[T], place: Spooled | None, make: Callable[[], T] | None = None) -> None:
        self._values, self._place, self._make = values, place, make

    def __call__(self) -> T:
        """The value."""
        if self._place is not None:
            return self._values.at(self._place)
        assert self._make is not None
        value = self._make()
        self._place, self._make = self._values.place(value), None
        return value
