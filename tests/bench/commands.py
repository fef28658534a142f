"""How long commands take that people type again and again: help, an entry, rules, the site of this repository."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from bench.measure import OURS, Program, Section, compared
from bench.sites import COMMAND

CONTENT = Path(__file__).resolve().parents[2] / "content"
HEAD = ("Command", "Seconds", "Least to most", "Memory")


def commands(rounds: int, work: Path) -> Section:
    """The section about commands; "first" is with an empty cache."""
    cache, site = work / "commands-cache", work / "commands-site"
    ours = partial(Program, OURS, environment={"SHEETGEN_CACHE": str(cache)})

    def emptied() -> None:
        shutil.rmtree(cache, ignore_errors=True)

    def typed(*words: str) -> list[str]:
        return [*COMMAND, *words]

    show = typed("show", "aiko-tanemura", "--project", str(CONTENT / "persona" / "campaign"))
    rule = typed("rule", str(CONTENT / "persona"))
    build = typed("build", str(CONTENT), "-q", "-o", str(site))
    rows = [
        *compared("`sheetgen --help`", [ours(typed("--help"))], rounds),
        *compared("`show` of a character, first", [ours(show, emptied)], rounds),
        *compared("the same again", [ours(show)], rounds),
        *compared("`rule`, the list of a game's, first", [ours(rule, emptied)], rounds),
        *compared("the same list again", [ours(rule)], rounds),
        *compared("`build` of this repository with its PDFs, first", [ours(build, emptied)], 1),
        *compared("the same, nothing changed", [ours(build)], rounds),
    ]
    table = [
        [row.work, f"{row.seconds:.2f}", f"{min(row.times):.2f} to {max(row.times):.2f}", f"{row.megabytes:.0f} MB"]
        for row in rows
    ]
    return Section("Commands", "From starting a command to its end.", HEAD, table)
