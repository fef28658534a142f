"""A font of running text that a ruleset brings along: on pages and all that is printed, and one of no use."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pikepdf
import pytest
from fontTools.subset import Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from projects import Write, open_project
from small_game import GAME
from test_own_fonts import CINZEL, OTTER, RULESET, theme_of

from sheetgen.build import Options, build, check
from sheetgen.media import fonts
from sheetgen.media.fonts import TEXT_HEIGHT, font_data, letters, own_font
from sheetgen.print.cards.shape import CardShape, card_frame
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_cards, print_sheets
from sheetgen.print.measure.estimate import text_height
from sheetgen.print.paper import CARDS, PAPERS
from sheetgen.print.plan.rulebook import Rulebook
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.own_fonts import BUNDLED
from sheetgen.print.text_metrics.page_numbers import FACE, face_of_numbers
from sheetgen.text.cache import FOLDER
from sheetgen.text.diagnostics import Diagnostics

FONTS = Path(__file__).resolve().parents[1] / "templates" / "assets" / "fonts"
FAMILY = {
    "text": FONTS / "SourceSans3_400Regular.ttf",
    "italic": FONTS / "SourceSans3_400Regular_Italic.ttf",
    "bold": FONTS / "SofiaSansExtraCondensed_700Bold.ttf",
}
SECRET = "A **wet** and *old* fate."
RULES = "---\ntitle: Rules\n---\n\n## Wounds {#wounds}\n\nA *track* has **boxes**, see [[beast:newt]].\n"


@cache
def few_letters(source: Path) -> bytes:
    """A font with the letters of Latin scripts, some Greek ones and marks, without tables that take long to read."""
    font, subsetter, data = TTFont(source), Subsetter(), io.BytesIO()
    for table in ("GPOS", "GSUB", "GDEF"):
        del font[table]
    subsetter.populate(unicodes=[*range(0x20, 0x180), *range(0x391, 0x3CA), *range(0x2010, 0x2070), 0x2212])
    subsetter.subset(font)
    font.save(data)
    return data.getvalue()


def with_fonts(project: Write, named: Mapping[str, Path], rules: str = RULES) -> Path:
    """The small game with fonts of running text."""
    written = ", ".join(f"{name}: fonts/{name}.ttf" for name in named)
    ruleset = RULESET.replace("headings: fonts/title.ttf", written)
    newt = {"game/entries/beasts.yaml": "newt: {name: Newt, tier: 3, toughness: 20}\n"}
    folder = project({**GAME, **OTTER, **newt, "game/ruleset.yaml": ruleset, "game/reference/rules.md": rules})
    (folder / "game" / "fonts").mkdir()
    for name, source in named.items():
        data = source.read_bytes() if source == CINZEL else few_letters(source)
        (folder / "game" / "fonts" / f"{name}.ttf").write_bytes(data)
    return folder


def test_pages_are_set_in_it(project: Write) -> None:
    out = with_fonts(project, FAMILY) / "out"
    built = build(Options(out.parent, out, pdf=False))
    assert built.published, list(built.diagnostics)
    page = (out / "small" / "rules.html").read_text("utf-8")
    family = page.partition('--text:"')[2].partition('"')[0]
    assert family.startswith("Own-") and 'text-small-400"' in page.replace(" marks", ""), "it is fetched first"
    for cut in ("font-weight:400", "font-style:italic;font-weight:400", "font-style:italic;font-weight:600"):
        assert f'@font-face{{font-family:"{family}";font-display:swap;{cut};src:url(../assets/fonts/web/text-' in page
    fonts = out / "assets" / "fonts" / "web"
    parts = [set(TTFont(fonts / f"text-small-400{part}.woff2").getBestCmap()) for part in ("", ".latin", ".more")]
    assert [ord("e") in part for part in parts] == [True, False, False]
    assert [ord("é") in part for part in parts] == [False, True, False]
    text = out.parent / "game/fonts/text.ttf"
    assert set.union(*parts) == letters(own_font(text, text.read_bytes()).face)


def test_a_build_with_the_same_fonts_reads_none_of_them(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = with_fonts(project, {**FAMILY, "headings": CINZEL})
    monkeypatch.setenv(FOLDER, str(folder / "cache"))

    def files() -> dict[str, bytes]:
        assert build(Options(folder, folder / "out", pdf=False)).published
        return {path.name: path.read_bytes() for path in (folder / "out/assets/fonts/web").iterdir()}

    first = files()
    fonts.letters.cache_clear()
    (folder / "beasts/otter.yaml").write_text("{name: Otter, tier: 4, toughness: 43}\n")
    with monkeypatch.context() as patched:
        patched.setattr(fonts, "font_data", lambda face: pytest.fail(f"{face} is read again"))
        assert files() == first
    other = folder / "game/fonts/headings.ttf"
    other.write_bytes(FAMILY["bold"].read_bytes())
    changed = files()
    assert {name for name in first if changed.get(name) != first[name]} == {name for name in first if "head-" in name}


def test_the_book_is_set_in_it(project: Write, session: PrintSession) -> None:
    opened = open_project(with_fonts(project, FAMILY), Diagnostics())
    assert opened is not None
    rules = Rulebook(opened[1][0])
    theme = rules.game.ruleset.theme
    names = fonts_of(rules.printed(session, PrintStyle(theme, PAPERS["a5"])).pdf)
    assert theme.text is not None
    assert {f"{theme.text.family}{cut}" for cut in ("", "-Italic", "-Semi-Bold")} <= names
    assert not [name for name in names if name.startswith("Source")], names


def test_sheets_and_cards_are_measured_and_set_in_it(project: Write, session: PrintSession) -> None:
    folder = with_fonts(project, FAMILY | {"text": FONTS / "SofiaSansExtraCondensed_900Black.ttf"})
    kind, newt = folder / "game/kinds/beast.yaml", folder / "game/entries/beasts.yaml"
    kind.write_text(kind.read_text("utf-8").replace("play: [head, wounds, attacks]", "play: [head, secret]"), "utf-8")
    newt.write_text(f"newt: {{name: Newt, tier: 3, toughness: 20, secret: '{SECRET}'}}\n", "utf-8")
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    game = opened[1][0]
    view, theme = game.contents.view(next(iter(game.entries.of("beast")))), game.ruleset.theme
    assert view is not None and theme.text is not None
    style = PrintStyle(theme)
    frame = card_frame("normal", style, CardShape(CARDS["poker"], 0.0))
    assert frame.faces == style.own_fonts.faces != BUNDLED
    narrow, usual = (text_height("a wet fate " * 40, replace(frame, faces=own)) for own in (frame.faces, BUNDLED))
    assert narrow < usual, "this font is condensed"
    for pdf in (print_cards(session, [(view, 1)], style, CARDS["poker"]).pdf, print_sheets(session, [view], style).pdf):
        names = fonts_of(pdf)
        assert {f"{theme.text.family}{cut}" for cut in ("", "-Italic", "-Semi-Bold")} <= names
        assert not [name for name in names if name.startswith("Source")], names


def fonts_of(pdf: bytes) -> set[str]:
    """The names of the fonts of a PDF."""
    with pikepdf.open(io.BytesIO(pdf)) as whole:
        described = [part for part in whole.objects if isinstance(part, pikepdf.Dictionary) and "/FontName" in part]
        return {str(part.FontName).partition("+")[2] for part in described}


def test_small_letters_of_all_fonts_are_equally_high_unless_they_run_wide() -> None:
    def font(path: Path) -> TTFont:
        return TTFont(io.BytesIO(font_data(own_font(path, path.read_bytes(), running=True).face)))

    def high(font: TTFont) -> float:
        return float(font["glyf"][font.getBestCmap()[ord("x")]].yMax / font["head"].unitsPerEm)

    assert high(font(FAMILY["text"])) == pytest.approx(TEXT_HEIGHT, abs=0.001)
    assert high(font(FAMILY["bold"])) == pytest.approx(TEXT_HEIGHT, abs=0.001)
    wide = font(CINZEL)
    assert high(wide) < TEXT_HEIGHT - 0.02 and wide["hhea"].ascent / wide["head"].unitsPerEm == pytest.approx(
        1.024, abs=0.001
    )


@pytest.mark.parametrize(
    ("named", "message"),
    [
        (["text"], "running text needs `italic` and `bold` beside `text`"),
        (["text", "bold"], "running text needs `italic` beside `text`"),
        (["italic", "bold"], "running text needs `text` beside `italic`"),
    ],
)
def test_a_family_is_whole(project: Write, named: list[str], message: str) -> None:
    folder = with_fonts(project, {name: FAMILY[name] for name in named})
    [mistake] = check(folder)[0]
    assert mistake.message == message and mistake.span is not None and mistake.span.text == named[0]


def test_letters_that_it_has_not_are_named(project: Write) -> None:
    folder = with_fonts(project, FAMILY, RULES.replace("boxes", "boxes 漢"))
    [mistake] = check(folder)[0]
    assert mistake.message.startswith("the game's own font has no 漢, as in this text")
    assert mistake.span is not None and (mistake.span.file.name, mistake.span.text) == ("game/reference/rules.md", "漢")


def test_numbers_of_pages_are_set_in_a_face_whose_figures_are_alike(project: Write) -> None:
    theme = theme_of(with_fonts(project, FAMILY))
    assert theme.text is not None
    own, heading = theme.text.regular.face, own_font(CINZEL, CINZEL.read_bytes(), running=True).face
    assert face_of_numbers(own, "(p. )") == own
    assert face_of_numbers(own, "漢") == face_of_numbers(heading, "(p. )") == FACE
