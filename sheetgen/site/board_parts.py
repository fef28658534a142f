"""What the board of a fight has of an entry."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from sheetgen.blocks import EntryView, Figures, Track
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.site.fight_parts import FightParts, fight_parts


@dataclass(frozen=True)
class BoardParts:
    """All that is crossed off in a fight, and label and text of headline numbers; of an encounter, the fight."""

    tracks: tuple[Track, ...]
    headline: tuple[tuple[str, str], ...]
    fight: FightParts | None = None


def board_parts(view: EntryView, computed: ComputedEntry) -> BoardParts:
    """Tracks and tokens of an entry, then of those that its panels show, its headline numbers, and its fight."""
    blocks = chain(view.area("page"), view.area("aside"))
    tracks = {track.label: track for block in blocks for track in block.ticked()}
    figures = next((block.items for block in view.area("page") if isinstance(block, Figures)), ())
    headline = tuple((figure.label, figure.number.text) for figure in figures if not figure.tokens)
    return BoardParts(tuple(tracks.values()), headline, fight_parts(computed))
