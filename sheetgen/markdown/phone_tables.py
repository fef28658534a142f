"""How a phone shows tables: cells one after another where columns would be narrow, long tables by their beginning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from sheetgen.markdown.token_words import LONG, NARROW, STACKED

_LINE = 44
"""Letters on a line of a phone's page."""
_GAP = 2
_SPARED = 0.85
"""The share of the height of a table that its stacked rows must not exceed."""
_LINE_HEIGHT = 23
_ROW_PADDING = 10
_HIGHEST = 260
"""Heights of a line and of the white of a row, and what a table may have before it shows its first rows, in pixels."""
_FIGURE = re.compile(r"\{[^{}]*\}")
_MARKUP = re.compile(r"\[\[[^|\]]*\||\]\([^)]*\)|[\[\]*`]")


class PhoneTable(NamedTuple):
    """Whether rows are shown one cell after another, and whether the first rows are all that is shown at first.

    Where each row fits on a line of a phone, a wide screen does not spread its columns either.
    """

    stacked: bool
    long: bool
    narrow: bool


def on_a_phone(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> PhoneTable:
    """How a phone shows a table: stacked where it is too wide for columns, or clearly higher than its texts."""
    stacked, lines = _stacked(heads, rows)
    high = lines * _LINE_HEIGHT + len(rows) * _ROW_PADDING
    return PhoneTable(stacked, high > _HIGHEST, not stacked and lines == len(rows))


def _stacked(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[bool, int]:
    """Whether rows are stacked, and how many lines they have then, roughly."""
    columns = [list(column) for column in zip(*rows, strict=False)]
    labels = sum(map(len, heads[1:])) if len(columns) > 2 else 0
    after = sum(-(-(sum(map(len, row)) + labels + len(row)) // _LINE) for row in rows)
    if len(columns) < 2:
        return False, after
    room = _LINE - _GAP * (len(columns) - 1)
    words = [" ".join((*column, head)).split() for column, head in zip_longest(columns, heads, fillvalue="")]
    least = [max(map(len, column), default=0) for column in words]
    wanted = [max(map(len, column)) for column in columns]
    if sum(least) > room:
        return True, after
    if sum(map(max, wanted, least)) <= room:
        return False, len(rows)
    more = [max(want - word, 0) for want, word in zip(wanted, least, strict=True)]
    widths = [word + (room - sum(least)) * part // sum(more) for word, part in zip(least, more, strict=True)]
    beside = sum(max(-(-len(text) // max(width, 1)) for text, width in zip(row, widths, strict=False)) for row in rows)
    stacked = after <= _SPARED * beside
    return stacked, after if stacked else beside


def phone_tables(state: StateCore) -> None:
    """Mark the tables of a text that a phone stacks or shows in part.

    From three columns on, stacked cells bear the heads of their columns.
    """
    tokens = state.tokens
    for start in [number for number, token in enumerate(tokens) if token.type == "table_open"]:
        end = next(number for number in range(start, len(tokens)) if tokens[number].type == "table_close")
        rows = list(_rows(tokens[start:end]))
        has_heads = any(token.type == "thead_open" for token in tokens[start:end])
        heads = [_plain(text) for _, text in rows.pop(0)] if has_heads else []
        table = on_a_phone(heads, [[_plain(text) for _, text in row] for row in rows])
        ways = ((STACKED, table.stacked), (LONG, table.long), (NARROW, table.narrow))
        tokens[start].meta = {name: True for name, holds in ways if holds}
        for row in rows if table.stacked and len(heads) > 2 else ():
            for (opened, _), head in zip(row[1:], heads[1:], strict=False):
                opened.attrSet("data-label", head)


def _rows(tokens: Sequence[Token]) -> Iterator[list[tuple[Token, Token]]]:
    """The cells of each row: what opens each, and its text."""
    row: list[tuple[Token, Token]] = []
    for number, token in enumerate(tokens):
        if token.type in ("th_open", "td_open"):
            row.append((token, tokens[number + 1]))
        elif token.type == "tr_close":
            yield row
            row = []


def _plain(text: Token) -> str:
    """The text of a cell without its marks, roughly; a figure is a short number."""
    return _MARKUP.sub("", _FIGURE.sub("00", text.content))
