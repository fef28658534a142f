"""Panels: tables and lists under bars with their titles, in as many columns as there is room for. Millimetres, points.

The game master's screen has landscape pages in type that is read from afar; the quick reference is one upright page, on
small paper both sides of a leaf, in type as large as lets all of it stand there.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pikepdf
from markupsafe import Markup

from sheetgen.markdown.tree import inner
from sheetgen.print import resources
from sheetgen.print.books.binding import running, text_length
from sheetgen.print.books.book_page import COLUMN_GAP, BookPage
from sheetgen.print.books.books import Chapter, job_on, set_on
from sheetgen.print.books.running_heads import PageFrame
from sheetgen.print.books.tables import Cells
from sheetgen.print.css import resolve, tokens
from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.run_jobs import missing_glyphs, set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.paper import lying
from sheetgen.print.pdf.postprocess import touched
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.templates import template

SCREEN = 12.0
"""The type of a screen: capitals of 3 mm, a two hundredth of the 60 cm that it is read from."""
LARGEST, SMALLEST, STEP = 10.5, 7.0, 0.5
"""The type of a quick reference at most and at least, and the steps between."""
ONE_SIDE = 180.0
"""The width of the narrowest paper of which one side holds a quick reference, in mm."""
EASY = 9.0
"""Type that a quick reference has at least on one small page: in smaller type it takes two."""
LIKELY, LIKELY_CLOSE = 1.08, 1.3
"""So many pages of running text, by its length, probably stand on one page of panels, and on one with less white."""
MOST_PAGES = 60
WIDE, NARROW = 26.0, 19.0
"""The narrowest column of a screen, and of a quick reference, in its type."""
_LINK = re.compile(r"</?a\b[^>]*>")
HALF_EMPTY = 0.5
"""Part of its last page that a screen fills at least, if rows set closer save that page."""


@dataclass(frozen=True)
class PanelText:
    """A title, and the HTML below it."""

    title: str
    html: Markup


@dataclass(frozen=True)
class PanelPage(BookPage):
    """A page of panels in type of this size."""

    type: float = SCREEN
    narrowest: float = WIDE
    """The least width of a column, in its type."""
    close: bool = False
    """Whether there is less white in it."""

    @property
    def likely(self) -> float:
        """How many characters probably stand on it."""
        return self.characters * (LIKELY_CLOSE if self.close else LIKELY)

    @property
    def size(self) -> float:
        """The size of the text."""
        return self.type * (1.4 if self.style.large else 1.0)

    @property
    def note(self) -> float:
        """Nothing is set smaller than the text."""
        return self.size

    @property
    def table_head(self) -> float:
        """The size of the heads of tables."""
        return max(SMALLEST, round(0.76 * self.size, 1))

    @property
    def margins(self) -> tuple[float, float]:
        """Pages are printed on one side."""
        return 9.0, 9.0

    @property
    def widest(self) -> float:
        """Everything stands in columns, but on small paper what takes more room in them than across the page."""
        return self.measure if self.small else self.column

    @property
    def cells(self) -> Cells:
        """How the cells of tables are set: narrow columns spare room."""
        return replace(super().cells, readable=0.0)

    @property
    def folded(self) -> int:
        """Panels are read at a glance, and spare room."""
        return 5

    @property
    def whole(self) -> int:
        """Tables are read at one place."""
        return 11

    @property
    def half(self) -> float:
        """A table stands below a title of its own, across its column."""
        return 0.0

    @property
    def top(self) -> float:
        """The margin above the text, with the running head."""
        return 14.0

    @property
    def bottom(self) -> float:
        """The margin below the text, with the number."""
        return 12.0

    @property
    def columns(self) -> int:
        """As many columns as are wide enough for a table."""
        return max(1, int((self.measure + COLUMN_GAP) / (self.narrowest * self.size * 25.4 / 72 + COLUMN_GAP)))

    def css(self) -> str:
        """The style sheet."""
        values = tokens(self.style.theme, self.style.ink) | {"--size": f"{self.size:g}pt"}
        return super().css() + resolve(resources.stylesheet("panels"), values)


def print_screen(session: PrintSession, title: str, panels: Sequence[PanelText], style: PrintStyle) -> PrintResult:
    """A screen for the game master, on landscape pages. Raises EngineError."""
    page = PanelPage(replace(style, paper=lying(style.paper)))
    (fitted,) = _fit(session, title, panels, [page])
    before = sum(fitted.pages) - 1
    if before and _filled(fitted, page) < before + HALF_EMPTY:
        closer = _fit(session, title, panels, [replace(page, close=True)])
        fitted = min(fitted, *closer, key=lambda result: sum(result.pages))
    result = _finished(session, title, panels, fitted, page, 1)
    return replace(result, choice=f"{result.pages} panel{'s' if result.pages > 1 else ''}")


def print_quick_reference(
    session: PrintSession, title: str, panels: Sequence[PanelText], style: PrintStyle
) -> PrintResult:
    """A game on one page; on small paper on two, where that spares very small type.

    What takes more in the smallest type has a warning. Raises EngineError.
    """
    small = style.paper.width < ONE_SIDE
    result, size = _fitted(session, title, panels, style, 1, EASY if small else SMALLEST)
    if small and result.pages > 1:
        result, size = _fitted(session, title, panels, style, 2, SMALLEST)
    if result.pages > 1 + small:
        what = f"the quick reference takes {result.pages} pages of {style.paper.name} in type of {size:g} points"
        hint = "name less under `quick_reference`, or fewer columns"
        result = replace(result, warnings=(*result.warnings, f"{what}: {hint}"))
    pages = f"{result.pages} page{'s' if result.pages > 1 else ''}"
    return replace(result, choice=f"{pages} of {style.paper.name} in type of {size:g} points")


def _fitted(
    session: PrintSession, title: str, panels: Sequence[PanelText], style: PrintStyle, most: int, least: float
) -> tuple[PrintResult, float]:
    """Panels on at most so many pages in type as large as can be, or in the least; and the size of that.

    Type that is not read easily has less white, so that it is no smaller than it must be. Begins with the size that
    probably fits, and the next larger one, which are set side by side.
    """
    sizes = (LARGEST - n * STEP for n in range(round((LARGEST - least) / STEP) + 1))
    pages = [PanelPage(style, size, NARROW, size < EASY) for size in sizes]
    length = sum(text_length(_LINK.sub("", _titled(panel))) for panel in panels)
    last = len(pages) - 1
    at = next((n for n, page in enumerate(pages) if length <= most * page.likely), last)
    known: dict[float, JobResult] = {}
    while True:
        pair = pages[max(at - 1, 0) : at + 1]
        unknown = [page for page in pair if page.type not in known]
        known |= zip((page.type for page in unknown), _fit(session, title, panels, unknown), strict=True)
        fits = [sum(known[page.type].pages) <= most for page in pair]
        if fits[0] and at > 1:
            at -= 1
        elif not fits[-1] and at < last:
            at += 1
        else:
            break
    page = pair[fits.index(True) if any(fits) else -1]
    return _finished(session, title, panels, known[page.type], page, most), page.type


def _filled(fitted: JobResult, page: PanelPage) -> float:
    """How many pages the panels take, the last as far as it is filled."""
    last, _, end = fitted.anchors["part-end"]
    return last + (end - page.top) / (page.style.paper.height - page.top - page.bottom)


def _fit(session: PrintSession, title: str, panels: Sequence[PanelText], pages: Sequence[PanelPage]) -> list[JobResult]:
    """Panels as they are set on each of some pages."""
    jobs = [_job(title, panels, page) for page in pages]
    return set_jobs(session, jobs, pages[0].style.folders) if pages else []


def _job(title: str, panels: Sequence[PanelText], page: PanelPage) -> Job:
    html = Markup('<div class="text panels{}">{}</div>').format(" closer" if page.close else "", _drawn(page, panels))
    text = template("print/panels.html", page.style).render(title=title, html=html)
    part = StaticPage(f'<div id="part-start">{text}<p class="end" id="part-end"></p></div>', MOST_PAGES)
    return replace(job_on(page, title), units=(Unit(title, "part", part),))


def _finished(
    session: PrintSession, title: str, panels: Sequence[PanelText], fitted: JobResult, page: PanelPage, plain: int
) -> PrintResult:
    """Panels with heads and numbers, but for so many `plain` pages."""
    style = page.style
    with pikepdf.open(io.BytesIO(fitted.pdf)) as pdf:
        later = pdf.pages[plain:]
        if later:
            frame = PageFrame(running(title), job_on(page, title), style.paper, *page.margins)
            heads = frame.heads(session, pdf, [running(title)])
            for number, sheet in enumerate(later, plain + 1):
                heads.run_along(sheet, number, running(title))
        return PrintResult(touched(pdf, style, title), len(pdf.pages), missing_glyphs([(title, panels)]))


def _drawn(page: PanelPage, panels: Sequence[PanelText]) -> Markup:
    """All panels, each with its title; links are texts."""
    chapters = [Chapter(f"/{number}", panel.title, _titled(panel)) for number, panel in enumerate(panels)]
    _, trees, _ = set_on(page, chapters)
    return Markup("".join(map(inner, trees)))


def _titled(panel: PanelText) -> Markup:
    return Markup("<h2>{}</h2>{}").format(panel.title, panel.html)
