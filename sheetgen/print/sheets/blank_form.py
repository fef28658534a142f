"""Blank sheets: what a player writes is taken out, what the rules print stays.

What belongs to the rules is found by comparing: a block that is the same for every entry of a kind (the list of
actions, the injuries) is the rules' own; of one entry alone nothing is known to be. A blank sheet is made of entries
that are generated from the kind and its bounds, never of anybody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from sheetgen.blocks import (
    EMPTY,
    Block,
    EntryView,
    Facts,
    Lines,
    NamedList,
    Number,
    Prose,
    Row,
    Table,
    Whys,
    unnamed,
)
from sheetgen.blocks.table import ROWS, Cell, TableToWrite
from sheetgen.print.block_print import fields_of
from sheetgen.print.pdf.fields import FORM
from sheetgen.print.sheets.figure_slots import begun, slotted
from sheetgen.print.sheets.placing import follows

AREAS = ("play", "reference", "front", "back")
"""What sheets show, half a page that of cards, too."""
SPARE = 2
"""Empty rows under the filled ones of a sheet to fill in."""


def kept(entries: Sequence[EntryView]) -> frozenset[str]:
    """Ids of the blocks that are the rules' own."""
    every = [{b.id: b for area in ("play", "reference") for b in entry.area(area)} for entry in entries]
    if len(every) < 2:
        return frozenset()
    first = {name: b for name, b in every[0].items() if b.shared}
    return frozenset(name for name, b in first.items() if all(blocks.get(name) == b for blocks in every[1:]))


def common(entries: Sequence[EntryView]) -> dict[str, Block]:
    """Tables and texts that say the same of every entry, by id: what differs between them is left to write in."""
    alike: dict[str, Block] = {}
    every = [b for entry in entries for area in ("play", "reference") for b in entry.area(area)]
    for block in every:
        same = [b for b in every if b.id == block.id]
        if len(same) == len(entries) > 1 and block.id not in alike and (shared := _shared(block, same)):
            alike[block.id] = shared
    return alike


def _shared(block: Block, same: Sequence[Block]) -> Block | None:
    """The common part of a table or a text and others of its id, or None."""
    if isinstance(block, Prose):
        text = slotted([b.text for b in same if isinstance(b, Prose)])
        return replace(block, text=Markup(text)) if text else None
    if isinstance(block, NamedList):
        return _shared_items([b for b in same if isinstance(b, NamedList)])
    tables = [b for b in same if isinstance(b, Table)]
    if not isinstance(block, Table) or not (rows := _shared_rows(tables)):
        return None
    more = any(len(b.rows) > len(rows) for b in tables)
    return replace(block, rows=(*rows, *(Row(name="", cells=(), note=EMPTY),) * (SPARE if more else 0)))


def _shared_items(lists: Sequence[NamedList]) -> NamedList | None:
    """The items of all lists that say about the same in most of them; what the others say is left to write in."""
    first, *others = ({item.name: item for item in other.items} for other in lists)
    names = [name for name in first if all(name in other for other in others)]
    items, said = [], 0
    for name in names:
        same = [first[name], *(other[name] for other in others)]
        texts = [str(item.text) for item in same]
        text = slotted(texts)
        said += bool(text) or not any(texts)
        value = first[name].value if len({item.value for item in same}) == 1 else ""
        open_box = next((item for item in same if not item.ticked), first[name])
        items.append(replace(open_box, text=Markup(text or begun(texts)), value=value))
    most = 2 * len(items) > max(len(other.items) for other in lists)
    return replace(lists[0], items=tuple(items)) if most and 2 * said >= len(items) else None


def _shared_rows(tables: Sequence[Table]) -> tuple[Row, ...]:
    """The rows of the same name that all tables have, where these are most of each."""
    first, *others = ({row.name: row for row in table.rows} for table in tables)
    names = [name for name in first if name and all(name in other for other in others)]
    if 2 * len(names) <= max(len(table.rows) for table in tables):
        return ()
    return tuple(_alike(tuple(rows[name] for rows in (first, *others))) for name in names)


def _alike(rows: tuple[Row, ...]) -> Row:
    first = rows[0]

    def together(n: int, cell: Cell) -> Cell:
        if all(row.cells[n : n + 1] == (cell,) for row in rows):
            return cell
        own = any(cell.number.text != other.number.text for row in rows for other in row.cells[n : n + 1])
        return replace(cell, number=_slots(rows, n), own=own)

    cells = tuple(together(n, cell) for n, cell in enumerate(first.cells))
    return replace(first, cells=cells, note=first.note if len({row.note for row in rows}) == 1 else EMPTY)


def _with_cells(block: Block, own: Callable[[int, Cell], bool]) -> Block:
    """A table whose cells are an entry's own where the function of a column's number and a cell says so."""
    if not isinstance(block, Table):
        return block
    rows = (replace(r, cells=tuple(replace(c, own=own(n, c)) for n, c in enumerate(r.cells))) for r in block.rows)
    return replace(block, rows=tuple(rows))


def _slots(rows: tuple[Row, ...], index: int) -> Number:
    """The words that the cells of a column have in common; nothing where they are bare figures."""
    return Number(slotted([row.cells[index].number.text if index < len(row.cells) else "" for row in rows]))


def blank(entries: Sequence[EntryView], own: frozenset[str]) -> tuple[EntryView, frozenset[str]]:
    """One entry with every block that any of them has, emptied but for the rules' own; the ids of those."""
    listed = common(entries)
    known = {
        name: _with_cells(b, lambda _, cell: cell.own and not cell.number.text)
        for name, b in listed.items()
        if name not in own
    }
    areas = {area: tuple(_union([e.area(area) for e in entries], own, known)) for area in AREAS}
    first = entries[0]
    return replace(unnamed(first), id=f"blank-{first.kind}", areas=areas), own.union(known)


def _union(areas: Sequence[tuple[Block, ...]], own: frozenset[str], known: Mapping[str, Block]) -> list[Block]:
    """The blocks of all areas in the order of the fullest, each once, emptied."""
    union: dict[str, Block] = {}
    for blocks in sorted(areas, key=len, reverse=True):
        for b in blocks:
            unsaid = follows(b) and b.id not in own | known.keys()
            if b.id not in union and not b.secret and not _reckoned(b) and not unsaid:
                same = [block for other in areas for block in other if block.id == b.id]
                union[b.id] = b if b.id in own else known.get(b.id) or b.emptied(same)
    return list(union.values())


def _reckoned(block: Block) -> bool:
    """Whether a block only explains numbers: there are none on a blank sheet."""
    return isinstance(block, Whys)


def leaner(entry: EntryView, rows: int) -> EntryView:
    """An entry whose tables end in no more than so many empty rows, so that its sheet takes fewer pages."""

    def fewer(block: Block) -> Block:
        if isinstance(block, Lines):
            return replace(block, count=min(block.count, rows))
        if not isinstance(block, Table):
            return block
        written = max((n for n, row in enumerate(block.rows, 1) if row.name or row.cells), default=0)
        return replace(block, rows=block.rows[: written + (rows if not written else max(0, rows - ROWS + SPARE))])

    return replace(entry, areas={name: tuple(map(fewer, blocks)) for name, blocks in entry.areas.items()})


def reckoned(entries: Sequence[EntryView]) -> frozenset[str]:
    """Ids of the blocks that only explain numbers."""
    every = (b for entry in entries for area in ("play", "reference") for b in entry.area(area))
    return frozenset(b.id for b in every if _reckoned(b))


def completed(entry: EntryView, generated: Sequence[EntryView]) -> EntryView:
    """An entry with those tables and lists that it has nothing in and generated ones of its kind have, empty."""
    peers = [peer for peer in generated if peer.kind == entry.kind]
    if not peers:
        return entry
    empty, _ = blank(peers, frozenset())
    areas = {name: _with_missing(blocks, empty.area(name)) for name, blocks in entry.areas.items()}
    return replace(entry, areas=areas)


def _with_missing(blocks: Sequence[Block], every: Sequence[Block]) -> tuple[Block, ...]:
    """Blocks with those tables and lists among `every` that are not there, each behind what stands before it."""
    result, at = [*blocks], 0
    for block in every:
        known = next((n for n, other in enumerate(result, 1) if other.id == block.id), None)
        if known is None and isinstance(block, TableToWrite | NamedList):
            own = replace(block, rows=()) if isinstance(block, Table) else replace(block, items=())
            result.insert(at, own)
            known = at + 1
        at = known or at
    return tuple(result)


def roomy(entry: EntryView, own: frozenset[str], shared: Mapping[str, Block]) -> EntryView:
    """An entry with empty rows below its own ones, to be filled in; of tables that the rules print (`shared`, as
    `common` gives them) columns in which entries differ are its own."""

    def more(block: Block) -> Block:
        if isinstance(block, Table) and isinstance(known := shared.get(block.id), Table):
            differing = {n for row in known.rows for n, cell in enumerate(row.cells) if cell.own}
            return _with_cells(block, lambda n, _: n in differing)
        if isinstance(block, Table) and block.id not in own:
            return replace(block, rows=(*block.rows, *(Row(name="", cells=(), note=EMPTY),) * SPARE))
        return block

    areas = dict(entry.areas)
    for area in ("play", "reference"):
        areas[area] = tuple(more(b) for b in entry.area(area) if not b.secret)
    return _distinct(replace(entry, areas=areas))


def _distinct(entry: EntryView) -> EntryView:
    """An entry whose blocks have fields of other names each: labels that several have stand behind their ids."""
    blocks = {b.id: b for area in ("play", "reference") for b in entry.area(area)}
    counts = Counter(name for block in blocks.values() for name in set(_field_names(block)))

    def own(block: Block) -> Block:
        shared = not isinstance(block, Facts) and any(counts[name] > 1 for name in _field_names(block))
        return replace(block, named=f"{block.id} ") if shared else block

    return replace(entry, areas={name: tuple(map(own, blocks)) for name, blocks in entry.areas.items()})


def _field_names(block: Block) -> list[str]:
    return (
        [fact.label for fact in block.items] if isinstance(block, Facts) else [f.name for f in fields_of(block, FORM)]
    )
