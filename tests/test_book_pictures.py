"""Pictures in the book: those of chapters and entries, what a chapter opens with, and what is said of them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pikepdf
import pytest
from PIL import Image
from projects import Write, open_project
from small_game import GAME

from sheetgen.build import Options, build_in_memory, check
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.paper import PAPERS
from sheetgen.print.plan.rulebook import Rulebook
from sheetgen.print.style import PrintStyle
from sheetgen.text.diagnostics import Diagnostics

NEWT = """
    newt:
      name: Newt
      tier: 3
      toughness: 20
      portrait: portraits/newt.png
    """
RULES = """
    ---
    title: The rules
    picture: pier.png
    ---

    ## Wounds {#wounds}

    ![Boats at low water](boats.png)

    A track has boxes.
    """
FILES = {**GAME, "game/entries/beasts.yaml": NEWT, "game/reference/rules.md": RULES}
PICTURES = {"reference/pier.png": (800, 300), "reference/boats.png": (400, 300), "portraits/newt.png": (300, 400)}


def illustrated(write: Write, files: Mapping[str, str] = FILES) -> Path:
    root = write(files)
    for name, size in PICTURES.items():
        path = root / "game" / name
        path.parent.mkdir(exist_ok=True)
        Image.new("RGB", size, (size[0] % 256, size[1] % 256, 90)).save(path)
    return root


def book(root: Path) -> Rulebook:
    diagnostics = Diagnostics()
    opened = open_project(root, diagnostics)
    assert opened is not None and not list(diagnostics), [diagnostic.message for diagnostic in diagnostics]
    return Rulebook(opened[1][0])


def printed(rules: Rulebook, session: PrintSession) -> bytes:
    return rules.printed(session, PrintStyle(rules.game.ruleset.theme, PAPERS["a4"])).pdf


def drawn(pdf: bytes) -> list[tuple[int, tuple[int, int]]]:
    """Page and size in pixels of each picture of a document."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [
            (number, (int(image.Width), int(image.Height)))
            for number, page in enumerate(document.pages, 1)
            for image in page.get_images().values()
        ]


def said(pdf: bytes) -> list[str]:
    """What is said of each figure of a tagged document."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [str(part.Alt) for part in document.objects if isinstance(part, pikepdf.Dictionary) and "/Alt" in part]


def test_pictures_of_chapters_and_entries_stand_in_the_book(project: Write, session: PrintSession) -> None:
    rules = book(illustrated(project))
    opening, boats = rules.chapters[0].pictures.values()
    assert (Path(opening.file).name, Path(boats.file).name) == ("pier.png", "boats.png")
    pdf = printed(rules, session)
    assert [size for _, size in drawn(pdf)] == [(800, 300), (400, 300), (300, 400)]
    assert {"The rules", "Boats at low water", "Newt"} <= {*said(pdf)}


def test_a_changed_picture_is_another_book(project: Write) -> None:
    root = illustrated(project)
    before = repr(book(root).parts)
    assert repr(book(root).parts) == before
    Image.new("RGB", (400, 300), (1, 2, 3)).save(root / "game/reference/boats.png")
    assert repr(book(root).parts) != before


def test_a_page_opens_with_its_picture(project: Write) -> None:
    site = build_in_memory(Options(illustrated(project), pdf=False))
    page = site.files["small/rules.html"].decode()
    start = page.index('<p class="opening"><img src="files/pier.png" alt="" width="800" height="300">')
    assert start < page.index('id="wounds"') and "small/files/pier.png" in site.files


def test_another_language_opens_with_the_same_picture(project: Write) -> None:
    german = "---\ntitle: Die Regeln\n---\n\n## Wunden {#wounds}\n\n![Boote](boats.png)\n\nEs gibt Felder.\n"
    files = {**FILES, "game/languages/de/reference/rules.md": german}
    files["campaign.yaml"] = dedent(files["campaign.yaml"]).strip() + "\nlanguages: [de]\n"
    site = build_in_memory(Options(illustrated(project, files), pdf=False))
    page = site.files["small-de/rules.html"].decode()
    assert '<p class="opening"><img src="files/pier.png"' in page and '<img src="files/boats.png" alt="Boote"' in page
    assert {"small-de/files/pier.png", "small-de/files/boats.png"} <= site.files.keys()


@pytest.mark.parametrize(
    ("name", "message"), [("peer.png", "there is no file `peer.png`"), ("map.pdf", "is no picture")]
)
def test_what_is_no_picture_is_told_at_its_line(project: Write, name: str, message: str) -> None:
    root = illustrated(project, {**FILES, "game/reference/rules.md": RULES.replace("pier.png", name)})
    (root / "game/reference/map.pdf").write_bytes(b"%PDF-1.4\n%%EOF\n")
    (problem,) = check(root)[0]
    assert message in problem.message and problem.span and problem.span.line == 3


def test_an_ornament_stands_between_sections_and_at_the_end_of_chapters(project: Write) -> None:
    theme = """
        theme:
          {accent: "#57515c", on-accent: "#ffffff", accent-text: "#57515c", accent-bar: "#bdb6c2", block: "#57515c",
          on-block: "#ffffff", ornament: star, dark: {accent: "#bdb6c2", on-accent: "#131016", accent-text: "#cdc8cf"}}
        """
    text = "A track has boxes.\n\n    ---\n\n    And more."
    files = {**FILES, "game/ruleset.yaml": GAME["game/ruleset.yaml"].rstrip() + theme}
    files["game/reference/rules.md"] = RULES.replace("A track has boxes.", text)
    root = illustrated(project, files)
    rules = book(root)
    glyph = rules.game.ruleset.theme.marks.glyph("star")
    html = str(rules.chapters[0].html)
    assert html.count(f'<p class="ornament"><i class="m">{glyph}</i></p>') == 2 and "<hr" not in html
    assert html.rstrip().endswith(f"{glyph}</i></p>")
    page = build_in_memory(Options(root, pdf=False)).files["small/rules.html"].decode()
    assert f'.body hr::before,.g-small .prose:not(.intro)>.body::after{{content:"{glyph}"' in page
    ruleset = root / "game/ruleset.yaml"
    ruleset.write_text(ruleset.read_text("utf-8").replace("ornament: star", "ornament: stra"), "utf-8")
    [mistake] = check(root)[0]
    assert mistake.message == "there is no mark called `stra`" and "did you mean `star`?" in mistake.hints
