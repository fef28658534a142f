"""Tables that dice are rolled on: their rows, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheetgen.dice.notation import Dice, numbers_between, signed_text

OTHER_TABLE = re.compile(r"\{(#?\w[\w-]*)\}")
"""The name of another table in a result, which is rolled as well."""
_NUMBERS = re.compile(r"\s*([+−-]?\d{1,6})\s*(?:(?:\.\.|…|–|—|-|to)\s*([+−-]?\d{1,6}))?\s*")
ONE = Dice(text="d1", count=1, faces=1)
"""The dice of a table of one row: nothing is rolled but what that names."""


@dataclass(frozen=True)
class RolledRow:
    """A row: its lowest and highest result, and its cells."""

    low: int
    high: int
    cells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RolledTable:
    """A table that dice are rolled on."""

    name: str
    title: str
    dice: Dice
    heads: tuple[str, ...]
    """What stands over its cells, after the dice."""
    rows: tuple[RolledRow, ...]
    apart: bool = False
    """Whether each column is rolled by itself."""
    others: Mapping[str, RolledTable] = field(default_factory=dict)
    """The tables that its results name, near and far."""

    def row(self, result: int) -> RolledRow | None:
        """The row of a result."""
        return next((row for row in self.rows if row.low <= result <= row.high), None)

    @property
    def printed(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each row as it is read: its results, and its cells, in which other tables go by their titles."""
        titles = {self.name: self.title, **{name: other.title for name, other in self.others.items()}}
        for row in self.rows:
            label = signed_text(row.low) if row.low == row.high else numbers_between(row.low, row.high)
            yield label, tuple(OTHER_TABLE.sub(lambda name: titles.get(name[1], name[0]), cell) for cell in row.cells)

    @property
    def data(self) -> dict[str, Any]:
        """The table for the script that rolls on it."""
        rows = [[row.low, row.high, list(row.cells)] for row in self.rows]
        own = {"name": self.name, "title": self.title, "dice": self.dice.text, "heads": list(self.heads), "rows": rows}
        others = {"others": [other.data for other in self.others.values()]} if self.others else {}
        return {**own, **({"apart": True} if self.apart else {}), **others}


def numbers(text: str) -> tuple[int, int] | None:
    """The lowest and highest result of a first cell such as `3` or `4–6`, where `00` is 100; None where it is none."""
    match = _NUMBERS.fullmatch(text)
    if match is None:
        return None
    low, high = (100 if part == "00" else int(part.replace("−", "-")) for part in (match[1], match[2] or match[1]))
    return low, high


def problems(rows: Sequence[tuple[str, int, int]], dice: Dice) -> Iterator[tuple[int, str]]:
    """What is wrong with rows under dice, each with the number of its row: overlaps, holes, what is never rolled."""
    of: dict[int, int] = {}
    results = dice.results
    overlapping: set[int] = set()
    for number, (label, low, high) in enumerate(rows):
        if low > high:
            yield number, f"`{label}` counts backwards"
            continue
        inside = [result for result in results if low <= result <= high]
        if not inside:
            yield number, f"`{label}` is never rolled with {dice.text}"
        for result in inside:
            before = of.setdefault(result, number)
            if before != number and number not in overlapping:
                overlapping.add(number)
                yield number, f"the row `{label}` overlaps `{rows[before][0]}`"
    missing = [result for result in results if result not in of]
    if missing and rows:
        after = next((of[result] for result in results if result > missing[0] and result in of), len(rows) - 1)
        yield after, f"this table has nothing for {_listed(missing, results)}, which {dice.text} can roll"


def _listed(missing: Sequence[int], results: Sequence[int]) -> str:
    """Missing results in words; those that follow each other are one range."""
    place = {result: number for number, result in enumerate(results)}
    stretches: list[list[int]] = []
    for result in missing:
        if stretches and place[result] == place[stretches[-1][-1]] + 1:
            stretches[-1].append(result)
        else:
            stretches.append([result])
    words = [f"{part[0]}" if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in stretches]
    return ", ".join(words[:3]) + (" …" if len(words) > 3 else "")
