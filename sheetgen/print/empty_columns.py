"""Empty columns of tables, which filled sheets and cards leave out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sheetgen.blocks import Block, EntryView, Panel, Table


def trimmed(entry: EntryView) -> EntryView:
    """An entry whose tables have no columns without a text in any row."""
    areas = {name: tuple(map(_trimmed, blocks)) for name, blocks in entry.areas.items()}
    return entry if areas == entry.areas else replace(entry, areas=areas)


def _trimmed(block: Block) -> Block:
    if isinstance(block, Panel):
        return replace(block, entries=tuple(map(trimmed, block.entries)))
    return without_empty_columns(block) if isinstance(block, Table) else block


def without_empty_columns(block: Table) -> Table:
    """A table with those columns only that have a text in some row."""
    return of_columns(block, written_columns([block])) if block.rows else block


def written_columns(tables: Sequence[Table]) -> list[int]:
    """The numbers of the columns that have a text in some row of some tables, which have the same columns."""
    rows = [row for table in tables for row in table.rows]
    return [n for n in range(len(tables[0].columns)) if any(r.cells[n].number.text for r in rows if n < len(r.cells))]


def of_columns(block: Table, kept: Sequence[int]) -> Table:
    """A table with some of its columns."""
    if len(kept) == len(block.columns):
        return block
    rows = tuple(replace(row, cells=tuple(row.cells[n] for n in kept if n < len(row.cells))) for row in block.rows)
    return replace(block, columns=tuple(block.columns[n] for n in kept), rows=rows)
