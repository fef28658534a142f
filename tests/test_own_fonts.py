"""Fonts and a cover that a ruleset brings along: on the site, on paper, and what is said of those of no use."""

from __future__ import annotations

import io
import shutil
from dataclasses import replace
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from PIL import Image
from projects import Write, open_project
from small_game import GAME
from test_printing_entries import moth

from sheetgen.build import Options, build, check
from sheetgen.media.fonts import CAPITALS, FontError, font_data, own_font
from sheetgen.model.ruleset.themes import Theme
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.book_parts import Book, parted
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_cards
from sheetgen.print.paper import CARDS, solve_grid
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.metrics import width
from sheetgen.text.diagnostics import Diagnostics

CONTENT = Path(__file__).resolve().parents[1] / "content"
CINZEL = CONTENT / "world-shapers" / "fonts" / "Cinzel-Black.ttf"
PACKED = CONTENT.parent / "templates" / "assets" / "fonts" / "web" / "display-900.woff2"
THEME = """
        theme:
          accent: "#57515c"
          on-accent: "#ffffff"
          accent-text: "#57515c"
          accent-bar: "#bdb6c2"
          block: "#57515c"
          on-block: "#ffffff"
          fonts: {headings: fonts/title.ttf}
          dark: {accent: "#bdb6c2", on-accent: "#131016", accent-text: "#cdc8cf"}
        """
RULESET = GAME["game/ruleset.yaml"].rstrip() + THEME
OTTER = {"beasts/otter.yaml": "{name: Otter, tier: 3, toughness: 43}"}


def with_font(project: Write, source: Path | bytes, name: str = "title.ttf", more: str = "") -> Path:
    """The small game with a font of its own."""
    ruleset = RULESET.replace("title.ttf", name).replace("title: Small game", f"title: Small game{more}")
    folder = project({**GAME, **OTTER, "game/ruleset.yaml": ruleset})
    fonts = folder / "game" / "fonts"
    fonts.mkdir()
    data = source if isinstance(source, bytes) else source.read_bytes()
    (fonts / name).write_bytes(data)
    return folder


def test_a_font_is_published_and_used(project: Write) -> None:
    folder = with_font(project, CINZEL)
    shutil.copy(CINZEL.with_name("OFL-Cinzel.txt"), folder / "game" / "fonts")
    out = folder / "out"
    built = build(Options(folder, out, pdf=False))
    assert built.published, list(built.diagnostics)
    page = (out / "small" / "beasts" / "otter.html").read_text("utf-8")
    family = next(part for part in page.split('"') if part.startswith("Own-"))
    assert f'--head:"{family}",var(--display)' in page and "head-small.woff2" in page
    assert f'@font-face{{font-family:"{family}"' in page and "marks head-small" in page
    fonts = out / "assets" / "fonts" / "web"
    sent = TTFont(fonts / "head-small.woff2")
    lower, further = (TTFont(fonts / f"head-small.{part}.woff2").getBestCmap() for part in ("lower", "more"))
    assert sent.flavor == "woff2" and sent["name"].getDebugName(1) == family, "a font that was changed has another name"
    assert ord("O") in sent.getBestCmap() and ord("Ö") not in sent.getBestCmap()
    assert ord("Ö") in further and ord("O") not in further, "letters that few headings have are another file"
    assert ord("o") in lower and ord("o") not in sent.getBestCmap(), "headings are capitals"
    assert (
        "head-small.woff2);unicode-range:U+20-21,U+23," in page and "head-small.more.woff2);unicode-range:U+7F-" in page
    )
    assert "fpgm" not in sent and "Open Font License" in sent["name"].getDebugName(13)
    assert "SIL OPEN FONT LICENSE" in (out / "assets" / "fonts" / "small-OFL-Cinzel.txt").read_text("utf-8").upper()


def theme_of(folder: Path) -> Theme:
    diagnostics = Diagnostics()
    opened = open_project(folder, diagnostics)
    assert opened is not None and not list(diagnostics), list(diagnostics)
    return opened[1][0].ruleset.theme


@pytest.mark.parametrize("source", [CINZEL, PACKED])
def test_names_are_measured_and_printed_in_it(project: Write, session: PrintSession, source: Path) -> None:
    folder = with_font(project, source, f"title{source.suffix}")
    game = open_project(folder, Diagnostics())
    assert game is not None
    entries = game[1][0]
    views = [view for computed in entries.entries.of("beast") if (view := entries.contents.view(computed))]
    theme = entries.ruleset.theme
    assert theme.font is not None and theme.face == theme.font.face
    wider = width("OTTER", theme.face, 20) / width("OTTER", "black", 20)
    assert wider > 1.5 if source == CINZEL else wider == pytest.approx(1, abs=0.01)
    pdf = print_cards(session, [(views[0], 1)], PrintStyle(theme), CARDS["poker"]).pdf
    with pikepdf.open(io.BytesIO(pdf)) as whole:
        described = [part for part in whole.objects if isinstance(part, pikepdf.Dictionary) and "/FontName" in part]
        names = [str(part.FontName) for part in described]
    assert any(theme.font.family in name for name in names), names
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
    assert "OTTER" in text


def test_letters_that_no_font_has_are_boxes_where_the_own_font_has_an_empty_one(
    project: Write, session: PrintSession, tmp_path: Path
) -> None:
    font = TTFont(CINZEL)
    font["glyf"][".notdef"] = TTGlyphPen(None).glyph()
    font.save(tmp_path / "empty.ttf")
    view = replace(moth(), name="\U0001df02" * 4)  # a letter that hardly any font has
    look = PrintStyle(theme_of(with_font(project, tmp_path / "empty.ttf")))
    result = print_cards(session, [(view, 1)], look, CARDS["poker"])
    assert "boxes are printed in their place" in result.warnings[0]
    grid = solve_grid(look.paper, CARDS["poker"])
    page = pypdfium2.PdfDocument(result.pdf)[0].render(scale=150 / 72).to_pil().convert("L")
    left, top, right, bottom = (round(mm / 25.4 * 150) for mm in (grid.left, grid.top, grid.left + 45, grid.top + 11))
    assert max(page.crop((left, top, right, bottom)).tobytes()) > 200, "white boxes on the bar"


def test_letters_that_the_own_font_lacks_are_those_of_the_programs_headings(
    project: Write, session: PrintSession
) -> None:
    look = PrintStyle(theme_of(with_font(project, CINZEL)))
    used = []
    for name in ("Ada", "Ада"):
        pdf = print_cards(session, [(replace(moth(), name=name), 1)], look, CARDS["poker"]).pdf
        with pikepdf.open(io.BytesIO(pdf)) as whole:
            fonts = [part for part in whole.objects if isinstance(part, pikepdf.Dictionary) and "/FontName" in part]
            used.append({str(part.FontName).partition("+")[2] for part in fonts})
    assert not {name for name in used[1] - used[0] if "Fallback" in name}, used


def test_capitals_of_all_fonts_are_equally_high() -> None:
    for path in sorted(CONTENT.glob("*/fonts/*.ttf")):
        font = TTFont(io.BytesIO(font_data(own_font(path, path.read_bytes()).face)))
        high = font["glyf"][font.getBestCmap()[ord("H")]].yMax / font["head"].unitsPerEm
        assert high == pytest.approx(CAPITALS, abs=0.001), path.name
        assert font["hhea"].ascent / font["head"].unitsPerEm == pytest.approx(0.9, abs=0.001)


def bomb() -> bytes:
    """A small WOFF2 file that is 100,000,000 bytes unpacked."""
    packed: bytes = brotli.compress(bytes(100_000_000), quality=5)
    head = b"wOF2\0\1\0\0" + (0).to_bytes(4, "big") + b"\0\1\0\0" + (0).to_bytes(4, "big")
    head += len(packed).to_bytes(4, "big") + bytes(24)
    table: bytes = head + bytes([1, 0x80 | 0x2F, 0xAF, 0xD7, 0xC2, 0x00])
    return table + packed


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        (b"no font", "title.ttf", "the font `fonts/title.ttf` is no TrueType, OpenType or WOFF2 font"),
        (b"\0\1\0\0" + bytes(200), "title.ttf", "the font `fonts/title.ttf` cannot be read as a font"),
        (bytes(2_000_000), "title.ttf", "the font `fonts/title.ttf` is larger than 1,500 kB"),
        (bomb(), "title.woff2", "the font `fonts/title.woff2` is larger than 12,000 kB when it is unpacked"),
        (CINZEL, "title.doc", "`fonts/title.doc` is no font by its name"),
    ],
)
def test_what_is_no_font_is_an_error_at_its_line(project: Write, source: Path | bytes, name: str, message: str) -> None:
    folder = with_font(project, source, name)
    [mistake] = check(folder)[0]
    assert message in mistake.message and mistake.span is not None
    line = (folder / "game" / "ruleset.yaml").read_text("utf-8").partition("fonts:")[0].count("\n") + 1
    assert mistake.span.line == line


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("fonts/titel.ttf", "there is no file `fonts/titel.ttf`", "did you mean `fonts/title.ttf`?"),
        ("../../outside.ttf", "leads out of the folder of the ruleset", "put the file itself into `fonts/`"),
        ("/etc/outside.ttf", "leads out of the folder of the ruleset", "put the file itself into `fonts/`"),
        ("title.ttf", "`title.ttf` is not in `fonts/`", "put it there and write `fonts/title.ttf`"),
    ],
)
def test_the_file_of_a_font_is_looked_for(project: Write, written: str, message: str, hint: str) -> None:
    folder = with_font(project, CINZEL)
    path = folder / "game" / "ruleset.yaml"
    path.write_text(path.read_text("utf-8").replace("fonts/title.ttf", written), "utf-8")
    [mistake] = check(folder)[0]
    assert message in mistake.message and hint in mistake.hints


def test_letters_that_a_font_has_not_are_named(project: Write) -> None:
    folder = with_font(project, CINZEL, more=" 漢字 й")
    [mistake] = check(folder)[0]
    assert "own font has no 漢 字 Й, as in “SMALL GAME 漢字 Й”" in mistake.message
    assert mistake.span is not None and mistake.span.text.strip('"') == "Small game 漢字 й"


def test_a_letter_of_a_name_is_told_where_the_name_is_written(project: Write) -> None:
    """The font may be that of a game whose folder is none of one's own."""
    folder = with_font(project, CINZEL)
    beast = folder / "beasts" / "zolw.yaml"
    beast.parent.mkdir(exist_ok=True)
    beast.write_text("id: zolw\nname: Żółw 漢\ntier: 1\ntoughness: 20\n", "utf-8")
    mistakes = check(folder)[0]
    assert [mistake.span and (mistake.span.file.path.name, mistake.span.text) for mistake in mistakes] == [
        ("zolw.yaml", "Żółw 漢")
    ]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("pictures/cover.png", ""),
        ("pictures/cover.pgn", "`pictures/cover.pgn` is no picture by its name"),
        ("pictures/other.png", "`pictures/other.png` is no file of this folder"),
        ("../cover.png", "`../cover.png` is not in `pictures/`"),
    ],
)
def test_a_cover_stands_on_the_front(project: Write, written: str, message: str) -> None:
    ruleset = RULESET.replace("fonts: {headings: fonts/title.ttf}", f"cover: {written}")
    folder = project({**GAME, "game/ruleset.yaml": ruleset})
    (folder / "game" / "pictures").mkdir()
    Image.new("RGB", (30, 20), "red").save(folder / "game" / "pictures" / "cover.png")
    if message:
        [mistake] = check(folder)[0]
        assert message in mistake.message and mistake.span is not None and mistake.span.text == written
        return
    result = build(Options(folder, pdf=False))
    assert result.published and not len(result.diagnostics), list(result.diagnostics)
    front = (folder / "site" / "index.html").read_text("utf-8")
    assert '<img class="seal" src="assets/cover-small.png" alt="">' in front
    with Image.open(folder / "site" / "assets" / "cover-small.png") as picture:
        assert picture.size == (30, 20)
    theme = theme_of(folder)
    assert theme.cover is not None
    book = Book(title="Small game", subtitle="", colophon="", chapters=(), index=())
    html = parted(book, BookPage(PrintStyle(theme))).front({}).html
    assert f'<img src="{theme.cover.address}" alt="Small game">' in html


def test_a_font_with_several_weights_is_refused(tmp_path: Path) -> None:
    font = TTFont(CINZEL)
    from fontTools.ttLib.tables._f_v_a_r import table__f_v_a_r  # type: ignore[import-untyped]

    font["fvar"] = table__f_v_a_r()
    font.save(tmp_path / "several.ttf")
    with pytest.raises(FontError, match="several weights"):
        own_font(tmp_path / "several.ttf", (tmp_path / "several.ttf").read_bytes())
