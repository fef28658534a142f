"""`sheet` and `cards`: what is printed."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.cli.app import Misuse
from sheetgen.cli.print_options import print_command
from sheetgen.cli.print_run import printed

if TYPE_CHECKING:
    pass

FARTHEST = 50
"""Backs are not moved by more than so many mm."""


@print_command("sheet")
def sheet(
    identities: tuple[str, ...], path: Path, language: str, output: Path | None, layout: Any, blank: bool,
    fillable: bool, paper: str | None, ink: bool, player: bool,
) -> None:  # fmt: skip
    """Print character sheets, several in one PDF; without ids, all of the campaign.

    \b
    sheetgen sheet aiko-tanemura
    sheetgen sheet --blank --ink
    sheetgen sheet --fillable --paper Letter -o forms.pdf
    sheetgen sheet --layout digest
    """
    from sheetgen.cli.select import chosen, chosen_kind
    from sheetgen.model.ruleset.kinds import has_sheet
    from sheetgen.print.jobs import print_sheets
    from sheetgen.print.plan.entry_prints import blank_sheet, generated_of, printable, script_of_form
    from sheetgen.print.plan.print_job import style_of

    end = ("" if layout == "full" else f"-{layout}") + ("-form" if fillable else "")
    if blank:
        project, game, kind = chosen_kind(path, identities, player, language)
        style = style_of(game, project, paper or "", ink)
        peers = [view for _, view in printable(game, kind, project.url)]
        job = blank_sheet("", "", game, kind, style, peers, layout, fillable)
        printed(job.run, output or Path(f"blank-sheet{end}.pdf"))
        return
    selection = chosen(path, identities, "", has_sheet, player, language)
    kinds, url = filter(has_sheet, selection.game.entries.kinds()), selection.project.url
    peers = [view for kind in kinds for _, view in printable(selection.game, kind, url)]
    style = style_of(selection.game, selection.project, paper or "", ink)
    views = selection.views
    script = script_of_form(selection.game, selection.pairs) if fillable else None
    generated = generated_of(selection.game, selection.pairs) if fillable else ()

    name = (f"{selection.pairs[0][0].id}-sheet" if len(views) == 1 else "sheets") + end
    printed(
        lambda session: print_sheets(session, views, style, layout, False, fillable, peers, script, generated),
        output or Path(f"{name}.pdf"),
    )


@print_command("cards")
def cards(
    words: tuple[str, ...], path: Path, language: str, output: Path | None, card: str | None, paper: str | None,
    duplex: Any, copies: int, encounter: str | None, offset: str | None, margin: float | None, bleed: float | None,
    corners: float | None, printer: str | None, icc: Path | None, png: bool, ink: bool, player: bool,
) -> None:  # fmt: skip
    """Print stat cards, front and back, imposed on paper with crop marks, or each by itself for a printer.

    A filter is made of ids and of words such as level:2..4, colour:red,blue, -guild:dyers; all of them must hold.

    \b
    sheetgen cards grey-heron paper-moth
    sheetgen cards level:2..4 colour:red --card tarot
    sheetgen cards --encounter lamp-room
    sheetgen cards --corners 3 --bleed 1
    sheetgen cards --press drivethru
    """
    from sheetgen.cli import select
    from sheetgen.cli.for_printers import print_cards_for_printer
    from sheetgen.model.ruleset.kinds import has_card
    from sheetgen.print.errors import PrintError
    from sheetgen.print.jobs import print_cards
    from sheetgen.print.paper import card_format
    from sheetgen.print.paper import paper as paper_of
    from sheetgen.print.plan.print_job import card_of, style_of

    if encounter and words:
        raise Misuse("--encounter chooses the cards by itself", "leave out the filter, or --encounter")
    moved = _offset(offset)
    selection = select.chosen(path, words, encounter or "", has_card, player, language)
    counts = select.copies(selection.game, encounter) if encounter else {}
    views = tuple((view, counts.get(computed.id, 1) * copies) for computed, view in selection.pairs)
    style, own = style_of(selection.game, selection.project, paper or "", ink), card_of(selection.game)
    alone = len(selection.pairs) == 1
    name = f"{encounter}-cards" if encounter else f"{selection.pairs[0][0].id}-card" if alone else "cards"
    if printer is not None or png or icc is not None:
        print_cards_for_printer(views, style, card or own.name, printer or "plain", png, name, icc, output)
        return
    sheet = style.paper
    try:
        size = card_format(card or own.name, own.corner if corners is None else corners)
        sheet = paper_of(sheet.name, sheet.margin if margin is None else margin, moved or sheet.offset)
    except PrintError as error:
        raise Misuse(str(error), "`sheetgen cards --help` names the sizes") from None
    style = replace(style, paper=sheet)
    printed(lambda session: print_cards(session, views, style, size, duplex, bleed), output or Path(f"{name}.pdf"))


def _offset(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        right, down = (float(part) for part in text.split(","))
    except ValueError:
        raise Misuse("--offset takes two numbers of mm", "write it as --offset 0.5,-1") from None
    if not (math.hypot(right, down) <= FARTHEST):
        raise Misuse(f"no printer is off by {text} mm", f"measure it with `sheetgen calibrate`; {FARTHEST} mm at most")
    return right, down
