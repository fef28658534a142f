"""Rules: their formulas put in order, checked, and compiled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any

from sheetgen.formula.check import check, names_used
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import WHOLE, RuleFormulas
from sheetgen.formula.number_formats import with_format
from sheetgen.formula.parse import Formula
from sheetgen.formula.scope import Binding, Parameter, Scope, Signature
from sheetgen.formula.types import ANYTHING, Record, Type, bare
from sheetgen.model.ruleset.documents import YamlPlace, formula, model, report
from sheetgen.model.ruleset.field_types import ShapeError, TypeNames, read_field
from sheetgen.model.ruleset.rule_models import FieldModel, RuleModel, StepModel
from sheetgen.model.ruleset.shapes import (
    Field,
    ListShape,
    MappingShape,
    ScalarShape,
    Shape,
    conditional,
    may_be_unsaid,
    natural_default,
)
from sheetgen.model.ruleset.validation import DefaultError, EntryModel, ModelCompiler, plain_data
from sheetgen.model.ruleset.value_types import field_type
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.pickled_fields import PickledFields

DEEPEST_CALLS = 32
"""Rules that call each other in a row."""


@dataclass(frozen=True, eq=False)
class Step:
    """A step or output of a rule: its formula, and what it is called."""

    name: str
    model: StepModel
    formula: Formula
    place: YamlPlace

    @property
    def label(self) -> str:
        """How explanations call it."""
        return self.model.short or self.model.title or self.name.replace("_", " ")


@dataclass(frozen=True, eq=False)
class Rule(PickledFields):
    """A rule of the game: inputs, steps, outputs, and its place in the reference."""

    name: str
    model: RuleModel
    place: YamlPlace
    inputs: tuple[Field, ...]
    steps: tuple[Step, ...]
    outputs: tuple[Step, ...]
    """A rule whose outputs are one formula has one output, called `result`."""
    whole: bool
    """Whether the outputs are one formula that gives the whole record."""
    signature: Signature
    compiler: ModelCompiler | None = None
    formulas: RuleFormulas | None = None
    calls: frozenset[str] = field(default_factory=frozenset)
    houses: frozenset[str] = field(default_factory=frozenset)

    @cached_property
    def input_model(self) -> type[EntryModel]:
        """Validates the inputs; one that is not given gets what stands in for it. Made when it is first asked for."""
        assert self.compiler is not None
        return self.compiler.model(self.name, self.filled_inputs)

    @cached_property
    def filled_inputs(self) -> tuple[Field, ...]:
        """The inputs with what stands in for those that are not given."""
        return tuple(_with_natural_default(field) for field in self.inputs)


def read_rule(name: str, place: YamlPlace, words: TypeNames, diagnostics: Diagnostics) -> Rule | None:
    """Read one rule of a rules file; None, with diagnostics, where it is wrong."""
    data = place.document.data[place.path[-1]]  # type: ignore[index]
    written = model(RuleModel, place, data, diagnostics)
    if written is None:
        return None
    if written.outputs in ({}, None):
        diagnostics.error(
            "missing-field", "a rule needs an output", place.at("outputs").span, "write `outputs: FORMULA`"
        )
        return None
    whole = not isinstance(written.outputs, dict) or "formula" in written.outputs
    outputs = {WHOLE: written.outputs} if whole else written.outputs
    inputs = list(_inputs(written, place, words, diagnostics))
    steps = list(_steps(written.steps, place.at("steps"), diagnostics))
    results = list(_steps(outputs, place if whole else place.at("outputs"), diagnostics, whole))
    if len(inputs) + len(steps) + len(results) < len(written.inputs) + len(written.steps) + len(outputs):
        return None
    _check_titles(inputs, steps, results, diagnostics)
    _check_says(written, place.at("says"), diagnostics)
    names = () if whole else tuple(outputs)
    signature = Signature(name, written.title, (), ANYTHING, len(results) == 1 and not whole, written.says, names)
    return Rule(name, written, place, tuple(inputs), tuple(steps), tuple(results), whole, signature)


def _check_says(rule: RuleModel, place: YamlPlace, diagnostics: Diagnostics) -> None:
    for word in re.finditer(r"\{(\w+)\}", rule.says):
        if word[1] not in rule.inputs:
            message, hint = f"there is no input called `{word[1]}`", did_you_mean(word[1], rule.inputs)
            diagnostics.error("formula-name", message, place.part(*word.span(1)), hint, missed=(word[1],))


def _check_titles(inputs: list[Field], steps: list[Step], results: list[Step], diagnostics: Diagnostics) -> None:
    """Warn of steps and outputs with the title of an earlier one: readers could not distinguish them."""
    called = {(field.title or field.label).casefold(): (field.name, bool(field.title)) for field in inputs}
    for step in (*steps, *results):
        title, titled = step.model.title or step.label, bool(step.model.title)
        twin = called.get(title.casefold())
        called.setdefault(title.casefold(), (step.name, titled))
        if twin and (titled or twin[1] or step.name != twin[0]):
            message = f"`{step.name}` is called {title} like `{twin[0]}`, so readers cannot tell them apart"
            diagnostics.warning("duplicate-label", message, step.place.span, "give one of them another `title`")


def _inputs(rule: RuleModel, place: YamlPlace, words: TypeNames, diagnostics: Diagnostics) -> Iterator[Field]:
    for name, data in rule.inputs.items():
        field = read_input(name, data, place.at("inputs", name), words, diagnostics)
        if field.when:
            at = place.at("inputs", name, "when").key_span
            diagnostics.error("ruleset", "an input of a rule always exists: only fields of entries have a `when`", at)
        else:
            yield field


def read_input(name: str, data: Any, place: YamlPlace, words: TypeNames, diagnostics: Diagnostics) -> Field:
    """Read a field of a kind or record, or an input of a rule, in its short or long form.

    One that cannot be read is reported, and takes anything, so that nothing is said of what it is used for.
    """
    return readable(name, data, place, words, diagnostics) or Field(name, ScalarShape("any"), optional=True)


def readable(name: str, data: Any, place: YamlPlace, words: TypeNames, diagnostics: Diagnostics) -> Field | None:
    """Read a field; None, with a diagnostic, where it has no type that can be read."""
    spec = model(FieldModel, place, data, diagnostics) if isinstance(data, dict) else None
    if spec is None and not isinstance(data, str):
        if not isinstance(data, dict):
            hint = f"write `list of {data[0]}`" if isinstance(data, list) and len(data) == 1 else ""
            message = f"`{name}` takes a type, such as `integer` or `one of NAME`"
            diagnostics.error("wrong-type", message, place.span, hint)
        diagnostics.fail(name)
        return None
    metadata = spec.model_dump(exclude={"type", "optional", "aliases"}) if spec else {}
    metadata |= {"aliases": tuple(spec.aliases)} if spec else {}
    try:
        field = read_field(name, spec.type if spec else str(data), words, **metadata)
    except ShapeError as error:
        at = place.at("type") if spec else place
        diagnostics.error("ruleset", str(error), at.span, *error.hints, missed=error.missed)
        diagnostics.fail(name, at=at.span)
        return None
    if field.computed and not _has_texts(field.shape):
        message = f"`computed` is for texts, and `{name}` is {field.shape}"
        diagnostics.error("ruleset", message, place.at("computed").span)
    if field.format and not _has_numbers(field.shape):
        message = f"`format` is for numbers, and `{name}` is {field.shape}"
        diagnostics.error("ruleset", message, place.at("format").span)
    field = replace(field, optional=field.optional or bool(spec and spec.optional))
    if field.secret and not may_be_unsaid(field):
        message = f"`{name}` is secret, but no entry can be without it"
        hint = "write `optional: true`, or a default that players see"
        diagnostics.error("ruleset", message, place.at("secret").span, hint)
    return conditional(field)


def _innermost(shape: Shape) -> Shape:
    """What lists and maps of a shape hold."""
    while isinstance(shape, ListShape | MappingShape):
        shape = shape.item if isinstance(shape, ListShape) else shape.value
    return shape


def _has_numbers(shape: Shape) -> bool:
    """Whether values of a shape are numbers, or lists or maps of them."""
    inner = _innermost(shape)
    return isinstance(inner, ScalarShape) and inner.name in ("integer", "number")


def _has_texts(shape: Shape) -> bool:
    """Whether values of a shape are texts, or lists or maps of them."""
    inner = _innermost(shape)
    return isinstance(inner, ScalarShape) and inner.is_text


def _steps(steps: Mapping[str, Any], place: YamlPlace, diagnostics: Diagnostics, whole: bool = False) -> Iterator[Step]:
    for name, data in steps.items():
        at = place.at("outputs") if whole else place.at(name)
        step = read_step(name, data, at, diagnostics)
        if step is not None:
            yield step


def read_step(name: str, data: Any, place: YamlPlace, diagnostics: Diagnostics) -> Step | None:
    """Read a named formula in its short form (the formula) or long form (with title, short, unit)."""
    if isinstance(data, list):
        message, hint = f"`{name}` takes a formula, and brackets outside of quotes are YAML's own", "put it in quotes"
        diagnostics.error("wrong-type", message, place.span, hint)
        diagnostics.fail(name)
        return None
    spec = model(StepModel, place, data if isinstance(data, dict) else {"formula": data}, diagnostics)
    at = place.at("formula") if isinstance(data, dict) else place
    tree = formula(spec.formula, at, diagnostics) if spec else None
    if spec is None or tree is None:
        diagnostics.fail(name)
        return None
    return Step(name, spec, tree, at)


def _with_natural_default(field: Field) -> Field:
    shape = field.shape
    if isinstance(shape, MappingShape) and not (shape.filled or shape.partial):
        shape = replace(shape, fill=natural_default(shape.value), filled=True)
    default = field.default if field.has_default else None if field.optional else natural_default(shape)
    return replace(field, shape=shape, has_default=True, default=default)


def compile_rules(
    rules: Mapping[str, Rule],
    base: Scope,
    records: Mapping[str, Record],
    kinds: Mapping[str, Record],
    compiler: ModelCompiler,
    diagnostics: Diagnostics,
) -> dict[str, Rule]:
    """Check all rules in the order in which they call each other.

    Rules of a circle are reported and left out, and so are rules with mistakes and those that call them.
    """
    signed: dict[str, Rule] = {}
    for name, rule in rules.items():
        try:
            signed[name] = _sign(rule, records, kinds, compiler)
        except DefaultError as error:
            diagnostics.error("ruleset", str(error), rule.place.at("inputs", error.field.name).span, error.hint)
    calls = {name: _calls(rule) & signed.keys() for name, rule in signed.items()}
    signatures = {name: rule.signature for name, rule in signed.items()}
    scope = replace(base, rules=signatures)
    compiled: dict[str, Rule] = {}
    depths: dict[str, int] = {}
    for name in _in_order(calls, signed, diagnostics):
        rule = _checked(signed[name], scope, calls[name], diagnostics)
        signatures[name] = rule.signature
        if rule.formulas and calls[name] <= depths.keys():
            depths[name] = max((depths[called] for called in calls[name]), default=0) + 1
            compiled[name] = rule
    for name in [name for name, depth in depths.items() if depth > DEEPEST_CALLS]:
        if depths[name] == DEEPEST_CALLS + 1:
            message = f"`{name}` calls rules that call rules, more than {DEEPEST_CALLS} of them deep"
            diagnostics.error("ruleset", message, rules[name].place.key_span, "make steps of one rule of some of them")
        del compiled[name]
    return {name: compiled[name] for name in signed if name in compiled}


def _sign(rule: Rule, records: Mapping[str, Record], kinds: Mapping[str, Record], compiler: ModelCompiler) -> Rule:
    fields = rule.filled_inputs
    parameters = tuple(
        Parameter(part.name, field_type(part, records, kinds), part.label, default=plain_data(compiler.default(part)))
        for part in fields
    )
    return replace(rule, signature=replace(rule.signature, parameters=parameters), compiler=compiler)


def _calls(rule: Rule) -> set[str]:
    return {
        node.func.id
        for step in (*rule.steps, *rule.outputs)
        for node in ast.walk(step.formula.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def _in_order(calls: Mapping[str, set[str]], rules: Mapping[str, Rule], diagnostics: Diagnostics) -> list[str]:
    try:
        return list(TopologicalSorter(calls).static_order())
    except CycleError as error:
        circle = error.args[1]
        message = f"these rules need each other in a circle: {' → '.join(reversed(circle))}"
        diagnostics.error("formula-cycle", message, rules[circle[0]].place.key_span)
        rest = {name: set(called) - set(circle) for name, called in calls.items() if name not in circle}
        return _in_order(rest, rules, diagnostics)


def _checked(rule: Rule, scope: Scope, calls: Iterable[str], diagnostics: Diagnostics) -> Rule:
    lines_of = {step.name: _line(step, rule) for step in rule.outputs}
    steps = {**{step.name: step for step in rule.steps}, **{lines_of[step.name]: step for step in rule.outputs}}
    names = {**scope.names, **{p.name: Binding(p.type, p.label) for p in rule.signature.parameters}}
    if not _names_are_free(rule, scope, diagnostics):
        return rule
    trees, places = {n: s.formula.tree for n, s in steps.items()}, {n: s.place for n, s in steps.items()}
    order = ordered(trees, places, scope, diagnostics)
    lines: list[tuple[str, Checked]] = []
    for name in order or ():
        checked = check(steps[name].formula, replace(scope, names=names))
        for problem in checked.problems:
            report(problem, steps[name].place, diagnostics)
        checked.type = step_type(steps[name], checked.type, diagnostics)
        names = {**names, name: Binding(checked.type, steps[name].label)}
        lines.append((name, checked))
    types = {name: checked.type for name, checked in lines}
    result = _result(rule, {name: types.get(line, ANYTHING) for name, line in lines_of.items()})
    signature = replace(rule.signature, result=result)
    if order is None or any(checked.problems for _, checked in lines):
        return replace(rule, signature=signature)
    outputs = {} if rule.whole else lines_of
    formulas = RuleFormulas(
        rule.name,
        tuple(p.name for p in signature.parameters),
        tuple(lines),
        outputs,
        signature.single,
        replace(scope, names=names),
    )
    houses = frozenset(house for _, checked in lines for house in checked.houses)
    return replace(rule, signature=signature, formulas=formulas, calls=frozenset(calls), houses=houses)


def step_type(step: Step, kind: Type, diagnostics: Diagnostics) -> Type:
    """The type of a step, in the format that it asks for; an error where it is no number."""
    if not step.model.format:
        return kind
    as_asked = with_format(kind, step.model.format)
    if as_asked is None:
        message = f"`format` is for numbers, and `{step.name}` is {kind}"
        diagnostics.error("formula-type", message, step.place.span)
    return as_asked or kind


def _line(output: Step, rule: Rule) -> str:
    """The variable of an output; one that bears the name of an input is what becomes of that input."""
    return f"{output.name}__after" if any(field.name == output.name for field in rule.inputs) else output.name


def _names_are_free(rule: Rule, scope: Scope, diagnostics: Diagnostics) -> bool:
    seen: dict[str, YamlPlace] = {}
    parts = [(field.name, rule.place.at("inputs", field.name)) for field in rule.inputs]
    parts += [(step.name, step.place) for step in rule.steps]
    parts += [(_line(step, rule), step.place) for step in rule.outputs]
    free = True
    for name, place in parts:
        if name in seen or (name in scope.names and name == "house"):
            diagnostics.error("ruleset", f"`{name}` is already the name of something here", place.span)
            free = False
        seen[name] = place
    return free


def ordered(
    trees: Mapping[str, ast.expr], places: Mapping[str, YamlPlace], scope: Scope, diagnostics: Diagnostics
) -> list[str] | None:
    """Names in the order in which their formulas follow from each other; None, with a diagnostic, for a circle.

    What the `scope` around calls likewise is hidden by them, and was probably meant.
    """
    needs = {name: names_used(tree) & trees.keys() for name, tree in trees.items()}
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        circle = error.args[1]
        message = f"these formulas need each other in a circle: {' → '.join(reversed(circle))}"
        hidden = [name for name in dict.fromkeys(circle) if name in scope.names]
        hint = "one of them must not use the next"
        if hidden:
            what = "table" if hidden[0] in scope.tables else "word of the game"
            hint = (
                f"`{hidden[0]}` is this value here, and no longer the {what} that is called so: rename one of the two"
            )
        diagnostics.error("formula-cycle", message, places[circle[0]].span, hint)
        return None


def _result(rule: Rule, types: Mapping[str, Type]) -> Type:
    if rule.whole or rule.signature.single:
        result = types.get(rule.outputs[0].name, ANYTHING)
        kind = bare(result)
        return Record(rule.model.title, kind.fields, kind.labels) if isinstance(kind, Record) and rule.whole else result
    labels = {step.name: step.label for step in rule.outputs}
    return Record(rule.model.title, {s.name: types.get(s.name, ANYTHING) for s in rule.outputs}, labels)
