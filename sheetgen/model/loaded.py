"""One game of a project, read, linked and computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sheetgen.model.derive import ComputedEntries, derive
from sheetgen.model.library import Entry, Library, link
from sheetgen.model.players_edition import public_library
from sheetgen.model.project import Game, Project, display_root, read_campaign
from sheetgen.model.ruleset.load import Ruleset, load
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.unread_files import check_ruleset
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.memo import Memo
from sheetgen.text.source import contents


@dataclass(frozen=True, eq=False, repr=False)
class LoadedGame:
    """A game read, linked and computed."""

    game: Game
    ruleset: Ruleset
    library: Library
    house: Mapping[str, Option]
    table: ComputedEntries | None
    """None where the rules have mistakes, so that nothing can be computed."""
    hidden: tuple[Entry, ...] = ()
    """The entries that players must not know of, in a player's edition."""


RULESET_FILES = (
    "ruleset.yaml",
    "rulings.yaml",
    "cases.yaml",
    "bodies.yaml",
    "rules/**/*.[yY]*[mM][lL]",
    "kinds/**/*.[yY]*[mM][lL]",
    "entries/**/*.[yY]*[mM][lL]",
    "marks/*.[sS][vV][gG]",
)
"""The files that a ruleset is compiled from."""


def load_game(
    game: Game, project: Project, diagnostics: Diagnostics, memo: Memo | None = None, player: bool = False
) -> LoadedGame | None:
    """Read, parse, validate, link and derive one game; None where the ruleset cannot be used at all.

    For a `player` it has only what players may see.
    """
    memo = memo or Memo()
    root = display_root(game.folder, project)
    ruleset = load_ruleset(game.folder, root, diagnostics, memo)
    if ruleset is None:
        return None
    check_ruleset(game.folder, root, diagnostics)
    written = read_campaign(game, project, ruleset, diagnostics, memo)
    library = whole = link(ruleset, written, diagnostics, memo)
    if player:
        library = public_library(whole)
    house = chosen_house_rules(game, ruleset, diagnostics)
    table = derive(ruleset, library, house, diagnostics, memo) if ruleset.sound else None
    hidden = tuple(entry for key, entry in whole.entries.items() if key not in library.entries)
    return LoadedGame(game, ruleset, library, house, table, hidden)


def load_ruleset(folder: Path, root: Path, diagnostics: Diagnostics, memo: Memo) -> Ruleset | None:
    """The ruleset in a folder, compiled again only where one of its files holds other bytes."""
    inputs = (root, contents([folder], *RULESET_FILES))
    return memo.get(("ruleset", folder), inputs, diagnostics, lambda tracker, mistakes: load(folder, root, mistakes))


def chosen_house_rules(game: Game, ruleset: Ruleset, diagnostics: Diagnostics) -> dict[str, Option]:
    """The option of every ruling under the campaign's house rules; unknown ones are diagnostics."""
    house = ruleset.rulings.defaults
    for name, value in game.chosen.items():
        assert game.place is not None
        place = game.place.at("house_rules", name)
        ruling = ruleset.rulings.find(name, value)
        if ruling is None or not ruling.model.switch:
            hint = did_you_mean(name, ruleset.rulings.switches)
            message = f"{ruleset.title} has no house rule called `{name}`"
            diagnostics.error("unknown-house-rule", message, place.key_span, hint, missed=(name,))
            continue
        option = ruling.option(value)
        if option is None:
            options = ruling.choices
            message = f"`{value}` is not an option of {ruling.name}"
            hint = f"its options are {options}"
            diagnostics.error("unknown-house-rule", message, place.span, hint, missed=(ruling.name, str(value)))
            continue
        house[ruling.name] = option
    return house
