"""One game of a project, read, linked and computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sheetgen.languages.program_words import SOURCE, Words
from sheetgen.model.campaign_entries import read_campaign
from sheetgen.model.derive import ComputedEntries, derive
from sheetgen.model.entries import Entry
from sheetgen.model.entry_validation import validated_entry
from sheetgen.model.library import Library, Line, link, validated
from sheetgen.model.players_edition import public_library, unseen
from sheetgen.model.project import Game, Project, display_root
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.hidden_kinds import HIDDEN
from sheetgen.model.ruleset.kept_rulesets import load_kept
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.versions import Asked, check_version
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.model.unread_files import check_house_rules, check_ruleset
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, did_you_mean


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
    unknown_names: tuple[str, ...] = ()
    """What visible entries are called as well, and players do not know."""
    unseen: tuple[Diagnostic, ...] = ()
    """What players do not see, in a player's edition."""

    @property
    def words(self) -> Words:
        """What the program says on its pages and prints."""
        return self.ruleset.words


def says_of_ruleset(game: Game) -> tuple[tuple[int, str], ...]:
    """What decides the ruleset of a game beside its files: the lines, with the number of the first, in which its
    campaign leaves something out or hides it."""
    places = [game.place.at(name) for name in ("without", HIDDEN)] if game.place else []
    return tuple(_lines(place) for place in places if place.data)


def _lines(place: YamlPlace) -> tuple[int, str]:
    file, value = place.span.file, place.span
    first, last = place.key_span.line, file.position(value.end)[0]
    return first, "\n".join(map(file.line, range(first, last + 1)))


def load_ruleset(game: Game, project: Project, diagnostics: Diagnostics) -> Ruleset | None:
    """The ruleset of a game in the language that its campaign asks for, else in its own, else in that of the site."""
    return load_kept(
        game.folder,
        display_root(game.folder, project),
        diagnostics,
        layers=game.layers,
        language=game.spoken,
        otherwise=project.language or SOURCE,
        hidden=game.hidden,
        beside=says_of_ruleset(game),
    )


class Steps:
    """The steps from the files of a game to computed entries; others may take what an earlier build made."""

    def ruleset(self, game: Game, project: Project, diagnostics: Diagnostics) -> Ruleset | None:
        """The ruleset of a game; None where it cannot be used at all."""
        return load_ruleset(game, project, diagnostics)

    def campaign(self, game: Game, project: Project, ruleset: Ruleset, diagnostics: Diagnostics) -> list[WrittenEntry]:
        """The entries of a campaign as written."""
        return read_campaign(game, project, ruleset, diagnostics)

    def library(self, ruleset: Ruleset, campaign: Sequence[WrittenEntry], diagnostics: Diagnostics) -> Library:
        """The valid entries of rulebook and campaign."""
        return link(ruleset, campaign, diagnostics)

    def public(self, library: Library) -> Library:
        """The entries that players may see."""
        return public_library(library)

    def computed(
        self, ruleset: Ruleset, library: Library, house: Mapping[str, Option], diagnostics: Diagnostics
    ) -> ComputedEntries:
        """Every entry with what follows from it."""
        return derive(ruleset, library, house, diagnostics)


@dataclass(frozen=True)
class StepsTo(Steps):
    """The steps to the entries of an id, as `Library.find` takes it: no others are computed.

    Nor are others validated, but for what these extend and refer to, unless none has the id, so that it may be a name.
    """

    identity: str

    def library(self, ruleset: Ruleset, campaign: Sequence[WrittenEntry], diagnostics: Diagnostics) -> Library:
        """The valid ones of the entries, and of those that they extend and refer to, near and far."""
        return link(ruleset, campaign, diagnostics, self._validated, whole=False)

    def _validated(
        self, ruleset: Ruleset, lines: Mapping[tuple[str, str], Line], diagnostics: Diagnostics
    ) -> Iterable[Entry | None]:
        kind, colon, name = self.identity.rpartition(":")
        left = [key for key in lines if key[1] == name and (not colon or key[0] == kind)]
        if not left:
            return validated(ruleset, lines, diagnostics)
        valid: dict[tuple[str, str], Entry | None] = {}
        while left:
            key = left.pop()
            if key in lines and key not in valid:
                entry = valid[key] = validated_entry(ruleset, *lines[key], diagnostics)
                left += ((written.kind, written.id) for written in lines[key][0])
                left += entry.targets if entry else ()
        return (valid.get(key) for key in lines)

    def computed(
        self, ruleset: Ruleset, library: Library, house: Mapping[str, Option], diagnostics: Diagnostics
    ) -> ComputedEntries:
        """The entries of the id, and what they refer to, with what follows from them."""
        asked = [(entry.kind.id, entry.id) for entry in library.find(self.identity)]
        return derive(ruleset, library, house, diagnostics, asked=asked)


def load_game(
    game: Game, project: Project, diagnostics: Diagnostics, steps: Steps | None = None, player: bool = False
) -> LoadedGame | None:
    """Read, parse, validate, link and derive one game; None where the ruleset cannot be used at all.

    For a `player` it has only what players may see.
    """
    steps = steps or Steps()
    ruleset = steps.ruleset(game, project, diagnostics)
    if ruleset is None:
        return None
    for layer in game.layers:
        check = check_house_rules if layer.sort in ("campaign", "language") else check_ruleset
        check(layer.folder, layer.root, diagnostics)
    if game.settings and game.place:
        asked, at = Asked.of(game.settings.ruleset), game.place.at("ruleset").span
        check_version(ruleset.title, ruleset.model.version, asked, at, diagnostics)
    written = steps.campaign(game, project, ruleset, diagnostics)
    library = whole = steps.library(ruleset, written, diagnostics)
    if player:
        library = steps.public(whole)
    house = chosen_house_rules(game, ruleset, diagnostics)
    table = steps.computed(ruleset, library, house, diagnostics) if ruleset.sound else None
    hidden = tuple(entry for key, entry in whole.entries.items() if key not in library.entries)
    if not player:
        return LoadedGame(game, ruleset, library, house, table, hidden)
    aliases = (
        alias
        for key, entry in library.entries.items()
        for alias in whole.entries[key].fields["aliases"]
        if "aliases" in entry.unknown.fields
    )
    return LoadedGame(game, ruleset, library, house, table, hidden, tuple(aliases), tuple(unseen(whole, library)))


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
            given = "nothing" if value is None else f"`{value}`"
            message = f"{given} is not an option of {ruling.name}"
            hint = f"its options are {options}"
            diagnostics.error("unknown-house-rule", message, place.span, hint, missed=(ruling.name, str(value)))
            continue
        house[ruling.name] = option
    return house
