"""Rolls that a seed repeats, in Python and in the script of pages alike.

The numbers are those of mulberry32, which is begun with the FNV-1a digest of the seed's UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sheetgen.dice.notation import IN_TEXT, Dice
from sheetgen.dice.rolled_tables import ONE, OTHER_TABLE, RolledTable

_WORD = 0xFFFFFFFF
DEEPEST = 8
"""Tables that one roll goes through, each named by the result before."""
MOST_OTHERS = 50
"""Further rolls that one roll asks for."""


class Roller:
    """Dice that fall the same for the same seed."""

    def __init__(self, seed: str) -> None:
        state = 0x811C9DC5
        for byte in seed.encode("utf-8", "surrogatepass"):
            state = ((state ^ byte) * 0x01000193) & _WORD
        self._state = state

    def die(self, faces: int) -> int:
        """A face of a die."""
        self._state = (self._state + 0x6D2B79F5) & _WORD
        word = self._state
        word = ((word ^ word >> 15) * (word | 1)) & _WORD
        word ^= (word + ((word ^ word >> 7) * (word | 61) & _WORD)) & _WORD
        return 1 + ((word ^ word >> 14) * faces >> 32)


@dataclass(frozen=True)
class Roll:
    """A roll on a table: what fell, and what it means."""

    title: str
    dice: str
    result: str
    """What fell; where columns are rolled apart, a number each."""
    cells: tuple[tuple[str, str], ...]
    """The head and the text of each cell, its dice rolled."""
    others: tuple[Roll, ...] = field(default_factory=tuple)
    """Rolls on the tables that the cells name."""

    def lines(self, indent: str = "") -> Iterator[str]:
        """The roll in lines."""
        yield f"{indent}{self.title}" if self.dice == ONE.text else f"{indent}{self.title} ({self.dice}): {self.result}"
        for head, text in self.cells:
            yield f"{indent}  {f'{head}: ' if len(self.cells) > 1 and head else ''}{text}"
        for other in self.others:
            yield from other.lines(f"{indent}  ")


def roll(
    table: RolledTable,
    roller: Roller,
    known: Mapping[str, RolledTable],
    depth: int = 1,
    asked: list[str] | None = None,
) -> Roll:
    """A roll on a table, and on those that its results name; `asked` are the tables that were rolled on so far."""
    results: list[int] = []
    texts: list[tuple[str, str]] = []
    for number, head in enumerate(table.heads):
        if not results or table.apart:
            results.append(table.dice.roll(roller.die))
        row = table.row(results[-1])
        texts.append((head, row.cells[number] if row else "–"))
    others: list[Roll] = []
    asked = [] if asked is None else asked

    def named(match: re.Match[str]) -> str:
        other = known.get(match[1])
        if other is None:
            return match[0]
        if depth < DEEPEST and len(asked) < MOST_OTHERS:
            asked.append(match[1])
            others.append(roll(other, roller, known, depth + 1, asked))
        return other.title

    cells = tuple(
        (head, OTHER_TABLE.sub(named, IN_TEXT.sub(lambda match: _thrown(match, roller), text))) for head, text in texts
    )
    return Roll(table.title, table.dice.text, ", ".join(map(str, results)), cells, tuple(others))


def _thrown(match: re.Match[str], roller: Roller) -> str:
    """Dice in a text with what they fall."""
    return f"{match[0]} [{Dice.matched(match).roll(roller.die)}]"
