"""How fast cards and sheets are printed, against Chromium printing the same cards in the same run.

Prints seconds, processor seconds, ratios, and the largest worker of each kind of job; not a test. The
machine's own speed drops out of the ratios.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from markupsafe import Markup, escape
from test_printing_entries import ROSE, aiko, auditor

from sheetgen.blocks import EntryView
from sheetgen.build import open_project
from sheetgen.print import resources as assets
from sheetgen.print.books.books import Chapter, print_book
from sheetgen.print.cards.card_page import card_unit
from sheetgen.print.cards.shape import CardShape, card_css
from sheetgen.print.engine import pool as workers
from sheetgen.print.engine.job import Job, JobResult, Unit
from sheetgen.print.engine.pool import Worker, Workers
from sheetgen.print.engine.session import NoCache
from sheetgen.print.jobs import PrintSession, PrintStyle, print_cards, print_sheets
from sheetgen.print.measure import texts
from sheetgen.print.paper import POINT, card_format
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.plan.rulebook import Rulebook
from sheetgen.print.text_metrics.drawing import FAMILIES, PlacedText
from sheetgen.text.diagnostics import Diagnostics

ROOT = Path(__file__).resolve().parents[3]
EMBED = re.compile(r'<embed class="([^"]*)" src="([^"]*)"></embed>')
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


class Memory(dict[str, bytes]):
    """A cache in memory."""

    def put(self, key: str, data: bytes, /) -> None:
        self[key] = data


def deck(count: int) -> list[tuple[EntryView, int]]:
    """Cards as full as a poker card's two sides get."""
    full = auditor()
    areas = {"front": full.area("front"), "back": (full.area("back")[0], full.area("back")[-1])}
    return [(replace(full, id=f"auditor-{n}", name=f"Auditor of Room {n}", areas=areas), 1) for n in range(count)]


def page(count: int) -> str:
    """The same cards as one HTML page for a browser: both faces, at card size."""
    style, shape = PrintStyle(ROSE), CardShape(card_format("poker"), 2.0)
    css, parts = card_css(style, shape)
    return browser_page([card_unit(entry, style, shape) for entry, _ in deck(count)], css, parts)


def browser_page(units: Iterable[Unit], css: str, parts: Iterable[tuple[str, str]]) -> str:
    """What the engine is given, as one HTML page for a browser."""
    fonts = assets.stylesheet("fonts").replace("../fonts", assets.fonts().as_uri())
    flow = ".top,.foot{position:static!important}.unit{break-before:page}.face{position:relative}"
    bodies = []
    # A browser cannot show our drawings: it gets texts as text, and what is placed as the text of an SVG.
    with patch.object(texts, "paragraph", lambda *given: None):
        for unit in units:
            source = unit.source(unit.page.candidates()[0])
            html = EMBED.sub(partial(placed, source.drawings), source.html)
            bodies.append(f"<section class=unit>{html}</section>")
    rules = fonts + css + "".join(text for _, text in parts) + flow
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><style>{rules}</style><body>{''.join(bodies)}</body></html>"
    )


def placed(drawings: Mapping[str, PlacedText], embed: re.Match[str]) -> str:
    """A drawing as SVG, in mm."""
    drawing, lines = drawings[embed[2]], []
    for ink in drawing.inks:
        family, slope, weight = FAMILIES.get(ink.face, ("Marks", "normal", 400))
        font = f"font:{slope} {weight} {ink.size * POINT}px '{family}';letter-spacing:{ink.tracking}px"
        lines.append(f'<text x="{ink.x}" y="{ink.y}" style="{font}" fill="{ink.colour}">{escape(ink.text)}</text>')
    box = f'viewBox="0 0 {drawing.width} {drawing.height}" style="width:{drawing.width}mm;height:{drawing.height}mm"'
    return f'<svg class="{embed[1]}" {box}>{"".join(lines)}</svg>'


def chromium(count: int) -> float | None:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "cards.html"), Path(folder, "cards.pdf")
        source.write_text(page(count), encoding="utf-8")
        start = time.perf_counter()
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        subprocess.run([*command, f"--print-to-pdf={target}", source.as_uri()], check=True, capture_output=True)
        return time.perf_counter() - start


def spent() -> float:
    """Processor seconds of this process and of those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def timed(label: str, run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    took = time.perf_counter() - start
    print(f"{label:52} {took:7.2f} s")
    return took


class Watched(Worker):
    """A worker that notes its largest memory for the bench."""

    peaks: ClassVar[list[float]] = []

    def ask(self, job: Job, timeout: float | None = None) -> JobResult:
        answer = super().ask(job, timeout)
        self.peaks.append(self.peak)
        return answer


@contextmanager
def session(label: str, count: int | None = None, cache: Memory | None = None) -> Iterator[PrintSession]:
    """A press whose processor time and largest worker are printed at the end."""
    Watched.peaks.clear()
    start = spent()
    with PrintSession(Workers(count), cache if cache is not None else Memory()) as own:
        yield own
    print(f"{'  ' + label + ': processor, all told':52} {spent() - start:7.2f} s")
    print(f"{'  ' + label + ': largest worker':52} {max(Watched.peaks, default=0.0):7.0f} MB")


def book(pages: int) -> list[Chapter]:
    """A rulebook with a table on every page or so."""
    table = "<table><tr><th>Roll</th><th>What happens</th></tr>" + "<tr><td>1</td><td>A door opens.</td></tr>" * 8
    text = "<p>" + "The lamp goes out, and somebody else is in the room. " * 12 + "</p>"
    sections = [f"<h2 id='s{n}'>Section {n}</h2>{text}{table}</table>{text}" for n in range(pages)]
    return [Chapter(f"c{n}", f"Chapter {n}", Markup("".join(sections[n : n + 10]))) for n in range(0, pages, 10)]


def cards_bench(count: int, style: PrintStyle) -> None:
    cards, card, cache = deck(count), card_format("poker"), Memory()
    with session("cards", cache=cache) as own:
        cold = timed(f"{count} dense cards, both sides, imposed, cold", lambda: print_cards(own, cards, style, card))
        timed("the same, all cached", lambda: print_cards(own, cards, style, card))
        changed = [(replace(cards[0][0], name="Someone Else"), 1), *cards[1:]]
        timed("one card of them changed", lambda: print_cards(own, changed, style, card))
    browser = chromium(count)
    if browser is not None:
        print(f"{'Chromium, the same cards, not imposed':52} {browser:7.2f} s   ratio {cold / browser:.2f}")


def sheet_bench(style: PrintStyle) -> None:
    with session("sheet", 1, None) as own:
        quick = replace(own, cache=NoCache())
        print_sheets(quick, [aiko()], style)
        times = sorted(
            timed("one sheet, both pages, warm", lambda: print_sheets(quick, [aiko()], style)) for _ in range(7)
        )
        print(f"{'  median':52} {times[3]:7.2f} s")


def book_bench(pages: int, style: PrintStyle) -> None:
    with session("book") as own:
        cold = timed(f"a rulebook of {pages} sections", lambda: print_book(own, "A rulebook", book(pages), style))
        changed = [*book(pages)[:-1], replace(book(pages)[-1], lead="One chapter of it is another.")]
        again = timed("one chapter of it changed", lambda: print_book(own, "A rulebook", changed, style))
    print(f"{'  ratio':52} {again / cold:7.2f}")


def largest_book_bench() -> None:
    """The longest rulebook of this repository, as `sheetgen book` prints it."""
    opened = open_project(ROOT, Diagnostics())
    assert opened is not None
    project, games = opened
    game = max(games, key=lambda game: sum(len(page.file.text) for page in game.chapters))
    with session(game.title) as own:
        book, style = Rulebook(game), style_of(game, project)
        timed(f"the rulebook of {game.title}", lambda: book.printed(own, style))
        book.chapters[3] = replace(book.chapters[3], lead="One chapter of it is another.")
        timed("one chapter of it changed", lambda: book.printed(own, style))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cards", nargs="?", type=int, default=200, help="how many cards (default: %(default)s)")
    parser.add_argument("--sections", type=int, default=120, help="how long the rulebook is (default: %(default)s)")
    given = parser.parse_args()
    style = PrintStyle(ROSE)
    workers.Worker = Watched  # type: ignore[misc]
    cards_bench(given.cards, style)
    sheet_bench(style)
    book_bench(given.sections, style)
    largest_book_bench()


if __name__ == "__main__":
    main()
