"""The rules of a game as one script for the calculators of the site."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetgen.formula.compile import WHOLE, RuleFormulas, write_rule
from sheetgen.formula.targets import JavaScriptTarget
from sheetgen.formula.types import ListOf, MapOf, Record, Term, Type, bare

REQUIRED = object()
"""The default of an input or field that has none."""


@dataclass(frozen=True)
class Script:
    """A piece of JavaScript that stands for a value."""

    text: str


@dataclass(frozen=True)
class Input:
    """An input of a rule or a field of a record, for a script: how to read what is given, and what stands in for it.

    The shape is "integer", "number", "any" (text, truth, a term), ["list", SHAPE], ["map", TERMS or None, SHAPE] with
    the value of missing terms as a fourth item, or ["record", NAME].
    """

    name: str
    shape: object
    default: object = REQUIRED


@dataclass(frozen=True)
class ScriptRules:
    """What a script is made of."""

    ruleset: str
    rules: Sequence[RuleFormulas]
    """The rules that calculators ask for; what they call must be among `others`."""
    results: Mapping[str, Type]
    """For each rule the type of what it gives."""
    inputs: Mapping[str, Sequence[Input]]
    records: Mapping[str, Sequence[Input]]
    constants: Mapping[str, object]
    """`vocabulary_X`, `terms_X` and `table_X`, as given to `Program.define`."""
    titles: Mapping[str, Mapping[str, str]]
    house: Mapping[str, object]
    """The option of every house rule that holds where the reader changes nothing."""
    others: Sequence[RuleFormulas] = ()


def rules_script(game: ScriptRules) -> str:
    """A classic script that makes the rules known to `sheetgenRules` of `rules-runtime.js`.

    It holds the rules asked for, those that they call, and of vocabularies, tables, titles and house rules only what
    these use. The same game gives the same text; nothing in it can end a script element.
    """
    functions = _functions(game)
    code = "".join(functions.values())
    entries = _entries(game)
    shapes = "\n".join(entries)
    records = _records(game, shapes)
    shown = {name for result in game.results.values() for name in _vocabularies(_shown(result))}
    titles = set(re.findall(r'f\.title\(b, "(\w+)"', code)) | shown
    houses = set(re.findall(r'f\.part\(b\.house, "(\w+)"\)', code))
    wanted = {name for name in game.constants if re.search(rf"\b{name}\b", code + shapes + records)}
    body = [
        f"sheetgenRules.add({_text(game.ruleset)}, function (f) {{\n",
        '"use strict";\n',
        *(f"const {name} = {value};\n" for name, value in _constants(game, wanted, {name[2:] for name in functions})),
        code,
        "return {\n",
        f"house: [{_pairs((n, v) for n, v in game.house.items() if n in houses)}],\n",
        f"titles: {{{', '.join(f'{_text(n)}: {_value(t)}' for n, t in game.titles.items() if n in titles)}}},\n",
        f"records: {{{records}}},\n",
        f"rules: {{\n{shapes}\n}}\n",
        "};\n});\n",
    ]
    return "".join(body)


def _functions(game: ScriptRules) -> dict[str, str]:
    """The functions of the rules and of all that they call, by name, those called first."""
    target = JavaScriptTarget()
    formulas = {rule.name: rule for rule in (*game.others, *game.rules)}
    written: dict[str, tuple[str, str]] = {}
    found: dict[str, str] = {}
    waiting = [f"w_{rule.name}" for rule in reversed(game.rules)]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        rule = name[2:]
        if rule not in written:
            written[rule] = write_rule(formulas[rule], target)
        found[name] = written[rule][name[0] == "w"]
        waiting += sorted(set(re.findall(r"\b[rw]_\w+(?=\(b\b)", found[name])) - found.keys(), reverse=True)
    return found


def _entries(game: ScriptRules) -> list[str]:
    """How to call each rule: its function, its inputs, how its outputs are shown."""
    entries = []
    for rule in game.rules:
        result = game.results[rule.name]
        single = next(iter(rule.outputs)) if rule.single else ""
        whole = _shown(result)
        shown = whole[1] if isinstance(whole, list) and whole[0] == "record" and not rule.single else {}
        if rule.single or not isinstance(bare(result), Record):
            shown = {single or WHOLE: whole} if whole else {}
        inputs = ", ".join(map(_input, game.inputs[rule.name]))
        entries.append(
            f"{_text(rule.name)}: {{run: w_{rule.name}, single: {_text(single)}, "
            f"shown: {_plain(shown)}, inputs: [{inputs}]}}"
        )
    return [f"{entry}," for entry in entries[:-1]] + entries[-1:]


def _input(one: Input) -> str:
    default = "" if one.default is REQUIRED else f", {_value(one.default)}"
    return f"[{_text(one.name)}, {_plain(one.shape)}{default}]"


def _records(game: ScriptRules, shapes: str) -> str:
    """The records that inputs are made of, those inside of others included."""
    found: dict[str, str] = {}
    waiting = _record_names(shapes)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = f"{_text(name)}: [{', '.join(map(_input, game.records[name]))}]"
            waiting += _record_names(found[name])
    return ", ".join(found[name] for name in sorted(found))


def _record_names(code: str) -> list[str]:
    return re.findall(r'\["record", "(\w+)"\]', code)


def _shown(kind: Type, inside: tuple[Type, ...] = ()) -> object:
    """Where terms stand in a value, for showing them by their titles; None for nowhere, or deep inside of itself."""
    kind = bare(kind)
    if isinstance(kind, Term):
        return kind.vocabulary or None
    if isinstance(kind, ListOf):
        item = _shown(kind.item, inside)
        return item and ["list", item]
    if isinstance(kind, MapOf):
        key, value = _shown(kind.key, inside), _shown(kind.value, inside)
        return ["map", key, value] if key or value else None
    if isinstance(kind, Record) and kind not in inside:
        inside = (*inside, kind)
        fields = {name: shown for name, one in kind.fields.items() if (shown := _shown(one, inside))}
        return ["record", fields] if fields else None
    return None


def _vocabularies(shown: object) -> Iterator[str]:
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, list | dict):
        parts: Iterable[object] = shown.values() if isinstance(shown, dict) else shown[1:]
        for part in parts:
            yield from _vocabularies(part)


def _constants(game: ScriptRules, wanted: set[str], rules: set[str]) -> Iterator[tuple[str, str]]:
    """The vocabularies and tables that the rules read; of terms only the attributes that they read."""
    read = _attributes_read(rule for rule in (*game.others, *game.rules) if rule.name in rules)
    for name, value in game.constants.items():
        if name not in wanted:
            continue
        attributes = read.get(name)
        if attributes is not None and isinstance(value, Mapping):
            value = {
                term: {key: one for key, one in values.items() if key in attributes} for term, values in value.items()
            }
        yield name, _value(value)


def _attributes_read(rules: Iterable[RuleFormulas]) -> dict[str, set[str] | None]:
    """For each `terms_X` the attributes that formulas read; None where a formula takes a whole term."""
    read: dict[str, set[str] | None] = {}
    for tree in (checked.formula.tree for rule in rules for _, checked in rule.lines):
        attributes = {id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                name, attribute = f"terms_{node.value.id}", attributes.get(id(node))
                known = read.setdefault(name, set())
                read[name] = known | {attribute} if known is not None and attribute else None
    return read


def _plain(value: object) -> str:
    """Lists, plain objects, texts and scripts as JavaScript."""
    if isinstance(value, Script):
        return value.text
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_text(name)}: {_plain(one)}' for name, one in value.items())}}}"
    return _value(value)


def _value(value: object) -> str:
    """A value of formulas as JavaScript."""
    return JavaScriptTarget().constant(value)


def _text(text: str) -> str:
    return JavaScriptTarget().constant(text)


def _pairs(pairs: Iterable[tuple[str, object]]) -> str:
    return ", ".join(f"[{_text(name)}, {_value(value)}]" for name, value in pairs)
