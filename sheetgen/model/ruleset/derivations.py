"""What kinds derive: each value is checked after those that it reads, of its own kind or of another."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from sheetgen.formula.check import check, names_used
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import Expression, Program
from sheetgen.formula.parse import Formula
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import ANYTHING, Record, Type
from sheetgen.model.ruleset.advance_models import AdvancesModel
from sheetgen.model.ruleset.advances import GROUP, advance_steps
from sheetgen.model.ruleset.documents import YamlPlace, report
from sheetgen.model.ruleset.rule_models import StepModel
from sheetgen.model.ruleset.rules import Step, ordered, read_step, step_type
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.suggest import with_article

DEEPEST = 20
"""Values of other kinds behind each other whose types are found; that of a further one may be anything."""


class KindFields(Mapping[str, Type]):
    """The types of what can be read of an entry; those of derived values are found when they are asked for."""

    def __init__(self) -> None:
        self.known: dict[str, Type] = {}
        self.derived: dict[str, Callable[[], Type]] = {}

    def __getitem__(self, name: str) -> Type:
        return self.known[name] if name in self.known or name not in self.derived else self.derived[name]()

    def __contains__(self, name: object) -> bool:
        return name in self.known or name in self.derived

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self.known, *self.derived)))

    def __len__(self) -> int:
        return len(self.known.keys() | self.derived.keys())


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
class Formulas:
    """What the formulas of all kinds have in common while they are checked."""

    scope: Scope
    program: Program
    diagnostics: Diagnostics
    asked: list[str] = field(default_factory=list)
    """The values whose types are being found, each for one of another kind before it."""


class KindDerivation:
    """What a kind derives while it is checked."""

    def __init__(
        self,
        kind: str,
        record: Record,
        derive: Mapping[str, Any],
        place: YamlPlace,
        formulas: Formulas,
        advances: AdvancesModel | None = None,
    ) -> None:
        self._formulas, diagnostics = formulas, formulas.diagnostics
        self.fields, self.labels = record.fields, record.labels
        self.names = {name: Binding(self.fields[name], record.label(name)) for name in self.fields}
        self._steps = steps = dict(_flat(derive, place, diagnostics))
        at = YamlPlace(place.document).at("advances")
        if advances is None and at.data is not None:
            diagnostics.fail(GROUP)
        if advances:
            if GROUP in derive or GROUP in self.fields:
                diagnostics.error("ruleset", f"`{GROUP}` is what follows from these", at.key_span, "rename your own")
            else:
                steps |= advance_steps(advances, at, self.fields, diagnostics)
        self._groups = _groups(steps)
        self.dotted = _DottedNames(steps)
        self._trees = {name: self.dotted.visit(step.formula.tree) for name, step in steps.items()}
        self._trees |= {group: _group_tree(members) for group, members in self._groups.items()}
        for name in steps.keys() & self.names.keys():
            diagnostics.error("ruleset", f"`{name}` is already a field of {with_article(kind)}", steps[name].place.span)
        places = {name: steps[name].place if name in steps else place for name in self._trees}
        order = ordered(self._trees, places, formulas.scope, diagnostics)
        if order is None:
            diagnostics.fail(*self._trees)
        self._order = order or []
        self._derived: dict[str, DerivedValue | DerivedGroup] = {}
        self._checked: set[str] = set()
        assert isinstance(self.fields, KindFields) and isinstance(self.labels, dict)
        self.labels.update({name: step.label for name, step in steps.items() if "." not in name})
        self.fields.derived |= {name: partial(self._type, name) for name in self._order if "." not in name}

    def compiled(self) -> tuple[DerivedValue | DerivedGroup, ...]:
        """All that the kind derives, in the order in which it follows from each other."""
        self._check(self._order)
        assert isinstance(self.fields, KindFields) and isinstance(self.labels, dict)
        self.fields.known.update({name: binding.type for name, binding in self.names.items() if "." not in name})
        self.labels.update({name: binding.label for name, binding in self.names.items() if "." not in name})
        self.fields.derived.clear()
        return tuple(self._derived[name] for name in self._order if name in self._derived)

    def _type(self, name: str) -> Type:
        """The type of a value that another kind reads; anything where that is asked for while it is found."""
        if name not in self._checked and len(self._formulas.asked) < DEEPEST:
            self._formulas.asked.append(name)
            self._check(self._behind(name))
            self._formulas.asked.pop()
        return self.names[name].type if name in self.names else ANYTHING

    def _behind(self, name: str) -> list[str]:
        """A value with those of its own kind that it follows from, in order."""
        needed, left = {name}, [name]
        while left:
            new = (names_used(self._trees[left.pop()]) & self._trees.keys()) - needed
            needed |= new
            left += new
        return [other for other in self._order if other in needed]

    def _check(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._checked:
                self._checked.add(name)
                self._check_one(name)

    def _check_one(self, name: str) -> None:
        if name not in self._steps:
            self.names[name] = Binding(_group_type(name, self._groups[name], self.names, self._steps))
            self._derived[name] = DerivedGroup(name, self._groups[name])
            return
        step, base = self._steps[name], self._formulas.scope
        scope = replace(base, names={**base.names, **self.names})
        checked = check(Formula(step.formula.text, self._trees[name]), scope)
        for problem in checked.problems:
            report(problem, step.place, self._formulas.diagnostics)
        checked.type = step_type(step, checked.type, self._formulas.diagnostics)
        if checked.problems:
            self.names[name] = Binding(ANYTHING, step.label, "failed")
            return
        self.names[name] = Binding(checked.type, step.label)
        expression = self._formulas.program.expression(checked, scope)
        self._derived[name] = DerivedValue(tuple(name.split(".")), step.model, step.place, checked, expression)


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
