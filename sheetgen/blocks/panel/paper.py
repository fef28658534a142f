"""Entries inside of others on paper: below their names on a card, on a sheet in frames with a bar and two columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from math import floor
from typing import TypeAlias

from markupsafe import Markup

from sheetgen.blocks import NamedList, Prose
from sheetgen.blocks.base import Block, EntryView, inner_blocks
from sheetgen.blocks.panel import Panel
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import BlockPrint, card_height, running_text, sheet_height
from sheetgen.print.css import lengths, points
from sheetgen.print.measure.draw import svg
from sheetgen.print.measure.estimate import heading_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sizes import FLOOR
from sheetgen.print.text_metrics.metrics import width
from sheetgen.print.text_parts import group

HEAD, FOOT, GAP, APART, BELOW = 18.6, 3.0, 6.0, 3.0, 1.8
"""Millimetres of a bar with the white below it and of the foot; white between columns, entries, and below blocks."""
BAR, FRAME_TOP, NAME_TOP, SUBTITLE_TOP, COLUMNS_TOP = 17.0, 12.0, 3.4, 4.4, 18.4
"""Height of a bar, and where the frame below it, its texts and the columns begin, where it is as high as usual."""
INSET, FRAME = 5.0, 0.5
"""White between the edge of a frame and what stands in it, and the thickness of its line, in mm."""
NAME, SUBTITLE = 25.0, 11.0
"""Points of the name of an entry, where its bar is as high as usual, and of what is said of it on the right."""
KIND, KIND_RIGHT, FIELD_TYPE = 2.0, 2.0, 18.0
"""By how many points the kind before a name is larger than a label, the white behind it in mm, and points of a name in
a field."""


Sides: TypeAlias = tuple[SheetFrame, SheetFrame]
"""The columns in which the blocks of an entry stand: what is ticked left, the rest right."""


@dataclass(frozen=True)
class PanelPart(Panel):
    """Some entries of a panel; `first` is the number of the first of them in the whole of it."""

    first: int = 1


@dataclass(frozen=True)
class PanelColumn:
    """Blocks of an entry below each other, with their left edge and their top below the bar, in mm."""

    blocks: tuple[Block, ...]
    frame: SheetFrame
    left: float
    top: float = 0.0

    @cached_property
    def foot(self) -> float:
        """Where they end."""
        return self.top + sum(sheet_height(replace(block, title=""), self.frame) + BELOW for block in self.blocks)


@dataclass(frozen=True)
class PanelName:
    """The name in a bar: its points, those in a field, its top, how far its label is raised, and its room, in mm."""

    type: float
    field: float
    top: float
    lift: float
    room: float


@dataclass(frozen=True)
class PanelFrames:
    """The frames of a panel's entries on a sheet."""

    entries: tuple[tuple[EntryView, float], ...]
    """Each entry with the height of its frame."""
    columns: tuple[tuple[PanelColumn, ...], ...]
    """The columns of each entry."""
    first: int
    snug: float
    """Height of a bar against its full height."""
    names: tuple[PanelName, ...]
    """How the name of each entry stands in its bar."""
    apart: float
    """White between two entries, in mm."""
    bar: str
    """The drawing of a bar."""

    @property
    def tops(self) -> Mapping[str, float]:
        """Where things begin in a frame, and the height of its bar, where bars are less high."""
        return {
            "bar": BAR * self.snug, "frame": FRAME_TOP * self.snug,
            "subtitle": SUBTITLE_TOP * self.snug, "columns": COLUMNS_TOP * self.snug,
        }  # fmt: skip


class PrintedPanel(BlockPrint[Panel]):
    """The blocks of each entry below its name."""

    properties = lengths(panel_inset=INSET, panel_frame=FRAME, panel_below=BELOW, panel_kind_right=KIND_RIGHT) | points(
        panel_kind=KIND, panel_subtitle=SUBTITLE
    )

    def card_height(self, block: Panel, frame: BlockFrame, notes: bool) -> float:
        """The blocks below each name."""
        total = heading_height(block, frame)
        for entry in block.entries:
            inner = sum(card_height(inner, frame, notes) for inner in inner_blocks(entry))
            total += frame.sizes.heading * POINT + 2 + inner
        return total

    def shape(self, block: Panel, frame: SheetFrame) -> PanelFrames:
        """Its frames: bars are less high where type is small."""
        snug = round(min(1.0, max(0.66, frame.sizes.heading / 11.5)), 3)
        inner = frame.narrowed(frame.width - 2 * INSET)
        sides = _sides(inner, block.entries)
        columns = tuple(_columns(entry, sides, inner) for entry in block.entries)
        heights = [(HEAD + FOOT) * snug + _foot(own) for own in columns]
        return PanelFrames(
            entries=tuple(zip(block.entries, heights, strict=True)),
            columns=columns,
            first=block.first if isinstance(block, PanelPart) else 1,
            snug=snug,
            names=tuple(_name(entry, entry.kind_title or block.title, frame, snug) for entry in block.entries),
            apart=APART * snug,
            bar=_bar(frame, snug),
        )

    def sheet_height(self, block: Panel, frame: SheetFrame) -> float:
        """A bar and two columns for each entry, with white between them."""
        shape = self.shape(block, frame)
        return sum(high for _, high in shape.entries) + shape.apart * max(0, len(shape.entries) - 1)

    def text(self, block: Panel, words: Words) -> Iterator[Markup]:
        """Each entry below its name."""
        for entry in block.entries:
            yield from group(entry.name)
            yield from running_text(entry.area("page"), words)


def _name(entry: EntryView, label: str, frame: SheetFrame, snug: float) -> PanelName:
    """The name of an entry behind its label: as large as usual, or smaller where its bar is too narrow for that."""
    usual, small = NAME * snug, frame.sizes.label + KIND
    before = width(label.upper(), "bold", small, 0.06) + KIND_RIGHT + width(" ", frame.heading, usual)
    room = max(frame.width - 2 * INSET - before, 1.0)
    size = _shrunk(usual, room, width(entry.name.upper(), frame.heading, usual), frame)
    return PanelName(
        type=size,
        field=_shrunk(FIELD_TYPE, room, width(entry.name, "text", FIELD_TYPE) * 1.1, frame),
        top=NAME_TOP * snug + (usual - size) * POINT / 2,
        lift=max(0.0, size - small) * 0.2,
        room=room,
    )


def _shrunk(size: float, room: float, wide: float, frame: SheetFrame) -> float:
    """Points of a text that is `wide` at a size, so that it has room, but no smaller than type may be."""
    return size if wide <= room else max(frame.sizes.least, floor(100 * size * room / wide) / 100)


def _columns(entry: EntryView, sides: Sides, wide: SheetFrame) -> tuple[PanelColumn, ...]:
    """The blocks of an entry: what is ticked stands left, the rest right.

    In large type texts at the end stand below both across the frame, where that makes it lower.
    """
    blocks = inner_blocks(entry)
    left = tuple(b for b in blocks if b.slim)
    right = tuple(b for b in blocks if not b.slim)
    second = INSET + wide.width - sides[1].width
    beside = (PanelColumn(left, sides[0], INSET), PanelColumn(right, sides[1], second))
    texts = [*takewhile(lambda block: isinstance(block, NamedList | Prose), reversed(right))]
    if wide.sizes.least <= FLOOR or not texts:
        return beside
    heads = beside[0], replace(beside[1], blocks=right[: -len(texts)])
    below = (*heads, PanelColumn(right[-len(texts) :], wide, INSET, _foot(heads)))
    return min(beside, below, key=_foot)


def _sides(inner: SheetFrame, entries: Sequence[EntryView]) -> Sides:
    """The two columns of a frame; both are its whole width where one would be empty for all entries."""
    blocks = [block for entry in entries for block in inner_blocks(entry)]
    if len({block.slim for block in blocks}) < 2:
        return inner, inner
    left = round(min(62.0 * max(1.0, inner.sizes.body / 9), inner.width * 0.42), 2)
    return inner.narrowed(left), inner.narrowed(round(inner.width - left - GAP, 2))


def _foot(columns: Iterable[PanelColumn]) -> float:
    """Where the columns of an entry end."""
    return max(column.foot for column in columns)


def _bar(frame: SheetFrame, part: float) -> str:
    """The title bar of an entry, or a part of its height."""
    width, c = frame.width, frame.colours
    left, right = 1.7 + 1.7 * c.slope, 1.7 - 1.7 * c.slope
    if c.saves_ink or frame.empty:
        lines = f"M.25 17V{left - 0.8:g}L{width - 0.25:g} {right - 0.8 + 1.1 * c.slope:g}V17"
        lines += f"M.25 {left + 12.2:g}L{width - 0.25:g} {right + 12.2 + 0.2 * c.slope:g}"
        drawn = f"<path fill='none' stroke='{c.ink}' stroke-width='.5' d='{lines}'/>"
    else:
        drawn = f"<path fill='{c.bar}' d='M0 {left:g}L{width:g} {right:g}V{right + 12:g}L0 {left + 12:g}Z'/>"
        under = f"M0 {left + 12:g}L{width:g} {right + 12:g}V{right + 12.6 + (1 - c.slope) * 0.9:g}L0 {left + 13.5:g}Z"
        drawn += f"<path fill='{c.accent}' d='{under}'/>"
    return svg(f"<g transform='scale(1 {part:g})'>{drawn}</g>", width, BAR * part)


PRINT = PrintedPanel()
