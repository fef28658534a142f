"""Files for a printing house: page boxes, inks, order, pictures; PDF/X-1a:2003, ISO 15930-4."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Dictionary, Name, Pdf, Stream
from PIL import Image
from pypdf import PdfReader
from test_printing_entries import ROSE, lantern, moth

from sheetgen.cli import cli
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import PaperError, PrintError
from sheetgen.print.paper import POINT
from sheetgen.print.press.inks import inks, picture_inks
from sheetgen.print.press.pdfx import coarse_pictures, press_ready
from sheetgen.print.press.press_cards import print_press_cards
from sheetgen.print.press.profiles import profiles
from sheetgen.print.style import PrintResult, PrintStyle

LOOK = PrintStyle(ROSE)
BARE = replace(moth(), areas={name: blocks for name, blocks in moth().areas.items() if name == "front"})
"""A card that has nothing on its back."""
CAMPAIGN = Path(__file__).parent.parent / "content/action-dice/campaign"


def deck(session: PrintSession, name: str, pictures: bool = False) -> PrintResult:
    profile = profiles()[name]
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


def test_text_is_one_plate_and_no_colour_takes_much_ink(drivethru: PrintResult) -> None:
    with pikepdf.open(io.BytesIO(drivethru.pdf)) as pdf:
        colours = {tuple(float(part) for part in parts) for name, parts in operators(pdf) if name in "kK"}  # type: ignore[arg-type]
    assert (0, 0, 0, 1) in colours and all(sum(colour) <= 2.0001 for colour in colours)
    assert not [colour for colour in colours if colour[3] > 0.8 and sum(colour[:3]) > 0], "black is black alone"


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_inks_give_back_the_colour_that_they_were_made_from(colour: tuple[int, int, int]) -> None:
    cyan, magenta, yellow, black = inks(*(part / 255 for part in colour))
    assert min(cyan, magenta, yellow, black) >= 0 and cyan + magenta + yellow + black <= 2.0001
    back = [1 - ink - black for ink in (cyan, magenta, yellow)]
    assert all(abs(part - other / 255) < 0.16 for part, other in zip(back, colour, strict=True))
    if max(colour) - min(colour) > 16:
        assert all(abs(part - other / 255) < 0.001 for part, other in zip(back, colour, strict=True))


def test_a_picture_is_put_into_inks_and_what_shows_through_is_white() -> None:
    picture = Image.new("RGBA", (2, 1), (200, 100, 50, 255))
    picture.putpixel((1, 0), (0, 0, 0, 0))
    inked = picture_inks(picture)
    assert inked.mode == "CMYK"
    assert inked.getpixel((0, 0)) == (0, 100, 150, 55) and inked.getpixel((1, 0)) == (0, 0, 0, 0)


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
    for item in (document.pages[0].obj.Resources.get("/ExtGState") or {}).values():
        document.make_indirect(item)
    with pytest.raises(PrintError, match=words):
        press_ready(document, 3.175, "Deck")


@pytest.mark.parametrize(("name", "size"), [("gamecrafter", (825, 1125)), ("makeplayingcards", (822, 1122))])
def test_printers_of_pictures_get_a_png_of_each_face_of_exactly_their_size(
    session: PrintSession, name: str, size: tuple[int, int]
) -> None:
    result = deck(session, name, pictures=True)
    assert [file for file, _ in result.pictures][:3] == [
        "1-hollow-lantern-front.png", "1-hollow-lantern-back.png", "2-hollow-lantern-front.png",
    ]  # fmt: skip
    assert len(result.pictures) == 6 and not result.pdf
    for file, data in result.pictures:
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.size == size and picture.mode == "RGB"
            assert "front" not in file or picture.getpixel((1, 1)) == (19, 16, 22), "colour runs over the cut"


def test_a_printer_has_cards_of_its_own_sizes() -> None:
    drivethru, plain = profiles()["drivethru"], profiles()["plain"]
    assert drivethru.card("63x88").size == "63.5 × 88.9 mm" and plain.card("70x100").width == 70
    for name in ("a6", "55x55", "bridge"):
        with pytest.raises(PaperError, match=r"DriveThruCards has no card '.*': choose one of poker, tarot"):
            drivethru.card(name)
    for profile in profiles().values():
        grid = profile.grid(profile.card("poker"))
        assert abs(grid.left - profile.bleed) < 1e-9 and grid.width * 72 / 25.4 == pytest.approx(grid.width / POINT)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--press", "drivetru"], "no printer `drivetru` is known help: did you mean `drivethru`?"),
        (["--press", "plain", "--paper", "A4"], "--paper is for cards on paper of your own"),
        (["--png", "--bleed", "1"], "leave out --bleed, or --press and --png"),
        (["--press", "drivethru", "--card", "a6"], "DriveThruCards has no card 'a6'"),
        (["--press", "gamecrafter", "-o", "cards.pdf"], "name it cards.zip"),
    ],
)
@pytest.mark.usefixtures("warm_engines")
def test_what_does_not_go_together_is_said(options: list[str], words: str) -> None:
    result = CliRunner().invoke(cli, ["cards", "--project", str(CAMPAIGN), *options])
    assert result.exit_code == 2 and words in " ".join(result.output.split())


@pytest.mark.usefixtures("warm_engines")
def test_pictures_are_written_into_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import zipfile

    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["cards", "gate-ogre", "--png", "--project", str(CAMPAIGN)])
    assert result.exit_code == 0, result.output
    with zipfile.ZipFile("gate-ogre-card-plain.zip") as archive:
        assert archive.namelist() == ["1-gate-ogre-front.png", "1-gate-ogre-back.png"]
