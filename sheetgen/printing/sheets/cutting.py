"""Parts of blocks: those that fit where the whole does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sheetgen.blocks import Block, Lines, NamedList, Table
from sheetgen.printing.sheets.frame import LINE_PITCH, SheetFrame
from sheetgen.printing.sheets.tables import rows_of

FEWEST_LINES = 2
"""Fewer lines to write on are none."""


def divided(block: Block, frame: SheetFrame, room: float, caution: float) -> tuple[Block | None, Block | None]:
    """The part of a block that fits `room` mm, and the rest; nothing where it cannot be cut there."""
    if isinstance(block, NamedList):
        parts: Sequence[object] = block.items
    elif isinstance(block, Table):
        parts = block.rows
    else:
        return None, None
    for count in range(len(parts) - 2, 1, -1):
        first = _cut(block, 0, count)
        if frame.height(first) * caution <= room:
            return first, _cut(block, count, len(parts))
    return None, None


def _cut(block: Block, start: int, end: int) -> Block:
    title = block.title + (", continued" if start and block.title and not block.title.endswith("continued") else "")
    if isinstance(block, NamedList):
        return replace(block, title=title, items=block.items[start:end])
    assert isinstance(block, Table)
    return rows_of(block, start, end, title)


def fewer_lines(block: Block, frame: SheetFrame, room: float) -> Lines | None:
    """As many lines to write on as there is room for."""
    if not isinstance(block, Lines):
        return None
    count = int((room - frame.heading_height(block)) // LINE_PITCH)
    return replace(block, count=count) if FEWEST_LINES <= count < block.count else None
