"""The pages that one arrives at: the home of a site of several games, and what is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetgen.site.chrome import ShellMaker
from sheetgen.site.front import any_of_campaign, list_link, print_link
from sheetgen.site.games import SiteGame
from sheetgen.site.samples import sample_blocks, tries
from sheetgen.views import pages
from sheetgen.views.pages import Link, LinkGroup


def home_page(shells: ShellMaker) -> pages.HomePage:
    """The first page of several games: the search box in the middle, the games, tonight's jobs."""
    project, games, words = shells.project, shells.games, shells.words
    lead = project.tagline or words("A rulebook that computes: look a rule up, work a number out, print the sheet.")
    samples = tuple(sample_blocks(games[0])) if games else ()
    shell = shells.shell("index.html", "", None, description=lead)
    return pages.HomePage(
        shell=shell,
        hero=(words("Look it up."), words("Work it out."), words("Print it.")),
        lead=lead,
        placeholder=words("A rule, a name, a number"),
        tries=tuple(tries(games)),
        games=tuple(_tile(game) for game in games),
        tonight=tuple(_tonight(games)),
        samples=tuple(content.view for content in samples),
        needs=frozenset().union(*(content.outline.needs for content in samples)),
        groups=tuple(_groups(games)),
    )


def _tile(game: SiteGame) -> pages.GameTile:
    model = game.ruleset.model
    count = sum(len(game.entries.of(kind.id)) for kind in game.entries.kinds())
    note = game.words("{n} entries", n=count)
    return pages.GameTile(theme=game.ruleset.theme, href=game.front, dice=model.dice, tagline=model.tagline, note=note)


def _tonight(games: Iterable[SiteGame]) -> Iterator[Link]:
    """The jobs of an evening, in the first game."""
    for game in list(games)[:1]:
        words = game.words
        if game.ruleset.model.begin:
            text = words("New to {game}? A few short readings, one after the other.", game=game.title)
            yield Link(words("Begin here"), f"{game.front}#begin", summary=text)
        for kind in [kind for kind in game.entries.kinds() if kind.model.roster][:1]:
            text = words("Whose turn it is, and what everybody has left.")
            yield Link(words("Run a fight"), game.context.list_address(kind.id), summary=text)
        yield print_link(game)


def _groups(games: Iterable[SiteGame]) -> Iterator[LinkGroup]:
    for game in games:
        if game.loaded.game.settings is None:
            continue
        written = any_of_campaign(game)
        links = [list_link(game, kind) for kind in game.entries.kinds() if kind.id in written]
        own = [
            Link(p.title, f"{game.folder}{p.slug}.html", summary=p.meta.summary)
            for p in game.pages
            if p.slug != "index"
        ]
        if links or own:
            yield LinkGroup(game.loaded.game.settings.title, (*own, *links))


def not_found_page(shells: ShellMaker) -> pages.NotFoundPage:
    """The page that a web server shows for an unknown address."""
    links = tuple(Link(game.title, game.front) for game in shells.games)
    search = Link(shells.words("Search"), "search.html")
    return pages.NotFoundPage(shells.shell("404.html", shells.words("Not found"), None), (*links, search))
