"""Entries with next to nothing and with far too much: every paper prints them whole, and inside of its pages."""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]
import pytest
from printed_game import PRINTED
from projects import Write, open_project
from test_printing_entries import ROSE

from sheetgen.blocks import EntryView
from sheetgen.build import engine_missing
from sheetgen.cli.app import ContentError
from sheetgen.cli.form_values import form_values
from sheetgen.print.cards.decks import print_calibration
from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_cards, print_party, print_sheets
from sheetgen.print.paper import CARDS, POINT, paper, solve_grid
from sheetgen.print.plan.entry_prints import printable
from sheetgen.print.plan.fights import Fight, fight
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")

NAME = "The Otter Who Had Rather More Names Than Anybody Could Be Asked To Remember " * 3
ATTACKS = ", ".join(f"{{name: Bite number {n} of a great many, element: fire, damage: {n}}}" for n in range(80))
WILD = {
    "beasts/lean.yaml": "name: X\ntier: 1\ntoughness: 0\n",
    "beasts/rich.yaml": f"""
        name: {NAME}
        tier: 10
        toughness: 120
        attacks: [{ATTACKS}]
        secret: {"Told at length. " * 60}
        """,
    "beasts/arabic.yaml": "name: القنديل الأجوف صاحب المنارة القديمة\ntier: 3\ntoughness: 44\n",
    "beasts/hebrew.yaml": "name: הפנס החלול של המגדלור\ntier: 3\ntoughness: 44\n",
    "beasts/joined.yaml": f"name: {'Pneumonoultramicroscopic' * 4}\ntier: 3\ntoughness: 44\n",
    "beasts/marked.yaml": "name: '<b>Bold</b> & \"quoted\" {{ braces }}'\ntier: 3\ntoughness: 44\n",
    "encounters/pier.yaml": f"""
        name: {NAME}
        beasts: [lean, rich, arabic, hebrew, joined, marked]
        goal: Be there.
        """,
}
Box = tuple[float, float, float, float]
MARKS = frozenset(map(chr, (*range(0x2600, 0x2700), *range(0x25A0, 0x2600), *range(0xE000, 0xF900))))
WHO = ("lean", "rich", "arabic", "hebrew", "joined", "marked")


@pytest.fixture
def game(project: Write) -> tuple[SiteGame, PrintStyle]:
    diagnostics = Diagnostics()
    opened = open_project(project(PRINTED | WILD), diagnostics)
    assert opened is not None and not diagnostics.has_errors
    return opened[1][0], style_of(opened[1][0], opened[0])


def views(game: SiteGame) -> dict[str, EntryView]:
    return {computed.id: view for computed, view in printable(game, game.ruleset.kinds["beast"])}


def fought(game: SiteGame) -> Fight:
    wild_fight = fight(game, game.entries.of("encounter")[0])
    assert wild_fight is not None
    return wild_fight


def drawn_texts(page: pypdfium2.PdfPage) -> Iterator[Box]:
    """The boxes of all text that a page draws, marks included, whatever form it stands in."""
    for number in range(raw.FPDFPage_CountObjects(page)):
        yield from texts_of(raw.FPDFPage_GetObject(page, number), pypdfium2.PdfMatrix())


def texts_of(value: object, place: pypdfium2.PdfMatrix) -> Iterator[Box]:
    kind = raw.FPDFPageObj_GetType(value)
    if kind == raw.FPDF_PAGEOBJ_TEXT:
        sides = [ctypes.c_float() for _ in range(4)]
        assert raw.FPDFPageObj_GetBounds(value, *sides)
        left, bottom, right, top = (side.value for side in sides)
        corners = [place.on_point(x, y) for x in (left, right) for y in (bottom, top)]
        across, up = zip(*corners, strict=True)
        yield min(across), min(up), max(across), max(up)
    elif kind == raw.FPDF_PAGEOBJ_FORM:
        own = raw.FS_MATRIX()
        assert raw.FPDFPageObj_GetMatrix(value, own)
        inner = pypdfium2.PdfMatrix.from_raw(own).multiply(place)
        for number in range(raw.FPDFFormObj_CountObjects(value)):
            yield from texts_of(raw.FPDFFormObj_GetObject(value, number), inner)


def ends(box: Box) -> Iterator[Box]:
    left, bottom, right, top = box
    yield from ((left, bottom, left, top), (right, bottom, right, top))


def boxes(pdf: bytes) -> Iterator[tuple[tuple[float, float], list[Box], str]]:
    """Of every page its size, the boxes of its letters (left, bottom, right, top, in points), and its text.

    What has words of its own to be read aloud is given a place within its form only by PDFium, a mark or letters with
    a replacement text: of what is drawn as text, the ends are boxes too, so that nothing is left out.
    """
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    for page in document:
        text = page.get_textpage()
        characters = [(n, text.get_text_range(n, 1)) for n in range(text.count_chars())]
        own = [n for n, letter in characters if letter.strip() and letter not in MARKS and not is_replaced(text, n)]
        letters = [text.get_charbox(n) for n in own]
        letters += [end for box in drawn_texts(page) for end in ends(box)]
        yield page.get_size(), letters, text.get_text_range()
    document.close()


def is_replaced(text: pypdfium2.PdfTextPage, number: int) -> bool:
    """Whether a character is one of a replacement text."""
    value = raw.FPDFText_GetTextObject(text, number)
    marks = (raw.FPDFPageObj_GetMark(value, n) for n in range(max(0, raw.FPDFPageObj_CountMarks(value))))
    return any(raw.FPDFPageObjMark_GetParamValueType(mark, b"ActualText") for mark in marks)


def read(result: PrintResult) -> str:
    """The text of a paper, every letter of which stands on its page."""
    texts = []
    for (width, height), letters, text in boxes(result.pdf):
        for left, bottom, right, top in letters:
            assert left >= 0 and right <= width and bottom >= 0 and top <= height
        texts.append(text)
    return re.sub(r"\s+", " ", " ".join(texts))


def squeezed(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


@pytest.mark.parametrize("size", ["a4", "letter", "a5"])
@pytest.mark.parametrize("who", WHO)
def test_a_sheet_holds_all_of_it(game: tuple[SiteGame, PrintStyle], session: PrintSession, who: str, size: str) -> None:
    site, style = game
    view = views(site)[who]
    text = read(print_sheets(session, [view], PrintStyle(style.theme, paper(size)), peers=list(views(site).values())))
    if who == "rich":
        assert all(f"Bite number {n} of" in text for n in range(80))
    if who not in ("arabic", "hebrew"):
        assert squeezed(view.name) in squeezed(text)


@pytest.mark.parametrize("who", WHO)
def test_cards_hold_all_of_it_inside_of_their_edges(
    game: tuple[SiteGame, PrintStyle], session: PrintSession, who: str
) -> None:
    site, style = game
    card = CARDS["a6" if who == "rich" else "poker"]
    result = print_cards(session, [(views(site)[who], 1)], style, card)
    text = read(result)
    if who == "rich":
        assert all(f"Bite number {n} of" in text for n in range(80))
    grid = solve_grid(style.paper, card)
    cells = [grid.corner(column, row) for column in range(grid.columns) for row in range(grid.rows)]
    for (_, height), letters, _ in boxes(result.pdf):
        for left, bottom, right, top in letters:
            across, down = (left + right) / 2 * POINT, (height - (bottom + top) / 2) * POINT
            foot = height * POINT - 8 <= down or across <= 8
            assert foot or any(x < across < x + card.width and y < down < y + card.height for x, y in cells)


@pytest.mark.parametrize("letters", [31, 45])
@pytest.mark.parametrize(
    "words", ["הפנס החלול של המגדלור ", "القنديل الأجوف صاحب المنارة ", "Ο κούφιος φανός ", "Пустой фонарь маяка "]
)
@pytest.mark.parametrize("one_word", [False, True])
def test_long_names_of_other_scripts_fit_a_card(
    game: tuple[SiteGame, PrintStyle], session: PrintSession, words: str, letters: int, one_word: bool
) -> None:
    site, style = game
    name = (words.replace(" ", "") if one_word else words) * 3
    named = replace(views(site)["lean"], name=name[:letters].strip())
    assert print_cards(session, [(named, 1)], style, CARDS["poker"]).pages == 1


@pytest.mark.parametrize("size", ["a4", "letter", "a6"])
@pytest.mark.parametrize("what", ["packet", "tents", "party"])
def test_papers_of_a_fight_name_everybody(
    game: tuple[SiteGame, PrintStyle], session: PrintSession, what: str, size: str
) -> None:
    site, style = game
    style, wild_fight = PrintStyle(style.theme, paper(size)), fought(site)
    if what == "packet":
        result = wild_fight.packet(session, style, None)
    elif what == "tents":
        result = wild_fight.tents(session, style)
    else:
        result = print_party(session, list(views(site).values()), style)
    text = squeezed(read(result))
    for who in ("lean", "rich", "joined", "marked"):
        assert squeezed(views(site)[who].name) in text


def test_no_module_of_the_folder_that_one_stands_in_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("weasyprint", "tinycss2", "pikepdf", "json", "lxml"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nraise SystemExit\n")
    (tmp_path / "form.pdf").write_bytes(b"%PDF-1.4\n")
    monkeypatch.chdir(tmp_path)
    with PrintSession(Workers(1)) as session:
        assert print_calibration(session, PrintStyle(ROSE)).pages == 2
    with pytest.raises(ContentError, match="no PDF with a form"):
        form_values(tmp_path / "form.pdf")
    assert not (tmp_path / "ran").exists()


def test_every_python_that_is_started_looks_for_no_module_where_one_stands() -> None:
    started = re.compile(r"sys\.executable,(?! \"-P\",)")
    sources = (Path(__file__).parents[1] / "sheetgen").rglob("*.py")
    assert not [source.name for source in sources if started.search(source.read_text("utf-8"))]
