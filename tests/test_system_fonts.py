"""Characters that no bundled font has are printed in fonts of the machine, or a warning names them."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTCollection  # type: ignore[import-untyped]
from printed_words import pdf_text
from test_printing_entries import ROSE, lantern

from sheetgen.languages.program_words import Words
from sheetgen.print.cards.decks import print_cards
from sheetgen.print.engine.job import Job, StaticPage, Unit
from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.run_jobs import keyed, missing_glyphs, set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.paper import CARDS, POINT
from sheetgen.print.plan.print_site import print_all
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.text_metrics import metrics, system_fonts
from sheetgen.print.text_metrics.system_fonts import fonts_for, installed, lacking
from sheetgen.text.cache import Cache
from sheetgen.text.diagnostics import Diagnostics

Install = Callable[..., None]
LOOK = PrintStyle(ROSE, credits="Night School, CC BY-SA 4.0")
STANDS = '<section class=page id="k-start"><p>{}</p><i id="k-end"></i></section>'


def made(family: str, letters: str, style: str = "Regular", coloured: bool = False) -> FontBuilder:
    """A small font whose letters are all the same square."""
    names = [f"u{ord(letter):x}" for letter in letters]
    builder, pen = FontBuilder(1000), TTGlyphPen(None)
    pen.moveTo((100, 0))
    for corner in ((100, 700), (800, 700), (800, 0)):
        pen.lineTo(corner)
    pen.closePath()
    square = pen.glyph()
    builder.setupGlyphOrder([".notdef", *names])
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(letters, names, strict=True)})
    builder.setupGlyf(dict.fromkeys([".notdef", *names], square))
    builder.setupHorizontalMetrics(dict.fromkeys([".notdef", *names], (900, 100)))
    builder.setupHorizontalHeader(ascent=900, descent=-300)
    builder.setupNameTable({"familyName": family, "styleName": style})
    builder.setupOS2(
        sTypoAscender=900, usWinAscent=900, usWinDescent=300, usWeightClass=700 if style == "Bold" else 400
    )
    builder.setupPost()
    if coloured:
        builder.setupCOLR({name: [(name, 0)] for name in names})
        builder.setupCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    return builder


def forget() -> None:
    """Ask the machine for its fonts again."""
    system_fonts._faces.cache_clear()
    installed.cache_clear()
    metrics._ems.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A machine whose only fonts are those that are installed by it."""
    folder = tmp_path / "fonts"
    folder.mkdir()
    config = tmp_path / "fonts.conf"
    config.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(config))

    def add(*fonts: FontBuilder, collection: bool = False) -> None:
        for font in fonts:
            font.save(folder / f"{len(list(folder.iterdir()))}.ttf")
        if collection:
            faces = TTCollection()
            faces.fonts = [font.font for font in fonts]
            faces.save(folder / "all.ttc")
            for file in folder.glob("*.ttf"):
                file.unlink()
        forget()

    add()
    yield add
    forget()


def drawn_by(pdf: bytes) -> set[str]:
    """The names of the fonts of the machine in a PDF, without their digests."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        fonts = (part for part in file.objects if isinstance(part, pikepdf.Dictionary) and "/BaseFont" in part)
        names = {str(font["/BaseFont"]).partition("+")[2] for font in fonts}
    return {name for name in names if name.startswith("system-")}


def job(text: str) -> Job:
    css = '@page{size:100mm 100mm;margin:5mm}body{font:400 10pt "Source Sans 3","Sheetgen Fallback"}b{font-weight:700}'
    return Job((Unit("x", "k", StaticPage(STANDS.format(text))),), css, "A page")


def test_noto_comes_first_then_what_covers_most_and_colours_never(install: Install) -> None:
    install(
        made("Aardvark", "漢字🐉🧪"), made("Noto Serif Test", "漢字"), made("Noto Sans Test", "漢"),
        made("Noto Sans Test", "漢", "Bold"), made("Noto Color Emoji", "🐉🚀", coloured=True),
        made("Last Resort High-Efficiency", "漢字🐉🧪🚀"),
    )  # fmt: skip
    chosen = [(Path(font.path).stem, font.weight) for font in fonts_for("漢字🐉🚀", "en")]
    assert chosen == [("2", 400), ("3", 700), ("1", 400), ("0", 400)]
    assert lacking("漢字🐉🧪🚀") == "🚀"


@pytest.mark.parametrize(("language", "face"), [("en", 0), ("ja", 0), ("zh", 1), ("zh-TW", 2), ("ko", 3)])
def test_han_characters_are_drawn_as_the_language_draws_them(install: Install, language: str, face: int) -> None:
    install(*(made(f"Noto Sans CJK {region}", "漢") for region in ("JP", "SC", "TC", "KR")), collection=True)
    assert [font.index for font in fonts_for("漢", language)] == [face]


def test_other_letters_are_as_wide_as_their_fonts_draw_them(install: Install) -> None:
    def ems(text: str, face: str = "text") -> float:
        return round(metrics.width(text, face, 1 / POINT), 2)

    assert ems("漢字") == 2.04, "without a font they may be as wide as high"
    install(made("Noto Sans CJK JP", "漢字"))
    assert ems("漢字") == ems("漢字", "black") == round(2 * 0.9 * 1.02, 2)
    assert ems("漢 a") == round(0.9 * 1.02 + ems(" a"), 2)
    beh = "\u0628"
    joined, apart = ems(beh * 3), sum(metrics.width(letter, "fallback", 1 / POINT) for letter in beh * 3)
    assert joined < 0.9 * apart, "letters that join are narrower than each by itself"


@pytest.mark.parametrize("own", ["", "/etc/own.conf"])
def test_a_worker_measures_with_the_fonts_of_the_machine(monkeypatch: pytest.MonkeyPatch, own: str) -> None:
    variables = system_fonts.with_own_fonts({"PATH": "/bin", **({"FONTCONFIG_FILE": own} if own else {})})
    worker = variables | {"FONTCONFIG_FILE": "bundled.conf", "XDG_CACHE_HOME": "elsewhere"}
    for name in (*os.environ, *worker):
        monkeypatch.delenv(name, raising=False)
    for name, value in worker.items():
        monkeypatch.setenv(name, value)
    assert system_fonts._of_machine() == {"PATH": "/bin", **({"FONTCONFIG_FILE": own} if own else {})}


def test_white_below_the_letters_of_another_script_may_leave_the_page(install: Install, session: PrintSession) -> None:
    font = made("Noto Sans CJK JP", "枚目で印刷に間隔塗り足し余白との、カード：（）")
    font.setupHorizontalHeader(ascent=1160, descent=-900)
    font.setupOS2(sTypoAscender=1160, sTypoDescender=-900, usWinAscent=1160, usWinDescent=900)
    install(font)
    cards = print_cards(session, [(lantern(), 1)], replace(LOOK, words=Words("ja")), CARDS["poker"])
    assert cards.pages > 0 and "印刷" in pdf_text(cards.pdf)


def test_names_and_texts_are_printed_in_fonts_of_the_machine(install: Install, session: PrintSession) -> None:
    install(made("Noto Sans CJK KR", "漢字"), made("Noto Sans CJK JP", "漢字"), collection=True)
    moth = replace(lantern(), name="漢字 Lantern", summary="A 字 of paper.")
    cards = print_cards(session, [(moth, 1)], LOOK, CARDS["poker"])
    assert cards.warnings == ()
    assert drawn_by(cards.pdf) == {Path(fonts_for("漢字", "en")[0].name).stem}
    assert "漢字" in pdf_text(cards.pdf)


def test_a_warning_for_each_script_names_the_entry_and_the_package(install: Install) -> None:
    install(made("Noto Sans Test", "漢"))
    texts = [("Aiko", "漢 plain"), ("Moth", "字か（、 अ 🧪"), ("Rat", "雨 한")]
    start, end = (
        "no font on this machine has",
        "boxes are printed in their place. Install one; on Debian and Ubuntu: sudo apt install",
    )
    assert missing_glyphs(texts) == (
        f"{start} Chinese and Japanese characters such as “字か（、雨” in Moth: {end} fonts-noto-cjk",
        f"{start} Devanagari such as “अ” in Moth: {end} fonts-noto-core",
        f"{start} symbols such as “🧪” in Moth: {end} fonts-symbola",
        f"{start} Korean letters such as “한” in Rat: {end} fonts-noto-cjk",
    )


def test_fonts_of_the_machine_decide_nothing_where_they_are_not_needed(install: Install, session: PrintSession) -> None:
    worker = session.workers
    plain = worker.fit(job("Plain → שלום Ω")).pdf
    install(made("Aardvark", "Plain→ 漢"))
    keys = []
    for text in ("Plain → שלום Ω", "漢 Plain"):
        set_jobs(session, [job(text)])
        keys.append(keyed([job(text)])[0].digest)
    assert drawn_by(worker.fit(replace(job("漢 Plain →"), fonts=fonts_for("漢", "en"))).pdf)
    assert worker.fit(job("Plain → שלום Ω")).pdf == plain
    install(made("Aardvark", "Plain→ 漢", "Bold"))
    assert keyed([job("漢 Plain")])[0].digest != keys[1]


def test_a_build_warns_once_of_a_script_and_keeps_no_boxes(
    install: Install, tmp_path: Path, diagnostics: Diagnostics
) -> None:
    install(made("Noto Sans Test", "漢"))

    def run(_: PrintSession) -> PrintResult:
        return PrintResult(b"%PDF", 1, missing_glyphs([("Moth", "字")]))

    jobs = [SimpleNamespace(path=n, waits=False, inputs=lambda: "x", run=run, entries=(), title=n) for n in "abc"]
    with PrintSession(Workers(1), Cache(tmp_path / "kept")) as session:
        for _ in range(2):
            assert len(dict(print_all(jobs, session, diagnostics))) == 3  # type: ignore[arg-type]
    [warning] = diagnostics
    assert warning.message.startswith("a: no font on this machine has Chinese and Japanese characters such as “字”")
    before = installed()
    install(made("Noto Sans Test", "漢字"))
    assert installed() != before, "what was kept is printed anew with other fonts"
