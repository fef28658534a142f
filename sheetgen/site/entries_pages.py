"""The pages on which all entries of a kind are read one after the other."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from sheetgen.model.ruleset.kinds import Kind, has_sheet
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.entry_contents import EntryContent
from sheetgen.site.games import SiteGame
from sheetgen.views.pages import EntriesPage, Link, Shell

MOST_TOGETHER = 100
"""Entries of a kind that are read one after the other; more are too much to read."""
MOST_LONG = 6
"""Entries on a page of a kind of many blocks, each as long as a screen or two; of other kinds all."""
MANY_BLOCKS = 8
"""More blocks than these on its page make an entry long."""


@dataclass(frozen=True, kw_only=True)
class EntriesPageParts:
    """What such a page follows from, known without drawing its entries."""

    around: Shell
    title: str
    noun: str
    list: Link
    names: tuple[Link, ...]
    pages: tuple[Link, ...]
    first: int
    contents: tuple[EntryContent, ...]


def entries_link(game: SiteGame, kind: Kind) -> Link | None:
    """A link to the first page; none of a kind of sheets or fights, or that has one entry or very many."""
    few = 1 < len(game.entries.of(kind.id)) <= MOST_TOGETHER
    if not few or has_sheet(kind) or kind.model.roster:
        return None
    return Link(game.words("All of them, to read"), f"{game.folder}{kind.folder}/list/all.html")


def entries_pages(
    game: SiteGame, shells: ShellMaker, kind: Kind
) -> Iterator[tuple[str, Callable[[], EntriesPageParts]]]:
    """The parts of the pages of a kind by their addresses, made when they are asked for; none where it has no link."""
    if link := entries_link(game, kind):
        for number in range(len(_starts(game, kind))):
            yield _address(link, number), partial(_parts, game, shells, kind, link, number)


def _starts(game: SiteGame, kind: Kind) -> list[int]:
    """The place of the first entry of each page; the pages share them evenly."""
    count = len(game.entries.of(kind.id))
    areas = kind.layout.areas if kind.layout else {}
    blocks = sum(len(areas.get(area, ())) for area in ("page", "aside"))
    pages = -(-count // (MOST_LONG if blocks > MANY_BLOCKS else MOST_TOGETHER))
    return [count * page // pages for page in range(pages)]


def _address(link: Link, number: int) -> str:
    return f"{link.href.removesuffix('.html')}-{number + 1}.html" if number else link.href


def _parts(game: SiteGame, shells: ShellMaker, kind: Kind, link: Link, number: int) -> EntriesPageParts:
    entries, starts = game.entries.by_name(kind.id), _starts(game, kind)
    title, address = kind.model.plural, game.context.list_address(kind.id)
    crumbs = [Link(game.title, game.front), Link(title, address)]
    ends = [*starts[1:], len(entries)]
    places = [f"{start + 1}–{end}" for start, end in zip(starts, ends, strict=True)]
    name = game.words("All {things}", things=title)
    return EntriesPageParts(
        around=shells.shell(
            _address(link, number),
            f"{name}, {places[number]}" if number else name,
            game,
            description=kind.model.doc,
            crumbs=crumbs,
        ),
        title=title,
        noun=game.words.noun(title),
        list=Link(game.words("The list, to filter and sort"), address),
        names=tuple(
            Link(computed.entry.name, f"{_address(link, bisect(starts, place) - 1)}#{computed.id}")
            for place, computed in enumerate(entries)
        ),
        pages=tuple(Link(words, _address(link, other), current=other == number) for other, words in enumerate(places)),
        first=starts[number] + 1,
        contents=tuple(game.contents.entry(computed) for computed in entries[starts[number] : ends[number]]),
    )


def entries_page(parts: EntriesPageParts) -> EntriesPage:
    """The page of its parts."""
    return EntriesPage(
        shell=parts.around,
        title=parts.title,
        noun=parts.noun,
        list=parts.list,
        names=parts.names,
        pages=parts.pages,
        first=parts.first,
        entries=tuple(content.view for content in parts.contents),
        needs=frozenset().union(*(content.outline.needs for content in parts.contents)),
    )
