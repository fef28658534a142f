"""How wide the columns of a table are: no word is broken where there is room, the rest goes to long texts.

What a browser does by itself (CSS 2.2, 17.5.2.2), reckoned from the widths of letters: the engine would set
every cell twice more to learn them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import zip_longest

from sheetgen.print.text_metrics.metrics import width

_TABLE = re.compile(r"(<table\b[^>]*>(?:\s*<caption\b.*?</caption>)?)(.*?</table>)", re.DOTALL)
_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<(t[hd])\b([^>]*)>(.*?)</\1>", re.DOTALL)
_SPAN = re.compile(r"\bcolspan=\"?(\d+)")
_REFERENCE = re.compile(r"(<a class=\"ref\"[^>]*>.*?)</a>", re.DOTALL)
_LINE = re.compile(r"<br\b[^>]*>|</(?:p|li|div|dd)>")
_TAG = re.compile(r"<[^>]+>")
_WORD = re.compile(r"[ \t\r\n]+|(?<=[-–—/])")
_PAGE = "(p.\u202f100)"
"""About what is told after a reference."""
SLACK = 0.4
"""Width in mm that a column gets beyond what is in it."""


@dataclass(frozen=True)
class CellStyle:
    """How the cells of a table are set: sizes in points, the space beside a text in mm."""

    size: float
    head: float = 8.0
    tracking: float = 0.05
    gap: float = 2.6


def with_columns(html: str, measure: float, cells: CellStyle) -> str:
    """HTML whose tables, `measure` mm wide, say how wide each of their columns is."""

    def with_widths(match: re.Match[str]) -> str:
        columns = [_column(column, cells) for column in zip_longest(*map(_cells, _ROW.findall(match[2])))]
        shares = widths(columns, measure)
        cols = "".join(f'<col style="width:{100 * share / measure:.2f}%">' for share in shares)
        return f"{match[1]}<colgroup>{cols}</colgroup>{match[2]}"

    return _TABLE.sub(with_widths, html)


def widths(columns: Sequence[tuple[float, float]], measure: float) -> list[float]:
    """The width of each column, by its longest word and its longest line (mm).

    A line that takes more than half of the measure is broken anyway: it gives way to those of other columns.
    """
    least = _level([low for low, _ in columns], measure)
    most = [high for _, high in columns]
    if sum(most) <= measure:
        return [measure * wide / sum(most) for wide in most]
    fair = [max(low, min(high, measure / 2)) for low, high in zip(least, most, strict=True)]
    small, large = (fair, most) if sum(fair) <= measure else (least, fair)
    share = (measure - sum(small)) / (sum(large) - sum(small) or 1.0)
    return [wide + share * (other - wide) for wide, other in zip(small, large, strict=True)]


def _level(least: Sequence[float], measure: float) -> list[float]:
    """What columns take at least: the widest give way, all to the same width, where there is no room for all."""
    room = measure
    for number, least_width in enumerate(sorted(least)):
        equal = room / (len(least) - number)
        if least_width > equal:
            return [min(low, equal) for low in least]
        room -= least_width
    return list(least)


def _cells(row: str) -> Iterator[tuple[str, str] | None]:
    """The cells of a row: tag and HTML; none for what spans several columns."""
    for tag, attributes, html in _CELL.findall(row):
        span = _SPAN.search(attributes)
        if span is None:
            yield ("head" if tag == "th" and 'scope="col"' in attributes else tag), html
        else:
            yield from [None] * int(span[1])


def _column(column: Sequence[tuple[str, str] | None], cells: CellStyle) -> tuple[float, float]:
    """The longest word and the longest line of a column, with the space beside it."""
    extents = [_extent(tag, html, cells) for tag, html in filter(None, column)]
    room = cells.gap + SLACK
    return room + max((low for low, _ in extents), default=0.0), room + max((high for _, high in extents), default=0.0)


def _extent(tag: str, html: str, cells: CellStyle) -> tuple[float, float]:
    """The longest word and the longest line of a cell, `head`, `th` or `td`, in mm."""
    text = unescape(_TAG.sub("", _LINE.sub("\n", _REFERENCE.sub(rf"\1 {_PAGE}", html))))

    def wide(part: str) -> float:
        if tag == "head":
            return width(part.upper(), "bold", cells.head, cells.tracking)
        return width(part, "semi" if tag == "th" else "text", cells.size)

    return max(map(wide, _WORD.split(text))), max(map(wide, text.split("\n")))
