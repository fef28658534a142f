"""The form fields of a sheet by name: the characters of boxes, and which fields hold figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sheetgen.blocks import Block, EntryView, Panel, inner_blocks
from sheetgen.print.block_print import fields_of as fields_of_block
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.sizes import SHEET, SMALLEST

if TYPE_CHECKING:
    from sheetgen.model.form_scripts import FormScript

FORM = SheetFrame(100.0, SHEET["normal"], mode="form")
"""Some column of a form: what fields are called and hold is the same in all."""

ORIGIN = "/SheetgenField"
"""The key of a form field under which stands what it belongs to, as `kind:id/name`."""


@dataclass(frozen=True)
class FormFields:
    """By the name of a field: the characters of a box that is no plain one; those of figures; the least type."""

    boxes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    figures: frozenset[str] = frozenset()
    least: float = SMALLEST
    """Points of the smallest type that texts are shrunk to, so that they fit their fields."""
    entries: Mapping[str, str] = field(default_factory=dict)
    """By the beginning of the names of its fields each entry, as `kind:id`."""

    script: FormScript | None = None
    """What is computed while it is filled in."""

    def place(self, name: str) -> str:
        """The entry and the field of it that a form field belongs to, as `kind:id/name`; empty on a blank sheet."""
        own = max((prefix for prefix in self.entries if name.startswith(prefix)), key=len, default=None)
        return "" if own is None else f"{self.entries[own]}/{name.removeprefix(own)}"


def fields_of(
    pages: Sequence[tuple[EntryView, str]], least: float = SMALLEST, script: FormScript | None = None
) -> FormFields:
    """The form fields of some sheets; the names of each begin with a text of its own. `least` is in points."""
    boxes: dict[str, tuple[str, str]] = {}
    figures: set[str] = set()
    for entry, prefix in pages:
        for area in ("play", "reference"):
            for block in entry.area(area):
                for own, inner in _inside(block, prefix):
                    for known in fields_of_block(inner, FORM):
                        name = f"{own}{known.name}".replace(".", " ")
                        if known.boxes:
                            boxes[name] = known.boxes
                        elif known.figure and not known.is_box:
                            figures.add(name)
    entries = {prefix.replace(".", " "): f"{entry.kind}:{entry.id}" for entry, prefix in pages if entry.name}
    return FormFields(boxes, frozenset(figures), least, entries, script)


def _inside(block: Block, prefix: str) -> Iterator[tuple[str, Block]]:
    if isinstance(block, Panel):
        for number, entry in enumerate(block.entries, 1):
            yield from ((f"{prefix}{block.id}{number} ", inner) for inner in inner_blocks(entry))
    else:
        yield f"{prefix}{block.named}", block
