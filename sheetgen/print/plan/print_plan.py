"""All PDFs of a site, and where its pages offer them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.model.project import Project
from sheetgen.print.jobs import print_calibration
from sheetgen.print.plan.entry_prints import card_offers, party_offers, sheet_offers
from sheetgen.print.plan.fights import fight_offers
from sheetgen.print.plan.print_job import PrintJob, PrintOffer, PrintPlan, card_of, style_of, templates_of
from sheetgen.print.plan.rulebook import book_offers
from sheetgen.print.plan.screens import screen_offers
from sheetgen.print.style import PrintStyle
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.views.pages import Download, DownloadGroup

TABLE = "For the table"
SUMMARIES = {TABLE: "The rules to leaf through, and what lies beside the dice."}


def plan_prints(games: Sequence[SiteGame], project: Project, diagnostics: Diagnostics) -> PrintPlan:
    """Every PDF of a site.

    A game has its rulebook and a calibration page, each of a campaign's entries its sheet or card. Builds with
    secrets have the game master's papers too: the screen, and a packet and tents for each encounter.
    """
    jobs: list[PrintJob] = []
    asked: list[PrintJob] = []
    prints: dict[str, tuple[Download, ...]] = {}
    groups: dict[str, tuple[DownloadGroup, ...]] = {}
    for game in games:
        offers = list(_offers(game, project, diagnostics))
        asked += [offer.job for offer in offers if offer.on_demand]
        offers = [offer for offer in offers if not offer.on_demand]
        jobs += [offer.job for offer in offers]
        for offer in offers:
            for page in offer.pages:
                prints[page] = (*prints.get(page, ()), Download(offer.label or offer.job.title, offer.job.path))
        groups[game.ruleset.id] = tuple(_groups(offers))
    return PrintPlan(tuple(jobs), prints, groups, tuple(asked))


def _offers(game: SiteGame, project: Project, diagnostics: Diagnostics) -> Iterator[PrintOffer]:
    style, url = style_of(game, project), project.url
    card = card_of(game)
    yield from book_offers(game, style, TABLE, url)
    if game.context.secrets:
        yield from screen_offers(game, style, TABLE, diagnostics)
    yield from party_offers(game, style, TABLE, url)
    yield PrintOffer(_calibration(game, style), TABLE)
    if game.context.secrets:
        yield from fight_offers(game, style, card, url)
    yield from sheet_offers(game, style, url)
    yield from card_offers(game, style, card, url)


def _calibration(game: SiteGame, style: PrintStyle) -> PrintJob:
    return PrintJob(
        f"{game.folder}print/calibration.pdf",
        "Calibration page for cards printed on both sides",
        (),
        lambda session: print_calibration(session, style),
        lambda: repr(("calibration", style, templates_of(style))),
    )


def _groups(offers: Sequence[PrintOffer]) -> Iterator[DownloadGroup]:
    """Offers under their headings, those of several entries before those of one."""
    groups: dict[str, list[PrintOffer]] = {}
    for offer in offers:
        groups.setdefault(offer.group, []).append(offer)
    for title, items in groups.items():
        together = [offer for offer in items if not offer.note] + [offer for offer in items if offer.note]
        downloads = (Download(offer.job.title, offer.job.path, note=offer.note) for offer in together)
        yield DownloadGroup(title, tuple(downloads), SUMMARIES.get(title, ""))
