"""Tables on a sheet: which columns stand side by side, how wide each is, and how high the rows are."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from markupsafe import Markup, escape

from sheetgen.blocks import EMPTY, Block, Row, Table, TableToWrite
from sheetgen.print.measure.column import MeasuredColumn
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.rich_text import headed, rich
from sheetgen.print.measure.tables import TableColumn, TableFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets import running_text
from sheetgen.print.sheets.running_text import FlowStyle
from sheetgen.print.sizes import FLOOR, SMALLEST
from sheetgen.print.text_metrics.metrics import lines, width

HAIR = 0.2
EMPTY_ROW = 6.4
"""Least height of a row to write in."""
TEXT_PAD = 1.6
"""White to the right of a text in its column, in mm; as in `print-sheet-sizes.css`."""
HEAD_GAP = 1.2
"""White between the headings of two columns at least, in mm."""
WIDEST_FIGURES = 12.0
"""White that a column of figures takes at most, in mm, beyond its text."""
FIELD_SIZE, FIELD_PAD = 7.5, 3.6
"""Type that a field shows its text in, in points, and the white that it and its column take, in mm."""
WRITTEN_NAME = 0.2
"""Part of a table that its names get where they are to be written and there are many columns."""
WORTH = 0.86
"""Notes go below their rows, or texts share their room otherwise, where that makes a table lower than this part."""
NARROWEST_NOTE = 4.0
"""A column of notes has at least so many mm for each point of type; else the notes go below their rows."""
_WORD = re.compile(r"[^\W\d_]{3}")


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
    kind: TableOfKind | None = field(default=None, repr=False)
    """What decides for all entries of the kind, where it is a whole one."""


def whole_of(block: Table) -> Table:
    """The table that a part was cut from, or the table itself."""
    return block.whole if isinstance(block, TablePart) and block.whole is not None else block


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
    )


def has_notes(block: Table) -> bool:
    """Whether rows of a table have notes, or room for them."""
    return any(row.note for row in block.rows) or (isinstance(block, TableToWrite) and block.notes)


def costed(block: Table) -> bool:
    """Whether rows of a table have a cost, or room for it."""
    return any(row.cost for row in block.rows) or (isinstance(block, TableToWrite) and block.costs)


def is_figure(text: str) -> bool:
    """Whether a cell holds a figure (`12`, `+6`, `2d8 + 1`, `10 ft`, `–`) rather than words."""
    return not text or text == "–" or (len(text) <= 10 and any(map(str.isdigit, text)) and not _WORD.search(text))


def parted(room: float, parts: Sequence[float], least: Sequence[float]) -> list[float]:
    """`room` shared out in proportion to `parts`, yet none gets less than its least, as far as that goes."""
    if room <= sum(least):
        return [room * width / sum(least) for width in least]
    short = {i for i, part in enumerate(parts) if room * part / sum(parts) < least[i]}
    while True:
        free = room - sum(least[i] for i in short)
        unit = free / (sum(part for i, part in enumerate(parts) if i not in short) or 1.0)
        more = {i for i, part in enumerate(parts) if i not in short and unit * part < least[i]}
        if not more:
            return [least[i] if i in short else unit * part for i, part in enumerate(parts)]
        short |= more


@dataclass(frozen=True)
class TableSheet(BlockFrame):
    """A column of a sheet as far as tables go; `mode` is filled, blank or form."""

    sheet: bool = True
    mode: str = "filled"

    @property
    def empty(self) -> bool:
        """Whether there is something to write in rather than to read."""
        return self.mode != "filled"

    def halves(self, block: Table) -> int:
        """Two where a table is so narrow that its rows fit in two columns, else one."""
        if len(block.rows) < 2:
            return 1
        block = deciding(block)
        most = block.most if isinstance(block, TableOfKind) else len(block.rows)
        if most < 6 or has_notes(block):
            return 1
        half = self.narrowed((self.width - 5) / 2)
        if self.empty:
            named = self.mode == "blank" or half.sheet_table(block).name_width >= half.name_room(block) - 2
            return 2 if len(block.columns) <= 2 and self.width >= 110 and named else 1
        if isinstance(block, TableOfKind):
            # The few texts that are wider than most of the kind wrap, as far as the heads have room.
            if any(c.width < self.label(c.label) + HEAD_GAP for c in half.sheet_table(block).columns):
                return 1
            block = replace(block, rows=block.usual)
        need = max((self._name(r) for r in block.rows), default=0.0) + sum(
            self._column(block, i) for i in range(len(block.columns))
        )
        return 2 if need <= half.width and half.sheet_table(block).name_width >= half.name_room(block) - 2 else 1

    def sheet_table(self, block: Table) -> TableFrame:
        """Widths of a table on a sheet: figures stay narrow, long texts and notes share the rest.

        Where there are neither, names and short texts share it, or all columns where there are figures only.
        Where it makes the table much lower, short texts wrap as well, or notes stand below their rows.
        """
        block = whole_of(block)
        long = self.sizes.cell * 2.6 * 1.6
        wide = [i for i in range(len(block.columns)) if self._column(block, i) > long]
        if wide or has_notes(block):
            return self._lowest(block, wide)
        natural = [self._column(block, i) for i in range(len(block.columns))]
        free = self.width - self.name_room(block) - sum(natural)
        if free < 0 and self.empty and not any(row.name for row in block.rows):
            return self._to_write_in(block)
        if free < 0:
            texts = [i for i, c in enumerate(block.columns) if not c.strong]
            return self._shared(block, texts[:1] or list(range(len(block.columns)))[-1:])
        return self._evened(block, natural, free)

    def _lowest(self, block: Table, wide: Sequence[int]) -> TableFrame:
        """The way to share the room that makes a table lowest; the plain one unless another saves much."""
        plain = self._shared(block, wide)
        if self.empty:
            return plain
        others = []
        texts = [i for i, c in enumerate(block.columns) if not c.strong and not self.figures_only(block, i)]
        if len(texts) > len(wide):
            others.append(self._shared(block, texts))
        if plain.note_width:
            bare = replace(block, rows=tuple(replace(row, note=EMPTY) for row in block.rows))
            others.append(self._shared(bare, wide) if wide else self._unnoted(bare))
        if others and 0 < plain.note_width < self.sizes.note * NARROWEST_NOTE:
            plain = others.pop()
        heights = {id(option): self._rows_height(block, option) for option in (plain, *others)}
        best = min(others, key=lambda option: heights[id(option)], default=plain)
        return best if heights[id(best)] < heights[id(plain)] * WORTH else plain

    def _unnoted(self, block: Table) -> TableFrame:
        """Widths where all columns are narrow and notes stand below."""
        natural = [self._column(block, i) for i in range(len(block.columns))]
        free = self.width - self.name_room(block) - sum(natural)
        return self._evened(block, natural, free) if free >= 0 else self._shared(block, [])

    def _rows_height(self, block: Table, shape: TableFrame) -> float:
        return sum(self.row_height(block, shape, n) for n in range(len(block.rows)))

    def stacked(self, block: Block) -> tuple[Block, ...]:
        """A table with more columns than this width holds as several, one below the other; else the block itself."""
        if not isinstance(block, Table) or len(block.columns) < 2:
            return (block,)
        needs = [self._least(block, i) for i in range(len(block.columns))]
        room = self.width - min(self.name_room(block), self.width * 0.32 + self.signs(block))
        if sum(needs) <= room:
            return (block,)
        count = min(len(needs), max(2, math.ceil(sum(needs) / room)))
        each = math.ceil(len(needs) / count)
        starts = range(0, len(needs), each)
        parts = (_of_columns(block, slice(start, start + each)) for start in starts)
        return tuple(parts) if self.empty else tuple(_worded(part) for part in parts)

    def _least(self, block: Table, index: int) -> float:
        """Width below which a column's heading or a figure in it would run into the next one."""
        if self.figures_only(block, index) and not self.empty:
            return self._column(block, index)
        return self.label(block.columns[index].label) + HEAD_GAP

    def _evened(self, block: Table, natural: Sequence[float], free: float) -> TableFrame:
        """A table with `free` mm to share out; the names take what the columns leave."""
        figures = [self.figures_only(block, i) for i in range(len(natural))]
        takers = [not own for own in figures] if not all(figures) and not self.empty else [True] * len(natural)
        share = free / (sum(takers) + (2 if self.empty else 1))
        grown = [
            min(share, WIDEST_FIGURES) if takes and own and not self.empty else share if takes else 0.0
            for takes, own in zip(takers, figures, strict=True)
        ]
        columns = tuple(
            TableColumn(i, c.label, c.strong, natural[i] + grown[i], figures[i] and not self.empty)
            for i, c in enumerate(block.columns)
        )
        return TableFrame(self.width - sum(c.width for c in columns), columns, ())

    def _to_write_in(self, block: Table) -> TableFrame:
        """A table with nothing in it yet and little room: every column is as wide as the others."""
        name = max(self.label(block.heading or block.title) + 3, self.width * WRITTEN_NAME) + self.signs(block)
        least = [self.label(column.label) + HEAD_GAP for column in block.columns]
        widths = parted(self.width - name, [1.0] * len(least), least)
        columns = (TableColumn(i, c.label, c.strong, widths[i], False) for i, c in enumerate(block.columns))
        return TableFrame(name, tuple(columns), ())

    def figures_only(self, block: Table, index: int) -> bool:
        """Whether a column holds figures only."""
        block = deciding(block)
        return all(is_figure(row.cells[index].number.text) for row in block.rows if index < len(row.cells))

    def name_room(self, block: Table) -> float:
        """Width that the names of a table want, with the signs before them."""
        block = whole_of(block)
        names = [self._named(row.name) for row in block.rows]
        return max([*names, self.label(block.heading or block.title) + 3]) + self.signs(block)

    def _named(self, name: str) -> float:
        return max(width(name, "bold", self.sizes.row) + 3.2, self._field(name))

    def _field(self, text: str) -> float:
        """Width of the column of a form whose field shows this text; nothing on other sheets."""
        return width(text, "text", self.field_type[0]) * 1.1 + FIELD_PAD if self.mode == "form" and text else 0.0

    @property
    def field_type(self) -> tuple[float, float]:
        """Points that fields are made for, and those that they are shrunk to at least: large print is never."""
        least = self.sizes.least
        return (least, least) if least > FLOOR else (FIELD_SIZE, SMALLEST)

    def field_height(self, usual: float) -> float:
        """Height of a field for a line: the usual one, or more in large print."""
        return max(usual, self.sizes.least * 1.2 * POINT)

    def cramped(self, text: str, room: float) -> bool:
        """Whether a field of this width shows its text on several lines."""
        return len(text) > 24 or width(text, "text", self.field_type[1]) * 1.1 > room - 1.4

    def _column(self, block: Table, index: int) -> float:
        face, size = self.cell_face(block, index)
        texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
        widest = max((width(text, face, size) for text in texts), default=0.0)
        least = 8.0 if self.empty else 0.0
        field = max((self._field(text) for text in texts if len(text) <= 24), default=0.0)
        return max(max(widest, least, self.label(block.columns[index].label)) + 3.4, field)

    def _shared(self, block: Table, wide: Sequence[int]) -> TableFrame:
        narrow = {i: self._column(block, i) for i in range(len(block.columns)) if i not in wide}
        names = [self._named(row.name) for row in block.rows]
        if not any(row.name for row in block.rows):
            names.append(self.width * 0.3)
        heads = [self.label(block.columns[i].label) + HEAD_GAP for i in wide]
        least = self.width - sum(narrow.values()) - sum(heads)
        name = min(max([*names, self.label(block.heading) + 3]), self.width * 0.32, max(least, self.width * 0.2))
        name += self.signs(block)
        notes = has_notes(block)
        rest = self.width - name - sum(narrow.values())
        parts = [self._weight(block, i) for i in wide] + ([1.2] if notes else [])
        unit = rest / sum(parts) if parts else 0.0
        texts = [i for i, c in enumerate(block.columns) if not c.strong]
        if parts and unit * min(parts) < self.width * 0.14 and len(texts) > len(wide):
            return self._shared(block, texts)
        shares = parted(rest, parts, [*heads, *([0.0] if notes else [])])
        widths = narrow | dict(zip(wide, shares, strict=False))
        columns = tuple(
            TableColumn(
                i,
                c.label,
                c.strong,
                widths[i],
                i in narrow and not self.empty and self.figures_only(block, i),
            )
            for i, c in enumerate(block.columns)
        )
        return TableFrame(name, columns, (), shares[-1] if notes else 0.0)

    def _weight(self, block: Table, index: int) -> float:
        texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
        return max(0.5, min(1.6, max((len(text) for text in texts), default=10) / 40))

    def signs(self, block: Table) -> float:
        """Width of the cost and mark columns before the names."""
        block = whole_of(block)
        cost = max((row.cost for row in block.rows), default=0) or int(costed(block))
        mark = self.sizes.row * 0.5 if any(row.mark for row in block.rows) else 0.0
        return mark + (max(self.label("cost") + 1.2, cost * self.sizes.star * 0.375 + 1.5) if cost else 0.0)

    def table_height(self, block: Table) -> float:
        """Height of a table with its heads and notes."""
        z = self.sizes
        halves = self.halves(block)
        inner = self.narrowed((self.width - 5) / 2) if halves == 2 else self
        shape = inner.sheet_table(block)
        head = (z.label * 1.1 * POINT + 0.9) if self.headed(block) else 0.0
        heights = [inner.row_height(block, shape, n) for n in range(len(block.rows))]
        if halves == 2:
            cut = -(-len(heights) // 2)
            return head + max(sum(heights[:cut]), sum(heights[cut:]))
        return head + sum(heights)

    def headed(self, block: Table) -> bool:
        """Whether a table needs column headings: not where one plain column says what it is by itself."""
        labelled = any(c.label for c in block.columns)
        several = len(block.columns) > 1 or all(is_figure(row.name) for row in block.rows)
        return self.empty or (labelled and (any(c.strong for c in block.columns) or several))

    def row_height(self, block: Table, shape: TableFrame, number: int) -> float:
        """Height of one row."""
        z, row = self.sizes, block.rows[number]
        name = lines(row.name, "bold", z.row, shape.name_width - self.signs(block) - 1.2) * z.row * 1.08
        cells = [
            lines(row.cells[c.index].number.text, *self.cell_face(block, c.index), (c.width - TEXT_PAD) * 0.985)
            * self.cell_face(block, c.index)[1]
            * 1.17
            for c in shape.columns
            if c.index < len(row.cells)
        ]
        if self.mode == "form":
            # A field can be made no smaller than its least type.
            least = self.field_type[1]
            texts = ((row.cells[c.index].number.text, c.width) for c in shape.columns if c.index < len(row.cells))
            cells += [lines(text, "text", least, wide - 2.8) * least * 1.2 for text, wide in texts]
        beside = self.text_height(row.note, shape.note_width - TEXT_PAD, self.note_type) if shape.note_width else 0.0
        tallest = max(max([name, z.row * 1.08, *cells]) * POINT, beside)
        under = 0.0 if shape.note_width else self.width - self.signs(block) - TEXT_PAD
        below = self.text_height(row.note, under, self.note_type) if under else 0.0
        if self.mode == "blank" or not (row.name or row.cells or row.note or self.empty):
            return EMPTY_ROW
        height = tallest + below + 1.75 * z.space + HAIR + 0.05
        height += 0.35 * z.space if below else 0.0
        return max(EMPTY_ROW, round(height * 1.12, 2)) if self.mode == "form" else height

    @property
    def note_type(self) -> FlowStyle:
        """How the notes of a table are set."""
        size = self.sizes.note
        return FlowStyle(size, size * 1.17 * POINT, 0.0, 0.4 * self.sizes.space)

    def text_height(self, html: str, measure: float, style: FlowStyle, head: str = "") -> float:
        """How high a text stands in a column `measure` mm wide, with `head` on its first line."""
        return running_text.height(self.text(html, measure, style, Markup(escape(head))), measure, style)

    def text(self, html: str, measure: float, style: FlowStyle, head: Markup = EMPTY) -> Markup:
        """A text as paper takes it, `measure` mm wide, with `head` on its first line."""
        column = MeasuredColumn(round(measure, 2), replace(self.sizes, body=style.size))
        return _set(Markup(html), head, column)

    def noted(self, html: str, shape: TableFrame, block: Table) -> Markup:
        """The note of a row: beside its cells, or below them."""
        return self.text(html, (shape.note_width or self.width - self.signs(block)) - TEXT_PAD, self.note_type)

    def cell_face(self, block: Table, index: int) -> tuple[str, float]:
        """Face and size of a column's cells: numbers black, short words bold, long text in the text face."""
        block = deciding(block)
        if block.columns[index].strong:
            return "black", self.sizes.row
        texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
        long = max((len(text) for text in texts), default=0) > 24
        return ("text", self.sizes.note) if long else ("bold", self.sizes.cell)


def _of_columns(block: Table, part: slice) -> Table:
    """Some of the columns of a table; the first of its parts keeps title and notes."""
    first = part.start == 0
    rows = tuple(replace(row, cells=row.cells[part], note=row.note if first else EMPTY) for row in block.rows)
    own = replace(block, title=block.title if first else "", columns=block.columns[part], rows=rows)
    if isinstance(own, TablePart) and own.kind:
        kind = replace(own.kind, rows=tuple(replace(row, cells=row.cells[part]) for row in own.kind.rows))
        return replace(own, kind=kind)
    return own


def _worded(block: Table) -> Table:
    """A part of a table without the rows that say nothing in its columns."""
    rows = tuple(row for row in block.rows if any(cell.number.text for cell in row.cells) or row.note)
    return replace(block, rows=rows or block.rows)


@lru_cache(maxsize=2000)
def _set(text: Markup, head: Markup, column: MeasuredColumn) -> Markup:
    return headed(text, head, column) if head else rich(text, column)
