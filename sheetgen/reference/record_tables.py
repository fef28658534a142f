"""Tables of a reference page whose rows are records: the terms of a vocabulary, or the rows of a ruleset's table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from sheetgen.formula.check import check
from sheetgen.formula.runtime import show
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import Type, bare, readable
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.model.ruleset.documents import YamlPlace, check_condition, formula, report
from sheetgen.model.ruleset.lookup_tables import range_text
from sheetgen.model.ruleset.rule_models import TableModel
from sheetgen.model.ruleset.vocabulary import Vocabulary, attributes_of
from sheetgen.reference.context import RenderContext, RenderedText
from sheetgen.views import pages
from sheetgen.yaml.load import YamlDocument

Item: TypeAlias = Mapping[str, Any]
Cell: TypeAlias = Callable[[Item], pages.TableCell]


RANGE = "key"
"""The column of what stands on the left in a table of ranges."""


@dataclass(frozen=True)
class RecordRows:
    """Rows that are records; the values of the key `first` name them."""

    title: str
    rows: Sequence[Item]
    first: str
    heads: Sequence[str] = ()
    """What stands over the columns, where that is not what their keys say."""

    @property
    def columns(self) -> dict[str, str]:
        """What stands over each column, with the key of its values."""
        keys = [key for key in dict.fromkeys(key for row in self.rows for key in row) if key not in ("aliases", "mark")]
        named = dict.fromkeys(self.heads)
        if len(named) == len(keys):
            return dict(zip(named, keys, strict=True))
        return {self.title if key == RANGE else key.replace("_", " ").capitalize(): key for key in keys}


def of_vocabulary(vocabulary: Vocabulary) -> RecordRows:
    """The terms of a vocabulary with their attributes."""
    rows = [{"title": values["title"], **values} for values in vocabulary.terms.values()]
    return RecordRows(vocabulary.name.title(), rows, "title")


def of_table(model: TableModel) -> RecordRows | None:
    """The rows of a ruleset's table; none where it has plain values by key."""
    if model.rows is not None:
        rows = [row if isinstance(row, dict) else {"value": row} for row in model.rows]
        return RecordRows(model.title, rows, next(iter(rows[0]), "value") if rows else "value", model.heads)
    values = (model.table or {}).items()
    if values and all(isinstance(value, dict) for _, value in values):
        rows = [{RANGE: range_text(key), **value} for key, value in values]
        return RecordRows(model.title, rows, RANGE, model.heads)
    return None


def plain_table(model: TableModel, heads: Sequence[str]) -> pages.EntryTable:
    """A table of plain values by key."""
    rows = tuple(
        pages.TableRow(name=range_text(key), cells=(plain_cell(value),)) for key, value in (model.table or {}).items()
    )
    return pages.EntryTable(title="", heads=tuple(heads or model.heads or (model.title, "")), rows=rows)


def record_table(
    context: RenderContext, drawn: RenderedText, records: RecordRows, data: Item, document: YamlDocument | None
) -> pages.EntryTable:
    """Records in the columns that a directive asks for: keys of theirs, or formulas over them.

    `where` and `sort` are formulas too. A mistake in one is a diagnostic at its place.
    """
    titled = data.get("columns") or records.columns
    names = [name for name in titled if titled[name] != records.first]
    head = next((name for name in titled if titled[name] == records.first), records.title)
    columns = _ColumnReader(context, drawn, records, document)
    cells = [columns.cell(str(titled[name]), ("columns", name)) for name in names]
    rows = list(records.rows)
    if data.get("where") is not None and (keep := columns.formula(str(data["where"]), ("where",))):
        assert document is not None
        check_condition(keep.type, document.span(("where",)), context.diagnostics)
        rows = [row for row in rows if keep.value(row)]
    if data.get("sort") is not None and (order := columns.formula(str(data["sort"]), ("sort",))):
        rows = [row for row, _ in sorted(((row, order.value(row)) for row in rows), key=lambda pair: order_of(pair[1]))]
    return pages.EntryTable(
        title="",
        heads=(head, *names),
        rows=tuple(
            pages.TableRow(name=show(row.get(records.first, "")), cells=tuple(cell(row) for cell in cells))
            for row in rows
        ),
    )


def order_of(value: Any) -> tuple[int, Any]:
    """Where a value stands in a sorted column: numbers first, then words, and last what has no value."""
    if value is None:
        return 2, 0
    return (0, value) if isinstance(value, int | Fraction) else (1, show(value))


def plain_cell(value: Any) -> pages.TableCell:
    """A value as it is written."""
    text = "" if value is None else "–" if value == "" else show(value)
    return pages.TableCell(DrawnText.of(text), is_figure(value))


def is_figure(value: Any) -> bool:
    """Whether a value is set as figures are: a number, a fraction as well."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


@dataclass(frozen=True)
class _RowFormula:
    """A formula over the records of a table."""

    type: Type
    value: Callable[[Item], Any]


@dataclass(frozen=True)
class _ColumnReader:
    """Computes what a directive asks of each record."""

    context: RenderContext
    drawn: RenderedText
    records: RecordRows
    document: YamlDocument | None

    def cell(self, text: str, path: tuple[str, ...]) -> Cell:
        """The function that draws the cell of a column: the value of a key as it is, or that of a formula."""
        if self.document is None or any(text in row for row in self.records.rows):
            return lambda row: plain_cell(row.get(text))
        formula, span = self.formula(text, path), self.document.span(path)
        if formula is None:
            return lambda row: plain_cell(None)
        computed = formula

        def drawn(row: Item) -> pages.TableCell:
            value = computed.value(row)
            text = self.context.cell(value, computed.type, span, self.drawn)
            return pages.TableCell(text, is_figure(value))

        return drawn

    def formula(self, text: str, path: tuple[str, ...]) -> _RowFormula | None:
        """A formula of the directive; None, with a diagnostic at its place, where it is wrong."""
        assert self.document is not None
        context, place = self.context, YamlPlace(self.document, path)
        parsed = formula(text, place, context.diagnostics)
        if parsed is None:
            return None
        scope = self._scope
        checked = check(parsed, scope)
        for problem in checked.problems:
            report(problem, place, context.diagnostics)
        if checked.problems or not context.ruleset.sound:
            return None
        expression = context.ruleset.program.expression(checked, scope)

        return _RowFormula(
            bare(checked.type), lambda row: context.compute(expression, row, place.span, self._name(row))
        )

    def _name(self, row: Item) -> str:
        return show(row.get(self.records.first, ""))

    @property
    def _scope(self) -> Scope:
        """The scope of formulas of the game, with the keys of the records."""
        named = {str(number): row for number, row in enumerate(self.records.rows)}
        fields = attributes_of(self.records.title, named).fields
        own = {name: Binding(kind, readable(name)) for name, kind in fields.items()}
        return replace(self.context.ruleset.scope, names={**self.context.ruleset.scope.names, **own})
