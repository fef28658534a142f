"""Empty columns of tables, which filled sheets and cards leave out."""

from __future__ import annotations

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
    kept = [n for n in range(len(block.columns)) if any(r.cells[n].number.text for r in block.rows if n < len(r.cells))]
    if len(kept) == len(block.columns) or not block.rows:
        return block
    rows = tuple(replace(row, cells=tuple(row.cells[n] for n in kept if n < len(row.cells))) for row in block.rows)
    return replace(block, columns=tuple(block.columns[n] for n in kept), rows=rows)
