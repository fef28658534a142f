"""The run time of compiled formulas: values, their display, and the budget of steps.

Numbers are integers and exact fractions up to 10^15; a run may take 200,000 steps, and a list or text may hold 10,000
items. Going past a bound raises `FormulaFailedError`. The JavaScript twin of this module and of `builtins` is
`templates/assets/js/rules-values.js`; property tests hold the two to the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple, TypeAlias

from sheetgen.languages.program_words import ValueWords

LARGEST_NUMBER = 10**15
FINEST_FRACTION = 10**100
MOST_PLACES = 6
"""Decimal places up to which readers see a number as it is."""
SIMPLE_FRACTION = 12
"""The largest part of a whole that readers see as a fraction."""
MOST_STEPS = 200_000
MOST_ITEMS = 10_000
ENGLISH = ValueWords()
LETTERS_A_STEP = 64
"""Letters of a text that count as one step where the text is made or searched."""
_LARGE = {str, list, dict}
"""The types of values that count as many steps."""

Exact: TypeAlias = int | Fraction
Value: TypeAlias = Any
"""Integers, fractions, texts, truth values, none, and lists and dictionaries of these."""
ShownFraction: TypeAlias = Callable[[Fraction, ValueWords], str]


class FormulaFailedError(Exception):
    """A formula that could not be computed, with a message for users."""

    def __init__(self, message: str, at: str = "") -> None:
        super().__init__(message)
        self.at = at
        """The rule that failed, and its line where that is known, `RULE.LINE`; empty where it was no rule."""


class Leaf(NamedTuple):
    """A computed value with the formula that gave it, numbers filled in, and the rule it comes from."""

    value: Value
    why: str
    rule: str = ""


@dataclass
class Evaluation:
    """One evaluation: the house rules in force, what values are called in explanations, and the budget."""

    house: Mapping[str, Value]
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each vocabulary the titles of its terms."""
    words: ValueWords = ENGLISH
    steps: int = MOST_STEPS
    at: str = ""
    """The rule and output being computed, for messages."""

    @property
    def spent(self) -> int:
        """The steps that a run with the usual budget has taken."""
        return MOST_STEPS - max(0, self.steps)

    def spend(self, steps: int = 1) -> None:
        """Take steps from the budget."""
        self.steps -= steps
        if self.steps < 0:
            raise FormulaFailedError(f"this takes more than {MOST_STEPS:,} steps")

    def each(self, items: Value) -> Value:
        """The list (or the map, for its keys) that will be gone over: each item is a step of the budget."""
        if not isinstance(items, list | dict):
            reason = ": the value is none" if items is None else ""
            raise FormulaFailedError(f"there is no list to go over{reason}")
        self.spend(len(items))
        return items

    def charge(self, value: Value) -> Value:
        """A value that will be gone through from end to end: all that it holds are steps of the budget."""
        if isinstance(value, str):
            self.spend(len(value) // LETTERS_A_STEP)
            return value
        is_map = isinstance(value, dict)
        if is_map or isinstance(value, list):
            self.spend(len(value))
            for part in value.values() if is_map else value:
                kind = type(part)
                if kind in _LARGE and (kind is not str or len(part) >= LETTERS_A_STEP):
                    self.charge(part)
        return value

    def title(self, vocabulary: str, term: Value) -> str:
        """The title of a term; a text that is no term stands for itself."""
        title = self.titles.get(vocabulary, {}).get(term)
        return self.show(term) if title is None else title

    def show(self, value: Value) -> str:
        """A value as users read it."""
        return show(value, self.words)

    def optional(self, text: Callable[[], str]) -> str:
        """An explanation, or an empty text where it cannot be computed, as for a part of a value that is none."""
        try:
            return text()
        except (FormulaFailedError, ArithmeticError, AttributeError, LookupError, TypeError):
            self.spend()
            return ""


def show(value: Value, words: ValueWords = ENGLISH, fraction: ShownFraction | None = None) -> str:
    """A value as users read it: truth as yes and no, fractions by `show_fraction` or another."""
    kind = type(value)
    if kind is str:
        return str(value).replace("_", " ")
    if kind is int or (isinstance(value, int) and kind is not bool):
        return f"−{-value}" if value < 0 else str(value)
    if value is None:
        return words.none
    if isinstance(value, bool):
        return words.yes if value else words.no
    if isinstance(value, Fraction):
        return (fraction or show_fraction)(value, words)
    if isinstance(value, list):
        # Records have commas of their own.
        between = "; " if any(isinstance(item, dict) for item in value) else ", "
        return between.join(show(item, words, fraction) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{str(k).replace('_', ' ')} {show(v, words, fraction)}" for k, v in value.items())
    return str(value).replace("_", " ")


def exactly(value: Value) -> str:
    """A value as its author writes it, no fraction rounded."""
    return show(value, fraction=exact_fraction)


def show_fraction(value: Fraction, words: ValueWords = ENGLISH) -> str:
    """A number as readers see it: exactly where that is short, 0.25 or 1/3, else to three digits, 1.15 for 15/13.

    It has more digits where three would be a whole number, so that nothing that may fail seems certain.
    """
    size = abs(value)
    if 10**MOST_PLACES % size.denominator == 0 or (size < 1 and size.denominator <= SIMPLE_FRACTION):
        return exact_fraction(value, words)
    scale = 10
    while size * scale < 100 or _nearest(size * scale) % scale == 0:
        scale *= 10
    rounded = Fraction(_nearest(size * scale), scale)
    return exact_fraction(-rounded if value < 0 else rounded, words)


def _nearest(size: Fraction) -> int:
    return floor(size + Fraction(1, 2))


def exact_fraction(value: Fraction, words: ValueWords = ENGLISH) -> str:
    """A number as it is: as a decimal where that ends, else as a fraction, 15/13."""
    sign, value = ("−" if value < 0 else ""), abs(value)
    denominator = value.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1:
        return f"{sign}{value.numerator}/{value.denominator}"
    whole, rest = divmod(value, 1)
    digits = ""
    while rest:
        digit, rest = divmod(rest * 10, 1)
        digits += str(digit)
    return f"{sign}{whole}" + (f"{words.decimal}{digits}" if digits else "")


def exact(value: Value) -> Value:
    """A value with whole fractions turned into integers; refuses numbers that are too large or too fine."""
    if isinstance(value, int):
        if -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            return value
        raise FormulaFailedError("the number grows past 10^15")
    kind = type(value)
    if kind is dict:
        return {key: exact(item) for key, item in value.items()}
    if kind is list:
        return [exact(item) for item in value]
    return _exact_fraction(value) if kind is Fraction else value


def _exact_fraction(value: Fraction) -> Exact:
    if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise FormulaFailedError("the number grows past 10^15")
    if value.denominator > FINEST_FRACTION:
        raise FormulaFailedError("the fraction grows finer than 1/10^100")
    return value.numerator if value.denominator == 1 else value


def bounded(items: Value) -> Value:
    """The list or text itself, refused where it holds too many items."""
    if len(items) > MOST_ITEMS:
        raise FormulaFailedError(f"a list or text holds more than {MOST_ITEMS:,} items")
    return items
