"""Scores on paper: one behind the other on a card, in cells under their labels on a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from sheetgen.blocks.parts import Fact
from sheetgen.blocks.scores import Score, Scores
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import DrawnBlock, FormField
from sheetgen.print.css import factors, lengths
from sheetgen.print.measure.draw import Piece, drawing, label, outline
from sheetgen.print.measure.estimate import heading_height, line_height
from sheetgen.print.measure.frame import BlockFrame, packed
from sheetgen.print.measure.sheet_frame import HAIR, SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sizes import BONUS
from sheetgen.print.text_metrics.drawing import FilledRectangle, Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, lines, width
from sheetgen.print.text_parts import facts, with_brackets

SCORE, LEADING, SMALL = 1.12, 1.15, 0.85
"""Size of a score on a card against the body's, height of its line, size of a bonus against it."""
AFTER = 1.6
"""White behind a score on a card, in mm."""
SCORE_GAP, LEAST_GAP, LARGE_GAP = 3.0, 1.2, 0.5
"""White between the labels of two scores on a sheet, in mm: where there is room, and at least; in large type, in em."""
ABOVE, BELOW = 1.1, 1.7
"""White above and below the line between two rows of scores, in mm, before the density's factor."""
FIELD_CELL = 12.0
"""Width of a score with its bonus on a form at least, in mm."""
BELOW_LABEL = 0.4
"""White below a label on a sheet, in mm."""
OUTLINE = 0.3
"""Thickness of the sides of a bonus where ink is saved, in mm."""


@dataclass(frozen=True)
class ScoreLines:
    """Scores on a card: the size of their type against the body's, and the width in which their lines are even."""

    size: float
    width: float

    @property
    def scale(self) -> float:
        """By how much they are larger than usual."""
        return self.size / SCORE


@dataclass(frozen=True)
class ScoreRows:
    """Scores on a sheet in rows, each score as wide as all."""

    rows: tuple[tuple[Score, ...], ...]
    width: float

    def label(self, score: Score, frame: BlockFrame) -> str:
        """The label of a score: short for all of them where the long one of any does not fit."""
        names = [own.label or own.short for row in self.rows for own in row]
        long = all(frame.label(name) <= self.width - _least_gap(frame) for name in names)
        return (score.label or score.short) if long else (score.short or score.label)


class PrintedScores(DrawnBlock[Scores]):
    """Scores one behind the other on a card, in cells on a sheet."""

    properties = lengths(score_gap=AFTER) | factors(score_type=SCORE, score_leading=LEADING, score_bonus=SMALL)

    def shape(self, block: Scores, frame: BlockFrame) -> ScoreLines | ScoreRows:
        """How they stand on a card, their title on the same line where titles run in; or their rows on a sheet."""
        if isinstance(frame, SheetFrame):
            return _in_rows(block, frame)
        title = block.title if frame.sizes.run_in else ""
        return ScoreLines(score_size(block.items, frame, title), _even_width(block.items, frame))

    def card_height(self, block: Scores, frame: BlockFrame, notes: bool) -> float:
        """Lines of short labels with numbers."""
        size = frame.sizes.body * score_size(block.items, frame)
        text = "  ".join(f"{item.short}\u00a0{item.number.text}m" for item in block.items)
        return heading_height(block, frame) + lines(text, "bold", size, frame.width) * line_height(frame)

    def run_in(self, block: Scores) -> Scores:
        """Its title before its first label."""
        first = (replace(item, short=f"{block.title} {item.short}") for item in block.items[:1])
        return replace(block, items=(*first, *block.items[1:]))

    def sheet_height(self, block: Scores, frame: SheetFrame) -> float:
        """Rows of labels over numbers, with a line between them."""
        rows = len(_in_rows(block, frame).rows)
        return rows * frame.figure_row + (rows - 1) * (ABOVE + BELOW + HAIR) * frame.sizes.space

    def natural_width(self, block: Scores, frame: SheetFrame) -> float:
        """Width that they take by themselves."""
        return _in_rows(block, frame).width * len(block.items)

    def draw(self, block: Scores, frame: BlockFrame) -> PlacedText:
        """Scores under their names, each with its bonus on a dark square."""
        assert isinstance(frame, SheetFrame)
        c, shape = frame.colours, _in_rows(block, frame)
        tops = [_top(number, frame) for number in range(len(shape.rows))]
        rule = c.hair + BELOW * frame.sizes.space
        pieces: list[Piece] = [FilledRectangle(0.0, top - rule, frame.width, c.hair, c.rule) for top in tops[1:]]
        for score, x, top in _placed(shape, frame):
            name = frame.sizes.label * POINT
            pieces.append(label(frame, x, top + baseline("bold", frame.sizes.label, name), shape.label(score, frame)))
            if frame.mode != "form":
                draw = _places if frame.empty else _drawn
                pieces += draw(x, top + name + BELOW_LABEL, score, shape, frame)
        # A single row leaves the rest of the line to what stands beside it.
        own = frame.narrowed(self.natural_width(block, frame)) if len(tops) == 1 else frame
        return drawing(own, tops[-1] + frame.figure_row, pieces)

    def text(self, block: Scores, words: Words) -> Iterator[Markup]:
        """Labels with scores, and bonuses in brackets."""
        yield facts(
            Fact(score.label, with_brackets(score.number.text, score.bonus.text if score.bonus else ""))
            for score in block.items
        )

    def fields(self, block: Scores, frame: SheetFrame) -> Iterator[FormField]:
        """A field for each score, and for its bonus."""
        figure, shape = frame.sizes.figure, _in_rows(block, frame)
        for score, x, top in _placed(shape, frame):
            y, name = top + frame.sizes.label * POINT + BELOW_LABEL, score.label
            own = FormField(
                name=name, value=score.number.text, x=x, y=y, width=shape.width * 0.56, height=figure * 0.37,
                size=figure * 0.8, strong=score.strong,
            )  # fmt: skip
            yield own
            if score.bonus:
                beside, wide = x + own.width, shape.width * 0.3
                yield replace(own, name=f"{name} bonus", value=score.bonus.text, x=beside, width=wide, size=11)


def score_size(items: Sequence[Score], frame: BlockFrame, title: str = "") -> float:
    """Size of a line of scores against the body's: a little smaller where that keeps them on one line.

    A `title` stands on the same line.
    """
    wide = sum(score_width(item, frame) for item in items)
    lead = width(title.upper(), "slant", frame.sizes.heading, 0.02) + 1 if title else 0.0
    room = (frame.width - lead - 0.4) / wide if wide else 1.0
    return SCORE * (room if 0.86 <= room < 1.0 else 1.0)


def _even_width(items: Sequence[Score], frame: BlockFrame) -> float:
    """Width in mm in which lines of scores are even; the column's where all stand on one."""
    size = score_size(items, frame) / SCORE
    wides = [score_width(item, frame) * size for item in items]
    count = len(packed(items, wides, frame.width))
    per = -(-len(items) // count)
    parts = [sum(wides[start : start + per]) for start in range(0, len(wides), per)]
    return min(frame.width, max(parts, default=0.0) + 0.2) if count > 1 else frame.width


def score_width(item: Score, frame: BlockFrame) -> float:
    """Width of a score on a card's line, with the white behind it."""
    size = frame.sizes.body * SCORE
    bonus = width(f"\u00a0{item.bonus.text}", "bold", size * SMALL) if item.bonus else 0.0
    text = f"{item.short or item.label}\u00a0{item.number.text}"
    return width(text, "bold", size) + bonus + AFTER + width(" ", frame.faces.regular, frame.sizes.body)


def _in_rows(block: Scores, frame: SheetFrame) -> ScoreRows:
    """Scores in rows of eight cells or less, about even; wider where that has room for the long labels on as many."""
    cell = max(frame.sizes.figure * 0.66, FIELD_CELL if frame.mode == "form" else 0.0)
    items, most = block.items, max(1, min(8, int(frame.width // cell)))
    longest = max((frame.label(score.label or score.short) for score in items), default=0.0)
    if (count := -(-len(items) // most)) > 1:
        fewer = range(most, -(-len(items) // count) - 1, -1)
        most = next((n for n in fewer if longest <= frame.width / n - _least_gap(frame)), most)
    each = most
    if count > 1 and len(items) - most * (count - 1) <= 2:
        each = -(-len(items) // count)
    rows = tuple(items[start : start + each] for start in range(0, len(items), each))
    wanted, least = longest + SCORE_GAP, frame.width / most
    return ScoreRows(rows, max(least, wanted) if len(rows) == 1 and wanted * len(items) <= frame.width else least)


def _least_gap(frame: BlockFrame) -> float:
    """White between two labels at least."""
    return max(LEAST_GAP, LARGE_GAP * frame.sizes.label * POINT)


def _top(number: int, frame: BlockFrame) -> float:
    """Where a row begins."""
    z, c = frame.sizes, frame.colours
    return number * ((z.label + z.figure * 1.05) * POINT + BELOW_LABEL + (ABOVE + BELOW) * z.space + c.hair)


def _placed(shape: ScoreRows, frame: BlockFrame) -> Iterator[tuple[Score, float, float]]:
    """Each score with its left edge and the top of its row."""
    for number, row in enumerate(shape.rows):
        yield from ((score, n * shape.width, _top(number, frame)) for n, score in enumerate(row))


def _drawn(x: float, top: float, score: Score, shape: ScoreRows, frame: BlockFrame) -> Iterator[Piece]:
    z, c = frame.sizes, frame.colours
    y = top + baseline("black", z.figure, z.figure * 1.05 * POINT)
    colour = c.accent_text if score.strong else c.ink
    number = Ink(x, y, score.number.text, "black", z.figure, colour, -0.01 * z.figure * POINT)
    yield number
    if score.bonus:
        yield from _bonus(number.end + 0.8, y - 0.055 * z.figure, score.bonus.text, score.strong, frame)


def _places(x: float, top: float, score: Score, shape: ScoreRows, frame: BlockFrame) -> Iterator[Piece]:
    """Boxes to write a score and its bonus in, side by side."""
    c, high = frame.colours, 0.31 * frame.sizes.figure + 2 * frame.colours.line
    colour, wide = c.accent if score.strong else c.ink, shape.width * 0.54 + 2 * c.line
    yield from outline(x, top, wide, high, c.line, colour)
    if score.bonus:
        yield from outline(x + wide - c.line, top, shape.width * 0.27 + 2 * c.line, high, c.line, colour)


def _bonus(x: float, y: float, text: str, strong: bool, frame: BlockFrame) -> Iterator[Piece]:
    figure, c = frame.sizes.figure, frame.colours
    size, wide, high = BONUS * figure, 0.195 * figure, 0.222 * figure
    top = y - baseline("black", size, high)
    if c.saves_ink:
        yield from outline(x, top, wide, high, OUTLINE, c.ink)
    else:
        yield FilledRectangle(x, top, wide, high, c.accent if strong else c.ink)
    colour = c.ink if c.saves_ink else c.on_accent if strong else c.paper
    yield Ink(x + (wide - width(text, "black", size)) / 2, y, text, "black", size, colour)


PRINT = PrintedScores()
