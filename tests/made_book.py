"""Books that tests make, and what stands in them: links, numbers of pages, lines."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pikepdf
import pypdfium2  # type: ignore[import-untyped]
from markupsafe import Markup
from test_printing_entries import ROSE

from sheetgen.print.books.binding import link_to, reference_to
from sheetgen.print.engine.job import Job, StaticPage, Unit
from sheetgen.print.jobs import Chapter, IndexTerm, PrintResult, PrintSession, PrintStyle, print_book
from sheetgen.print.paper import paper
from sheetgen.print.pdf.merging import places_of

_INDEXED, _TOLD = re.compile(r"^(\d+)$"), re.compile(r"(?:\(p\.\s*|\.\s)(\d+)\)?$")


PARAGRAPH = "<p>" + "The lamp goes out, and somebody else is in the room. " * 30 + "</p>"


def chapter(number: int, sections: int) -> Chapter:
    """A chapter whose sections refer to the next chapter and to the first."""
    parts = []
    for n in range(sections):
        links = f'<a href="c{number + 1}.html#s1">onwards</a>, <a href="c0.html#s0">back</a>, <a href="x.html">away</a>'
        table = "<table><thead><tr><th scope=col>Roll</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>"
        parts.append(f'<h2 id="s{n}">Section {n}</h2><h3 id="d{n}">More</h3><p>See {links}.</p>{table}{PARAGRAPH * 3}')
    return Chapter(f"c{number}.html", f"Chapter {number}", Markup("".join(parts)), "What it is about.")


def book(session: PrintSession, sections: tuple[int, ...] = (9, 5, 30), size: str = "a5") -> PrintResult:
    chapters = [chapter(n, count) for n, count in enumerate(sections)]
    terms = [IndexTerm("Lamp", ("c0.html#s1", "c2.html#s3")), IndexTerm("Room", ("c1.html",))]
    return print_book(
        session, "Night School", chapters, PrintStyle(ROSE, paper(size)), "The rulebook", "CC BY-SA 4.0", terms
    )


@dataclass(frozen=True)
class Link:
    """A link: the page that it stands on and the one that it leads to, what it says, what is read aloud."""

    page: int
    target: int
    text: str
    contents: str
    index: bool
    """Whether it stands in the index."""

    @property
    def printed(self) -> int | None:
        """The number of a page that it ends with: of a reference, in the contents, in the index."""
        match = (_INDEXED if self.index else _TOLD).search(self.text)
        return int(match[1]) if match else None


def links(data: bytes) -> list[Link]:
    """Every link to a place of a book, with the words that it lies on."""
    links = []
    document = pypdfium2.PdfDocument(data)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        places = places_of(pdf)
        index = numbers[places["index"][0].objgen] if "index" in places else len(pdf.pages) + 1
        for number, page in enumerate(pdf.pages, 1):
            text = document[number - 1].get_textpage()
            for note in page.get("/Annots", ()):
                if "/Dest" in note:
                    x1, y1, x2, y2 = map(float, note.Rect)
                    words = text.get_text_bounded(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
                    target = numbers[places[str(note.Dest)][0].objgen]
                    contents = str(note.Contents)
                    links.append(Link(number, target, " ".join(words.split()), contents, number >= index))
    return links


def folios(data: bytes) -> list[int | None]:
    """The number at the foot of each page, where there is one."""
    numbers: list[int | None] = []
    for page in pypdfium2.PdfDocument(data):
        words = page.get_textpage().get_text_bounded(bottom=20, top=38).split()
        numbers.append(int(words[0]) if len(words) == 1 and words[0].isdigit() else None)
    return numbers


def single(html: str) -> Job:
    """A tagged document of one page."""
    css = "@page { size: 60mm 60mm; margin: 0 } body { font-family: 'Source Sans 3' } p { margin: 9mm }"
    unit = Unit("x", "x", StaticPage(f'<div id="x-start">{html}</div><p id="x-end"></p>'))
    return Job((unit,), css, "x", tagged=True)


def link(place: str) -> str:
    return f'<a href="{link_to(place)}">lamp <embed src="{reference_to(place)}"></a>'


def of_one(session: PrintSession, html: str, size: str = "a4", terms: Sequence[IndexTerm] = ()) -> bytes:
    """A book of one chapter."""
    result = print_book(
        session, "Night School", [Chapter("a.html", "Lamps", Markup(html))], PrintStyle(ROSE, paper(size)), terms=terms
    )
    assert result.warnings == ()
    return result.pdf


def of_each(session: PrintSession, texts: Sequence[str]) -> bytes:
    """A book on A5 with a chapter of each text."""
    chapters = [Chapter(f"{n}.html", f"Chapter {n}", Markup(text)) for n, text in enumerate(texts)]
    return print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf


def lines_of(data: bytes) -> list[list[tuple[float, str]]]:
    """Every page's lines of text between head and foot, each with its left edge in points."""
    lines = []
    for page in pypdfium2.PdfDocument(data):
        text, (_, high) = page.get_textpage(), page.get_size()
        boxes = [text.get_rect(n) for n in range(text.count_rects())]
        lines.append([(box[0], text.get_text_bounded(*box)) for box in boxes if box[1] > 36 and box[3] < high - 48])
    return lines


ENTRY = '<section class="entry"><div class="what"><h2>An exchanged die and number {}</h2></div>'


LONG = "all lamps are lit, and somebody counts them"
"""A text of which a column has room for one."""
