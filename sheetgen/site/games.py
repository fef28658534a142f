"""One game of the site: its addresses, its link index, and the context that its pages are rendered in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain

from sheetgen.dice.rolled_tables import RolledTable
from sheetgen.languages.program_words import Words
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.dice_tables import is_rolled, rolled_table
from sheetgen.model.ruleset.replacements import Replacement
from sheetgen.model.ruleset.rolled_fields import roller_of
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.reference.context import RenderContext
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.site.backlinks import Backlinks
from sheetgen.site.contents import GameContents
from sheetgen.site.entry_index import EntryIndex
from sheetgen.site.play_fields import PlayFields
from sheetgen.text.late_values import LateMapping
from sheetgen.text.source import SourceFile
from sheetgen.views.present import Drawer


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SiteGame:
    """A game with everything that its pages are made from."""

    loaded: LoadedGame
    replaced: tuple[Replacement, ...] = ()
    """What its layers replace of each other."""
    chapters: list[WrittenPage]
    pages: list[WrittenPage]
    """The campaign's own pages."""
    hidden_pages: tuple[WrittenPage, ...] = ()
    """The chapters and pages that players do not see, in a player's edition."""
    context: RenderContext
    drawer: Drawer | None
    front: str
    """The address of its first page, which is that of the site where there is no other game."""
    entries: EntryIndex
    contents: GameContents
    backlinks: Backlinks

    @property
    def ruleset(self) -> Ruleset:
        """The game itself."""
        return self.loaded.ruleset

    @property
    def words(self) -> Words:
        """What the program says on its pages."""
        return self.loaded.words

    def is_translated(self, file: SourceFile) -> bool:
        """Whether a file has texts in the language that the game is read in, where that is not its first."""
        return any(file.path.is_relative_to(layer.folder) for layer in self.loaded.game.layers if layer.language)

    def language_of(self, file: SourceFile) -> str:
        """The first language of the game, for what stands in a file of it though the page is in another; else none."""
        other = bool(self.loaded.game.language) and not self.is_translated(file)
        return self.ruleset.first_language if other else ""

    @property
    def folder(self) -> str:
        """Where its pages are, relative to the site root, with a slash at the end."""
        return self.context.folder

    @property
    def lists_facts(self) -> bool:
        """Whether the ruleset keeps a list of the facts of its source, and so has a page of what covers them."""
        return (self.ruleset.folder / "facts.yaml").is_file()

    @cached_property
    def rolled_names(self) -> Mapping[str, Sequence[str]]:
        """The names of the entries that tables of each kind are rolled on: the rulebook's, where it has any."""
        return LateMapping({}, frozenset(), cache(self._names))

    def _names(self) -> dict[str, list[str]]:
        kinds = [kind.id for kind in self.entries.kinds()]
        entries = {kind: self.entries.of_rulebook(kind) or self.entries.of(kind) for kind in kinds}
        return {kind: [computed.entry.name for computed in of_kind] for kind, of_kind in entries.items()}

    def rolled_tables(self) -> Iterator[RolledTable]:
        """All that is rolled: new entries of its kinds, then the tables of its rules."""
        tables, names, titles = self.ruleset.tables, self.rolled_names, self.ruleset.titles
        rollers = (roller_of(kind, tables, names, titles) for kind in self.ruleset.kinds.values())
        rolled = (rolled_table(table, tables, names, titles) for table in tables.values() if is_rolled(table))
        yield from (made for made in chain(rollers, rolled) if made)

    @cached_property
    def play_fields(self) -> PlayFields:
        """What play changes of its entries."""
        return PlayFields(self.ruleset)

    def note_of(self, sort: str, name: str) -> str:
        """What a part of the game replaces, in a sentence; empty where it replaces nothing."""
        return next((part.note for part in self.replaced if part.sort == sort and part.name == name), "")

    @property
    def title(self) -> str:
        """The title of the game in menus."""
        return self.ruleset.title
