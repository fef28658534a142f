"""The rules of a game as one script for the calculators of the site."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheetgen.formula import python_tree
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import WHOLE, RuleFormulas, compiled_rule
from sheetgen.formula.explain import Explainer
from sheetgen.formula.number_formats import number_format
from sheetgen.formula.python_tree import GeneratedNames, GivenData
from sheetgen.formula.runtime import ENGLISH
from sheetgen.formula.scope import Scope
from sheetgen.formula.translate import Translation, literal
from sheetgen.formula.types import ListOf, MapOf, Record, Term, Type, bare
from sheetgen.languages.program_words import ValueWords
from sheetgen.text.json_script import json_text

REQUIRED = object()
"""The default of an input or field that has none."""


@dataclass(frozen=True)
class Input:
    """An input of a rule or a field of a record, for a script: how to read what is given, and what stands in for it.

    The shape is "integer", "number", "any" (text, truth, a term), ["list", SHAPE], ["map", VOCABULARY or None, SHAPE]
    with the value of missing terms as a fourth item (the vocabulary as `Given`), ["record", NAME], or ["ref", KIND].
    """

    name: str
    shape: object
    default: object = REQUIRED


@dataclass(frozen=True, kw_only=True)
class ScriptValue:
    """A derived value of a kind for a script: what it is called, and its formula, or the values that it groups."""

    name: str
    label: str = ""
    formula: tuple[Checked, Scope] | None = None
    members: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ScriptKind:
    """A kind for a script: its fields, and its derived values in the order in which they follow from each other."""

    fields: Sequence[Input]
    derived: Sequence[ScriptValue]
    needs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For each value those that it follows from, where effects may change some."""


@dataclass(frozen=True, kw_only=True)
class ScriptEffect:
    """An effect for a script: what it changes, and its formulas by what they are for."""

    data: dict[str, object]
    formulas: Mapping[str, tuple[Checked, Scope]]


@dataclass(frozen=True)
class ScriptEffects:
    """The effects of a game for a script."""

    known: Mapping[str, ScriptEffect | None]
    """By the key of owner, source and text; none for one that its owner has no value for."""
    conditions: Mapping[str, tuple[Checked, Scope]]
    """When effects of what a field refers to count, by holder and field."""
    ways: Mapping[str, object]
    """By kind or record its fields that may lead to what has effects, each with the way there."""
    terms: Mapping[str, object]
    """By vocabulary and term the attributes and effects of terms."""
    titles: frozenset[str]
    """The vocabularies whose terms label parts of changed fields."""


@dataclass(frozen=True)
class ScriptExistence:
    """When a field exists, and what it holds then where nothing is written."""

    name: str
    formula: tuple[Checked, Scope]
    default: object = None


NO_EFFECTS = ScriptEffects({}, {}, {}, {}, frozenset())


@dataclass(frozen=True)
class ScriptRules:
    """The rules, tables and vocabularies that a script is written from."""

    ruleset: str
    rules: Sequence[RuleFormulas]
    """The rules that calculators ask for; what they call must be among `others`."""
    results: Mapping[str, Type]
    """For each rule the type of what it gives."""
    inputs: Mapping[str, Sequence[Input]]
    records: Mapping[str, Sequence[Input]]
    given: Mapping[GivenData, object]
    """The vocabularies and tables of the program."""
    titles: Mapping[str, Mapping[str, str]]
    house: Mapping[str, object]
    """The option of every house rule that holds where the reader changes nothing."""
    others: Sequence[RuleFormulas] = ()
    kinds: Mapping[str, ScriptKind] = field(default_factory=dict)
    """The kinds whose entries are computed."""
    effects: ScriptEffects = NO_EFFECTS
    existence: Mapping[str, Sequence[ScriptExistence]] = field(default_factory=dict)
    """When fields exist, by the record, or the kind as `ref KIND`; those first that others ask for."""
    words: ValueWords = ENGLISH


def rules_script(game: ScriptRules) -> str:
    """A classic script that makes the rules known to `sheetgenRules` of `rules-runtime.js`.

    It holds the rules and kinds asked for, the rules that they call, and of vocabularies, tables, titles and house
    rules only what these use. The same game gives the same text; nothing in it can end a script element.
    """
    return _JavaScriptWriter(game).script()


class _JavaScriptWriter:
    def __init__(self, game: ScriptRules) -> None:
        self.game = game
        self.names = GeneratedNames()
        self.used = Translation()
        self.expressions: list[str] = []

    def script(self) -> str:
        kinds = {name: self._kind(kind) for name, kind in self.game.kinds.items()}
        effects = [*self._effects(), self._existence()]
        functions = self._functions()
        rules = {rule.name: self._rule(rule) for rule in self.game.rules}
        records = self._records()
        formulas = [value.formula[0] for kind in self.game.kinds.values() for value in kind.derived if value.formula]
        texts = [effect for effect in self.game.effects.known.values() if effect]
        changes = [checked for effect in texts for checked, _ in effect.formulas.values()]
        changes += [checked for checked, _ in self.game.effects.conditions.values()]
        changes += [known.formula[0] for fields in self.game.existence.values() for known in fields]
        results = [*self.game.results.values(), *(checked.type for checked in formulas)]
        vocabularies = {name for result in results for name in _vocabularies(_term_places(result))}
        trees = [checked.formula.tree for _, rule in functions for _, checked in rule.lines]
        trees += [checked.formula.tree for checked in (*formulas, *changes)]
        vocabularies |= self.game.effects.titles
        titles = {
            name: literal(terms) for name, terms in self.game.titles.items() if name in self.used.titles | vocabularies
        }
        houses = [[name, option] for name, option in self.game.house.items() if name in self.used.houses]
        body = [
            f"sheetgenRules.add({literal(self.game.ruleset)}, function (f) {{\n",
            '"use strict";\n',
            *(f"const {name} = {value};\n" for name, value in self._constants(trees)),
            *(text for text, _ in functions),
            *self.expressions,
            "return {\n",
            f"house: {literal(houses)},\n",
            f"titles: {_object(titles)},\n",
            *([f"words: {self._words()},\n"] if self.game.words != ENGLISH else []),
            f"records: {_object(records)},\n",
            *([f"kinds: {_object(kinds)},\n", *effects] if kinds else []),
            f"rules: {_object(rules)}\n",
            "};\n});\n",
        ]
        return "".join(body)

    def _words(self) -> str:
        words = self.game.words
        marks = {"decimal": words.decimal, "group": words.group, "yes": words.yes, "no": words.no, "none": words.none}
        return json_text({**marks, "joining": words.joining})

    def _functions(self) -> list[tuple[str, RuleFormulas]]:
        """The functions of the rules and of all that they call, each with its rule."""
        rules = {rule.name: rule for rule in (*self.game.others, *self.game.rules)}.values()
        known = {self.names.rule(rule.name, leaves): (rule, leaves) for rule in rules for leaves in (False, True)}
        functions: dict[str, tuple[str, RuleFormulas]] = {}
        waiting = [self.names.rule(rule.name, leaves=True) for rule in reversed(self.game.rules)]
        waiting += sorted(self.used.names & known.keys(), reverse=True)
        while waiting:
            name = waiting.pop()
            if name in functions:
                continue
            rule, leaves = known[name]
            called = Translation()
            functions[name] = called.function(compiled_rule(rule, self.names, leaves)), rule
            self.used.add(called)
            waiting += sorted((called.names & known.keys()) - functions.keys(), reverse=True)
        return list(functions.values())

    def _rule(self, rule: RuleFormulas) -> str:
        """How to call a rule: its function, its inputs, how its outputs are shown."""
        result = self.game.results[rule.name]
        single = next(iter(rule.outputs)) if rule.single else ""
        whole = _term_places(result)
        places = whole[1] if isinstance(whole, list) and whole[0] == "record" and not rule.single else {}
        if rule.single or not isinstance(bare(result), Record):
            places = {single or WHOLE: whole} if whole else {}
        return (
            f"{{run: {self.names.rule(rule.name, leaves=True)}, single: {literal(single)}, "
            f"shown: {self._data(places)}, inputs: {self._inputs(self.game.inputs[rule.name])}}}"
        )

    def _kind(self, kind: ScriptKind) -> str:
        derived = (
            f"[{literal(value.name)}, {literal(value.label)}, "
            + (self._expression(*value.formula) if value.formula else f"null, {literal(list(value.members.items()))}")
            + "]"
            for value in kind.derived
        )
        needs = _object({name: literal(list(others)) for name, others in kind.needs.items()})
        return f"{{fields: {self._inputs(kind.fields)}, derived: [{', '.join(derived)}], needs: {needs}}}"

    def _effects(self) -> list[str]:
        effects = self.game.effects
        known = {key: self._effect(effect) if effect else "null" for key, effect in effects.known.items()}
        conditions = {key: self._function(*formula) for key, formula in effects.conditions.items()}
        ways = _object({holder: json_text(fields) for holder, fields in effects.ways.items()})
        parts = (_object(known), _object(conditions), ways, literal(effects.terms))
        return [
            f"{name}: {part},\n" for name, part in zip(("effects", "conditions", "ways", "terms"), parts, strict=True)
        ]

    def _existence(self) -> str:
        holders = {
            holder: "["
            + ", ".join(f"[{literal(of.name)}, {self._function(*of.formula)}, {literal(of.default)}]" for of in fields)
            + "]"
            for holder, fields in self.game.existence.items()
        }
        return f"existence: {_object(holders)},\n"

    def _effect(self, effect: ScriptEffect) -> str:
        formulas = (f"{slot}: {self._function(*formula)}" for slot, formula in effect.formulas.items())
        return f"{{data: {json_text(effect.data)}, {', '.join(formulas)}}}"

    def _expression(self, checked: Checked, scope: Scope) -> str:
        """The function that gives the leaves of a formula over an entry, and how these are shown."""
        return f"{self._function(checked, scope)}, {self._data(_term_places(checked.type))}"

    def _function(self, checked: Checked, scope: Scope) -> str:
        """The name of the function that gives the leaves of a formula over an entry."""
        name = f"e{len(self.expressions)}"
        leaves = Explainer(checked.types, scope, self.names, python_tree.of_entry).leaves(checked.formula.tree)
        self.expressions.append(self.used.function(python_tree.expression(name, leaves)))
        return name

    def _inputs(self, inputs: Iterable[Input]) -> str:
        return f"[{', '.join(map(self._input, inputs))}]"

    def _input(self, given: Input) -> str:
        default = "" if given.default is REQUIRED else f", {literal(given.default)}"
        return f"[{literal(given.name)}, {self._data(given.shape)}{default}]"

    def _records(self) -> dict[str, str]:
        """The records that inputs are made of, those inside of others included."""
        reached: set[str] = set()
        inputs = [part for rule in self.game.rules for part in self.game.inputs[rule.name]]
        inputs += [part for kind in self.game.kinds.values() for part in kind.fields]
        waiting = [name for part in inputs for name in _made_of(part.shape)]
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += [inner for part in self.game.records[name] for inner in _made_of(part.shape)]
        return {name: self._inputs(self.game.records[name]) for name in sorted(reached)}

    def _constants(self, trees: Iterable[ast.expr]) -> Iterator[tuple[str, str]]:
        """The vocabularies and tables that formulas read; of terms only the attributes that they read."""
        read = _attributes_read(trees)
        for what, value in self.game.given.items():
            name = self.names.given(what)
            if name not in self.used.names:
                continue
            attributes = read.get(what.name) if what.kind == "terms" else None
            if attributes is not None and isinstance(value, Mapping):
                value = {
                    term: {key: value for key, value in values.items() if key in attributes}
                    for term, values in value.items()
                }
            yield name, literal(value)

    def _data(self, value: object) -> str:
        """Lists and plain objects as JavaScript, vocabularies by their constants."""
        if isinstance(value, GivenData):
            name = self.names.given(value)
            self.used.names.add(name)
            return name
        if isinstance(value, list):
            return f"[{', '.join(map(self._data, value))}]"
        if isinstance(value, dict):
            return _object({name: self._data(part) for name, part in value.items()})
        return literal(value)


def _object(parts: Mapping[str, str]) -> str:
    """An object without a prototype, so that a name such as `constructor` stands for what the author meant."""
    return "".join(["{__proto__: null", *(f",\n[{literal(name)}]: {code}" for name, code in parts.items()), "}"])


def _made_of(shape: object) -> Iterator[str]:
    """The records that an input's shape names."""
    match shape:
        case ["record", str() as name]:
            yield name
        case GivenData():
            return
        case [_, *parts]:
            for part in parts:
                yield from _made_of(part)


def _term_places(kind: Type, inside: tuple[Type, ...] = ()) -> object:
    """Where terms stand in a value, for showing them by their titles, and numbers that are written in a format; None
    for nowhere, or deep inside of itself."""
    kind = bare(kind)
    if form := number_format(kind):
        return ["number", {"format": form}]
    if isinstance(kind, Term):
        return kind.vocabulary or None
    if isinstance(kind, ListOf):
        item = _term_places(kind.item, inside)
        return item and ["list", item]
    if isinstance(kind, MapOf):
        key, value = _term_places(kind.key, inside), _term_places(kind.value, inside)
        return ["map", key, value] if key or value else None
    if isinstance(kind, Record) and kind not in inside:
        inside = (*inside, kind)
        fields = {name: places for name, part in kind.fields.items() if (places := _term_places(part, inside))}
        return ["record", fields] if fields else None
    return None


def _vocabularies(places: object) -> Iterator[str]:
    if isinstance(places, str):
        yield places
    elif isinstance(places, list | dict):
        if isinstance(places, list) and places[0] == "number":
            return
        parts: Iterable[object] = places.values() if isinstance(places, dict) else places[1:]
        for part in parts:
            yield from _vocabularies(part)


def _attributes_read(trees: Iterable[ast.expr]) -> dict[str, set[str] | None]:
    """For each vocabulary the attributes that formulas read; None where a formula takes a whole term."""
    read: dict[str, set[str] | None] = {}
    for tree in trees:
        attributes = {id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                name, attribute = node.value.id, attributes.get(id(node))
                known = read.setdefault(name, set())
                read[name] = known | {attribute} if known is not None and attribute else None
    return read
