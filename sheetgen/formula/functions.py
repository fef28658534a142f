"""The fixed functions of the rule language: how many arguments, of which types, giving which type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NUMBER,
    TEXT,
    TRUTH,
    ListOf,
    MapOf,
    Ranges,
    Record,
    Type,
    accepts,
    bare,
    is_integer,
    is_number,
    is_text,
    join,
    join_all,
)

Typing: TypeAlias = Callable[[list[Type]], "Type | str"]
"""Types of the arguments to the type of the result, or what is wrong with them."""


@dataclass(frozen=True)
class Function:
    """One function: its bounds on arguments, its typing, and one line of description for users."""

    name: str
    least: int
    most: int
    typing: Typing
    says: str


def _numbers(types: list[Type]) -> Type | str:
    alone = bare(types[0])
    items = [alone.item] if len(types) == 1 and isinstance(alone, ListOf) else types
    if not all(is_number(t) for t in items):
        return "takes numbers"
    return INTEGER if all(is_integer(t) for t in items) else NUMBER


def _sign(types: list[Type]) -> Type | str:
    return _numbers(types) if is_number(types[0]) else "takes a number"


def _sum(types: list[Type]) -> Type | str:
    return "takes a list of numbers" if is_number(types[0]) and types[0] != ANYTHING else _numbers(types)


def _totals(types: list[Type]) -> Type | str:
    number = _sum(types)
    return number if isinstance(number, str) else ListOf(number)


def _item(kind: Type) -> Type:
    """The type of what iteration over a value gives: items of a list, keys of a map."""
    kind = bare(kind)
    if isinstance(kind, ListOf):
        return kind.item
    if isinstance(kind, MapOf):
        return kind.key
    return ANYTHING


def _fixed(result: Type, *wanted: Type) -> Typing:
    def typing(types: list[Type]) -> Type | str:
        for number, (want, given) in enumerate(zip(wanted, types, strict=False), 1):
            if not accepts(want, given):
                return f"takes {want} as argument {number}, not {given}"
        return result

    return typing


def _list(result: Callable[[Type], Type]) -> Typing:
    def typing(types: list[Type]) -> Type | str:
        if not isinstance(bare(types[0]), ListOf | MapOf) and bare(types[0]) != ANYTHING:
            return f"takes a list, not {types[0]}"
        return result(_item(types[0]))

    return typing


def _step(types: list[Type]) -> Type | str:
    table = bare(types[0])
    if isinstance(table, Ranges):
        return table.value if is_number(types[1]) else "takes a number as argument 2"
    return ANYTHING if table == ANYTHING else "takes a table of ranges as argument 1"


def _get(types: list[Type]) -> Type | str:
    kind = bare(types[0])
    if isinstance(kind, MapOf):
        return join(kind.value, types[2])
    if isinstance(kind, Record):
        return join(join_all(list(kind.fields.values())), types[2])
    return ANYTHING if kind == ANYTHING else f"takes a map, not {types[0]}"


def _values(types: list[Type]) -> Type | str:
    kind = bare(types[0])
    if isinstance(kind, MapOf):
        return ListOf(kind.value)
    if isinstance(kind, Record):
        return ListOf(join_all(list(kind.fields.values())))
    return ListOf(ANYTHING) if kind == ANYTHING else f"takes a map, not {types[0]}"


def _keys(types: list[Type]) -> Type | str:
    kind = bare(types[0])
    if isinstance(kind, MapOf):
        return ListOf(kind.key)
    return ListOf(TEXT) if isinstance(kind, Record) or kind == ANYTHING else f"takes a map, not {types[0]}"


def _pairs(types: list[Type]) -> Type | str:
    keys, values = _keys(types), _values(types)
    if isinstance(keys, str) or isinstance(values, str):
        return f"takes a map, not {types[0]}"
    return ListOf(Record("pair", {"key": _item(keys), "value": _item(values)}))


def _zip(types: list[Type]) -> Type | str:
    for kind in types:
        if not isinstance(bare(kind), ListOf) and bare(kind) != ANYTHING:
            return f"takes two lists, not {kind}"
    return ListOf(Record("pair", {"first": _item(types[0]), "second": _item(types[1])}))


def _merge(types: list[Type]) -> Type | str:
    first, second = map(bare, types)
    for kind in (first, second):
        if not isinstance(kind, MapOf | Record) and kind != ANYTHING:
            return f"takes two maps or records, not {kind}"
    if isinstance(first, Record) and isinstance(second, Record):
        return Record(first.name, {**first.fields, **second.fields}, {**first.labels, **second.labels})
    return join(first, second)


def _order_by(types: list[Type]) -> Type | str:
    if not isinstance(bare(types[0]), ListOf) and bare(types[0]) != ANYTHING:
        return f"takes a list, not {types[0]}"
    if not isinstance(bare(types[1]), ListOf) and bare(types[1]) != ANYTHING:
        return "takes a list of sort keys as argument 2"
    return ListOf(_item(types[0]))


def _first(types: list[Type]) -> Type | str:
    if not isinstance(bare(types[0]), ListOf) and bare(types[0]) != ANYTHING:
        return f"takes a list, not {types[0]}"
    return join(_item(types[0]), types[1])


def _dice(types: list[Type]) -> Type | str:
    if len(types) == 2:
        return "takes count, sides and bonus, or one text"
    wanted = (TEXT,) if len(types) == 1 else (INTEGER, INTEGER, INTEGER)
    return _fixed(TEXT, *wanted)(types)


def _length(types: list[Type]) -> Type | str:
    kind = bare(types[0])
    measurable = isinstance(kind, ListOf | MapOf | Record) or accepts(TEXT, kind)
    return INTEGER if measurable else f"takes a list, a map or a text, not {types[0]}"


_CHANCES = MapOf(INTEGER, NUMBER)
"""The type of a distribution: the chance of each result."""


def _gathered(types: list[Type]) -> Type | str:
    result = _item(types[0])
    if not isinstance(bare(types[0]), ListOf) and bare(types[0]) != ANYTHING:
        return f"takes a list of results, not {types[0]}"
    if not (is_integer(result) or is_text(result)):
        return f"takes results that are texts or whole numbers, not {result}"
    wrong = _fixed(ANYTHING, ANYTHING, ListOf(NUMBER))(types)
    return wrong if isinstance(wrong, str) else MapOf(result, NUMBER)


_EACH = [
    Function("min", 1, 20, _numbers, "the smallest of several numbers or of a list"),
    Function("max", 1, 20, _numbers, "the greatest of several numbers or of a list"),
    Function("abs", 1, 1, _sign, "the number without its sign"),
    Function("sum", 1, 1, _sum, "all numbers of a list added up"),
    Function("totals", 1, 1, _totals, "each number of a list with those before it added up"),
    Function("clamp", 3, 3, _numbers, "the number, held between two limits"),
    Function("floor", 1, 1, _fixed(INTEGER, NUMBER), "rounded down"),
    Function("ceil", 1, 1, _fixed(INTEGER, NUMBER), "rounded up"),
    Function("round_half", 1, 1, _fixed(INTEGER, NUMBER), "rounded to the nearest, halves up"),
    Function("len", 1, 1, _length, "how many items a list, or characters a text, has"),
    Function("count", 1, 1, _list(lambda item: INTEGER), "how many items of a list are true"),
    Function("any", 1, 1, _list(lambda item: TRUTH), "whether an item of a list is true"),
    Function("all", 1, 1, _list(lambda item: TRUTH), "whether each item of a list is true"),
    Function("range", 1, 2, _fixed(ListOf(INTEGER), INTEGER, INTEGER), "whole numbers from 0, or from the first"),
    Function("order_by", 2, 2, _order_by, "a list in ascending order of a list of keys"),
    Function("step", 2, 2, _step, "the value of the table row whose range holds a number"),
    Function("get", 3, 3, _get, "the value of a key of a map, or a default"),
    Function("keys", 1, 1, _keys, "the keys of a map"),
    Function("values", 1, 1, _values, "the values of a map"),
    Function("pairs", 1, 1, _pairs, "the `key` and `value` of each entry of a map"),
    Function("zip", 2, 2, _zip, "the items of two lists side by side, as `first` and `second`"),
    Function("first", 2, 2, _first, "the first item of a list, or a default"),
    Function("unique", 1, 1, _list(lambda item: ListOf(item)), "a list without repeated items"),
    Function("reversed", 1, 1, _list(lambda item: ListOf(item)), "a list from its end to its start"),
    Function("index", 2, 2, _list(lambda item: INTEGER), "the place of an item in a list from 0, or -1"),
    Function("join", 2, 2, _fixed(TEXT, ListOf(ANYTHING), TEXT), "the items of a list as one text"),
    Function("text", 1, 1, _fixed(TEXT, ANYTHING), "a value as text"),
    Function("number", 1, 1, _fixed(NUMBER, TEXT), "a text read as a number"),
    Function("dice", 1, 3, _dice, "dice as text: 2d6+3, from numbers or a text"),
    Function(
        "average", 1, 1, _fixed(NUMBER, TEXT), "the mean result of dice, exact: 7/2 for d6; `floor` rounds it down"
    ),
    Function("lowest", 1, 1, _fixed(INTEGER, TEXT), "the lowest result of dice"),
    Function("highest", 1, 1, _fixed(INTEGER, TEXT), "the highest result of dice"),
    Function("chances", 1, 1, _fixed(_CHANCES, TEXT), "the exact chance of each result of dice, as a map"),
    Function("added", 2, 2, _fixed(_CHANCES, _CHANCES, _CHANCES), "the chances of the sum of two rolls"),
    Function("repeated", 2, 2, _fixed(_CHANCES, _CHANCES, INTEGER), "the chances of the sum of several equal rolls"),
    Function(
        "kept",
        3,
        3,
        _fixed(_CHANCES, _CHANCES, INTEGER, INTEGER),
        "the chances of the sum of the highest of several rolls; of the lowest with a number below 0",
    ),
    Function(
        "exploding",
        2,
        2,
        _fixed(_CHANCES, _CHANCES, INTEGER),
        "the chances of a roll that is made again and added on its highest result, so many times at most",
    ),
    Function("gathered", 2, 2, _gathered, "the chances of listed results, those of equal results added up"),
    Function("signed", 1, 1, _fixed(TEXT, NUMBER), "a number as text with its sign: +6"),
    Function("grouped", 1, 1, _fixed(TEXT, NUMBER), "a number as text with marks between its thousands: 11,500"),
    Function("title", 2, 2, _fixed(TEXT, ANYTHING, TEXT), "the title of a term of a vocabulary"),
    Function("lower", 1, 1, _fixed(TEXT, TEXT), "a text in small letters"),
    Function("split", 2, 2, _fixed(ListOf(TEXT), TEXT, TEXT), "the parts of a text between separators"),
    Function("merge", 2, 2, _merge, "a record with another one put over it"),
]

OF_DICE = ("dice", "average", "lowest", "highest", "chances")
"""The functions of a dice text."""
OF_RUN = ("chances", "added", "repeated", "kept", "exploding", "gathered", "grouped")
"""The functions that ask the run: those of exact chances spend of its budget, one writes as its language does."""

FUNCTIONS: dict[str, Function] = {function.name: function for function in _EACH}
"""Every function a formula can call, by name."""
