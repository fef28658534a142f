"""Pages to work with: the search with its words explained, printing, the tray."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.print_outputs import commands
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.site.samples import Samples, query_link, samples
from sheetgen.views import pages
from sheetgen.views.pages import Link, LinkGroup


def search_page(shells: ShellMaker) -> pages.SearchPage:
    """The search on its own page, its words explained by what the first game holds."""
    words = tuple(_words(samples(shells.games[0]) if shells.games else Samples()))
    facets = tuple(
        LinkGroup(
            game.title,
            tuple(
                Link(f"{facet}:", query_link(f"{facet}:").href, summary=kind.model.plural)
                for kind in game.entries.kinds()
                for facet in kind.model.facets
            ),
        )
        for game in shells.games
    )
    return pages.SearchPage(
        shells.shell("search.html", "Search", None, description="Search all rules and entries."), words, facets
    )


def _words(sample: Samples) -> Iterator[pages.QueryWord]:
    if sample.name:
        yield pages.QueryWord(sample.name[: max(4, len(sample.name) * 2 // 3)].strip(), _BY_NAME)
    yield pages.QueryWord("kind:rule", "Only one kind of thing: rule, ruling, chapter, or a kind of entry.")
    if sample.numbers:
        name, low = sample.numbers, sample.low
        ends = f"A range of numbers; {name}:{low}.. and {name}:..{low} are open at one end."
        yield pages.QueryWord(sample.range, ends)
    if sample.word:
        yield pages.QueryWord(" -".join(filter(None, (sample.word, sample.other))), "A property, and without another.")
    if sample.other:
        yield pages.QueryWord(f"{sample.word},{sample.other.partition(':')[2]}", "One of these, or both.")
    if " " in sample.name:
        yield pages.QueryWord(f'"{sample.name}"', "These words, one after the other.")
    yield pages.QueryWord("2d6", "Numbers and signs are found as they are written.")


_BY_NAME = "Names are found from their first letters, misspelt or not."


def print_page(
    game: SiteGame, shells: ShellMaker, groups: tuple[pages.DownloadGroup, ...], missing: str
) -> pages.PrintPage:
    """The page of finished PDFs and of the commands for more."""
    crumbs = [Link(game.title, game.front)]
    shell = shells.shell(
        f"{game.folder}print.html", "Print", game, description="Sheets, cards, packets and the rulebook.", crumbs=crumbs
    )
    sample = samples(game)
    chosen = " ".join(filter(None, (sample.range, sample.word)))
    options = (
        pages.PrintOption("--paper Letter", "A4, Letter, A5 or A6"),
        pages.PrintOption("--card tarot", "poker, bridge, tarot, a6, 3x5, half-letter or WIDTHxHEIGHT in mm"),
        pages.PrintOption("--ink", "outlines instead of filled areas"),
        pages.PrintOption("--player", "without what only the GM may know"),
    )
    lead = "Made from the same numbers as the pages. Print at 100 %, not fitted to the page."
    return pages.PrintPage(
        shell=shell, lead=lead, groups=groups, options=options, commands=commands(chosen), missing=missing
    )


def tray_page(shells: ShellMaker) -> pages.TrayPage:
    """Collected stat blocks, ready for the printer."""
    return pages.TrayPage(shells.shell("tray.html", "Print tray", None, description="Stat blocks that you collected."))
