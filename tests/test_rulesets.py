"""What every ruleset must hold, found by themselves: a folder of `content` with a `ruleset.yaml` is one."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from rule_calls import ROOT, RULESETS, answer, random_given, ruleset_in

from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.run_rule import RuleError, as_json, house_rules, run_rule, same_result
from sheetgen.text.diagnostics import Diagnostics

pytestmark = pytest.mark.parametrize("folder", RULESETS, ids=lambda folder: folder.name)


def worked_cases(folder: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = yaml.safe_load((folder / "cases.yaml").read_text(encoding="utf-8"))
    return cases


def test_loads_without_diagnostics(folder: Path) -> None:
    diagnostics = Diagnostics()
    ruleset = load(folder, ROOT, diagnostics)
    assert [f"{d.span}: {d.message}" for d in diagnostics] == []
    assert ruleset is not None
    assert ruleset.sound
    assert ruleset.id == folder.name


def test_worked_cases(folder: Path) -> None:
    ruleset = ruleset_in(folder)
    wrong = []
    for case in worked_cases(folder):
        readings = [({}, case["expect"])]
        readings += [({name: alt["option"]}, alt["expect"]) for name, alt in (case.get("alt") or {}).items()]
        for house, expected in readings:
            answer = result(ruleset, case, house)
            if not same_result(expected, answer):
                wrong.append(f"{case['id']} {house or ''}: expected {expected}, got {answer}")
    assert wrong == []


def result(ruleset: Ruleset, case: dict[str, Any], house: dict[str, Any]) -> Any:
    try:
        return as_json(run_rule(ruleset, case["rule"], case["given"], house))
    except RuleError as error:
        return str(error)


def test_cases_are_told_apart_and_rest_on_rulings_there_are(folder: Path) -> None:
    ruleset, cases = ruleset_in(folder), worked_cases(folder)
    ids = [case["id"] for case in cases]
    assert sorted({case for case in ids if ids.count(case) > 1}) == []
    named = {name for case in cases for name in (*case.get("reading", ()), *(case.get("alt") or {}))}
    assert sorted(name for name in named if ruleset.rulings.find(name) is None) == []


def test_every_rule_has_its_place_in_the_reference(folder: Path) -> None:
    ruleset = ruleset_in(folder)
    written = {path.stem for path in (folder / "reference").glob("*.md")}
    places = {rule.name: rule.model.reference.partition("#")[0] for rule in ruleset.rules.values()}
    assert {name: place for name, place in places.items() if place not in written} == {}


def test_every_option_of_a_house_rule_can_be_chosen(folder: Path) -> None:
    ruleset = ruleset_in(folder)
    chance = random.Random(3)
    for ruling in ruleset.rulings.switches.values():
        assert len(ruling.options) > 1, ruling.name
        readers = [rule for rule in ruleset.rules.values() if ruling.name in rule.houses]
        for option, reading in ruling.options.items():
            assert reading.strip()
            for name in ruling.names:
                meant = ruleset.rulings.find(name)  # a conflict may be split into two rulings: the first one is meant
                assert meant is not None
                if meant is ruling or name == ruling.name:
                    assert house_rules(ruleset, {name: option})[ruling.name] == option
            house = house_rules(ruleset, {ruling.name: option})
            for rule in readers:
                assert answer(ruleset, rule, random_given(rule, ruleset, chance), house)


def test_every_switch_is_read_somewhere(folder: Path) -> None:
    """By a rule, by a value that an entry derives, or by the text of the reference."""
    ruleset = ruleset_in(folder)
    read = {name for rule in ruleset.rules.values() for name in rule.houses}
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.suffix in (".md", ".yaml")]
    unread = [
        name for name in ruleset.rulings.switches if name not in read and not any(f"house.{name}" in t for t in texts)
    ]
    assert unread == []


def test_every_field_of_a_kind_shows_somewhere(folder: Path) -> None:
    """What an author is asked for comes out: in a layout, in a derived value, or in a rule or kind that reads it."""
    kinds = {path: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("kinds/*.yaml"))}
    rules = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("rules/*.yaml")))
    unread = []
    for path, kind in kinds.items():
        own = str({key: value for key, value in kind.items() if key != "fields"})
        others = rules + "".join(str(other) for name, other in kinds.items() if name != path)
        fields = sorted(set(kind.get("fields", {})) - {"mark"})  # a mark is the drawing of a term
        lost = [
            field for field in fields if not re.search(rf"\b{field}\b", own) and not re.search(rf"[.]{field}\b", others)
        ]
        unread += [f"{kind['id']}.{field}" for field in lost]
    assert unread == []


def test_cards_that_players_are_handed_keep_no_secret(folder: Path) -> None:
    """Cards of characters and their Personas are handed out; remarks on the source stand on pages."""
    secrets = []
    for path in sorted(folder.glob("kinds/*.yaml")):
        layout = yaml.safe_load(path.read_text(encoding="utf-8")).get("layout", {})
        blocks, card = layout.get("blocks", {}), layout.get("card", {})
        blocks_of_card = [blocks[name] for side in ("front", "back") for name in card.get(side, ())]
        handed = path.stem in ("character", "persona")
        secrets += [path.stem for block in blocks_of_card if block.get("editorial") or (handed and block.get("secret"))]
    assert secrets == []


def test_every_reading_of_a_house_rule_is_called_something_in_plain_words(folder: Path) -> None:
    """A campaign writes the option; people read its title, on pages, in print, in calculators and in reasons."""
    bare = [
        f"{ruling.name}: {option}"
        for ruling in ruleset_in(folder).rulings.switches.values()
        for option, title in ruling.titles.items()
        if "_" in title or (isinstance(option, str | bool) and isinstance(ruling.model.options[option], str))
    ]
    assert bare == []
