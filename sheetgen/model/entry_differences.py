"""What differs between two versions of an entry, in the words of its game: what was written, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from sheetgen.formula.compile import value_of
from sheetgen.formula.number_formats import formatted
from sheetgen.formula.types import ANYTHING, ListOf, MapOf, Record, Term, Type, bare, readable
from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.known_places import fields_behind, whole_fields
from sheetgen.model.ruleset.kinds import COMMON

LONGEST = 70
"""Characters of a value that are shown; of a longer one, only that it is another."""
MOST = 8
"""Differences of a group that are told; of more, how many there are."""
UNTOLD = ("id", "aliases", "stated", "extends", "overlays", "facts", "reference", "ruleset")
"""Fields of every kind that say nothing of what the entry is in play."""
NOTHING: tuple[Any, ...] = (None, "", [], {})
Titles = Mapping[str, Mapping[str, str]]
"""The titles of terms, by vocabulary."""
Names = Mapping[str, Mapping[str, str]]
"""The names of entries by id, by what messages call their kind."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A value that differs: what it is called, within what, and both values as readers see them."""

    group: str
    """The field or derived value that has it, where that is not itself the value."""
    label: str
    old: str
    new: str

    def said(self, words: Words = ENGLISH) -> str:
        """The label with both values: `Strength 38 → 41`, `Lantern (new)`."""
        if not (self.old or self.new):
            return words("{value} (another text)", value=self.label)
        if self.old and self.new:
            return f"{self.label} {self.old} → {self.new}"
        only = self.old or self.new
        value = self.label if only == self.label else f"{self.label} {only}"
        return words("{value} (gone)", value=value) if self.old else words("{value} (new)", value=value)


@dataclass(frozen=True)
class VersionChange:
    """What differs from one version of an entry to the next."""

    title: str
    written: tuple[Difference, ...]
    derived: tuple[Difference, ...]

    def written_lines(self, words: Words = ENGLISH) -> Iterator[str]:
        """What was written, line by line."""
        for difference in self.written:
            yield f"{difference.group}: {difference.said(words)}" if difference.group else difference.said(words)

    def derived_lines(self, everything: bool = False, words: Words = ENGLISH) -> Iterator[str]:
        """What follows from it, a line for each value that has several parts."""
        for group, of_group in groupby(self.derived, key=lambda difference: difference.group):
            changes = [difference.said(words) for difference in of_group]
            few = changes if everything or len(changes) <= MOST else changes[: MOST - 1]
            more = [words("and {count} more", count=len(changes) - len(few))] if len(few) < len(changes) else []
            yield f"{f'{group}: ' if group else ''}{'; '.join([*few, *more])}"


@dataclass(frozen=True)
class EntryComparison:
    """Two versions of an entry of one kind, compared."""

    old: ComputedEntry
    new: ComputedEntry
    titles: Titles
    names: Names

    def change(self, title: str, secrets: bool = True) -> VersionChange:
        """All that differs, with or without what only the game master may see."""
        return VersionChange(title, tuple(self.written(secrets)), tuple(self.derived(secrets)))

    def written(self, secrets: bool = True) -> Iterator[Difference]:
        """What differs in the fields, with or without those that only the game master may see."""
        kind = self.new.entry.kind
        common = {
            "name": "Name",
            "hidden": "Hidden",
            "known": "Known",
            "open": "Open",
            "portrait": "Portrait",
            "source": "Source",
        }
        for part in kind.fields:
            if part.name in UNTOLD or not (secrets or part.name in self._public):
                continue
            label = common.get(part.name, readable(part.name).capitalize()) if part.name in COMMON else part.label
            old, new = (entry.entry.fields.get(part.name) for entry in (self.old, self.new))
            yield from self._values(old, new, kind.record.fields.get(part.name, ANYTHING), (label,))

    @cached_property
    def _public(self) -> frozenset[str]:
        """The fields of which players may see all, as the new version says."""
        return whole_fields(self.new.entry.kind, self.new.entry.fields)

    def derived(self, secrets: bool = True) -> Iterator[Difference]:
        """What differs in what follows from the fields, but for texts and what only says again what was written; with
        or without what follows from something that only the game master may see."""
        said = {difference.said().casefold() for difference in self.written()}
        yield from (
            difference
            for difference in self._derived(secrets)
            if (difference.old or difference.new) and difference.said().casefold() not in said
        )

    def _derived(self, secrets: bool) -> Iterator[Difference]:
        kind, record = self.new.entry.kind, self.new.entry.kind.record
        for name in {**self.new.leaves, **self.old.leaves}:
            if not secrets and not self._public.issuperset(fields_behind(kind, name)):
                continue
            old, new = (
                value_of(entry.leaves[name]) if name in entry.leaves else None for entry in (self.old, self.new)
            )
            yield from self._values(old, new, record.fields.get(name, ANYTHING), (record.label(name),))

    def _values(self, old: Any, new: Any, kind: Type, labels: tuple[str, ...]) -> Iterator[Difference]:
        kind = bare(kind)
        if old == new or (old in NOTHING and new in NOTHING):
            return
        if isinstance(old, dict) and isinstance(new, dict):
            for name in {**new, **old}:
                label, inner = self._part(name, kind)
                yield from self._values(old.get(name), new.get(name), inner, (*labels, label))
        elif isinstance(old, list) and isinstance(new, list):
            yield from self._items(old, new, bare(kind.item) if isinstance(kind, ListOf) else ANYTHING, labels)
        else:
            group, label = (capital(labels[0]), ", ".join(labels[1:])) if labels[1:] else ("", capital(labels[0]))
            texts = ["" if value in NOTHING else self._text(value, kind) for value in (old, new)]
            if any(len(text) > LONGEST or "\n" in text for text in texts):
                texts = ["", ""]
            yield Difference(group=group, label=label, old=texts[0], new=texts[1])

    def _items(self, old: list[Any], new: list[Any], kind: Type, labels: tuple[str, ...]) -> Iterator[Difference]:
        """Differences of two lists: rows of one name are held against each other, wherever they stand."""
        before, after = self._rows(old, kind), self._rows(new, kind)
        if before.keys() == after.keys() and list(before) != list(after) and not any(map(_is_row, (*old, *new))):
            yield from self._values(", ".join(before), ", ".join(after), ANYTHING, labels)
        for name in {**after, **before}:
            was, now = before.get(name), after.get(name)
            if was is not None and now is not None:
                yield from self._values(was, now, kind, (*labels, name))
            else:
                yield Difference(
                    group=capital(labels[0]), label=", ".join((*labels[1:], name)),
                    old=name if was is not None else "", new=name if now is not None else "",
                )  # fmt: skip

    def _rows(self, items: list[Any], kind: Type) -> dict[str, Any]:
        """The items of a list by what they are called; further ones of a name are numbered."""
        rows: dict[str, Any] = {}
        for item in items:
            name = free = self._name(item, kind)
            number = 2
            while free in rows:
                free, number = f"{name} ({number})", number + 1
            rows[free] = item
        return rows

    def _name(self, item: Any, kind: Type) -> str:
        """What an item is called: by its name, else by the first text that it has, else by all of it."""
        if _is_row(item):
            fields = kind.fields if isinstance(kind, Record) else {}
            first = next((key for key, value in item.items() if isinstance(value, str) and value), None)
            key = "name" if item.get("name") else first
            if key is not None:
                return _short(self._text(item[key], bare(fields.get(key, ANYTHING))))
        return _short(self._text(item, kind))

    def _part(self, name: Any, kind: Type) -> tuple[str, Type]:
        """What a part of a mapping is called, and its type."""
        if isinstance(kind, Record):
            return kind.label(str(name)), kind.fields.get(str(name), ANYTHING)
        if isinstance(kind, MapOf):
            return self._text(name, bare(kind.key)), kind.value
        return readable(str(name)), ANYTHING

    def _text(self, value: Any, kind: Type) -> str:
        """A value as readers see it."""
        kind = bare(kind)
        if isinstance(value, str):
            if isinstance(kind, Term):
                return self.titles.get(kind.vocabulary, {}).get(value) or readable(value)
            return self.names.get(kind.name, {}).get(value, value) if isinstance(kind, Record) else value
        if isinstance(value, dict):
            parts = ((self._part(name, kind), part) for name, part in value.items() if part not in NOTHING)
            return ", ".join(f"{label} {self._text(part, inner)}" for (label, inner), part in parts)
        if isinstance(value, list):
            inner = kind.item if isinstance(kind, ListOf) else ANYTHING
            return ", ".join(self._text(item, inner) for item in value)
        return formatted(value, kind)


def _is_row(item: Any) -> bool:
    return isinstance(item, dict)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def capital(text: str) -> str:
    """A text with a capital first."""
    return text[:1].upper() + text[1:]
