"""One game of a project, read, linked and computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sheetgen.derive import Table, derive
from sheetgen.diagnostics import Diagnostics, did_you_mean
from sheetgen.library import Library, link
from sheetgen.project import Game, Project, display_root, read_campaign
from sheetgen.ruleset.load import Ruleset, load
from sheetgen.ruleset.rulings import Option


@dataclass(frozen=True, eq=False)
class LoadedGame:
    """A game read, linked and computed."""

    game: Game
    ruleset: Ruleset
    library: Library
    house: Mapping[str, Option]
    table: Table | None
    """None where the rules have mistakes, so that nothing can be computed."""


Stamp = tuple[tuple[str, int, int], ...]
"""The files of a ruleset, each with its time of change and its size."""


@dataclass
class Shelf:
    """Rulesets kept from one build to the next, for as long as none of their files changes."""

    kept: dict[Path, tuple[Stamp, Ruleset, Diagnostics]] = field(default_factory=dict)

    def load(self, folder: Path, root: Path, diagnostics: Diagnostics) -> Ruleset | None:
        """The ruleset in a folder, with the diagnostics of its own files."""
        stamp = tuple(_stamps(folder))
        if folder not in self.kept or self.kept[folder][0] != stamp:
            own = Diagnostics()
            found = load(folder, root, own)
            if found is None:
                diagnostics.extend(own)
                return None
            self.kept[folder] = (stamp, found, own)
        _, ruleset, told = self.kept[folder]
        diagnostics.extend(told)
        return ruleset


def _stamps(folder: Path) -> Iterator[tuple[str, int, int]]:
    for path in sorted(folder.rglob("*.y*ml")):
        if "campaign" not in path.relative_to(folder).parts[:1] and path.is_file():
            status = path.stat()
            yield str(path), status.st_mtime_ns, status.st_size


def load_game(game: Game, project: Project, diagnostics: Diagnostics, shelf: Shelf | None = None) -> LoadedGame | None:
    """Read, parse, validate, link and derive one game; None where the ruleset cannot be used at all."""
    ruleset = (shelf or Shelf()).load(game.folder, display_root(game.folder, project), diagnostics)
    if ruleset is None:
        return None
    written = read_campaign(game, project, ruleset, diagnostics)
    library = link(ruleset, written, diagnostics)
    house = chosen_house_rules(game, ruleset, diagnostics)
    table = derive(ruleset, library, house, diagnostics) if ruleset.sound else None
    return LoadedGame(game, ruleset, library, house, table)


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
            diagnostics.error("unknown-house-rule", message, place.key_span, hint)
            continue
        option = ruling.option(value)
        if option is None:
            options = ", ".join(str(known) for known in ruling.options)
            message = f"`{value}` is not an option of {ruling.name}"
            diagnostics.error("unknown-house-rule", message, place.span, f"its options are {options}")
            continue
        house[ruling.name] = option
    return house
