"""The functions that formulas call while they run: exact arithmetic, lists, maps and texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate
from typing import Any

from sheetgen.formula import distributions
from sheetgen.formula.dice_texts import SPACES, average, dice_ends, dice_terms, dice_text
from sheetgen.formula.number_formats import in_format, in_thousands
from sheetgen.formula.reasons import addends, bracketed, either, inner, leaf, reasons
from sheetgen.formula.runtime import (
    MOST_ITEMS,
    Evaluation,
    Exact,
    FormulaFailedError,
    Value,
    bounded,
    exact,
    show,
)
from sheetgen.formula.types import NumberFormat

# ---- numbers


def _both(a: Value, b: Value) -> tuple[Exact, Exact]:
    """Two values that must be numbers, and not texts, which Python would repeat or fill in."""
    if isinstance(a, int | Fraction) and isinstance(b, int | Fraction):
        return a, b
    raise TypeError(f"{type(a).__name__}, {type(b).__name__}")


def add(a: Value, b: Value) -> Value:
    """Numbers added, or texts or lists put together."""
    if isinstance(a, str | list):
        return bounded(a + b)
    left, right = _both(a, b)
    return left + right


def minus(a: Value, b: Value) -> Exact:
    """The difference of values that may turn out to be no numbers."""
    left, right = _both(a, b)
    return left - right


def mul(a: Value, b: Value) -> Exact:
    """The product, refused where it grows too large."""
    left, right = _both(a, b)
    product: Exact = exact(left * right)
    return product


def div(a: Value, b: Value) -> Exact:
    """The exact quotient."""
    left, right = _both(a, b)
    quotient: Exact = exact(Fraction(left) / right)
    return quotient


def floordiv(a: Value, b: Value) -> int:
    """The quotient rounded down, of values that may turn out to be no numbers."""
    left, right = _both(a, b)
    return left // right


def mod(a: Value, b: Value) -> Exact:
    """The remainder of `floordiv`."""
    left, right = _both(a, b)
    return left % right


def _numbers(items: tuple[Value, ...]) -> list[Exact]:
    numbers = list(items[0]) if len(items) == 1 and not isinstance(items[0], int | Fraction) else list(items)
    if not numbers:
        raise FormulaFailedError("there is nothing to choose from: the list is empty")
    return numbers


def smallest(*items: Value) -> Exact:
    """`min`."""
    return min(_numbers(items))


def greatest(*items: Value) -> Exact:
    """`max`."""
    return max(_numbers(items))


def total(items: Iterable[Exact]) -> Exact:
    """`sum`."""
    return exact(sum(items))  # type: ignore[no-any-return]


def totals(items: Iterable[Exact]) -> list[Exact]:
    """Each number with those before it added up."""
    return [exact(sum_so_far) for sum_so_far in accumulate(items)]


def clamp(value: Exact, low: Exact, high: Exact) -> Exact:
    """The value, but at least `low` and at most `high`; `low` wins where they cross."""
    return max(low, min(high, value))


def floor(value: Exact) -> int:
    """Rounded down, towards minus infinity."""
    return value // 1


def ceil(value: Exact) -> int:
    """Rounded up."""
    return -((-value) // 1)


def round_half(value: Exact) -> int:
    """Rounded to the nearest whole number, halves up."""
    return floor(value + Fraction(1, 2))


_WRITTEN_NUMBER = re.compile(r"[+-]?[0-9]{1,20}(?:\.[0-9]{0,20}|/[0-9]{1,20})?")


def number(text: str) -> Exact:
    """A text read as a number: 7, -0.5 or 7/2."""
    written = strip(text).replace("−", "-")
    if _WRITTEN_NUMBER.fullmatch(written):
        with suppress(ZeroDivisionError):
            return exact(Fraction(written))  # type: ignore[no-any-return]
    raise FormulaFailedError(f"`{text}` is not a number")


# ---- lists


def numbers_between(first: int, end: int | None = None) -> list[int]:
    """`range`: from 0 up to the argument, or from the first up to the second, the end not included."""
    start, stop = (0, first) if end is None else (first, end)
    if stop - start > MOST_ITEMS:
        raise FormulaFailedError(f"a list or text holds more than {MOST_ITEMS:,} items")
    return list(range(start, stop))


def order_by(items: list[Value], keys: list[Value]) -> list[Value]:
    """Items in ascending order of their keys; equal keys keep their order."""
    if len(items) != len(keys):
        raise FormulaFailedError(f"order_by needs as many keys as items, not {len(keys)} for {len(items)}")
    return [items[i] for i in sorted(range(len(items)), key=lambda i: keys[i])]


def first_item(items: list[Value], default: Value) -> Value:
    """The first item, or the default for an empty list."""
    return items[0] if items else default


def unique(items: list[Value]) -> list[Value]:
    """The list without repeated items, first ones kept."""
    distinct: dict[Value, Value] = {}
    for item in items:
        distinct.setdefault(_frozen(item), item)
    return list(distinct.values())


def _frozen(value: Value) -> Value:
    """A hashable copy of a value, equal for equal values."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return frozenset((key, _frozen(item)) for key, item in value.items())
    return value


def index(items: list[Value], item: Value) -> int:
    """The place of the item from 0, or -1."""
    return next((place for place, other in enumerate(items) if other == item), -1)


def side_by_side(first: list[Value], second: list[Value]) -> list[Value]:
    """`zip`: items of two lists side by side, up to the shorter one."""
    return [{"first": a, "second": b} for a, b in zip(first, second, strict=False)]


# ---- maps and tables


def pick(holder: Value, key: Value) -> Value:
    """`holder[key]`: an item of a list from 0, or the value of a key."""
    if isinstance(holder, list):
        if isinstance(key, int) and 0 <= key < len(holder):
            return holder[key]
        raise FormulaFailedError(f"the list has no place {show(key)}: it holds {len(holder)}, counted from 0")
    if isinstance(holder, dict):
        with suppress(KeyError, TypeError):
            return holder[key]
    raise FormulaFailedError(f"there is nothing for `{show(key)}`")


def step(table: list[tuple[Value, Value, Value]], value: Exact) -> Value:
    """The value of the row whose range holds the number."""
    for low, high, result in table:
        if (low is None or value >= low) and (high is None or value <= high):
            return result
    raise FormulaFailedError(f"no row of the table holds {show(value)}")


def get(holder: Mapping[str, Value], key: str, default: Value) -> Value:
    """The value of a key, or the default where the key is absent."""
    return holder.get(key, default)


def pairs(holder: Mapping[str, Value]) -> list[Value]:
    """The keys and values of a map."""
    return [{"key": key, "value": value} for key, value in holder.items()]


def merge(first: Mapping[str, Value], second: Mapping[str, Value]) -> dict[str, Value]:
    """The first record with the values of the second put over it."""
    return {**first, **second}


# ---- texts


def plain(value: Value) -> str:
    """`text`: a value as plain text, with an ordinary minus and terms as written."""
    return value if isinstance(value, str) else show(value).replace("−", "-")


def texts(*parts: Value) -> str:
    """An f-string."""
    return str(bounded("".join(plain(part) for part in parts)))


def joined(items: list[Value], separator: str) -> str:
    """`join`: the items as one text."""
    return str(bounded(separator.join(plain(item) for item in items)))


def dice(count: int | str, sides: int = 0, bonus: int = 0) -> str:
    """Dice as text: 2d6+3; without a bonus no sign, without dice the bonus alone; of a text, that without spaces."""
    if isinstance(count, str):
        return dice_text(count)
    if count <= 0:
        return plain(bonus)
    sign = "+" if bonus > 0 else ""
    return f"{plain(count)}d{plain(sides)}" + (f"{sign}{plain(bonus)}" if bonus else "")


def chances(run: Evaluation, text: str) -> Value:
    """The chance of each result of a dice text."""
    return distributions.of_terms(run, dice_terms(text))


def signed(value: Exact) -> str:
    """A number as text with its sign, +6 or -1; of nothing +0."""
    return plain(value) if value < 0 else f"+{plain(value)}"


def grouped(run: Evaluation, value: Exact) -> str:
    """A number as text with the marks of the game's language between its thousands, 11,500 or −11,500 as -11,500."""
    return ("-" if value < 0 else "") + in_thousands(abs(Fraction(value)), run.words)


def formatted(run: Evaluation, value: Value, form: NumberFormat) -> str:
    """A number in an explanation, in the format of its type."""
    return in_format(value, form, run.words)


def strip(text: str) -> str:
    """A text without the spaces around it."""
    return text.strip(SPACES)


def split(text: str, separator: str) -> list[str]:
    """The parts of a text between separators, without spaces around; none for an empty text."""
    parts = map(strip, text.split(separator) if separator else [text])
    return bounded([part for part in parts if part])  # type: ignore[no-any-return]


# ---- types


def fits(value: Value, outline: Value) -> Value:
    """A value whose type was not known before, held against what its place asks for."""
    if value is None or outline is None:
        return value
    parts: Iterable[tuple[Value, Value]] = ()
    match outline:
        case "number" | "text" | "truth":
            fit = isinstance(value, _PLAIN[outline])
        case ["list", item]:
            fit = isinstance(value, list)
            parts = ((part, item) for part in value)
        case ["map", item]:
            fit = isinstance(value, dict)
            parts = ((part, item) for part in value.values())
        case [_, fields]:
            fit = isinstance(value, dict)
            parts = ((value.get(name), part) for name, part in fields.items())
    if not fit:
        raise TypeError(type(value).__name__)
    for part, asked in parts:
        fits(part, asked)
    return value


_PLAIN: Mapping[str, Any] = {"number": int | Fraction, "text": str, "truth": bool}


HELPERS: dict[str, Callable[..., Value]] = {
    "min": smallest,
    "max": greatest,
    "abs": abs,
    "sum": total,
    "totals": totals,
    "clamp": clamp,
    "floor": floor,
    "ceil": ceil,
    "round_half": round_half,
    "number": number,
    "len": len,
    "count": lambda items: sum(map(bool, items)),
    "any": any,
    "all": all,
    "range": numbers_between,
    "order_by": order_by,
    "first": first_item,
    "unique": unique,
    "reversed": lambda items: list(reversed(items)),
    "index": index,
    "zip": side_by_side,
    "step": step,
    "get": get,
    "keys": lambda holder: list(holder),
    "values": lambda holder: list(holder.values()),
    "pairs": pairs,
    "merge": merge,
    "join": joined,
    "text": plain,
    "dice": dice,
    "average": average,
    "lowest": lambda text: dice_ends(text)[0],
    "highest": lambda text: dice_ends(text)[1],
    "signed": signed,
    "grouped": grouped,
    "lower": lambda text: text.lower(),
    "split": split,
    "chances": chances,
    **distributions.DISTRIBUTIONS,
    # what the compiler writes by itself
    "formatted": formatted,
    "add": add,
    "minus": minus,
    "mul": mul,
    "div": div,
    "floordiv": floordiv,
    "mod": mod,
    "pick": pick,
    "texts": texts,
    "truth": bool,
    "fits": fits,
    "exact": exact,
    "bounded": bounded,
    "reasons": reasons,
    "inner": inner,
    "addends": addends,
    "bracketed": bracketed,
    "either": either,
    "leaf": leaf,
    "ratio": Fraction,
}
"""The functions that compiled code may call, by the name it uses."""
