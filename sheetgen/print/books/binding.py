"""Parts of a book, set by themselves, bound into one file with pages numbered through.

A part is set on right-hand pages without their heads and numbers, and leaves room for the numbers of the pages that it
refers to. So it is set once, wherever it comes to stand, and again only where the room for a number was guessed badly.
As all pages are known, the contents and the index are set, the numbers are written in, and the margins of left-hand
pages exchanged. So no worker ever holds a whole book, and all of them work on it; what did not change is kept.

A part refers to a place, which is the id of an element of any part, with `reference_to` and `link_to`.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

import pikepdf
from pikepdf import Dictionary

from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.media.images import OwnPicture
from sheetgen.print.books.running_heads import PageFrame, RunningHeads
from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.run_jobs import set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.paper import POINT
from sheetgen.print.pdf.font_merge import share
from sheetgen.print.pdf.merging import append, name_page
from sheetgen.print.text_metrics.page_numbers import FACE, PageReference, face_of_numbers, write_numbers

_REFERENCE = re.compile(r'src="page:([\w-]+)"')
_PICTURE = re.compile(r'src="(picture:[0-9a-f]+)"')
_BLOCK = re.compile(r"<(?:p|li|tr|h[2-4]|dd|section|aside|header)\b")
_ID = re.compile(r'\bid="?([\w-]+)')
SCHEME = "book:"
"""The beginning of the address of a link to a place of the book."""
MOST_PAGES = 1200
ROUNDS = 6
"""So often a part is set at most: longer numbers may move words to the next page, and so change other numbers."""
TO = " – "
"""Between the titles of the first and the last chapter of a part, or of a page."""
LONGEST_HEAD = 56
"""Letters of a title that run along with pages."""
_FILLED = 0.2
"""What is reckoned to take no more than this part of a further page finds room on those before."""

Numbers = Mapping[str, int]
"""The numbers of the pages that places are on."""


def running(title: str) -> str:
    """A title as it runs along with pages."""
    return title if len(title) <= LONGEST_HEAD else f"{title[: LONGEST_HEAD - 1].rstrip()}…"


def reference_to(place: str) -> str:
    """The address of a picture that has the number of the page that a place is on written into it."""
    return f"page:{place}"


def link_to(place: str) -> str:
    """The address of a link to a place of the book."""
    return f"{SCHEME}{place}"


@dataclass(frozen=True)
class BookPart:
    """A part of a book: HTML that begins on a new page, a right-hand one where it should.

    Where it `goes_on` with what is in the part before, its bookmarks come below the last one; where the part after it
    goes on with it, it is `continued`. `head` runs along at the
    top of its right-hand pages, and numbers at the foot of all, but for so many `plain` ones at its beginning.
    """

    html: str
    head: str = ""
    right: bool = False
    goes_on: bool = False
    continued: bool = False
    plain: int = 0
    made: JobResult | None = None
    """What it is where it was made elsewhere, such as a sheet, and is only bound in; `head` is its bookmark."""
    likely: int = 0
    """So many pages it probably takes, where that is known better than by its length."""
    chapters: Sequence[tuple[str, str]] = ()
    """Place and title of each chapter in it, one that began in the part before without a place: its pages name those
    on them instead of `head`."""

    @property
    def references(self) -> list[str]:
        """The places that it has room for the numbers of, each once."""
        return list(dict.fromkeys(_REFERENCE.findall(self.html)))

    @property
    def pictures(self) -> list[str]:
        """The addresses of the pictures in it, each once."""
        return list(dict.fromkeys(_PICTURE.findall(self.html)))


@dataclass(frozen=True)
class BookText:
    """The parts of a book; those that list numbers of pages are made once these are known.

    `front` is one part, whose length depends on no number; those of `back` begin at the place `end`. The
    `papers` follow the chapters, and are asked for when these are set.
    """

    front: Callable[[Numbers], BookPart]
    chapters: Sequence[BookPart]
    papers: Sequence[Callable[[], BookPart]] = ()
    back: Callable[[Numbers], Sequence[BookPart]] = lambda numbers: ()
    end: str = "end"


@dataclass(frozen=True)
class SetPart:
    """A part as it has been set, with room for so many figures of the number of each place that it refers to."""

    part: BookPart
    room: Numbers
    result: JobResult

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return sum(self.result.pages)

    def heads(self, top: float) -> list[str]:
        """What runs along with each of its pages: the chapters on it, whose text begins `top` mm below its edge."""
        anchors = {"": (-1, 0.0, 0.0), **self.result.anchors}
        begins = [(*anchors[place], title) for place, title in self.part.chapters]
        heads = []
        for page in range(self.pages):
            earlier = [title for at, _, y, title in begins if at < page or (at == page and y < top + 1)]
            own = [*earlier[-1:], *(title for at, _, y, title in begins if at == page and y >= top + 1)]
            heads.append(TO.join(dict.fromkeys((own[0], own[-1]))) if own else self.part.head)
        return heads


@dataclass(frozen=True, kw_only=True)
class Binder:
    """How a book is set and bound.

    `job` says how each part is set, and has no units yet; `characters` of running text make a page, about.
    """

    session: PrintSession
    job: Job
    frame: PageFrame
    characters: float
    folders: Sequence[Path] = ()
    words: Words = ENGLISH
    top: float = 0.0
    """The margin above the text of its pages, in mm."""
    pictures: Mapping[str, OwnPicture] = field(default_factory=dict)
    """Those of all parts, by their addresses."""

    def bind(self, book: BookText) -> pikepdf.Pdf:
        """All parts as one document, tagged if the job is. Raises EngineError."""
        front = self._pages(book.front({}))
        parts = self._set(book.chapters, self._guessed(book, front))
        parts += self._set([paper() for paper in book.papers], {})
        ends: list[SetPart] = []
        for left in reversed(range(ROUNDS)):
            numbers = _numbers(parts, 1 + front, book.end)
            again = self._set([part.part for part in parts], numbers, parts) if left else parts
            if again == parts:
                own = [book.front(numbers), *book.back(numbers)]
                with ThreadPoolExecutor(1) as beside:
                    setting = beside.submit(self._set, own, numbers, ends)
                    bound = self._begun(parts, own, numbers, front)
                    ends = setting.result()
                if ends[0].pages == front or not left:
                    break
                bound.pdf.close()
                front = ends[0].pages
            parts = again
        return self._finished(bound, ends, numbers)

    def _guessed(self, book: BookText, front: int) -> Numbers:
        """About where everything will be, rather a page later than one before, after so many pages."""
        parts = book.chapters
        starts = _starts(parts, [self._pages(part) for part in parts], 2 + front)
        return {book.end: starts[-1]} | {
            match[1]: start + int(pages * match.start() / len(part.html))
            for part, start in zip(parts, starts, strict=False)
            for pages in (text_length(part.html) / self.characters,)
            for match in _ID.finditer(part.html)
        }

    def _pages(self, part: BookPart) -> int:
        """About how many pages a part takes."""
        return part.likely or max(math.ceil(text_length(part.html) / self.characters - _FILLED), part.plain + 1)

    def _set(self, parts: Sequence[BookPart], numbers: Numbers, before: Sequence[SetPart] = ()) -> list[SetPart]:
        """Parts set side by side, but for those that were set before with room for these numbers."""
        done = {
            n: old
            for n, (part, old) in enumerate(zip(parts, before, strict=False))
            if old.part == part and all(_holds(figures, numbers[place]) for place, figures in old.room.items())
        }
        done |= {n: SetPart(part, {}, part.made) for n, part in enumerate(parts) if n not in done and part.made}
        # The longest first, so that no worker is left waiting for another.
        todo = sorted({*range(len(parts))} - done.keys(), key=lambda n: -len(parts[n].html))
        rooms = [{place: _figures(numbers[place]) for place in parts[n].references} for n in todo]
        jobs = [self._job(parts[n], room) for n, room in zip(todo, rooms, strict=True)]
        results = set_jobs(self.session, jobs, self.folders)
        done |= {n: SetPart(parts[n], room, result) for n, room, result in zip(todo, rooms, results, strict=True)}
        return [done[n] for n in range(len(parts))]

    def _job(self, part: BookPart, figures: Numbers) -> Job:
        """How a part is set: of the numbers that it refers to it depends on their figures only."""
        html = f'<div class="bound" id="part-start">{part.html}<p class="end" id="part-end"></p></div>'
        room = {
            reference_to(place): PageReference(index, figures[place], self._around, self._face)
            for index, place in enumerate(part.references)
        }
        pictures = tuple((address, self.pictures[address]) for address in part.pictures)
        unit = Unit(self.job.title, "part", StaticPage(html, MOST_PAGES, room))
        columns = replace(self.job.columns, goes_on=part.continued) if self.job.columns else None
        return replace(self.job, units=(unit,), pictures=pictures, columns=columns)

    @cached_property
    def _around(self) -> tuple[str, str]:
        """What stands before and after the number of a page."""
        before, _, after = self.words("(p. {number})").replace(" ", "\u202f").partition("{number}")
        return before, after

    @cached_property
    def _face(self) -> str:
        """The face of the numbers of pages."""
        text = self.job.own_fonts.text
        return face_of_numbers(text.regular.face, "".join(self._around)) if text else FACE

    def _begun(self, parts: Sequence[SetPart], ends: Sequence[BookPart], numbers: Numbers, front: int) -> _BoundBook:
        """Finished parts one after the other, before so many pages and what else is still being set."""
        pdf = pikepdf.Pdf.new()
        own = [part for part in parts if not part.part.made]
        before, after = ends[0].head, [end.head for end in ends[1:]]
        heads = [before, *(head for part in own for head in part.heads(self.top)), *after]
        laid = self.frame.heads(self.session, pdf, list(map(running, heads)))
        marks = dict.fromkeys(filter(None, [before, *(part.part.head for part in own), *after]))
        bound = _BoundBook(pdf, laid, list(marks), front)
        starts = _starts([part.part for part in parts], [part.pages for part in parts], 1 + front)
        for part, start in zip(parts, starts, strict=False):
            self._bind(bound, part, start, numbers)
        return bound

    def _finished(self, bound: _BoundBook, ends: Sequence[SetPart], numbers: Numbers) -> pikepdf.Pdf:
        """The same with what was set meanwhile before and after."""
        pdf = bound.pdf
        whole = replace(bound, missing=0)
        self._bind(whole, ends[0], 1, numbers, first=True)
        for end in ends[1:]:
            start = len(pdf.pages) + 1
            self._bind(whole, end, start + (end.part.right and start % 2 == 0), numbers)
        _lead(pdf, numbers, self.words)
        share(pdf)
        return pdf

    def _bind(self, bound: _BoundBook, part: SetPart, start: int, numbers: Numbers, first: bool = False) -> None:
        """One more part, with an empty page before it where the number of its first page leaves room."""
        pdf, missing = bound.pdf, bound.missing
        if not first and missing + len(pdf.pages) + 1 < start:
            pdf.add_blank_page(page_size=self.frame.size)
        own, heads = [numbers[place] for place in part.part.references], part.heads(self.top)
        with pikepdf.open(io.BytesIO(part.result.pdf)) as piece:
            append(pdf, piece, below=part.part.goes_on, first=first)
        if part.part.made:
            pdf.Root.Outlines.Last.Title = pikepdf.String(part.part.head)
            for name, (page_of, _, _) in part.result.anchors.items():
                name_page(pdf, name, start - 1 - missing + page_of)
        for number in range(start, start + part.pages):
            page = pdf.pages[number - 1 - missing]
            if part.part.made:
                page.ArtBox = _within(page.MediaBox, self.frame.paper.margin / POINT)
            page.Contents.write(write_numbers(page.Contents.read_bytes(), own, self._face))
            if number >= start + part.part.plain:
                mark = bound.marks.index(part.part.head) if part.part.head in bound.marks else None
                bound.heads.run_along(page, number, running(heads[number - start]), mark, len(bound.marks))


@dataclass(frozen=True)
class _BoundBook:
    """A book that is being bound, with what runs along with its pages; so many pages before them are missing yet."""

    pdf: pikepdf.Pdf
    heads: RunningHeads
    marks: Sequence[str]
    """What has a mark at the edge, in order."""
    missing: int


def _within(box: pikepdf.Object, margin: float) -> pikepdf.Array:
    """Where something is on a page that is bound in as it is, ISO 32000-1, 14.11.2: all but its margin, in points."""
    left, bottom, right, top = map(float, box)
    return pikepdf.Array([left + margin, bottom + margin, right - margin, top - margin])


def text_length(html: str) -> float:
    """About how long HTML is, in characters of text: a third is markup, and white stands between blocks."""
    return 0.66 * len(html) + 19 * len(_BLOCK.findall(html))


def _figures(number: int) -> int:
    return len(str(number))


def _holds(figures: int, number: int) -> bool:
    """Whether room for so many figures is that of a number; those that just miss a further one may have it too.

    Else the least change, or a guess that is a little wrong, would have many parts set again.
    """
    return _figures(number) <= figures <= _figures(number + number // 10 + 2)


def _numbers(parts: Sequence[SetPart], first: int, end: str) -> dict[str, int]:
    """Where everything is, by what has been set; its first part begins on the page `first`, or the next."""
    starts = _starts([part.part for part in parts], [part.pages for part in parts], first)
    numbers = {end: starts[-1]}
    for start, part in zip(starts, parts, strict=False):
        numbers |= {name: start + place[0] for name, place in part.result.anchors.items()}
    return numbers


def _starts(parts: Sequence[BookPart], counts: Sequence[int], page: int = 1) -> list[int]:
    """The number of each part's first page, before which an empty page may stand; and of the page after the last."""
    starts = []
    for part, count in zip(parts, counts, strict=True):
        page += part.right and page % 2 == 0
        starts.append(page)
        page += count
    return [*starts, page]


def _lead(pdf: pikepdf.Pdf, numbers: Numbers, words: Words) -> None:
    """Let links to places of the book lead there, and say to which page."""
    for page in pdf.pages:
        for note in page.get("/Annots", ()):
            address = str(note.get("/A", Dictionary()).get("/URI", ""))
            if address.startswith(SCHEME):
                # An address has letters other than those of ASCII as their bytes, RFC 3987, 3.1.
                place = unquote(address.removeprefix(SCHEME))
                del note.A
                note.Dest = pikepdf.String(place)
                note.Contents = pikepdf.String(words("page {number}", number=numbers[place]))
