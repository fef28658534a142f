"""Sheets of several entries in one PDF: every block where it stands on all sheets of its kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from sheetgen.blocks import EntryView
from sheetgen.print.engine.run_jobs import keyed, missing_glyphs, set_in_turn
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.pdf.fields import fields_of
from sheetgen.print.pdf.merging import JoinedPdf
from sheetgen.print.pdf.postprocess import touched
from sheetgen.print.sheets import blank_form
from sheetgen.print.sheets.half_page import digested
from sheetgen.print.sheets.kind_tables import alike
from sheetgen.print.sheets.sheet_css import ONE, Layout, Mode
from sheetgen.print.sheets.sheet_job import LOT, sheet_jobs
from sheetgen.print.sheets.sheet_page import SheetPage, blank_in_places, in_places, narrow_places
from sheetgen.print.sheets.shorter_sheets import shortened, shortening_warnings
from sheetgen.print.sizes import FLOOR, SMALLEST
from sheetgen.print.style import PrintResult, PrintStyle

if TYPE_CHECKING:
    from sheetgen.model.form_scripts import FormScript


def print_sheets(
    session: PrintSession,
    entries: Sequence[EntryView],
    style: PrintStyle,
    layout: Layout = "full",
    blank: bool = False,
    fillable: bool = False,
    peers: Sequence[EntryView] = (),
    script: FormScript | None = None,
    generated: Sequence[EntryView] = (),
) -> PrintResult:
    """Character sheets in one PDF with bookmarks, tagged for screen readers.

    `layout` is `full` (a play page and the reference), `one-page`, `large-print` (body of 14 points), or `digest` (what
    a game master needs of each, two on a page). `blank` makes one empty sheet for the kind of the entries, which are
    generated ones; `fillable` one with form fields, prefilled unless blank. `peers` are entries of the kind, these or
    others: what is the same for all is taken for the rules' own. `script` is what a form computes, `generated` are
    entries with tables and lists that a form has places for, and the peers of the only entry of a kind. One page that
    has no room for what play needs is shortened, and a warning tells so. Raises DoesNotFitError, EngineError.
    """
    if len(entries) > LOT:
        # Columns that all have in common are reckoned first, which takes as long as engines need to start.
        session.workers.start(session.workers.count)
    others = [peer for peer in peers if peer not in entries]
    others += beside_single([*entries, *others], generated)
    if layout == "digest" and not blank:
        entries, others = (list(map(digested, views)) for views in (entries, others))
    sheets = SheetSet(entries, others, style, layout, blank, fillable, generated)
    shorter = [*map(shortened, sheets.pages())]
    pages = [sheet.page for sheet in shorter]
    least = pages[0].least if pages[0].least > FLOOR else SMALLEST
    fields = fields_of([(page.entry, page.form) for page in pages], least, script) if fillable else None
    with _set(session, pages, style, layout).whole() as whole:
        pdf, count = touched(whole, style, sheets.title(), fields), len(whole.pages)
    warnings = (
        *missing_glyphs((view.name, view) for view in sheets.views),
        *narrow_places(pages),
        *shortening_warnings(shorter),
    )
    return PrintResult(pdf, count, warnings, _choice(layout, sheets.mode, count))


@dataclass(frozen=True)
class SheetSet:
    """The sheets of entries, as they were asked for; `others` and `generated` ones are of their kinds, not printed."""

    entries: Sequence[EntryView]
    others: Sequence[EntryView]
    style: PrintStyle
    layout: Layout
    blank: bool
    fillable: bool
    generated: Sequence[EntryView] = ()

    @property
    def mode(self) -> Mode:
        """How the sheets are used: read, written on, or filled in on a screen."""
        return "form" if self.fillable else "blank" if self.blank else "filled"

    @property
    def views(self) -> list[EntryView]:
        """What is set of the entries: a single empty one of a blank, with room to write in of a form."""
        return [view for view, _ in self._written]

    @cached_property
    def _written(self) -> list[tuple[EntryView, frozenset[str]]]:
        """What is set, each with the ids of those of its blocks that are the rules' own."""
        if self.blank:
            empty, own = blank_form.blank(self.entries, blank_form.kept(self._of_kind(self.entries[0].kind)))
            empty = digested(empty) if self.layout == "digest" else empty
            return [(blank_form.roomy(empty, own, {}) if self.fillable else empty, own)]
        kinds = {kind: self._of_kind(kind) for kind in dict.fromkeys(entry.kind for entry in self.entries)}
        kept = {kind: blank_form.kept(entries) for kind, entries in kinds.items()}
        if not self.fillable:
            return [(entry, kept[entry.kind]) for entry in self.entries]
        shared = {kind: blank_form.common(entries) for kind, entries in kinds.items()}
        printed = {kind: kept[kind].union(blank_form.reckoned(kinds[kind]), shared[kind]) for kind in kinds}
        return [
            (blank_form.roomy(entry, printed[entry.kind], shared[entry.kind]), printed[entry.kind])
            for entry in (blank_form.completed(entry, self.generated) for entry in self.entries)
        ]

    def _of_kind(self, kind: str) -> list[EntryView]:
        """All entries of a kind that are known."""
        return [entry for entry in (*self.entries, *self.others) if entry.kind == kind]

    def pages(self) -> list[SheetPage]:
        """The sheets with the places that every block has on all of its kind."""
        views, count = self.views, len(self.views)
        alone = [
            SheetPage(view, self.style, self.layout, self.mode, form_prefix(view.id, count), own)
            for view, own in self._written
        ]
        if self.blank:
            filled = alike([*self.entries, *self.others])
            return [blank_in_places(page, filled) for page in alone]
        if self.fillable:
            return in_places(alone, self.others)
        every = alike([*views, *self.others])
        pages = [replace(page, entry=view) for page, view in zip(alone, every[:count], strict=True)]
        pages = in_places(pages, every[count:])
        if self.layout not in ONE:
            return pages
        # What has to fit is set by itself where columns and places of its whole kind take too much room.
        by_itself = [replace(page, entry=alike([page.entry])[0]) for page in alone]
        return [page.settled(own) for page, own in zip(pages, by_itself, strict=True)]

    def title(self) -> str:
        """The title of the document."""
        words, game = self.style.words, self.style.theme.title
        if self.blank:
            return words("{game}: {thing} sheet", game=game, thing=words.noun(self.views[0].kind_title))
        several = words("{game}: {n} sheets", game=game, n=len(self.views))
        return self.views[0].name if len(self.views) == 1 else several


def beside_single(known: Sequence[EntryView], generated: Sequence[EntryView]) -> list[EntryView]:
    """Generated entries of each kind of which a single one is known: by it alone the rules' own is not told."""
    counts = Counter(view.kind for view in known)
    return [view for view in generated if counts[view.kind] == 1]


def form_prefix(identity: str, count: int) -> str:
    """The beginning of the names of an entry's fields in a form of so many sheets."""
    return f"{identity} " if count > 1 else ""


def advised(error: DoesNotFitError, pages: Sequence[SheetPage]) -> DoesNotFitError:
    """The same error with the advice of the sheet that does not fit."""
    return error.advising(next(page for page in pages if page.entry.id == error.entry_id).advice())


def _set(session: PrintSession, pages: Sequence[SheetPage], style: PrintStyle, layout: Layout) -> JoinedPdf:
    """The sheets as the engine sets them, one behind the other. Raises DoesNotFitError with advice, EngineError."""
    runs = [(own, [*run]) for own, run in groupby(pages, key=lambda page: page.layout)]
    jobs = keyed([job for own, run in runs for job in sheet_jobs(run, style, own)], style.folders)
    parts = JoinedPdf(layout == "large-print")
    try:
        set_in_turn(session, jobs, lambda fitted: parts.add(fitted.pdf))
    except DoesNotFitError as error:
        raise advised(error, pages) from None
    return parts


def _choice(layout: Layout, mode: Mode, pages: int) -> str:
    what = {"filled": "filled", "blank": "blank", "form": "to fill in on a screen"}[mode]
    return f"{layout} layout, {what}, {pages} page{'s' if pages != 1 else ''}"
