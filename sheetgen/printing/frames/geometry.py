"""Where things stand on a line: widths in millimetres, reckoned from the fonts before setting.

A `Frame` is a column with its sizes. Its methods turn one block into the rows and widths that the
templates draw; nothing is drawn wider than the frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from sheetgen.blocks import Cell, Figure, Figures, Grid, GridRow, Mark, Number, Row, Score, Strip, Table, Track, Tracks
from sheetgen.printing import assets
from sheetgen.printing.lettering.metrics import lines, width
from sheetgen.printing.paper import POINT
from sheetgen.printing.sizes import FLOOR, Sizes

SCORE = 1.12
"""Size of a score on a card against the body's."""
TRACKING = 0.06
"""Letter-spacing of labels in em."""
WIDE = 90.0
"""From this width on, in mm, all tracks may share one line."""
MOST_TOKENS = 6
"""Tokens beside a headline number; more are a track of their own or nothing."""
SMALLEST_BOX = 3.2
"""Boxes of a long track are not made smaller than this, in mm, to bring ten on a line."""
WRITE_IN = 30
"""Tracks longer than this are a place to write a number."""


@dataclass(frozen=True)
class Item:
    """A headline number with its width; tokens stand in lines of so many."""

    figure: Figure
    width: float
    size: float
    tokens: tuple[str, ...] = ()
    indent: float = 0.0


@dataclass(frozen=True)
class Run:
    """A stretch of a track on one line: label (or nothing, where it goes on), boxes, their width."""

    track: Track
    label: str
    label_width: float
    groups: tuple[int, ...]
    width: float
    first: int
    """Number of the first box, from 1."""
    write_in: bool = False

    def offsets(self, frame: Frame) -> tuple[float, ...]:
        """Left edges of the boxes in mm, from the start of the line."""
        box = frame.sizes.box_mm + frame.sizes.gap_mm
        space = frame.sizes.box_mm * 0.26 + frame.sizes.gap_mm
        starts = [sum(self.groups[:n]) * box + n * space for n in range(len(self.groups))]
        return tuple(
            self.label_width + start + i * box
            for start, group in zip(starts, self.groups, strict=True)
            for i in range(group)
        )

    @property
    def boxes(self) -> str:
        """The boxes as characters of the marks font, in groups of five."""
        sign = assets.glyph(self.track.mark.name) or assets.glyph("tick")
        return " ".join(sign * group for group in self.groups)


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
class StripFrame:
    """A strip of marks: lines of so many pairs at one pitch."""

    pitch: float
    per_line: int
    drawn: bool
    """Whether every mark has a picture; else the letters stand alone."""


@dataclass(frozen=True)
class GridFrame:
    """A grid of numbers: width of the labels and of each column."""

    label_width: float
    column: float
    stacked: bool
    """Whether the heads' numbers stand under their labels."""
    size: float = 0.0
    """Size of the numbers in points where they had to be set smaller, else 0."""


@dataclass(frozen=True)
class Push:
    """How far a headline number and its label are pushed from the end of what stands before them, in mm."""

    label: float
    number: float


@dataclass(frozen=True)
class Frame:
    """A column `width` mm wide in which blocks are set at these sizes."""

    width: float
    sizes: Sizes
    sheet: bool = False

    def narrowed(self, width: float) -> Self:
        """The same sizes in a column of another width."""
        return replace(self, width=width)

    def label(self, text: str, size: float | None = None) -> float:
        """Width of a label in capitals."""
        return width(text.upper(), "bold", size or self.sizes.label, TRACKING)

    # -- headline numbers ----------------------------------------------------------------

    def figures(self, block: Figures) -> tuple[tuple[Item, ...], ...]:
        """Headline numbers in rows: one row where they fit, smaller type before a second row."""
        for size in _steps(self.sizes.figure, self.sizes.figure * 0.72):
            items = [self.item(figure, size) for figure in block.items]
            gap = 2.2 if self.sheet else 1.4
            if sum(i.width for i in items) + gap * (len(items) - 1) <= self.width:
                return (self._spread(items),)
        rows = _packed(items, [i.width for i in items], self.width, gap)
        return tuple(self._spread(row) for row in rows)

    def item(self, figure: Figure, size: float) -> Item:
        """A headline number at `size` points, as wide as it needs."""
        number = width(figure.number.text, "black", size) + 0.2
        small = width(f" {figure.unit} {figure.after}", "bold", self.sizes.unit) if _small(figure) else 0.0
        tokens = self.tokens(figure)
        beside = max((self._token_width(line) for line in tokens), default=0.0)
        head = max(self.label(figure.label), number + small + (beside + 0.6 if beside else 0.0))
        return Item(figure, min(head, self.width), size, tokens, number + small + 0.6)

    def tokens(self, figure: Figure) -> tuple[str, ...]:
        """The tokens of a figure to tick: one line up to three, else two lines."""
        count = figure.number.size if figure.tokens else 0
        if figure.tokens is None or count <= 0 or count > MOST_TOKENS:
            return ()
        sign = assets.glyph(figure.tokens.name) or assets.glyph("tick")
        half = count if count <= 3 else (count + 1) // 2
        return tuple(sign * n for n in (half, count - half) if n)

    def _token_width(self, line: str) -> float:
        size = self.token_size
        return len(line) * (size + 0.3)

    @property
    def token_size(self) -> float:
        """Size of a token beside a headline number, in mm."""
        return round(self.sizes.figure * 0.143, 2)

    def _spread(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Give the free width to the items in equal parts; the last needs none."""
        free = self.width - 0.2 - sum(i.width for i in items)
        share = max(0.0, free / max(1, len(items) - 1)) if len(items) > 1 else 0.0
        share = min(share, 16.0 if self.sheet else 9.0)
        return tuple(replace(i, width=i.width + (share if n < len(items) - 1 else 0)) for n, i in enumerate(items))

    def figure_line(self, row: Sequence[Item]) -> tuple[Push, ...]:
        """A row of headline numbers as two runs of text: how far each label and number is pushed."""
        found, label, number, at = [], 0.0, 0.0, 0.0
        for item in row:
            found.append(Push(at - label, at - number))
            label = at + self.label(item.figure.label)
            number = at + self._figure_run(item)
            at += item.width
        return tuple(found)

    def _figure_run(self, item: Item) -> float:
        figure, size = item.figure, self.sizes.unit
        used = width(figure.number.text, "black", item.size, -0.01)
        if _small(figure):
            used += width(f" {figure.unit}{figure.after}", "bold", size, 0.01)
        if item.tokens:
            scale = 0.86 if len(item.tokens) > 1 else 1.0
            used += 0.6 + max(len(line) for line in item.tokens) * (self.token_size * scale + 0.3)
        return used

    def score_size(self, items: Sequence[Score]) -> float:
        """Size of a line of scores against the body's: a little smaller where that keeps them on one line."""
        wide = sum(self._score_width(item) for item in items)
        room = (self.width - 0.4) / wide if wide else 1.0
        return SCORE * (room if 0.86 <= room < 1.0 else 1.0)

    def _score_width(self, item: Score) -> float:
        size = self.sizes.body * SCORE
        bonus = width(f"\u00a0{item.bonus.text}", "bold", size * 0.85) if item.bonus else 0.0
        shown = f"{item.short or item.label}\u00a0{item.number.text}"
        return width(shown, "bold", size) + bonus + 1.6 + width(" ", "text", self.sizes.body)

    # -- tracks --------------------------------------------------------------------------

    def tracked(self, block: Tracks) -> Self:
        """This column with the sizes of some tracks: smaller boxes where that brings ten, or all, on a line."""
        z = self.sizes
        longest = max((t.number.size for t in block.items if t.number.size <= WRITE_IN), default=0)
        lead = max((self.label(t.label) for t in block.items), default=0.0) + 1.4
        groups = _fives(min(longest, 10))
        if longest <= 5 or self._run_width(groups) <= self.width - lead:
            return self
        gap, breaks = z.gap_mm / z.box_mm, len(groups) - 1
        box = (self.width - lead - 0.1) / (sum(groups) * (1 + gap) + breaks * (0.26 + gap))
        if box < SMALLEST_BOX:
            return self
        return replace(self, sizes=replace(z, box_mm=box, gap_mm=box * gap, track_mm=z.track_mm * box / z.box_mm))

    def after_label(self, run: Run) -> float:
        """White between the label of a track and its boxes."""
        return run.label_width - self.label(run.label)

    def tracks(self, items: Iterable[Track]) -> tuple[tuple[Run, ...], ...]:
        """Tracks as lines of runs: short ones share a line, a long one goes on below.

        On a card the first stands alone, so that it is always in the same place.
        """
        tracks = [t for t in items if t.number.size > 0]
        lead = max((self.label(t.label) for t in tracks), default=0.0) + 1.4
        found: list[list[Run]] = []
        room, alone = 0.0, 1 if self.width >= WIDE else 2
        for track in tracks:
            runs = self._runs(track, lead)
            join = self.label(track.label) + 4.4 + runs[0].width
            if len(runs) == 1 and len(found) >= alone and not self.sheet and join <= room:
                inline = replace(runs[0], label_width=0.0)
                found[-1].append(inline)
                room -= join
                continue
            found.extend([run] for run in runs)
            room = self.width - lead - runs[-1].width if len(runs) == 1 else 0.0
        return tuple(tuple(line) for line in found)

    def _runs(self, track: Track, lead: float) -> list[Run]:
        size = track.number.size
        if size > WRITE_IN:
            return [Run(track, track.label, lead, (), 16.0, 1, write_in=True)]
        runs, first = [], 1
        per_line = self._boxes(self.width - lead, size)
        while first <= size:
            count = min(per_line, size - first + 1)
            groups = _fives(count)
            label = track.label if first == 1 else ""
            runs.append(Run(track, label, lead, groups, self._run_width(groups), first))
            first += count
        return runs

    def _run_width(self, groups: Sequence[int]) -> float:
        box = self.sizes.box_mm + self.sizes.gap_mm
        space = self.sizes.box_mm * 0.26 + self.sizes.gap_mm
        return sum(groups) * box + max(0, len(groups) - 1) * space

    def _boxes(self, room: float, size: int) -> int:
        """How many of `size` boxes stand on one line: all, or a multiple of five where it can be."""
        count = 1
        while count < size and self._run_width(_fives(count + 1)) <= room:
            count += 1
        return count - count % 5 if 5 <= count < size else count

    # -- tables --------------------------------------------------------------------------

    def table(self, block: Table) -> TableFrame:
        """Widths of a table's columns: as wide as their text, the names get the rest.

        Where the names would have too little, columns that are not strong go to the notes.
        """
        columns = [TableColumn(i, c.label, c.strong, self._column(block, i)) for i, c in enumerate(block.columns)]
        names = [self._name(row) for row in block.rows]
        wanted = min(max(names, default=0.0), self.width * 0.55)
        dropped: list[int] = []
        while columns and self.width - sum(c.width for c in columns) < wanted:
            weak = [c for c in columns if not c.strong] or columns
            victim = max(weak, key=lambda c: (c.width, c.index))
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
        return max(widest, self.label(column.label)) + (3.2 if self.sheet else 1.6)

    def head_line(self, block: Table, shape: TableFrame) -> tuple[float, ...]:
        """The headings of a table as one run of text: how far each is pushed, so that it ends with its column."""
        texts = [self.label(c.label) for c in shape.columns]
        return _pushes(self.label(block.heading or block.title), shape, texts)

    def row_line(self, block: Table, shape: TableFrame, row: Row) -> tuple[float, ...] | None:
        """A row as one run of text, its cells pushed to the right of their columns; none where it has to wrap."""
        size, space = self.sizes.row, width(" ", "bold", self.sizes.row)
        name = width(row.name, "bold", size)
        if row.mark:
            drawn = 0.8 * size * POINT if assets.glyph(row.mark.name) else width(row.mark.code, "bold", size)
            name += drawn + space
        if row.cost:
            name += space + row.cost * 0.52 * size * POINT * 1.03
        texts = [width(cell(row, c.index).number.text, *self._face(c.strong)) for c in shape.columns]
        room = all(text <= c.width + 0.01 for text, c in zip(texts, shape.columns, strict=True))
        return _pushes(name, shape, texts) if name <= shape.name_width and room else None

    def _face(self, strong: bool) -> tuple[str, float]:
        return ("black", self.sizes.row) if strong else ("bold", self.sizes.cell)

    def _name(self, row: Row) -> float:
        mark = self.sizes.row * 0.29 + 0.9 if row.mark else 0.0
        stars = row.cost * self.sizes.row * 0.2 + 0.8 if row.cost else 0.0
        return width(row.name, "bold", self.sizes.row) + mark + stars + 1.0

    # -- strips and grids ----------------------------------------------------------------

    def strip(self, block: Strip) -> StripFrame:
        """Pitch of a strip of marks, in as few lines as it takes."""
        signs = [m for pair in block.pairs for m in (pair.head, pair.state)]
        drawn = all(assets.glyph(mark.name) for mark in signs)
        least = self.sizes.state_mm * 1.06
        per_line = max(1, min(len(block.pairs), int(self.width // least)))
        rows = -(-len(block.pairs) // per_line)
        per_line = -(-len(block.pairs) // rows)
        most = self.sizes.state_mm * (1.42 if self.sheet else 1.36) if rows == 1 else self.width
        return StripFrame(round(min(self.width / per_line, most), 3), per_line, drawn)

    def grid(self, block: Grid) -> GridFrame:
        """Widths of a grid: equal columns of numbers, the labels get the rest."""
        count = max(1, len(block.heads))
        size, mark = self.sizes.grid_label, self.sizes.grid * 0.27 + 0.9
        labels = [width(r.label, "text", size) + (mark if r.mark else 0.0) for r in block.rows]
        wanted = min(max(labels, default=12.0) + 1.2, self.width * 0.62)
        beside = max((self._head(f) for f in block.heads), default=0.0) + 1.0
        under = (
            max(
                [width(f.label, "black", self.sizes.unit) + 0.8 for f in block.heads]
                + [width(n.text, "black", self.sizes.grid) + 1.0 for r in block.rows for n in r.numbers]
            )
            if block.heads
            else 8.0
        )
        room = (self.width - wanted) / count
        stacked = beside > room
        column = min(max(under, room), beside if not stacked else room, 22.0)
        column = max(column, min(under, room))
        return GridFrame(round(self.width - column * count, 3), round(column, 3), stacked)

    def grid_heads(self, block: Grid, shape: GridFrame) -> tuple[float, ...]:
        """The heads of a grid as one run of text: how far each is pushed to stand at the left of its column."""
        found, used, size = [], width(block.title, "bold", self.sizes.unit), self.sizes.unit
        room = shape.label_width
        for figure in block.heads:
            found.append(max(0.0, room - used))
            number = figure.number.text
            used = width(f"{figure.label} " if number else figure.label, "bold", size) + width(number, "black", size)
            room = shape.column
        return tuple(found)

    def after_grid_label(self, row: GridRow, shape: GridFrame) -> float | None:
        """White between the label of a grid's row and its numbers; none where the label has to wrap."""
        size, used = self.sizes.grid_label, width(row.label, "text", self.sizes.grid_label)
        if row.mark:
            drawn = 0.79 * size * POINT if assets.glyph(row.mark.name) else width(row.mark.code, "bold", size)
            used += drawn + width(" ", "text", size)
        return shape.label_width - used if used <= shape.label_width else None

    def _head(self, figure: Figure) -> float:
        return width(f"{figure.label} {figure.number.text}", "black", self.sizes.unit)


def _pushes(name: float, shape: TableFrame, texts: Sequence[float]) -> tuple[float, ...]:
    starts = [shape.name_width - name, *(0.0 for _ in texts)]
    return tuple(start + column.width - text for start, column, text in zip(starts, shape.columns, texts, strict=False))


def _fives(count: int) -> tuple[int, ...]:
    return (5,) * (count // 5) + ((count % 5,) if count % 5 else ())


def _small(figure: Figure) -> bool:
    return bool(figure.unit or figure.after)


def _steps(start: float, end: float, by: float = 0.5) -> Iterable[float]:
    size = start
    while size > max(end, FLOOR):
        yield round(size, 2)
        size -= by
    yield round(max(end, FLOOR), 2)


def _packed(items: Sequence[Item], widths: Sequence[float], room: float, gap: float) -> list[list[Item]]:
    rows: list[list[Item]] = [[]]
    used = 0.0
    for item, wide in zip(items, widths, strict=True):
        if rows[-1] and used + gap + wide > room:
            rows.append([])
            used = 0.0
        used += wide + (gap if rows[-1] else 0.0)
        rows[-1].append(item)
    return rows


def name_size(name: str, room: float, height: float, sizes: Sequence[float], face: str) -> tuple[float, int]:
    """Size in points and number of lines of a name in a box `room` × `height` mm.

    One line at the first size that fits; else two or more lines; the last size if nothing fits.
    """
    upper = name.upper()
    for size in sizes:
        if width(upper, face, size) <= room:
            return size, 1
    for size in sizes[1:]:
        count = lines(upper, face, size, room)
        longest = max((width(word, face, size) for word in upper.split()), default=0.0)
        if longest <= room and count * size * 0.96 * 25.4 / 72 <= height:
            return size, count
    return sizes[-1], lines(upper, face, sizes[-1], room)


def number_pad(text: str, digits: int) -> str:
    """A figure padded to `digits` places with figure spaces, so that a column of them lines up."""
    return "\u2007" * (digits - len(text)) + text if text.isdigit() else text


def cell(row: Row, index: int) -> Cell:
    """A cell of a row, empty where the row is short."""
    return row.cells[index] if index < len(row.cells) else Cell(Number(""), "")


def letters(mark: Mark) -> str:
    """What stands for a mark where it has no picture."""
    return mark.code or mark.title[:2]
