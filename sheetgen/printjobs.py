"""Which PDFs a build makes, at which addresses, and printing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from sheetgen.blocks import EntryView
from sheetgen.cache import digest
from sheetgen.derive import ComputedEntry
from sheetgen.diagnostics import Diagnostics
from sheetgen.library import Entry
from sheetgen.pages import Download, DownloadGroup
from sheetgen.printing import assets
from sheetgen.printing.errors import DoesNotFitError, PrintError
from sheetgen.printing.jobs import print_cards, print_sheets
from sheetgen.printing.look import Look, Press, PrintResult
from sheetgen.printing.paper import CardFormat, card_format, paper
from sheetgen.project import Project
from sheetgen.ruleset.kinds import Kind
from sheetgen.site.entries import Prints
from sheetgen.site.games import SiteGame


@dataclass(frozen=True)
class PrintJob:
    """One PDF: its address on the site, what it is called, and how it is made."""

    path: str
    title: str
    entries: tuple[Entry, ...]
    run: Callable[[Press], PrintResult]
    inputs: Callable[[], str]
    """Everything that the PDF follows from, for the cache."""


@dataclass(frozen=True)
class PrintPlan:
    """The PDFs of a site, and where its pages link to them."""

    jobs: tuple[PrintJob, ...]
    prints: Prints
    groups: dict[str, tuple[DownloadGroup, ...]]


def look_of(game: SiteGame, project: Project, paper_name: str = "", ink: bool = False) -> Look:
    """How a game's documents look on paper."""
    model = game.ruleset.model
    credits = model.licence.text if model.licence else ""
    folders = [game.loaded.game.folder / "templates"]
    if game.loaded.game.campaign:
        folders.insert(0, game.loaded.game.campaign / "templates")
    return Look(
        game.ruleset.theme,
        paper(paper_name or project.paper),
        ink,
        credits=game.loaded.game.settings.title if game.loaded.game.settings else "",
        author=credits,
        language=project.language,
        folders=tuple(folder for folder in folders if folder.is_dir()),
    )


def templates_of(look: Look) -> list[str]:
    """The texts of a ruleset's or campaign's own templates, which decide what is printed too."""
    return [path.read_text("utf-8") for folder in look.folders for path in sorted(folder.rglob("*.html"))]


def has_card(kind: Kind) -> bool:
    """Whether entries of a kind are printed as cards."""
    return kind.layout is not None and bool(kind.layout.areas["front"])


def has_sheet(kind: Kind) -> bool:
    """Whether entries of a kind are printed as sheets."""
    return kind.layout is not None and bool(kind.layout.areas["play"])


def printable(game: SiteGame, kind: Kind) -> list[tuple[ComputedEntry, EntryView]]:
    """The campaign's entries of a kind with their views."""
    found = [(one, game.view(one)) for one in game.entries(kind.id) if one.entry.campaign]
    return [(one, view) for one, view in found if view is not None]


def plan_prints(games: Sequence[SiteGame], project: Project) -> PrintPlan:
    """A sheet and a card for each of the campaign's entries, all of a kind in one file, and blank sheets."""
    plan = PrintPlan((), Prints({}, {}, {}), {})
    for game in games:
        look = look_of(game, project)
        found = [*_sheets(game, look), *_cards(game, look, project)]
        plan = PrintPlan(
            (*plan.jobs, *(job for _, _, job in found)),
            Prints(
                {**plan.prints.sheets, **{key: job.path for sort, key, job in found if sort == "sheet" and key[1]}},
                {**plan.prints.cards, **{key: job.path for sort, key, job in found if sort == "card" and key[1]}},
                {**plan.prints.decks, **_decks(found)},
            ),
            {**plan.groups, game.ruleset.id: tuple(_groups(game, found))},
        )
    return plan


Planned = tuple[str, tuple[str, str], PrintJob]
"""Sort of document, kind and id of its entry (no id for documents of several), job."""


def _sheets(game: SiteGame, look: Look) -> Iterator[Planned]:
    for kind in filter(has_sheet, game.kinds()):
        found = printable(game, kind)
        if not found:
            continue
        folder = f"{game.folder}{kind.folder}"
        peers = [view for _, view in found]
        for one, view in found:
            yield "sheet", (kind.id, one.id), _sheet_job(f"{folder}/{one.id}-sheet.pdf", view.name, [(one, view)], look)
        together, noun = f"{game.folder}print/{kind.folder}", kind.model.title.lower()
        for suffix, title, entries, options in (
            ("sheets", f"All {kind.model.plural.lower()}", found, {}),
            ("fillable", f"All {kind.model.plural.lower()}, to fill in", found, {"fillable": True}),
            ("blank", f"Blank {noun} sheet", found[:1], {"blank": True}),
        ):
            job = _sheet_job(f"{together}-{suffix}.pdf", title, entries, look, peers, **options)
            yield "sheet", (kind.id, ""), job


def _sheet_job(
    path: str,
    title: str,
    found: Sequence[tuple[ComputedEntry, EntryView]],
    look: Look,
    peers: Sequence[EntryView] = (),
    blank: bool = False,
    fillable: bool = False,
) -> PrintJob:
    views = [view for _, view in found]
    return PrintJob(
        path,
        title,
        tuple(one.entry for one, _ in found),
        lambda press: print_sheets(press, views, look, blank=blank, fillable=fillable, peers=peers),
        lambda: repr((views, look, templates_of(look), blank, fillable, tuple(peers))),
    )


def _cards(game: SiteGame, look: Look, project: Project) -> Iterator[Planned]:
    settings = game.loaded.game.settings
    card = card_format(settings.card if settings else project.card)
    for kind in filter(has_card, game.kinds()):
        found = printable(game, kind)
        if not found:
            continue
        for one, view in found:
            path = f"{game.folder}{kind.folder}/{one.id}-card.pdf"
            yield "card", (kind.id, one.id), _deck(path, view.name, [(one, view)], look, card)
        path = f"{game.folder}print/{kind.folder}-cards.pdf"
        yield "card", (kind.id, ""), _deck(path, f"{kind.model.title} deck, {card.name}", found, look, card)


def _deck(
    path: str, title: str, found: Sequence[tuple[ComputedEntry, EntryView]], look: Look, card: CardFormat
) -> PrintJob:
    views = [(view, 1) for _, view in found]
    entries = tuple(one.entry for one, _ in found)
    return PrintJob(
        path,
        title,
        entries,
        lambda press: print_cards(press, views, look, card),
        lambda: repr((views, look, templates_of(look), card)),
    )


def _decks(found: Sequence[Planned]) -> dict[str, tuple[Download, ...]]:
    decks: dict[str, tuple[Download, ...]] = {}
    for _, (kind, identity), job in found:
        if not identity:
            decks[kind] = (*decks.get(kind, ()), Download(job.title, job.path))
    return decks


def _groups(game: SiteGame, found: Sequence[Planned]) -> Iterator[DownloadGroup]:
    for kind in game.kinds():
        jobs = [(key, job) for _, key, job in found if key[0] == kind.id]
        if jobs:
            together = [Download(job.title, job.path) for key, job in jobs if not key[1]]
            each = [Download(job.title, job.path) for key, job in jobs if key[1]]
            yield DownloadGroup(kind.model.plural, tuple(together + each))


def print_all(jobs: Sequence[PrintJob], press: Press, diagnostics: Diagnostics) -> Iterator[tuple[str, bytes]]:
    """Print every job that is not kept from before; what does not fit or fails is a diagnostic at its entry."""
    quiet = Press(press.workers, press.cache)
    engine = (assets.digest(), version("weasyprint"), version("pydyf"), version("pikepdf"))
    for number, job in enumerate(jobs, 1):
        press.progress(number, len(jobs))
        key = digest(*engine, job.inputs())
        kept = press.cache.get(key)
        if kept is not None:
            yield job.path, kept
            continue
        try:
            result = job.run(quiet)
        except DoesNotFitError as error:
            diagnostics.error("does-not-fit", f"{job.title}: {error}", job.entries[0].place.key_span)
            continue
        except PrintError as error:
            diagnostics.error("print", f"{job.title}: {error}", job.entries[0].place.key_span)
            continue
        for warning in result.warnings:
            diagnostics.warning("print", f"{job.title}: {warning}", job.entries[0].place.key_span)
        if not result.warnings:
            press.cache.put(key, result.pdf)
        yield job.path, result.pdf
