"""Sheets: what stands on which page, that it stays there, and that fields can be filled in."""

from __future__ import annotations

import ctypes
import io
import math
import re
from collections.abc import Iterator
from dataclasses import replace

import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from pypdf import PageObject, PdfReader, PdfWriter
from samples import RULESETS, opened, printed, sample
from test_printing_entries import LAMP, ROSE, aiko, hostile, lantern, prose

from sheetgen.blocks import Block, EntryView
from sheetgen.print.engine.pool import Workers
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.jobs import PrintResult, PrintSession, PrintStyle, print_sheets
from sheetgen.print.paper import POINT, paper
from sheetgen.print.pdf.forms import MULTILINE
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.sheets.sheet_css import SIDE
from sheetgen.print.sheets.sheet_page import SheetPage
from sheetgen.print.sheets.sheet_set import advised
from sheetgen.print.text_metrics.metrics import width

LOOK = PrintStyle(ROSE, credits="Night School, CC BY-SA 4.0", author="The club")


def texts(result: PrintResult) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(result.pdf)).pages]


def characters(ruleset: str) -> list[EntryView]:
    """The characters of a game's sample campaign."""
    game = sample(ruleset)
    return [view for entry in game.entries.of("character") if (view := game.contents.view(entry))]


def hostile_character() -> EntryView:
    wild = hostile(20)
    return replace(wild, areas={"play": wild.area("front"), "reference": wild.area("back")})


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_sheet_is_a_page_for_play_and_a_page_of_reference(session: PrintSession, size: str) -> None:
    result = print_sheets(session, [aiko()], replace(LOOK, paper=paper(size)))
    play, reference = texts(result)
    for word in ("AIKO TANEMURA", "Nell", "STRENGTH", "Naginata", "Called shots", "Brainwashed", "THEMIS", "Even Hand"):
        assert word in play
    assert play.count("☐") == 4 + 2 + 1 + 3 + 5 + 2 + 1 + 19, "light, heavy, deadly, fate, the panel's, conditions"
    for word in ("Thermos of barley tea", "Toma Ishigaki", "Instant kill at", "MORE NOTES", "2 of 2"):
        assert word in reference
    assert result.warnings == ()


@pytest.mark.parametrize("layout", ["full", "large-print"])
@pytest.mark.parametrize("size", ["a4", "letter", "a5"])
def test_hostile_text_is_never_cut(session: PrintSession, layout: str, size: str) -> None:
    style = PrintStyle(LAMP, paper(size), ink=True)
    everything = " ".join(texts(print_sheets(session, [hostile_character()], style, layout)))  # type: ignore[arg-type]
    for n in range(20):
        assert f"Trait {n}" in everything and f"Trait text {n}" in everything
    assert everything.count("An ordinary sentence.") == 12


def test_one_page_is_one_page_or_says_by_how_much_it_is_not(session: PrintSession) -> None:
    assert print_sheets(session, [aiko()], LOOK, "one-page").pages == 1
    assert print_sheets(session, [aiko()], replace(LOOK, paper=paper("a5")), "one-page").pages == 1
    long = prose("History", "What nobody rolls. " * 300)
    full = replace(aiko(), areas={"play": (*aiko().area("play"), long)})
    with pytest.raises(DoesNotFitError, match=r"aiko does not fit one page of A5: .* \d+ mm too long"):
        print_sheets(session, [full], replace(LOOK, paper=paper("a5")), "one-page")


def test_a_blank_sheet_has_no_texts_to_shorten(session: PrintSession) -> None:
    small = replace(LOOK, paper=paper("a5"))
    play = [replace(block, id=f"{block.id}-{n}") for n in range(4) for block in aiko().area("play")]
    full = replace(aiko(), areas={"play": tuple(play)})
    with pytest.raises(DoesNotFitError) as caught:
        print_sheets(session, [full], small, "one-page", blank=True)
    help_out = "take A4 or Letter paper or take the digest or the full layout"
    assert str(caught.value).endswith(f" mm too long; {help_out}")
    engine = DoesNotFitError(full.id, 1.0, "a sheet of A5", fault="a label is too wide")
    assert str(advised(engine, [SheetPage(full, small, "one-page")])).endswith(
        f"; shorten its longest texts or {help_out}"
    )
    empty = SheetPage(replace(full, name=""), small, "one-page", "blank")
    assert str(advised(engine, [empty])).endswith(f" (a label is too wide); {help_out}")


def test_one_page_that_has_no_room_for_play_has_what_a_digest_has(session: PrintSession) -> None:
    style = replace(LOOK, paper=paper("a5"))
    long = tuple(prose(f"Text {n}", "What nobody rolls. " * 40) for n in range(3))
    full = replace(aiko(), id="bas", name="Bas Okoro")
    full = replace(full, areas={**full.areas, "front": full.area("play")[:3], "play": (*full.area("play"), *long)})
    result = print_sheets(session, [aiko(), full], style, "one-page")
    assert result.warnings == (
        "what play needs takes more than one page of A5, so this is what a digest has: Bas Okoro",
    )
    play, shortened = texts(result)
    assert "Brainwashed" in play and "TEXT 1" not in shortened.upper()
    (digest,) = texts(print_sheets(session, [replace(full, id="b")], style, "digest"))
    assert sorted(shortened.split()) == sorted(digest.split()), "all that a digest has"
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Aiko Tanemura", "Bas Okoro"]


def test_several_sheets_share_a_file_with_bookmarks_and_tags(session: PrintSession) -> None:
    other = replace(aiko(), id="bas", name="Bas: “Okoro”")
    result = print_sheets(session, [aiko(), other], LOOK)
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Aiko Tanemura", "Bas: “Okoro”"]
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.MarkInfo.Marked
        with pdf.open_metadata() as meta:
            assert meta["pdfuaid:part"] == "1"
            assert meta["dc:title"] == "Night School (d100): 2 sheets"
            assert meta["dc:creator"] == ["The club"]


class Kept(dict[str, bytes]):
    """A cache in memory."""

    def put(self, key: str, data: bytes, /) -> None:
        self[key] = data


def test_many_sheets_are_set_by_a_few_side_by_side_and_where_one_changed(session: PrintSession) -> None:
    """Every sheet is what it is by itself, faces stand in the file once, and a change sets few sheets again."""
    jobs: list[int] = []
    keeping = PrintSession(session.workers, Kept(), lambda done, total: jobs.append(total - done))
    club = [replace(aiko(), id=f"aiko-{n}", name=f"Aiko of Room {n}") for n in range(9)]
    whole = print_sheets(keeping, club, LOOK)
    count, alone = jobs[0], print_sheets(session, [club[7]], LOOK)
    assert 2 <= count <= 8 and whole.pages == 18
    before = texts(whole)
    assert before[14:16] == texts(alone)
    with pikepdf.open(io.BytesIO(whole.pdf)) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == [view.name for view in club]
        faces = {str(f.BaseFont): f.objgen for p in pdf.pages for f in p.Resources.Font.values()}
        assert len(faces) == len({f.objgen for page in pdf.pages for f in page.Resources.Font.values()}) > 2
    jobs.clear()
    club[7] = replace(club[7], name="Aiko of the Roof")
    after = texts(print_sheets(keeping, club, LOOK))
    assert jobs[0] == 1 and "Aiko of the Roof" in after[14]
    assert after[:14] == before[:14] and after[16:] == before[16:]


def test_large_print_begins_every_sheet_on_the_front_of_a_leaf(session: PrintSession) -> None:
    club = [replace(aiko(), id=f"aiko-{n}", name=f"Aiko of Room {n}", areas=brief(aiko())) for n in range(9)]
    result = print_sheets(session, club, LOOK, "large-print")
    pages = texts(result)
    first = [next(n for n, page in enumerate(pages) if view.name in page) for view in club]
    assert first == [2 * n for n in range(9)] and result.pages == 17


def test_a_subtitle_says_in_the_header_what_its_facts_do_not(session: PrintSession) -> None:
    view = replace(aiko(), subtitle=("Justice", "Evoker rank 3", "Keeps the roof"))
    head = texts(print_sheets(session, [view], LOOK))[0].partition("PLAYER")[0]
    assert "KEEPS THE ROOF" in head and "JUSTICE" not in head and "EVOKER" not in head


def brief(view: EntryView) -> dict[str, tuple[Block, ...]]:
    """What takes one page in large print."""
    return {"play": tuple(view.area("play")[:1])}


def structure(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """Every structure element of a document, in reading order."""
    elements: list[pikepdf.Object] = []

    def walk(element: pikepdf.Object) -> None:
        if isinstance(element, pikepdf.Array):
            for child in element:
                walk(child)
        elif isinstance(element, pikepdf.Dictionary) and "/S" in element:
            elements.append(element)
            if "/K" in element:
                walk(element.K)

    walk(pdf.Root.StructTreeRoot.K)
    return elements


def test_the_structure_is_what_a_screen_reader_asks_for(session: PrintSession) -> None:
    result = print_sheets(session, [aiko()], LOOK)
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        elements = structure(pdf)
        kinds = [str(e.S) for e in elements]
        levels = [int(kind[2:]) for kind in kinds if kind.startswith("/H") and kind[2:].isdigit()]
        assert levels[0] == 1
        figures = [e for e in elements if str(e.S) == "/Figure"]
        assert figures and all(str(e.get("/Alt", "")) for e in figures)
        assert any("Head 01–10 4" in str(e.Alt) for e in figures)
        heads = [e for e in elements if str(e.S) == "/TH"]
        assert heads and all("/A" in e for e in heads)
        assert all(int(page.Tabs == "/S") for page in pdf.pages)


@pytest.mark.parametrize("mode", [{}, {"fillable": True}, {"blank": True}], ids=["filled", "fillable", "blank"])
def test_feet_and_later_headers_are_no_content(session: PrintSession, mode: dict[str, bool]) -> None:
    result = print_sheets(session, [aiko()], LOOK, **mode)  # type: ignore[arg-type]
    pages = PdfReader(io.BytesIO(result.pdf)).pages
    said = " ".join(text for page in pages for text in content_texts(page))
    text = " ".join(texts(result))
    assert "1 of 2" in text and "CC BY-SA" in text
    assert "of 2" not in said and "CC BY-SA" not in said and "Night School" not in said
    if not mode.get("blank"):
        assert text.upper().count("AIKO TANEMURA") >= 2
        assert said.upper().count("AIKO TANEMURA") == (0 if mode else 1)


def content_texts(page: PageObject) -> Iterator[str]:
    """What is shown on a page as content: outside of artifacts."""
    inside: list[str] = []
    texts: list[str] = []

    def before(operator: bytes, operands: list[object], *_: object) -> None:
        if operator in (b"BDC", b"BMC"):
            inside.append(str(operands[0]))
        elif operator == b"EMC":
            inside.pop()

    def text(operand: str, *_: object) -> None:
        if "/Artifact" not in inside:
            texts.append(operand)

    page.extract_text(visitor_operand_before=before, visitor_text=text)
    return iter(texts)


def test_marks_can_be_read_aloud(session: PrintSession) -> None:
    result = print_sheets(session, [aiko()], LOOK)
    assert not any("\ue000" <= sign <= "\uf8ff" for text in texts(result) for sign in text)
    assert "resist" in texts(result)[0]


def test_fonts_are_embedded_and_subset(session: PrintSession) -> None:
    result = print_sheets(session, [aiko()], LOOK)
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        assert len(fonts) >= 5
        assert all("/FontFile2" in f or "/FontFile3" in f for f in fonts)
    assert len(result.pdf) < 150_000


def test_the_same_sheet_is_the_same_bytes(session: PrintSession) -> None:
    first = print_sheets(session, [aiko()], LOOK, fillable=True)
    with PrintSession(Workers(1)) as other:
        assert print_sheets(other, [aiko()], LOOK, fillable=True).pdf == first.pdf


def test_a_blank_sheet_keeps_the_rules_and_drops_the_player(session: PrintSession) -> None:
    other = replace(aiko(), id="bas", name="Bas", areas=aiko().areas | {"play": aiko().area("play")[1:]})
    result = print_sheets(session, [aiko()], LOOK, blank=True, peers=[other])
    play = texts(result)[0]
    for word in ("STRENGTH", "PLAYER", "Brainwashed", "Head 01–10", "NAME"):
        assert word in play
    everything = " ".join(texts(result))
    for word in ("Nell", "1,150", "AIKO"):
        assert word not in everything


def test_a_form_of_the_only_entry_has_as_many_fields_with_it_among_its_kind(session: PrintSession) -> None:
    alone, among = (print_sheets(session, [aiko()], LOOK, fillable=True, peers=peers) for peers in ((), (aiko(),)))
    assert fields(among.pdf) == fields(alone.pdf)


def test_what_the_rules_print_in_a_form_is_told_by_entries_of_its_kind(session: PrintSession) -> None:
    other = replace(aiko(), id="bas", name="Bas")
    forms = [print_sheets(session, [aiko()], LOOK, fillable=True, peers=p).pdf for p in ([other], [other, lantern()])]
    assert len(fields(forms[0])) < len(fields(print_sheets(session, [aiko()], LOOK, fillable=True).pdf))
    assert fields(forms[1]) == fields(forms[0])


def fields(data: bytes) -> dict[str, object]:
    fields = PdfReader(io.BytesIO(data)).get_fields() or {}
    return {name: field.get("/V") for name, field in fields.items()}


def test_fields_are_named_prefilled_and_keep_what_is_written(session: PrintSession) -> None:
    result = print_sheets(session, [aiko()], LOOK, fillable=True)
    values = fields(result.pdf)
    assert values["Player"] == "Nell"
    assert values["Strength"] == "28" and values["Strength bonus"] == "2"
    assert values["attacks 1"] == "Naginata" and values["attacks 1 hit"] == "34"
    assert values["Light 1"] == "/Off" and "Light 5" not in values
    assert values["persona1 Light 5"] == "/Off"
    assert values["Burning"] == "/Off"
    assert "Weigh the Heart" in str(values["persona1 traits"])
    writer = PdfWriter(io.BytesIO(result.pdf))
    for page in writer.pages:
        writer.update_page_form_field_values(page, {"Player": "Åsa", "Light 1": "/Yes"}, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    again = fields(out.getvalue())
    assert again["Player"] == "Åsa"
    assert again["Light 1"] == "/Yes"
    with pikepdf.open(io.BytesIO(out.getvalue())) as pdf:
        player, light = ({str(f.T): f for f in pdf.Root.AcroForm.Fields}[name] for name in ("Player", "Light 1"))
        assert str(player.SheetgenField) == "character:aiko/Player"
        assert str(player.DV) == "Nell", "what was printed is kept beside"
        assert str(light.DV) == "/Off"


def test_fields_of_large_print_keep_their_type(session: PrintSession) -> None:
    """Long texts are not shrunk below 14 points: their fields are wide and high enough for that."""
    result = print_sheets(session, [aiko()], LOOK, "large-print", fillable=True)
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        for field in (f for f in pdf.Root.AcroForm.Fields if f.get("/FT") == "/Tx"):
            size, text = float(str(field.DA).split()[1]), str(field.get("/V", ""))
            assert size >= 14, field.T
            left, bottom, right, top = map(float, field.Rect)
            assert top - bottom >= size * 1.1 or not text, field.T
            if not int(field.get("/Ff", 0)) & MULTILINE:
                assert width(text, "text", size) / POINT <= right - left, field.T


def test_every_box_has_both_states_and_lies_on_its_mark(session: PrintSession) -> None:
    result = print_sheets(session, [aiko()], LOOK, fillable=True)
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        boxes = [f for f in pdf.Root.AcroForm.Fields if f.get("/FT") == "/Btn"]
        assert len(boxes) == 4 + 2 + 1 + 3 + 5 + 2 + 1 + 19
        for box in boxes:
            assert {"/Yes", "/Off"} == set(box.AP.N.keys())
            left, bottom, right, top = (float(v) for v in box.Rect)
            assert 0 < left < right < 596 and 0 < bottom < top < 842
            assert right - left == pytest.approx(top - bottom, abs=0.2)
        light = next(f for f in boxes if str(f.T) == "Light 1")
        heavy = next(f for f in boxes if str(f.T) == "Heavy 1")
        assert light.AP.N.Yes.read_bytes() != heavy.AP.N.Yes.read_bytes()
        assert "/NeedAppearances" not in pdf.Root.AcroForm


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_stands_close_to_the_foot_of_a_page(session: PrintSession, ruleset: str) -> None:
    """Letters and lines to write on end 2 mm above the letters of the foot."""
    style = style_of(sample(ruleset), opened()[0])
    clear = 5.6 + 7.5 * POINT + 2.0
    feet = {squeezed(f"{style.theme.title} {style.credits} {view.name}") for view in characters(ruleset)}
    document = pypdfium2.PdfDocument(printed(session, f"{ruleset}/print/characters-sheets.pdf"))
    for number, page in enumerate(document):
        text = page.get_textpage()
        low = (n for n in range(text.count_chars()) if text.get_charbox(n)[1] * POINT < clear)
        foot = re.fullmatch(r"(.+)\dof\d", squeezed("".join(text.get_text_range(n, 1) for n in low)))
        assert foot and foot[1] in feet, number
        paths = (item.get_bounds() for item in page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_PATH], max_depth=1))
        assert [path for path in paths if 0 < path[1] * POINT < clear] == [], number
    document.close()


def squeezed(text: str) -> str:
    """A text without blanks and punctuation."""
    return re.sub(r"\W", "", text)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_blank_form_says_nothing_of_anybody(session: PrintSession, ruleset: str) -> None:
    views = characters(ruleset)
    result = print_sheets(session, views, LOOK, blank=True, fillable=True)
    empty = fields(result.pdf)
    assert len(empty) > 40
    assert {name: value for name, value in empty.items() if value not in ("", "/Off")} == {}
    said = " ".join(texts(result)).lower()
    assert not [view.name for view in views if view.name.lower() in said]


def size_of(text: pypdfium2.PdfTextPage, index: int) -> float:
    """Points of a letter of a page."""
    matrix = pypdfium2.raw.FS_MATRIX()
    pypdfium2.raw.FPDFText_GetMatrix(text.raw, index, ctypes.byref(matrix))
    return float(pypdfium2.raw.FPDFText_GetFontSize(text.raw, index) * math.hypot(matrix.c, matrix.d))


def sizes_of_type(data: bytes) -> dict[float, str]:
    """What is set in each size of type, in points, but for what only a screen reader sees."""
    sizes: dict[float, str] = {}
    for page in pypdfium2.PdfDocument(data):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            size = size_of(text, index)
            letter = chr(pypdfium2.raw.FPDFText_GetUnicode(text.raw, index)).strip()
            if letter and size > 2:
                sizes[round(size, 1)] = sizes.get(round(size, 1), "") + letter
    return sizes


@pytest.mark.parametrize(("size", "mode"), [("a4", {}), ("a5", {}), ("letter", {"blank": True})])
def test_nothing_is_smaller_than_14_points_in_large_print(
    session: PrintSession, size: str, mode: dict[str, bool]
) -> None:
    result = print_sheets(session, [aiko()], replace(LOOK, paper=paper(size)), "large-print", **mode)
    sizes = sizes_of_type(result.pdf)
    assert {size: text for size, text in sizes.items() if size < 14} == {}
    assert "Head" in "".join(sizes.values()) and "01–10" in "".join(sizes.values())


PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 52'><path fill='%23d6004c' d='M0 0H64V52H0Z'/></svg>"


@pytest.mark.parametrize(("ink", "fillable"), [(False, False), (False, True), (True, False), (True, True)])
def test_the_portrait_is_grey_where_ink_is_saved_and_stays_in_a_form(
    session: PrintSession, ink: bool, fillable: bool
) -> None:
    pictured = replace(aiko(), portrait=f"data:image/svg+xml,{PICTURE}")
    result = print_sheets(session, [pictured], replace(LOOK, ink=ink), fillable=fillable)
    page = pypdfium2.PdfDocument(result.pdf)[0].render(scale=1).to_pil().convert("RGB")
    red, green, blue = page.getpixel((int(page.width * 0.85), int(page.height * 0.12)))
    assert (red, green, blue) != (255, 255, 255)
    assert (red == green == blue) if ink else (red > 200 and green < 60)


def test_the_frame_of_a_portrait_covers_the_end_of_the_bar_behind_it(session: PrintSession) -> None:
    pictured = replace(aiko(), portrait=f"data:image/svg+xml,{PICTURE}")
    page = pypdfium2.PdfDocument(print_sheets(session, [pictured], LOOK).pdf)[0]
    wide, high = page.get_size()
    # From 0.6 mm before the end of the bar to 1 mm behind it, 20 to 30 mm below the edge of the paper.
    crop = ((wide * POINT - SIDE - 0.6) / POINT, high - 30 / POINT, (SIDE - 1.0) / POINT, 20 / POINT)
    darkest, _ = page.render(scale=8, crop=crop).to_pil().convert("L").getextrema()
    assert darkest > 250
