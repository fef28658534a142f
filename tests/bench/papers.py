"""How long cards, sheets and a rulebook take: sheetgen, Chromium on the same HTML, typst on the same words.

`python tests/bench/papers.py 10000 FILE` writes what it takes to print again what was printed; the rest is called by
`run.py`.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import ClassVar

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from bench.measure import HEAD, OURS, Program, Row, Section, cells, compared  # noqa: E402
from bench.print import made_up  # noqa: E402
from bench.print.browser_pages import browser_page, page  # noqa: E402
from bench.print.made_up import STYLE, characters  # noqa: E402
from conftest import chromium  # noqa: E402
from projects import open_project  # noqa: E402

from sheetgen.print.engine import pool  # noqa: E402
from sheetgen.print.engine.job import Job, JobResult  # noqa: E402
from sheetgen.print.engine.pool import Worker, Workers  # noqa: E402
from sheetgen.print.engine.session import PrintSession  # noqa: E402
from sheetgen.print.jobs import PrintStyle  # noqa: E402
from sheetgen.print.plan.print_job import style_of  # noqa: E402
from sheetgen.print.plan.rulebook import Rulebook  # noqa: E402
from sheetgen.print.sheets.sheet_css import sheet_css  # noqa: E402
from sheetgen.print.sheets.sheet_job import sheet_unit  # noqa: E402
from sheetgen.print.sheets.sheet_page import SheetPage  # noqa: E402
from sheetgen.text.diagnostics import Diagnostics  # noqa: E402

CAMPAIGN = HERE.parents[1] / "content" / "persona" / "campaign"
PLAIN = "<style>body { font: 10pt serif } h1 { break-before: page } table { border-collapse: collapse }</style>"
_BREAKS = re.compile(r"(?s)<h(\d)[^>]*>(.*?)</h\1>|</(?:p|li|tr|dd|dt)>")


def rulebook() -> tuple[Rulebook, PrintStyle]:
    """The rulebook of Persona, as `sheetgen book` prints it."""
    opened = open_project(CAMPAIGN, Diagnostics())
    assert opened is not None
    project, (game, *_) = opened
    return Rulebook(game), style_of(game, project)


def _ours(work: Path, name: str, count: int) -> Program:
    """What prints a piece of work: the rulebook as people do, with nothing kept; what is made up, by `made_up.py`."""
    target = work / f"{name}.pdf"
    if name != "book":
        return Program(OURS, [sys.executable, made_up.__file__, name, str(count), str(target)])
    kept = work / "kept"
    command = [sys.executable, "-m", "sheetgen", "book", "--project", str(CAMPAIGN), "-o", str(target)]
    return Program(OURS, command, partial(shutil.rmtree, kept, ignore_errors=True), {"SHEETGEN_CACHE": str(kept)})


def sheet_page(count: int) -> str:
    """The same sheets for a browser."""
    css, parts = sheet_css(STYLE, "full", "filled")
    return browser_page([sheet_unit(SheetPage(view, STYLE)) for view in characters(count)], css, parts)


def book_page() -> str:
    """The chapters of the same book for a browser, plainly."""
    chapters = "".join(f"<h1>{chapter.title}</h1>{chapter.html}" for chapter in rulebook()[0].chapters)
    return f"<!doctype html><meta charset=utf-8>{PLAIN}{chapters}"


def book_in_typst() -> str:
    """The words of the same book for typst: headings and paragraphs, a contents, numbered pages."""
    lines = ['#set page(paper: "a4", numbering: "1")', "#set text(10pt)", "#outline()"]
    for chapter in rulebook()[0].chapters:
        lines.append(f"#pagebreak()\n= {_words(chapter.title)}")
        text = _BREAKS.sub(lambda m: f"\n\n{'=' * int(m[1])} {_words(m[2])}\n\n" if m[1] else "\n\n", str(chapter.html))
        lines += [part if part.startswith("=") else _words(part) for part in text.split("\n\n")]
    return "\n\n".join(lines)


def _words(text: str) -> str:
    plain = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())
    return re.sub(r"([\\#*_`$<>@\[\]=+/~-])", r"\\\1", plain)


def _chromium(work: Path, name: str, text: str) -> Program | None:
    program = chromium()
    if program is None:
        return None
    source = work / f"{name}.html"
    source.write_text(text, "utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    target = f"--print-to-pdf={work / name}-chromium.pdf"
    return Program("Chromium", [program, *flags, f"--user-data-dir={work / 'profile'}", target, source.as_uri()])


def _typst(work: Path, python: Path) -> Program:
    source = work / "book.typ"
    source.write_text(book_in_typst(), "utf-8")
    command = f"import typst; typst.compile({str(source)!r}, output={str(work / 'typst.pdf')!r})"
    return Program("typst", [str(python), "-c", command])


def papers(cards: int, sheets: int, rounds: int, work: Path, python: Path | None) -> Section:
    """The section about paper."""
    works = (
        (f"{cards} dense cards, both sides", "cards", cards, page(cards)),
        (f"{sheets} sheets of two pages", "sheets", sheets, sheet_page(sheets)),
        ("the rulebook of Persona", "book", 0, book_page()),
    )
    rows: list[Row] = []
    missing: list[str] = [] if python else ["typst (from PyPI)"]
    for title, name, count, text in works:
        programs = [_ours(work, name, count)]
        browser = _chromium(work, name, text)
        programs += [browser] if browser else []
        programs += [_typst(work, python)] if python and name == "book" else []
        missing += [] if browser else ["Chromium (`apt-get install chromium`)"]
        rows += compared(title, programs, rounds)
    about = (
        "Nothing is cached. Chromium prints the HTML that sheetgen's engine is given, without tags or imposition, "
        "and plain pages of the rulebook, which `sheetgen book` prints from its files; typst sets the words of the "
        "rulebook, without its tables, links and index. Starting Python is part of the time of sheetgen, starting the "
        "browser of Chromium's."
    )
    return Section("Paper", about, HEAD, cells(rows), sorted(set(missing)))


class Watched(Worker):
    """A worker that notes the most memory that any has held, in MB."""

    peaks: ClassVar[list[float]] = [0.0]

    def ask(self, job: Job, timeout: float | None = None) -> JobResult:
        """Have a job done."""
        answer = super().ask(job, timeout)
        self.peaks.append(self.peak)
        return answer


class Memory(dict[str, bytes]):
    """A cache in memory."""

    def put(self, key: str, data: bytes, /) -> None:
        """Keep a value."""
        self[key] = data


def timed(printed: Callable[[], object]) -> float:
    """The seconds that something takes."""
    start = time.perf_counter()
    printed()
    return time.perf_counter() - start


def printed_again(cards: int) -> Iterator[tuple[str, list[float]]]:
    """Works and the seconds that they take: by engines that run, with what was printed before in a cache."""
    with PrintSession(Workers(1)) as own:
        made_up.sheets(own, 1)
        yield "a sheet of two pages, the engine runs", [timed(lambda: made_up.sheets(own, 1)) for _ in range(7)]
    with PrintSession(Workers(), Memory()) as own:
        book, style = rulebook()
        yield "the rulebook of Persona", [timed(lambda: book.printed(own, style))]
        book.chapters[3] = replace(book.chapters[3], lead="One chapter of it is another.")
        yield "one chapter of it changed", [timed(lambda: book.printed(own, style))]
    with PrintSession(Workers(), Memory()) as own:
        yield f"{cards:,} dense cards, both sides", [timed(lambda: made_up.cards(own, cards))]
        yield "the same cards again", [timed(lambda: made_up.cards(own, cards))]


def again(cards: int, work: Path) -> Section:
    """The section about what is printed again, and about very many cards."""
    target = work / "again.json"
    subprocess.run([sys.executable, __file__, str(cards), str(target)], check=True)
    rows = [
        [title, f"{median(times):.2f}", f"{min(times):.2f} to {max(times):.2f}", f"{worker:.0f} MB"]
        for title, times, worker in json.loads(target.read_text("utf-8"))
    ]
    about = (
        "Without starting Python; what was printed before is taken from the cache, where nothing of it has changed. "
        "Memory is that of the largest of the processes that set pages, so far."
    )
    return Section("Paper again", about, ("Work", "Seconds", "Least to most", "Memory"), rows)


def main(cards: int, target: Path) -> None:
    """Write what `printed_again` tells, with the most memory that a worker held so far."""
    pool.Worker = Watched  # type: ignore[misc]
    rows = [(title, times, max(Watched.peaks)) for title, times in printed_again(cards)]
    target.write_text(json.dumps(rows), "utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
