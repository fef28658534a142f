"""The entries that stand in the folder of a campaign, and what else lies there that is none."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from sheetgen.model.project import Game, Project, check_output
from sheetgen.model.ruleset.documents import declared, document
from sheetgen.model.ruleset.layers import LANGUAGES
from sheetgen.model.ruleset.names import OWN_FOLDERS
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.ruleset_folders import CAMPAIGN
from sheetgen.model.ruleset.translations import translated_entries
from sheetgen.model.ruleset.written_entries import WrittenEntry, entry_files, read_entries
from sheetgen.model.unread_files import check_campaign, check_entries
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import YAML, file_names, in_order, leads_out, listed_once, nowhere


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
    kind_of: dict[str, str] = {}
    settings, walk = {str(game.campaign / name) for name in (CAMPAIGN, "rulings.yaml")}, listed_once()
    kinds = [
        kind for kind in ruleset.kinds.values() if not _leads_out(game.campaign / kind.folder, project, diagnostics)
    ]
    for kind in kinds:
        for path in entry_files(game.campaign, kind.id, kind.folder, walk):
            if path not in settings:
                kind_of.setdefault(path, kind.id)
    entries = [entry for part in read([*kind_of.items()], project.root, diagnostics) for entry in part]
    own_texts = game.campaign / LANGUAGES / game.language
    for kind in kinds if game.language else ():
        paths = [(path, kind.id) for path in entry_files(own_texts, kind.id, kind.folder)]
        texts = [entry for part in read(paths, project.root, diagnostics) for entry in part]
        entries = translated_entries(entries, texts, diagnostics)
    for kind in kinds:
        check_entries(game.campaign / kind.folder, project.root, diagnostics, walk)
    check_campaign(game.campaign, project.root, diagnostics)
    folders = [kind.folder for kind in ruleset.kinds.values()]
    if game.place is not None and project.root == game.campaign:
        own = [game.campaign / name for name in (*folders, *OWN_FOLDERS) if name != "site"]
        own += [] if project.root.is_relative_to(game.folder) else [game.folder]  # samples stand within their ruleset
        check_output(project.output, own, project.root, game.place, diagnostics)
    known = {os.path.normcase(path) for path in (*settings, *kind_of)}
    names = file_names(game.campaign, *YAML, deep=True, walk=walk)
    for stray in map(Path, in_order(name for name in names if os.path.normcase(name) not in known)):
        if not _stands_elsewhere(stray, game):
            _report_stray(stray, stray.relative_to(game.campaign).parts[0], folders, project.root, diagnostics)
    return entries


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
