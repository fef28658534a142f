"""Tables of a reference page whose rows are entries of a kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheetgen.blocks.base import LayoutFormula
from sheetgen.formula.types import ANYTHING
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.documents import check_condition
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.written_entries import entries_of
from sheetgen.reference.context import PageSurroundings, RenderContext
from sheetgen.reference.record_tables import is_figure, order_of
from sheetgen.text.source import Span
from sheetgen.views import pages
from sheetgen.yaml.load import YamlDocument


def kind_table(
    context: RenderContext,
    surroundings: PageSurroundings,
    kind: Kind,
    data: Mapping[str, Any],
    document: YamlDocument | None,
    span: Span,
) -> pages.EntryTable:
    """The entries of a kind in the columns that a directive asks for, those that it asks for, in its order."""
    if context.computed(kind.id) == ():
        message, missed = f"this table is empty: there are no entries of kind `{kind.id}`", (entries_of(kind.id),)
        hint = f"entries stand in entries/{kind.folder}.yaml"
        context.diagnostics.warning("unknown-reference", message, span, hint, missed=missed)
    entries = _listed(context, kind, span.file.path)
    columns: Mapping[str | int, Any] = data["columns"]
    if not columns and any(entry.value("summary") for entry in entries):
        columns = {context.renderer.words("Summary"): "summary"}
    written = EntryColumns(context, surroundings, kind, columns or {}, document)
    if data["where"] is not None and (where := written.formula(str(data["where"]), "where")):
        check_condition(where.type, where.span, context.diagnostics)
        entries = [entry for entry in entries if written.value(where, entry, "where")]
    if data["sort"] is not None and (sort := written.formula(str(data["sort"]), "sort")):
        entries.sort(key=lambda entry: order_of(written.value(sort, entry, "sort")))
    rows = []
    for entry, cells in written.rows(entries):
        href = context.addresses.entry(kind.id, entry.id)
        key = surroundings.preview(f"{kind.id}:{entry.id}")
        surroundings.drawn.links.add(key)
        rows.append(pages.TableRow(name=entry.entry.name, cells=cells, href=href, preview=key))
    words = context.renderer.words
    more = pages.Link(words("All {things}", things=words.noun(kind.model.plural)), context.list_address(kind.id))
    return pages.EntryTable(title="", heads=(written.title, *written.heads), rows=tuple(rows), more=more)


@dataclass(frozen=True)
class EntryColumns:
    """Columns of a table of entries: formulas over each by their heads; that of `name` stands first."""

    context: RenderContext
    surroundings: PageSurroundings
    kind: Kind
    columns: Mapping[str | int, Any]
    document: YamlDocument | None

    @property
    def title(self) -> str:
        """The head over the names."""
        return next((str(head) for head, formula in self.columns.items() if _is_name(formula)), self.kind.model.title)

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the other columns."""
        return tuple(str(head) for head, formula in self.columns.items() if not _is_name(formula))

    def rows(self, entries: Sequence[ComputedEntry]) -> Iterator[tuple[ComputedEntry, tuple[pages.TableCell, ...]]]:
        """Each entry with the cells behind its name."""
        written = [(head, formula) for head, formula in self.columns.items() if not _is_name(formula)]
        formulas = {head: self.formula(str(formula), "columns", str(head)) for head, formula in written}
        for entry in entries:
            yield entry, tuple(self._cell(formula, entry, str(head)) for head, formula in formulas.items())

    def formula(self, text: str, *path: str) -> LayoutFormula | None:
        """A formula of the directive; None, with a diagnostic at its place, where it is wrong."""
        return self.context.kind_formula(self.kind, text, self.document, path) if self.document else None

    def value(self, formula: LayoutFormula, entry: ComputedEntry, *path: str) -> Any:
        """What a formula of the directive gives for an entry."""
        assert self.document is not None
        return self.context.compute(formula.expression, entry.values, self.document.span(path), entry.entry.name)

    def _cell(self, formula: LayoutFormula | None, entry: ComputedEntry, head: str) -> pages.TableCell:
        value = self.value(formula, entry, "columns", head) if formula else entry.value("summary")
        kind = formula.type if formula else ANYTHING
        text = self.context.cell(value, kind, entry.entry.place.key_span, self.surroundings.drawn)
        return pages.TableCell(text, is_figure(value))


def _listed(context: RenderContext, kind: Kind, page: Path) -> list[ComputedEntry]:
    """The entries that a table lists: a rulebook's chapters list the rulebook's own, where it has any of the kind."""
    entries = list(context.computed(kind.id) or ())
    own = [computed for computed in entries if not computed.entry.campaign]
    in_book = any(page.is_relative_to(layer.folder / "reference") for layer in context.ruleset.layers)
    return own if own and in_book else entries


def _is_name(formula: Any) -> bool:
    return str(formula).strip() == "name"
