"""Texts of entries with formulas in braces: `{name} weighs {weight} and eats {average(meals)} ({meals}) fish`.

A formula reads what the formulas of the kind read and, in a record, the other fields of the record. A brace that is
none of a formula is written with a backslash before it; nothing in code between backticks is a formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from sheetgen.formula.check import check
from sheetgen.formula.compile import Expression, guarded
from sheetgen.formula.number_formats import formatted
from sheetgen.formula.parse import Formula, parse
from sheetgen.formula.partly_known import UnknownValueError, parts_of
from sheetgen.formula.runtime import Evaluation, Value
from sheetgen.formula.scope import Binding
from sheetgen.formula.syntax_problems import FormulaError, Problem
from sheetgen.formula.types import ListOf, MapOf, Record, Term, Type, bare
from sheetgen.model.ruleset.documents import report
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ScalarShape, Shape
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.yaml.load import Step

_PARTS = re.compile(r"\\(?P<escaped>[{}])|(?P<ticks>`+)(?s:.*?)(?P=ticks)(?!`)|\{(?P<formula>[^{}]*)\}|(?P<loose>[{}])")
Values: TypeAlias = Mapping[str, Any]
UNKNOWN = "…"
"""What stands in a text for a value that is not known."""


@dataclass(frozen=True, kw_only=True)
class FormulaText:
    """A text of an entry in which formulas may stand."""

    path: tuple[Step, ...]
    text: str
    row: str = ""
    """The record that it stands in; empty for a field of the entry."""
    steps: tuple[Step, ...] = ()
    """The way to that record."""
    markdown: bool


def formula_texts(kind: Kind, values: Values) -> Iterator[FormulaText]:
    """The texts of an entry of a kind in which formulas may stand, those without a brace left out; of values that are
    known in part, those that are known."""
    yield from _of_fields(values, (), "", kind)


def said_of(kind: Kind, text: str, rows: str = "") -> FormulaText:
    """What a kind says of an entry, or of a row of a list of records, as a text in which formulas may stand."""
    shape = kind.by_name[rows].shape if rows else None
    record = shape.item.record if isinstance(shape, ListShape) and isinstance(shape.item, RecordShape) else ""
    return FormulaText(path=(), text=text, row=record, markdown=False)


def check_sayings(kind: Kind, texts: TextCompiler, diagnostics: Diagnostics) -> None:
    """Report the mistakes of formulas in what the checks of a kind say."""
    at, model = kind.place, kind.model.advances
    for number, rule in enumerate(kind.model.checks):
        for problem in texts.problems(kind, said_of(kind, rule.says)):
            report(problem, at.at("checks", number, "says"), diagnostics)
    for number, bought in enumerate(model.checks if model and model.rows in kind.by_name else ()):
        for problem in texts.problems(kind, said_of(kind, bought.says, model.rows if model else "")):
            report(problem, at.at("advances", "checks", number, "says"), diagnostics)


def _is_computed(field: Field) -> bool:
    return field.computed


def _of_fields(values: Values, path: tuple[Step, ...], row: str, kind: Kind) -> Iterator[FormulaText]:
    known = parts_of(values)
    for part in kind.holding(_is_computed, row):
        for text in _within(part.shape, parts_of(known.get(part.name)), (*path, part.name), kind):
            if text.row:
                yield text
            elif part.computed:
                yield replace(text, row=row, steps=path)


def _within(shape: Shape, value: Any, path: tuple[Step, ...], kind: Kind) -> Iterator[FormulaText]:
    match shape:
        case ScalarShape() if isinstance(value, str) and shape.is_text and ("{" in value or "}" in value):
            yield FormulaText(path=path, text=value, markdown=shape.name == "markdown")
        case ListShape(item=item):
            for number, part in enumerate(value or ()):
                yield from _within(item, parts_of(part), (*path, number), kind)
        case MappingShape(value=item):
            for key, part in (value or {}).items():
                yield from _within(item, parts_of(part), (*path, key), kind)
        case RecordShape(record=record) if value is not None:
            yield from _of_fields(value, path, record, kind)


@dataclass(frozen=True)
class TextFormula:
    """A formula in a text, and the type of its value."""

    expression: Expression
    type: Type


@dataclass(frozen=True)
class TextCompiler:
    """Checks and compiles the formulas in the texts of one game's entries; each once."""

    records: Mapping[str, Record]
    _compiled: dict[tuple[str, str, str], TextFormula | Problem] = field(default_factory=dict)

    def problems(self, kind: Kind, text: FormulaText) -> Iterator[Problem]:
        """The mistakes in a text, each at its place in it."""
        for match in _PARTS.finditer(text.text):
            if match["loose"]:
                hint = f"write `\\{match['loose']}` for a brace that is to be printed"
                yield Problem("formula-syntax", "this brace has no partner", *match.span(), (hint,))
            elif match["formula"] is not None:
                compiled = self._formula(kind, text.row, match["formula"])
                if isinstance(compiled, Problem):
                    start = match.start("formula")
                    yield replace(compiled, start=start + compiled.start, end=start + compiled.end)

    def filled(self, kind: Kind, text: FormulaText, values: Values, run: Evaluation) -> str:
        """A text with the values of its formulas. Raises `FormulaFailedError`."""

        def part(match: re.Match[str]) -> str:
            if match["formula"] is None:
                return match["escaped"] if match["escaped"] and not text.markdown else match[0]
            compiled = self._formula(kind, text.row, match["formula"])
            assert isinstance(compiled, TextFormula)
            try:
                value = guarded(compiled.expression.value, run, values)
            except UnknownValueError:
                return UNKNOWN
            return _displayed(value, compiled.type, run)

        return _PARTS.sub(part, text.text)

    def _formula(self, kind: Kind, row: str, text: str) -> TextFormula | Problem:
        key = (kind.id, row, text)
        if key not in self._compiled:
            self._compiled[key] = self._compile(kind, row, text)
        return self._compiled[key]

    def _compile(self, kind: Kind, row: str, text: str) -> TextFormula | Problem:
        layout = kind.layout
        assert layout is not None
        record = self.records[row] if row else None
        parts = {name: Binding(part, record.label(name)) for name, part in record.fields.items()} if record else {}
        scope = replace(layout.scope, names={**layout.scope.names, **parts})
        try:
            parsed = parse(text)
        except FormulaError as error:
            return error.problem
        checked = check(Formula(parsed.text, layout.dotted.visit(parsed.tree)), scope)
        if checked.problems:
            return checked.problems[0]
        given = bare(checked.type)
        if isinstance(given, MapOf) or (isinstance(given, Record) and "name" not in given.fields):
            return Problem("formula-type", f"a text takes a number or a text, not {given}", 0, len(text))
        return TextFormula(layout.program.expression(checked, scope), checked.type)


def _displayed(value: Value, kind: Type, run: Evaluation) -> str:
    """A value as readers see it in a text: terms by their titles, entries by their names."""
    kind = bare(kind)
    if value is None:
        return ""
    if isinstance(kind, Term) and kind.vocabulary:
        return run.title(kind.vocabulary, value)
    if isinstance(kind, ListOf) and isinstance(value, list):
        return ", ".join(_displayed(item, kind.item, run) for item in value)
    if isinstance(value, dict) and "name" in value:
        return str(value["name"])
    return value if isinstance(value, str) else formatted(value, kind, run.words)
