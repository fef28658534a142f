"""Groups of boxes on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil

from markupsafe import Markup

from sheetgen.blocks.checks import CheckGroups, Checks
from sheetgen.blocks.parts import Fact
from sheetgen.languages.program_words import Words
from sheetgen.print import resources
from sheetgen.print.block_print import DrawnBlock, FormField
from sheetgen.print.css import lengths
from sheetgen.print.measure.draw import Piece, drawing, label
from sheetgen.print.measure.estimate import heading_height, line_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, lines, width
from sheetgen.print.text_parts import facts

LEADING = 1.64
"""Of a line of conditions on a sheet."""


@dataclass(frozen=True)
class CheckLines:
    """Conditions on a sheet in lines, each behind the name of its group where that begins; widths in mm."""

    lines: tuple[tuple[Checks, bool, tuple[str, ...]], ...]
    """The group, whether it begins here, and the items of the line."""
    label: float
    column: float


class PrintedChecks(DrawnBlock[CheckGroups]):
    """Boxes before what they stand for, in groups."""

    properties = lengths(check_gap=1.4)

    def card_height(self, block: CheckGroups, frame: BlockFrame, notes: bool) -> float:
        """Lines of each group."""
        groups = (f"{group.label}   " + "  ".join(f"OO {item}" for item in group.items) for group in block.groups)
        count = sum(lines(text, frame.faces.regular, frame.sizes.body, frame.width) for text in groups)
        return heading_height(block, frame) + count * line_height(frame)

    def shape(self, block: CheckGroups, frame: BlockFrame) -> CheckLines:
        """Lines of conditions on a sheet, in columns that are the same in all groups."""
        body, face = frame.sizes.body, frame.faces.regular
        named = max((frame.label(group.label) for group in block.groups), default=0.0)
        label = named + 3.0 if named else 0.0
        widest = max((width(item, face, body) for group in block.groups for item in group.items), default=10.0)
        room, want = frame.width - label, widest + body * 0.42 + 2.2
        count = _even(block, max(1, int(room // want)))
        column = room / count
        parts = (
            (group, start == 0, group.items[start : start + count])
            for group in block.groups
            for start in range(0, max(1, len(group.items)), count)
        )
        return CheckLines(tuple(parts), label, column)

    def sheet_height(self, block: CheckGroups, frame: SheetFrame) -> float:
        """Rows of boxes in columns."""
        return len(self.shape(block, frame).lines) * frame.sizes.body * LEADING * POINT

    def draw(self, block: CheckGroups, frame: BlockFrame) -> PlacedText:
        """Conditions with a box each, in columns, their groups' names before them."""
        z, face = frame.sizes, frame.faces.regular
        shape, ink = self.shape(block, frame), frame.colours.ink
        high = LEADING * z.body * POINT
        pieces: list[Piece] = []
        for number, (group, first, items) in enumerate(shape.lines):
            y = number * high + baseline(face, z.body, high)
            pieces.append(label(frame, 0.0, y, group.label if first else ""))
            for n, item in enumerate(items):
                sign = resources.glyph("tick-ticked" if item in group.ticked else "tick")
                box = Ink(shape.label + n * shape.column, y, sign, "marks", z.body, ink)
                at = box.end + width(" ", face, z.body)
                pieces += [] if frame.mode == "form" else [box]
                pieces.append(Ink(at, y, item, face, z.body, ink, kerned=True))
        return drawing(frame, len(shape.lines) * high, pieces)

    def fields(self, block: CheckGroups, frame: SheetFrame) -> Iterator[FormField]:
        """A box before each condition."""
        shape, high, size = self.shape(block, frame), LEADING * frame.sizes.body * POINT, frame.sizes.body * 0.36
        for number, (group, _, items) in enumerate(shape.lines):
            y = number * high + (high - size) / 2
            for n, item in enumerate(items):
                x = shape.label + n * shape.column
                ticked = item in group.ticked
                yield FormField(name=item, x=x, y=y, width=size, height=size, tick=True, checked=ticked)

    def text(self, block: CheckGroups, words: Words) -> Iterator[Markup]:
        """Each group behind its label."""
        yield facts(
            Fact(group.label, ", ".join(map(partial(_said, words, group), group.items))) for group in block.groups
        )


def _even(block: CheckGroups, most: int) -> int:
    """How many columns of `most`: fewer where a group takes several lines anyway, so that they are alike."""

    def lines_in(columns: int) -> int:
        return sum(ceil(len(group.items) / columns) for group in block.groups)

    if max((len(group.items) for group in block.groups), default=0) <= most:
        return most
    return next(columns for columns in range(1, most + 1) if lines_in(columns) == lines_in(most))


def _said(words: Words, group: Checks, item: str) -> str:
    return f"{item} {words('(ticked)')}" if item in group.ticked else item


PRINT = PrintedChecks()
