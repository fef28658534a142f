"""Paper and card sizes, and how many cards a sheet of paper holds. Millimetres throughout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from typing import TypeVar

from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.print.errors import PaperError

T = TypeVar("T")

INCH = 25.4
POINT = INCH / 72


@dataclass(frozen=True)
class Paper:
    """A sheet of paper in a printer, which leaves a `margin` white on each side.

    `offset` is what moves the backs of cards so that they lie behind their fronts: right and down.
    """

    name: str
    width: float
    height: float
    margin: float = 5.0
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class CardFormat:
    """A card, upright. `scale` sets its type against a poker card's; it is never under 1.

    With a `corner`, the radius of its corners, its outline is drawn to cut along.
    """

    name: str
    width: float
    height: float
    corner: float = 0.0

    @property
    def scale(self) -> float:
        """Type grows with the card, but slower: larger cards also hold more."""
        ratio = min(sqrt(self.width * self.height / (63 * 88)), self.width / 60)
        return round(max(1.0, 1 + (ratio - 1) * 0.7), 3)

    @property
    def size(self) -> str:
        """Width and height as read aloud: `63 × 88 mm`."""
        return f"{self.width:g} × {self.height:g} mm"


def lying(paper: Paper) -> Paper:
    """A paper on its side."""
    return replace(paper, width=max(paper.width, paper.height), height=min(paper.width, paper.height))


def shared_out(things: Sequence[T], most: int) -> list[Sequence[T]]:
    """What stands on each sheet: `most`, or as much on each where the last would be a quarter full or less."""
    count = -(-len(things) // most)
    last = len(things) - (count - 1) * most
    if last * 4 > most:
        return [things[start : start + most] for start in range(0, len(things), most)]
    ends = [-(-len(things) * n // count) for n in range(count + 1)]
    return [things[start:end] for start, end in pairwise(ends)]


PAPERS = {
    "a4": Paper("A4", 210, 297),
    "letter": Paper("Letter", 8.5 * INCH, 11 * INCH),
    "a5": Paper("A5", 148, 210),
    "a6": Paper("A6", 105, 148),
}

TABLET = Paper("tablet", 240, 165)
"""A sheet to read on a tablet that lies on its side: between 4:3 and 16:10, in type as large as on paper."""
DIGEST = Paper("digest", 5.5 * INCH, 8.5 * INCH)
"""A book of half of US Letter, as American printers call it."""

CARDS = {
    "poker": CardFormat("poker", 63, 88),
    "bridge": CardFormat("bridge", 57, 89),
    "tarot": CardFormat("tarot", 70, 120),
    "mini": CardFormat("mini", 1.75 * INCH, 2.5 * INCH),
    "jumbo": CardFormat("jumbo", 3.5 * INCH, 5.5 * INCH),
    "a6": CardFormat("A6", 105, 148),
    "3x5": CardFormat("3×5", 76.2, 127),
    "half-letter": CardFormat("half-letter", 139.7, 215.9),
}

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(mm|in)?$", re.IGNORECASE)
SMALLEST, LARGEST = 40.0, 330.0


def paper(name: str, margin: float = 5.0, offset: tuple[float, float] = (0.0, 0.0)) -> Paper:
    """The paper called `name` (any case), `tablet` and `digest` too. Raises PaperError with the known names."""
    known = (PAPERS | {size.name: size for size in (TABLET, DIGEST)}).get(name.strip().lower())
    if known is None:
        names = ", ".join(p.name for p in PAPERS.values())
        raise PaperError(f"there is no paper {name!r}: choose one of {names}")
    if not 0 <= margin < known.width / 3:
        raise PaperError(f"a margin of {margin:g} mm leaves nothing of {known.name}")
    return replace(known, margin=margin, offset=offset)


ROUNDEST = 15.0
"""Corners that are rounder than this leave too little of a card."""


def card_format(name: str, corner: float = 0.0) -> CardFormat:
    """The card called `name`, or a size of one's own such as `70x100` (mm) or `2.5x3.5in`.

    `corner` is the radius of its corners. Raises PaperError saying what is possible.
    """
    if not 0 <= corner <= ROUNDEST:
        raise PaperError(f"corners cannot be round by {corner:g} mm: take 0 to {ROUNDEST:g} mm; playing cards have 3")
    return replace(_card_format(name), corner=corner)


def _card_format(name: str) -> CardFormat:
    key = name.strip().lower().replace("×", "x")
    if key in CARDS:
        return CARDS[key]
    match = _SIZE.match(key)
    if match is None:
        names = ", ".join(CARDS)
        raise PaperError(f"there is no card {name!r}: choose one of {names}, or a size such as 70x100")
    factor = INCH if match[3] == "in" else 1.0
    width, height = sorted((float(match[1]) * factor, float(match[2]) * factor))
    if width < SMALLEST or height > LARGEST:
        raise PaperError(f"a card of {width:g} × {height:g} mm cannot be set: take {SMALLEST:g} to {LARGEST:g} mm")
    return CardFormat(f"{width:g}×{height:g}", round(width, 2), round(height, 2))


@dataclass(frozen=True)
class CardGrid:
    """How cards lie on a sheet: cells in rows and columns, centred, `gutter` apart.

    A cell is a card, or for fold-over cards a front and a back side by side. A turned grid lies on
    the paper in landscape. `bleed` is how far a picture may run over the cut.
    """

    paper: Paper
    card: CardFormat
    columns: int
    rows: int
    gutter: float
    bleed: float
    turned: bool = False
    fold: bool = False

    @property
    def width(self) -> float:
        """Width of the sheet as the cards see it (landscape when turned)."""
        return self.paper.height if self.turned else self.paper.width

    @property
    def height(self) -> float:
        """Height of the sheet as the cards see it."""
        return self.paper.width if self.turned else self.paper.height

    @property
    def cell_width(self) -> float:
        """Width of one cell."""
        return self.card.width * (2 if self.fold else 1)

    @property
    def left(self) -> float:
        """Left edge of the first column, so that the block of cards is centred."""
        return (self.width - self.columns * self.cell_width - (self.columns - 1) * self.gutter) / 2

    @property
    def top(self) -> float:
        """Top edge of the first row, so that the block of cards is centred."""
        return (self.height - self.rows * self.card.height - (self.rows - 1) * self.gutter) / 2

    @property
    def has_foot(self) -> bool:
        """Whether a line of text has room between the edge of the paper and the colour that runs over the cut."""
        return max(self.left, self.top) - self.bleed >= FOOT

    @property
    def count(self) -> int:
        """Cards on one sheet."""
        return self.columns * self.rows

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Left and top edge of a cell, from the top left of the sheet."""
        across = self.left + column * (self.cell_width + self.gutter)
        return across, self.top + row * (self.card.height + self.gutter)

    def described(self, words: Words = ENGLISH) -> str:
        """The choice in words, for the user and for the foot of the sheet."""
        way = words("paper turned") if self.turned else ""
        fold = words("to fold over") if self.fold else ""
        lengths = {
            "gutter": f"{self.gutter:g}",
            "bleed": f"{self.bleed:g}",
            "left": f"{self.left:.1f}",
            "top": f"{self.top:.1f}",
        }
        return words(
            "{cards} on {paper}: {grid}, gutters {gutter} mm, bleed {bleed} mm, margins {left} and {top} mm",
            cards=words("{n} {card} cards ({size})", n=self.count, card=self.card.name, size=self.card.size),
            paper=", ".join(filter(None, (self.paper.name, way, fold))),
            grid=f"{self.columns} × {self.rows}",
            **{name: length.replace(".", words.values.decimal) for name, length in lengths.items()},
        )


FOOT = 6.4
"""Room beside the cards that the line at the foot of a sheet needs."""
WANTED_GUTTERS = (4.0, 3.0, 2.0, 1.0, 0.0)


def solve_grid(paper: Paper, card: CardFormat, bleed: float | None = None, fold: bool = False) -> CardGrid:
    """The grid that holds the most cards; among equals one with room for a line of text beside them, then the widest
    gutters, then upright paper.

    Neighbours share a gutter, so the bleed is at most half of it; a `bleed` given (mm) is
    kept exactly, half of the gutter. Raises PaperError saying what would fit.
    """
    gutters = WANTED_GUTTERS if bleed is None else (2 * bleed,)
    grids = [
        grid
        for turned in (False, True)
        for space in gutters
        if (grid := _grid(paper, card, space, bleed, turned, fold)) is not None
    ]
    if not grids:
        raise PaperError(_advice(paper, card, fold))
    return max(grids, key=lambda g: (g.count, g.has_foot, g.gutter, not g.turned))


def _grid(
    paper: Paper, card: CardFormat, gutter: float, bleed: float | None, turned: bool, fold: bool
) -> CardGrid | None:
    edge = gutter / 2 if bleed is None else bleed
    single = CardGrid(paper, card, 1, 1, gutter, min(edge, 2.0) if bleed is None else edge, turned, fold)
    spare = 2 * paper.margin
    columns = int((single.width - spare + gutter + 1e-6) // (single.cell_width + gutter))
    rows = int((single.height - spare + gutter + 1e-6) // (card.height + gutter))
    return replace(single, columns=columns, rows=rows) if columns > 0 and rows > 0 else None


def _advice(paper: Paper, card: CardFormat, fold: bool) -> str:
    free = f"{paper.width - 2 * paper.margin:.0f} × {paper.height - 2 * paper.margin:.0f} mm"
    cards = [c.name for c in CARDS.values() if _grid(paper, c, 0, 0, False, fold)]
    papers = [p.name for p in PAPERS.values() if _grid(p, card, 0, 0, False, fold)]
    what = f"a {card.name} card ({card.size}{', with its back beside it' if fold else ''})"
    text = f"{what} does not fit {paper.name}, which leaves {free} inside margins of {paper.margin:g} mm"
    return (
        text
        + f"; {paper.name} holds {', '.join(cards) or 'no card'}"
        + (f"; {card.name} fits {', '.join(papers)}" if papers else "; a smaller printer margin may help")
    )
