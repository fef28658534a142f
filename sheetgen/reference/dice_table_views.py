"""Tables of the rules that dice are rolled on, as chapters show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.dice_tables import rolled_table
from sheetgen.model.ruleset.lookup_tables import LookupTable
from sheetgen.reference.context import PageSurroundings, RenderContext
from sheetgen.reference.entry_tables import EntryColumns
from sheetgen.reference.record_tables import plain_cell
from sheetgen.text.json_script import json_text
from sheetgen.text.source import Span
from sheetgen.views import pages
from sheetgen.yaml.load import YamlDocument


def table_to_roll(
    context: RenderContext,
    surroundings: PageSurroundings,
    table: LookupTable,
    columns: Mapping[str | int, Any],
    document: YamlDocument | None,
    span: Span,
) -> pages.EntryTable:
    """A table that dice are rolled on: they stand first, and a page can roll them. One of entries may have columns."""
    kind = table.model.entries
    kinds = {entries: _of_rulebook(context, entries) for entries in _kinds_rolled(context)}
    names = {entries: [computed.entry.name for computed in of_kind] for entries, of_kind in kinds.items()}
    rolled = rolled_table(table, context.ruleset.tables, names, context.ruleset.titles)
    if kind and table.dice and len(table.dice.results) != len(names.get(kind, ())):
        message = f"{table.dice.text} has {len(table.dice.results)} results, and there are {len(names.get(kind, ()))}"
        context.diagnostics.error("ruleset", f"{message} entries of kind `{kind}`", table.place.at("dice").span)
    if rolled is None:
        return pages.EntryTable(title="", heads=(table.model.title,), rows=())
    heads = rolled.heads
    if kind:
        of_kind = EntryColumns(context, surroundings, context.ruleset.kinds[kind], columns, document)
        heads = (of_kind.title if of_kind.heads else heads[0], *of_kind.heads)
        rows = [
            pages.TableRow(
                name=label,
                cells=(pages.TableCell(surroundings.link(f"{kind}:{entry.id}", entry.entry.name, span)), *cells),
            )
            for (label, _), (entry, cells) in zip(rolled.printed, of_kind.rows(kinds[kind]), strict=False)
        ]
    else:
        rows = [pages.TableRow(name=label, cells=tuple(map(plain_cell, cells))) for label, cells in rolled.printed]
    return pages.EntryTable(title="", heads=(rolled.dice.text, *heads), rows=tuple(rows), roll=json_text(rolled.data))


def _of_rulebook(context: RenderContext, kind: str) -> Sequence[ComputedEntry]:
    """The rulebook's entries of a kind, which a campaign's do not change; all where it has none."""
    entries = context.computed(kind) or ()
    return [computed for computed in entries if not computed.entry.campaign] or entries


def _kinds_rolled(context: RenderContext) -> list[str]:
    return list(dict.fromkeys(table.model.entries for table in context.ruleset.tables.values() if table.model.entries))
