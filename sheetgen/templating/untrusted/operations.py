"""The operators and filters by which templates put texts and lists together, each within its bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from jinja2 import filters as usual
from jinja2 import pass_environment, pass_eval_context
from jinja2.environment import Environment
from jinja2.exceptions import SecurityError
from jinja2.nodes import EvalContext
from jinja2.runtime import markup_join, str_join

from sheetgen.templating.untrusted.budget import LARGEST, StepBudget, printable, short

CALL = 6
"""Steps that a filter, or the call of a macro, takes by itself."""
BITS = 4096
"""Of a whole number that a template computes."""
WIDEST = 1000
"""Of what a template may say about widths, places and parts."""

REFUSED = frozenset({"center", "indent", "pprint", "random", "urlize", "wordwrap", "xmlattr"})
"""Filters that untrusted templates do without: they pad, depend on chance, or show what is inside of the program."""

TEXTS = frozenset(
    "capitalize e escape float forceescape int lower safe string striptags "
    "title trim truncate upper urlencode wordcount".split()
)
"""Filters that make a text of whatever they get."""

NARROW = frozenset({"batch", "round", "slice", "tojson", "truncate"})
"""Filters whose numbers say how wide, or in how many parts."""

_PLACE = re.compile(r"%(?:\([^)]*\))?([^a-zA-Z%]*)")
_NUMBER = re.compile(r"\d+")
_SEQUENCES = (str, bytes, list, tuple)


def bounded(operator: str, left: object, right: object) -> None:
    """Raises SecurityError where an operator would make something too large."""
    if operator == "%" and isinstance(left, str | bytes):
        _format(str(left), right if isinstance(right, tuple) else (right,))
    elif operator == "+" and isinstance(left, _SEQUENCES) and isinstance(right, _SEQUENCES):
        _fits(left, len(left) + len(right))
    elif operator == "*" and isinstance(left, _SEQUENCES) and isinstance(right, int):
        _fits(left, len(left) * right)
    elif operator == "*" and isinstance(right, _SEQUENCES) and isinstance(left, int):
        _fits(right, len(right) * left)
    elif isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length() * max(right, 0) if operator == "**" else left.bit_length() + right.bit_length()
        if bits > BITS:
            raise SecurityError(f"this number is too large: templates may compute with {BITS:,} bits at most")


def _fits(kind: object, length: int) -> None:
    if isinstance(kind, str | bytes):
        short(length)
    elif length > LARGEST:
        raise SecurityError(f"this list is too large: templates may make lists of {LARGEST:,} values at most")


def _format(text: str, values: Iterable[object]) -> None:
    """Raises SecurityError where a pattern such as `%5d` says large widths, or would repeat long texts."""
    places = _PLACE.findall(text)
    for place in places:
        if "*" in place or any(len(number) > 3 for number in _NUMBER.findall(place)):
            raise SecurityError(f"a format may be {WIDEST - 1} wide at most, not {place[:20]!r}")
    given = [part for value in values for part in (value.values() if isinstance(value, Mapping) else (value,))]
    longest = max((len(str(printable(value))) for value in given), default=0)
    short(len(text) + len(places) * longest)


def formatted(value: str, *args: Any, **kwargs: Any) -> str:
    """The filter `format`."""
    _format(str(printable(value)), (*args, kwargs))
    return usual.do_format(value, *args, **kwargs)


@pass_eval_context
def joined(context: EvalContext, value: Iterable[Any], d: str = "", attribute: str | int | None = None) -> str:
    """The filter `join`."""
    parts = value if attribute is None else map(usual.make_attrgetter(context.environment, attribute), value)
    items = list(parts)
    short(sum(len(str(printable(item))) for item in items) + len(items) * len(str(printable(d))))
    return usual.sync_do_join(context, items, d)


@pass_eval_context
def replaced(context: EvalContext, s: str, old: str, new: str, count: int | None = None) -> str:
    """The filter `replace`."""
    text, gone, come = (str(printable(text)) for text in (s, old, new))
    short(len(text) + text.count(gone) * len(come))
    return usual.do_replace(context, s, old, new, count)


@pass_environment
def summed(environment: Environment, iterable: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
    """The filter `sum`, of numbers."""
    if not isinstance(start, int | float):
        raise SecurityError("a sum begins with a number")
    return usual.sync_do_sum(environment, iterable, attribute, start)


@pass_eval_context
def together(context: EvalContext, values: list[Any]) -> str:
    """The text that `~` makes of its parts."""
    short(sum(len(str(printable(value))) for value in values))
    return markup_join(values) if context.autoescape else str_join(values)


OWN: Mapping[str, Callable[..., Any]] = {
    "format": formatted,
    "join": joined,
    "replace": replaced,
    "sum": summed,
}
"""Filters that look before they do as usual."""


def guarded(budget: StepBudget, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter or test that counts what it is given, and takes no more than it may."""
    first = 1 if hasattr(function, "jinja_pass_arg") else 0

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        if name in REFUSED:
            raise SecurityError(f"the filter `{name}` is not for the templates of a campaign or ruleset")
        budget.spend(CALL)
        given = [budget.charge(value) for value in args[first:]]
        named = {key: budget.charge(value) for key, value in kwargs.items()}
        _modest(name, given, named)
        return budget.charge(function(*args[:first], *given, **named))

    return run


def counted(budget: StepBudget, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of the program, which counts the texts that it is given."""

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        budget.spend(1 + sum(len(value) // 4 for value in (*args, *kwargs.values()) if isinstance(value, str)))
        return function(*args, **kwargs)

    return run


def _modest(name: str, given: list[Any], named: dict[str, Any]) -> None:
    """Raises SecurityError where a filter is given more than it may."""
    for value in (*given, *named.values()):
        if isinstance(value, str):
            short(len(value))
        if name in TEXTS:
            printable(value)
    if name in NARROW and any(isinstance(n, int) and abs(n) > WIDEST for n in (*given[1:], *named.values())):
        raise SecurityError(f"the filter `{name}` takes numbers up to {WIDEST:,}")
