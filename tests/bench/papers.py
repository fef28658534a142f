"""How long cards, sheets and a rulebook take: sheetgen, Chromium on the same HTML, typst on the same words.

`python tests/bench/papers.py cards 200 FILE` prints what is measured of sheetgen, and `again 10000 FILE` writes what it
takes to print again what was printed; the rest is called by `run.py`.
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
from bench.print.browser_pages import browser_page, deck, page  # noqa: E402
from conftest import chromium  # noqa: E402
from projects import open_project  # noqa: E402
from test_printing_entries import ROSE, aiko  # noqa: E402

from sheetgen.blocks import EntryView  # noqa: E402
from sheetgen.print.engine import pool  # noqa: E402
from sheetgen.print.engine.job import Job, JobResult  # noqa: E402
from sheetgen.print.engine.pool import Worker, Workers  # noqa: E402
from sheetgen.print.engine.session import PrintSession  # noqa: E402
from sheetgen.print.jobs import PrintStyle, print_cards, print_sheets  # noqa: E402
from sheetgen.print.paper import card_format  # noqa: E402
from sheetgen.print.plan.print_job import style_of  # noqa: E402
from sheetgen.print.plan.rulebook import Rulebook  # noqa: E402
from sheetgen.print.sheets.sheet_css import sheet_css  # noqa: E402
from sheetgen.print.sheets.sheet_job import sheet_unit  # noqa: E402
from sheetgen.print.sheets.sheet_page import SheetPage  # noqa: E402
from sheetgen.text.diagnostics import Diagnostics  # noqa: E402

CAMPAIGN = HERE.parents[1] / "content" / "persona" / "campaign"
STYLE = PrintStyle(ROSE)
PLAIN = "<style>body { font: 10pt serif } h1 { break-before: page } table { border-collapse: collapse }</style>"
_BREAKS = re.compile(r"(?s)<h(\d)[^>]*>(.*?)</h\1>|</(?:p|li|tr|dd|dt)>")


def characters(count: int) -> list[EntryView]:
    """So many characters whose sheets have two pages."""
    return [replace(aiko(), id=f"aiko-{n}", name=f"Aiko of Room {n}") for n in range(count)]


def rulebook() -> tuple[Rulebook, PrintStyle]:
    """The rulebook of Persona, as `sheetgen book` prints it."""
    opened = open_project(CAMPAIGN, Diagnostics())
    assert opened is not None
    project, (game, *_) = opened
    return Rulebook(game), style_of(game, project)


def _ours(work: Path, name: str, count: int) -> Program:
    """What prints a piece of work: the rulebook as people do, with nothing kept; what is made up, by this file."""
    target = work / f"{name}.pdf"
    if name != "book":
        return Program(OURS, [sys.executable, __file__, name, str(count), str(target)])
    kept = work / "kept"
    command = [sys.executable, "-m", "sheetgen", "book", "--project", str(CAMPAIGN), "-o", str(target)]
    return Program(OURS, command, partial(shutil.rmtree, kept, ignore_errors=True), {"SHEETGEN_CACHE": str(kept)})


def _cards(session: PrintSession, count: int) -> bytes:
    return print_cards(session, deck(count), STYLE, card_format("poker")).pdf


def _sheets(session: PrintSession, count: int) -> bytes:
    return print_sheets(session, characters(count), STYLE).pdf


OURS_BY_WORK: dict[str, Callable[[PrintSession, int], bytes]] = {"cards": _cards, "sheets": _sheets}


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
        _sheets(own, 1)
        yield "a sheet of two pages, the engine runs", [timed(lambda: _sheets(own, 1)) for _ in range(7)]
    with PrintSession(Workers(), Memory()) as own:
        book, style = rulebook()
        yield "the rulebook of Persona", [timed(lambda: book.printed(own, style))]
        book.chapters[3] = replace(book.chapters[3], lead="One chapter of it is another.")
        yield "one chapter of it changed", [timed(lambda: book.printed(own, style))]
    with PrintSession(Workers(), Memory()) as own:
        yield f"{cards:,} dense cards, both sides", [timed(lambda: _cards(own, cards))]
        yield "the same cards again", [timed(lambda: _cards(own, cards))]


def again(cards: int, work: Path) -> Section:
    """The section about what is printed again, and about very many cards."""
    target = work / "again.json"
    subprocess.run([sys.executable, __file__, "again", str(cards), str(target)], check=True)
    rows = [
        [title, f"{median(times):.2f}", f"{min(times):.2f} to {max(times):.2f}", f"{worker:.0f} MB"]
        for title, times, worker in json.loads(target.read_text("utf-8"))
    ]
    about = (
        "Without starting Python; what was printed before is taken from the cache, where nothing of it has changed. "
        "Memory is that of the largest of the processes that set pages, so far."
    )
    return Section("Paper again", about, ("Work", "Seconds", "Least to most", "Memory"), rows)


def main(work: str, count: int, target: Path) -> None:
    """Do what the command says."""
    if work == "again":
        pool.Worker = Watched  # type: ignore[misc]
        rows = [(title, times, max(Watched.peaks)) for title, times in printed_again(count)]
        target.write_text(json.dumps(rows), "utf-8")
        return
    with PrintSession(Workers()) as own:
        target.write_bytes(OURS_BY_WORK[work](own, count))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
