"""Exact chances of dice: against all rolls counted one by one, their bounds, and what they are refused."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sheetgen.formula.check import check
from sheetgen.formula.compile import Program, guarded
from sheetgen.formula.parse import parse
from sheetgen.formula.runtime import MOST_STEPS, Evaluation, FormulaFailedError
from sheetgen.formula.scope import Scope

SCOPE = Scope({}, {})


def value(text: str, run: Evaluation | None = None) -> Any:
    checked = check(parse(text), SCOPE)
    assert not checked.problems, checked.problems
    return guarded(Program().expression(checked, SCOPE).value, run or Evaluation({}), {})


def counted(results: list[int]) -> dict[int, Fraction]:
    return {result: Fraction(number, len(results)) for result, number in sorted(Counter(results).items())}


@pytest.mark.parametrize(
    ("dice", "faces", "plus"), [("2d6", (6, 6), 0), ("3d4+1", (4, 4, 4), 1), ("d20+d6-2", (20, 6), -2)]
)
def test_chances_are_those_of_all_rolls(dice: str, faces: tuple[int, ...], plus: int) -> None:
    rolls = [sum(roll) + plus for roll in product(*(range(1, n + 1) for n in faces))]
    assert value(f'chances("{dice}")') == counted(rolls)


def test_fate_dice_show_minus_one_to_one() -> None:
    rolls = [sum(roll) + 2 for roll in product((-1, 0, 1), repeat=4)]
    assert value('chances("4dF+2")') == counted(rolls)
    assert value('[average("4dF"), lowest("4df+1"), highest("d%-dF"), dice("4 dF")]') == [0, -3, 101, "4dF"]


def test_a_die_is_taken_off() -> None:
    rolls = [a - b for a, b in product(range(1, 7), repeat=2)]
    assert value('chances("d6-d6")') == counted(rolls)


@pytest.mark.parametrize("seed", range(12))
def test_functions_count_as_all_rolls_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    faces = [chance.randint(-3, 7) for _ in range(chance.randint(1, 5))]
    times, keep = chance.randint(0, 4), chance.randint(1, 5)
    die = f"gathered({faces}, [1 / {len(faces)} for n in range({len(faces)})])"
    rolls = list(product(faces, repeat=times))
    assert value(f"repeated({die}, {times})") == counted([sum(roll) for roll in rolls])
    assert value(f"kept({die}, {times}, {keep})") == counted([sum(sorted(roll)[::-1][:keep]) for roll in rolls])
    assert value(f"kept({die}, {times}, -{keep})") == counted([sum(sorted(roll)[:keep]) for roll in rolls])
    pairs = [a + b for a, b in product(faces, range(1, 5))]
    assert value(f'added({die}, chances("d4"))') == counted(pairs)


@pytest.mark.parametrize("times", [0, 1, 3])
def test_a_die_explodes_so_many_times_at_most(times: int) -> None:
    def exploded(roll: tuple[int, ...]) -> int:
        total = 0
        for face in roll:
            total += face
            if face < 4:
                break
        return total

    rolls = [exploded(roll) for roll in product(range(1, 5), repeat=times + 1)]
    assert value(f'exploding(chances("d4"), {times})') == counted(rolls)


def test_chances_come_to_one_however_many_dice_there_are() -> None:
    assert sum(value('repeated(chances("d6"), 60)').values()) == 1
    assert sum(value('kept(exploding(chances("d6"), 2), 5, 3)').values()) == 1


def test_degrees_of_two_rolls_against_each_other_fit_the_budget() -> None:
    run = Evaluation({})
    degrees = 'gathered([(60 - r) // 10 for r in chances("d100")], values(chances("d100")))'
    gap = value(f"added({degrees}, gathered([0 - d for d in {degrees}], values({degrees})))", run)
    assert gap[0] == sum(Fraction(n * n) for n in [Fraction(1, 10)] * 10) and run.spent < MOST_STEPS // 100


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('repeated(chances("d100"), 150)', "this takes more than 200,000 steps"),
        ('kept(chances("d1000"), 100, 50)', "this takes more than 200,000 steps"),
        ('repeated(chances("d2"), 201)', "more than 200 rolls are too many to count"),
        ('chances(lower("D0"))', "a die without faces shows nothing"),
        ('chances(lower("SOUP"))', "`soup` is no dice text, such as 2d6+3"),
        ("exploding({}, 2)", "there are no results to roll"),
        ("gathered([1, 2], [0.5])", "gathered needs as many chances as results, not 1 for 2"),
        ('added({"a": 1}, chances("d6"))', "the values do not fit together"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(FormulaFailedError, match=re.escape(message)):
        value(text)


def test_results_are_texts_or_whole_numbers() -> None:
    [problem] = check(parse("gathered([[1], [2]], [1, 2])"), SCOPE).problems
    assert problem.message == "`gathered` takes results that are texts or whole numbers, not list of integer"
    assert value('gathered(["hit", "miss", "hit"], [0.25, 0.5, 0.25])') == {
        "hit": Fraction(1, 2),
        "miss": Fraction(1, 2),
    }
