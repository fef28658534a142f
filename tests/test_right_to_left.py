"""Paper in scripts from right to left: books are mirrored; on sheets a name keeps its place on a line."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from markupsafe import Markup
from pypdf import PdfReader
from test_printing_entries import ROSE

from sheetgen.languages.program_words import Words
from sheetgen.print.jobs import Chapter, PrintSession, PrintStyle, print_book
from sheetgen.print.paper import POINT, paper
from sheetgen.print.text_metrics.directions import MARK, on_a_line

TABLE = "<table><thead><tr><th>Die<th>Result</thead><tbody><tr><td>One<td>Two</tbody></table>"
TEXT = f"<p>First שלום.</p>{TABLE}" + "<p>כאשר התוצאה מוטלת בספק, הטילו והוסיפו תכונה.</p>" * 60 + "<p>Last שלום.</p>"
"""As long as one column of an A4 page and half of the other."""


def left_of(page: pypdfium2.PdfPage, word: str) -> float:
    """Where the first place of a word begins, in points from the left edge of its page."""
    text = page.get_textpage()
    match = text.search(word).get_next()
    assert match, word
    return float(text.get_charbox(match[0])[0] - page.get_mediabox()[0])


@pytest.mark.parametrize("language", ["en", "he"])
def test_columns_tables_and_inner_margins_of_a_book_run_with_its_language(session: PrintSession, language: str) -> None:
    style = PrintStyle(ROSE, paper("a4"), words=Words(language))
    result = print_book(session, "Title", [Chapter("a.html", "Chapter", Markup(TEXT))], style)
    with pypdfium2.PdfDocument(result.pdf) as book:
        page = next(page for page in book if page.get_textpage().search("Last").get_next())
        first, last, die, end = (left_of(page, word) for word in ("First", "Last", "Die", "Result"))
        inner = page.get_mediabox()[0] != 0
    mirrored = language == "he"
    assert (first > last + 200) is mirrored and (last > first + 200) is not mirrored
    assert (die > end) is mirrored
    assert inner is mirrored, "an odd page is a left-hand one"


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_table_begins_where_its_text_does(session: PrintSession, language: str) -> None:
    """The white of a cell, which it has at its end, and not at its right."""
    words = ("אורות", "כהות", "תולדה") if language == "he" else ("HHHH", "HHHE", "HHHF")
    table = f"<table><thead><tr><th>{words[1]}<th>Result</thead><tbody><tr><td>{words[2]}<td>Two</tbody></table>"
    chapter = Chapter("a.html", "Chapter", Markup(f"<p>{words[0]}</p>{table}"))
    style = PrintStyle(ROSE, paper("a5"), words=Words(language))
    with pypdfium2.PdfDocument(print_book(session, "Title", [chapter], style).pdf) as book:
        text = next(page for page in book if page.get_textpage().search("Two").get_next()).get_textpage()
        edges = []
        for word in words:
            at, count = text.search(word, match_case=True).get_next()
            boxes = [text.get_charbox(n) for n in range(at, at + count)]
            edges.append(max(box[2] for box in boxes) if language == "he" else min(box[0] for box in boxes))
    assert max(edges) - min(edges) < 2, edges


@pytest.mark.parametrize("language", ["en", "he"])
def test_title_and_imprint_clear_the_spine_as_the_text_does(session: PrintSession, language: str) -> None:
    style = PrintStyle(ROSE, paper("a5"), words=Words(language))
    long = "All of the lamps between the harbour and the hill are lit before the evening bell is rung. " * 3
    chapter = Chapter("a.html", "Chapter", Markup("<p>Lamp.</p>"))
    result = print_book(session, "HHHH " * 16, [chapter], style, colophon=long)
    free = []
    with pypdfium2.PdfDocument(result.pdf) as book:
        for page, spine_left in ((book[0], language == "en"), (book[1], language == "he")):
            image = page.render(scale=4).to_pil().convert("L").point(lambda grey: 255 if grey < 160 else 0)
            left, _, right, _ = image.crop((0, image.height // 2, image.width, image.height)).getbbox()
            free.append((left if spine_left else image.width - right) / 4 * POINT)
    assert min(free) > 14, "15 mm, but for what a letter stands out of its box"


def test_contents_lead_to_headings_in_every_script(session: PrintSession) -> None:
    heads = {"הדרך-הראשונה": "הדרך", "夜の道": "夜", "über": "Über", "lamp": "Lamp"}
    body = "".join(f'<h2 id="{place}">{title}</h2><p>Lamp.</p>' for place, title in heads.items())
    style = PrintStyle(ROSE, paper("a5"), words=Words("he"))
    chapters = [Chapter("a.html", "Chapter", Markup(body)), Chapter("b.html", "Next", Markup('<h2 id="z">Z</h2>'))]
    data = print_book(session, "Title", chapters, style).pdf
    reader = PdfReader(io.BytesIO(data))
    chapter = {place: reader.get_destination_page_number(to) for place, to in reader.named_destinations.items()}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        names = [bytes(name) for name in pdf.Root.Names.Dests.Names][::2]
    assert names == sorted(names), "a reader looks them up by halves"
    notes = [note.get_object() for page in reader.pages for note in page.get("/Annots", ())]
    led = {str(note["/Dest"]): chapter[str(note["/Dest"])] for note in notes if "/Dest" in note}
    own = [page for place, page in led.items() if place.startswith("ch0-")]
    assert len(own) == len(heads) and len({*own}) == 1, "all stand on the chapter's page"
    assert all(str(note["/Contents"]).startswith("page ") for note in notes if "/Dest" in note)


@pytest.mark.parametrize("language", ["en", "he"])
def test_contents_stand_on_page_three_and_numbers_below_the_middle_of_the_text(
    session: PrintSession, language: str
) -> None:
    style = PrintStyle(ROSE, paper("a5"), words=Words(language))
    data = print_book(session, "Title", [Chapter("a.html", "Chapter", Markup("<p>Lamp.</p>"))], style).pdf
    with pypdfium2.PdfDocument(data) as book:
        pages = [page.get_textpage() for page in book]
        assert ["CONTENTS" in text.get_text_bounded() for text in pages[:5]] == [False, False, True, False, False]
        for number in (3, 5):
            left, _, right, _ = book[number - 1].get_mediabox()
            text = pages[number - 1]
            boxes = map(text.get_charbox, range(text.count_chars()))
            foot = [box for box in boxes if box[3] < 50 and left <= box[0] < right]
            assert text.get_text_bounded(left, 0, right, 50).strip() == str(number) and len(foot) == 1
            middle = (foot[0][0] + foot[0][2]) / 2 - left
            assert middle * POINT == pytest.approx(148 / 2 + (1.5 if language == "en" else -1.5), abs=0.5)


def test_a_full_stop_stands_at_the_left_end_of_a_text_from_right_to_left(session: PrintSession) -> None:
    """In a book that runs from left to right; at its right end it would begin the next sentence."""
    chapter = Chapter("c.html", "Lamp", Markup("<p>الصباح كله.</p><p><b>Lamp.</b> הבוקר 60.</p><p>Lamp.</p>"))
    data = print_book(session, "Lamps", [chapter], PrintStyle(ROSE, paper("a5"))).pdf
    page = pypdfium2.PdfDocument(data)[4].get_textpage()
    letters = [(page.get_text_range(n, 1), page.get_charbox(n)) for n in range(page.count_chars())]
    for alphabet in ("؀ۿ", "֐׿"):
        own = [box for letter, box in letters if alphabet[0] <= letter <= alphabet[1]]
        row = [box for letter, box in letters if letter == "." and abs(box[1] - own[0][1]) < 8]
        assert min(box[0] for box in own) > max(box[0] for box in row)


def test_a_name_keeps_its_place_on_a_line() -> None:
    assert on_a_line("Game", "", "Source 1.0") == "Game  /  Source 1.0"
    assert on_a_line("משחק", "1.0") == f"{MARK}משחק{MARK}  /  1.0"
