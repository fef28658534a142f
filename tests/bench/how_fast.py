"""The guide's page *How fast*: a section for each bench, renewed by itself, with when and where it was measured."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from bench.measure import Section, as_markdown

PAGE = Path(__file__).resolve().parents[2] / "content" / "guide" / "how-fast.md"
FRONT = """---
title: How fast
summary: Sites, edits, search and paper, measured beside other programs on the same work.
order: 92
---

Written by `make bench`. Seconds are medians, taken by turns, so that whatever else the machine did met every program;
memory is the most that all processes of a program held at one time. *sheetgen to it* is the ratio of the times: below
1 sheetgen is faster.

"""
BUSY = (
    " The machine had a load of {load:.0f} as this began: all times are too long, and most of all those of programs"
    " that share their work among several processes, as sheetgen does."
)
_TITLE = re.compile(r"(?m)^## (.+)$")


def measured(rounds: int, load: float) -> str:
    """When and on what a section was measured; `load` is that of the minute before it began."""
    cores = os.cpu_count() or 1
    runs = f"{rounds} run{'s' if rounds > 1 else ''}"
    machine = f"{cores} core{'s' if cores > 1 else ''} of {platform.system()} {platform.machine()}"
    busy = BUSY.format(load=load) if load > cores / 2 else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"Measured on {date.today().isoformat()}, {runs}, on {machine} with {python}.{busy}"


def renewed(page: str, section: Section, measured: str, titles: Sequence[str]) -> str:
    """A page with this section in place of the one before it of that title; sections stand in the order of `titles`.

    Those of other titles stay as they are. One whose title is not among `titles` is left out: no bench measures it.
    """
    parts = _TITLE.split(page)[1:]
    kept = dict(zip(parts[::2], parts[1::2], strict=True))
    kept[section.title] = as_markdown(section).partition("\n")[2] + f"\n{measured}\n"
    return FRONT + "\n".join(f"## {title}\n\n{kept[title].strip()}\n" for title in titles if title in kept)


def write(section: Section, measured: str, titles: Sequence[str], page: Path = PAGE) -> None:
    """Renew one section of the page."""
    before = page.read_text("utf-8") if page.exists() else ""
    page.write_text(renewed(before, section, measured, titles), "utf-8")
