"""Entries to computed entries: every derived value with its why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from sheetgen.formula.runtime import Evaluation
from sheetgen.model.calculation import Calculation, DerivedFailedError
from sheetgen.model.changed_values import Changes, EffectFailedError
from sheetgen.model.circular_entries import Circle, CircularEntry, circles
from sheetgen.model.computed_entry import Calculated, ComputedEntry, RecentValues
from sheetgen.model.entries import Entry
from sheetgen.model.entry_checks import report_equal_fighters, report_failed, run_checks
from sheetgen.model.filled_texts import TextFailedError, fill_texts
from sheetgen.model.library import Library
from sheetgen.model.options import choices
from sheetgen.model.owned_effects import Computed, EffectReader
from sheetgen.model.resolved_fields import FieldResolver
from sheetgen.model.ruleset.field_conditions import ConditionFailedError
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.written_entries import entries_of
from sheetgen.model.stated import compare_with_stated
from sheetgen.model.steps_together import StepsTogether
from sheetgen.text.diagnostics import Diagnostics


@dataclass(frozen=True, eq=False, repr=False)
class ComputedEntries:
    """Computed entries by kind and id, and the house rules that they were computed with."""

    house: Mapping[str, Option]
    entries: Mapping[tuple[str, str], ComputedEntry]
    keys: Collection[tuple[str, str]]
    """The kinds and ids of all entries of the library, of which some may turn out not to be computed."""
    quietly: ComputedEntries | None = None
    """The same without a report of mistakes, where entries are computed when they are asked for."""

    def of(self, kind: str) -> list[ComputedEntry]:
        """The computed entries of one kind; no others are computed for it."""
        if kind not in self._by_kind:
            keys = self._keys_by_kind.get(kind, ())
            self._by_kind[kind] = [computed for key in keys if (computed := self.entries.get(key))]
        return self._by_kind[kind]

    def find(self, identity: str, kind: str = "") -> ComputedEntry | None:
        """The entry of an id: of one kind, or the first of any."""
        keys = [(kind, identity)] if kind else self._keys_by_id.get(identity, ())
        return next((computed for key in keys if (computed := self.entries.get(key))), None)

    @cached_property
    def _keys_by_kind(self) -> Mapping[str, Sequence[Key]]:
        keys: dict[str, list[Key]] = {}
        for key in self.keys:
            keys.setdefault(key[0], []).append(key)
        return keys

    @cached_property
    def _keys_by_id(self) -> Mapping[str, Sequence[Key]]:
        keys: dict[str, list[Key]] = {}
        for key in self.keys:
            keys.setdefault(key[1], []).append(key)
        return keys

    @cached_property
    def _by_kind(self) -> dict[str, list[ComputedEntry]]:
        return {}


Key: TypeAlias = tuple[str, str]
Known: TypeAlias = Mapping[Key, Computed | None]
"""Entries computed so far, and those that refer back to the one that asks; none for one that failed."""
NOTHING_KNOWN: Known = MappingProxyType({})
"""One for all that refer to no others."""
Compute: TypeAlias = Callable[[Entry, Known], tuple["ComputedEntry | None", int]]
"""Gives a computed entry by those that it refers to, and the steps that it took."""


def derive(
    ruleset: Ruleset,
    library: Library,
    house: Mapping[str, Option],
    diagnostics: Diagnostics,
    compute: Compute | None = None,
    asked: Iterable[Key] | None = None,
    made: dict[Key, ComputedEntry | None] | None = None,
) -> ComputedEntries:
    """Compute every entry of the library, those first that others refer to; `compute` does as `computed_entry`.

    Where some are `asked`, only these and what they refer to, near and far. They are put among those that are `made`.
    """

    def anew(entry: Entry, known: Known) -> tuple[ComputedEntry | None, int]:
        return computed_entry(entry, known, house, ruleset, diagnostics)

    derivation = Derivation(ruleset, library, house, diagnostics, compute or anew, made)
    for key in library.entries if asked is None else asked:
        if key not in derivation.computed:
            derivation.add(key)
    computed_by_key = derivation.computed
    entries = {key: computed for key in library.entries if (computed := computed_by_key.get(key))}
    return ComputedEntries(house, entries, entries.keys())


class LateEntries(Mapping[Key, "ComputedEntry"]):
    """The entries of a library that can be computed, each computed when it is asked for, with what it refers to."""

    def __init__(self, derivation: Derivation) -> None:
        self._derivation = derivation
        self._keys = derivation.library.entries.keys()

    def __getitem__(self, key: Key) -> ComputedEntry:
        if key in self._keys:
            self._derivation.add(key)
        computed = self._derivation.computed.get(key)
        if computed is None:
            raise KeyError(key)
        return computed

    def __iter__(self) -> Iterator[Key]:
        return (key for key in self._keys if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Derivation:
    """The entries of one library while they are computed."""

    def __init__(
        self,
        ruleset: Ruleset,
        library: Library,
        house: Mapping[str, Option],
        diagnostics: Diagnostics,
        compute: Compute,
        made: dict[Key, ComputedEntry | None] | None = None,
    ) -> None:
        self.ruleset, self.library, self.house = ruleset, library, house
        self.diagnostics, self.compute = diagnostics, compute
        self.computed = {} if made is None else made
        self.steps = StepsTogether(len(library.entries))

    def add(self, key: Key) -> None:
        """Compute an entry after those that it refers to; those that refer to each other together."""
        if key in self.computed:
            return
        entries = self.library.entries
        circle = {member: entries[member] for member in self._circles.get(key, (key,))}
        needed = {member: [other for other in entry.targets if other in entries] for member, entry in circle.items()}
        beside = dict.fromkeys(other for others in needed.values() for other in others if other not in circle)
        for other in beside:
            self.add(other)
        together = Circle(
            entries=circle,
            outside={other: self.computed[other] for other in beside},
            existence=self.ruleset.existence,
            effects=self.ruleset.effects,
            evaluation=lambda: self.ruleset.evaluation(self.house),
        )
        for member, entry in circle.items():
            self._compute(member, entry, needed[member], together)

    @cached_property
    def _circles(self) -> dict[Key, tuple[Key, ...]]:
        return circles(self.library, self.ruleset.circular)

    def _compute(self, key: Key, entry: Entry, needed: Iterable[Key], circle: Circle) -> None:
        """Compute an entry; of its circle, those that were not computed before are known by what is read of them."""
        known: dict[Key, Computed | None] = {}
        for other in needed:
            if other in self.computed:
                known[other] = self.computed[other]
            else:
                known[other] = CircularEntry(circle.entries[other], circle.entries, circle.outside, circle)
        if self.steps.over:
            self.computed[key] = None
            return
        lacks = None in known.values()
        self.computed[key], steps = (None, 0) if lacks else self.compute(entry, known or NOTHING_KNOWN)
        self.steps.add(steps, entry, "the formulas", self.diagnostics)
        if self.computed[key] is None:
            self.diagnostics.fail(entry.id, entry.name, entries_of(entry.kind.id))
        if self.steps.over:
            self.diagnostics.fail(*map(entries_of, self.ruleset.kinds))


def computed_entry(
    entry: Entry,
    known: Known,
    house: Mapping[str, Option],
    ruleset: Ruleset,
    diagnostics: Diagnostics,
    recent: RecentValues | None = None,
) -> tuple[ComputedEntry | None, int]:
    """An entry with what follows from it, held against what its author states and what its kind checks, and the steps
    that it took; None where a formula fails. Its values stay, unless they are only `recent`."""
    run, checked = (ruleset.evaluation(house) for _ in range(2))
    calculated = _calculated(entry, known, run, ruleset, diagnostics)
    computed = known_to_compute(entry, known, house, ruleset, calculated, recent) if calculated else None
    for choice in choices(entry):
        source = known.get((choice.kind, choice.id))
        if source and not entry.partial:
            choice.report(source.entry, entry, diagnostics)
    if computed is not None and not entry.partial:
        compare_with_stated(entry, computed.leaves, diagnostics)
        run_checks(computed, ruleset, checked, diagnostics)
        report_equal_fighters(computed, diagnostics)
    return computed, run.spent + checked.spent


def known_to_compute(
    entry: Entry,
    known: Known,
    house: Mapping[str, Option],
    ruleset: Ruleset,
    calculated: Calculated | None = None,
    recent: RecentValues | None = None,
) -> ComputedEntry:
    """An entry computed without a mistake from the same; values that are not given are calculated when needed."""

    computed = ComputedEntry(entry, _CalculatedAgain(entry, known, house, ruleset), recent)
    if calculated is not None:
        computed.keep(calculated)
    return computed


@dataclass(frozen=True, eq=False, slots=True)
class _CalculatedAgain:
    """Gives the values of an entry that were calculated before."""

    entry: Entry
    known: Known
    house: Mapping[str, Option]
    ruleset: Ruleset

    def __call__(self) -> Calculated:
        evaluation = self.ruleset.evaluation(self.house)
        calculated = _calculated(self.entry, self.known, evaluation, self.ruleset, Diagnostics())
        assert calculated is not None
        return calculated


def _calculated(
    entry: Entry, known: Known, run: Evaluation, ruleset: Ruleset, diagnostics: Diagnostics
) -> Calculated | None:
    resolver = FieldResolver(entry=entry, known=known, existence=ruleset.existence, run=run)
    try:
        values = resolver.values()
        if resolver.report(diagnostics):
            return None
        reader = EffectReader(entry=entry, values=values, known=known, compiler=ruleset.effects, run=run)
        calculation = Calculation(entry, values, Changes.of(reader.effects()), run)
        calculation.run_all()
    except ConditionFailedError as error:
        condition = error.condition
        report_failed(condition.decides, entry, condition.span, error.reason, ruleset, diagnostics)
        return None
    except DerivedFailedError as error:
        report_failed(f"`{error.derived.name}`", entry, error.derived.place.span, error.reason, ruleset, diagnostics)
        return None
    except EffectFailedError as error:
        error.report(entry, diagnostics)
        return None
    try:
        fill_texts(entry.kind, values, calculation.leaves, ruleset.texts, run)
    except TextFailedError as error:
        report_failed("a formula of this text", entry, entry.span(*error.path), error.reason, ruleset, diagnostics)
        return None
    return Calculated(values, calculation.leaves)
