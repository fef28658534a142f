"""Other versions of entries: as a file or an earlier revision has them, under the rules as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.derive import ComputedEntries, computed_entry, derive
from sheetgen.model.entries import Entry
from sheetgen.model.entry_validation import validated_entry
from sheetgen.model.library import Library, Line, Validate, link
from sheetgen.model.loaded import LoadedGame, Steps, load_game
from sheetgen.model.project import Game, Project
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.written_entries import WrittenEntry, entries_in
from sheetgen.text.addresses import slug
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.git import FileRevision
from sheetgen.text.source import read_before
from sheetgen.yaml.load import parse


@dataclass(frozen=True)
class StepsToVersions(Steps):
    """The steps to entries of a game and to versions beside them: no others are computed."""

    known: LoadedGame
    identities: Sequence[str]
    versions: Sequence[WrittenEntry]

    def ruleset(self, game: Game, project: Project, diagnostics: Diagnostics) -> Ruleset | None:
        """The ruleset that is compiled already; one that is unsound again, so that its mistakes are told."""
        known = self.known.ruleset
        return known if known.sound else super().ruleset(game, project, diagnostics)

    def campaign(self, game: Game, project: Project, ruleset: Ruleset, diagnostics: Diagnostics) -> list[WrittenEntry]:
        """The entries of the campaign, and the versions."""
        return [*super().campaign(game, project, ruleset, diagnostics), *self.versions]

    def library(self, ruleset: Ruleset, campaign: Sequence[WrittenEntry], diagnostics: Diagnostics) -> Library:
        """The entries that are valid already, and the versions that are."""
        known = self.known.library if ruleset is self.known.ruleset else Library()
        return link(ruleset, campaign, diagnostics, _all_but(known))

    def computed(
        self, ruleset: Ruleset, library: Library, house: Mapping[str, Option], diagnostics: Diagnostics
    ) -> ComputedEntries:
        """The entries and the versions, and what they refer to, with what follows from them."""
        asked = [(entry.kind.id, entry.id) for identity in self.identities for entry in library.find(identity)]
        asked += [(version.kind, version.id) for version in self.versions]
        return derive(ruleset, library, house, diagnostics, asked=[key for key in asked if key in library.entries])


def versions_of(
    game: LoadedGame,
    project: Project,
    identities: Iterable[str],
    written: Sequence[WrittenEntry],
    diagnostics: Diagnostics,
) -> tuple[LoadedGame | None, list[ComputedEntry | None]]:
    """A game with entries of it computed, and versions computed beside them; none for one that has mistakes.

    A version reads other entries as they are now, and is held against the rules as they are now.
    """
    named = _named_apart(written)
    loaded = load_game(game.game, project, diagnostics, StepsToVersions(game, tuple(identities), named))
    made = loaded.table.entries if loaded and loaded.table else {}
    return loaded, [made.get((entry.kind, entry.id)) for entry in named]


def older_versions(
    game: LoadedGame, campaign: Sequence[WrittenEntry], written: Sequence[WrittenEntry]
) -> list[ComputedEntry | None]:
    """Versions of entries computed beside those of a game, whose campaign is given as it is written; None for one that
    has mistakes under the rules of now."""
    assert game.table is not None
    named = _named_apart(written)
    library = link(game.ruleset, [*campaign, *named], Diagnostics(), _all_but(game.library))
    entries = (library.get(version.kind, version.id) for version in named)
    return [
        computed_entry(entry, game.table.entries, game.house, game.ruleset, Diagnostics())[0] if entry else None
        for entry in entries
    ]


def _all_but(known: Library) -> Validate:
    """Validates what a library does not have."""

    def validate(
        ruleset: Ruleset, lines: Mapping[tuple[str, str], Line], diagnostics: Diagnostics
    ) -> Iterator[Entry | None]:
        return (known.get(*key) or validated_entry(ruleset, *line, diagnostics) for key, line in lines.items())

    return validate


def _named_apart(written: Sequence[WrittenEntry]) -> list[WrittenEntry]:
    """Versions under ids of their own, so that each can stand beside the entry as it is now."""
    return [replace(entry, id=f"{entry.id}--{number}") for number, entry in enumerate(written)]


def written_version(revision: FileRevision, entry: Entry, folder: Path) -> WrittenEntry | None:
    """An entry as a revision of its file in a folder has it; None where it cannot be read, or is not there."""
    try:
        file = read_before(folder / revision.name, folder, revision.text)
    except UnicodeDecodeError:
        return None
    document = parse(file, Diagnostics())
    stem = slug(PurePosixPath(revision.name).stem)
    return same_entry(list(entries_in(document, entry.kind.id, stem, Diagnostics())), entry) if document else None


def same_entry(written: Sequence[WrittenEntry], entry: Entry) -> WrittenEntry | None:
    """Of the entries of a file, a version of an entry: that of the same id, else the only one."""
    same = [version for version in written if version.id == entry.id] or written
    return same[0] if len(same) == 1 else None
