"""The types of blocks that entries are drawn with, on page, card and sheet: each a folder, and a line of `BLOCKS`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, TypeAlias, Union

from pydantic import Field

from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryView, inner_blocks, of_type
from sheetgen.blocks.body import Body, Part
from sheetgen.blocks.checks import CheckGroups, Checks
from sheetgen.blocks.facts import Facts
from sheetgen.blocks.figures import Figures
from sheetgen.blocks.grid import Grid, GridRow
from sheetgen.blocks.lines import Lines
from sheetgen.blocks.named import Named, NamedList
from sheetgen.blocks.panel import Panel, unnamed
from sheetgen.blocks.parts import EMPTY, NOTHING, Fact, Figure, Mark, Number, Track
from sheetgen.blocks.prose import Prose
from sheetgen.blocks.scores import Score, Scores
from sheetgen.blocks.strip import Pair, Strip
from sheetgen.blocks.table import Cell, Column, Row, Table, TableToWrite
from sheetgen.blocks.tracks import Tracks
from sheetgen.blocks.whys import Whys

__all__ = [
    "BLOCKS", "EMPTY", "NOTHING", "AnySettings", "Block", "BlockType", "Body", "Cell", "CheckGroups", "Checks",
    "Column", "EntryView", "Fact", "Facts", "Figure", "Figures", "Grid", "GridRow", "Lines", "Mark", "Named",
    "NamedList", "Number", "Pair", "Panel", "Part", "Prose", "Row", "Score", "Scores", "Strip", "Table", "TableToWrite",
    "Track", "Tracks", "Whys", "inner_blocks", "of_type", "unnamed",
]  # fmt: skip


BLOCKS: Mapping[str, BlockType] = MappingProxyType({
    name: import_module(f"{__name__}.{name}").BLOCK
    for name in (
        "figures",
        "tracks",
        "clock",
        "facts",
        "table",
        "named",
        "whys",
        "prose",
        "lines",
        "strip",
        "grid",
        "scores",
        "checks",
        "inventory",
        "body",
        "panel",
    )
})  # fmt: skip
"""The types of blocks by their folders, as the `type` of a layout's block names them, in the order of the guide.

A type is built on those above it alone.
"""

if TYPE_CHECKING:
    AnySettings: TypeAlias = BlockSettings
else:
    AnySettings = Annotated[Union[tuple(sort.settings for sort in BLOCKS.values())], Field(discriminator="type")]  # noqa: UP007
