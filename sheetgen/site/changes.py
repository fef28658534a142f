"""The page that tells what a game replaces of those that it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sheetgen.formula.types import readable
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.model.ruleset.replacements import Replacement
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.site.guide_tables import grouped, link, plain
from sheetgen.views.pages import GuidePage, Link

_TITLES = {
    "rule": "Rules and tables",
    "ruling": "Rulings",
    "kind": "Kinds of entries",
    "term": "Words",
    "entry": "Entries",
    "chapter": "Chapters",
}


def changes_page(game: SiteGame, shells: ShellMaker) -> GuidePage:
    """The page of all that the layers of a game replace of each other."""
    path, words = f"{game.folder}changes.html", game.words
    title, lead = (
        words("Changes"),
        words("What stands here in place of what another book says. All else is as it is there."),
    )
    shell = shells.shell(path, title, game, description=lead, crumbs=[Link(game.title, game.front)])
    parts = sorted(game.replaced, key=lambda part: (list(_TITLES).index(part.sort), part.name.casefold()))
    groups = [
        (plain(words(_TITLES[sort])), [row for part in of_sort if (row := tuple(_row(game, part)))])
        for sort, of_sort in groupby(parts, key=lambda part: part.sort)
    ]
    drawn = grouped((words("What"), words("How"), words("Now in")), groups, words)
    return GuidePage(shell=shell, title=title, summary=lead, html=drawn.html, needs=drawn.needs)


def _row(game: SiteGame, part: Replacement) -> Iterator[DrawnText]:
    """A replaced part, how it differs, and what has it now."""
    title, href = _place(game, part)
    way = "/".join([".."] * game.folder.count("/"))
    yield link(f"{way}/{href}", title) if href else plain(title)
    how = "changed in part, from {ruleset}" if part.in_part else "instead of that of {ruleset}"
    yield plain(game.words("left out; it is in {ruleset}" if part.is_left_out else how, ruleset=part.of))
    yield plain(part.by)


def _place(game: SiteGame, part: Replacement) -> tuple[str, str]:
    """The title of a part, and where it stands."""
    ruleset, (left, _, right) = game.ruleset, part.name.partition(":")
    if part.is_left_out:
        return readable(right or part.name).capitalize(), ""
    match part.sort:
        case "rule" if part.name in ruleset.rules:
            return ruleset.rules[part.name].model.title, game.context.addresses.rule(part.name)
        case "rule" if part.name in ruleset.tables:
            return ruleset.tables[part.name].model.title, ""
        case "ruling" if part.name in ruleset.rulings.by_name:
            return ruleset.rulings.by_name[part.name].model.title, f"{game.folder}rulings.html"
        case "kind" if part.name in ruleset.kinds:
            return ruleset.kinds[part.name].model.plural, game.context.list_address(part.name)
        case "term" if left in ruleset.vocabularies:
            return ruleset.vocabularies[left].titles.get(right, right), ""
        case "entry" if (left, right) in game.entries.by_key:
            return game.entries.by_key[left, right].entry.name, game.context.addresses.entry(left, right)
        case "chapter":
            chapter = next((page for page in game.chapters if page.slug == part.name), None)
            return (chapter.title, f"{game.folder}{chapter.slug}.html") if chapter else (part.name, "")
    return part.name, ""
