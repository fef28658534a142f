"""Tables of what a ruleset has: entries of a kind, terms of a vocabulary, rows of a table, in columns that are asked
for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sheetgen.model.ruleset.dice_tables import is_rolled
from sheetgen.model.ruleset.documents import YamlPlace, model
from sheetgen.model.ruleset.ruleset_models import ListingModel
from sheetgen.reference.context import PageSurroundings, RenderContext, RenderedText
from sheetgen.reference.definitions import WrittenTable, shorten
from sheetgen.reference.dice_table_views import table_to_roll
from sheetgen.reference.entry_tables import kind_table
from sheetgen.reference.record_tables import of_table, of_vocabulary, plain_table, record_table
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile, Span
from sheetgen.views import pages
from sheetgen.yaml.load import YamlDocument, parse

LISTED = ("columns", "where", "sort")
"""The settings of tables whose rows are entries, terms or records."""


@dataclass(frozen=True)
class WrittenListing:
    """Columns and rows that are asked for, and where that is written; without a document, the usual ones."""

    asked: ListingModel = field(default_factory=ListingModel)
    document: YamlDocument | None = None

    @property
    def written(self) -> Mapping[str, Any]:
        """The settings that are written."""
        data: Any = self.document.data if self.document else None
        return data or {}


def listed(surroundings: PageSurroundings, name: str, listing: WrittenListing, span: Span) -> pages.EntryTable | None:
    """The kind, vocabulary or table of this name as a table; None where there is none.

    Settings that it does not take, and formulas that are wrong, are diagnostics at their place.
    """
    takes: tuple[str, ...]
    context, data, document = surroundings.context, listing.asked.model_dump(), listing.document
    ruleset, takes = context.ruleset, LISTED
    if name in ruleset.kinds:
        table = kind_table(context, surroundings, ruleset.kinds[name], data, document, span)
    elif name in ruleset.vocabularies:
        records = of_vocabulary(ruleset.vocabularies[name])
        table = record_table(context, surroundings.drawn, records, data, document)
    elif name not in ruleset.tables:
        return None
    elif is_rolled(ruleset.tables[name]):
        takes = ("columns",) if ruleset.tables[name].model.entries else ()
        table = table_to_roll(context, surroundings, ruleset.tables[name], data["columns"], document, span)
    elif rows := of_table(ruleset.tables[name].model):
        table = record_table(context, surroundings.drawn, rows, data, document)
    else:
        takes, table = ("heads",), plain_table(ruleset.tables[name].model, data["heads"])
    _refuse(surroundings, name, listing, takes)
    return table


def names_listed(context: RenderContext, table: WrittenTable) -> str:
    """The names in a table of a chapter; mistakes are reported by its own page."""
    quiet = context.noting({}, Diagnostics())
    file = SourceFile(table.path, table.path.name, table.settings)
    document = parse(file, quiet.diagnostics) if table.settings.strip() else None
    asked = model(ListingModel, YamlPlace(document), document.data or {}, quiet.diagnostics) if document else None
    listing = WrittenListing(asked, document) if asked else WrittenListing()
    view = listed(PageSurroundings(quiet, "", RenderedText()), table.name, listing, file.span(0, 0))
    return shorten(", ".join(row.name for row in view.rows)) if view else ""


def _refuse(surroundings: PageSurroundings, name: str, listing: WrittenListing, takes: tuple[str, ...]) -> None:
    for setting in (setting for setting in listing.written if setting not in takes):
        assert listing.document is not None
        hint = f"settings of this table are {', '.join(takes)}" if takes else "it is printed as it stands in the rules"
        span = listing.document.key_span((setting,))
        surroundings.context.diagnostics.error(
            "markdown", f"`{name}` takes no `{setting}`", span, hint, missed=(setting,)
        )
