"""The budget of pages drawn with untrusted templates: steps, lengths of texts, sizes of lists."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import TypeVar

from jinja2.exceptions import SecurityError
from jinja2.runtime import LoopContext

STEPS = 4_000_000
"""Parts of templates that drawing one page may go through; each turn of a loop counts the parts of its body."""
LONGEST = 1_000_000
"""Characters of a text that a template puts together."""
LARGEST = 100_000
"""Values in a list that a template puts together, those in lists within it included."""
LETTERS = 32
"""Characters that are written, read or compared for a step."""

_LISTS = (list, tuple, dict, set, frozenset, range)
_PARTED = (*_LISTS, str)

Value = TypeVar("Value")


class TooManyStepsError(SecurityError):
    """A page that takes too long to draw."""


class StepBudget(threading.local):
    """Counts the steps of a page as it is drawn, in every thread by itself."""

    def __init__(self) -> None:
        self.left = STEPS
        self.drawing = False

    @contextmanager
    def page(self) -> Iterator[None]:
        """A page from its first step to its last; what is drawn for it meanwhile counts as part of it."""
        if self.drawing:
            yield
            return
        self.left, self.drawing = STEPS, True
        try:
            yield
        finally:
            self.drawing = False

    def spend(self, steps: int) -> None:
        """Count steps. Raises TooManyStepsError where a page takes too many."""
        self.left -= max(steps, 0)
        if self.left < 0:
            raise TooManyStepsError(f"this takes too long: a page may take {STEPS:,} steps at most")

    def charge(self, value: Value) -> Value:
        """The same value, what it takes to go through it counted; of an iterator, as it is gone through."""
        if isinstance(value, str):
            self.spend(len(value) // LETTERS)
        elif isinstance(value, _LISTS):
            self.spend(size(value))
        elif isinstance(value, Iterator) and not isinstance(value, LoopContext):
            return self.each(value, 0)
        return value

    def each(self, values: Value, cost: int) -> Value:
        """The same values, a loop over them counted: `cost` steps for each."""
        cost = max(cost, 0) + 1
        if isinstance(values, Sized) or not isinstance(values, Iterable):
            self.spend(len(values) * cost if isinstance(values, Sized) else 0)
            return values
        return self._counted(values, cost)  # type: ignore[return-value]

    def _counted(self, values: Iterable[object], cost: int) -> Iterator[object]:
        for value in values:
            self.spend(cost)
            yield value

    def written_out(self, value: Value) -> Value:
        """The same value, as it is written out."""
        self.spend(len(printable(value)) // LETTERS if isinstance(value, str) else 1)
        return printable(value)


def size(value: object) -> int:
    """How many values a list holds, those in lists within it included. Raises SecurityError for too many."""
    total, rest = 1, [value]
    while rest:
        item = rest.pop()
        total += len(item) // LETTERS if isinstance(item, str) else len(item) if isinstance(item, _LISTS) else 0
        if total > LARGEST:
            raise SecurityError(f"this list is too large: templates may make lists of {LARGEST:,} values at most")
        if isinstance(item, _LISTS) and not isinstance(item, range):
            rest += [part for part in item if isinstance(part, _PARTED)]
            rest += [part for part in item.values() if isinstance(part, _PARTED)] if isinstance(item, dict) else ()
    return total


def short(letters: float) -> None:
    """Raises SecurityError where a text of so many characters would be too long."""
    if letters > LONGEST:
        raise SecurityError(f"this text is too long: templates may make texts of {LONGEST:,} characters at most")


def printable(value: Value) -> Value:
    """The same value, if it is one that can be written out: a text, a number, nothing. Raises SecurityError."""
    own = type(value).__str__ is not object.__str__ or hasattr(value, "__html__")
    if own or value is None or isinstance(value, int | float):
        return value
    raise SecurityError(f"a {type(value).__name__} cannot be written out: name one of its parts")
