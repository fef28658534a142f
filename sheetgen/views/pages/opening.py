"""The opening inputs of a calculator: a worked case, else defaults, else the natural value of the type."""

from __future__ import annotations

from typing import Any

from sheetgen.views.pages.fragments import RuleInput


def opening(asked: RuleInput, start: Any = None) -> Any:
    """The value that an input opens with, as JSON; `start` is what the worked case around it gives.

    None is a number or a choice that may be left empty. The script of calculators does the same.
    """
    value: Any = next((value for value in (start, asked.start, asked.default) if value is not None), None)
    match asked.type:
        case "integer" | "number":
            return _number(asked, value)
        case "truth":
            return value is True
        case "choice":
            return _choice(asked, value)
        case "list" if asked.of is not None:
            return [opening(asked.of, item) for item in value or []]
        case "map" if asked.of is not None:
            given = value or {}
            names = [str(option.value) for option in asked.options] if asked.options else list(given)
            return {name: opening(asked.of, given.get(name)) for name in names}
        case "record":
            return {part.name: opening(part, (value or {}).get(part.name)) for part in asked.fields}
    return value or ""


def _number(asked: RuleInput, value: Any) -> Any:
    if value is None:
        return None if asked.optional else max(0, asked.min or 0)
    return value


def _choice(asked: RuleInput, value: Any) -> Any:
    known = [option.value for option in asked.options]
    if value in known or asked.optional or not known:
        return value if value in known else None
    return known[0]
