"""The names of what stands on a game master's screen."""

from __future__ import annotations

from sheetgen.site.games import SiteGame
from sheetgen.site.listed_names import report_name
from sheetgen.text.diagnostics import Diagnostics

SHOWN = "it shows kinds, tables, rules, and headings of chapters as `chapter#heading`"


def screen_names(game: SiteGame, diagnostics: Diagnostics) -> list[str]:
    """The names of a screen's panels: those of `screen` in the ruleset, else all tables and lists of the rulebook.

    Names that mean nothing are left out and reported.
    """
    listed = game.ruleset.model.screen
    if listed is None:
        kinds = [kind.id for kind in game.entries.kinds() if not game.entries.of_campaign(kind.id)]
        return [*game.ruleset.tables, *kinds]
    for number, name in enumerate(listed):
        if not _known(game, name):
            known = [*game.ruleset.kinds, *game.ruleset.tables, *game.ruleset.rules]
            known += [target.key for target in game.context.link_index.targets if target.sort == "heading"]
            report_name(
                game, "screen", number, f"`{name}` is nothing that a screen can show", known, diagnostics, SHOWN
            )
    return [name for name in listed if _known(game, name)]


def _known(game: SiteGame, name: str) -> bool:
    ruleset = game.ruleset
    named = (ruleset.kinds, ruleset.tables, ruleset.rules)
    return any(name in names for names in named) or ("#" in name and name in game.context.link_index.by_key)
