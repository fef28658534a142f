"""Pictures of entries: files beside their pages, and a warning where an entry names one that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import etree
from projects import Write
from small_game import GAME

from sheetgen.build import BuildResult, Options, build

FACE = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 52'/>"


def drawn(project: Write, portrait: str) -> tuple[Path, BuildResult]:
    otter = GAME["beasts/otter.yaml"].rstrip() + f"\n        portrait: {portrait}\n"
    folder = project({**GAME, "beasts/otter.yaml": otter, "portraits/face.svg": FACE, "portraits/readme.txt": ""})
    return folder / "site", build(Options(folder, pdf=False))


def test_a_picture_lies_beside_its_page_and_offline(project: Write) -> None:
    site, result = drawn(project, "portraits/face.svg")
    assert not len(result.diagnostics)
    page = (site / "small/beasts/otter.html").read_text("utf-8")
    [picture] = re.findall(r'<img class="portrait" [^>]*>', page)
    address = '<img class="portrait" src="otter.svg" alt="Portrait of Otter of Ill Repute"'
    assert picture == f"{address} width=200 height=163>"
    assert etree.fromstring((site / "small/beasts/otter.svg").read_bytes()).get("viewBox") == "0 0 64 52"
    assert "small/beasts/otter.svg" in (site / "service-worker.js").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("portraits/fase.svg", ("did you mean `portraits/face.svg`?",)),
        ("portraits/readme.txt", None),
        ("../face.svg", None),
    ],
)
def test_a_missing_picture_is_told_where_it_is_named(project: Write, name: str, hint: tuple[str, ...] | None) -> None:
    site, result = drawn(project, name)
    [mistake] = result.diagnostics
    assert mistake.span is not None
    assert (mistake.code, mistake.span.file.name, mistake.span.text) == ("dead-link", "beasts/otter.yaml", name)
    assert name in mistake.message and (hint is None or mistake.hints == hint)
    assert '<img class="portrait"' not in (site / "small/beasts/otter.html").read_text("utf-8")


def test_entries_of_the_ruleset_have_pictures_of_its_folder(project: Write) -> None:
    other = FACE.replace("0 0 64 52", "0 0 10 10")
    gull = {"game/entries/beast.yaml": "[{name: Gull, tier: 1, toughness: 20, portrait: portraits/gull.svg}]"}
    heir = {"beasts/heir.yaml": "{extends: gull, name: Heir of the Gull}"}
    folder = project({**GAME, **gull, **heir, "game/portraits/gull.svg": FACE})
    result = build(Options(folder, pdf=False))
    assert not len(result.diagnostics), list(result.diagnostics)
    for name in ("gull", "heir"):
        assert etree.fromstring((folder / f"site/small/beasts/{name}.svg").read_bytes()).get("viewBox") == "0 0 64 52"
        assert '<img class="portrait"' in (folder / f"site/small/beasts/{name}.html").read_text("utf-8")
    own = folder / "portraits" / "gull.svg"
    own.parent.mkdir(exist_ok=True)
    own.write_text(other, "utf-8")
    assert build(Options(folder, pdf=False)).published
    picture = etree.fromstring((folder / "site/small/beasts/gull.svg").read_bytes())
    assert picture.get("viewBox") == "0 0 10 10", "a campaign has its own pictures of the ruleset's entries"
