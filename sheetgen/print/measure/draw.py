"""The blocks of a card whose every line stands at a known place, as drawings.

Headline numbers, tracks, rows of tables, strips and grids: their widths are reckoned from the fonts
(see `frame`), so the engine has nothing to find out. What is wider than its column is found as an overrun, as text
is; letters that a font lacks are drawn in others. Nothing here is said again in a style sheet, but the white around
a block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from sheetgen.blocks import Figures, Grid, Mark, Row, Strip, Table, Tracks
from sheetgen.print import resources
from sheetgen.print.css import resolve
from sheetgen.print.measure.column import TRACKING
from sheetgen.print.measure.figures import REMARK, FigureItem
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.marks import GridFrame, StripFrame, letters
from sheetgen.print.measure.tables import LEADING, TableFrame, cell, number_pad
from sheetgen.print.measure.tracks import TrackRun
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import FilledRectangle, Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width


@dataclass(frozen=True)
class PrintColours:
    """The colours of one game on paper, and the thickness of its rules in mm."""

    ink: str
    paper: str
    soft: str
    rule: str
    accent: str
    accent_text: str
    accent_bar: str
    on_accent: str
    on_badge: str
    on_bar: str
    on_bar_soft: str
    hair: float
    line: float

    @property
    def saves_ink(self) -> bool:
        """Whether bars are left white, as everything that would be filled."""
        return self.on_bar == self.ink

    @classmethod
    def of(cls, tokens: Mapping[str, str]) -> PrintColours:
        """From the custom properties of a style sheet."""

        def value(name: str) -> str:
            return resolve(f"var(--{name})", tokens)

        return cls(
            ink=value("ink"),
            paper=value("paper"),
            soft=value("soft"),
            rule=value("rule"),
            accent=value("accent"),
            accent_text=value("accent-text"),
            accent_bar=value("accent-bar"),
            on_accent=value("on-accent"),
            on_badge=value("on-badge"),
            on_bar=value("on-bar"),
            on_bar_soft=value("on-bar-soft"),
            hair=float(value("hair").removesuffix("mm")),
            line=float(value("line").removesuffix("mm")),
        )


@dataclass(frozen=True)
class BlockPainter:
    """Draws blocks of one column in one set of colours."""

    frame: BlockFrame
    colours: PrintColours
    lift: ClassVar[float] = 0.13
    """How far the label of a track stands above the foot of its boxes, in boxes."""
    slot: ClassVar[float] = 10.0
    """Width of a place to write a number in, in mm."""

    def _drawing(self, height: float, inks: Iterable[Ink], bars: Iterable[FilledRectangle] = ()) -> PlacedText:
        return PlacedText(self.frame.width, height, tuple(ink for ink in inks if ink.text.strip()), tuple(bars))

    def _label(self, x: float, y: float, text: str) -> Ink:
        size = self.frame.sizes.label
        return Ink(x, y, text.upper(), "bold", size, self.colours.soft, TRACKING * size * POINT)

    # -- headline numbers ----------------------------------------------------------------

    def figures(self, block: Figures) -> PlacedText:
        """Headline numbers under their labels."""
        z = self.frame.sizes
        label, top = z.label * POINT, 0.0
        inks: list[Ink] = []
        for row in self.frame.figures(block):
            left, line = 0.0, row[0].size * 0.98 * POINT
            head = top + baseline("bold", z.label, label)
            foot = top + label + baseline("black", row[0].size, line)
            top += label + line
            for item in row:
                inks.append(self._label(left, head, item.figure.label))
                inks += self._figure(left, foot, item)
                left += item.width
        return self._drawing(top, inks)

    def _figure(self, x: float, y: float, item: FigureItem) -> Iterator[Ink]:
        z, c, figure = self.frame.sizes, self.colours, item.figure
        number = Ink(x, y, figure.number.text, "black", item.size, c.ink, -0.01 * z.figure * POINT)
        yield number
        at = number.end
        if figure.remark:
            small = Ink(at + REMARK, y, f" {figure.remark}", "bold", z.unit, c.soft, 0.01 * z.unit * POINT)
            yield small
            at = small.end
        yield from self._tokens(at + 0.6, y, item)

    def _tokens(self, x: float, y: float, item: FigureItem) -> Iterator[Ink]:
        size, count = self.frame.token_size, len(item.tokens)
        if count > 1:
            size *= 0.86
        bottom = y + 0.15 * size if count > 1 else y - 0.1 * size
        for number, line in enumerate(item.tokens):
            above = (count - 1 - number) * 1.06 * size
            yield Ink(x, bottom - above, line, "marks", size / POINT, self.colours.accent, 0.3)

    # -- tracks --------------------------------------------------------------------------

    def tracks(self, block: Tracks) -> PlacedText:
        """Tracks as boxes to tick; a long one is a place to write in, before its number."""
        frame = self.frame.tracked(block)
        z = frame.sizes
        lines = frame.tracks(block.items)
        pieces: list[Ink | FilledRectangle] = []
        for number, line in enumerate(lines):
            y = number * z.track_mm + baseline("text", z.body, z.track_mm)
            pieces += self._track(y, line, frame)
        inks = [piece for piece in pieces if isinstance(piece, Ink)]
        return self._drawing(
            len(lines) * z.track_mm, inks, [piece for piece in pieces if isinstance(piece, FilledRectangle)]
        )

    def _track(self, y: float, line: Iterable[TrackRun], frame: BlockFrame) -> Iterator[Ink | FilledRectangle]:
        at, z = 0.0, frame.sizes
        for run in line:
            indent = 0.0 if run.label_width else 2.2
            label = self._label(at + indent, y - self.lift * self.frame.sizes.box_mm, run.label)
            start = at + run.label_width if run.label_width else label.end + 1.2
            if run.write_in:
                yield label
                yield from self._slot(start, y, z.box_mm)
                number = f"/ {run.track.number.text}" if run.track.number.text else ""
                total = Ink(start + self.slot + 1.0, y, number, "black", z.row, self.colours.ink)
                yield total
                at = total.end
                continue
            boxes = Ink(start, y, run.boxes, "marks", z.box_mm / POINT, self._boxes_colour(run), z.gap_mm)
            yield from (label, boxes)
            at = boxes.end

    def _slot(self, x: float, y: float, box: float) -> Iterator[FilledRectangle]:
        """The outline of a place to write in."""
        line, colour, high = self.colours.line, self.colours.ink, 0.9 * box
        top = y + 0.2 * box - high
        yield FilledRectangle(x, top, self.slot, line, colour)
        yield FilledRectangle(x, top + high - line, self.slot, line, colour)
        yield FilledRectangle(x, top, line, high, colour)
        yield FilledRectangle(x + self.slot - line, top, line, high, colour)

    def _boxes_colour(self, run: TrackRun) -> str:
        return self.colours.ink

    # -- tables --------------------------------------------------------------------------

    def heads(self, block: Table, shape: TableFrame) -> PlacedText:
        """The headings of a table on a line."""
        return self._drawing(self.frame.sizes.label * POINT, self._heads(block, shape))

    def row(self, block: Table, shape: TableFrame, row: Row, headed: bool) -> PlacedText:
        """A row of a table, under the table's headings where it is `headed`; a long name goes on below."""
        z = self.frame.sizes
        head = z.label * POINT if headed else 0.0
        inks = [*self._heads(block, shape)] if headed else []
        inks += self._cells(head + baseline("bold", z.row, z.row * LEADING * POINT), shape, row)
        return self._drawing(head + self.frame.named_height(shape, row), inks)

    def _heads(self, block: Table, shape: TableFrame) -> Iterator[Ink]:
        y = baseline("bold", self.frame.sizes.label, self.frame.sizes.label * POINT)
        yield self._label(0.0, y, block.heading or block.title)
        right = shape.name_width
        for column in shape.columns:
            right += column.width
            yield self._label(right - self.frame.label(column.label), y, column.label)

    def _cells(self, y: float, shape: TableFrame, row: Row) -> Iterator[Ink]:
        z, c = self.frame.sizes, self.colours
        at, space = 0.0, width(" ", "bold", z.row)
        if row.mark:
            sign = self._sign(at, y, row.mark, 0.8 * z.row, z.row)
            yield sign
            at = sign.end + space
        for number, part in enumerate(self.frame.row_name(shape, row)):
            name = Ink(0.0 if number else at, y + number * z.row * LEADING * POINT, part, "bold", z.row, c.ink)
            yield name
        if row.cost:
            size = 0.52 * z.row
            stars = resources.glyph("star") * min(row.cost, 9)
            lift = 0.14 * size * POINT
            left = name.end + space if name.text else 0.0
            yield Ink(left, name.y - lift, stars, "marks", size, c.soft, 0.03 * size * POINT)
        right = shape.name_width
        for number, column in enumerate(shape.columns):
            right += column.width
            face, size = ("black", z.row) if column.strong else ("bold", z.cell)
            text = cell(row, column.index).number.text
            colour = c.accent_text if column.strong and number == 0 else c.ink
            yield Ink(right - width(text, face, size), y, text, face, size, colour)

    def _sign(self, x: float, y: float, mark: Mark, size: float, code: float) -> Ink:
        """A mark at `size` points, or its letters at the size of text where it has no picture."""
        if mark.glyph:
            return Ink(x, y, mark.glyph, "marks", size, self.colours.ink)
        return Ink(x, y, mark.code, "bold", code, self.colours.ink)

    # -- strips and grids ----------------------------------------------------------------

    def strip(self, block: Strip, codes: bool) -> PlacedText:
        """A strip of marks over what they do, with the marks' letters between where `codes` have room.

        Where a mark has no picture, letters stand for all of them.
        """
        shape = self.frame.strip(block)
        z = self.frame.sizes
        high = z.head_mm * 1.18 + (z.label * POINT if codes else 0.0) + z.state_mm * 1.06
        starts = range(0, len(block.pairs), shape.per_line)
        draw = self._pairs if shape.drawn else self._letters
        inks = [ink for number, start in enumerate(starts) for ink in draw(block, shape, start, number * high, codes)]
        return self._drawing(len(starts) * high, inks)

    def _letters(self, block: Strip, shape: StripFrame, start: int, top: float, codes: bool) -> Iterator[Ink]:
        z, c = self.frame.sizes, self.colours
        head, state = z.head_mm * 1.18, z.state_mm * 1.06
        below = top + head + (z.label * POINT if codes else 0.0)
        for n, pair in enumerate(block.pairs[start : start + shape.per_line]):
            for text, face, size, y, colour in (
                (letters(pair.head), "bold", z.label, top + baseline("bold", z.label, head), c.soft),
                (letters(pair.state), "black", z.cell, below + baseline("black", z.cell, state), c.ink),
            ):
                x = n * shape.pitch + (shape.pitch - width(text, face, size)) / 2
                yield Ink(x, y, text, face, size, colour)

    def _pairs(self, block: Strip, shape: StripFrame, start: int, top: float, codes: bool) -> Iterator[Ink]:
        z, c = self.frame.sizes, self.colours
        pairs = block.pairs[start : start + shape.per_line]
        head, code = z.head_mm * 1.18, z.label * POINT if codes else 0.0
        y = top + baseline("marks", z.head_mm / POINT, head)
        heads = "".join(pair.head.glyph for pair in pairs)
        yield Ink(0.0, y, heads, "marks", z.head_mm / POINT, c.ink, shape.pitch - z.head_mm)
        if codes:
            y = top + head + baseline("bold", z.label, code)
            for n, pair in enumerate(pairs):
                x = n * shape.pitch + (z.head_mm - width(pair.head.code, "bold", z.label)) / 2
                yield Ink(x, y, pair.head.code, "bold", z.label, c.soft)
        y = top + head + code + baseline("marks", z.state_mm / POINT, z.state_mm * 1.06)
        colours = {"soft": c.soft, "strong": c.accent}
        for n, pair in enumerate(pairs):
            x = n * shape.pitch + (z.head_mm - z.state_mm) / 2
            colour = colours.get(pair.state.emphasis, c.ink)
            yield Ink(x, y, pair.state.glyph, "marks", z.state_mm / POINT, colour)

    def grid(self, block: Grid) -> PlacedText:
        """A grid of numbers under their heads; a long label of a row goes on below."""
        shape = self.frame.grid(block)
        z = self.frame.sizes
        count = self.frame.grid_heads(block, shape)
        head = z.unit * POINT * count
        inks = [*self._grid_heads(block, shape, count)]
        bars = []
        top = head + 0.45
        for row in block.rows:
            label, high = self.frame.grid_label(row, shape), self.frame.grid_row(row, shape)
            bars.append(FilledRectangle(0.0, top, self.frame.width, self.colours.hair, self.colours.rule))
            y = top + self.colours.hair + baseline("black", z.grid, high)
            first = y - (len(label) - 1) * z.grid_label * POINT / 2
            at = 0.0
            if row.mark:
                sign = self._sign(at, first, row.mark, 0.79 * z.grid_label, z.grid_label)
                inks.append(sign)
                at = sign.end + width(" ", "text", z.grid_label)
            for n, part in enumerate(label):
                line = first + n * z.grid_label * POINT
                inks.append(Ink(0.0 if n else at, line, part, "text", z.grid_label, self.colours.ink))
            for n, value in enumerate(row.numbers):
                x = shape.label_width + n * shape.column
                parts = self.frame.grid_number(number_pad(value.text, 2), "black", z.grid, shape)
                for number, part in enumerate(parts):
                    line = y + (number - (len(parts) - 1) / 2) * z.grid * POINT
                    inks.append(Ink(x, line, part, "black", z.grid, self.colours.ink))
            top += high + self.colours.hair
        return self._drawing(top, inks, bars)

    def _grid_heads(self, block: Grid, shape: GridFrame, count: int) -> Iterator[Ink]:
        size, c = self.frame.sizes.unit, self.colours
        line = size * POINT
        first = baseline("bold", size, line)
        title = self.frame.grid_title(block, shape)
        for number, part in enumerate(title, count - len(title)):
            yield Ink(0.0, first + number * line, part, "bold", size, c.soft)
        for n, head in enumerate(block.heads):
            x, parts = shape.label_width + n * shape.column, self.frame.grid_head(head, shape)
            for number, (face, part) in enumerate(parts, count - len(parts)):
                label = Ink(x, first + number * line, part, face, size, c.ink)
                yield label
            if head.number.text and not shape.stacked:
                at = label.end + width(" ", "bold", size)
                yield Ink(at, label.y, head.number.text, "black", size, c.ink)
