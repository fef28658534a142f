"""Entries to computed entries: every derived value with its why."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from sheetgen.blocks.base import LayoutBlock
from sheetgen.formula.compile import guarded
from sheetgen.formula.partly_known import UnknownValueError, ask_for_whole, known_at, put_over
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, Leaf, show
from sheetgen.model.calculation import Calculation, DerivedFailedError
from sheetgen.model.changed_values import Changes, EffectFailedError
from sheetgen.model.circular_entries import Circle, CircularEntry, circles
from sheetgen.model.entries import Entry
from sheetgen.model.filled_texts import TextFailedError, fill_texts
from sheetgen.model.library import Library
from sheetgen.model.options import choices, options_field, with_options
from sheetgen.model.owned_effects import Computed, EffectReader
from sheetgen.model.resolved_fields import FieldResolver
from sheetgen.model.ruleset.advance_models import AdvancesModel
from sheetgen.model.ruleset.advances import GROUP
from sheetgen.model.ruleset.field_conditions import ConditionFailedError
from sheetgen.model.ruleset.kinds import fields_read
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.run_rule import as_json
from sheetgen.model.ruleset.written_entries import entries_of
from sheetgen.model.stated import compare_with_stated
from sheetgen.model.steps_together import StepsTogether
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity, SharedCause
from sheetgen.text.source import Span


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
        if len(self._entries) > self._most:
            self._entries.popleft().drop_values()


@dataclass(frozen=True, eq=False)
class ComputedEntry:
    """An entry with everything that follows from it."""

    entry: Entry
    calculate: Callable[[], Calculated]
    """Gives its values, which is asked once, and again after they were dropped."""
    recent: RecentValues | None = None
    """Drops its values when those of many others were calculated; None where they stay."""

    @cached_property
    def _calculated(self) -> Calculated:
        calculated = self.calculate()
        self._note()
        return calculated

    def keep(self, calculated: Calculated) -> None:
        """Take values that were calculated already."""
        vars(self)["_calculated"] = calculated
        self._note()

    def _note(self) -> None:
        if self.recent:
            self.recent.add(self)

    def drop_values(self) -> None:
        """Free the memory of its values; they are calculated again where they are asked for."""
        vars(self).pop("_calculated", None)

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
        name = options_field(self.entry.kind)
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


@dataclass(frozen=True, eq=False, repr=False)
class ComputedEntries:
    """Computed entries by kind and id, and the house rules that they were computed with."""

    house: Mapping[str, Option]
    entries: Mapping[tuple[str, str], ComputedEntry]
    quietly: ComputedEntries | None = None
    """The same without a report of mistakes, where entries are computed when they are asked for."""

    def of(self, kind: str) -> list[ComputedEntry]:
        """The computed entries of one kind; no others are computed for it."""
        if kind not in self._by_kind:
            keys = (key for key in self._keys if key[0] == kind)
            self._by_kind[kind] = [computed for key in keys if (computed := self.entries.get(key))]
        return self._by_kind[kind]

    def find(self, identity: str, kind: str = "") -> ComputedEntry | None:
        """The entry of an id: of one kind, or the first of any."""
        keys = [(kind, identity)] if kind else self._keys_by_id.get(identity, ())
        return next((computed for key in keys if (computed := self.entries.get(key))), None)

    @property
    def _keys(self) -> Iterable[Key]:
        """The keys of all entries, those that cannot be computed included where that is not known yet."""
        return self.entries.keys_of_library if isinstance(self.entries, LateEntries) else self.entries

    @cached_property
    def _keys_by_id(self) -> Mapping[str, Sequence[Key]]:
        keys: dict[str, list[Key]] = {}
        for key in self._keys:
            keys.setdefault(key[1], []).append(key)
        return keys

    @cached_property
    def _by_kind(self) -> dict[str, list[ComputedEntry]]:
        return {}


Key: TypeAlias = tuple[str, str]
Known: TypeAlias = Mapping[Key, Computed | None]
"""Entries computed so far, and those that refer back to the one that asks; none for one that failed."""
Compute: TypeAlias = Callable[[Entry, Known], tuple["ComputedEntry | None", int]]
"""Gives a computed entry by those that it refers to, and the steps that it took."""


def derive(
    ruleset: Ruleset,
    library: Library,
    house: Mapping[str, Option],
    diagnostics: Diagnostics,
    compute: Compute | None = None,
    asked: Iterable[Key] | None = None,
) -> ComputedEntries:
    """Compute every entry of the library, those first that others refer to; `compute` does as `computed_entry`.

    Where some are `asked`, only these and what they refer to, near and far.
    """

    def anew(entry: Entry, known: Known) -> tuple[ComputedEntry | None, int]:
        return computed_entry(entry, known, house, ruleset, diagnostics)

    derivation = Derivation(ruleset, library, house, diagnostics, compute or anew)
    for key in library.entries if asked is None else asked:
        derivation.add(key)
    made = derivation.computed
    return ComputedEntries(house, {key: computed for key in library.entries if (computed := made.get(key))})


class LateEntries(Mapping[Key, "ComputedEntry"]):
    """The entries of a library that can be computed, each computed when it is asked for, with what it refers to."""

    def __init__(self, derivation: Derivation) -> None:
        self._derivation = derivation
        self.keys_of_library = derivation.library.entries.keys()
        """The keys of those that can and cannot be computed."""

    def __getitem__(self, key: Key) -> ComputedEntry:
        if key in self.keys_of_library:
            self._derivation.add(key)
        computed = self._derivation.computed.get(key)
        if computed is None:
            raise KeyError(key)
        return computed

    def __iter__(self) -> Iterator[Key]:
        return (key for key in self.keys_of_library if key in self)

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
    ) -> None:
        self.ruleset, self.library, self.house = ruleset, library, house
        self.diagnostics, self.compute = diagnostics, compute
        self.computed: dict[Key, ComputedEntry | None] = {}
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
        if None in known.values() or self.steps.over:
            self.computed[key] = None
            return
        self.computed[key], steps = self.compute(entry, known)
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
        _run_checks(computed, checked, diagnostics)
        _report_equal_fighters(computed, diagnostics)
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

    def calculate() -> Calculated:
        calculated = _calculated(entry, known, ruleset.evaluation(house), ruleset, Diagnostics())
        assert calculated is not None
        return calculated

    computed = ComputedEntry(entry, calculate, recent)
    if calculated is not None:
        computed.keep(calculated)
    return computed


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
        report_failed(condition.decides, entry, condition.span, error.reason, diagnostics)
        return None
    except DerivedFailedError as error:
        report_failed(f"`{error.derived.name}`", entry, error.derived.place.span, error.reason, diagnostics)
        return None
    except EffectFailedError as error:
        error.report(entry, diagnostics)
        return None
    try:
        fill_texts(entry.kind, values, calculation.leaves, ruleset.texts, run)
    except TextFailedError as error:
        report_failed("a formula of this text", entry, entry.span(*error.path), error.reason, diagnostics)
        return None
    return Calculated(values, calculation.leaves)


def report_failed(what: str, entry: Entry, formula: Span, error: FormulaFailedError, diagnostics: Diagnostics) -> None:
    """Report that something of an entry cannot be computed, by a formula that other entries have as well."""
    cause = SharedCause(at=formula, what=f"{what} cannot be computed", reason=str(error), subject=entry.name)
    message, hint = f"{what} of {entry.name} cannot be computed: {error}", f"by the formula at {formula}"
    span = entry.place.key_span
    diagnostics.add(Diagnostic(Severity.ERROR, "formula-failed", message, span, (hint,), cause=cause))


def _run_checks(computed: ComputedEntry, run: Evaluation, diagnostics: Diagnostics) -> None:
    """Report the findings of the kind's own checks: a hand that holds too much, points that were overspent."""
    entry = computed.entry
    for check in entry.kind.checks:
        says = check.model.says
        written = filter(None, map(entry.written, check.fields))
        at = next(written, entry.place.key_span)
        try:
            if guarded(check.formula.expression.value, run, computed.values) is not False:
                continue
        except FormulaFailedError as error:
            report_failed(f"the check “{says}”", entry, check.formula.span, error, diagnostics)
            continue
        tell = diagnostics.error if check.model.severity == "error" else diagnostics.warning
        tell("check-failed", f"{entry.name}: {says}", at)
    _run_row_checks(computed, run, diagnostics)
    for block in entry.kind.layout.blocks.values() if entry.kind.layout else ():
        _run_objections(block, computed, run, diagnostics)


def _run_row_checks(computed: ComputedEntry, run: Evaluation, diagnostics: Diagnostics) -> None:
    """Report the advances that may not be bought, and the first that costs more than is left."""
    entry, model = computed.entry, computed.entry.kind.model.advances
    for check in entry.kind.row_checks:
        try:
            rows = guarded(check.formula.expression.value, run, computed.values)
        except FormulaFailedError as error:
            report_failed(f"the check “{check.model.says}”", entry, check.formula.span, error, diagnostics)
            continue
        tell = diagnostics.error if check.model.severity == "error" else diagnostics.warning
        for number in (number for number, holds in enumerate(rows) if holds is False):
            tell("check-failed", f"{entry.name}: {check.model.says}", entry.span(*check.fields, number))
    if model and model.earned:
        _report_overspent(computed, model, diagnostics)


def _report_overspent(computed: ComputedEntry, model: AdvancesModel, diagnostics: Diagnostics) -> None:
    """Report the first advance that costs more than is left."""
    for number, line in enumerate(computed.values[GROUP]["lines"]):
        if line["left"] < 0 < line["cost"] and not (model.planned and line[model.planned]):
            had = max(line["left"] + line["cost"], 0)
            message = f"{computed.entry.name}: this costs {show(line['cost'])}, and what is left is {show(had)}"
            plan = f", or say `{model.planned}: true`" if model.planned else ""
            hint = f"note what was earned, or take the line away{plan}"
            diagnostics.error("check-failed", message, computed.entry.span(model.rows, number), hint)
            return


def _run_objections(block: LayoutBlock, computed: ComputedEntry, run: Evaluation, diagnostics: Diagnostics) -> None:
    """Report what an entry says of its state that cannot be: more boxes are marked than there are."""
    entry = computed.entry

    def value(slot: str, row: Mapping[str, Any] | None = None) -> Any:
        formula, values = block.formulas.get(slot), put_over(computed.values, row) if row else computed.values
        try:
            return guarded(formula.expression.value, run, values) if formula else None
        except FormulaFailedError:  # told where the block is drawn
            return None

    for slot, message in block.settings.objections(value):
        written = filter(None, map(entry.written, fields_read(entry.kind, block.formulas[slot])))
        diagnostics.error("out-of-range", f"{entry.name}: {message}", next(written, entry.place.key_span))


def _report_equal_fighters(computed: ComputedEntry, diagnostics: Diagnostics) -> None:
    """Warn of a roster in which two are called the same, so that neither can be told from the other at the table."""
    rows = computed.value(computed.entry.kind.model.roster or "") or ()
    names = Counter(row["name"] for row in rows if isinstance(row, dict) and isinstance(row.get("name"), str))
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        message = f"{twice[0]} stands {names[twice[0]]} times in this roster under one name"
        hint = "give each a name of its own"
        diagnostics.warning("duplicate-name", message, computed.entry.place.key_span, hint)


def derived_json(leaves: Any) -> Any:
    """Leaves as JSON: `{"value", "why", "rule"}`, nested as declared."""
    if isinstance(leaves, Leaf):
        return {"value": as_json(leaves.value), "why": leaves.why, "rule": leaves.rule or None}
    if isinstance(leaves, dict):
        return {str(key): derived_json(item) for key, item in leaves.items()}
    return [derived_json(item) for item in leaves]


def _tidy(value: Any) -> Any:
    """Texts without the blanks that stand for what was taken out of them."""
    if isinstance(value, list):
        return [_tidy(item) for item in value]
    if isinstance(value, dict):
        return {key: _tidy(item) for key, item in value.items()}
    if isinstance(value, str):
        return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+(?=\n|$)", "", value)).strip()
    return value


def entry_json(computed: ComputedEntry, ruleset: Ruleset, secrets: bool = True) -> dict[str, Any]:
    """One entry for machines: its fields as written and everything derived; for players, not where its picture lies."""
    entry = computed.entry
    fields = {
        part.name: as_json(_tidy(entry.fields[part.name]) if entry.partial else entry.fields[part.name])
        for part in entry.kind.fields
        if part.name not in entry.unknown.fields
        and (secrets or not (part.secret or part.name == "portrait"))
        and entry.fields[part.name] not in (None, "", [], {}, False)
        and not (part.when and computed.values[part.name] is None)
    }
    return {
        "id": entry.id,
        "kind": entry.kind.id,
        "ruleset": ruleset.id,
        "fields": fields,
        "derived": derived_json(computed.leaves),
    }
