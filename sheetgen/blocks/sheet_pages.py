"""Pages of a sheet as their author lays them out: a grid of places, each for a block or one part of it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

B = TypeVar("B")
PICTURE = "portrait"
"""The name of a place for the picture of the entry."""
_PARTS = ("items", "rows", "entries", "slots")
"""Where a type of block has its parts, if it has any."""


@dataclass(frozen=True, kw_only=True)
class SheetPlace:
    """A rectangle of cells of a grid for one block; columns and rows are counted from 0."""

    block: str
    """Its id; `PICTURE` where there is no block of that name."""
    part: int = 0
    """The part of the block that stands there, counted from 1; 0 for the whole of it."""
    title: str = ""
    """What stands over lines to write on where an entry has nothing of the block; empty where nothing stands there."""
    column: int
    row: int
    columns: int
    rows: int
    where: str = ""
    """File, line and column where it is written."""


@dataclass(frozen=True, kw_only=True)
class SheetGrid:
    """A page of a sheet: the widths of its columns against each other, how many rows it has, and its places."""

    columns: tuple[int, ...]
    rows: int
    places: tuple[SheetPlace, ...]
    """In the order in which they are read."""

    @property
    def blocks(self) -> tuple[str, ...]:
        """The ids of its blocks, each once."""
        return tuple(dict.fromkeys(place.block for place in self.places))

    def parts(self, block: str) -> int:
        """How many places there are for parts of a block."""
        return max((place.part for place in self.places if place.block == block), default=0)


def has_parts(sort: type[Any]) -> bool:
    """Whether blocks of a type are made of parts that can stand apart."""
    return bool(_name(sort))


def parts_of(block: B, start: int, end: int | None = None) -> B | None:
    """A block with its parts from `start` to before `end`, counted from 1; None where it has none of these."""
    name = _name(type(block))
    parts = getattr(block, name)[start - 1 : None if end is None else end - 1] if name else ()
    made: Any = block
    return replace(made, **{name: parts}) if parts else None


def _name(sort: type[Any]) -> str:
    names = {part.name for part in fields(sort)}
    return next((name for name in _PARTS if name in names), "")
