"""Chapters of the reference, the guide, and a campaign's own pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from sheetgen.languages.program_words import Words
from sheetgen.markdown.drawn_text import Section
from sheetgen.reference.context import RenderedText
from sheetgen.reference.links import LinkIndex, Target
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.site.search import SearchRecord, SearchSection
from sheetgen.views.pages import ChapterPage, GuidePage, Link, LinkGroup

MOST_BESIDE = 60
"""Pages that are listed beside each page."""
MANY = 8
"""Entries of a kind from which on "all of them" says more than their names."""


def chapter_pages(
    game: SiteGame, shells: ShellMaker, drawn: Mapping[str, RenderedText]
) -> Iterator[tuple[str, Callable[[], ChapterPage]]]:
    """How the pages of the rulebook's chapters and of the campaign are made, by address, in order."""
    yield from _pages(game, shells, game.chapters, drawn, game.words("Rules"), ChapterPage)
    own = [page for page in game.pages if page.slug != "index"]
    yield from _pages(game, shells, own, drawn, game.words("Campaign"), GuidePage)


def page_link(game: SiteGame, page: WrittenPage) -> Link:
    """A link to a chapter or a page of the campaign."""
    return Link(page.title, f"{game.folder}{page.slug}.html", summary=page.meta.summary, hidden=page.meta.hidden)


def _pages(
    game: SiteGame,
    shells: ShellMaker,
    written: Sequence[WrittenPage],
    drawn: Mapping[str, RenderedText],
    label: str,
    sort: type[ChapterPage],
) -> Iterator[tuple[str, Callable[[], ChapterPage]]]:
    links = [page_link(game, page) for page in written]
    for number, page in enumerate(written):
        yield links[number].href, partial(_page, game, shells, page, drawn, label, sort, links, number)


def _page(
    game: SiteGame,
    shells: ShellMaker,
    page: WrittenPage,
    drawn: Mapping[str, RenderedText],
    label: str,
    sort: type[ChapterPage],
    links: Sequence[Link],
    number: int,
) -> ChapterPage:
    rendered, path = drawn[page.slug], links[number].href
    crumbs = [Link(game.title, game.front)]
    shell = shells.shell(
        path,
        page.title,
        game,
        description=page.meta.summary,
        crumbs=crumbs,
        previews=rendered.previews,
        previous=links[number - 1] if number else None,
        following=links[number + 1] if number + 1 < len(links) else None,
        source=page.file.name,
        replaces=game.note_of("chapter", page.slug) if sort is ChapterPage else "",
    )
    return sort(
        shell=shell,
        title=page.title,
        summary=page.meta.summary,
        html=rendered.html,
        sections=rendered.sections,
        needs=frozenset(rendered.needs),
        siblings=(LinkGroup(label, tuple(neighbours(links, number, game.front, game.words))),),
        backlinks=tuple(chapter_backlinks(game, page.slug)),
        source=page.meta.source,
        hidden=page.meta.hidden,
        language=game.language_of(page.file),
    )


def neighbours(links: Sequence[Link], number: int, front: str, words: Words) -> Iterator[Link]:
    """The pages that a page lists beside itself: all; where there are very many the nearest, and the list of all."""
    start = max(0, min(number - MOST_BESIDE // 2, len(links) - MOST_BESIDE))
    yield from (
        replace(link, summary="", current=place == number)
        for place, link in enumerate(links[start : start + MOST_BESIDE], start)
    )
    if len(links) > MOST_BESIDE:
        every = words("All {things}", things=len(links))
        yield Link(every, front)


def chapter_backlinks(game: SiteGame, slug: str) -> Iterator[LinkGroup]:
    """The links to a page: from other chapters, and from entries by kind."""
    yield from page_links(
        game, game.words("Chapters"), (page for page in game.backlinks.of_pages.get(slug, ()) if page.slug != slug)
    )
    targets = (slug, *(f"{slug}#{heading}" for heading in game.context.link_index.headings(slug) if heading))
    yield from entry_links(game, (key for target in targets for key in game.backlinks.of_entries.get(target, ())))


def page_links(game: SiteGame, title: str, pages: Iterable[WrittenPage], reference: str = "") -> Iterator[LinkGroup]:
    """Links to pages, if there are any; first to the heading that is the `reference`, in place of its page."""
    first = tuple(explanation(game, reference))
    known = {link.href.partition("#")[0] for link in first}
    others = (replace(page_link(game, page), summary="") for page in pages)
    links = (*first, *(link for link in others if link.href not in known))
    if links:
        yield LinkGroup(title, links)


def explanation(game: SiteGame, reference: str) -> Iterator[Link]:
    """A link to the heading or page that explains something, called by both their titles."""
    target = game.context.link_index.find(reference) if reference else None
    if target:
        page = game.context.link_index.by_key.get(target.key.partition("#")[0])
        title = " › ".join(dict.fromkeys((page.title, target.title) if page else (target.title,)))
        yield Link(title, target.href)


def entry_links(game: SiteGame, keys: Iterable[tuple[str, str]]) -> Iterator[LinkGroup]:
    """Links to entries, grouped by kind; one to the list of a kind where it would be many and all of them."""
    links: dict[str, list[Link]] = {}
    for key in sorted(set(keys) & game.entries.places.keys(), key=game.entries.places.__getitem__):
        link = Link(game.entries.by_key[key].entry.name, game.context.addresses.entry(*key), preview="")
        links.setdefault(key[0], []).append(link)
    for kind, group in links.items():
        if len(group) >= MANY and len(group) == len(game.entries.of(kind)):
            group = [Link(game.words("All {n}", n=len(group)), game.context.list_address(kind))]
        yield LinkGroup(game.ruleset.kinds[kind].model.plural, tuple(group))


def chapter_record(page: ChapterPage, kind: str, game: SiteGame | None) -> SearchRecord:
    """The search record of a chapter: its sections with their text."""
    slug = PurePosixPath(page.shell.path).stem
    known = game.context.link_index.headings(slug) if game else {}
    names = {heading: target.names for heading, target in known.items()}
    terms = tuple(_terms(known, game.context.link_index)) if game else ()
    return SearchRecord(
        title=page.title,
        href=page.shell.path,
        kind=kind,
        ruleset=game.title if game else "",
        ruleset_id=game.ruleset.id if game else "",
        aliases=names.get("", ()),
        summary=page.summary,
        sections=tuple(search_sections(page.sections, names)),
        facets={"kind": kind},
        names=tuple(dict.fromkeys(name for name, _, _ in terms)),
        terms=terms,
    )


def _terms(headings: Mapping[str, Target], link_index: LinkIndex) -> Iterator[tuple[str, str, str]]:
    """What a page defines that nothing else is called; where a figure stands in a definition, its page tells it."""
    for heading, target in headings.items():
        for name, said in target.definitions:
            if "{" not in said and link_index.find(name) in (None, target):
                yield name, said, heading


def search_sections(sections: Iterable[Section], names: Mapping[str, tuple[str, ...]]) -> Iterator[SearchSection]:
    """The sections of a page that have a text, as the search knows them; `names` are other names by heading."""
    for part in sections:
        if part.text:
            yield SearchSection(part.title, part.id, part.text, aliases=names.get(part.id, ()))
