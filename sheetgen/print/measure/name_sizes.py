"""Names as large as their place allows."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.print.text_metrics.metrics import lines, width


def name_size(name: str, room: float, height: float, sizes: Sequence[float], face: str) -> tuple[float, int]:
    """Size in points and number of lines of a name in a box `room` × `height` mm.

    One line at the first size that fits; else two or more lines; the last size if nothing fits.
    """
    upper = name.upper()
    for size in sizes:
        if width(upper, face, size) <= room:
            return size, 1
    for size in sizes[1:]:
        count = lines(upper, face, size, room)
        longest = max((width(word, face, size) for word in upper.split()), default=0.0)
        if longest <= room and count * size * 0.96 * 25.4 / 72 <= height:
            return size, count
    return sizes[-1], lines(upper, face, sizes[-1], room)
