"""What a printing house asks for: sizes, bleed, order, kind of file; the table is `profiles.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from sheetgen.print.errors import PaperError
from sheetgen.print.paper import CardFormat, CardGrid, Paper, card_format
from sheetgen.print.press.icc import InkProfile
from sheetgen.print.press.pdfx import X4
from sheetgen.text.source import content

TABLE = Path(__file__).with_name("profiles.toml")


@dataclass(frozen=True, kw_only=True)
class CardProfile:
    """What a printer of cards asks for; `page` is the address where it says so."""

    title: str
    page: str
    files: Literal["pdf", "png"]
    order: Literal["front", "back"]
    """Which face of each card comes first."""
    bleed: float
    """How far colour runs over each cut, in mm."""
    cards: Mapping[str, tuple[float, float]]
    """Width and height of the cards that are cut, in mm; any where there are none."""
    icc: InkProfile | None = None
    """The profile of the printing condition, which makes a PDF/X-4 of the PDF."""

    @property
    def standard(self) -> str:
        """The standard of the PDF."""
        return X4 if self.icc else "PDF/X-1a:2003"

    def card(self, name: str) -> CardFormat:
        """A card of this printer by its name or a size. Raises PaperError with the cards that it has."""
        if not self.cards:
            return card_format(name)
        known = {key: CardFormat(key, *size) for key, size in self.cards.items()}
        key = name.strip().lower()
        own = known.get(key)
        if own is None and key[:1].isdigit():
            size = card_format(name)
            near = (c for c in known.values() if max(abs(c.width - size.width), abs(c.height - size.height)) < 1)
            own = next(near, None)
        if own is None:
            raise PaperError(f"{self.title} has no card {name!r}: choose one of {', '.join(known)}")
        return own

    def grid(self, card: CardFormat) -> CardGrid:
        """A page for each face, as large as the card and its bleed."""
        paper = Paper(self.title, card.width + 2 * self.bleed, card.height + 2 * self.bleed, margin=0.0)
        return CardGrid(paper, replace(card, corner=0.0), 1, 1, 0.0, self.bleed)


@dataclass(frozen=True, kw_only=True)
class BookProfile:
    """What a printer of books asks for; lengths in mm, and `page` is the address where it says so."""

    title: str
    page: str
    standard: Literal["PDF/X-1a:2001", "PDF/X-1a:2003"]
    bleed: float
    multiple: int
    """What the number of pages is a multiple of."""
    blank: bool
    """Whether the last page is empty, for the printer's own marks."""
    leaf: float
    """The thickness of a page, half of that of its sheet."""
    titled: int
    """The pages of the thinnest book that has its title on the spine."""
    gutters: tuple[tuple[int, float], ...]
    """The inner margin that books of up to so many pages need at least."""
    icc: InkProfile | None = None
    """The profile of the printing condition, which makes PDF/X-4 of the PDFs."""

    @property
    def kept(self) -> str:
        """The standard that the PDFs keep."""
        return X4 if self.icc else self.standard

    def count(self, pages: int) -> int:
        """The pages of a book of so many, with the empty ones at its end. Raises PaperError for one too thick."""
        total = -(-(pages + self.blank) // self.multiple) * self.multiple
        if total > self.gutters[-1][0]:
            raise PaperError(f"{self.title} binds {self.gutters[-1][0]} pages at most, and this book has {total}")
        return total

    def gutter(self, pages: int) -> float:
        """The inner margin that a book of so many pages needs at least."""
        return next(margin for most, margin in self.gutters if pages <= most)


@cache
def card_printers() -> Mapping[str, CardProfile]:
    """All printers of cards that are known, by name."""
    return {name: CardProfile(**entry) for name, entry in _table()["cards"].items()}


@cache
def book_printers() -> Mapping[str, BookProfile]:
    """All printers of books that are known, by name."""
    return {name: BookProfile(**entry) for name, entry in _table()["books"].items()}


@cache
def _table() -> dict[str, dict[str, dict[str, Any]]]:
    data = content(TABLE)
    assert data is not None
    return tomllib.loads(data.decode())
