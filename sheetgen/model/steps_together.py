"""What the formulas of all entries of a game may take together."""

from __future__ import annotations

from sheetgen.model.entries import Entry
from sheetgen.text.diagnostics import Diagnostics

STEPS_TOGETHER, STEPS_AN_ENTRY = 1_000_000, 3_000
"""What all entries of a game may take together, and what each adds to that: most take some hundred, a character with
many attacks some thousand."""


class StepsTogether:
    """The steps that the formulas of a game's entries have taken so far."""

    def __init__(self, entries: int) -> None:
        self.allowed = STEPS_TOGETHER + STEPS_AN_ENTRY * entries
        self.taken = 0
        self._costliest: tuple[int, str, Entry] | None = None

    @property
    def over(self) -> bool:
        """Whether they took more than they may: then nothing more is computed."""
        return self.taken > self.allowed

    def add(self, steps: int, entry: Entry, whose: str, diagnostics: Diagnostics) -> None:
        """Count the steps of an entry; an error at the one that took most where all took too many."""
        self.taken += steps
        known = self._costliest
        if known is None or (steps, entry.id) > known[:2]:
            known = self._costliest = steps, entry.id, entry
        if self.over:
            message = f"{whose} of all entries take more than {self.allowed:,} steps together"
            most, _, costliest = known
            hint = f"{costliest.name} alone takes {most:,}: make the formulas of its kind shorter"
            diagnostics.error("formula-failed", message, costliest.place.key_span, hint)
