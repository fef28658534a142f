"""Tables of a ruleset: lookup data that rules use, and mistakes in their rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from sheetgen.formula.types import TEXT, MapOf, Ranges, Type, join_all
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.models import TableModel
from sheetgen.model.ruleset.vocabulary import type_of
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity

Range: TypeAlias = tuple[int | None, int | None]
"""From and up to, both included; none for no end."""
_RANGE = re.compile(r"\s*(-?[0-9]{1,15})?\s*(?:(\.\.)\s*(-?[0-9]{1,15})?)?\s*(\+)?\s*")
_HYPHEN = re.compile(r"\s*(\d+)\s*(?:-|to)\s*(\d+)\s*")
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


def table(name: str, described: TableModel, place: YamlPlace, diagnostics: Diagnostics) -> LookupTable:
    """A table as formulas use it. Ranges that overlap or count backwards are errors, holes between them warnings."""
    if described.rows is not None:
        return LookupTable(name, described, place, described.rows, type_of(described.rows))
    rows = described.table or {}
    value_type = join_all([type_of(value) for value in rows.values()])
    ranges = {key: bounds for key in rows if (bounds := _range(str(key)))}
    if _wrong_keys(list(rows), ranges, place, diagnostics):
        return LookupTable(name, described, place, [], Ranges(value_type))
    if len(ranges) == len(rows):
        _check_ranges(ranges, place, diagnostics)
        value = [(*bounds, rows[key]) for key, bounds in ranges.items()]
        return LookupTable(name, described, place, value, Ranges(value_type))
    keyed = {str(key): value for key, value in rows.items()}
    return LookupTable(name, described, place, keyed, MapOf(TEXT, value_type))


def _range(key: str) -> Range | None:
    match = _RANGE.fullmatch(key.replace("–", ".."))
    if match is None:
        return None
    low, dots, high, plus = match.groups()
    if plus or not dots:
        return (int(low), None if plus else int(low)) if low and not dots else None
    return (int(low) if low else None), (int(high) if high else None)


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
