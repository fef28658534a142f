"""What compiled formulas call while they run: exact arithmetic within a budget.

Numbers are integers and fractions, at most 10^15 either way; a run may take 200,000 steps, and a list
or text may hold 10,000 items. Going past a bound raises `FormulaFailedError`. The JavaScript twin of this
module is `templates/assets/js/rules-runtime.js`; a property test holds the two to the same answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

LARGEST_NUMBER = 10**15
MOST_STEPS = 200_000
MOST_ITEMS = 10_000

Exact: TypeAlias = int | Fraction
Value: TypeAlias = Any
"""Integers, fractions, texts, truth values, none, and lists and dictionaries of these."""


class FormulaFailedError(Exception):
    """A formula that could not be computed; the message is for people."""


class Leaf(NamedTuple):
    """A computed value with the formula that gave it, numbers filled in, and the rule it comes from."""

    value: Value
    why: str
    rule: str = ""


@dataclass
class Run:
    """One evaluation: the house rules in force, what the vocabularies call their terms, and the budget."""

    house: Mapping[str, Value]
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    steps: int = MOST_STEPS
    at: str = ""
    """The rule and output being computed, for messages."""

    def spend(self, steps: int = 1) -> None:
        """Take steps from the budget."""
        self.steps -= steps
        if self.steps < 0:
            raise FormulaFailedError(f"this takes more than {MOST_STEPS:,} steps")

    def each(self, items: Iterable[Value]) -> Iterator[Value]:
        """The items of a list (or the keys of a map), each a step of the budget."""
        if items is None:
            raise FormulaFailedError("there is no list to go over: the value is none")
        for item in items:
            self.spend()
            yield item

    def title(self, vocabulary: str, term: Value) -> str:
        """The title of a term; a text that is no term stands for itself."""
        return self.titles.get(vocabulary, {}).get(term, show(term))


def show(value: Value) -> str:
    """A value as people read it: fractions as decimals where exact, truth as yes and no."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return show_fraction(value)
    if isinstance(value, int):
        return f"−{-value}" if value < 0 else str(value)
    if isinstance(value, list):
        return ", ".join(map(show, value))
    if isinstance(value, dict):
        return ", ".join(f"{str(k).replace('_', ' ')} {show(v)}" for k, v in value.items())
    return str(value).replace("_", " ")


def show_fraction(value: Fraction) -> str:
    """An exact number: as a decimal where that ends, else as a fraction in words of numerals, 1/3."""
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
    return f"{sign}{whole}" + (f".{digits}" if digits else "")


def exact(value: Value) -> Value:
    """A value with whole fractions turned into integers; refuses numbers that are too large."""
    if isinstance(value, Fraction) and value.denominator == 1:
        value = int(value)
    if isinstance(value, int | Fraction) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise FormulaFailedError("the number grows past 10^15")
    if isinstance(value, list):
        return [exact(item) for item in value]
    if isinstance(value, dict):
        return {key: exact(item) for key, item in value.items()}
    return value


def _numbers(items: tuple[Value, ...]) -> list[Exact]:
    found = list(items[0]) if len(items) == 1 and not isinstance(items[0], int | Fraction) else list(items)
    if not found:
        raise FormulaFailedError("there is nothing to choose from: the list is empty")
    return found


def mul(a: Exact, b: Exact) -> Exact:
    """The product, refused where it grows too large."""
    product: Exact = exact(a * b)
    return product


def div(a: Exact, b: Exact) -> Exact:
    """The exact quotient."""
    quotient: Exact = exact(Fraction(a) / b)
    return quotient


def add(a: Value, b: Value) -> Value:
    """Numbers added, or texts or lists put together."""
    both = a + b
    if isinstance(both, str | list):
        bounded(both)
    return both


def bounded(items: Value) -> Value:
    """The list or text itself, refused where it holds too many items."""
    if len(items) > MOST_ITEMS:
        raise FormulaFailedError(f"a list or text holds more than {MOST_ITEMS:,} items")
    return items


def smallest(*items: Value) -> Exact:
    """`min`."""
    return min(_numbers(items))


def greatest(*items: Value) -> Exact:
    """`max`."""
    return max(_numbers(items))


def total(items: Iterable[Exact]) -> Exact:
    """`sum`."""
    return exact(sum(items.values() if isinstance(items, dict) else items))  # type: ignore[no-any-return]


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


def step(table: list[tuple[Value, Value, Value]], value: Exact) -> Value:
    """The value of the row whose range holds the number."""
    for low, high, result in table:
        if (low is None or value >= low) and (high is None or value <= high):
            return result
    raise FormulaFailedError(f"no row of the table holds {show(value)}")


def pick(holder: Value, key: Value) -> Value:
    """`holder[key]`: an item of a list from 0, or the value of a key."""
    if isinstance(holder, list):
        if isinstance(key, int) and 0 <= key < len(holder):
            return holder[key]
        raise FormulaFailedError(f"the list has no place {show(key)}: it holds {len(holder)}, counted from 0")
    try:
        return holder[key]
    except (KeyError, TypeError):
        raise FormulaFailedError(f"there is nothing for `{show(key)}`") from None


def get(holder: Mapping[str, Value], key: str, default: Value) -> Value:
    """The value of a key, or the default where the key is absent."""
    return holder.get(key, default)


def pairs(holder: Mapping[str, Value]) -> list[Value]:
    """The keys and values of a map."""
    return [{"key": key, "value": value} for key, value in holder.items()]


def side_by_side(first: list[Value], second: list[Value]) -> list[Value]:
    """`zip`: items of two lists side by side, up to the shorter one."""
    return [{"first": a, "second": b} for a, b in zip(first, second, strict=False)]


def first_item(items: list[Value], default: Value) -> Value:
    """The first item, or the default for an empty list."""
    return items[0] if items else default


def unique(items: list[Value]) -> list[Value]:
    """The list without repeated items, first ones kept."""
    found: list[Value] = []
    for item in items:
        if item not in found:
            found.append(item)
    return found


def index(items: list[Value], item: Value) -> int:
    """The place of the item from 0, or -1."""
    return items.index(item) if item in items else -1


def joined(items: list[Value], separator: str) -> str:
    """`join`: the items as one text."""
    return str(bounded(separator.join(plain(item) for item in items)))


def plain(value: Value) -> str:
    """`text`: a value as plain text, with an ordinary minus and terms as written."""
    return value if isinstance(value, str) else show(value).replace("−", "-")


def texts(*parts: Value) -> str:
    """An f-string."""
    return str(bounded("".join(plain(part) for part in parts)))


def number(text: str) -> Exact:
    """A text read as a number."""
    try:
        return exact(Fraction(text.strip().replace("−", "-")))  # type: ignore[no-any-return]
    except (ValueError, ZeroDivisionError):
        raise FormulaFailedError(f"`{text}` is not a number") from None


def dice(count: int, sides: int, bonus: int) -> str:
    """Dice as text: 2d6+3; without a bonus no sign, without dice the bonus alone."""
    if count <= 0:
        return str(bonus)
    return f"{count}d{sides}" + (f"+{bonus}" if bonus > 0 else str(bonus) if bonus < 0 else "")


def split(text: str, separator: str) -> list[str]:
    """The parts of a text between separators, without spaces around; none for an empty text."""
    parts = re.split(re.escape(separator), text) if separator else [text]
    return [part.strip() for part in parts if part.strip()]


def merge(first: Mapping[str, Value], second: Mapping[str, Value]) -> dict[str, Value]:
    """The first record with the values of the second put over it."""
    return {**first, **second}


def reasons(told: list[str]) -> str:
    """What decided, in brackets; nothing where nothing is to be told."""
    found = ", ".join(filter(None, told))
    return f" ({found})" if found else ""


HELPERS: dict[str, Callable[..., Value]] = {
    "min": smallest,
    "max": greatest,
    "abs": abs,
    "sum": total,
    "clamp": clamp,
    "floor": floor,
    "ceil": ceil,
    "round_half": round_half,
    "len": len,
    "count": lambda items: sum(map(bool, items)),
    "any": any,
    "all": all,
    "range": numbers_between,
    "order_by": order_by,
    "step": step,
    "get": get,
    "keys": lambda holder: list(holder),
    "values": lambda holder: list(holder.values()),
    "pairs": pairs,
    "zip": side_by_side,
    "first": first_item,
    "unique": unique,
    "reversed": lambda items: list(reversed(items)),
    "index": index,
    "join": joined,
    "text": plain,
    "number": number,
    "dice": dice,
    "lower": lambda text: text.lower(),
    "split": split,
    "merge": merge,
    "mul": mul,
    "div": div,
    "add": add,
    "pick": pick,
    "texts": texts,
    "show": show,
    "reasons": reasons,
    "exact": exact,
}
"""What compiled code may call, by the name it uses."""
