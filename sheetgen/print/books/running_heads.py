"""What runs along with the pages of a book: heads at the top, numbers at the foot, decoration to readers of structure.

All heads and the ten figures are set once, each on a page of its own, and laid on the pages of the book. Parts are set
on right-hand pages; left-hand pages show theirs moved, as their inner margin is on the right.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

import pikepdf
from pikepdf import Array, Dictionary, Object, Page, Pdf

from sheetgen.print.engine.job import Job, StaticPage, Unit
from sheetgen.print.engine.run_jobs import set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.paper import Paper
from sheetgen.print.text_metrics.metrics import width

NUMBER = 9.0
"""The type of the numbers of pages, in points; their face is `black`."""
_POINTS = 72 / 25.4
TAB, TAB_TOP, FEWEST_TABS = 3.2, 26.0, 5
"""Width of a mark at the edge, white above the first and below the last (mm); the fewest parts that have marks."""
_FIGURES = "0123456789"
_BOXES = frozenset(f"/{name}Box" for name in ("Media", "Crop", "Bleed", "Trim", "Art"))
_PAGE = '<section class="running {}"><p>{}</p></section>'


@dataclass(frozen=True)
class PageFrame:
    """The page of a book around its text: the head of its left-hand pages, its paper, its margins in mm.

    `job` says how heads are set, and has no units yet.
    """

    title: str
    job: Job
    paper: Paper
    inner: float
    outer: float
    colour: str = ""
    """Of the marks at the edge, as #rrggbb; none without one."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        return self.paper.width * _POINTS, self.paper.height * _POINTS

    def tab(self, number: int, count: int, left: bool) -> str:
        """The operators of a mark at the edge of the paper, the one of so many that a part has.

        Side by side, they show on a closed book where each begins.
        """
        if count < FEWEST_TABS:
            return ""
        (wide, high), mm = self.size, _POINTS
        pitch = (high - 2 * TAB_TOP * mm) / count
        y = high - TAB_TOP * mm - (number + 1) * pitch
        x = 0.0 if left else wide - TAB * mm
        return f"q {inks_of(self.colour)} rg {x:.2f} {y:.2f} {TAB * mm:.2f} {pitch:.2f} re f Q\n"

    def heads(self, session: PrintSession, pdf: Pdf, heads: Sequence[str]) -> RunningHeads:
        """The heads of the right-hand pages of a book, ready to be laid on its pages. Raises EngineError."""
        known = [head for head in dict.fromkeys(heads) if head]
        texts = [("left", self.title), *(("right", head) for head in known), *(("figure", n) for n in _FIGURES)]
        html = "".join(_PAGE.format(sort, escape(text)) for sort, text in texts)
        page = StaticPage(f'<div id="part-start">{html}<p class="end" id="part-end"></p></div>', len(texts))
        job = replace(self.job, units=(Unit(self.title, "part", page),), tagged=False, safe=0.0)
        data = set_jobs(session, [job])[0].pdf
        with pikepdf.open(io.BytesIO(data)) as source:
            left, *forms = (pdf.copy_foreign(page.as_form_xobject()) for page in source.pages)
        return RunningHeads(self, left, dict(zip(known, forms, strict=False)), tuple(forms[len(known) :]))


@dataclass(frozen=True)
class RunningHeads:
    """The heads and figures of a book, to be laid on its pages."""

    frame: PageFrame
    left: Object
    right: dict[str, Object]
    figures: tuple[Object, ...]

    def run_along(self, page: Page, number: int, head: str, mark: int | None = None, marks: int = 0) -> None:
        """Put a page on its side, with its head, its number, and the one of so many marks at the edge that is its."""
        frame, (wide, high) = self.frame, self.frame.size
        moved = (frame.inner - frame.outer) * _POINTS * ((number % 2 == 0) != (frame.job.direction == "rtl"))
        for box in _BOXES & {*page.obj.keys()}:
            page[box] = Array([moved, 0, wide + moved, high])
        top = self.right.get(head) if number % 2 else self.left
        laid = [(top, moved)] if top is not None else []
        x = (frame.inner + frame.paper.width - frame.outer - width(str(number), "black", NUMBER)) / 2
        for figure in str(number):
            laid.append((self.figures[int(figure)], x * _POINTS))
            x += width(figure, "black", NUMBER)
        drawn = "".join(f"q 1 0 0 1 {at:.3f} 0 cm {_named(page, form)} Do Q\n" for form, at in laid)
        left = (number % 2 == 0) != (frame.job.direction == "rtl")
        if mark is not None and frame.colour:
            tab = frame.tab(mark, marks, left)
            drawn += f"q 1 0 0 1 {moved:.3f} 0 cm\n{tab}Q\n" if tab else ""
        text = page.Contents.read_bytes()
        page.Contents.write(b"q\n%s\nQ\n/Artifact <</Type /Pagination>> BDC\n%sEMC" % (text, drawn.encode("ascii")))


def inks_of(colour: str) -> str:
    """A colour as #rrggbb in the numbers of PDF."""
    return " ".join(f"{int(colour[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))


def _named(page: Page, form: Object) -> str:
    """The name of a form among what is laid on a page."""
    resources = page.Resources
    if "/XObject" not in resources:
        resources.XObject = Dictionary()
    name = f"/running-{form.objgen[0]}"
    resources.XObject[name] = form
    return name
