"""Everything that a build will write, planned before anything is printed or published."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sheetgen import pages
from sheetgen.book import ROOT, Drawn
from sheetgen.derive import entry_json
from sheetgen.diagnostics import Diagnostics
from sheetgen.pages import ChapterPage, CoveragePage, GuidePage, Page
from sheetgen.reference import WrittenPage
from sheetgen.render import Renderer
from sheetgen.search import SearchRecord, build_index
from sheetgen.site.chapters import chapter_pages, chapter_record
from sheetgen.site.coverage import coverage_page
from sheetgen.site.entries import Prints, entry_page, entry_record, list_page
from sheetgen.site.fronts import (
    calculators_page,
    home_page,
    not_found_page,
    print_page,
    rule_page,
    rule_record,
    rules_page,
    ruleset_page,
    ruling_records,
    rulings_page,
    search_page,
    tray_page,
)
from sheetgen.site.games import SiteGame
from sheetgen.site.guide import Directive, guide_pages, guide_record
from sheetgen.site.shells import Shells


@dataclass
class Plan:
    """Pages to draw, data to write, and what the search will know."""

    pages: list[Page] = field(default_factory=list)
    data: dict[str, object] = field(default_factory=dict)
    """JSON by address."""
    records: list[SearchRecord] = field(default_factory=list)
    facets: dict[str, str] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)
    """Pictures and PDFs beside pages that show them, by address."""


def plan(
    shells: Shells,
    prints: Prints,
    downloads: Mapping[str, tuple[pages.DownloadGroup, ...]],
    missing: str,
    guide: Sequence[WrittenPage],
    diagnostics: Diagnostics,
    picture: Directive,
) -> Plan:
    """All pages of a site. Draws the Markdown of every chapter and entry, so that all mistakes come out.

    `picture` draws what is printed for the manual.
    """
    found = Plan()
    for game in shells.games:
        _plan_game(found, game, shells, prints, downloads.get(game.ruleset.id, ()), missing)
        coverage = coverage_page(game, shells, diagnostics)
        found.pages += [coverage] if coverage else []
    covered = [page for page in found.pages if isinstance(page, CoveragePage)]
    manual = list(guide_pages(guide, shells, covered, found.files, diagnostics, picture))
    found.pages += manual
    found.records += [guide_record(page) for page in manual]
    found.pages += [home_page(shells, {}), search_page(shells), tray_page(shells), not_found_page(shells)]
    return found


def _plan_game(
    found: Plan,
    game: SiteGame,
    shells: Shells,
    prints: Prints,
    downloads: tuple[pages.DownloadGroup, ...],
    missing: str,
) -> None:
    drawn = {page.slug: game.page(page) for page in (*game.chapters, *game.pages)}
    for kind in game.kinds():
        for one in game.entries(kind.id):
            game.view(one)
    chapters = list(chapter_pages(game, shells, drawn))
    found.pages += chapters
    found.records += [chapter_record(page, _label(page), game) for page in chapters]
    _plan_entries(found, game, shells, drawn, prints)
    for rule in game.ruleset.rules.values():
        found.pages.append(rule_page(game, shells, rule))
        found.records.append(rule_record(game, rule))
    found.records += list(ruling_records(game))
    found.pages += [
        ruleset_page(game, shells, drawn),
        rules_page(game, shells),
        calculators_page(game, shells),
        print_page(game, shells, downloads, missing),
    ]
    if game.ruleset.rulings.by_name:
        found.pages.append(rulings_page(game, shells))
    found.files |= game.book.files


def _label(page: ChapterPage) -> str:
    return "Page" if isinstance(page, GuidePage) else "Chapter"


def _plan_entries(found: Plan, game: SiteGame, shells: Shells, drawn: dict[str, Drawn], prints: Prints) -> None:
    for kind in game.kinds():
        found.facets |= {name: name.replace("_", " ").capitalize() for name in kind.model.facets}
        everything = []
        for one in game.entries(kind.id):
            page = entry_page(game, shells, one, drawn, prints)
            found.pages.append(page)
            found.records.append(entry_record(game, one))
            data = entry_json(one, game.ruleset, game.book.secrets)
            found.data[page.json] = data
            everything.append(data)
        listed = list_page(game, shells, kind, prints)
        found.pages.append(listed)
        found.data[listed.json] = everything


def rooted(html: str, root: str) -> str:
    """HTML with the way to the site root put in where links inside of Markdown stand for it."""
    return html.replace(f'"{ROOT}', f'"{root}')


def rendered(found: Plan, renderers: Mapping[str, Renderer], shared: Renderer) -> Iterator[tuple[str, bytes]]:
    """Every page, data file and search script of a plan, by address; each game's pages by its own templates."""
    for page in found.pages:
        theme = page.shell.theme
        renderer = renderers[theme.ruleset] if theme else shared
        html = rooted(renderer.render_page(page), page.shell.root)
        yield page.shell.path, html.encode()
    for path, data in found.data.items():
        yield path, json.dumps(data, ensure_ascii=False).encode()
    for path, file in found.files.items():
        yield path, file.read_bytes()
    index = build_index(found.records, found.facets)
    for name, script in index.scripts.items():
        yield f"assets/js/{name}", script
