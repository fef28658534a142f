"""Other entries inside of this one, each with some of its blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import (
    Block,
    BlockSettings,
    BlockType,
    EntriesFormula,
    EntryReader,
    EntryView,
    LayoutBlock,
    inner_blocks,
    of_type,
)
from sheetgen.blocks.parts import Number, Track
from sheetgen.yaml.file_models import Text


class PanelSettings(BlockSettings):
    """Other entries inside of this one, each with some of its blocks."""

    model_config = ConfigDict(title="a `panel` block")

    type: Literal["panel"]
    """The type of the block."""
    entries: EntriesFormula
    """The entries that it shows."""
    blocks: list[Text]
    """Names of their blocks."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Panel | None:
        """The entries, where there are any."""
        entries = tuple(entry.inner(block, "entries", self.blocks))
        return Panel(id=block.id, title=self.title, secret=self.secret, entries=entries) if entries else None


@dataclass(frozen=True, kw_only=True)
class Panel(Block):
    """Other entries drawn inside this one, such as the beings a character calls."""

    type = "panel"
    stands = "foot"
    headed = False
    entries: tuple[EntryView, ...]

    def called(self, entry: EntryView) -> str:
        """What an entry is called where its blocks stand by themselves; on a blank sheet it has no name."""
        return entry.name or self.title or entry.kind_title

    def words(self) -> Iterator[str]:
        """Nothing: the entries are found by themselves."""
        return iter(())

    def needs(self) -> Iterator[str]:
        """Its own style and that of the blocks in it for one entry; for several, those of lines that unfold."""
        if len(self.entries) > 1:
            yield from ("inline-entries", "frames")
            return
        yield self.type
        for entry in self.entries:
            yield from entry.needs()

    def names(self) -> Iterator[str]:
        """The names of the entries."""
        yield from (entry.name for entry in self.entries)

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: the entries explain their own."""
        return iter(())

    def ticked(self) -> Iterator[Track]:
        """What is crossed off of each of the entries, under their names."""
        for entry in self.entries:
            for block in (*entry.area("page"), *entry.area("aside")):
                for track in block.ticked():
                    yield replace(track, label=f"{entry.name}: {track.label}", owner=f"{entry.kind}:{entry.id}")

    def emptied(self, peers: Sequence[Block]) -> Panel:
        """Room for one entry, with what those in the panels of others have too."""
        others = [b for panel in of_type(Panel, peers) for e in panel.entries for b in inner_blocks(e)]
        return replace(self, entries=tuple(_emptied(entry, others) for entry in self.entries[:1]))


def unnamed(entry: EntryView) -> EntryView:
    """An entry of the same kind about whom nothing is said; its blocks are as they were."""
    return replace(entry, name="", subtitle=(), badge=None, summary="", tags=(), source="", portrait="", href="")


def _emptied(entry: EntryView, peers: Sequence[Block]) -> EntryView:
    def same(block: Block, among: Sequence[Block]) -> list[Block]:
        return [other for other in among if other.id == block.id]

    areas = {name: tuple(block.emptied(same(block, peers)) for block in blocks) for name, blocks in entry.areas.items()}
    return replace(unnamed(entry), id="", areas=areas)


BLOCK = BlockType(PanelSettings, Panel)
