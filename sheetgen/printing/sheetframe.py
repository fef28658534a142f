"""A column of a sheet: how its blocks are laid out on their lines, and how high they stand.

The numbers here are those of `print-sheet-sizes.css`: change both together.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import (
    EMPTY,
    Block,
    Body,
    CheckGroups,
    EntryView,
    Fact,
    Facts,
    Figure,
    Figures,
    Grid,
    Lines,
    NamedList,
    Panel,
    Prose,
    Score,
    Scores,
    Strip,
    Table,
    Tracks,
)
from sheetgen.printing.geometry import Frame, GridFrame, Item, TableColumn, TableFrame
from sheetgen.printing.heights import inner_blocks, paragraphs
from sheetgen.printing.metrics import lines, width
from sheetgen.printing.paper import POINT
from sheetgen.printing.sizes import FLOOR

HAIR, LINE = 0.2, 0.35
LINE_PITCH = 7.0
"""Distance of ruled lines."""
FIGURE_SHAPE = 50.5 / 64
"""Height of the body figure against its width."""
PANEL_HEAD, PANEL_FOOT, PANEL_GAP = 18.6, 3.0, 6.0
EMPTY_ROW = 6.4
"""Least height of a row to write in."""
NUMBER_PAD = 2.5
"""White to the right of the figures of a table or a grid, in mm."""
HEAD_GAP = 1.2
"""White between the headings of two columns at least, in mm."""
WIDEST_FIGURES = 12.0
"""White that a column of figures takes at most, in mm, beyond its text."""
_WORD = re.compile(r"[^\W\d_]{3}")


def is_figure(text: str) -> bool:
    """Whether a cell holds a figure (`12`, `+6`, `2d8 + 1`, `10 ft`, `–`) rather than words."""
    return not text or text == "–" or (len(text) <= 10 and any(map(str.isdigit, text)) and not _WORD.search(text))


def parted(room: float, parts: Sequence[float], least: Sequence[float]) -> list[float]:
    """`room` shared out in proportion to `parts`, yet none gets less than its least, as far as that goes."""
    if room <= sum(least):
        return [room * one / sum(least) for one in least]
    short = {i for i, part in enumerate(parts) if room * part / sum(parts) < least[i]}
    while True:
        free = room - sum(least[i] for i in short)
        unit = free / (sum(part for i, part in enumerate(parts) if i not in short) or 1.0)
        more = {i for i, part in enumerate(parts) if i not in short and unit * part < least[i]}
        if not more:
            return [least[i] if i in short else unit * part for i, part in enumerate(parts)]
        short |= more


@dataclass(frozen=True)
class FactCell:
    """A labelled text with the width it gets."""

    fact: Fact
    width: float


@dataclass(frozen=True)
class SheetFrame(Frame):
    """A column of a sheet; `mode` is filled, blank or form."""

    sheet: bool = True
    mode: str = "filled"
    own: frozenset[str] = frozenset()
    """Ids of blocks that are printed filled on every sheet: they are the rules'."""

    single: bool = False
    """Whether the page has one column only."""
    lines: int = 6
    """Lines to write on that stand for a text, at most."""

    def of(self, block: Block) -> SheetFrame:
        """The frame as one block sees it."""
        return replace(self, mode="filled") if block.id in self.own and self.mode != "filled" else self

    @property
    def empty(self) -> bool:
        """Whether there is something to write in rather than to read."""
        return self.mode != "filled"

    def natural_width(self, block: Block) -> float:
        """Width that a row of scores or figures takes by itself."""
        if isinstance(block, Scores):
            return self.score_width * len(block.items)
        if isinstance(block, Figures):
            return sum(self.item(figure, self.sizes.figure).width + 3 for figure in block.items)
        return self.width

    def tokens(self, figure: Figure) -> tuple[str, ...]:
        """The tokens of a figure to tick, on one line."""
        return tuple(filter(None, ("".join(super().tokens(figure)),)))

    def item(self, figure: Figure, size: float) -> Item:
        """A headline number: a sheet sets unit and remark a little further off."""
        found = super().item(figure, size)
        return replace(found, width=min(found.width + 1.6, self.width))

    def beside(self, block: Block, others: Sequence[Block]) -> float:
        """Width of each of the blocks that share a line with `block`."""
        return (self.width - self.natural_width(block) - 0.2) / max(1, len(others))

    # -- lines -----------------------------------------------------------------------------

    def scores(self, block: Scores) -> tuple[tuple[Score, ...], ...]:
        """Scores in rows of eight cells or less, the rows about even."""
        per_row = max(1, min(8, int(self.width // (self.sizes.figure * 0.66))))
        rows = -(-len(block.items) // per_row)
        if rows > 1 and len(block.items) - per_row * (rows - 1) <= 2:
            per_row = -(-len(block.items) // rows)
        return tuple(block.items[i : i + per_row] for i in range(0, len(block.items), per_row))

    @property
    def score_width(self) -> float:
        """Width of one score with its bonus."""
        return self.width / max(1, min(8, int(self.width // (self.sizes.figure * 0.66))))

    def score_label(self, score: Score) -> str:
        """The label of a score, short where the long one has no room."""
        long = score.label or score.short
        return long if self.label(long) <= self.score_width - 0.8 else score.short or long

    def facts(self, items: Sequence[Fact], size: float = 10.5) -> tuple[tuple[FactCell, ...], ...]:
        """Facts in rows that fill the width."""
        wants = [min(self.width, max(self.label(f.label), width(f.text, "bold", size)) + 5) for f in items]
        least = 20.0 if self.empty else 14.0
        wants = [max(want, least) for want in wants]
        cells = [FactCell(fact, want) for fact, want in zip(items, wants, strict=True)]
        rows = self._wrapped(cells, len(cells))
        even = self._wrapped(cells, -(-len(cells) // max(1, len(rows))))
        chosen = even if len(even) == len(rows) else rows
        return tuple(tuple(self._filled(row)) for row in chosen)

    def _wrapped(self, cells: Sequence[FactCell], most: int) -> list[list[FactCell]]:
        """Cells in rows of at most so many that fit the width."""
        rows: list[list[FactCell]] = []
        for one in cells:
            full = not rows or len(rows[-1]) >= most or sum(c.width for c in rows[-1]) + one.width > self.width
            if full:
                rows.append([])
            rows[-1].append(one)
        return rows

    def _filled(self, row: Sequence[FactCell]) -> list[FactCell]:
        free = max(0.0, self.width - 0.2 - sum(c.width for c in row))
        share = free / len(row) if self.empty else min(free / len(row), 10.0)
        return [replace(c, width=c.width + share) for c in row]

    def halves(self, block: Table) -> int:
        """Two where a table is so narrow that its rows fit in two columns, else one."""
        if len(block.rows) < 6 or any(row.note for row in block.rows):
            return 1
        if self.empty:
            return 2 if len(block.columns) <= 2 and self.width >= 110 else 1
        need = max((self._name(r) for r in block.rows), default=0.0) + sum(
            self._column(block, i) for i in range(len(block.columns))
        )
        return 2 if need <= (self.width - 5) / 2 else 1

    def sheet_table(self, block: Table) -> TableFrame:
        """Widths of a table on a sheet: figures stay narrow, long texts and notes share the rest.

        Where there are neither, names and short texts share it, or all columns where there are figures only.
        """
        long = self.sizes.cell * 2.6 * 1.6
        wide = [i for i in range(len(block.columns)) if self._column(block, i) > long]
        if wide or any(row.note for row in block.rows):
            return self._shared(block, wide)
        natural = [self._column(block, i) for i in range(len(block.columns))]
        free = self.width - self.name_room(block) - sum(natural)
        if free < 0:
            texts = [i for i, c in enumerate(block.columns) if not c.strong]
            return self._shared(block, texts[:1] or list(range(len(block.columns)))[-1:])
        return self._evened(block, natural, free)

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
        return tuple(_of_columns(block, slice(start, start + each)) for start in starts)

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

    def figures_only(self, block: Table, index: int) -> bool:
        """Whether a column holds figures only."""
        return all(is_figure(row.cells[index].number.text) for row in block.rows if index < len(row.cells))

    def name_room(self, block: Table) -> float:
        """Width that the names of a table want, with the signs before them."""
        names = [width(row.name, "bold", self.sizes.row) + 3.2 for row in block.rows]
        return max([*names, self.label(block.heading or block.title) + 3]) + self.signs(block)

    def holds(self, block: Block) -> bool:
        """Whether this column is wide enough for a table or a grid without breaking its words."""
        if isinstance(block, Table):
            columns = sum(self._column(block, i) for i in range(len(block.columns)))
            return not any(row.note for row in block.rows) and self.name_room(block) + columns <= self.width
        if isinstance(block, Grid):
            return self._grid_labels(block) + len(block.heads) * self._grid_column(block) <= self.width
        return True

    def _column(self, block: Table, index: int) -> float:
        face, size = self.cell_face(block, index)
        texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
        widest = max((width(text, face, size) for text in texts), default=0.0)
        least = 8.0 if self.empty else 0.0
        return max(widest, least, self.label(block.columns[index].label)) + 3.4

    def _shared(self, block: Table, wide: Sequence[int]) -> TableFrame:
        narrow = {i: self._column(block, i) for i in range(len(block.columns)) if i not in wide}
        names = [width(row.name, "bold", self.sizes.row) + 3.2 for row in block.rows]
        if not any(row.name for row in block.rows):
            names.append(self.width * 0.3)
        heads = [self.label(block.columns[i].label) + HEAD_GAP for i in wide]
        least = self.width - sum(narrow.values()) - sum(heads)
        name = min(max([*names, self.label(block.heading) + 3]), self.width * 0.32, max(least, self.width * 0.2))
        name += self.signs(block)
        notes = any(row.note for row in block.rows)
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

    def grid(self, block: Grid) -> GridFrame:
        """Widths of a grid: equal columns of numbers, the labels get the rest; long numbers are set smaller."""
        count = max(1, len(block.heads))
        room = (self.width - min(self._grid_labels(block), max(14.0, self.width * 0.4))) / count
        column = min(max(self._grid_column(block), 13.0), room)
        beside = max((self._grid_head(figure) for figure in block.heads), default=0.0)
        widest = max((width(n.text, "black", self.sizes.grid) for r in block.rows for n in r.numbers), default=0.0)
        small = max(FLOOR, self.sizes.grid * (column - NUMBER_PAD - 0.3) / widest) if widest else 0.0
        size = small if small < self.sizes.grid else 0.0
        return GridFrame(round(self.width - column * count, 3), round(column, 3), beside > column, round(size, 2))

    def _grid_labels(self, block: Grid) -> float:
        mark = self.sizes.grid * 0.27 + 0.9
        texts = [width(r.label, "text", self.sizes.grid_label) + (mark if r.mark else 0.0) for r in block.rows]
        return max(texts, default=10.0) + 1.2

    def _grid_column(self, block: Grid) -> float:
        """Width that a column of numbers wants: its widest number, or the words of its head."""
        numbers = [width(n.text, "black", self.sizes.grid) for r in block.rows for n in r.numbers]
        heads = [max(self.label(f.label), width(f.number.text, "black", self.sizes.label + 1.5)) for f in block.heads]
        return max([*numbers, *heads, 0.0]) + NUMBER_PAD + 0.4

    def _grid_head(self, figure: Figure) -> float:
        number = width(f" {figure.number.text}", "black", self.sizes.label + 1.5) if figure.number.text else 0.0
        return self.label(figure.label) + number + NUMBER_PAD + 0.3

    def grid_height(self, block: Grid) -> float:
        """Height of a grid with its heads."""
        z, shape = self.sizes, self.grid(block)
        head = z.label * 1.1 * POINT + 1.0
        if shape.stacked and any(figure.number.text for figure in block.heads):
            head += (z.label + 1.5) * 1.1 * POINT
        rows = sum(
            max(z.grid_mm, self._label_lines(row.label, row.mark is not None, shape) * z.grid_label * 1.17 * POINT)
            for row in block.rows
        )
        return head + rows + len(block.rows) * HAIR + 0.6

    def _label_lines(self, label: str, marked: bool, shape: GridFrame) -> int:
        room = shape.label_width - (self.sizes.grid * 0.27 + 0.9 if marked else 0.0)
        return lines(label, "text", self.sizes.grid_label, room * 0.985)

    def signs(self, block: Table) -> float:
        """Width of the cost and mark columns before the names."""
        cost = max((row.cost for row in block.rows), default=0)
        mark = self.sizes.row * 0.5 if any(row.mark for row in block.rows) else 0.0
        return mark + (max(self.label("cost") + 1.2, cost * self.sizes.row * 0.24 + 1.5) if cost else 0.0)

    def check_width(self, block: CheckGroups) -> float:
        """Width of one condition with its box, the same in all groups."""
        texts = [item for group in block.groups for item in group.items]
        widest = max((width(text, "text", self.sizes.body) for text in texts), default=10.0)
        room = self.width - self.check_label(block)
        want = widest + self.sizes.body * 0.42 + 2.2
        return room / max(1, int(room // want)) if want < room else room

    def check_label(self, block: CheckGroups) -> float:
        """Width of the labels before the groups."""
        widest = max((self.label(group.label) for group in block.groups), default=0.0)
        return widest + 3.0 if widest else 0.0

    def check_rows(self, block: CheckGroups) -> list[list[tuple[str, tuple[str, ...]]]]:
        """Each group as lines of items; the label stands before the first line."""
        per_line = max(1, int((self.width - self.check_label(block)) // self.check_width(block) + 1e-6))
        found = []
        for group in block.groups:
            parts = [group.items[i : i + per_line] for i in range(0, len(group.items), per_line)] or [()]
            found.append([(group.label if n == 0 else "", part) for n, part in enumerate(parts)])
        return found

    def panel_columns(self) -> tuple[float, float]:
        """Widths of the two columns of a panel."""
        inner = self.width - 10
        left = round(min(62.0 * max(1.0, self.sizes.body / 9), inner * 0.42), 2)
        return left, round(inner - left - PANEL_GAP, 2)

    def panel_sides(self, entry: EntryView) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
        """The blocks of a panel: what is ticked stands left, the rest right."""
        blocks = inner_blocks(entry)
        left = tuple(b for b in blocks if b.type in ("tracks", "figures", "body"))
        return left, tuple(b for b in blocks if b not in left)

    # -- heights ---------------------------------------------------------------------------

    def heading_height(self, block: Block) -> float:
        """Height of a section title with its rule."""
        if not block.title or isinstance(block, Panel):
            return 0.0
        return self.sizes.heading * POINT + 0.9 + LINE + 1.4 * self.sizes.space

    def height(self, block: Block) -> float:
        """Height of one block without the gap above it."""
        return self.heading_height(block) + self.of(block).content_height(block) + (3.4 if block.secret else 0.0)

    def content_height(self, block: Block) -> float:
        """Height of a block's content."""
        z = self.sizes
        row = (z.label + z.figure * 1.05) * POINT + 0.4
        if isinstance(block, Scores):
            rows = len(self.scores(block))
            return rows * row + (rows - 1) * (1.1 + 1.7 + HAIR) * z.space
        if isinstance(block, Figures):
            rows = len(self.figures(block))
            return rows * row + (rows - 1) * 2.0 * z.space
        if isinstance(block, Tracks):
            own = self.tracked(block)
            return len(own.tracks(block.items)) * own.sizes.track_mm
        if isinstance(block, Table):
            return self._table_height(block)
        if isinstance(block, Strip):
            count = -(-len(block.pairs) // self.strip(block).per_line)
            return count * (z.head_mm * 1.12 + (z.label + 1) * POINT + 0.6 + z.state_mm * 1.16)
        if isinstance(block, Grid):
            return self.grid_height(block)
        if isinstance(block, CheckGroups):
            return sum(len(rows) for rows in self.check_rows(block)) * z.body * 1.64 * POINT
        if isinstance(block, Body):
            return min(self.width, 72.0) * FIGURE_SHAPE
        if isinstance(block, Panel):
            return sum(self.panel_height(entry) for entry in block.entries)
        return self._text_height(block)

    def _text_height(self, block: Block) -> float:
        z = self.sizes
        line = z.body * z.leading * POINT
        if isinstance(block, Lines):
            return block.count * LINE_PITCH
        if isinstance(block, Facts):
            return len(self.facts(block.items)) * ((z.label + z.cell * 1.1) * POINT + 1.6)
        if self.mode == "blank" and isinstance(block, NamedList | Prose):
            return self.blank_lines(block) * LINE_PITCH
        if self.mode == "form" and isinstance(block, NamedList | Prose):
            return self.area_height(block)
        if isinstance(block, NamedList):
            indent = self.cost_indent(block)
            return sum(
                lines(_named(i.name, i.value, str(i.text)), "text", z.body, (self.width - indent) * 0.975) * line
                + 0.9 * z.space
                for i in block.items
            )
        if isinstance(block, Prose):
            inner = self.width - (6 if block.secret else 0)
            return sum(lines(p, "text", z.body, inner * 0.985) * line + 0.9 * z.space for p in paragraphs(block.text))
        return 0.0

    def cost_indent(self, block: NamedList) -> float:
        """Width of the stars before named texts."""
        deep = max((i.cost for i in block.items), default=0)
        return deep * self.sizes.body * 0.3 + 1.6 if deep else 0.0

    def blank_lines(self, block: Block) -> int:
        """How many lines to write on stand for a text."""
        return min(self.lines, max(3, len(block.items)) if isinstance(block, NamedList) else 2)

    def area_height(self, block: Block) -> float:
        """Height of the field that holds a text."""
        filled = replace(self, mode="filled")
        return max(filled.content_height(block) * 1.25 + 2, 14.0)

    def _table_height(self, block: Table) -> float:
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
        """Whether a table needs column headings: not where every column is plain text."""
        return any(c.strong for c in block.columns) or len(block.columns) > 2 or self.empty

    def row_height(self, block: Table, shape: TableFrame, number: int) -> float:
        """Height of one row."""
        z, row = self.sizes, block.rows[number]
        name = lines(row.name, "bold", z.row, shape.name_width - self.signs(block) - 1.2) * z.row * 1.08
        cells = [
            lines(row.cells[c.index].number.text, *self.cell_face(block, c.index), (c.width - 1.0) * 0.985)
            * self.cell_face(block, c.index)[1]
            * 1.17
            for c in shape.columns
            if c.index < len(row.cells)
        ]
        note = sum(lines(p, "text", z.note, (shape.note_width - 0.6) * 0.985) for p in paragraphs(row.note))
        tallest = max([name, z.row * 1.08, *cells, note * z.note * 1.17 if shape.note_width else 0.0]) * POINT
        below = 0.0 if shape.note_width or not row.note else lines(str(row.note), "text", z.note, self.width) * z.note
        if self.mode == "blank":
            return EMPTY_ROW
        found = tallest + below * 1.17 * POINT + 1.75 * z.space + HAIR + 0.05
        return max(EMPTY_ROW, round(found * 1.12, 2)) if self.mode == "form" else found

    def cell_face(self, block: Table, index: int) -> tuple[str, float]:
        """Face and size of a column's cells: numbers black, short words bold, long text in the text face."""
        if block.columns[index].strong:
            return "black", self.sizes.row
        texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
        long = max((len(text) for text in texts), default=0) > 24
        return ("text", self.sizes.note) if long else ("bold", self.sizes.cell)

    def panel_height(self, entry: EntryView) -> float:
        """Height of a panel: its bar, the taller of its columns, its foot."""
        widths, sides = self.panel_columns(), self.panel_sides(entry)
        tall = max(
            sum(self.narrowed(w).height(_untitled(b)) + 1.8 for b in side)
            for w, side in zip(widths, sides, strict=True)
        )
        return PANEL_HEAD + tall + PANEL_FOOT


def _of_columns(block: Table, part: slice) -> Table:
    """Some of the columns of a table; the first of its parts keeps title and notes."""
    first = part.start == 0
    rows = tuple(replace(row, cells=row.cells[part], note=row.note if first else EMPTY) for row in block.rows)
    return replace(block, title=block.title if first else "", columns=block.columns[part], rows=rows)


def _untitled(block: Block) -> Block:
    return replace(block, title="")


def _named(name: str, value: str, text: str) -> str:
    plain = " ".join(paragraphs(text))
    return f"{name} ({value}). {plain}" if value else f"{name}. {plain}"
