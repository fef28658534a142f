"""The entries of one game as templates see them."""

from __future__ import annotations

from typing import Any

from sheetgen.blocks import EntryView, Number
from sheetgen.formula.types import Type
from sheetgen.model.derive import ComputedEntry
from sheetgen.views.present.drawing import Drawing
from sheetgen.views.present.entry_values import EntryValues
from sheetgen.views.present.entry_views import entry_view


class Drawer(Drawing):
    """Draws the computed entries of one game."""

    def view(self, computed: ComputedEntry, only: tuple[str, ...] = ()) -> EntryView:
        """An entry as templates see it; with `only`, its page area holds just these blocks."""
        return entry_view(self, computed, only)

    def facets(self, computed: ComputedEntry) -> dict[str, Any]:
        """The values that an entry is filtered by: terms, numbers, or lists of terms."""
        entry = EntryValues(self, computed)
        return {name[7:]: entry.compute(formula) for name, formula in entry.outer.items() if name.startswith("facets.")}

    def columns(self, computed: ComputedEntry) -> list[tuple[Number, Any, Type]]:
        """The columns of an entry in the list of its kind: the text, the value to sort by, its type."""
        entry = EntryValues(self, computed)
        count = len(computed.entry.kind.model.list.columns)
        formulas = [entry.outer[f"columns.{n}"] for n in range(count) if f"columns.{n}" in entry.outer]
        return [(entry.number(formula), entry.compute(formula), formula.type) for formula in formulas]

    def sort_key(self, computed: ComputedEntry) -> Any:
        """The key by which the list of a kind is sorted at first."""
        entry = EntryValues(self, computed)
        return entry.compute(entry.outer["sort"]) if "sort" in entry.outer else computed.entry.name
