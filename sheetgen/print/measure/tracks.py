"""Tracks of boxes to tick: how many stand on a line, and where each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from sheetgen.blocks import Track, Tracks
from sheetgen.blocks.tracks import WRITE_IN
from sheetgen.print import resources
from sheetgen.print.measure.column import MeasuredColumn

WIDE = 90.0
"""From this width on, in mm, all tracks may share one line."""
SMALLEST_BOX = 3.2
"""Boxes of a long track are not made smaller than this, in mm, to bring ten on a line."""
ALMOST_TEN = 12
"""Tracks of up to so many boxes are brought on one line where that can be."""


@dataclass(frozen=True)
class TrackRun:
    """A stretch of a track on one line: label (or nothing, where it goes on), boxes, their width."""

    track: Track
    label: str
    label_width: float
    groups: tuple[int, ...]
    width: float
    first: int
    """Number of the first box, from 1."""
    write_in: bool = False

    def offsets(self, frame: MeasuredColumn) -> tuple[float, ...]:
        """Left edges of the boxes in mm, from the start of the line."""
        box = frame.sizes.box_mm + frame.sizes.gap_mm
        space = frame.sizes.box_mm * 0.26 + frame.sizes.gap_mm
        starts = [sum(self.groups[:n]) * box + n * space for n in range(len(self.groups))]
        return tuple(
            self.label_width + start + i * box
            for start, group in zip(starts, self.groups, strict=True)
            for i in range(group)
        )

    @property
    def boxes(self) -> str:
        """The boxes as characters of the marks font, in groups of five."""
        sign = self.track.mark.glyph or resources.glyph("tick")
        return " ".join(sign * group for group in self.groups)


@dataclass(frozen=True)
class TrackMeasures(MeasuredColumn):
    """A column that holds tracks."""

    def tracked(self, block: Tracks) -> Self:
        """This column with the sizes of some tracks: smaller boxes where that brings ten, or all, on a line."""
        longest = max((t.number.size for t in block.items if t.number.size <= WRITE_IN), default=0)
        if longest <= 5:
            return self
        # One or two more than ten stand with the ten where they can.
        counts = [longest, 10] if 10 < longest <= ALMOST_TEN else [min(longest, 10)]
        return next((own for count in counts if (own := self._shrunk(block, count)) is not None), self)

    def _shrunk(self, block: Tracks, count: int) -> Self | None:
        """This column with boxes so small that so many stand on a line; none where they would be too small."""
        z, groups = self.sizes, _fives(count)
        lead = max((self.label(t.label) for t in block.items), default=0.0) + 1.4
        if self._run_width(groups) <= self.width - lead:
            return self
        gap, breaks = z.gap_mm / z.box_mm, len(groups) - 1
        box = (self.width - lead - 0.1) / (sum(groups) * (1 + gap) + breaks * (0.26 + gap))
        if box < SMALLEST_BOX:
            return None
        return replace(self, sizes=replace(z, box_mm=box, gap_mm=box * gap, track_mm=z.track_mm * box / z.box_mm))

    def tracks(self, items: Iterable[Track]) -> tuple[tuple[TrackRun, ...], ...]:
        """Tracks as lines of runs: short ones share a line, a long one goes on below.

        On a card the first stands alone, so that it is always in the same place.
        """
        tracks = [t for t in items if t.number.size > 0]
        lead = max((self.label(t.label) for t in tracks), default=0.0) + 1.4
        lines: list[list[TrackRun]] = []
        # A place to write in is set as text, on a line of its own.
        sharing = not self.sheet or (self.tight and all(track.number.size <= WRITE_IN for track in tracks))
        room, alone = 0.0, 1 if self.width >= WIDE else 2
        for track in tracks:
            runs = self._runs(track, lead)
            join = self.label(track.label) + 4.4 + runs[0].width
            if len(runs) == 1 and len(lines) >= alone and sharing and join <= room:
                inline = replace(runs[0], label_width=0.0)
                lines[-1].append(inline)
                room -= join
                continue
            lines.extend([run] for run in runs)
            room = self.width - lead - runs[-1].width if len(runs) == 1 else 0.0
        return tuple(tuple(line) for line in lines)

    def _runs(self, track: Track, lead: float) -> list[TrackRun]:
        size = track.number.size
        if size > WRITE_IN:
            return [TrackRun(track, track.label, lead, (), 16.0, 1, write_in=True)]
        runs, first = [], 1
        per_line = self._boxes(self.width - lead, size)
        while first <= size:
            left = size - first + 1
            # No box stands alone on a last line: the one before gives it some.
            count = per_line // 2 if left == per_line + 1 and per_line > 3 else min(per_line, left)
            groups = _fives(count)
            label = track.label if first == 1 else ""
            runs.append(TrackRun(track, label, lead, groups, self._run_width(groups), first))
            first += count
        return runs

    def _run_width(self, groups: Sequence[int]) -> float:
        box = self.sizes.box_mm + self.sizes.gap_mm
        space = self.sizes.box_mm * 0.26 + self.sizes.gap_mm
        return sum(groups) * box + max(0, len(groups) - 1) * space

    def _boxes(self, room: float, size: int) -> int:
        """How many of `size` boxes stand on one line: all, or a multiple of five where it can be."""
        count = 1
        while count < size and self._run_width(_fives(count + 1)) <= room:
            count += 1
        return count - count % 5 if 5 <= count < size else count


def _fives(count: int) -> tuple[int, ...]:
    return (5,) * (count // 5) + ((count % 5,) if count % 5 else ())
