"""The entries of one game as templates see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sheetgen.blocks import EntryView, Number
from sheetgen.formula.runtime import Evaluation
from sheetgen.formula.types import Type
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.views.present.entry_surroundings import EntrySurroundings
from sheetgen.views.present.entry_values import EntryValues
from sheetgen.views.present.entry_views import entry_view


class Drawer(EntrySurroundings):
    """Draws the computed entries of one game."""

    def view(self, computed: ComputedEntry, only: tuple[str, ...] = ()) -> EntryView:
        """An entry as templates see it; with `only`, its page area holds just these blocks."""
        with self._run() as run:
            return entry_view(self, computed, run, only)

    def facets(self, computed: ComputedEntry) -> dict[str, Any]:
        """The values that an entry is filtered by: terms, numbers, or lists of terms."""
        with self._run() as run:
            entry = EntryValues(self, computed, run)
            facets = {name[7:]: formula for name, formula in entry.outer.items() if name.startswith("facets.")}
            return {name: entry.compute(formula) for name, formula in facets.items()}

    def columns(self, computed: ComputedEntry) -> list[tuple[Number, Any, Type]]:
        """The columns of an entry in the list of its kind: the text, the value to sort by, its type."""
        with self._run() as run:
            entry = EntryValues(self, computed, run)
            count = len(computed.entry.kind.model.list.columns)
            formulas = [entry.outer[f"columns.{n}"] for n in range(count) if f"columns.{n}" in entry.outer]
            keys = [entry.outer.get(f"order.{n}", formula) for n, formula in enumerate(formulas)]
            ordered = [entry.compute(key) for key in keys]
            return [
                (entry.number(formula), value, formula.type) for formula, value in zip(formulas, ordered, strict=True)
            ]

    def sort_key(self, computed: ComputedEntry) -> Any:
        """The key by which the list of a kind is sorted at first."""
        with self._run() as run:
            entry = EntryValues(self, computed, run)
            return entry.compute(entry.outer["sort"]) if "sort" in entry.outer else computed.entry.name

    @contextmanager
    def _run(self) -> Iterator[Evaluation]:
        """A budget of steps for one entry with all that is inside of it; what is taken of it is counted."""
        run = self.ruleset.evaluation(self.house)
        try:
            yield run
        finally:
            self.spent += run.spent
