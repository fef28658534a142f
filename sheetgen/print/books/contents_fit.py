"""The contents of a book: set closer where that spares a page with a few lines on it. Millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from sheetgen.print.books.book_page import BookPage
from sheetgen.print.paper import POINT

COLUMNS = 2
"""Columns of the contents."""


@dataclass(frozen=True)
class ContentsType:
    """How lines of the contents are set, as in `print-book.css`."""

    chapter: float
    """The height of the line of a chapter, with the white above it."""
    section: float
    """The height of the line of a section, in its type."""


USUAL = ContentsType(12 * 1.15 * POINT + 2.6, 1.3)
CLOSE = ContentsType(11 * 1.1 * POINT + 1.1, 1.1)
SPARE = 0.98
"""What is reckoned fills at most this part of its pages: lines that belong together do not part."""


def fitted(sections: Sequence[int], page: BookPage) -> tuple[int, bool]:
    """How many pages the contents of chapters with so many sections take, about, and whether they are set closer."""
    close, usual = _pages(sections, page, CLOSE, SPARE), _pages(sections, page, USUAL, 1.0)
    return min(close, usual), close < usual


def _pages(sections: Sequence[int], page: BookPage, lines: ContentsType, share: float) -> int:
    high = len(sections) * lines.chapter + sum(sections) * lines.section * page.size * POINT
    whole = COLUMNS * (page.style.paper.height - page.top - page.bottom) * share
    first = whole - COLUMNS * page.part_height
    return 1 + max(0, ceil((high - first) / whole))
