"""Tables of a text that dice are rolled on: those whose first head is dice, with numbers or ranges below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from sheetgen.dice.notation import Dice
from sheetgen.dice.rolled_tables import RolledRow, RolledTable, numbers, problems
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.outline import blocks, headings
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.json_script import json_text
from sheetgen.text.source import Span

_LINK = re.compile(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]|\[([^\]]*)\]\([^)]*\)")
_SECTION = re.compile(r"\[[^\]]*\]\(#([\w-]+)\)|\[\[#([\w-]+)(?:\|[^\]]*)?\]\]")
"""A link to a heading of the same page, where a table may stand that is rolled as well."""


@dataclass(frozen=True)
class _Row:
    """A row of a table: its line and its cells as they are written."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class _Table:
    """A table as it is written: where it begins among the tokens, its dice, its other heads, and its rows."""

    start: int
    line: int
    dice: Dice
    heads: tuple[str, ...]
    rows: tuple[_Row, ...]

    def rolled(self, name: str, title: str) -> RolledTable | None:
        """The table as it is rolled on; none where a row has no numbers."""
        rows = []
        for row in self.rows:
            bounds = numbers(plain(row.cells[0]))
            if bounds is None:
                return None
            cells = (*map(_result, row.cells[1:]), *("" for _ in self.heads))[: len(self.heads)]
            rows.append(RolledRow(*bounds, cells))
        return RolledTable(name=name, title=title, dice=self.dice, heads=self.heads, rows=tuple(rows))


def rolled_tables(state: StateCore) -> None:
    """Give the tables that dice are rolled on their rows as data, for the script that rolls."""
    for table in _tables(state.tokens):
        above = [token for token in state.tokens[: table.start] if token.type == "heading_open"]
        name = str(above[-1].attrGet("id")) if above else ""
        title = state.tokens[state.tokens.index(above[-1]) + 1].content if above else ""
        rolled = table.rolled(f"#{name}", plain(title) or table.heads[0])
        if rolled:
            state.tokens[table.start].attrSet("data-roll", json_text(rolled.data))


def tables_in(text: Fragment) -> Iterator[RolledTable]:
    """The tables of a text that dice are rolled on, each called as the heading above it with a `#` before."""
    known = headings(text)
    for table in _tables(blocks(text.text)):
        above = [heading for heading in known if heading.line - text.file.position(text.start)[0] < table.line]
        name, title = (above[-1].id, above[-1].title) if above else ("", "")
        rolled = table.rolled(f"#{name}", title or table.heads[0])
        if rolled:
            yield rolled


def check_rolled_tables(text: Fragment, diagnostics: Diagnostics) -> None:
    """Report rows of tables that dice are rolled on: what is no number, overlaps, holes, what is never rolled."""
    if "|" not in text.text:
        return
    for table in _tables(blocks(text.text)):
        rows: list[tuple[str, int, int]] = []
        for row in table.rows:
            label, bounds = plain(row.cells[0]), numbers(plain(row.cells[0]))
            if bounds is None:
                message, hint = f"`{label}` is no result of {table.dice.text}", "write a number, or a range such as 1–3"
                diagnostics.error("markdown", message, _cell(text, row), hint)
            else:
                rows.append((label, *bounds))
        if len(rows) == len(table.rows):
            for number, message in problems(rows, table.dice):
                diagnostics.error("markdown", message, _cell(text, table.rows[number]))


def _cell(text: Fragment, row: _Row) -> Span:
    """Where the first cell of a row stands."""
    line = text.lines[row.line]
    column = line.find(row.cells[0]) if row.cells[0] else 0
    return text.span(row.line, max(column, 0), max(len(row.cells[0]), 1))


def _tables(tokens: Sequence[Token]) -> Iterator[_Table]:
    for start in [number for number, token in enumerate(tokens) if token.type == "table_open"]:
        end = next(number for number in range(start, len(tokens)) if tokens[number].type == "table_close")
        rows = list(_rows(tokens[start:end]))
        dice = Dice.of(plain(rows[0].cells[0])) if rows and len(rows[0].cells) > 1 else None
        counted = sum(numbers(plain(row.cells[0])) is not None for row in rows[1:])
        if dice and dice.results and counted * 2 > len(rows) - 1:
            heads = tuple(map(plain, rows[0].cells[1:]))
            yield _Table(start, (tokens[start].map or [0])[0], dice, heads, tuple(rows[1:]))


def _rows(tokens: Sequence[Token]) -> Iterator[_Row]:
    cells: list[str] = []
    line = 0
    for number, token in enumerate(tokens):
        if token.type == "tr_open":
            line, cells = (token.map or [line])[0], []
        elif token.type in ("th_open", "td_open"):
            cells.append(tokens[number + 1].content)
        elif token.type == "tr_close":
            yield _Row(line, tuple(cells))


def _result(cell: str) -> str:
    """A cell as a result: links to headings of the page name tables that are rolled as well."""
    return plain(_SECTION.sub(lambda match: f"{{#{match[1] or match[2]}}}", cell))


def plain(cell: str) -> str:
    """A cell without its markup."""
    return _LINK.sub(lambda match: match[1] or match[2] or "", cell).replace("*", "").replace("`", "").strip()
