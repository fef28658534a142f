"""The texts of tables on sheets: how names, cells and notes are set, and how wide they are. Millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sheetgen.blocks.table import Cell, Table
from sheetgen.blocks.table.table_parts import costed, deciding, is_figure, whole_of
from sheetgen.print.measure.rich_text import paired, unparted
from sheetgen.print.measure.sheet_frame import NOTE_LEADING, SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import SPACES, baseline, width
from sheetgen.print.text_metrics.shaping import ROUNDING, UNSHAPED, measure, set_lines, shapes

MARK, MARK_LEFT, MARK_PAD = 0.96, 1.0, 1.6
"""Size of a mark against its row, the white to its left, and that to its left and right."""
LONG = 24
"""A column with a text of more letters is set as text."""
FIELD_SIDES = 3.5
"""White at the sides of what is typed into a field."""
MOST_WRITTEN, BY_HAND = 12, 1.5
"""Letters of a short text that a column to write in has room for, and how much wider than in print these are."""


@dataclass(frozen=True)
class LineExtent:
    """How far the lines of a text reach above and below the baseline of its first one."""

    above: float = 0.0
    below: float = 0.0


@dataclass(frozen=True)
class TextStyle:
    """How the texts of a column are set: in lines of `leading` times the size, with white to their right."""

    kind: str
    """The class of the rules that set it."""
    face: str
    size: float
    leading: float
    pad: float

    def lines(self, text: str, column: float) -> tuple[str, ...]:
        """The lines of a text in a column of so many mm; a number and its unit stay together.

        So do a name and its number in a list of these, where there is room for the longest.
        """
        if not text.strip():
            return ()
        room, whole = column - self.pad, _unparted(text)
        if (pairs := paired(whole)) != whole and all(_set_width(pair, self) <= room for pair in SPACES.split(pairs)):
            whole = pairs
        return set_lines(whole, self.face, self.size, room)

    def extent(self, count: int) -> LineExtent:
        """How far so many lines reach."""
        pitch = self.size * self.leading * POINT
        first = baseline(self.face, self.size, pitch)
        return LineExtent(first, count * pitch - first) if count else LineExtent()


@lru_cache(maxsize=4000)
def _unparted(text: str) -> str:
    """As `unparted`; a cell is measured again for every layout that is tried."""
    return unparted(text)


NAME_LEADING, NAME_PAD = 1.08, 1.2
STRONG_LEADING, FIGURE_PAD = 1.05, 2.5
CELL_LEADING, CELL_PAD = 1.1, 1.0
NOTE_PAD = 1.6
"""Of names, of what is set black, of short words, of long texts and notes; figures keep off what is right of them."""


def name_style(frame: SheetFrame) -> TextStyle:
    """How names are set."""
    return TextStyle("row-name", "bold", frame.sizes.row, NAME_LEADING, NAME_PAD)


def cell_style(block: Table, index: int, frame: SheetFrame, figure: bool = False) -> TextStyle:
    """How a column's cells are set: numbers black, short words bold, long text in the text face; or as a `figure`."""
    sizes, block = frame.sizes, deciding(block)
    if block.columns[index].strong:
        return TextStyle("nu", "black", sizes.row, STRONG_LEADING, FIGURE_PAD)
    texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
    if max((len(text) for text in texts), default=0) > LONG:
        return TextStyle("row-note", frame.faces.regular, sizes.note, NOTE_LEADING, NOTE_PAD)
    if figure:
        return TextStyle("row-cell figure", "bold", sizes.cell, CELL_LEADING, FIGURE_PAD)
    return TextStyle("row-cell", "bold", sizes.cell, CELL_LEADING, CELL_PAD)


def headed(block: Table, frame: SheetFrame) -> bool:
    """Whether a table needs column headings: not where one plain column says what it is by itself."""
    labelled = any(c.label for c in block.columns)
    several = len(block.columns) > 1 or all(is_figure(row.name) for row in block.rows)
    return frame.empty or (labelled and (any(c.strong for c in block.columns) or several))


def heading(block: Table, frame: SheetFrame) -> str:
    """The label above the names of a table, whose title stands above it."""
    return block.heading or frame.words("Name")


def figures_only(block: Table, index: int) -> bool:
    """Whether a column holds figures only."""
    block = deciding(block)
    return all(is_figure(row.cells[index].number.text) for row in block.rows if index < len(row.cells))


def name_room(block: Table, frame: SheetFrame) -> float:
    """Width that the names of a table want, with the signs before them."""
    block = whole_of(block)
    names = [name_width(row.name, frame) for row in block.rows]
    return max([*names, frame.label(heading(block, frame)) + 3]) + signs(block, frame)


def name_width(name: str, frame: SheetFrame) -> float:
    """Width of a name with the white behind it."""
    return max(width(name, "bold", frame.sizes.row) + 3.2, frame.field_width(name) if frame.mode == "form" else 0.0)


def column_width(block: Table, index: int, frame: SheetFrame) -> float:
    """Width of a column with its heading, and the white behind it."""
    style = cell_style(block, index, frame)
    cells = [row.cells[index] for row in block.rows if index < len(row.cells)]
    widest = max((width(cell.number.text, style.face, style.size) for cell in cells), default=0.0)
    least = 8.0 if frame.empty else 0.0
    fields = (cell.number.text for cell in cells if len(cell.number.text) <= LONG and is_field(cell, frame))
    field = max(map(frame.field_width, fields), default=0.0)
    return max(max(widest, least, frame.label(block.columns[index].label)) + 3.4, field)


def written_width(letters: int, frame: SheetFrame) -> float:
    """Width that so many letters take when they are written by hand or typed into a field, with the white behind."""
    text = "0" * min(letters, MOST_WRITTEN)
    by_hand = width(text, "bold", frame.sizes.cell) * BY_HAND + 3.4
    return frame.field_width(text) if frame.mode == "form" else by_hand


def is_field(cell: Cell, frame: SheetFrame) -> bool:
    """Whether a cell is a field: in a form all, an entry's own where the rules print the rows."""
    return frame.mode == "form" or (frame.fields and cell.own)


def word_width(block: Table, index: int, frame: SheetFrame) -> float:
    """Width of the longest word of a column with the white behind it: a narrower column breaks it, a field cuts it off.

    Dice with what is added to them, and a number with its unit, are one word in print.
    """
    style, least = cell_style(block, index, frame), frame.field_type[1]

    def widths(cell: Cell) -> Iterator[float]:
        field = is_field(cell, frame)
        for word in SPACES.split(cell.number.text if field else unparted(cell.number.text)):
            if word:
                yield width(word, "text", least) + FIELD_SIDES if field else _set_width(word, style) + style.pad

    cells = (row.cells[index] for row in block.rows if index < len(row.cells))
    return max((wide for cell in cells for wide in widths(cell)), default=0.0)


def _set_width(word: str, style: TextStyle) -> float:
    """Width of a word as the engine sets it, where that is known."""
    wide = width(word, style.face, style.size)
    if not shapes(word.replace("\u00a0", " "), style.face):
        return wide / UNSHAPED
    return max(wide, measure(word, style.face) * style.size * POINT + 2 * ROUNDING)


def mark_size(frame: SheetFrame) -> float:
    """Points of the marks before names."""
    return max(MARK * frame.sizes.row, frame.sizes.least)


def signs(block: Table, frame: SheetFrame) -> float:
    """Width of the cost and mark columns before the names."""
    block = whole_of(block)
    cost = max((row.cost for row in block.rows), default=0) or int(costed(block))
    mark = mark_size(frame) * POINT + MARK_PAD if any(row.mark for row in block.rows) else 0.0
    return mark + (max(frame.label(frame.words("cost")) + 1.2, cost * frame.sizes.star * 0.375 + 1.5) if cost else 0.0)


def cramped(text: str, room: float, frame: SheetFrame) -> bool:
    """Whether a field of this width shows its text on several lines."""
    return len(text) > LONG or width(text, "text", frame.field_type[1]) * 1.1 > room - 1.4
