"""Tables of the rules that dice are rolled on, as chapters show them."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.model.derive import ComputedEntry
from sheetgen.model.ruleset.dice_tables import rolled_table
from sheetgen.model.ruleset.lookup_tables import LookupTable
from sheetgen.reference.context import PageSurroundings, RenderContext
from sheetgen.reference.record_tables import plain_cell
from sheetgen.text.json_script import json_text
from sheetgen.text.source import Span
from sheetgen.views import pages


def table_to_roll(
    context: RenderContext, surroundings: PageSurroundings, table: LookupTable, span: Span
) -> pages.EntryTable:
    """A table that dice are rolled on: they stand first, and a page can roll them."""
    kind = table.model.entries
    kinds = {entries: _of_rulebook(context, entries) for entries in _kinds_rolled(context)}
    names = {entries: [computed.entry.name for computed in of_kind] for entries, of_kind in kinds.items()}
    rolled = rolled_table(table, context.ruleset.tables, names, context.ruleset.titles)
    if kind and table.dice and len(table.dice.results) != len(names.get(kind, ())):
        message = f"{table.dice.text} has {len(table.dice.results)} results, and there are {len(names.get(kind, ()))}"
        context.diagnostics.error("ruleset", f"{message} entries of kind `{kind}`", table.place.at("dice").span)
    if rolled is None:
        return pages.EntryTable(title="", heads=(table.model.title,), rows=())
    rows = []
    for number, (label, cells) in enumerate(rolled.printed):
        if kind:
            link = surroundings.link(f"{kind}:{kinds[kind][number].id}", cells[0], span)
            rows.append(pages.TableRow(name=label, cells=(pages.TableCell(link),)))
        else:
            rows.append(pages.TableRow(name=label, cells=tuple(map(plain_cell, cells))))
    return pages.EntryTable(
        title="", heads=(rolled.dice.text, *rolled.heads), rows=tuple(rows), roll=json_text(rolled.data)
    )


def _of_rulebook(context: RenderContext, kind: str) -> Sequence[ComputedEntry]:
    """The rulebook's entries of a kind, which a campaign's do not change; all where it has none."""
    entries = context.computed(kind) or ()
    return [computed for computed in entries if not computed.entry.campaign] or entries


def _kinds_rolled(context: RenderContext) -> list[str]:
    return list(dict.fromkeys(table.model.entries for table in context.ruleset.tables.values() if table.model.entries))
