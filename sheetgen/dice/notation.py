"""Dice as they are written: `d6`, `2d6+1`, `d100` or `d%`, `4dF`, `3d6×10`, and `d66`, whose dice are digits."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product

_DICE = r"([1-9]\d?)?(?:d|D(?!F))([1-9]\d{0,3}|%|F)(?:\s?([+−-])\s?(\d{1,4}))?(?:\s?[×*]\s?(\d{1,4}))?"
IN_TEXT = re.compile(rf"\b{_DICE}(?!\w)", re.ASCII)
"""Dice somewhere in a text."""
_DIGITS = {"44": (4, 2), "66": (6, 2), "88": (8, 2), "444": (4, 3), "666": (6, 3)}
"""Dice that are read as digits: the faces of each, and how many there are."""
_SIDES = {"%": 100, "F": 3}
MOST = 10_000
"""Results of dice that a table is held against."""


@dataclass(frozen=True, kw_only=True)
class Dice:
    """Some equal dice, and what is done with their sum."""

    text: str
    count: int
    faces: int
    digits: bool = False
    """Whether each die is a digit of the result."""
    plus: int = 0
    times: int = 1

    @classmethod
    def of(cls, text: str) -> Dice | None:
        """The dice of a text; none where it is no dice."""
        match = re.fullmatch(_DICE, text.strip())
        return cls.matched(match) if match else None

    @classmethod
    def matched(cls, match: re.Match[str]) -> Dice:
        """The dice that a pattern matched."""
        count, faces, sign, plus, times = match.groups()
        added = int(plus or 0) * (1 if sign == "+" else -1)
        digits = _DIGITS.get(faces) if count is None else None
        sides, number = digits or (_SIDES.get(faces) or int(faces), int(count or 1))
        if faces == "F":  # each shows −1, 0 or 1
            added -= 2 * number
        return cls(text=match[0], count=number, faces=sides, digits=bool(digits), plus=added, times=int(times or 1))

    @cached_property
    def results(self) -> tuple[int, ...]:
        """What can come out, from the lowest; none where that is more than a table could hold."""
        if self.digits:
            sums = [int("".join(map(str, faces))) for faces in product(range(1, self.faces + 1), repeat=self.count)]
        elif self.count * self.faces <= MOST:
            sums = list(range(self.count, self.count * self.faces + 1))
        else:
            return ()
        return tuple((total + self.plus) * self.times for total in sums)

    def roll(self, die: Callable[[int], int]) -> int:
        """The result of a roll; `die` gives a face of a die by how many it has."""
        faces = [die(self.faces) for _ in range(self.count)]
        total = int("".join(map(str, faces))) if self.digits else sum(faces)
        return (total + self.plus) * self.times


def signed_text(number: int) -> str:
    """A number with the sign that is printed: −3."""
    return str(number).replace("-", "−")


def numbers_between(low: int, high: int) -> str:
    """Two numbers and what lies between as readers see them: 4–6; where a sign would stand after the dash, −5 … −2."""
    return f"{low}–{high}" if low >= 0 else f"{signed_text(low)} … {signed_text(high)}"
