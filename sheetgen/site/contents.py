"""What the pages of a game show: its chapters, entries and rulings, each drawn once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from sheetgen.blocks import EntryView, Number
from sheetgen.formula.types import Type
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.media.images import PORTRAIT, PublishedFile
from sheetgen.model.derive import ComputedEntry
from sheetgen.model.loaded import LoadedGame
from sheetgen.reference.context import RenderContext, RenderedText
from sheetgen.reference.links import WrittenPage
from sheetgen.reference.rule_views import ruling_view
from sheetgen.site.entry_index import EntryIndex, Key
from sheetgen.site.portraits import check_portrait, portrait_file, portrait_source
from sheetgen.text.memo import Memo
from sheetgen.text.source import Span
from sheetgen.views.pages import RulingBox
from sheetgen.views.present import Drawer, Prose

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class EntryContent:
    """All that pages show of one entry."""

    view: EntryView
    drawn: RenderedText
    """The links and previews of its Markdown."""
    facets: Mapping[str, Any]
    columns: Sequence[tuple[Number, Any, Type]]
    portrait: str
    """Where its picture stands on the site; empty where it has none."""


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
    _entries: dict[Key, EntryContent] = field(default_factory=dict)
    _pages: dict[str, RenderedText] = field(default_factory=dict)

    def page(self, page: WrittenPage) -> RenderedText:
        """A chapter or a page of the campaign."""
        if page.file.name not in self._pages:
            address = f"{self.context.folder}{page.slug}.html"
            self._pages[page.file.name] = self._memoised(
                "chapter", address, page, page, lambda context: context.page(page)
            )
        return self._pages[page.file.name]

    def entry(self, computed: ComputedEntry) -> EntryContent:
        """An entry as pages show it. Only for games that can be computed."""
        key = (computed.entry.kind.id, computed.id)
        if key not in self._entries:
            address, entry = self.loaded.ruleset.address(*key), computed.entry
            self._entries[key] = self._memoised(
                "shown", address, entry, computed, lambda context: self._draw(computed, context)
            )
        return self._entries[key]

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

        return self._memoised("rulings", self.context.rulings_address, self.loaded.ruleset, None, draw)

    def is_narrow(self, kind: str) -> bool:
        """Whether most entries of a kind have nothing to stand beside their stat block: then all have one column."""
        if kind not in self._narrow:
            views = [self.entry(computed).view for computed in self.entries.of(kind)]
            self._narrow[kind] = 2 * sum(bool(view.area("aside")) for view in views) < len(views)
        return self._narrow[kind]

    @cached_property
    def _narrow(self) -> dict[str, bool]:
        return {}

    def _memoised(
        self, sort: str, address: str, subject: object, made_from: object, draw: Callable[[RenderContext], T]
    ) -> T:
        context = self.context
        return self.memo.get(
            (sort, address),
            (self.loaded.ruleset, context.renderer, context.secrets, made_from),
            context.diagnostics,
            lambda tracker, diagnostics: draw(context.tracking(tracker, diagnostics)),
            context.tracker.queries,
            (address, subject),
        )

    def _draw(self, computed: ComputedEntry, context: RenderContext) -> EntryContent:
        assert self.drawer is not None
        drawn, tracker = RenderedText(), context.tracker
        drawer = replace(
            self.drawer,
            house=context.house,
            find=lambda identity, kind: tracker.ask("entry", identity, kind),
            prose=prose_in(context, drawn),
            diagnostics=context.diagnostics,
            portrait=lambda other: portrait_source(other.entry.fields["portrait"], tracker),
        )
        view, entry, campaign, portrait = drawer.view(computed), computed.entry, self.loaded.game.campaign, ""
        check_portrait(entry, campaign, tracker, context.diagnostics)
        file = portrait_file(campaign, entry.fields["portrait"])
        if file is not None:
            portrait = f"{view.href.removesuffix('.html')}{file.suffix.lower()}"
            drawn.files[portrait] = PublishedFile(file, PORTRAIT)
        return EntryContent(view, drawn, drawer.facets(computed), drawer.columns(computed), portrait)


def prose_in(context: RenderContext, drawn: RenderedText) -> Prose:
    """The function that draws an author's Markdown; what it links to and shows is added to `drawn`."""

    def prose(text: str, span: Span) -> DrawnText:
        return context.prose(text, span, drawn)

    return prose
