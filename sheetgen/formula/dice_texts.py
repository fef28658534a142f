"""Dice as formulas reckon with them: `2d6+3`, `d8-d4`, `d%`, and `4dF`, whose faces are −1, 0 and 1.

The JavaScript twin is in `rules-texts.js`.
"""

from __future__ import annotations

import re
from fractions import Fraction

from sheetgen.formula.runtime import Exact, FormulaFailedError, exact

SPACES = " \t\n\r\v\f\u00a0\u2009\u202f"
_TERM = r"(?:[0-9]{0,4}d(?:[0-9]{1,4}|f|%)|[0-9]{1,6})"
_SIGNED_TERM = re.compile(rf"([+-]?)({_TERM})")
_SUM = re.compile(rf"[+-]?{_TERM}(?:[+-]{_TERM})*")
_WITHOUT_FACES = re.compile(r"(?<![a-z])([0-9]{0,4})d(?![0-9f%])(?![a-z])")
_OTHER_LETTER = re.compile(r"(?<![a-z])([0-9]{0,4})[wk](?=[0-9])")
MOST_ROLLED = 200
"""Dice that are counted with."""
_WRITTEN = r"(?:[0-9]{0,3}[dD](?:[1-9][0-9]{0,3}|[fF%])|[0-9]{1,6})"
DICE_PATTERN = rf"^[+−-]? ?{_WRITTEN}(?: ?[+−-] ?{_WRITTEN})*$"
"""Dice for editors and forms, which know no other check than a pattern."""


def _compact(text: str) -> str:
    return re.sub(f"[{SPACES}]", "", text).replace("−", "-").lower()


def dice_terms(text: str) -> list[tuple[str, str]]:
    """The terms of a dice text, each with its sign: `2d6`, `d8`, `d100`, `4dF`, `3`."""
    compact = _compact(text)
    if not _SUM.fullmatch(compact):
        raise FormulaFailedError(f"`{text}` is no dice text, such as 2d6+3")
    return [(match[1] or "+", match[2].replace("f", "F")) for match in _SIGNED_TERM.finditer(compact)]


def faces(sides: str) -> tuple[int, int]:
    """The lowest and the highest face of a die by what stands behind its `d`; both are 0 where it has none."""
    if sides == "F":
        return -1, 1
    return min(1, int(sides.replace("%", "100"))), int(sides.replace("%", "100"))


def dice_text(text: str) -> str:
    """Dice without spaces, as `dice` writes them."""
    return "".join(f"{sign}{term}" for sign, term in dice_terms(text)).removeprefix("+")


def dice_ends(text: str) -> tuple[int, int]:
    """The lowest and the highest result of a dice text; a die without sides gives nothing."""
    low = high = 0
    for sign, term in dice_terms(text):
        count, d, sides = term.partition("d")
        number = int(count or 1)
        ends = (number * faces(sides)[0], number * faces(sides)[1]) if d else (number, number)
        low, high = (low + ends[0], high + ends[1]) if sign == "+" else (low - ends[1], high - ends[0])
    return low, high


def average(text: str) -> Exact:
    """The mean result of a dice text, exact: 7/2 for d6."""
    return exact(Fraction(sum(dice_ends(text)), 2))  # type: ignore[no-any-return]


def is_dice(text: str) -> bool:
    """Whether a text is dice that can be counted with."""
    return bool(_SUM.fullmatch(_compact(text))) and all(_can_be_counted(term) for _, term in dice_terms(text))


def _can_be_counted(term: str) -> bool:
    count, d, sides = term.partition("d")
    return not d or (faces(sides)[1] > 0 and int(count or 1) <= MOST_ROLLED)


def dice_hint(text: str) -> str:
    """What is wrong with a text that is no dice, or how it is written; empty where nothing in it is like dice."""
    compact = _compact(text)
    if _SUM.fullmatch(compact):
        return f"a die has a face or more, and at most {MOST_ROLLED} of them are counted with"
    lettered = _OTHER_LETTER.sub(r"\1d", compact)
    if lettered != compact and _SUM.fullmatch(lettered):
        return f"write `{lettered}`"
    if bare := _WITHOUT_FACES.search(compact):
        return f"a die needs the number of its faces, such as `{bare[1]}d6`"
    leading = _SUM.match(compact)
    if leading is None or "d" not in leading[0]:
        return ""
    if compact[leading.end() :] == "!":
        return f"write `{leading[0]}`: that a die is rolled again is said by the rule"
    return f"`{leading[0]}` can be read, `{compact[leading.end() :]}` cannot"
