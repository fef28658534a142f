"""Kinds: what can be written about a character or a monster, and what follows from it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sheetgen.blocks.base import LayoutFormula
from sheetgen.formula.check import check
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import Expression, Program
from sheetgen.formula.parse import Formula
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import ANYTHING, ListOf, Record, bare
from sheetgen.model.ruleset.documents import YamlPlace, check_condition, model, report
from sheetgen.model.ruleset.field_sorts import Sort, holding
from sheetgen.model.ruleset.field_types import Field, MappingShape, TypeNames, field_type, read_field
from sheetgen.model.ruleset.layouts import Layout, compile_layout
from sheetgen.model.ruleset.models import CheckModel, KindModel, StepModel
from sheetgen.model.ruleset.rules import Step, ordered, read_input, read_step, step_type
from sheetgen.model.ruleset.validation import DefaultError, EntryModel, ModelCompiler
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.suggest import with_article

COMMON = {
    "id": 'text, default ""',
    "name": "text",
    "aliases": "list of text, default []",
    "tags": "list of text, default []",
    "summary": 'text, default ""',
    "extends": 'text, default ""',
    "overlays": "list of text, default []",
    "stated": "map text -> any, default {}",
    "hidden": "truth, default false",
    "source": 'text, default ""',
    "facts": "list of text, default []",
    "reference": 'text, default ""',
    "portrait": 'text, default ""',
    "ruleset": 'text, default ""',
}
"""Fields that every kind has."""
ROWS = "it names a derived list, whose rows have name, id, initiative and side"


@dataclass(frozen=True, eq=False)
class DerivedValue:
    """A value that follows from the fields: its dotted name, its formula, and what it is called."""

    path: tuple[str, ...]
    model: StepModel
    place: YamlPlace
    checked: Checked
    expression: Expression

    @property
    def name(self) -> str:
        """The dotted name, `wounds.deep`."""
        return ".".join(self.path)


@dataclass(frozen=True)
class DerivedGroup:
    """Derived values that are read together, `bonuses`: each member with its dotted name."""

    name: str
    members: Mapping[str, str]


@dataclass(frozen=True)
class Check:
    """Something that must hold of every entry of a kind."""

    model: CheckModel
    formula: LayoutFormula
    fields: tuple[str, ...] = ()
    """The fields that it reads, from left to right."""


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of entry."""

    id: str
    model: KindModel
    place: YamlPlace
    fields: tuple[Field, ...]
    compiler: ModelCompiler
    record: Record
    derived: tuple[DerivedValue | DerivedGroup, ...] = ()
    """In the order in which they follow from each other."""
    checks: tuple[Check, ...] = ()
    layout: Layout | None = None

    @property
    def folder(self) -> str:
        """The folder of its entries in a campaign."""
        return self.model.folder or self.id

    @property
    def parts(self) -> Mapping[str, Sequence[Field]]:
        """The fields of the ruleset's records."""
        return self.compiler.records

    @cached_property
    def entry_model(self) -> type[EntryModel]:
        """Validates an entry. Made when it is first asked for."""
        return self.compiler.model(self.id, self.fields)

    @cached_property
    def by_name(self) -> dict[str, Field]:
        """Fields by name."""
        return {field.name: field for field in self.fields}

    def fields_of(self, record: str) -> Sequence[Field]:
        """The fields of a record; its own where that has no name."""
        return self.parts[record] if record else self.fields

    def holding(self, sort: Sort, record: str = "") -> tuple[Field, ...]:
        """The fields of a record, or its own, that are of a sort or hold such fields; see `field_sorts.holding`."""
        known = self._holding.get((sort, record))
        if known is None:
            known = holding(sort, self.fields_of(record), self.parts)
            self._holding[sort, record] = known
        return known

    @cached_property
    def _holding(self) -> dict[tuple[Sort, str], tuple[Field, ...]]:
        return {}


def has_card(kind: Kind) -> bool:
    """Whether entries of a kind are printed as cards."""
    return kind.layout is not None and bool(kind.layout.areas["front"])


def has_sheet(kind: Kind) -> bool:
    """Whether entries of a kind are printed as sheets."""
    return kind.layout is not None and bool(kind.layout.areas["play"])


def read_kind(
    place: YamlPlace, words: TypeNames, compiler: ModelCompiler, records: Mapping[str, Record], diagnostics: Diagnostics
) -> Kind | None:
    """Read a kind file and compile its fields; None, with diagnostics, where it is wrong."""
    written = model(KindModel, place, place.document.data, diagnostics)
    if written is None:
        return None
    fields = [read_field(name, text, words) for name, text in COMMON.items()]
    for name, data in written.fields.items():
        own = read_input(name, data, place.at("fields", name), words, diagnostics)
        if name in COMMON:
            message, hint = f"every entry has `{name}` already", "give this field another name"
            diagnostics.error("ruleset", message, place.at("fields", name).key_span, hint)
        elif own is not None:
            fields.append(own)
    kept = tuple(with_sound_default(field, compiler, place.at("fields", field.name), diagnostics) for field in fields)
    return Kind(written.id, written, place, kept, compiler, records[written.id])


def with_sound_default(field: Field, compiler: ModelCompiler, place: YamlPlace, diagnostics: Diagnostics) -> Field:
    """A field; without its default, with a diagnostic, where the field itself would not take that."""
    if field.existing is not None:
        return replace(field, existing=with_sound_default(field.existing, compiler, place, diagnostics))
    try:
        compiler.default(field)
    except DefaultError as error:
        diagnostics.error("ruleset", str(error), place.span)
        shape = field.shape
        rest = replace(shape, fill=None, filled=False, partial=True) if isinstance(shape, MappingShape) else shape
        return replace(field, shape=rest, default={} if isinstance(shape, MappingShape) else None)
    return field


def fill_record(kind: Kind, records: Mapping[str, Record], kinds: Mapping[str, Record]) -> None:
    """Make the fields of a kind known to formulas of other kinds."""
    types = {field.name: field_type(field, records, kinds) for field in kind.fields}
    assert isinstance(kind.record.fields, dict) and isinstance(kind.record.labels, dict)
    kind.record.fields.update(types)
    kind.record.labels.update({field.name: field.label for field in kind.fields})


def compile_kind(kind: Kind, base: Scope, program: Program, diagnostics: Diagnostics) -> Kind:
    """Check and compile the derived values and the layout of a kind."""
    steps = dict(_flat(kind.model.derive, kind.place.at("derive"), diagnostics))
    groups = _groups(steps)
    trees = {name: _DottedNames(steps).visit(step.formula.tree) for name, step in steps.items()}
    trees |= {group: _group_tree(members) for group, members in groups.items()}
    places = {name: steps[name].place if name in steps else kind.place.at("derive") for name in trees}
    names = {name: Binding(t, kind.record.label(name)) for name, t in kind.record.fields.items()}
    derived: list[DerivedValue | DerivedGroup] = []
    for name in steps.keys() & kind.record.fields.keys():
        diagnostics.error("ruleset", f"`{name}` is already a field of {with_article(kind.id)}", steps[name].place.span)
    order = ordered(trees, places, diagnostics)
    if order is None:
        diagnostics.fail(*trees)
    for name in order or ():
        scope = replace(base, names={**base.names, **names})
        if name not in steps:
            names[name] = Binding(_group_type(name, groups[name], names, steps))
            derived.append(DerivedGroup(name, groups[name]))
            continue
        step = steps[name]
        checked = check(Formula(step.formula.text, trees[name]), scope)
        for problem in checked.problems:
            report(problem, step.place, diagnostics)
        checked.type = step_type(step, checked.type, diagnostics)
        names[name] = Binding(ANYTHING, step.label, "failed") if checked.problems else Binding(checked.type, step.label)
        if not checked.problems:
            value = DerivedValue(
                tuple(name.split(".")), step.model, step.place, checked, program.expression(checked, scope)
            )
            derived.append(value)
    _extend_record(kind, names)
    _check_roster(kind, diagnostics)
    scope = replace(base, names={**base.names, **names})
    dotted = _DottedNames(steps)
    layout = compile_layout(kind.model, kind.place, scope, dotted, program, diagnostics)
    checks = []
    for number, rule in enumerate(kind.model.checks):
        compiled = layout.compile(rule.that, kind.place.at("checks", number, "that"), diagnostics)
        if compiled:
            check_condition(compiled.type, compiled.span, diagnostics)
            checks.append(Check(rule, compiled, fields_read(kind, compiled)))
    return replace(kind, derived=tuple(derived), checks=tuple(checks), layout=layout)


def fields_read(kind: Kind, formula: LayoutFormula) -> tuple[str, ...]:
    """The fields that a formula names, from left to right."""
    tree = formula.checked.formula.tree
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in kind.by_name]
    return tuple(dict.fromkeys(node.id for node in sorted(names, key=lambda node: (node.lineno, node.col_offset))))


def _check_roster(kind: Kind, diagnostics: Diagnostics) -> None:
    name = kind.model.roster
    if not name:
        return
    at, field = kind.place.at("roster").span, kind.record.fields.get(name)
    if field is None:
        hint = did_you_mean(name, kind.record.fields) or ROWS
        diagnostics.error("formula-name", f"{kind.record} has nothing called `{name}`", at, hint, missed=(name,))
    elif field != ANYTHING and not (isinstance(field, ListOf) and isinstance(bare(field.item), Record)):
        diagnostics.error("formula-type", f"`roster` takes a list of records, not {field}", at, ROWS)


def _flat(
    tree: Mapping[str, Any], place: YamlPlace, diagnostics: Diagnostics, prefix: str = ""
) -> Iterator[tuple[str, Any]]:
    for name, data in tree.items():
        dotted = f"{prefix}{name}"
        if isinstance(data, dict) and "formula" not in data:
            yield from _flat(data, place.at(name), diagnostics, f"{dotted}.")
            continue
        step = read_step(dotted.split(".")[-1], data, place.at(name), diagnostics)
        if step is not None:
            yield dotted, step


def _groups(steps: Mapping[str, Step]) -> dict[str, dict[str, str]]:
    """For each group of derived values the dotted names of its members, innermost groups included."""
    groups: dict[str, dict[str, str]] = {}
    for name in steps:
        parts = name.split(".")
        for end in range(len(parts) - 1, 0, -1):
            group = ".".join(parts[:end])
            groups.setdefault(group, {})[parts[end]] = ".".join(parts[: end + 1])
    return groups


def _group_tree(members: Mapping[str, str]) -> ast.expr:
    keys: list[ast.expr | None] = [ast.Constant(member) for member in members]
    return ast.Dict(keys, [ast.Name(dotted) for dotted in members.values()])


def _group_type(
    group: str, members: Mapping[str, str], names: Mapping[str, Binding], steps: Mapping[str, Any]
) -> Record:
    types = {member: names[dotted].type for member, dotted in members.items() if dotted in names}
    labels = {member: steps[dotted].label for member, dotted in members.items() if dotted in steps}
    return Record(group, types, labels)


class _DottedNames(ast.NodeTransformer):
    """Reads `bonuses.TB` as one name where it is a derived value of a group."""

    def __init__(self, names: Mapping[str, Step]) -> None:
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        dotted = _dotted(node)
        if dotted in self._names:
            return ast.copy_location(ast.Name(dotted), node)
        return self.generic_visit(node)  # type: ignore[return-value]


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _extend_record(kind: Kind, names: Mapping[str, Binding]) -> None:
    assert isinstance(kind.record.fields, dict) and isinstance(kind.record.labels, dict)
    for name, binding in names.items():
        if "." not in name:
            kind.record.fields[name] = binding.type
            kind.record.labels[name] = binding.label
