"""Exact chances of dice: maps from each result to its chance, which formulas add, repeat and gather.

A distribution is a map of whole numbers (or, gathered, of texts) to chances, in ascending order of its results. Rolls
that are put together are independent. Chances are counted in whole numbers over one denominator; each pair of results
that is counted is a sixteenth of a step of the budget. The JavaScript twin is in `rules-chances.js`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb, lcm

from sheetgen.formula.dice_texts import MOST_ROLLED, faces
from sheetgen.formula.runtime import MOST_ITEMS, Evaluation, Exact, FormulaFailedError, Value, exact

PAIRS_A_STEP = 16
PAIRS_A_WAY = 4
"""What one way of keeping some of several rolls counts as: its number of ways has to be worked out."""
_CERTAIN = {0: 1}


def added(run: Evaluation, first: Value, second: Value) -> Value:
    """The sums of two independent rolls."""
    return _finished(*_product(run, _counted(first), _counted(second)))


def repeated(run: Evaluation, chances: Value, times: Value) -> Value:
    """The sums of several independent rolls that are alike; of none, 0."""
    return _finished(*_power(run, _counted(chances), _amount(times)))


def kept(run: Evaluation, chances: Value, times: Value, number: Value) -> Value:
    """The sums of the highest of several rolls that are alike; of the lowest where `number` is below 0."""
    counts, whole = _counted(chances)
    rolls, keep = _amount(times), _amount(abs(number))
    states: dict[tuple[int, int, int], int] = {(rolls, min(keep, rolls), 0): 1}
    for result in sorted(counts, reverse=number > 0):
        nexts: dict[tuple[int, int, int], int] = defaultdict(int)
        for (left, places, total), count in states.items():
            _spend(run, PAIRS_A_WAY * (left + 1))
            for alike in range(left + 1):
                taken = min(alike, places)
                ways = comb(left, alike) * counts[result] ** alike
                nexts[left - alike, places - taken, total + taken * result] += count * ways
        states = nexts
    sums: dict[int, int] = defaultdict(int)
    for (left, _, total), count in states.items():
        if not left:
            sums[total] += count
    return _finished(sums, whole**rolls)


def exploding(run: Evaluation, chances: Value, times: Value) -> Value:
    """A roll that is made again and added whenever it shows its highest result, at most so many times more."""
    counts, whole = _counted(chances)
    if not counts:
        raise FormulaFailedError("there are no results to roll")
    top = max(counts)
    made, of = dict(counts), whole
    for _ in range(_amount(times)):
        _spend(run, len(made) + len(counts))
        again: dict[int, int] = defaultdict(int)
        for result, count in counts.items():
            if result != top:
                again[result] += count * of
        for result, count in made.items():
            again[top + result] += counts[top] * count
        made, of = again, whole * of
    return _finished(made, of)


def gathered(run: Evaluation, results: Value, chances: Value) -> Value:
    """The chances of results that are listed one by one, those of equal results added up."""
    if len(results) != len(chances):
        raise FormulaFailedError(f"gathered needs as many chances as results, not {len(chances)} for {len(results)}")
    sums: dict[Value, Exact] = {}
    for result, chance in zip(results, chances, strict=True):
        if not isinstance(result, int | str) or not isinstance(chance, int | Fraction):
            raise TypeError(type(result).__name__)
        sums[result] = sums.get(result, 0) + chance
    names = sums if any(isinstance(name, str) for name in sums) else sorted(sums)
    return {name: exact(sums[name]) for name in names}


def of_terms(run: Evaluation, terms: Iterable[tuple[str, str]]) -> Value:
    """The chances of dice by their terms with signs: `2d6`, `d8`, `4dF`, `3`."""
    made: tuple[Mapping[int, int], int] = _CERTAIN, 1
    for sign, term in terms:
        count, d, sides = term.partition("d")
        way = 1 if sign == "+" else -1
        if not d:
            made = {result + way * int(count): number for result, number in made[0].items()}, made[1]
            continue
        low, high = faces(sides)
        if high < 1:
            raise FormulaFailedError("a die without faces shows nothing")
        die = {way * face: 1 for face in range(low, high + 1)}
        made = _product(run, made, _power(run, (die, high - low + 1), _amount(int(count or 1))))
    return _finished(*made)


def _spend(run: Evaluation, pairs: int) -> None:
    run.spend(-(-pairs // PAIRS_A_STEP))


def _amount(times: Value) -> int:
    if not isinstance(times, int):
        raise TypeError(type(times).__name__)
    if times > MOST_ROLLED:
        raise FormulaFailedError(f"more than {MOST_ROLLED} rolls are too many to count")
    return max(0, times)


def _counted(chances: Value) -> tuple[Mapping[int, int], int]:
    """Chances as whole numbers, and the number that is certain."""
    if not isinstance(chances, dict) or not all(isinstance(result, int) for result in chances):
        raise TypeError(type(chances).__name__)
    fractions = {result: Fraction(chance) for result, chance in chances.items()}
    whole = lcm(*(chance.denominator for chance in fractions.values()))
    return {result: int(chance * whole) for result, chance in fractions.items()}, whole


def _product(
    run: Evaluation, first: tuple[Mapping[int, int], int], second: tuple[Mapping[int, int], int]
) -> tuple[Mapping[int, int], int]:
    _spend(run, len(first[0]) * len(second[0]))
    sums: dict[int, int] = defaultdict(int)
    for left, count in first[0].items():
        for right, number in second[0].items():
            sums[left + right] += count * number
    return sums, first[1] * second[1]


def _power(run: Evaluation, chances: tuple[Mapping[int, int], int], times: int) -> tuple[Mapping[int, int], int]:
    made: tuple[Mapping[int, int], int] = _CERTAIN, 1
    square = chances
    while times:
        if times % 2:
            made = _product(run, made, square)
        times //= 2
        if times:
            square = _product(run, square, square)
    return made


def _finished(sums: Mapping[int, int], whole: int) -> Value:
    if len(sums) > MOST_ITEMS:
        raise FormulaFailedError(f"a list or text holds more than {MOST_ITEMS:,} items")
    return {result: exact(Fraction(sums[result], whole)) for result in sorted(sums)}


DISTRIBUTIONS: Mapping[str, Callable[..., Value]] = {
    "added": added,
    "repeated": repeated,
    "kept": kept,
    "exploding": exploding,
    "gathered": gathered,
}
