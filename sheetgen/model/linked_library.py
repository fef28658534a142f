"""A library as it was linked, and what it becomes where a few of its entries are written otherwise.

To link all entries anew takes as long as there are many, though most edits change what one of them says. Where nothing
else can follow from an edit, only the entries that say it, or extend one that does, are validated again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from sheetgen.model.entries import Entry
from sheetgen.model.library import Library, Line, Validate
from sheetgen.model.overlays import OVERLAY, OVERLAYS
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.text.diagnostics import Diagnostics

Key: TypeAlias = tuple[str, str]
_DECIDING = ("id", "name", "extends", OVERLAYS)
"""What an entry says that its place among others follows from."""


@dataclass(frozen=True, eq=False)
class LinkedLibrary:
    """A library, the entries of a campaign that it was linked of, and the line of each of its entries."""

    ruleset: Ruleset
    campaign: Sequence[WrittenEntry]
    library: Library
    lines: Mapping[Key, Line]
    is_sound: bool
    """Whether nothing was told of it."""

    def after(self, ruleset: Ruleset, campaign: Sequence[WrittenEntry], validate: Validate) -> LinkedLibrary | None:
        """The library of a campaign, as linking it makes it; None where more may follow from what changed."""
        if ruleset is not self.ruleset or not self.is_sound or len(campaign) != len(self.campaign):
            return None
        changed = [pair for pair in zip(self.campaign, campaign, strict=True) if pair[0] is not pair[1]]
        if not all(id(old) in self._lines_through and _has_same_place(old, new) for old, new in changed):
            return None
        written = {id(old): new for old, new in changed}
        lines = {key: self._line(key, written) for old, _ in changed for key in self._lines_through[id(old)]}
        report = Diagnostics()
        entries = {key: entry for key, entry in zip(lines, validate(ruleset, lines, report), strict=True) if entry}
        if (
            len(entries) < len(lines)
            or not report.is_empty
            or not all(map(self._has_known_references, entries.values()))
        ):
            return None
        library = replace(self.library, entries={**self.library.entries, **entries}) if changed else self.library
        return replace(self, campaign=campaign, library=library, lines={**self.lines, **lines})

    def _line(self, key: Key, written: Mapping[int, WrittenEntry]) -> Line:
        line, campaign = self.lines[key]
        return tuple(written.get(id(entry), entry) for entry in line), campaign

    def _has_known_references(self, entry: Entry) -> bool:
        return self.library.entries.keys() >= {*entry.targets}

    @cached_property
    def _lines_through(self) -> Mapping[int, Sequence[Key]]:
        """The keys of the lines that an entry stands in, by which object it is."""
        through: dict[int, list[Key]] = {}
        for key, (line, _) in self.lines.items():
            for entry in line:
                through.setdefault(id(entry), []).append(key)
        return through


def _has_same_place(old: WrittenEntry, new: WrittenEntry) -> bool:
    """Whether what an entry becomes follows from what it says alone, as it did before."""
    if (old.kind, old.id) != (new.kind, new.id) or OVERLAY in old.data or OVERLAY in new.data:
        return False
    return all(old.data.get(name) == new.data.get(name) for name in _DECIDING)
