"""The attacks of a kind held against its values and the rule that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sheetgen.blocks.base import BlockSettings
from sheetgen.blocks.clock import ClockSettings
from sheetgen.blocks.figures import FiguresSettings
from sheetgen.blocks.tracks import TracksSettings
from sheetgen.formula.scope import Signature
from sheetgen.formula.types import (
    ANYTHING,
    TEXT,
    ListOf,
    MapOf,
    Record,
    Term,
    Type,
    accepts,
    bare,
    each,
    is_integer,
    is_number,
    is_text,
    is_truth,
)  # fmt: skip
from sheetgen.model.ruleset.attack_models import AttackModel, FightModel, Filling
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.text.diagnostics import Diagnostics, did_you_mean

_DIE = r"[1-9]?\d{0,2}d(?:[1-9]\d{0,3}|[F%])!?"
DICE = re.compile(rf"{_DIE}(?:[+-](?:{_DIE}|\d{{1,4}}))*")
"""Dice that are rolled for an input; with `!` a die that shows its highest face is rolled again and added."""

FILLED = ("of_attacker", "of_target")
"""Where conditions and tracks of the board fill inputs in."""
OWN = ("by", "name", "called", "tracks")
"""What rows have beside inputs of the rule."""


def check_attack(
    model: AttackModel,
    place: YamlPlace,
    values: Mapping[str, Type],
    rules: Mapping[str, Signature],
    diagnostics: Diagnostics,
) -> None:
    """Hold the attacks of a kind against its values and the rule that they name."""
    named = {"rule": model.rule, **({"odds": model.odds} if model.odds else {})}
    missing = {part: name for part, name in named.items() if name not in rules}
    for part, name in missing.items():
        message, hint = f"there is no rule called `{name}`", did_you_mean(name, rules)
        diagnostics.error("formula-name", message, place.at(part).span, hint, missed=(name,))
    if model.odds in rules:
        _check_best(model, place, rules[model.odds], diagnostics)
    if "rule" in missing:
        return
    rule = rules[model.rule]
    for part, own in (("attacks", ("by", "name")), ("targets", ("name",))):
        for message, hint in _row_problems(getattr(model, part), own, values, rule):
            diagnostics.error("formula-type", message, place.at(part).span, hint)
    inputs, outputs = {p.name for p in rule.parameters}, set(rule.outputs)
    if model.fight:
        _check_fight(model, model.fight, place.at("fight"), rules, diagnostics)
    for part, known in (
        ("rolls", inputs),
        ("left", inputs),
        ("lost", outputs),
        ("of_attacker", inputs),
        ("of_target", inputs),
    ):
        _check_names(model, part, known, place, rule, diagnostics)
    _check_fillings(model, place, rule, diagnostics)
    _check_circumstances(model, place, values, rule, diagnostics)
    _check_outcomes(model, place, rule, diagnostics)
    for name, dice in model.rolls.items():
        if not DICE.fullmatch(dice) and dice not in outputs:
            message = f"`{dice}` is neither dice, such as `2d6`, nor an output of {rule.name}"
            diagnostics.error("formula-name", message, place.at("rolls", name).span, did_you_mean(dice, outputs))


def check_conditions(
    models: Iterable[tuple[AttackModel, YamlPlace]], conditions: Iterable[str], diagnostics: Diagnostics
) -> None:
    """What fills an input in must be the id of an entry that is a condition of fighters, where it is no track."""
    known = frozenset(conditions)
    for model, place in models:
        for part in FILLED:
            for name, filling in getattr(model, part).items():
                for at, identity in _conditions_of(filling):
                    if identity not in known:
                        message, span = f"there is no condition called `{identity}`", place.at(part, name, at).span
                        hint = did_you_mean(identity, sorted(known))
                        diagnostics.error("unknown-reference", message, span, hint, missed=(identity,))


def check_tracks(
    models: Iterable[tuple[AttackModel, YamlPlace]], tracks: Iterable[str], diagnostics: Diagnostics
) -> None:
    """What an attack crosses off, and of what something is left, must be a track that some kind draws, by its label;
    a game that draws none only reckons odds."""
    known = frozenset(tracks)
    for model, place in models if known else ():
        named = [(place.at("left", name).span, label) for name, label in model.left.items()]
        named += [(place.at("lost", label).key_span, label) for label in model.lost]
        for span, label in named:
            if label not in known:
                message, hint = f"no kind draws a track called `{label}`", did_you_mean(label, sorted(known))
                diagnostics.error("unknown-reference", message, span, hint)


def track_labels(blocks: Iterable[BlockSettings]) -> Iterator[str]:
    """The labels of what is crossed off in some blocks."""
    for block in blocks:
        if isinstance(block, TracksSettings):
            yield from (item.label or block.title for item in block.items)
        elif isinstance(block, FiguresSettings):
            yield from (item.label for item in block.items if item.mark)
        elif isinstance(block, ClockSettings):
            yield from (item.label for item in block.items)


def _conditions_of(filling: Filling) -> Iterator[tuple[str | int, str]]:
    """The conditions that fill an input in, each with its place among them."""
    if isinstance(filling, dict):
        yield from ((identity, identity) for identity in filling)
    elif isinstance(filling, list):
        yield from enumerate(filling)


def _check_fillings(model: AttackModel, place: YamlPlace, rule: Signature, diagnostics: Diagnostics) -> None:
    """What fills an input in must be of its type."""
    types = {parameter.name: bare(parameter.type) for parameter in rule.parameters}
    for part in FILLED:
        for name, filling in getattr(model, part).items():
            for path, message, hint in _filling_problems(filling, types[name]) if name in types else ():
                text = f"`{name}` of {rule.name} is {types[name]}, {message}"
                diagnostics.error("formula-type", text, place.at(part, name, *path).span, hint)


def _filling_problems(filling: Filling, wanted: Type) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Why an input of this type is not filled in so: where, what of the type, and a hint."""
    if isinstance(filling, dict):
        for identity, value in filling.items():
            if not _fits(value, wanted):
                yield (identity,), f"which is never `{value}`", _expected(wanted)
    elif isinstance(filling, list):
        if not (is_truth(wanted) or isinstance(wanted, ListOf)):
            yield (), "which no condition switches on", "say what each stands for: `{CONDITION: VALUE}`"
    elif not is_number(wanted):
        yield (), "which is not what is marked on a track", "of conditions make a list: `[CONDITION]`"


def _fits(value: object, wanted: Type) -> bool:
    if isinstance(value, bool):
        return is_truth(wanted)
    if isinstance(value, int):
        return is_number(wanted)
    return value in wanted.terms if isinstance(wanted, Term) else wanted in (TEXT, ANYTHING)


def _expected(wanted: Type) -> str:
    if isinstance(wanted, Term):
        return "it is one of " + ", ".join(wanted.terms)
    return "it is a whole number" if is_integer(wanted) else "it is true or false" if is_truth(wanted) else ""


def _check_circumstances(
    model: AttackModel, place: YamlPlace, values: Mapping[str, Type], rule: Signature, diagnostics: Diagnostics
) -> None:
    """What the place of a fight fills in must be a record of inputs."""
    name, span = model.circumstances, place.at("circumstances").span
    kind = bare(values.get(name, ANYTHING))
    if name and name not in values:
        diagnostics.error("formula-type", f"there is no value called `{name}`", span, did_you_mean(name, values))
    elif isinstance(kind, Record):
        for message, hint in _input_problems(kind.fields, f"the values of `{name}`", rule):
            diagnostics.error("formula-type", message, span, hint)
    elif kind != ANYTHING:
        diagnostics.error("formula-type", f"`{name}` is {kind}, not a record", span)


def _check_outcomes(model: AttackModel, place: YamlPlace, rule: Signature, diagnostics: Diagnostics) -> None:
    """The conditions that an attack brings are a list of texts, what is noted is a text."""
    result = rule.result
    types = result.fields if isinstance(result, Record) and not rule.single else dict.fromkeys(rule.outputs, result)
    for part, name in (("inflicts", model.inflicts), ("noted", model.noted)):
        if not name:
            continue
        if name not in types:
            message, hint = f"{rule.name} has no output called `{name}`", did_you_mean(name, types)
            diagnostics.error("formula-name", message, place.at(part).span, hint)
        elif not (_is_listed(types[name]) if part == "inflicts" else is_text(bare(types[name]))):
            message = f"`{name}` of {rule.name} is {types[name]}"
            hint = "it must be a list of ids of conditions" if part == "inflicts" else "it must be a text"
            diagnostics.error("formula-type", message, place.at(part).span, hint)


def _is_listed(kind: Type) -> bool:
    return bare(kind) == ANYTHING or (isinstance(bare(kind), ListOf) and is_text(each(kind)))


def _check_best(model: AttackModel, place: YamlPlace, odds: Signature, diagnostics: Diagnostics) -> None:
    """What decides between attacks must be a number that the odds give."""
    result = odds.result
    outputs = result.fields if isinstance(result, Record) and not odds.single else dict.fromkeys(odds.outputs, result)
    if model.best and model.best not in outputs:
        message = f"{odds.name} has no output called `{model.best}`"
        diagnostics.error("formula-name", message, place.at("best").span, did_you_mean(model.best, outputs))
    elif model.best and not (is_number(outputs[model.best]) or bare(outputs[model.best]) == ANYTHING):
        message = f"`{model.best}` of {odds.name} is {outputs[model.best]}, not a number"
        diagnostics.error("formula-type", message, place.at("best").span)


def _row_problems(
    name: str, own: tuple[str, ...], values: Mapping[str, Type], rule: Signature
) -> Iterator[tuple[str, str]]:
    """What is wrong with the rows of a derived list: messages with hints."""
    kind = bare(values.get(name, ANYTHING))
    if name not in values:
        yield f"there is no value called `{name}`", did_you_mean(name, values)
        return
    row = bare(kind.item) if isinstance(kind, ListOf) else kind
    if not isinstance(row, Record):
        if kind != ANYTHING and row != ANYTHING:
            yield f"`{name}` is {kind}, not a list of records", ""
        return
    for field in own:
        if field not in row.fields:
            yield f"the rows of `{name}` have no `{field}`", ""
    given = {field: kind for field, kind in row.fields.items() if field not in (*own, *OWN)}
    yield from _input_problems(given, f"the rows of `{name}`", rule)


def _input_problems(given: Mapping[str, Type], whose: str, rule: Signature) -> Iterator[tuple[str, str]]:
    """What is wrong with values that fill inputs in: messages with hints."""
    inputs = {parameter.name: parameter.type for parameter in rule.parameters}
    for field, kind in given.items():
        if field not in inputs:
            yield f"{rule.name} has no input called `{field}`, which {whose} fill in", did_you_mean(field, inputs)
        elif not accepts(inputs[field], kind):
            yield f"`{field}` of {rule.name} takes {inputs[field]}, and {whose} have {kind}", ""


def _check_names(
    model: AttackModel, part: str, known: set[str], place: YamlPlace, rule: Signature, diagnostics: Diagnostics
) -> None:
    """Each of the names must be an input or output: of `lost` the values, of the others the keys."""
    given: dict[str, Any] = getattr(model, part)
    for key, value in given.items():
        name = value if part == "lost" else key
        if name not in known:
            what = "output" if part == "lost" else "input"
            message = f"{rule.name} has no {what} called `{name}`"
            diagnostics.error("formula-name", message, place.at(part, key).span, did_you_mean(name, known))


def _check_fight(
    model: AttackModel,
    fight: FightModel,
    place: YamlPlace,
    rules: Mapping[str, Signature],
    diagnostics: Diagnostics,
) -> None:
    """Hold what the course of a fight is reckoned from against the rules, and against what attacks cross off."""
    for part, message, hint in _fight_problems(model, fight, rules):
        diagnostics.error("formula-name", message, place.at(*part).span, hint)


def _fight_problems(
    model: AttackModel, fight: FightModel, rules: Mapping[str, Signature]
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """What is wrong with it: where, messages, hints."""
    for part, name in (("blow", fight.blow), ("crosses", fight.crosses)):
        if name not in rules:
            yield (part,), f"there is no rule called `{name}`", did_you_mean(name, rules)
    if not model.odds:
        yield (), "a fight needs odds, which decide between attacks", "name their rule under `odds`"
    for label in model.lost:
        if label not in model.left.values():
            yield (
                (),
                f"`left` has no input for {label}, so it is not known when that is used up",
                f"add it: `NAME: {label}`",
            )
    for number, label in enumerate(fight.standing):
        if label not in model.lost:
            yield ("standing", number), f"no attack crosses off {label}", did_you_mean(label, model.lost)
    blow, crosses = rules.get(fight.blow), rules.get(fight.crosses)
    if blow and not (blow.single and (isinstance(bare(blow.result), MapOf) or bare(blow.result) == ANYTHING)):
        yield ("blow",), f"{blow.name} gives no chances", 'let its only output be a map such as `chances("2d6")`'
    if crosses:
        if "blow" not in {parameter.name for parameter in crosses.parameters}:
            yield ("crosses",), f"{crosses.name} has no input called `blow`", ""
        for output in model.lost.values():
            if output not in crosses.outputs:
                hint = did_you_mean(output, crosses.outputs)
                yield ("crosses",), f"{crosses.name} has no output called `{output}`", hint
