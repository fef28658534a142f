"""The script of a game: what it holds, that it is always the same, and what calculators get from it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from in_node import needs_node
from rule_calls import ROOT, from_script

from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.script import calculator_script
from sheetgen.templating.script_parts import SCRIPTS, script_text
from sheetgen.text.diagnostics import Diagnostics

GAME = {
    "ruleset.yaml": """
        id: lantern
        title: Lantern
        vocabularies:
          place:
            head: {title: Head, height: 3, note: The </script> part}
            left_arm: {title: Left arm, height: 2, note: An arm}
          mood: [calm, wild]
          unused: [one, two]
        records:
          friend: {name: text}
          fighter: {name: text, speed: "integer, default 4", friends: "list of friend, default []"}
    """,
    "rulings.yaml": """
        kill:
          title: Kill margin
          sort: ambiguity
          source: Two figures.
          options: {25: At twenty-five., 30: At thirty.}
          default: 30
          why: The first one printed.
          switch: true
        silent:
          title: Silent
          sort: gap
          source: Nothing.
          options: {true: So., false: Not so.}
          default: true
          why: So.
          switch: true
    """,
    "rules/all.yaml": """
        guard:
          title: Guard
          inputs: {tb: {type: integer 0..9, title: Toughness, short: TB}, armour: "map place -> integer, default 1"}
          outputs: "{l: tb + armour[l] + place[l].height for l in place}"
        aim: {title: Aim, inputs: {roll: integer}, outputs: {place: "step(places, roll)", near: "first_place(roll)"}}
        first_place:
          title: First place
          inputs: {roll: integer}
          outputs: {it: "first([l for l in place if roll > 3], 'head')"}
        halves: {title: Halves, inputs: {a: number, b: number}, outputs: {sum: a + b, share: "a / b"}}
        fast: {title: Fast, inputs: {all: list of fighter, one: fighter}, outputs: {most: "max(f.speed for f in all)"}}
        kills: {title: Kills, inputs: {margin: integer}, outputs: {kill: margin >= house.kill}}
        note:
          title: Note
          inputs: {at: one of place, mood: "one of mood, default wild"}
          outputs: {note: "place[at].note", mood: mood}
        places: {title: Places, table: {1..5: head, 6..10: left_arm}}
        others: {title: Others, table: {1..5: a}}
    """,
}


@pytest.fixture
def game(project: Any) -> Ruleset:
    folder = project(GAME)
    diagnostics = Diagnostics()
    ruleset = load(folder, folder, diagnostics)
    assert ruleset is not None
    assert [d.message for d in diagnostics] == []
    return ruleset


def test_holds_only_what_is_used(game: Ruleset) -> None:
    script = calculator_script(game, {}, ["guard", "aim"])
    constants = re.findall(r"^const (\w+) = (.*);$", script, re.M)
    assert [value for _, value in constants] == [
        '["head", "left_arm"]',
        'f.record([["head", f.record([["height", 3]])], ["left_arm", f.record([["height", 2]])]])',
        '[[1, 5, "head"], [6, 10, "left_arm"]]',
    ]
    assert (
        len(re.findall(r"^function (\w+)", script, re.M)) == 3
    )  # guard, aim and first_place, computed where it is explained
    assert "note" not in script
    assert "house: []" in script


def test_is_safe_and_always_the_same(game: Ruleset) -> None:
    script = calculator_script(game, {})
    assert "The \\u003c/script> part" in script
    assert "<" not in script.replace("=> ", "")
    assert script == calculator_script(game, {})
    assert script.startswith('sheetgenRules.add("lantern", ')


RUNS: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("guard", {"tb": 4}, {}, {"outputs": {"head": 8, "left_arm": 7}}),
    ("guard", {"tb": 4}, {}, {"why": {"head": "TB 4 + armour 1 + height 3", "left_arm": "TB 4 + armour 1 + height 2"}}),
    ("guard", {"tb": 4, "armour": {"head": 2}}, {}, {"outputs": {"head": 9, "left_arm": 7}}),
    ("guard", {}, {}, {"outputs": {"head": 4, "left_arm": 3}}),
    ("aim", {"roll": 7}, {}, {"outputs": {"place": "left_arm", "near": "head"}}),
    ("aim", {"roll": 11}, {}, {"error": "no row of the table holds 11"}),
    ("aim", {"roll": 1.5}, {}, {"error": "roll takes a whole number"}),
    ("halves", {"a": 3.5, "b": 0.1}, {}, {"outputs": {"sum": 3.6, "share": 35}}),
    ("halves", {"a": "-1/3", "b": 2}, {}, {"outputs": {"sum": 1.67, "share": "−1/6"}}),
    ("halves", {"a": "-1/3", "b": 2}, {}, {"why": {"sum": "a −1/3 + b 2", "share": "a −1/3 ÷ b 2"}}),
    ("halves", {"a": 1}, {}, {"error": "this divides by zero"}),
    ("halves", {"a": "one"}, {}, {"error": "a takes a number"}),
    ("fast", {"all": [{"name": "A"}, {"name": "B", "friends": [{"name": "C"}]}]}, {}, {"outputs": {"most": 4}}),
    ("fast", {"all": [{}]}, {}, {"error": "name is missing"}),
    ("fast", {"all": 3}, {}, {"error": "all takes a list"}),
    ("fast", {}, {}, {"error": "there is nothing to choose from: the list is empty"}),
    ("kills", {"margin": 27}, {}, {"outputs": {"kill": False}, "why": {"kill": "margin 27 < Kill margin 30"}}),
    ("kills", {"margin": 27}, {"kill": 25}, {"outputs": {"kill": True}, "why": {"kill": "margin 27 ≥ Kill margin 25"}}),
    ("note", {"at": "head"}, {}, {"outputs": {"note": "The </script> part", "mood": "Wild"}}),
    ("nothing", {}, {}, {"error": "There is no rule called nothing."}),
]  # fmt: skip


@needs_node
def test_what_calculators_get(game: Ruleset) -> None:
    calls = [[game.id, rule, given, house] for rule, given, house, _ in RUNS]
    for (rule, given, _, expected), outputs in zip(
        RUNS, from_script(calculator_script(game, {}), calls, "run"), strict=True
    ):
        assert {key: outputs.get(key) for key in expected} == expected, (rule, given)


@needs_node
def test_house_rules_of_the_campaign_are_the_defaults(game: Ruleset) -> None:
    script = calculator_script(game, {"kill": 25})
    [outputs] = from_script(script, [[game.id, "kills", {"margin": 27}, {}]], "run")
    assert outputs["outputs"] == {"kill": True}


def test_the_runtime_is_a_classic_script_with_one_global_a_part() -> None:
    for part in SCRIPTS["rules-runtime"]:
        text = script_text(ROOT / "templates", part)
        assert len(re.findall(r"^(?:var|let|const|function|class) sheetgen\w+ = ", text, re.M)) == 1
        assert not re.findall(r"^(?!var sheetgen)(?:var|let|const|function|class) ", text, re.M)
        assert "</" not in text
        assert not re.search(r"\beval\b|new Function|\bimport\b|\bfetch\b", text)
