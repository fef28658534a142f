"""`packet`, `party`, `tents`, `screen`, `quick-reference`, `book` and `calibrate`: papers for the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import nearest_name, opened, sound
from sheetgen.cli.print_options import print_command
from sheetgen.cli.print_run import printed, start_workers

if TYPE_CHECKING:
    from sheetgen.blocks import EntryView
    from sheetgen.model.project import Project
    from sheetgen.print.jobs import PanelText, PrintResult, PrintSession
    from sheetgen.print.plan.fights import Fight
    from sheetgen.print.plan.print_job import Pair
    from sheetgen.print.style import PrintStyle
    from sheetgen.site.games import SiteGame
    from sheetgen.site.screen_panels import Paper
    from sheetgen.text.diagnostics import Diagnostics


@print_command("packet")
def packet(
    encounter: str, path: Path, language: str, output: Path | None, card: str | None, paper: str | None, ink: bool
) -> None:
    """Print all that an encounter needs: turn order, a tracker for everybody, cards, the rules in use.

    \b
    sheetgen packet lamp-room
    sheetgen packet lamp-room --card tarot --paper Letter
    sheetgen packet lamp-room --card none --ink
    """
    from sheetgen.print.errors import PrintError
    from sheetgen.print.paper import card_format
    from sheetgen.print.plan.print_job import card_of

    encounter_fight, game, style = _fight(encounter, path, language, paper, ink)
    own = card_of(game)
    try:
        size = None if card == "none" else card_format(card or own.name, own.corner)
    except PrintError as error:
        raise Misuse(str(error), "`sheetgen cards --help` names the sizes") from None
    printed(
        lambda session: encounter_fight.packet(session, style, size),
        output or Path(f"{encounter_fight.view.id}-packet.pdf"),
    )


@print_command("tents")
def tents(encounter: str, path: Path, language: str, output: Path | None, paper: str | None, ink: bool) -> None:
    """Print a tent for everybody in an encounter, in turn order, to fold over the edge of a screen.

    \b
    sheetgen tents lamp-room
    sheetgen tents lamp-room --paper Letter -o tents.pdf
    """
    encounter_fight, _, style = _fight(encounter, path, language, paper, ink)
    printed(
        lambda session: encounter_fight.tents(session, style), output or Path(f"{encounter_fight.view.id}-tents.pdf")
    )


@print_command("party")
def party(
    identities: tuple[str, ...], path: Path, language: str, ruleset: str, output: Path | None, paper: str | None,
    ink: bool, player: bool,
) -> None:  # fmt: skip
    """Print the characters at a glance, one strip each; without ids, all of the campaign.

    \b
    sheetgen party
    sheetgen party aiko-tanemura bas-okoro --paper Letter
    """
    from sheetgen.print.jobs import print_party
    from sheetgen.print.plan import entry_prints
    from sheetgen.print.plan.print_job import style_of

    project, games, _ = _games(path, language, ruleset, player, identities)
    parties = ((game, entry_prints.party(game, project.url)) for game in games)
    game, views = _chosen_party(parties, identities)
    style = style_of(game, project, paper or "", ink)
    printed(lambda session: print_party(session, views, style), output or Path("party.pdf"))


def _chosen_party(
    parties: Iterable[tuple[SiteGame, Sequence[Pair]]], identities: Sequence[str]
) -> tuple[SiteGame, list[EntryView]]:
    """The first game that has all of these characters, or any where none is named."""
    from sheetgen.cli.select import nothing_to_print
    from sheetgen.model.ruleset.kinds import has_sheet

    known: list[str] = []
    kinds: list[str] = []
    for game, pairs in parties:
        known += [computed.id for computed, _ in pairs]
        kinds += [kind.id for kind in filter(has_sheet, game.ruleset.kinds.values())]
        views = {computed.id: view for computed, view in pairs}
        if views and all(identity in views for identity in identities):
            return game, [views[identity] for identity in identities] or list(views.values())
    if not known:
        raise nothing_to_print(kinds)
    wrong = next((identity for identity in identities if identity not in known), "")
    if not wrong:
        raise Misuse("these characters play different games", "name characters of one game")
    raise Misuse(f"there is no sheet for `{wrong}`", nearest_name(wrong, known) or f"there are {', '.join(known)}")


@print_command("screen")
def screen(path: Path, language: str, ruleset: str, output: Path | None, paper: str | None, ink: bool) -> None:
    """Print the game master's screen: the tables and lists that the ruleset names for it, on landscape panels.

    \b
    sheetgen screen
    sheetgen screen --ruleset GAME --paper Letter
    """
    from sheetgen.print.jobs import print_screen
    from sheetgen.print.plan.print_job import style_of
    from sheetgen.print.plan.screens import screen_title

    project, game, panels = _panels(path, language, ruleset, "screen")
    if not panels:
        raise ContentError(f"{game.title} has no tables or lists for a screen")
    style = style_of(game, project, paper or "", ink)
    printed(lambda session: print_screen(session, screen_title(game), panels, style), output or Path("screen.pdf"))


@print_command("quick-reference")
def quick_reference(path: Path, language: str, ruleset: str, output: Path | None, paper: str | None, ink: bool) -> None:
    """Print the quick reference: what everybody looks up every round, on one page.

    \b
    sheetgen quick-reference
    sheetgen quick-reference --ruleset GAME --paper A5
    """
    from sheetgen.print.jobs import print_quick_reference
    from sheetgen.print.plan.print_job import style_of
    from sheetgen.print.plan.screens import quick_reference_title

    project, game, panels = _panels(path, language, ruleset, "quick_reference")
    if not panels:
        raise ContentError(f"{game.title} names nothing under `quick_reference`, which says what stands on one")
    style, title = style_of(game, project, paper or "", ink), quick_reference_title(game)
    printed(lambda session: print_quick_reference(session, title, panels, style), output or Path("quick-reference.pdf"))


def _panels(path: Path, language: str, ruleset: str, name: Paper) -> tuple[Project, SiteGame, list[PanelText]]:
    """The first game of a project, and the panels that it asks for."""
    from sheetgen.print.plan.panels import panels_of
    from sheetgen.site.screen_panels import asked_panels

    project, games, diagnostics = _games(path, language, ruleset)
    game = next(games)
    return project, game, panels_of(game, sound(asked_panels(game, name, diagnostics), diagnostics))


@print_command("book")
def book(
    path: Path, language: str, ruleset: str, campaign: bool, output: Path | None, paper: str | None,
    printer: str | None, icc: Path | None, spine: float | None, ink: bool, player: bool,
) -> None:  # fmt: skip
    """Print the rulebook: contents, chapters, the rulebook's own entries, rulings, an index.

    With --press its pages and its cover come as a printer wants them, in a ZIP archive.

    \b
    sheetgen book
    sheetgen book --ruleset GAME --paper A5 -o rules.pdf
    sheetgen book --campaign
    sheetgen book --press kdp --paper A5
    """
    from sheetgen.cli.for_printers import print_book_for_printer
    from sheetgen.print.plan.print_job import style_of
    from sheetgen.print.plan.rulebook import Rulebook

    start_workers()
    project, games, diagnostics = _games(path, language, ruleset, player)
    game = next(games)
    if not game.chapters:
        raise ContentError(f"{game.title} has no chapters to make a book of")
    rules, style = Rulebook(game, project.url, campaign), style_of(game, project, paper or "", ink)

    def run(session: PrintSession) -> PrintResult:
        return rules.printed(session, style, lambda: sound(rules, diagnostics))

    if printer is not None or spine is not None or icc is not None:
        print_book_for_printer(rules, run, style, printer or "plain", spine, icc, output)
    else:
        printed(run, output or Path("rulebook.pdf"))


@print_command("calibrate")
def calibrate(path: Path, language: str, output: Path | None, paper: str | None, duplex: Any) -> None:
    """Print a page that shows by how much your printer's backs are off, for `sheetgen cards --offset`.

    \b
    sheetgen calibrate
    sheetgen calibrate --paper Letter --duplex short
    """
    from sheetgen.print.jobs import print_calibration
    from sheetgen.print.plan.print_job import style_of

    project, games, _ = _games(path, language, "")
    style = style_of(next(games), project, paper or "")
    printed(lambda session: print_calibration(session, style, duplex), output or Path("calibration.pdf"))


def _games(
    path: Path, language: str, ruleset: str, player: bool = False, words: Sequence[str] = ()
) -> tuple[Project, Iterator[SiteGame], Diagnostics]:
    """The games of a project, at least one, each without mistakes as it is asked for; with `ruleset`, only that."""
    from sheetgen.model.game_names import written_setting

    project, games, diagnostics = opened(path, player, words, ruleset, language)
    first = next(games, None)
    if first is not None:
        return project, chain([first], games), diagnostics
    if not project.games:
        raise ContentError("this project has no game that can be printed")
    known = [written_setting(game, "id") for game in project.games]
    hint = nearest_name(ruleset, known) or f"choose one of {', '.join(known)}"
    raise Misuse(f"this project has no game `{ruleset}`", hint)


def _fight(
    encounter: str, path: Path, language: str, paper: str | None, ink: bool
) -> tuple[Fight, SiteGame, PrintStyle]:
    """An encounter of any game of a project, with how it is printed."""
    from sheetgen.print.plan.fights import fight, is_encounter
    from sheetgen.print.plan.print_job import style_of

    project, games, diagnostics = _games(path, language, "", words=[encounter.rpartition(":")[2]])
    known: list[str] = []
    for game in games:
        for computed in (computed for computed in game.entries.by_key.values() if is_encounter(computed.entry.kind)):
            known.append(computed.id)
            if encounter in (computed.id, f"{computed.entry.kind.id}:{computed.id}"):
                chosen = fight(game, computed, project.url)
                sound(project, diagnostics)
                if chosen is None:
                    raise ContentError(f"no entry takes part in `{encounter}`")
                return chosen, game, style_of(game, project, paper or "", ink)
    step = nearest_name(encounter, known) or (f"its encounters are {', '.join(known)}" if known else "")
    raise Misuse(f"there is no encounter `{encounter}`", step)
