"""How formulas explain themselves: word for word, with the numbers filled in."""

from __future__ import annotations

from typing import Any

import pytest
from formula_cases import PLACE, SCOPE
from markupsafe import Markup
from test_formula_evaluate import VALUES, compiled, run

from sheetgen.formula.check import check
from sheetgen.formula.parse import parse
from sheetgen.formula.prose import in_words, plain_words
from sheetgen.formula.reasons import addends, reasons
from sheetgen.formula.runtime import Leaf, show
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import ListOf

WHYS: dict[str, Any] = {
    "2 * min(tb, 9) + 1": "2 × (the smaller of TB 5 and 9) + 1",
    "max(1, tb // 2)": "the greater of 1 and TB 5 ÷ 2 rounded down",
    "tb // 2": "TB 5 ÷ 2 rounded down",
    "(tb + 1) // 2": "(TB 5 + 1) ÷ 2",
    "tb + armour[at]": "TB 5 + Left arm 1",
    'tb + armour["body"]': "TB 5 + Body 3",
    "[armour[l] * 2 for l in place]": ["Head 0 × 2", "Left arm 1 × 2", "Body 3 × 2"],
    "{l: armour[l] + armour[at] for l in place if armour[l] > 0}": {
        "left_arm": "Armour 1 + Left arm 1",
        "body": "Armour 3 + Left arm 1",
    },
    "tb + armour.head": "TB 5",
    "tb - armour.body": "TB 5 − Body 3",
    "armour.head + armour.body": "Body 3",
    "armour.head - armour.body": "Head 0 − Body 3",
    "tb - (armour.body - 1)": "TB 5 − (Body 3 − 1)",
    "tb * (2 + armour.body)": "TB 5 × (2 + Body 3)",
    "(tb + 1) * 2 - 3": "(TB 5 + 1) × 2 − 3",
    "tb / 2": "TB 5 ÷ 2",
    "-tb": "−TB 5",
    "tb + 0": "TB 5 + 0",
    "armour.head + armour.head": "Head 0",
    "score * 2": "Score 3.5 × 2",
    "1 if tb > 4 else 2": "1 (TB 5)",
    "tb if defending else 0": "TB 5 (defending)",
    "tb if defending and not (limit == none) else 0": "0 (defending)",
    "limit if limit != none else tb": "TB 5",
    "tb if tb > 3 else 0": "TB 5",
    "2 * (tb + armour.head)": "2 × TB 5",
    "2 * (tb + armour.body)": "2 × (TB 5 + Body 3)",
    "-(armour.head + tb)": "−TB 5",
    "tb // (2 * tb + armour.head)": "TB 5 ÷ (2 × TB 5) rounded down",
    "tb // 2 if tb > 3 else 0": "TB 5 ÷ 2 rounded down",
    "tb // 2 if tb > armour.body else 0": "TB 5 ÷ 2 rounded down (Body 3)",
    "0 if tb > 9 or defending and tb > 8 else tb": "TB 5 (defending)",
    "[tb] + [1]": "5, 1",
    "at": "Location Left arm",
    "place[at].title": "title Left arm",
    "title(place, at)": "Left arm",
    "bonus(43)": "Bonus of 43 <bonus>",
    "bonus(tb) + 2": "2 <bonus>",
    "2 * bonus(tb + 1)": "2 × 0 (Bonus of TB 5 + 1) <bonus>",
    "track(tb).heavy": "the greater of 1 and tb 5 ÷ 2 rounded down <track>",
    "track(tb).heavy + 1": "2 (Wound tracks, heavy) + 1 <track>",
    "track(tb).heavy if defending else 0": "the greater of 1 and tb 5 ÷ 2 rounded down <track>",
    "0 if not defending else bonus(43)": "Bonus of 43 <bonus>",
    "tb + sum(a.damage for a in attacks)": "TB 5 + Attacks 14",
    "track(tb)": {"light": "tb 5 <track>", "heavy": "the greater of 1 and tb 5 ÷ 2 rounded down <track>"},
    "{l: tb + armour[l] for l in place}": {"head": "TB 5", "left_arm": "TB 5 + Armour 1", "body": "TB 5 + Armour 3"},
    '{"light": tb, "heavy": {"a": max(1, tb // 2)}}': {
        "light": "TB 5",
        "heavy": {"a": "the greater of 1 and TB 5 ÷ 2 rounded down"},
    },
    "[a.damage + 1 for a in attacks]": ["Dmg 4 + 1", "Dmg 6 + 1", "Dmg 4 + 1"],
    "[tb, 2]": ["TB 5", "2"],
    "floor(score)": "Score 3.5 rounded down",
    "ceil(score / 2)": "Score 3.5 ÷ 2 rounded up",
    "round_half(score)": "Score 3.5 rounded to the nearest",
    "min(tb, 3, armour.body)": "the smallest of TB 5, 3 and Body 3",
    "max(a.damage for a in attacks)": "6",
    "step(bands, tb)": "low (Bands at TB 5)",
    "house.margin": "margin 30",
    "tb >= house.margin": "TB 5 < margin 30",
    "tb < 9": "TB 5 < 9",
    "tb == 4": "TB 5 is not 4",
    "tb != 4": "TB 5 is not 4",
    "tb == 4 or tb > 2": "TB 5 is 4 or TB 5 > 2",
    "3 if tb >= house.margin else 0": "0 (TB 5, margin 30)",
    '3 if house.ties == "resist" else 0': "3 (ties resist)",
    "1 < tb <= 5": "1 < TB 5 ≤ 5",
    "tb > 3 and armour.body > 9": "TB 5 > 3 and Body 3 > 9",
    "not defending": "not defending yes",
    "attack.name": "name Pulse",
    "attack.damage + tb": "Dmg 6 + TB 5",
    "attacks[0].damage + tb": "Dmg 4 + TB 5",
    'name + "!"': "Name Hollow Lantern + !",
    '"d20 + " + dice(2, 6, 0) if tb > 2 else "d20"': "d20 + 2d6 (TB 5)",
    'f"{tb} of {name}"': "5 of Hollow Lantern",
    "dice(2, 6, tb)": "2d6+5",
    "sum(armour[l] for l in place)": "4",
    "clamp(tb, 0, 3)": "3",
    'at in ["head", "body"]': "Location Left arm not in head, body",
    'armour == {"head": 1}': "Armour is not head 1",
    "limit != none and attacks[limit].damage > 2": "Limit is not given",
    "1 if limit == none or attacks[limit].damage > 2 else 2": "1",
    "3 if any(a.damage > tb for a in attacks) else 4": "3",
    "(1 if defending else 2) + (0 if defending else 3)": "1 (defending)",
    '{"a": tb} if defending else {"a": 0}': {"a": "TB 5"},
    'merge(track(tb), {"name": name})': {
        "light": "tb 5 <track>",
        "heavy": "the greater of 1 and tb 5 ÷ 2 rounded down <track>",
        "name": "Name Hollow Lantern",
    },
    'merge(attack, {"name": name})': "name Hollow Lantern, damage 6, range 20",
    "rest()": "8 <rest>",
    "tb + bonus(9) - 1": "TB 5 − 1 <bonus>",
    "tb % 2": "TB 5 modulo 2",
    '"yes"': "yes",
    "none": "none",
    "[]": [],
}
"""A formula and its why; the rule that it names in pointed brackets."""


@pytest.mark.parametrize(("formula", "expected"), WHYS.items())
def test_why(formula: str, expected: object) -> None:
    assert whys(compiled(formula).leaves(run(), VALUES)) == expected


def whys(leaves: Any) -> Any:
    if isinstance(leaves, Leaf):
        return leaves.why + (f" <{leaves.rule}>" if leaves.rule else "")
    if isinstance(leaves, dict):
        return {name: whys(leaf) for name, leaf in leaves.items()}
    return [whys(leaf) for leaf in leaves]


SHOWN = [
    (None, "none"), (True, "yes"), (False, "no"), (0, "0"), (-3, "−3"), (10**15, "1000000000000000"),
    ("left_arm", "left arm"), ([1, "a_b"], "1, a b"), ({"left_arm": 2, "b": None}, "left arm 2, b none"), ([], ""),
    ([{"name": "Toma", "fate": 3}, {"name": "Yuna", "fate": 2}], "name Toma, fate 3; name Yuna, fate 2"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "words"), SHOWN)
def test_show(value: object, words: str) -> None:
    assert show(value) == words


def test_reasons_leave_out_what_has_nothing_to_tell() -> None:
    assert reasons(["TB 5", "", "defending"]) == " (TB 5, defending)"
    assert reasons(["", ""]) == ""


SUMS = [
    ([("", "a", False), (" + ", "b", False)], "a + b"),
    ([("", "a", True), (" + ", "b", False)], "b"),
    ([("", "a", False), (" + ", "b", True), (" − ", "c", False)], "a − c"),
    ([("", "a", True), (" − ", "b", False)], "a − b"),
    ([("", "a", True), (" + ", "b", True), (" − ", "c", True)], "a"),
    ([("", "a", True), (" + ", "b", True), (" − ", "c", False), (" + ", "d", False)], "a − c + d"),
]


@pytest.mark.parametrize(("parts", "words"), SUMS)
def test_sums_without_nothing(parts: list[tuple[str, str, bool]], words: str) -> None:
    assert addends(parts) == words


def test_a_long_explanation_gives_way_to_the_value() -> None:
    formula = "bonus(" * 40 + "tb" + ")" * 40
    assert len(compiled(formula).leaves(run(), VALUES).why) < 1_000


WORDS = {
    "2 * min(tb, 9) + 1": "2 × (the smaller of <var>TB</var> and 9) + 1",
    "max(1, tb // 2)": "the greater of 1 and <var>TB</var> ÷ 2 rounded down",
    "tb + 1 if defending else 0": "<var>TB</var> + 1 if <var>defending</var>, else 0",
    'at == "left_arm"': "<var>Location</var> is Left arm",
    "bonus(tb)": '<a class="rule" href="rule:bonus">Bonus</a> (<var>TB</var>)',
    "limit != none": "<var>Limit</var> is given",
    "tb % 2": "what remains of <var>TB</var> ÷ 2",
    "[a for a in attacks if a.damage > 4]": "those of <var>Attacks</var> where its <var>Dmg</var> &gt; 4",
    "first([a.damage for a in attacks], 0)": "the first of its <var>Dmg</var>, for all <var>Attacks</var>, else 0",
    "any(a.damage > tb for a in attacks)": "any of <var>Attacks</var> where its <var>Dmg</var> &gt; <var>TB</var>",
    "[a.damage + b for a in attacks for b in [1, 2]]": "<var>a</var>’s <var>Dmg</var> + <var>b</var> "
    "for each <var>a</var> of <var>Attacks</var>, for each <var>b</var> of [1, 2]",
    "[tb + n for n in range(tb)]": "<var>TB</var> + <var>n</var> for each <var>n</var> up to <var>TB</var>",
    'attack["damage"] + tb': "<var>Attack</var>’s <var>Dmg</var> + <var>TB</var>",
    '[a["damage"] for a in attacks]': "its <var>Dmg</var>, for all <var>Attacks</var>",
    'armour["left_arm"]': "<var>Armour</var> of Left arm",
    "attacks[0].damage": "<var>Dmg</var> of the first of <var>Attacks</var>",
    "attacks[-1]": "the last of <var>Attacks</var>",
    "attacks[2].damage + tb": "<var>Dmg</var> of number 3 of <var>Attacks</var> + <var>TB</var>",
    "attacks[tb]": "number <var>TB</var> of <var>Attacks</var>, counted from 0",
    'name + "<b>"': "<var>Name</var> + “&lt;b&gt;”",
}


def test_a_vocabulary_is_named_in_words() -> None:
    scope = Scope({"hit_location": Binding(ListOf(PLACE), "hit_location", "vocabulary")}, {})
    checked = check(parse("len(hit_location)"), scope)
    assert (
        in_words(checked.formula.tree, checked.types, scope, "rule:{}".format)
        == "the number of <var>hit location</var>"
    )


@pytest.mark.parametrize(("formula", "words"), WORDS.items())
def test_formula_in_words(formula: str, words: str) -> None:
    checked = check(parse(formula), SCOPE)
    assert in_words(checked.formula.tree, checked.types, SCOPE, "rule:{}".format) == words
    assert plain_words(checked.formula.tree, checked.types, SCOPE) == Markup(words).striptags()
