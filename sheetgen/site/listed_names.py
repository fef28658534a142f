"""Names in the lists of a ruleset: kinds to look up, decks, panels of the screen."""

from __future__ import annotations

from collections.abc import Iterable

from sheetgen.reference.links import parts_of
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics, did_you_mean


def report_name(
    game: SiteGame,
    setting: str,
    number: int,
    name: str,
    message: str,
    known: Iterable[str],
    diagnostics: Diagnostics,
    allowed: str = "",
) -> None:
    """The error of a name in a list of `ruleset.yaml` that means nothing there; `allowed` is what may stand there."""
    span = game.ruleset.place.at(setting, number).span
    diagnostics.error("unknown-reference", message, span, did_you_mean(name, known) or allowed, missed=parts_of(name))
