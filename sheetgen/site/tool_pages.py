"""Pages to work with: the search with its words explained, printing, the tray."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.languages.program_words import Words
from sheetgen.print_outputs import commands
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.site.samples import Samples, query_link, samples
from sheetgen.views import pages
from sheetgen.views.pages import Link, LinkGroup


def search_page(shells: ShellMaker) -> pages.SearchPage:
    """The search on its own page, its words explained by what the first game holds."""
    words = shells.words
    examples = tuple(_examples(samples(shells.games[0]) if shells.games else Samples(), words))
    facets = tuple(LinkGroup(game.title, tuple(_facets(game))) for game in shells.games)
    shell = shells.shell("search.html", words("Search"), None, description=words("Search all rules and entries."))
    return pages.SearchPage(shell, examples, facets)


def _facets(game: SiteGame) -> Iterator[Link]:
    """What the entries of a game can be filtered by, each with the kinds that have it."""
    kinds: dict[str, list[str]] = {}
    for kind in game.entries.kinds():
        for facet in kind.model.facets:
            kinds.setdefault(facet, []).append(kind.model.plural)
    for facet, plurals in kinds.items():
        yield Link(f"{facet}:", query_link(f"{facet}:").href, summary=", ".join(plurals))


def _examples(sample: Samples, words: Words) -> Iterator[pages.QueryWord]:
    if sample.name:
        by_name = words("Names are found from their first letters, misspelt or not.")
        yield pages.QueryWord(sample.name[: max(4, len(sample.name) * 2 // 3)].strip(), by_name)
    of_kind = words("Only one kind of thing: rule, ruling, chapter, or a kind of entry.")
    yield pages.QueryWord("kind:rule", of_kind)
    if sample.numbers:
        name, low = sample.numbers, sample.low
        ends = words(
            "A range of numbers; {above} and {below} are open at one end.",
            above=f"{name}:{low}..",
            below=f"{name}:..{low}",
        )
        yield pages.QueryWord(sample.range, ends)
    if sample.word:
        without = words("A property, and without another.")
        yield pages.QueryWord(" -".join(filter(None, (sample.word, sample.other))), without)
    if sample.other:
        yield pages.QueryWord(f"{sample.word},{sample.other.partition(':')[2]}", words("One of these, or both."))
    if " " in sample.name:
        yield pages.QueryWord(f'"{sample.name}"', words("These words, one after the other."))
    yield pages.QueryWord("2d6", words("Numbers and signs are found as they are written."))


def print_page(
    game: SiteGame, shells: ShellMaker, groups: tuple[pages.DownloadGroup, ...], missing: str
) -> pages.PrintPage:
    """The page of finished PDFs and of the commands for more."""
    crumbs = [Link(game.title, game.front)]
    words = game.words
    shell = shells.shell(
        f"{game.folder}print.html",
        words("Print"),
        game,
        description=words("Sheets, cards, packets and the rulebook."),
        crumbs=crumbs,
    )
    sample = samples(game)
    chosen = " ".join(filter(None, (sample.range, sample.word)))
    options = (
        pages.PrintOption("--paper Letter", words("A4, Letter, A5 or A6; for sheets tablet, for books digest as well")),
        pages.PrintOption(
            "--card tarot", words("poker, bridge, tarot, mini, jumbo, a6, 3x5, half-letter or WIDTHxHEIGHT in mm")
        ),
        pages.PrintOption("--ink", words("outlines instead of filled areas")),
        pages.PrintOption("--player", words("without what only the {GM} may know")),
    )
    lead = words("Made from the same numbers as the pages. Print at 100 %, not fitted to the page.")
    return pages.PrintPage(
        shell=shell, lead=lead, groups=groups, options=options, commands=commands(chosen, words), missing=words(missing)
    )


def tray_page(shells: ShellMaker) -> pages.TrayPage:
    """Collected stat blocks, ready for the printer."""
    text = shells.words("Stat blocks that you collected.")
    return pages.TrayPage(shells.shell("tray.html", shells.words("Print tray"), None, description=text))
