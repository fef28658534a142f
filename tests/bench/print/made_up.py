"""Cards and sheets of entries that are made up, printed with nothing kept.

`python tests/bench/print/made_up.py sheets 50 FILE` is what is measured, so it knows nothing of tests and benchmarks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from test_printing_entries import ROSE, aiko, auditor

from sheetgen.blocks import EntryView
from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import PrintStyle, print_cards, print_sheets
from sheetgen.print.paper import card_format

STYLE = PrintStyle(ROSE)


def deck(count: int) -> list[tuple[EntryView, int]]:
    """Cards as full as a poker card's two sides get."""
    full = auditor()
    areas = {"front": full.area("front"), "back": (full.area("back")[0], full.area("back")[-1])}
    return [(replace(full, id=f"auditor-{n}", name=f"Auditor of Room {n}", areas=areas), 1) for n in range(count)]


def characters(count: int) -> list[EntryView]:
    """So many characters whose sheets have two pages."""
    return [replace(aiko(), id=f"aiko-{n}", name=f"Aiko of Room {n}") for n in range(count)]


def cards(session: PrintSession, count: int) -> bytes:
    """So many cards, both sides, as a PDF."""
    return print_cards(session, deck(count), STYLE, card_format("poker")).pdf


def sheets(session: PrintSession, count: int) -> bytes:
    """So many sheets as a PDF."""
    return print_sheets(session, characters(count), STYLE).pdf


WORKS: dict[str, Callable[[PrintSession, int], bytes]] = {"cards": cards, "sheets": sheets}


def main(work: str, count: int, target: Path) -> None:
    """Do what the command says."""
    with PrintSession(Workers()) as own:
        target.write_bytes(WORKS[work](own, count))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
