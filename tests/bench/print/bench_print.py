"""How fast cards and sheets are printed, against Chromium printing the same cards in the same run.

    python tests/bench/print/bench_print.py [CARDS]

Prints seconds and ratios; not a test. The machine's own speed drops out of the ratios.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from test_printing_entries import ROSE, aiko, auditor

from sheetgen.blocks import EntryView
from sheetgen.printing import assets
from sheetgen.printing.cards import CardShape, card_css, card_unit
from sheetgen.printing.jobs import Look, Press, print_cards, print_sheets
from sheetgen.printing.paper import card_format
from sheetgen.printing.workers import Workers

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
    look, shape = Look(ROSE), CardShape(card_format("poker"), 2.0)
    css, parts = card_css(look, shape)
    fonts = assets.stylesheet("fonts").replace("../fonts", assets.fonts().as_uri())
    flow = ".top,.foot{position:static!important}.unit{break-before:page}.face{position:relative}"
    bodies = []
    for entry, _ in deck(count):
        unit = card_unit(entry, look, shape)
        bodies.append(f"<section class=unit>{unit.html(unit.page.rungs()[0])}</section>")
    rules = fonts + css + "".join(text for _, text in parts) + flow
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><style>{rules}</style><body>{''.join(bodies)}</body></html>"
    )


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


def timed(label: str, run: object, *more: str) -> float:
    start = time.perf_counter()
    run()  # type: ignore[operator]
    took = time.perf_counter() - start
    print(f"{label:52} {took:7.2f} s", *more)
    return took


def main(count: int) -> None:
    cards, look, card, cache = deck(count), Look(ROSE), card_format("poker"), Memory()
    with Press(Workers(), cache) as press:
        cold = timed(f"{count} dense cards, both sides, imposed, cold", lambda: print_cards(press, cards, look, card))
        timed("the same, all cached", lambda: print_cards(press, cards, look, card))
        changed = [(replace(cards[0][0], name="Someone Else"), 1), *cards[1:]]
        timed("one card of them changed", lambda: print_cards(press, changed, look, card))
    browser = chromium(count)
    if browser is not None:
        print(f"{'Chromium, the same cards, not imposed':52} {browser:7.2f} s   ratio {cold / browser:.2f}")
    with Press(Workers(1)) as press:
        print_sheets(press, [aiko()], look)
        times = sorted(
            timed("one sheet, both pages, warm", lambda: print_sheets(press, [aiko()], look)) for _ in range(7)
        )
        print(f"{'  median':52} {times[3]:7.2f} s")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{'largest process':52} {peak:7.0f} MB (Chromium among them)" if browser else f"largest worker {peak:.0f} MB"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
