"""The measuring and reporting that all benches share: programs on the same work by turns, ratios, spread, memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

OURS = "sheetgen"
STARTED = Path(__file__).with_name("started.py")
AS_SOURCE = "PYTHONDONTWRITEBYTECODE"
"""Where it is set, Python compiles a program anew each time that it starts, which none that is installed does."""


@dataclass(frozen=True, kw_only=True)
class Sample:
    """What one run of a program took; `megabytes` are the most that all its processes held at one time."""

    seconds: float
    megabytes: float


@dataclass(frozen=True)
class Program:
    """A program and its command for a piece of work; `before` makes the folder ready for each run."""

    name: str
    command: Sequence[str]
    before: Callable[[], None] = lambda: None
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """What a program took for a piece of work, in all rounds."""

    work: str
    name: str
    samples: tuple[Sample, ...]

    @property
    def seconds(self) -> float:
        """The median."""
        return median(self.times)

    @property
    def times(self) -> list[float]:
        """The seconds of each round."""
        return [sample.seconds for sample in self.samples]

    @property
    def megabytes(self) -> float:
        """The median of the memory."""
        return median(sample.megabytes for sample in self.samples)


@dataclass(frozen=True)
class Section:
    """A part of the report: its title, what is measured, and a table."""

    title: str
    about: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    missing: Sequence[str] = ()
    """Programs that are not on this machine, and how to get them."""


def run(program: Program) -> Sample:
    """Run a program once, to its end. Raises `RuntimeError` with what it printed where it fails."""
    program.before()
    command = [sys.executable, "-S", str(STARTED), *program.command]
    around = {name: value for name, value in os.environ.items() if name != AS_SOURCE}
    done = subprocess.run(command, capture_output=True, text=True, env=around | dict(program.environment), check=True)
    seconds, megabytes, status = json.loads(done.stdout)
    if status:
        raise RuntimeError(f"{program.name} failed:\n{done.stderr[-2000:]}")
    return Sample(seconds=seconds, megabytes=megabytes)


def compared(work: str, programs: Sequence[Program], rounds: int) -> list[Row]:
    """Run programs by turns, so that what else the machine does meets all of them; ours is the first row."""
    taken: dict[str, list[Sample]] = {program.name: [] for program in programs}
    for _ in range(rounds):
        for program in programs:
            taken[program.name].append(run(program))
    return [Row(work, name, tuple(samples)) for name, samples in taken.items()]


HEAD = ("Work", "Program", "Seconds", "Least to most", "Memory", "sheetgen to it")


def cells(rows: Sequence[Row]) -> list[list[str]]:
    """The rows of a table with `HEAD`: medians, the spread of the seconds, and the ratio of ours to each."""
    table = []
    for row in rows:
        ours = next((other for other in rows if other.work == row.work and other.name == OURS), row)
        table.append([
            row.work, row.name, f"{row.seconds:.2f}", f"{min(row.times):.2f} to {max(row.times):.2f}",
            f"{row.megabytes:.0f} MB",
            "" if row.name == OURS else f"{ours.seconds / row.seconds:.2f}",
        ])  # fmt: skip
    return table


def as_text(section: Section) -> str:
    """A section for a terminal."""
    lines = [list(section.head), *map(list, section.rows)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(section.head))]
    table = ["  ".join(cell.ljust(size) for cell, size in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([f"\n{section.title}", *table, *(f"left out: {what}" for what in section.missing)])


def as_markdown(section: Section) -> str:
    """A section of the guide's page."""
    table = ["| " + " | ".join(line) + " |" for line in (section.head, ["---"] * len(section.head), *section.rows)]
    missing = [f"\nLeft out: {'; '.join(section.missing)}."] if section.missing else []
    return "\n".join([f"## {section.title}", "", section.about, "", *table, *missing, ""])


def folder(path: Path) -> Path:
    """A folder, made where it is missing."""
    path.mkdir(parents=True, exist_ok=True)
    return path
