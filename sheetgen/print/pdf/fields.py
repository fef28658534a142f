"""What fields of a sheet are, by name: the characters of its boxes, and which fields hold figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheetgen.blocks import Block, Body, EntryView, Figures, Panel, Scores, Strip, Tracks, inner_blocks
from sheetgen.blocks.tracks import WRITE_IN


@dataclass(frozen=True)
class FormFields:
    """By the name of a field: the characters of a box that is no plain one; those that hold a figure."""

    boxes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    figures: frozenset[str] = frozenset()


def fields_of(pages: Sequence[tuple[EntryView, str]]) -> FormFields:
    """What the fields of some sheets are; the names of each begin with a text of its own."""
    boxes: dict[str, tuple[str, str]] = {}
    figures: set[str] = set()
    for entry, prefix in pages:
        for area in ("play", "reference"):
            for block in entry.area(area):
                for own, inner in _inside(block, prefix):
                    boxes |= _boxes(inner, own)
                    figures |= {name.replace(".", " ") for name in _figures(inner, own)}
    return FormFields(boxes, frozenset(figures))


def _inside(block: Block, prefix: str) -> Iterator[tuple[str, Block]]:
    if isinstance(block, Panel):
        for number, entry in enumerate(block.entries, 1):
            yield from ((f"{prefix}{block.id}{number} ", inner) for inner in inner_blocks(entry))
    else:
        yield prefix, block


def _boxes(block: Block, prefix: str) -> dict[str, tuple[str, str]]:
    if not isinstance(block, Tracks):
        return {}
    return {
        f"{prefix}{track.label} {n}".replace(".", " "): track.mark.boxes
        for track in block.items
        for n in range(1, min(track.number.size, WRITE_IN) + 1)
    }


def _figures(block: Block, prefix: str) -> Iterator[str]:
    if isinstance(block, Scores):
        yield from (f"{prefix}{score.label}{end}" for score in block.items for end in ("", " bonus"))
    elif isinstance(block, Figures):
        yield from (prefix + figure.label for figure in block.items)
    elif isinstance(block, Body):
        yield from (f"{prefix}{block.id} {part.region}" for part in block.parts)
    elif isinstance(block, Strip):
        yield from (f"{prefix}{block.id} {pair.head.title}" for pair in block.pairs)
