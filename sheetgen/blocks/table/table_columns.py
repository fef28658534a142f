"""The columns of tables on sheets: which stand side by side, and how wide each is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from sheetgen.blocks.parts import EMPTY
from sheetgen.blocks.table import Column, Row, Table, TableToWrite
from sheetgen.blocks.table.card_table import named_width
from sheetgen.blocks.table.sheet_table import SheetTable, rows_height
from sheetgen.blocks.table.table_parts import (
    TableColumn,
    TableFrame,
    TableOfKind,
    TablePart,
    deciding,
    has_notes,
    whole_of,
)
from sheetgen.blocks.table.table_texts import (
    FIGURE_PAD,
    column_width,
    figures_only,
    heading,
    name_room,
    name_width,
    signs,
    word_width,
    written_width,
)
from sheetgen.print.css import lengths
from sheetgen.print.measure.sheet_frame import SheetFrame

HEAD_GAP = 1.2
"""White between the headings of two columns at least, in mm."""
WRITTEN_GAP, LEAST_WRITTEN = 2.4, 8.0
"""The same above what is written by hand, and the least width of its column: a table with less room is parted."""
CLOSER = 0.6
"""White that columns of figures spare in mm where there is little room."""
WIDEST_FIGURES = 12.0
"""White that a column of figures takes at most, in mm, beyond its text."""
WRITTEN_NAME = 0.2
"""Part of a table that its names get where they are to be written and there are many columns."""
LEAST_TEXT = 0.2
"""Part of a table to write in that its names, and its notes, keep where columns need room."""
HALVES_APART = 5.0
"""White between two halves side by side, in mm."""
PROPERTIES = lengths(halves_apart=HALVES_APART)
"""The same as a custom property of style sheets."""
LONGEST_WORD = 0.4
"""A table is parted before a word breaks, unless it takes more than this part of the width."""
WORTH = 0.86
"""Notes go below their rows, or texts share their room otherwise, where that makes a table lower than this part."""
NARROWEST_NOTE = 4.0
"""A column of notes has at least so many mm for each point of type; else the notes go below their rows."""


def parted(room: float, parts: Sequence[float], least: Sequence[float]) -> list[float]:
    """`room` shared out in proportion to `parts`, yet none gets less than its least, as far as that goes."""
    if room <= sum(least):
        return [max(0.0, room) * width / (sum(least) or 1.0) for width in least]
    short = {i for i, part in enumerate(parts) if room * part / sum(parts) < least[i]}
    while True:
        free = room - sum(least[i] for i in short)
        unit = free / (sum(part for i, part in enumerate(parts) if i not in short) or 1.0)
        more = {i for i, part in enumerate(parts) if i not in short and unit * part < least[i]}
        if not more:
            return [least[i] if i in short else unit * part for i, part in enumerate(parts)]
        short |= more


def half_of(frame: SheetFrame) -> SheetFrame:
    """The column of one of two halves, a little narrower so that both surely stand beside each other."""
    return frame.narrowed((frame.width - HALVES_APART - 0.1) / 2)


def sheet_tables(block: Table, frame: SheetFrame) -> tuple[SheetTable, ...]:
    """A table on a sheet as it is drawn: whole, or in two halves side by side, the first of them no shorter."""
    count = len(block.rows)
    if halves(block, frame) == 1:
        return (SheetTable(block, columns_of(block, frame), frame, range(count)),)
    half, cut = half_of(frame), -(-count // 2)
    columns = columns_of(block, half)
    return tuple(SheetTable(block, columns, half, numbers) for numbers in (range(cut), range(cut, count)))


def halves(block: Table, frame: SheetFrame) -> int:
    """Two where a table is so narrow that its rows fit in two columns, else one."""
    if len(block.rows) < 2:
        return 1
    block = deciding(block)
    most = block.most if isinstance(block, TableOfKind) else len(block.rows)
    if most < 6 or has_notes(block):
        return 1
    half = half_of(frame)
    if frame.empty:
        columns = columns_of(block, half)
        named = frame.mode == "blank" or columns.name_width >= name_room(block, half) - 2
        return 2 if len(block.columns) <= 2 and frame.width >= 110 and named and _writable(block, columns, half) else 1
    if isinstance(block, TableOfKind):
        # The few texts that are wider than most of the kind wrap, as far as heads and words have room.
        if any(c.width < _narrowest(block, c, frame) for c in columns_of(block, half).columns):
            return 1
        block = replace(block, rows=block.usual)
    need = max((named_width(r, frame) for r in block.rows), default=0.0) + sum(
        column_width(block, i, frame) for i in range(len(block.columns))
    )
    return 2 if need <= half.width and columns_of(block, half).name_width >= name_room(block, half) - 2 else 1


def _writable(block: Table, columns: TableFrame, frame: SheetFrame) -> bool:
    """Whether columns have room for what entries have in them, where that is known."""
    letters = block.letters if isinstance(block, TableToWrite) else ()
    return all(
        written_width(count, frame) <= c.width + 0.01 for count, c in zip(letters, columns.columns, strict=False)
    )


def _narrowest(block: Table, column: TableColumn, frame: SheetFrame) -> float:
    """Width below which a column's heading runs into the next one, or a word of it is broken."""
    return max(_head_width(column, frame), word_width(whole_of(block), column.index, frame))


def columns_of(block: Table, frame: SheetFrame) -> TableFrame:
    """Widths of a table on a sheet: figures stay narrow, long texts and notes share the rest.

    Where there are neither, names and short texts share it, or all columns where there are figures only.
    Where it makes the table much lower, short texts wrap as well, or notes stand below their rows.
    """
    return frame.once(_roomy_columns_of, whole_of(block))


def _roomy_columns_of(block: Table, frame: SheetFrame) -> TableFrame:
    own = _columns_of(block, frame)
    return _with_room_to_write(block, own, frame) if isinstance(block, TableToWrite) and block.letters else own


def _with_room_to_write(block: TableToWrite, own: TableFrame, frame: SheetFrame) -> TableFrame:
    """Columns in which there is room to write what entries have, as far as names and notes can spare it."""
    wanted = [max(0.0, written_width(block.letters[c.index], frame) - c.width) for c in own.columns]
    least = frame.label(heading(block, frame)) + 3 + signs(block, frame), frame.label(frame.words("notes")) + HEAD_GAP
    names = max(0.0, own.name_width - max(least[0], frame.width * LEAST_TEXT))
    notes = max(0.0, own.note_width - max(least[1], frame.width * LEAST_TEXT))
    part = min(1.0, (names + notes) / (sum(wanted) or 1.0))
    taken = sum(wanted) * part / ((names + notes) or 1.0)
    columns = tuple(
        replace(column, width=column.width + more * part) for column, more in zip(own.columns, wanted, strict=True)
    )
    return TableFrame(own.name_width - names * taken, columns, own.note_width - notes * taken)


def _columns_of(block: Table, frame: SheetFrame) -> TableFrame:
    long = frame.sizes.cell * 2.6 * 1.6
    wide = [i for i in range(len(block.columns)) if column_width(block, i, frame) > long]
    if wide or has_notes(block):
        return _lowest(block, wide, frame)
    if frame.mode == "filled" and (beside := _lowest(_noted(block), wide, frame)).note_width:
        return beside
    natural = [column_width(block, i, frame) for i in range(len(block.columns))]
    free = frame.width - name_room(block, frame) - sum(natural)
    if free < 0 and frame.empty and not any(row.name for row in block.rows):
        return _to_write_in(block, frame)
    if free < 0 and frame.mode == "filled" and (squeezed := _squeezed(block, natural, frame)):
        return squeezed
    if free < 0:
        texts = [i for i, c in enumerate(block.columns) if not c.strong]
        return _shared(block, texts[:1] or list(range(len(block.columns)))[-1:], frame)
    return _evened(block, natural, free, frame)


def _squeezed(block: Table, natural: Sequence[float], frame: SheetFrame) -> TableFrame | None:
    """Figures as narrow as can be; names and words share the rest by their width, none narrower than its longest word.

    None where there is no room for that.
    """
    own, columns = signs(block, frame), range(len(natural))
    figures = {i: natural[i] - CLOSER for i in columns if figures_only(block, i)}
    words = [i for i in columns if i not in figures]
    longest = max((name_width(word, frame) for row in block.rows for word in row.name.split()), default=0.0)
    least = [max(longest, frame.label(heading(block, frame)) + HEAD_GAP)]
    least += [max(_head_width(block.columns[i], frame), word_width(deciding(block), i, frame)) for i in words]
    room = frame.width - own - sum(figures.values())
    if not words or room < sum(least):
        return None
    name, *shares = parted(room, [name_room(block, frame) - own, *(natural[i] for i in words)], least)
    widths = figures | dict(zip(words, shares, strict=True))
    return TableFrame(
        name + own,
        tuple(TableColumn(i, c.label, c.strong, widths[i], i in figures) for i, c in enumerate(block.columns)),
    )


def _noted(block: Table) -> Table:
    """A table without notes with that of another entry of its kind, so that the columns of both stand alike."""
    note = next((row.note for row in deciding(block).rows if row.note), EMPTY)
    return replace(block, rows=(*block.rows[:-1], *(replace(row, note=note) for row in block.rows[-1:])))


def _lowest(block: Table, wide: Sequence[int], frame: SheetFrame) -> TableFrame:
    """The way to share the room that makes a table lowest; the plain one unless another saves much."""
    plain = _shared(block, wide, frame)
    if frame.mode == "form" and plain.note_width:
        return _in_form(block, plain, _below(block, wide, frame), frame)
    if frame.empty:
        return plain if plain.note_width >= _least_note(block, frame) else _to_write_in(block, frame)
    others = []
    texts = [i for i, c in enumerate(block.columns) if not c.strong and not figures_only(block, i)]
    if len(texts) > len(wide):
        others.append(_shared(block, texts, frame))
    if plain.note_width:
        others.append(_below(block, wide, frame))
    if others and 0 < plain.note_width < frame.sizes.note * NARROWEST_NOTE:
        plain = others.pop()
    heights = {id(option): rows_height(block, option, frame) for option in (plain, *others)}
    best = min(others, key=lambda option: heights[id(option)], default=plain)
    return best if heights[id(best)] < heights[id(plain)] * WORTH else plain


def _in_form(block: Table, beside: TableFrame, below: TableFrame, frame: SheetFrame) -> TableFrame:
    """Fields of notes stand beside their rows, unless they are a thin column or make the table twice as high."""
    thin = beside.note_width < frame.field_type[1] * NARROWEST_NOTE
    return below if thin or rows_height(block, below, frame) < rows_height(block, beside, frame) / 2 else beside


def _below(block: Table, wide: Sequence[int], frame: SheetFrame) -> TableFrame:
    """Widths where notes stand below their rows."""
    bare = replace(block, rows=tuple(replace(row, note=EMPTY) for row in block.rows))
    if isinstance(bare, TableToWrite):
        bare = replace(bare, notes=False)
    return _shared(bare, wide, frame) if wide else _unnoted(bare, frame)


def _unnoted(block: Table, frame: SheetFrame) -> TableFrame:
    """Widths where all columns are narrow and notes stand below."""
    natural = [column_width(block, i, frame) for i in range(len(block.columns))]
    free = frame.width - name_room(block, frame) - sum(natural)
    return _evened(block, natural, free, frame) if free >= 0 else _shared(block, [], frame)


def _evened(block: Table, natural: Sequence[float], free: float, frame: SheetFrame) -> TableFrame:
    """A table with `free` mm to share out; the names take what the columns leave."""
    figures = [figures_only(block, i) for i in range(len(natural))]
    takers = [not own for own in figures] if not all(figures) and not frame.empty else [True] * len(natural)
    share = free / (sum(takers) + (2 if frame.empty else 1))
    grown = [
        min(share, WIDEST_FIGURES) if takes and own and not frame.empty else share if takes else 0.0
        for takes, own in zip(takers, figures, strict=True)
    ]
    columns = tuple(
        TableColumn(i, c.label, c.strong, natural[i] + grown[i], figures[i] and not frame.empty)
        for i, c in enumerate(block.columns)
    )
    return TableFrame(frame.width - sum(c.width for c in columns), columns)


def _to_write_in(block: Table, frame: SheetFrame) -> TableFrame:
    """A table with nothing in it yet and little room: every column is as wide as the others, that of notes too."""
    name = max(frame.label(heading(block, frame)) + 3, frame.width * WRITTEN_NAME) + signs(block, frame)
    note = _least_note(block, frame)
    least = [*(frame.label(column.label) + HEAD_GAP for column in block.columns), *([note] if note else [])]
    widths = parted(frame.width - name, [1.0] * len(least), least)
    columns = (TableColumn(i, c.label, c.strong, widths[i], False) for i, c in enumerate(block.columns))
    return TableFrame(name, tuple(columns), widths[-1] if note else 0.0)


def _shared(block: Table, wide: Sequence[int], frame: SheetFrame) -> TableFrame:
    narrow = {i: column_width(block, i, frame) for i in range(len(block.columns)) if i not in wide}
    names = [name_width(row.name, frame) for row in block.rows]
    if not any(row.name for row in block.rows):
        names.append(frame.width * 0.3)
    heads = [_head_width(block.columns[i], frame) for i in wide]
    least = frame.width - sum(narrow.values()) - sum(heads)
    name = min(max([*names, frame.label(heading(block, frame)) + 3]), frame.width * 0.32, max(least, frame.width * 0.2))
    name += signs(block, frame)
    notes = has_notes(block)
    rest = frame.width - name - sum(narrow.values())
    parts = [_weight(block, i) for i in wide] + ([1.2] if notes else [])
    unit = rest / sum(parts) if parts else 0.0
    texts = [i for i, c in enumerate(block.columns) if not c.strong]
    if parts and unit * min(parts) < frame.width * 0.14 and len(texts) > len(wide):
        return _shared(block, texts, frame)
    words = [max(head, word_width(block, i, frame)) for i, head in zip(wide, heads, strict=True)]
    wordy = [i for i in range(len(block.columns)) if i in wide or not figures_only(block, i)]
    if rest < sum(words) and len(wordy) > len(wide):
        return _shared(block, wordy, frame)
    if rest < sum(heads) and narrow:
        return _shared(block, texts if len(texts) > len(wide) else range(len(block.columns)), frame)
    shares = parted(rest, parts, [*(words if sum(words) <= rest else heads), *([0.0] if notes else [])])
    widths = narrow | dict(zip(wide, shares, strict=False))
    columns = tuple(
        TableColumn(
            i,
            c.label,
            c.strong,
            widths[i],
            i in narrow and not frame.empty and figures_only(block, i),
        )
        for i, c in enumerate(block.columns)
    )
    return TableFrame(name, columns, shares[-1] if notes else 0.0)


def _weight(block: Table, index: int) -> float:
    texts = [row.cells[index].number.text for row in block.rows if index < len(row.cells)]
    return max(0.5, min(1.6, max((len(text) for text in texts), default=10) / 40))


def in_parts(block: Table, frame: SheetFrame) -> tuple[Table, ...]:
    """A table with more columns than this width holds as several, one below the other; else the block itself."""
    if len(block.columns) < 2:
        return (block,)
    needs = [_least(block, i, frame) for i in range(len(block.columns))]
    if note := _least_note(block, frame):
        needs.append(note)
    room = frame.width - min(name_room(block, frame), frame.width * 0.32 + signs(block, frame))
    if sum(needs) <= room:
        return (block,)
    count = min(len(needs), max(2, math.ceil(sum(needs) / room)))
    each = math.ceil(len(needs) / count)
    starts = range(0, len(needs), each)
    parts = (_of_columns(block, slice(start, start + each), start == (starts[-1] if note else 0)) for start in starts)
    return tuple(parts) if frame.empty else tuple(_worded(part) for part in parts)


def _least(block: Table, index: int, frame: SheetFrame) -> float:
    """Width below which a column's head or figures run into the next one, or a word breaks or a field cuts it off."""
    head = block.columns[index]
    if frame.mode == "blank":
        return max(frame.label(head.label) + WRITTEN_GAP, LEAST_WRITTEN)
    if frame.mode == "form":
        return max(_head_width(head, frame), word_width(block, index, frame))
    if figures_only(block, index):
        return column_width(block, index, frame)
    word = word_width(deciding(block), index, frame)
    return max(_head_width(head, frame), word if word <= frame.width * LONGEST_WORD else 0.0)


def _least_note(block: Table, frame: SheetFrame) -> float:
    """Width of a column of notes below which its heading runs over its edge, where they are written by hand; else 0."""
    noted = frame.mode == "blank" and has_notes(block)
    return max(frame.label(frame.words("notes")) + WRITTEN_GAP, frame.width * LEAST_TEXT) if noted else 0.0


def _head_width(column: Column | TableColumn, frame: SheetFrame) -> float:
    """Width of a column's heading with the white behind it: over what is set black, as much as that has."""
    return frame.label(column.label) + (FIGURE_PAD if column.strong and not frame.empty else HEAD_GAP)


def holds_columns(block: Table, frame: SheetFrame) -> bool:
    """Whether a column is wide enough for all columns of a table, its notes below the rows."""
    columns = sum(column_width(block, i, frame) for i in range(len(block.columns)))
    return name_room(block, frame) + columns <= frame.width


def _of_columns(block: Table, part: slice, noted: bool) -> Table:
    """Some of the columns of a table, with its notes or without; the first of its parts keeps the title."""
    rows = _cut(block.rows if noted else [replace(row, note=EMPTY) for row in block.rows], part)
    own = replace(block, title="" if part.start else block.title, columns=block.columns[part], rows=rows)
    if isinstance(own, TableToWrite):
        return replace(own, letters=own.letters[part], notes=noted and own.notes)
    if isinstance(own, TablePart) and own.kind:
        rows, usual = _cut(own.kind.rows, part), _cut(own.kind.usual, part)
        return replace(own, kind=replace(own.kind, columns=own.columns, rows=rows, usual=usual))
    return own


def _cut(rows: Sequence[Row], part: slice) -> tuple[Row, ...]:
    return tuple(replace(row, cells=row.cells[part]) for row in rows)


def _worded(block: Table) -> Table:
    """A part of a table without the rows that say nothing in its columns."""
    rows = tuple(row for row in block.rows if any(cell.number.text for cell in row.cells) or row.note)
    return replace(block, rows=rows or block.rows)
