"""One game of the site: its addresses, its link index, and the context that its pages are rendered in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from markupsafe import Markup

from sheetgen.blocks import EntryView, Number
from sheetgen.formula.types import Type
from sheetgen.media.images import PORTRAIT, PublishedFile
from sheetgen.model.derive import ComputedEntry
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.project import Project, display_root
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.load import Ruleset
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.reference.context import RenderContext, RenderedText
from sheetgen.reference.directives import draw
from sheetgen.reference.links import LinkIndex, WrittenPage, page_answers, public_pages, read_pages
from sheetgen.reference.rule_views import ruling_view
from sheetgen.site.portraits import check_portrait, portrait_file, portrait_names, portrait_source, portrait_uri
from sheetgen.site.signs import check_marks
from sheetgen.site.targets import check_references, targets
from sheetgen.templating.renderer import Renderer
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo, Tracker
from sheetgen.text.source import Span
from sheetgen.views.pages import RulingBox
from sheetgen.views.present import Addresses, Drawer, Prose

T = TypeVar("T")


Key: TypeAlias = tuple[str, str]
"""Kind and id of an entry."""


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


@dataclass(eq=False, repr=False)
class SiteGame:
    """A game with everything that its pages are made from."""

    loaded: LoadedGame
    chapters: list[WrittenPage]
    pages: list[WrittenPage]
    """The campaign's own pages."""
    context: RenderContext
    drawer: Drawer | None
    memo: Memo
    front: str
    """The address of its first page, which is that of the site where there is no other game."""
    _contents: dict[Key, EntryContent] = field(default_factory=dict)
    _pages: dict[str, RenderedText] = field(default_factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        """The game itself."""
        return self.loaded.ruleset

    @property
    def folder(self) -> str:
        """Where its pages are, relative to the site root, with a slash at the end."""
        return self.context.folder

    @property
    def title(self) -> str:
        """The title of the game in menus."""
        return self.ruleset.title

    # ---- entries

    def entries(self, kind: str) -> list[ComputedEntry]:
        """The entries of a kind that belong in this build."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> dict[str, list[ComputedEntry]]:
        table = self.loaded.table
        return {kind: table.of(kind) for kind in self.ruleset.kinds if table}

    @property
    def conditions(self) -> list[str]:
        """The names of all entries of kinds that are conditions of combatants."""
        kinds = [kind for kind in self.ruleset.kinds.values() if kind.model.conditions]
        return [computed.entry.name for kind in kinds for computed in self.entries(kind.id)]

    def kinds(self) -> Iterator[Kind]:
        """The kinds that have entries, in order."""
        yield from (kind for kind in self.ruleset.kinds.values() if self.entries(kind.id))

    @cached_property
    def by_key(self) -> Mapping[Key, ComputedEntry]:
        """The entries that belong in this build, kind by kind."""
        return {(kind.id, computed.id): computed for kind in self.kinds() for computed in self.entries(kind.id)}

    @cached_property
    def places(self) -> Mapping[Key, int]:
        """For each entry its place among all."""
        return {key: number for number, key in enumerate(self.by_key)}

    @cached_property
    def by_id(self) -> Mapping[str, ComputedEntry]:
        """The same by id; of two with the same, the one of the earlier kind."""
        return {key[1]: computed for key, computed in reversed(list(self.by_key.items()))}

    def combatant(self, encounter: ComputedEntry, identity: str) -> ComputedEntry | None:
        """The entry that a row of a roster names by its id: one that the encounter refers to, else any of that id."""
        keys = [(kind, target) for _, kind, target in encounter.entry.references if target == identity]
        return next((self.by_key[key] for key in keys if key in self.by_key), self.by_id.get(identity))

    def is_narrow(self, kind: str) -> bool:
        """Whether most entries of a kind have nothing to stand beside their stat block: then all have one column."""
        if kind not in self._narrow:
            views = [self.content_of(computed).view for computed in self.entries(kind)]
            self._narrow[kind] = 2 * sum(bool(view.area("aside")) for view in views) < len(views)
        return self._narrow[kind]

    @cached_property
    def _narrow(self) -> dict[str, bool]:
        return {}

    def by_name(self, kind: str) -> list[ComputedEntry]:
        """The entries of a kind as a list of names has them."""
        return self._by_name.setdefault(
            kind, sorted(self.entries(kind), key=lambda computed: computed.entry.name.casefold())
        )

    @cached_property
    def _by_name(self) -> dict[str, list[ComputedEntry]]:
        return {}

    @cached_property
    def neighbours(self) -> Mapping[Key, tuple[ComputedEntry | None, ComputedEntry | None]]:
        """For each entry the one before and the one after it, by name."""
        neighbours = {}
        for kind in self.kinds():
            row = [None, *self.by_name(kind.id), None]
            for before, computed, after in zip(row, row[1:], row[2:], strict=False):
                assert computed is not None
                neighbours[kind.id, computed.id] = before, after
        return neighbours

    @cached_property
    def variants(self) -> Mapping[Key, list[ComputedEntry]]:
        """For each entry those that extend it."""
        variants: dict[Key, list[ComputedEntry]] = {}
        for (kind, _), computed in self.by_key.items():
            if computed.entry.fields["extends"]:
                variants.setdefault((kind, computed.entry.fields["extends"]), []).append(computed)
        return variants

    @cached_property
    def referring(self) -> Mapping[Key, set[Key]]:
        """For each entry those that refer to it."""
        referring: dict[Key, set[Key]] = {}
        for entry in self.loaded.library:
            for _, kind, target in entry.references:
                referring.setdefault((kind, target), set()).add((entry.kind.id, entry.id))
        return referring

    @cached_property
    def linking(self) -> Mapping[str, set[Key]]:
        """For each target of a link the entries in whose texts it stands."""
        linking: dict[str, set[Key]] = {}
        for key, computed in self.by_key.items():
            for target in self.content_of(computed).drawn.links:
                linking.setdefault(target, set()).add(key)
        return linking

    @cached_property
    def pages_linking(self) -> Mapping[str, list[WrittenPage]]:
        """For each page, by slug, and each other target the pages in whose texts a link to it stands."""
        linking: dict[str, list[WrittenPage]] = {}
        for page in (*self.chapters, *self.pages):
            for target in {key.partition("#")[0] for key in self.page(page).links}:
                linking.setdefault(target, []).append(page)
        return linking

    # ---- contents, each drawn once and taken from the memo where it still holds

    def page(self, page: WrittenPage) -> RenderedText:
        """A chapter or a page of the campaign."""
        if page.file.name not in self._pages:
            address = f"{self.folder}{page.slug}.html"
            self._pages[page.file.name] = self._memoised(
                "chapter", address, page, page, lambda context: context.page(page)
            )
        return self._pages[page.file.name]

    def content_of(self, computed: ComputedEntry) -> EntryContent:
        """An entry as pages show it. Only for games that can be computed."""
        key = (computed.entry.kind.id, computed.id)
        if key not in self._contents:
            address, entry = self.ruleset.address(*key), computed.entry
            self._contents[key] = self._memoised(
                "shown", address, entry, computed, lambda context: self._draw(computed, context)
            )
        return self._contents[key]

    def view(self, computed: ComputedEntry) -> EntryView | None:
        """An entry as templates see it."""
        return self.content_of(computed).view if self.drawer else None

    @cached_property
    def rulings(self) -> DrawnRulings:
        """All rulings as their page shows them."""

        def draw(context: RenderContext) -> DrawnRulings:
            files: dict[str, PublishedFile] = {}
            return DrawnRulings(
                tuple(ruling_view(context, ruling, files) for ruling in self.ruleset.rulings.by_name.values()), files
            )

        return self._memoised("rulings", self.context.rulings_address, self.ruleset, None, draw)

    def _memoised(
        self, sort: str, address: str, subject: object, made_from: object, draw: Callable[[RenderContext], T]
    ) -> T:
        context = self.context
        return self.memo.get(
            (sort, address),
            (self.ruleset, context.renderer, context.secrets, made_from),
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
            prose=_prose(context, drawn),
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


def _prose(context: RenderContext, drawn: RenderedText) -> Prose:
    def prose(text: str, span: Span) -> Markup:
        return context.prose(text, span, drawn)

    return prose


def open_game(
    loaded: LoadedGame, project: Project, renderer: Renderer, diagnostics: Diagnostics, secrets: bool, memo: Memo
) -> SiteGame:
    """Read the game's pages, list everything that can be linked to, and make its context."""
    ruleset, game = loaded.ruleset, loaded.game
    folder = f"{ruleset.id}/"
    chapters = read_pages(game.folder / "reference", display_root(game.folder, project), diagnostics, memo)
    own = read_pages(game.campaign / "pages", project.root, diagnostics, memo) if game.campaign else []
    _no_twins(chapters, own, diagnostics)
    _report_equal_titles([*chapters, *own], diagnostics)
    hidden = frozenset(() if secrets else _hidden_names(loaded, [*chapters, *own]))
    if not secrets:
        chapters, own = public_pages(chapters, memo), public_pages(own, memo)
    front = "index.html" if len(project.games) == 1 else f"{folder}index.html"
    addresses = Addresses(ruleset.address, lambda rule: f"{folder}rules/{rule.replace('_', '-')}.html")
    linked = tuple(targets(loaded, chapters, own, folder, front, addresses, memo))
    link_index = memo.get(
        ("atlas", folder), (linked, hidden), diagnostics, lambda tracker, mistakes: LinkIndex(linked, hidden)
    )
    answers = page_answers(link_index, _ways(loaded))
    context = RenderContext(
        ruleset, loaded.house, link_index, addresses, renderer, diagnostics, draw, folder, secrets, Tracker(answers)
    )
    drawer = None
    if loaded.table is not None:
        find = loaded.table.find
        drawer = Drawer(ruleset, loaded.house, find, addresses, _prose(context, RenderedText()), diagnostics, secrets)
    check_references(loaded, chapters, link_index, diagnostics)
    check_marks(ruleset, diagnostics)
    return SiteGame(loaded, chapters, own, context, drawer, memo, front)


def _hidden_names(loaded: LoadedGame, pages: Sequence[WrittenPage]) -> Iterator[str]:
    """The names of hidden entries and pages, as links are compared."""
    for entry in loaded.hidden:
        yield from map(name_key, (entry.id, entry.name, *entry.fields["aliases"]))
    for page in pages:
        if page.meta.hidden:
            yield from map(name_key, (page.slug, page.title, *page.meta.aliases))


def _ways(loaded: LoadedGame) -> Mapping[str, Callable[..., object]]:
    """The answers to what texts ask of a game, besides those for any page."""
    table, campaign = loaded.table, loaded.game.campaign
    return {
        "house": loaded.house.get,
        "whole house": lambda: loaded.house,
        "entries": lambda kind: tuple(table.of(kind)) if table else None,
        "entry": lambda identity, kind: table.find(identity, kind) if table else None,
        "portrait": lambda name: portrait_uri(campaign, str(name)),
        "portraits": lambda: portrait_names(campaign),
    }


def _report_equal_titles(pages: Iterable[WrittenPage], diagnostics: Diagnostics) -> None:
    """Warn of two pages with one title, as copies of one file have."""
    seen: dict[str, WrittenPage] = {}
    for page in pages:
        twin = seen.setdefault(name_key(page.title), page)
        if twin is not page:
            message = f"another page is called {page.title}, too: {twin.file.name}"
            hint = "delete one of them if it is a copy, or give it another title"
            diagnostics.warning("duplicate-name", message, page.file.span(), hint)


def _no_twins(chapters: list[WrittenPage], own: list[WrittenPage], diagnostics: Diagnostics) -> None:
    made = {"rulings", "calculators", "print", "coverage"}
    taken = {page.slug for page in chapters} | made | {"rules"}
    wrong = [page for page in own if page.slug in taken] + [page for page in chapters if page.slug in {*made, "index"}]
    for page in wrong:
        message = f"a page called `{page.slug}` would have the address of one of the rulebook's"
        diagnostics.error("duplicate-address", message, page.file.span())
    for pages in (chapters, own):
        seen: dict[str, WrittenPage] = {}
        for page in pages:
            twin = seen.setdefault(page.slug, page)
            if twin is not page:
                message = f"this page would have the same address as {twin.file.name}"
                diagnostics.error("duplicate-address", message, page.file.span(), "rename one of the two files")
