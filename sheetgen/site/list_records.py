"""Lists and tools of a game as the search knows them: by name, without drawing their pages."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.site.games import SiteGame
from sheetgen.site.search import SearchRecord
from sheetgen.site.tables_page import TITLE, tables_address

LIST_KIND = "List"
TOOL_KIND = "Tool"


def place_records(game: SiteGame) -> Iterator[SearchRecord]:
    """A record of each list, and of each page that is neither a chapter nor an entry."""
    context = game.context
    for kind in game.entries.kinds():
        model = kind.model
        yield _record(
            game, model.plural, context.list_address(kind.id), LIST_KIND, model.doc, f"All {model.plural.lower()}"
        )
    yield _record(
        game, "All rules", f"{game.folder}rules/index.html", LIST_KIND, "Every rule as a formula.", "Formulas"
    )
    yield _record(
        game, "Calculators", f"{game.folder}calculators.html", TOOL_KIND, "Every rule, ready to be worked out."
    )
    yield _record(game, "Print", f"{game.folder}print.html", TOOL_KIND, "Sheets, cards and packets.", "PDF", "Cards")
    if game.ruleset.rulings.by_name:
        doc = "Where the source leaves a question: the readings and the switch."
        yield _record(game, "Rulings", f"{game.folder}rulings.html", LIST_KIND, doc, "House rules", "Switches")
    if any(game.rolled_tables()):
        doc = "Every table that dice are rolled on."
        yield _record(game, TITLE, tables_address(game), TOOL_KIND, doc, "Random tables", "Roll")
    if game.replaced:
        doc = "What stands here in place of what another book says."
        yield _record(game, "Changes", f"{game.folder}changes.html", TOOL_KIND, doc, "Replaced", "Differences")
    if game.lists_facts:
        doc = "Every fact of the source and its home."
        yield _record(game, "Coverage", f"{game.folder}coverage.html", TOOL_KIND, doc)


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
