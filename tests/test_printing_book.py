"""A book put together from parts: its pages, what refers to them, its structure, and what making it takes."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from threading import Event
from time import sleep
from typing import Any

import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from markupsafe import Markup
from page_fill import half_empty
from pdf_structure import faults, tree
from printed_words import missing, pdf_text, words
from pypdf import PdfReader
from samples import LARGEST, opened
from test_book_texts import DRAWN, POSSESSED
from test_printing_entries import ROSE
from test_printing_sheets import size_of
from test_printing_ua import complaints, sound_book

from sheetgen.build import engine_missing
from sheetgen.languages.program_words import Words
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.markdown.tree import inner, parsed
from sheetgen.print.books import book_parts
from sheetgen.print.books.binding import Binder, BookPart, BookText, SetPart, link_to, reference_to
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.books import set_on
from sheetgen.print.books.content import mark_leads, set_closer, span_heads, split_chapter
from sheetgen.print.books.contents_fit import fitted
from sheetgen.print.books.flat_boxes import flatten
from sheetgen.print.books.folded_tables import fold
from sheetgen.print.books.index_columns import LEADINGS, IndexPages, index_pages
from sheetgen.print.books.indexing import IndexLine, indexed
from sheetgen.print.books.panel_pages import PanelPage
from sheetgen.print.books.running_heads import PageFrame
from sheetgen.print.books.tables import Cells, set_columns
from sheetgen.print.engine import pool as workers
from sheetgen.print.engine.copyfit import Candidate
from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.pool import Worker, Workers
from sheetgen.print.engine.session import NoCache
from sheetgen.print.errors import PaperError
from sheetgen.print.jobs import Chapter, IndexTerm, PrintResult, PrintSession, PrintStyle, print_book
from sheetgen.print.paper import Paper, paper
from sheetgen.print.pdf.font_merge import share
from sheetgen.print.pdf.merging import append, places_of
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.plan.rulebook import Rulebook, named
from sheetgen.print.templates import cleaned
from sheetgen.print.text_metrics.apostrophes import apostrophes
from sheetgen.print.text_metrics.column_widths import widths
from sheetgen.print.text_metrics.lowest_tables import CellText, column_extent, lowest
from sheetgen.print.text_metrics.metrics import advance, width
from sheetgen.print.text_metrics.page_numbers import FACE, write_numbers
from sheetgen.print.text_parts import ruled
from sheetgen.templating.filters import plain_sign
from sheetgen.text.cache import Cache
from sheetgen.views.pages import Reading

MEMORY = 200
"""What a worker may hold, in MB."""
_INDEXED, _TOLD = re.compile(r"^(\d+)$"), re.compile(r"(?:\(p\.\s*|\.\s)(\d+)\)?$")

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


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


@pytest.fixture(scope="module")
def bound(session: PrintSession) -> bytes:
    return book(session).pdf


@pytest.fixture(scope="module")
def pages(bound: bytes) -> list[str]:
    """The texts of the pages of a book."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(bound)]


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


def test_every_link_leads_to_the_page_whose_number_it_prints(bound: bytes) -> None:
    all_links = links(bound)
    assert all(link.contents == f"page {link.target}" for link in all_links)
    assert all(link.printed in (None, link.target) for link in all_links)
    places = Counter(
        "index" if link.index else "contents" if link.page < 5 else "text" for link in all_links if link.printed
    )
    assert places["index"] == 3 and places["contents"] >= 3 + 1 + 44 and places["text"] >= 5
    assert any(link.target > link.page + 9 for link in all_links) and any(link.target < link.page for link in all_links)


def test_pages_are_numbered_through_and_chapters_begin_where_the_contents_say(bound: bytes, pages: list[str]) -> None:
    numbers = folios(bound)
    assert len(numbers) > 30
    assert all(number in (None, n) for n, number in enumerate(numbers, 1))
    empty = [n for n, number in enumerate(numbers, 1) if number is None]
    assert empty[:2] == [1, 2] and all(n % 2 == 0 for n in empty[2:]), "the title page, and what faces it"
    first = next(n for n, text in enumerate(pages, 1) if "CHAPTER 0" in text)
    assert first % 2, "the first chapter begins on a right-hand page"


def test_heads_run_along_as_on_facing_pages(pages: list[str]) -> None:
    for number, text in enumerate(pages, 1):
        lines = text.upper()
        if number > 4 and lines.strip():
            assert ("NIGHT SCHOOL" in lines) == (number % 2 == 0), number


def test_heads_name_the_chapters_on_their_pages(session: PrintSession) -> None:
    texts = [PARAGRAPH * 10, PARAGRAPH * 40, PARAGRAPH * 2, PARAGRAPH * 40]
    chapters = [
        Chapter(f"{n}.html", f"Part {name}", Markup(html), runs_on=n > 0)
        for n, (name, html) in enumerate(zip(("One", "Two", "Three", "Four"), texts, strict=True))
    ]
    pages = list(pypdfium2.PdfDocument(print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf))[4:]
    heads = []
    for page in pages[::2]:
        text, (_, high) = page.get_textpage(), page.get_size()
        boxes = [text.get_rect(n) for n in range(text.count_rects())]
        head = "".join(text.get_text_bounded(*box) for box in boxes if box[1] > high - 50)
        heads.append("".join(head.split()))
    assert heads[0] == "PARTONE" and heads[-1] == "PARTFOUR"
    assert "PARTTWO" in heads
    places = {"a": (0, 0.0, 20.0), "b": (1, 0.0, 90.0), "c": (1, 0.0, 130.0), "d": (3, 0.0, 20.0)}
    part = BookPart("", "A – D", chapters=tuple((place, place.upper()) for place in places))
    assert SetPart(part, {}, JobResult(b"", (), (4,), (), places)).heads(20.0) == ["A", "A – C", "C", "D"]


def test_heads_of_a_chapter_set_in_several_parts_do_not_name_what_follows_it(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_parts, "PAGES", 12)
    long = Markup("".join(f"<h2>Lamp {n}</h2>{PARAGRAPH * 2}" for n in range(18)))
    chapters = [Chapter("1.html", "One", long), Chapter("2.html", "Two", Markup(PARAGRAPH), runs_on=True)]
    pages = list(pypdfium2.PdfDocument(print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf))[4:]
    heads = [page.get_textpage().get_text_bounded(bottom=page.get_height() - 50) for page in pages[::2]]
    named = ["".join(head.split()) for head in heads]
    assert [head for head in named if "TWO" in head] == named[-1:] and len(named) > 3


def test_a_line_of_the_index_does_not_break_after_its_first_word(session: PrintSession) -> None:
    chapters = [Chapter("1.html", "One", Markup(PARAGRAPH))]
    terms = [IndexTerm(f"Lamp {'w' * 4} {'w' * n}", ("1.html",)) for n in range(8, 40)]
    last = pypdfium2.PdfDocument(print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a4")), terms=terms).pdf)
    lines = [line.strip() for page in list(last)[5:] for line in page.get_textpage().get_text_bounded().splitlines()]
    assert len([line for line in lines if line.startswith("Lamp w")]) == len(terms) and "Lamp" not in lines


def test_the_mark_of_a_note_is_not_read_before_the_words_that_say_the_same(session: PrintSession) -> None:
    sign = plain_sign("house")
    note = f"<aside class=house>{sign}<details><summary><strong>House rule: One.</strong></summary></details>"
    chapters = [Chapter("1.html", "One", Markup(f"<p>Before.</p>{note}</aside>"))]
    reader = PdfReader(io.BytesIO(print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf))
    page = next(page for page in reader.pages if "House rule" in page.extract_text())
    fonts = {name: str(font.get_object()["/BaseFont"]) for name, font in page["/Resources"]["/Font"].items()}  # type: ignore[index]
    within, font, drawn = [""], "", []
    for operands, operator in page.get_contents().operations:  # type: ignore[union-attr]
        if operator in (b"BDC", b"BMC"):
            within.append(str(operands[0]))
        elif operator == b"EMC":
            within.pop()
        elif operator == b"Tf":
            font = fonts[operands[0]]
        elif operator == b"TJ" and "Marks" in font:
            drawn.append(within[-1])
    assert drawn == ["/Artifact"]


def test_bookmarks_are_nested_and_lead_to_their_headings(bound: bytes, pages: list[str]) -> None:
    with pikepdf.open(io.BytesIO(bound)) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
        assert titles == ["Contents", "Chapter 0", "Chapter 1", "Chapter 2", "Index"]
        assert [len(item.children) for item in outline.root] == [0, 9, 5, 30, 0]
        assert all([bookmark.title for bookmark in item.children[0].children] == ["More"] for item in outline.root[1:4])
        assert int(pdf.Root.Outlines.Count) == 5 + 44 * 2
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        for item in outline.root[1:4]:
            for bookmark in (item, *item.children):
                text = pages[numbers[bookmark.destination[0].objgen]].upper()  # type: ignore[index]
                assert bookmark.title.upper() in text


def test_the_structure_is_whole_and_in_order(bound: bytes) -> None:
    reader = PdfReader(io.BytesIO(bound))
    assert faults(reader) == []
    top = tree(reader)
    heads = [element.type for element in top.inside("H1", "H2", "H3", "H4")]
    assert {level: heads.count(level) for level in heads} == {"H1": 1 + 3 + 1, "H2": 44, "H3": 44}
    contents = next(top.inside("TOC"))
    assert [element.type for element in contents.children] == [*("TOCI", "TOC") * 3, "TOCI"], "the index has no section"
    assert [len(inner.children) for inner in contents.inside("TOC")][:2] == [9, 5]
    entries = list(contents.inside("TOCI"))
    assert all([element.type for element in entry.children] == ["Reference"] for entry in entries)
    assert all(next(entry.inside("Link")) for entry in entries) and len(entries) == 3 + 1 + 44
    ids = [str(head.data["/ID"]) for head in top.inside("TH")]
    assert len(ids) == len(set(ids)) == 44, "the heads of tables keep names of their own"
    pages = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages) if page.indirect_reference}
    order = [pages[element.data.raw_get("/Pg").idnum] for element in top.children[0].children]
    assert order == sorted(order)


def test_entries_are_headings_below_their_chapter_in_each_of_its_parts(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = f'{ENTRY}<div class="tale"><h4>Remarks</h4>{PARAGRAPH * 9}</div></section>'
    html = f'<div class="entries">{"".join(map(entry.format, range(16)))}</div>'
    chapters = [Chapter("1.html", "One", Markup(html)), chapter(2, 1)]
    monkeypatch.setattr(book_parts, "PAGES", 9)
    data = print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf
    levels = [element.type for element in tree(PdfReader(io.BytesIO(data))).inside("H1", "H2", "H3", "H4")]
    assert levels == ["H1", "H1", *["H2", "H3"] * 16, "H1", "H2", "H3"], "contents, chapter, entries, chapter"


def test_texts_of_entries_may_have_the_same_headings_each_below_its_own_name(session: PrintSession) -> None:
    entry = (
        '<section class="entry"><div class="what"><h2 id="{0}">{1}</h2></div><div class="tale"><h2 id="b-c">Den of {1}'
        '</h2><p>As in <a href="#lair">the lair</a>.</p><h3 id="lair">Lair of {1}</h3><p>Dark.</p></div></section>'
    )
    entries = "".join(entry.format(*names) for names in (("a", "Newt"), ("a-b", "Toad"), ("a-b-c", "Otter")))
    chapters = [Chapter("1.html", "One", Markup(f'<div class="entries">{entries}</div>'))]
    data = print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf
    reader = PdfReader(io.BytesIO(data))
    levels = [element.type for element in tree(reader).inside("H1", "H2", "H3", "H4")]
    assert levels == ["H1", "H1", *["H2", "H3", "H4"] * 3]
    with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_outline() as outline:
        below = [(item.title, item.children[0].title) for item in outline.root[-1].children]
    assert below == [(name, f"Den of {name}") for name in ("Newt", "Toad", "Otter")]
    named = reader.named_destinations.items()
    places = {name: (place.left, place.top) for name, place in named if name.endswith("__lair")}
    assert len(set(places.values())) == 3, "links within a text lead to its own heading"


def fonts(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """The fonts that the pages of a file use, each once."""
    resources = [page.Resources.Font for page in pdf.pages if "/Font" in page.get("/Resources", {})]
    return list({font.objgen: font for fonts_of_page in resources for font in dict(fonts_of_page).values()}.values())


def test_each_typeface_is_held_once_and_has_the_letters_of_all_parts(bound: bytes) -> None:
    with pikepdf.open(io.BytesIO(bound)) as pdf:
        embedded = fonts(pdf)
        assert len({str(font.BaseFont) for font in embedded}) == len(embedded) >= 4
        assert sum(isinstance(obj, pikepdf.Stream) and "/Length1" in obj for obj in pdf.objects) >= len(embedded)
        for font in embedded:
            inner = font.DescendantFonts[0]
            with TTFont(io.BytesIO(inner.FontDescriptor.FontFile2.read_bytes())) as face:
                em, names = face["head"].unitsPerEm, face.getGlyphOrder()
                drawn = face.getGlyphSet()
                listed = list(inner.W)
                for first, run in zip(listed[::2], listed[1::2], strict=True):
                    for glyph, wide in enumerate(run, int(first)):
                        assert drawn[names[glyph]].width * 1000 / em == pytest.approx(float(wide), abs=1)


def test_what_is_drawn_stays_the_same_when_fonts_are_shared(session: PrintSession) -> None:
    words = ("Aé ½ ≥ fi", "ë = – ⅔ Qu", "≥ Ö × Zoë")
    files = [session.workers.fit(single(f"<p>{text}</p>")).pdf for text in words]
    with pikepdf.open(io.BytesIO(files[0])) as pdf:
        for data in files[1:]:
            append(pdf, pikepdf.open(io.BytesIO(data)))
        share(pdf)
        fonts = [part for part in pdf.objects if isinstance(part, pikepdf.Dictionary) and "/ToUnicode" in part]
        letters = [font.ToUnicode.read_bytes() for font in fonts]
        assert {text.count(b"<0000> <ffff>") for text in letters} == {1}, "a range of codes, and no letter"
        out = io.BytesIO()
        pdf.save(out)
    together = pypdfium2.PdfDocument(out.getvalue())
    for number, (data, text) in enumerate(zip(files, words, strict=True)):
        alone = pypdfium2.PdfDocument(data)[0]
        assert together[number].render(scale=3).to_pil().tobytes() == alone.render(scale=3).to_pil().tobytes()
        assert text in together[number].get_textpage().get_text_range()


def single(html: str) -> Job:
    """A tagged document of one page."""
    css = "@page { size: 60mm 60mm; margin: 0 } body { font-family: 'Source Sans 3' } p { margin: 9mm }"
    unit = Unit("x", "x", StaticPage(f'<div id="x-start">{html}</div><p id="x-end"></p>'))
    return Job((unit,), css, "x", tagged=True)


def test_documents_are_joined_with_all_that_belongs_to_them(session: PrintSession) -> None:
    rows = '<tr><th>A</th></tr><tr><td><a href="#x-start">up</a></td></tr>'
    html = f'<h1 id="top">One</h1><table><tbody>{rows}</tbody></table>'
    files = [session.workers.fit(single(html.replace("One", name))).pdf for name in ("One", "Two", "Three")]
    with pikepdf.open(io.BytesIO(files[0])) as pdf:
        for data in files[1:]:
            append(pdf, pikepdf.open(io.BytesIO(data)))
        assert len(pdf.pages) == 3 and sorted(places_of(pdf)) == ["top", "x-end", "x-start"]
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        with pdf.open_metadata() as meta:
            meta["dc:title"] = "x"
        kept = {page.objgen for page in pdf.pages}
        out = io.BytesIO()
        pdf.save(out)
        assert all(obj.objgen in kept for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and is_page(obj))
    reader = PdfReader(out)
    assert faults(reader) == []
    assert [element.type for element in tree(reader).inside("H1", "Table", "Link")] == ["H1", "Table", "Link"] * 3


def is_page(obj: pikepdf.Object) -> bool:
    return bool(obj.get("/Type") == pikepdf.Name.Page)


class Kept(dict[str, bytes]):
    """A cache in memory."""

    def put(self, key: str, data: bytes, /) -> None:
        self[key] = data


def test_a_book_is_the_same_twice_and_only_what_changed_is_set_again(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_parts, "PAGES", 6)
    progress: list[tuple[int, int]] = []
    keeping = PrintSession(session.workers, Kept(), lambda done, total: progress.append((done, total)))
    few = (1, 1, 6)
    first = book(PrintSession(session.workers, Kept()), few)
    assert book(keeping, few).pdf == first.pdf
    assert progress[0][0] == 0
    count = sum(total for done, total in progress if done == total)
    assert count > 5, "front, chapters, index, and the longest chapter is parted"
    progress.clear()
    assert book(keeping, few).pdf == first.pdf
    assert all(done == total for done, total in progress), "everything is kept"
    assert sum(total for _, total in progress) == count
    progress.clear()
    chapters = [chapter(number, sections) for number, sections in enumerate(few)]
    other = print_book(keeping, "Night School", chapters, PrintStyle(ROSE, paper("a5")))
    assert progress[0][0] >= 3, "the chapters are kept, the front has no index to tell of"
    assert other.pages < first.pages


def test_a_part_is_set_once_and_alone_where_it_changed() -> None:
    """A changed chapter is set again, and what lists the numbers of its pages; the rest is bound as it was."""
    asked: list[str] = []

    class Counting(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            asked.append(job.units[0].source(Candidate()).html)
            return super().fit(job, timeout, beside)

    with PrintSession(Counting(), Kept()) as own:
        chapters = [chapter(n, 2) for n in range(4)]
        terms = [IndexTerm("Lamp", ("c0.html#s1", "c3.html#s1"))]
        style = PrintStyle(ROSE, paper("a5"))
        whole = print_book(own, "Night School", chapters, style, terms=terms).pdf
        loose = [html for html in asked if '"bound"' in html]
        assert [sum(f"Chapter {n}</h1>" in html for html in loose) for n in range(4)] == [1] * 4
        asked.clear()
        chapters[2] = replace(chapters[2], html=chapters[2].html.replace("lamp", "oven"))
        again = print_book(own, "Night School", chapters, style, terms=terms).pdf
        assert asked and all("oven" in html for html in asked) and again != whole
    with PrintSession() as other:
        assert print_book(other, "Night School", chapters, style, terms=terms).pdf == again


def test_a_part_is_set_once_where_its_numbers_have_about_as_many_figures_as_was_guessed() -> None:
    """What refers to the last page of one figure, or to those after it, the contents, and the index."""
    asked: list[str] = []

    class Counting(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            asked.append(job.units[0].source(Candidate()).html)
            return super().fit(job, timeout, beside)

    with PrintSession(Counting()) as own:
        result = book(own, (2, 2, 1, 2, 2))
    printed = [link for link in links(result.pdf) if link.printed]
    assert {9, 11} <= {link.target for link in printed} and all(link.printed == link.target for link in printed)
    parts = [html for html in asked if '"bound"' in html]
    for head in ("Contents</h1>", *(f"Chapter {n}</h1>" for n in range(5)), "Index</h1>"):
        assert sum(head in html for html in parts) == 1, head


def test_chapters_are_bound_while_the_contents_are_set() -> None:
    """What runs along with their pages is asked for first, and the contents still come before them."""
    begun = Event()

    class Waiting(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            html = job.units[0].source(Candidate()).html
            if 'class="running' in html:
                begun.set()
            assert "Contents</h2>" not in html or begun.wait(60)
            return super().fit(job, timeout, beside)

    with PrintSession(Waiting()) as own:
        result = book(own, (2, 1))
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
        assert "Contents" in titles[:2] and "Chapter 1" in titles[-2:]
        elements = [element for element in pdf.Root.StructTreeRoot.K[0].K if "/Pg" in element]
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        places = [numbers[element.Pg.objgen] for element in elements]
        assert places == sorted(places) and places[0] == 0


def test_a_job_has_the_same_digest_in_every_process() -> None:
    """The names of what a blank sheet keeps are a set."""
    code = (
        "from sheetgen.print.engine.job import Job, StaticPage, Unit\n"
        "from sheetgen.print.engine.run_jobs import keyed\n"
        "names = frozenset(f'name {n}' for n in range(20));"
        "print(keyed([Job((Unit('a', 'b', StaticPage('', 1, {'x': names})),), '', '')])[0].digest)"
    )
    digests = {
        subprocess.check_output([sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed})
        for seed in ("1", "2", "3")
    }
    assert len(digests) == 1


def test_a_number_with_fewer_figures_than_there_is_room_for_ends_where_the_room_ends() -> None:
    room = b"[<00010002@0 3@0003>] TJ"
    full, short = (write_numbers(room, [number]) for number in (104, 99))
    moved = -round(1000 * advance("0", FACE))
    assert moved < -300 and short.startswith(b"[%d<00010002" % moved) and full.startswith(b"[<00010002")
    assert len(full) - len(short.replace(b"%d" % moved, b"")) == 4, "a glyph has four digits"


def test_margins_are_those_of_facing_pages(bound: bytes) -> None:
    """The inner margin is wider: on the left of right-hand pages, on the right of the others."""
    inner, outer = (margin * 72 / 25.4 for margin in BookPage(PrintStyle(ROSE, paper("a5"))).margins)
    edges: dict[int, set[float]] = {0: set(), 1: set()}
    for number, page in enumerate(pypdfium2.PdfDocument(bound), 1):
        start, _, end, _ = page.get_mediabox()
        assert end - start == pytest.approx(148 * 72 / 25.4, abs=0.1)
        text = page.get_textpage()
        edges[number % 2] |= {text.get_rect(n)[0] - start for n in range(text.count_rects())} if number > 4 else set()
    assert min(edges[1]) == pytest.approx(inner, abs=1.5) and min(edges[0]) == pytest.approx(outer, abs=1.5)


def test_numbers_that_move_each_other_settle(session: PrintSession) -> None:
    """References as long as lines: a guess that is wrong moves everything, until all numbers are true."""
    lines = "".join(f"<p id=l{n}>{link(f'l{n + 40}' if n < 60 else 'l0')} {'word ' * 12}</p>" for n in range(100))
    css = "@page { size: 60mm 40mm; margin: 5mm } p { margin: 0 }"
    css += " .running { break-before: page; padding-top: 24mm }"
    job = Job((), css, "x", tagged=True)
    frame = PageFrame("x", job, Paper("small", 60, 40), 5, 5)
    parts = [BookPart(lines), BookPart(f"<p id=last>{link('l99')}</p>", right=True)]
    bound = set()
    for guess in (40.0, 4000.0):
        binder = Binder(session=session, job=job, frame=frame, characters=guess)
        with binder.bind(BookText(lambda numbers: BookPart("<p>Lamps</p>"), parts)) as pdf:
            pages = len(pdf.pages)
            out = io.BytesIO()
            pdf.save(out, deterministic_id=True)
        bound.add(out.getvalue())
        numbered = [link for link in links(out.getvalue()) if link.printed]
        assert pages % 2 and len(numbered) >= 100
        assert all(link.printed == link.target for link in numbered)
        assert len({len(str(link.target)) for link in numbered}) == 3, "numbers of different lengths"
    assert len(bound) == 1, "the guess makes no difference"


def link(place: str) -> str:
    return f'<a href="{link_to(place)}">lamp <embed src="{reference_to(place)}"></a>'


# -- how a page is set -----------------------------------------------------------------------------------


def of_one(session: PrintSession, html: str, size: str = "a4", terms: Sequence[IndexTerm] = ()) -> bytes:
    """A book of one chapter."""
    result = print_book(
        session, "Night School", [Chapter("a.html", "Lamps", Markup(html))], PrintStyle(ROSE, paper(size)), terms=terms
    )
    assert result.warnings == ()
    return result.pdf


def lines_of(data: bytes) -> list[list[tuple[float, str]]]:
    """Every page's lines of text between head and foot, each with its left edge in points."""
    lines = []
    for page in pypdfium2.PdfDocument(data):
        text, (_, high) = page.get_textpage(), page.get_size()
        boxes = [text.get_rect(n) for n in range(text.count_rects())]
        lines.append([(box[0], text.get_text_bounded(*box)) for box in boxes if box[1] > 36 and box[3] < high - 48])
    return lines


ENTRY = '<section class="entry"><div class="what"><h2>An exchanged die and number {}</h2></div>'


def test_entries_stand_whole_in_two_columns_and_below_each_other_on_small_paper(session: PrintSession) -> None:
    tale = f"<p>{'Every one of them is read by the lamp that is out. ' * 3}</p>"
    entries = [f"{ENTRY.format(n + 100)}<div class=tale>{tale * (1 + n * 5 % 7)}</div></section>" for n in range(40)]
    for size, columns in (("a4", 2), ("a5", 1)):
        data = of_one(session, f'<div class="entries">{"".join(entries)}</div>', size)
        assert faults(PdfReader(io.BytesIO(data))) == []
        pages = lines_of(data)[4:]
        text = " ".join(" ".join(words.upper() for _, words in page) for page in pages)
        assert [text.count(f"NUMBER {n + 100}") for n in range(40)] == [1] * 40
        for page in pages[1:-1]:
            assert len({round(left / 40) for left, words in page if "exchanged" in words.lower()}) == columns
            assert "exchanged" in page[0][1].lower(), "no entry is torn"


def test_entries_of_many_short_paragraphs_stand_whole(session: PrintSession) -> None:
    entries = f"{ENTRY.format(1)}<div class=tale>{'<p>Nobody reads it.</p>' * 8}</div></section>" * 40
    pages = lines_of(of_one(session, f'<div class="entries">{entries}</div>', "a5"))[4:]
    assert len(pages) > 5 and all("exchanged" in page[0][1].lower() for page in pages[1:])


def test_short_entries_stand_in_more_columns_than_the_text_where_their_kind_does_not_say() -> None:
    def classes(length: int, name: str = "entries") -> list[str]:
        entry = f'<section class="entry"><div class="what"><h2>A</h2></div><p>{"a" * length}</p></section>'
        tree = parsed(f'<div class="{name}">{entry * 3}</div><div class="entries"></div>')
        set_closer(tree)
        return [element.get("class") for element in tree]

    assert classes(500) == ["entries columns-3", "entries"] and classes(700) == ["entries", "entries"]
    assert classes(300, "entries columns-1") == ["entries columns-1", "entries"]
    entry = f'<section class="entry">{"a" * 90}</section>'
    tree = parsed(f'<div class="entries columns-3">{entry * 3}</div>')
    assert split_chapter(tree, 200) == [f'<div class="entries columns-3">{entry}</div>'] * 3


def test_short_entries_stand_in_two_columns_on_small_paper_and_in_three_on_large(session: PrintSession) -> None:
    entries = f"{ENTRY.format(1)}<div class=tale>{'<p>Nobody reads it.</p>' * 8}</div></section>" * 40
    for size, columns in (("a5", 2), ("a4", 3), ("letter", 3)):
        pages = lines_of(of_one(session, f'<div class="entries">{entries}</div>', size))[4:]
        assert {len({round(left / 20) for left, _ in page}) for page in pages[1:-1]} == {columns}


@pytest.mark.parametrize("size", ["a4", "a5"])
def test_the_line_above_an_entry_that_goes_on_is_drawn_once(session: PrintSession, size: str) -> None:
    tale = "".join(f"<p>{'Every one of them is read by the lamp that is out. ' * 5}</p>" for _ in range(60))
    html = f"<p>Out.</p>{ENTRY.format(7)}<div class=tale>{tale}</div></section>"
    pages = list(pypdfium2.PdfDocument(of_one(session, f'<div class="entries">{html}</div>', size)))[4:]
    lines = [(number, top) for number, page in enumerate(pages) for top in lines_across(page)]
    lines = [place for place in lines if place > (0, 100)]  # Above stands the title of the chapter on its bar.
    letters = pages[0].get_textpage()
    match = letters.search("exchanged").get_next()
    assert match is not None and len(pages) >= 2 and len(lines) == 1
    above = pages[0].get_height() - letters.get_charbox(match[0])[3] - lines[0][1]
    assert 1.5 < above < 6, "the line stands above the name, not in it"


def lines_across(page: pypdfium2.PdfPage) -> list[float]:
    """The upper edges of dark lines across half the page or a column, in points from the top."""
    picture = page.render(scale=3).to_pil().convert("L")
    wide, high = picture.size
    across = [int(wide * part / 200) for part in range(28, 92, 2)]
    dark = [all(picture.getpixel((x, y)) < 90 for x in across) for y in range(high)]
    return [y / 3 for y in range(1, high) if dark[y] and not dark[y - 1]]


def test_names_of_entries_stand_above_their_texts_on_small_paper(session: PrintSession) -> None:
    entry = (
        '<section class="entry"><div class="what"><h2>Lamplight</h2></div><div class="tale"><p>Out.</p></div></section>'
    )
    page = lines_of(of_one(session, f'<div class="entries">{entry}</div>', "a5"))[4]
    assert [words.strip().upper() for _, words in page][-2:] == ["LAMPLIGHT", "OUT."]
    assert page[-2][0] == pytest.approx(page[-1][0], abs=2)


def test_paper_that_is_too_small_for_a_book_is_refused_with_advice(session: PrintSession) -> None:
    with pytest.raises(PaperError, match="does not fit on A6: print it on A5, A4 or Letter"):
        of_one(session, "<p>A lamp.</p>", "a6")


def test_the_front_of_a_small_book_holds_long_words_apart(session: PrintSession) -> None:
    """The licence stands on the page behind the title, below its name, however long both are."""
    line = "Night falls on the harbour, and somebody rings. " * 4
    chapters = [Chapter("a.html", "Lamps", Markup("<p>Out.</p>"))]
    result = print_book(
        session, "Night School", chapters, PrintStyle(ROSE, paper("a5")), line, "Licensed as it stands. " * 20
    )
    front, text = (pypdfium2.PdfDocument(result.pdf)[n].get_textpage() for n in (0, 1))
    assert front.get_text_range().count("harbour") == 4 and "Licensed" not in front.get_text_range()
    boxes = [text.get_rect(n) for n in range(text.count_rects())]
    placed = [(box[1], text.get_text_bounded(*box)) for box in boxes]
    licensed = [low for low, words in placed if "Licensed" in words]
    assert len(licensed) > 4 and min(licensed) > 0
    assert min(low for low, words in placed if "Night School" in words) > max(licensed)


def test_page_references_are_little_smaller_than_the_text(bound: bytes) -> None:
    texts = [page.get_textpage() for page in pypdfium2.PdfDocument(bound)]
    first = [(text, text.search("(p.").get_next()) for text in texts]
    sizes = [size_of(text, place[0]) for text, place in first if place]
    assert sizes and min(sizes) > 0.8 * BookPage(PrintStyle(ROSE, paper("a5"))).size


def test_a_page_is_told_by_the_first_link_that_can_tell_it(session: PrintSession) -> None:
    see = '<a href="#lamp">lamp</a>'
    rule = f'<section class="rulebox"><p><b class="rule-name">{see}.</b></p><p class="line">Out: {see}</p></section>'
    html = f'{rule}<aside class="house"><p>See {see}</p></aside><p>And {see}.</p><h2 id="lamp">Lamp</h2>'
    all_links = links(of_one(session, html))
    printed = [link.printed is not None for link in all_links if "lamp" in link.text.lower() and link.page > 4]
    assert printed == [False, False, True, False]


@pytest.mark.parametrize("place", ["灯", "straße", "炎の壁"])
def test_places_in_any_script_tell_their_pages(session: PrintSession, place: str) -> None:
    see = f'<p>See <a href="#{place}">lamp</a>, not <a href="#火">fire</a>.</p>'
    html = f'{see}<h2 id="{place}">A</h2><h2 id="火">B</h2>'
    printed = [link for link in links(of_one(session, html)) if "(p." in link.text]
    assert len(printed) == 2 and [link.printed for link in printed] == [link.target for link in printed]


def test_a_paragraph_between_a_heading_and_a_table_stays_with_the_table() -> None:
    table = '<div class="scroll"><table></table></div>'
    tree = parsed(f"{table}<h2>A</h2><p>one</p>{table}<p>two</p>{table}<h3>B</h3><p>three</p><p>four</p>{table}")
    mark_leads(tree)
    assert [lead.text for lead in tree.iter("p") if lead.get("class") == "leads"] == ["one"]


def test_every_row_of_a_table_tells_its_pages(session: PrintSession) -> None:
    see = '<a href="#lamp">lamp</a>'
    row = f"<tr><td>Oil</td><td>{see} or {see}</td></tr>"
    html = f'<p>See {see}.</p><table><tbody>{row * 3}</tbody></table><p>And {see}.</p><h2 id="lamp">Lamp</h2>'
    printed = [
        link.printed is not None for link in links(of_one(session, html)) if "lamp" in link.text and link.page > 4
    ]
    assert printed == [True, *([True, False] * 3), False]


def test_what_should_stay_together_is_torn_only_where_columns_would_be_left_empty(session: PrintSession) -> None:
    lines = "".join(f"<p class=line><b>Line {n}</b> = {n}</p>" for n in range(150))
    head = '<section class="rulebox"><p><b class="rule-name">Lamplight.</b></p>'
    rule = f"{head}{lines}</section>"
    pages = lines_of(of_one(session, f"<p>Out.</p>{rule}", "a5"))[4:]
    text = [words.strip() for page in pages for _, words in page]
    assert len(pages) > 3 and all(text.count(f"Line {n}") == text.count(f"= {n}") == 1 for n in range(150))
    short = f"{head}{lines[: lines.index('<p class=line><b>Line 9')]}</section>"
    for lead in range(20, 36, 5):
        pages = lines_of(of_one(session, f"{'<p>Out.</p>' * lead}{short}", "a5"))[4:]
        assert sum(any(words.startswith("Line") for _, words in page) for page in pages) == 1


LONG = "all lamps are lit, and somebody counts them"
"""A text of which a column has room for one."""


@pytest.mark.parametrize("lines", (32, 34, 36, 38))
def test_a_short_table_is_not_torn_at_the_foot_of_a_column_that_is_full_enough(
    session: PrintSession, lines: int
) -> None:
    rows = "".join(f"<tr><th>Rank {n}</th><td>d{n}</td></tr>" for n in range(6))
    html = "<p>Roll it.</p>" * lines + f"<table><tbody>{rows}</tbody></table>" + "<p>Then go.</p>" * 90
    places = {
        (number, round(left / 40))
        for number, page in enumerate(lines_of(of_one(session, html)))
        for left, words in page
        if words.startswith("Rank")
    }
    assert len(places) == 1


@pytest.mark.parametrize("lines", [10, 12, 14])
def test_a_table_of_few_high_rows_is_torn_rather_than_a_page_left_half_empty(session: PrintSession, lines: int) -> None:
    said = "A lamp, and somebody who counts it. " * 12
    rows = "".join(f"<tr><th>Rank {n}</th><td>{said}</td></tr>" for n in range(4))
    html = f"{'<p>Roll it.</p>' * lines}<table><tbody>{rows}</tbody></table>{'<p>Then go.</p>' * 90}"
    data = of_one(session, html, "a5")
    assert half_empty(data) == []
    assert all(" ".join(words for _, words in page).count("Rank") in (0, 2, 4) for page in lines_of(data))


def test_a_table_goes_on_in_the_next_column_with_its_head(session: PrintSession) -> None:
    rows = "".join(f"<tr><td>Watch {n}</td><td>{LONG}</td></tr>" for n in range(130))
    head = "<thead><tr><th>Hour</th><th>Lamps</th></tr></thead>"
    data = of_one(session, f"<p>Out.</p><table>{head}<tbody>{rows}</tbody></table>")
    assert complaints(data) == []
    page = lines_of(data)[4]
    assert sum(words.strip() == "HOUR" for _, words in page) == 2 and len({round(left / 40) for left, _ in page}) >= 2
    text = " ".join(words for own in lines_of(data) for _, words in own)
    assert [len(re.findall(rf"Watch {n}\b", text)) for n in range(130)] == [1] * 130


def test_the_head_of_a_table_that_begins_in_the_second_column_stands_over_each_piece(session: PrintSession) -> None:
    rows = "".join(f"<tr><td>Watch {n}</td><td>{LONG}</td></tr>" for n in range(230))
    head = "<thead><tr><th>Hour</th><th>Lamps</th></tr></thead>"
    data = of_one(session, f"{'<p>Out.</p>' * 72}<table>{head}<tbody>{rows}</tbody></table>")
    assert complaints(data) == []
    pages = [[(round(left), words.strip()) for left, words in page] for page in lines_of(data)[4:]]
    heads = [[left for left, words in page if words == "HOUR"] for page in pages]
    firsts = [sorted({left for left, words in page if words.startswith("Watch")}) for page in pages]
    assert len(heads[0]) == 1 and len(heads[1]) == 2 and len(heads) > 2
    assert all(
        abs(head - first) < 3 for page in zip(heads, firsts, strict=True) for head, first in zip(*page, strict=True)
    )


def test_a_list_goes_on_after_what_interrupts_it(session: PrintSession) -> None:
    html = '<ol><li>one</li></ol><p>Meanwhile.</p><ol start="2"><li>two</li><li>three</li></ol>'
    data = of_one(session, html)
    lines = [words.strip() for page in lines_of(data) for _, words in page]
    assert [line for line in lines if re.fullmatch(r"\d\.", line)] == ["1.", "2.", "3."]
    kinds = [element.type for element in tree(PdfReader(io.BytesIO(data))).inside("L", "LI", "Lbl", "LBody")]
    assert kinds == ["L", "LI", "Lbl", "LBody", "L", *["LI", "Lbl", "LBody"] * 2]


def test_no_line_ends_early_where_a_link_begins_the_next(session: PrintSession) -> None:
    html = '<p>If you let yourself drop, or can say how the fall is broken, {} test each <a href="#lamp">lamp</a>.</p>'
    data = of_one(session, "".join(html.format("i" * n) for n in range(20, 50)) + '<h2 id="lamp">Lamp</h2>')
    text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    assert text.count("If you let yourself") == 30


def test_a_heading_without_its_own_link_does_not_break_after_its_first_word(session: PrintSession) -> None:
    """Among so many widths are those where there is room for all but the white before the link."""
    link = '<a class="anchor" href="#{0}" aria-label="Link to this section">#</a>'
    ends = ["i" * n + "." * m for n in range(12) for m in range(5)]
    heads = [
        f'<h2 id="{n}">A blow against an Evoker, start to f{end} {link.format(n)}</h2>' for n, end in enumerate(ends)
    ]
    chapter = Chapter("c.html", "Blows", Markup("<p>Text.</p>".join(heads)))
    lines = pdf_text(print_book(session, "Breaks", [chapter], PrintStyle(ROSE, paper("a4"))).pdf).splitlines()
    assert "A" not in map(str.strip, lines)
    assert len([line for line in lines if line.startswith("A BLOW AGAINST AN EVOKER")]) == len(ends)


def test_apostrophes_are_those_of_print(session: PrintSession) -> None:
    html = Markup("<p title=\"don't\">{} <b>weapon's</b> reach is 5'</p>").format("Target's")
    assert apostrophes(html) == "<p title=\"don't\">Target’s <b>weapon’s</b> reach is 5'</p>"
    data = of_one(session, f"<h2>A lamp's tracks</h2>{html}", terms=[IndexTerm("Nobody's room", ("a.html",))])
    text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    assert "Target’s" in text and "Nobody’s room" in text and "LAMP’S TRACKS" in text


def test_blocks_are_set_closer_where_that_spares_a_page_and_rows_of_tables_are_not(session: PrintSession) -> None:
    rows = "".join(f"<tr><th scope=row>Row {n}</th><td>{LONG * 3}</td></tr>" for n in range(4))
    table = f"<table><thead><tr><th>Roll</th><th>What</th></tr></thead><tbody>{rows}</tbody></table>"
    texts = [f"{'<p>Lamp.</p>' * count}<div class=scroll>{table}</div>" for count in range(8, 20)]
    chapters = [Chapter(f"{n}.html", f"Chapter {n}", Markup(text)) for n, text in enumerate(texts)]
    data = print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf
    pitches = set()
    for page in [page.get_textpage() for page in pypdfium2.PdfDocument(data)][4:]:
        boxes = [page.get_rect(n) for n in range(page.count_rects())]
        lamps = sorted(box[3] for box in boxes if page.get_text_bounded(*box).strip() == "Lamp.")
        pitches |= {round(after - before, 1) for before, after in pairwise(lamps)}
        assert page.get_text_range().count("ROLL") <= 1, "a row is not a block with a head of its own"
    assert 0.5 < max(pitches) - min(pitches) < 1.5 and len(pitches) > 1


def test_no_page_has_only_a_line_or_two(session: PrintSession) -> None:
    """A chapter that is longer than its pages by little reaches into their lower margin, on one page less."""
    lines = [
        [len(page) for page in lines_of(of_one(session, "<p>A lamp.</p>" * n, "a5"))[4:]] for n in range(21, 39, 2)
    ]
    assert {len(line) for line in lines} == {1, 2}
    assert all(len(line) == 1 or line[0] + 2 <= sum(line) for line in lines)
    assert max(line[0] for line in lines if len(line) == 1) > lines[-1][0], "one page has a line more than two"


# -- parts and columns -----------------------------------------------------------------------------------


def test_a_long_chapter_is_parted_where_everything_is_closed() -> None:
    sections = [f'<h2 id="s{n}">S</h2><p>{"a" * 90}</p>' for n in range(4)]
    whole = parsed("".join(sections))
    assert split_chapter(whole, 1000) == ["".join(sections)]
    assert split_chapter(whole, 250) == ["".join(sections[:2]), "".join(sections[2:])]
    assert split_chapter(whole, 5) == sections
    aside = f"<p>a</p><aside>{sections[0]}{sections[1]}</aside>"
    assert split_chapter(parsed(aside + sections[2]), 5) == [aside, sections[2]]
    entries = [f'<section class="entry">{n}{"a" * 90}</section>' for n in range(3)]
    listed = [f'<div class="entries">{entry}</div>' for entry in entries]
    assert split_chapter(parsed(f'<div class="entries">{"".join(entries)}</div>'), 200) == listed


@pytest.mark.parametrize("size", ["a5", "letter"])
def test_words_without_end_break_and_do_not_leave_the_page(session: PrintSession, size: str) -> None:
    word = "Wort" * 60
    pair = f"<dl><div><dt>{word}</dt><dd>{word}</dd></div></dl>"
    rule = f'<section class="rulebox"><p><b class="rule-name">{word}.</b></p><p class="line">{word}</p></section>'
    row = f"<tr><td>{word}</td><td>a</td><td>{word}</td></tr>"
    html = f'<h2 id="x">{word}</h2><p>{word} <a href="b.html">{word}</a></p>{rule}<table><tbody>{row}</tbody></table>'
    html += f'<div class="ex-io">{pair}</div>'
    result = print_book(
        session, word, [Chapter("a.html", word, Markup(html))], PrintStyle(ROSE, paper(size)), word, word
    )
    for page in pypdfium2.PdfDocument(result.pdf):
        text, (wide, _) = page.get_textpage(), page.get_size()
        assert all(text.get_charbox(n)[0] >= 0 and text.get_charbox(n)[2] <= wide for n in range(text.count_chars()))


def test_columns_fill_the_measure_and_break_no_word_where_there_is_room() -> None:
    for columns in (
        [(10.0, 20.0), (30.0, 900.0)],
        [(5.0, 8.0), (6.0, 9.0)],
        [(90.0, 95.0), (90.0, 99.0)],
        [(9.0, 9.0)],
    ):
        assert sum(widths(columns, 160)) == pytest.approx(160)
    assert widths([(90.0, 95.0), (4.0, 99.0), (90.0, 95.0)], 100) == pytest.approx([48, 4, 48]), "the widest give way"
    narrow, wide = widths([(10.0, 25.0), (30.0, 900.0)], 160)
    assert narrow == pytest.approx(25) and wide == pytest.approx(135), "a short text has its line, a long one the rest"
    assert all(
        width >= low
        for width, (low, _) in zip(
            widths([(20, 300), (30, 900), (9, 11)], 160), [(20, 0), (30, 0), (9, 0)], strict=True
        )
    )


def columned(html: str, measure: float = 100, wide: float = 0.0) -> str:
    """HTML whose tables say how wide their columns are."""
    tree = parsed(html)
    for table in list(tree.iter("table")):
        set_columns(table, measure, Cells(9.0), wide)
    return inner(tree)


def test_a_table_says_how_wide_its_columns_are() -> None:
    rows = "<tr><th scope=row>Your turn begins</th><td>" + "Many rules fire at a fixed moment. " * 9 + "</td></tr>"
    head = '<tr><th scope="col">Moment</th><th scope="col">What</th></tr>'
    html = f'<table class="data"><thead>{head}</thead>{rows}</table>'
    columns = columned(f"<p>a</p>{html}<p>b</p>")
    assert columns.startswith('<p>a</p><table class="data"><colgroup><col style="width:') and columns.endswith(
        "</table><p>b</p>"
    )
    first, second = (float(width) for width in re.findall(r"width:([\d.]+)%", columns))
    assert first + second == pytest.approx(100, abs=0.02)
    assert width("Your turn begins", "semi", 9) < first < width("Your turn begins", "semi", 9) + 6
    assert columned("<table></table>") == "<table><colgroup></colgroup></table>"
    captioned = columned("<table><caption>Lamps</caption><tr><td>a</td></tr></table>")
    assert captioned.startswith("<table><caption>Lamps</caption><colgroup>")
    spanning = '<table><tr><td colspan="2">both of them</td></tr><tr><td>a</td><td>b</td></tr></table>'
    assert columned(spanning).count("<col style") == 2
    for span in ("0", "-1", "x", "", "9" * 40):
        assert 1 <= columned(spanning.replace('"2"', f'"{span}"')).count("<col style") <= 100


def numbered_table(columns: int, word: str, rows: int = 3) -> str:
    """A table of a name and many columns."""
    heads = "".join(f"<th>{word}{n}</th>" for n in range(columns))
    cells = "".join(f"<td>{n}</td>" for n in range(columns))
    body = "".join(f'<tr id="r{n}"><td>Watch {n}</td>{cells}</tr>' for n in range(rows))
    return (
        f"<table id=t><caption>Lamps</caption><thead><tr><th>Hour</th>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def test_a_table_stands_in_a_column_where_it_can_else_across_the_page() -> None:
    assert "class" not in columned(numbered_table(3, "Lamp"), 84, 174)
    assert parsed(columned(numbered_table(8, "Lantern"), 84, 174)).find("table").get("class") == "wide"
    row = f"<tr><td>Watch</td>{'<td>The lamp goes out, and somebody else is in the room.</td>' * 4}</tr>"
    scrolled = parsed(columned(f'<div class="scroll"><table>{row * 3}</table></div>', 84, 174))
    assert scrolled[0].get("class") == "scroll wide", "texts of a word a line"
    span_heads(tree := parsed('<h2>A</h2><p class="leads">b</p><table class="wide"></table><h3>C</h3><p>d</p>'))
    assert [element.get("class") for element in tree] == ["wide", "leads wide", "wide", None, None]


def test_wide_tables_are_set_closer_then_parted_after_their_first_column() -> None:
    by_measure = [columned(numbered_table(5, "Lanternlight"), measure) for measure in range(160, 80, -2)]
    sorts = ["close" if "close" in html else "usual" for html in by_measure if html.count("<table") == 1]
    assert sorts[0] == "usual" and sorts[-1] == "close" and sorts == sorted(sorts, reverse=True)
    assert len(sorts) < len(by_measure), "then it is parted"
    parted = columned(numbered_table(12, "Lanternlight"), 160)
    tables = parsed(parted).findall("table")
    assert len(tables) == 2 and [len(list(table.iter("th"))) for table in tables] == [7, 7], "they are even"
    heads = [[head.text for head in table.iter("th")] for table in tables]
    assert heads[0][0] == heads[1][0] == "Hour"
    assert heads[0][1:] + heads[1][1:] == [f"Lanternlight{n}" for n in range(12)]
    assert [row[0].text for row in tables[1].iter("tr")] == ["Hour", "Watch 0", "Watch 1", "Watch 2"]
    single = numbered_table(12, "Lanternlight").replace("<td>", "<td colspan=1>")
    assert len(parsed(columned(single, 160)).findall("table")[0][3][0]) == 7
    assert parted.count('id="') == 4 and parted.count("<caption") == 1, "ids stay where they were"


def folded(rows: int, cells: str, measure: float = 84, least: int = 10) -> list[list[str]]:
    """The texts of the rows of a table that has been folded."""
    head = "<thead><tr><th id=a>AV</th><th>Hits</th></tr></thead>"
    body = "".join(f"<tr><th>{n}</th>{cells.format(n=n)}</tr>" for n in range(rows))
    table = parsed(f"<table>{head}<tbody>{body}</tbody></table>").find("table")
    fold(table, measure, Cells(9.0), least)
    assert len(list(table.iter("th"))) + len(list(table.iter("td"))) == sum(map(len, table.iter("tr")))
    assert len([cell for cell in table.iter() if cell.get("id")]) == 1
    return [[cell.text_content() for cell in row] for row in table.iter("tr")]


def test_contents_are_set_closer_where_that_spares_a_page(session: PrintSession) -> None:
    page = BookPage(PrintStyle(ROSE, paper("a4")))
    assert [fitted([few] * 20, page)[1] for few in (2, 4, 5, 9)] == [False, True, False, False]
    heads = "".join(f'<h2 id="h{n}">Part {n}</h2><p>Out.</p>' for n in range(4))
    chapters = [Chapter(f"/c{n}", f"Chapter {n}", Markup(heads)) for n in range(20)]
    result = print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a4")))
    reader = PdfReader(io.BytesIO(result.pdf))
    text = [page.extract_text() for page in reader.pages]
    assert "Chapter 19" in text[2] and not text[3].strip(), "the first chapter begins on a right-hand page"
    drawn = reader.pages[2].get_contents().get_data()  # type: ignore[union-attr]
    assert drawn.count(b"/Pagination") >= 100, "the dots of each line are not read aloud"


def test_a_long_narrow_table_stands_in_runs_beside_each_other() -> None:
    eleven = folded(11, "<td>{n}!</td>")
    assert eleven[0] == ["AV", "Hits"] * 4 and eleven[1] == ["0", "0!", "3", "3!", "6", "6!", "9", "9!"]
    assert eleven[3] == ["2", "2!", "5", "5!", "8", "8!", "", ""] and len(eleven) == 4
    assert [len(row) for row in folded(11, "<td>{n}!</td>", 40)] == [4] * 7, "as many as there is room for"
    for rows, cells, measure in ((9, "<td>{n}</td>", 84.0), (11, f"<td>{LONG}</td>", 84.0), (11, "<td>{n}</td>", 20.0)):
        assert len(folded(rows, cells, measure)) == rows + 1, "a short table, a wide one, a thin column"
    assert len(folded(11, '<td colspan="2">{n}</td>')) == 12
    assert len(folded(0, "")) == 1


def test_parts_of_a_table_begin_with_all_columns_that_tell_its_rows_apart() -> None:
    names, actions = ("Sword", "Carbine"), ("Charge", "Stun", "Feint")
    rows = [(name, action, *(f"{'wide' * 6}{n}" for n in range(4))) for name in names for action in actions]
    html = str(ruled(("Weapon", "Action", "A", "B", "C", "D"), [(name, rest) for name, *rest in rows]))
    around = parsed(html)
    set_columns(around[0], 80.0, Cells(9.0))
    parts = [[[cell.text for cell in row] for row in table.iter("tr")] for table in around.iter("table")]
    assert len(parts) > 1 and all([row[:2] for row in part[1:]] == [[*row[:2]] for row in rows] for part in parts)


def test_notes_stand_below_their_rows_where_they_would_be_broken_beside_them() -> None:
    def set_with(note: str) -> list[tuple[str, list[str]]]:
        rows = [("Sceptre", ("60", note)), ("Shift the Load", ("61", ""))]
        table = parsed(str(ruled(("Attack", "Hit", ""), rows, noted=True)))[0]
        set_columns(table, 80.0, Cells(9.0))
        return [(row.get("class", ""), [cell.text_content() for cell in row]) for row in table.iter("tr")]

    assert [cells for _, cells in set_with("Burst 6.")][1:] == [
        ["Sceptre", "60", "Burst 6."],
        ["Shift the Load", "61", ""],
    ]
    long = "A wounded target is pushed 2 m, and whoever stands behind it falls, unless it is larger than both."
    assert set_with(long) == [
        ("", ["Attack", "Hit"]), ("noted", ["Sceptre", "60"]), ("note", [long]), ("", ["Shift the Load", "61"]),
    ]  # fmt: skip


def sparse(*needs: str) -> Any:
    """A table whose last column has these texts."""
    when = "The target stands behind a barricade, a stout desk, sandbags, a solid wall or the like."
    rows = [(f"Cover {n}", ("-10", "attacks and other actions", when, need)) for n, need in enumerate(needs)]
    around = parsed(str(ruled(("Disadvantage", "Worth", "Applies to", "When", "Unless"), rows)))
    set_columns(around[0], 121.0, Cells(9.0))
    return around[0]


def test_columns_that_are_mostly_empty_stand_below_their_rows() -> None:
    table = sparse("", "", "the light is <out> & cold", "", "", "")
    rows = [(row.get("class", ""), [cell.text_content() for cell in row]) for row in table.iter("tr")]
    assert rows[0] == ("", ["Disadvantage", "Worth", "Applies to", "When"]) and len(rows) == 8
    assert rows[3][0] == "noted" and rows[4] == ("note", ["Unless the light is <out> & cold"])
    assert [cell.get("colspan") for cell in table.iter("td") if cell.get("colspan")] == ["4"]
    assert len(table.findall("colgroup/col")) == 4
    both = sparse("", "", "it rains", "it snows", "it pours", "")
    assert len(list(both.iter("tr"))) == 7, "half of the rows have something there"
    rows = [(f"Cover {n}", ("-10", "" if n else "yes")) for n in range(6)]
    short = parsed(str(ruled(("Cover", "Worth", "Burst"), rows)))[0]
    set_columns(short, 121.0, Cells(9.0))
    assert len(list(short.iter("tr"))) == 7, "nothing would be gained"


def test_a_row_tells_all_that_stands_below_it_each_after_its_head() -> None:
    long = "You gain another Basic Move, and melee attacks on you have Advantage and ranged ones one Disadvantage. "
    rows = [
        (f"Run {n}", (long, "until the start of your next turn" * (n == 1), "those adjacent" * (n < 2)))
        for n in range(6)
    ]
    table = parsed(str(ruled(("Action", "Effect", "Lasts", "Chance attacks"), rows)))[0]
    set_columns(table, 90.0, Cells(9.0))
    notes = [row.text_content() for row in table.iter("tr") if row.get("class") == "note"]
    assert notes == [
        "Chance attacks those adjacent", "Lasts until the start of your next turn · Chance attacks those adjacent"
    ]  # fmt: skip


def test_tables_of_texts_in_three_columns_stand_across_the_page_rather_than_broken_in_a_column() -> None:
    texts = ("Two sources of Hindrance or more, or a rule that says so outright", "No more than one source is left")
    rows = [(name, texts) for name in ("Doubly hindered", "Hindered", "Helpless", "Immobilised", "Prone", "Grappled")]
    table = parsed(str(ruled(("Condition", "Comes from", "Ends"), rows)))[0]
    set_columns(table, 84.0, Cells(9.0), 174.0)
    assert table.get("class") == "wide"
    table = parsed(str(ruled(("Word", "Means"), [(name, (" ".join(texts),)) for name, _ in rows])))[0]
    set_columns(table, 84.0, Cells(9.0), 174.0)
    assert table.get("class") is None, "a column of short names beside one of texts is read well"


def test_narrow_tables_stand_beside_each_other_where_the_text_has_one_column(session: PrintSession) -> None:
    rows = "".join(f"<tr><td>{n}</td><td>Brigandine</td></tr>" for n in range(1, 5))
    table = f"<table><thead><tr><th>d20</th><th>{{}}</th></tr></thead><tbody>{rows}</tbody></table>"
    html = f"<p>Roll.</p>{table.format('Armour')}{table.format('Helmets')}<p>Then go.</p>"
    for size, columns in (("a5", 2), ("a4", 2)):
        page = lines_of(of_one(session, html, size))[4]
        assert len({round(left) for left, words in page if words.strip().upper() == "D20"}) == columns
    [wide] = set_on(
        BookPage(PrintStyle(ROSE, paper("a5"))), [Chapter("a.html", "A", Markup(table.format("word " * 15)))]
    )[1]
    assert wide[0].get("class") == "whole", "this one needs the whole width"
    long = table.format("Armour").replace("</tbody>", "<tr><td>9</td><td>Plate</td></tr>" * 9 + "</tbody>")
    for page in (BookPage(PrintStyle(ROSE, paper("a5"))), PanelPage(PrintStyle(ROSE, paper("a5")))):
        [tree] = set_on(page, [Chapter("a.html", "A", Markup(long + table.format("Helmets")))])[1]
        folded, short = (element.get("class") for element in tree)
        assert folded == "whole", "rows that stand in runs are not parted once more"
        assert short == ("half whole" if type(page) is BookPage else "whole"), "a panel has a title above each"


def lined(labels: Sequence[str], *rows: tuple[str, Sequence[str]], noted: bool = False) -> list[str]:
    """What becomes of a table in a short entry: its lines, or those of its rows."""
    tree = parsed(f'<div class="entries"><section class="entry"><h2>A</h2>{ruled(labels, rows, noted)}</section></div>')
    set_closer(tree)
    return [line.text_content() for line in tree.iter("p", "tr")]


def test_small_tables_of_short_entries_stand_in_a_line() -> None:
    assert lined(("Attack", "Damage"), ("claws", ["d6"]), ("bite", ["d8"])) == [
        "Attack (Damage) claws\u00a0(d6) · bite\u00a0(d8)"
    ]
    assert lined(("Attack", "Damage", ""), ("horn", ["d10", "ignores <i>Armor"]), ("kick", ["", ""]), noted=True) == [
        "Attack (Damage) horn\u00a0(d10, ignores <i>Armor) · kick"
    ]
    for columns, rows, cell in ((2, 4, "d6"), (4, 1, "d6"), (2, 2, "a long text that tells of whatever " * 2)):
        table = [(f"claw {n}", [cell] * (columns - 1)) for n in range(rows)]
        assert len(lined(["Attack", *["Damage"] * (columns - 1)], *table)) == rows + 1, "too much for a line"
    linked = '<section class="entry"><table><thead><tr><th>A</th><th>B</th></tr></thead><tr><td>{}</td><td>b</td></tr>'
    for cell, left in (('<a href="#x">claws</a> of it', 1), ('<a id="x">claws</a>', 2)):
        tree = parsed(f'<div class="entries">{linked.format(cell)}</table></section></div>')
        set_closer(tree)
        assert len(list(tree.iter("p", "tr"))) == left, "a place that a link leads to stays in its row"
        assert tree.text_content() == ("A (B) claws of it\u00a0(b)" if left == 1 else "ABclawsb")


def test_an_example_says_loudest_what_comes_out() -> None:
    rows = "<dl><div><dt>Roll</dt><dd>35</dd></div><div><dt>Armour</dt><dd>2</dd></div></dl>"
    given, out = (
        f'<div{name}><p class="lab">{label}</p>{rows}</div>'
        for name, label in (("", "Given"), (' class="ex-out"', "Out"))
    )
    summary = "<summary><b>A blow</b></summary><p>It lands.</p>"
    example = parsed(f'<details class="example">{summary}<div class="ex-io">{given}{out}</div></details>')
    flatten(example)
    paragraphs = list(example.iter("p"))
    assert paragraphs[-1].text_content() == "Given: Roll\u00a035 · Armour\u00a02. Out: Roll\u00a035 · Armour\u00a02."
    assert [bold.text for bold in paragraphs[-1].iter("b")] == ["35", "2"], "only those of the second part"


def test_one_long_text_in_a_table_does_not_break_the_lines_of_others() -> None:
    def texts(*words: str) -> list[CellText]:
        return [CellText.of(text, lambda part: 2.0 * len(part)) for text in words]

    names = texts(*["Shooting into melee"] * 8)
    worth = texts(*["-10"] * 7, "ten for each point of the number of the terrain")
    cells = [names, worth, texts(*["Ballistic attacks"] * 8)]
    old = widths([column_extent(own, 3) for own in cells], 110)
    new = lowest(cells, 110, 3)

    def high(shares: list[float]) -> int:
        return sum(
            max(cell.lines(share - 3) for cell, share in zip(row, shares, strict=True))
            for row in zip(*cells, strict=True)
        )

    assert sum(new) == pytest.approx(110) and high(new) < 0.7 * high(old)
    assert all(share >= 3 + max(cell.low for cell in own) for share, own in zip(new, cells, strict=True))
    assert lowest([names], 110, 3) == [110] and lowest([], 110, 3) == []


def test_a_table_of_very_many_cells_is_set_without_weighing_all_widths() -> None:
    short, long = (CellText.of(" ".join(["ab"] * words), lambda text: 1.2 * len(text)) for words in (1, 40))
    for rows, weighed in ((20, True), (2_000, False)):
        cells = [[short] * (rows - 1) + [long], [long] * rows]
        usual = widths([column_extent(own, 2.0) for own in cells], 90.0)
        assert (lowest(cells, 90.0, 2.0) != usual) is weighed


def test_a_text_breaks_at_spaces_and_after_dashes() -> None:
    text = CellText.of("well-known lamps\nlit", lambda part: float(len(part)))
    assert (text.low, text.high) == (5, 16)
    assert [text.lines(measure) for measure in (40, 16, 10, 5, 1)] == [2, 2, 3, 4, 4]
    assert CellText.of("", len).lines(10) == CellText().lines(10) == 1


def test_tables_in_boxes_have_the_room_that_is_there() -> None:
    page = BookPage(PrintStyle(ROSE, paper("a4")))
    row = "<table><tr><td>a</td></tr></table>"
    wide = f'{row}<div class="scroll">{row}</div>'
    boxed = f'<aside>{row}</aside><aside class=gm><i class="m secret">x</i><div>{row}</div></aside><ul><li>{row}</ul>'
    listed = f"<div class=entries><section class=entry><div class=tale>{row}</div></section></div>"
    rooms = [page.room(table) for table in parsed(wide + boxed + listed).iter("table")]
    assert rooms == pytest.approx([84, 84, 79, 79, 79.6, 84])


@pytest.mark.parametrize(
    ("title", "name_and_text"),
    [("Full tens only", ("Full tens only", " (read here)")), ("", ("Read here:", ""))],
)
def test_readings_are_named_by_their_titles(title: str, name_and_text: tuple[str, str]) -> None:
    assert named(Reading(value="a", text=DrawnText.of("So."), chosen=True, title=title), Words()) == name_and_text
    assert named(Reading(value="b", text=DrawnText.of("Or so.")), Words()) == ("Or:", "")


# -- the index -------------------------------------------------------------------------------------------


def test_the_index_has_a_line_for_a_word_and_all_its_forms() -> None:
    words = {
        "Lamps": ["ch0-b"],
        "lamp": ["ch0-a", "ch0-b"],
        "The Lamp": ["ch0-b"],
        "A way out": ["ch0"],
        "4. Find the place": ["ch0-a"],
        "+10": ["ch0"],
        "Ties": ["ch0"],
        "Glass": ["ch0"],
        "Two-Lamp Bearer (Oil)": ["ch0-a"],
        "Two Lamp Bearer Oil": ["ch0-b"],
    }
    terms = [IndexTerm(word, tuple(places)) for word, places in words.items()]
    letters = [(letter, [(line.word, line.main) for line in lines]) for letter, lines in indexed(terms, ORDER)]
    assert letters == [
        ("#", [("+10", ("ch0",))]),
        ("F", [("Find the place", ("ch0-a",))]),
        ("G", [("Glass", ("ch0",))]),
        ("L", [("lamp", ("ch0-a", "ch0-b"))]),
        ("T", [("Ties", ("ch0",)), ("Two Lamp Bearer Oil", ("ch0-a", "ch0-b"))]),
        ("W", [("A way out", ("ch0",))]),
    ]


ORDER = ["ch0", "ch0-a", "ch0-b"]


def test_the_index_tells_first_where_most_is_told_and_leads_other_names_there() -> None:
    terms = [
        IndexTerm("Blood Loss", ("ch0-b",), 4),
        IndexTerm("Blood Loss", ("ch0-a",)),
        IndexTerm("bleeding", ("ch0-a",), 2, "Blood Loss"),
        IndexTerm("Bleedings", ("ch0-b",), 6, "Blood Loss"),
        IndexTerm("Blood Loss table", ("ch0-a",), 2, "Blood Loss"),
        IndexTerm("Oil", ("ch0",), 2, "Lamps"),
        IndexTerm("Lamps", ("ch0",)),
        IndexTerm("Lamp light", ("ch0",), 2, "Lamps"),
        IndexTerm("Lamp light", ("ch0-b",), 6, "Blood Loss"),
        IndexTerm("Lamp oil", ("ch0",), 2, "Oil"),
    ]
    lines = {line.word: line for _, letter in indexed(terms, ORDER) for line in letter}
    assert list(lines) == ["bleeding", "Blood Loss", "Lamp light", "Lamps", "Oil"], "what only goes on stands above"
    assert (lines["Blood Loss"].main, lines["Blood Loss"].also) == (("ch0-a",), ("ch0-b",))
    assert lines["bleeding"].see == ("Blood Loss", "ch0-a")
    assert (lines["Oil"].main, lines["Oil"].see) == (("ch0",), None), "one page is told, not where it is told"
    assert (lines["Lamp light"].main, lines["Lamp light"].also) == (("ch0",), ("ch0-b",))


def test_the_index_folds_other_names_that_stand_beside_a_word_for_the_same() -> None:
    terms = [
        IndexTerm("Amnesiac", ("ch0-a",), 2),
        IndexTerm("Amnesia", ("ch0-a",), 4, "Amnesiac"),
        IndexTerm("Charm", ("ch0-b",), 4, "Brainwashed"),
        IndexTerm("Charmed", ("ch0-b",), 4, "Brainwashed"),
        IndexTerm("Brainwashed", ("ch0-b",), 2),
        IndexTerm("Brains", ("ch0-a",), 4, "Amnesiac"),
        IndexTerm("Mend wounds", ("ch0",), 4, "Amnesiac"),
        IndexTerm("Mending", ("ch0",), 4, "Amnesiac"),
    ]
    lines = [line.word for _, letter in indexed(terms, ORDER) for line in letter]
    assert lines == ["Amnesiac", "Brains", "Brainwashed", "Charm", "Mending"], "what leads elsewhere stays"


def test_the_index_tells_a_page_once_and_its_columns_are_level(session: PrintSession) -> None:
    heads = "".join(f'<h2 id="s{n}">Lamp {n}</h2>' for n in range(9))
    terms = [
        IndexTerm("Lamp", tuple(f"a.html#s{n}" for n in range(1, 9))),
        IndexTerm("Lamp", ("a.html#s0",), 4),
        *(IndexTerm(f"Bulb {n}", ("a.html",)) for n in range(39)),
    ]
    data = of_one(session, heads, terms=terms)
    last = lines_of(data)[-1]
    assert [link.text for link in links(data) if link.index] == ["5"] * 40
    columns = Counter(round(left / 100) for left, words in last if words.startswith(("Bulb", "Lamp")))
    assert len(columns) == 4 and max(columns.values()) - min(columns.values()) < 5


@pytest.mark.parametrize("size", ["a5", "a4"])
def test_the_index_fills_its_columns_and_pages(session: PrintSession, size: str) -> None:
    """Columns are reckoned beforehand: each line stands where it was reckoned, none on a page of its own."""
    words = ["Lamp", "Wick-trimmer", "Oil of the long night", "Nobody’s room beyond the harbour wall", "Ö"]
    heads = "".join(f'<h2 id="s{n}">Lamp {n}</h2><p>Out.</p>' for n in range(30))
    terms = [
        IndexTerm(f"{chr(65 + n % 26)}{words[n % 5].lower()} {n}", tuple(f"a.html#s{m}" for m in range(0, n % 30, 4)))
        for n in range(400)
    ]
    pages = lines_of(of_one(session, heads, size, [replace(term, hrefs=term.hrefs or ("a.html",)) for term in terms]))
    index = pages[next(n for n, page in enumerate(pages) if any(words.strip() == "INDEX" for _, words in page)) :]
    assert (
        sum(
            words.split()[0] in {f"{chr(65 + n)}{w}" for n in range(26) for w in ("lamp", "ö")}
            for page in index
            for _, words in page
            if words.split()
        )
        > 150
    )
    counts = [len(page) for page in index]
    assert len(counts) > 1 and min(counts[:-1]) > 0.8 * max(counts) and counts[-1] > 3


def test_the_index_is_set_closer_where_that_spares_a_page() -> None:
    page = BookPage(PrintStyle(ROSE, paper("a5")))

    def pages(count: int) -> IndexPages:
        return index_pages([("L", [IndexLine(f"Lamp {n}", ("ch0",)) for n in range(count)])], page, {"ch0": 1})

    full = max(n for n in range(100, 200) if len(pages(n).columns) == 1 and pages(n).leading == LEADINGS[0])
    assert [(len(pages(n).columns), pages(n).leading) for n in (full + 1, 2 * full)] == [(1, 1.25), (2, 1.3)]
    assert len(pages(full + 40).columns) == 2


# -- the largest book --------------------------------------------------------------------------


class Filled(NoCache):
    """A cache that is filled and not asked: a site of the same games need not set its parts again."""

    def put(self, digest: str, data: bytes, /) -> None:
        Cache.of_user().put(digest, data)


def test_what_is_bound_in_is_begun_before_the_chapters_are_drawn() -> None:
    """The workers wait for nothing while chapters are drawn, and mistakes in these end the book."""
    project, games = opened()
    game = next(game for game in games if game.ruleset.id == LARGEST)
    begun = Event()

    class Watched(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            begun.set()
            return super().fit(job, timeout, beside)

    class MistakeError(Exception):
        pass

    def drawn() -> None:
        assert begun.wait(60)
        raise MistakeError

    with PrintSession(Watched(1)) as own, pytest.raises(MistakeError):
        Rulebook(game).printed(own, style_of(game, project), drawn)


@pytest.mark.parametrize("fails", [False, True])
def test_chapters_are_drawn_when_engines_have_what_is_bound_in(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn side by side in one process, both would be late, and the engines idle; one that fails is not waited for."""
    project, games = opened()
    game = next(game for game in games if game.ruleset.id == LARGEST)
    order: list[str] = []

    class MistakeError(Exception):
        pass

    def made(session: PrintSession, style: PrintStyle) -> PrintResult:
        sleep(0.2)
        order.append("paper")
        if fails:
            raise MistakeError
        session.progress(0, 1)
        return PrintResult(b"", 0)

    def chapters(book: Rulebook) -> Sequence[Chapter]:
        order.append("chapters")
        raise MistakeError

    monkeypatch.setattr(Rulebook, "_papers", lambda book: iter([("Paper", made), ("Another", made)]))
    monkeypatch.setattr(Rulebook, "chapters", property(chapters))
    with PrintSession(Workers(1)) as own, pytest.raises(MistakeError):
        Rulebook(game).printed(own, style_of(game, project))
    assert order == ["paper", "paper", "chapters"]


def test_the_largest_book_is_made_by_workers_that_stay_small(monkeypatch: pytest.MonkeyPatch) -> None:
    peaks: list[float] = []

    class Watched(Worker):
        def ask(self, job: Job, timeout: float | None = None) -> JobResult:
            answer = super().ask(job, timeout)
            peaks.append(self.peak)
            return answer

    monkeypatch.setattr(workers, "Worker", Watched)
    project, games = opened()
    game = next(game for game in games if game.ruleset.id == LARGEST)
    whole = Rulebook(game)
    with PrintSession(Workers(2), Filled()) as own:
        result = whole.printed(own, style_of(game, project))
    assert result.warnings == () and 60 < result.pages <= 110
    sound_book(result.pdf)
    assert half_empty(result.pdf) == []
    texts = (POSSESSED.sub("'", DRAWN.sub("", cleaned(chapter.html))) for chapter in whole.chapters)
    expected = Counter(word for html in texts for word in words(html))
    printed = pdf_text(result.pdf).replace("’", "'")
    assert [word for word in missing(expected, printed) if len(word) > 1] == []
    assert 20 < max(peaks) < MEMORY
    all_links = links(result.pdf)
    assert all(link.printed in (None, link.target) for link in all_links)
    assert sum(link.printed is not None for link in all_links) > 1000
    assert all(number in (None, n) for n, number in enumerate(folios(result.pdf), 1))
