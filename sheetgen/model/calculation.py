"""The derived values of an entry: each by its formula, with the effects on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sheetgen.formula.compile import guarded, value_of
from sheetgen.formula.known_part import known_part
from sheetgen.formula.partly_known import PartOfList, PartOfMap, UnknownValueError, ask_for_whole, visible_part
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, Leaf
from sheetgen.model.changed_values import Changes, leaves_of_field
from sheetgen.model.entries import Entry
from sheetgen.model.ruleset.derivations import DerivedGroup, DerivedValue
from sheetgen.model.ruleset.shapes import Field, MappingShape, TermShape


class DerivedFailedError(Exception):
    """A derived value that could not be computed."""

    def __init__(self, derived: DerivedValue, reason: FormulaFailedError) -> None:
        super().__init__(str(reason))
        self.derived, self.reason = derived, reason


@dataclass(frozen=True)
class Calculation:
    """The derived values of one entry while they are computed; its effects change them, and fields, on the way."""

    entry: Entry
    values: dict[str, Any]
    changes: Changes
    run: Evaluation
    leaves: dict[str, Any] = field(default_factory=dict)

    def run_all(self) -> None:
        """Compute every value after those that it follows from; what follows from something unknown is left out."""
        kind = self.entry.kind
        order = self.changes.order(kind) if self.changes.by_node else [derived.name for derived in kind.derived]
        for name in order:
            try:
                if name in kind.derived_by_name:
                    self._derive(kind.derived_by_name[name])
                elif name in self.changes.by_node:
                    self._change_field(kind.by_name[name])
            except UnknownValueError:
                assert isinstance(self.values, PartOfMap)
                self.values.leave_out(name)

    def derived(self, derived: DerivedValue) -> Any:
        """The leaves of a derived value. Raises `DerivedFailedError`, and `UnknownValueError` where it is not known."""
        try:
            calculated = guarded(derived.expression.leaves, self.run, self.values)
            return self.changes.changed(derived.name, calculated, self.run, self.values)
        except UnknownValueError:
            raise
        except FormulaFailedError as error:
            raise DerivedFailedError(derived, error) from None

    def changed_field(self, changed: Field, value: Any) -> Any:
        """The leaves of a field with its effects, from the value that is written."""
        shape = changed.shape
        key = shape.key if isinstance(shape, MappingShape) else None
        titles = self.run.titles.get(key.vocabulary, {}) if isinstance(key, TermShape) else {}
        written = leaves_of_field(value, changed.label, titles, self.run)
        return self.changes.changed(changed.name, written, self.run, self.values)

    def _derive(self, derived: DerivedValue | DerivedGroup) -> None:
        if isinstance(derived, DerivedGroup):
            self.values[derived.name] = group(derived, self.values)
            return
        try:
            calculated = self.derived(derived)
            if self.entry.partial:
                ask_for_whole(calculated)
        except UnknownValueError:
            self._derive_part(derived)
            return
        self.values[derived.name] = value_of(calculated)
        _put(self.leaves, derived.path, calculated)

    def _derive_part(self, derived: DerivedValue) -> None:
        """Compute what is known of a map or list. Raises `UnknownValueError` where that is nothing."""
        if derived.name in self.changes.by_node:
            raise UnknownValueError
        try:
            part = known_part(derived.expression, self.run, self.values)
        except FormulaFailedError:
            raise UnknownValueError from None
        if not isinstance(part, PartOfMap | PartOfList | dict | list):
            raise UnknownValueError
        self.values[derived.name] = part
        _put(self.leaves, derived.path, _plain_leaves(visible_part(part), self.run))

    def _change_field(self, changed: Field) -> None:
        """Compute a field with its effects; of its parts, those that are changed have a why."""
        leaves = self.changed_field(changed, self.values[changed.name])
        self.values[changed.name] = value_of(leaves)
        for part in self.changes.parts(changed.name):
            inner = leaves
            for step in part:
                inner = inner.get(step) if isinstance(inner, dict) else None
            if inner is not None:
                _put(self.leaves, (changed.name, *part), inner)


def _plain_leaves(value: Any, run: Evaluation) -> Any:
    """A value as leaves that say no more than itself."""
    if isinstance(value, dict):
        return {key: _plain_leaves(part, run) for key, part in value.items()}
    return [_plain_leaves(part, run) for part in value] if isinstance(value, list) else Leaf(value, run.show(value))


def group(derived: DerivedGroup, values: dict[str, Any]) -> dict[str, Any]:
    """The values of a group that there are. Raises `UnknownValueError` where there are none."""
    if not isinstance(values, PartOfMap):
        return {member: values[dotted] for member, dotted in derived.members.items()}
    lacks = {member for member, dotted in derived.members.items() if dotted in values.lacks}
    known = {member: values[dotted] for member, dotted in derived.members.items() if member not in lacks}
    if not known:
        raise UnknownValueError
    return PartOfMap(known, lacks) if lacks else known


def _put(tree: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for step in path[:-1]:
        tree = tree.setdefault(step, {})
    tree[path[-1]] = value
