"""What the board of a fight has of an entry."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from sheetgen.blocks import EntryView, Figures, Track


@dataclass(frozen=True)
class BoardParts:
    """All that is crossed off in a fight, and label and text of headline numbers."""

    tracks: tuple[Track, ...]
    headline: tuple[tuple[str, str], ...]


def board_parts(view: EntryView) -> BoardParts:
    """Tracks and tokens of an entry, then of those that its panels show, and its headline numbers."""
    blocks = chain(view.area("page"), view.area("aside"))
    tracks = {track.label: track for block in blocks for track in block.ticked()}
    figures = next((block.items for block in view.area("page") if isinstance(block, Figures)), ())
    headline = tuple((figure.label, figure.number.text) for figure in figures if not figure.tokens)
    return BoardParts(tuple(tracks.values()), headline)
