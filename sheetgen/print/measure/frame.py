"""A column in which blocks are set, and the width of a label in it. Millimetres, reckoned from the fonts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.print.css import factors, lengths
from sheetgen.print.measure.colours import BLACK, PrintColours
from sheetgen.print.sizes import Sizes
from sheetgen.print.text_metrics.metrics import width
from sheetgen.print.text_metrics.own_fonts import BUNDLED, TextFaces

T = TypeVar("T")

TRACKING = 0.06
"""Letter-spacing of labels in em."""
SECRET_BAR = 1.2
"""Width of the bar beside a block for the game master, in mm."""
MARK = 0.85
"""Size of a mark beside a name or in a secret against the text's."""
PROPERTIES = lengths(secret_bar=SECRET_BAR) | factors(mark_type=MARK)
"""The same as custom properties of style sheets."""


@dataclass(frozen=True)
class BlockFrame:
    """A column `width` mm wide in which blocks are set at these sizes."""

    width: float
    sizes: Sizes
    sheet: bool = False
    tight: bool = False
    """Whether room is so scarce that tables stand in any column that holds them, and tracks share lines."""
    mode: str = "filled"
    """What a sheet is for: filled, blank or form."""
    codes: bool = False
    """Whether the letter codes of marks have room on a card."""
    flows: bool = True
    """Whether a text may go on on a further face or page."""
    heading: str = "black"
    """The face of titles."""
    faces: TextFaces = BUNDLED
    """Those of running text."""
    words: Words = ENGLISH
    colours: PrintColours = BLACK

    def narrowed(self, width: float) -> Self:
        """The same sizes in a column of another width."""
        return replace(self, width=width)

    @property
    def empty(self) -> bool:
        """Whether there is something to write in rather than to read."""
        return self.mode != "filled"

    def label(self, text: str, size: float | None = None) -> float:
        """Width of a label in capitals."""
        return width(text.upper(), "bold", size or self.sizes.label, TRACKING)


def packed(items: Sequence[T], widths: Sequence[float], room: float, gap: float = 0.0) -> list[list[T]]:
    """Things of these widths in rows no wider than `room`, one after the other."""
    rows: list[list[T]] = [[]]
    used = 0.0
    for item, wide in zip(items, widths, strict=True):
        if rows[-1] and used + gap + wide > room:
            rows.append([])
            used = 0.0
        used += wide + (gap if rows[-1] else 0.0)
        rows[-1].append(item)
    return rows


def packed_evenly(items: Sequence[T], widths: Sequence[float], room: float, gap: float = 0.0) -> list[list[T]]:
    """Things of these widths in as few rows as hold them, with as many in each but the last where they fit so."""
    rows = packed(items, widths, room, gap)
    each = -(-len(items) // len(rows)) or 1
    starts = range(0, len(items), each)
    fit = all(sum(row) + gap * (len(row) - 1) <= room for row in (widths[start : start + each] for start in starts))
    return [[*items[start : start + each]] for start in starts] if fit else rows
