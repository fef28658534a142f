"""The form fields of a sheet by name: the characters of boxes, and which fields hold figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheetgen.blocks import Block, EntryView, Panel, inner_blocks
from sheetgen.print.block_print import printed
from sheetgen.print.sizes import SMALLEST


@dataclass(frozen=True)
class FormFields:
    """By the name of a field: the characters of a box that is no plain one; those of figures; the least type."""

    boxes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    figures: frozenset[str] = frozenset()
    least: float = SMALLEST
    """Points of the smallest type that texts are shrunk to, so that they fit their fields."""


def fields_of(pages: Sequence[tuple[EntryView, str]], least: float = SMALLEST) -> FormFields:
    """The form fields of some sheets; the names of each begin with a text of its own. `least` is in points."""
    boxes: dict[str, tuple[str, str]] = {}
    figures: set[str] = set()
    for entry, prefix in pages:
        for area in ("play", "reference"):
            for block in entry.area(area):
                for own, inner in _inside(block, prefix):
                    side = printed(inner.type)
                    boxes |= {f"{own}{name}".replace(".", " "): two for name, two in side.boxes(inner)}
                    figures |= {f"{own}{name}".replace(".", " ") for name in side.figures(inner)}
    return FormFields(boxes, frozenset(figures), least)


def _inside(block: Block, prefix: str) -> Iterator[tuple[str, Block]]:
    if isinstance(block, Panel):
        for number, entry in enumerate(block.entries, 1):
            yield from ((f"{prefix}{block.id}{number} ", inner) for inner in inner_blocks(entry))
    else:
        yield prefix, block
