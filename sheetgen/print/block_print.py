"""How each type of block is printed: its height, its running text, its fields.

What belongs to paper stands in `paper.py` of the block's folder, as `PRINT`, and is looked up by the block's type, as
its templates are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from markupsafe import Markup

from sheetgen.blocks import Block, Named, NamedList, Prose, Table
from sheetgen.print.measure.estimate import text_height
from sheetgen.print.measure.frame import BlockFrame

B = TypeVar("B", bound=Block)
F = TypeVar("F", bound=BlockFrame)
"""The frame of a sheet, which knows how blocks are laid out there."""
SECRET = 4.8
"""What the ground of a block for the game master takes of its width on a card, in mm."""


class BlockPrint(ABC, Generic[B, F]):
    """A type of block on paper. Heights are in millimetres, reckoned before setting."""

    @abstractmethod
    def card_height(self, block: B, frame: BlockFrame, notes: bool) -> float:
        """Height on a card, with its heading; `notes` says whether notes of rows stand there too."""

    @abstractmethod
    def sheet_height(self, block: B, frame: F) -> float:
        """Height on a sheet, without the section title that every block has there."""

    @abstractmethod
    def text(self, block: B) -> Iterator[Markup]:
        """It as running text, for packets and books; nothing where these say it elsewhere."""

    def run_in(self, block: B) -> B:
        """It with its title on its first line, as small cards have it."""
        return block

    def shape(self, block: B, frame: BlockFrame) -> object:
        """The rows and widths that its templates draw, where the frame has no method for them."""
        return None

    def boxes(self, block: B) -> Iterator[tuple[str, tuple[str, str]]]:
        """The names of its fields on a form that are boxes to tick, each with its characters, open and ticked."""
        return iter(())

    def figures(self, block: B) -> Iterator[str]:
        """The names of its fields on a form that hold a figure in its own frame."""
        return iter(())


@cache
def printed(sort: str) -> BlockPrint[Any, Any]:
    """How a type of block is printed."""
    module_print = import_module(f"sheetgen.blocks.{sort}.paper").PRINT
    assert isinstance(module_print, BlockPrint)
    return module_print


def card_height(block: Block, frame: BlockFrame, notes: bool = True) -> float:
    """Height of one block on a card, what is the game master's alone on a ground of its own."""
    side = printed(block.type)
    if not block.secret:
        run_in = frame.sizes.run_in and block.title
        return side.card_height(side.run_in(block) if run_in else block, frame, notes)
    inner = frame.narrowed(frame.width - SECRET)
    ground, title = 2.2 * frame.sizes.space + 2.4, f"{block.title}. "
    if isinstance(block, Prose):
        return ground + text_height(title + str(block.text), inner, after=0.0)
    return ground + text_height(title, inner, after=0.0) + side.card_height(block, inner, notes)


def notes_height(block: Table, frame: BlockFrame) -> float:
    """Height of a table's notes when they stand on the back."""
    items = tuple(Named(name=f"OO {row.name}", text=row.note) for row in block.rows if row.note)
    return card_height(NamedList(id=block.id, title=block.title, items=items), frame)


def running_text(blocks: Iterable[Block]) -> Iterator[Markup]:
    """Blocks as running text, one after the other."""
    for block in blocks:
        yield from printed(block.type).text(block)
