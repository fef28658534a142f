"""Entries that refer to each other in a circle: a character its vows, and each vow its owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from sheetgen.formula.runtime import Evaluation
from sheetgen.model.library import Entry, Library
from sheetgen.model.owned_effects import Computed
from sheetgen.model.resolved_fields import FieldResolver
from sheetgen.model.ruleset.field_conditions import FieldCondition

Key: TypeAlias = tuple[str, str]
NEAR = 2
"""References behind each other within a circle that are followed; a further one is an id and a name."""


@dataclass(frozen=True, kw_only=True)
class CircularEntry:
    """An entry that refers back to the one that is computed: its fields are known, what follows from them is not yet.

    It is equal to another by all that its values may follow from.
    """

    entry: Entry
    circle: Mapping[Key, Entry]
    """All that refer to each other, it included."""
    outside: Mapping[Key, Computed | None]
    """What these refer to beside each other."""
    existence: Mapping[str, Sequence[FieldCondition]] = field(compare=False)
    evaluation: Callable[[], Evaluation] = field(compare=False)
    near: int = NEAR

    @cached_property
    def values(self) -> dict[str, Any]:
        """Its fields, references resolved."""
        mates = {key: self._mate(entry) for key, entry in self.circle.items()} if self.near else {}
        known = {**self.outside, **mates}
        run = self.evaluation()
        return FieldResolver(entry=self.entry, known=known, existence=self.existence, run=run).values()

    def _mate(self, entry: Entry) -> CircularEntry:
        return CircularEntry(
            entry=entry,
            circle=self.circle,
            outside=self.outside,
            existence=self.existence,
            evaluation=self.evaluation,
            near=self.near - 1,
        )


def circles(library: Library, kinds: Sequence[str]) -> dict[Key, tuple[Key, ...]]:
    """For each entry of some kinds that refers back to itself, near or far, all of its circle in the order of these.

    The strongly connected components of the references, by Tarjan's algorithm.
    """
    order = {kind: number for number, kind in enumerate(kinds)}
    needs = {key: entry.targets for key, entry in library.entries.items() if key[0] in order}
    together: dict[Key, tuple[Key, ...]] = {}
    for component in _components(needs):
        if len(component) > 1 or component[0] in needs[component[0]]:
            members = tuple(sorted(component, key=lambda key: (order[key[0]], key[1])))
            together |= dict.fromkeys(members, members)
    return together


def _components(needs: Mapping[Key, Sequence[Key]]) -> Iterator[list[Key]]:
    numbers: dict[Key, int] = {}
    lows: dict[Key, int] = {}
    stack: list[Key] = []
    open_keys: set[Key] = set()
    work: list[tuple[Key, Iterator[Key]]] = []

    def enter(key: Key) -> None:
        numbers[key] = lows[key] = len(numbers)
        stack.append(key)
        open_keys.add(key)
        work.append((key, iter([other for other in needs[key] if other in needs])))

    for start in needs:
        if start not in numbers:
            enter(start)
        while work:
            key, others = work[-1]
            other = next(others, None)
            if other is None:
                work.pop()
                if work:
                    lows[work[-1][0]] = min(lows[work[-1][0]], lows[key])
                if lows[key] == numbers[key]:
                    at = stack.index(key)
                    yield stack[at:]
                    open_keys.difference_update(stack[at:])
                    del stack[at:]
            elif other not in numbers:
                enter(other)
            elif other in open_keys:
                lows[key] = min(lows[key], numbers[other])
