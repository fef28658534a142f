"""Kinds that refer to each other in a circle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import Field, referred_kinds


def circular_kinds(kinds: Mapping[str, Kind], records: Mapping[str, Sequence[Field]]) -> tuple[str, ...]:
    """The names of the kinds that refer back to themselves, near or far."""
    needs = {name: referred_kinds(kind.fields, records) & kinds.keys() for name, kind in kinds.items()}
    return tuple(name for name in kinds if name in _reached(name, needs))


def _reached(name: str, needs: Mapping[str, set[str]]) -> set[str]:
    """The kinds that one refers to, near or far."""
    reached: set[str] = set()
    left = [name]
    while left:
        new = needs[left.pop()] - reached
        reached |= new
        left += new
    return reached
