"""Other versions of entries: as a file or an earlier revision has them, under the rules as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sheetgen.model.derive import ComputedEntries, ComputedEntry, derive
from sheetgen.model.library import Library
from sheetgen.model.loaded import LoadedGame, Steps, load_game
from sheetgen.model.project import Game, Project
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.text.diagnostics import Diagnostics


@dataclass(frozen=True)
class StepsToVersions(Steps):
    """The steps to entries of a game and to versions beside them: no others are computed."""

    identities: Sequence[str]
    versions: Sequence[WrittenEntry]

    def campaign(self, game: Game, project: Project, ruleset: Ruleset, diagnostics: Diagnostics) -> list[WrittenEntry]:
        """The entries of the campaign, and the versions."""
        return [*super().campaign(game, project, ruleset, diagnostics), *self.versions]

    def computed(
        self, ruleset: Ruleset, library: Library, house: Mapping[str, Option], diagnostics: Diagnostics
    ) -> ComputedEntries:
        """The entries and the versions, and what they refer to, with what follows from them."""
        asked = [(entry.kind.id, entry.id) for identity in self.identities for entry in library.find(identity)]
        asked += [(version.kind, version.id) for version in self.versions]
        return derive(ruleset, library, house, diagnostics, asked=[key for key in asked if key in library.entries])


def versions_of(
    game: Game, project: Project, identities: Iterable[str], written: Sequence[WrittenEntry], diagnostics: Diagnostics
) -> tuple[LoadedGame | None, list[ComputedEntry | None]]:
    """A game with entries of it computed, and versions computed beside them; none for one that has mistakes.

    A version reads other entries as they are now, and is held against the rules as they are now.
    """
    named = [replace(entry, id=f"{entry.id}--{number}") for number, entry in enumerate(written)]
    loaded = load_game(game, project, diagnostics, StepsToVersions(tuple(identities), named))
    made = loaded.table.entries if loaded and loaded.table else {}
    return loaded, [made.get((entry.kind, entry.id)) for entry in named]
