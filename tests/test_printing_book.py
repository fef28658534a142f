"""A book put together from parts: its pages, what refers to them, its heads, structure and fonts."""

from __future__ import annotations

import io
from collections import Counter
from itertools import pairwise

import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from made_book import ENTRY, PARAGRAPH, book, chapter, folios, links, single
from markupsafe import Markup
from pdf_structure import faults, tree
from pypdf import PdfReader
from test_printing_entries import ROSE
from test_printing_sheets import size_of

from sheetgen.build import engine_missing
from sheetgen.print.books import book_parts
from sheetgen.print.books.binding import BookPart, SetPart
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.engine.job import JobResult
from sheetgen.print.jobs import Chapter, IndexTerm, PrintSession, PrintStyle, print_book
from sheetgen.print.paper import paper
from sheetgen.print.pdf.font_merge import share
from sheetgen.print.pdf.merging import append
from sheetgen.templating.filters import plain_sign

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


@pytest.fixture(scope="module")
def bound(session: PrintSession) -> bytes:
    return book(session).pdf


@pytest.fixture(scope="module")
def pages(bound: bytes) -> list[str]:
    """The texts of the pages of a book."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(bound)]


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
    before_numbers = [before for before, line in pairwise(lines) if line == "5"]
    assert all(len(before) > 14 for before in before_numbers), "a number stays with a word that leaves room for it"


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
    assert faults(bound) == []
    top = tree(bound)
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
    with pikepdf.open(io.BytesIO(bound)) as pdf:
        pages = {page.obj.objgen: n for n, page in enumerate(pdf.pages)}
    order = [pages[element.data.Pg.objgen] for element in top.children[0].children]
    assert order == sorted(order)


def test_entries_are_headings_below_their_chapter_in_each_of_its_parts(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = f'{ENTRY}<div class="tale"><h4>Remarks</h4>{PARAGRAPH * 9}</div></section>'
    html = f'<div class="entries">{"".join(map(entry.format, range(16)))}</div>'
    chapters = [Chapter("1.html", "One", Markup(html)), chapter(2, 1)]
    monkeypatch.setattr(book_parts, "PAGES", 9)
    data = print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf
    levels = [element.type for element in tree(data).inside("H1", "H2", "H3", "H4")]
    assert levels == ["H1", "H1", *["H2", "H3"] * 16, "H1", "H2", "H3"], "contents, chapter, entries, chapter"


def test_texts_of_entries_may_have_the_same_headings_each_below_its_own_name(session: PrintSession) -> None:
    entry = (
        '<section class="entry"><div class="what"><h2 id="{0}">{1}</h2></div><div class="tale"><h2 id="b-c">Den of {1}'
        '</h2><p>As in <a href="#lair">the lair</a>.</p><h3 id="lair">Lair of {1}</h3><p>Dark.</p></div></section>'
    )
    entries = "".join(entry.format(*names) for names in (("a", "Newt"), ("a-b", "Toad"), ("a-b-c", "Otter")))
    chapters = [Chapter("1.html", "One", Markup(f'<div class="entries">{entries}</div>'))]
    data = print_book(session, "Lamps", chapters, PrintStyle(ROSE, paper("a5"))).pdf
    levels = [element.type for element in tree(data).inside("H1", "H2", "H3", "H4")]
    assert levels == ["H1", "H1", *["H2", "H3", "H4"] * 3]
    with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_outline() as outline:
        below = [(item.title, item.children[0].title) for item in outline.root[-1].children]
    assert below == [(name, f"Den of {name}") for name in ("Newt", "Toad", "Otter")]
    named = PdfReader(io.BytesIO(data)).named_destinations.items()
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


def test_page_references_are_little_smaller_than_the_text(bound: bytes) -> None:
    texts = [page.get_textpage() for page in pypdfium2.PdfDocument(bound)]
    first = [(text, text.search("(p.").get_next()) for text in texts]
    sizes = [size_of(text, place[0]) for text, place in first if place]
    assert sizes and min(sizes) > 0.8 * BookPage(PrintStyle(ROSE, paper("a5"))).size
