"""What the checks of a kind find wrong with a computed entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sheetgen.blocks.base import LayoutBlock, LayoutFormula
from sheetgen.formula.compile import guarded
from sheetgen.formula.partly_known import put_over
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, show
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.entries import Entry
from sheetgen.model.ruleset.advance_models import AdvancesModel
from sheetgen.model.ruleset.advances import GROUP
from sheetgen.model.ruleset.computed_texts import said_of
from sheetgen.model.ruleset.kinds import Check, fields_behind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity, SharedCause
from sheetgen.text.source import Span


def report_failed(
    what: str, entry: Entry, formula: Span, error: FormulaFailedError, ruleset: Ruleset, diagnostics: Diagnostics
) -> None:
    """Report that something of an entry cannot be computed, by a formula that other entries have as well, or by a rule
    that others call as well."""
    failed, at = ruleset.line_of_rule(error.at) or (what, formula)
    cause = SharedCause(at=at, what=f"{failed} cannot be computed", reason=str(error), subject=entry.name)
    message, hint = f"{what} of {entry.name} cannot be computed: {error}", f"by the formula at {at}"
    span = entry.place.key_span
    diagnostics.add(Diagnostic(Severity.ERROR, "formula-failed", message, span, (hint,), cause=cause))


def run_checks(computed: ComputedEntry, ruleset: Ruleset, run: Evaluation, diagnostics: Diagnostics) -> None:
    """Report the findings of the kind's own checks: a hand that holds too much, points that were overspent."""
    entry = computed.entry
    for check in entry.kind.checks:
        says = check.model.says
        try:
            if guarded(check.formula.expression.value, run, computed.values) is not False:
                continue
            words = ruleset.texts.filled(entry.kind, said_of(entry.kind, says), computed.values, run)
            at = _place_of(check, computed, run)
        except FormulaFailedError as error:
            report_failed(f"the check “{says}”", entry, check.formula.span, error, ruleset, diagnostics)
            continue
        tell = diagnostics.error if check.model.severity == "error" else diagnostics.warning
        tell("check-failed", f"{entry.name}: {words}", at)
    _run_row_checks(computed, ruleset, run, diagnostics)
    for block in entry.kind.layout.blocks.values() if entry.kind.layout else ():
        _run_objections(block, computed, run, diagnostics)


def _place_of(check: Check, computed: ComputedEntry, run: Evaluation) -> Span:
    """Where something is written of which a check does not hold: the first such item of a list, or the first field
    that it follows from."""
    entry = computed.entry
    if check.items and entry.written(check.rows):
        return entry.span(check.rows, guarded(check.items.expression.value, run, computed.values).index(False))
    return _place_behind(entry, check.formula)


def _place_behind(entry: Entry, formula: LayoutFormula) -> Span:
    """Where the first field that a formula follows from is written, else the entry."""
    return next(filter(None, map(entry.written, fields_behind(entry.kind, formula))), entry.place.key_span)


def _run_row_checks(computed: ComputedEntry, ruleset: Ruleset, run: Evaluation, diagnostics: Diagnostics) -> None:
    """Report the advances that may not be bought, and the first that costs more than is left."""
    entry, model = computed.entry, computed.entry.kind.model.advances
    for check in entry.kind.row_checks:
        rows, says = check.rows, check.model.says
        tell = diagnostics.error if check.model.severity == "error" else diagnostics.warning
        try:
            holds = guarded(check.formula.expression.value, run, computed.values)
            for number in (number for number, answer in enumerate(holds) if answer is False):
                values = put_over(computed.values, computed.values[rows][number])
                words = ruleset.texts.filled(entry.kind, said_of(entry.kind, says, rows), values, run)
                tell("check-failed", f"{entry.name}: {words}", entry.span(rows, number))
        except FormulaFailedError as error:
            report_failed(f"the check “{says}”", entry, check.formula.span, error, ruleset, diagnostics)
    if model and model.earned:
        _report_overspent(computed, model, diagnostics)


def _report_overspent(computed: ComputedEntry, model: AdvancesModel, diagnostics: Diagnostics) -> None:
    """Report the first advance that costs more than is left."""
    for number, line in enumerate(computed.values[GROUP]["lines"]):
        if line["left"] < 0 < line["cost"] and not (model.planned and line[model.planned]):
            had = max(line["left"] + line["cost"], 0)
            message = f"{computed.entry.name}: this costs {show(line['cost'])}, and what is left is {show(had)}"
            plan = f", or say `{model.planned}: true`" if model.planned else ""
            hint = f"note what was earned, or take the line away{plan}"
            diagnostics.error("check-failed", message, computed.entry.span(model.rows, number), hint)
            return


def _run_objections(block: LayoutBlock, computed: ComputedEntry, run: Evaluation, diagnostics: Diagnostics) -> None:
    """Report what an entry says of its state that cannot be: more boxes are marked than there are."""
    entry = computed.entry

    def value(slot: str, row: Mapping[str, Any] | None = None) -> Any:
        formula, values = block.formulas.get(slot), put_over(computed.values, row) if row else computed.values
        try:
            return guarded(formula.expression.value, run, values) if formula else None
        except FormulaFailedError:  # told where the block is drawn
            return None

    for slot, message in block.settings.objections(value):
        diagnostics.error("out-of-range", f"{entry.name}: {message}", _place_behind(entry, block.formulas[slot]))


def report_equal_fighters(computed: ComputedEntry, diagnostics: Diagnostics) -> None:
    """Warn of a roster in which two are called the same, so that neither can be told from the other at the table."""
    rows = computed.value(computed.entry.kind.model.roster or "") or ()
    names = Counter(row["name"] for row in rows if isinstance(row, dict) and isinstance(row.get("name"), str))
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        message = f"{twice[0]} stands {names[twice[0]]} times in this roster under one name"
        hint = "give each a name of its own"
        diagnostics.warning("duplicate-name", message, computed.entry.place.key_span, hint)
