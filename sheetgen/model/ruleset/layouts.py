"""Layouts: which blocks an entry of a kind is drawn with, every formula in them checked and compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from sheetgen.formula.check import check
from sheetgen.formula.checking.base import Checked
from sheetgen.formula.compile import Expression, Program
from sheetgen.formula.parse import Formula
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import ANYTHING, ListOf, MapOf, Record, Type, bare
from sheetgen.model.ruleset.blocktypes import check_columns, check_settings
from sheetgen.model.ruleset.documents import YamlPlace, formula, report
from sheetgen.model.ruleset.models import BlockModel, KindModel
from sheetgen.text.diagnostics import Diagnostics, did_you_mean

_PER_ROW = ("name", "mark", "cost", "note", "href", "value", "text")
"""Slots of a table or named list that are computed for each of its rows."""


@dataclass(frozen=True, eq=False)
class LayoutFormula:
    """A formula of a layout over an entry, or over one row of a block of it."""

    checked: Checked
    expression: Expression
    path: tuple[str, ...]
    """The field or derived value that the formula names, step by step; empty where it computes something."""

    @property
    def type(self) -> Type:
        """The type of its value."""
        return bare(self.checked.type)


@dataclass(frozen=True, eq=False)
class LayoutBlock:
    """A block with its compiled formulas by slot: "rows", "name", "items.0.value", "columns.1.value" ..."""

    id: str
    model: BlockModel
    formulas: Mapping[str, LayoutFormula]


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of a kind."""

    formulas: Mapping[str, LayoutFormula]
    """Formulas outside of blocks: "subtitle.0", "badge", "lead", "columns.0", "sort", "facets.NAME"."""
    blocks: Mapping[str, LayoutBlock]
    areas: Mapping[str, tuple[str, ...]]
    """Names of blocks by area: page, aside, front, back, play, reference."""
    scope: Scope
    dotted: ast.NodeTransformer
    program: Program

    def compile(self, text: str, place: YamlPlace, diagnostics: Diagnostics) -> LayoutFormula | None:
        """One more formula over an entry of the kind, written elsewhere."""
        return _LayoutCompiler(self.scope, self.dotted, self.program, diagnostics).formula(text, place, self.scope)


def compile_layout(
    kind: KindModel,
    place: YamlPlace,
    scope: Scope,
    dotted: ast.NodeTransformer,
    program: Program,
    diagnostics: Diagnostics,
) -> Layout:
    """Check and compile every formula of a kind's layout, list and facets."""
    compiler = _LayoutCompiler(scope, dotted, program, diagnostics)
    check_columns(kind, place, diagnostics)
    return Layout(
        compiler.outer(kind, place),
        {
            name: compiler.block(name, block, place.at("layout", "blocks", name))
            for name, block in kind.layout.blocks.items()
        },
        dict(_areas(kind, place, diagnostics)),
        scope,
        dotted,
        program,
    )


def _has_parts(kind: Type) -> bool:
    """Whether a facet would be of values that have parts of their own."""
    kind = bare(kind)
    item = bare(kind.item) if isinstance(kind, ListOf) else kind
    return isinstance(item, Record | MapOf | ListOf)


def _areas(kind: KindModel, place: YamlPlace, diagnostics: Diagnostics) -> Iterator[tuple[str, tuple[str, ...]]]:
    layout, at = kind.layout, place.at("layout")
    named: list[tuple[str, list[str], YamlPlace]] = [
        ("page", layout.page, at.at("page")),
        ("aside", layout.aside, at.at("aside")),
        ("front", layout.card.front, at.at("card", "front")),
        ("back", layout.card.back, at.at("card", "back")),
        ("play", layout.sheet.play, at.at("sheet", "play")),
        ("reference", layout.sheet.reference, at.at("sheet", "reference")),
    ]
    for area, blocks, where in named:
        for number, block in enumerate(blocks):
            if block not in layout.blocks:
                hint = did_you_mean(block, layout.blocks)
                message = f"there is no block called `{block}`"
                diagnostics.error("ruleset", message, where.at(number).span, hint, missed=(block,))
        yield area, tuple(block for block in blocks if block in layout.blocks)


class _LayoutCompiler:
    def __init__(self, scope: Scope, dotted: ast.NodeTransformer, program: Program, diagnostics: Diagnostics) -> None:
        self.scope = scope
        self.dotted = dotted
        self.program = program
        self.diagnostics = diagnostics

    def outer(self, kind: KindModel, place: YamlPlace) -> dict[str, LayoutFormula]:
        at, found = place.at("layout"), {}
        texts: dict[str, tuple[str, YamlPlace]] = {"lead": (kind.layout.lead, at.at("lead"))}
        for number, text in enumerate(kind.layout.subtitle):
            texts[f"subtitle.{number}"] = (text, at.at("subtitle", number))
        if kind.layout.badge:
            texts["badge"] = (kind.layout.badge.value, at.at("badge", "value"))
        for number, column in enumerate(kind.list.columns):
            texts[f"columns.{number}"] = (column.value, place.at("list", "columns", number, "value"))
        texts["sort"] = (kind.list.sort, place.at("list", "sort"))
        for name, text in kind.facets.items():
            texts[f"facets.{name}"] = (text, place.at("facets", name))
        for name, (text, where) in texts.items():
            one = self.formula(text, where, self.scope)
            if one and name.startswith("facets.") and _has_parts(one.type):
                message = "readers filter by a number, a text or a term, or by a list of these"
                hint = "name a part of each, as in `[one.name for one in …]`"
                self.diagnostics.error("formula-type", message, where.span, hint)
            elif one:
                found[name] = one
        return found

    def block(self, name: str, block: BlockModel, place: YamlPlace) -> LayoutBlock:
        check_settings(block, place, self.diagnostics)
        found: dict[str, LayoutFormula] = {}
        scope = self.scope
        if isinstance(block.rows, str) and block.rows:
            rows = self.formula(block.rows, place.at("rows"), self.scope)
            if rows:
                found["rows"] = rows
                scope = self._row_scope(rows, place)
        lost = bool(block.rows) and isinstance(block.rows, str) and "rows" not in found
        for slot, text, where, per_row in _slots(block, place):
            if lost and per_row:
                continue  # of rows that failed, no part is known
            one = self.formula(text, where, scope if per_row else self.scope)
            if one:
                found[slot] = one
        return LayoutBlock(name, block, found)

    def _row_scope(self, rows: LayoutFormula, place: YamlPlace) -> Scope:
        row = bare(rows.type.item) if isinstance(rows.type, ListOf) else rows.type
        if isinstance(row, Record):
            names = {name: Binding(kind, row.label(name)) for name, kind in row.fields.items()}
            return replace(self.scope, names={**self.scope.names, **names})
        if row != ANYTHING:
            self.diagnostics.error(
                "formula-type", f"rows are a list of records, not {rows.type}", place.at("rows").span
            )
        return self.scope

    def formula(self, text: str, place: YamlPlace, scope: Scope) -> LayoutFormula | None:
        parsed = formula(text, place, self.diagnostics)
        if parsed is None:
            return None
        tree = self.dotted.visit(parsed.tree)
        checked = check(Formula(text, tree), scope)
        for problem in checked.problems:
            report(problem, place, self.diagnostics)
        if checked.problems:
            return None
        return LayoutFormula(checked, self.program.expression(checked, scope), _path(tree, scope))


def _slots(block: BlockModel, place: YamlPlace) -> Iterator[tuple[str, str, YamlPlace, bool]]:
    """Every formula of a block: its slot, text, place, and whether it is computed for each row."""
    has_rows = isinstance(block.rows, str) and block.rows != ""
    for slot in (*_PER_ROW, "map", "bonuses", "entries", "caption", "notes"):
        text = getattr(block, slot)
        if text:
            yield slot, text, place.at(slot), has_rows and slot in _PER_ROW
    for slot in ("items", "groups", "columns", "rows", "heads"):
        parts: Any = getattr(block, slot)
        if isinstance(parts, list):
            for number, part in enumerate(parts):
                yield from _part_slots(part, f"{slot}.{number}", place.at(slot, number), slot == "columns")


def _part_slots(
    part: BaseModel, prefix: str, place: YamlPlace, per_row: bool
) -> Iterator[tuple[str, str, YamlPlace, bool]]:
    for slot in ("value", "after", "map", "items"):
        text = getattr(part, slot, "")
        if text and slot in part.model_fields_set:
            yield f"{prefix}.{slot}", text, place.at(slot), per_row


def _path(tree: ast.expr, scope: Scope) -> tuple[str, ...]:
    match tree:
        case ast.Name(id=name) if name in scope.names and scope.names[name].kind == "value":
            return tuple(name.split("."))
        case ast.Attribute(value=value, attr=name):
            start = _path(value, scope)
            return (*start, name) if start else ()
        case ast.Subscript(value=value, slice=ast.Constant(value=str() as name)):
            start = _path(value, scope)
            return (*start, name) if start else ()
    return ()
