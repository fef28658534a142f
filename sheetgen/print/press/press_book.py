"""A book for a printing house: its pages with what runs over the cut, and its cover as one sheet."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pikepdf
from pikepdf import Dictionary, Pdf

from sheetgen.print import resources
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.css import resolve, tokens
from sheetgen.print.engine.job import Job, StaticPage, Unit
from sheetgen.print.engine.run_jobs import set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.measure.name_sizes import book_title_size
from sheetgen.print.paper import POINT
from sheetgen.print.press.pdfx import coarse_pictures, press_ready
from sheetgen.print.press.profiles import BookProfile
from sheetgen.print.rasterise import DPI
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.templates import template
from sheetgen.print.text_metrics import metrics

_Span = tuple[float, float]
SAFE = 6.4
"""So far from the edge that is cut, in mm, printers ask for text to stay."""
LAP = 0.2
"""What goes on beyond a page begins so many mm within it, so that no light line is seen where they meet."""
BAND, TITLE_ABOVE, SIDES = 0.58, 12.0, 14.0
"""The part of a cover that its colour takes, the white above its title and beside it; as in `print-cover.css`."""


@dataclass(frozen=True)
class CoverText:
    """What stands on a cover: the title and what is below it, and what the back says of sources and licence."""

    title: str
    subtitle: str = ""
    colophon: str = ""


def print_press_book(
    session: PrintSession, book: PrintResult, cover: CoverText, style: PrintStyle, profile: BookProfile,
    spine: float | None = None,
) -> PrintResult:  # fmt: skip
    """A finished book as two files, its pages and its cover, as a printer asks for them.

    `spine` is the width of the spine in mm, where the printer names another than follows from the number of pages.
    Raises PaperError for a book too thick, EngineError, and PrintError for what cannot be printed in inks.
    """
    pages = profile.count(book.pages)
    width = pages * profile.leaf if spine is None else spine
    title = bool(pages >= profile.titled) if spine is None else spine >= profile.titled * profile.leaf
    interior = _placed(book.pdf, pages, style, profile)
    around = set_jobs(session, [_cover_job(cover, style, profile, width, title)], style.folders)[0]
    warnings = list(book.warnings)
    with pikepdf.open(io.BytesIO(around.pdf)) as sheet:
        for name, pdf in (("page", interior), ("cover", sheet)):
            for number, dots in coarse_pictures(pdf, DPI):
                where = f"page {number + 1}" if name == "page" else "the cover"
                warnings.append(f"{where}: its picture has {dots} dots an inch, and printers ask for {DPI}")
        files = (
            ("interior.pdf", press_ready(interior, profile.bleed, cover.title, profile.standard, profile.icc)),
            ("cover.pdf", press_ready(sheet, profile.bleed, f"{cover.title}: cover", profile.standard, profile.icc)),
        )
    choice = f"{pages} pages of {style.paper.name} for {profile.title}, a spine of {width:.1f} mm, {profile.kept}"
    return PrintResult(b"", pages, tuple(warnings), choice, files)


def _placed(data: bytes, pages: int, style: PrintStyle, profile: BookProfile) -> Pdf:
    """The pages of a book, moved out of its gutter where that is too narrow, and empty ones at its end.

    What is bound in as it is, such as a sheet, is made smaller to clear the gutter.
    """
    paper, bleed, gutter = style.paper, profile.bleed, profile.gutter(pages)
    moved = max(0.0, gutter - BookPage(style).margins[0])
    mirrored = style.words.direction == "rtl"
    pdf = pikepdf.new()
    size = (paper.width + 2 * bleed) / POINT, (paper.height + 2 * bleed) / POINT
    with pikepdf.open(io.BytesIO(data)) as book:
        for number in range(pages):
            page = pdf.add_blank_page(page_size=size).obj
            if number < len(book.pages):
                source = book.pages[number]
                page.Resources = Dictionary(XObject=Dictionary(Page=pdf.copy_foreign(source.as_form_xobject())))
                left, bottom, right, top = (float(side) * POINT for side in source.mediabox)
                inner_left = bool(number % 2) == mirrored
                if art := source.get("/ArtBox"):
                    room = bleed + (gutter if inner_left else SAFE), paper.width - gutter - SAFE
                    drawn = _fitted([float(side) * POINT for side in art], *room, bleed + paper.height / 2)
                else:
                    at = bleed + (moved if inner_left else -moved)
                    drawn = _drawn(left, bottom, right - left, top - bottom, at, bleed)
                page.Contents = pdf.make_stream(drawn)
    return pdf


def _drawn(left: float, bottom: float, width: float, height: float, at: float, bleed: float) -> bytes:
    """The operators that draw a page of a book `at` mm from the left; what touches an edge goes on beyond it.

    Beside its own place the page is drawn wider, above and below it higher: all goes on at the place where it is cut.
    """
    across, along = _spans(at, width, width + 2 * bleed), _spans(bleed, height, height + 2 * bleed)
    drawn = []
    for ((x, wide), columns), ((y, high), rows) in product(across, along):
        cells = product(columns, rows)
        clip = " ".join(f"{_points(u)} {_points(v)} {_points(w)} {_points(h)} re" for (u, w), (v, h) in cells)
        moved = f"{_points(x - left * wide / width)} {_points(y - bottom * high / height)}"
        drawn.append(f"q {clip} W n {wide / width:.5f} 0 0 {high / height:.5f} {moved} cm /Page Do Q")
    return "\n".join(drawn).encode("ascii")


def _spans(at: float, length: float, whole: float) -> list[tuple[_Span, list[_Span]]]:
    """Where a page begins and how long it is drawn, one way, with what is to be seen of it: beyond, then its own."""
    start, end = min(0.0, at), max(at + length, whole)
    before, after = (start, at - start + LAP), (at + length - LAP, end - at - length + LAP)
    return [((start, end - start), [before, after]), ((at, length), [(at, length)])]


def _fitted(art: Sequence[float], start: float, room: float, middle: float) -> bytes:
    """The operators that draw a page so that what is on it begins at `start` and is as wide as the room, at most."""
    left, bottom, right, top = art
    scale = min(1.0, room / (right - left))
    x = start + (room - scale * (right - left)) / 2 - scale * left
    y = middle - scale * (bottom + top) / 2
    return f"q {scale:.5f} 0 0 {scale:.5f} {_points(x)} {_points(y)} cm /Page Do Q".encode("ascii")


def _points(length: float) -> str:
    return f"{length / POINT:.3f}"


def _cover_job(cover: CoverText, style: PrintStyle, profile: BookProfile, spine: float, titled: bool) -> Job:
    """The back, the spine and the front beside each other, with bleed around them.

    A book that is read from right to left opens the other way, so its front stands on the left.
    """
    paper, bleed = style.paper, profile.bleed
    picture = style.theme.cover.address if style.theme.cover else ""
    title, below = cover.title, (1 - BAND) * paper.height - TITLE_ABOVE - SIDES
    size = book_title_size(title, cover.subtitle, paper.width - 2 * SIDES, below, style.theme.face)
    page = template("print/book-cover.html", style).render(
        key="cover", cover=cover, picture=picture, game=style.game, titled=titled, title_size=size
    )
    # The title on the spine is no longer than a cover is wide: whether it fits is seen before it is turned.
    spine_room = paper.width / metrics.width(title.upper(), style.theme.face, 1.0 / POINT)
    near, far = bleed, bleed + paper.width + spine
    back, front = (far, near) if style.words.direction == "rtl" else (near, far)
    lengths = {
        "sheet-width": 2 * paper.width + spine + 2 * bleed, "sheet-height": paper.height + 2 * bleed,
        "panel": paper.width, "spine": spine, "bleed": bleed, "front": front, "back": back,
        "band": bleed + BAND * paper.height, "spine-type": min(spine * 0.5, 9.0, spine_room),
    }  # fmt: skip
    values = tokens(style.theme, style.ink) | {f"--{name}": f"{length:.3f}mm" for name, length in lengths.items()}
    css = resolve(resources.stylesheet("base") + resources.stylesheet("cover") + style.css, values)
    return Job(
        (Unit("cover", "cover", StaticPage(page)),), css, cover.title, language=style.language,
        direction=style.words.direction, safe=0.0,
        own_fonts=style.own_fonts,
    )  # fmt: skip
