"""What is drawn instead of laid out: the same letters at the same places as the engine would set."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import tinyhtml5  # type: ignore[import-untyped]
from printed_words import pdf_text
from pypdf import PdfReader
from test_printing_entries import LIGHT, ROSE, aiko, auditor, lantern, moth

from sheetgen.blocks import (
    Block,
    EntryView,
    Figure,
    Figures,
    Grid,
    GridRow,
    Number,
    Pair,
    Score,
    Scores,
    Strip,
    Table,
    Tracks,
)
from sheetgen.blocks.scores.paper import SCORE, score_width
from sheetgen.print import resources
from sheetgen.print.block_print import card_height, drawn, holds, shape_of
from sheetgen.print.cards.candidates import FaceHeights, densities
from sheetgen.print.cards.card_page import card_job
from sheetgen.print.cards.shape import CardShape, card_frame
from sheetgen.print.css import resolve, tokens
from sheetgen.print.engine.engine import Engine
from sheetgen.print.engine.html_tree import tree
from sheetgen.print.engine.job import Job, StaticPage, Unit
from sheetgen.print.jobs import PrintStyle
from sheetgen.print.measure import texts
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.measure.frame import BlockFrame, packed
from sheetgen.print.paper import POINT, card_format
from sheetgen.print.sizes import CARD
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import face_of, width
from sheetgen.print.text_metrics.paragraphs import ParagraphStyle, TextRun, only_paragraphs, paragraph, text_runs
from sheetgen.print.text_metrics.shaping import measure, shaped, shapes

SAMPLES = (
    "AVATAR To Wave",
    "office difficult fluff fifth",
    "Damage 9 + SB 6. Reach 2 m; prone",
    "“It’s” – naïve Œuvre",
)
PLAIN = ParagraphStyle(50.0, 8.0, 1.28, "#000")


@pytest.fixture(scope="module")
def engine() -> Engine:
    """One warm engine."""
    return Engine()


def width_as_set(engine: Engine, text: str, weight: int, style: str) -> float:
    """Width in em of a line as the engine itself sets it."""
    html = (
        f"<p style='white-space:pre;display:inline-block;font:{style} {weight} 100px \"Source Sans 3\"'>{text}</p>"
        "<style>@page{size:90cm;margin:0}</style>"
    )
    document = engine._weasyprint.HTML(string=html, url_fetcher=engine._fetcher).render(font_config=engine._fonts)
    boxes = [b for b in document.pages[0]._page_box.descendants() if getattr(b, "text", None) == text]
    return float(boxes[0].width) / 100


@pytest.mark.parametrize("text", SAMPLES)
@pytest.mark.parametrize(
    ("face", "weight", "style"), [("text", 400, "normal"), ("semi", 600, "normal"), ("italic", 400, "italic")]
)
def test_a_line_is_as_wide_as_the_engine_sets_it(engine: Engine, text: str, face: str, weight: int, style: str) -> None:
    assert shapes(text, face)
    assert measure(text, face) == pytest.approx(width_as_set(engine, text, weight, style), abs=0.005)


def test_ligatures_keep_their_letters() -> None:
    glyphs = shaped("offer", "text")
    assert "".join(glyph.letters for glyph in glyphs) == "offer" and len(glyphs) == 4
    assert not shapes("שלום", "text") and not shapes("漢", "text")


def faces(engine: Engine, entries: Sequence[EntryView], card: str) -> list[Counter[str]]:
    """The letters of every face, as they are read back from the PDF."""
    fitted = engine.fit(card_job(entries, PrintStyle(ROSE), CardShape(card_format(card), 2.0)))
    assert not fitted.complaints
    pages = PdfReader(io.BytesIO(fitted.pdf)).pages
    return [Counter(re.sub(r"\s+", "", page.extract_text()).upper()) for page in pages]


@pytest.mark.parametrize("card", ["poker", "a6"])
def test_drawn_texts_say_what_set_texts_say(engine: Engine, card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    full = auditor()
    numbers, tracks, acts, *others = full.area("front")
    assert isinstance(acts, Table)
    front = (numbers, tracks, replace(acts, rows=acts.rows[:3]), *others)
    tight = replace(full, areas={"front": front, "back": full.area("back")})
    entries = [lantern(), tight, moth(), aiko()]
    drawn = faces(engine, entries, card)
    monkeypatch.setattr(texts, "paragraph", lambda *given: None)
    assert faces(engine, entries, card) == drawn


def test_lines_break_where_they_are_full() -> None:
    words = "the nearest ally is Panicked until its next turn and well-known rooms"
    drawing = paragraph([TextRun(words)], PLAIN)
    assert drawing is not None and drawing.extent <= PLAIN.width
    lines = [ink.text for ink in drawing.inks]
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    for line, after in pairwise(lines):
        full = f"{line.rstrip()} {after.split()[0]}"
        assert measure(full, "text") * PLAIN.size * POINT > PLAIN.width
    assert drawing.height == pytest.approx(len(lines) * PLAIN.size * PLAIN.leading * POINT)


@pytest.mark.parametrize("html", ["<ul><li>x</li></ul>", "a<br>b", "<b>a", "a</b>", "<table></table>", "1 < 2 <"])
def test_what_is_more_than_a_paragraph_is_left_to_the_engine(html: str) -> None:
    assert text_runs(html, PLAIN) is None


@pytest.mark.parametrize("text", ["W" * 60, "漢字"])
def test_what_a_line_cannot_hold_is_left_to_the_engine(text: str) -> None:
    assert paragraph([TextRun(text)], PLAIN) is None


def test_emphasis_links_and_marks_are_runs() -> None:
    runs = text_runs('A <em>b</em> <a href="https://x.example">c &amp; d</a><strong>e</strong>', PLAIN)
    assert runs == (
        TextRun("A "), TextRun("b", "italic"), TextRun(" "), TextRun("c & d"), TextRun("e", "semi"),
    )  # fmt: skip
    assert only_paragraphs("<p>a</p>\n<p>b</p>") == ["a", "b"] and only_paragraphs("<p>a</p><ul></ul>") == []


def test_a_drawing_holds_what_fits_into_it() -> None:
    drawing = PlacedText(50.0, 4.0, (Ink(1.5, 3.0, "Größe – “x”", "text", 8.0, "#131016", kerned=True),))
    assert drawing.over == 0 < PlacedText(5.0, 4.0, drawing.inks).over


def flat(root: Any) -> list[tuple[object, ...]]:
    return [(e.tag, sorted(e.attrib.items()), e.text, e.tail) for e in root.iter() if isinstance(e.tag, str)]


def test_documents_are_read_as_html5_reads_them() -> None:
    shape = CardShape(card_format("poker"), 2.0)
    units = card_job([lantern(), auditor(), moth()], PrintStyle(ROSE), shape).units
    body = "".join(unit.source(unit.page.candidates()[0]).html for unit in units)
    body += "<p>a<br>b &amp; &lt;c&gt; &nbsp;\u2014</p><ul><li>x<li>y</ul><table><tbody><tr><td>1</table>"
    html = f"<!doctype html><html lang=en><head><title>x</title><meta charset=utf-8></head><body>{body}</body></html>"
    assert flat(tree(html)) == flat(tinyhtml5.parse(html, namespace_html_elements=False))


@pytest.mark.parametrize("name", ["Nguyễn Thị Ánh", "Ἀθηνᾶ of Athens", "Thị"])
def test_a_heading_whose_face_has_some_letters_of_a_word_is_set_in_one_that_has_all(engine: Engine, name: str) -> None:
    heading = f"<h2 style='font:900 9pt \"Sofia Sans XC\";text-transform:uppercase'>{name}</h2>"
    drawing = PlacedText(90.0, 9.0, (Ink(0.0, 5.0, name, "black", 12.0, "#000"),))
    page = StaticPage(f"<p id=a-start></p>{heading}<img src='drawn:0'><p id=a-end></p>", 1, {"drawn:0": drawing})
    fitted = engine.fit(Job((Unit("A", "a", page),), resolve(resources.stylesheet("base"), tokens(ROSE)), "A"))
    named = PdfReader(io.BytesIO(fitted.pdf)).pages[0]["/Resources"]["/Font"].values()
    fonts = {str(font["/BaseFont"]) for font in named}
    assert len(fonts) == 1 and "Source-Sans" in fonts.pop()
    assert width(name, "black", 10) == width(name, "semi", 10) and width("Anna", "black", 10) < width(
        "Anna", "semi", 10
    )


def test_headings_keep_their_face_where_no_word_mixes_it_with_another() -> None:
    for name in ("Αθήνα", "Anna ★", "Fire 火", "Огонь", "Zażółć", "שלום"):
        assert face_of(name, "black") == "black" and not tree(f"<body><h2>{name}</h2></body>").findall(".//font")
    assert face_of("Nguyễn", "text") == "text"


NAMES = ("שלום עולם", "漢字の剣 Кириллица", "Incomprehensibilities of the Unfathomable Deep")


def hostile(block: Block) -> Block:
    """A block with what was never meant for a card: foreign letters, long names, many boxes, marks without pictures."""
    match block:
        case Table():
            return replace(block, rows=tuple(replace(block.rows[0], name=name, cost=3) for name in NAMES))
        case Tracks():
            long = replace(block.items[0], number=Number(text="64", size=64))
            return replace(block, items=(long, *block.items[1:]))
        case Strip():
            bare = [(replace(pair.head, glyph=""), replace(pair.state, glyph="")) for pair in block.pairs]
            return replace(block, pairs=tuple(Pair(head=head, state=state) for head, state in bare))
        case Grid():
            label = "A label of a row that goes on below itself"
            return replace(block, rows=(replace(block.rows[0], label=label), *block.rows[1:]))
    return block


def test_whatever_stands_in_a_block_is_drawn(engine: Engine) -> None:
    entry = lantern()
    areas = {name: tuple(map(hostile, blocks)) for name, blocks in entry.areas.items()}
    job = card_job([replace(entry, areas=areas)], PrintStyle(ROSE), CardShape(card_format("poker"), 2.0))
    fitted = engine.fit(job)
    assert fitted.over == (0.0,) and fitted.pages == (2,)
    text = pdf_text(fitted.pdf)
    strip = next(block for block in entry.area("front") if isinstance(block, Strip))
    words = "Кириллица 漢字の剣 Incomprehensibilities Unfathomable Deep 64 label itself"
    for word in (*words.split(), *(pair.head.code for pair in strip.pairs)):
        assert word in text
    assert "שלום" in text or "םולש" in text


def column(card: str, density: str) -> BlockFrame:
    """The column of a card."""
    style = PrintStyle(ROSE)
    return card_frame(density, style, CardShape(card_format(card), 2.0), PrintColours.of(tokens(style.theme)))


@pytest.mark.parametrize(("card", "lines"), [("44x68", ["61–", "100"]), ("poker", ["61–100"])])
def test_numbers_of_a_grid_go_on_below_before_labels_lose_their_letters(card: str, lines: list[str]) -> None:
    places = [Figure(label=name, number=Number("5")) for name in ("Head", "Arms", "Body", "Legs")]
    hits = GridRow("Hit roll", tuple(map(Number, ("1–10", "11–30", "31–60", "61–100"))))
    kill = GridRow("Instant kill at", tuple(map(Number, ("34", "35", "37", "35"))))
    block = Grid(id="g", title="When you are hit", heads=tuple(places), rows=(hits, kill))
    for density in CARD:
        frame = column(card, density)
        drawing = drawn(block, frame)
        written = [ink.text for ink in drawing.inks]
        assert drawing.over == 0 and set(" ".join(written).split()) >= {"Instant", "kill", "at", "When", "Head"}
        assert density != "floor" or set(lines) <= set(written)
        for ink, after in pairwise(sorted(drawing.inks, key=lambda ink: (round(ink.y, 2), ink.x))):
            assert after.y - ink.y > 0.01 or ink.end <= after.x
        high = frame.sizes.space * 0.8 + drawing.height
        assert card_height(block, frame) == pytest.approx(high, abs=0.2 * len(block.rows) + 0.1)


def test_large_type_of_a_card_breaks_neither_figures_nor_labels_of_a_grid() -> None:
    places = tuple(Figure(label=name, number=Number("5")) for name in ("Head", "Arms", "Body", "Legs"))
    hits = GridRow("Hit roll", tuple(map(Number, ("1–10", "11–30", "31–60", "61–100"))))
    kill = GridRow("Instant kill at about", tuple(map(Number, ("34", "35", "37", "35"))), LIGHT)
    short = Grid(id="g", title="Hit", heads=places, rows=(GridRow("Saves", tuple(map(Number, "1234"))),))
    style, shape = PrintStyle(ROSE), CardShape(card_format("poker"), 2.0)
    for grid, large in ((replace(short, rows=(hits, kill)), False), (short, True)):
        entry = replace(lantern(), areas={"front": (grid,), "back": ()})
        front, _ = densities(FaceHeights(entry, style, shape))
        assert holds(grid, column("poker", front)) and (front == "roomy") is large
        assert holds(grid, column("poker", "roomy")) is large


@pytest.mark.parametrize("density", CARD)
def test_codes_and_states_of_a_strip_stand_in_the_middle_below_their_marks(density: str) -> None:
    strip = next(block for block in lantern().area("front") if isinstance(block, Strip))
    frame = replace(column("tarot", density), codes=True)
    inks = drawn(strip, frame).inks
    pitch, half = shape_of(strip, frame).pitch, frame.sizes.head_mm / 2
    below = [ink for ink in inks if ink.y > inks[0].y]
    assert len(below) == 2 * len(strip.pairs)
    for ink in below:
        off = ((ink.x + ink.end - ink.tracking) / 2 - half) % pitch
        assert min(off, pitch - off) < 0.1


def read_aloud(page: Any) -> str:
    """The letters of a page in the order in which they are written, without a look at where they stand."""
    written: list[str] = []
    page.extract_text(visitor_text=lambda text, *_: written.append(text.replace("\n", "")))
    return " ".join("".join(written).split())


def test_what_is_drawn_is_words_when_it_is_read_aloud(engine: Engine) -> None:
    job = card_job([lantern()], PrintStyle(ROSE), CardShape(card_format("poker"), 2.0))
    text = read_aloud(PdfReader(io.BytesIO(engine.fit(job).pdf)).pages[0])
    for words in ("TIER 2 MOON / GLOOMY", "DEFENSE 9 body INIT. 3 MOVE 6", "ATTACK HIT DMG RANGE", "35 7 adjacent"):
        assert words in text, text


def test_a_strip_is_read_pair_by_pair() -> None:
    strip = next(block for block in lantern().area("front") if isinstance(block, Strip))
    inks = [ink.text for ink in drawn(strip, column("poker", "normal")).inks if ink.face == "marks"]
    assert inks == [mark.glyph for pair in strip.pairs for mark in (pair.head, pair.state)]


def test_scores_that_take_two_lines_share_them_evenly() -> None:
    for card, each, lines in (("poker", "2121", 2), ("44x68", "21", 2), ("a6", "21", 1)):
        names = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
        scores = [Score(label=name, short=name, number=Number(each), bonus=Number("+5")) for name in names]
        frame = column(card, "dense")
        shape = shape_of(Scores(id="s", title="", items=tuple(scores)), frame)
        size, room = shape.size / SCORE, shape.width
        rows = packed(scores, [score_width(score, frame) * size for score in scores], room)
        assert [len(row) for row in rows] == [6 // lines] * lines and room <= frame.width


def test_a_remark_stands_apart_from_its_number_and_its_unit() -> None:
    armour = Figure(label="AC", number=Number("19"), after="natural armor")
    move = Figure(label="Move", number=Number("8"), unit="m", after="/ 4")
    for density in CARD:
        drawing = drawn(Figures(id="f", title="", items=(armour, move)), column("poker", density))
        number, remark = (next(ink for ink in drawing.inks if word in ink.text) for word in ("19", "natural"))
        assert remark.x + width(" ", "bold", remark.size) - number.end > 0.7 and drawing.over == 0
        assert any(ink.text.strip() == "m / 4" for ink in drawing.inks)
