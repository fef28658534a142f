"""What the pages of a game show: its chapters, entries and rulings, each drawn once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from sheetgen.blocks import EntryView, Number
from sheetgen.formula.types import Type
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.media.images import PORTRAIT, PictureError, PublishedFile
from sheetgen.model.derive import ComputedEntry
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.steps_together import StepsTogether
from sheetgen.reference.context import Question, RenderContext, RenderedText
from sheetgen.reference.links import WrittenPage
from sheetgen.reference.rule_views import ruling_view
from sheetgen.site.entry_index import EntryIndex, Key
from sheetgen.site.portraits import check_portrait, portrait_file
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo, PagePart
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
    steps: int
    """What the formulas of its layout took."""


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
            part = f"{self.context.folder}{page.slug}.html", page
            self._pages[page.file.name] = self._memoised("chapter", part, page, lambda context: context.page(page))
        return self._pages[page.file.name]

    def entry(self, computed: ComputedEntry) -> EntryContent:
        """An entry as pages show it. Only for games that can be computed."""
        key = (computed.entry.kind.id, computed.id)
        if key not in self._entries:
            if self._steps.over:
                self._entries[key] = self._draw(computed, self.context, computes=False)
                return self._entries[key]
            part = self.loaded.ruleset.address(*key), computed.entry
            content = self._entries[key] = self._memoised("shown", part, computed, partial(self._draw, computed))
            self.memo.name_parts(self.memo.digest(content), [content.view])
            self._steps.add(content.steps, computed.entry, "the layouts", self.context.diagnostics)
        return self._entries[key]

    @cached_property
    def _steps(self) -> StepsTogether:
        return StepsTogether(len(self.loaded.table.entries) if self.loaded.table else 0)

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
        return self._memoised("rulings", part, None, draw)

    def is_narrow(self, kind: str) -> bool:
        """Whether most entries of a kind have nothing to stand beside their stat block: then all have one column."""
        if kind not in self._narrow:
            views = [self.entry(computed).view for computed in self.entries.of(kind)]
            self._narrow[kind] = 2 * sum(bool(view.area("aside")) for view in views) < len(views)
        return self._narrow[kind]

    @cached_property
    def _narrow(self) -> dict[str, bool]:
        return {}

    def _memoised(self, sort: str, part: PagePart, made_from: object, draw: Callable[[RenderContext], T]) -> T:
        """What a text becomes, from the memo where it is the same and all that it asks for is the same.

        First what it asks for is kept, by what it is made from; then what it becomes, by the answers as well.
        """
        drawing = _Drawing(draw, self.context)
        asked: tuple[Question, ...] = ()
        while True:
            drawn = self.memo.get(
                (sort, part[0], *asked),
                (self._common, made_from, *(self.context.answer(*question) for question in asked)),
                self.context.diagnostics,
                partial(drawing.result, asked),
                part,
            )
            if not isinstance(drawn, _Questions):
                return drawn
            asked = (*asked, *drawn.items)

    @cached_property
    def _common(self) -> str:
        context = self.context
        return self.memo.digest((self.loaded.ruleset, context.renderer, context.secrets, context.house))

    def _draw(self, computed: ComputedEntry, context: RenderContext, computes: bool = True) -> EntryContent:
        assert self.drawer is not None
        drawn, entry = RenderedText(), computed.entry

        def portrait_of(other: ComputedEntry) -> str | PictureError:
            name = other.entry.fields["portrait"]
            portrait: str | PictureError = context.answer("portrait", name) if name else ""
            return portrait

        def usable_portrait(other: ComputedEntry) -> str:
            portrait = portrait_of(other)
            return "" if isinstance(portrait, PictureError) else portrait

        drawer = replace(
            self.drawer,
            find=partial(context.answer, "entry"),
            page_of=partial(context.answer, "page"),
            prose=prose_in(context, drawn),
            diagnostics=context.diagnostics,
            portrait=usable_portrait,
            computes=computes,
            spent=0,
        )
        view, campaign, portrait = drawer.view(computed), self.loaded.game.campaign, ""
        if campaign is not None and entry.fields["portrait"]:
            known = () if portrait_of(computed) else context.answer("portraits")
            check_portrait(entry, portrait_of(computed), known, context.diagnostics)
        file = portrait_file(campaign, entry.fields["portrait"])
        if file is not None:
            portrait = f"{view.href.removesuffix('.html')}{file.suffix.lower()}"
            drawn.files[portrait] = PublishedFile(file, PORTRAIT)
        facets, columns = drawer.facets(computed), drawer.columns(computed)
        return EntryContent(view, drawn, facets, columns, portrait, drawer.spent)


@dataclass(frozen=True)
class _Questions:
    """What a text asks of its game."""

    items: tuple[Question, ...]


@dataclass(frozen=True)
class _Drawing(Generic[T]):
    """A text that is drawn where it is needed, once, with its questions and mistakes."""

    draw: Callable[[RenderContext], T]
    context: RenderContext

    @cached_property
    def _drawn(self) -> tuple[T, dict[Question, Any], Diagnostics]:
        questions: dict[Question, Any] = {}
        mistakes = Diagnostics()
        return self.draw(self.context.noting(questions, mistakes)), questions, mistakes

    def result(self, asked: tuple[Question, ...], diagnostics: Diagnostics) -> T | _Questions:
        """What the text becomes; its questions, where it asks for more than is known of."""
        drawn, questions, mistakes = self._drawn
        more = tuple(question for question in questions if question not in asked)
        if not more:
            diagnostics.extend(mistakes)
        return _Questions(more) if more else drawn


def prose_in(context: RenderContext, drawn: RenderedText) -> Prose:
    """The function that draws an author's Markdown; what it links to and shows is added to `drawn`."""

    def prose(text: str, span: Span) -> DrawnText:
        return context.prose(text, span, drawn)

    return prose
