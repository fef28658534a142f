"""How numbers are written where readers see them: with a sign, in thousands, as a fraction.

The format belongs to the type of a value, so that it goes wherever the value goes, and its explanation with it. The
JavaScript twin is `formatted` in `templates/assets/js/rules-answers.js`.
"""

from __future__ import annotations

from fractions import Fraction

from sheetgen.formula.runtime import ENGLISH, Value, exact, show
from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NUMBER,
    Basic,
    ListOf,
    MapOf,
    NumberFormat,
    Optional,
    Type,
    bare,
    each,
    is_number,
)
from sheetgen.languages.program_words import ValueWords


def with_format(kind: Type, form: NumberFormat) -> Type | None:
    """The type of the same values, whose numbers are written in a format; None where it has none.

    What may be anything stays so.
    """
    if kind == ANYTHING:
        return kind
    if isinstance(kind, Basic):
        return Basic(kind.name, form) if kind in (INTEGER, NUMBER) else None
    inner = kind.of if isinstance(kind, Optional) else kind.value if isinstance(kind, MapOf) else each(kind)
    within = with_format(inner, form) if inner is not kind else None
    if within is None:
        return None
    if isinstance(kind, MapOf):
        return MapOf(kind.key, within)
    return Optional(within) if isinstance(kind, Optional) else ListOf(within)


def number_format(kind: Type) -> NumberFormat:
    """The format of the numbers of a type; empty where they are written as they are."""
    kind = bare(kind)
    return kind.format if isinstance(kind, Basic) else ""


def formatted(value: Value, kind: Type, words: ValueWords = ENGLISH) -> str:
    """A value as readers see it, numbers in the format of its type."""
    return in_format(value, number_format(kind), words) if is_number(kind) else show(value, words)


def in_format(value: Value, form: NumberFormat, words: ValueWords) -> str:
    """A number in a format; what is no number as readers see it."""
    if not form or isinstance(value, bool) or not isinstance(value, int | Fraction):
        return show(value, words)
    size, negative = abs(Fraction(value)), value < 0
    if form == "signed":
        return f"{'−' if negative else '+'}{show(exact(size), words)}"
    text = in_thousands(size, words) if form == "grouped" else _mixed(size)
    return f"−{text}" if negative else text


def in_thousands(size: Fraction, words: ValueWords) -> str:
    """A number with a mark between thousands, the comma in English."""
    text = show(exact(size), words)
    whole, point, rest = text.partition(words.decimal)
    return f"{int(whole):,}".replace(",", words.group) + point + rest if whole.isdigit() else text


def _mixed(size: Fraction) -> str:
    """A fraction as 1/8, with the whole number before it as in 1 1/2."""
    whole, rest = divmod(size, 1)
    parts = [str(whole)] if whole or not rest else []
    parts += [f"{rest.numerator}/{rest.denominator}"] if rest else []
    return " ".join(parts)
