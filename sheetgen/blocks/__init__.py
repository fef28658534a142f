"""The types of blocks that entries are drawn with, on page, card and sheet: each a folder, and a line of `BLOCKS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, TypeAlias, Union

from pydantic import Field

from sheetgen.blocks.base import Block, BlockSettings, EntryView, inner_blocks, of_type
from sheetgen.blocks.body import Body, BodySettings, Part
from sheetgen.blocks.checks import CheckGroups, Checks, ChecksSettings
from sheetgen.blocks.facts import Facts, FactsSettings
from sheetgen.blocks.figures import Figures, FiguresSettings
from sheetgen.blocks.grid import Grid, GridRow, GridSettings
from sheetgen.blocks.lines import Lines, LinesSettings
from sheetgen.blocks.named import Named, NamedList, NamedSettings
from sheetgen.blocks.panel import Panel, PanelSettings, unnamed
from sheetgen.blocks.parts import EMPTY, NOTHING, Fact, Figure, Mark, Number, Track
from sheetgen.blocks.prose import Prose, ProseSettings
from sheetgen.blocks.scores import Score, Scores, ScoresSettings
from sheetgen.blocks.strip import Pair, Strip, StripSettings
from sheetgen.blocks.table import Cell, Column, Row, Table, TableSettings, TableToWrite
from sheetgen.blocks.tracks import Tracks, TracksSettings
from sheetgen.blocks.whys import Whys, WhysSettings

__all__ = [
    "BLOCKS", "EMPTY", "NOTHING", "AnySettings", "Block", "BlockType", "Body", "Cell", "CheckGroups", "Checks",
    "Column", "EntryView", "Fact", "Facts", "Figure", "Figures", "Grid", "GridRow", "Lines", "Mark", "Named",
    "NamedList", "Number", "Pair", "Panel", "Part", "Prose", "Row", "Score", "Scores", "Strip", "Table", "TableToWrite",
    "Track", "Tracks", "Whys", "inner_blocks", "of_type", "unnamed",
]  # fmt: skip


@dataclass(frozen=True)
class BlockType:
    """A type of block: what an author writes of it, and what templates draw."""

    settings: type[BlockSettings]
    view: type[Block]


BLOCKS: Mapping[str, BlockType] = MappingProxyType({
    "figures": BlockType(FiguresSettings, Figures),
    "tracks": BlockType(TracksSettings, Tracks),
    "facts": BlockType(FactsSettings, Facts),
    "table": BlockType(TableSettings, Table),
    "named": BlockType(NamedSettings, NamedList),
    "whys": BlockType(WhysSettings, Whys),
    "prose": BlockType(ProseSettings, Prose),
    "lines": BlockType(LinesSettings, Lines),
    "strip": BlockType(StripSettings, Strip),
    "grid": BlockType(GridSettings, Grid),
    "scores": BlockType(ScoresSettings, Scores),
    "checks": BlockType(ChecksSettings, CheckGroups),
    "body": BlockType(BodySettings, Body),
    "panel": BlockType(PanelSettings, Panel),
})  # fmt: skip
"""The types of blocks, as the `type` of a layout's block names them. A type is built on those above it alone."""

if TYPE_CHECKING:
    AnySettings: TypeAlias = BlockSettings
else:
    AnySettings = Annotated[Union[tuple(sort.settings for sort in BLOCKS.values())], Field(discriminator="type")]  # noqa: UP007
