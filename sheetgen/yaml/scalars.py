"""Scalars of a YAML file: YAML 1.2's core schema, with exact numbers that keep their written form."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from sheetgen.text.source import Span

LONGEST_NUMBER = 40
"""Characters; anything longer that looks like a number is text, so that no file can ask for a huge one."""
LARGEST_EXPONENT = 30
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that only an escape can write in a YAML file, and that neither HTML nor a file of text can hold."""

Value: TypeAlias = "bool | int | Fraction | str | list[Value] | dict[str | int, Value] | None"
"""Plain data as it comes from a YAML file."""


class WrittenInt(int):
    """An integer that remembers how it was written, such as `012` or `0x1F`."""

    written: str

    def __new__(cls, value: int, written: str = "") -> WrittenInt:
        """An integer with its text; without one, the text is the plain decimal form."""
        number = super().__new__(cls, value)
        number.written = written or str(int(number))
        return number


class WrittenFraction(Fraction):
    """An exact decimal that remembers how it was written, such as `1.50`."""

    __slots__ = ("written",)
    written: str

    def __new__(cls, value: Fraction | int | str, written: str = "") -> WrittenFraction:
        """A fraction with its text; without one, the text is that of the fraction."""
        number = super().__new__(cls, value)
        number.written = written or str(Fraction(number))
        return number

    def __reduce__(self) -> tuple[type[WrittenFraction], tuple[str, str]]:
        return WrittenFraction, (f"{self.numerator}/{self.denominator}", self.written)

    def __copy__(self) -> WrittenFraction:
        return self

    def __deepcopy__(self, memo: object) -> WrittenFraction:
        return self


class CutText(str):
    """A text that ends before a `#` with a word or number right behind it, which may be meant as part of the text."""

    comment: Span

    def __new__(cls, value: str, comment: Span) -> CutText:
        """A text with the place of the comment behind it."""
        text = super().__new__(cls, value)
        text.comment = comment
        return text

    def __reduce__(self) -> tuple[type[CutText], tuple[str, Span]]:
        return CutText, (str(self), self.comment)


_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_INTEGER = re.compile(r"[-+]?[0-9]+")
_PREFIXED = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_DECIMAL = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE]([-+]?[0-9]{1,4}))?")


def resolve(text: str) -> bool | int | Fraction | str | None:
    """The value of an unquoted scalar: nothing, a truth, an exact number, or the text itself.

    `no`, `on`, `1:30` and dates are text; `012` is the integer 12 (its `written` is `012`).
    """
    if text[:1] not in "-+.0123456789" or not text:
        return _WORDS.get(text, text)
    return text if len(text) > LONGEST_NUMBER else _number(text)


def written(value: object) -> str | None:
    """The text of a scalar as a text field keeps it: `012`, `1.50`, `true`; None for a list, mapping or nothing."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, WrittenInt | WrittenFraction):
        return value.written
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | Fraction) else None


def is_blank(text: str) -> bool:
    """Whether a text has no visible character."""
    return not any(char.isprintable() and not char.isspace() for char in text)


@lru_cache(maxsize=4096)
def _number(text: str) -> int | Fraction | str:
    """The number of a text, one for all places where it is written."""
    if _INTEGER.fullmatch(text):
        return WrittenInt(int(text), text)
    if _PREFIXED.fullmatch(text):
        return WrittenInt(int(text, 0), text)
    decimal = _DECIMAL.fullmatch(text)
    if decimal is None or abs(int(decimal[1] or 0)) > LARGEST_EXPONENT:
        return text
    return WrittenFraction(Fraction(text.rstrip(".").replace(".e", "e").replace(".E", "e")), text)
