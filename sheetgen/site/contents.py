"""What the pages of a game show: its chapters, entries and rulings, each drawn once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain
from typing import Any, TypeVar

from sheetgen.blocks import EntryView
from sheetgen.media.images import PublishedFile
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.derive import ComputedEntries
from sheetgen.model.entry_json import entry_json
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.memoised_steps import MANY_ENTRIES
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.model.steps_together import StepsTogether
from sheetgen.reference.context import RenderContext, RenderedText
from sheetgen.reference.rule_views import ruling_view
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.site.board_parts import BoardParts, board_parts
from sheetgen.site.drawn_entries import DrawnEntry, drawn_entry
from sheetgen.site.drawn_parts import Drawing, DrawnAgain, DrawnParts, Stored
from sheetgen.site.dropped_texts import check_dropped_texts
from sheetgen.site.entry_contents import EntryContent, EntryForm
from sheetgen.site.entry_index import EntryIndex, Key
from sheetgen.site.entry_outlines import (
    OUTLINES,
    CheckedEntry,
    EntryOutline,
    list_row,
    roster_ids,
    row_size,
    search_record,
    term_entries,
)
from sheetgen.site.memoised_texts import TEXTS, MemoisedTexts
from sheetgen.site.search import SearchRecord
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.late_values import SpooledValues, Waiting
from sheetgen.text.memo import Memo
from sheetgen.text.spool import Spool
from sheetgen.views.pages import ListRow, RulingBox
from sheetgen.views.present import Drawer

T = TypeVar("T")
_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False)
"""What is written never holds itself, which would be looked for at each list and mapping."""
MOST_READ = 100
"""Rows, search records, outlines, and values of entries that are drawn, that stand in memory at a time, where entries
are many."""


@dataclass(frozen=True, eq=False)
class DrawnRulings:
    """Rulings, and the pictures in their texts by address."""

    items: tuple[RulingBox, ...]
    files: Mapping[str, PublishedFile]


@dataclass(frozen=True, eq=False, repr=False)
class GameContents:
    """The contents of a game's pages, each drawn once and taken from the memo where it still holds."""

    loaded: LoadedGame
    entries: EntryIndex
    context: RenderContext
    drawer: Drawer | None
    memo: Memo
    draws_pages: bool = True
    """Whether entries are drawn for pages; else only for mistakes, and what is asked of one is made where it is."""
    _entries: dict[Key, EntryContent] = field(default_factory=dict)
    _pages: dict[str, RenderedText] = field(default_factory=dict)

    def draw(self, pages: Iterable[WrittenPage], beside: Callable[[], object] | None = None) -> None:
        """Draw the texts of some pages and all entries, each of these as soon as it is computed, near those that it
        refers to.

        Each process of this build draws a share of them before; one of them does what is to be done `beside`.
        """
        table, library = self.loaded.table, self.loaded.library
        keys = library.near_targets() if self.memo.visible_pages is None else library.entries
        quiet = replace(self, context=self.context.noting({}, Diagnostics()), _entries={}, _pages={})
        texts = ((page.slug, partial(quiet.page, page)) for page in pages)
        drawings = ((key[1], partial(quiet._draw_entry, key, table and table.quietly)) for key in keys)
        first = [(self.loaded.ruleset.id, beside)] if beside else []
        self.memo.share("draw", chain[tuple[str, Callable[[], object]]](first, texts, drawings))
        ruleset = self.loaded.ruleset
        step = ("shown", ruleset.id), library.entries, self._entries, ruleset.keys_at, self.context.diagnostics
        with self.memo.each(*step):
            for key in keys:
                if key not in self._entries:
                    self._draw_entry(key, table)
        check_dropped_texts(self.loaded, self.context)
        self.memo.drop("computed", "shown")
        if self.memo.is_last_build:
            for recent in filter(None, {content.computed.recent for content in self._entries.values()}):
                recent.shrink(MOST_READ)
            name_key.cache_clear()

    def _draw_entry(self, key: Key, table: ComputedEntries | None) -> None:
        """Draw an entry, unless it cannot be computed."""
        if table and (computed := table.entries.get(key)):
            self.entry(computed)

    @cached_property
    def planned(self) -> Mapping[Key, ComputedEntry]:
        """The entries whose pages are planned: in a partial build those of visible pages, else all."""
        visible, every = self.memo.visible_pages, self.entries.by_key
        if visible is None:
            return every
        return {key: every[key] for key in self.loaded.ruleset.keys_at(visible) if key in every}

    def plans_list(self, kind: str) -> bool:
        """Whether pages of the list of a kind are planned: in a partial build, where one of them is visible."""
        visible = self.memo.visible_pages
        if visible is None:
            return True
        folder = self.context.list_address(kind).removesuffix("index.html")
        others = (page for page in visible if page.startswith(folder))
        return any(self.entries.by_key.keys().isdisjoint(self.loaded.ruleset.keys_at([page])) for page in others)

    def page(self, page: WrittenPage) -> RenderedText:
        """A chapter or a page of the campaign."""
        if page.file.name not in self._pages:
            part = f"{self.context.folder}{page.slug}.html", page
            draw = partial(_drawn_page, page)
            self._pages[page.file.name] = self._texts.drawn("chapter", part, page, draw, lambda: TEXTS)
        return self._pages[page.file.name]

    def unlisted(self, computed: ComputedEntry) -> EntryContent:
        """An entry that stands in no list, as its page shows it; its mistakes are not reported."""
        return self._content(computed, self.context.noting({}, Diagnostics()))

    def entry(self, computed: ComputedEntry) -> EntryContent:
        """An entry as pages show it. Only for games that can be computed."""
        key = (computed.entry.kind.id, computed.id)
        if key not in self._entries:
            if self._steps.over:
                self._entries[key] = self._content(computed, self.context, computes=False)
                return self._entries[key]

            def form() -> EntryForm:
                return EntryForm(partial(self._kept, computed), self.draws_pages)

            part = self.loaded.ruleset.address(*key), computed.entry
            draw = partial(self._content, computed)
            content = self._entries[key] = self._texts.drawn("shown", part, computed, draw, form)
            self._steps.add(content.checked.steps, computed.entry, "the layouts", self.context.diagnostics)
        return self._entries[key]

    @cached_property
    def _steps(self) -> StepsTogether:
        return StepsTogether(len(self.loaded.library.entries))

    def view(self, computed: ComputedEntry) -> EntryView | None:
        """An entry as templates see it."""
        return self.entry(computed).view if self.drawer else None

    @cached_property
    def rulings(self) -> DrawnRulings:
        """All rulings as their page shows them."""

        def draw(context: RenderContext) -> DrawnRulings:
            files: dict[str, PublishedFile] = {}
            return DrawnRulings(
                tuple(ruling_view(context, ruling, files) for ruling in self.loaded.ruleset.rulings.by_name.values()),
                files,
            )

        part = self.context.rulings_address, self.loaded.ruleset
        return self._texts.drawn("rulings", part, None, draw)

    def is_narrow(self, kind: str) -> bool:
        """Whether most entries of a kind have nothing to stand beside their stat block: then all have one column."""
        if kind not in self._narrow:
            name = "narrow", self.loaded.ruleset.id, kind
            self._narrow[kind] = self.memo.of_last_build(name, partial(self._is_narrow_now, kind))
        return self._narrow[kind]

    def _is_narrow_now(self, kind: str) -> bool:
        checked = [self.entry(computed).checked for computed in self.entries.of(kind)]
        return 2 * sum(entry.aside for entry in checked) < len(checked)

    @cached_property
    def _narrow(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _texts(self) -> MemoisedTexts:
        return MemoisedTexts(self.memo, self.context, self.loaded.ruleset)

    def _kept(
        self, computed: ComputedEntry, kept: CheckedEntry | EntryOutline, row_and_record: Sequence[bytes]
    ) -> EntryContent:
        """An entry of which something was kept: it was drawn from the same, without a mistake."""
        if isinstance(kept, CheckedEntry):
            return self._checked(computed, kept)
        row, record = map(self._written, row_and_record)
        return EntryContent(computed, kept.checked, self._late(kept), row, record, DrawnAgain(computed, self._drawing))

    def _written(self, line: bytes) -> Callable[[], Any]:
        """What reads a row or a record from the line that was kept of it."""
        if self._spool is None:
            return cache(partial(OUTLINES.read, line))
        return Waiting(line, self._spool, OUTLINES.read)

    def _drawn_quietly(self, computed: ComputedEntry) -> DrawnEntry:
        """An entry, drawn without a report of mistakes."""
        return self._drawn(computed, self.context.noting({}, Diagnostics()))

    def _content(self, computed: ComputedEntry, context: RenderContext, computes: bool = True) -> EntryContent:
        drawn = self._drawn(computed, context, computes)
        if not self.draws_pages:
            return self._checked(computed, drawn.checked)
        row, record = self._row(computed, drawn), self._record(computed, drawn)
        outline = self._late(self._outline(computed, drawn, row))
        data = Waiting(self._data(computed), self._spool, bytes) if self._spool else partial(self._data, computed)
        return EntryContent(
            computed,
            drawn.checked,
            outline,
            self._rows.put(row) if self._rows else lambda: row,
            self._records.put(record) if self._records else lambda: record,
            DrawnParts(*self._stored(computed, drawn.view), data),
        )

    def _checked(self, computed: ComputedEntry, checked: CheckedEntry) -> EntryContent:
        """An entry that was drawn for its mistakes; whatever else is asked of it is made where it is."""

        again = partial(self._drawn_quietly, computed)

        def outline() -> EntryOutline:
            drawn = again()
            return self._outline(computed, drawn, self._row(computed, drawn))

        return EntryContent(
            computed,
            checked,
            outline,
            lambda: self._row(computed, again()),
            lambda: self._record(computed, again()),
            DrawnAgain(computed, self._drawing),
        )

    def _data(self, computed: ComputedEntry) -> bytes:
        data = entry_json(computed, self.loaded.ruleset, self.context.secrets)
        return _JSON.encode(data).encode()

    @cached_property
    def _spool(self) -> Spool | None:
        """Where what is needed of entries later waits, if they are many; else it stays as it is."""
        kept_values = self.memo.kept_values
        return kept_values.spool if kept_values and len(self.loaded.library.entries) >= MANY_ENTRIES else None

    def _late(self, outline: EntryOutline) -> Callable[[], EntryOutline]:
        """What gives an outline."""
        return self._outlines.put(outline) if self._outlines else lambda: outline

    @cached_property
    def _outlines(self) -> SpooledValues[EntryOutline] | None:
        """The outlines of many entries, where each of several processes has all of them."""
        return SpooledValues(self._spool, MOST_READ) if self._spool and self.memo.peers.count > 1 else None

    @cached_property
    def _rows(self) -> SpooledValues[ListRow] | None:
        """The rows of many entries."""
        return SpooledValues(self._spool, MOST_READ) if self._spool else None

    @cached_property
    def _records(self) -> SpooledValues[SearchRecord] | None:
        """The search records of many entries."""
        return SpooledValues(self._spool, MOST_READ) if self._spool else None

    def _stored(self, computed: ComputedEntry, view: EntryView) -> Stored:
        """What gives a view again, and what boards have of it; those of many entries take no memory meanwhile."""
        if self._views is None or self._boards is None:
            return lambda: view, lambda: board_parts(view, computed)
        return self._views.put(view), self._boards.put(board_parts(view, computed))

    @cached_property
    def _views(self) -> SpooledValues[EntryView] | None:
        """The views of many entries, each of which a page asks for once."""
        return SpooledValues(self._spool, 1) if self._spool else None

    @cached_property
    def _boards(self) -> SpooledValues[BoardParts] | None:
        """What boards have of many entries."""
        return SpooledValues(self._spool, MOST_READ) if self._spool else None

    @cached_property
    def _drawing(self) -> Drawing:
        """How entries are drawn that were not drawn in this build, without a report of mistakes."""
        return Drawing(lambda computed: self._stored(computed, self._drawn_quietly(computed).view), self._data)

    def _row(self, computed: ComputedEntry, drawn: DrawnEntry) -> ListRow:
        assert self.drawer is not None
        return list_row(self.drawer, computed, drawn.view, drawn.columns, drawn.facets)

    def _record(self, computed: ComputedEntry, drawn: DrawnEntry) -> SearchRecord:
        assert self.drawer is not None
        return search_record(self.drawer.ruleset, computed, drawn.view, drawn.facets)

    def _outline(self, computed: ComputedEntry, drawn: DrawnEntry, row: ListRow) -> EntryOutline:
        assert self.drawer is not None
        return EntryOutline(
            summary=drawn.view.summary,
            links=frozenset(drawn.texts.links),
            previews=frozenset(drawn.texts.previews),
            needs=frozenset(drawn.texts.needs),
            checked=drawn.checked,
            portrait=drawn.portrait,
            roster=tuple(roster_ids(computed)),
            terms=tuple(term_entries(computed, self.drawer.ruleset)),
            facets=row.facets,
            sorts=tuple(cell.sort for cell in row.cells),
            row_size=row_size(row),
            row_digest=self.memo.digest(row),
        )

    def _drawn(self, computed: ComputedEntry, context: RenderContext, computes: bool = True) -> DrawnEntry:
        assert self.drawer is not None
        return drawn_entry(self.loaded.game, self.drawer, computed, context, computes)


def _drawn_page(page: WrittenPage, context: RenderContext) -> RenderedText:
    return context.page(page)
