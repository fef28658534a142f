"""Numbers and their units, which no line parts."""

from __future__ import annotations

import re

_NAMED = r"(?=(?:mm|cm|m|km|ft|kg|lb|s|min|h)\b(?![-'’=]))"
_UNIT = re.compile(rf"(?<=\d) {_NAMED}")
_UNIT_FIRST = re.compile(rf" {_NAMED}")


def with_units(text: str) -> str:
    """The same text without a break between a number and its unit."""
    return _UNIT.sub("\u00a0", text)


def after_number(text: str) -> str:
    """What follows a number, without a break before its unit where it begins with one."""
    return f"\u00a0{text[1:]}" if _UNIT_FIRST.match(text) else text
