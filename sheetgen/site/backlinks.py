"""Where the links in a game's texts stand, by what they lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sheetgen.reference.written_pages import WrittenPage
from sheetgen.site.contents import GameContents
from sheetgen.site.entry_index import EntryIndex, Key


@dataclass(frozen=True, eq=False)
class Backlinks:
    """The links in the texts of a game."""

    pages: Sequence[WrittenPage]
    entries: EntryIndex
    contents: GameContents

    @cached_property
    def of_entries(self) -> Mapping[str, set[Key]]:
        """For each target of a link the entries in whose texts it stands."""
        linking: dict[str, set[Key]] = {}
        for key, computed in self.entries.by_key.items():
            for target in self.contents.entry(computed).outline.links:
                linking.setdefault(target, set()).add(key)
        return linking

    @cached_property
    def of_pages(self) -> Mapping[str, list[WrittenPage]]:
        """For each page, by slug, and each other target the pages in whose texts a link to it stands."""
        linking: dict[str, list[WrittenPage]] = {}
        for page in self.pages:
            for target in {key.partition("#")[0] for key in self.contents.page(page).links}:
                linking.setdefault(target, []).append(page)
        return linking
