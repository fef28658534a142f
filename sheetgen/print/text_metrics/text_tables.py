"""Tables inside of running text: in columns where these can be read, else a paragraph for each row.

A paragraph names what stands in each column, so that a wide table can be read in the thinnest column of text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import zip_longest
from typing import NamedTuple

from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.column_widths import SLACK, widths
from sheetgen.print.text_metrics.metrics import lines, width
from sheetgen.print.text_metrics.own_fonts import BUNDLED, TextFaces

HEAD = 7.0
"""Size of the heads of columns, in points."""
TRACKING = 0.05
"""Letter-spacing of heads in em."""
GAP = 1.8
"""White between columns, in mm."""
PATIENCE = 1.4
"""How many times as high as its rows set as paragraphs a table may be."""
_TABLE = re.compile(r'(?:<div class="scroll"[^>]*>\s*)?<table\b[^>]*>(.*?)</table>(?:\s*</div>)?', re.DOTALL)
_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<(t[hd])\b([^>]*)>(.*?)</\1>", re.DOTALL)
_SPAN = re.compile(r"\bcolspan=\"?(\d{1,2})\b")
_SPACE = re.compile(r"\s+")
_TAG = re.compile(r"<[^>]+>")
_SIDE = re.compile(r'\bclass="?(nu|ce)\b')


class TableType(NamedTuple):
    """The type of the tables of a text: its size in points, and its faces."""

    size: float
    faces: TextFaces = BUNDLED


class _TableCell(NamedTuple):
    """A cell: its tag, its HTML, the class of its alignment."""

    tag: str
    html: str
    side: str


@dataclass(frozen=True)
class TextTable:
    """A table of a text: the HTML of its heads and of its cells, and how each column is aligned."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    aligned: tuple[str, ...]

    @classmethod
    def of(cls, html: str) -> TextTable:
        """The table that a piece of HTML holds."""
        cells = [[*_parts(row)] for row in _ROW.findall(html)]
        headed = bool(cells) and all(part.tag == "th" for part in cells[0])
        rows = tuple(tuple(part.html for part in row) for row in cells)
        sides = tuple(max(side) for side in zip_longest(*([part.side for part in row] for row in cells), fillvalue=""))
        return cls(rows[0], rows[1:], sides) if headed else cls(("",) * len(sides), rows, sides)


def with_tables(html: str, own: TableType, measure: float) -> str:
    """HTML whose tables can be read in a column `measure` mm wide."""
    return _TABLE.sub(lambda match: _set(TextTable.of(match[1]), own, measure), html)


def tables_apart(html: str) -> tuple[str, list[TextTable]]:
    """A text without its tables, and these."""
    tables: list[TextTable] = []

    def taken(match: re.Match[str]) -> str:
        tables.append(TextTable.of(match[1]))
        return ""

    return _TABLE.sub(taken, html), tables


def table_height(table: TextTable, own: TableType, measure: float, leading: float) -> float:
    """How high a table will stand in a column `measure` mm wide, in mm."""
    columns, line = _columns(table, own, measure), own.size * leading * POINT
    if columns is None:
        return sum(_run_lines(table, row, own, measure) for row in table.rows) * line
    head = HEAD * 1.3 * POINT if any(table.heads) else 0.0
    return head + sum(_cell_lines(row, own, columns) * line + 0.7 for row in table.rows)


def _set(table: TextTable, own: TableType, measure: float) -> str:
    columns = _columns(table, own, measure)
    if columns is None:
        return "".join(f'<p class="tabled">{_run(table, row)}</p>' for row in table.rows)
    cols = "".join(f'<col style="width:{100 * wide / measure:.2f}%">' for wide in columns)
    heads = "".join(_cells(table.heads, table.aligned, 'th scope="col"'))
    head = f"<thead><tr>{heads}</tr></thead>" if any(table.heads) else ""
    body = "".join(f"<tr>{''.join(_cells(row, table.aligned, 'td'))}</tr>" for row in table.rows)
    return f"<table><colgroup>{cols}</colgroup>{head}<tbody>{body}</tbody></table>"


def _columns(table: TextTable, own: TableType, measure: float) -> list[float] | None:
    """The widths of the columns in mm, with the white behind them; none where rows are better paragraphs."""
    extents = [_extent(head, column, own) for head, *column in zip_longest(table.heads, *table.rows, fillvalue="")]
    if not extents or sum(low for low, _ in extents) > measure + GAP:
        return None
    *others, last = widths(extents, measure + GAP)
    others.append(last - GAP)
    high = sum(_cell_lines(row, own, others) for row in table.rows)
    low = sum(_run_lines(table, row, own, measure) for row in table.rows)
    return others if high <= PATIENCE * low + 2 else None


def _extent(head: str, column: Sequence[str], own: TableType) -> tuple[float, float]:
    """The longest word and the longest line of a column, with the white behind it, in mm."""
    texts = [plain_text_of(html) for html in column]
    words = [width(word, own.faces.bold, own.size) for text in texts for word in _SPACE.split(text)]
    heads = [width(word.upper(), "bold", HEAD, TRACKING) for word in _SPACE.split(plain_text_of(head))]
    lines = [width(text, own.faces.bold, own.size) for text in texts] + [sum(heads) + len(heads)]
    return max([*words, *heads], default=0.0) + GAP + SLACK, max(lines) + GAP + SLACK


def _cell_lines(row: Sequence[str], own: TableType, columns: Sequence[float]) -> int:
    """Lines of the highest cell of a row."""
    room = [wide - GAP for wide in columns[:-1]] + [columns[-1]]
    face, texts = own.faces.regular, map(plain_text_of, row)
    return max((lines(text, face, own.size, wide) for text, wide in zip(texts, room, strict=False)), default=1) or 1


def _run_lines(table: TextTable, row: Sequence[str], own: TableType, measure: float) -> int:
    return lines(plain_text_of(_run(table, row)), own.faces.regular, own.size, measure)


def _run(table: TextTable, row: Sequence[str]) -> str:
    """A row as a paragraph: its first cell, then each other behind the head of its column."""
    first, *others = row or ("",)
    parts = []
    for head, html in zip_longest(table.heads[1:], others, fillvalue=""):
        if plain_text_of(html):
            parts.append(f"<b>{head}</b> {html}" if plain_text_of(head) else html)
    named = f"{table.heads[0]} {first}" if plain_text_of(first) and plain_text_of(table.heads[0]) else first
    return ". ".join(filter(None, (f"<b>{named}</b>" if plain_text_of(named) else "", "; ".join(parts))))


def _cells(row: Sequence[str], aligned: Sequence[str], tag: str) -> Iterator[str]:
    for html, side in zip_longest(row, aligned, fillvalue=""):
        yield f"<{tag}{f' class={side}' if side else ''}>{html}</{tag[:2]}>"


def _parts(row: str) -> Iterator[_TableCell]:
    """The cells of a row; what spans several columns stands in the first of them."""
    for tag, attributes, html in _CELL.findall(row):
        side, span = _SIDE.search(attributes), _SPAN.search(attributes)
        yield _TableCell(tag, html.strip(), side[1] if side else "")
        yield from [_TableCell(tag, "", "")] * (int(span[1]) - 1 if span else 0)


def plain_text_of(html: str) -> str:
    """The text of a piece of HTML."""
    return unescape(_TAG.sub("", html)).strip()
