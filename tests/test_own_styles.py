"""Style sheets of authors: the files that they name are published, and what they say of colours reaches paper."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
from PIL import Image
from projects import Write, open_project
from small_game import GAME

from sheetgen.build import Options, build, check
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_cards
from sheetgen.print.own_styles import paper_rules
from sheetgen.print.paper import CARDS
from sheetgen.print.plan.print_job import style_of
from sheetgen.text.diagnostics import Diagnostics

STYLES = """
body { background: url("pictures/paper.png") }
@font-face { font-family: Own; src: url(fonts/own.ttf) }
a { background: url(../x.png) }
@media print {
  .name { color: #a1b2c3; font-size: 40pt; }
  .gone { margin: 0 }
}
"""
FONT = Path(__file__).resolve().parents[1] / "content" / "world-shapers" / "fonts" / "Cinzel-Black.ttf"


def styled(project: Write, styles: str = STYLES) -> Path:
    folder = project({**GAME, "theme.css": styles, "beasts/otter.yaml": "{name: Otter, tier: 3, toughness: 43}"})
    for name in ("pictures", "fonts"):
        (folder / name).mkdir()
    Image.new("RGB", (4, 4), "red").save(folder / "pictures" / "paper.png")
    (folder / "fonts" / "own.ttf").write_bytes(FONT.read_bytes())
    return folder


def test_files_that_a_style_sheet_names_are_published(project: Write) -> None:
    folder = styled(project)
    result = build(Options(folder, pdf=False))
    assert result.published and not len(result.diagnostics), list(result.diagnostics)
    assets = folder / "site" / "assets"
    text = (assets / "small-campaign.css").read_text("utf-8")
    assert 'url("small-campaign/pictures/paper.png")' in text and 'url("small-campaign/fonts/own.ttf")' in text
    assert "url(../x.png)" in text
    with Image.open(assets / "small-campaign" / "pictures" / "paper.png") as picture:
        assert picture.size == (4, 4)
    assert (assets / "small-campaign" / "fonts" / "own.ttf").is_file()
    assert "small-campaign.css" in (folder / "site" / "index.html").read_text("utf-8")
    assert "paper.png" not in (folder / "site" / "index.html").read_text("utf-8"), "a picture is no style sheet"


def test_a_large_picture_is_not_published(project: Write) -> None:
    folder = styled(project)
    noise = Image.effect_noise((1400, 1400), 200)
    Image.merge("RGB", [noise, noise.rotate(90), noise.rotate(180)]).save(folder / "pictures" / "paper.png")
    [mistake] = check(folder)[0]
    assert "`pictures/paper.png` is larger than 2,000 kB" in mistake.message


def test_paper_takes_colours_and_no_sizes(tmp_path: Path) -> None:
    Image.new("RGB", (1, 1)).save(tmp_path / "x.png")
    text = """
    .a { color: red }
    @media print {
      .b { color: red; background-color: var(--accent); color: var(--nothing); margin: 0; border-top-style: dotted }
      .c { background-image: url(x.png); background-size: cover; background-repeat: no-repeat evil }
      .d { background-image: url(https://example.org/x.png); color: rde; width: 5px }
      @media (min-width: 1px) { .e { color: red } }
    }
    @media screen { .f { color: red } }
    """
    rules = paper_rules(text, tmp_path, {"--accent": "#123456"}).splitlines()
    first = ".b{color:red!important;background-color:var(--accent)!important;border-top-style:dotted!important}"
    assert rules[0] == first and len(rules) == 2
    assert rules[1].startswith('.c{background-image:url("data:image/png;base64,')
    assert rules[1].endswith('")!important;background-size:cover!important}')


def test_a_pdf_has_the_colours_of_an_authors_style_sheet(project: Write, session: PrintSession) -> None:
    folder = styled(project, "@media print { .b-figures, h2, .block-title { background-color: #a1b2c3 } }")
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    whole, (game, *_) = opened
    style = style_of(game, whole)
    assert "#a1b2c3!important" in style.css
    views = [view for computed in game.entries.of("beast") if (view := game.contents.view(computed))]
    with pikepdf.open(io.BytesIO(print_cards(session, [(views[0], 1)], style, CARDS["poker"]).pdf)) as pdf:
        drawn = b"".join(part.read_bytes() for part in pdf.objects if isinstance(part, pikepdf.Stream))
    assert b"0.631373 0.698039 0.764706 rg" in drawn
