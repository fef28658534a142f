"""The page for play: what is ticked stands right, under the thumb; what is read stands left.

Panels and conditions run across the foot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sheetgen.blocks import Block, Figures, Prose, Scores
from sheetgen.print.sheets.placing import (
    GAP,
    GUTTER,
    WIDEST_GAP,
    Band,
    MeasuredBlock,
    PagePlan,
    PageSpace,
    PlacedBlock,
    PlacedColumn,
    height_of,
    spaced,
    stretched,
)
from sheetgen.print.sheets.sheet_frame import SheetFrame

RIGHT = 64.0
"""Width of the right column at the usual size of type, in mm."""


def play_page(blocks: Sequence[Block], frame: SheetFrame, room: PageSpace, height_safety: float) -> PagePlan | None:
    """The page with these blocks; nothing where it cannot hold them. `caution` is a factor on every height."""
    left, right, full = _sorted(blocks)
    wide = frame.narrowed(room.width)
    if not right:
        pieces = [MeasuredBlock(b, wide.height(b) * height_safety) for b in [*left, *full]]
        return _single(pieces, wide, room)
    slim = min(RIGHT * max(1.0, frame.sizes.body / 9), room.width * 0.42)
    sides = frame.narrowed(room.width - slim - GUTTER), frame.narrowed(slim)
    _balance(left, right, sides, room)
    lefts = _sharing_lines([part for block in left for part in sides[0].stacked(block)], sides[0], height_safety)
    rights = [MeasuredBlock(b, sides[1].height(b) * height_safety) for b in right]
    fulls = [MeasuredBlock(b, wide.height(b) * height_safety) for b in full]
    return _arranged(lefts, rights, fulls, sides, wide, room)


def _balance(left: list[Block], right: list[Block], sides: tuple[SheetFrame, SheetFrame], room: PageSpace) -> None:
    """Move short blocks from the foot of the left column to the right one while that makes the page lower."""
    while len(left) > 1 and left[-1].movable and left[-1].title and sides[1].holds(left[-1]):
        last = left[-1]
        tall = sum(sides[0].height(b) + GAP for b in left)
        other = room.picture + sum(sides[1].height(b) + GAP for b in [*right, last])
        if other >= tall:
            return
        right.append(left.pop())


def _sorted(blocks: Sequence[Block]) -> tuple[list[Block], list[Block], list[Block]]:
    left: list[Block] = []
    right: list[Block] = []
    full: list[Block] = []
    last: list[Block] = left
    for block in blocks:
        if block.stands == "foot":
            last = full
        elif block.stands == "right":
            last = right
        elif not (last is right and isinstance(block, Prose) and len(block.text) < 200):
            last = left
        last.append(block)
    return left, right, full


def _sharing_lines(blocks: Sequence[Block], frame: SheetFrame, height_safety: float) -> list[MeasuredBlock]:
    """Pieces of a column; untitled scores and figures share a line where they fit on one."""
    measured: list[MeasuredBlock] = []
    for block in blocks:
        if measured and _together(measured[-1], block, frame):
            measured[-1] = replace(measured[-1], beside=(*measured[-1].beside, block))
        else:
            measured.append(MeasuredBlock(block, frame.height(block) * height_safety))
    return measured


def _together(piece: MeasuredBlock, block: Block, frame: SheetFrame) -> bool:
    if block.title or not isinstance(block, Scores | Figures) or piece.block.title:
        return False
    parts = (piece.block, *piece.beside, block)
    # Figures spread over the width that they are given, so they can only stand last.
    if not all(isinstance(p, Scores) for p in parts[:-1]):
        return False
    return sum(frame.natural_width(p) for p in parts) + 3 * len(parts) <= frame.width


def _arranged(
    lefts: list[MeasuredBlock],
    rights: list[MeasuredBlock],
    fulls: list[MeasuredBlock],
    sides: tuple[SheetFrame, SheetFrame],
    wide: SheetFrame,
    room: PageSpace,
) -> PagePlan | None:
    least = GAP * wide.sizes.space
    heads = height_of(lefts, least), room.picture + height_of(rights, least)
    foot = sum(p.height + least for p in fulls)
    free = room.first - max(heads) - foot
    if free < 0:
        return None
    # White is shared out evenly: first among the blocks of the taller column and the foot.
    gaps = max(1, (len(lefts) if heads[0] >= heads[1] else len(rights)) - 1 + len(fulls))
    gap = min(least + free / gaps, WIDEST_GAP * max(1.0, wide.sizes.space))
    tall = max(heads[0] + (gap - least) * max(0, len(lefts) - 1), heads[1] + (gap - least) * max(0, len(rights) - 1))
    columns = (
        PlacedColumn(sides[0].width, spaced(lefts, stretched(lefts, tall, gap))),
        PlacedColumn(sides[1].width, spaced(rights, stretched(rights, tall - room.picture, gap)), room.picture),
    )
    bands = [Band(columns)] + [Band((PlacedColumn(wide.width, (PlacedBlock(p.block, gap),)),)) for p in fulls]
    return PagePlan("play", "", tuple(bands))


def _single(pieces: list[MeasuredBlock], wide: SheetFrame, room: PageSpace) -> PagePlan | None:
    least = GAP * wide.sizes.space
    free = room.first - room.picture - height_of(pieces, least)
    if free < 0:
        return None
    gap = min(least + free / max(1, len(pieces) - 1), WIDEST_GAP)
    return PagePlan("play", "", (Band((PlacedColumn(wide.width, spaced(pieces, gap), room.picture),)),))
