"""The printing functions for the rest of sheetgen: cards, sheets, handouts.

Every function takes a `PrintSession` (warm workers and a cache), entries as views, and a `PrintStyle`, and gives a
`PrintResult`. Mistakes are exceptions of `errors`, whose text is for users.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from sheetgen.blocks import EntryView
from sheetgen.print.books.books import Chapter, bookable, print_book
from sheetgen.print.books.indexing import IndexTerm
from sheetgen.print.books.panel_pages import PanelText, print_quick_reference, print_screen
from sheetgen.print.cards.decks import print_calibration, print_cards
from sheetgen.print.engine.run_jobs import keyed, missing_glyphs, set_in_turn
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.fighters import FightMember
from sheetgen.print.odds_tables import AttackLines, OddsTable, PacketOdds
from sheetgen.print.packets import RuleText, print_packet
from sheetgen.print.party import print_party
from sheetgen.print.pdf.fields import fields_of
from sheetgen.print.pdf.merging import JoinedPdf
from sheetgen.print.pdf.postprocess import touched
from sheetgen.print.sheets import blank_form
from sheetgen.print.sheets.half_page import digested
from sheetgen.print.sheets.kind_tables import alike
from sheetgen.print.sheets.sheet_css import ONE, Layout, Mode
from sheetgen.print.sheets.sheet_job import LOT, sheet_jobs
from sheetgen.print.sheets.sheet_layout import NOWHERE
from sheetgen.print.sheets.sheet_page import SheetPage, blank_in_places, in_places, narrow_places
from sheetgen.print.sizes import FLOOR, SMALLEST
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.tents import print_tents

if TYPE_CHECKING:
    from sheetgen.model.form_scripts import FormScript

__all__ = [
    "AttackLines",
    "Chapter",
    "FightMember",
    "IndexTerm",
    "OddsTable",
    "PacketOdds",
    "PanelText",
    "PrintResult",
    "PrintSession",
    "PrintStyle",
    "RuleText",
    "bookable",
    "print_book",
    "print_calibration",
    "print_cards",
    "print_packet",
    "print_party",
    "print_quick_reference",
    "print_screen",
    "print_sheets",
    "print_tents",
]


def print_sheets(
    session: PrintSession,
    entries: Sequence[EntryView],
    style: PrintStyle,
    layout: Layout = "full",
    blank: bool = False,
    fillable: bool = False,
    peers: Sequence[EntryView] = (),
    script: FormScript | None = None,
) -> PrintResult:
    """Character sheets in one PDF with bookmarks, tagged for screen readers.

    `layout` is `full` (a play page and the reference), `one-page`, `large-print` (body of 14 points), or `digest` (what
    a game master needs of each, two on a page). `blank` makes one empty sheet for the kind of the entries, which are
    generated ones; `fillable` one with form fields, prefilled unless blank. `peers` are further entries of the kind:
    what is the same for all is taken for the rules' own. `script` is what a form computes. One page that has no room
    for what play needs has what a digest has, and a warning tells so. Raises DoesNotFitError, EngineError.
    """
    if len(entries) > LOT:
        # Columns that all have in common are reckoned first, which takes as long as engines need to start.
        session.workers.start(session.workers.count)
    if layout == "digest":
        entries, peers = (list(map(digested, views)) for views in (entries, peers))
    own = blank_form.kept([*entries, *(p for p in peers if p not in entries)])
    mode: Mode = "form" if fillable else "blank" if blank else "filled"
    shared = blank_form.common([*entries, *peers]) if fillable and not blank else {}
    views = list(entries)
    if blank:
        empty, own = blank_form.blank(entries, own)
        views = [empty]
    elif fillable:
        own = own.union(blank_form.reckoned(entries), shared)
    if fillable:
        views = [blank_form.roomy(view, own, shared) for view in views]
    others = [peer for peer in peers if peer not in entries]
    alone = [SheetPage(v, style, layout, mode, form_prefix(v.id, len(views)), own) for v in views]
    if mode == "filled":
        every = alike([*views, *others])
        views, others = every[: len(views)], every[len(views) :]
    pages = [replace(page, entry=view) for page, view in zip(alone, views, strict=True)]
    pages = [blank_in_places(p, alike([*entries, *others])) for p in pages] if blank else in_places(pages, others)
    if layout in ONE and mode == "filled":
        # What has to fit is set by itself where columns and places of its whole kind take too much room.
        by_itself = [replace(page, entry=alike([page.entry])[0]) for page in alone]
        pages = [page.settled(own) for page, own in zip(pages, by_itself, strict=True)]
    shortens = layout == "one-page" and mode == "filled"
    digests = {n: _digest_of(page) for n, page in enumerate(pages) if shortens and not page.fits}
    pages = [digests.get(n, page) for n, page in enumerate(pages)]
    title = _title(views, style, blank)
    runs = [(own, [*run]) for own, run in groupby(pages, key=lambda page: page.layout)]
    jobs = keyed([job for own, run in runs for job in sheet_jobs(run, style, own)], style.folders)
    parts = JoinedPdf(layout == "large-print")
    try:
        set_in_turn(session, jobs, lambda fitted: parts.add(fitted.pdf))
    except DoesNotFitError as error:
        raise advised(error, pages) from None
    least = pages[0].least if pages[0].least > FLOOR else SMALLEST
    known = fields_of([(page.entry, page.form) for page in pages], least, script) if fillable else None
    with parts.whole() as whole:
        pdf, count = touched(whole, style, title, known), len(whole.pages)
    warnings = (
        *missing_glyphs((view.name, view) for view in views),
        *narrow_places(pages),
        *_digest_warning(digests.values()),
    )
    return PrintResult(pdf, count, warnings, _choice(layout, mode, count))


def form_prefix(identity: str, count: int) -> str:
    """The beginning of the names of an entry's fields in a form of so many sheets."""
    return f"{identity} " if count > 1 else ""


def advised(error: DoesNotFitError, pages: Sequence[SheetPage]) -> DoesNotFitError:
    """The same error with the advice of the sheet that does not fit."""
    return error.advising(next(page for page in pages if page.entry.id == error.entry_id).advice())


def _digest_of(page: SheetPage) -> SheetPage:
    """What a digest has of an entry, on a page of its own."""
    return replace(page, entry=alike([digested(page.entry)])[0], layout="digest", whole=True, places=NOWHERE)


def _digest_warning(digests: Collection[SheetPage]) -> list[str]:
    if not digests:
        return []
    names, paper = ", ".join(page.entry.name for page in digests), next(iter(digests)).style.paper.name
    return [f"what play needs takes more than one page of {paper}, so this is what a digest has: {names}"]


def _title(views: Sequence[EntryView], style: PrintStyle, blank: bool) -> str:
    if blank:
        thing = style.words.noun(views[0].kind_title)
        return style.words("{game}: {thing} sheet", game=style.theme.title, thing=thing)
    several = style.words("{game}: {n} sheets", game=style.theme.title, n=len(views))
    return views[0].name if len(views) == 1 else several


def _choice(layout: Layout, mode: Mode, pages: int) -> str:
    what = {"filled": "filled", "blank": "blank", "form": "to fill in on a screen"}[mode]
    return f"{layout} layout, {what}, {pages} page{'s' if pages != 1 else ''}"
