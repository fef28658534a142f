"""The game master's papers, the book, and the sums behind paper, styles, marks and workers."""

from __future__ import annotations

import io
import itertools
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import sleep
from types import SimpleNamespace

import pikepdf
import pypdfium2
import pytest
from game_marks import MARKS
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup
from printed_words import block_words, lost
from pypdf import PdfReader
from test_printing_entries import LIGHT, ROSE, aiko, auditor, lantern, moth, number, prose

from sheetgen.blocks import (
    Cell,
    CheckGroups,
    Checks,
    Column,
    EntryView,
    Fact,
    Facts,
    Figure,
    Figures,
    Lines,
    Number,
    Panel,
    Row,
    Scores,
    Strip,
    Table,
    Track,
    Tracks,
)
from sheetgen.blocks.tracks.paper import track_lines
from sheetgen.media.fonts import own_font
from sheetgen.print import fighters as fighters_module
from sheetgen.print import handout_documents, packets, tents
from sheetgen.print.cards import decks
from sheetgen.print.cards.impose import CardPages, Duplex, Imposition, crop_marks, sheets
from sheetgen.print.css import resolve, tokens
from sheetgen.print.engine import pool as workers_module
from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.overflow import _stray
from sheetgen.print.engine.pool import Worker, Workers
from sheetgen.print.errors import DoesNotFitError, EngineError, PaperError
from sheetgen.print.jobs import (
    AttackLines,
    Chapter,
    FightMember,
    IndexTerm,
    OddsTable,
    PacketOdds,
    PrintResult,
    PrintSession,
    PrintStyle,
    RuleText,
    print_book,
    print_calibration,
    print_packet,
    print_party,
    print_sheets,
    print_tents,
)
from sheetgen.print.measure.rich_text import rich
from sheetgen.print.packets import listed_conditions
from sheetgen.print.paper import CARDS, PAPERS, POINT, CardFormat, Paper, card_format, lying, paper, solve_grid
from sheetgen.print.party import comparisons, member
from sheetgen.print.pdf.forms import path
from sheetgen.print.pdf.postprocess import word
from sheetgen.print.sheets.sheet_css import SIDE
from sheetgen.print.text_metrics import metrics
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.own_fonts import BUNDLED

CONTENT = Path(__file__).parents[1] / "content"
LOOK = PrintStyle(ROSE, credits="Night School, CC BY-SA 4.0")
FIGHT = EntryView(
    id="fight",
    kind="encounter",
    kind_title="Encounter",
    name="Counting House",
    href="fight.html",
    subtitle=("Customs Street",),
    badge=None,
    summary="An audit.",
    tags=(),
    source="",
    portrait="",
    areas={"page": (prose("Goal", "Get the crate out."), prose("Game master only", "Nobody posted it.", secret=True))},
)


def texts(result: PrintResult) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(result.pdf)).pages]


def fighters() -> list[FightMember]:
    copies = [FightMember(f"Hollow Lantern {n}", lantern(), "3") for n in (1, 2)]
    return [
        FightMember("Auditor of Unlit Rooms", auditor(), "5"),
        *copies,
        FightMember("Aiko Tanemura", aiko(), "4", True),
    ]


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_packet_has_a_tracker_for_every_copy_then_cards(session: PrintSession, size: str) -> None:
    style = PrintStyle(ROSE, paper(size))
    rules = [RuleText("Frozen", Markup("<p>Takes no actions.</p>"))]
    result = print_packet(session, FIGHT, fighters(), style, ["Burning", "Prone"], rules, card_format("poker"))
    pages = texts(result)
    first = pages[0]
    for text in (
        "COUNTING HOUSE",
        "Get the crate out.",
        "Nobody posted it.",
        "Hollow Lantern 2",
        "RULES IN USE",
        "Takes no",
    ):
        assert text in first
    order = [first.index(f.name) for f in fighters()]
    assert order == sorted(order)
    boxes = (9 + 4 + 1 + 5) + 2 * (6 + 3 + 1 + 2) + (4 + 2 + 1 + 3) + (5 + 2 + 1)
    assert first.count("☐") == boxes + 4 * 3, "tracks and fate of each, those of Themis, two conditions and out"
    assert "LEDGER" not in pages[0] and any("Ledger Slam" in page for page in pages[1:])
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
        assert titles[0] == "Counting House" and "Hollow Lantern" in titles


@pytest.mark.parametrize(("size", "columns"), [("a4", 2), ("a5", 1)])
def test_odds_stand_by_attack_in_as_many_columns_as_the_paper_has(
    session: PrintSession, size: str, columns: int
) -> None:
    attacks = tuple(
        AttackLines(f"Hound, Bite {n}", tuple((f"Ann {n}.{m}", f"{n}{m} %") for m in range(2 + n % 4)))
        for n in range(10, 22)
    )
    odds = PacketOdds((OddsTable("Foes", ("Target", "Hits"), attacks),), ("Nobody hides.",))
    style = PrintStyle(ROSE, paper(size))
    result = print_packet(session, FIGHT, fighters()[:1], style, odds=odds)
    rows = [[attack.attack, *(target for target, _ in attack.lines)] for attack in attacks]
    places = {text: place(result, text) for names in rows for text in names}
    for names in rows:
        own = [places[name] for name in names]
        assert len({(page, round(left)) for page, left, _ in own}) == 1, f"{names[0]} is torn"
        assert [low for *_, low in own] == sorted((low for *_, low in own), reverse=True)
    assert len({round(left) for _, left, _ in places.values()}) == columns


@pytest.mark.parametrize("size", ["a4", "letter", "a5"])
def test_heads_of_odds_break_between_their_words_only(session: PrintSession, size: str) -> None:
    heads = ("Target", "Hits", "Harms", "Lost on average", "Unconscious or destroyed at once")
    attacks = (AttackLines("Hound, Bite", (("Captain Verity Sloane", "45 %", "43.3 %", "3.7", "0.3 %"),)),)
    odds = PacketOdds((OddsTable("Foes", heads, attacks), OddsTable("Heroes", heads, attacks)), ())
    result = print_packet(session, FIGHT, fighters()[:1], PrintStyle(ROSE, paper(size)), odds=odds)
    words = " ".join(texts(result)).split()
    assert {words.count(word) for word in ("Unconscious", "destroyed", "average", "Verity")} == {2}


@pytest.mark.parametrize("lines", [6, 8, 23, 26])
def test_neither_a_short_table_of_a_packet_nor_an_attack_is_torn(session: PrintSession, lines: int) -> None:
    title, heads, names = "Rollneeded", ("Target", "Hits"), [f"Clerk{n}" for n in range(6)]
    wide = tuple(Column(f"Against {n}", False) for n in range(8))
    rolls = tuple(Cell(number(12), column.label) for column in wide)
    table = Table(
        id="t", title=title, heading="Foe", columns=wide, rows=tuple(Row(name=name, cells=rolls) for name in names)
    )
    tall = prose("Terrain", "\n".join(f"Step {n}." for n in range(lines)))
    fight = replace(FIGHT, areas={"page": (tall, table)})
    rows = [[f"{side} {n}", *(f"{side}{n}.{m}" for m in range(4))] for side in ("Bite", "Blow") for n in range(10, 14)]
    attacks = tuple(AttackLines(own[0], tuple((target, "5 %") for target in own[1:])) for own in rows)
    odds = PacketOdds((OddsTable("Foes", heads, attacks[:4]), OddsTable("Heroes", heads, attacks[4:])), ())
    result = print_packet(session, fight, fighters()[:1], PrintStyle(ROSE, paper("a5")), odds=odds)
    assert len({place(result, text)[0] for text in (title.upper(), *names)}) == 1, "the table is torn"
    for own in rows:
        assert len({place(result, text)[:2] for text in own}) == 1, f"{own[0]} is torn"


@pytest.mark.parametrize("shorter", [2, 2.5, 3, 3.5])
def test_no_row_of_a_packet_is_torn(session: PrintSession, shorter: float) -> None:
    labels = [f"Against{n}" for n in range(9)]
    rows = tuple(
        Row(name=f"Clerk{n}", cells=tuple(Cell(number(100 * n + m), label, m == 0) for m, label in enumerate(labels)))
        for n in range(10, 40)
    )
    columns = tuple(Column(label, not n) for n, label in enumerate(labels))
    fight = replace(FIGHT, areas={"page": (Table(id="t", title="Order", heading="Foe", columns=columns, rows=rows),)})
    size = replace(paper("a5"), height=paper("a5").height - shorter)
    result = print_packet(session, fight, fighters()[:1], PrintStyle(ROSE, size))
    for n in range(10, 40):
        assert place(result, f"Clerk{n}")[0] == place(result, f"{n}04")[0], f"Clerk{n} is torn"


@pytest.mark.parametrize("shorter", [90, 92, 94, 96, 98, 100])
def test_texts_beside_each_other_at_the_foot_of_a_page_are_printed_once(session: PrintSession, shorter: float) -> None:
    blocks = [prose(f"Place {n}", f"Lantern{n} hangs there.\nNobody lights it.") for n in range(20)]
    fight = replace(FIGHT, areas={"page": tuple(blocks)})
    size = replace(paper("a5"), height=paper("a5").height - shorter)
    words = " ".join(texts(print_packet(session, fight, fighters()[:1], PrintStyle(ROSE, size)))).split()
    assert [words.count(f"Lantern{n}") for n in range(20)] == [1] * 20


@pytest.mark.parametrize("lines", [54, 56])
def test_a_short_table_in_halves_is_not_torn_in_a_packet(session: PrintSession, lines: int) -> None:
    names = [f"Clerk{n}" for n in range(6)]
    rows = tuple(Row(name=name, cells=(Cell(number(12), "Level"),)) for name in names)
    table = Table(id="t", title="Rollneeded", heading="Foe", columns=(Column("Level", False),), rows=rows)
    tall = prose("Terrain", "\n".join(f"Step {n}." for n in range(lines)))
    fight = replace(FIGHT, areas={"page": (tall, table)})
    result = print_packet(session, fight, fighters()[:1], PrintStyle(ROSE, paper("a5")))
    places = [place(result, text) for text in (table.title.upper(), *names)]
    assert {page for page, *_ in places} == {1}, "the table is torn"
    assert len({round(left) for _, left, _ in places[1:]}) == 2, "it stands in two halves"


@pytest.mark.parametrize("size", ["a4", "a5"])
def test_a_long_text_with_a_list_goes_on_over_pages_of_a_packet(session: PrintSession, size: str) -> None:
    notes = prose("Notes", "\n".join("Nobody answers the door. " * 60 for _ in range(2)))
    listed = Markup("<ul>{}</ul>").format(Markup("").join(Markup(f"<li>Item {n} of the list.</li>") for n in range(40)))
    tall = replace(notes, text=notes.text + listed)
    fight = replace(FIGHT, areas={"page": (prose("Goal", "Get out."), tall, prose("Terrain", "Soaking."))})
    result = print_packet(session, fight, fighters()[:1], PrintStyle(ROSE, paper(size)))
    text, items = " ".join(texts(result)), [f"Item {n} of" for n in range(40)]
    assert sorted(items, key=text.index) == items and "Get out" in text and "Soaking" in text


def test_what_a_fight_takes_for_granted_stands_with_its_course_and_not_with_the_tables(session: PrintSession) -> None:
    attacks = tuple(AttackLines(f"Bite {n}", tuple((f"Clerk{n}.{m}", "5 %") for m in range(6))) for n in range(2))
    odds = PacketOdds(
        (OddsTable("Foes", ("Target", "Hits"), attacks),), ("Each alone.",), ("Nobody wins.",), ("Played often.",)
    )
    tall = prose("Terrain", "\n".join(f"Step {n}." for n in range(15)))
    fight = replace(FIGHT, areas={"page": (tall,)})
    result = print_packet(session, fight, fighters()[:1], PrintStyle(ROSE, paper("a5")), odds=odds)
    pages = [place(result, text)[0] for text in ("Nobody wins", "Played often", "Each alone", "Bite 0", "Clerk0.5")]
    assert pages == [0, 0, 1, 1, 1]


def test_a_page_of_a_packet_says_in_what_it_goes_on(session: PrintSession) -> None:
    rules = [RuleText("Brief", Markup("<p>It goes on. </p>") * 90)]
    tall = [prose(title, "\n".join(f"Step {n}." for n in range(60))) for title in ("Terrain", "Weather")]
    fight = replace(FIGHT, areas={"page": tuple(tall)})
    result = print_packet(session, fight, fighters(), PrintStyle(ROSE, paper("a5")), rules=rules)
    heads = [re.findall(r"COUNTING HOUSE( / [A-Z ]+)? crest", text) for text in texts(result)]
    assert heads == [[], [" / WEATHER"], [" / TRACKERS"], [" / RULES IN USE"], [" / RULES IN USE"]]


def place(result: PrintResult, text: str) -> tuple[int, float, float]:
    """Page, left and lower edge of the first place of a text, in points."""
    pdf = pypdfium2.PdfDocument(result.pdf)
    for index, page in enumerate(pdf):
        letters = page.get_textpage()
        if match := letters.search(text).get_next():
            left, low, _, _ = letters.get_charbox(match[0], loose=True)
            return index, left, low
    raise AssertionError(f"{text} is not printed")


def test_the_party_and_the_tents_name_everyone(session: PrintSession) -> None:
    party = " ".join(texts(print_party(session, [aiko(), lantern()], LOOK)))
    assert party.upper().count("AIKO TANEMURA") >= 2 and party.upper().count("HOLLOW LANTERN") >= 2
    tents = print_tents(session, fighters(), LOOK)
    assert tents.choice == "4 tents"
    assert texts(tents)[0].upper().count("HOLLOW LANTERN 1") == 2


def test_what_a_party_has_beside_its_characters_is_called_what_it_is(session: PrintSession) -> None:
    """A ship has the heads of a character perhaps, and is none."""
    ship = replace(aiko(), name="The Heron", kind="ship", kind_title="Ship")
    both = comparisons([aiko(), replace(aiko(), name="Ren"), ship], 180)
    assert [(table.kind, [name for name, _ in table.rows]) for table in both] == [
        ("Character", ["Aiko Tanemura", "Ren"]),
        ("Ship", ["The Heron"]),
    ]
    text = texts(print_party(session, [aiko(), replace(aiko(), name="Ren"), ship], LOOK))[0]
    assert "CHARACTER 2 · SHIP 1" in text.upper() and "3 CHARACTERS" not in text.upper()


def test_a_tent_holds_the_tracks_of_several_personas(session: PrintSession) -> None:
    who = aiko()
    panel = next(block for block in who.area("play") if isinstance(block, Panel))
    others = tuple(replace(panel.entries[0], id=f"echo{n}", name=f"Echo {n}") for n in range(2))
    play = tuple(replace(b, entries=(*b.entries, *others)) if b is panel else b for b in who.area("play"))
    several = replace(who, areas={**who.areas, "play": play})
    result = print_tents(session, [FightMember("Aiko Tanemura", several, "4", True)], LOOK)
    page = pypdfium2.PdfDocument(result.pdf)[0]
    letters = page.get_textpage()
    lows = [letters.get_charbox(n)[1] for n in range(letters.count_chars())]
    bottom = page.get_height() - (10 + 2 * tents._half(1, LOOK)) / POINT
    marks = [low for n, low in enumerate(lows) if letters.get_text_range(n, 1).strip() and low > 60]
    assert min(marks) > bottom
    assert "Echo 1:" in texts(result)[0]


def test_tracks_share_a_line_that_they_just_fill(session: PrintSession) -> None:
    rows = tuple(Track(label=label, number=number(3), mark=LIGHT) for label in ("Stamina", "Acid", "Corroded", "Worn"))
    who = replace(moth(), areas={"play": (Tracks(id="w", title="", items=rows),)})
    frame = handout_documents.in_rows(handout_documents.frame_of(LOOK))
    just = next(wide / 10 for wide in range(400, 2000) if len(track_lines(rows, frame.narrowed(wide / 10))) == 2)
    across = just + packets.WHO + 3 + packets.INITIATIVE + 2 * SIDE
    style = replace(LOOK, paper=Paper("narrow", across, 297.0))
    packet = print_packet(session, FIGHT, [FightMember("Moth", who, "5", True)], style)
    first = texts(packet)[0].upper()
    assert all(row.label.upper() in first for row in rows)


def test_boxes_that_take_a_line_of_their_own_stay_on_their_tent(session: PrintSession) -> None:
    rows = tuple(Track(label=label, number=number(12), mark=LIGHT) for label in ("Wounds", "Second"))
    who = replace(moth(), areas={"play": (Tracks(id="w", title="", items=rows),)})
    result = print_tents(session, [FightMember(f"Moth {n}", who, "5") for n in range(2)], LOOK)
    page = pypdfium2.PdfDocument(result.pdf)[0]
    letters = page.get_textpage()
    drawn = (n for n in range(letters.count_chars()) if letters.get_text_range(n, 1).strip())
    lows = [low for low in (letters.get_charbox(n)[1] for n in drawn) if low > 60]
    assert min(lows) > page.get_height() - (10 + 2 * tents._half(2, LOOK)) / POINT


def test_white_between_tracks_counts_where_a_tent_is_full(session: PrintSession) -> None:
    def with_tracks(n: int) -> EntryView:
        counts = {"Vitality": 42, "AP": 1 + n % 4, "RP": 1 + n // 4, "WP": 12}
        rows = tuple(Track(label=label, number=number(most), mark=LIGHT) for label, most in counts.items())
        figures = tuple(Figure(label="DR Power", number=Number("16")) for _ in range(3))
        play = Figures(id="f", title="", items=figures), Tracks(id="w", title="", items=rows)
        return replace(moth(), areas={"play": play})

    style = replace(LOOK, paper=paper("letter"))
    result = print_tents(session, [FightMember(f"Moth {n}", with_tracks(n), "5") for n in range(15)], style)
    page = pypdfium2.PdfDocument(result.pdf)[0]
    letters = page.get_textpage()
    high = 2 * tents._half(15, replace(style, paper=lying(style.paper)))
    cuts = [page.get_height() - (10 + high * row) / POINT for row in range(4)]
    for n in range(letters.count_chars()):
        _, low, _, top = letters.get_charbox(n)
        if low > cuts[-1] - 8:
            assert not any(low < cut < top for cut in cuts), "a letter or box stands on a cut"


def test_tents_of_one_fight_have_one_size_of_small_type(session: PrintSession) -> None:
    def with_tracks(count: int) -> EntryView:
        rows = tuple(Track(label=f"Quiet {n}", number=number(9), mark=LIGHT) for n in range(count))
        return replace(moth(), areas={"play": (Tracks(id="w", title="", items=rows),)})

    def heights(*counts: int) -> set[float]:
        members = [FightMember(f"Moth {n}", with_tracks(count), "5") for n, count in enumerate(counts)]
        letters = pypdfium2.PdfDocument(print_tents(session, members, LOOK).pdf)[0].get_textpage()
        boxes = [letters.get_charbox(at) for at in range(letters.count_chars()) if letters.get_text_range(at, 1) == "Q"]
        return {round(top - low, 1) for _, low, _, top in boxes}

    few, many = heights(*[1] * 12), heights(*[9] * 12)
    assert len(few) == len(many) == 1 and few != many
    assert heights(*[1] * 11, 9) == many


def test_names_on_tents_are_measured_in_the_type_they_are_set_in() -> None:
    wide = CONTENT / "world-shapers" / "fonts" / "Cinzel-Black.ttf"
    own = replace(ROSE, font=own_font(wide, wide.read_bytes()))
    who = fighters_module.fighter(FightMember("The Night Buyer", moth(), "5"))
    plain, broad = (tents._tent(who, 58.0, 31.2, theme.face, BUNDLED) for theme in (ROSE, own))
    assert plain.size == 22 and broad.size < 19
    assert plain.above < 11 and broad.above > 3, "white above and below is the same"
    assert metrics.width("THE NIGHT", own.face, broad.size) <= 58


def test_tents_stand_on_paper_on_its_side_where_that_spares_a_sheet(session: PrintSession) -> None:
    def pages(count: int, size: str) -> list[tuple[bool, int]]:
        members = [FightMember(f"Lantern {n}", lantern(), str(90 - n)) for n in range(count)]
        pdf = PdfReader(io.BytesIO(print_tents(session, members, PrintStyle(ROSE, paper(size))).pdf))
        said = [page.extract_text() for page in pdf.pages]
        assert sum(text.count("INITIATIVE") for text in said) == count, "nobody is left out"
        return [(page.mediabox.width > page.mediabox.height, said[n].count("INITIATIVE")) for n, page in
                enumerate(pdf.pages)]  # fmt: skip

    assert pages(12, "a4") == [(False, 12)] and pages(13, "a4") == [(True, 13)] == pages(13, "letter")
    assert pages(16, "a4") == [(False, 12), (False, 4)]
    assert pages(7, "a5") == [(False, 4), (False, 3)], "none alone on the last"


@pytest.mark.parametrize(
    ("size", "count", "rows"), [("a4", 3, 1), ("a4", 7, 3), ("a4", 12, 4), ("letter", 9, 3), ("a5", 6, 3), ("a6", 2, 2)]
)
def test_tents_share_the_height_of_their_page(session: PrintSession, size: str, count: int, rows: int) -> None:
    style = PrintStyle(ROSE, paper(size))
    room, high = style.paper.height - handout_documents.MARGINS, 2 * tents._half(count, style)
    assert min(tents.TALLEST, room / rows) - 3 < high <= room / rows
    members = [FightMember(f"Lantern {n}", lantern(), str(20 - n)) for n in range(count)]
    assert print_tents(session, members, style).pages == 1


def test_a_higher_tent_has_larger_type() -> None:
    who = fighters_module.fighter(fighters()[0])
    low, high = (tents._tent(who, 58.0, half, ROSE.face, BUNDLED) for half in (31.2, 42.0))
    assert high.small > low.small or high.turn > low.turn
    assert high.boxes >= low.boxes and high.size >= low.size


@pytest.mark.parametrize(("size", "tents"), [("a4", 15), ("letter", 15), ("a5", 6), ("a6", 2)])
def test_as_many_tents_stand_on_a_page_as_it_holds(session: PrintSession, size: str, tents: int) -> None:
    style = PrintStyle(ROSE, paper(size))
    members = [FightMember(f"Lantern {n}", lantern(), str(20 - n)) for n in range(tents + 1)]
    assert print_tents(session, members[:tents], style).pages == 1
    assert print_tents(session, members, style).pages == 2


def test_a_digest_takes_half_a_page(session: PrintSession) -> None:
    assert print_sheets(session, [aiko()], LOOK, "digest").pages == 1
    three = print_sheets(session, [aiko(), lantern(), moth()], LOOK, "digest")
    assert three.pages == 2
    assert (
        "AIKO TANEMURA" in texts(three)[0] and "HOLLOW LANTERN" in texts(three)[0] and "PAPER MOTH" in texts(three)[1]
    )


def test_a_calibration_page_has_its_cross_in_the_middle(session: PrintSession) -> None:
    result = print_calibration(session, PrintStyle(ROSE, paper("letter")), "short")
    assert result.pages == 2
    assert "-1.5,0.5" in texts(result)[0]
    wide, high = PAPERS["letter"].width / 2, PAPERS["letter"].height / 2
    front, back = (pypdfium2.PdfDocument(result.pdf)[n].render(scale=254 / 72).to_pil().convert("L") for n in range(2))
    for page, right, dark in ((front, 20, True), (front, 20.5, True), (back, 3, True), (back, 20, False)):
        pixels = [
            page.getpixel((round((wide + right) * 10) + n, round(high * 10) + m)) for n in (-1, 0, 1) for m in (-1, 0)
        ]
        assert (min(pixels) < 128) is dark, (right, pixels)


LINKS = '<a href="tests.html#roll">tests</a>, <a href="gone.html">gone</a>'


def book(session: PrintSession, extra: str = "") -> PrintResult:
    chapters = [
        Chapter(
            "rules/wounds.html",
            "Wounds",
            Markup(f'<h2 id="three">Three tracks</h2><p>See {LINKS}.</p>{extra}'),
        ),
        Chapter(
            "rules/tests.html",
            "Tests",
            Markup('<h2 id="roll">Rolling</h2><p>Roll under. <script>x</script></p>'),
            "How to roll.",
        ),
    ]
    terms = [IndexTerm("Roll", ("rules/tests.html#roll",)), IndexTerm("Nowhere", ("rules/none.html",))]
    return print_book(
        session, "Night School", chapters, PrintStyle(ROSE, paper("a5")), "The rulebook", "CC BY-SA 4.0", terms
    )


def test_a_book_has_contents_page_references_and_an_index(session: PrintSession) -> None:
    pages = texts(book(session))
    assert "NIGHT SCHOOL" in pages[0] and "The rulebook" in pages[0]
    contents = next(page for page in pages if "CONTENTS" in page)
    number = next(n for n, page in enumerate(pages, 1) if "Roll under." in page)
    assert "Tests" in contents and contents.rstrip().endswith(tuple("0123456789"))
    wounds = next(page for page in pages if "THREE TRACKS" in page)
    assert f"tests (p. {number})" in wounds and "gone." in wounds and "gone (p." not in wounds
    index = pages[-1]
    assert f"Roll {number}" in index and "Nowhere" not in index
    with pikepdf.open(io.BytesIO(book(session).pdf)) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Contents", "Wounds", "Tests", "Index"]
        assert [child.title for child in outline.root[1].children] == ["Three tracks"]


def test_nothing_outside_is_fetched(session: PrintSession) -> None:
    job = Job(
        (Unit("x", "x", StaticPage('<p id="x-start">a</p><img src="file:///etc/passwd"><p id="x-end">')),), "", "x"
    )
    assert any("may not fetch" in text for text in session.workers.fit(job).complaints)
    assert "etc" not in " ".join(texts(book(session, '<img src="file:///etc/passwd">')))


def test_a_job_that_takes_too_long_is_stopped_and_the_next_one_is_done() -> None:
    plain = Job((Unit("x", "x", StaticPage('<p id="x-start">a</p><p id="x-end"></p>')),), "", "slow")
    row = "display:flex"
    deep = f"<div style={row}>" * 14 + '<p id="x-start">a</p><p id="x-end"></p>' + "</div>" * 14
    with Workers(1) as workers:
        workers.fit(plain)  # it runs, so that the time is that of the next job alone
        with pytest.raises(EngineError, match="ran out of time or memory"):
            workers.fit(Job((Unit("x", "x", StaticPage(deep)),), "", "slow"), timeout=1.5)
        assert workers.fit(plain).pages == (1,)


def test_a_worker_that_grew_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Job((Unit("x", "x", StaticPage('<p id="x-start">a</p><p id="x-end"></p>')),), "", "plain")
    memory = bytearray(b"x") * (int(workers_module.LARGE) << 20)
    started: list[Worker] = []

    class Counted(Worker):
        def __init__(self) -> None:
            super().__init__()
            started.append(self)

    monkeypatch.setattr(workers_module, "Worker", Counted)
    with Workers(1) as workers:
        workers.fit(plain)
        workers.fit(plain)
        assert len(started) == 1 and 20 < started[0].peak < len(memory) >> 20, "what its parent holds is not its own"
        monkeypatch.setattr(workers_module, "LARGE", 1.0)
        workers.fit(plain)
        assert not started[0].alive
        assert workers.fit(plain).pages == (1,) and len(started) == 2


def test_engines_get_ready_before_the_first_job_without_waiting_for_busy_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[Worker] = []

    class Busy(Worker):
        def __init__(self) -> None:
            super().__init__()
            started.append(self)

        def ask(self, job: Job, timeout: float | None = None) -> JobResult:
            workers.start(2)
            return super().ask(job, timeout)

    monkeypatch.setattr(workers_module, "Worker", Busy)
    plain = Job((Unit("x", "x", StaticPage('<p id="x-start">a</p><p id="x-end"></p>')),), "", "plain")
    with Workers(1) as workers:
        workers.start(2)
        assert len(started) == 1
        printed = Thread(target=workers.fit, args=[plain], daemon=True)
        printed.start()
        printed.join(60)
        assert not printed.is_alive() and len(started) == 1


def test_the_fewer_jobs_are_asked_for_the_earlier_they_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that others wait for goes before what is left of many, and of as many who came first."""
    done: list[str] = []
    plain = [Job((Unit("x", "x", StaticPage("")),), "", f"job {n}") for n in range(6)]

    class Watched(Worker):
        def ask(self, job: Job, timeout: float | None = None) -> JobResult:
            if not done:
                others.append(workers.fit_all_later(plain[4:5]))
                others.append(workers.fit_all_later(plain[5:]))
            done.append(job.title)
            return JobResult(b"", (), (), (), {})

    class Later(Workers):
        def fit_all_later(self, jobs: list[Job]) -> Thread:
            waiting = len(self._waiting)
            thread = Thread(target=self.fit_all, args=[jobs, lambda *_: None], daemon=True)
            thread.start()
            while len(self._waiting) == waiting:
                sleep(0.001)
            return thread

    others: list[Thread] = []
    monkeypatch.setattr(workers_module, "Worker", Watched)
    with Later(1) as workers:
        workers.fit_all(plain[:4], lambda *_: None)
        for thread in others:
            thread.join(60)
    assert done == ["job 0", "job 4", "job 5", "job 1", "job 2", "job 3"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no compiler to ask for libraries")
def test_an_engine_starts_no_other_program() -> None:
    """Asking a compiler for the places of libraries took longer than all else at its start."""
    program = "import subprocess; subprocess.Popen = None; from sheetgen.print.engine.engine import load; load()"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_sets_a_sheet_knows_nothing_of_rulesets_and_entries() -> None:
    """A worker imports what jobs hold before the first one, and no more: its start and its memory are paid twice."""
    program = "import sys, sheetgen.print.__main__; print(*sys.modules)"
    known = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert "sheetgen.print.sheets.sheet_page" in known
    assert {"sheetgen.model.entries", "sheetgen.model.library", "sheetgen.model.ruleset.kinds"}.isdisjoint(known)


def test_an_engine_that_dies_is_replaced() -> None:
    worker = Worker()
    worker.close()
    assert not worker.alive


# -- sums --------------------------------------------------------------------------------------


def test_known_grids() -> None:
    counts = {("a4", "poker"): 9, ("letter", "poker"): 9, ("a4", "tarot"): 4, ("letter", "tarot"): 4, ("a4", "a6"): 2}
    for (size, card), count in counts.items():
        assert solve_grid(paper(size), card_format(card)).count == count, (size, card)
    strict = solve_grid(paper("a4"), card_format("poker"), bleed=3)
    assert (strict.count, strict.turned, strict.gutter) == (8, True, 6)


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("card", CARDS)
def test_the_line_of_a_sheet_is_clear_of_crop_marks(size: str, card: str) -> None:
    grid = solve_grid(paper(size), CARDS[card])
    placed = re.match(r"q (\S+ \S+) \S+ \S+ (\S+) (\S+) cm", decks._beside(grid, Imposition(grid, 2.0)))
    assert placed
    x, y = (float(place) * POINT for place in placed.group(2, 3))
    wide, high = grid.width - 16, decks.SLUG
    box = (x, grid.height - y - high, x + wide, grid.height - y)
    if placed[1] == "0 1":
        box = (x - high, grid.height - y - wide, x, grid.height - y)
    assert min(box[0], grid.height - box[3]) > 2
    for x1, y1, x2, y2 in crop_marks(grid, grid.count):
        apart = max(x1, x2) - 0.1 < box[0] or min(x1, x2) + 0.1 > box[2]
        assert apart or max(y1, y2) - 0.1 < box[1] or min(y1, y2) + 0.1 > box[3], (x1, y1, x2, y2)


def test_a_grid_leaves_room_for_the_line_at_the_foot_of_its_sheet() -> None:
    grids = [solve_grid(paper(size), card) for size in ("a4", "letter") for card in CARDS.values()]
    assert all(grid.has_foot for grid in grids)
    mini = solve_grid(paper("a4"), CARDS["mini"])
    assert (mini.count, mini.bleed) == (18, 1.0) and not solve_grid(paper("a4"), CARDS["mini"], 2.0).has_foot


def test_sizes_of_ones_own() -> None:
    assert card_format("70x100").size == "70 × 100 mm"
    assert card_format("3.5 × 2.5 in").width == pytest.approx(63.5)
    with pytest.raises(PaperError, match="poker, bridge"):
        card_format("giant")
    with pytest.raises(PaperError, match="A4, Letter"):
        paper("legal")


@given(
    st.floats(40, 140), st.floats(40, 220), st.sampled_from(list(PAPERS.values())), st.booleans(),
    st.sampled_from([None, 0.0, 2.0, 3.0]),
)  # fmt: skip
def test_no_grid_leaves_the_paper_or_overlaps(
    width: float, height: float, size: Paper, fold: bool, bleed: float | None
) -> None:
    try:
        grid = solve_grid(size, CardFormat("own", min(width, height), max(width, height)), bleed, fold=fold)
    except PaperError:
        return
    assert 2 * grid.bleed <= grid.gutter + 1e-9
    cells = [grid.corner(c, r) for c, r in itertools.product(range(grid.columns), range(grid.rows))]
    for x, y in cells:
        assert x >= size.margin - 1e-6 and x + grid.cell_width <= grid.width - size.margin + 1e-6
        assert y >= size.margin - 1e-6 and y + grid.card.height <= grid.height - size.margin + 1e-6
    for (ax, ay), (bx, by) in itertools.combinations(cells, 2):
        assert abs(ax - bx) >= grid.cell_width - 1e-6 or abs(ay - by) >= grid.card.height - 1e-6


@given(
    st.integers(1, 40), st.sampled_from(["long", "short"]), st.sampled_from(list(PAPERS.values())),
    st.sampled_from(list(CARDS.values())), st.sampled_from([None, 0.0, 3.0]),
)  # fmt: skip
def test_every_back_meets_its_front_when_the_paper_turns(
    count: int, duplex: Duplex, size: Paper, card: CardFormat, bleed: float | None
) -> None:
    try:
        grid = solve_grid(size, card, bleed)
    except PaperError:
        return
    laid = sheets([CardPages(str(n), 2 * n, 2 * n + 1) for n in range(count)], grid, duplex, (0.0, 0.0))
    sideways = (duplex == "long") != grid.turned
    for front, back in zip(laid[::2], laid[1::2], strict=True):
        assert back.back and not front.back
        for front_place, other in zip(front.places, back.places, strict=True):
            assert other.page == front_place.page + 1
            if sideways:
                assert other.left + card.width == pytest.approx(grid.width - front_place.left)
                assert other.top == pytest.approx(front_place.top) and not other.upside
            else:
                assert other.top + card.height == pytest.approx(grid.height - front_place.top)
                assert other.left == pytest.approx(front_place.left) and other.upside


def test_styles_are_filled_in_and_reckoned() -> None:
    values = {"--a": "2mm", "--b": "var(--a)", "--s": "1.5"}
    assert (
        resolve("p { width: calc(var(--b) * var(--s)); margin: max(1mm, var(--a)) }", values)
        == "p { width: 3mm; margin: 2mm }"
    )
    with pytest.raises(EngineError, match="--missing"):
        resolve("p { width: var(--missing) }", {})
    with pytest.raises(EngineError, match="circle"):
        resolve("p { width: var(--a) }", {"--a": "var(--b)", "--b": "var(--a)"})


def test_ink_saving_has_no_colour_left_but_ink() -> None:
    saved = tokens(ROSE, ink=True)
    assert saved["--accent"] == "#131016" and saved["--bar"] == "#ffffff"


def test_text_of_the_site_is_made_fit_for_paper() -> None:
    html = Markup(
        '<p id="x" onclick="y">See <a href="frozen.html">Frozen</a> and <a href="https://a.example/b">b</a><script>x</script></p>'
    )
    assert rich(html) == '<p>See Frozen and <a href="https://a.example/b">b</a></p>'
    assert rich("<b>not markup</b>") == "&lt;b&gt;not markup&lt;/b&gt;"


def test_every_mark_has_a_glyph_an_outline_and_a_word() -> None:
    for name, outline in MARKS.outlines.items():
        assert MARKS.glyph(name) and word(name, MARKS)
        assert path(outline, (10, 10)).endswith("f")


def test_widths_come_from_the_fonts() -> None:
    assert metrics.width("III", "black", 10) < metrics.width("WWW", "black", 10)
    assert metrics.lines("a word and another", "text", 8, 12) == 3
    assert metrics.uncovered("Aé שלום Ω") == ""
    assert metrics.uncovered("漢字") == "漢字"


@pytest.mark.parametrize("text", ["Llanfairpwllgwyngyll a 61-100 Countersignatories", "x" * 90, "a b", "", " "])
def test_lines_are_counted_as_they_are_broken(text: str) -> None:
    for measure in (4.0, 9.5, 16.0, 31.0):
        parts = metrics.broken(text, "bold", 9, measure)
        assert metrics.lines(text, "bold", 9, measure) == (len(parts) if text.strip() else 0)
        assert "".join(parts).replace(" ", "") == text.replace(" ", "")
        assert all(metrics.width(part, "bold", 9) <= measure for part in parts)
    assert metrics.broken("Rain Clerk", "bold", 9, 20.0, indent=17.0) == ("", "Rain Clerk"), "no word is parted"


@pytest.mark.parametrize(
    ("initiatives", "squares", "left"), [(("", ""), 0, 0.0), (("5", ""), 1, 15.0), (("5", "3"), 2, 15.0)]
)
def test_a_tracker_has_no_empty_places_of_initiative(
    session: PrintSession, initiatives: tuple[str, str], squares: int, left: float
) -> None:
    combatants = [FightMember(f"Hollow Lantern {n}", lantern(), value) for n, value in enumerate(initiatives)]
    result = print_packet(session, FIGHT, combatants, LOOK)
    page = pypdfium2.PdfDocument(io.BytesIO(result.pdf))[0]
    shapes = [drawn.get_bounds() for drawn in page.get_objects(filter=[2])]
    wide = [shape for shape in shapes if (shape[2] - shape[0]) * POINT == pytest.approx(11, abs=0.1)]
    assert len(wide) == squares
    text = page.get_textpage()
    at = text.get_text_range().index("Hollow Lantern 0")
    assert text.get_charbox(at)[0] * POINT == pytest.approx(SIDE + left, abs=0.7)


def test_one_who_has_little_to_tick_takes_nine_millimetres_of_a_packet(session: PrintSession) -> None:
    wounds = Tracks(id="t", title="", items=(Track(label="Wounds", number=number(5), mark=LIGHT),))
    crow = replace(moth(), name="Crow", areas={"front": (wounds,)})
    result = print_packet(session, FIGHT, [FightMember(f"Crow {n}", crow, "3") for n in range(8)], LOOK, ["Prone"] * 30)
    page = pypdfium2.PdfDocument(io.BytesIO(result.pdf))[0]
    text = page.get_textpage()
    words = text.get_text_range()
    tops = [text.get_charbox(words.index(f"Crow {n}"))[3] * POINT for n in range(8)]
    heights = [above - below for above, below in itertools.pairwise(tops)]
    assert max(heights) <= 9.0 and min(heights) > 6, "a name, its boxes and a line to write on"


@pytest.mark.parametrize(("size", "lines"), [("A4", 0), ("A5", 1)])
def test_tracks_stand_beside_a_name_or_on_narrow_paper_below_it(session: PrintSession, size: str, lines: int) -> None:
    result = print_packet(session, FIGHT, [FightMember("Ines", moth(), "4")], replace(LOOK, paper=paper(size)))
    page = pypdfium2.PdfDocument(io.BytesIO(result.pdf))[0]
    text = page.get_textpage()
    words = text.get_text_range()
    name = words.index("Ines", words.index("TRACKERS"))
    track = words.index("LIGHT", name)
    lower = (text.get_charbox(name)[1] - text.get_charbox(track)[1]) * POINT
    assert (lower > 3) == bool(lines)
    assert (text.get_charbox(track)[0] - text.get_charbox(name)[0] > 40 / POINT) == (not lines)


def test_a_packet_calls_fighters_as_its_roster_does(session: PrintSession) -> None:
    copies = [FightMember(f"Ballast Imp {n}", lantern(), "3") for n in (1, 2)]
    other = FightMember("Hollow Lantern", lantern())
    result = print_packet(session, FIGHT, [*copies, other], LOOK, card=card_format("poker"))
    first, *cards = texts(result)
    assert first.count("Hollow Lantern") == 3, "below the names of both imps, and by itself"
    on_cards = " ".join(cards)
    assert "BALLAST IMP" in on_cards and "HOLLOW LANTERN / MOON" in on_cards, "the entry's own name stands below"
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root][1:] == ["Ballast Imp", "Hollow Lantern"]
    tent = texts(print_tents(session, copies, LOOK))[0]
    assert "BALLAST IMP 1" in tent and tent.count("Hollow Lantern") == 2 and "INITIATIVE 3" in tent


def test_trackers_have_all_that_is_spent(session: PrintSession) -> None:
    called = Panel(id="persona", title="Persona", entries=(lantern(),))
    evoker = replace(moth(), name="Ines", areas={"front": moth().area("front"), "play": (called,)})
    text = texts(print_packet(session, FIGHT, [FightMember("Ines", evoker, "4")], LOOK))[0]
    trackers = text[text.index("TRACKERS") :]
    assert "FATE" in trackers and "Hollow Lantern" in trackers
    own = sum(t.number.size for b in moth().area("front") if isinstance(b, Tracks) for t in b.items)
    assert trackers.count("☐") >= own + 2 + 6 + 3 + 1 + 1


def test_boxes_to_tick_that_are_no_conditions_stand_on_no_tracker() -> None:
    """Such as the traits of a character, in a game whose conditions are entries."""
    habits = CheckGroups(id="habits", title="", groups=(Checks("", ("Famous", "Nervous")),))
    states = CheckGroups(id="states", title="", groups=(Checks("", ("spotted", "Wounded arm")),))
    views = [replace(moth(), areas={"play": (habits,), "reference": (states,)})]
    assert listed_conditions(views, ["Spotted", "Locked in"]) == ["spotted", "Wounded arm"]
    assert listed_conditions(views, ["Locked in"]) == []
    assert listed_conditions(views) == ["Famous", "Nervous", "spotted", "Wounded arm"]


@pytest.mark.parametrize(("count", "boxes"), [(4, 4), (24, 0)])
def test_conditions_take_one_line_of_a_tracker(session: PrintSession, count: int, boxes: int) -> None:
    known = [f"Condition{n}" for n in range(count)]
    text = texts(print_packet(session, FIGHT, fighters()[:1], LOOK, known))[0]
    assert text.count("☐ Condition") == boxes
    assert all(text.count(name) >= 1 for name in known)


def test_a_calibration_page_has_corners_and_a_rule_of_a_hundred_millimetres(session: PrintSession) -> None:
    result = print_calibration(session, LOOK)
    front, back = (pypdfium2.PdfDocument(result.pdf)[n].render(scale=254 / 72).to_pil().convert("L") for n in range(2))
    for left, top in ((14, 14), (196, 14), (14, 283), (196, 283)):
        assert min(front.getpixel((round(left * 10) + n, round(top * 10) + 30)) for n in (-1, 0, 1)) < 120
        assert min(back.getpixel((round(left * 10) + 20 + n, round(top * 10))) for n in (-2, -1, 0, 1, 2)) < 160
    ends = [x for x in range(400, 1700) if front.getpixel((x, 2610 + 35)) < 160]
    assert (max(ends) - min(ends)) / 10 == pytest.approx(100, abs=0.3)
    assert "100 mm" in texts(result)[0]


def test_a_packet_that_does_not_fit_names_the_rule_that_is_too_long(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handout_documents, "MOST_PAGES", 1)
    rules = [RuleText("Brief", Markup("<p>Short.</p>")), RuleText("Endless", Markup("<p>It goes on. </p>") * 400)]
    with pytest.raises(DoesNotFitError, match="its longest part is “Endless”"):
        print_packet(session, FIGHT, fighters()[:1], LOOK, rules=rules)
    wide = DoesNotFitError("fight", 3, "its page", fault="“goes on.” leaves the page")
    assert packets._attributed(wide, rules).block == "Endless"


def test_a_box_that_leaves_its_page_is_called_a_mark() -> None:
    inks = (Ink(90.0, 5.0, text, face, 9.0, "#000") for text, face in ((LIGHT.glyph, "marks"), ("Wounded", "bold")))
    box = SimpleNamespace(content_box_x=lambda: 0.0, content_box_y=lambda: 0.0)
    faults = _stray(box, PlacedText(120.0, 9.0, tuple(inks)), (80.0, 100.0, 5.0))
    assert [fault.text for fault in faults] == ["a mark leaves the page", "“Wounded” leaves the page"]


def test_a_last_page_that_is_nearly_empty_is_saved_by_closer_type(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = [
        RuleText(f"Rule {n}", Markup("<p>It holds for everybody, and it is told at some length.</p>"))
        for n in range(36)
    ]
    assert print_packet(session, FIGHT, fighters()[:1], LOOK, rules=rules).pages == 1
    monkeypatch.setattr(handout_documents, "NEARLY_EMPTY", 0.0)
    assert print_packet(session, FIGHT, fighters()[:1], LOOK, rules=rules).pages == 2


def test_a_paper_whose_last_page_is_half_empty_has_lines_for_notes(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    lined = print_party(session, [moth()], LOOK)
    assert lined.pages == 1 and "YOUR NOTES" in texts(lined)[0].upper()
    monkeypatch.setattr(handout_documents, "HALF_EMPTY", 0.0)
    assert "YOUR NOTES" not in texts(print_party(session, [moth()], LOOK))[0].upper()


def test_the_foot_of_a_paper_ends_after_a_word(session: PrintSession) -> None:
    name = "A Long Night under the Harbour Wall with Everybody Who Ever Owed the Ferryman So Much as a Halfpenny"
    text = texts(print_party(session, [moth()], replace(LOOK, credits=f"{name}, CC BY-SA 4.0")))[0]
    foot = text[text.index("A Long Night") :]
    kept = foot[: foot.index("…")]
    assert name.startswith(kept) and name[len(kept)] == " " and len(kept) > 40


def test_a_party_is_compared_number_by_number() -> None:
    other = replace(aiko(), name="Ines")
    tables = comparisons([aiko(), other], 180)
    assert len(tables) == 1 and [name for name, _ in tables[0].rows] == ["Aiko Tanemura", "Ines"]
    at = tables[0].heads.index("Str")
    assert {(numbers[at].text, numbers[at].beside) for _, numbers in tables[0].rows} == {("28", "2")}
    assert sum(tables[0].widths) + tables[0].name_width == pytest.approx(180)
    narrow = comparisons([aiko(), other], 85)
    assert len(narrow) > 1 and [h for table in narrow for h in table.heads] == [*tables[0].heads]
    assert max(len(table.heads) for table in narrow) <= min(len(table.heads) for table in narrow) + 2, "about even"
    apart = comparisons([aiko(), moth()], 180)
    assert [len(table.rows) for table in apart] == [1, 1], "other numbers stand in another table"


def test_a_strip_of_the_party_says_nothing_twice() -> None:
    strip = next(block for block in lantern().area("front") if isinstance(block, Strip))
    who = Facts(id="who", title="", items=(Fact("Arcana", "Moon"), Fact("Player", "Nell")))
    panel = Panel(id="persona", title="Persona", entries=(lantern(),))
    made = replace(lantern(), name="Ines", areas=lantern().areas | {"play": (who, panel)})
    summary = member(made)
    assert [fact.label for fact in summary.facts] == ["Player"], "the subtitle says the arcana"
    assert [pool.owner for pool in summary.pools] == ["", "Hollow Lantern"]
    assert len(summary.stands) == 1, "a Persona that gives all affinities does not repeat them"
    states = dict(summary.stands[0].states)
    assert sum(map(len, states.values())) == sum(pair.state.emphasis != "soft" for pair in strip.pairs)


def test_a_sheet_for_a_tablet_lies_on_its_side_and_cards_have_no_such_paper(session: PrintSession) -> None:
    tablet = paper("Tablet")
    assert tablet.width > tablet.height and tablet.name not in PAPERS
    data, small = (print_sheets(session, [aiko()], PrintStyle(ROSE, size)).pdf for size in (tablet, paper("A5")))
    sizes = {
        tuple(round(float(side) * POINT) for side in page.mediabox[2:]) for page in PdfReader(io.BytesIO(data)).pages
    }
    assert sizes == {(240, 165)}
    words = block_words(b for area in ("play", "reference") for b in aiko().area(area) if not isinstance(b, Lines))
    scores = [score for block in aiko().area("play") if isinstance(block, Scores) for score in block.items]
    short = {score.short.casefold() for score in scores}
    assert [word for word in lost(words, data) if word not in short] == lost(words, small)
    for score in scores:
        ways = (Counter([score.short.casefold()]), Counter(score.label.casefold().split()))
        assert any(lost(way, data) == [] for way in ways), "a label is short or long, by what there is room for"
