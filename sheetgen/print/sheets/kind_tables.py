"""How the tables of all entries of a kind are set: with the same columns and alignment on every sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sheetgen.blocks import Block, Cell, EntryView, Panel, Row, Table
from sheetgen.blocks.table.table_parts import TableOfKind, TablePart, is_figure
from sheetgen.print.empty_columns import of_columns, written_columns
from sheetgen.print.text_metrics.metrics import width

Key = tuple[str, ...]


def alike(entries: Sequence[EntryView]) -> list[EntryView]:
    """Entries whose tables have those columns that have a text for any of their kind, and are set by all its rows."""
    tables: dict[Key, list[Table]] = {}
    for entry in entries:
        for key, table in _tables(entry, ()):
            tables.setdefault(key, []).append(table)
    kinds = {key: _deciding(own) for key, own in tables.items()}
    return [_set(entry, (), kinds) for entry in entries]


def _tables(entry: EntryView, above: Key) -> Iterator[tuple[Key, Table]]:
    for block in (block for blocks in entry.areas.values() for block in blocks):
        if isinstance(block, Table):
            yield _key(entry, above, block), block
        if isinstance(block, Panel):
            for inner in block.entries:
                yield from _tables(inner, (*above, entry.kind, block.id))


def _key(entry: EntryView, above: Key, block: Table) -> Key:
    return (*above, entry.kind, block.id, *(column.label for column in block.columns))


def _set(entry: EntryView, above: Key, kinds: Mapping[Key, TableOfKind]) -> EntryView:
    def as_all(block: Block) -> Block:
        if isinstance(block, Panel):
            inside = (*above, entry.kind, block.id)
            return replace(block, entries=tuple(_set(inner, inside, kinds) for inner in block.entries))
        if not isinstance(block, Table):
            return block
        kind = kinds[_key(entry, above, block)]
        kept = written_columns([kind]) if kind.rows else range(len(kind.columns))
        own = of_columns(block, kept)
        return TablePart(
            id=own.id, title=own.title, secret=own.secret, heading=own.heading, columns=own.columns, rows=own.rows,
            kind=replace(
                kind, columns=own.columns, rows=of_columns(kind, kept).rows,
                usual=of_columns(replace(kind, rows=kind.usual), kept).rows,
            ),
        )  # fmt: skip

    return replace(entry, areas={name: tuple(map(as_all, blocks)) for name, blocks in entry.areas.items()})


def _deciding(tables: Sequence[Table]) -> TableOfKind:
    """Few rows that settle what the rows of all tables do: widest name, a note, and of each column its extremes."""
    rows = [row for table in tables for row in table.rows]
    chosen = {id(row): row for row in _extremes(rows, len(tables[0].columns))}
    table = tables[0]
    return TableOfKind(
        id=table.id, title=table.title, secret=table.secret, heading=table.heading, columns=table.columns,
        rows=tuple(chosen.values()), most=max(len(table.rows) for table in tables),
        usual=_usual(rows),
    )  # fmt: skip


def _extremes(rows: Sequence[Row], columns: int) -> Iterator[Row]:
    if not rows:
        return
    yield max(rows, key=lambda row: width(row.name, "bold", 10))
    yield max(rows, key=lambda row: row.cost)
    yield from [row for row in rows if row.note][:1]
    yield from [row for row in rows if row.mark][:1]
    for n in range(columns):
        cells = [(row.cells[n].number.text, row) for row in rows if n < len(row.cells)]
        words = [cell for cell in cells if not is_figure(cell[0])]
        if cells:
            yield max(cells, key=lambda cell: width(cell[0], "black", 10))[1]
            yield max(cells, key=lambda cell: len(cell[0]))[1]
            yield max(cells, key=lambda cell: max(map(len, cell[0].split()), default=0))[1]
        yield from (row for _, row in words[:1])


def _usual(rows: Sequence[Row]) -> tuple[Row, ...]:
    if not rows:
        return ()
    columns = zip(*(row.cells for row in rows if len(row.cells) == len(rows[0].cells)), strict=True)
    name = max((row.name for row in rows), key=lambda name: width(name, "bold", 10))
    return (Row(name=name, cells=tuple(map(_usual_cell, columns)), cost=max(row.cost for row in rows)),)


def _usual_cell(cells: Sequence[Cell]) -> Cell:
    """The widest of some figures; of texts, one that half of them are wider than."""
    ordered = sorted(cells, key=lambda cell: width(cell.number.text, "black", 10))
    return ordered[-1] if all(is_figure(cell.number.text) for cell in cells) else ordered[len(ordered) // 2]
