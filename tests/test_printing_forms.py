"""Sheets to fill in: a tick is seen, on its outline; what is typed in survives; a checker of PDF/UA is content."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace

import page as checker  # type: ignore[import-untyped,unused-ignore]
import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from PIL import Image, ImageChops
from samples import RULESETS, sample
from test_printing_entries import ROSE, aiko

from sheetgen.blocks import Cell, Column, EntryView, Number, Panel, Row, Table
from sheetgen.build import engine_missing
from sheetgen.print.jobs import PrintSession, PrintStyle, print_sheets
from sheetgen.print.paper import POINT, paper
from sheetgen.print.pdf.forms import MULTILINE, path
from sheetgen.print.text_metrics.metrics import width

LOOK = PrintStyle(ROSE)
SCALE = 4.0

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


@dataclass(frozen=True)
class Box:
    """A box to tick: its name, its page, and what it draws when it is ticked."""

    name: str
    page: int
    place: tuple[float, float, float, float]
    drawn: bytes


def character(ruleset: str) -> EntryView:
    game = sample(ruleset)
    view = game.contents.view(game.entries.of("character")[0])
    assert view is not None
    return view


def boxes(pdf: pikepdf.Pdf) -> Iterator[Box]:
    pages = {leaf.obj.objgen: number for number, leaf in enumerate(pdf.pages)}
    for field in pdf.Root.AcroForm.Fields:
        if field.get("/FT") == "/Btn":
            left, bottom, right, top = (float(value) for value in field.Rect)
            number = pages[field.P.objgen]
            yield Box(str(field.T), number, (left, bottom, right, top), field.AP.N.Yes.read_bytes())


def ticked(data: bytes) -> bytes:
    """The same form with every box ticked."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            if field.get("/FT") == "/Btn":
                field.AS = field.V = pikepdf.Name.Yes
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def pictures(data: bytes) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(data)
    document.init_forms()
    return [leaf.render(scale=SCALE, may_draw_forms=True).to_pil().convert("L") for leaf in document]


def cut_out(pictures: list[Image.Image], box: Box, height: float) -> Image.Image:
    left, bottom, right, top = box.place
    edges = (left - 3, height - top - 3, right + 3, height - bottom + 3)
    return pictures[box.page].crop(tuple(round(edge * SCALE) for edge in edges))  # type: ignore[arg-type]


def ink(picture: Image.Image) -> tuple[int, int, int, int] | None:
    """Where a picture is dark."""
    return picture.point(lambda grey: 255 if grey < 128 else 0).getbbox()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ticked_box_is_seen_and_stands_on_its_outline(session: PrintSession, ruleset: str) -> None:
    data = print_sheets(session, [character(ruleset)], LOOK, fillable=True).pdf
    assert checker.is_pdf_compliant_bytes(data, profile="ua1")
    off, on = pictures(data), pictures(ticked(data))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        height = float(pdf.pages[0].mediabox[3])
        # One box of each kind that there is on the sheet.
        kinds = {(box.drawn, round(box.place[3] - box.place[1], 1)): box for box in boxes(pdf)}
        assert len(kinds) > 1
        for box in kinds.values():
            before, after = (cut_out(field, box, height) for field in (off, on))
            outline, mark = ink(before), ink(after)
            assert outline is not None and mark is not None, box.name
            assert all(abs(pixel - other) <= 1 for pixel, other in zip(outline, mark, strict=True)), box.name
            changed = sum(ImageChops.difference(before, after).point(lambda grey: grey > 80).histogram()[1:])
            inside = (outline[2] - outline[0]) * (outline[3] - outline[1])
            assert changed > inside * 0.08, box.name
        for stream in (item for item in pdf.objects if isinstance(item, pikepdf.Stream)):
            assert stream.read_raw_bytes(), "a reader complains of a stream without data"


def test_what_a_field_of_several_lines_says_is_not_read_twice(session: PrintSession) -> None:
    form = print_sheets(session, [aiko()], LOOK, fillable=True).pdf
    pdf = pikepdf.open(io.BytesIO(form))
    values = [str(f.V) for f in pdf.Root.AcroForm.Fields if int(f.get("/Ff", 0)) & MULTILINE]
    printed = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(form))
    long = [value for value in values if len(value) > 20]
    assert long and not [value for value in long if value[:20] in printed]


def test_a_long_word_in_a_narrow_field_of_several_lines_is_set_smaller(session: PrintSession) -> None:
    words = "2", "1", "Ordinary", "20", "Kinetic, Cold", "Legendary"
    columns = tuple(map(Column, ("Rank", "Guard", "Quality", "Durability", "Stops", "Ignored by")))
    row = Row(name="Sharkhide coat", cells=tuple(Cell(Number(word), "") for word in words))
    worn = Table(id="worn", title="Worn", heading="Armor", columns=columns, rows=(row,))
    look = replace(LOOK, paper=paper("a6"))
    form = print_sheets(session, [replace(aiko(), areas={"play": (worn,)})], look, fillable=True).pdf
    with pikepdf.open(io.BytesIO(form)) as pdf:
        fields = {str(field.get("/V", "")): field for field in pdf.Root.AcroForm.Fields}
        for word in words:
            left, _, right, _ = (float(value) for value in fields[word].Rect)
            points = float(str(fields[word].DA).split()[1])
            assert max(width(part, "text", points) for part in word.split()) / POINT <= right - left - 4
        assert int(fields["Kinetic, Cold"].Ff) & MULTILINE


def test_what_follows_the_first_pair_of_a_move_is_a_line() -> None:
    assert path("M1 2 3 4 5 6Z", (24.0, 24.0)).split()[9:] == "1.000 2.000 m 3.000 4.000 l 5.000 6.000 l h f".split()


def test_letters_of_every_kind_are_drawn_and_numbers_stand_in_the_middle(session: PrintSession) -> None:
    who = aiko()
    data = print_sheets(session, [replace(who, name="Łukasz Żółw ★ Ωж")], LOOK, fillable=True).pdf
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fields = {str(field.T): field for field in pdf.Root.AcroForm.Fields}
        fonts = list(pdf.Root.AcroForm.DR.Font.values())
        files = [(font if "/FontDescriptor" in font else font.DescendantFonts[0]).FontDescriptor for font in fonts]
        assert len(fonts) == 3 and all("/FontFile2" in file for file in files), "two faces, one of them in two ways"
        assert fields["Strength"].Q == 1 and fields["body head"].Q == 1 and "/Q" not in fields["Player"]
    picture = pictures(data)[0]
    height = picture.height / SCALE
    left, bottom, right, top = (float(value) for value in fields_of(data)["Name"])
    name = picture.crop(tuple(round(edge * SCALE) for edge in (left, height - top, right, height - bottom)))  # type: ignore[arg-type]
    plain = pictures(print_sheets(session, [replace(who, name="?ukasz ?ó?w ? ??")], LOOK, fillable=True).pdf)[0]
    other = plain.crop(tuple(round(edge * SCALE) for edge in (left, height - top, right, height - bottom)))  # type: ignore[arg-type]
    assert ink(name) != ink(other)


def fields_of(data: bytes) -> dict[str, list[float]]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return {str(field.T): [float(v) for v in field.Rect] for field in pdf.Root.AcroForm.Fields}


def test_the_fields_of_a_second_panel_have_names_and_marks_of_their_own(session: PrintSession) -> None:
    who = aiko()
    panels = [block for block in who.area("play") if isinstance(block, Panel)]
    two = replace(panels[0], entries=panels[0].entries * 2)
    play = tuple(two if block is panels[0] else block for block in who.area("play"))
    data = print_sheets(session, [replace(who, areas=dict(who.areas) | {"play": play})], LOOK, fillable=True).pdf
    names = fields_of(data)
    assert "persona1 Light 1" in names and "persona2 Light 1" in names
    assert not [name for name in names if name.startswith("persona") and name.endswith("(2)")]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        drawn = {box.name: box.drawn for box in boxes(pdf)}
    assert drawn["persona2 Deadly 1"] == drawn["persona1 Deadly 1"] != drawn["persona1 Light 1"]
