"""The lines of descent of entries, nearest first; circles, missing parents and endless lines are reported once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

from sheetgen.model.ruleset.field_problems import value_in_words
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.yaml.scalars import written as written_as

LONGEST = 32
"""Entries that one may extend through each other."""

_Key: TypeAlias = tuple[str, str]


class Lineage:
    """Which entry extends which, of all that are written."""

    def __init__(self, written: Mapping[_Key, WrittenEntry], diagnostics: Diagnostics) -> None:
        self._written = written
        self._diagnostics = diagnostics

    def line(self, key: _Key) -> list[WrittenEntry] | None:
        """An entry and what it extends, nearest first; None, with a diagnostic, where that leads nowhere."""
        if self._lengths[key] is None:
            return None
        line = [self._written[key]]
        while above := self._above(line[-1]):
            line.append(self._written[above])
        return line

    @cached_property
    def _lengths(self) -> Mapping[_Key, int | None]:
        """How many entries each one extends; None where its line leads nowhere."""
        lengths: dict[_Key, int | None] = {}
        for key in self._written:
            path: dict[_Key, None] = {}
            at: _Key | None = key
            while at and at not in lengths and at not in path:
                path[at] = None
                at = self._above(self._written[at])
            if at in path:
                self._circle(list(path)[list(path).index(at) :])
                lengths |= dict.fromkeys(path)
            for below in reversed(path):
                lengths.setdefault(below, self._length(below, lengths))
        return lengths

    def _length(self, key: _Key, lengths: Mapping[_Key, int | None]) -> int | None:
        written = self._written[key]
        above = self._above(written)
        if above is None:
            return None if written.data.get("extends") and self._misses(written) else 0
        before = lengths[above]
        if before is None:
            return None
        if before == LONGEST:
            message = f"this entry extends others through more than {LONGEST}"
            self._diagnostics.error("extends-cycle", message, written.place.at("extends").span)
            return None
        return before + 1

    def _above(self, written: WrittenEntry) -> _Key | None:
        """The entry that one extends, where there is one."""
        given = written.data.get("extends")
        key = (written.kind, str(written_as(given))) if given else None
        return key if key in self._written else None

    def _misses(self, written: WrittenEntry) -> bool:
        """Report that there is nothing of the name that an entry extends."""
        given, place = written.data["extends"], written.place.at("extends").span
        parent = written_as(given)
        if parent is None:
            message = f"`extends` takes the id of another {written.kind}, not {value_in_words(given)}"
            self._diagnostics.error("wrong-type", message, place)
        else:
            hint = did_you_mean(parent, self._known.get(written.kind, []))
            message = f"there is no {written.kind} called `{parent}` to extend"
            self._diagnostics.error("unknown-reference", message, place, hint, missed=(parent,))
        return True

    @cached_property
    def _known(self) -> Mapping[str, list[str]]:
        known: dict[str, list[str]] = {}
        for kind, identity in self._written:
            known.setdefault(kind, []).append(identity)
        return known

    def _circle(self, circle: list[_Key]) -> None:
        entries = [self._written[key] for key in circle]
        first = min(entries, key=lambda entry: entry.place.document.file.name)
        start = entries.index(first)
        names = [entry.id for entry in entries[start:] + entries[:start]]
        message = f"these entries extend each other in a circle: {' → '.join([*names, names[0]])}"
        self._diagnostics.error("extends-cycle", message, first.place.at("extends").span)
