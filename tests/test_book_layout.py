"""How a book is laid out: entries, columns, what stays together and what is torn."""

from __future__ import annotations

import re
from itertools import pairwise

import pypdfium2  # type: ignore[import-untyped]
import pytest
from made_book import ENTRY, LONG, lines_of, links, of_each, of_one
from markupsafe import Markup
from page_fill import half_empty
from pdf_structure import faults, tree
from printed_words import pdf_text
from test_printing_entries import ROSE
from test_printing_ua import complaints

from sheetgen.build import engine_missing
from sheetgen.markdown.tree import parsed
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.books import set_on
from sheetgen.print.books.content import mark_leads, set_closer, span_heads, split_chapter
from sheetgen.print.books.panel_pages import PanelPage
from sheetgen.print.errors import PaperError
from sheetgen.print.jobs import Chapter, IndexTerm, PrintSession, PrintStyle, print_book
from sheetgen.print.paper import paper
from sheetgen.print.text_metrics.apostrophes import apostrophes

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


def test_entries_stand_whole_in_two_columns_and_below_each_other_on_small_paper(session: PrintSession) -> None:
    tale = f"<p>{'Every one of them is read by the lamp that is out. ' * 3}</p>"
    entries = [f"{ENTRY.format(n + 100)}<div class=tale>{tale * (1 + n * 5 % 7)}</div></section>" for n in range(40)]
    for size, columns in (("a4", 2), ("a5", 1)):
        data = of_one(session, f'<div class="entries">{"".join(entries)}</div>', size)
        assert faults(data) == []
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
    tree = parsed(f"<p>one:</p>{table}<p>two:</p><ul><li>a</li></ul><p>three:</p><p>four</p><ul><li>a</li></ul>")
    mark_leads(tree)
    assert [lead.text for lead in tree.iter("p") if lead.get("class") == "leads"] == ["one:", "two:"]


def test_all_heads_above_a_table_across_the_page_go_across_it() -> None:
    tree = parsed("<h2>Before</h2><p>Said.</p><h2>Options</h2><h3>One side</h3><div class='scroll wide'>Rows</div>")
    span_heads(tree)
    assert [head.text for head in tree.find_class("wide")] == ["Options", "One side", "Rows"]


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


def test_no_table_is_torn_after_one_or_two_rows_or_before_them(session: PrintSession) -> None:
    rows = "".join(f"<tr><th>Rank {n}</th><td>{LONG} {LONG}</td></tr>" for n in range(16))
    table = f"<table><thead><tr><th>Who</th><th>Die</th></tr></thead><tbody>{rows}</tbody></table>"
    texts = [f"{'<p>Roll it.</p>' * lines}{table}{'<p>Then go.</p>' * 20}" for lines in range(12, 34)]
    data = of_each(session, texts)
    counts = {sum(words.startswith("Rank") for _, words in page) for page in lines_of(data)[4:]}
    assert counts & set(range(3, 14)) and not counts & {1, 2, 14, 15}


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
    kinds = [element.type for element in tree(data).inside("L", "LI", "Lbl", "LBody")]
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
    data = of_each(session, texts)
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


def test_lines_and_rows_are_set_closer_where_that_spares_a_page(session: PrintSession) -> None:
    table = f"<table><tbody>{'<tr><td>A row.</td><td>of two</td></tr>' * 12}</tbody></table>"
    start = f"<p>{LONG * 30}</p>{table}<aside class=note><p>{LONG * 12}</p></aside>"
    texts = [start + f"<p>{LONG}</p>" * count for count in range(4, 16)]
    data = of_each(session, texts)
    heights = set()
    for page in [page.get_textpage() for page in pypdfium2.PdfDocument(data)][4:]:
        boxes = [page.get_rect(n) for n in range(page.count_rects())]
        rows = sorted(box[1] for box in boxes if page.get_text_bounded(*box).strip() == "A row.")
        heights |= {round(rows[-1] - rows[0], 1) for _ in rows[:1]}
        lines = sorted((box for box in boxes if LONG[:9] in page.get_text_bounded(*box)), key=lambda box: box[1])
        assert all(above[1] > below[1] + 8 for below, above in pairwise(lines)), "no line comes too close to another"
    assert 0.955 < min(heights) / max(heights) < 0.99, "rows stand closer in some chapters"


def test_a_short_chapter_runs_on(session: PrintSession) -> None:
    lengths = {"Doors": 40, "Oil": 4, "Wicks": 60, "Smoke": 60}
    chapters = [Chapter(f"{name}.html", name, Markup(f"<p>{LONG * length}</p>")) for name, length in lengths.items()]
    data = print_book(session, "Night School", chapters, PrintStyle(ROSE, paper("a5"))).pdf
    pages = [" ".join(words for _, words in page).upper() for page in lines_of(data)[4:]]
    assert [[name for name in lengths if name.upper() in page] for page in pages] == [
        ["Doors", "Oil"],
        ["Wicks"],
        ["Smoke"],
    ]


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
