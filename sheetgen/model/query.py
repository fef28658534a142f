"""The query words that choose entries: `tier:2..4 weak:fire -arcana:moon lantern`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sheetgen.model.ruleset.vocabulary import fold

_TERM = re.compile(r'(?P<sign>[-!]?)(?:(?P<key>[\w-]+):)?(?P<value>"[^"]*"|\S+)')
_RANGE = re.compile(r"(?P<low>-?\d+(?:\.\d+)?)?\.\.(?P<high>-?\d+(?:\.\d+)?)?$")
_NUMBER = re.compile(r"-?\d{1,40}(?:\.\d{1,40}|/0*[1-9]\d{0,40})?$")
"""No exponents: a few letters must not ask for a number of a million digits."""
_COMPARED = re.compile(r"(?P<sign>[<>]=?)(?P<number>-?\d+(?:\.\d+)?)$")


class FilterError(Exception):
    """A filter that cannot be read; the message is for people."""


@dataclass(frozen=True)
class FilterWord:
    """One word of a filter: a facet (or "" for any name) with the value wanted, perhaps turned round."""

    key: str
    value: str
    turned: bool = False


def read_filter(text: str, facets: Iterable[str]) -> tuple[FilterWord, ...]:
    """Read a filter. Raises `FilterError` for a facet that does not exist."""
    known = {fold(name): name for name in facets}
    words = []
    for match in _TERM.finditer(text):
        key = match["key"] or ""
        if key and fold(key) not in known:
            raise FilterError(f"there is nothing called `{key}` to filter by: {', '.join(sorted(known.values()))}")
        value = match["value"].strip('"')
        if key and ".." in value and not _RANGE.match(value):
            raise FilterError(f"`{value}` is no range: write {key}:2..4, {key}:2.. or {key}:..4")
        words.append(FilterWord(known.get(fold(key), ""), match["value"].strip('"'), bool(match["sign"])))
    return tuple(words)


def holds(words: Iterable[FilterWord], names: Iterable[str], facets: Mapping[str, Any]) -> bool:
    """Whether an entry with these names and facet values is chosen by all words."""
    folded = [fold(name) for name in names]
    return all(_holds(word, folded, facets) != word.turned for word in words)


def _holds(word: FilterWord, names: list[str], facets: Mapping[str, Any]) -> bool:
    if not word.key:
        return any(fold(word.value) in name for name in names)
    value = facets.get(word.key)
    values = value if isinstance(value, list | tuple) else [value]
    return any(one not in (None, "") and _matches(word.value, one) for one in values)


def _matches(wanted: str, value: Any) -> bool:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return _in_range(wanted, Fraction(value))
    return fold(wanted) == fold(str(value)) if value is not None else False


def _in_range(wanted: str, value: Fraction) -> bool:
    if match := _RANGE.match(wanted):
        low, high = match["low"], match["high"]
        return (low is None or value >= Fraction(low)) and (high is None or value <= Fraction(high))
    if match := _COMPARED.match(wanted):
        number = Fraction(match["number"])
        return {"<": value < number, "<=": value <= number, ">": value > number, ">=": value >= number}[match["sign"]]
    return bool(_NUMBER.match(wanted)) and value == Fraction(wanted)
