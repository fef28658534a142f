"""How fast a long list is in a browser: `python tests/bench/lists/run.py [--rows 10000] [--slower 4]`.

Writes a list like that of the sample campaign's shadows, opens it in Chromium, filters, sorts and scrolls. Prints the
size of the first page and the longest tasks of the page's main thread: milliseconds of its own processor time, which
other programs on the machine hardly lengthen, times how many times slower a phone is; not a test.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[1] / "browser")]

import long_list  # noqa: E402
from chromium_pipe import Chromium  # noqa: E402
from conftest import chromium  # noqa: E402

from sheetgen.model.project import read_project  # noqa: E402
from sheetgen.opened_games import open_games  # noqa: E402
from sheetgen.site.assembly import assemble  # noqa: E402
from sheetgen.site.kind_lists import kind_listing  # noqa: E402
from sheetgen.site.long_lists import Listing  # noqa: E402
from sheetgen.text.diagnostics import Diagnostics  # noqa: E402
from sheetgen.text.memo import Memo  # noqa: E402
from sheetgen.views.pages import ListRow  # noqa: E402

CAMPAIGN = HERE.parents[2] / "content" / "persona" / "campaign"
QUERIES = ("m", "mo", "mot", "moth", "moht", "weak:fire", "tier:2..4 weak:fire", "-weak:ice moth", "zzzz", "")
ACTS = {
    **{f"filter by {query or 'nothing'}": f"type({query!r})" for query in QUERIES},
    "tick a value": "document.querySelector('.chip').click()",
    "sort by name": "head(0).click()",
    "sort by a number": "head(3).click()",
    "sort by a text": "head(2).click()",
    "sort by marks": "head(6).click()",
}
SCROLLS = {f"scroll {step} px a frame": f"scrolled({step}, 60)" for step in (40, 120, 400, 1500)}
FUNCTIONS = """
  self.head = n => document.querySelectorAll('.entries thead button')[n];
  self.type = text => { const box = document.querySelector('.name-filter input'); box.value = text;
    box.dispatchEvent(new Event('input', {bubbles: true})) };
  self.scrolled = (step, frames) => new Promise(done => { const next = () => { scrollBy(0, step);
    if (--frames) requestAnimationFrame(next); else done() }; requestAnimationFrame(next) });
"""


def write(folder: Path, rows: int) -> Listing[ListRow]:
    """A list of shadows."""
    diagnostics, memo = Diagnostics(), Memo()
    project = read_project(CAMPAIGN / "campaign.yaml", diagnostics)
    assert project is not None
    (game,) = open_games(project, diagnostics, memo=memo)
    site = assemble(project, (game,), game.context.renderer, diagnostics, memo)
    shadows = kind_listing(game, site.shells, game.ruleset.kinds["shadow"], {})
    page = replace(shadows.whole(), rows=tuple(shadows.rows()))
    return long_list.write(folder, page, rows, game.context.renderer)


def tasks(page: Chromium, act: str) -> list[float]:
    """The lengths of the tasks of the page's main thread while it does something, the longest first."""
    traced = {"includedCategories": ["toplevel", "__metadata"]}
    page.send("Tracing.start", transferMode="ReportEvents", traceConfig=traced)
    page.run(act)
    page.wait(100)
    page.events.clear()
    page.send("Tracing.end")
    events = [event for part in _reported(page) for event in part]
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    mains = [thread for thread, name in names.items() if name == "CrRendererMain"]
    of = {
        main: [e.get("tdur", 0) / 1000 for e in events if (e["pid"], e["tid"]) == main and "RunTask" in e["name"]]
        for main in mains
    }
    return sorted(max(of.values(), key=sum), reverse=True)


def _reported(page: Chromium) -> Iterator[list[dict[str, Any]]]:
    while True:
        for event in page.events:
            if event.get("method") == "Tracing.dataCollected":
                yield event["params"]["value"]
            if event.get("method") == "Tracing.tracingComplete":
                return
        page.events[:] = [page.next_event()]


@dataclass(frozen=True)
class Figure:
    """What is measured, and its figure in each round: milliseconds of the longest task, or kilobytes."""

    title: str
    rounds: list[float]
    unit: str = "ms"


def figures(rows: int, slower: float = 4, rounds: int = 3, width: int = 1280) -> Iterator[Figure]:
    """Measure a list of so many rows, on a processor so many times slower."""
    browser = chromium() or sys.exit("this needs Chromium")
    folder = Path(tempfile.mkdtemp(prefix="sheetgen-bench-"))
    try:
        listing = write(folder / "site", rows)
        html, data = (folder / "site" / path for path in (listing.path, listing.data))
        for title, file in (("first page", html), ("its other rows", data)):
            yield Figure(title, [file.stat().st_size / 1000], "kB")
            yield Figure(f"{title}, packed", [len(gzip.compress(file.read_bytes(), 9)) / 1000], "kB")
        with Chromium(browser, folder / "profile") as page:
            page.style(width=width)
            page.open(html.as_uri())
            page.wait(1000)
            page.run(FUNCTIONS)
            for title, act in (ACTS | SCROLLS).items():
                longest = []
                for _ in range(rounds):
                    page.run("type(''); scrollTo(0, 0)" if title in SCROLLS else "")
                    page.wait(100)
                    longest.append(slower * tasks(page, act)[0])
                yield Figure(title, longest)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rows", type=int, default=10_000)
    arguments.add_argument("--slower", type=float, default=4)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--width", type=int, default=1280)
    chosen = arguments.parse_args()
    print(f"{'longest task':28} median   most of {chosen.rounds} rounds, {chosen.slower:g} times slower")
    for figure in figures(**vars(chosen)):
        print(f"{figure.title:28} {statistics.median(figure.rounds):6.0f} {max(figure.rounds):6.0f} {figure.unit}")


if __name__ == "__main__":
    main()
