"""How long a site takes: sheetgen, and static site generators on pages of the same words and weight.

The peers get no rules, no validation, no search of ours: for each page of sheetgen's site a Markdown file with its
words, and for Hugo all that stands around them as its template. What differs between their pages is the words.
"""

from __future__ import annotations

import html
import re
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.measure import HEAD, OURS, Program, Section, cells, compared, folder
from bench.serve.campaign import enlarge

from sheetgen.build import Options, build

MOST_FOR_MKDOCS = 1000
"""Entries above which MkDocs is left out: its navigation grows with the square of the pages."""
NOTED = "tactics: |\n"
MAIN = re.compile(r"(?s)(.*<main[^>]*>)(.*)(</main>.*)")
COMMAND = [sys.executable, "-c", "from sheetgen.cli import main; main()"]


def _markdown(title: str, main: str) -> str:
    """The words of a page in paragraphs, with a heading before every twelfth."""
    texts = [
        " ".join(html.unescape(re.sub(r"<[^>]*>", " ", part)).split()) for part in re.split(r"</(?:p|li|tr|h\d)>", main)
    ]
    parts = [re.sub(r"([*_`<\[\]{}#|\\])", r"\\\1", text) for text in texts if text]
    body = "\n\n".join(f"## {part[:40]}\n\n{part}" if n % 12 == 11 else part for n, part in enumerate(parts))
    return f'---\ntitle: "{title}"\n---\n\n{body}\n'


def write_peers(site: Path, hugo: Path, docs: Path) -> int:
    """The pages of a site as those of Hugo and MkDocs; returns how many there are."""
    number = 0
    for number, page in enumerate(sorted(site.rglob("*.html")), 1):
        match = MAIN.match(page.read_text("utf-8"))
        assert match, page
        name, text = f"{page.parent.name}/p{number}.md", _markdown(f"Page {number}", match[2])
        for place in (hugo / "content", docs / "docs"):
            folder((place / name).parent)
            (place / name).write_text(text, "utf-8")
        if number == 1:
            template = f"{match[1]}<h1>{{{{ .Title }}}}</h1>{{{{ .Content }}}}{match[3]}"
            for sort in ("single", "list"):
                (folder(hugo / "layouts/_default") / f"{sort}.html").write_text(template, "utf-8")
    (hugo / "hugo.toml").write_text('baseURL = "/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n', "utf-8")
    (docs / "docs/index.md").write_text("# Index\n", "utf-8")
    (docs / "mkdocs.yml").write_text("site_name: Bench\ntheme: material\n", "utf-8")
    return number


def _weight(site: Path) -> str:
    return f"{sum(page.stat().st_size for page in site.rglob('*.html')) / 1e6:.1f} MB of HTML"


def _without(*paths: Path) -> Callable[[], None]:
    return lambda: [shutil.rmtree(path, ignore_errors=True) for path in paths] and None


def edit(campaign: Path) -> Callable[[], None]:
    """Writes another line into an entry, each time that it is called."""
    path = campaign / "shadows" / "hollow-lantern.yaml"

    def write() -> None:
        path.write_text(path.read_text("utf-8").replace(NOTED, f"{NOTED}  This line is new.\n"), "utf-8")

    return write


def sites(sizes: list[int], rounds: int, work: Path, python: Path | None) -> Section:
    """The section about sites of so many entries."""
    rows, weights, costs, missing = [], [], [], []
    for size in sizes:
        place = folder(work / str(size))
        campaign = enlarge(place / "campaign", size)
        site, hugo, docs, cache = place / "site", place / "hugo", place / "mkdocs", place / "cache"
        assert build(Options(campaign, site, pdf=False)).published
        pages = write_peers(site, hugo, docs)
        ours = partial(Program, OURS, [*COMMAND, "build", str(campaign), "--no-pdf", "-q", "-o", str(site)])
        environment = {"SHEETGEN_CACHE": str(cache)}
        programs = [ours(_without(site, cache), environment)]
        if program := shutil.which("hugo"):
            programs.append(Program("Hugo", [program, "-s", str(hugo), "--quiet"], _without(hugo / "public")))
        else:
            missing.append("Hugo (`apt-get install hugo`)")
        if python and size <= MOST_FOR_MKDOCS:
            command = [str(python), "-m", "mkdocs", "build", "-q", "-f", str(docs / "mkdocs.yml")]
            programs.append(Program("MkDocs with Material", command, _without(docs / "site")))
        elif not python:
            missing.append("MkDocs (from PyPI)")
        cold = compared(f"{size} entries, {pages} pages", programs, rounds)
        rows += cold
        rows += compared(f"{size} entries, nothing changed", [ours(environment=environment)], rounds)
        rows += compared(f"{size} entries, one changed", [ours(edit(campaign), environment)], rounds)
        check = partial(Program, OURS, [*COMMAND, "check", str(campaign)], environment=environment)
        rows += compared(f"{size} entries, checked", [check(_without(cache))], rounds)
        rows += compared(f"{size} entries, checked again", [check()], rounds)
        costs.append(f"{1000 * cold[0].seconds / size:.1f} ms at {size}")
        weights.append(f"{_weight(site)} by sheetgen, {_weight(hugo / 'public')} by Hugo")
        shutil.rmtree(place)
    about = (
        "A campaign of so many entries, built from nothing (no cache, no site, no PDFs) into pages, data and search. "
        "The others get the words of the same pages as Markdown, and check or compute nothing. "
        f"Sizes from the smallest: {'; '.join(weights)}. An entry costs sheetgen {', '.join(costs)}."
    )
    return Section("Sites", about, HEAD, cells(rows), sorted(set(missing)))
