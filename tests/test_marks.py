"""Marks and bodies that a ruleset brings: on the page, the card and the sheet, and what is wrong with a drawing."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from projects import Write, open_project, places_of
from pypdf import PdfReader
from small_game import GAME

from sheetgen.build import Options, build_in_memory, check, engine_missing
from sheetgen.media.marks import Marks, font, plain_marks, with_own
from sheetgen.media.outlines import outline
from sheetgen.media.svg import SvgError
from sheetgen.print.cards.decks import print_cards
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_sheets
from sheetgen.print.paper import card_format
from sheetgen.print.plan.print_job import style_of
from sheetgen.text.diagnostics import Diagnostics

ROOT = Path(__file__).parent.parent
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'
TIDE = SVG.format('<path d="M2 12L12 2L22 12L12 22Z"/>')
THEME = """
        theme:
          mark: tide
          accent: "#57515c"
          on-accent: "#ffffff"
          accent-text: "#57515c"
          accent-bar: "#bdb6c2"
          block: "#57515c"
          on-block: "#ffffff"
          marks: {tide: "#0f6f9c"}
          dark: {accent: "#bdb6c2", on-accent: "#131016", accent-text: "#cdc8cf", marks: {tide: "#6cc6ef"}}
"""
PLACE = "{{outline: M2 2H20V20Z, number: [{0}, 20], name: [{0}, 30], anchor: {1}, room: 20, page: [{0}, 40]}}"
BODIES = f"""
        element:
          silhouette: M60 4L100 60V190H20V60Z
          places:
            fire: {PLACE.format(10, "end")}
            ice: {PLACE.format(50, "start")}
"""
BODY = "body: {type: body, title: Heat, map: '{e: 3 + index(element, e) for e in element}'}\n            strip"
OWN = GAME | {
    "game/ruleset.yaml": GAME["game/ruleset.yaml"]
    .replace("fire: {title: Fire, code: Fi}", "fire: {title: Ebb and flow, code: Ef, mark: tide}")
    .replace("ice: {title: Ice, code: Ic}", "ice: {title: Ice, code: Ic, mark: snowflake}")
    .replace("title: Weak, code: W", "title: Weak, code: W, mark: wave, emphasis: strong")
    .replace("normal: {title: Normal}", "normal: {title: Normal, mark: dash, emphasis: soft}")
    .rstrip()
    + THEME,
    "game/kinds/beast.yaml": GAME["game/kinds/beast.yaml"]
    .replace("mark: square", "mark: shell, emphasis: strong")
    .replace("strip: {type: strip", f"{BODY}: {{type: strip")
    .replace("page: [head,", "page: [head, body,")
    .replace("play: [head, wounds, attacks]", "play: [head, wounds, attacks, body, strip]"),
    "game/marks/tide.svg": TIDE,
    "game/marks/wave.svg": SVG.format('<g transform="translate(12 12) scale(.5)"><circle r="20" fill="red"/></g>'),
    "game/marks/shell.svg": SVG.format('<rect x="2" y="2" width="20" height="20"/>'),
    "game/marks/shell-ticked.svg": SVG.format('<rect x="2" y="2" width="20" height="10"/>'),
    "game/bodies.yaml": BODIES,
}
"""A game with marks and a body of its own, which the program knows nothing of."""


def own_marks(folder: Path) -> Marks:
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    return opened[1][0].ruleset.theme.marks


def test_a_game_brings_its_marks_and_its_body_to_pages(project: Write) -> None:
    folder = project(OWN)
    built = build_in_memory(Options(folder, pdf=False))
    assert list(built.diagnostics) == []
    page = built.files["small/beasts/otter.html"].decode()
    marks = own_marks(folder)
    assert f"style=color:var(--m-snowflake) aria-hidden=true>{marks.glyph('snowflake')}" in page
    assert f"<li class=strong><span aria-hidden=true><i class=mark>{marks.glyph('tide')}</i>" in page
    assert f"<i class=row-4>{marks.glyph('shell') * 4}</i>" in page
    assert re.search(r'<path d="M60 4L100 60V190H20V60Z"/>', page) and 'style="left:10%;top:40%"' in page
    assert (
        "src:url(../../assets/fonts/web/marks-small.woff2)" in page and "--m-tide:light-dark(#0f6f9c,#6cc6ef)" in page
    )
    drawn = TTFont(io.BytesIO(built.files["assets/fonts/web/marks-small.woff2"])).getBestCmap()
    assert [drawn[ord(marks.glyph(name))] for name in ("tide", "shell", "tick")] == ["tide", "shell", "tick"]
    assert b'd="M2 12L12 2L22 12L12 22Z"' in built.files["assets/icon-small.svg"]


@pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")
def test_a_game_brings_its_marks_and_its_body_to_paper(project: Write, session: PrintSession) -> None:
    opened = open_project(project(OWN), Diagnostics())
    assert opened is not None
    game, style = opened[1][0], style_of(opened[1][0], opened[0])
    assert game.loaded.table is not None
    view = game.contents.view(game.loaded.table.entries["beast", "otter"])
    assert view is not None
    card = print_cards(session, [(view, 1)], style, card_format("poker")).pdf
    sheet = print_sheets(session, [view], style).pdf
    form = PdfReader(io.BytesIO(print_sheets(session, [view], style, fillable=True).pdf))
    for pdf in (card, sheet):
        text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
        assert "Ebb and flow" in text and "Weak" in text, "a mark says the title of its term"
        assert "Light ☐" in text or "☐☐☐☐" in text
        assert not re.search("[\ue000-\uf8ff]", text)
    assert "HEAT\nEbb and flow\n3" in PdfReader(io.BytesIO(sheet)).pages[0].extract_text()
    boxes = [field for name, field in (form.get_fields() or {}).items() if name.startswith("Light")]
    assert len(boxes) == 4


def test_numbers_of_regions_that_nothing_draws_stand_in_a_table(project: Write) -> None:
    built = build_in_memory(Options(project({**OWN, "game/bodies.yaml": "{}"}), pdf=False))
    page = built.files["small/beasts/otter.html"].decode()
    assert 'class="b-body"' not in page and re.search(r"<bdi>Ebb and flow</bdi><td>3", page) and "Heat" in page


def test_two_games_never_share_a_font() -> None:
    first, second = (with_own({"tide": path}) for path in ("M2 2H20V20Z", "M2 2H20V9Z"))
    assert first.family != second.family and first.glyph("tide") == second.glyph("tide")
    assert font(tuple(first.outlines.items())) == font(tuple(with_own({"tide": "M2 2H20V20Z"}).outlines.items()))
    drawings = (ROOT / "templates" / "assets" / "marks").glob("*.svg")
    assert {path.stem: outline(path.read_bytes()) for path in drawings} == plain_marks().outlines
    assert with_own({}) is plain_marks() and all(len(glyph) == 1 for glyph in first.glyphs.values())


WRONG = [
    # a file of the ruleset, its text, the code, and the message
    ("game/marks/star.svg", TIDE, "ruleset", "the program has a mark called `star` already"),
    ("game/marks/Half Moon.svg", TIDE, "ruleset", "`Half Moon` cannot be the name of a mark"),
    ("game/marks/bad.svg", "<svg", "ruleset", "this mark is damaged"),
    ("game/marks/bad.svg", SVG.format("<text>T</text>"), "ruleset", "this mark has a `text`"),
    ("game/marks/notes.txt", "blue", "ignored-file", "its name must end in .svg"),
    ("game/marks/sea/foam.svg", TIDE, "ignored-file", "only those in marks/ itself are"),
    ("game/bodies.yaml", BODIES.replace("element:", "elements:"), "unknown-term", "no vocabulary called `elements`"),
    ("game/bodies.yaml", BODIES.replace("ice:", "eis:"), "unknown-term", "`eis` is no term of element"),
    ("game/bodies.yaml", BODIES.split("            ice")[0], "missing-field", "no place for ice"),
    ("game/bodies.yaml", BODIES.replace("M60 4L", "<path "), "wrong-type", "is no path"),
]


@pytest.mark.parametrize(("name", "text", "code", "message"), WRONG)
def test_a_drawing_that_cannot_be_is_told_at_its_file(
    project: Write, name: str, text: str, code: str, message: str
) -> None:
    mistakes = list(check(project({**OWN, name: text}))[0])
    assert [(mistake.code, mistake.span.file.name) for mistake in mistakes if mistake.span] == [(code, name)], (
        places_of(mistakes)
    )
    assert message in mistakes[0].message


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("mark: tide}", "mark: tied}", "no mark called `tied`"),
        ("emphasis: soft", "emphasis: loud", "`loud` is no emphasis"),
        ('marks: {tide: "#0f6f9c"}', 'marks: {tied: "#0f6f9c"}', "no mark called `tied`"),
        ('marks: {tide: "#0f6f9c"}', 'marks: {tide: "#eeeeee"}', "the mark `tide` can hardly be seen"),
        ('marks: {tide: "#0f6f9c"}', 'marks: {tide: "see blue"}', "`see blue` is no colour"),
    ],
)
def test_words_about_marks_are_held_against_them(project: Write, right: str, wrong: str, message: str) -> None:
    text = OWN["game/ruleset.yaml"]
    assert right in text
    [mistake] = check(project({**OWN, "game/ruleset.yaml": text.replace(right, wrong, 1)}))[0]
    assert message in mistake.message and mistake.span is not None and mistake.span.text in wrong


@pytest.mark.parametrize(
    ("drawn", "path"),
    [
        ('<path d="M2 2H20V20Z"/>', "M2 2H20V20Z"),
        ('<g transform="translate(2 2)"><path d="M0 0h18v18z"/></g>', "M2 2H20V20L2 2Z"),
        ('<rect x="2" y="2" width="4" height="4"/>', "M2 2H6V6H2V2Z"),
        ('<path fill="none" d="M0 0h24v24H0z"/><path style="fill:#f00" d="M2 2h4v4z"/>', "M2 2H6V6L2 2Z"),
        ('<defs><path d="M0 0h9v9z"/></defs><polygon points="2,2 6,2 6,6"/>', "M2 2H6V6L2 2Z"),
        ('<title>x</title><path onload="x" d="M2 2H6V6L2 2Z"/>', "M2 2H6V6L2 2Z"),
    ],
)
def test_what_a_drawing_fills_is_its_outline(drawn: str, path: str) -> None:
    assert outline(SVG.format(drawn).encode()) == path


def test_a_drawing_fits_the_grid_whatever_its_size() -> None:
    wide = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 120"><path d="M0 0h240v120z"/></svg>'
    assert outline(wide.encode()) == "M0 6H24V18L0 6Z"


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ('<path d="M2 2H6" stroke="#000"/>', "turn its strokes into paths"),
        ('<script>alert(1)</script><path d="M2 2H6V6Z"/>', "has a `script`"),
        ('<g style="fill:none;stroke:#000"><path d="M2 2H6"/></g>', "turn its strokes into paths"),
        ('<path fill-rule="evenodd" d="M2 2H6V6Z"/>', "evenodd"),
        ('<path d="M2 2H6V"/>', "cannot be read"),
        ('<path d="M2 2H99V6Z"/>', "outside of its `viewBox`"),
        ('<path d="M1e999 2L3 3Z"/>', "outside of its `viewBox`"),
        ('<path transform="spin(3)" d="M2 2H6V6Z"/>', "a transform `spin(3)`"),
        ('<circle r="10"/>', "outside of its `viewBox`"),
        ("<rect/>", "cannot be read"),
        ("", "draws nothing"),
        ('<image href="data:image/png;base64,iVBORw0KGgo="/>', "holds a picture"),
        ('<path clip-path="url(#a)" d="M2 2H6V6Z"/>', "a `clip-path`"),
        (f'<path d="M2 2{"L3 3" * 9000}Z"/>', "more points than a mark needs"),
        (f'<path d="M2 2{"L3 3" * 90000}Z"/>', "more than 200 kB"),
        ("<g>" * 300 + "</g>" * 300, "is damaged"),
        ('<use href="#a"/>', "turn it into a path"),
    ],
)
def test_what_no_glyph_can_be_is_refused_with_the_reason(drawn: str, message: str) -> None:
    with pytest.raises(SvgError, match=re.escape(message)):
        outline(SVG.format(drawn).encode())
