"""The pages of an index: its lines in columns, reckoned from the widths of letters. Millimetres.

The engine's own columns are set several times over to level them; these are set as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from sheetgen.print.books.binding import Numbers
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.indexing import Index, IndexLine
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import broken, width

LEADINGS = (1.3, 1.25, 1.2)
"""The heights of lines, as factors of their type."""
LETTER = 7.44
"""The height of the letter above its lines."""
HANG = 3.0
"""How far all lines of an entry but its first stand in."""
SPARED = 0.5
"""A last page that is less full than this is spared where closer lines do."""
JOINTS = " ", "\u00a0"
"""What stands between a line and its pages: a space, or one where no line ends."""
SLACK = 0.4
"""Numbers of main pages are a little wider than other figures."""


@dataclass(frozen=True)
class IndexRow:
    """A row of the index, a letter or a line of it: its height, and its pages, each with the first place on it."""

    height: float
    letter: str = ""
    line: IndexLine | None = None
    pages: Sequence[tuple[int, str]] = ()
    last: str = ""
    """The last word of the line, where a column holds it with the first of its pages, which then stay together."""

    @property
    def begins(self) -> str:
        """The line before that, with a place to break behind it."""
        word = self.line.word if self.line else ""
        first = word.removesuffix(self.last)
        return f"{first}\u200b" if self.last and first else first


IndexColumns = Sequence[Sequence[IndexRow]]


@dataclass(frozen=True)
class IndexPages:
    """The columns of each page of an index, and the height of its lines as a factor of their type."""

    columns: Sequence[IndexColumns]
    leading: float

    @property
    def last(self) -> float:
        """The height of what is on the last page."""
        return max((sum(row.height for row in rows) for rows in self.columns[-1]), default=0.0)


def index_pages(index: Index, page: BookPage, numbers: Numbers) -> IndexPages:
    """The pages of an index; lines stand closer where that spares a page with little on it."""
    loose, *closer = (_pages(index, page, numbers, leading) for leading in LEADINGS)
    if len(loose.columns) < 2 or loose.last > SPARED * page.index_height:
        return loose
    return next((pages for pages in closer if len(pages.columns) < len(loose.columns)), loose)


def _pages(index: Index, page: BookPage, numbers: Numbers, leading: float) -> IndexPages:
    rows, pages = list(_rows(index, page, numbers, leading)), []
    room = page.index_height - page.part_height
    while rows:
        columns = _filled(rows, room, page.index_columns)
        rest = rows[sum(map(len, columns)) :]
        pages.append(columns if rest else _levelled(rows, page.index_columns))
        rows, room = rest, page.index_height
    return IndexPages(pages, leading)


def _rows(index: Index, page: BookPage, numbers: Numbers, leading: float) -> Iterator[IndexRow]:
    for letter, own in index:
        yield IndexRow(LETTER, letter)
        for line in own:
            pages = _listed(numbers, line)
            face, size, column = page.faces.regular, page.index_size, page.index_column - HANG - SLACK
            numbered = ", ".join(str(number) for number, _ in pages)
            last = "" if line.see else line.word.split()[-1]
            if width(f"{last} {numbered.partition(' ')[0]}", face, size) >= column:
                last = ""
            said = f", see {line.see[0]}" if line.see else f"{JOINTS[bool(last)]}{numbered}"
            text = broken(f"{line.word}{said}", face, size, column, -HANG)
            yield IndexRow(len(text) * leading * size * POINT, line=line, pages=pages, last=last)


def _listed(numbers: Numbers, line: IndexLine) -> list[tuple[int, str]]:
    """The pages of a line, each once."""
    first: dict[int, str] = {}
    for place in chain(line.main, line.also):
        first.setdefault(numbers.get(place, 0), place)
    return list(first.items())


def _filled(rows: Sequence[IndexRow], room: float, most: int) -> IndexColumns:
    """As many rows as fit so many columns, `room` high each; no letter is the last one of a column."""
    columns: list[list[IndexRow]] = [[]]
    left = room
    for number, row in enumerate(rows):
        needed = row.height + (rows[number + 1].height if row.letter else 0.0)
        if needed > left and columns[-1]:
            if len(columns) == most:
                break
            columns.append([])
            left = room
        columns[-1].append(row)
        left -= row.height
    return columns


def _levelled(rows: Sequence[IndexRow], most: int) -> IndexColumns:
    """All rows in so many columns of about one height."""
    least = min(row.height for row in rows)
    room = sum(row.height for row in rows) / most
    while sum(map(len, columns := _filled(rows, room, most))) < len(rows):
        room += least / 2
    return columns
