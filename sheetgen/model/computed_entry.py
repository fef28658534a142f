"""An entry with its values, which are calculated when they are asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sheetgen.formula.partly_known import UnknownValueError, ask_for_whole, known_at
from sheetgen.formula.runtime import Leaf
from sheetgen.model.entries import Entry
from sheetgen.model.options import with_options
from sheetgen.model.ruleset.shapes import options_field


@dataclass(frozen=True, eq=False)
class Calculated:
    """The values of an entry; see `ComputedEntry`."""

    values: Mapping[str, Any]
    leaves: Mapping[str, Any]


class RecentValues:
    """Keeps the values of so many entries in memory, those that were calculated last; others calculate theirs again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: deque[ComputedEntry] = deque()

    def add(self, computed: ComputedEntry) -> None:
        """Note that an entry has its values, and drop those that were calculated longest ago."""
        self._entries.append(computed)
        self._drop_oldest()

    def shrink(self, most: int) -> None:
        """Keep the values of fewer entries from now on, unless those of all have room."""
        if len(self._entries) >= self._most:
            self._most = min(most, self._most)
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        while len(self._entries) > self._most:
            self._entries.popleft().drop_values()


@dataclass(eq=False, slots=True)
class ComputedEntry:
    """An entry with everything that follows from it."""

    entry: Entry
    calculate: Callable[[], Calculated]
    """Gives its values, which is asked once, and again after they were dropped."""
    recent: RecentValues | None = None
    """Drops its values when those of many others were calculated; None where they stay."""
    _kept: Calculated | None = field(default=None, init=False, repr=False)

    @property
    def _calculated(self) -> Calculated:
        return self._kept or self.keep(self.calculate())

    def keep(self, calculated: Calculated) -> Calculated:
        """Keep values that were calculated, for as long as they are recent."""
        self._kept = calculated
        if self.recent:
            self.recent.add(self)
        return calculated

    def drop_values(self) -> None:
        """Free the memory of its values; they are calculated again where they are asked for."""
        self._kept = None

    @property
    def values(self) -> Mapping[str, Any]:
        """Fields and derived values by name, references resolved to the values of the other entry."""
        return self._calculated.values

    @property
    def leaves(self) -> Mapping[str, Any]:
        """Derived values as declared, nested; every leaf with its why and its rule."""
        return self._calculated.leaves

    @property
    def id(self) -> str:
        """The id of the entry."""
        return self.entry.id

    def owned(self, values: Mapping[str, Any]) -> ComputedEntry:
        """It with its options ticked as they are in `values`, which are its own as an entry that has it reads them."""
        name = options_field(self.entry.kind.fields)
        options = known_at(values, (name,)) if name else None
        if not options or options is known_at(self.values, (name,)):
            return self
        owned = with_options(self.values, self.entry.kind, options)
        return ComputedEntry(self.entry, lambda: Calculated(owned, self.leaves))

    def value(self, name: str) -> Any:
        """A field or derived value; none where there is none of this name, or players do not know all of it."""
        value = known_at(self.values, (name,))
        try:
            ask_for_whole(value)
        except UnknownValueError:
            return None
        return value

    def leaf(self, path: tuple[str, ...]) -> Leaf | None:
        """The derived leaf at a dotted path; None for a field."""
        leaf: Any = self.leaves
        for step in path:
            leaf = leaf.get(step) if isinstance(leaf, dict) else None
        return leaf if isinstance(leaf, Leaf) else None
