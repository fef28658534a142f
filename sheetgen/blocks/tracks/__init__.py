"""Rows of boxes to cross off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from sheetgen.blocks.base import (
    ONE_BY_ONE,
    Block,
    BlockSettings,
    BlockType,
    EntryReader,
    ItemSettings,
    LayoutBlock,
    MarkName,
    NumberFormula,
    SlotValue,
    WholeFormula,
    of_type,
    states_out_of_bounds,
)
from sheetgen.blocks.parts import MOST_BOXES, Emphasis, Number, Track


class TrackSettings(ItemSettings):
    """A number shown as boxes, or as a scale of numbers up to it."""

    model_config = ConfigDict(title="a track")

    value: WholeFormula = "none"
    """The number of its boxes; the last number of a scale."""
    current: NumberFormula = "none"
    """How many of its boxes are marked now, or ticks where a box takes several; on a scale, where it stands."""
    lowest: Annotated[int | None, Field(ge=-60, le=60)] = None
    """The first number of a scale, such as −6: numbers to move along in place of boxes."""
    ticks: Annotated[int, Field(ge=1, le=4)] = 1
    """How many ticks a box takes, up to four."""
    show: Literal["", "boxes", "number"] = ""
    """Boxes or a number to write over; without it, more than 30 boxes are a number, of what is left."""
    mark: MarkName = ""
    """The sign of its boxes."""
    emphasis: Emphasis = ""
    """Whether its boxes stand out, `strong`, or back, `soft`."""
    blank: Annotated[int, Field(ge=0, le=60)] = 0
    """Boxes on a blank sheet."""

    @model_validator(mode="after")
    def _one_drawing(self) -> TrackSettings:
        if self.lowest is not None and (self.ticks > 1 or self.mark):
            raise ValueError("a scale has numbers, so it takes neither `mark` nor `ticks`")
        if self.ticks > 1 and self.mark:
            raise ValueError("boxes of several ticks have a drawing of their own, so they take no `mark`")
        return self


class TracksSettings(BlockSettings):
    """Rows of boxes to cross off."""

    elsewhere = ONE_BY_ONE
    model_config = ConfigDict(title="a `tracks` block")

    type: Literal["tracks"]
    """The type of the block."""
    items: list[TrackSettings]
    """The tracks, one after another."""
    upright: bool = False
    """Whether they stand upright on a sheet, one beside the other; numbers grow upwards."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Tracks | None:
        """The tracks, where any of them has a box."""
        items = tuple(
            Track(
                label=item.label,
                number=value,
                mark=entry.sign(item.mark or "tick", item.label, item.emphasis),
                blank=item.blank,
                current=entry.whole(block, f"items.{number}.current"),
                lowest=item.lowest,
                tallies=tuple(entry.sign(f"tally-{n}", "").glyph for n in range(1, item.ticks + 1) if item.ticks > 1),
                show=item.show,
            )
            for number, item, value in entry.items(block, "items", self.items)
        )
        boxes = any(item.boxes > 0 for item in items)
        if not boxes:
            return None
        return Tracks(id=block.id, title=self.title, secret=self.secret, items=items, upright=self.upright)

    def objections(self, value: SlotValue) -> Iterator[tuple[str, str]]:
        """Tracks that stand outside of their bounds."""
        return states_out_of_bounds(
            value, ((item.label or self.title, item.lowest or 0, item.ticks) for item in self.items)
        )


@dataclass(frozen=True, kw_only=True)
class Tracks(Block):
    """Tracks of boxes, always in the same place."""

    type = "tracks"
    common = True
    stands = "right"
    slim = True
    shared = True
    items: tuple[Track, ...]
    upright: bool = False

    def words(self) -> Iterator[str]:
        """Nothing: a number of boxes says nothing by itself."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """Each under its label."""
        yield from ((item.label, item.number) for item in self.items)

    def needs(self) -> Iterator[str]:
        """What a scale needs, where there is one."""
        if any(item.lowest is not None for item in self.items):
            yield "track-scale"

    def ticked(self) -> Iterator[Track]:
        """All of them."""
        return iter(self.items)

    def emptied(self, peers: Sequence[Block]) -> Tracks:
        """Every track that any of the peers has, with as many boxes as its kind says, or as any of them has."""
        every = [track for block in of_type(Tracks, (self, *peers)) for track in block.items]
        sizes: dict[str, set[int]] = {}
        for track in every:
            sizes.setdefault(track.label, set()).add(track.number.size)
        longest = {track.label: track for track in sorted(every, key=lambda track: track.number.size)}
        return replace(self, items=tuple(_unmarked(longest[label], len(own) > 1) for label, own in sizes.items()))


def _unmarked(track: Track, differs: bool) -> Track:
    """A track with nothing marked; of a counter that `differs` between entries, its most is left to write, too."""
    size = track.blank or track.number.size
    written = size > MOST_BOXES or (track.show == "number" and differs and not track.blank)
    return replace(track, number=Number("" if written else str(size), size=size), current=None)


BLOCK = BlockType(TracksSettings, Tracks)
