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
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from bench.measure import HEAD, OURS, Program, Row, Section, cells, compared, folder
from bench.serve.campaign import enlarge

MOST_FOR_MKDOCS = 1000
"""Entries above which MkDocs is left out: its navigation grows with the square of the pages."""
MOST_OFTEN = 5000
"""Entries above which each program runs once, and sheetgen only builds from nothing; what takes less room on the disk
stays until all is measured."""
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
    """Moves away what was made before: where many files were removed a moment ago, some file systems take half a
    millisecond to make each new one.
    """

    def move() -> None:
        for path in filter(Path.exists, paths):
            path.rename(Path(mkdtemp(prefix="before-", dir=path.parent), path.name))

    return move


def edit(campaign: Path) -> Callable[[], None]:
    """Writes another line into an entry, each time that it is called."""
    path = campaign / "shadows" / "hollow-lantern.yaml"

    def write() -> None:
        path.write_text(path.read_text("utf-8").replace(NOTED, f"{NOTED}  This line is new.\n"), "utf-8")

    return write


@dataclass(frozen=True)
class Places:
    """The folders of one size: what is built, and what each program makes of it."""

    work: Path
    campaign: Path

    @property
    def site(self) -> Path:
        """Where sheetgen writes."""
        return self.work / "site"

    @property
    def hugo(self) -> Path:
        """The same pages for Hugo."""
        return self.work / "hugo"

    @property
    def docs(self) -> Path:
        """The same pages for MkDocs."""
        return self.work / "mkdocs"

    @property
    def cache(self) -> Path:
        """What sheetgen keeps between its runs."""
        return self.work / "cache"

    def ours(self, *words: str, before: Callable[[], None] = lambda: None) -> Program:
        """sheetgen with a command."""
        return Program(OURS, [*COMMAND, *words], before, {"SHEETGEN_CACHE": str(self.cache)})

    def build(self, before: Callable[[], None] = lambda: None) -> Program:
        """sheetgen that builds the site."""
        return self.ours("build", str(self.campaign), "--no-pdf", "-q", "-o", str(self.site), before=before)

    def ready_for_peers(self, built: str) -> Callable[[], None]:
        """Writes the pages of the peers from the first site that sheetgen made, and moves away what a peer built."""

        def make_ready() -> None:
            if not self.hugo.exists():
                write_peers(self.site, self.hugo, self.docs)
            _without(self.work / built)()

        return make_ready


def _cold(places: Places, size: int, rounds: int, python: Path | None) -> list[Row]:
    """A site made from nothing, by each program that is there."""
    programs = [places.build(_without(places.site, places.cache))]
    if program := shutil.which("hugo"):
        ready = places.ready_for_peers("hugo/public")
        programs.append(Program("Hugo", [program, "-s", str(places.hugo), "--quiet"], ready))
    if python and size <= MOST_FOR_MKDOCS:
        command = [str(python), "-m", "mkdocs", "build", "-q", "-f", str(places.docs / "mkdocs.yml")]
        programs.append(Program("MkDocs with Material", command, places.ready_for_peers("mkdocs/site")))
    return compared(f"{size} entries", programs, rounds)


def _later(places: Places, size: int, rounds: int) -> list[Row]:
    """What sheetgen takes where it has built before, and to check."""
    works = {
        "nothing changed": places.build(),
        "one changed": places.build(edit(places.campaign)),
        "checked": places.ours("check", str(places.campaign), before=_without(places.cache)),
        "checked again": places.ours("check", str(places.campaign)),
    }
    return [row for work, program in works.items() for row in compared(f"{size} entries, {work}", [program], rounds)]


def sites(sizes: list[int], rounds: int, work: Path, python: Path | None) -> Section:
    """The section about sites of so many entries."""
    rows, weights, costs = [], [], []
    for size in sizes:
        places = Places(folder(work / str(size)), enlarge(work / str(size) / "campaign", size))
        often = size <= MOST_OFTEN
        cold = _cold(places, size, rounds if often else 1, python)
        rows += [*cold, *(_later(places, size, rounds) if often else ())]
        costs.append(f"{1000 * cold[0].seconds / size:.1f} ms at {size}")
        weights.append(f"{_weight(places.site)} by sheetgen, {_weight(places.hugo / 'public')} by Hugo")
        if not often:
            shutil.rmtree(places.work)
    about = (
        "A campaign of so many entries, built from nothing (no cache, no site, no PDFs) into pages, data and search. "
        "The others get the words of the same pages as Markdown, and check or compute nothing. "
        f"Sizes from the smallest: {'; '.join(weights)}. An entry costs sheetgen {', '.join(costs)}."
    )
    missing = [] if shutil.which("hugo") else ["Hugo (`apt-get install hugo`)"]
    return Section("Sites", about, HEAD, cells(rows), [*missing, *([] if python else ["MkDocs (from PyPI)"])])
