"""All PDFs of a site, and where its pages offer them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module

from sheetgen.languages.program_words import Words
from sheetgen.model.project import Project
from sheetgen.print.plan.entry_prints import printable
from sheetgen.print.plan.print_job import (
    RULEBOOK,
    TABLE,
    PrintJob,
    PrintOffer,
    PrintPlan,
    PrintRequest,
    card_of,
    style_of,
)
from sheetgen.print_outputs import OUTPUTS
from sheetgen.site.games import SiteGame
from sheetgen.views.pages import Download, DownloadGroup

SUMMARIES = {
    TABLE: "The rules to leaf through, and what lies beside the dice.",
    RULEBOOK: "What everybody looks up, to hand round.",
}


def plan_prints(games: Sequence[SiteGame], project: Project) -> PrintPlan:
    """Every PDF of a site.

    A game has its rulebook and a calibration page, each of a campaign's entries its sheet or card. Builds with
    secrets have the game master's papers too: the screen, and a packet and tents for each encounter.
    """
    jobs: list[PrintJob] = []
    asked: list[PrintJob] = []
    prints: dict[str, tuple[Download, ...]] = {}
    groups: dict[str, tuple[DownloadGroup, ...]] = {}
    for game in games:
        offers = list(_offers(game, project))
        asked += [offer.job for offer in offers if offer.on_demand]
        offers = [offer for offer in offers if not offer.on_demand]
        jobs += [offer.job for offer in offers]
        for offer in offers:
            for page in offer.pages:
                prints[page] = (*prints.get(page, ()), Download(offer.label or offer.job.title, offer.job.path))
        groups[game.ruleset.id] = tuple(_groups(offers, game.words))
    return PrintPlan(tuple(jobs), prints, groups, tuple(asked), root=project.root)


def _offers(game: SiteGame, project: Project) -> Iterator[PrintOffer]:
    style, card = style_of(game, project), card_of(game)
    pairs = cache(lambda kind: printable(game, kind, project.url))
    request = PrintRequest(game=game, style=style, card=card, pairs=pairs, url=project.url)
    ranked = sorted(OUTPUTS.values(), key=lambda output: output.rank)
    for source in dict.fromkeys(output.offers for output in ranked if game.context.secrets or not output.secret):
        module, _, function = source.partition(".")
        offers: Callable[[PrintRequest], Iterator[PrintOffer]]
        offers = getattr(import_module(f"sheetgen.print.plan.{module}"), function)
        yield from offers(request)


def _groups(offers: Sequence[PrintOffer], words: Words) -> Iterator[DownloadGroup]:
    """Offers under their headings, those of several entries before those of one."""
    groups: dict[str, list[PrintOffer]] = {}
    for offer in offers:
        groups.setdefault(offer.group, []).append(offer)
    for title, items in groups.items():
        together = [offer for offer in items if not offer.note] + [offer for offer in items if offer.note]
        downloads = (Download(offer.job.title, offer.job.path, note=offer.note) for offer in together)
        summary = words(SUMMARIES[title]) if title in SUMMARIES else ""
        yield DownloadGroup(words(title) if summary else title, tuple(downloads), summary)
