"""The course of a fight in sentences, for packets and the command line; pages say the same, `attack-course.js`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor

from sheetgen.languages.program_words import Words
from sheetgen.model.fight_course import MOST_ROUNDS, FightCourse
from sheetgen.model.ruleset.attack_models import FightModel, Whom

_NUMBERED = re.compile("[0-9]$")
_ROUNDED = 1e-6
"""A chance is cut to parts of a word, so that less than this may be missing from what is sure."""


def course_lines(course: FightCourse, words: Words) -> Iterator[str]:
    """Who wins, how long it takes, who goes down."""
    *won, undecided = hundredths((*(part for _, part in course.wins), course.undecided))
    yield words("Wins: {shares}.", shares=_shares(course.wins, won))
    if undecided:
        share = percent(course.undecided, undecided)
        yield words("Undecided after {n} rounds: {share}.", n=MOST_ROUNDS, share=share)
    low, middle, high = (course.lasts(part) for part in (0.1, 0.5, 0.9))
    if middle is not None:
        yield words("Rounds: {middle}, in eight of ten fights {low} to {high}.", middle=middle, low=low, high=high)
    down = [floor(100 * part + 0.5) for _, part in course.out]
    yield words("Goes down: {shares}.", shares=_shares(course.out, down))


def course_notes(course: FightCourse, fight: FightModel, words: Words, unhurt: bool = False) -> Iterator[str]:
    """How it was reckoned, and what that takes for granted."""
    if course.fights:
        points = ceil(100 * course.spread)
        yield words(
            "Played {n} times with the seed {seed}: a share may be {points} points off.",
            n=course.fights, seed=course.seed, points=points,
        )  # fmt: skip
    else:
        yield words("All ways that it can go are counted.")
    yield words("In the order of the roster everybody makes the best attack against {whom}.", whom=_whom(fight, words))
    if not fight.times:
        yield words("Each attacks once in a turn.")
    yield words("All begin unhurt.") if unhurt else words("All begin as they are marked.")
    yield words("Nobody is helped, heals, flees, or fights worse for being hurt.")


def hundredths(parts: Sequence[float]) -> list[int]:
    """Parts that are 1 together in whole hundredths that are 100: the largest remainders are rounded up."""
    whole = [floor(100 * part) for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda number: whole[number] - 100 * parts[number])
    for number in by_remainder[: 100 - sum(whole)]:
        whole[number] += 1
    return whole


def percent(part: float, whole: int) -> str:
    """A part of 1 as it is in whole hundredths; what is neither never nor always is not shown as such."""
    text = "<1" if whole == 0 and part > _ROUNDED else ">99" if whole == 100 and part < 1 - _ROUNDED else str(whole)
    return f"{text}\u00a0%"


def _shares(parts: Iterable[tuple[str, float]], hundreds: Iterable[int]) -> str:
    """The chance of everybody, as it is in whole hundredths."""
    named = zip(parts, hundreds, strict=True)
    return ", ".join(f"{_before(name)}\u00a0{percent(part, whole)}".strip() for (name, part), whole in named)


def _before(name: str) -> str:
    """A name as it stands before a figure: with a colon where it ends in a number."""
    return f"{name}:" if _NUMBERED.search(name) else name


def _whom(fight: FightModel, words: Words) -> str:
    texts: dict[Whom, str] = {
        "weakest": words("the enemy with the fewest boxes left"),
        "best": words("the enemy against whom it does most"),
        "first": words("the first enemy in the order"),
        "anyone": words("any enemy"),
    }
    return texts[fight.whom]
