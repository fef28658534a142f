"""Tracks of boxes on paper: how many stand on a line, and where each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from markupsafe import Markup

from sheetgen.blocks.parts import MOST_BOXES, Fact, Track
from sheetgen.blocks.tracks import Tracks
from sheetgen.blocks.tracks.upright import drawn_upright, step, upright_fields, upright_tracks
from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.print.block_print import DrawnBlock, FormField
from sheetgen.print.css import lengths
from sheetgen.print.measure.draw import Piece, drawing, label, outline
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width
from sheetgen.print.text_parts import facts

F = TypeVar("F", bound=BlockFrame)

WIDE = 90.0
"""From this width on, in mm, all tracks may share one line."""
WRITTEN = 16.0
"""Width of a place to write in with the number behind it, in mm."""
NARROW, FEW_LINES = 10, 3
"""Where a line of a card holds less than ten boxes, a track of more lines than this is written down instead,
if its label leaves room."""
SMALLEST_BOX = 3.2
"""Boxes of a long track are not made smaller than this, in mm, to bring ten on a line."""
ALMOST_TEN = 12
"""Tracks of up to so many boxes are brought on one line where that can be."""
WRITTEN_SIZE = 0.8
"""The size of a number in its place to write in, in boxes."""
LIFT, SLOT = {False: 0.13, True: 0.17}, {False: 10.0, True: 20.0}
"""How far the label of a track stands above the foot of its boxes, in boxes, and the width of a place to write a number
in, in mm: on a card, and on a sheet."""
HANDOUT_SLOT = 14.0
"""The same on the party sheet and in packets, as in `print-flow.css`."""
SLOT_APART = 0.6
"""White between places to write in below each other, which are else as high as their lines on a sheet, in mm."""
APART, ABOVE = 0.4, 0.8
"""White above and below the rule over the tracks of a card, in mm, before the density's factor."""
GONE_ON = 0.35
"""White between two tracks of which one goes on over lines, in lines: so it is seen where each ends."""


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
    words: Words = ENGLISH

    def offsets(self, frame: BlockFrame) -> tuple[float, ...]:
        """Left edges of the boxes in mm, from the start of the line."""
        box = frame.sizes.box_mm + frame.sizes.gap_mm
        space = frame.sizes.box_mm * 0.26 + frame.sizes.gap_mm
        starts = [sum(self.groups[:n]) * box + n * space for n in range(len(self.groups))]
        return tuple(
            self.label_width + start + i * box
            for start, group in zip(starts, self.groups, strict=True)
            for i in range(group)
        )

    def slot(self, frame: BlockFrame) -> tuple[float, float, float]:
        """A place to write in: how far below the top of the line it begins, its width and height."""
        z = frame.sizes
        if not frame.sheet:
            first = baseline(frame.faces.regular, z.body, z.track_mm)
            return first - 0.7 * z.box_mm, SLOT[False], 0.9 * z.box_mm
        behind = 1.0 + width(self.count, "black", z.row) if self.count else 0.0
        return SLOT_APART / 2, min(SLOT[True], frame.width - self.label_width - behind), z.track_mm - SLOT_APART

    @property
    def boxes(self) -> str:
        """The boxes as characters of the marks font, in groups of five."""
        signs = iter(self.track.signs[self.first - 1 :])
        return " ".join("".join(islice(signs, group)) for group in self.groups)

    @property
    def count(self) -> str:
        """What stands behind the place to write in."""
        if self.track.lowest is not None or not self.track.number.text:
            return f"({self.track.ends_in_words(self.words)})" if self.track.number.text else ""
        return f"/ {self.track.most if self.track.tallies else self.track.number.text}"


Lines = tuple[tuple[TrackRun, ...], ...]


class PrintedTracks(DrawnBlock[Tracks]):
    """Lines of boxes."""

    properties = lengths(tracks_apart=APART, tracks_above=ABOVE)

    def shape(self, block: Tracks, frame: F) -> tuple[Lines, F]:
        """The lines of boxes, and the column with the sizes that these have."""
        own = tracked(block, frame)
        return track_lines(block.items, own), own

    def card_height(self, block: Tracks, frame: BlockFrame, notes: bool) -> float:
        """Lines of boxes under a rule."""
        return (APART + ABOVE) * frame.sizes.space + frame.colours.line + self._height(block, frame)

    def sheet_height(self, block: Tracks, frame: SheetFrame) -> float:
        """Lines of boxes."""
        return self._height(block, frame)

    def _height(self, block: Tracks, frame: BlockFrame) -> float:
        if upright := upright_tracks(block, frame):
            return upright.height
        lines, own = self.shape(block, frame)
        return line_tops(lines, own)[-1]

    def fits_half(self, block: Tracks, frame: SheetFrame) -> bool:
        """Whether boxes keep their size there, and ten of them, or all of a shorter track, stand on a line."""
        if upright_tracks(block, frame):
            return True
        lines, own = self.shape(block, frame)
        gone_on = {id(line[0].track) for line in lines if not line[0].label_width or not line[0].label}
        short = (track for track in block.items if track.boxes <= NARROW)
        return own.sizes == frame.sizes and not any(id(track) in gone_on for track in short)

    def draw(self, block: Tracks, frame: BlockFrame) -> PlacedText:
        """Tracks as boxes to tick; a long one is a place to write in, before its number."""
        if upright := upright_tracks(block, frame):
            return drawing(frame, upright.height, drawn_upright(upright, frame))
        lines, own = self.shape(block, frame)
        pieces: list[Piece] = []
        *tops, foot = line_tops(lines, own)
        for top, line in zip(tops, lines, strict=True):
            lift = 0.0 if frame.mode == "form" else LIFT[frame.sheet] * own.sizes.box_mm
            pieces += _drawn(top, line, own, lift)
        return drawing(frame, foot, pieces)

    def text(self, block: Tracks, words: Words) -> Iterator[Markup]:
        """Labels with numbers; the title of the block is the label of a track that has none."""
        yield facts(Fact(track.label or block.title, said(track, words)) for track in block.items)

    def fields(self, block: Tracks, frame: SheetFrame) -> Iterator[FormField]:
        """A field for each box, by its number; one for a long track."""
        if upright := upright_tracks(block, frame):
            yield from upright_fields(upright, frame)
            return
        lines, own = self.shape(block, frame)
        z = own.sizes
        for start, line in zip(line_tops(lines, own), lines, strict=False):
            top = start + (z.track_mm - z.box_mm) / 2
            for run in line:
                track, name = run.track, run.track.label
                if run.write_in:
                    below, wide, high = run.slot(own)
                    yield FormField(
                        name=name, value=track.count, x=run.label_width, y=start + below, width=wide, height=high,
                        figure=False,
                    )  # fmt: skip
                for n, x in enumerate(run.offsets(own), run.first):
                    yield FormField(
                        name=f"{name} {n}", x=x, y=top, width=z.box_mm, height=z.box_mm,
                        boxes=track.mark.boxes, checked=n <= (track.current or 0),
                    )  # fmt: skip


def tracked(block: Tracks, frame: F) -> F:
    """A column with the sizes of some tracks: smaller boxes where that brings ten, or all, on a line."""
    longest = max((t.boxes for t in block.items if not written_in(t, frame)), default=0)
    if longest <= 5:
        return frame
    # One or two more than ten stand with the ten where they can, and so do all numbers of a scale.
    scale = any(t.lowest is not None for t in block.items)
    counts = [longest, 10] if 10 < longest <= (MOST_BOXES if scale else ALMOST_TEN) else [min(longest, 10)]
    return next((own for count in counts if (own := _shrunk(block, count, frame)) is not None), frame)


def _shrunk(block: Tracks, count: int, frame: F) -> F | None:
    """A column with boxes so small that so many stand on a line; none where they would be too small."""
    z, groups = frame.sizes, _fives(count)
    lead = _lead(block.items, frame)
    if _run_width(groups, frame) <= frame.width - lead:
        return frame
    gap, breaks = z.gap_mm / z.box_mm, len(groups) - 1
    box = (frame.width - lead - 0.1) / (sum(groups) * (1 + gap) + breaks * (0.26 + gap))
    if box < SMALLEST_BOX:
        return None
    return replace(frame, sizes=replace(z, box_mm=box, gap_mm=box * gap, track_mm=z.track_mm * box / z.box_mm))


def written_in(track: Track, frame: BlockFrame) -> bool:
    """Whether a track is a place to write in: on a form so is all that a tick alone does not say."""
    return track.is_counter or (frame.mode == "form" and track.counts_up)


def said(track: Track, words: Words) -> str:
    """A track in words: how many boxes, and where it stands."""
    if track.counts_up or track.is_counter:
        count = track.count if track.lowest is not None else words("{some} of {all}", some=track.count, all=track.most)
        return count if track.count else track.number.text
    return f"{track.number.text}, {words('{n} marked', n=track.current)}" if track.current else track.number.text


def _lead(tracks: Iterable[Track], frame: BlockFrame) -> float:
    """Width of the labels before the boxes."""
    return max((frame.label(track.label) for track in tracks), default=0.0) + 1.4


def track_lines(items: Iterable[Track], frame: BlockFrame) -> Lines:
    """Tracks as lines of runs: short ones share a line, a long one goes on below.

    On a card the first stands alone, so that it is always in the same place.
    """
    tracks = [t for t in items if t.boxes > 0]
    lead = _lead(tracks, frame)
    lines: list[list[TrackRun]] = []
    # A place to write in is set as text, on a line of its own.
    sharing = not frame.sheet or (frame.tight and not any(written_in(track, frame) for track in tracks))
    room, alone = 0.0, 1 if frame.width >= WIDE else 2
    for track in tracks:
        runs = _runs(track, lead, frame)
        join = frame.label(track.label) + 4.4 + runs[0].width
        if len(runs) == 1 and len(lines) >= alone and sharing and join <= room:
            lines[-1].append(replace(runs[0], label_width=0.0))
            room -= join
            continue
        lines.extend([run] for run in runs)
        room = frame.width - lead - runs[-1].width if len(runs) == 1 else 0.0
    return tuple(tuple(line) for line in lines)


def line_tops(lines: Lines, frame: BlockFrame) -> tuple[float, ...]:
    """The tops of the lines of some tracks, and where the last one ends, in mm from the first."""
    pitch = frame.sizes.track_mm
    gap = 0.0 if frame.tight else GONE_ON * pitch * (1.0 if frame.sheet else min(1.0, frame.sizes.space))
    goes_on = [not line[0].label for line in lines] + [False]
    tops = [0.0]
    for number in range(1, len(lines)):
        apart = not goes_on[number] and (goes_on[number - 1] or goes_on[number + 1])
        tops.append(tops[-1] + pitch + (gap if apart else 0.0))
    return (*tops[: len(lines)], tops[-1] + pitch if lines else 0.0)


def _runs(track: Track, lead: float, frame: BlockFrame) -> list[TrackRun]:
    size = track.boxes
    per_line = _boxes(frame.width - lead, size, frame)
    many_lines = not frame.sheet and per_line < NARROW < size > per_line * FEW_LINES
    if written_in(track, frame) or (many_lines and lead + WRITTEN <= frame.width):
        run = TrackRun(track, track.label, lead, (), WRITTEN, 1, write_in=True, words=frame.words)
        return [replace(run, width=_written_width(run, frame))]
    runs, first = [], 1
    for count in _even_lines(size, per_line):
        groups = _fives(count) if track.lowest is None else (count,)
        runs.append(TrackRun(track, track.label if first == 1 else "", lead, groups, _run_width(groups, frame), first))
        first += count
    return runs


def _written_width(run: TrackRun, frame: BlockFrame) -> float:
    """Width of a place to write in, as wide as handouts have it where there is room, and of what stands behind it."""
    slot = HANDOUT_SLOT if frame.width >= WIDE else SLOT[False]
    return max(WRITTEN, slot + 2.0 + width(run.count, "black", frame.sizes.row))


def _even_lines(size: int, most: int) -> list[int]:
    """How many of some boxes stand on each line, `most` on one: about the same, or whole fives where these come out."""
    if size % 5 == 0 and most % 5 == 0:
        return [min(most, size - first) for first in range(0, size, most)]
    count = -(-size // most)
    return [size // count + (line < size % count) for line in range(count)]


def _run_width(groups: Sequence[int], frame: BlockFrame) -> float:
    box = frame.sizes.box_mm + frame.sizes.gap_mm
    space = frame.sizes.box_mm * 0.26 + frame.sizes.gap_mm
    return sum(groups) * box + max(0, len(groups) - 1) * space


def _boxes(room: float, size: int, frame: BlockFrame) -> int:
    """How many of `size` boxes stand on one line: all, or a multiple of five where it can be."""
    count = 1
    while count < size and _run_width(_fives(count + 1), frame) <= room:
        count += 1
    return count - count % 5 if 5 <= count < size else count


def _fives(count: int) -> tuple[int, ...]:
    return (5,) * (count // 5) + ((count % 5,) if count % 5 else ())


def _drawn(top: float, line: Iterable[TrackRun], frame: BlockFrame, lift: float) -> Iterator[Piece]:
    at, z, c = 0.0, frame.sizes, frame.colours
    y = top + baseline(frame.faces.regular, z.body, z.track_mm)
    for run in line:
        name = label(frame, at + (0.0 if run.label_width else 2.2), y - lift, run.label)
        yield name
        start = at + run.label_width if run.label_width else name.end + 1.2
        if run.write_in:
            below, wide, high = run.slot(frame)
            yield from outline(start, top + below, wide, high, c.line, c.ink)
            if frame.mode == "filled" and run.track.count:
                yield Ink(start + 1.0, y, run.track.count, "bold", WRITTEN_SIZE * z.box_mm / POINT, c.ink)
            last = Ink(start + wide + 1.0, y, run.count, "black", z.row, c.ink)
        elif run.track.lowest is not None:
            yield from _drawn_scale(start, y, run, frame)
            last = Ink(start + run.width, y, "", "bold", z.row, c.ink)
        else:
            strong = frame.sheet and run.track.mark.emphasis == "strong"
            colour = c.accent_text if strong else c.ink
            boxes = "" if frame.mode == "form" else run.boxes
            last = Ink(start, y, boxes, "marks", z.box_mm / POINT, colour, z.gap_mm, said=run.track.said(boxes))
        yield last
        at = last.end


def _drawn_scale(start: float, y: float, run: TrackRun, frame: BlockFrame) -> Iterator[Piece]:
    """The numbers of a scale in boxes, where it stands on a dark ground."""
    top = y - 0.74 * frame.sizes.box_mm
    for number, x in enumerate(run.offsets(frame), run.first - 1):
        yield from step(start - run.label_width + x, top, run.track, number, frame)


PRINT = PrintedTracks()
