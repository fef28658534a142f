"""Names as large as their place allows."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import lines, width

TITLE_SIZES = (44.0, 38.0, 33.0, 28.0, 24.0, 20.0, 17.0, 14.0, 12.0, 10.0)
"""Points of a book's title, the largest first."""
TITLE_LEADING = 0.98
"""Its line against them."""
SUBTITLE, SUBTITLE_LEADING, SUBTITLE_ABOVE = 15.0, 1.25, 4.0
"""Points of what stands below it, the line of that against them, and mm of white above it."""


LARGER = 1.4
"""A name is parted in lines where these are so much larger than the one that it would be."""


def name_size(name: str, room: float, height: float, sizes: Sequence[float], face: str) -> tuple[float, int]:
    """Size in points and number of lines of a name in a box `room` × `height` mm.

    One line at the first size that fits, or several that are much larger; the last size if nothing fits.
    """
    upper = name.upper()
    on_a_line = next((size for size in sizes if width(upper, face, size) <= room), 0.0)
    parted = next((size for size in sizes[1:] if _holds(upper, size, room, height, face)), 0.0)
    if on_a_line and parted < LARGER * on_a_line:
        return on_a_line, 1
    size = parted or sizes[-1]
    return size, lines(upper, face, size, room)


def _holds(name: str, size: float, room: float, height: float, face: str) -> bool:
    """Whether all lines of a name fit into a box, and no word is broken."""
    longest = max((width(word, face, size) for word in name.split()), default=0.0)
    return longest <= room and lines(name, face, size, room) * size * 0.96 * POINT <= height


def book_title_size(title: str, subtitle: str, room: float, height: float, face: str) -> float:
    """Points of a book's title in a box `room` × `height` mm, with its subtitle below it.

    The first of `TITLE_SIZES` at which all its lines fit and no word is broken; the last if none does.
    """
    below = lines(subtitle, "bold", SUBTITLE, room) * SUBTITLE * SUBTITLE_LEADING * POINT + SUBTITLE_ABOVE
    upper = title.upper()
    for size in TITLE_SIZES:
        longest = max((width(word, face, size) for word in upper.split()), default=0.0)
        tall = lines(upper, face, size, room) * size * TITLE_LEADING * POINT
        if longest <= room and tall <= height - (below if subtitle else 0.0):
            return size
    return TITLE_SIZES[-1]
