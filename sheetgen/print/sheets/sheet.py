"""A sheet before it is planned: whose it is, on which paper, in which columns its blocks are measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from sheetgen.blocks import EntryView
from sheetgen.blocks.sheet_pages import SheetGrid
from sheetgen.blocks.table import ROWS
from sheetgen.print.measure.colours import BLACK, PrintColours
from sheetgen.print.measure.sheet_frame import Known, SheetFrame
from sheetgen.print.sheets.measured_bands import KindPlaces
from sheetgen.print.sheets.sheet_css import DENSITIES, ONE, SIDE, TIGHT, Layout, Mode, least_type, sheet_sizes
from sheetgen.print.sheets.sheet_layout import NOWHERE
from sheetgen.print.style import PrintStyle

WIDTH = 180.0
"""The portrait is as large as that on pages at least so many mm wide between their margins."""


@dataclass(frozen=True)
class Sheet:
    """One entry's sheet: what it is for, on which paper, with which header."""

    entry: EntryView
    style: PrintStyle
    layout: Layout = "full"
    mode: Mode = "filled"
    form: str = ""
    """The beginning of the names of form fields, so that several sheets can share a file."""
    own: frozenset[str] = frozenset()
    """Ids of blocks that are the rules' own, printed on blank sheets too."""
    rows: int = ROWS
    """Rows and lines to write in, at most."""
    whole: bool = False
    """Whether a digest takes the whole of a page."""
    head: str = "tall"
    """The header: tall with a portrait, slim, or that over a grid, where the portrait has a place of its own."""
    places: KindPlaces = NOWHERE
    """Where blocks stand on the sheets of all entries of the kind."""
    known: Known = field(default_factory=dict, compare=False, repr=False)
    """What was reckoned before of its blocks, for all plans of it; it stays in the process."""

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "known": {}}

    @property
    def grids(self) -> tuple[SheetGrid, ...]:
        """The pages on which blocks have fixed places: none on half a page, in large print and on a screen."""
        return {"full": self.entry.pages, "one-page": self.entry.pages[:1]}.get(self.layout, ())

    @property
    def height(self) -> float:
        """Height of its pages in mm: a digest takes half of the paper."""
        return self.style.paper.height / (2 if self.layout == "digest" and not self.whole else 1)

    @property
    def least(self) -> float:
        """Points of its smallest type."""
        return least_type(self.style, self.layout)

    @property
    def reduced(self) -> float:
        """How much smaller the portrait is on paper that is narrower than usual."""
        return min(1.0, (self.style.paper.width - 2 * SIDE) / WIDTH)

    def size(self, points: float) -> float:
        """A size of type, or that of the smallest type where this is larger."""
        return max(points, self.least)

    def steps(self, sizes: Sequence[float], most: float = math.inf) -> tuple[float, ...]:
        """The sizes of type that are neither too small for the sheet nor larger than `most` points."""
        return tuple(size for size in sizes if self.least <= size <= most)

    def headed(self, head: str) -> Self:
        """The sheet with a header of this height: tall, or slim and without a portrait."""
        return self if head == self.head else replace(self, head=head)


def sheet_frame(page: Sheet, density: str, colours: PrintColours = BLACK) -> SheetFrame:
    """The whole width of a page in one density."""
    sizes = sheet_sizes(density, page.style, page.layout, page.mode)
    width = page.style.paper.width - 2 * SIDE
    tight = page.layout == "digest" or density == TIGHT
    return SheetFrame(
        width,
        sizes,
        mode=page.mode,
        own=page.own,
        lines=page.rows,
        tight=tight,
        faces=page.style.own_fonts.faces,
        words=page.style.words,
        colours=colours,
        known=page.known,
    )


def sheet_frames(page: Sheet, colours: PrintColours) -> dict[str, SheetFrame]:
    """The whole width of a page in every density."""
    return {name: sheet_frame(page, name, colours) for name in (*DENSITIES, TIGHT)}


def reference_frames(page: Sheet, density: str) -> dict[str, SheetFrame]:
    """Frames that the reference may take: one step denser than the play page before it takes another page.

    The smallest type is nothing to save paper with, nor is smaller type where large print is asked for.
    """
    if page.layout in ONE:
        return {density: sheet_frame(page, density)}
    play = DENSITIES.index(density)
    last = play if page.layout == "large-print" else max(play, min(play + 1, len(DENSITIES) - 2))
    return {name: sheet_frame(page, name) for name in DENSITIES[: last + 1]}
