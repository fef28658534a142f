"""How each type of block is printed: its height, its drawing, its running text, its fields.

What belongs to paper stands in `paper.py` of the block's folder, as `PRINT`, and is looked up by the block's type, as
its templates are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from markupsafe import Markup

from sheetgen.blocks import BLOCKS, Block, Named, NamedList, Prose, Table
from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.print.measure.estimate import SECRET_APART, SECRET_FOOT, SECRET_SIDE, SECRET_TOP, text_height
from sheetgen.print.measure.frame import SECRET_BAR, BlockFrame
from sheetgen.print.measure.sheet_frame import LINE_PITCH, SECRET_ABOVE, SECRET_BELOW, SheetFrame
from sheetgen.print.text_metrics.drawing import PlacedText

B = TypeVar("B", bound=Block)


@dataclass(frozen=True, kw_only=True)
class FormField:
    """A field of a form with its place in the drawing of its block, in mm from the top left."""

    name: str
    """Unique among the fields of its block."""
    value: str = ""
    x: float
    y: float
    width: float
    height: float
    size: float = 0.0
    """Points of its type; those of all fields where it is 0."""
    boxes: tuple[str, str] | None = None
    """The characters of a box to tick that is no plain one, open and ticked."""
    figure: bool = True
    """Whether it holds a figure, which stands in the middle."""
    strong: bool = False
    tick: bool = False
    """Whether it is a box to tick."""
    checked: bool = False
    """Whether it is ticked already."""

    @property
    def is_box(self) -> bool:
        """Whether it is ticked rather than written in."""
        return self.tick or self.boxes is not None


class BlockPrint(ABC, Generic[B]):
    """A type of block on paper. Heights are in millimetres, reckoned before setting."""

    properties: Mapping[str, str] = MappingProxyType({})
    """Its lengths as custom properties of its style sheets, which have none of their own."""

    @abstractmethod
    def card_height(self, block: B, frame: BlockFrame, notes: bool) -> float:
        """Height on a card, with its heading; `notes` says whether notes of rows stand there too."""

    @abstractmethod
    def sheet_height(self, block: B, frame: SheetFrame) -> float:
        """Height on a sheet, without the section title that every block has there."""

    @abstractmethod
    def text(self, block: B, words: Words) -> Iterator[Markup]:
        """It as running text, for packets and books; nothing where these say it elsewhere."""

    def run_in(self, block: B) -> B:
        """It with its title on its first line, as small cards have it."""
        return block

    def shape(self, block: B, frame: Any) -> Any:
        """The rows and widths that its templates draw."""
        return None

    def natural_width(self, block: B, frame: SheetFrame) -> float:
        """Width that it takes by itself on a sheet."""
        return frame.width

    def holds(self, block: B, frame: BlockFrame) -> bool:
        """Whether a column is wide enough for it without breaking its words."""
        return True

    def fits_half(self, block: B, frame: SheetFrame) -> bool:
        """Whether it may be set in half the width of a page where it could have all of it."""
        return self.holds(block, frame)

    def stacked(self, block: B, frame: SheetFrame) -> tuple[B, ...]:
        """It as several blocks, one below the other, where a column of a sheet is too narrow for it."""
        return (block,)

    def fields(self, block: B, frame: SheetFrame) -> Iterator[FormField]:
        """Its fields at known places on a form."""
        return iter(())


class DrawnBlock(BlockPrint[B]):
    """A type of block whose every line stands at a known place, so that it is drawn."""

    @abstractmethod
    def draw(self, block: B, frame: BlockFrame) -> PlacedText:
        """Its drawing."""


class WrittenBlock(BlockPrint[B]):
    """A type of block that is text: lines to write on stand for it on a blank sheet, a field on a form."""

    @abstractmethod
    def text_height(self, block: B, frame: SheetFrame) -> float:
        """Height of the text on a sheet."""

    @abstractmethod
    def plain(self, block: B) -> str:
        """The text as a field holds it: paragraphs on lines of their own."""

    def sheet_height(self, block: B, frame: SheetFrame) -> float:
        """The text, or the place to write it."""
        if not frame.empty:
            return self.text_height(block, frame)
        return frame.blank_lines(block) * LINE_PITCH if frame.mode == "blank" else self.shape(block, frame)

    def shape(self, block: B, frame: SheetFrame) -> float:
        """Height of the field that holds the text."""
        return max(self.text_height(block, replace(frame, mode="filled")) * 1.25 + 2, 14.0)


def block_properties() -> dict[str, str]:
    """The custom properties of all types of blocks."""
    sorts = dict.fromkeys(block.view.type for block in BLOCKS.values())
    return {name: value for sort in sorts for name, value in printed(sort).properties.items()}


@cache
def printed(sort: str) -> BlockPrint[Any]:
    """How a type of block is printed."""
    module_print = import_module(f"sheetgen.blocks.{sort}.paper").PRINT
    assert isinstance(module_print, BlockPrint)
    return module_print


def shape_of(block: Block, frame: BlockFrame) -> Any:
    """The rows and widths that the templates of a block draw."""
    return printed(block.type).shape(block, frame)


def fields_of(block: Block, frame: SheetFrame) -> tuple[FormField, ...]:
    """The fields of a block at known places, where it is to be filled in on a screen."""
    return tuple(printed(block.type).fields(block, frame)) if frame.mode == "form" else ()


def drawn(block: Block, frame: BlockFrame) -> PlacedText:
    """The drawing of a block."""
    side = printed(block.type)
    assert isinstance(side, DrawnBlock)
    return side.draw(block, frame)


def card_height(block: Block, frame: BlockFrame, notes: bool = True) -> float:
    """Height of one block on a card, what is the game master's alone on a ground of its own."""
    side = printed(block.type)
    if not block.secret:
        run_in = frame.sizes.run_in and block.title
        return side.card_height(side.run_in(block) if run_in else block, frame, notes)
    inner, title = secret_frame(frame), f"{block.title}. "
    ground = SECRET_APART * frame.sizes.space + SECRET_TOP + SECRET_FOOT
    if isinstance(block, Prose):
        return ground + text_height(title + str(block.text), inner, after=0.0)
    return ground + text_height(title, inner, after=0.0) + side.card_height(block, inner, notes)


def secret_frame(frame: BlockFrame) -> BlockFrame:
    """The column of a text for the game master on the ground that it has on a card."""
    return frame.narrowed(frame.width - SECRET_BAR - 2 * SECRET_SIDE)


def notes_of(block: Table) -> NamedList:
    """The notes of a table as they stand on the back of a card, each behind the name of its row."""
    items = tuple(Named(name=row.name, mark=row.mark, text=row.note) for row in block.rows if row.note)
    return NamedList(id=block.id, title=block.title, items=items)


def notes_height(block: Table, frame: BlockFrame) -> float:
    """Height of a table's notes when they stand on the back."""
    items = tuple(replace(item, name=f"OO {item.name}") for item in notes_of(block).items)
    return card_height(replace(notes_of(block), items=items), frame)


def sheet_height(block: Block, frame: SheetFrame) -> float:
    """Height of one block on a sheet with its title, without the gap above it."""
    return frame.once(_sheet_height, block)


def _sheet_height(block: Block, frame: SheetFrame) -> float:
    own = printed(block.type).sheet_height(block, frame.of(block))
    return frame.heading_height(block) + own + (SECRET_ABOVE + SECRET_BELOW if block.secret else 0.0)


def beside_width(block: Block, others: Sequence[Block], frame: SheetFrame) -> float:
    """Width of each of the blocks that share a line of a sheet with the first of them."""
    return (frame.width - printed(block.type).natural_width(block, frame) - 0.2) / max(1, len(others))


def holds(block: Block, frame: BlockFrame) -> bool:
    """Whether a column is wide enough for a block without breaking its words."""
    return printed(block.type).holds(block, frame)


def fits_half(block: Block, frame: SheetFrame) -> bool:
    """Whether a block may be set in half the width of a page where it could have all of it."""
    return printed(block.type).fits_half(block, frame)


def stacked(block: Block, frame: SheetFrame) -> tuple[Block, ...]:
    """A block as several, one below the other, where a column of a sheet is too narrow for it."""
    return printed(block.type).stacked(block, frame)


def running_text(blocks: Iterable[Block], words: Words = ENGLISH) -> Iterator[Markup]:
    """Blocks as running text, one after the other."""
    for block in blocks:
        yield from printed(block.type).text(block, words)
