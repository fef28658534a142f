"""Tables and boxes in the columns of a book."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import pytest
from made_book import LONG
from markupsafe import Markup
from pypdf import PdfReader
from test_printing_entries import ROSE

from sheetgen.build import engine_missing
from sheetgen.markdown.tree import inner, parsed
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.content import set_closer, span_heads
from sheetgen.print.books.contents_fit import fitted
from sheetgen.print.books.flat_boxes import flatten
from sheetgen.print.books.folded_tables import fold
from sheetgen.print.books.tables import Cells, set_columns
from sheetgen.print.jobs import Chapter, PrintSession, PrintStyle, print_book
from sheetgen.print.paper import paper
from sheetgen.print.text_metrics.column_widths import widths
from sheetgen.print.text_metrics.lowest_tables import CellText, column_extent, lowest
from sheetgen.print.text_metrics.metrics import width
from sheetgen.print.text_parts import ruled

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


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


@pytest.mark.parametrize(("measure", "notes"), [(90.0, 2), (250.0, 0)])
def test_the_longest_texts_of_many_columns_stand_below_their_rows_where_columns_are_narrow(
    measure: float, notes: int
) -> None:
    contest = "none for yourself; Strength against Strength to lift the opponent"
    texts = ["with the Grapple action", contest, "may help, two at the most", "Win, and you may get up. " * 4]
    cells = "".join(f"<td>{text}</td>" for text in texts)
    heads = "".join(f"<th>{head}</th>" for head in ("Option", "Cost", "Test", "Allies", "Effect"))
    rows = "".join(f"<tr><th>{name}</th>{cells}</tr>" for name in ("Push", "Stand"))
    table = parsed(f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")[0]
    set_columns(table, measure, Cells(9.0))
    below = [row.text_content().strip() for row in table.find_class("note")]
    assert len(below) == notes and all(text.startswith("Effect Win, and you may get up.") for text in below)


def test_of_many_narrow_columns_so_many_stand_below_their_rows_that_the_others_can_be_read() -> None:
    heads = ("Action", "Cost", "Keyword", "Test", "Lasts", "Needs")
    texts = ("1", "DEFENSIVE", "Authority", "until the start of your next turn", "a talent and a Ballistic weapon")
    table = parsed(str(ruled(heads, [(f"Covering Fire {n}", texts) for n in range(4)])))[0]
    set_columns(table, 90.0, Cells(9.0))
    assert [cell.text_content() for cell in table.find("thead/tr")] == list(heads[:4])
    below = {row.text_content() for row in table.find_class("note")}
    assert below == {"Lasts until the start of your next turn · Needs a talent and a Ballistic weapon"}
    table = parsed(str(ruled(heads[:1] + heads[2:], [(f"Covering Fire {n}", texts[1:]) for n in range(4)])))[0]
    set_columns(table, 250.0, Cells(9.0))
    assert not table.find_class("note"), "where all have room, they stand beside each other"


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
