"""Tables: how wide their columns are, and what goes to the notes."""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.blocks import Cell, Number, Row, Table
from sheetgen.print.measure.column import MeasuredColumn
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import broken, width

AIR = 0.145
"""White before a column of a card's table, in mm for each point of its type."""
LEADING = 1.06
"""Of the lines of a card's table."""


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
    """A table: width of the names, the columns that stand, those that go to the notes."""

    name_width: float
    columns: tuple[TableColumn, ...]
    dropped: tuple[int, ...]
    note_width: float = 0.0
    """Width of a column of notes beside the cells; 0 where notes stand below."""

    def aside(self, row: Row) -> str:
        """The cells of a row that have no column, as text: `Range 20 m.`"""
        cells = [row.cells[i] for i in self.dropped if i < len(row.cells)]
        return " ".join(f"{c.label} {c.number.text}." for c in cells if c.number.text)


@dataclass(frozen=True)
class TableMeasures(MeasuredColumn):
    """A column that holds tables."""

    def table(self, block: Table) -> TableFrame:
        """Widths of a table's columns: as wide as their text, the names get the rest.

        Where the names would have too little, columns that are not strong go to the notes.
        """
        columns = [TableColumn(i, c.label, c.strong, self._column(block, i)) for i, c in enumerate(block.columns)]
        names = [self._name(row) for row in block.rows]
        wanted = min(max(names, default=0.0), self.width * 0.55)
        dropped: list[int] = []
        while columns and self.width - sum(c.width for c in columns) < wanted:
            others = [c for c in columns if not c.strong] or columns
            victim = max(others, key=lambda c: (c.width, c.index))
            columns.remove(victim)
            dropped.append(victim.index)
        rest = self.width - sum(c.width for c in columns)
        if self.sheet and any(row.note for row in block.rows):
            note = rest - max([*names, self.label(block.heading) + 3]) - 5
            if note >= 34:
                return TableFrame(rest - note, tuple(columns), tuple(sorted(dropped)), note)
        return TableFrame(rest, tuple(columns), tuple(sorted(dropped)))

    def _column(self, block: Table, index: int) -> float:
        column = block.columns[index]
        face, size = self._face(column.strong)
        texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
        widest = max((width(text, face, size) for text in texts), default=0.0)
        return max(widest, self.label(column.label)) + (3.2 if self.sheet else max(1.6, AIR * self.sizes.row))

    def row_name(self, shape: TableFrame, row: Row) -> tuple[str, ...]:
        """The lines of a row's name; an empty one at the end where its stars have no room behind it."""
        size, space = self.sizes.row, width(" ", "bold", self.sizes.row)
        mark = 0.0
        if row.mark:
            mark = space + (0.8 * size * POINT if row.mark.glyph else width(row.mark.code, "bold", size))
        name = broken(row.name, "bold", size, shape.name_width, mark)
        stars = space + row.cost * 0.52 * size * POINT * 1.03 if row.cost else 0.0
        used = width(name[-1], "bold", size) + (mark if len(name) == 1 else 0.0)
        return (*name, "") if stars and used + stars > shape.name_width else name

    def named_height(self, shape: TableFrame, row: Row) -> float:
        """Height of a row of a card's table."""
        return len(self.row_name(shape, row)) * self.sizes.row * LEADING * POINT

    def _face(self, strong: bool) -> tuple[str, float]:
        return ("black", self.sizes.row) if strong else ("bold", self.sizes.cell)

    def _name(self, row: Row) -> float:
        mark = self.sizes.row * 0.29 + 0.9 if row.mark else 0.0
        stars = row.cost * self.sizes.row * 0.2 + 0.8 if row.cost else 0.0
        return width(row.name, "bold", self.sizes.row) + mark + stars + 1.0


def cell(row: Row, index: int) -> Cell:
    """A cell of a row, empty where the row is short."""
    return row.cells[index] if index < len(row.cells) else Cell(Number(""), "")


def number_pad(text: str, digits: int) -> str:
    """A figure padded to `digits` places with figure spaces, so that a column of them lines up."""
    return "\u2007" * (digits - len(text)) + text if text.isdigit() else text
