"""Rows of boxes to cross off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from sheetgen.blocks.base import (
    Block,
    BlockSettings,
    BlockType,
    EntryReader,
    ItemSettings,
    LayoutBlock,
    MarkName,
    NumberFormula,
    of_type,
)
from sheetgen.blocks.parts import Emphasis, Number, Track

WRITE_IN = 30
"""Tracks longer than this are a place to write a number."""


class TrackSettings(ItemSettings):
    """A number shown as boxes."""

    model_config = ConfigDict(title="a track")

    value: NumberFormula = "none"
    """The number of its boxes."""
    mark: MarkName = ""
    """The sign of its boxes."""
    emphasis: Emphasis = ""
    """Whether its boxes stand out, `strong`, or back, `soft`."""
    blank: Annotated[int, Field(ge=0, le=60)] = 0
    """Boxes on a blank sheet."""


class TracksSettings(BlockSettings):
    """Rows of boxes to cross off."""

    model_config = ConfigDict(title="a `tracks` block")

    type: Literal["tracks"]
    """The type of the block."""
    items: list[TrackSettings]
    """The tracks, one after another."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Tracks | None:
        """The tracks, where any of them has a box."""
        items = tuple(
            Track(
                label=item.label,
                number=value,
                mark=entry.sign(item.mark or "tick", item.label, item.emphasis),
                blank=item.blank,
            )
            for _, item, value in entry.items(block, "items", self.items)
        )
        boxes = any(item.number.size > 0 for item in items)
        return Tracks(id=block.id, title=self.title, secret=self.secret, items=items) if boxes else None


@dataclass(frozen=True, kw_only=True)
class Tracks(Block):
    """Tracks of boxes, always in the same place."""

    type = "tracks"
    common = True
    stands = "right"
    slim = True
    shared = True
    items: tuple[Track, ...]

    def words(self) -> Iterator[str]:
        """Nothing: a number of boxes says nothing by itself."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """Each under its label."""
        yield from ((item.label, item.number) for item in self.items)

    def ticked(self) -> Iterator[Track]:
        """All of them."""
        return iter(self.items)

    def emptied(self, peers: Sequence[Block], bounds: Sequence[Block]) -> Tracks:
        """Every track that any of the peers has, with boxes enough for all.

        Those that all have alike keep their boxes, and none has more than the same among the bounds.
        """
        tracks = {t.label: t for block in of_type(Tracks, (self, *peers)) for t in block.items}
        return replace(self, items=tuple(replace(t, number=_enough(t, peers, bounds)) for t in tracks.values()))


def _enough(track: Track, peers: Sequence[Block], bounds: Sequence[Block]) -> Number:
    """Boxes for everyone: as many as the kind itself says, or what all peers have; else enough for any of them.

    Enough is a quarter more than any peer has, in fives, or twice as many as the only one; what is bounded has
    no more boxes than its bound, unless a peer has. What takes more than 30 is a place to write a number.
    """
    if track.blank:
        return Number("", size=track.blank)
    sizes, most = _sizes(track, peers), max(_sizes(track, bounds), default=0)
    if len(sizes) > 1 and len(set(sizes)) == 1:
        return replace(track.number, text="", why="", size=sizes[0])
    known = _less(sizes, _sizes(track, bounds))
    most = 0 if max(known, default=0) > most else most
    largest = max(known or [most, track.number.size])
    wanted = largest if not known else largest * 2 if len(known) < 2 else largest + largest // 4
    if largest > WRITE_IN:
        return Number("", size=WRITE_IN + 1)
    count = largest if largest <= 1 or not known else -(-wanted // 5) * 5
    return Number("", size=min(count, most or count, WRITE_IN))


def _sizes(track: Track, blocks: Sequence[Block]) -> list[int]:
    return [t.number.size for block in of_type(Tracks, blocks) for t in block.items if t.label == track.label]


def _less(sizes: Sequence[int], others: Sequence[int]) -> list[int]:
    """Some sizes without others that are among them."""
    left = list(sizes)
    for size in others:
        if size in left:
            left.remove(size)
    return left


BLOCK = BlockType(TracksSettings, Tracks)
