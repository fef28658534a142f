"""The page on which all entries of a kind are read one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.model.ruleset.kinds import Kind, has_sheet
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.entry_contents import EntryContent
from sheetgen.site.games import SiteGame
from sheetgen.views.pages import EntriesPage, Link, Shell

MOST_TOGETHER = 100
"""Entries of a kind that stand on one page; more are too much to read."""


@dataclass(frozen=True, kw_only=True)
class EntriesPageParts:
    """What such a page follows from, known without drawing its entries."""

    around: Shell
    title: str
    noun: str
    list: Link
    contents: tuple[EntryContent, ...]


def entries_link(game: SiteGame, kind: Kind) -> Link | None:
    """A link to the page; none of a kind whose entries are sheets or fights, or that has one entry or very many."""
    few = 1 < len(game.entries.of(kind.id)) <= MOST_TOGETHER
    if not few or has_sheet(kind) or kind.model.roster:
        return None
    return Link(game.words("All of them on one page"), f"{game.folder}{kind.folder}/list/all.html")


def entries_page_parts(game: SiteGame, shells: ShellMaker, kind: Kind, path: str) -> EntriesPageParts:
    """All that the page of a kind shows."""
    title, address = kind.model.plural, game.context.list_address(kind.id)
    crumbs = [Link(game.title, game.front), Link(title, address)]
    return EntriesPageParts(
        around=shells.shell(
            path, game.words("All {things}", things=title), game, description=kind.model.doc, crumbs=crumbs
        ),
        title=title,
        noun=game.words.noun(title),
        list=Link(game.words("The list, to filter and sort"), address),
        contents=tuple(game.contents.entry(computed) for computed in game.entries.by_name(kind.id)),
    )


def entries_page(parts: EntriesPageParts) -> EntriesPage:
    """The page of its parts."""
    return EntriesPage(
        shell=parts.around,
        title=parts.title,
        noun=parts.noun,
        list=parts.list,
        entries=tuple(content.view for content in parts.contents),
        needs=frozenset().union(*(content.outline.needs for content in parts.contents)),
    )
