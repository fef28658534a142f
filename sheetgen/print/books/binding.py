"""Parts of a book, set by themselves, bound into one file with pages numbered through.

A part is set at first to learn where everything in it falls; then, as all pages are known, once more with
the number of its first page and those of the pages that it refers to. So no worker ever holds a whole book,
and all of them work on it.

A part refers to a place, which is the id of an element of any part, with `page_of` and `link_to`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pikepdf
from pikepdf import Dictionary

from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.run_jobs import set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.pdf.font_merge import share
from sheetgen.print.pdf.merging import append

_PAGE = re.compile(r"@PAGE:([\w-]+)@")
_ID = re.compile(r'\bid="?([\w-]+)')
_LISTED = re.compile(r"(<span class=pages>)(.*?)(</span>)", re.DOTALL)
_LINKED = re.compile(r"<a\b[^>]*>(\d+)</a>")
"""The pages of a line of the index, each linked once."""
SCHEME = "book:"
"""The beginning of the address of a link to a place of the book."""
MOST_PAGES = 1200
ROUNDS = 6
"""So often a part is set at most: longer numbers may move words to the next page, and so change other numbers."""


def page_of(place: str) -> str:
    """The placeholder, in the HTML of a part, of the number of the page that a place is on."""
    return f"@PAGE:{place}@"


def link_to(place: str) -> str:
    """The address of a link to a place of the book."""
    return f"{SCHEME}{place}"


@dataclass(frozen=True)
class BookPart:
    """A part of a book: HTML that begins on a new page, a right-hand one where it should.

    Where it `goes_on` with what is in the part before, its bookmarks come below the last one. It is set
    as `tight` as saves a page with almost nothing on it, by one step or two.
    """

    html: str
    right: bool = False
    goes_on: bool = False
    tight: int = 0


@dataclass(frozen=True)
class _PageNumbers:
    """The numbers of pages: of each part's first one, and of those that places are on."""

    starts: tuple[int, ...]
    numbers: dict[str, int]


def bind(
    session: PrintSession,
    parts: Sequence[BookPart],
    job: Job,
    characters: float,
    folders: Sequence[Path],
    low: float = 0.0,
) -> pikepdf.Pdf:
    """The parts as one document, tagged if `job` is: it says how each of them is set, and has no units yet.

    `characters` is how many of HTML make a page, about; a last page that ends above `low` (mm from its top)
    is spared where that can be. Raises EngineError.
    """
    pages = _guessed(parts, characters)
    parts, jobs, fitted = _drafted(session, parts, job, pages, folders, low)
    for _ in range(ROUNDS):
        pages = _counted(parts, fitted)
        wanted = [_job(part, job, pages, number) for number, part in enumerate(parts)]
        changed = [n for n, (old, new) in enumerate(zip(jobs, wanted, strict=True)) if old != new]
        if not changed:
            break
        for n, result in zip(changed, _set(session, [wanted[n] for n in changed], folders), strict=True):
            fitted[n] = result
        jobs = wanted
    return _bound(parts, [result.pdf for result in fitted], pages)


def _drafted(
    session: PrintSession,
    parts: Sequence[BookPart],
    job: Job,
    pages: _PageNumbers,
    folders: Sequence[Path],
    low: float,
) -> tuple[list[BookPart], list[Job], list[JobResult]]:
    """The parts as they are set, tight where that spares a page; drafts of them, and these as set."""
    jobs = [_job(part, job, pages, number, draft=True) for number, part in enumerate(parts)]
    fitted, kept = _set(session, jobs, folders), list(parts)
    for step in (1, 2):
        loose = [n for n, result in enumerate(fitted) if sum(result.pages) > 1 and result.anchors["part-end"][2] < low]
        if not loose:
            break
        tight = [replace(parts[n], tight=step) for n in loose]
        tried = [_job(part, job, pages, n, draft=True) for n, part in zip(loose, tight, strict=True)]
        for n, part, trial, tighter in zip(loose, tight, tried, _set(session, tried, folders), strict=True):
            if sum(tighter.pages) < sum(fitted[n].pages):
                kept[n], jobs[n], fitted[n] = part, trial, tighter
    return kept, jobs, fitted


def _set(session: PrintSession, jobs: Sequence[Job], folders: Sequence[Path]) -> list[JobResult]:
    """Have jobs done, the longest first, so that no worker is left waiting for another."""
    order = sorted(range(len(jobs)), key=lambda n: -len(repr(jobs[n].units)))
    results = dict(zip(order, set_jobs(session, [jobs[n] for n in order], folders), strict=True))
    return [results[n] for n in range(len(jobs))]


def _job(part: BookPart, job: Job, pages: _PageNumbers, number: int, draft: bool = False) -> Job:
    """How a part is set with what is known of the pages.

    A draft depends on nothing but the lengths of numbers, so that it is kept as long as these are the same.
    """

    def page_reference(match: re.Match[str]) -> str:
        text = str(pages.numbers.get(match[1], ""))
        return "0" * len(text) if draft else text

    body = _PAGE.sub(page_reference, part.html)
    if not draft:
        body = _LISTED.sub(lambda line: line[1] + _without_repeats(line[2]) + line[3], body)
    classes = "bound from" + " tight" * (part.tight > 0) + " tighter" * (part.tight > 1)
    html = f'<div class="{classes}" id="part-start">{body}<p class="end" id="part-end"></p></div>'
    start = 1 if draft else pages.starts[number]
    side = "right" if start % 2 else "left"
    rules = f"@page :first {{ counter-reset: page {start} }} html {{ break-before: {side} }}"
    unit = Unit(job.title, "part", StaticPage(html, MOST_PAGES))
    return replace(job, units=(unit,), parts=(*job.parts, ("from", rules)), draft=draft)


def _without_repeats(pages: str) -> str:
    """Links to pages without those to one that is linked before."""
    first: dict[str, str] = {}
    for link in _LINKED.finditer(pages):
        first.setdefault(link[1], link[0])
    return ", ".join(first.values())


def _guessed(parts: Sequence[BookPart], characters: float) -> _PageNumbers:
    """About where everything will be."""
    counts = [max(1, round(len(part.html) / characters)) for part in parts]
    starts = _starts(parts, counts)
    numbers = {
        match[1]: start + int(match.start() / characters)
        for part, start in zip(parts, starts, strict=True)
        for match in _ID.finditer(part.html)
    }
    return _PageNumbers(starts, numbers)


def _counted(parts: Sequence[BookPart], fitted: Sequence[JobResult]) -> _PageNumbers:
    """Where everything is, by what has been set."""
    starts = _starts(parts, [sum(result.pages) for result in fitted])
    numbers: dict[str, int] = {}
    for start, result in zip(starts, fitted, strict=True):
        numbers |= {name: start + place[0] for name, place in result.anchors.items()}
    return _PageNumbers(starts, numbers)


def _starts(parts: Sequence[BookPart], counts: Sequence[int]) -> tuple[int, ...]:
    """The number of each part's first page; an empty page may stand before it."""
    starts, page = [], 1
    for part, count in zip(parts, counts, strict=True):
        page += part.right and page % 2 == 0
        starts.append(page)
        page += count
    return tuple(starts)


def _bound(parts: Sequence[BookPart], files: Sequence[bytes], pages: _PageNumbers) -> pikepdf.Pdf:
    """Finished parts one after the other, with empty pages between them where the numbers leave room."""
    pdf = pikepdf.open(io.BytesIO(files[0]))
    for part, start, data in zip(parts[1:], pages.starts[1:], files[1:], strict=True):
        if len(pdf.pages) + 1 < start:
            left, bottom, right, top = map(float, pdf.pages[0].mediabox)
            pdf.add_blank_page(page_size=(right - left, top - bottom))
        append(pdf, pikepdf.open(io.BytesIO(data)), below=part.goes_on)
    _lead(pdf, pages.numbers)
    share(pdf)
    return pdf


def _lead(pdf: pikepdf.Pdf, numbers: Mapping[str, int]) -> None:
    """Let links to places of the book lead there, and say to which page."""
    for page in pdf.pages:
        for note in page.get("/Annots", ()):
            address = str(note.get("/A", Dictionary()).get("/URI", ""))
            if address.startswith(SCHEME):
                place = address.removeprefix(SCHEME)
                del note.A
                note.Dest = pikepdf.String(place)
                note.Contents = pikepdf.String(f"page {numbers[place]}")
