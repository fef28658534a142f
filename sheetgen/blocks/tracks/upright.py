"""Tracks that stand upright on a sheet, each with its boxes one below the other; numbers grow upwards. Millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.blocks.parts import Track
from sheetgen.blocks.tracks import Tracks
from sheetgen.print.block_print import FormField
from sheetgen.print.measure.draw import Piece, label, outline
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import FilledRectangle, Ink
from sheetgen.print.text_metrics.metrics import baseline, width

APART = 3.0
"""White between two tracks."""
STEP, INSIDE = 0.78, 0.5
"""The size of the numbers of a scale, in boxes, where these are wide enough; the white beside them in mm."""


@dataclass(frozen=True)
class UprightTracks:
    """Upright tracks side by side: each with its left edge and width, their boxes, and how high they stand.

    On a form a number that says where a scale stands is written under its label.
    """

    tracks: tuple[tuple[Track, float, float], ...]
    box: float
    pitch: float
    head: float
    """Height of the labels, with the white below, and of the fields."""
    field: float = 0.0
    """Height of the fields; 0 where there are none."""

    @property
    def height(self) -> float:
        """How high the longest stands."""
        return self.head + self.pitch * max(track.boxes for track, _, _ in self.tracks)


def upright_tracks(block: Tracks, frame: BlockFrame) -> UprightTracks | None:
    """The upright tracks of a block; None where its tracks lie: on a card, or where they have no room."""
    tracks = [track for track in block.items if track.boxes > 0]
    if not block.upright or not frame.sheet or not tracks or any(track.is_counter for track in tracks):
        return None
    z = frame.sizes
    widths = [max(z.box_mm, frame.label(track.label)) for track in tracks]
    lefts = [sum(widths[:n]) + APART * n for n in range(len(widths))]
    if lefts[-1] + widths[-1] > frame.width + 0.1:
        return None
    head = z.label * POINT * 1.3 if any(track.label for track in tracks) else 0.0
    field = z.box_mm if frame.mode == "form" and any(track.counts_up for track in tracks) else 0.0
    head += field + z.gap_mm if field else 0.0
    return UprightTracks(tuple(zip(tracks, lefts, widths, strict=True)), z.box_mm, z.box_mm + z.gap_mm, head, field)


def drawn_upright(shape: UprightTracks, frame: BlockFrame) -> Iterator[Piece]:
    """The labels and boxes."""
    z, box = frame.sizes, shape.box
    for track, left, wide in shape.tracks:
        name = label(frame, left, baseline("bold", z.label, z.label * POINT), track.label)
        yield label(frame, left + (wide - (name.end - left - name.tracking)) / 2, name.y, track.label)
        if shape.field and track.counts_up:
            top = shape.head - shape.field - z.gap_mm
            yield from outline(left, top, wide, shape.field, frame.colours.line, frame.colours.ink)
        x, signs = left + (wide - box) / 2, track.signs
        for n in range(track.boxes):
            top = shape.head + n * shape.pitch
            if track.lowest is not None:
                yield from step(x, top, track, track.boxes - 1 - n, frame)
            elif frame.mode != "form" or track.counts_up:
                y = top + baseline("marks", box / POINT, box)
                colour = frame.colours.accent_text if track.mark.emphasis == "strong" else frame.colours.ink
                yield Ink(x, y, signs[n], "marks", box / POINT, colour, said=track.said(signs[n]))


def step(x: float, top: float, track: Track, number: int, frame: BlockFrame) -> Iterator[Piece]:
    """One number of a scale, counted from 0, in its box: on a dark ground where it stands there."""
    box, c = frame.sizes.box_mm, frame.colours
    widest = max(width(text, "bold", 1.0) for text, _ in track.steps)
    size = min(STEP * box / POINT, (box - INSIDE) / widest)
    text, stands = track.steps[number]
    yield from outline(x, top, box, box, c.line, c.ink)
    if stands and frame.mode != "form":
        yield FilledRectangle(x, top, box, box, c.ink)
    middle = x + (box - width(text, "bold", size)) / 2
    yield Ink(
        middle,
        top + 0.5 * box + 0.36 * size * POINT,
        text,
        "bold",
        size,
        c.paper if stands and frame.mode != "form" else c.ink,
    )


def upright_fields(shape: UprightTracks, frame: BlockFrame) -> Iterator[FormField]:
    """A field for each box, by its number; one for where a scale stands."""
    for track, left, wide in shape.tracks:
        if track.counts_up:
            top = shape.head - shape.field - frame.sizes.gap_mm
            yield FormField(name=track.label, value=track.count, x=left, y=top, width=wide, height=shape.field)
            continue
        for n in range(track.boxes):
            yield FormField(
                name=f"{track.label} {n + 1}", x=left + (wide - shape.box) / 2, y=shape.head + n * shape.pitch,
                width=shape.box, height=shape.box, boxes=track.mark.boxes, checked=n < (track.current or 0),
            )  # fmt: skip
