"""A small site with pages of every type, drawn from a project: `python tests/site_gallery.py FOLDER` writes it."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent

from gallery_game import GALLERY

from sheetgen.build import Options, build
from sheetgen.model.project import read_project
from sheetgen.opened_games import open_games
from sheetgen.site.assembly import assemble
from sheetgen.site.pdf_figures import PdfFigures
from sheetgen.site.plan import plan
from sheetgen.templating.renderer import Renderer, TemplateFolders, renderer
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo
from sheetgen.views.pages import Download, DownloadGroup, Page

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
ADDRESSES = {
    "home": "index.html", "ruleset": "rose/index.html", "chapter": "rose/wounds.html", "guide": "guide/index.html",
    "entry": "rose/shadows/hollow-lantern.html", "entry-rtl": "rose/shadows/s11.html",
    "entry-long": "rose/characters/auditor.html", "entry-bare": "rose/ailments/burning.html",
    "character": "rose/characters/toma.html", "encounter": "rose/encounters/lamp-room.html",
    "list": "rose/shadows/index.html", "entries": "rose/ailments/list/all.html",
    "rule": "rose/rules/hit.html", "rule-track": "rose/rules/track.html",
    "rulings": "rose/rulings.html", "search": "search.html", "print": "rose/print.html",
    "print-none": "small/print.html", "tray": "tray.html", "calculators": "rose/calculators.html",
    "coverage": "rose/coverage.html", "404": "404.html",
}  # fmt: skip
"""The pages of the gallery by the names that tests give them."""
CARD = Download("Card", "rose/shadows/hollow-lantern-card.pdf", note="2 sides")


def draw() -> Renderer:
    return renderer(TemplateFolders(TEMPLATES))


def write_project(folder: Path) -> Path:
    for name, text in GALLERY.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder / "site.yaml"


def views(folder: Path) -> dict[str, Page]:
    """The views of all pages of the gallery, by name; the project is written to the folder."""
    diagnostics, memo = Diagnostics(), Memo()
    project = read_project(write_project(folder), diagnostics)
    assert project is not None
    games = open_games(project, diagnostics, memo=memo)
    site = assemble(project, games, draw(), diagnostics, memo)
    prints, groups = {ADDRESSES["entry"]: (CARD,)}, {"rose": (DownloadGroup("Cards", (CARD,)),)}
    planned = plan(site.shells, prints, groups, "The PDF engine is missing.", site.guide, diagnostics, PdfFigures())
    assert not list(diagnostics)
    return {name: planned.pages[path]() for name, path in ADDRESSES.items()}


def write_site(folder: Path) -> dict[str, Path]:
    """The gallery, built; its pages by name."""
    write_project(folder / "project")
    assert build(Options(folder / "project", folder / "site", pdf=False)).published
    return {name: folder / "site" / path for name, path in ADDRESSES.items()}


if __name__ == "__main__":
    for name, path in write_site(Path(sys.argv[1])).items():
        print(f"{name:12} {path.stat().st_size:7} {path}")
