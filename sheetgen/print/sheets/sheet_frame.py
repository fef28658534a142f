"""A column of a sheet: how its blocks are laid out on their lines, and how high they stand.

The numbers here are those of `print-sheet-sizes.css`: change both together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from sheetgen.blocks import (
    EMPTY,
    Block,
    Body,
    CheckGroups,
    EntryView,
    Fact,
    Figure,
    Figures,
    Grid,
    GridRow,
    NamedList,
    Panel,
    Score,
    Scores,
    Table,
    inner_blocks,
)
from sheetgen.print.block_print import printed
from sheetgen.print.measure.figures import FigureItem
from sheetgen.print.measure.marks import JOINT, GridFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.body_shape import BodyShape, body_shape
from sheetgen.print.sheets.placing import PanelPart
from sheetgen.print.sheets.running_text import FlowStyle
from sheetgen.print.sheets.sheet_tables import HAIR, TableSheet, costed, has_notes
from sheetgen.print.text_metrics.metrics import lines, width

LINE = 0.35
LINE_PITCH = 7.0
"""Distance of ruled lines."""
PANEL_HEAD, PANEL_FOOT, PANEL_GAP, PANEL_APART = 18.6, 3.0, 6.0, 3.0
PANEL_NAME = 25.0
"""Points of a panel's name, where its bar is as high as usual."""
FACT = 1.05
"""Size of a fact against that of a cell."""
NUMBER_PAD = 1.7
"""White to the right of the figures of a grid, in mm."""
SCORE_GAP, LEAST_GAP = 3.0, 1.2
"""White between the labels of two scores, in mm: where there is room, and at least."""
SECRET = 5.6
"""The part of the width that the bar and the ground of a block for the game master take, in mm."""
LEAST_LABEL = 14.0
"""Width of the labels of a grid's rows, in mm, at least."""
LEAST_SLOT = 12.0
"""Width of a headline number to write in, in mm, with the white beside it."""


@dataclass(frozen=True)
class FactCell:
    """A labelled text with the width it gets."""

    fact: Fact
    width: float


@dataclass(frozen=True)
class SheetFrame(TableSheet):
    """A column of a sheet; `mode` is filled, blank or form."""

    own: frozenset[str] = frozenset()
    """Ids of blocks that are printed filled on every sheet: they are the rules'."""

    single: bool = False
    """Whether the page has one column only."""
    lines: int = 6
    """Lines to write on that stand for a text, at most."""

    def of(self, block: Block) -> SheetFrame:
        """The frame as one block sees it."""
        return replace(self, mode="filled") if block.id in self.own and self.mode != "filled" else self

    def natural_width(self, block: Block) -> float:
        """Width that a row of scores or figures takes by itself."""
        if isinstance(block, Scores):
            return self.score_width(block) * len(block.items)
        if isinstance(block, Figures):
            return sum(self.item(figure, self.sizes.figure).width + 3 for figure in block.items)
        return self.width

    def tokens(self, figure: Figure) -> tuple[str, ...]:
        """The tokens of a figure to tick, on one line."""
        return tuple(filter(None, ("".join(super().tokens(figure)),)))

    def item(self, figure: Figure, size: float) -> FigureItem:
        """A headline number: a sheet sets unit and remark a little further off."""
        item = super().item(figure, size)
        least = LEAST_SLOT + self.unit_width(figure) if self.empty else 0.0
        return replace(item, width=min(max(item.width + 1.6, least), self.width))

    def unit_width(self, figure: Figure) -> float:
        """Width of a headline number's unit behind the place to write it in."""
        return width(f" {figure.unit}", "bold", self.sizes.unit) + 0.7 if figure.unit else 0.0

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

    def score_width(self, block: Scores) -> float:
        """Width of one score with its bonus; more where one line has room for the long labels."""
        least = self.width / max(1, min(8, int(self.width // (self.sizes.figure * 0.66))))
        wanted = max((self.label(s.label or s.short) for s in block.items), default=0.0) + SCORE_GAP
        single = len(self.scores(block)) == 1 and wanted * len(block.items) <= self.width
        return max(least, wanted) if single else least

    def score_label(self, score: Score, room: float) -> str:
        """The label of a score that gets `room` mm, short where the long one does not fit."""
        long = score.label or score.short
        return long if self.label(long) <= room - LEAST_GAP else score.short or long

    def facts(self, items: Sequence[Fact], size: float = 0.0) -> tuple[tuple[FactCell, ...], ...]:
        """Facts in rows that fill the width, in columns where all rows have room for them."""
        size = size or self.sizes.cell * FACT
        wants = [
            min(self.width, max(self.label(f.label) + 4, width(f.text, "bold", size) + 4, self._field(f.text)))
            for f in items
        ]
        least = 20.0 if self.empty else 14.0
        wants = [max(want, least) for want in wants]
        cells = [FactCell(fact, want) for fact, want in zip(items, wants, strict=True)]
        rows = self._wrapped(cells, len(cells))
        even = self._wrapped(cells, -(-len(cells) // max(1, len(rows))))
        chosen = even if len(even) == len(rows) else rows
        columns = self._columns(chosen)
        if columns:
            aligned = (zip(row, columns if len(row) > 1 else [row[0].width], strict=False) for row in chosen)
            return tuple(tuple(replace(cell, width=wide) for cell, wide in row) for row in aligned)
        return tuple(tuple(self._filled(row)) for row in chosen)

    def _columns(self, rows: Sequence[Sequence[FactCell]]) -> list[float]:
        """Widths of columns in which the cells of several rows stand below each other, where all have room."""
        several = [row for row in rows if len(row) > 1]
        most = max(map(len, several), default=0)
        widths = [max(row[n].width for row in several if n < len(row)) for n in range(most)]
        if len(several) < 2 or sum(widths) > self.width - 0.2:
            return []
        return [cell.width for cell in self._filled([FactCell(rows[0][0].fact, width) for width in widths])]

    def _wrapped(self, cells: Sequence[FactCell], most: int) -> list[list[FactCell]]:
        """Cells in rows of at most so many that fit the width."""
        rows: list[list[FactCell]] = []
        for cell in cells:
            full = not rows or len(rows[-1]) >= most or sum(c.width for c in rows[-1]) + cell.width > self.width
            if full:
                rows.append([])
            rows[-1].append(cell)
        return rows

    def _filled(self, row: Sequence[FactCell]) -> list[FactCell]:
        free = max(0.0, self.width - 0.2 - sum(c.width for c in row))
        share = free / len(row) if self.empty else min(free / len(row), 10.0)
        return [replace(c, width=c.width + share) for c in row]

    def costed(self, block: Table) -> bool:
        """Whether rows of a table have a cost, or room for it."""
        return costed(block)

    def holds_columns(self, block: Table) -> bool:
        """Whether this column is wide enough for all columns of a table, its notes below the rows."""
        columns = sum(self._column(block, i) for i in range(len(block.columns)))
        return self.name_room(block) + columns <= self.width

    def holds(self, block: Block) -> bool:
        """Whether this column is wide enough for a table or a grid without breaking its words."""
        if isinstance(block, Table):
            return not has_notes(block) and self.holds_columns(block)
        if isinstance(block, Grid):
            return self._grid_labels(block) + len(block.heads) * self._grid_column(block) <= self.width
        return True

    def grid(self, block: Grid) -> GridFrame:
        """Widths of a grid: equal columns of numbers, the labels get the rest; long numbers are set smaller."""
        count = max(1, len(block.heads))
        room = (self.width - min(self._grid_labels(block), max(14.0, self.width * 0.4))) / count
        room = max(room, min(self._grid_word(block), (self.width - LEAST_LABEL) / count))
        beside = max((self._grid_head(figure) for figure in block.heads), default=0.0)
        column = min(max(self._grid_column(block), beside, 13.0), room)
        widest = max((width(n.text, "black", self.sizes.grid) for r in block.rows for n in r.numbers), default=0.0)
        least, inner = self.sizes.least, column - NUMBER_PAD - 0.3
        small = max(least, self.sizes.grid * inner / widest) if widest else 0.0
        size = small if small < self.sizes.grid else 0.0
        own = self.sizes.label + 1.5
        high = max((width(figure.number.text, "black", own) for figure in block.heads), default=0.0)
        fits = max(least, own * (inner + 0.1) / high) if high else own
        head = round(fits, 2) if beside > column and fits < own else 0.0
        labels = max((self.label(figure.label) for figure in block.heads), default=0.0)
        wrapped = max(widest * least / self.sizes.grid, high * least / own, labels) > inner + 0.1
        left = round(self.width - column * count, 3)
        return GridFrame(left, round(column, 3), beside > column, round(size, 2), head, wrapped)

    def breakable(self, text: str, shape: GridFrame) -> str:
        """A number of a grid that may go on on a further line after a dash or a comma, where it has to."""
        return JOINT.sub(lambda match: f"{match[0]}\u200b", text) if shape.wrapped else text

    def _number_lines(self, text: str, face: str, size: float, shape: GridFrame) -> int:
        """How many lines a number of a grid takes."""
        if not shape.wrapped:
            return 1
        return lines(JOINT.sub(_apart, text), face, size, shape.column - NUMBER_PAD - 0.1)

    def _grid_labels(self, block: Grid) -> float:
        mark = self.sizes.grid * 0.27 + 0.9
        texts = [width(r.label, "text", self.sizes.grid_label) + (mark if r.mark else 0.0) for r in block.rows]
        return max(texts, default=10.0) + 1.2

    def _grid_column(self, block: Grid) -> float:
        """Width that a column of numbers wants: its widest number, or the words of its head."""
        numbers = [width(n.text, "black", self.sizes.grid) for r in block.rows for n in r.numbers]
        heads = [max(self.label(f.label), width(f.number.text, "black", self.sizes.label + 1.5)) for f in block.heads]
        return max([*numbers, *heads, 0.0]) + NUMBER_PAD + 0.4

    def _grid_word(self, block: Grid) -> float:
        """Width that a column of numbers needs at least: its longest word, in the smallest type."""
        z = self.sizes
        texts = [n.text for r in block.rows for n in r.numbers] + [f.number.text for f in block.heads]
        words = [width(word, "black", z.least) for text in texts for word in JOINT.sub(_apart, text).split()]
        words += [self.label(word) for f in block.heads for word in f.label.split()]
        return max(words, default=0.0) + NUMBER_PAD + 0.4

    def stacked(self, block: Block) -> tuple[Block, ...]:
        """A table or a grid with more columns than this width holds as several; else the block itself."""
        if not isinstance(block, Grid):
            return super().stacked(block)
        count = len(block.heads)
        most = max(1, int((self.width - LEAST_LABEL) // self._grid_word(block)))
        if count <= most:
            return (block,)
        each = -(-count // -(-count // most))
        return tuple(_of_heads(block, slice(start, start + each)) for start in range(0, count, each))

    def _grid_head(self, figure: Figure) -> float:
        number = width(f" {figure.number.text}", "black", self.sizes.label + 1.5) if figure.number.text else 0.0
        return self.label(figure.label) + number + NUMBER_PAD + 0.3

    def grid_height(self, block: Grid) -> float:
        """Height of a grid with its heads."""
        shape = self.grid(block)
        head = max((self._head_height(figure, shape) for figure in block.heads), default=0.0) + 1.0
        rows = sum(self._grid_row(row, shape) for row in block.rows)
        return head + rows + len(block.rows) * HAIR + 0.6

    def _head_height(self, figure: Figure, shape: GridFrame) -> float:
        z = self.sizes
        high = self._number_lines(figure.label.upper(), "bold", z.label * 1.1, shape) * z.label * 1.1 * POINT
        if shape.stacked and figure.number.text:
            size = shape.head or z.label + 1.5
            high += self._number_lines(figure.number.text, "black", size, shape) * size * 1.1 * POINT
        return high

    def _grid_row(self, row: GridRow, shape: GridFrame) -> float:
        z = self.sizes
        size = shape.size or z.grid
        numbers = max((self._number_lines(n.text, "black", size, shape) for n in row.numbers), default=1)
        label = self._label_lines(row.label, row.mark is not None, shape) * z.grid_label * 1.17 * POINT
        return max(z.grid_mm, label, numbers * size * 1.05 * POINT + 0.4 if numbers > 1 else 0.0)

    def _label_lines(self, label: str, marked: bool, shape: GridFrame) -> int:
        room = shape.label_width - (self.sizes.grid * 0.27 + 0.9 if marked else 0.0)
        return lines(label, "text", self.sizes.grid_label, room * 0.985)

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
        rows = []
        for group in block.groups:
            parts = [group.items[i : i + per_line] for i in range(0, len(group.items), per_line)] or [()]
            rows.append([(group.label if n == 0 else "", part) for n, part in enumerate(parts)])
        return rows

    def body(self, block: Body) -> BodyShape:
        """The figure of a body as it stands in this column."""
        return body_shape(block, self.width, self.sizes, self.mode == "filled")

    @property
    def snug(self) -> float:
        """Height of a panel's bar against its full height: less where type is small."""
        return round(min(1.0, max(0.66, self.sizes.heading / 11.5)), 3)

    def panel_lift(self, part: float) -> float:
        """How far the label before a panel's name is raised, so that both end at the same height."""
        return max(0.0, PANEL_NAME * part - self.sizes.label - 2) * 0.2

    def panel_columns(self) -> tuple[float, float]:
        """Widths of the two columns of a panel."""
        inner = self.width - 10
        left = round(min(62.0 * max(1.0, self.sizes.body / 9), inner * 0.42), 2)
        return left, round(inner - left - PANEL_GAP, 2)

    def first_of(self, block: Panel) -> int:
        """The number of a panel's first entry among all of its panel."""
        return block.first if isinstance(block, PanelPart) else 1

    def panel_sides(self, entry: EntryView) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
        """The blocks of a panel: what is ticked stands left, the rest right."""
        blocks = inner_blocks(entry)
        left = tuple(b for b in blocks if b.slim)
        return left, tuple(b for b in blocks if b not in left)

    # -- heights ---------------------------------------------------------------------------

    def heading_height(self, block: Block) -> float:
        """Height of a section title with its rule."""
        if not block.title or not block.headed:
            return 0.0
        return self.sizes.heading * POINT + 0.9 + LINE + 1.4 * self.sizes.space

    def height(self, block: Block) -> float:
        """Height of one block without the gap above it."""
        return self.heading_height(block) + self.of(block).content_height(block) + (3.4 if block.secret else 0.0)

    def content_height(self, block: Block) -> float:
        """Height of a block's content."""
        return printed(block.type).sheet_height(block, self)

    @property
    def figure_row(self) -> float:
        """Height of a row of labels over large numbers."""
        return (self.sizes.label + self.sizes.figure * 1.05) * POINT + 0.4

    def writing_height(self, block: Block) -> float:
        """Height of the place to write a text in: lines on a blank sheet, a field on a form."""
        return self.blank_lines(block) * LINE_PITCH if self.mode == "blank" else self.area_height(block)

    @property
    def body_type(self) -> FlowStyle:
        """How running text is set."""
        z = self.sizes
        return FlowStyle(z.body, z.body * z.leading * POINT, 0.9 * z.space, 0.4 * z.space)

    def inside(self, block: Block) -> float:
        """Width of a block's text: less where it stands on a ground of its own."""
        return self.width - (SECRET if block.secret else 0.0)

    def body_text(self, html: str, block: Block, head: Markup = EMPTY) -> Markup:
        """A text of a block as paper takes it, with `head` on its first line."""
        indent = self.cost_indent(block) if isinstance(block, NamedList) else 0.0
        return self.text(html, self.inside(block) - indent, self.body_type, head)

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

    @property
    def panel_apart(self) -> float:
        """White between two entries of a panel, in mm."""
        return PANEL_APART * self.snug

    def panel_height(self, entry: EntryView) -> float:
        """Height of a panel: its bar, the taller of its columns, its foot."""
        widths, sides = self.panel_columns(), self.panel_sides(entry)
        tall = max(
            sum(self.narrowed(w).height(_untitled(b)) + 1.8 for b in side)
            for w, side in zip(widths, sides, strict=True)
        )
        return PANEL_HEAD * self.snug + tall + PANEL_FOOT * self.snug


def _apart(match: re.Match[str]) -> str:
    return f"{match[0]} "


def _of_heads(block: Grid, part: slice) -> Grid:
    """Some of the columns of a grid; the first of its parts keeps the title."""
    rows = tuple(replace(row, numbers=row.numbers[part]) for row in block.rows)
    return replace(block, title="" if part.start else block.title, heads=block.heads[part], rows=rows)


def _untitled(block: Block) -> Block:
    return replace(block, title="")
