"""The papers of panels: the game master's screen, and the quick reference for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import PanelText, print_quick_reference, print_screen
from sheetgen.print.plan.panels import panels_of
from sheetgen.print.plan.print_job import TABLE, PrintJob, PrintOffer, PrintRequest, templates_of
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.site.games import SiteGame
from sheetgen.site.screen_panels import Paper, asked_panels
from sheetgen.text.diagnostics import Diagnostics

Print = Callable[[PrintSession, str, Sequence[PanelText], PrintStyle], PrintResult]


def screen_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """The screen of a game, where there is anything to show."""
    game = request.game
    yield from _offers(request, "screen", game.words("{Game master}’s screen"), screen_title(game), print_screen)


def quick_reference_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """The quick reference of a game that names what stands there."""
    title = quick_reference_title(request.game)
    yield from _offers(request, "quick_reference", request.game.words("Quick reference"), title, print_quick_reference)


def screen_title(game: SiteGame) -> str:
    """The title of a screen."""
    return game.words("{game}: screen", game=game.title)


def quick_reference_title(game: SiteGame) -> str:
    """The title of a quick reference."""
    return game.words("{game}: quick reference", game=game.title)


def _offers(request: PrintRequest, paper: Paper, name: str, title: str, printed: Print) -> Iterator[PrintOffer]:
    game, style = request.game, request.style
    asked = asked_panels(game, paper, Diagnostics())
    if not asked:
        return
    job = PrintJob(
        f"{game.folder}print/{paper.replace('_', '-')}.pdf",
        name,
        (),
        lambda session: printed(session, title, panels_of(game, asked), style),
        lambda: repr((paper, title, panels_of(game, asked), style, templates_of(style))),
    )
    yield PrintOffer(job, TABLE)
