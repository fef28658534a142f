"""How far the pages of a book are filled, by what can be seen of them."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pypdfium2  # type: ignore[import-untyped]
from pypdf import PdfReader

MARGIN = 0.07
"""The part of a page's height above and below its text."""


def half_empty(pdf: bytes, least: float = 2 / 3) -> list[int]:
    """The numbers of pages whose text ends above this part of their height, but for the last ones of chapters.

    The title, the imprint and empty pages before a right-hand one are none of a chapter.
    """
    reader = PdfReader(io.BytesIO(pdf))
    outline = (mark for mark in reader.outline if not isinstance(mark, list))
    begins = {(reader.get_destination_page_number(mark) or 0) + 1 for mark in outline} | {len(reader.pages) + 1}
    feet = dict(enumerate(ends(pdf), 1))
    begins |= {number for number, end in feet.items() if not end}
    return [number for number, end in feet.items() if number > 2 and 0 < end < least and number + 1 not in begins]


def ends(pdf: bytes) -> Iterator[float]:
    """Where the text of each page ends: 1 at the lower margin, 0 on an empty page."""
    for page in pypdfium2.PdfDocument(pdf):
        _, height = page.get_size()
        left = page.get_mediabox()[0]
        text = page.get_textpage()
        boxes = (text.get_rect(number) for number in range(text.count_rects()))
        feet = [foot for x, foot, _, _ in boxes if MARGIN * height < foot < (1 - MARGIN) * height and x >= left]
        yield (height * (1 - MARGIN) - min(feet)) / (height * (1 - 2 * MARGIN)) if feet else 0.0
