"""The entries that stand in the folder of a campaign, and what else lies there that is none."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from sheetgen.model.project import Game, Project, check_output
from sheetgen.model.ruleset.documents import declared, document
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.layers import LANGUAGES
from sheetgen.model.ruleset.names import OWN_FOLDERS
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.ruleset_folders import CAMPAIGN
from sheetgen.model.ruleset.translations import translated_entries
from sheetgen.model.ruleset.written_entries import WrittenEntry, entry_files, read_entries
from sheetgen.model.unread_files import check_campaign, check_entries
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import YAML, Walk, file_names, in_order, leads_out, listed_once, nowhere


def _leads_out(folder: Path, project: Project, diagnostics: Diagnostics) -> bool:
    """Whether a folder of entries is a link to elsewhere; reported once, not for each of its files."""
    if not leads_out(folder, project.root):
        return False
    message = f"`{folder.name}` is a link that leads out of the folder"
    diagnostics.error("unreadable-file", message, nowhere(folder, project.root), "put the folder itself there")
    diagnostics.fail(at=nowhere(folder, project.root), unread=True)
    return True


ReadEntries: TypeAlias = Callable[[Sequence[tuple[str, str]], Path, Diagnostics], Iterable[list[WrittenEntry]]]
"""Gives the entries of files by their paths and kinds, the folder that messages name them from, and where mistakes
go."""


def each_read(files: Sequence[tuple[str, str]], root: Path, diagnostics: Diagnostics) -> Iterator[list[WrittenEntry]]:
    """The entries of each file."""
    return (read_entries(Path(path), kind, root, diagnostics) for path, kind in files)


def read_campaign(
    game: Game, project: Project, ruleset: Ruleset, diagnostics: Diagnostics, read: ReadEntries = each_read
) -> list[WrittenEntry]:
    """The entries of a campaign as written, kind by kind; a YAML file of no kind is an error."""
    if game.campaign is None:
        return []
    return _CampaignFolder(game, game.campaign, project, [*ruleset.kinds.values()], diagnostics).read(read)


@dataclass(frozen=True)
class _CampaignFolder:
    """The folder of a campaign, of whose kinds each has a folder in it."""

    game: Game
    folder: Path
    project: Project
    kinds: Sequence[Kind]
    diagnostics: Diagnostics
    walk: Walk = field(default_factory=listed_once)

    def read(self, read: ReadEntries) -> list[WrittenEntry]:
        """The entries, kind by kind; everything else in the folder is looked at, too."""
        root, diagnostics = self.project.root, self.diagnostics
        kinds = [kind for kind in self.kinds if not _leads_out(self.folder / kind.folder, self.project, diagnostics)]
        kind_of = self._kind_of(kinds)
        entries = list(chain.from_iterable(read([*kind_of.items()], root, diagnostics)))
        if self.game.language:
            entries = self._translated(entries, kinds, read)
        for kind in kinds:
            check_entries(self.folder / kind.folder, root, diagnostics, self.walk)
        check_campaign(self.folder, root, diagnostics)
        self._check_output()
        self._report_strays({*self._settings, *kind_of})
        return entries

    @property
    def _settings(self) -> set[str]:
        """The files of the folder that hold no entries."""
        return {str(self.folder / name) for name in (CAMPAIGN, "rulings.yaml")}

    @property
    def _folders(self) -> list[str]:
        return [kind.folder for kind in self.kinds]

    def _kind_of(self, kinds: Iterable[Kind]) -> dict[str, str]:
        """The kind of each file of entries, by its path."""
        kind_of: dict[str, str] = {}
        settings = self._settings
        for kind in kinds:
            for path in entry_files(self.folder, kind.id, kind.folder, self.walk):
                if path not in settings:
                    kind_of.setdefault(path, kind.id)
        return kind_of

    def _translated(self, entries: list[WrittenEntry], kinds: Iterable[Kind], read: ReadEntries) -> list[WrittenEntry]:
        """The entries with their texts in the language that the game is read in."""
        folder = self.folder / LANGUAGES / self.game.language
        for kind in kinds:
            paths = [(path, kind.id) for path in entry_files(folder, kind.id, kind.folder)]
            texts = list(chain.from_iterable(read(paths, self.project.root, self.diagnostics)))
            entries = translated_entries(entries, texts, self.diagnostics)
        return entries

    def _check_output(self) -> None:
        """Report a site that would be written over what the campaign or its game has."""
        project, game = self.project, self.game
        if game.place is None or project.root != self.folder:
            return
        own = [self.folder / name for name in (*self._folders, *OWN_FOLDERS) if name != "site"]
        if not project.root.is_relative_to(game.folder):  # samples stand within their ruleset
            own.append(game.folder)
        check_output(project.output, own, project.root, game.place, self.diagnostics)

    def _report_strays(self, known: Iterable[str]) -> None:
        """Report YAML files that are neither among the known ones nor part of something else."""
        compared = {os.path.normcase(path) for path in known}
        names = file_names(self.folder, *YAML, deep=True, walk=self.walk)
        for path in map(Path, in_order(name for name in names if os.path.normcase(name) not in compared)):
            if not _stands_elsewhere(path, self.game):
                place = path.relative_to(self.folder).parts[0]
                _report_stray(path, place, self._folders, self.project.root, self.diagnostics)


def _stands_elsewhere(path: Path, game: Game) -> bool:
    """Whether a file below a campaign is a part of a ruleset, or in a folder for something else.

    Of a ruleset that has the campaign as its sample, nothing is below that.
    """
    assert game.campaign is not None
    if path.relative_to(game.campaign).parts[0] in OWN_FOLDERS:
        return True
    campaign = Path(os.path.realpath(game.campaign))
    rulesets = [layer.folder for layer in game.layers if layer.sort != "campaign"]
    around = [folder for folder in rulesets if folder in campaign.parents]
    return any(Path(os.path.realpath(path)).is_relative_to(folder) for folder in rulesets if folder not in around)


def _report_stray(path: Path, place: str, folders: Sequence[str], root: Path, diagnostics: Diagnostics) -> None:
    """Report a YAML file in none of the folders of entries."""
    stray = document(path, root, diagnostics)
    if stray is not None:
        name = place.removesuffix(path.suffix)
        hint = did_you_mean(name, folders)
        message = "this file is in no folder of entries"
        message += f"; the folders are {', '.join(folders)}" if folders else ", since the game has no kinds"
        hint = hint if hint.startswith("did") else ""
        diagnostics.error("project", message, stray.file.span(), hint, missed=(name,))
        diagnostics.fail(path.stem, *declared(stray.data), at=stray.file.whole)
