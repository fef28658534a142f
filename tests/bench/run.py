"""Every bench in one run, beside other programs on the same work: `make bench`, a quick one with `SIZES=100`.

Prints tables, and renews each as it is done on the page *How fast* of the guide; some of them: `ONLY=paper,again`.
Peers that PyPI and npm have are installed into a folder for temporary files, at the versions named here; Hugo and
Chromium are taken from the system. What is missing is named and left out. Nothing here is a test: the figures are those
of one machine.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from bench.commands import commands  # noqa: E402
from bench.how_fast import measured, write  # noqa: E402
from bench.lists.run import figures  # noqa: E402
from bench.measure import Section, as_text, folder  # noqa: E402
from bench.papers import again, papers  # noqa: E402
from bench.search.run import PEERS, Job, measure  # noqa: E402
from bench.serve.run import answers  # noqa: E402
from bench.sites import sites  # noqa: E402

PYTHON_PEERS = ("mkdocs-material==9.8.1", "typst==0.15.2")
PLACE = Path(tempfile.gettempdir()) / "sheetgen-bench-peers"
TITLES = {
    "sites": "Sites", "commands": "Commands", "edits": "Edit to paint", "lists": "Long lists", "search": "Search",
    "paper": "Paper", "again": "Paper again",
}  # fmt: skip
"""The benches, and what their sections of the page are called, in its order."""
SLOWER = 4
"""How many times slower than this machine a phone is."""
MOST = 5000
"""Entries above which the search is not asked: others take too long to read them."""
EDITED = (1000, 10_000)
"""Entries of the campaigns that are edited."""
FEWEST = 500
"""Entries that the search is asked about at least: it is asked for 200 of them."""


def installed(command: list[str], sign: Path) -> bool:
    """Whether peers are there, after installing them once."""
    if not sign.exists():
        print(f"installing {command[-1]} and what it needs into {PLACE} ...", flush=True)
        subprocess.run(command, check=False)
    return sign.exists()


def python_of_peers() -> Path | None:
    """The Python that has the peers of PyPI; None where they cannot be had."""
    place = PLACE / "python"
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(place, with_pip=True)
    sign = next(place.glob("lib/python*/site-packages/typst"), place / "nothing")
    installed([str(python), "-m", "pip", "install", "-q", *PYTHON_PEERS], sign)
    return (
        python if list(place.glob("**/site-packages/typst")) and list(place.glob("**/site-packages/mkdocs")) else None
    )


def edits(sizes: list[int], number: int) -> Section:
    """From saving a file to seeing the change."""
    rows = [
        [f"{size} entries", answer.title, f"{median(answer.times):.0f}", f"{answer.late:.0f}"]
        for size in sizes
        for answer in answers(size, number)
    ]
    about = (
        f"Milliseconds from saving a file until Chromium has painted what `sheetgen serve` shows; {number} edits each."
    )
    return Section("Edit to paint", about, ("Campaign", "Edit", "Median", "95 % within"), rows)


def lists(rows: int, rounds: int) -> Section:
    """A long list in a browser."""
    table = [
        [figure.title, f"{median(figure.rounds):.0f} {figure.unit}", f"{max(figure.rounds):.0f} {figure.unit}"]
        for figure in figures(rows, SLOWER, rounds)
    ]
    about = (
        f"A list of {rows:,} rows in Chromium: sizes, and the longest task of the page for each act, a frame for "
        f"scrolling: {SLOWER} times its processor time, as on a processor that is so many times slower."
    )
    return Section("Long lists", about, ("What", "Median", "Most"), table)


def searches(sizes: list[int]) -> Section:
    """Questions to the search, and to those of others."""
    peers = PLACE / "node"
    npm = shutil.which("npm") is not None and shutil.which("node") is not None
    ready = npm and installed(
        ["npm", "install", "--silent", "--prefix", str(folder(peers)), *PEERS], peers / "node_modules"
    )
    rows = []
    for size in sorted({max(size, FEWEST) for size in sizes if size <= MOST}) if shutil.which("node") else []:
        with tempfile.TemporaryDirectory() as place:
            engines = "sheetgen,minisearch,pagefind" if ready else "sheetgen"
            answer = measure(Job(size, [777], Path(place), peers, engines))
        for name, row in answer["engines"].items():
            ranks = [f"{row[column]:.2f}" for column in ("exact", "prefix", "typo", "body")]
            rows.append([f"{size} entries", name, f"{row['p95']:.1f} ms", *ranks])
    about = (
        "200 questions of each sort, the same for all: names, beginnings of names, names with a slip, words of texts. "
        "A rank of 1 means that what was sought is always first (mean reciprocal rank)."
    )
    head = ("Entries", "Engine", "95 % within", "Names", "Beginnings", "Slips", "Texts")
    return Section("Search", about, head, rows, () if ready else ("MiniSearch and Pagefind (from npm, with Node)",))


def main() -> None:
    """Run the benches that are asked for, print them, and renew their sections of the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,5000,20000,50000", help="entries of campaigns (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program (default: %(default)s)")
    parser.add_argument("--only", default=",".join(TITLES), help="which (default: %(default)s)")
    given = parser.parse_args()
    sizes, only = [int(size) for size in given.sizes.replace(",", " ").split()], given.only.replace(",", " ").split()
    if unknown := [name for name in only if name not in TITLES]:
        parser.error(f"no such bench: {', '.join(unknown)}; there are {', '.join(TITLES)}")
    quick, python = max(sizes) < 1000, python_of_peers()
    with tempfile.TemporaryDirectory(prefix="sheetgen-bench-") as name:
        work = Path(name)
        benches: dict[str, Callable[[], Section]] = {
            "sites": lambda: sites(sizes, given.rounds, work, python),
            "commands": lambda: commands(given.rounds, work),
            "edits": lambda: edits(sizes if quick else [*EDITED], 5 if quick else 15),
            "lists": lambda: lists(1000 if quick else 10_000, given.rounds),
            "search": lambda: searches(sizes),
            "paper": lambda: papers(*((20, 5) if quick else (200, 50)), given.rounds, work, python),
            "again": lambda: again(100 if quick else 10_000, work),
        }
        for bench in only:
            load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
            section = benches[bench]()
            print(as_text(section), flush=True)
            if not quick:
                write(section, measured(given.rounds, load), [*TITLES.values()])


if __name__ == "__main__":
    main()
