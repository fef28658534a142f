"""Plain values written as JSON, which is read without running anything, unlike a pickle.

Beside what JSON has, tuples, sets, fractions, paths, markup and dataclasses of known types come back as they were.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from markupsafe import Markup

_JSON = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_COLLECTIONS: Mapping[str, type] = {kind.__name__: kind for kind in (tuple, list, set, frozenset)}


@dataclass(frozen=True)
class ValueFormat:
    """The format of values that are made of some dataclasses, by the names of these."""

    types: Mapping[str, tuple[type, tuple[str, ...]]]
    """Each type with the names of its fields."""

    @classmethod
    def of(cls, *types: type) -> ValueFormat:
        """The format of values of these types, and of the plain ones."""
        return cls({kind.__name__: (kind, tuple(part.name for part in fields(kind))) for kind in types})

    def write(self, value: object) -> bytes:
        """A value in one line. Raises `TypeError` where a part of it is of another type."""
        return _JSON.encode(self._plain(value)).encode("ascii")

    def read(self, line: bytes) -> Any:
        """The value of a line. Raises `ValueError`, `TypeError`, `KeyError` or `IndexError` where it is none."""
        return self._value(json.loads(line))

    def _plain(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind in (str, int, float, bool):
            return value
        if kind is dict:
            return ["dict", *(self._plain(part) for item in value.items() for part in item)]
        if kind in (set, frozenset):
            return [kind.__name__, *sorted(map(self._plain, value))]
        if kind in (tuple, list):
            return [kind.__name__, *map(self._plain, value)]
        known, names = self.types.get(kind.__name__, (None, ()))
        if known is kind:
            return [kind.__name__, *(self._plain(getattr(value, name)) for name in names)]
        if isinstance(value, Path | Markup):
            return ["Path" if isinstance(value, Path) else "Markup", str(value)]
        if isinstance(value, Fraction):
            return ["Fraction", value.numerator, value.denominator]
        raise TypeError(f"values of {kind.__name__} are not written")

    def _value(self, plain: Any) -> Any:
        if not isinstance(plain, list):
            return plain
        name, parts = plain[0], [self._value(part) if type(part) is list else part for part in plain[1:]]
        if name == "dict":
            return dict(zip(map(_shared, parts[::2]), parts[1::2], strict=True))
        if name in _COLLECTIONS:
            return _COLLECTIONS[name](parts)
        if name in ("Fraction", "Path", "Markup"):
            return {"Fraction": Fraction, "Path": Path, "Markup": Markup}[name](*parts)
        kind, names = self.types[name]
        return kind(**dict(zip(names, parts, strict=True)))


def _shared(key: Any) -> Any:
    """A key, which many values have: as a text that stands in memory once."""
    return sys.intern(key) if type(key) is str else key
