"""How wide the columns of a table are: no word is broken where there is room, the rest goes to long texts.

What a browser does by itself (CSS 2.2, 17.5.2.2).
"""

from __future__ import annotations

from collections.abc import Sequence

SLACK = 0.4
"""Width in mm that a column gets beyond what is in it."""
Extent = tuple[float, float]
"""The longest word and the longest line of a column, with the space beside it, in mm."""


def widths(columns: Sequence[Extent], measure: float) -> list[float]:
    """The width of each column, by its longest word and its longest line (mm).

    A line that takes more than half of the measure is broken anyway: it gives way to those of other columns.
    """
    least = level([low for low, _ in columns], measure)
    most = [high for _, high in columns]
    if sum(most) <= measure:
        return [measure * wide / sum(most) for wide in most]
    fair = [max(low, min(high, measure / 2)) for low, high in zip(least, most, strict=True)]
    small, large = (fair, most) if sum(fair) <= measure else (least, fair)
    share = (measure - sum(small)) / (sum(large) - sum(small) or 1.0)
    return [wide + share * (other - wide) for wide, other in zip(small, large, strict=True)]


def level(least: Sequence[float], measure: float) -> list[float]:
    """The least widths of columns: the widest give way, all to the same width, where there is no room for all."""
    room = measure
    for number, least_width in enumerate(sorted(least)):
        equal = room / (len(least) - number)
        if least_width > equal:
            return [min(low, equal) for low in least]
        room -= least_width
    return list(least)
