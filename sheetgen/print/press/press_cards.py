"""A deck for a printing house: every face a page at the size of a card and its bleed, or a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sheetgen.blocks import EntryView
from sheetgen.print.cards.card_page import card_job
from sheetgen.print.cards.decks import CardFace, card_pages, copy_numbers, distinct, lots_of, set_back, set_cards
from sheetgen.print.cards.impose import CardPages, Imposition, PlacedPage, SheetSide, sheets
from sheetgen.print.cards.shape import CardShape
from sheetgen.print.engine.job import JobResult
from sheetgen.print.engine.run_jobs import keyed, missing_glyphs, set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.paper import INCH, CardFormat, CardGrid
from sheetgen.print.pdf.postprocess import saved
from sheetgen.print.press.pdfx import coarse_pictures, press_ready
from sheetgen.print.press.profiles import CardProfile
from sheetgen.print.rasterise import DPI, pixels
from sheetgen.print.style import PrintResult, PrintStyle

SAFE = 3.3
"""White below the lowest text of a card, in mm: printers cut that much off by mistake, an eighth of an inch."""


def print_press_cards(
    session: PrintSession,
    entries: Sequence[tuple[EntryView, int]],
    style: PrintStyle,
    card: CardFormat,
    profile: CardProfile,
    pictures: bool = False,
) -> PrintResult:
    """Every entry as many times as its number says, front and back, as the printer asks for them.

    One PDF/X-1a:2003 in four inks, or PDF/X-4 where the profile has one of a printing condition, or with `pictures` a
    PNG of each face. A card without text on its back gets the game's. Raises DoesNotFitError, EngineError, and
    PrintError for what cannot be printed in inks.
    """
    grid, shape = profile.grid(card), CardShape(card, profile.bleed, SAFE)
    views = distinct(entries)
    lots = lots_of(views, ())
    jobs = keyed([card_job(lot, style, shape) for lot in lots], style.folders)
    lots, done = set_cards(session, views, lots, jobs, style, shape, lambda *_: None)
    pieces, faces = card_pages(entries, [view for lot in lots for view in lot], done, "long")
    extras = [set_back(style, shape), copy_numbers(style, shape, max((n for _, n in entries), default=1))]
    done += set_jobs(session, extras, style.folders)
    faces.append(CardFace(len(done) - 2, 0))
    pieces = [replace(p, back=len(faces) - 1) if p.back is None else p for p in pieces]
    laid = _in_order(sheets(pieces, grid, "long", (0.0, 0.0), style.words), profile)
    table = _laid(grid, laid, faces, done)
    warnings = [*missing_glyphs((view.name, view) for view in views), *_coarse(table, laid)]
    choice = f"{len(laid)} faces of {card.size} and {profile.bleed:g} mm bleed for {profile.title}"
    if pictures:
        size = round(grid.width / INCH * DPI), round(grid.height / INCH * DPI)
        files = zip(_names(entries, pieces, laid), pixels(saved(table.pdf), size), strict=True)
        return PrintResult(b"", len(laid), tuple(warnings), f"{choice}, {size[0]} × {size[1]} pixels", tuple(files))
    pdf = press_ready(table.pdf, profile.bleed, f"{style.theme.title}: cards", profile=profile.icc)
    return PrintResult(pdf, len(laid), tuple(warnings), f"{choice}, {profile.standard}")


def _in_order(laid: Sequence[SheetSide], profile: CardProfile) -> list[SheetSide]:
    """Fronts and backs, the face first that the printer wants first."""
    return sorted(laid, key=lambda side: (side.number, side.back == (profile.order == "front")))


def _laid(
    grid: CardGrid, laid: Sequence[SheetSide], faces: Sequence[CardFace], done: Sequence[JobResult]
) -> Imposition:
    """A page for each face, with the number of its copy."""
    table = Imposition(grid, grid.bleed, marks=False)
    sources = [table.add(fitted.pdf) for fitted in done]
    for side in laid:
        (place,) = side.places
        face = faces[place.page]
        drawn = [PlacedPage(sources[face.source], face.page, table.face(place), place.title)]
        if place.stamp is not None:
            drawn.append(PlacedPage(sources[-1], place.stamp, table.at(grid.bleed, grid.bleed)))
        table.page(drawn, side)
    return table


def _coarse(table: Imposition, laid: Sequence[SheetSide]) -> list[str]:
    return [
        f"{laid[page].places[0].title}: its picture has {dots} dots an inch, and printers ask for {DPI}"
        for page, dots in coarse_pictures(table.pdf, DPI)
    ]


def _names(
    entries: Sequence[tuple[EntryView, int]], pieces: Sequence[CardPages], laid: Sequence[SheetSide]
) -> list[str]:
    """The files of the faces, in the order of the deck."""
    ids = {entry.name: entry.id for entry, _ in entries}
    digits = len(str(len(pieces)))
    return [
        f"{side.number:0{digits}}-{ids[pieces[side.number - 1].title]}-{'back' if side.back else 'front'}.png"
        for side in laid
    ]
