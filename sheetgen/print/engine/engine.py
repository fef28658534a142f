"""Documents in, PDF bytes and measurements out, by WeasyPrint.

`html` gives it documents, `drawing` pictures that write text; `overflow` proves that nothing is cut.
"""

from __future__ import annotations

import contextlib
import ctypes.util
import io
import logging
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from sheetgen.print import resources
from sheetgen.print.engine.complete import missing
from sheetgen.print.engine.copyfit import Candidate
from sheetgen.print.engine.galley import cut_pages
from sheetgen.print.engine.html_tree import document_class
from sheetgen.print.engine.job import Job, JobResult, Unit
from sheetgen.print.engine.overflow import overruns
from sheetgen.print.engine.runs import read_out
from sheetgen.print.engine.tagging import mend
from sheetgen.print.errors import EngineMissingError, PrintError
from sheetgen.print.text_metrics.drawing import ImageCache, PageSource
from sheetgen.print.text_metrics.metrics import HEADINGS
from sheetgen.print.text_metrics.system_fonts import SystemFont

if TYPE_CHECKING:
    from weasyprint import CSS, Document  # type: ignore[import-untyped]

PIXEL = 25.4 / 96
"""Millimetres in one CSS pixel, the unit of the engine's measurements."""

MISSING = """the PDF engine's libraries are not on this machine, so no PDFs can be made. Install them:
  Debian, Ubuntu   sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
  Fedora           sudo dnf install pango harfbuzz
  Arch             sudo pacman -S pango
  macOS            brew install pango
  Windows          MSYS2: pacman -S mingw-w64-ucrt-x86_64-pango
(what the engine said: {reason})"""


class _EngineLog(logging.Handler):
    """Collects the engine's complaints, but for letters that no font has: `missing_glyphs` warns of these."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if not message.startswith(".notdef glyph"):
            self.texts.append(message)


@dataclass
class Engine:
    """A warm engine: fonts and style sheets are read once."""

    _sheets: dict[str, CSS] = field(default_factory=dict)
    _fonts: Any = None
    _complaints: _EngineLog = field(default_factory=_EngineLog)
    _system: tuple[SystemFont, ...] = ()

    def __post_init__(self) -> None:
        weasyprint = load()
        logger = logging.getLogger("weasyprint")
        logger.handlers[:] = [self._complaints]
        logger.propagate = False
        self._weasyprint = weasyprint
        self._document = document_class(weasyprint)
        self._take_fonts(())

    def _take_fonts(self, system: tuple[SystemFont, ...]) -> None:
        """Know the bundled fonts and these of the machine, and no others: what a job before needed decides nothing."""
        from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]

        self._system, self._sheets = system, {}
        self._fonts = FontConfiguration()
        files = [self._file(font) for font in system]
        self._fetcher = _fetcher(self._weasyprint, files)
        rules = [
            f'@font-face{{font-family:"{path.stem}";font-weight:{font.weight};src:url({path.as_uri()})}}'
            for font, path in zip(system, files, strict=True)
        ]
        self._stylesheet(resources.stylesheet("fonts") + "".join(rules))

    def _file(self, font: SystemFont) -> Path:
        """A font of the machine as a file with one face, in the folder that a worker has for temporary files."""
        path = Path(tempfile.gettempdir()) / font.name
        if not path.exists():
            from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

            with TTFont(font.path, fontNumber=font.index, lazy=True, recalcTimestamp=False) as face:
                face.flavor = None
                face.save(path)
        return path

    def _stylesheet(self, text: str) -> CSS:
        if text not in self._sheets:
            if len(self._sheets) > 40:
                self._sheets.clear()
            self._sheets[text] = self._weasyprint.CSS(
                string=text,
                base_url=(resources.folder() / "assets" / "css").as_uri() + "/",
                url_fetcher=self._fetcher,
                font_config=self._fonts,
            )
        return self._sheets[text]

    def fit(self, job: Job) -> JobResult:
        """Set every unit by its first candidate that fits, and write the PDF.

        Units that do not fit are set again, together, by their next candidate; the others are kept.
        """
        self._complaints.texts.clear()
        if job.fonts != self._system:
            self._take_fonts(job.fonts)
        fittings = [_Fitting(unit, unit.page.candidates()) for unit in job.units]
        document: Document | None = None
        pictures, todo = ImageCache(job.own_fonts), fittings
        while todo:
            bodies, document = self._render(job, pictures, [fitting.source for fitting in todo])
            pages_of = _own_pages(document, [fitting.unit.key for fitting in todo])
            for fitting, own, body in zip(todo, pages_of, bodies, strict=True):
                fitting.judge(own, body, job.safe)
            todo = [fitting for fitting in todo if fitting.over and fitting.taken >= 0]
        failed = any(fitting.taken < 0 for fitting in fittings)
        pages = [fitting.pages for fitting in fittings]
        if job.recto and not failed:
            blank = self._render(job, pictures, [PageSource("<section class=page></section>")])[1].pages[0]
            pages = [[*own, blank] if len(own) % 2 else own for own in pages[:-1]] + pages[-1:]
        flat = [page for own in pages for page in own]
        return JobResult(
            pdf=b"" if failed or document is None else self._write(document, flat, job),
            candidates=tuple(fitting.taken for fitting in fittings),
            pages=tuple(map(len, pages)),
            over=tuple(fitting.over for fitting in fittings),
            anchors=_anchors(flat),
            notes=tuple(fitting.note for fitting in fittings),
            complaints=tuple(dict.fromkeys(self._complaints.texts)),
        )

    def _render(self, job: Job, pictures: ImageCache, sources: list[PageSource]) -> tuple[list[Element], Document]:
        """The elements of each body, and all of them laid out."""
        for source in sources:
            pictures.add(source.drawings)
        body = "".join(_sections([source.html for source in sources]))
        for address, picture in job.pictures:
            body = body.replace(f'src="{address}"', f'src="{picture.address}"')
        html = f"<!doctype html><html lang={job.language} dir={job.direction}>{_head(job)}<body>{body}</body></html>"
        fonts = job.own_fonts
        own = [fonts.heading.rule()] if fonts.heading else []
        own += [font.rule(fonts.text.family, cut) for font, cut in fonts.text.cuts] if fonts.text else []
        for face in (fonts.marks.face, *own):
            # It is known from now on; the engine need not match it with every element.
            self._stylesheet(face)
        parts = [css for name, css in job.parts if f" {name} " in body or f' {name}"' in body]
        heading = job.own_fonts.heading
        source = self._document(html, self._fetcher, heading.face if heading else HEADINGS)
        document = source.render(
            stylesheets=[*map(self._stylesheet, [job.css, *parts])],
            font_config=self._fonts,
            cache=pictures,
            **_options(job),
        )
        if job.columns is not None:
            document = document.copy(list(cut_pages(document.pages, job.columns)))
        return list(source.etree_element.find("body")), document

    def _write(self, document: Document, pages: list[Any], job: Job) -> bytes:
        whole = document.copy(pages)
        if job.forms:
            for page in whole.pages:
                _leave_to_fields(page._page_box)
        written = whole.write_pdf(finisher=partial(_completed, job.own_fonts.marks.boxes), **_options(job))
        return bytes(written or b"")


@dataclass
class _Fitting:
    """A unit on its way to the first of its candidates that fits."""

    unit: Unit
    candidates: Sequence[Candidate]
    taken: int = 0
    """The number of the candidate that is tried, or fits; -1 where none does."""
    pages: list[Any] = field(default_factory=list)
    over: float = 0.0
    """By how many mm the last candidate failed; 0 where it fits."""
    note: str = ""
    """Why it failed."""

    @property
    def source(self) -> PageSource:
        """What is set of the candidate that is tried."""
        return self.unit.source(self.candidates[self.taken])

    def judge(self, pages: list[Any], body: Element, safe: float) -> None:
        """Keep the pages that the candidate was set on, and turn to the next one where it does not fit on them."""
        candidate, self.pages = self.candidates[self.taken], pages
        faults = [fault for page in pages for fault in overruns(page, safe)] + missing(body, pages)
        backs = [f"{self.unit.key}-back" in page.anchors for page in pages]
        misplaced = candidate.turns and any(backs) and backs.index(True) != 1
        if not faults and not misplaced and len(pages) <= candidate.pages:
            self.over = 0.0
            return
        self.note = "; ".join(list(dict.fromkeys(fault.text for fault in faults))[:3])
        over = _surplus(pages[candidate.pages :]) + max((fault.over for fault in faults), default=0.0)
        self.over = max(over, 1.0)
        self.taken = self._next(0 if faults or misplaced else len(pages))

    def _next(self, needed: int) -> int:
        """The number of the next candidate to try; -1 at the end.

        A fault remains with every candidate of the same variant; where only pages are short, more of them (`needed`)
        mend it.
        """
        tried = self.candidates[self.taken].variant
        for later, other in enumerate(islice(self.candidates, self.taken + 1, None), self.taken + 1):
            if other.variant != tried or other.pages >= needed > 0:
                return later
        return -1


def _completed(boxes: Mapping[str, str], document: Any, pdf: Any) -> None:
    """A PDF about to be written, with what readers of its structure need beyond what the engine gives."""
    mend(document, pdf)
    read_out(document, pdf, boxes)


def _sections(bodies: list[str]) -> Iterator[str]:
    """Units by turns on pages called odd and even, so that `:nth()` counts the pages of each unit."""
    for number, body in enumerate(bodies):
        yield f"<section class='unit {'even' if number % 2 else 'odd'}'>{body}</section>"


def _leave_to_fields(parent: Any) -> None:
    """Take away the texts of fields of several lines: else they are painted off the page, too, and read twice."""
    for child in getattr(parent, "children", ()):
        if child.element_tag == "textarea":
            child.children = ()
        else:
            _leave_to_fields(child)


def _options(job: Job) -> dict[str, Any]:
    variant = "pdf/ua-1" if job.tagged else None
    return {"pdf_variant": variant, "pdf_forms": job.forms, "uncompressed_pdf": not job.compressed}


def _head(job: Job) -> str:
    from html import escape

    meta = f"<title>{escape(job.title)}</title><meta charset=utf-8><meta name=generator content=sheetgen>"
    if job.author:
        meta += f'<meta name=author content="{escape(job.author)}">'
    return f"<head>{meta}</head>"


def _own_pages(document: Document, ids: list[str]) -> Iterator[list[Any]]:
    """The pages of each unit, by the anchors at its start and its end."""
    first: dict[str, int] = {}
    for number, page in enumerate(document.pages):
        for name in page.anchors:
            first.setdefault(name, number)
    if any(f"{name}-start" not in first for name in ids):
        raise PrintError("its own print template leaves out the element whose id ends with `-start`")
    starts = [first[f"{name}-start"] for name in ids]
    for start, end in zip(starts, [*starts[1:], len(document.pages)], strict=True):
        yield list(document.pages[start:end])


def _surplus(pages: list[Any]) -> float:
    """How many mm of text stand on pages too many."""
    total = 0.0
    for page in pages:
        tops = [place[1] for name, place in page.anchors.items() if name.endswith("-end")]
        total += max(tops, default=page.height) * PIXEL if tops else page.height * PIXEL
    return max(total, 1.0) if pages else 0.0


def _anchors(pages: list[Any]) -> dict[str, tuple[int, float, float]]:
    anchors: dict[str, tuple[int, float, float]] = {}
    for number, page in enumerate(pages):
        for name, place in page.anchors.items():
            anchors.setdefault(name, (number, place[0] * PIXEL, place[1] * PIXEL))
    return anchors


def load() -> Any:
    """WeasyPrint, imported in silence. Raises EngineMissingError naming the packages to install."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), _libraries_by_file():
            import weasyprint
    except (ImportError, OSError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise EngineMissingError(MISSING.format(reason=reason)) from None
    return weasyprint


@contextlib.contextmanager
def _libraries_by_file() -> Iterator[None]:
    """Linux finds libraries by the names of their files: for the other names, an import starts a compiler 40 times."""
    search = ctypes.util.find_library
    if sys.platform == "linux" and _loads("libpango-1.0.so.0"):
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = search


def _loads(library: str) -> bool:
    with contextlib.suppress(OSError):
        return bool(ctypes.CDLL(library))
    return False


def _fetcher(weasyprint: Any, files: Sequence[Path]) -> Any:
    """A fetcher that serves data URIs, the fonts of the program and these files, and nothing else."""
    fonts = {path.as_uri() for path in (*resources.fonts().iterdir(), *files)}

    class DeclaredFiles(weasyprint.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url in fonts or url.startswith("data:"):
                return super().fetch(url, headers)
            raise ValueError(f"a print document may not fetch {url[:80]}")

    return DeclaredFiles(allowed_protocols={"data", "file"}, allow_redirects=False)
