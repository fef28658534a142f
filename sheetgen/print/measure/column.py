"""A column in which blocks are set, and the width of a label in it. Millimetres, reckoned from the fonts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from sheetgen.print.sizes import Sizes
from sheetgen.print.text_metrics.metrics import width

TRACKING = 0.06
"""Letter-spacing of labels in em."""


@dataclass(frozen=True)
class MeasuredColumn:
    """A column `width` mm wide in which blocks are set at these sizes."""

    width: float
    sizes: Sizes
    sheet: bool = False
    tight: bool = False
    """Whether room is so scarce that tables stand in any column that holds them, and tracks share lines."""

    def narrowed(self, width: float) -> Self:
        """The same sizes in a column of another width."""
        return replace(self, width=width)

    def label(self, text: str, size: float | None = None) -> float:
        """Width of a label in capitals."""
        return width(text.upper(), "bold", size or self.sizes.label, TRACKING)
