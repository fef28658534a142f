"""The card format that holds an entry which is too long for its own."""

from __future__ import annotations

from sheetgen.blocks import EntryView
from sheetgen.print.cards.candidates import CardSetting, FaceHeights
from sheetgen.print.cards.card_page import card_job
from sheetgen.print.cards.shape import MOST_CARDS, CardShape
from sheetgen.print.engine.run_jobs import set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import DoesNotFitError, PaperError
from sheetgen.print.paper import CARDS, CardFormat, solve_grid
from sheetgen.print.style import PrintStyle


def advised(
    error: DoesNotFitError, session: PrintSession, entry: EntryView, style: PrintStyle, shape: CardShape
) -> DoesNotFitError:
    """The same error, with the smallest named card that holds the entry, if there is one."""
    larger = [card for card in CARDS.values() if _area(card) > _area(shape.card)]
    for card in sorted(larger, key=_area):
        if _holds(session, entry, style, CardShape(card, shape.bleed)):
            better = f"shorten its longest texts or take a larger size: a {card.name} card holds it"
            return error.advising(better)
    return error


def _area(card: CardFormat) -> float:
    return card.width * card.height


def _holds(session: PrintSession, entry: EntryView, style: PrintStyle, shape: CardShape) -> bool:
    """Whether the engine can set an entry on such cards, and the paper holds them."""
    smallest = CardSetting("floor", "floor", notes=False, turns=False, cards=MOST_CARDS)
    if not FaceHeights(entry, style, shape).hold(smallest):
        return False
    try:
        solve_grid(style.paper, shape.card)
        set_jobs(session, [card_job([entry], style, shape)], style.folders)
    except (DoesNotFitError, PaperError):
        return False
    return True
