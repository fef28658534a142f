"""Pictures of a site's own PDFs in its guide: drawn by the build, kept by content, none where nothing is printed."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from printed_game import PRINTED
from projects import Write

from sheetgen import build as pipeline
from sheetgen.build import BuildResult, Options, build, build_in_memory, check
from sheetgen.print import rasterise as snapshots
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import PrintError
from sheetgen.print.plan import pictures
from sheetgen.print.plan.print_site import print_one
from sheetgen.text.diagnostics import Diagnostics

GUIDE = """
    # How to print

    ::: picture small/beasts/otter-card.pdf
    1: The front of a card.
    2: The back.
    :::

    ::: picture small/encounters/pier-packet.pdf
    1: Who takes part.
    :::

    ::: picture small/print/beasts-digest.pdf
    1: Two on a page.
    :::

    After it.
    """


def site(guide: str = GUIDE) -> dict[str, str]:
    """The printed game with its campaign as the only one of a site with a guide."""
    moved = {
        path.replace("game/", "small/", 1) if path.startswith("game/") else f"small/campaign/{path}": text
        for path, text in PRINTED.items()
    }
    moved["small/campaign/campaign.yaml"] = moved["small/campaign/campaign.yaml"].replace("./game", "small")
    memo = "title: Small things\nrulesets: [small]\nguide: guide\n"
    return {f"content/{path}": text for path, text in (moved | {"site.yaml": memo, "guide/index.md": guide}).items()}


def made(folder: Path, session: PrintSession, **options: bool) -> BuildResult:
    result = build(Options(folder, **options), session)
    assert not len(result.diagnostics), [diagnostic.message for diagnostic in result.diagnostics]
    return result


def test_a_picture_has_a_text_a_size_and_a_link_to_its_pdf(project: Write, session: PrintSession) -> None:
    folder = project(site())
    made(folder, session)
    page = (folder / "site/guide/index.html").read_text("utf-8")
    images = re.findall(r'<img src="([^"]+)" alt="([^"]+)" width="680" height="962"', page)
    assert [text for _, text in images] == ["The front of a card.", "The back.", "Who takes part.", "Two on a page."]
    for address, _ in images:
        drawn = Image.open(folder / "site/guide" / address)
        assert (drawn.format, drawn.mode, drawn.size) == ("PNG", "P", (680, 962))
        assert len(drawn.getcolors() or ()) > 4, "something is drawn on it"
    for address in re.findall(r'<figcaption><a href="([^"]+)"', page):
        assert (folder / "site/guide" / address).read_bytes().startswith(b"%PDF-")


def test_pictures_are_kept_for_use_offline(project: Write, session: PrintSession) -> None:
    folder = project(site())
    made(folder, session)
    script = (folder / "site/service-worker.js").read_text("utf-8")
    assert "assets/printed/small/beasts/otter-card-2.png" in script


def test_a_layout_is_printed_only_where_a_page_shows_it(project: Write, session: PrintSession) -> None:
    folder = project(site())
    made(folder, session)
    assert {path.name for path in folder.glob("site/small/print/beasts-*.pdf")} == {
        f"beasts-{name}.pdf" for name in ("sheets", "fillable", "blank", "cards", "digest")
    }
    assert "beasts-digest.pdf" not in (folder / "site/small/print.html").read_text("utf-8")


def test_nothing_is_drawn_twice(project: Write, session: PrintSession, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(site())
    made(folder, session)
    before = {path: path.read_bytes() for path in folder.rglob("*.png")}
    assert len(before) == 4
    monkeypatch.setattr(pictures, "snapshot", lambda *_: pytest.fail("drawn again"))
    made(folder, session)
    assert {path: path.read_bytes() for path in folder.rglob("*.png")} == before


def test_the_same_pdf_gives_the_same_bytes(project: Write, session: PrintSession) -> None:
    folder = project(site())
    made(folder, session)
    pdf = (folder / "site/small/beasts/otter-card.pdf").read_bytes()
    assert snapshots.snapshot(pdf, 1, (340, 481)) == snapshots.snapshot(pdf, 1, (340, 481))


def test_players_get_no_picture_of_what_is_not_theirs(project: Write, session: PrintSession) -> None:
    folder = project(site())
    made(folder, session, player=True)
    page = (folder / "site/guide/index.html").read_text("utf-8")
    assert "The front of a card." in page and "Who takes part." not in page and "After it." in page
    assert not list(folder.rglob("*packet*"))
    back = Image.open(folder / "site/assets/printed/small/beasts/otter-card-2.png")
    assert back.convert("L").getextrema() == (255, 255), "what stands there is for the game master"


def test_without_pdfs_the_guide_reads_on(
    project: Write, session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project(site())
    for options in (Options(folder, pdf=False), Options(folder)):
        result = build(options, session)
        assert not len(result.diagnostics) and result.published is not None
        page = (folder / "site/guide/index.html").read_text("utf-8")
        assert "<img" not in page and "figure" not in page and "After it." in page
        monkeypatch.setattr(pipeline, "engine_missing", lambda: "there is no engine here")
    assert not len(check(folder)[0])


def test_the_preview_draws_a_picture_when_it_is_asked_for(project: Write, session: PrintSession) -> None:
    built, diagnostics = build_in_memory(Options(project(site()), live=True)), Diagnostics()
    drawn = print_one(built.prints, "assets/printed/small/beasts/otter-card-1.png", session, diagnostics)
    assert drawn is not None and drawn.startswith(b"\x89PNG") and not len(diagnostics)
    assert print_one(built.prints, "assets/printed/small/beasts/otter-card-3.png", session, diagnostics) is None


@pytest.mark.parametrize(
    ("wrong", "line", "said"),
    [
        ("::: picture small/beasts/oter-card.pdf\n1: A card.\n:::", 3, "did you mean `small/beasts/otter-card.pdf`?"),
        ("::: picture small/beasts/otter-card.pdf\nA card.\n:::", 3, "1: what the first page shows"),
        ("::: picture small/beasts/otter-card.pdf\n1:\n:::", 3, "1: what the first page shows"),
        ("::: picture small/beasts/otter-card.pdf\n1: A card.\n9: No.\n:::", 5, "it has no page 9, only 2"),
    ],
)
def test_a_mistake_is_told_at_its_line(project: Write, session: PrintSession, wrong: str, line: int, said: str) -> None:
    result = build(Options(project(site(f"# Guide\n\n{wrong}\n"))), session)
    (mistake,) = list(result.diagnostics)
    assert mistake.span is not None and mistake.span.file.name == "content/guide/index.md"
    assert said in " ".join((mistake.message, *mistake.hints)) and mistake.span.line == line
    assert result.published is None


def test_a_page_of_another_shape_stands_in_the_middle(project: Write, session: PrintSession) -> None:
    folder = project(site())
    made(folder, session)
    pdf = (folder / "site/small/print/party.pdf").read_bytes()
    tall = Image.open(io.BytesIO(snapshots.snapshot(pdf, 1, (200, 600)))).convert("L")
    box = tall.point(lambda value: 255 * (value < 200)).getbbox()
    assert box is not None and box[1] > 150 and box[3] < 450
    with pytest.raises(PrintError, match="no page 0"):
        snapshots.snapshot(pdf, 0, (200, 600))


def test_a_campaign_of_ones_own_has_no_guide_and_no_pictures(project: Write, session: PrintSession) -> None:
    folder = project(PRINTED)
    made(folder, replace(session))
    assert not list(folder.rglob("*.png"))
