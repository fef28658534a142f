"""How long it takes from saving a file to seeing the change in a browser, while `sheetgen serve` runs.

    python tests/bench/serve/run.py [--entries 1000] [--edits 15]

Makes a campaign of so many entries, opens a page of it in Chromium, saves edits of four sorts, and takes the time
from the moment before a file is written until the changed text was painted, by the browser's own clock. Prints
milliseconds and the processor time that the preview took for each edit; not a test.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1]), str(HERE.parents[1] / "browser")]

from campaign import enlarge  # noqa: E402
from chromium_pipe import Chromium, NavigatedError  # noqa: E402
from conftest import chromium  # noqa: E402

PAINTED = """(() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  if (!paint || !document.body || !document.body.textContent.includes(TEXT)) return 0;
  return performance.timeOrigin + paint.startTime;
})()"""
"""When a page that shows a text was painted, in milliseconds of the clock; 0 while it does not."""
PATIENCE = 60.0


@dataclass(frozen=True)
class Sort:
    """A sort of edit: the page looked at, the file, and how its text changes, and shows, at each edit."""

    title: str
    page: str
    file: str
    change: Callable[[str, int], str]
    expected: Callable[[int], str]


def _margin(number: int) -> int:
    return 25 if number % 2 else 30


SORTS = (
    Sort(
        "a number in a character",
        "persona/characters/aiko-tanemura.html",
        "campaign/characters/aiko-tanemura.yaml",
        lambda text, number: re.sub(r"(?m)^experience: .*$", f"experience: {7000 + number}", text),
        lambda number: f"{7000 + number}",
    ),
    Sort(
        "a new line in a shadow",
        "persona/shadows/hollow-lantern.html",
        "campaign/shadows/hollow-lantern.yaml",
        lambda text, number: text.replace("tactics: |\n", f"tactics: |\n  Line {number} is new.\n"),
        lambda number: f"Line {number} is new.",
    ),
    Sort(
        "a word in a chapter",
        "persona/wounds.html",
        "reference/wounds.md",
        lambda text, number: re.sub(r"Nobody here( \w+)? has hit", f"Nobody here word{number} has hit", text),
        lambda number: f"word{number} has hit",
    ),
    Sort(
        "a house rule",
        "persona/shadows/hollow-lantern.html",
        "campaign/campaign.yaml",
        lambda text, number: re.sub(r"instant_kill: \d+", f"instant_kill: {_margin(number)}", text),
        lambda number: f"Instant-kill margin {_margin(number)}",
    ),
)


@contextmanager
def previewed(campaign: Path) -> Iterator[tuple[str, int]]:
    """`sheetgen serve` after its first build: its address and the number of its process."""
    command = [sys.executable, "-c", "from sheetgen.cli import cli; cli()", "serve", str(campaign), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = ""
            for line in process.stdout:
                address = match[0] if (match := re.search(r"http://[^ ]+/", line)) else address
                if line.startswith("built"):
                    break
            yield address, process.pid
        finally:
            process.terminate()


def cpu(process: int) -> float:
    """Seconds of processor time that a process took so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(page: Chromium, path: Path, text: str, expected: str) -> float:
    """Milliseconds from writing a text to a file until the page shows another."""
    start = time.time()
    path.write_text(text, "utf-8")
    while time.time() < start + PATIENCE:
        try:
            painted = page.run(PAINTED.replace("TEXT", repr(expected)))
        except NavigatedError:  # to be loaded anew
            painted = 0
        if painted and float(painted) > start * 1000:
            return float(painted) - start * 1000
        time.sleep(0.005)
    raise TimeoutError(f"{expected!r} was not shown within {PATIENCE:.0f} s")


@dataclass(frozen=True)
class Answer:
    """The milliseconds that a sort of edit took to be painted, each time, and processor seconds for an edit."""

    title: str
    times: list[float]
    spent: float

    @property
    def late(self) -> float:
        """The milliseconds that 95 % of the edits took at most."""
        return sorted(self.times)[round(0.95 * (len(self.times) - 1))]


def answers(entries: int, edits: int, pause: float = 0.5) -> Iterator[Answer]:
    """Measure every sort of edit in a campaign of so many entries."""
    browser = chromium() or sys.exit("this needs Chromium")
    folder = Path(tempfile.mkdtemp(prefix="sheetgen-bench-"))
    try:
        campaign = enlarge(folder, entries)
        with previewed(campaign) as (address, process), Chromium(browser, folder / "profile") as page:
            for sort in SORTS:
                path = campaign.parent / sort.file
                original = path.read_text("utf-8")
                page.open(f"{address}{sort.page}")
                times, before = [], cpu(process)
                for number in range(1, edits + 1):
                    time.sleep(pause)
                    times.append(measured(page, path, sort.change(original, number), sort.expected(number)))
                yield Answer(sort.title, times, (cpu(process) - before) / edits)
                path.write_text(original, "utf-8")
                time.sleep(2 * pause)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Measure every sort of edit."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--entries", type=int, default=1000)
    arguments.add_argument("--edits", type=int, default=15)
    arguments.add_argument("--pause", type=float, default=0.5, help="Seconds between one edit seen and the next.")
    chosen = arguments.parse_args()
    print(f"{chosen.entries} entries; milliseconds from save to paint, seconds of processor for each edit")
    for answer in answers(chosen.entries, chosen.edits, chosen.pause):
        middle = statistics.median(answer.times)
        print(f"{answer.title:26} median {middle:4.0f}  p95 {answer.late:4.0f}  cpu {answer.spent:5.2f}")


if __name__ == "__main__":
    main()
