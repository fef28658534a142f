"""Files for a printing house: page boxes, inks, order, pictures; PDF/X-1a:2003, ISO 15930-4."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup
from pikepdf import Dictionary, Name, Pdf, Stream
from PIL import Image
from pypdf import PdfReader
from test_printing_entries import ROSE, lantern, moth

from sheetgen.cli import cli
from sheetgen.languages.program_words import Words
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import PaperError, PrintError
from sheetgen.print.jobs import Chapter, print_book
from sheetgen.print.paper import POINT, paper
from sheetgen.print.press.icc import ink_profile
from sheetgen.print.press.inks import inks, picture_inks
from sheetgen.print.press.pdfx import coarse_pictures, press_ready
from sheetgen.print.press.press_book import CoverText, print_press_book
from sheetgen.print.press.press_cards import print_press_cards
from sheetgen.print.press.profiles import book_printers, card_printers
from sheetgen.print.style import PrintResult, PrintStyle

LOOK = PrintStyle(ROSE)
BARE = replace(moth(), areas={name: blocks for name, blocks in moth().areas.items() if name == "front"})
"""A card that has nothing on its back."""
CAMPAIGN = Path(__file__).parent.parent / "content/action-dice/campaign"


def deck(session: PrintSession, name: str, pictures: bool = False) -> PrintResult:
    profile = card_printers()[name]
    return print_press_cards(session, [(lantern(), 2), (BARE, 1)], LOOK, profile.card("poker"), profile, pictures)


@pytest.fixture(scope="module")
def drivethru(session: PrintSession) -> PrintResult:
    return deck(session, "drivethru")


def operators(pdf: Pdf) -> Iterator[tuple[str, list[object]]]:
    streams = [item for item in pdf.objects if isinstance(item, Stream) and item.get("/Subtype") == Name.Form]
    for stream in [*pdf.pages, *streams]:
        for item in pikepdf.parse_content_stream(stream):
            yield str(item.operator), [*item.operands]


def test_every_face_is_a_page_with_its_bleed_the_back_first(drivethru: PrintResult) -> None:
    pages = PdfReader(io.BytesIO(drivethru.pdf)).pages
    words = ["Unnatural Toughness", "HOLLOW LANTERN", "Unnatural Toughness", "HOLLOW LANTERN"]
    assert len(pages) == drivethru.pages == 6
    for page, word in zip(pages, words, strict=False):
        assert word in page.extract_text()
    assert "PAPER MOTH" in pages[5].extract_text() and "PAPER MOTH" not in pages[4].extract_text()
    for page in pages:
        assert [float(n) for n in page.mediabox] == [float(n) for n in page.bleedbox] == [0, 0, 198, 270]
        assert [float(n) for n in page.trimbox] == [9, 9, 189, 261], "2.5 x 3.5 in, an eighth of an inch around it"


def test_copies_are_numbered_and_the_front_comes_first_where_a_printer_wants_that(session: PrintSession) -> None:
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(deck(session, "plain").pdf)).pages]
    assert [("HOLLOW LANTERN" in page and "Claw" in page) for page in pages[:4]] == [True, False, True, False]
    assert "1" in pages[0] and pages[0] != pages[2], "each has its number"


def test_no_text_is_where_the_cutter_may_slip(drivethru: PrintResult) -> None:
    places: list[float] = []
    for page in PdfReader(io.BytesIO(drivethru.pdf)).pages:
        page.extract_text(visitor_text=lambda text, cm, tm, *_: text.strip() and places.append(tm[5] * cm[3] + cm[5]))
    # Text stands in forms whose corner is that of the card as it is cut.
    assert places and min(places) >= 9, "an eighth of an inch"


def test_it_is_pdf_x_1a_in_every_respect_that_a_preflight_looks_at(drivethru: PrintResult) -> None:
    with pikepdf.open(io.BytesIO(drivethru.pdf)) as pdf:
        assert pdf.pdf_version == "1.4" and pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        assert pdf.docinfo["/Trapped"] == Name("/False") and "/ID" in pdf.trailer
        assert {"/Title", "/CreationDate", "/ModDate"} <= {*pdf.docinfo.keys()}
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == Name.GTS_PDFX and intent.OutputConditionIdentifier == "CGATS TR 001"
        fonts = [
            item for item in pdf.objects if isinstance(item, Dictionary) and item.get("/Type") == Name.FontDescriptor
        ]
        assert fonts and all(any(f"/FontFile{n}" in font for n in ("", 2, 3)) for font in fonts)
        for item in pdf.objects:
            if isinstance(item, Dictionary | Stream):
                assert "/Group" not in item and "/SMask" not in item and "/Annots" not in item
                assert float(item.get("/ca", 1)) == float(item.get("/CA", 1)) == 1
        names = {name for name, _ in operators(pdf)}
        assert "k" in names and not names & {"rg", "RG", "cs", "CS"}
    assert b"/ObjStm" not in drivethru.pdf, "PDF 1.4 has no packed objects"


def icc(title: str = "Coated & bright", sort: bytes = b"prtr", space: bytes = b"CMYK", version: int = 4) -> bytes:
    """A profile with a description and nothing else."""
    text = title.encode("utf-16-be") if version >= 4 else title.encode() + b"\0"
    head = b"mluc" + struct.pack(">III2s2sII", 0, 1, 12, b"en", b"US", len(text), 28)
    tag = head + text if version >= 4 else b"desc" + struct.pack(">II", 0, len(text)) + text
    tags = struct.pack(">I4sII", 1, b"desc", 144, len(tag)) + tag
    header = struct.pack(">I4sB3x4s4s4s12x4s", 128 + len(tags), b"", version, sort, space, b"Lab ", b"acsp")
    return header.ljust(128, b"\0") + tags


def test_with_a_profile_it_is_pdf_x_4(session: PrintSession) -> None:
    profile = replace(card_printers()["plain"], icc=ink_profile(icc()))
    made, again = (print_press_cards(session, [(BARE, 1)], LOOK, profile.card("poker"), profile).pdf for _ in range(2))
    assert made == again
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert pdf.pdf_version == "1.6" and "/ID" in pdf.trailer and "/GTS_PDFXVersion" not in pdf.docinfo
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == Name.GTS_PDFX and intent.OutputConditionIdentifier == intent.Info == "Coated & bright"
        assert intent.DestOutputProfile.read_bytes() == icc() and intent.DestOutputProfile.N == 4
        packet = pdf.Root.Metadata.read_bytes()
        ElementTree.fromstring(packet.partition(b"?>")[2].rpartition(b"<?")[0])
        for word in (
            b"<pdfxid:GTS_PDFXVersion>PDF/X-4<",
            b"<xmp:ModifyDate>2000",
            b"DocumentID>uuid:",
            b"Trapped>False",
        ):
            assert word in packet
        assert not {name for name, _ in operators(pdf)} & {"rg", "RG", "cs", "CS"}
        assert all(page.trimbox != page.mediabox for page in pdf.pages)


def test_profiles_are_read_as_far_as_a_file_names_them() -> None:
    assert ink_profile(icc("Offset 39", version=2)).title == "Offset 39"
    assert ink_profile(icc("")).title == "Custom"
    for data, words in (
        (b"title: A campaign\n" * 20, "no ICC profile"),
        (icc()[:-1], "not the whole of one"),
        (icc(sort=b"mntr", space=b"RGB "), "not that of a printing condition with four inks"),
        (icc(version=5), "of version 5"),
    ):
        with pytest.raises(PrintError, match=words):
            ink_profile(data)


def test_text_is_one_plate_and_no_colour_takes_much_ink(drivethru: PrintResult) -> None:
    with pikepdf.open(io.BytesIO(drivethru.pdf)) as pdf:
        colours = {tuple(float(part) for part in parts) for name, parts in operators(pdf) if name in "kK"}  # type: ignore[arg-type]
    assert (0, 0, 0, 1) in colours and all(sum(colour) <= 2.0001 for colour in colours)
    assert not [colour for colour in colours if colour[3] > 0.8 and sum(colour[:3]) > 0], "black is black alone"


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_inks_give_back_the_colour_that_they_were_made_from(colour: tuple[int, int, int]) -> None:
    cyan, magenta, yellow, black = inks(*(part / 255 for part in colour))
    assert min(cyan, magenta, yellow, black) >= 0 and cyan + magenta + yellow + black <= 2.0001
    back = [(1 - ink) * (1 - black) for ink in (cyan, magenta, yellow)]
    if max(colour) - min(colour) > 16 and cyan + magenta + yellow + black < 1.999:
        assert all(abs(part - other / 255) < 0.001 for part, other in zip(back, colour, strict=True))
    assert all(abs(part - other / 255) < 0.25 for part, other in zip(back, colour, strict=True))


def test_dark_colours_keep_their_hue() -> None:
    cyan, magenta, yellow, _ = inks(0x20 / 255, 0x40 / 255, 0x30 / 255)
    assert (cyan, magenta, yellow) == (0.5, 0, 0.25), "shares of what black leaves of the paper"


def test_a_picture_is_put_into_inks_and_what_shows_through_is_white() -> None:
    picture = Image.new("RGBA", (4, 1), (200, 100, 50, 255))
    for place, colour in enumerate([(0, 0, 0, 0), (90, 90, 90, 255), (40, 0, 0, 255)], 1):
        picture.putpixel((place, 0), colour)
    inked = picture_inks(picture)
    assert inked.mode == "CMYK"
    assert [inked.getpixel((place, 0)) for place in range(4)] == [
        (0, 128, 191, 55),
        (0, 0, 0, 0),
        (0, 0, 0, 165),
        (0, 148, 148, 215),
    ]


def page_with(content: bytes, **resources: object) -> Pdf:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(198, 270)).obj
    page.Resources, page.Contents = Dictionary(**resources), pdf.make_stream(content)
    return pdf


def picture_of(pdf: Pdf, mode: str, width: int) -> Stream:
    stream = pdf.make_stream(Image.new(mode, (width, width), "#5a5a5a").tobytes())
    stream.Type, stream.Subtype, stream.Width, stream.Height = Name.XObject, Name.Image, width, width
    stream.BitsPerComponent, stream.ColorSpace = 8, Name.DeviceRGB if mode == "RGB" else Name.DeviceGray
    return stream


def test_pictures_with_soft_edges_and_gradients_are_put_into_inks() -> None:
    pdf = page_with(b"q 72 0 0 72 0 0 cm /P Do Q /S sh")
    picture = picture_of(pdf, "RGB", 150)
    picture.SMask = picture_of(pdf, "L", 150)
    part = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[1, 0, 0], C1=[0, 0, 1])
    function = Dictionary(FunctionType=3, Domain=[0, 1], Functions=[part], Bounds=[], Encode=[0, 1])
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 1, 1], Function=function)
    pdf.pages[0].obj.Resources = Dictionary(
        XObject=Dictionary(P=pdf.make_indirect(picture)), Shading=Dictionary(S=pdf.make_indirect(shading))
    )
    assert coarse_pictures(pdf, 300) == [(0, 150)]
    with pikepdf.open(io.BytesIO(press_ready(pdf, 3.175, "Deck"))) as made:
        own = made.pages[0].obj.Resources
        assert own.XObject.P.ColorSpace == Name.DeviceCMYK and "/SMask" not in own.XObject.P
        first = bytes(own.XObject.P.read_bytes()[:4])
        assert first == b"\0\0\0" + bytes([round((255 - 90) * 90 / 255)]), "grey 90, 90 of 255 of it on white"
        stops = own.Shading.S.Function.Functions[0]
        assert [*map(float, stops.C0)] == [0, 1, 1, 0] and [*map(float, stops.C1)] == [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("pdf", "words"),
    [
        (lambda: page_with(b"/G gs", ExtGState=Dictionary(G=Dictionary(Type=Name.ExtGState, ca=0.5))), "show through"),
        (lambda: page_with(b"/Lab cs 1 0 0 sc"), "no ink for colours of /Lab"),
    ],
)
def test_what_has_no_place_in_the_standard_is_an_error(pdf: object, words: str) -> None:
    document = pdf()  # type: ignore[operator]
    with pytest.raises(PrintError, match=words):
        press_ready(document, 3.175, "Deck")


@pytest.mark.parametrize(("name", "size"), [("gamecrafter", (825, 1125)), ("makeplayingcards", (822, 1122))])
def test_printers_of_pictures_get_a_png_of_each_face_of_exactly_their_size(
    session: PrintSession, name: str, size: tuple[int, int]
) -> None:
    result = deck(session, name, pictures=True)
    assert [file for file, _ in result.files][:3] == [
        "1-hollow-lantern-front.png", "1-hollow-lantern-back.png", "2-hollow-lantern-front.png",
    ]  # fmt: skip
    assert len(result.files) == 6 and not result.pdf
    for file, data in result.files:
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.size == size and picture.mode == "RGB"
            assert "front" not in file or picture.getpixel((1, 1)) == (19, 16, 22), "colour runs over the cut"


@pytest.fixture(scope="module")
def book(session: PrintSession) -> PrintResult:
    """Three pages whose edges are coloured, as a book has them; no book is set for it."""
    pdf = pikepdf.new()
    for number in range(3):
        page = pdf.add_blank_page(page_size=(148 / POINT, 210 / POINT)).obj
        # A left-hand page lies beside its corner, as those of a bound book do.
        page.MediaBox = pikepdf.Array([3 * (number % 2), 0, 148 / POINT + 3 * (number % 2), 210 / POINT])
        page.Contents = pdf.make_stream(b"1 0 0 rg 0 300 500 400 re f 0 0 0 rg 40 40 20 20 re f")
    out = io.BytesIO()
    pdf.save(out)
    return PrintResult(out.getvalue(), 3)


def bound(
    session: PrintSession, book: PrintResult, printer: str, spine: float | None = None, language: str = "en"
) -> dict[str, Pdf]:
    style, cover = (
        PrintStyle(ROSE, paper("A5"), words=Words(language)),
        CoverText("Night School", "A game of doors", "After a source, CC BY 4.0"),
    )
    result = print_press_book(session, book, cover, style, book_printers()[printer], spine)
    return {name: pikepdf.open(io.BytesIO(data)) for name, data in result.files}


@pytest.mark.parametrize(("printer", "standard"), [("drivethru", "PDF/X-1:2001"), ("plain", "PDF/X-1a:2003")])
def test_a_book_has_the_pages_that_binding_needs_and_colour_in_its_bleed(
    session: PrintSession, book: PrintResult, printer: str, standard: str
) -> None:
    interior = bound(session, book, printer)["interior.pdf"]
    assert len(interior.pages) == 4 and str(interior.docinfo["/GTS_PDFXVersion"]) == standard
    for page in interior.pages:
        width, height = (float(n) * POINT for n in page.trimbox[2:])
        assert width == pytest.approx(148 + 3.175, abs=0.01) and height == pytest.approx(210 + 3.175, abs=0.01)
    out = io.BytesIO()
    interior.save(out)
    drawn = pypdfium2.PdfDocument(out.getvalue())
    for page, coloured in ((0, True), (1, True), (2, True), (3, False)):
        image = drawn[page].render().to_pil().convert("RGB")
        for x, y in ((1, 1), (image.width - 2, 1), (image.width - 2, 200)):
            assert (image.getpixel((x, y)) != (255, 255, 255)) == coloured, "out to the edge, but on the empty page"
        left = round(9 + 40 - 3 * (page % 2))
        assert not coloured or max(image.getpixel((left + 10, image.height - 59))) < 60, (
            "what is printed stays in its place"
        )


def test_what_touches_an_edge_goes_on_over_the_cut_where_it_stands(session: PrintSession) -> None:
    pages = pikepdf.new()
    for place in ("400 560 20 20", "0 560 9 20", "40 577 20 19", "40 0 20 9"):
        page = pages.add_blank_page(page_size=(148 / POINT, 210 / POINT)).obj
        page.Contents = pages.make_stream(f"{place} re f 0 300 {148 / POINT} 9 re f".encode())
    for gutter in (9.5, 17.0):
        profile = replace(book_printers()["kdp"], gutters=((1200, gutter),))
        style = PrintStyle(ROSE, paper("A5"))
        made = print_press_book(session, PrintResult(written(pages), 4), CoverText("Lamps"), style, profile)
        for page in pypdfium2.PdfDocument(dict(made.files)["interior.pdf"]):
            image = page.render(scale=2).to_pil().convert("L").point(lambda tone: 255 * (tone < 128))
            left, top, right, foot = (2 * 9, 2 * 9, image.width - 2 * 9, image.height - 2 * 9)
            for edge, cut in (
                ((0, top, 2, foot), (left + 1, top, left + 3, foot)),
                ((image.width - 2, top, image.width, foot), (right - 3, top, right - 1, foot)),
                ((left, 0, right, 2), (left, top + 1, right, top + 3)),
                ((left, image.height - 2, right, image.height), (left, foot - 3, right, foot - 1)),
            ):
                at_edge, at_cut = image.crop(edge).getbbox(), image.crop(cut).getbbox()
                assert at_edge == at_cut, (gutter, edge)
            rough = page.render(scale=1.7).to_pil().convert("L")
            band = rough.height - round(1.7 * (9 + 304.5))
            assert rough.crop((0, band, rough.width, band + 1)).getextrema()[1] < 3, "no light line at the cut"


LONG_TITLE = "The lamps between the harbour and the hill, and whoever lights them before the evening bell is rung twice"


def test_a_long_title_stays_on_its_page_its_cover_and_its_spine(session: PrintSession) -> None:
    style = PrintStyle(ROSE, paper("a5"))
    chapters = [Chapter("a.html", "Chapter", Markup("<p>Lamp.</p>"))]
    text = print_book(session, LONG_TITLE, chapters, style, subtitle="A game of doors")
    made = print_press_book(
        session, text, CoverText(LONG_TITLE, "A game of doors"), style, book_printers()["kdp"], 16.0
    )
    for pdf, count in ((text.pdf, 1), (dict(made.files)["cover.pdf"], 2)):
        page = pypdfium2.PdfDocument(pdf)[0]
        words = page.get_textpage()
        printed = " ".join(words.get_text_range().split()).upper()
        assert printed.count(LONG_TITLE.upper()) == count and "A GAME OF DOORS" in printed
        boxes, clear = [words.get_rect(number) for number in range(words.count_rects())], 12 / POINT
        assert min(low for _, low, _, _ in boxes) > clear
        assert max(high for *_, high in boxes) < page.get_height() - clear


def test_a_cover_is_one_sheet_with_a_spine_as_thick_as_the_book(session: PrintSession, book: PrintResult) -> None:
    thick = replace(book, pages=300)
    for spine, wide, titles in ((None, 300 * 0.0572, 2), (20.0, 20.0, 2), (3.0, 3.0, 1)):
        cover = bound(session, thick, "kdp", spine)["cover.pdf"]
        width = (float(cover.pages[0].trimbox[2]) - float(cover.pages[0].trimbox[0])) * POINT
        assert width == pytest.approx(2 * 148 + wide, abs=0.02)
        out = io.BytesIO()
        cover.save(out)
        text = PdfReader(io.BytesIO(out.getvalue())).pages[0].extract_text()
        assert text.count("NIGHT SCHOOL") == titles and "A game of doors" in text and "After a source" in text


@pytest.mark.parametrize(("language", "mirrored"), [("en", False), ("he", True)])
def test_a_book_from_right_to_left_has_its_front_on_the_left_and_its_gutters_on_the_other_side(
    session: PrintSession, book: PrintResult, language: str, mirrored: bool
) -> None:
    profile = replace(book_printers()["kdp"], gutters=((1200, 20.0),))
    style = PrintStyle(ROSE, paper("A5"), words=Words(language))
    cover = CoverText("Night School", "", "After a source")
    result = print_press_book(session, book, cover, style, profile)
    files = {name: pypdfium2.PdfDocument(data) for name, data in result.files}
    sheet = files["cover.pdf"][0]
    text, middle = sheet.get_textpage(), sheet.get_width() / 2
    places = [text.search(words).get_next() for words in ("NIGHT SCHOOL", "After a")]
    assert [text.get_charbox(place[0])[0] < middle for place in places if place] == [mirrored, not mirrored]
    page = files["interior.pdf"][0].render(scale=4).to_pil().convert("L")
    dark = [x for x in range(page.width) if page.getpixel((x, page.height - 4 * 59)) < 60]
    moved = min(dark) / 4 * POINT - profile.bleed - 40 * POINT
    assert moved == pytest.approx(-5.0 if mirrored else 5.0, abs=0.2)


@pytest.mark.parametrize(("language", "printer", "gutter"), [("en", "kdp", 9.5), ("he", "drivethru", 12.7)])
def test_what_is_bound_in_clears_the_gutter_on_either_side(
    session: PrintSession, language: str, printer: str, gutter: float
) -> None:
    sheets = pikepdf.new()
    for _ in range(2):
        page = sheets.add_blank_page(page_size=(148 / POINT, 210 / POINT)).obj
        page.Contents = sheets.make_stream(f"{5 / POINT} {5 / POINT} {138 / POINT} {200 / POINT} re f".encode())
    style = PrintStyle(ROSE, paper("A5"), words=Words(language))
    papers = [("Sheet", lambda: PrintResult(written(sheets), 2))]
    text = print_book(session, "Lamps", [Chapter("1.html", "One", Markup("<p>Lamp.</p>"))], style, papers=papers)
    made = print_press_book(session, text, CoverText("Lamps"), style, book_printers()[printer])
    profile, drawn = book_printers()[printer], pypdfium2.PdfDocument(dict(made.files)["interior.pdf"])
    margins = []
    for page in drawn:
        image = page.render(scale=4).to_pil().convert("L")
        row = [x for x in range(image.width) if image.getpixel((x, image.height // 2)) < 60]
        if len(row) > image.width / 2:
            left, right = (x / 4 * POINT - profile.bleed for x in (row[0], image.width - row[-1]))
            margins.append((left, right))
    inner_first = margins if language == "en" else [(right, left) for left, right in margins]
    (inner, outer), (back_outer, back_inner) = inner_first
    assert inner == pytest.approx(gutter, abs=0.2) == back_inner and outer == pytest.approx(6.4, abs=0.2) == back_outer


def written(pdf: Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


# -- another renderer's word -------------------------------------------------------------------


def ghostscript(data: bytes, folder: Path, *options: str) -> str:
    """What Ghostscript says as it draws a file. A complaint is an error."""
    file = folder / "file.pdf"
    file.write_bytes(data)
    command = ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONERROR", *options, str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and not run.stderr, run.stderr + run.stdout
    return run.stdout


def most_ink(data: bytes, folder: Path) -> float:
    """The most ink that lies on one place of a file, in per cent, as Ghostscript separates it."""
    ghostscript(data, folder, "-sDEVICE=tiff32nc", "-r48", f"-sOutputFile={folder / 'page-%03d.tif'}")
    pages = [Image.open(path) for path in sorted(folder.glob("page-*.tif"))]
    assert pages and all(page.mode == "CMYK" for page in pages)
    sums = (sum(pixel) for page in pages for _, pixel in page.getcolors(page.width * page.height) or ())
    return max(sums) / 2.55


@pytest.mark.skipif(not shutil.which("gs"), reason="needs Ghostscript")
def test_ghostscript_finds_no_fault_no_heavy_ink_and_text_on_the_black_plate_alone(
    session: PrintSession, drivethru: PrintResult, book: PrintResult, tmp_path: Path
) -> None:
    files = bound(session, book, "drivethru")
    for data in (drivethru.pdf, written(files["cover.pdf"]), written(files["interior.pdf"])):
        assert 0 < most_ink(data, tmp_path) <= 240
    plates = [
        [float(part) for part in line.split()[:4]]
        for line in ghostscript(drivethru.pdf, tmp_path, "-sDEVICE=ink_cov", "-o-").splitlines()
    ]
    assert len(plates) == drivethru.pages and all(black > 0 and sum(plate) < 240 for *plate, black in plates)


def test_a_gutter_grows_with_the_book_and_one_too_thick_is_refused() -> None:
    kdp, drivethru = book_printers()["kdp"], book_printers()["drivethru"]
    assert [kdp.gutter(pages) for pages in (150, 151, 828)] == [9.5, 12.7, 22.2]
    assert drivethru.count(3) == 4 and drivethru.count(4) == 6, "the last one is empty"
    assert kdp.count(4) == 4 and book_printers()["plain"].count(5) == 8
    with pytest.raises(PaperError, match="binds 828 pages at most, and this book has 830"):
        kdp.count(829)


def test_a_printer_has_cards_of_its_own_sizes() -> None:
    drivethru, plain = card_printers()["drivethru"], card_printers()["plain"]
    assert drivethru.card("63x88").size == "63.5 × 88.9 mm" and plain.card("70x100").width == 70
    for name in ("a6", "55x55", "bridge"):
        with pytest.raises(PaperError, match=r"DriveThruCards has no card '.*': choose one of poker, tarot"):
            drivethru.card(name)
    pixels = {"gamecrafter": {"mini": (600, 825), "jumbo": (1125, 1725)}, "makeplayingcards": {"jumbo": (1122, 1572)}}
    for printer, sizes in pixels.items():
        profile = card_printers()[printer]
        for name, size in sizes.items():
            card = profile.card(name)
            assert tuple(round((edge + 2 * profile.bleed) / 25.4 * 300) for edge in (card.width, card.height)) == size
    assert card_printers()["plain"].card("mini").size == "44.45 × 63.5 mm"
    for profile in card_printers().values():
        grid = profile.grid(profile.card("poker"))
        assert abs(grid.left - profile.bleed) < 1e-9 and grid.width * 72 / 25.4 == pytest.approx(grid.width / POINT)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["cards", "--press", "drivetru"], "no printer `drivetru` is known help: did you mean `drivethru`?"),
        (["cards", "--press", "plain", "--paper", "A4"], "--paper is for cards on paper of your own"),
        (["cards", "--png", "--bleed", "1"], "leave out --bleed, or --press and --png"),
        (["cards", "--press", "drivethru", "--card", "a6"], "DriveThruCards has no card 'a6'"),
        (["cards", "--press", "gamecrafter", "-o", "cards.pdf"], "name it cards.zip"),
        (["book", "--press", "kpd"], "did you mean `kdp`?"),
        (["cards", "--icc", __file__, "--png"], "leave out --icc"),
        (["cards", "--icc", __file__], "this is no ICC profile"),
        (["book", "--press", "kdp", "--icc", __file__], "this is no ICC profile"),
    ],
)
def test_what_does_not_go_together_is_said(options: list[str], words: str) -> None:
    result = CliRunner().invoke(cli, [*options, "--project", str(CAMPAIGN)])
    assert result.exit_code == 2 and words in " ".join(result.output.split())


def test_pictures_are_written_into_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import zipfile

    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["cards", "gate-ogre", "--png", "--project", str(CAMPAIGN)])
    assert result.exit_code == 0, result.output
    with zipfile.ZipFile("gate-ogre-card-plain.zip") as archive:
        assert archive.namelist() == ["1-gate-ogre-front.png", "1-gate-ogre-back.png"]
