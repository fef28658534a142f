"""Kinds: what can be written about a character or a monster, and what follows from it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from sheetgen.blocks.base import LayoutFormula
from sheetgen.formula.check import names_used
from sheetgen.formula.parse import Formula
from sheetgen.formula.types import ANYTHING, ListOf, Record, bare, each
from sheetgen.model.ruleset.advance_models import AdvanceCheckModel
from sheetgen.model.ruleset.advances import over_rows, row_of
from sheetgen.model.ruleset.attacks import check_attack
from sheetgen.model.ruleset.creation import CreationStep, creation_steps
from sheetgen.model.ruleset.derivations import DerivedGroup, DerivedValue, Formulas, KindDerivation, KindFields
from sheetgen.model.ruleset.documents import YamlPlace, check_condition, formula, model, refused
from sheetgen.model.ruleset.field_sorts import Sort, holding
from sheetgen.model.ruleset.field_types import TypeNames, read_field
from sheetgen.model.ruleset.kind_models import CheckModel, KindModel
from sheetgen.model.ruleset.layouts import Layout, compile_layout
from sheetgen.model.ruleset.rules import read_input
from sheetgen.model.ruleset.shapes import ChoiceShape, Field, MappingShape, ReferenceShape, options_field
from sheetgen.model.ruleset.validation import DefaultError, EntryModel, ModelCompiler
from sheetgen.model.ruleset.value_types import field_type
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.pickled_fields import PickledFields
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
    "known": "list of text, default []",
    "open": "list of text, default []",
    "source": 'text, default ""',
    "facts": "list of text, default []",
    "reference": 'text, default ""',
    "portrait": 'text, default ""',
    "ruleset": 'text, default ""',
}
"""Fields that every kind has."""
DOCS = {"known": "What players know of it, where that is not all.", "open": "What is not chosen yet."}
"""What some of them are for."""
ROWS = {
    "roster": "it names a derived list, whose rows have name, id, initiative and side",
    "events": "it names a list, whose rows have round and text",
}
"""The settings of a kind that name a list of records, and what those hold."""


@dataclass(frozen=True)
class Check:
    """Something that must hold of every entry of a kind."""

    model: CheckModel | AdvanceCheckModel
    formula: LayoutFormula
    rows: str = ""
    """The field whose items it is about, if it is about each of a list."""
    items: LayoutFormula | None = None
    """Whether it holds of each of these items, where it is asked of all of them."""


@dataclass(frozen=True, eq=False)
class Kind(PickledFields):
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
    row_checks: tuple[Check, ...] = ()
    """What must hold of each row of its advances; the formula gives a list, an item for each."""
    layout: Layout | None = None
    creation: tuple[CreationStep, ...] = ()
    """The steps in which a new entry is made, where the kind declares them."""

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

    @cached_property
    def derived_by_name(self) -> Mapping[str, DerivedValue | DerivedGroup]:
        """What follows from the fields, by name."""
        return {derived.name: derived for derived in self.derived}

    @cached_property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """For each field and derived value, in the order in which they are declared, those that it follows from."""
        names = dict.fromkeys((*(field.name for field in self.fields), *self.derived_by_name))
        return {name: frozenset(_read(self.derived_by_name.get(name)) & names.keys()) for name in names}

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


def _read(derived: DerivedValue | DerivedGroup | None) -> Set[str]:
    """The names that a derived value reads; a field reads none."""
    if derived is None:
        return frozenset()
    return (
        {*derived.members.values()} if isinstance(derived, DerivedGroup) else names_used(derived.checked.formula.tree)
    )


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
    fields = [read_field(name, text, words, doc=DOCS.get(name, "")) for name, text in COMMON.items()]
    for name, data in written.fields.items():
        own = read_input(name, data, place.at("fields", name), words, diagnostics)
        if name in COMMON:
            message, hint = f"every entry has `{name}` already", "give this field another name"
            diagnostics.error("ruleset", message, place.at("fields", name).key_span, hint)
            diagnostics.fail(refused(name))
        else:
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
        diagnostics.error("ruleset", str(error), place.span, error.hint)
        shape = field.shape
        rest = replace(shape, fill=None, filled=False, partial=True) if isinstance(shape, MappingShape) else shape
        return replace(field, shape=rest, default={} if isinstance(shape, MappingShape) else None)
    return field


def fill_record(kind: Kind, records: Mapping[str, Record], kinds: Mapping[str, Record]) -> None:
    """Make the fields of a kind known to formulas of other kinds."""
    types = {field.name: field_type(field, records, kinds) for field in kind.fields}
    assert isinstance(kind.record.fields, KindFields) and isinstance(kind.record.labels, dict)
    kind.record.fields.known.update(types)
    kind.record.labels.update({field.name: field.label for field in kind.fields})


def compile_kinds(kinds: Iterable[Kind], formulas: Formulas) -> dict[str, Kind]:
    """Check and compile the derived values and the layouts of kinds, which may read each other."""
    derivations = [
        (
            kind,
            KindDerivation(
                kind.id, kind.record, kind.model.derive, kind.place.at("derive"), formulas, kind.model.advances
            ),
        )
        for kind in kinds
    ]
    return {kind.id: _compiled(kind, derivation, formulas) for kind, derivation in derivations}


def _compiled(kind: Kind, derivation: KindDerivation, formulas: Formulas) -> Kind:
    derived, diagnostics, program = derivation.compiled(), formulas.diagnostics, formulas.program
    for setting in ROWS:
        _check_rows(kind, setting, diagnostics)
    if kind.model.attack:
        check_attack(kind.model.attack, kind.place.at("attack"), kind.record.fields, formulas.scope.rules, diagnostics)
    scope = replace(formulas.scope, names={**formulas.scope.names, **derivation.names})
    layout = compile_layout(kind.model, kind.place, scope, derivation.dotted, program, diagnostics)
    checks = tuple(_checks(kind, layout, diagnostics))
    rows = tuple(_row_checks(kind, layout, diagnostics))
    creation = tuple(creation_steps(kind.model, kind.by_name, kind.place, layout, diagnostics))
    return replace(kind, derived=derived, checks=checks, row_checks=rows, layout=layout, creation=creation)


def _checks(kind: Kind, layout: Layout, diagnostics: Diagnostics) -> Iterator[Check]:
    """What must hold of each entry."""
    for number, rule in enumerate(kind.model.checks):
        at = kind.place.at("checks", number, "that")
        compiled = layout.compile(rule.that, at, diagnostics)
        if compiled:
            check_condition(compiled.type, compiled.span, diagnostics)
            name, items = _of_items(compiled.checked.formula.tree)
            if name in kind.by_name and items is not None:
                each_item = layout.compile_tree(Formula(compiled.checked.formula.text, items), at, diagnostics)
                yield Check(rule, compiled, name, each_item)
            else:
                yield Check(rule, compiled)


def _of_items(tree: ast.expr) -> tuple[str, ast.expr | None]:
    """The list of which a condition asks each item, as in `all([a.cost > 0 for a in attacks])`, and its answers."""
    match tree:
        case ast.Call(
            func=ast.Name(id="all"),
            args=[ast.ListComp(generators=[ast.comprehension(iter=ast.Name(id=name), ifs=[])]) as items],
        ):
            return name, items
    return "", None


def _row_checks(kind: Kind, layout: Layout, diagnostics: Diagnostics) -> Iterator[Check]:
    """What must hold of each advance."""
    model, record = (
        kind.model.advances,
        row_of(kind.model.advances.rows, kind.record.fields) if kind.model.advances else None,
    )
    for number, rule in enumerate(model.checks if model and record else ()):
        assert model is not None and record is not None
        at = kind.place.at("advances", "checks", number, "that")
        written = formula(rule.that, at, diagnostics)
        compiled = written and layout.compile_tree(over_rows(written, model.rows, record), at, diagnostics)
        if compiled:
            check_condition(each(compiled.type), compiled.span, diagnostics)
            yield Check(rule, compiled, model.rows)


def fields_behind(kind: Kind, formula: LayoutFormula) -> tuple[str, ...]:
    """The fields that a formula names, from left to right, then those that the derived values follow from that it
    names."""
    tree = formula.checked.formula.tree
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in kind.needs]
    names = list(dict.fromkeys(node.id for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset))))
    for name in names:
        names += [other for other in kind.needs if other in kind.needs[name] and other not in names]
    return tuple(name for name in names if name in kind.by_name)


def _check_rows(kind: Kind, setting: str, diagnostics: Diagnostics) -> None:
    """Report a setting that names no list of records of the kind."""
    name = getattr(kind.model, setting)
    if not name:
        return
    at, field = kind.place.at(setting).span, kind.record.fields.get(name)
    if field is None:
        hint = did_you_mean(name, kind.record.fields) or ROWS[setting]
        diagnostics.error("formula-name", f"{kind.record} has nothing called `{name}`", at, hint, missed=(name,))
    elif field != ANYTHING and not (isinstance(field, ListOf) and isinstance(bare(field.item), Record)):
        diagnostics.error("formula-type", f"`{setting}` takes a list of records, not {field}", at, ROWS[setting])


def check_choices(
    holders: Iterable[tuple[Sequence[Field], YamlPlace]], kinds: Mapping[str, Kind], diagnostics: Diagnostics
) -> None:
    """Report choices of options that stand beside no reference of the name; `holders` has fields and their places."""
    for fields, place in holders:
        references = {part.name: part.shape.kind for part in fields if isinstance(part.shape, ReferenceShape)}
        for part in fields:
            if not isinstance(part.shape, ChoiceShape):
                continue
            name, at = part.shape.field, place.at(part.name).span
            kind = references.get(name)
            if kind is None:
                message = f"no field beside this one is a `ref` called `{name}`"
                diagnostics.error("ruleset", message, at, did_you_mean(name, references), missed=(name,))
            elif kind in kinds and not options_field(kinds[kind].fields):
                message, hint = f"{with_article(kind)} has no options", "give it a field `options: list of option"
                diagnostics.error("ruleset", message, at, f"{hint}, default []`")
