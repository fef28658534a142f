"""What is bought with what was earned: formulas over each row of a list, made into derived values of the kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from sheetgen.formula.check import names_used
from sheetgen.formula.parse import Formula, parse
from sheetgen.formula.types import ANYTHING, TRUTH, ListOf, Record, Type, bare
from sheetgen.model.ruleset.advance_models import AdvancesModel
from sheetgen.model.ruleset.documents import YamlPlace, formula
from sheetgen.model.ruleset.rule_models import StepModel
from sheetgen.model.ruleset.rules import Step
from sheetgen.text.diagnostics import Diagnostics, did_you_mean

GROUP = "advancement"
"""The derived values that follow from the advances of an entry."""
BEFORE, OWN = "before", "own_formula"
_EACH = (
    "[own_formula for row_number in range(len(ROWS)) for before in [[ROWS[earlier] for earlier in range(row_number)]]"
)
_TITLES = {"spent": "Spent", "planned": "Planned", "left": "Left", "costs": "Costs", "lines": "Advances"}


class _Put(ast.NodeTransformer):
    """Puts a formula in the place of a name, and takes what stands around it as having no place of its own."""

    def __init__(self, own: ast.expr | None) -> None:
        self.own = own

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, or the formula that stands for it."""
        if self.own is not None and isinstance(node, ast.Name) and node.id == OWN:
            return self.own
        if isinstance(node, ast.expr):
            node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = 1, 0, None, None
        return self.generic_visit(node)


def row_of(rows: str, fields: Mapping[str, Type]) -> Record | None:
    """The record of a list of a kind; None where it is no list of records."""
    kind = bare(fields.get(rows, ANYTHING))
    row = bare(kind.item) if isinstance(kind, ListOf) else kind
    return row if isinstance(row, Record) else None


def over_rows(own: Formula, rows: str, record: Record) -> Formula:
    """A formula over one row as a list of what it gives for each."""
    parts = [f"for {name} in [{rows}[row_number].{name}]" for name in record.fields]
    if BEFORE in names_used(own.tree):
        parts.append(f"for {BEFORE} in [[{rows}[earlier] for earlier in range(row_number)]]")
    around = parse(f"[{OWN} for row_number in range(len({rows})) {' '.join(parts)}]")
    return Formula(own.text, _Put(own.tree).visit(around.tree))  # type: ignore[arg-type]


def advance_steps(
    model: AdvancesModel, place: YamlPlace, fields: Mapping[str, Type], diagnostics: Diagnostics
) -> Iterator[tuple[str, Step]]:
    """The derived values of the advances of a kind by their dotted names; nothing, with diagnostics, where these are
    wrong."""
    steps = list(_steps(model, place, fields, diagnostics))
    if not steps:
        diagnostics.fail(GROUP)
    yield from steps


def _steps(
    model: AdvancesModel, place: YamlPlace, fields: Mapping[str, Type], diagnostics: Diagnostics
) -> Iterator[tuple[str, Step]]:
    record = row_of(model.rows, fields)
    if record is None:
        message = f"`{model.rows}` is no list of records of this kind"
        hint = did_you_mean(model.rows, fields) or "it names a field such as `advances: list of advance`"
        diagnostics.error("formula-name", message, place.at("rows").span, hint, missed=(model.rows,))
        return
    if model.planned and bare(record.fields.get(model.planned, ANYTHING)) != TRUTH:
        message, hint = f"{record} has no truth called `{model.planned}`", did_you_mean(model.planned, record.fields)
        hint = hint or f"write `{model.planned}: truth, default false` among its fields"
        diagnostics.error("formula-name", message, place.at("planned").span, hint, missed=(model.planned,))
        return
    cost = formula(model.cost, place.at("cost"), diagnostics)
    earned = formula(model.earned, place.at("earned"), diagnostics) if model.earned else None
    if cost is None or (model.earned and earned is None):
        return
    steps = {"costs": (over_rows(cost, model.rows, record), place.at("cost"))}
    if earned is not None:
        steps["earned"] = (earned, place.at("earned"))
    for name, text in _sums(model, record, earned is not None):
        steps[name] = (Formula(text, _Put(None).visit(parse(text).tree)), place)  # type: ignore[arg-type]
    for name, (own, at) in steps.items():
        title = _TITLES.get(name, "Earned")
        yield f"{GROUP}.{name}", Step(name, StepModel(formula=own.text, title=title), own, at)


def _sums(model: AdvancesModel, record: Record, has_earned: bool) -> Iterator[tuple[str, str]]:
    """What follows from the costs: totals, and each row with its cost and what is left after it."""
    rows, costs = model.rows, f"{GROUP}.costs"
    plan = f"{rows}[n].{model.planned}" if model.planned else "false"
    yield "spent", f"sum([{costs}[n] for n in range(len({rows})) if not {plan}])"
    if model.planned:
        yield "planned", f"sum([{costs}[n] for n in range(len({rows})) if {plan}])"
    row = "".join(f'"{name}": {rows}[n].{name}, ' for name in record.fields if name not in ("cost", "left"))
    row += f'"cost": {costs}[n]'
    loops = f"for n in range(len({rows}))"
    if has_earned:
        yield "left", f"{GROUP}.earned - {GROUP}.spent"
        bought, to_buy = (
            f"totals([{what} {loops}])" for what in (f"0 if {plan} else {costs}[n]", f"{costs}[n] if {plan} else 0")
        )
        row += f', "left": {GROUP}.earned - (spent[n] if not {plan} else {GROUP}.spent + later[n])'
        loops = f"for spent in [{bought}] for later in [{to_buy}] {loops}"
    yield "lines", f"[{{{row}}} {loops}]"
