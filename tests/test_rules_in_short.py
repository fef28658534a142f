"""Rules as a book has them: settled by the house rules of the copy, in lines that can be read, or by what comes out."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from projects import open_project
from samples import RULESETS, opened
from small_game import GAME

from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.settled import settled
from sheetgen.formula.types import ANYTHING
from sheetgen.print.plan.rulebook import Rulebook
from sheetgen.reference.rules_in_short import rule_in_short
from sheetgen.text.diagnostics import Diagnostics

RULES = """
guarded:
  title: Guarded
  reference: rules#wounds
  doc: Who stands behind a shield
  inputs:
    score: {type: integer, title: Score}
    shield: {type: truth, title: Behind a shield}
  steps:
    late: house.margin == 20
    half: {formula: "score // 2 if house.margin < 20 else score", title: half the Score}
    unused: "score + 7 if late else score"
  outputs:
    guard: {formula: "half + (unused if late else 0)", title: Guard}
    safe: {formula: "shield and not late", title: Safe}
listed:
  title: All listed
  reference: rules#wounds
  inputs: {scores: {type: list of integer, title: Scores}}
  outputs:
    best: {formula: "[x + i for x in scores for i in range(x)]", title: Good ones}
    most: {formula: "max(scores)", title: Most}
chosen:
  title: Chosen
  reference: rules#wounds
  inputs: {score: {type: integer, title: Score}, kin: {type: "integer, default 2", title: Kin}}
  steps:
    tracks: "track(score + 1)"
  outputs:
    band: {formula: '"far" if score > 9 else "near" if score > 4 else "here" if score > kin else none', title: Band}
    light: {formula: tracks.light, title: Light}
    heavy: {formula: tracks.heavy, title: Heavy}
    again: {formula: "guarded(score, true).guard", title: Again}
gone_through:
  title: Gone through
  reference: rules#wounds
  inputs: {scores: {type: list of integer, title: Scores}, least: {type: integer, title: Least}}
  outputs:
    best: {formula: "[x for x in scores if x > least]", title: Good ones}
    many: {formula: "count(x > least for x in scores)", title: Many}
    twice: {formula: "sum(2 * x for x in scores)", title: Twice}
counted:
  title: Counted
  reference: rules#wounds
  inputs: {scores: {type: list of integer, title: Scores}}
  outputs:
    others: {formula: "count(x > 3 for x in scores) - 1", title: Others, unit: heads}
    best: {formula: max(scores) + 2, title: Best}
crowd:
  title: Crowd
  reference: rules#wounds
  inputs: {a: integer, b: integer, c: integer, d: integer, e: integer, f: integer, g: integer}
  outputs: {low: "[x for x in [a, b, c] if x > 0]", high: "[x for x in [d, e, f, g] if x > 0]"}
spoken:
  title: Spoken
  reference: rules#wounds
  text: The greatest of all scores, and nothing else.
  inputs: {scores: {type: list of integer, title: Scores}}
  outputs: "[x for x in scores if x > 3]"
"""


def texts(project: Callable[[Mapping[str, str]], Path], margin: int) -> dict[str, list[str]]:
    """The paragraphs of each rule in the book of a small game."""
    campaign = GAME["campaign.yaml"].replace("margin: 10", f"margin: {margin}")
    diagnostics = Diagnostics()
    made = open_project(project({**GAME, "campaign.yaml": campaign, "game/rules/more.yaml": RULES}), diagnostics)
    assert made is not None and not diagnostics.has_errors
    game = made[1][0]
    boxes = {name: str(rule_in_short(game.context, rule)) for name, rule in game.ruleset.rules.items()}
    return {name: [re.sub(r"<[^>]+>", "", part) for part in box.split("</p>")[:-1]] for name, box in boxes.items()}


def test_formulas_follow_the_house_rules_of_the_copy(project: Callable[[Mapping[str, str]], Path]) -> None:
    rules = texts(project, 10)
    assert rules["kill_at"] == ["Killed at. ", "damage = defense + 10"]
    assert rules["track"] == ["Wound tracks. ", "light = TB", "heavy = TB ÷ 2 rounded down, at least 1"]
    assert (
        rules["guarded"]
        == [
            "Guarded. Who stands behind a shield.",
            "Guard = half the Score",
            "Safe if Behind a shield",
            "half the Score = Score ÷ 2 rounded down",
        ]
        or rules["guarded"][2] == "Safe = Behind a shield"
    )


def test_what_goes_on_to_the_end_of_a_formula_stands_in_brackets(project: Callable[[Mapping[str, str]], Path]) -> None:
    """What is counted ends where the number that is taken away begins; a unit stands with the name, not after words."""
    rules = texts(project, 10)
    assert rules["counted"][1:] == [
        "Others (heads) = (how many of Scores where it &gt; 3) − 1",
        "Best = (the greatest of Scores) + 2",
    ]


def test_no_rule_is_a_title_alone(project: Callable[[Mapping[str, str]], Path]) -> None:
    assert texts(project, 10)["crowd"] == ["Crowd. ", "It gives low, high."]


def test_other_house_rules_make_other_lines(project: Callable[[Mapping[str, str]], Path]) -> None:
    assert texts(project, 20)["guarded"][1:] == ["Guard = Score + unused", "Safe = no", "unused = Score + 7"]


def test_what_only_a_program_says_is_told_by_what_comes_out(project: Callable[[Mapping[str, str]], Path]) -> None:
    rules = texts(project, 10)
    assert rules["listed"][1:] == ["From Scores: Good ones, Most."]
    assert rules["chosen"][1:] == [
        "Band = “far” if Score &gt; 9; “near” if Score &gt; 4; “here” if Score &gt; Kin; otherwise nothing",
        "Light, Heavy = Wound tracks (Score + 1)",
        "Again = Guard by Guarded (Behind a shield yes)",
    ]
    assert rules["gone_through"][1:] == [
        "Good ones = those of Scores where it &gt; Least",
        "Many = how many of Scores where it &gt; Least",
        "Twice = the sum of 2 × it, for all Scores",
    ]
    assert rules["spoken"][1:] == ["The greatest of all scores, and nothing else."]


def test_what_hangs_on_no_house_rule_stays_the_same_object() -> None:
    tree = ast.parse("max(1, a // 2) if b > house.x else [c]", mode="eval").body
    scope = Scope({"house": Binding(ANYTHING, kind="house")}, {})
    assert settled([("r", tree)], scope, {})["r"] is tree
    other = settled([("r", tree)], scope, {"x": 3})["r"]
    assert isinstance(tree, ast.IfExp) and isinstance(other, ast.IfExp)
    assert other.body is tree.body and ast.unparse(other) == "max(1, a // 2) if b > 3 else [c]"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_book_has_the_words_of_programs(ruleset: str) -> None:
    book = Rulebook(next(game for game in opened()[1] if game.ruleset.id == ruleset))
    lines = [line for chapter in book.chapters for line in re.findall(r'"line">(.*?)</p>', chapter.html)]
    formulas = [re.sub(r"<[^>]+>", "", line) for line in lines if not line.startswith("From ")]
    assert len(formulas) > 40
    assert not [line for line in formulas if re.search(r"\bNone\b|\[|for each|[^\W\d]\.\w|_|in the order of", line)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sentences_of_authors_have_the_numbers_of_their_formulas(ruleset: str) -> None:
    game = next(game for game in opened()[1] if game.ruleset.id == ruleset)
    for rule in game.ruleset.rules.values():
        trees = [line.formula.tree for _, line in rule.formulas.lines] if rule.formulas else []
        known = {str(node.value) for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        assert set(re.findall(r"\d+", rule.model.text)) <= known, rule.name
