"""Where a block stands on a page, and how much white is above it. Millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Block, Lines, Prose
from sheetgen.print.measure.sheet_frame import LINE_PITCH

GUTTER = 7.0
"""White between two columns."""
GAP, WIDEST_GAP = 4.2, 9.0
"""Least and greatest white between blocks, before the density's factor."""


@dataclass(frozen=True)
class PlacedBlock:
    """A block with the white above it; `beside` share its line."""

    block: Block
    gap: float
    beside: tuple[Block, ...] = ()


@dataclass(frozen=True)
class PlacedColumn:
    """Blocks one below the other."""

    width: float
    placed: tuple[PlacedBlock, ...]
    top: float = 0.0
    """White above the first block."""


@dataclass(frozen=True)
class Band:
    """Columns side by side."""

    columns: tuple[PlacedColumn, ...]


@dataclass(frozen=True, kw_only=True)
class PlacedCell:
    """A place of a grid: a block, or the portrait where there is none; `height` is that of the place."""

    block: Block | None
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class PagePlan:
    """One page: bands one below the other, or the places of a grid."""

    kind: str
    density: str
    bands: tuple[Band, ...]
    cells: tuple[PlacedCell, ...] = ()


@dataclass(frozen=True)
class PageSpace:
    """The space of a page in mm: widths, and heights under the headers of the first and later pages."""

    width: float
    first: float
    later: float
    picture: float
    """How far the portrait reaches below the first header, into the right column."""


@dataclass(frozen=True)
class MeasuredBlock:
    """A block with its reckoned height, before it has a place."""

    block: Block
    height: float
    beside: tuple[Block, ...] = ()
    width: float = 0.0
    """Width of its column where it takes less than there is; else 0."""


def height_of(pieces: Sequence[MeasuredBlock], gap: float) -> float:
    """How high pieces stand one below the other."""
    return sum(p.height for p in pieces) + gap * max(0, len(pieces) - 1)


def stretched(pieces: Sequence[MeasuredBlock], tall: float, gap: float, most: float) -> float:
    """The gap at which a column is as tall as its neighbour, at most `most` times as wide as asked."""
    if len(pieces) < 2:
        return gap
    free = tall - sum(p.height for p in pieces)
    return max(GAP * 0.4, min(free / (len(pieces) - 1), gap * most))


def as_tall(pieces: Sequence[MeasuredBlock], tall: float, gap: float, most: float = 1.35) -> tuple[PlacedBlock, ...]:
    """A column as tall as its neighbour: lines to write on take what is left of it, else the white does.

    White between blocks becomes at most `most` times as wide.
    """
    at = next((n for n, piece in enumerate(pieces) if isinstance(piece.block, Lines)), None)
    if at is None:
        return spaced(pieces, stretched(pieces, tall, gap, most))
    more = int(max(0.0, tall - height_of(pieces, gap)) // LINE_PITCH)
    return tuple(
        replace(placed, block=replace(placed.block, count=placed.block.count + more))
        if n == at and isinstance(placed.block, Lines)
        else placed
        for n, placed in enumerate(spaced(pieces, gap))
    )


def spaced(pieces: Sequence[MeasuredBlock], gap: float) -> tuple[PlacedBlock, ...]:
    """Pieces one below the other, with a gap between them."""
    return tuple(PlacedBlock(p.block, gap_above(p.block, gap) if n else 0.0, p.beside) for n, p in enumerate(pieces))


def follows(block: Block) -> bool:
    """Whether a block belongs to what stands above it: a text without a title."""
    return isinstance(block, Prose) and not block.title


def gap_above(block: Block, gap: float) -> float:
    """White above a block where others have `gap` mm: less where it belongs to what stands above it, none above
    lines that go on."""
    if isinstance(block, Lines) and not block.title:
        return 0.0
    return min(gap, 1.6) if follows(block) else gap
