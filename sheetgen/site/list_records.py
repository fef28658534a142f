"""Lists and tools of a game as the search knows them: by name, without drawing their pages."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.site.games import SiteGame
from sheetgen.site.search import SearchRecord
from sheetgen.site.tables_page import TITLE, tables_address


def place_records(game: SiteGame) -> Iterator[SearchRecord]:
    """A record of each list, and of each page that is neither a chapter nor an entry."""
    context, words = game.context, game.words
    lists, tools = words("List"), words("Tool")
    for kind in game.entries.kinds():
        model = kind.model
        every = words("All {things}", things=words.noun(model.plural))
        yield _record(game, model.plural, context.list_address(kind.id), lists, model.doc, every)
    doc = words("Every rule as a formula.")
    yield _record(game, words("All rules"), f"{game.folder}rules/index.html", lists, doc, words("Formulas"))
    doc = words("Every rule, ready to be worked out.")
    yield _record(game, words("Calculators"), f"{game.folder}calculators.html", tools, doc)
    doc = words("Sheets, cards and packets.")
    yield _record(game, words("Print"), f"{game.folder}print.html", tools, doc, "PDF", words("Cards"))
    if game.ruleset.rulings.by_name:
        doc, also = words("Where the source leaves a question: the readings and the switch."), words("House rules")
        yield _record(game, words("Rulings"), f"{game.folder}rulings.html", lists, doc, also, words("Switches"))
    if any(game.rolled_tables()):
        doc, also = words("Every table that dice are rolled on."), words("Random tables")
        yield _record(game, words(TITLE), tables_address(game), tools, doc, also, words("Roll"))
    if game.replaced:
        doc, also = words("What stands here in place of what another book says."), words("Replaced")
        yield _record(game, words("Changes"), f"{game.folder}changes.html", tools, doc, also, words("Differences"))
    if game.lists_facts:
        doc = words("Every fact of the source and its home.")
        yield _record(game, words("Coverage"), f"{game.folder}coverage.html", tools, doc)


def _record(game: SiteGame, title: str, href: str, kind: str, summary: str, *aliases: str) -> SearchRecord:
    return SearchRecord(
        title=title,
        href=href,
        kind=kind,
        ruleset=game.title,
        ruleset_id=game.ruleset.id,
        aliases=aliases,
        summary=summary,
        sections=(),
        facets={"kind": kind},
        minor=1,
    )
