"""Values of an entry with the effects that count for it; their whys name the sources.

What is added comes first, in the order of the references; then what is set whatever the value was, in which effects
must agree; then what is set from what it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from sheetgen.formula.compile import guarded, value_of
from sheetgen.formula.partly_known import UnknownValueError, put_over
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, Leaf, Value, exact, show
from sheetgen.model.entries import Entry
from sheetgen.model.entry_effects import WrittenEffect
from sheetgen.model.ruleset.effects import (
    ADD,
    SET,
    VALUE,
    WHEN,
    EffectFormulas,
    Needs,
    changed_needs,
    circle_message,
    circle_of,
)
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity
from sheetgen.text.source import Span

Values: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class OwnedEffect:
    """An effect that counts for an entry."""

    written: WrittenEffect
    place: Callable[..., Span]
    """Where the parts of what has it are written."""
    formulas: EffectFormulas
    names: Values
    """The values of its names beside those of the owner."""

    @property
    def slot(self) -> str:
        """Whether it adds or sets."""
        return ADD if self.written.data[ADD] else SET

    @property
    def span(self) -> Span:
        """Where its amount is written."""
        return self.place(*self.written.path, self.slot)

    @property
    def is_fixed(self) -> bool:
        """Whether it sets a value whatever that was before."""
        return self.slot == SET and not self.formulas.reads_value

    def compute(self, slot: str, run: Evaluation, values: Values, before: Value) -> Leaf:
        """The value of one of its formulas, with its why. Raises `EffectFailedError`."""
        expression = self.formulas.formulas[slot]
        try:
            leaves = guarded(expression.leaves, run, put_over(values, {**self.names, VALUE: before}))
        except UnknownValueError:
            raise
        except FormulaFailedError as error:
            raise EffectFailedError(self, str(error)) from None
        return leaves if isinstance(leaves, Leaf) else Leaf(value_of(leaves), "")

    def holds(self, run: Evaluation, values: Values, before: Value) -> bool:
        """Whether its condition is so."""
        return WHEN not in self.formulas.formulas or bool(self.compute(WHEN, run, values, before).value)


class EffectFailedError(Exception):
    """An effect that cannot be computed, or not beside another one."""

    def __init__(
        self, effect: OwnedEffect, reason: str, code: str = "formula-failed", other: Span | None = None
    ) -> None:
        super().__init__(reason)
        self.effect, self.code, self.other = effect, code, other

    def report(self, owner: Entry, diagnostics: Diagnostics) -> None:
        """Tell the author of the effect."""
        name, notes = self.effect.formulas.target.name, [("of this entry", owner.place.key_span)]
        hint = f"let one of them read `{VALUE}`, as `set: max({VALUE}, 10)` does" if self.other else ""
        notes += [("the other effect is here", self.other)] if self.other else []
        message = f"`{name}` of {owner.name}: {self}"
        hints = (hint,) if hint else ()
        diagnostics.add(Diagnostic(Severity.ERROR, self.code, message, self.effect.span, hints, tuple(notes)))


@dataclass(frozen=True)
class Changes:
    """The effects that count for an entry, by the field or derived value that they change."""

    by_node: Mapping[str, Sequence[OwnedEffect]] = field(default_factory=dict)

    @staticmethod
    def of(effects: Iterable[OwnedEffect]) -> Changes:
        """Effects in their order."""
        by_node: dict[str, list[OwnedEffect]] = {}
        for effect in effects:
            by_node.setdefault(effect.formulas.target.node, []).append(effect)
        return Changes(by_node)

    def order(self, kind: Kind) -> list[str]:
        """The fields and derived values of a kind as it declares them, each after those that it follows from.

        Raises `EffectFailedError` where effects make a circle of them.
        """
        effects = [effect for of_node in self.by_node.values() for effect in of_node]
        needs = changed_needs(kind, [effect.formulas for effect in effects])
        circle = circle_of(needs)
        if circle:
            last = next(effect for effect in effects if effect.formulas.target.node in circle)
            raise EffectFailedError(last, circle_message(circle), "formula-cycle")
        places, ordered = {name: place for place, name in enumerate(needs)}, dict[str, None]()
        for name in needs:
            _order_after_needs(name, needs, places, ordered)
        return list(ordered)

    def changed(self, node: str, leaves: Any, run: Evaluation, values: Values) -> Any:
        """The leaves of a value with the effects on it."""
        parts: dict[tuple[str, ...], list[OwnedEffect]] = {}
        for effect in self.by_node.get(node, ()):
            parts.setdefault(effect.formulas.target.part, []).append(effect)
        for part in sorted(parts, key=len, reverse=True):
            leaves = _with_part(leaves, part, _Change(parts[part], run, values))
        return leaves

    def parts(self, node: str) -> set[tuple[str, ...]]:
        """The ways to those parts of a value that are changed."""
        return {effect.formulas.target.part for effect in self.by_node.get(node, ())}


def _order_after_needs(name: str, needs: Needs, places: Mapping[str, int], ordered: dict[str, None]) -> None:
    """Put a value behind those that it follows from, these in the order of their places."""
    if name not in ordered:
        for earlier in sorted(needs[name], key=places.__getitem__):
            _order_after_needs(earlier, needs, places, ordered)
        ordered[name] = None


def leaves_of_field(value: Any, label: str, titles: Mapping[str, str], run: Evaluation) -> Any:
    """What an author wrote as leaves, so that effects can change parts of it."""
    match value:
        case dict():
            return {key: leaves_of_field(part, titles.get(key, str(key)), titles, run) for key, part in value.items()}
        case list():
            return [leaves_of_field(part, label, titles, run) for part in value]
    return Leaf(value, run.show(value) if value == 0 else f"{label} {run.show(value)}")


def _with_part(leaves: Any, part: tuple[str, ...], change: _Change) -> Any:
    """Leaves with the part at a path changed; a part that the value does not have stays away."""
    if not part:
        return change.of(leaves)
    if not isinstance(leaves, dict) or part[0] not in leaves:
        return leaves
    return {**leaves, part[0]: _with_part(leaves[part[0]], part[1:], change)}


@dataclass(frozen=True)
class _Change:
    """The effects on one part of a value."""

    effects: Sequence[OwnedEffect]
    run: Evaluation
    values: Values

    def of(self, leaves: Any) -> Any:
        """The leaves of the part, changed; of a map, each value."""
        if isinstance(leaves, dict):
            return {key: self.of(inner) for key, inner in leaves.items()}
        before = value_of(leaves)
        counting = [effect for effect in self.effects if effect.holds(self.run, self.values, before)]
        change = self._longer if isinstance(leaves, list) else self._increased
        for effect in (effect for effect in counting if effect.slot == ADD):
            leaves = change(leaves, effect)
        fixed = [effect for effect in counting if effect.is_fixed]
        for effect in (*fixed, *(effect for effect in counting if effect.slot == SET and not effect.is_fixed)):
            leaves = self._replaced(leaves, effect, next(iter(fixed), effect))
        return leaves

    def _compute(self, effect: OwnedEffect, before: Any) -> Leaf:
        amount = effect.compute(effect.slot, self.run, self.values, value_of(before))
        if amount.value is None and effect.slot == ADD:
            raise EffectFailedError(effect, "a value is none where something is added")
        return amount

    def _longer(self, leaves: list[Any], effect: OwnedEffect) -> list[Any]:
        """A list with the items of an effect that it does not have yet."""
        before = value_of(leaves)
        items = self._compute(effect, leaves).value
        return [*leaves, *(Leaf(item, effect.written.source) for item in items if item not in before)]

    def _increased(self, leaf: Leaf, effect: OwnedEffect) -> Leaf:
        """A number with the amount of an effect; one of nothing is not mentioned."""
        amount = self._compute(effect, leaf)
        if amount.value == 0:
            return leaf
        negative = isinstance(amount.value, int | Fraction) and amount.value < 0
        size, sign = (-amount.value, "−") if negative else (amount.value, "+")
        added = f"{effect.written.source} {self.run.show(size)}{self._because(amount)}"
        from_nothing = leaf.why == self.run.show(0) and not negative
        why = added if from_nothing else f"{self._addend(leaf.why)} {sign} {added}"
        return Leaf(exact(leaf.value + amount.value), why, leaf.rule)

    def _replaced(self, leaves: Any, effect: OwnedEffect, first: OwnedEffect) -> Any:
        """What an effect sets a value to. Raises `EffectFailedError` where another one sets it to something else."""
        to = self._compute(effect, leaves)
        if effect.is_fixed and effect is not first and to.value != value_of(leaves):
            by_first = f"{first.written.source} sets it to {show(value_of(leaves))}"
            reason = f"{by_first}, and {effect.written.source} to {show(to.value)}"
            raise EffectFailedError(effect, reason, "effect-conflict", first.span)
        if isinstance(leaves, list):
            return [Leaf(item, effect.written.source) for item in to.value]
        return Leaf(to.value, f"{effect.written.source} {self.run.show(to.value)}{self._because(to)}", leaves.rule)

    def _addend(self, why: str) -> str:
        """An explanation as it stands in a sum: in brackets where it would be read otherwise."""
        outside = why
        while (inner := re.sub(r"\([^()]*\)", "", outside)) != outside:
            outside = inner
        return f"({why})" if any(word in outside for word in self.run.words.joining) else why

    def _because(self, amount: Leaf) -> str:
        """How an amount came about, in brackets; nothing for one that is written as it is."""
        return f" ({amount.why})" if amount.why and amount.why != self.run.show(amount.value) else ""
