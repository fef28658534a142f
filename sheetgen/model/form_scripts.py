"""What a form computes while it is filled in: the fields that follow from others, and the rules by which they do."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from sheetgen.blocks import EntryView, Table
from sheetgen.blocks.base import LayoutBlock, LayoutFormula
from sheetgen.blocks.body import BodySettings
from sheetgen.blocks.facts import FactsSettings
from sheetgen.blocks.figures import FiguresSettings
from sheetgen.blocks.prose import ProseSettings
from sheetgen.blocks.scores import ScoresSettings
from sheetgen.blocks.table import TableSettings
from sheetgen.formula.javascript import ScriptValue
from sheetgen.formula.types import key_vocabulary
from sheetgen.model.entries import Entry
from sheetgen.model.form_fields import column_names, form_targets, is_written, shape_at
from sheetgen.model.library import Library
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.players_edition import public_library
from sheetgen.model.ruleset.kinds import COMMON, Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.run_rule import as_json
from sheetgen.model.ruleset.script import KINDS, sheets_script
from sheetgen.model.ruleset.shapes import ChoiceShape, Field, ScalarShape, Shape, TermShape, records_of
from sheetgen.model.ruleset_effects import script_effects

MOST = 600_000
"""Characters of the rules of a form; one whose rules are longer computes nothing."""
Form: TypeAlias = tuple[Entry, EntryView, str]
"""An entry, what its sheet shows, and the beginning of the names of its fields."""


class FieldText(NamedTuple):
    """What a form field shows: a value by its name, its unit, and a text behind it, by its name as well."""

    value: str
    unit: str = ""
    after: str = ""


@dataclass(frozen=True)
class SheetScript:
    """How one sheet of a form is computed, in data for a script."""

    kind: str
    fields: Mapping[str, Any]
    """What the entry says, without what is for the game master only."""
    inputs: Mapping[str, tuple[tuple[str | int, ...], str, Mapping[str, str]]]
    """By form field where its value stands, "number", "text" or "term", and the terms by what a reader types."""
    outputs: Mapping[str, FieldText]
    """By form field what it shows."""


@dataclass(frozen=True)
class FormScript:
    """What a form computes: its rules as a script that `rules-runtime.js` runs, and what its sheets are."""

    ruleset: str
    rules: str
    sheets: tuple[SheetScript, ...]
    entries: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What the entries say that those of the sheets refer to, as `kind:id`."""


def form_script(game: LoadedGame, forms: Sequence[Form]) -> FormScript | None:
    """The script of a form with some sheets, whatever players may see of them; None where nothing follows in it."""
    public = public_library(_reached(game.library, [entry for entry, _, _ in forms])).entries
    own = [form for form in forms if (form[0].kind.id, form[0].id) in public and _follows(game.ruleset, form[0].kind)]
    kinds = {kind.id: kind for kind in (entry.kind for entry in public.values())}
    displayed = {name: _SheetValues(kind) for name, kind in kinds.items()}
    sheets = [
        _sheet(public[entry.kind.id, entry.id], view, start, displayed[entry.kind.id]) for entry, view, start in own
    ]
    sheets = [sheet for sheet in sheets if sheet.outputs and sheet.inputs]
    if not sheets:
        return None
    values = {name: what.values for name, what in displayed.items()}
    rules = sheets_script(game.ruleset, game.house, values, script_effects(game.ruleset, public.values()))
    others = {f"{kind}:{identity}": _said(entry) for (kind, identity), entry in public.items()}
    made = FormScript(game.ruleset.id + KINDS, rules, tuple(sheets), others)
    return made if len(rules) <= MOST else None


def _follows(ruleset: Ruleset, kind: Kind) -> bool:
    """Whether the form of a kind can compute: not where fields choose options, since it does not read their boxes."""
    return not any(_chooses(ruleset, kind.fields, set()))


def _chooses(ruleset: Ruleset, fields: Iterable[Field], seen: set[str]) -> Iterator[bool]:
    """Whether fields, or those of records in them, choose options."""
    for part in fields:
        yield isinstance(part.shape, ChoiceShape)
        for record in records_of(part.shape):
            if record not in seen:
                seen.add(record)
                yield any(_chooses(ruleset, ruleset.records[record], seen))


def _reached(library: Library, entries: Iterable[Entry]) -> Library:
    """Some entries and all that they refer to, directly or not."""
    reached: dict[tuple[str, str], Entry] = {}
    waiting = [(entry.kind.id, entry.id) for entry in entries]
    while waiting:
        key = waiting.pop()
        if key not in reached and (entry := library.entries.get(key)):
            reached[key] = entry
            waiting += entry.targets
    return Library(reached)


def _said(entry: Entry) -> dict[str, Any]:
    """The values of an entry that formulas may read, for a script: its longer texts are empty."""
    own = (part for part in entry.kind.fields if part.name not in COMMON)
    said = {part.name: "" if _is_prose(part.shape) else as_json(entry.fields[part.name]) for part in own}
    return {"id": entry.id, "name": entry.name} | said


def _is_prose(shape: Shape) -> bool:
    return isinstance(shape, ScalarShape) and shape.name == "markdown"


class _SheetValues:
    """The values that the sheets of a kind show and that are computed, numbered as they come."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.values: list[ScriptValue] = []
        self._names: dict[str, str] = {}

    def name(self, formula: LayoutFormula) -> str:
        """What the value of a formula is called in the script: that of a derived one as there."""
        if formula.path:
            return ".".join(formula.path)
        text = ast.dump(formula.checked.formula.tree)
        if text not in self._names:
            self._names[text] = f" displayed {len(self._names)}"
            value = ScriptValue(name=self._names[text], formula=(formula.checked, formula.expression.scope))
            self.values.append(value)
        return self._names[text]

    def outputs(self, view: EntryView) -> Iterator[tuple[str, FieldText]]:
        """The form fields of a sheet that show something computed, each with what that is."""
        blocks = self.kind.layout.blocks if self.kind.layout else {}
        for own in (block for area in ("play", "reference") for block in view.area(area)):
            if layout := blocks.get(own.id):
                rows = len(own.rows) if isinstance(own, Table) else 0
                for slot in _of_block(layout, self.kind, rows):
                    if slot.formula and (slot.after or not is_written(slot.formula, self.kind)):
                        value = ".".join((self.name(slot.formula), *slot.path))
                        text = FieldText(value, slot.unit, self.name(slot.after) if slot.after else "")
                        yield from ((name.replace(".", " "), text) for name in (slot.name, f"{own.id} {slot.name}"))


class _Slot(NamedTuple):
    """A form field, the formula whose value it shows, the part of that value, its unit, and a text behind it."""

    name: str
    formula: LayoutFormula | None
    path: tuple[str, ...] = ()
    unit: str = ""
    after: LayoutFormula | None = None


def _of_block(block: LayoutBlock, kind: Kind, rows: int) -> Iterator[_Slot]:
    match block.settings:
        case FiguresSettings(items=items):
            for number, item in enumerate(items):
                yield _Slot(item.label, block.formulas.get(f"items.{number}.value"))
        case FactsSettings(items=items):
            for number, fact in enumerate(items):
                value, after = (block.formulas.get(f"items.{number}.{part}") for part in ("value", "after"))
                yield _Slot(fact.label, value, unit=f" {fact.unit}" if fact.unit else "", after=after)
        case ProseSettings():
            yield _Slot(block.id, block.formulas.get("text"))
        case ScoresSettings():
            for slot, ending in (("map", ""), ("bonuses", " bonus")):
                yield from _of_map(block.formulas.get("map"), block.formulas.get(slot), kind, ending)
        case BodySettings():
            formula = block.formulas.get("map")
            yield from (_Slot(f"{block.id} {key}", formula, (key,)) for key in _titles(formula, kind))
        case TableSettings(columns=columns):
            for number, name in enumerate(column_names(block.settings)):
                cell, unit = block.formulas.get(f"columns.{number}.value"), columns[number].unit
                if cell and cell.path and not unit:
                    for row in range(rows):
                        yield _Slot(f"{block.id} {row + 1} {name}", block.formulas.get("rows"), (str(row), *cell.path))


def _of_map(heads: LayoutFormula | None, formula: LayoutFormula | None, kind: Kind, ending: str) -> Iterator[_Slot]:
    for key, title in _titles(heads, kind).items():
        yield _Slot(f"{title}{ending}", formula, (key,))


def _titles(formula: LayoutFormula | None, kind: Kind) -> Mapping[str, str]:
    """The titles of the terms that are the keys of a map."""
    known = kind.compiler.vocabularies.get(key_vocabulary(formula.type)) if formula else None
    return known.titles if known else {}


def _sheet(entry: Entry, view: EntryView, start: str, displayed: _SheetValues) -> SheetScript:
    inputs, outputs = dict(_inputs(entry)), dict[str, FieldText | None]()
    for name, value in displayed.outputs(view):
        outputs[name] = value if outputs.get(name, value) == value else None
    return SheetScript(
        entry.kind.id,
        _said(entry),
        {f"{start}{name}": given for name, given in inputs.items()},
        {f"{start}{name}": value for name, value in outputs.items() if value and name not in inputs},
    )


def _inputs(entry: Entry) -> Iterator[tuple[str, tuple[tuple[str | int, ...], str, Mapping[str, str]]]]:
    for name, target in form_targets(entry.kind, entry.fields).items():
        shape = shape_at(entry.kind, target.path)
        if target.sort != "value" or target.path[0] in COMMON:
            continue
        match shape:
            case ScalarShape(name="integer" | "number"):
                yield name, (target.path, "number", {})
            case ScalarShape(name="text" | "dice"):
                yield name, (target.path, "text", {})
            case TermShape():
                titles = entry.kind.compiler.vocabulary(shape).titles
                yield name, (target.path, "term", {title.casefold(): term for term, title in titles.items()})
