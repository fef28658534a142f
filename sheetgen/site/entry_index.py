"""The entries of a game as its pages look them up: by kind, by id, by name, and by what they refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from sheetgen.languages.collation import sort_form
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.text.memo import Memo

Key: TypeAlias = tuple[str, str]
"""Kind and id of an entry."""


@dataclass(frozen=True, eq=False)
class EntryIndex:
    """The entries of a game that belong in this build."""

    loaded: LoadedGame
    memo: Memo

    def of(self, kind: str) -> list[ComputedEntry]:
        """The entries of a kind."""
        return self._by_kind.get(kind, [])

    def of_campaign(self, kind: str) -> list[ComputedEntry]:
        """The entries of a kind that the campaign has written."""
        return [computed for computed in self.of(kind) if computed.entry.campaign]

    def of_rulebook(self, kind: str) -> list[ComputedEntry]:
        """The entries of a kind that come with the ruleset."""
        return [computed for computed in self.of(kind) if not computed.entry.campaign]

    @cached_property
    def _by_kind(self) -> dict[str, list[ComputedEntry]]:
        table = self.loaded.table
        return {kind: table.of(kind) for kind in self.loaded.ruleset.kinds if table}

    @property
    def conditions(self) -> list[str]:
        """The names of all entries of kinds that are conditions of combatants."""
        return [computed.entry.name for computed in self._conditions]

    @property
    def condition_names(self) -> dict[str, str]:
        """The same by their ids."""
        return {computed.id: computed.entry.name for computed in self._conditions}

    @cached_property
    def _conditions(self) -> list[ComputedEntry]:
        kinds = [kind for kind in self.loaded.ruleset.kinds.values() if kind.model.conditions]
        return [computed for kind in kinds for computed in self.of(kind.id)]

    def kinds(self) -> Iterator[Kind]:
        """The kinds that have entries, in order."""
        yield from (kind for kind in self.loaded.ruleset.kinds.values() if self.of(kind.id))

    @cached_property
    def by_key(self) -> Mapping[Key, ComputedEntry]:
        """All entries, kind by kind."""
        return {(kind.id, computed.entry.id): computed for kind in self.kinds() for computed in self.of(kind.id)}

    @cached_property
    def places(self) -> Mapping[Key, int]:
        """For each entry its place among all."""
        return {key: number for number, key in enumerate(self.by_key)}

    @cached_property
    def by_id(self) -> Mapping[str, ComputedEntry]:
        """The same by id; of two with the same, the one of the earlier kind."""
        return {key[1]: computed for key, computed in reversed(list(self.by_key.items()))}

    def combatant(self, encounter: ComputedEntry, identity: str) -> ComputedEntry | None:
        """The entry that a row of a roster names by its id: one that the encounter refers to, else any of that id."""
        keys = [(kind, target) for _, kind, target in encounter.entry.references if target == identity]
        return next((self.by_key[key] for key in keys if key in self.by_key), self.by_id.get(identity))

    def by_name(self, kind: str) -> list[ComputedEntry]:
        """The entries of a kind as a list of names has them."""
        return self._by_name.setdefault(
            kind, sorted(self.of(kind), key=lambda computed: sort_form(computed.entry.name))
        )

    @cached_property
    def _by_name(self) -> dict[str, list[ComputedEntry]]:
        return {}

    def neighbours(self, kind: str) -> Mapping[str, tuple[ComputedEntry | None, ComputedEntry | None]]:
        """For each entry of a kind, by its id, the one before and the one after it, by name."""
        if kind not in self._neighbours:
            row = self.by_name(kind)
            pairs = zip([None, *row], [*row[1:], None], strict=False)
            self._neighbours[kind] = {computed.entry.id: pair for computed, pair in zip(row, pairs, strict=False)}
        return self._neighbours[kind]

    @cached_property
    def _neighbours(self) -> dict[str, Mapping[str, tuple[ComputedEntry | None, ComputedEntry | None]]]:
        return {}

    def variants(self, key: Key) -> list[ComputedEntry]:
        """The entries that extend an entry; in a partial build, those that did."""
        return [self.by_key[other] for other in self._variants.get(key, ()) if other in self.by_key]

    @cached_property
    def _variants(self) -> Mapping[Key, list[Key]]:
        def make() -> Mapping[Key, list[Key]]:
            variants: dict[Key, list[Key]] = {}
            for key, computed in self.by_key.items():
                if parent := computed.entry.fields["extends"]:
                    variants.setdefault((key[0], parent), []).append(key)
            return variants

        return self.memo.of_last_build(("variants", self.loaded.ruleset.id), make)

    @cached_property
    def referring(self) -> Mapping[Key, list[Key]]:
        """For each entry those that refer to it; in a partial build, those that did."""

        def make() -> Mapping[Key, list[Key]]:
            referring: dict[Key, list[Key]] = {}
            for key, entry in self.loaded.library.entries.items():
                for target in entry.targets:
                    referring.setdefault(target, []).append(key)
            return referring

        return self.memo.of_last_build(("referring", self.loaded.ruleset.id), make)
