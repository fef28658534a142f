"""Tables on cards: how wide their columns are, what goes to the notes, and how their rows are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import escape

from sheetgen.blocks.parts import EMPTY
from sheetgen.blocks.table import Row, Table
from sheetgen.blocks.table.table_parts import TableColumn, cell
from sheetgen.print import resources
from sheetgen.print.css import factors, lengths
from sheetgen.print.measure.draw import drawing, label, sign
from sheetgen.print.measure.estimate import paragraphs
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.texts import SetText, set_text
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, broken, lines, width
from sheetgen.print.text_metrics.paragraphs import ParagraphStyle

AIR = 0.145
"""White before a column of a card's table, in mm for each point of its type."""
USUAL_AIR, LEAST_AIR = 1.6, 0.9
"""That white at least, in mm; and where the heading over the names would run into the next one."""
LEADING = 1.06
"""Of the lines of a card's table."""
APART, ABOVE = 0.6, 0.9
"""White above and below the rule over a table, in mm, before the density's factor."""
NOTE_INDENT, NOTE_BELOW = 0.36, 0.4
"""Indent of a note against the size of its row, and the white below it in mm, before the density's factor."""
NOTE_LEADING = 1.17
PROPERTIES = lengths(card_table_apart=APART, card_table_above=ABOVE, card_note_below=NOTE_BELOW) | factors(
    card_note_indent=NOTE_INDENT, card_note_leading=NOTE_LEADING
)
"""The same as custom properties of style sheets."""


@dataclass(frozen=True, kw_only=True)
class CardTable:
    """A table on a card, row by row, since notes stand between them and it may go on on a further face."""

    block: Table
    frame: BlockFrame
    name_width: float
    columns: tuple[TableColumn, ...]
    dropped: tuple[int, ...]
    """Columns that go to the notes."""

    @classmethod
    def of(cls, block: Table, frame: BlockFrame) -> CardTable:
        """A table whose columns are as wide as their text; the names get the rest.

        Where the names would have too little, columns that are not strong go to the notes; where the heading over them
        would, columns move closer first.
        """
        columns = [
            TableColumn(i, c.label, c.strong, _column_width(block, i, frame)) for i, c in enumerate(block.columns)
        ]
        names = [named_width(row, frame) for row in block.rows]
        wanted = min(max(names, default=0.0), frame.width * 0.55)
        heading, dropped = frame.label(block.heading or block.title) + LEAST_AIR, list[int]()
        while columns and (rest := frame.width - sum(c.width for c in columns)) < max(wanted, heading):
            closer = min((heading - rest) / len(columns), _air(frame) - LEAST_AIR)
            if rest >= wanted and rest + closer * len(columns) >= heading - 0.001:
                columns = [replace(c, width=c.width - closer) for c in columns]
                break
            others = [c for c in columns if not c.strong] or columns
            victim = max(others, key=lambda c: (c.width, c.index))
            columns.remove(victim)
            dropped.append(victim.index)
        rest = frame.width - sum(c.width for c in columns)
        return cls(block=block, frame=frame, name_width=rest, columns=tuple(columns), dropped=tuple(sorted(dropped)))

    @property
    def heads(self) -> PlacedText:
        """The headings on a line."""
        return drawing(self.frame, self.frame.sizes.label * POINT, self._heads())

    def row(self, row: Row, headed: bool) -> PlacedText:
        """A row, under the headings where it is `headed`; a long name goes on below."""
        z = self.frame.sizes
        head = z.label * POINT if headed else 0.0
        inks = [*self._heads()] if headed else []
        inks += self._cells(head + baseline("bold", z.row, z.row * LEADING * POINT), row)
        return drawing(self.frame, head + self._row_height(row), inks)

    @property
    def is_whole(self) -> bool:
        """Whether each name stands on one line, with its stars, beside all that is set black."""
        kept = not any(self.block.columns[index].strong for index in self.dropped)
        return kept and all(len(self._name(row)) == 1 for row in self.block.rows)

    def aside(self, row: Row) -> str:
        """The cells of a row that have no column, as text: `Range 20 m.`"""
        cells = [row.cells[i] for i in self.dropped if i < len(row.cells)]
        return " ".join(f"{c.label} {c.number.text}." for c in cells if c.number.text)

    @property
    def _note_style(self) -> ParagraphStyle:
        frame, z = self.frame, self.frame.sizes
        room = frame.width - NOTE_INDENT * z.row * POINT
        return ParagraphStyle(room, z.note, NOTE_LEADING, frame.colours.ink, faces=frame.faces)

    def note(self, row: Row, notes: bool) -> SetText | None:
        """What stands below a row: cells that have no column, and its note where these stand there."""
        text, aside = row.note if notes else EMPTY, self.aside(row)
        if not (text or aside):
            return None
        return set_text(self.frame, text, escape(aside), style=self._note_style)

    def height(self, notes: bool) -> float:
        """Height of its rows, with their notes where these stand there too."""
        z, total = self.frame.sizes, 0.0
        room, face = self._note_style.width, self.frame.faces.regular
        for row in self.block.rows:
            total += self._row_height(row)
            note = " ".join(filter(None, (self.aside(row), str(row.note) if notes else "")))
            if note:
                count = sum(lines(part, face, z.note, room) for part in paragraphs(note))
                total += count * z.note * NOTE_LEADING * POINT + NOTE_BELOW * z.space
        return total

    def _row_height(self, row: Row) -> float:
        return len(self._name(row)) * self.frame.sizes.row * LEADING * POINT

    def _name(self, row: Row) -> tuple[str, ...]:
        """The lines of a row's name; an empty one at the end where its stars have no room behind it."""
        size, space = self.frame.sizes.row, width(" ", "bold", self.frame.sizes.row)
        mark = 0.0
        if row.mark:
            mark = space + (0.8 * size * POINT if row.mark.glyph else width(row.mark.code, "bold", size))
        name = broken(row.name, "bold", size, self.name_width, mark)
        stars = space + row.cost * 0.52 * size * POINT * 1.03 if row.cost else 0.0
        used = width(name[-1], "bold", size) + (mark if len(name) == 1 else 0.0)
        return (*name, "") if stars and used + stars > self.name_width else name

    def _heads(self) -> Iterator[Ink]:
        frame, block = self.frame, self.block
        y = baseline("bold", frame.sizes.label, frame.sizes.label * POINT)
        yield label(frame, 0.0, y, block.heading or block.title)
        right = self.name_width
        for column in self.columns:
            right += column.width
            yield label(frame, right - frame.label(column.label), y, column.label)

    def _cells(self, y: float, row: Row) -> Iterator[Ink]:
        frame, z, c = self.frame, self.frame.sizes, self.frame.colours
        at, space = 0.0, width(" ", "bold", z.row)
        if row.mark:
            mark = sign(frame, at, y, row.mark, 0.8 * z.row, z.row)
            yield mark
            at = mark.end + space
        for number, part in enumerate(self._name(row)):
            name = Ink(0.0 if number else at, y + number * z.row * LEADING * POINT, part, "bold", z.row, c.ink)
            yield name
        if row.cost:
            size = 0.52 * z.row
            stars = resources.glyph("star") * min(row.cost, 9)
            lift = 0.14 * size * POINT
            left = name.end + space if name.text else 0.0
            yield Ink(left, name.y - lift, stars, "marks", size, c.soft, 0.03 * size * POINT)
        right = self.name_width
        for number, column in enumerate(self.columns):
            right += column.width
            face, size = _face(column.strong, frame)
            text = cell(row, column.index).number.text
            colour = c.accent_text if column.strong and number == 0 else c.ink
            yield Ink(right - width(text, face, size), y, text, face, size, colour)


def _column_width(block: Table, index: int, frame: BlockFrame) -> float:
    column = block.columns[index]
    face, size = _face(column.strong, frame)
    texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
    widest = max((width(text, face, size) for text in texts), default=0.0)
    return max(widest, frame.label(column.label)) + _air(frame)


def _air(frame: BlockFrame) -> float:
    """White before a column."""
    return max(USUAL_AIR, AIR * frame.sizes.row)


def _face(strong: bool, frame: BlockFrame) -> tuple[str, float]:
    return ("black", frame.sizes.row) if strong else ("bold", frame.sizes.cell)


def named_width(row: Row, frame: BlockFrame) -> float:
    """Width of a row's name with its signs."""
    mark = frame.sizes.row * 0.29 + 0.9 if row.mark else 0.0
    stars = row.cost * frame.sizes.row * 0.2 + 0.8 if row.cost else 0.0
    return width(row.name, "bold", frame.sizes.row) + mark + stars + 1.0
