"""How rules take what people write: names and terms in any spelling, whole decimals, options of house rules."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sheetgen.formula.runtime import Leaf
from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.run_rule import RuleError, run_rule, same_result
from sheetgen.text.diagnostics import Diagnostics

FILES = {
    "ruleset.yaml": """
        id: small
        title: Small game
        vocabularies: {place: {left_arm: {title: Left arm, aliases: [larm]}, head: {title: Head}}}
        """,
    "rulings.yaml": """
        kill:
          conflict: c.kill
          aliases: [combat.kill]
          title: Kill
          options: {30: Thirty over., 25: Twenty-five over.}
          open: integer 1..
          default: 30
          switch: true
          reference: rules
        savage:
          conflict: c.savage
          title: Savage
          options: {"yes": It can., "no": It cannot.}
          option_aliases: {"[Head]": "yes", "[]": "no"}
          default: "yes"
          switch: true
          reference: rules
        wounding:
          conflict: c.savage
          title: Another reading of the same
          options: {first: The first., last: The last.}
          default: first
          switch: true
          reference: rules
        """,
    "rules/all.yaml": """
        kill_at:
          title: Killed at
          reference: rules
          inputs: {defense: {type: integer 0.., aliases: [wall, target_defense]}}
          outputs: {damage: defense + house.kill}
        savage:
          title: Savage
          reference: rules
          outputs: {savage: 'house.savage == "yes"', wound: house.wounding}
        defense:
          title: Defense
          reference: rules
          inputs: {tb: integer, armour: "map place -> integer, default 0"}
          outputs: "{l: tb + armour[l] for l in place}"
        aimed:
          title: Aimed at
          reference: rules
          inputs:
            at: one of place, optional
            cover: "one of [none, wall], default wall"
            range: integer, optional
            called: "text, default nobody"
          outputs: {at: at, cover: cover, range: range, called: called}
        """,
    "reference/rules.md": "---\ntitle: Rules\n---\nAll there is.\n",
}


@pytest.fixture
def game(tmp_path: Path) -> Ruleset:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(dedent(text).lstrip(), encoding="utf-8")
    diagnostics = Diagnostics()
    ruleset = load(tmp_path, tmp_path, diagnostics)
    assert [d.message for d in diagnostics] == []
    assert ruleset is not None
    return ruleset


@pytest.mark.parametrize("rule", ["kill_at", "Kill At", "KILL-AT", "killat"])
@pytest.mark.parametrize("name", ["defense", "Defense", "wall", "Target Defense"])
@pytest.mark.parametrize("value", [7, 7.0, Fraction(7)])
def test_names_fold_and_whole_decimals_are_integers(game: Ruleset, rule: str, name: str, value: Any) -> None:
    assert run_rule(game, rule, {name: value}, {}) == {"damage": 37}


@pytest.mark.parametrize("value", [7.5, float("inf"), float("nan"), True, "7", -1.0])
def test_other_numbers_are_no_integers(game: Ruleset, value: Any) -> None:
    with pytest.raises(RuleError, match="whole number of 0 or more"):
        run_rule(game, "kill_at", {"defense": value}, {})


def test_an_unknown_name_is_no_input(game: Ruleset) -> None:
    with pytest.raises(RuleError, match="kill_at has no input called `n`, known here: defense"):
        run_rule(game, "kill_at", {"n": 3}, {})


@pytest.mark.parametrize("name", ["kill", "c.kill", "C Kill", "combat.kill"])
@pytest.mark.parametrize("option", [25, "25", Fraction(25)])
def test_a_house_rule_goes_by_every_name(game: Ruleset, name: str, option: Any) -> None:
    assert run_rule(game, "kill_at", {}, {name: option}) == {"damage": 25}


def test_a_number_may_stand_open(game: Ruleset) -> None:
    assert run_rule(game, "kill_at", {}, {"kill": 28}) == {"damage": 28}
    with pytest.raises(RuleError, match="is not an option of kill: 30, 25"):
        run_rule(game, "kill_at", {}, {"kill": 0})


@pytest.mark.parametrize(
    ("option", "savage"), [("no", False), (False, False), ([], False), (True, True), (["Head"], True)]
)
def test_truths_and_lists_are_options(game: Ruleset, option: Any, savage: bool) -> None:
    assert run_rule(game, "savage", {}, {"savage": option}) == {"savage": savage, "wound": "first"}


def test_of_two_house_rules_for_one_conflict_the_option_tells(game: Ruleset) -> None:
    assert run_rule(game, "savage", {}, {"c.savage": "last"}) == {"savage": True, "wound": "last"}
    assert run_rule(game, "savage", {}, {"c.savage": "no"}) == {"savage": False, "wound": "first"}


def test_a_map_given_in_part_is_filled_and_names_its_rule(game: Ruleset) -> None:
    given = {"tb": 4, "armour": {"Left Arm": 1}}
    assert run_rule(game, "defense", given, {}) == {"left_arm": 5, "head": 4}
    assert run_rule(game, "defense", given, {}, leaves=True)["head"] == Leaf(4, "tb 4", "defense")


def test_equal_explanations_are_one_text_in_memory(game: Ruleset) -> None:
    runs = [run_rule(game, "defense", {"tb": 4, "armour": {}}, {}, leaves=True)["head"] for _ in range(2)]
    assert runs[0] == runs[1] and runs[0].why is runs[1].why


@pytest.mark.parametrize("nothing", ["none", "None", None])
def test_none_may_be_written_for_an_input_that_is_left_out(game: Ruleset, nothing: Any) -> None:
    assert run_rule(game, "aimed", {"at": nothing, "range": nothing}, {}) == run_rule(game, "aimed", {}, {})


def test_none_stays_a_term_or_a_text_where_it_is_one(game: Ruleset) -> None:
    outputs = run_rule(game, "aimed", {"cover": "none", "called": "none"}, {})
    assert outputs == {"at": None, "cover": "none", "range": None, "called": "none"}


@pytest.mark.parametrize("given", [5, True, None, "5", [5], {"a": 5}, Fraction(1, 2)])
def test_a_result_of_another_sort_is_not_the_same(given: object) -> None:
    for expected in (4, Fraction(1, 3), "x", [1], {"b": 1}, False):
        assert not same_result(expected, given)


def test_rules_that_call_one_with_a_mistake_are_left_out(project: Any) -> None:
    folder = project({
        "ruleset.yaml": "id: small\ntitle: Small\n",
        "rules/all.yaml": """
            good: {title: Good, outputs: {a: "1"}}
            bad: {title: Bad, outputs: {a: nothing + 1}}
            worse: {title: Worse, outputs: {a: bad() + 1}}
            worst: {title: Worst, outputs: {a: worse() + good()}}
            round: {title: Round, outputs: {a: round()}}
            after: {title: After, outputs: {a: round() + 1}}
            """,
    })  # fmt: skip
    diagnostics = Diagnostics()
    ruleset = load(folder, folder, diagnostics)
    assert ruleset is not None and list(ruleset.rules) == ["good"]
    assert [d.code for d in diagnostics] == ["formula-name", "formula-cycle"]
