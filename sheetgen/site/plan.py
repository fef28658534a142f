"""Everything that a build will write, planned before anything is printed or published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any, Generic, TypeVar

from sheetgen.languages.program_words import catalogue
from sheetgen.media.images import PublishedFile
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.reference.context import RenderedText
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.site.changes import changes_page
from sheetgen.site.chapters import chapter_pages, chapter_record
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.coverage import coverage_page
from sheetgen.site.creation_pages import NewEntry, new_entries
from sheetgen.site.entries_pages import EntriesPageParts, entries_page, entries_pages
from sheetgen.site.entry_files import DataOfEntries, EntryPages, PlannedEntry
from sheetgen.site.entry_forms import forms_address, forms_script, values_address, values_script
from sheetgen.site.entry_histories import EntryHistories, HistoryParts
from sheetgen.site.entry_pages import Prints, data_address
from sheetgen.site.entry_sources import EntrySources, source_address
from sheetgen.site.facets import facet_titles, spellings
from sheetgen.site.front import front_page
from sheetgen.site.games import SiteGame
from sheetgen.site.guide import guide_pages, guide_record
from sheetgen.site.index_pages import home_page, not_found_page
from sheetgen.site.kept_files import KeptFile, KeptFiles
from sheetgen.site.kind_lists import kind_listing
from sheetgen.site.list_records import place_records
from sheetgen.site.list_rows import rows_script
from sheetgen.site.long_lists import Listing, ListPageParts, list_page
from sheetgen.site.pdf_figures import PdfFigures, PdfPicture
from sheetgen.site.planned_records import PlannedRecord, blocks_of
from sheetgen.site.rule_pages import (
    CalculatorsPageParts,
    RulePageParts,
    calculators_page,
    calculators_page_parts,
    rule_listing,
    rule_page,
    rule_page_parts,
    rule_record,
    ruling_record,
    rulings_page,
)
from sheetgen.site.search import SearchRecord
from sheetgen.site.search.questions import asked_in
from sheetgen.site.search.search_facets import Spellings
from sheetgen.site.search.synonyms import Synonyms, shared_synonyms
from sheetgen.site.search.words import LITTLE
from sheetgen.site.tables_page import tables_page
from sheetgen.site.tool_pages import print_page, search_page, tray_page
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.json_script import json_text
from sheetgen.text.late_values import LateSequence
from sheetgen.views import pages
from sheetgen.views.pages import ChapterPage, GuidePage, ListPage, Page

P = TypeVar("P")
Parts = TypeVar("Parts", RulePageParts, CalculatorsPageParts, HistoryParts, ListPageParts, EntriesPageParts)


@dataclass
class Plan:
    """Pages to draw, data to write, and what the search will know; each is made when it is asked for."""

    pages: dict[str, Callable[[], Page]] = field(default_factory=dict)
    """By address."""
    data: dict[str, Callable[[KeptFiles], bytes | KeptFile]] = field(default_factory=dict)
    """Entries as JSON, rows of long lists, and what pages load when they are edited, by address: as they were kept, or
    made."""
    data_of_kinds: dict[str, Sequence[str]] = field(default_factory=dict)
    """The addresses of the entries that stand together in one JSON file, all of a kind, by its address."""
    records: list[PlannedRecord] = field(default_factory=list)
    facets: dict[str, str] = field(default_factory=dict)
    """The title of each facet."""
    spellings: Spellings = field(default_factory=dict)
    synonyms: Mapping[str, Synonyms] = field(default_factory=dict)
    """Words that people type in place of those of the pages, by ruleset; those of every game under an empty id."""
    little: frozenset[str] = LITTLE
    """Words of the languages of the site that say nothing about what a query is for."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """What queries that ask for an amount, and the like, look like in these languages; see `asked_in`."""
    files: dict[str, PublishedFile] = field(default_factory=dict)
    """Pictures and PDFs beside pages that show them, by address."""
    pictures: dict[str, PdfPicture] = field(default_factory=dict)
    """Pages of the site's own PDFs that pages show, by address."""

    @cached_property
    def blocks(self) -> Sequence[list[PlannedRecord]]:
        """The records in the blocks of the search index, once all are planned."""
        return [*blocks_of(self.records)]

    def add(self, *made: Page) -> None:
        """Add pages that are there already."""
        self.pages |= {page.shell.path: partial(_given, page) for page in made}


@dataclass(frozen=True, eq=False)
class PlannedPage(Generic[Parts]):
    """A page that is not made where one of the same parts was kept."""

    parts: Callable[[], Parts]
    page: Callable[[Parts], Page]
    """Gives the page of its parts."""

    def __call__(self) -> Page:
        """The page."""
        return self.page(self.parts())


def _given(made: P) -> P:
    return made


def _given_record(record: SearchRecord) -> PlannedRecord:
    return PlannedRecord(record.href, partial(_given, record))


def plan(
    shells: ShellMaker,
    prints: Prints,
    downloads: Mapping[str, tuple[pages.DownloadGroup, ...]],
    missing: str,
    guide: Sequence[WrittenPage],
    diagnostics: Diagnostics,
    figures: PdfFigures,
) -> Plan:
    """All pages of a site. Draws the Markdown of every chapter and entry, so that all mistakes come out."""
    result = Plan(
        facets=facet_titles((kind for game in shells.games for kind in game.entries.kinds()), shells.words),
        spellings=spellings(shells.games),
        synonyms=_synonyms(shells.games),
        little=LITTLE.union(*(catalogue(game.words.language).little for game in shells.games)),
        questions=asked_in({game.words.language for game in shells.games}),
    )
    coverage = []
    for game in shells.games:
        _plan_game(result, game, shells, prints, downloads.get(game.ruleset.id, ()), missing)
        if game.replaced:
            result.add(changes_page(game, shells))
        if any(game.rolled_tables()):
            result.add(tables_page(game, shells))
        covered = coverage_page(game, shells, diagnostics)
        coverage += [covered] if covered else []
    manual = list(guide_pages(guide, shells, coverage, result.files, result.pictures, diagnostics, figures))
    result.add(*coverage, *manual)
    result.records += [PlannedRecord(page.shell.path, partial(guide_record, page)) for page in manual]
    result.pages.setdefault("index.html", partial(home_page, shells))
    result.pages["search.html"] = partial(search_page, shells)
    result.pages["tray.html"] = partial(tray_page, shells)
    result.pages["404.html"] = partial(not_found_page, shells)
    return result


def _synonyms(games: Iterable[SiteGame]) -> Mapping[str, Synonyms]:
    """Synonyms of every game, and those that the language of a game, its ruleset and its campaign add for their own."""
    own: dict[str, list[Synonyms]] = {}
    for game in games:
        settings = game.loaded.game.settings
        lists = own.setdefault(game.ruleset.id, [])
        lists += [catalogue(game.words.language).synonyms, game.ruleset.model.synonyms]
        lists += [settings.synonyms] if settings else []
    joined: dict[str, Synonyms] = {"": shared_synonyms()}
    for ruleset, lists in own.items():
        typed = dict.fromkeys(word for synonyms in lists for word in synonyms)
        joined[ruleset] = {
            word: list(dict.fromkeys(text for synonyms in lists for text in synonyms.get(word, ()))) for word in typed
        }
    return joined


def _plan_game(
    result: Plan,
    game: SiteGame,
    shells: ShellMaker,
    prints: Prints,
    downloads: tuple[pages.DownloadGroup, ...],
    missing: str,
) -> None:
    drawn = {page.slug: game.contents.page(page) for page in (*game.chapters, *game.pages)}
    entries = [game.contents.entry(computed).checked for computed in game.contents.planned.values()]
    files = (*(page.files for page in drawn.values()), *(entry.files for entry in entries), game.contents.rulings.files)
    for published in files:
        result.files |= published
    _plan_chapters(result, game, shells, drawn)
    new = {made.kind.id: made for made in new_entries(game)}
    _plan_entries(result, game, shells, prints, new)
    _plan_rules(result, game, shells)
    result.records += map(_given_record, place_records(game))
    offered = [made.link for made in new.values() if made.is_offered_in_front]
    for path in dict.fromkeys((game.front, f"{game.folder}index.html")):
        result.pages[path] = partial(front_page, game, shells, drawn, path, offered)
    result.pages[f"{game.folder}print.html"] = partial(print_page, game, shells, downloads, missing)


def _plan_chapters(result: Plan, game: SiteGame, shells: ShellMaker, drawn: Mapping[str, RenderedText]) -> None:
    for path, make in chapter_pages(game, shells, drawn):
        page = cache(make)
        result.pages[path] = page
        result.records.append(PlannedRecord(path, partial(_chapter_record, page, game)))


def _chapter_record(page: Callable[[], ChapterPage], game: SiteGame) -> SearchRecord:
    made = page()
    return chapter_record(made, game.words("Page" if isinstance(made, GuidePage) else "Chapter"), game)


def _plan_rules(result: Plan, game: SiteGame, shells: ShellMaker) -> None:
    for rule in game.ruleset.rules.values():
        parts = partial(rule_page_parts, game, shells, rule)
        address = game.context.addresses.rule(rule.name)
        result.pages[address] = PlannedPage(parts, partial(rule_page, game))
        result.records.append(PlannedRecord(address, partial(rule_record, game, rule)))
    rulings = game.ruleset.rulings.by_name.values()
    result.records += (_given_record(ruling_record(game, ruling)) for ruling in rulings)
    _plan_list(result, game, rule_listing(game, shells))
    calculators = partial(calculators_page_parts, game, shells)
    result.pages[f"{game.folder}calculators.html"] = PlannedPage(calculators, partial(calculators_page, game))
    if rulings:
        result.pages[f"{game.folder}rulings.html"] = partial(rulings_page, game, shells)


def _plan_entries(
    result: Plan, game: SiteGame, shells: ShellMaker, prints: Prints, new: Mapping[str, NewEntry]
) -> None:
    sources, histories = EntrySources(game.ruleset), EntryHistories(game, shells.project)
    pages_of_entries, data = EntryPages.of(game, shells, prints), DataOfEntries(game, sources)
    for key, computed in game.contents.planned.items():
        game.contents.memo.check_superseded()
        path, content = game.context.addresses.entry(*key), game.contents.entry(computed)
        history = histories.address(computed)
        if history:
            history_parts = partial(histories.parts, shells, computed)
            result.pages[history] = PlannedPage(history_parts, histories.page)
        result.pages[path] = PlannedEntry(pages_of_entries, computed, history)
        result.data |= data.files(path, content)
        result.records.append(PlannedRecord(path, content))
    if game.context.secrets and game.loaded.table:
        _plan_forms(result, game)
    for begun in new.values():
        result.pages[begun.path] = partial(begun.page, shells)
        rolls = shells.project.rolls
        made_from = begun.text, game.ruleset, "new", json_text(begun.roll if rolls else None)
        result.data[source_address(begun.path)] = partial(_data, made_from, partial(begun.script, sources, rolls))
    for kind in filter(lambda kind: game.contents.plans_list(kind.id), game.entries.kinds()):
        listing = kind_listing(game, shells, kind, prints, new[kind.id].link if kind.id in new else None)
        _plan_list(result, game, listing)
        result.pages |= {path: PlannedPage(parts, entries_page) for path, parts in entries_pages(game, shells, kind)}
        result.data_of_kinds[data_address(listing.path)] = LateSequence(
            game.entries.of(kind.id), partial(_data_address, game)
        )


def _data_address(game: SiteGame, computed: ComputedEntry) -> str:
    return data_address(game.context.addresses.entry(computed.entry.kind.id, computed.id))


def _plan_forms(result: Plan, game: SiteGame) -> None:
    """The scripts that edit the entries of a game: its forms, and what computes entries while they are changed."""
    entries, house = game.entries.by_key.values(), game.loaded.house
    effects = ((computed.entry.kind.id, *computed.entry.effects) for computed in entries if computed.entry.effects)

    def forms() -> bytes:
        return forms_script(game.ruleset, [computed.entry for computed in entries]).encode()

    def values() -> bytes:
        return values_script(game.ruleset, house, [computed.entry for computed in entries]).encode()

    result.data[forms_address(game.ruleset.id)] = partial(_data, (*entries, game.ruleset), forms)
    result.data[values_address(game.ruleset.id)] = partial(_data, (*effects, game.ruleset, house), values)


def _data(made_from: tuple[object, ...], make: Callable[[], bytes], kept: KeptFiles) -> bytes | KeptFile:
    return kept.file(("data", *made_from), make)


def _plan_list(result: Plan, game: SiteGame, listing: Listing[Any]) -> None:
    """The pages of a list, and its rows where a script draws them; a template of the project is given all rows.

    Where pages are drawn; else nothing asks how many rows stand on one.
    """
    draw = game.context.renderer
    if not listing.is_long or draw.overrides(ListPage) or not game.contents.draws_pages:
        result.pages[listing.path] = PlannedPage(listing.whole_parts, list_page)
        return
    result.pages |= {path: PlannedPage(parts, list_page) for path, parts in listing.pages()}

    def rows(kept: KeptFiles) -> bytes | KeptFile:
        made_from = ("rows", *map(listing.made_from, listing.items), game.ruleset, draw)
        return kept.file(made_from, lambda: rows_script(listing.whole(), listing.rows(), draw))

    result.data[listing.data] = rows
