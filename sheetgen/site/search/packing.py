"""Numbers and sorted lists written as short printable text, to be read back by the search engine.

Nothing here needs escaping in a JavaScript string, and a blank and a hyphen are left over to part lists.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, pairwise

DIGITS = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"\\')
HALF = len(DIGITS) // 2


def pack(number: int) -> str:
    """Return a number from 0 upward: digits of the upper half of `DIGITS`, then one of the lower half."""
    text = DIGITS[number % HALF]
    while number := number // HALF:
        text = DIGITS[HALF + number % HALF] + text
    return text


def pack_rising(numbers: Sequence[int]) -> str:
    """Return strictly rising numbers from 0 upward, packed into few bits.

    Rice's code over the gaps between neighbours, six bits to a character of base 64: four bits say how many low bits of
    a gap are written plainly, the rest of each gap is a row of ones ended by a zero. The last character is filled up
    with ones, which end nothing.
    """
    gaps = [b - a - 1 for a, b in pairwise((-1, *numbers))]
    low = _low_bits(sum(gaps), len(gaps))
    codes = _codes(low)
    known = len(codes)
    bits = "".join([format(low, "04b"), *[codes[g] if g < known else _code(g, low) for g in gaps]])
    return _characters(bits)


def _low_bits(total: int, count: int) -> int:
    mean = total / count if count else 0
    return min(15, max(0, round(math.log2(mean * 0.7)))) if mean > 1 else 0


def _code(gap: int, low: int) -> str:
    return "1" * (gap >> low) + format(gap & ((1 << low) - 1), f"0{low + 1}b")


@cache
def _codes(low: int) -> tuple[str, ...]:
    """The codes of the smallest gaps, which most are where few low bits are written."""
    return tuple(_code(gap, low) for gap in range(8 << min(low, 6)))


def _characters(bits: str) -> str:
    length = -(-len(bits) // 6)
    bits = bits.ljust(length * 6, "1").ljust(-(-length // 4) * 24, "0")
    return base64.b64encode(int(bits, 2).to_bytes(len(bits) // 8, "big"))[:length].decode("ascii")


def front_code(lines: Sequence[str]) -> str:
    """Return lines in which the start shared with the line before is one digit."""
    return "\n".join(map(front_coded, lines, chain(("",), lines)))


def front_coded(line: str, before: str) -> str:
    """Return a line in which the start shared with the line before is one digit."""
    shared = min(HALF - 1, shared_start(line, before))
    return DIGITS[shared] + line[shared:]


def shared_start(line: str, other: str) -> int:
    """Return how many characters two lines begin with alike."""
    shared = 0
    for a, b in zip(line, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared


def in_script_order(words: Iterable[str]) -> list[str]:
    """Return words sorted as JavaScript compares them (by UTF-16 units)."""
    listed = list(words)
    if all(word.isascii() for word in listed):
        return sorted(listed)
    return sorted(listed, key=lambda word: word.encode("utf-16-be"))
