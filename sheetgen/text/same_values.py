"""Whether values are the same as others, known without their digests, and what they are equal by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter, is_
from pathlib import Path


def is_same_subject(before: object, now: object) -> bool:
    """Whether two subjects of values are one: the very same object, or equal tuples."""
    return before is now or (type(now) is tuple and before == now)


def same(before: object, now: object) -> bool:
    """Whether two inputs are known to have one digest without working it out."""
    if before is now:
        return True
    kind = type(now)
    if type(before) is not kind:
        return False
    if kind in (str, bytes, int):
        return before == now
    if isinstance(now, tuple) and isinstance(before, tuple):
        return len(before) == len(now) and (all(map(is_, before, now)) or all(map(same, before, now)))
    if isinstance(now, dict) and isinstance(before, dict):
        return same((*before, *before.values()), (*now, *now.values()))
    return isinstance(now, Path) and before == now


def compared_fields(kind: type[object]) -> Callable[[object], tuple[object, ...]] | None:
    """What gives the fields that values of a dataclass are equal by; None of another type, and of one without equal
    values."""
    if not is_dataclass(kind) or kind.__eq__ is object.__eq__:
        return None
    names = tuple(part.name for part in fields(kind) if part.compare)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)
