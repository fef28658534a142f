"""The page of all tables of a game that dice are rolled on, and of what is made by them."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.dice.rolled_tables import ONE, OTHER_TABLE, RolledTable
from sheetgen.languages.program_words import Words
from sheetgen.markdown.drawn_text import DrawnText, SectionHead
from sheetgen.markdown.token_words import ROLL, TEXT
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.text.json_script import json_text
from sheetgen.views.pages import GuidePage, Link

TITLE = "Tables to roll on"
LEAD = "Every table of the game that dice are rolled on. A button below each rolls, and its log can be copied."
_TABLE = Markup(
    '<h2 id="{}">{}</h2><div class="scroll" role="group" aria-label="{}" tabindex="0">'
    '<table class="data" data-roll="{}"><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
)


def tables_page(game: SiteGame, shells: ShellMaker) -> GuidePage:
    """The page of all that can be rolled."""
    title, lead = game.words(TITLE), game.words(LEAD)
    shell = shells.shell(tables_address(game), title, game, description=lead, crumbs=[Link(game.title, game.front)])
    drawn = DrawnText.joined(_drawn(table, game.words) for table in game.rolled_tables())
    return GuidePage(shell=shell, title=title, summary=lead, html=drawn.html, needs=frozenset((ROLL, TEXT)))


def tables_address(game: SiteGame) -> str:
    """Where the page stands."""
    return f"{game.folder}tables.html"


def _drawn(table: RolledTable, words: Words) -> DrawnText:
    title = words("A new {thing}", thing=words.noun(table.title)) if table.dice == ONE else table.title
    heads, rows = _made(table, words) if table.dice == ONE else ((table.dice.text, *table.heads), list(_rows(table)))
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(text) for text in heads)
    body = Markup("").join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            first, Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells)
        )
        for first, *cells in rows
    )
    html = _TABLE.format(table.name, title, title, json_text(table.data), head, body)
    return DrawnText(html, (SectionHead(table.name, title, 2),))


def _made(table: RolledTable, words: Words) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """What is rolled for each field of a new entry."""
    titles = {name: other.title for name, other in table.others.items()}
    cells = [OTHER_TABLE.sub(lambda name: titles.get(name[1], name[1]), cell) for cell in table.rows[0].cells]
    return (words("Field"), words("Rolled")), list(zip(table.heads, cells, strict=True))


def _rows(table: RolledTable) -> Iterator[tuple[str, ...]]:
    for label, cells in table.printed:
        yield label, *cells
