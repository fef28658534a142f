"""A mark for each key of a map and the mark of its state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock, MapFormula, VocabularyName
from sheetgen.blocks.parts import Mark, Number, drawn_mark
from sheetgen.media.marks import plain_marks


class StripSettings(BlockSettings):
    """A mark for each key of a map and the mark of its state."""

    model_config = ConfigDict(title="a `strip` block")

    type: Literal["strip"]
    """The type of the block."""
    map: MapFormula
    """States by key."""
    heads: VocabularyName
    """The vocabulary of the keys."""
    states: VocabularyName
    """The vocabulary of the states."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Strip | None:
        """The pairs, where there are any."""
        states = entry.compute(block.formulas["map"]) if "map" in block.formulas else None
        if not states:
            return None
        pairs = tuple(
            Pair(entry.mark(self.heads, head), entry.mark(self.states, state)) for head, state in states.items()
        )
        return Strip(id=block.id, title=self.title, secret=self.secret, pairs=pairs)


@dataclass(frozen=True)
class Pair:
    """One cell of a strip: what it is about, and its state."""

    head: Mark
    state: Mark


@dataclass(frozen=True, kw_only=True)
class Strip(Block):
    """A strip of marks: one head and one state each."""

    type = "strip"
    common = True
    movable = True
    pairs: tuple[Pair, ...]

    @property
    def unusual(self) -> list[tuple[Mark, tuple[Mark, ...]]]:
        """The states that stand out, each with its heads: without the state that most have."""
        groups: dict[str, list[Pair]] = {}
        for pair in self.pairs:
            groups.setdefault(pair.state.title, []).append(pair)
        usual = max(groups, key=lambda state: len(groups[state]), default="")
        return [
            (own[0].state, tuple(pair.head for pair in own))
            for state, own in groups.items()
            if state != usual or len(own) == 1
        ]

    def words(self) -> Iterator[str]:
        """Nothing: what it shows is filtered by, not read."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: its states are terms."""
        return iter(())

    def emptied(self, peers: Sequence[Block]) -> Strip:
        """Its heads over boxes."""
        box = drawn_mark(plain_marks(), "tick", "")
        return replace(self, pairs=tuple(replace(pair, state=box) for pair in self.pairs))


BLOCK = BlockType(StripSettings, Strip)
