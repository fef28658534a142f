"""A row for each item of a list, such as attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from markupsafe import Markup
from pydantic import ConfigDict, Field

from sheetgen.blocks import base
from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock, RowFormula, of_type
from sheetgen.blocks.parts import EMPTY, Mark, Number
from sheetgen.text.suggest import in_sentence
from sheetgen.yaml.file_models import Formula, Model, Text

ROWS = 6
"""Empty rows of a table on a blank sheet, at least."""


class ColumnSettings(Model):
    """A column behind the name."""

    model_config = ConfigDict(title="a column of a table")

    label: Text
    """What stands over it."""
    value: RowFormula
    """What stands in it."""
    unit: Text = ""
    """Its unit."""
    strong: bool = False
    """Whether it is set bold."""


class TableSettings(BlockSettings):
    """A row for each item of a list, such as attacks."""

    model_config = ConfigDict(title="a `table` block")

    type: Literal["table"]
    """The type of the block."""
    rows: Formula
    """A list of records, one for each row."""
    name: RowFormula
    """What a row is called."""
    heading: Text = ""
    """What stands over the names, where that is not the title."""
    columns: list[ColumnSettings] = Field(default_factory=list)
    """Its columns behind the name."""
    mark: RowFormula = ""
    """A term whose sign stands before the name."""
    cost: RowFormula = ""
    """So many stars behind the name."""
    note: RowFormula = ""
    """Markdown below the row."""
    href: RowFormula = ""
    """The id of an entry that the name leads to."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Table | None:
        """The rows, where there are any."""
        rows = tuple(self._row(entry, block, row, leaves) for row, leaves in entry.rows(block))
        return replace(self.without_entry(block.id), rows=rows) if rows else None

    def without_entry(self, name: str) -> Table:
        """Its heads without a row."""
        columns = tuple(Column(column.label, column.strong) for column in self.columns)
        return Table(id=name, title=self.title, secret=self.secret, heading=self.heading, columns=columns, rows=())

    def _row(self, entry: EntryReader, block: LayoutBlock, row: base.Row, leaves: Any) -> Row:
        cells = []
        for number, column in enumerate(self.columns):
            formula = block.formulas.get(f"columns.{number}.value")
            value = entry.number(formula, row, leaves).under(column.label) if formula else Number("")
            if column.unit and value.text:
                value = Number(f"{value.text} {column.unit}", why=value.why, rule=value.rule, size=value.size)
            cells.append(Cell(value, column.label, column.strong))
        note = entry.prose(block, "note", row)
        return Row(
            name=entry.text(block, "name", row),
            cells=tuple(cells),
            mark=entry.mark_of(block, "mark", row),
            cost=entry.cost_of(block, row),
            note=note.html,
            plain_note=note.plain,
            href=entry.href(entry.text(block, "href", row)),
        )


@dataclass(frozen=True)
class Cell:
    """One cell of a table: text or a number; strong cells are set in the display face."""

    number: Number
    label: str
    strong: bool = False
    own: bool = False
    """Whether it is an entry's own where the row is the rules'."""


@dataclass(frozen=True)
class Column:
    """A column heading of a table."""

    label: str
    strong: bool = False


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line of a table: a name with its mark and cost, the cells, a note below."""

    name: str
    cells: tuple[Cell, ...] = ()
    mark: Mark | None = None
    cost: int = 0
    note: Markup = EMPTY
    plain_note: str = field(default="", repr=False)
    """The same without its markup."""
    href: str = ""


@dataclass(frozen=True, kw_only=True)
class Table(Block):
    """A table of named rows, such as attacks; `heading` is the label above the names, where an author wrote one.

    Where the title of the table does not stand above it, that is the label without one."""

    type = "table"
    common = True
    movable = True
    shared = True
    heading: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def words(self) -> Iterator[str]:
        """The names of its rows with their notes."""
        yield from (": ".join(filter(None, (row.name, row.plain_note))) for row in self.rows)

    def names(self) -> Iterator[str]:
        """The names of its rows."""
        yield from (row.name for row in self.rows)

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """Each cell under the name of its row and the label of its column."""
        for row in self.rows:
            yield from ((f"{row.name}, {in_sentence(cell.label)}", cell.number) for cell in row.cells)

    def emptied(self, peers: Sequence[Block]) -> TableToWrite:
        """Rows to write in, with room for what the rows of any of the peers have."""
        rows = [row for table in of_type(Table, (self, *peers)) for row in table.rows]
        return TableToWrite(
            id=self.id,
            title=self.title,
            secret=self.secret,
            heading=self.heading,
            columns=self.columns,
            rows=(Row(name=""),) * max(ROWS, len(self.rows)),
            costs=any(row.cost for row in rows),
            notes=any(row.note for row in rows),
            letters=tuple(_most_letters(rows, index) for index in range(len(self.columns))),
        )


@dataclass(frozen=True, kw_only=True)
class TableToWrite(Table):
    """A table whose rows are empty; it says whether these have a cost and notes, and how much they hold."""

    costs: bool = False
    notes: bool = False
    letters: tuple[int, ...] = ()
    """How many letters the longest text of each column has in the rows of entries."""


def _most_letters(rows: Sequence[Row], index: int) -> int:
    return max((len(row.cells[index].number.text) for row in rows if index < len(row.cells)), default=0)


BLOCK = BlockType(TableSettings, Table)
