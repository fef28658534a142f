"""Values of which only a part is there, since readers know no more: formulas cannot tell the rest from what is.

A formula that asks for more than there is fails with `UnknownValueError`, also one that asks how many there are, or
goes over them. What names a value, and computes nothing of it, is shown what is there: `visible_part` and `known_at`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from sheetgen.formula.runtime import FormulaFailedError, Leaf


class UnknownValueError(FormulaFailedError):
    """A formula that asks for what is not known."""

    def __init__(self, *_: object) -> None:
        super().__init__("this is not known")


def _unknown(self: object, *_: object) -> NoReturn:
    raise UnknownValueError


def _equal(self: object, other: object) -> bool:
    """Whether a part is equal to another value: it is not nothing; more is not known."""
    return False if other is None else _unknown(self)


def _unequal(self: object, other: object) -> bool:
    return not _equal(self, other)


class PartOfMap(dict[Any, Any]):
    """A map or record without some of its values; `lacks` are their names, where they have any."""

    def __init__(self, values: Mapping[Any, Any], lacks: Iterable[str] = ()) -> None:
        super().__init__(parts_of(values))
        self.lacks = {*lacks}

    __missing__ = _unknown
    __eq__, __ne__ = _equal, _unequal
    __iter__ = __len__ = keys = values = items = copy = __or__ = __ror__ = _unknown
    __hash__ = None

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or _unknown(self)

    def get(self, key: Any, default: Any = None) -> Any:
        """A value that is there."""
        return self[key]

    def __copy__(self) -> PartOfMap:
        """The same part."""
        return PartOfMap(self, self.lacks)

    def leave_out(self, name: str) -> None:
        """Lack a value from now on."""
        self.lacks.add(name)
        self.pop(name, None)


class PartOfList(list[Any]):
    """A list without some of its items."""

    __eq__, __ne__ = _equal, _unequal
    __iter__ = __len__ = __getitem__ = __contains__ = _unknown
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = __reversed__ = count = index = copy = _unknown
    __hash__ = None


def parts_of(value: Any) -> Any:
    """What is there of a map or list, as a plain one; every other value itself."""
    if isinstance(value, PartOfMap):
        return dict(zip(dict.keys(value), dict.values(value), strict=True))
    return list(list.__iter__(value)) if isinstance(value, PartOfList) else value


def visible_part(value: Any) -> Any:
    """What is there of a value and of all within it, as plain maps and lists."""
    value = parts_of(value)
    if isinstance(value, dict):
        return {key: visible_part(part) for key, part in value.items()}
    return [visible_part(part) for part in value] if isinstance(value, list) else value


def known_at(values: Mapping[str, Any], path: Sequence[str]) -> Any:
    """The value at a path; none where it is not there."""
    value: Any = values
    for step in path:
        value = parts_of(value)
        value = value.get(step) if isinstance(value, dict) else None
    return value


def ask_for_whole(value: Any) -> None:
    """Raise `UnknownValueError` where a value, or one within it, is only a part."""
    if isinstance(value, Leaf):
        ask_for_whole(value.value)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            ask_for_whole(part)


def put_over(values: Mapping[str, Any], row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values of a row over those of its entry; what the row lacks is not taken from the entry."""
    if not isinstance(values, PartOfMap) and not isinstance(row, PartOfMap):
        return {**values, **row}
    lacks = row.lacks if isinstance(row, PartOfMap) else set[str]()
    outer = {name: value for name, value in parts_of(values).items() if name not in lacks}
    return PartOfMap({**outer, **parts_of(row)}, lacks)
