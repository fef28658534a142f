"""Parts of blocks: those that fit where the whole does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from markupsafe import Markup

from sheetgen.blocks import Block, CheckGroups, Lines, Named, NamedList, Panel, Prose, Row, Table, inner_blocks
from sheetgen.blocks.table.table_columns import halves
from sheetgen.blocks.table.table_parts import rows_of
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import sheet_height
from sheetgen.print.measure import running_text
from sheetgen.print.measure.sheet_frame import LINE_PITCH, SheetFrame

FEWEST_LINES = 2
"""Fewer lines to write on are none."""
LONG = 60.0
"""A text higher than so many mm may be cut even where it would fit a column of its own."""
SHORT_TABLE = 6
"""A table of so many rows or fewer, below each other, is not torn between pages."""
Cut = tuple[Block, Block]


def is_short(block: Block, frame: SheetFrame) -> bool:
    """Whether a block is a table that goes on on the next page as a whole, if it fits one, rather than torn."""
    return isinstance(block, Table) and len(block.rows) <= SHORT_TABLE * halves(block, frame.of(block))


def divided(
    block: Block, frame: SheetFrame, room: float, height_safety: float, whole: bool = False
) -> tuple[Block | None, Block | None]:
    """The part of a block that fits `room` mm, and the rest; nothing where it cannot be cut there.

    Two items or rows stay together at both ends. Where the room is a whole column, so that what does not fit
    fits nowhere, single ones stand alone, and texts are cut between paragraphs, at last between words.
    """

    def fits(part: Block) -> bool:
        return sheet_height(part, frame) * height_safety <= room

    if frame.of(block).mode != "filled" and isinstance(block, NamedList | Prose):
        return None, None
    return _between(block, frame.words, fits, 1 if whole else 2) or _within(block, frame, fits, whole) or (None, None)


def _between(block: Block, words: Words, fits: Callable[[Block], bool], least: int) -> Cut | None:
    """A block cut between its items or rows, at least so many on both sides; empty rows at the end do not count."""
    if not isinstance(block, NamedList | Table):
        return None
    parts: Sequence[object] = block.items if isinstance(block, NamedList) else block.rows
    empty = takewhile(lambda row: not _is_written(row), reversed(block.rows)) if isinstance(block, Table) else ()
    written = len(parts) - len([*empty])
    for count in range(len(parts) - least, least - 1, -1):
        if 0 < written - count < least:
            continue
        first = _part(block, words, 0, count)
        if fits(first):
            return first, _part(block, words, count, len(parts))
    return None


def _within(block: Block, frame: SheetFrame, fits: Callable[[Block], bool], whole: bool) -> Cut | None:
    """A block cut inside of its first text: of its only one, where that is long, or of one that fits nowhere."""
    if isinstance(block, Prose) and (whole or sheet_height(block, frame) > LONG):
        return _cut(block, frame.words, block.text, lambda text: replace(block, text=Markup(text)), fits, whole)
    if (
        isinstance(block, NamedList)
        and block.items
        and (whole or sheet_height(_part(block, frame.words, 0, 1), frame) > LONG)
    ):
        first = block.items[0]

        def begun(text: str) -> NamedList:
            return replace(block, items=(replace(first, text=Markup(text)),))

        return _cut(replace(block, items=()), frame.words, first.text, begun, fits, whole, first, block.items[1:])
    if isinstance(block, Table) and whole and block.rows and block.rows[0].note:
        return _cut_note(block, frame.words, fits)
    return _cut_boxes(block, frame.words, fits) if isinstance(block, CheckGroups) and whole else None


def _cut(
    block: Prose | NamedList,
    words: Words,
    text: str,
    begun: Callable[[str], Block],
    fits: Callable[[Block], bool],
    whole: bool,
    item: Named | None = None,
    rest: tuple[Named, ...] = (),
) -> Cut | None:
    parts = running_text.cut(text, lambda part: fits(begun(part)), whole)
    if parts is None:
        return None
    title, tail = continued(block.title, words), Markup(parts[1])
    if isinstance(block, NamedList) and item is not None:
        left = replace(item, name=continued(item.name, words), value="", mark=None, text=tail)
        return begun(parts[0]), replace(block, title=title, items=(left, *rest))
    assert isinstance(block, Prose)
    return begun(parts[0]), replace(block, title=title, text=tail)


def _cut_note(block: Table, words: Words, fits: Callable[[Block], bool]) -> Cut | None:
    first = block.rows[0]

    def begun(text: str) -> Table:
        return replace(rows_of(block, 0, 1, block.title), rows=(replace(first, note=Markup(text)),))

    parts = running_text.cut(first.note, lambda part: fits(begun(part)), True)
    if parts is None:
        return None
    left = Row(name=continued(first.name, words), cells=(), note=Markup(parts[1]))
    rest = rows_of(block, 0, len(block.rows), continued(block.title, words))
    return begun(parts[0]), replace(rest, rows=(left, *rest.rows[1:]))


def _cut_boxes(block: CheckGroups, words: Words, fits: Callable[[Block], bool]) -> Cut | None:
    """Groups of boxes cut between two boxes."""
    places = [(n, at) for n, group in enumerate(block.groups) for at in range(len(group.items))]
    for n, at in reversed(places[1:]):
        group = block.groups[n]
        before, after = (replace(group, items=items) for items in (group.items[:at], group.items[at:]))
        first = replace(block, groups=(*block.groups[:n], *([before] if at else [])))
        if fits(first):
            return first, replace(block, title=continued(block.title, words), groups=(after, *block.groups[n + 1 :]))
    return None


def continued(title: str, words: Words) -> str:
    """The title of what goes on elsewhere."""
    ending = words("{title}, continued", title="")
    return words("{title}, continued", title=title) if title and not title.endswith(ending) else title


def _part(block: NamedList | Table, words: Words, start: int, end: int) -> Block:
    title = continued(block.title, words) if start else block.title
    if isinstance(block, NamedList):
        return replace(block, title=title, items=block.items[start:end])
    return rows_of(block, start, end, title)


def opened(panel: Panel) -> Iterator[Block]:
    """A panel as blocks that can be cut: what is ticked and reckoned stays in it, its texts and tables follow."""
    for entry in panel.entries:
        blocks, name = inner_blocks(entry), panel.called(entry)
        kept = tuple(b for b in blocks if not isinstance(b, NamedList | Prose | Table))
        yield replace(panel, entries=(replace(entry, areas={"panel": kept}),))
        for number, block in enumerate(blocks):
            if isinstance(block, NamedList | Prose | Table):
                title = f"{name}: {block.title}" if block.title else name
                yield replace(block, id=f"{panel.id}-{entry.id}-{block.id or number}", title=title)


def fewer_rows(block: Block, frame: SheetFrame, room: float, height_safety: float) -> Block | None:
    """As many lines or empty rows to write in as there is room for."""
    if isinstance(block, Table):
        first, rest = divided(block, frame, room, height_safety)
        return first if rest is not None and is_empty(rest) else None
    if not isinstance(block, Lines):
        return None
    count = int((room - frame.heading_height(block)) // LINE_PITCH)
    return replace(block, count=count) if FEWEST_LINES <= count < block.count else None


def is_empty(rest: Block) -> bool:
    """Whether the rest of a block is nothing but empty rows, which need not go on elsewhere."""
    return isinstance(rest, Table) and not any(map(_is_written, rest.rows))


def _is_written(row: Row) -> bool:
    return bool(row.name or row.cells or row.note)
