"""Effects of entries: what one may change of another, checked and compiled against the kind that it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from graphlib import CycleError, TopologicalSorter
from typing import TypeAlias

from sheetgen.formula.check import check, names_used
from sheetgen.formula.compile import Expression
from sheetgen.formula.parse import Formula, parse
from sheetgen.formula.scope import Binding
from sheetgen.formula.syntax_problems import FormulaError, Problem
from sheetgen.formula.types import NUMBER, TRUTH, ListOf, MapOf, Record, Term, Type, bare, is_integer, is_number
from sheetgen.model.ruleset.derivations import DerivedGroup
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.field_conditions import FieldCondition
from sheetgen.model.ruleset.field_sorts import Sort, refers
from sheetgen.model.ruleset.kinds import COMMON, Kind
from sheetgen.model.ruleset.shapes import (
    EFFECT,
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
)
from sheetgen.model.ruleset.value_types import PLAIN
from sheetgen.model.ruleset.vocabulary import Vocabulary

ADD, SET, WHEN = "add", "set", "when"
SLOTS = (ADD, SET, WHEN)
"""The formulas of an effect."""
SELF, ROW, VALUE, MAP_ROW = "self", "row", "value", "map -> "
"""What they may read beside the values of the owner: the entry of the effect, the record that refers to it, and the
value as it is without the effect."""
ITSELF = "itself"
Needs: TypeAlias = Mapping[str, frozenset[str]]
"""For each value of an entry those that it follows from."""


@dataclass(frozen=True, kw_only=True)
class EffectTarget:
    """A value that an effect changes: the field or derived value, and the way to a part of it."""

    node: str
    part: tuple[str, ...]
    type: Type
    label: str

    @property
    def name(self) -> str:
        """Its dotted name."""
        return ".".join((self.node, *self.part))

    @property
    def each(self) -> bool:
        """Whether it is a map, all of whose values are changed."""
        return isinstance(self.type, MapOf)

    @property
    def value_type(self) -> Type:
        """The type of what is changed."""
        return bare(self.type.value) if isinstance(self.type, MapOf) else self.type


@dataclass(frozen=True, kw_only=True)
class EffectFormulas:
    """An effect as it is computed for owners of one kind."""

    target: EffectTarget
    formulas: Mapping[str, Expression]
    """Of "add", "set" and "when" those that it has."""
    needs: frozenset[str]
    """The values of the owner that they read."""
    reads_value: bool
    """Whether they read the value as it is without the effect."""
    reads_row: bool
    """Whether they read the record that refers to the entry of the effect."""


@dataclass(frozen=True)
class EffectProblem:
    """A mistake in an effect: the setting that it stands in, and the problem."""

    setting: str
    problem: Problem


Compiled: TypeAlias = EffectFormulas | EffectProblem


def target(kind: Kind, name: str) -> EffectTarget | None:
    """The value of a kind that has this dotted name; None where an effect cannot change such a one."""
    assert kind.layout is not None
    names, steps = kind.layout.scope.names, tuple(name.split("."))
    for end in range(len(steps), 0, -1):
        node = ".".join(steps[:end])
        binding = names.get(node)
        if binding is None or binding.kind != "value" or node in COMMON or _is_group(kind, node):
            continue
        return _part(node, binding, steps[end:])
    return None


def _is_group(kind: Kind, name: str) -> bool:
    return isinstance(kind.derived_by_name.get(name), DerivedGroup)


def _part(node: str, binding: Binding, part: tuple[str, ...]) -> EffectTarget | None:
    kind, label = bare(binding.type), binding.label or node
    for step in part:
        if isinstance(kind, Record) and step in kind.fields and not kind.fields.keys() >= COMMON.keys():
            label = kind.label(step)
            kind = bare(kind.fields[step])
        elif isinstance(kind, MapOf) and (not isinstance(kind.key, Term) or step in kind.key.terms):
            kind = bare(kind.value)
        else:
            return None
    changed = bare(kind.value) if isinstance(kind, MapOf) else kind
    if isinstance(changed, Record | MapOf) or (isinstance(changed, ListOf) and isinstance(bare(changed.item), Record)):
        return None
    return EffectTarget(node=node, part=part, type=kind, label=label)


def targets(kind: Kind, inner: bool = False) -> Iterator[str]:
    """The names of the numbers of a kind that an effect may change, derived values first; with `inner`, those in maps
    by the terms that are their keys, too."""
    assert kind.layout is not None
    derived = [derived.name for derived in kind.derived]
    names = kind.layout.scope.names
    for name in dict.fromkeys([*derived, *(part.name for part in kind.fields)]):
        binding = names.get(name)
        if binding is not None and name not in COMMON and not _is_group(kind, name):
            yield from _numbers(name, binding.type, inner)


def _numbers(name: str, kind: Type, inner: bool) -> Iterator[str]:
    kind = bare(kind)
    if inner and isinstance(kind, MapOf) and is_number(kind.value) and isinstance(key := bare(kind.key), Term):
        yield from (f"{name}.{term}" for term in key.terms)
    if is_number(kind) or (isinstance(kind, MapOf) and is_number(kind.value)):
        yield name
    elif isinstance(kind, Record) and not kind.fields.keys() >= COMMON.keys():
        yield from (f"{name}.{part}" for part, inner in kind.fields.items() if is_number(inner))


def has_effects(fields: Sequence[Field], records: Mapping[str, Sequence[Field]]) -> bool:
    """Whether entries with these fields may say what they change."""
    return any(_holds_effects(field.shape, records) for field in fields)


def _holds_effects(shape: Shape, records: Mapping[str, Sequence[Field]]) -> bool:
    match shape:
        case ListShape(item=item) | MappingShape(value=item):
            return _holds_effects(item, records)
        case RecordShape(record=record):
            return shape == EFFECT or has_effects(records[record], records)
    return False


@dataclass(frozen=True)
class EffectSource:
    """What has effects: the entries of a kind, or the terms of a vocabulary."""

    id: str
    record: Record
    title: str

    @staticmethod
    def of_entries(kind: Kind) -> EffectSource:
        """The entries of a kind."""
        return EffectSource(kind.id, kind.record, kind.model.title)

    @staticmethod
    def of_terms(vocabulary: Vocabulary) -> EffectSource:
        """The terms of a vocabulary."""
        return EffectSource(terms_of(vocabulary.name), vocabulary.attributes, f"term of {vocabulary.name}")


def terms_of(vocabulary: str) -> str:
    """The name of the terms of a vocabulary beside those of kinds."""
    return f"{vocabulary} (terms)"


def rows_referring(kind: Kind, other: str) -> list[str]:
    """The records in which entries of a kind refer to a source of effects, each once; last "" for one beside them."""
    rows: dict[str, None] = {}
    left: list[tuple[str, Shape]] = [("", field.shape) for field in kind.fields]
    seen: set[str] = set()
    while left:
        row, shape = left.pop(0)
        match shape:
            case ReferenceShape(kind=referred) if referred == other:
                rows[row] = None
            case TermShape(vocabulary=name) if other in (kind.compiler.effect_kinds.get(name), terms_of(name)):
                rows[row] = None
            case MappingShape(key=key, value=item):
                left += [(row_of_map(shape), key), (row, item)]
            case ListShape(item=item):
                left.append((row, item))
            case RecordShape(record=record) if record not in seen:
                seen.add(record)
                left += [(record, field.shape) for field in kind.parts[record]]
    return sorted(rows, key=bool, reverse=True)


def row_of_map(shape: MappingShape) -> str:
    """How the record is called that stands for an item of a map: it has the `value` that stands with the term."""
    return f"{MAP_ROW}{shape.value.name if isinstance(shape.value, ScalarShape) else 'any'}"


@dataclass(frozen=True)
class EffectCompiler:
    """Checks and compiles effects against the kinds of one game; each formula once."""

    kinds: Mapping[str, Kind]
    records: Mapping[str, Record]
    vocabularies: Mapping[str, Vocabulary] = field(default_factory=dict)
    place: YamlPlace | None = None
    """Where the effects of terms are written."""
    conditions: Mapping[tuple[str, str], FieldCondition] = field(default_factory=dict)
    """When the effects of what a field refers to count: by the record or kind, and the field."""
    _compiled: dict[tuple[str, ...], Compiled] = field(default_factory=dict)

    @cached_property
    def is_needed(self) -> bool:
        """Whether entries of any kind may have effects, or terms have some."""
        kinds = any(has_effects(kind.fields, kind.parts) for kind in self.kinds.values())
        return kinds or any(vocabulary.effects for vocabulary in self.vocabularies.values())

    @cached_property
    def brings(self) -> Sort:
        """Whether a field may bring effects to an entry: it refers to entries, or holds terms that have some."""
        of_entries = (kind.compiler.effect_kinds for kind in self.kinds.values())
        own = {name for name, vocabulary in self.vocabularies.items() if vocabulary.effects}
        return partial(_brings, own.union(*of_entries))

    def owners(self, source: EffectSource) -> list[Kind]:
        """The kinds whose entries refer to what has effects."""
        return [kind for kind in self.kinds.values() if rows_referring(kind, source.id)]

    def compiled(self, effect: Mapping[str, str], owner: Kind, source: EffectSource, row: str) -> Compiled:
        """An effect of a source on an owner that refers to it in a record of this name."""
        key = (owner.id, source.id, row, effect["target"], effect["on"], *(effect[slot] for slot in SLOTS))
        if key not in self._compiled:
            self._compiled[key] = self._compile(effect, owner, source, row)
        return self._compiled[key]

    def _row(self, row: str) -> Record:
        if row.startswith(MAP_ROW):
            return Record("item of the map", {VALUE: PLAIN[row.removeprefix(MAP_ROW)]})
        return self.records[row]

    def _compile(self, effect: Mapping[str, str], owner: Kind, source: EffectSource, row: str) -> Compiled:
        changed, layout = target(owner, effect["target"]), owner.layout
        assert changed is not None and layout is not None
        names = {VALUE: Binding(changed.value_type, changed.label)}
        if effect["on"] != ITSELF:
            names[SELF] = Binding(source.record, source.title)
        if row:
            names[ROW] = Binding(self._row(row), row.replace("_", " "))
        scope = replace(layout.scope, names={**layout.scope.names, **names})
        formulas: dict[str, Expression] = {}
        read: set[str] = set()
        for slot in (slot for slot in SLOTS if effect[slot]):
            try:
                parsed = parse(effect[slot])
            except FormulaError as error:
                return EffectProblem(slot, error.problem)
            formula = Formula(parsed.text, layout.dotted.visit(parsed.tree))
            checked = check(formula, scope, _wanted(slot, changed.value_type))
            if checked.problems:
                return EffectProblem(slot, checked.problems[0])
            formulas[slot] = layout.program.expression(checked, scope)
            read |= names_used(formula.tree)
        compiled = EffectFormulas(
            target=changed,
            formulas=formulas,
            needs=frozenset(read - {SELF, ROW, VALUE}),
            reads_value=VALUE in read,
            reads_row=bool(row) and ROW in read,
        )
        circle = circle_of(changed_needs(owner, [compiled]))
        if circle:
            message, hint = circle_message(circle), f"write `{VALUE}` for what {changed.name} is without this"
            slot = next(slot for slot in SLOTS if slot in formulas)
            return EffectProblem(slot, Problem("formula-cycle", message, 0, len(effect[slot]), (hint,)))
        return compiled


def _brings(vocabularies: Set[str], field: Field) -> bool:
    return bool(field.effects) or refers(vocabularies, field)


def _wanted(slot: str, changed: Type) -> Type:
    if slot == WHEN:
        return TRUTH
    return NUMBER if is_number(changed) and not is_integer(changed) else changed


def changed_needs(kind: Kind, effects: Sequence[EffectFormulas]) -> Needs:
    """What the values of a kind follow from while some effects change values of it."""
    needs = dict(kind.needs)
    for effect in effects:
        needs[effect.target.node] |= effect.needs & needs.keys()
    return needs


def circle_of(needs: Needs) -> list[str]:
    """The values that need each other in a circle; empty where none do."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def circle_message(circle: Sequence[str]) -> str:
    """A circle of values in words."""
    return f"with this effect, values need each other in a circle: {' → '.join(reversed(circle))}"
