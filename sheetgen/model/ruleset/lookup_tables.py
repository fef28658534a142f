"""Tables of a ruleset: lookup data that rules use, and mistakes in their rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from sheetgen.dice.notation import Dice, numbers_between, signed_text
from sheetgen.dice.rolled_tables import problems
from sheetgen.formula.types import TEXT, ListOf, MapOf, Ranges, Type, join_all
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.rule_models import TableModel
from sheetgen.model.ruleset.vocabulary import type_of
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity, did_you_mean, nearest

Range: TypeAlias = tuple[int | None, int | None]
"""From and up to, both included; none for no end."""
_RANGE = re.compile(r"\s*(-?[0-9]{1,15})?\s*(?:(\.\.)\s*(-?[0-9]{1,15})?)?\s*(\+)?\s*")
_HYPHEN = re.compile(r"\s*(\d+)\s*(?:-|to)\s*(\d+)\s*")
_HUNDRED = re.compile(r"(?<!\d)00(?!\d)")
_DICE = (6, 8)
"""Dice whose faces are read as digits: after 16 comes 21, after 18."""


@dataclass(frozen=True, eq=False)
class LookupTable:
    """Lookup data: ranges or keys with their values, or rows."""

    name: str
    model: TableModel
    place: YamlPlace
    value: Any
    type: Type
    dice: Dice | None = None
    """What is rolled on it, where something is."""


def table(
    name: str, described: TableModel, place: YamlPlace, diagnostics: Diagnostics, kinds: Iterable[str] = ()
) -> LookupTable:
    """A table as formulas use it. Ranges that overlap or count backwards are errors, holes between them warnings; where
    dice are rolled on it, these are errors too."""
    dice = _dice(described, place, diagnostics)
    if described.entries:
        if described.entries not in kinds:
            hint, at = did_you_mean(described.entries, kinds), place.at("entries").span
            missed = (described.entries,)
            diagnostics.error("ruleset", f"there is no kind `{described.entries}`", at, hint, missed=missed)
        return LookupTable(name, described, place, [], ListOf(TEXT), dice)
    if described.rows is not None:
        if dice and len(described.rows) != len(dice.results):
            message = f"{dice.text} has {len(dice.results)} results, and there are {len(described.rows)} rows"
            diagnostics.error("ruleset", message, place.at("dice").span)
        _check_columns(described.rows, place, diagnostics)
        return LookupTable(name, described, place, described.rows, type_of(described.rows), dice)
    rows = described.table or {}
    value_type = join_all([type_of(value) for value in rows.values()])
    ranges = {key: bounds for key in rows if (bounds := _range(_result(str(key), dice)))}
    if _wrong_keys(list(rows), ranges, place, diagnostics):
        return LookupTable(name, described, place, [], Ranges(value_type))
    if dice and len(ranges) < len(rows):
        wrong = next(key for key in rows if key not in ranges)
        message, hint = f"`{wrong}` is no result of {dice.text}", "write a number, or a range such as `1..3`"
        diagnostics.error("ruleset", message, place.at("table", wrong).key_span, hint)
    elif len(ranges) == len(rows):
        if dice:
            _check_dice(ranges, dice, place, diagnostics)
        else:
            _check_ranges(ranges, place, diagnostics)
        value = [(*bounds, rows[key]) for key, bounds in ranges.items()]
        return LookupTable(name, described, place, value, Ranges(value_type), dice)
    keyed = {str(key): value for key, value in rows.items()}
    return LookupTable(name, described, place, keyed, MapOf(TEXT, value_type), dice)


def _check_columns(rows: Sequence[Any], place: YamlPlace, diagnostics: Diagnostics) -> None:
    """Warn of a column that only one row has, where that lacks the one of all others that is spelt almost so."""
    columns = [set(map(str, row)) for row in rows if isinstance(row, dict)]
    if len(columns) < max(3, len(rows)):
        return
    of = Counter(column for row in columns for column in row)
    shared = {column for column, times in of.items() if times == len(rows) - 1}
    for number, row in enumerate(columns):
        for column in sorted(column for column in row if of[column] == 1):
            if meant := nearest(column, sorted(shared - row), 1):
                message, hint = (
                    f"only this row has `{column}`, and all others `{meant[0]}`",
                    f"did you mean `{meant[0]}`?",
                )
                diagnostics.warning("ruleset", message, place.at("rows", number, column).key_span, hint)


def _dice(described: TableModel, place: YamlPlace, diagnostics: Diagnostics) -> Dice | None:
    """What is rolled on a table; reported where that is no dice, or more than a table can hold."""
    dice = Dice.of(described.dice)
    if described.dice and (dice is None or not dice.results):
        hint = "dice are written `d6`, `2d6+1`, `d66`, `d100`, `4dF`"
        diagnostics.error("ruleset", f"`{described.dice}` is no dice for a table", place.at("dice").span, hint)
        return None
    return dice


def _check_dice(ranges: dict[str | int, Range], dice: Dice, place: YamlPlace, diagnostics: Diagnostics) -> None:
    first, last = dice.results[0], dice.results[-1]
    rows = [
        (str(key), first if low is None else low, last if high is None else high) for key, (low, high) in ranges.items()
    ]
    keys = list(ranges)
    for number, message in problems(rows, dice):
        diagnostics.error("ruleset", message, place.at("table", keys[number]).key_span)


def _result(key: str, dice: Dice | None) -> str:
    """A key as a number or a range of them: on a hundred-sided die, `00` is 100, which YAML by itself reads as 0."""
    if dice is None or dice.results[:1] != (1,) or dice.results[-1] != 100:
        return key
    return "100" if key == "0" else _HUNDRED.sub("100", key)


def _range(key: str) -> Range | None:
    match = _RANGE.fullmatch(key.replace("–", ".."))
    if match is None:
        return None
    low, dots, high, plus = match.groups()
    if plus or not dots:
        return (int(low), None if plus else int(low)) if low and not dots else None
    return (int(low) if low else None), (int(high) if high else None)


def range_text(key: object) -> str:
    """The key of a row as readers see it: `4..6` as 4–6, `..3` as ≤ 3, `7..` as 7+, `-2` as −2."""
    low, high = _range(str(key)) or (None, None)
    if low is None:
        return str(key) if high is None else f"≤ {signed_text(high)}"
    if high is None:
        return f"{signed_text(low)}+"
    return signed_text(low) if low == high else numbers_between(low, high)


def _is_span(key: str | int) -> bool:
    return bool(re.search(r"\.\.|–|\+$", str(key)))


def _wrong_keys(
    keys: Sequence[str | int], ranges: dict[str | int, Range], place: YamlPlace, diagnostics: Diagnostics
) -> bool:
    """Report keys that were meant to be ranges; whether there are any."""
    wrong = [key for key in keys if key not in ranges and (any(map(_is_span, ranges)) or _HYPHEN.fullmatch(str(key)))]
    for key in wrong:
        hyphen = _HYPHEN.fullmatch(str(key))
        hint = f"write `{hyphen[1]}..{hyphen[2]}`" if hyphen else "ranges are written `1..3`, `10..` or `10+`"
        diagnostics.error("ruleset", f"`{key}` is no range of numbers", place.at("table", key).key_span, hint)
    return bool(wrong)


def _check_ranges(ranges: dict[str | int, Range], place: YamlPlace, diagnostics: Diagnostics) -> None:
    for key, (low, high) in ranges.items():
        if low is not None and high is not None and low > high:
            at = place.at("table", key).key_span
            diagnostics.error("ruleset", f"`{key}` counts backwards", at, f"write `{high}..{low}`")
            return
    ordered = sorted(ranges.items(), key=lambda row: (row[1][0] is not None, row[1][0] or 0))
    for (before, (_, end)), (key, (start, _)) in pairwise(ordered):
        at = place.at("table", key).key_span
        if start is None or end is None or start <= end:
            note = ("the other row is here", place.at("table", before).key_span)
            message = f"the row `{key}` overlaps `{before}`"
            diagnostics.add(Diagnostic(Severity.ERROR, "ruleset", message, at, ("each number has one row",), (note,)))
        elif start > end + 1 and (_is_span(before) or _is_span(key)) and not _next_on_dice(end, start):
            missing = str(end + 1) if start == end + 2 else f"{end + 1}..{start - 1}"
            diagnostics.warning("ruleset", f"this table has nothing for {missing}", at)


def _next_on_dice(end: int, start: int) -> bool:
    """Whether a number follows another on two dice that are read as digits."""
    return end % 10 in _DICE and start == (end // 10 + 1) * 10 + 1
