"""The structure tree of a document: links, heads of tables, lists, what runs along with pages."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import page as checker  # type: ignore[import-untyped,unused-ignore]
import pikepdf
import pytest
from game_marks import MARKS
from pdf_structure import Element, faults, tree
from pypdf import PdfReader
from pypdf.generic import NullObject

from sheetgen.build import engine_missing
from sheetgen.print.engine import box_values, shared_styles
from sheetgen.print.engine.engine import Engine
from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.pdf.merging import places_of
from sheetgen.print.pdf.postprocess import describe, saved, speak
from sheetgen.print.text_metrics.own_fonts import OwnFonts

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")

MARGINS = "@bottom-center { content: counter(page); text-align: center } @top-left { content: 'Night School' }"
CSS = (
    f"@page {{ size: 60mm 90mm; margin: 9mm; {MARGINS} }} body {{ font-family: 'Source Sans 3' }}"
    f" a::after {{ content: ' (p. ' attr(data-page) ')' }} th {{ letter-spacing: .1em }}"
    f" .m {{ font-family: '{MARKS.family}' }}"
)


def set_alone(session: PrintSession, html: str, spoken: Mapping[str, str] | None = None) -> bytes:
    """A document of its own, which a checker of PDF/UA-1 has nothing against."""
    unit = Unit("x", "x", StaticPage(f'<h1 id="x-start">Lamp</h1>{html}<p id="x-end"></p>', 9))
    fitted = session.workers.fit(Job((unit,), CSS, "x", tagged=True, own_fonts=OwnFonts(MARKS)))
    with pikepdf.open(io.BytesIO(fitted.pdf)) as pdf:
        speak(pdf, MARKS, spoken or {})
        describe(pdf, "A lamp")
        data = saved(pdf)
    assert faults(data) == []
    report = checker.validate_pdf_bytes(data, profile="ua1")
    assert [failure.message for failure in report.failures] == []
    return data


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def annotations(data: bytes) -> list[dict[str, object]]:
    return [note.get_object() for page in read(data).pages for note in page.get("/Annots") or ()]


def shape(element: Element) -> object:
    """An element as its type, with those in it."""
    return (element.type, *map(shape, element.children)) if element.children else element.type


def test_a_link_has_one_element_and_one_annotation_whatever_is_in_it(session: PrintSession) -> None:
    html = '<p>See <a href="#x-start" data-page="1">the <b>bold <i>lamp</i></b> of brass</a> here.</p>'
    data = set_alone(session, html)
    notes = annotations(data)
    links = list(tree(data).inside("Link"))
    assert len(notes) == len(links), "one on each line that it takes"
    assert not [inner for link in links for inner in link.inside("Link")]
    assert all(note["/F"] == 4 for note in notes), "they are there on paper too"
    assert len({tuple(note["/Rect"]) for note in notes}) == len(notes)  # type: ignore[call-overload]
    owners = [int(note["/StructParent"]) for note in notes]  # type: ignore[call-overload]
    assert sorted(owners) == sorted(set(owners))


def test_what_runs_along_with_pages_is_no_content(session: PrintSession) -> None:
    reader = read(set_alone(session, "<p>A lamp.</p>" * 30))
    assert len(reader.pages) > 2
    root = reader.root_object["/StructTreeRoot"].get_object()
    for number, page in enumerate(reader.pages):
        drawn = page.get_contents().get_data()  # type: ignore[union-attr]
        assert drawn.count(b"/Pagination") == 2, "the number and the running head"
        numbers = root["/ParentTree"]["/Nums"]
        owners = numbers[2 * number + 1].get_object()
        assert len([owner for owner in owners if not isinstance(owner, NullObject)]) == drawn.count(b"/MCID")


def test_headings_of_texts_are_one_level_below_those_that_they_belong_to(session: PrintSession) -> None:
    """Texts are written for places of another depth: a level that is left out would be a heading that is missing."""
    levels = (2, 4, 4, 6, 5, 3, 4, 2, 3)
    data = set_alone(session, "".join(f"<h{level}>Oil {level}</h{level}><p>Out.</p>" for level in levels))
    types = [heading.type for heading in tree(data).inside(*(f"H{level}" for level in range(1, 7)))]
    assert types == ["H1", "H2", "H3", "H3", "H4", "H4", "H3", "H4", "H2", "H3"]


def test_heads_of_tables_say_what_they_are_heads_of(session: PrintSession) -> None:
    head = "<thead><tr><th></th><th>Light</th><th>Heavy</th></tr></thead>"
    rows = "<tbody><tr><th>Head</th><td>1</td><td>2</td></tr><tr><th>Arm</th><td>3</td><td></td></tr></tbody>"
    data = set_alone(session, f"<table>{head}{rows}</table>")
    cells = list(tree(data).inside("TH", "TD"))
    kinds = [cell.type for cell in cells]
    assert kinds == ["TD", "TH", "TH", "TH", "TD", "TD", "TH", "TD", "TD"], "an empty head is none"
    scopes = [str(cell.data.A.Scope) for cell in cells if cell.type == "TH"]
    assert scopes == ["/Column", "/Column", "/Row", "/Row"]
    assert "L I G H T" not in read(data).pages[0].extract_text().upper()


def test_items_have_bodies_and_what_is_empty_has_no_element(session: PrintSession) -> None:
    html = "<ul><li>one</li><li><p>two</p></li></ul><dl><div><dt>Lamp</dt><dd>brass</dd></div></dl><div><p></p></div>"
    html += "<dl><div><dd>and oil</dd></div></dl>"
    top = tree(set_alone(session, html))
    for item in top.inside("LI"):
        assert [element.type for element in item.children][-1] == "LBody", shape(item)
        assert {element.type for element in item.children} <= {"Lbl", "LBody"}
    assert len(list(top.inside("LI"))) == 4
    assert all("/K" in element.data and len(element.data.K) for element in top.inside("P", "Div", "Span"))


def test_links_alone_in_a_main_part_are_a_table_of_contents(session: PrintSession) -> None:
    lamp, oil = (f'<div><a href="#x-start" data-page="1">{text}</a></div>' for text in ("Lamp", "Oil"))
    html = f"<main>{lamp}<main>{oil}{oil}</main>{lamp}</main><main>{lamp}<p>and more</p></main>"
    contents, _, other = map(shape, tree(set_alone(session, html)).inside("TOC", "Part"))
    item = ("TOCI", ("Reference", "Link"))
    assert contents == ("TOC", item, ("TOC", item, item), item)
    assert other[0] == "Part" and "TOCI" not in str(other)


def test_marks_say_what_the_game_calls_them(session: PrintSession) -> None:
    square, skull, hexagon = (f"<i class=m>{MARKS.glyph(name)}</i>" for name in ("square", "skull", "hexagon"))
    spoken = {"square": "Vigour ☐", "skull": "Umbral"}
    reader = read(set_alone(session, f"<p>{square} {skull} {hexagon}</p>", spoken))
    text = reader.pages[0].extract_text()
    assert "Vigour ☐" in text and "Umbral" in text and "skull" not in text
    assert text.count("☐") == 2, "a box that no game has words for is a box"


def test_a_run_of_boxes_is_read_as_boxes(session: PrintSession) -> None:
    """Replacement text (ISO 32000-1, 14.9.4) stands for all of them at once."""
    glyph = MARKS.glyph("square")
    html = f"<p class=m>{glyph * 5} {glyph * 2}</p><p class=m>{glyph}</p>"
    reader = read(set_alone(session, f"{html}", {"square": "Vigour ☐"}))
    drawn = reader.pages[0].get_contents().get_data()  # type: ignore[union-attr]
    said = [bytes.fromhex(text.decode()).decode("utf-16") for text in re.findall(rb"/ActualText <([0-9a-f]+)>", drawn)]
    assert said == ["☐☐☐☐☐ ☐☐"], "the single one says what it stands for"


def test_rules_of_a_template_of_its_own_are_no_text_that_is_lost(session: PrintSession) -> None:
    reader = read(set_alone(session, "<style>p { color: #333333 }</style><p>A lamp.</p>"))
    assert "A lamp." in reader.pages[0].extract_text()


def test_elements_that_differ_by_an_id_share_styles_and_keep_their_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many styles are worked out for eight sections with ids, and what is in them, as for two."""
    css = pytest.importorskip("weasyprint.css")
    engine, init, made = Engine(), css.ComputedStyle.__init__, Counter[str]()

    def counted(style: object, *known: object) -> None:
        made["styles"] += 1
        init(style, *known)

    monkeypatch.setattr(css.ComputedStyle, "__init__", counted)

    def sections(count: int) -> JobResult:
        made.clear()
        inner = "<div style='margin-left: 2mm'><p style='font-size: 4pt'>lamp <b>oil</b></p></div>"
        html = "".join(f"<section id=s{n}>{inner}</section>" for n in range(count))
        page = StaticPage(f"<p id=x-start></p>{html}<p id=x-end></p>", 9)
        return engine.fit(Job((Unit("x", "x", page),), CSS, "x", tagged=True))

    sections(2)
    few = made["styles"]
    result = sections(8)
    assert result.pages == (1,) and made["styles"] == few
    places = [result.anchors[f"s{n}"] for n in range(8)]
    assert len({*places}) == 8 and places == sorted(places)
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        assert {"s0", "s7"} <= places_of(pdf).keys()


def test_values_that_no_rule_says_are_those_that_the_engine_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each property of each element has the same value, and the engine works out less than half of them."""
    css = pytest.importorskip("weasyprint.css")
    engine, ours, theirs = Engine(), shared_styles.computed_value, shared_styles._computed
    init, styles, asked = css.ComputedStyle.__init__, list[Any](), Counter[str]()

    def noted(style: Any, *known: object) -> None:
        styles.append(style)
        init(style, *known)

    def counted(style: Any, key: str) -> object:
        asked["engine"] += 1
        return theirs(style, key)

    def compared(style: Any, key: str) -> object:
        asked["all"] += 1
        value = repr(ours(style, key))
        style.pop(key, None)
        assert value == repr(theirs(style, key)), key
        return theirs(style, key)

    monkeypatch.setattr(css.ComputedStyle, "__init__", noted)
    monkeypatch.setattr(css.ComputedStyle, "__missing__", compared)
    monkeypatch.setattr(shared_styles, "_computed", counted)
    rules = (
        "section{--wide:3mm;margin-inline-start:var(--wide);border-block-start:1mm solid red;text-decoration:underline}"
        "p{float:left;font-size:120%;line-height:1.4;letter-spacing:.1em;page:inherit;padding:calc(1mm + 5%)}"
        "b{position:absolute;inset-inline-end:1mm;color:currentcolor;width:inherit} b::before{content:'x';all:initial}"
        "i{display:table-cell;direction:rtl;text-indent:2em;max-inline-size:9mm;border-start-end-radius:1mm}"
    )
    html = "<section>a <p>lamp <b>oil <i>wick</i></b></p><i>b</i><ul style='hyphens: auto'><li>c</li></ul></section>"
    page = StaticPage(f"<p id=x-start></p>{html}<p id=x-end></p>", 9)
    engine.fit(Job((Unit("x", "x", page),), CSS + rules, "x", tagged=True))
    read = [style[key] for style in list(styles) for key in css.INITIAL_VALUES]
    assert len(read) > 2000 and 2 * asked["engine"] < asked["all"]


def test_lengths_that_hang_on_a_style_alone_are_those_that_the_engine_resolves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each box has the same used values wherever it is laid out, and for most the engine is not asked."""
    percent = pytest.importorskip("weasyprint.layout.percent")
    engine, ours, theirs = Engine(), box_values.resolve_percentages, box_values._resolved
    asked, flows = Counter[str](), set[tuple[str, str, bool]]()

    def counted(box: Any, containing: object) -> None:
        asked["engine"] += 1
        theirs(box, containing)

    def compared(box: Any, containing_block: object) -> None:
        asked["all"] += 1
        other = box.copy()
        ours(box, containing_block)
        theirs(other, containing_block)
        assert {name: vars(box)[name] for name in box_values._USED} == {
            name: vars(other)[name] for name in box_values._USED
        }
        out = box.is_floated() or box.is_absolutely_positioned() or box.is_running()
        assert box.is_in_normal_flow() is not (out or box.is_footnote() or box.is_note())
        flows.add((box.style["float"], str(box.style["position"]), box.is_in_normal_flow()))

    users = [m for name, m in list(sys.modules.items()) if name.startswith("weasyprint.layout.") and m is not percent]
    users = [module for module in users if getattr(module, "resolve_percentages", None) is not None]
    assert len(users) > 5 and all(module.resolve_percentages is ours for module in users)
    for module in users:
        monkeypatch.setattr(module, "resolve_percentages", compared)
    monkeypatch.setattr(box_values, "_resolved", counted)
    rules = (
        "p{margin:1mm 5%} .a{float:left;width:50%} .b{position:absolute;width:calc(50% - 1mm);height:10%}"
        ".c{box-sizing:border-box;width:9mm;max-height:4mm;padding:1mm;border:1px solid} .d{display:flex}"
        ".e{position:relative;min-height:2mm} table{border-collapse:collapse} td{border:1px solid;padding:1px}"
        ".f{position:running(head)}"
    )
    words = "".join(f"<p class={name}>lamp <b>oil</b></p>" for name in "abcef" for _ in range(4))
    html = f"{words}<div class=d><div>a</div><div>b <i>c</i></div></div><table><tr><td>d<td>e<tr><td>f<td>g</table>"
    page = StaticPage(f"<p id=x-start></p>{html}<p id=x-end></p>", 9)
    engine.fit(Job((Unit("x", "x", page),), CSS + rules, "x", tagged=True))
    assert {("left", "static", False), ("none", "absolute", False), ("none", "relative", True)} <= flows
    assert 2 * asked["engine"] < asked["all"]


@pytest.fixture
def count_calls(monkeypatch: pytest.MonkeyPatch) -> Callable[[object, str], Counter[str]]:
    """Count the calls of a function from now on."""

    def count(holder: object, name: str) -> Counter[str]:
        made, function = Counter[str](), getattr(holder, name)

        def counted(*given: object, **named: object) -> object:
            made[name] += 1
            return function(*given, **named)

        monkeypatch.setattr(holder, name, counted)
        return made

    return count


def test_texts_of_one_style_share_their_font_and_each_is_laid_out_once(
    count_calls: Callable[[object, str], Counter[str]],
) -> None:
    fonts, line_break = pytest.importorskip("weasyprint.text.fonts"), pytest.importorskip("weasyprint.text.line_break")
    engine = Engine()
    described, laid = count_calls(fonts, "get_font_description"), count_calls(line_break.Layout, "set_text")

    def paragraphs(count: int) -> tuple[int, int]:
        described.clear()
        laid.clear()
        html = "".join(f"<p>lamp {n}</p>" for n in range(count))
        engine.fit(Job((Unit("x", "x", StaticPage(f"<p id=x-start></p>{html}<p id=x-end></p>", 9)),), CSS, "x"))
        return described.total(), laid.total()

    paragraphs(1)
    few, many = paragraphs(2), paragraphs(4)
    assert many[0] == few[0] and many[1] == few[1] + 2


def test_texts_that_wait_to_be_drawn_are_drawn_as_the_engine_draws_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line and many, justified, parted in words, of several paragraphs, cut, from the right, under a line."""
    layouts = pytest.importorskip("sheetgen.print.engine.text_layouts")
    words = "lamps and unquestionably extra\u00adordinary oil\u2029 in <b>dark</b> rooms " * 4
    styles = (
        "", "text-align: justify", "hyphens: auto; width: 9mm", "white-space: pre", "direction: rtl",
        "text-decoration: underline line-through; letter-spacing: .3mm", "overflow-wrap: anywhere; width: 3mm",
        "text-overflow: ellipsis; overflow: hidden; white-space: nowrap; width: 20mm", "font-variant: small-caps",
    )  # fmt: skip
    html = "".join(
        f"<p lang=en style='{style}'>{words}\n\tlamp\u00a0 oil</p><p style='{style}'>lamp</p>" for style in styles
    )
    page = StaticPage(f"<p id=x-start></p>{html}<p id=x-end></p>", 99)
    job = Job((Unit("x", "x", page),), CSS, "x", tagged=True)
    ours = Engine().fit(job)
    monkeypatch.setattr(layouts.line_break, "Layout", layouts.TextLayout.__base__)
    monkeypatch.setattr(layouts.inline, "strut", layouts.line_break.strut)
    monkeypatch.setattr("sheetgen.print.engine.text_layouts.keep_layouts", lambda: None)
    assert ours.pages[0] > 1 and Engine().fit(job) == ours


def test_a_leader_is_one_text_of_the_same_dots() -> None:
    page = StaticPage(
        '<p id="x-start">a<span class=dots></span>7</p><p>ab<span class=dots></span>8</p><p id="x-end"></p>'
    )
    css = f"{CSS} .dots::after {{ content: leader(' . ') }}"
    pdf = Engine().fit(Job((Unit("x", "x", page),), css, "x", compressed=False)).pdf
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        operators = [str(part.operator) for part in pikepdf.parse_content_stream(opened.pages[0])]
    assert PdfReader(io.BytesIO(pdf)).pages[0].extract_text().count(".") > 20 and operators.count("TJ") < 20
