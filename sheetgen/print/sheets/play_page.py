"""The page for play: what is ticked stands right, under the thumb; what is read stands left.

What the left column holds besides stands at the foot of the right one, or below both; panels and conditions run
across the foot. In large type the last of what is read at the right may stand at the foot of the left column.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from sheetgen.blocks import Block, Figures, Lines, Prose, Scores
from sheetgen.print.block_print import fits_half, printed, stacked
from sheetgen.print.measure.sheet_frame import LINE_PITCH, SheetFrame
from sheetgen.print.sheets.measured_bands import (
    BELOW,
    LEFT,
    RIGHT,
    KindPlaces,
    MeasuredBand,
    Places,
    Setting,
    groups,
    measured_bands,
    stack_height,
)
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
    as_tall,
    gap_above,
    height_of,
    spaced,
)
from sheetgen.print.sheets.reference_page import bands_of, setting_of
from sheetgen.print.sheets.split import FEWEST_LINES
from sheetgen.print.sizes import FLOOR

RIGHT_WIDTH = 64.0
"""Width of the right column at the usual size of type, in mm."""
MOVE = 4.0
"""A block leaves the left column where the page gets lower by more than so many mm for each that does."""


def play_page(
    blocks: Sequence[Block],
    frame: SheetFrame,
    room: PageSpace,
    height_safety: float,
    places: KindPlaces,
    strict: bool = False,
) -> PagePlan | None:
    """The page with these blocks; nothing where it cannot hold them. `height_safety` is a factor on every height.

    Blocks stand where they do for all entries of their kind; unless it is `strict`, elsewhere where there is no room.
    """
    page = PlayPage.of(blocks, frame, room, height_safety, places.below)
    if not page.right:
        return _single([*map(page.setting.across, [*page.left, *page.full])], page.wide, room)
    planned = page.arranged(places.play) if any(b.id in places.play for b in page.left) else None
    if planned is None and not (strict and places.play):
        planned = page.arranged(page.lowest())
    return planned


@dataclass(frozen=True)
class PlayPage:
    """The blocks of a play page by where they belong, the left and the right column, and the room."""

    left: Sequence[Block]
    right: Sequence[Block]
    full: Sequence[Block]
    sides: tuple[SheetFrame, SheetFrame]
    setting: Setting
    room: PageSpace

    @classmethod
    def of(
        cls, blocks: Sequence[Block], frame: SheetFrame, room: PageSpace, height_safety: float, places: Places
    ) -> PlayPage:
        """The page for some blocks."""
        slim = min(RIGHT_WIDTH * max(1.0, frame.sizes.body / 9), room.width * 0.42)
        sides = frame.narrowed(room.width - slim - GUTTER), frame.narrowed(slim)
        return cls(*_sorted(blocks), sides, setting_of(frame, room, height_safety, places), room)

    @property
    def wide(self) -> SheetFrame:
        """What runs across the page."""
        return self.setting.wide

    def lowest(self) -> Places:
        """Where the blocks of the left column stand so that the page is lowest."""
        return min(choices(self.heads, self.fixed, self.loose), key=self.height)

    @property
    def loose(self) -> list[str]:
        """The ids of what is read, not ticked, at the foot of the right column in large type: it may stand left."""
        below_first = groups(self.right)[1:] if self.wide.sizes.least > FLOOR else []
        read = takewhile(lambda group: group[0].stands != "right", reversed(below_first))
        return [group[0].id for group in read][::-1]

    @property
    def heads(self) -> list[str]:
        """The ids of the blocks of the left column, but for texts that belong to the one above."""
        return [group[0].id for group in groups(self.left)]

    @property
    def fixed(self) -> frozenset[str]:
        """The ids of those among them for which there is no room in the right column."""
        return frozenset(group[0].id for group in groups(self.left) if not self._movable(group))

    def _movable(self, group: Sequence[Block]) -> bool:
        head = group[0]
        return head.movable and bool(head.title) and all(fits_half(block, self.sides[1]) for block in group)

    def height(self, places: Mapping[str, str]) -> float:
        """Height of the page in mm, with a little for each block that leaves its column."""
        lefts, rights, stack, fulls = self._pieces(places)
        gap = self.setting.gap
        heads = max(height_of(lefts, gap), self.room.picture + height_of(rights, gap))
        moved = sum(places.get(name, LEFT) != LEFT for name in self.heads)
        moved += sum(places.get(name, RIGHT) != RIGHT for name in self.loose)
        return heads + (stack_height(stack, gap) + gap if stack else 0.0) + _foot(fulls, gap) + moved * MOVE

    def _pieces(
        self, places: Mapping[str, str]
    ) -> tuple[list[MeasuredBlock], list[MeasuredBlock], list[MeasuredBand], list[MeasuredBlock]]:
        """The left and the right column, what is below them, and the foot."""
        parts: dict[str, list[Block]] = {LEFT: [], RIGHT: [], BELOW: []}
        for group in groups(self.right):
            parts[places.get(group[0].id, RIGHT)] += group
        aside, parts[LEFT] = parts[LEFT], []
        for group in groups(self.left):
            parts[places.get(group[0].id, LEFT)] += group
        parts[LEFT] += aside
        lefts = [part for block in parts[LEFT] for part in stacked(block, self.sides[0])]
        return (
            _sharing_lines(lefts, self.sides[0], self.setting),
            [self.setting.measure(block, self.sides[1]) for block in parts[RIGHT]],
            measured_bands([part for block in parts[BELOW] for part in stacked(block, self.wide)], self.setting),
            [*map(self.setting.across, self.full)],
        )

    def arranged(self, places: Mapping[str, str]) -> PagePlan | None:
        """The page with its blocks in these places, where they have room: white is shared out evenly.

        Lines of a column go on below both where the page has room; in a form, which has one field for them, they
        make their column longer.
        """
        lefts, rights, stack, fulls = self._pieces(places)
        least, picture = self.setting.gap, self.room.picture
        heads = height_of(lefts, least), picture + height_of(rights, least)
        below = stack_height(stack, least) + least if stack else 0.0
        free = self.room.first - max(heads) - below - _foot(fulls, least)
        if free < 0:
            return None
        # First among the blocks of the taller column, then below it.
        within = (len(lefts) if heads[0] >= heads[1] else len(rights)) - 1
        gaps = max(1, within + len(fulls) + len(stack) + sum(measured.gaps for measured in stack))
        gap = min(least + free / gaps, WIDEST_GAP * max(1.0, self.wide.sizes.space))
        left = free - (gap - least) * gaps
        tall = max(
            column + (gap - least) * max(0, len(p) - 1) for column, p in zip(heads, (lefts, rights), strict=True)
        )
        if not stack and any(isinstance(piece.block, Lines) for piece in (*lefts, *rights)):
            if self.wide.mode == "form":
                tall += left
            elif left >= FEWEST_LINES * LINE_PITCH:
                stack = [MeasuredBand(((self.setting.across(Lines(id="", title="", count=0)),),))]
        columns = (
            PlacedColumn(self.sides[0].width, as_tall(lefts, tall, gap)),
            PlacedColumn(self.sides[1].width, as_tall(rights, tall - picture, gap), picture),
        )
        across = [Band((PlacedColumn(self.wide.width, (PlacedBlock(p.block, gap),)),)) for p in fulls]
        above = gap_above(stack[0].first, gap) if stack else gap
        return PagePlan("play", "", (Band(columns), *bands_of(stack, self.setting, gap, left, above), *across))


def choices(heads: Sequence[str], fixed: Container[str], loose: Sequence[str] = ()) -> Iterator[dict[str, str]]:
    """Every way to place the blocks of the left column: the last of them below both, those before at the right.

    Where none is at the right, the last of the `loose` ones there may stand at the foot of the left column.
    """
    for stay in range(min(1, len(heads)), len(heads) + 1):
        for last in range(stay, len(heads) + 1):
            if not any(name in fixed for name in heads[stay:last]):
                sides = [LEFT] * stay + [RIGHT] * (last - stay) + [BELOW] * (len(heads) - last)
                placed = dict(zip(heads, sides, strict=True))
                for first in range(len(loose), -1 if last == stay else len(loose) - 1, -1):
                    yield placed | dict.fromkeys(loose[first:], LEFT)


def _foot(fulls: Sequence[MeasuredBlock], gap: float) -> float:
    return sum(piece.height + gap for piece in fulls)


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


def _sharing_lines(blocks: Sequence[Block], frame: SheetFrame, setting: Setting) -> list[MeasuredBlock]:
    """Pieces of a column; untitled scores and figures share a line where they fit on one."""
    measured: list[MeasuredBlock] = []
    for block in blocks:
        if measured and _together(measured[-1], block, frame):
            measured[-1] = replace(measured[-1], beside=(*measured[-1].beside, block))
        else:
            measured.append(setting.measure(block, frame))
    return measured


def _together(piece: MeasuredBlock, block: Block, frame: SheetFrame) -> bool:
    if block.title or not isinstance(block, Scores | Figures) or piece.block.title:
        return False
    parts = (piece.block, *piece.beside, block)
    # Figures spread over the width that they are given, so they can only stand last.
    if not all(isinstance(p, Scores) for p in parts[:-1]):
        return False
    return sum(printed(p.type).natural_width(p, frame) for p in parts) + 3 * len(parts) <= frame.width


def _single(pieces: list[MeasuredBlock], wide: SheetFrame, room: PageSpace) -> PagePlan | None:
    least = GAP * wide.sizes.space
    free = room.first - room.picture - height_of(pieces, least)
    if free < 0:
        return None
    gap = min(least + free / max(1, len(pieces) - 1), WIDEST_GAP)
    return PagePlan("play", "", (Band((PlacedColumn(wide.width, spaced(pieces, gap), room.picture),)),))
