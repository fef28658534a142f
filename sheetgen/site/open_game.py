"""Opening a game for a site: its pages are read and checked, and all that can be linked to is listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain

from sheetgen.model.entries import Entry
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.project import Game, Project
from sheetgen.model.ruleset.layers import LANGUAGES
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.output.paths import objection
from sheetgen.reference.context import Answer, RenderContext, RenderedText
from sheetgen.reference.directives import draw
from sheetgen.reference.linked_files import file_beside
from sheetgen.reference.links import LinkIndex, Target
from sheetgen.reference.written_pages import WrittenPage, public_pages, read_chapters, read_pages, translated_pages
from sheetgen.site.backlinks import Backlinks
from sheetgen.site.contents import GameContents
from sheetgen.site.drawn_entries import prose_in
from sheetgen.site.entry_index import EntryIndex
from sheetgen.site.games import SiteGame
from sheetgen.site.portraits import picture_folders, portrait_names, portrait_uri
from sheetgen.site.signs import Name, check_letters, check_marks, check_text_letters
from sheetgen.site.targets import check_references, targets
from sheetgen.templating.renderer import Renderer
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo
from sheetgen.text.source import Span
from sheetgen.views.present import Addresses, Drawer

MADE_PAGES = frozenset({"rulings", "calculators", "print", "coverage", "changes", "tables"})
"""Pages in a game's folder that are made whatever chapters it has."""


def open_game(
    loaded: LoadedGame,
    project: Project,
    renderer: Renderer,
    diagnostics: Diagnostics,
    secrets: bool,
    memo: Memo,
    draws_pages: bool = True,
) -> SiteGame:
    """Read the game's pages, list everything that can be linked to, and make its context."""
    ruleset, game = loaded.ruleset, loaded.game
    folder = f"{ruleset.id}/"
    parts = ruleset.parts.copy()
    chapters = read_chapters(game.layers, parts, diagnostics, memo)
    own = _own_pages(game, project, diagnostics, memo)
    _no_twins(chapters, own, diagnostics)
    _report_equal_titles([*chapters, *own], diagnostics)
    hidden = frozenset(() if secrets else _hidden_names(loaded, [*chapters, *own]))
    hidden_pages = () if secrets else tuple(page for page in (*chapters, *own) if page.meta.hidden)
    if not secrets:
        chapters, own = public_pages(chapters, memo), public_pages(own, memo)
    front = "index.html" if project.alone and game is project.games[0] else f"{folder}index.html"
    addresses = Addresses(ruleset.address, lambda rule: f"{folder}rules/{rule.replace('_', '-')}.html")
    linked = tuple(targets(loaded, chapters, own, folder, front, addresses, memo))
    link_index = memo.get(("links", folder), (linked, hidden), diagnostics, lambda mistakes: LinkIndex(linked, hidden))
    memo.drop_with_digests("target")
    context = RenderContext(
        ruleset,
        loaded.house,
        link_index,
        addresses,
        renderer,
        diagnostics,
        draw,
        folder,
        _answer(loaded, link_index, addresses),
        secrets,
    )
    drawer = _drawer(loaded, context) if loaded.table is not None else None
    check_references(loaded, chapters, link_index, diagnostics)
    memo.get(("marks", ruleset.id), (ruleset,), diagnostics, lambda report: check_marks(ruleset, report))
    every = loaded.library.entries.values()
    check_letters(ruleset, _names(every, (*chapters, *own)), diagnostics)
    pages = (page.file for page in (*chapters, *own))
    check_text_letters(ruleset, chain(pages, (entry.place.document.file for entry in every)), diagnostics)
    entries = EntryIndex(loaded, memo)
    contents = GameContents(loaded, entries, context, drawer, memo, draws_pages)
    return SiteGame(
        loaded=loaded,
        replaced=(*loaded.library.replaced, *(part for (sort, _), part in parts.replaced.items() if sort == "chapter")),
        chapters=chapters,
        pages=own,
        hidden_pages=hidden_pages,
        context=context,
        drawer=drawer,
        front=front,
        entries=entries,
        contents=contents,
        backlinks=Backlinks((*chapters, *own), entries, contents),
    )


def _names(entries: Iterable[Entry], pages: Iterable[WrittenPage]) -> Iterator[Name]:
    """The names of entries and pages, each with where it is written."""
    for entry in entries:
        yield entry.name, partial(_name_span, entry)
    for page in pages:
        yield page.title, partial(_title_span, page)


def _name_span(entry: Entry) -> Span:
    return entry.place.at("name").span


def _title_span(page: WrittenPage) -> Span:
    return page.file.span(max(page.file.text.find(page.title), 0))


def _own_pages(game: Game, project: Project, diagnostics: Diagnostics, memo: Memo) -> list[WrittenPage]:
    """The campaign's own pages, in the language that the game is read in where they are written in it."""
    if game.campaign is None:
        return []
    own = read_pages(game.campaign / "pages", project.root, diagnostics, memo)
    folder = game.campaign / LANGUAGES / game.language / "pages"
    others = read_pages(folder, project.root, diagnostics, memo) if game.language else []
    return translated_pages(own, others, diagnostics)


def _hidden_names(loaded: LoadedGame, pages: Sequence[WrittenPage]) -> Iterator[str]:
    """The names of hidden entries and pages, as links are compared."""
    for entry in loaded.hidden:
        yield from map(name_key, (entry.id, entry.name, *entry.fields["aliases"]))
    yield from map(name_key, loaded.unknown_names)
    for page in pages:
        if page.meta.hidden:
            yield from map(name_key, (page.slug, page.title, *page.meta.aliases))


def _drawer(loaded: LoadedGame, context: RenderContext) -> Drawer:
    return Drawer(
        loaded.ruleset,
        loaded.house,
        partial(context.answer, "entry"),
        context.addresses,
        prose_in(context, RenderedText()),
        context.diagnostics,
        context.secrets,
        page_of=partial(context.answer, "page"),
    )


def _answer(loaded: LoadedGame, link_index: LinkIndex, addresses: Addresses) -> Answer:
    """Answers what texts ask of a game; what is not just looked up, each question once."""
    table, pictures = loaded.table, picture_folders(loaded.game)

    def target(name: str, page: str) -> Target | None:
        linked = link_index.find(name, page)
        return replace(linked, summary="…" if linked.summary else "") if linked else None

    def page(identity: str) -> str:
        computed = table.find(identity) if table else None
        return addresses.entry(computed.entry.kind.id, identity) if computed else ""

    answers: Mapping[str, Callable[..., object]] = {
        "links": lambda: link_index.digest,
        "target": target,
        "page": page,
        "entries": cache(lambda kind: tuple(table.of(kind)) if table else None),
        "entry": lambda identity, kind: table.find(identity, kind) if table else None,
        "file": cache(file_beside),
        "portrait": cache(lambda name: portrait_uri(pictures, str(name))),
        "portraits": cache(lambda: portrait_names(pictures)),
    }
    return lambda sort, *arguments: answers[sort](*arguments)


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
    taken = {*MADE_PAGES, "rules", *(page.slug for page in chapters)}
    wrong = [page for page in own if page.slug in taken]
    wrong += [page for page in chapters if page.slug in {*MADE_PAGES, "index"}]
    for page in wrong:
        message = f"a page called `{page.slug}` would have the address of one of the rulebook's"
        diagnostics.error("duplicate-address", message, page.file.span(), "rename the file")
    for page in (*chapters, *own):
        if reason := objection(page.slug) if page.slug else "has no letters or digits":
            message = f"the address of this page {reason}"
            diagnostics.error("duplicate-address", message, page.file.span(), "rename the file")
    for pages in (chapters, own):
        seen: dict[str, WrittenPage] = {}
        for page in pages:
            twin = seen.setdefault(page.slug, page)
            if twin is not page:
                message = f"this page would have the same address as {twin.file.name}"
                diagnostics.error("duplicate-address", message, page.file.span(), "rename one of the two files")
