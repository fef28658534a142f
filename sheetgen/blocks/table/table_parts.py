"""Tables, parts of them, and those of all entries of a kind: what decides how they are set."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sheetgen.blocks.parts import Number
from sheetgen.blocks.table import Cell, Row, Table, TableToWrite

_WORD = re.compile(r"[^\W\d_]{3}")
_DICE = re.compile(r"(?:\d*d(?:\d+|[F%])|\d+)(?:\s*[-+−×]\s*(?:\d*d(?:\d+|[F%])|\d+))*")
LONGEST_SUM = 24
"""Longer sums of dice are set as text."""


@dataclass(frozen=True)
class TableColumn:
    """A column of a table: its place among the cells, heading and width."""

    index: int
    label: str
    strong: bool
    width: float
    figure: bool = False
    """Whether it holds figures only, which are set to the right."""


@dataclass(frozen=True)
class TableFrame:
    """The columns of a table on a sheet, and the width of its names with the signs before them."""

    name_width: float
    columns: tuple[TableColumn, ...]
    note_width: float = 0.0
    """Width of a column of notes beside the cells; 0 where notes stand below."""


@dataclass(frozen=True)
class TableOfKind(Table):
    """Those rows of the tables of all entries of a kind that decide how each of them is set."""

    most: int = 0
    """How many rows the longest of them has."""
    usual: tuple[Row, ...] = ()
    """A row with the widest name and figures, and with texts of middling width."""


@dataclass(frozen=True)
class TablePart(Table):
    """Some rows of a table, with columns and faces as the whole of it has them."""

    whole: Table | None = None
    before: int = 0
    """How many rows of the whole stand before them."""
    kind: TableOfKind | None = field(default=None, repr=False)
    """What decides for all entries of the kind, where it is a whole one."""


def whole_of(block: Table) -> Table:
    """The table that a part was cut from, or the table itself."""
    return block.whole if isinstance(block, TablePart) and block.whole is not None else block


def rows_before(block: Table) -> int:
    """How many rows of the whole stand before those of a part; 0 of a whole table."""
    return block.before if isinstance(block, TablePart) else 0


def deciding(block: Table) -> Table:
    """The table by whose rows the columns of a table are set: that of its kind, or its own whole."""
    whole = whole_of(block)
    return whole.kind if isinstance(whole, TablePart) and whole.kind else whole


def rows_of(block: Table, start: int, end: int, title: str) -> TablePart:
    """Some rows of a table under a title of their own."""
    return TablePart(
        id=block.id,
        title=title,
        heading=block.heading,
        columns=block.columns,
        rows=block.rows[start:end],
        secret=block.secret,
        whole=whole_of(block),
        before=rows_before(block) + start,
    )


def has_notes(block: Table) -> bool:
    """Whether rows of a table have notes, or room for them."""
    return any(row.note for row in block.rows) or (isinstance(block, TableToWrite) and block.notes)


def costed(block: Table) -> bool:
    """Whether rows of a table have a cost, or room for it; those of a part as the whole of it."""
    block = whole_of(block)
    return any(row.cost for row in block.rows) or (isinstance(block, TableToWrite) and block.costs)


def is_figure(text: str) -> bool:
    """Whether a cell holds a figure (`12`, `+6`, `1d20 + 2d10`, `10 ft`, `–`) rather than words."""
    if not text or text == "–" or (len(text) <= LONGEST_SUM and _DICE.fullmatch(text)):
        return True
    return len(text) <= 10 and any(map(str.isdigit, text)) and not _WORD.search(text)


def cell(row: Row, index: int) -> Cell:
    """A cell of a row, empty where the row is short."""
    return row.cells[index] if index < len(row.cells) else Cell(Number(""), "")
