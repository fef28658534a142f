"""The pages that one arrives at: the home of a site of several games, the front of one game, what is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup

from sheetgen.model.ruleset.kinds import Kind
from sheetgen.reference.context import RenderedText
from sheetgen.reference.links import WrittenPage
from sheetgen.site.chapters import page_link
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.site.samples import sample_blocks, tries
from sheetgen.views import pages
from sheetgen.views.pages import Link, LinkGroup

MOST_FIGHTS = 6
SEARCH_FOR = "A rule, a name, a number"


def home_page(shells: ShellMaker) -> pages.HomePage:
    """The first page of several games: the search box in the middle, the games, tonight's jobs."""
    project, games = shells.project, shells.games
    lead = project.tagline or "A rulebook that computes: look a rule up, work a number out, print the sheet."
    samples = tuple(sample_blocks(games[0])) if games else ()
    shell = shells.shell("index.html", "", None, description=lead)
    return pages.HomePage(
        shell=shell,
        hero=("Look it up.", "Work it out.", "Print it."),
        lead=lead,
        placeholder=SEARCH_FOR,
        tries=tuple(tries(games)),
        games=tuple(_tile(game) for game in games),
        tonight=tuple(_tonight(games)),
        samples=tuple(content.view for content in samples),
        needs=frozenset().union(*(content.drawn.needs for content in samples)),
        groups=tuple(_groups(games)),
    )


def _tile(game: SiteGame) -> pages.GameTile:
    model = game.ruleset.model
    count = sum(len(game.entries.of(kind.id)) for kind in game.entries.kinds())
    return pages.GameTile(
        theme=game.ruleset.theme, href=game.front, dice=model.dice, tagline=model.tagline, note=f"{count} entries"
    )


def _tonight(games: Iterable[SiteGame]) -> Iterator[Link]:
    for game in list(games)[:1]:
        papers = "Sheets, cards, packets and the rulebook as PDF, made from these very numbers."
        yield Link("Print", f"{game.folder}print.html", summary=papers)
        yield Link(
            "Calculators",
            f"{game.folder}calculators.html",
            summary="Every rule with its numbers filled in as you type.",
        )
        if game.ruleset.rulings.by_name:
            text = "Where the source says two things: readings, default, switch."
            yield Link("Rulings", f"{game.folder}rulings.html", summary=text)


def _groups(games: Iterable[SiteGame]) -> Iterator[LinkGroup]:
    for game in games:
        if game.loaded.game.settings is None:
            continue
        written = any_of_campaign(game)
        links = [_list_link(game, kind) for kind in game.entries.kinds() if kind.id in written]
        own = [
            Link(p.title, f"{game.folder}{p.slug}.html", summary=p.meta.summary)
            for p in game.pages
            if p.slug != "index"
        ]
        if links or own:
            yield LinkGroup(game.loaded.game.settings.title, (*own, *links))


def any_of_campaign(game: SiteGame) -> set[str]:
    """The kinds of which the campaign has entries of its own."""
    return {kind.id for kind in game.entries.kinds() if game.entries.of_campaign(kind.id)}


def _list_link(game: SiteGame, kind: Kind) -> Link:
    count = str(len(game.entries.of(kind.id)))
    return Link(kind.model.plural, game.context.list_address(kind.id), summary=kind.model.doc, note=count)


def front_page(game: SiteGame, shells: ShellMaker, drawn: Mapping[str, RenderedText], path: str) -> pages.RulesetPage:
    """The front of one game: what its campaign begins with, tonight's fights, chapters, lists, tools.

    It is the home of a site that has one game only, and then bears the name of the site.
    """
    model, settings, own = game.ruleset.model, game.loaded.game.settings, drawn.get("index")
    alone = len(shells.games) == 1
    title = shells.project.title if alone else game.title
    lead = (alone and shells.project.tagline) or model.tagline
    shell = shells.shell(
        path,
        "" if path == "index.html" else title,
        game,
        description=lead,
        crumbs=(),
        previews=own.previews if own else (),
    )
    chapters = [LinkGroup("Rules", tuple(_chapter_links(game, game.chapters)))]
    if others := [page for page in game.pages if page.slug != "index"]:
        chapters.insert(0, LinkGroup("Campaign", tuple(_chapter_links(game, others))))
    table, looked_up = _kinds(game)
    return pages.RulesetPage(
        shell=shell,
        title=title,
        tagline=lead,
        dice=" · ".join(filter(None, (game.title if title != game.title else "", model.dice))),
        html=own.html if own else Markup(),
        needs=frozenset(own.needs if own else ()),
        chapters=tuple(chapters),
        lists=table,
        tools=tuple(_tools(game)),
        tries=tuple(tries([game])),
        intro_title="" if alone or not settings else settings.title,
        more=looked_up,
        fights=tuple(_fights(game)),
        placeholder=SEARCH_FOR if alone else "",
    )


def _kinds(game: SiteGame) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """The lists for the table (what has a sheet or a roster, or is the campaign's own), and the others."""
    written = any_of_campaign(game)
    links: tuple[list[Link], list[Link]] = ([], [])
    for kind in game.entries.kinds():
        sheet = kind.layout is not None and kind.layout.areas["play"]
        apart = not (kind.id in written or kind.model.roster or sheet)
        links[apart].append(_list_link(game, kind))
    return (tuple(links[0]), tuple(links[1])) if links[0] else (tuple(links[1]), ())


def _fights(game: SiteGame) -> Iterator[Link]:
    """The campaign's encounters, by name."""
    rosters = [kind for kind in game.entries.kinds() if kind.model.roster]
    fights = [computed for kind in rosters for computed in game.entries.by_name(kind.id) if computed.entry.campaign]
    for computed in fights[:MOST_FIGHTS]:
        yield Link(
            computed.entry.name,
            game.context.addresses.entry(computed.entry.kind.id, computed.id),
            summary=game.contents.entry(computed).view.summary,
        )


def _chapter_links(game: SiteGame, written: Iterable[WrittenPage]) -> Iterator[Link]:
    yield from (page_link(game, page) for page in written)


def _tools(game: SiteGame) -> Iterator[Link]:
    yield Link(
        "Calculators", f"{game.folder}calculators.html", summary="Every rule that takes numbers, ready to be filled in."
    )
    yield Link("All rules", f"{game.folder}rules/index.html", summary="The formulas, one by one.")
    if game.ruleset.rulings.by_name:
        yield Link(
            "Rulings and house rules",
            f"{game.folder}rulings.html",
            summary="How disputed passages are read, and the switch.",
        )
    yield Link("Print", f"{game.folder}print.html", summary="Sheets, cards, packets and the rulebook as PDF.")


def not_found_page(shells: ShellMaker) -> pages.NotFoundPage:
    """The page that a web server shows for an unknown address."""
    links = tuple(Link(game.title, game.front) for game in shells.games)
    return pages.NotFoundPage(shells.shell("404.html", "Not found", None), (*links, Link("Search", "search.html")))
