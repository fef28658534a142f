"""The order of lists, as browsers give it: numbers first, then texts as people sort them, last what is empty.

Texts are compared as the collation of Unicode's root does at its first level (UTS #10, with numbers by their value):
case and accents do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from sheetgen.site.search.words import SPELLED
from sheetgen.views.pages import ListCell

SortKey: TypeAlias = tuple[int, float, str]
NUMBERS, TEXTS, EMPTY = range(3)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?")
_DIGITS = re.compile(r"([0-9]+)")


def sort_key(value: float | str) -> SortKey:
    """What a cell, or a name, is sorted by."""
    if isinstance(value, str):
        text = value.strip()
        if not _NUMBER.fullmatch(text):
            return (TEXTS, 0, text_key(text)) if text else (EMPTY, 0, "")
        value = text
    return NUMBERS, float(value), ""


def cell_key(cell: ListCell) -> SortKey:
    """What a cell is sorted by: its own value, else what it shows."""
    if cell.sort != "":
        return sort_key(cell.sort)
    return sort_key(cell.text or ", ".join(mark.title for mark in cell.marks))


def ranks(keys: Iterable[SortKey]) -> list[int]:
    """For each key its place among all; the same for equal ones, and -1 for what is empty."""
    listed = list(keys)
    places = {key: place for place, key in enumerate(sorted(set(listed)))}
    return [-1 if key[0] == EMPTY else places[key] for key in listed]


@lru_cache(maxsize=1 << 14)
def text_key(text: str) -> str:
    """A text in a form whose order by code points is that of people."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    parts = _DIGITS.split("".join(SPELLED.get(char, char) for char in plain if not unicodedata.combining(char)))
    return "".join(_number(part) if part[:1].isdecimal() and part.isascii() else _letters(part) for part in parts)


def _number(digits: str) -> str:
    """A number by its value: how many digits it has, then these."""
    short = digits.lstrip("0") or "0"
    return f"3{chr(min(len(short), 0xD000))}{short}"


def _letters(text: str) -> str:
    """Blanks before punctuation, that before signs, and letters last."""
    return "".join(_place(char) for char in text)


def _place(char: str) -> str:
    if (known := _PUNCTUATION.find(char)) >= 0:
        return f"1{chr(known + 1)}"
    return _CLASSES.get(unicodedata.category(char)[0], "4") + char


_PUNCTUATION = "_-–—,;:!?.'‘’“”\"()[]{}§¶@*/\\&#%†‡•`^°©®+±÷×<=>|~¤¢$£¥"
"""In the order of the root of the CLDR."""
_CLASSES = {"Z": "0", "C": "0", "P": "2", "S": "2", "N": "3"}
