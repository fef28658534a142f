"""Layouts: which blocks an entry of a kind is drawn with, every formula in them checked and compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks.base import BlockSettings, LayoutBlock, LayoutFormula, NamedChoice
from sheetgen.blocks.panel import PanelSettings
from sheetgen.blocks.sheet_pages import SheetGrid
from sheetgen.blocks.slots import ROWS, slots
from sheetgen.formula.check import check
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import Program
from sheetgen.formula.parse import Formula
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import ANYTHING, NUMBER, ListOf, MapOf, Optional, Record, Type, accepts, bare, is_number
from sheetgen.model.ruleset.documents import YamlPlace, formula, report
from sheetgen.model.ruleset.kind_models import KindModel
from sheetgen.model.ruleset.sheet_grids import sheet_grids
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity, did_you_mean
from sheetgen.text.source import Span


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of a kind."""

    formulas: Mapping[str, LayoutFormula]
    """Formulas outside of blocks: "subtitle.0", "badge", "lead", "columns.0", "sort", "facets.NAME"."""
    blocks: Mapping[str, LayoutBlock]
    areas: Mapping[str, tuple[str, ...]]
    """Names of blocks by area: page, aside, book, front, back, play, reference."""
    pages: tuple[SheetGrid, ...]
    """The pages of the sheet that have fixed places."""
    scope: Scope
    dotted: ast.NodeTransformer
    program: Program

    def compile(self, text: str, place: YamlPlace, diagnostics: Diagnostics) -> LayoutFormula | None:
        """One more formula over an entry of the kind, written elsewhere."""
        parsed = formula(text, place, diagnostics)
        return self.compile_tree(parsed, place, diagnostics) if parsed else None

    def compile_tree(self, parsed: Formula, place: YamlPlace, diagnostics: Diagnostics) -> LayoutFormula | None:
        """One more formula over an entry of the kind, read elsewhere."""
        return _LayoutCompiler(self.scope, self.dotted, self.program, diagnostics).parsed(parsed, place, self.scope)


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
    pages = sheet_grids(kind.layout, place.at("layout", "sheet"), diagnostics)
    return Layout(
        compiler.outer(kind, place),
        {
            name: compiler.block(name, block, place.at("layout", "blocks", name))
            for name, block in kind.layout.blocks.items()
        },
        dict(_areas(kind, place, pages, diagnostics)),
        pages,
        scope,
        dotted,
        program,
    )


def _has_parts(kind: Type) -> bool:
    """Whether a facet would be of values that have parts of their own."""
    kind = bare(kind)
    item = bare(kind.item) if isinstance(kind, ListOf) else kind
    return isinstance(item, Record | MapOf | ListOf)


def _areas(
    kind: KindModel, place: YamlPlace, pages: Sequence[SheetGrid], diagnostics: Diagnostics
) -> Iterator[tuple[str, tuple[str, ...]]]:
    layout, at = kind.layout, place.at("layout")
    placed = {name: f"`{name}` stands on a page already" for page in pages for name in page.blocks}
    named: list[tuple[str, list[str], YamlPlace]] = [
        ("page", layout.page, at.at("page")),
        ("aside", layout.aside, at.at("aside")),
        ("book", layout.book, at.at("book")),
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
            elif block in blocks[:number]:
                diagnostics.error("ruleset", f"`{block}` stands here twice", where.at(number).span)
            elif area == "reference" and block in placed:
                diagnostics.error("ruleset", placed[block], where.at(number).span)
        first, *others = [page.blocks for page in pages] or [()]
        fixed = {"play": [*first], "reference": [name for page in others for name in page]}.get(area, [])
        yield area, tuple(dict.fromkeys(block for block in (*fixed, *blocks) if block in layout.blocks))


def check_panels(kinds: Sequence[tuple[KindModel, YamlPlace]], diagnostics: Diagnostics) -> None:
    """Report blocks of panels that no kind has."""
    known = {name: kind.id for kind, _ in kinds for name in kind.layout.blocks}
    for kind, place in kinds:
        for name, block in kind.layout.blocks.items():
            for number, inner in enumerate(block.blocks if isinstance(block, PanelSettings) else ()):
                if inner not in known:
                    at = place.at("layout", "blocks", name, "blocks", number).span
                    message, hint = f"no kind has a block called `{inner}`", did_you_mean(inner, known)
                    diagnostics.error("ruleset", message, at, hint, missed=(inner,))


class _LayoutCompiler:
    def __init__(self, scope: Scope, dotted: ast.NodeTransformer, program: Program, diagnostics: Diagnostics) -> None:
        self.scope = scope
        self.dotted = dotted
        self.program = program
        self.diagnostics = diagnostics

    def outer(self, kind: KindModel, place: YamlPlace) -> dict[str, LayoutFormula]:
        at, formulas = place.at("layout"), {}
        texts: dict[str, tuple[str, YamlPlace]] = {"lead": (kind.layout.lead, at.at("lead"))}
        for number, text in enumerate(kind.layout.subtitle):
            texts[f"subtitle.{number}"] = (text, at.at("subtitle", number))
        if kind.layout.badge:
            texts["badge"] = (kind.layout.badge.value, at.at("badge", "value"))
        for number, column in enumerate(kind.list.columns):
            texts[f"columns.{number}"] = (column.value, place.at("list", "columns", number, "value"))
            if column.sort:
                texts[f"order.{number}"] = (column.sort, place.at("list", "columns", number, "sort"))
        numbers = {f"columns.{at}" for at, column in enumerate(kind.list.columns) if column.type == "number"}
        texts["sort"] = (kind.list.sort, place.at("list", "sort"))
        for name, text in kind.facets.items():
            texts[f"facets.{name}"] = (text, place.at("facets", name))
        for name, (text, where) in texts.items():
            formula = self.formula(text, where, self.scope)
            if formula and name in numbers and not accepts(Optional(NUMBER), formula.type):
                hint = "leave out `type: number`, or name a number"
                self.diagnostics.error("formula-type", f"this takes a number, not {formula.type}", where.span, hint)
            elif formula and name.startswith("facets.") and _has_parts(formula.type):
                message = "readers filter by a number, a text or a term, or by a list of these"
                hint = "name a part of each, as in `[one.name for one in …]`"
                self.diagnostics.error("formula-type", message, where.span, hint)
            elif formula:
                formulas[name] = formula
        return formulas

    def block(self, name: str, settings: BlockSettings, place: YamlPlace) -> LayoutBlock:
        compiled: dict[str, LayoutFormula] = {}
        scope, lost, sound = self.scope, False, True
        for slot in slots(settings):
            at = place.at(*slot.path)
            if slot.vocabulary:
                sound &= self._is_vocabulary(slot.text, at)
            elif not (slot.per_row and lost):  # of rows that failed, no part is known
                formula = self.formula(slot.text, at, scope if slot.per_row else self.scope)
                if formula and slot.takes and not slot.takes.accepts(formula.type):
                    message = f"this takes {slot.takes.words}, not {formula.type}"
                    hints = (slot.takes.hint,) if slot.takes.hint and is_number(formula.type) else ()
                    notes = tuple(_worked_out(formula, at))
                    self.diagnostics.add(Diagnostic(Severity.ERROR, "formula-type", message, at.span, hints, notes))
                elif formula:
                    compiled[slot.name] = formula
                if slot.name == ROWS:
                    lost = formula is None or self._is_failed(formula)
                    scope = self._row_scope(formula, place) if formula else self.scope
        types = {named: formula.type for named, formula in compiled.items()}
        for named, message in settings.mismatches(types) if sound else ():
            self.diagnostics.error("formula-type", message, compiled[named].span)
        return LayoutBlock(name, settings, compiled)

    def _is_failed(self, formula: LayoutFormula) -> bool:
        """Whether a formula is the name of a field or derived value that was reported."""
        tree = formula.checked.formula.tree
        if not isinstance(tree, ast.Name) or tree.id not in self.scope.names:
            return False
        unknown = formula.type == ANYTHING and self.diagnostics.has_failed(tree.id)
        return unknown or self.scope.names[tree.id].kind == "failed"

    def _is_vocabulary(self, name: str, place: YamlPlace) -> bool:
        """Whether there is a vocabulary of a name; if not, that is reported."""
        if name not in self.scope.terms:
            hint = did_you_mean(name, self.scope.terms)
            message = f"there is no vocabulary called `{name}`"
            self.diagnostics.error("unknown-term", message, place.span, hint, missed=(name,))
        return name in self.scope.terms

    def _row_scope(self, rows: LayoutFormula, place: YamlPlace) -> Scope:
        row = bare(rows.type.item) if isinstance(rows.type, ListOf) else rows.type
        if isinstance(row, Record) and isinstance(rows.type, ListOf):
            names = {name: Binding(kind, row.label(name)) for name, kind in row.fields.items()}
            return replace(self.scope, names={**self.scope.names, **names})
        if row != ANYTHING:
            self.diagnostics.error(
                "formula-type", f"rows are a list of records, not {rows.type}", place.at("rows").span
            )
        return self.scope

    def formula(self, text: str, place: YamlPlace, scope: Scope) -> LayoutFormula | None:
        parsed = formula(text, place, self.diagnostics)
        return self.parsed(parsed, place, scope) if parsed else None

    def parsed(self, parsed: Formula, place: YamlPlace, scope: Scope) -> LayoutFormula | None:
        tree = self.dotted.visit(parsed.tree)
        checked = check(Formula(parsed.text, tree), scope)
        for problem in checked.problems:
            report(problem, place, self.diagnostics)
        if checked.problems:
            return None
        expression, choice = self.program.expression(checked, scope), self._choice(checked, scope)
        return LayoutFormula(checked, expression, _path(tree, scope), place.span, choice)

    def _choice(self, checked: Checked, scope: Scope) -> NamedChoice | None:
        """What decides between two values of which one is named at least."""
        tree = checked.formula.tree
        if not isinstance(tree, ast.IfExp):
            return None
        paths = _path(tree.body, scope), _path(tree.orelse, scope)
        condition = replace(checked, formula=Formula(checked.formula.text, tree.test))
        return NamedChoice(self.program.expression(condition, scope), paths) if any(paths) else None


def _worked_out(formula: LayoutFormula, place: YamlPlace) -> Iterator[tuple[str, Span]]:
    """Where the kind works out the value that a formula names."""
    derived = YamlPlace(place.document).at("derive", *formula.path)
    if formula.path and derived.data is not None:
        yield "it is worked out here", derived.span


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
