"""The course of a fight: counted, played, and the same from rolls that are made apart from the rules."""

from __future__ import annotations

import json
import random
import re
import time
from dataclasses import asdict, replace
from math import sqrt
from typing import Any

import pytest
from fight_game import FIGHT, GAME, fight_of, plan_of
from hypothesis import given
from hypothesis import strategies as st
from in_node import in_node, needs_node
from projects import Write, loaded
from rule_calls import ROOT, RUNTIME

from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.course_texts import course_lines, course_notes, hundredths, percent
from sheetgen.model.fight_course import (
    MOST_ROUNDS,
    WHOLE_WORD,
    Blow,
    FightCourse,
    FighterBody,
    FightPlan,
    PlannedFighter,
    counted,
    fight_course,
    played,
)
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.script import calculator_script
from sheetgen.site.fight_attacks import attacks_script
from sheetgen.site.fight_parts import fight_parts

HALF = WHOLE_WORD // 2


def line(boxes: int) -> FighterBody:
    """A body that loses a box to the only blow."""
    return FighterBody((0,) * boxes, tuple(range(boxes, -1, -1)), tuple((at + 1,) for at in range(boxes)))


def duel(boxes: int = 1, chance: int = HALF) -> FightPlan:
    """Two who hit each other with a chance."""
    fighters = (PlannedFighter("Ann", 0, 0, 0), PlannedFighter("Bear", 1, 0, 0))
    return FightPlan(
        ("Us", "Them"), fighters, (line(boxes),), {(0, 0): Blow((chance,), (0,))}, {(0, 0): 0.5}, "weakest"
    )


def test_who_strikes_first_wins_two_of_three_even_duels() -> None:
    course = counted(duel())
    assert course is not None and course.fights == 0 and course.spread == 0
    assert dict(course.wins) == pytest.approx({"Us": 2 / 3, "Them": 1 / 3}, abs=1e-8)
    assert dict(course.out) == pytest.approx({"Ann": 1 / 3, "Bear": 2 / 3}, abs=1e-8)
    assert course.rounds[:3] == pytest.approx((3 / 4, 3 / 16, 3 / 64))
    assert (course.lasts(0.1), course.lasts(0.5), course.lasts(0.9)) == (1, 1, 2)


def test_who_cannot_hurt_each_other_are_undecided() -> None:
    for course in (counted(duel(chance=0)), played(duel(chance=0), "x", 20)):
        assert course is not None and course.undecided == 1 and course.rounds == () and course.lasts(0.5) is None
        assert dict(course.out) == {"Ann": 0, "Bear": 0}


def test_a_fight_that_is_played_agrees_with_one_that_is_counted() -> None:
    plan = duel(4, WHOLE_WORD // 3)
    exact, often = counted(plan), played(plan, "quay", 4000)
    assert exact is not None and often.fights == 4000
    for (side, share), (same, part) in zip((*exact.wins, *exact.out), (*often.wins, *often.out), strict=True):
        assert side == same and abs(share - part) <= 4.5 * sqrt(share * (1 - share) / 4000)
    assert played(plan, "quay", 50) == played(plan, "quay", 50) != played(plan, "pier", 50)


def test_whom_a_fighter_attacks() -> None:
    """A fighter that always hits for one box, against one with three boxes left and one with two."""
    bodies = (line(3), line(2))
    fighters = (
        PlannedFighter("Ann", 0, 0, 0), PlannedFighter("Bear", 1, None, 0), PlannedFighter("Cub", 1, None, 1, times=2),
    )  # fmt: skip
    sure = Blow((WHOLE_WORD,), (0,))
    plan = FightPlan(("Us", "Them"), fighters, bodies, {(0, 0): sure}, {(0, 0): 1.0}, "weakest")
    for whom in ("weakest", "best", "first", "anyone"):
        course = counted(replace(plan, whom=whom))
        assert course is not None and dict(course.wins) == {"Us": 1, "Them": 0}
        assert course.rounds == (0, 0, 0, 0, 1), "five boxes, one a round"
    twice = replace(plan, fighters=(replace(fighters[0], times=2), *fighters[1:]))
    course = counted(twice)
    assert course is not None and course.rounds == (0, 0, 1)


def sides_of(plan: FightPlan, whom: Any) -> float:
    course = counted(replace(plan, whom=whom))
    assert course is not None
    return dict(course.wins)["Us"]


def test_it_matters_whom_one_attacks() -> None:
    """Of two enemies only the strong one can hit back: to attack the weak one first costs fights."""
    fighters = (PlannedFighter("Ann", 0, 0, 0), PlannedFighter("Bear", 1, 1, 1), PlannedFighter("Cub", 1, None, 2))
    bodies = (line(2), line(2), replace(line(1), rows=(1,)))
    half = Blow((HALF,), (0,))
    blows = {(0, 0): half, (0, 1): half, (1, 0): half}
    plan = FightPlan(("Us", "Them"), fighters, bodies, blows, {(0, 0): 2.0, (0, 1): 1.0, (1, 0): 1.0}, "weakest")
    assert sides_of(plan, "first") == sides_of(plan, "best") > sides_of(plan, "anyone") > sides_of(plan, "weakest")


def test_a_fight_of_the_game_agrees_with_rolls_that_are_made_apart(project: Write) -> None:
    text = GAME["fights/quay.yaml"].replace(
        "armour: 9, hp: 6}", "armour: 1, hp: 6, attacks: [{name: Fist, dice: d3+1}]}"
    )
    game, _ = loaded(project({**GAME, "fights/quay.yaml": text}))
    plan = plan_of(game, fight_of(game))
    assert plan is not None
    assert [len(body.rows) for body in plan.bodies] == [4, 9, 6, 6]
    chance, fights = random.Random(3), 4000
    ours = sum(one_fight(chance) for _ in range(fights)) / fights
    course = played(plan, "apart", fights)
    share = dict(course.wins)["Party"]
    assert abs(share - ours) <= 4.5 * sqrt(2 * share * (1 - share) / fights), (share, ours)


def one_fight(chance: random.Random) -> bool:
    """Whether the party wins: all strike the enemy with the fewest hit points left, in the order of the roster."""
    hounds, party = [4, 4, 9], {"Ann": 6, "Otto": 6}
    armour = {"Ann": 3, "Otto": 1}
    while True:
        for number in range(3):
            if hounds[number] <= 0:
                continue
            whom = min((name for name in party if party[name] > 0), key=lambda name: party[name])
            faces = 4 if number == 2 else 8
            party[whom] -= min(party[whom], max(0, chance.randint(1, faces) - armour[whom]))
            if not any(party.values()):
                return False
        for name in ("Ann", "Otto"):
            if party[name] <= 0:
                continue
            target = min((at for at in range(3) if hounds[at] > 0), key=lambda at: hounds[at])
            rolled = chance.randint(1, 6) if name == "Ann" else chance.randint(1, 3) + 1
            hounds[target] -= min(hounds[target], max(0, rolled - 2))
            if not any(hounds):
                return True


def test_tracks_of_a_panel_take_the_blows_first(project: Write) -> None:
    """Of a fighter with two rows the second follows when the first has nothing left; equal tracks count once."""
    rows = (
        '[{"name": b.name, "tracks": t, "armour": 0, "hp": b.hp}'
        ' for b in foes + party for t in (["Beast", ""] if b.name == "Ann" else ["", ""])]'
    )
    kind = FIGHT.replace("""'[{"name": b.name, "armour": b.armour, "hp": b.hp} for b in foes + party]'""", f"'{rows}'")
    assert kind != FIGHT
    game, _ = loaded(project({**GAME, "game/kinds/fight.yaml": kind}))
    plan = plan_of(game, fight_of(game))
    assert plan is not None
    ann, otto = (plan.bodies[fighter.body or 0] for fighter in plan.fighters if fighter.name in ("Ann", "Otto"))
    assert len(ann.rows) == 12 and ann.left == (*range(12, -1, -1),)
    assert len(otto.rows) == 6


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("blow: blow", "blow: blo", "there is no rule called `blo`"),
        ("blow: blow", "blow: strike", "strike gives no chances"),
        ("crosses: crossed", "crosses: strike", "strike has no input called `blow`"),
        ("crosses: crossed", "crosses: blow", "blow has no output called `lost`"),
        ("crosses: crossed", "crosses: crossed, standing: [Mana]", "no attack crosses off Mana"),
        ("left: {hp: HP}", "left: {}", "`left` has no input for HP, so it is not known when that is used up"),
        ("odds: odds\n      best: mean", "", "a fight needs odds, which decide between attacks"),
    ],
)  # fmt: skip
def test_what_a_fight_names_must_be_there(project: Write, old: str, new: str, message: str) -> None:
    assert old in FIGHT
    assert message in [
        item.message for item in loaded(project({**GAME, "game/kinds/fight.yaml": FIGHT.replace(old, new)}))[1]
    ]


def test_a_rule_that_costs_much_makes_no_plan_and_stops_in_time(project: Write) -> None:
    rules = GAME["game/rules/strike.yaml"].replace("min(hp, blow)", "min(hp, blow) + 0 * sum(range(9000))")
    game, _ = loaded(project({**GAME, "game/rules/strike.yaml": rules}))
    assert plan_of(game, fight_of(game), 200_000) is None


def test_a_long_fight_of_many_ends_in_time() -> None:
    fighters = tuple(PlannedFighter(f"F{at}", at % 2, 0, 0, 20) for at in range(60))
    plan = FightPlan(("A", "B"), fighters, (line(900),), {(0, 0): Blow((HALF,), (0,))}, {}, "anyone")
    began = time.process_time()
    course = fight_course(plan, "x")
    assert course.fights < 10 and course.undecided == 1
    assert time.process_time() - began < 20


def test_the_course_in_sentences(project: Write) -> None:
    game, _ = loaded(project(GAME))
    model = fight_of(game).entry.kind.model.attack
    assert model is not None and model.fight is not None
    course = FightCourse(
        100,
        "quay",
        (("Foes", 0.25), ("Party", 0.714)),
        0.036,
        (0.5, 0.464),
        (("Ann", 0.004), ("Otto", 0), ("Hound 1", 1)),
    )
    assert [text.replace("\u00a0", " ") for text in course_lines(course, game.words)] == [
        "Wins: Foes 25 %, Party 71 %.", f"Undecided after {MOST_ROUNDS} rounds: 4 %.",
        "Rounds: 1, in eight of ten fights 1 to 2.", "Goes down: Ann <1 %, Otto 0 %, Hound 1: 100 %.",
    ]  # fmt: skip
    notes = list(course_notes(course, model.fight, game.words))
    assert notes[0] == "Played 100 times with the seed quay: a share may be 10 points off."
    assert "with the fewest boxes left" in notes[1] and "once" in notes[2]
    assert notes[3:] == [
        "All begin as they are marked.", "Nobody is helped, heals, flees, or fights worse for being hurt.",
    ]  # fmt: skip
    assert list(course_notes(course, model.fight, game.words, unhurt=True))[3] == "All begin unhurt."
    assert percent(0.996, 100).replace("\u00a0", "") == ">99%" and percent(1, 100).replace("\u00a0", "") == "100%"


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=5).filter(sum))
def test_the_shares_of_a_fight_are_a_hundred_together(weights: list[int]) -> None:
    parts = [weight / sum(weights) for weight in weights]
    rounded = hundredths(parts)
    assert sum(rounded) == 100 and all(abs(100 * part - whole) < 1 for part, whole in zip(parts, rounded, strict=True))


_COURSE = """
const page = require("node:vm").createContext({ TextEncoder, module: {} });
const run = (script) => require("node:vm").runInContext(script, page);
for (const script of data.scripts) run(script);
const of = (name) => {
  run(data.own[name]);
  return page.module.exports;
};
const { dieOf } = of("dice"), odds = of("attack-odds"), { plan } = of("fight-plan"),
  { fightCourse } = of("fight-course"),
  sentences = of("attack-course"), { fight } = data;
const oddsOf = (given) => {
  try {
    return page.sheetgenRules.run(fight.ruleset, fight.odds.rule, given, {});
  } catch {
    return { numbers: {} };
  }
};
const values = (name, given) => {
  try {
    return page.sheetgenRules.values(fight.ruleset, name, given, {});
  } catch {
    return null;
  }
};
const steps = plan(fight, odds, values, oddsOf);
let step = steps.next();
while (!step.done) step = steps.next();
const course = step.value && fightCourse(step.value, data.seed, data.fights, dieOf);
const words = (text, places = {}) =>
  Object.entries(places).reduce((all, [name, value]) => all.replace("{" + name + "}", () => value), text);
return course && { course, lines: sentences.lines(course, words), notes: sentences.notes(course, fight, words) };
"""
SCRIPTS = ROOT / "templates/assets/js"


def same_on_the_page(game: LoadedGame, computed: ComputedEntry, seed: str, fights: int) -> FightCourse | None:
    """The course of a fight, after the page has given the same figures and sentences."""
    model = computed.entry.kind.model.attack
    plan = plan_of(game, computed)
    assert model is not None and model.fight is not None
    names = [model.odds, model.fight.blow, model.fight.crosses]
    script = attacks_script(game.ruleset, model, fight_parts(computed), {})
    answer = in_node(_COURSE, {
        "scripts": [RUNTIME, calculator_script(game.ruleset, game.house, names)],
        "own": {
            name: (SCRIPTS / f"{name}.js").read_text("utf-8")
            for name in ("dice", "attack-odds", "fight-plan", "fight-course", "attack-course")
        },
        "fight": json.loads(script.partition("=")[2].rstrip(";\n")),
        "seed": seed, "fights": fights,
    })  # fmt: skip
    if plan is None:
        assert answer is None
        return None
    course = fight_course(plan, seed, fights)
    assert answer["course"] == json.loads(json.dumps(asdict(course)))
    assert answer["lines"] == list(course_lines(course, game.words))
    assert answer["notes"] == list(course_notes(course, model.fight, game.words))
    return course


@needs_node
def test_the_page_counts_a_fight_to_the_same_figures(project: Write) -> None:
    game, _ = loaded(project(GAME))
    course = same_on_the_page(game, fight_of(game), "x", 10)
    assert course is not None and course.fights == 0


@needs_node
@pytest.mark.parametrize("whom", ["weakest", "best", "first", "anyone"])
def test_the_page_plays_a_fight_to_the_same_figures(project: Write, whom: str) -> None:
    fight = re.sub(r"hp: \d", "hp: 30", GAME["fights/quay.yaml"]).replace("armour: 9", "armour: 1")
    kind = FIGHT.replace("crosses: crossed}", f"crosses: crossed, whom: {whom}, times: initiative}}")
    game, _ = loaded(project({**GAME, "game/kinds/fight.yaml": kind, "fights/quay.yaml": fight}))
    course = same_on_the_page(game, fight_of(game), "tonight", 60)
    assert course is not None and course.fights == 60 and 0 < dict(course.wins)["Foes"] <= 1


@needs_node
@pytest.mark.parametrize(
    ("ruleset", "fight"),
    [("persona", "lamp-room"), ("action-dice", "second-thoughts"), ("world-shapers", "toll-at-the-seventh"),
     ("persona-classic", "lost-and-found")],
)  # fmt: skip
def test_a_sample_fight_goes_the_same_on_the_page(ruleset: str, fight: str) -> None:
    game, _ = loaded(ROOT / "content" / ruleset / "campaign" / "campaign.yaml")
    course = same_on_the_page(game, fight_of(game, fight), fight, 100)
    assert course is not None and course.fights == 100
    assert sum(share for _, share in course.wins) + course.undecided == pytest.approx(1)
