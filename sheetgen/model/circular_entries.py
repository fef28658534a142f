"""Entries that refer to each other in a circle: a character its vows, and each vow its owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, TypeAlias

from sheetgen.formula.compile import value_of
from sheetgen.formula.partly_known import UnknownValueError, ask_for_whole, parts_of
from sheetgen.formula.runtime import Evaluation, FormulaFailedError
from sheetgen.model.calculation import Calculation, DerivedFailedError
from sheetgen.model.changed_values import Changes, EffectFailedError
from sheetgen.model.entries import Entry
from sheetgen.model.library import Library
from sheetgen.model.owned_effects import Computed, EffectReader
from sheetgen.model.resolved_fields import FieldResolver
from sheetgen.model.ruleset.derivations import DerivedGroup
from sheetgen.model.ruleset.effects import EffectCompiler
from sheetgen.model.ruleset.field_conditions import ConditionFailedError, FieldCondition

Key: TypeAlias = tuple[str, str]
NEAR = 2
"""References behind each other within a circle that are followed; a further one is an id and a name."""


class CircularValues(dict[str, Any]):
    """The fields of an entry of a circle; what follows from them is worked out when it is read."""

    def __init__(self, fields: Mapping[str, Any], derive: Callable[[str], Any]) -> None:
        super().__init__(parts_of(fields))
        self._derive = derive

    def __missing__(self, name: str) -> Any:
        return self._derive(name)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a name, or the default."""
        try:
            return self[name]
        except KeyError:
            return default


@dataclass(kw_only=True, eq=False)
class Circle:
    """Entries that refer to each other, and what follows from their fields, each value after those that it reads."""

    entries: Mapping[Key, Entry]
    outside: Mapping[Key, Computed | None]
    """What these refer to beside each other."""
    existence: Mapping[str, Sequence[FieldCondition]]
    effects: EffectCompiler
    evaluation: Callable[[], Evaluation]
    _seen: dict[tuple[Key, int], CircularValues] = field(default_factory=dict)
    _mates: dict[int, Mapping[Key, Computed | None]] = field(default_factory=dict)
    _derived: dict[tuple[Key, str], Any] = field(default_factory=dict)
    _open: list[tuple[Key, str]] = field(default_factory=list)
    """The values that are being worked out, each for the one before it."""
    _calculations: dict[Key, tuple[Calculation, Mapping[str, Any]]] = field(default_factory=dict)

    def values(self, key: Key, near: int = NEAR) -> CircularValues:
        """What can be read of an entry; of others behind more references than are `near`, only what they are called."""
        if (key, near) not in self._seen:
            fields = self._fields(key, near, self.evaluation())
            self._seen[key, near] = CircularValues(fields, partial(self._value, key))
        return self._seen[key, near]

    def _fields(self, key: Key, near: int, run: Evaluation) -> dict[str, Any]:
        known = self._known(near)
        return FieldResolver(entry=self.entries[key], known=known, existence=self.existence, run=run).values()

    def _known(self, near: int) -> Mapping[Key, Computed | None]:
        """The entries that one of the circle refers to, as it sees them."""
        if near not in self._mates:
            mates = {mate: _Mate(entry, self, near - 1) for mate, entry in self.entries.items()} if near else {}
            self._mates[near] = {**self.outside, **mates}
        return self._mates[near]

    def _value(self, key: Key, name: str) -> Any:
        """A value that follows from the fields of an entry. Raises `FormulaFailedError`, for a circle as well."""
        if (key, name) in self._derived:
            return self._derived[key, name]
        if (key, name) in self._open:
            way = [*self._open[self._open.index((key, name)) :], (key, name)]
            raise FormulaFailedError(f"it follows from itself: {' → '.join(self._called(*step) for step in way)}")
        self._open.append((key, name))
        try:
            value = self._computed(key, name)
            if self.entries[key].partial:
                ask_for_whole(value)
            self._derived[key, name] = value
        except (ConditionFailedError, DerivedFailedError, EffectFailedError) as error:
            raise FormulaFailedError(str(error)) from None
        finally:
            self._open.pop()
        return value

    def _called(self, key: Key, name: str) -> str:
        return f"{name} of {self.entries[key].name}"

    def _computed(self, key: Key, name: str) -> Any:
        calculation, written = self._calculation(key)
        kind = self.entries[key].kind
        derived = kind.derived_by_name.get(name)
        if isinstance(derived, DerivedGroup):
            return {member: self._value(key, dotted) for member, dotted in derived.members.items()}
        if derived is not None:
            return value_of(calculation.derived(derived))
        if name not in calculation.changes.by_node or name not in parts_of(written):
            raise UnknownValueError if self.entries[key].partial else KeyError(name)
        return value_of(calculation.changed_field(kind.by_name[name], written[name]))

    def _calculation(self, key: Key) -> tuple[Calculation, Mapping[str, Any]]:
        """The calculation of an entry, and its fields as they are without effects."""
        if key not in self._calculations:
            run, entry = self.evaluation(), self.entries[key]
            written = self._fields(key, NEAR, run)
            known = self._known(NEAR)
            reader = EffectReader(entry=entry, values=written, known=known, compiler=self.effects, run=run)
            changes = Changes.of(reader.effects())
            fields = {name: value for name, value in parts_of(written).items() if name not in changes.by_node}
            values = CircularValues(fields, partial(self._value, key))
            self._calculations[key] = Calculation(entry, values, changes, run), written
        return self._calculations[key]


@dataclass(frozen=True)
class _Mate:
    """An entry of a circle as others of it see it."""

    entry: Entry
    circle: Circle
    near: int

    @cached_property
    def values(self) -> CircularValues:
        """What can be read of it."""
        return self.circle.values((self.entry.kind.id, self.entry.id), self.near)


@dataclass(frozen=True)
class CircularEntry:
    """An entry that refers back to the one that is computed.

    It is equal to another by all that its values may follow from.
    """

    entry: Entry
    entries: Mapping[Key, Entry]
    """All that refer to each other, it included."""
    outside: Mapping[Key, Computed | None]
    """What these refer to beside each other."""
    circle: Circle = field(compare=False)

    @cached_property
    def values(self) -> CircularValues:
        """Its fields, references resolved, and what follows from them."""
        return self.circle.values((self.entry.kind.id, self.entry.id))


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
