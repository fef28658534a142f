"""The page of each entry of a game, and the files of data beside it: each made when it is asked for.

What all entries of a game share stands once; an entry adds a few small values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial

from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.kinds import Kind, has_sheet
from sheetgen.site.chrome import ShellMaker, preview_cards
from sheetgen.site.entry_contents import EntryContent
from sheetgen.site.entry_pages import (
    EntryPageParts,
    Prints,
    board_data,
    combatants,
    data_address,
    digest_of_common_parts,
    entry_page,
    entry_page_parts,
    play_address,
    play_script,
    shell_of_kind,
)
from sheetgen.site.entry_sources import EntrySources, source_address
from sheetgen.site.fight_attacks import attacks_address, attacks_script
from sheetgen.site.games import SiteGame
from sheetgen.site.kept_files import KeptFile, KeptFiles
from sheetgen.views.pages import Page, Shell


@dataclass(frozen=True, eq=False)
class EntryPages:
    """The pages of the entries of a game."""

    game: SiteGame
    shells: ShellMaker
    prints: Prints
    around: Callable[[Kind], Shell]

    @classmethod
    def of(cls, game: SiteGame, shells: ShellMaker, prints: Prints) -> EntryPages:
        """Those of a game; the shell around the pages of a kind is made once."""
        return cls(game, shells, prints, cache(partial(_shell_of_kind, game, shells)))

    @cached_property
    def common(self) -> str:
        """The digest of what all of them may follow from beside their entries, and of what draws them."""
        game = self.game
        shared = game.ruleset, game.context.renderer, game.context.secrets, digest_of_common_parts(game)
        return game.contents.memo.digest(shared)


@dataclass(frozen=True, eq=False, slots=True)
class PlannedEntry:
    """The page of an entry, which is not made where one of the same parts was kept."""

    pages: EntryPages
    computed: ComputedEntry
    history: str
    """The address of its history; empty where it has none."""

    def parts(self) -> EntryPageParts:
        """What the page follows from."""
        pages, kind = self.pages, self.computed.entry.kind
        return entry_page_parts(pages.game, pages.around(kind), self.computed, pages.prints, self.history)

    def made_from(self) -> tuple[object, ...]:
        """What its page and its data follow from, beside what it shares with all of its game."""
        pages, computed = self.pages, self.computed
        game, kind = pages.game, computed.entry.kind
        content = game.contents.entry(computed)
        downloads = pages.prints.get(game.context.addresses.entry(kind.id, computed.id), ())
        return computed, content, self.history, downloads, combatants(game, computed)

    def page(self, parts: EntryPageParts) -> Page:
        """The page of its parts."""
        return entry_page(self.pages.game, self.pages.shells, parts)

    def __call__(self) -> Page:
        """The page."""
        return self.page(self.parts())


def block_parts(entries: Sequence[PlannedEntry]) -> tuple[object, ...]:
    """What the pages and the data of some entries follow from."""
    previews: dict[EntryPages, set[str]] = {}
    shells: dict[tuple[EntryPages, str], Shell] = {}
    for entry in entries:
        pages, kind = entry.pages, entry.computed.entry.kind
        previews.setdefault(pages, set()).update(pages.game.contents.entry(entry.computed).outline.previews)
        shells[pages, kind.id] = pages.around(kind)
    cards = [(pages.common, *preview_cards(pages.game.context, keys)) for pages, keys in previews.items()]
    return "block", *cards, *shells.values(), *(entry.made_from() for entry in entries)


def _shell_of_kind(game: SiteGame, shells: ShellMaker, kind: Kind) -> Shell:
    """The shell around the pages of a kind, whose digest is worked out once."""
    shell, memo = shell_of_kind(game, shells, kind), game.contents.memo
    memo.name_parts(memo.digest(shell), [shell])
    return shell


@dataclass(frozen=True, eq=False)
class SortOfData:
    """A sort of data of entries: what a file of it is made from, and how."""

    made_from: Callable[[EntryContent], tuple[object, ...]]
    make: Callable[[EntryContent], bytes]


@dataclass(frozen=True, eq=False, slots=True)
class EntryData:
    """A file of the data of an entry."""

    sort: SortOfData
    content: EntryContent

    def __call__(self, kept: KeptFiles) -> bytes | KeptFile:
        """The file: as it was kept, or made."""
        sort, content = self.sort, self.content
        return kept.file(("data", *sort.made_from(content)), lambda: sort.make(content))


def data_addresses(path: str) -> tuple[str, ...]:
    """Where data of an entry may stand, by the address of its page."""
    return data_address(path), play_address(path), source_address(path), attacks_address(path)


class DataOfEntries:
    """The files of data of the entries of a game."""

    def __init__(self, game: SiteGame, sources: EntrySources) -> None:
        ruleset, fields, secrets = game.ruleset, game.play_fields, game.context.secrets
        names = game.entries.condition_names
        listed = tuple(names.items())

        def source(content: EntryContent) -> bytes:
            return sources.script(content.computed.entry, board_data(fields, content)).encode()

        def play(content: EntryContent) -> bytes:
            return play_script(fields, game.entries.conditions, content).encode()

        def attacks(content: EntryContent) -> bytes:
            model = content.computed.entry.kind.model.attack
            assert model is not None
            return attacks_script(ruleset, model, content.parts.board().fight, names).encode()

        self._secrets = secrets
        self._json = SortOfData(lambda content: (content.computed, ruleset, secrets, "json"), lambda c: c.parts.data())
        self._play = SortOfData(lambda content: (content.computed, content, ruleset, listed, "play"), play)
        self._source = SortOfData(lambda content: (content.computed, content, ruleset), source)
        self._attacks = SortOfData(lambda content: (content.computed, ruleset, listed, "attacks"), attacks)

    def files(self, path: str, content: EntryContent) -> Iterator[tuple[str, EntryData]]:
        """The files beside the page of an entry, by address."""
        kind = content.computed.entry.kind
        yield data_address(path), EntryData(self._json, content)
        if has_sheet(kind):
            yield play_address(path), EntryData(self._play, content)
        if self._secrets:
            yield source_address(path), EntryData(self._source, content)
            if kind.model.attack:
                yield attacks_address(path), EntryData(self._attacks, content)
