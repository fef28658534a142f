"""Tables of a book: how wide their columns are, in which type they are set, and how those that are too wide are parted.

Widths are reckoned from those of letters: the engine would set every cell twice more to learn them. A table stands in
a column of the page where it can, else across all; one whose words do not fit is set closer, and then in parts below
each other, each with the columns that tell its rows apart. Notes of rows, a last column, stand below their rows where
they would be broken beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from sheetgen.print.text_metrics.column_widths import SLACK, Extent
from sheetgen.print.text_metrics.lowest_tables import NOTHING, CellText, column_extent, lowest
from sheetgen.print.text_metrics.metrics import width
from sheetgen.print.text_metrics.own_fonts import BUNDLED, TextFaces
from sheetgen.print.text_metrics.page_numbers import PageReference

POINT = 25.4 / 72
_EMS = 4.0
"""A column of texts is not narrower than this, in its type size, if there is another way."""
_WIDEST = 1 / 3
"""The share of the measure that the words of a column may ask for: longer ones are broken."""
_EVEN = 24
"""In so many steps parts of a table are made about as wide as each other."""
_MOST_SPANNED = 100
_PAGE = PageReference(0, 3, ("(p.\u202f", ")")).sample
"""A sample of the page number after a reference, to measure."""
_LINES = frozenset(("p", "li", "div", "dd"))
WIDE = "wide"
"""The class of what stands across all columns of a page."""
HALF = "half"
"""The class of what is as wide as one of two columns on a page that has no columns."""
WHOLE = "whole"
"""The class of a table that is not torn if there is another way."""
_LEVEL = (1.1, 1.0)
"""By so much a table may take more room in a column than across the page; the second is for those of texts in three
columns or more, which are read easier across."""
_SPARSE = 1 / 3
"""A column with something in at most so many of its rows may stand below these."""
_SPARED = 0.92
"""What of the lines of a table is left at most where such a column stands below its rows."""
_MANY = 5
"""Columns among which those with the longest texts may stand below their rows."""
_MOST_KEYS = 3
"""Columns that tell rows apart at most."""
_ROW = 0.35
"""White of a row, in lines."""
NOTED = "noted"
"""The class of a table whose last column is notes, and of a row whose note stands below it."""


@dataclass(frozen=True)
class Cells:
    """How the cells of a table are set: sizes in points, the space beside a text in mm, the usual one first."""

    size: float
    faces: TextFaces = BUNDLED
    """Of texts, and of what is bold."""
    head: float = 9.0
    gaps: Sequence[float] = (2.6, 1.6)
    tracking: float = 0.05
    readable: float = 22.0
    """The least width of a column of texts of several lines in a table that stands in a column of the page, in mm."""


@dataclass(frozen=True)
class _Columns:
    """The columns of a table: the texts of their cells, row by row; the first `keys` of them tell its rows apart."""

    cells: Sequence[Sequence[CellText]]
    keys: int = 1
    _known: dict[tuple[Sequence[int], float, float], Sequence[float]] = field(default_factory=dict)

    def extents(self, gap: float) -> list[Extent]:
        """The longest word and the longest line of each."""
        return [column_extent(own, gap + SLACK) for own in self.cells]

    def shares(self, part: Sequence[int], measure: float, gap: float) -> Sequence[float]:
        """How wide some of them are that fill the measure; reckoned when first asked."""
        key = tuple(part), measure, gap
        if key not in self._known:
            self._known[key] = lowest([self.cells[number] for number in part], measure, gap + SLACK)
        return self._known[key]

    def narrow(self, measure: float, gap: float, readable: float) -> list[int]:
        """The columns whose texts take several lines, and that are narrower than can be read."""
        shares = self.shares(range(len(self.cells)), measure, gap)
        extents = enumerate(zip(self.extents(gap), shares, strict=True))
        return [number for number, ((_, high), share) in extents if high > share + SLACK and share < readable]

    def breaks(self, measure: float, gap: float) -> bool:
        """Whether more than one column has texts of several lines."""
        shares = self.shares(range(len(self.cells)), measure, gap)
        return sum(high > share for (_, high), share in zip(self.extents(gap), shares, strict=True)) > 1

    def longer(self, measure: float, gap: float) -> list[int]:
        """The columns, but for the keys, that have a text longer than a line across the table."""
        extents = self.extents(gap)
        return [number for number in range(self.keys, len(extents)) if extents[number][1] > measure]

    def crowding(self, measure: float, gap: float, readable: float) -> list[int]:
        """Of the columns that are too narrow those with the longest texts, without which the others can be read."""
        extents = self.extents(gap)
        own = [number for number in self.narrow(measure, gap, readable) if number >= self.keys]
        longest = sorted(own, key=lambda number: -extents[number][1])
        for count in range(1, len(longest) + 1):
            kept = [cells for number, cells in enumerate(self.cells) if number not in longest[:count]]
            if not _Columns(kept, self.keys).narrow(measure, gap, readable):
                return longest[:count]
        return []

    def lines(self, measure: float, gap: float) -> float:
        """About how many lines the table has where it is so wide."""
        shares = [share - gap - SLACK for share in self.shares(range(len(self.cells)), measure, gap)]
        rows = zip_longest(*self.cells, fillvalue=NOTHING)
        return sum(
            max((cell.lines(share) for cell, share in zip(row, shares, strict=True)), default=1) + _ROW for row in rows
        )


def set_columns(table: Any, measure: float, cells: Cells, wide: float = 0.0) -> None:
    """Say how wide the columns of a table are, `measure` mm in all; where it serves better that way, `wide` mm."""
    if table.get("class") == NOTED:
        _lower_notes(table, measure, cells)
    else:
        _lower_sparse(table, max(measure, wide), cells)
    rows = [list(row) for row in table.iter("tr")]
    columns = list(zip_longest(*map(_spread, rows)))
    whole = all(_span(cell) == 1 for row in rows for cell in row)
    read = _read(columns, cells, _keys(rows) if whole else 1)
    if wide > measure and not _serves(read, measure, wide, cells, whole):
        measure = wide
        mark(table, WIDE)
    gap, parts = _parted(read, measure, cells, whole)
    if gap != cells.gaps[0]:
        add_class(table, "close")
    for part in reversed(parts[1:]):
        table.addnext(_part(table, part, read.shares(part, measure, gap)))
    _keep(table, parts[0])
    _say(table, read.shares(parts[0], measure, gap))


def natural_width(table: Any, cells: Cells) -> float:
    """How wide a table is in which no line is broken, in mm."""
    columns = zip_longest(*([*row] for row in table.iter("tr")))
    return sum(wide for _, wide in _read(columns, cells).extents(cells.gaps[0]))


def _read(columns: Iterable[Sequence[Any]], cells: Cells, keys: int = 1) -> _Columns:
    return _Columns([[_cell_text(cell, cells) for cell in own if cell is not None] for own in columns], keys)


def _keys(rows: Sequence[Sequence[Any]]) -> int:
    """How many columns from the first tell all rows apart; 1 where none do."""
    texts = [[cell.text_content() for cell in row] for row in rows]
    apart = (n for n in range(1, _MOST_KEYS + 1) if len({tuple(row[:n]) for row in texts}) == len(texts))
    return next(apart, 1)


def _lower_notes(table: Any, measure: float, cells: Cells) -> None:
    """Set the notes of a table below the rows that they belong to where one of them takes several lines beside them."""
    rows = [list(row) for row in table.iter("tr")]
    gap = cells.gaps[0]
    *others, notes = zip_longest(*rows)
    upper, beside = _read(others, cells, _keys(rows)), _read([*others, notes], cells)
    share = beside.shares(range(len(beside.cells)), measure, gap)[-1] - gap - SLACK
    if len(_parted(upper, measure, cells, True)[1]) > 1 or all(note.lines(share) == 1 for note in beside.cells[-1]):
        return
    for row, note in zip(table.iter("tr"), notes, strict=True):
        row.remove(note)
    for row, note in zip(rows[1:], notes[1:], strict=True):
        if note.text_content():
            row[0].getparent().set("class", NOTED)
            below = note.makeelement("tr", {"class": "note"})
            note.set("colspan", str(len(others)))
            below.append(note)
            row[0].getparent().addnext(below)


def _lower_sparse(table: Any, measure: float, cells: Cells) -> None:
    """Set columns that are empty in most rows below the rows that have something there, if that spares lines.

    Likewise, where columns are too narrow to read, those of many with the longest texts.
    """
    rows = [list(row) for row in table.iter("tr")]
    columns = list(zip_longest(*rows))
    if table.find("thead") is None or any(cell is None or _span(cell) > 1 for own in columns for cell in own):
        return
    keys = _keys(rows)
    gap, before = cells.gaps[0], _read(columns, cells, keys)
    sparse = [number for number in range(keys, len(columns)) if _is_sparse(columns[number])]
    parted = len(_parted(before, measure, cells, True)[1]) > 1
    if not sparse and len(columns) >= _MANY and before.narrow(measure, gap, cells.readable):
        sparse = before.longer(measure, gap)
        if not sparse and not parted:
            sparse = sorted(before.crowding(measure, gap, cells.readable))
    kept = [own for number, own in enumerate(columns) if number not in sparse]
    after = _read(kept, cells, keys)
    if not sparse or len(kept) < 2 or len(_parted(after, measure, cells, True)[1]) > 1:
        return
    notes = [_note(rows[0], row, sparse, len(kept)) for row in rows[1:]]
    below = sum(_cell_text(note[0], cells).lines(measure) for note in notes if note is not None)
    if not parted and after.lines(measure, gap) + below > _SPARED * before.lines(measure, gap):
        return
    for row in rows:
        for number in sparse:
            row[number].getparent().remove(row[number])
    for row, note in zip(rows[1:], notes, strict=True):
        if note is not None:
            row[0].getparent().set("class", NOTED)
            row[0].getparent().addnext(note)


def _is_sparse(column: Sequence[Any]) -> bool:
    """Whether most cells of a column are empty below its head."""
    head, *texts = (cell.text_content().strip() for cell in column)
    return bool(head) and 0 < sum(map(bool, texts)) <= _SPARSE * len(texts)


def _note(heads: Sequence[Any], row: Sequence[Any], columns: Sequence[int], span: int) -> Any:
    """A row of a table with what stands in some columns of another one, each after its head; None if nothing does."""
    own = [number for number in columns if row[number].text_content().strip()]
    if not own:
        return None
    note = row[0].makeelement("tr", {"class": "note"})
    cell = row[0].makeelement("td", {"colspan": str(span)})
    note.append(cell)
    for number in own:
        label = cell.makeelement("b")
        label.text = heads[number].text_content().strip()
        if len(cell):
            cell[-1].tail = f"{cell[-1].tail or ''} · "
        cell.append(label)
        label.tail = f" {row[number].text or ''}"
        cell.extend(deepcopy(list(row[number])))
    return note


def _parted(read: _Columns, measure: float, cells: Cells, whole: bool) -> tuple[float, list[Sequence[int]]]:
    """The space between columns, the usual one where that does, and the parts that a table is set in."""
    if not whole:
        return cells.gaps[0], [range(len(read.cells))]
    ways = [(gap, _parts(read.extents(gap), measure, cells, gap, read.keys)) for gap in cells.gaps]
    return next(way for way in ways if len(way[1]) == len(ways[-1][1]))


def _serves(read: _Columns, measure: float, wide: float, cells: Cells, whole: bool) -> bool:
    """Whether a table is set well in one column: in one part, and not taking more room than across all."""
    gap = cells.gaps[0]
    if len(_parted(read, measure, cells, whole)[1]) > 1:
        return False
    if read.narrow(measure, gap, cells.readable):
        return False
    level = _LEVEL[len(read.cells) > 2 and read.breaks(measure, gap)]
    return read.lines(measure, gap) * measure <= level * read.lines(wide, gap) * wide


def mark(table: Any, name: str) -> None:
    """Give a table a class, such as that of what stands across the page, and what scrolls it on a screen as well."""
    around = table.getparent()
    for element in (table, around) if around.get("class") == "scroll" else (table,):
        add_class(element, name)


def add_class(element: Any, name: str) -> None:
    """Give an element one more class."""
    element.set("class", f"{element.get('class', '')} {name}".strip())


def _part(table: Any, kept: Sequence[int], shares: Sequence[float]) -> Any:
    """Some columns of a table as one that follows it."""
    other = deepcopy(table)
    other.tail, table.tail = table.tail, None
    for caption in other.findall("caption"):
        other.remove(caption)
    for element in other.iter():
        element.attrib.pop("id", None)
    _keep(other, kept)
    _say(other, shares)
    return other


def _keep(table: Any, kept: Sequence[int]) -> None:
    """Drop the cells of all other columns."""
    for row in table.iter("tr"):
        for number, cell in enumerate(list(row)):
            if number not in kept:
                row.remove(cell)


def _say(table: Any, shares: Sequence[float]) -> None:
    group = table.makeelement("colgroup")
    for share in shares:
        group.append(table.makeelement("col", style=f"width:{100 * share / sum(shares):.2f}%"))
    table.insert(1 if len(table) and table[0].tag == "caption" else 0, group)


def _parts(extents: Sequence[Extent], measure: float, cells: Cells, gap: float, keys: int) -> list[Sequence[int]]:
    """Runs of columns that fit the measure, each after those that are `keys`, as few and as even as can be."""
    readable = gap + _EMS * cells.size * POINT
    least = [min(max(low, min(high, readable)), measure * _WIDEST) for low, high in extents]
    fewest = len(_runs(least, measure, keys))
    rooms = (measure * (n + 1) / _EVEN for n in range(_EVEN))
    return next(runs for room in rooms if len(runs := _runs(least, room, keys)) == fewest)


def _runs(least: Sequence[float], room: float, keys: int) -> list[Sequence[int]]:
    """Columns from left to right, as many in a run as there is room for beside those that are keys."""
    first = [number for number, _ in enumerate(least[:keys])]
    runs = [[*first]]
    left = room - sum(least[:keys])
    for number, low in enumerate(least[keys:], keys):
        if low > left and len(runs[-1]) > len(first):
            runs.append([*first])
            left = room - sum(least[:keys])
        runs[-1].append(number)
        left -= low
    return list(runs)


def _spread(row: Sequence[Any]) -> Iterator[Any]:
    """The cells of a row by column; none for what spans several."""
    for cell in row:
        span = _span(cell)
        yield from [cell] if span == 1 else [None] * span


def _span(cell: Any) -> int:
    """How many columns a cell spans; what is no such number is 1, as in HTML."""
    written = cell.get("colspan", "")
    return min(int(written[:5]), _MOST_SPANNED) or 1 if written.isdecimal() else 1


def _cell_text(cell: Any, cells: Cells) -> CellText:
    head = next(cell.iterancestors("thead"), None) is not None
    faces, bold = cells.faces, cell.tag == "th" or cell.get("class") == "nu"
    face = faces.bold if bold else faces.regular

    def wide(part: str) -> float:
        return width(part.upper(), "bold", cells.head, cells.tracking) if head else width(part, face, cells.size)

    return CellText.of("".join(_texts(cell)), wide)


def _texts(element: Any) -> Iterator[str]:
    """What stands in an element, a line for each of its paragraphs."""
    yield element.text or ""
    for child in element:
        yield from _texts(child)
        yield _PAGE if child.tag == "a" and child.get("class") == "ref" else ""
        yield "\n" if child.tag == "br" or child.tag in _LINES else ""
        yield child.tail or ""
