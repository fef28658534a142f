"""Slots on paper: in one column or two, each with a line to write on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from sheetgen.blocks.inventory import Inventory, InventorySlot
from sheetgen.blocks.parts import Fact
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import DrawnBlock, FormField
from sheetgen.print.measure.draw import Piece, drawing, label
from sheetgen.print.measure.estimate import title_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import FilledRectangle, Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, broken, width
from sheetgen.print.text_parts import facts

PITCH = {False: 4.1, True: 6.2}
"""Least height of a slot in mm, on a card and on a sheet."""
LEADING, GUTTER, AROUND = 1.15, 3.0, 0.8
"""Of lines of a name; white between two columns, and above and below a name in large type, in mm."""
LEAST = 44.0
"""Width in mm from which a column of empty slots is wide enough to write in."""
SPARED = 0.75
"""Height of two columns on a card at most, against that of one; so a name or two may go on over lines."""


@dataclass(frozen=True)
class PlacedSlot:
    """A slot with its number from 0, its left edge, its top, its height and the lines of its name."""

    slot: InventorySlot
    number: int
    x: float
    top: float
    height: float
    lines: tuple[str, ...]


@dataclass(frozen=True)
class SlotColumns:
    """Slots at their places; widths of a column and of its labels, and the height of all in mm."""

    slots: tuple[PlacedSlot, ...]
    width: float
    label: float
    height: float
    others: tuple[str, ...]
    """The lines of what takes no slot, which stand below."""
    frame: BlockFrame

    @property
    def drawings(self) -> list[PlacedText]:
        """The lines of a card from the top, each by itself where they may go on on a further face."""
        if not self.frame.flows:
            return [self.drawn()]
        tops = [*sorted({place.top for place in self.slots}), self._below]
        return [self.drawn(top, end) for top, end in pairwise(tops if not self.others else [*tops, self.height])]

    def drawn(self, top: float = 0.0, end: float | None = None) -> PlacedText:
        """What stands from one height down to another: labels, names and lines below them.

        Where a large thing goes on its name is soft.
        """
        frame, end = self.frame, self.height if end is None else end
        pieces = [piece for place in self.slots if top <= place.top < end for piece in self._slot(place, top)]
        if self.others and end > self._below:
            pieces += self._others(top)
        return drawing(frame, end - top, pieces)

    def _slot(self, place: PlacedSlot, start: float) -> Iterator[Piece]:
        frame, c, top = self.frame, self.frame.colours, place.top - start
        y, line = top + 0.7 * _pitch(frame), _line(frame)
        yield label(frame, place.x, y, place.slot.label)
        colour = c.soft if place.slot.goes_on else c.ink
        for number, text in enumerate(place.lines if frame.mode == "filled" else ()):
            yield Ink(
                place.x + self.label,
                y + number * line,
                text,
                frame.faces.regular,
                frame.sizes.body,
                colour,
                kerned=True,
            )
        yield FilledRectangle(place.x, top + place.height - c.hair, self.width, c.hair, c.rule)

    def _others(self, start: float) -> Iterator[Piece]:
        frame, line = self.frame, _line(self.frame)
        face, size = frame.faces.regular, frame.sizes.body
        for number, text in enumerate(self.others):
            y = self.height - start - (len(self.others) - number) * line + baseline(face, size, line)
            yield Ink(0.0, y, text, face, size, frame.colours.ink, kerned=True)

    @property
    def _below(self) -> float:
        """Where the slots end."""
        return max((place.top + place.height for place in self.slots), default=0.0)


class PrintedInventory(DrawnBlock[Inventory]):
    """Slots down one column, then down the next."""

    def card_height(self, block: Inventory, frame: BlockFrame, notes: bool) -> float:
        """Rows of slots under a heading."""
        return title_height(block, frame) + self.shape(block, frame).height

    def sheet_height(self, block: Inventory, frame: SheetFrame) -> float:
        """Rows of slots."""
        return self.shape(block, frame).height

    def shape(self, block: Inventory, frame: BlockFrame) -> SlotColumns:
        """The slots at their places: on a sheet in two columns where there is room to write, on a card where these
        break no word and are lower."""
        half = (frame.width - GUTTER) / 2
        beside, below = _in_columns(block, frame, 2, half), _in_columns(block, frame, 1, frame.width)
        if frame.sheet:
            return beside if len(block.slots) > 2 and half >= LEAST else below
        whole = half - beside.label >= max((_widest(slot.thing, frame) for slot in block.slots), default=0.0)
        return beside if whole and beside.height <= SPARED * below.height else below

    def draw(self, block: Inventory, frame: BlockFrame) -> PlacedText:
        """All slots."""
        return self.shape(block, frame).drawn()

    def fields(self, block: Inventory, frame: SheetFrame) -> Iterator[FormField]:
        """A field for each slot."""
        shape = self.shape(block, frame)
        for place in shape.slots:
            yield FormField(
                name=f"{block.title or block.id} {place.number + 1}",
                value=place.slot.thing,
                x=place.x + shape.label,
                y=place.top + 0.4,
                width=shape.width - shape.label,
                height=place.height - 0.8,
                figure=False,
            )

    def text(self, block: Inventory, words: Words) -> Iterator[Markup]:
        """How many slots are filled, and the things."""
        count = Fact(block.title or words("Slots"), words("{some} of {all}", some=block.used, all=len(block.slots)))
        yield facts((count, Fact(words("Carried"), ", ".join(block.names()))))


def _in_columns(block: Inventory, frame: BlockFrame, columns: int, wide: float) -> SlotColumns:
    """The slots down columns that are so many mm wide."""
    size, face = frame.sizes.body, frame.faces.regular
    named = max((frame.label(slot.label) for slot in block.slots), default=0.0) + 1.4
    count = -(-len(block.slots) // columns)
    placed, top = [], 0.0
    for row in range(count):
        beside = [(at, block.slots[at]) for at in range(row, len(block.slots), count)]
        texts = {at: broken(slot.thing, face, size, wide - named) for at, slot in beside}
        high = _pitch(frame) + (max(map(len, texts.values())) - 1) * _line(frame)
        for column, (at, slot) in enumerate(beside):
            placed.append(PlacedSlot(slot, at, column * (wide + GUTTER), top, high, texts[at]))
        top += high
    others = broken(", ".join(block.others), face, size, frame.width) if block.others else ()
    height = top + len(others) * _line(frame) + (1.0 if others else 0.0)
    # They are read, and filled in, down one column and then down the next.
    return SlotColumns(tuple(sorted(placed, key=lambda place: place.number)), wide, named, height, others, frame)


def _widest(text: str, frame: BlockFrame) -> float:
    """Width of the widest word of a text."""
    return max((width(word, frame.faces.regular, frame.sizes.body) for word in text.split()), default=0.0)


def _pitch(frame: BlockFrame) -> float:
    """Height of a slot with one line, in mm; on a card there is less white where room is short."""
    space = 1.0 if frame.sheet else min(1.0, frame.sizes.space)
    return max(PITCH[frame.sheet] * space, _line(frame) + AROUND * space)


def _line(frame: BlockFrame) -> float:
    """Height of a line of a name, in mm."""
    return frame.sizes.body * LEADING * POINT


PRINT = PrintedInventory()
