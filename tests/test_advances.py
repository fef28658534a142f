"""What characters buy: costs that follow from what was bought before, what is left, what may not be bought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from in_node import needs_node
from projects import Write, loaded, open_project
from test_edited_entries import derived, leaves, source

from sheetgen.text.diagnostics import Diagnostics

KIND = """
    id: hero
    title: Hero
    plural: Heroes
    folder: heroes
    fields:
      earned: integer 0..
      stats: map stat -> integer 0..10, default 0
      advances: list of advance, default []
    derive:
      now: '{s: stats[s] + len([a for a in advances if a.buy == s and not a.planned]) for s in stat}'
    advances:
      rows: advances
      cost: 10 * (stats[buy] + len([b for b in before if b.buy == buy]) + 1)
      earned: earned
      planned: planned
      checks:
        - that: stats[buy] + len([b for b in before if b.buy == buy]) < 4
          says: "{title(stat, buy)} stops at {2 + 2}"
        - {that: planned or when != "", says: nobody remembers when, severity: warning}
    layout:
      blocks:
        points: {type: figures, items: [{label: Left, value: advancement.left}]}
        log:
          type: table
          rows: advancement.lines
          name: "stat[buy].title"
          columns: [{label: Cost, value: cost}, {label: Left, value: left}, {label: When, value: when}]
      page: [points, log]
      sheet: {play: [points], reference: [log]}
    """
GAME = {
    "campaign.yaml": "{title: Gym, ruleset: ./game}\n",
    "game/ruleset.yaml": """
        id: gym
        title: Gym
        vocabularies: {stat: [strong, quick]}
        records: {advance: {buy: one of stat, when: "text, default ''", planned: "truth, default false"}}
        """,
    "game/kinds/hero.yaml": KIND,
    "heroes/bea.yaml": """
        name: Bea
        earned: 65
        stats: {strong: 1}
        advances:
          - {buy: strong, when: The gym}
          - {buy: quick, when: The race}
          - {buy: strong, when: Winter}
          - {buy: quick, planned: true}
          - {buy: strong, planned: true}
        """,
}


def with_bea(*changes: tuple[str, str], **more: str) -> dict[str, str]:
    text = GAME["heroes/bea.yaml"]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return {**GAME, "heroes/bea.yaml": text, **more}


def advancement(files: Mapping[str, str], project: Write) -> dict[str, Any]:
    game, diagnostics = loaded(project(files))
    assert not list(diagnostics), [str(diagnostic) for diagnostic in diagnostics]
    assert game.table is not None
    group: dict[str, Any] = game.table.entries["hero", "bea"].values["advancement"]
    return group


def messages(files: Mapping[str, str], project: Write) -> list[tuple[str, int, int, str]]:
    _, diagnostics = loaded(project(files))
    return [(d.severity.name, d.span.line, d.span.column, d.message) for d in diagnostics if d.span]


def test_each_costs_what_it_costs_after_those_before_it(project: Write) -> None:
    group = advancement(GAME, project)
    assert group["costs"] == [20, 10, 30, 20, 40]
    assert (group["earned"], group["spent"], group["planned"], group["left"]) == (65, 60, 60, 5)
    assert [line["left"] for line in group["lines"]] == [45, 35, 5, -15, -55], "a plan says what is still to be earned"
    assert group["lines"][2] == {"buy": "strong", "when": "Winter", "planned": False, "cost": 30, "left": 5}


def test_taking_back_is_deleting_a_line(project: Write) -> None:
    group = advancement(with_bea(("          - {buy: strong, when: The gym}\n", "")), project)
    assert group["costs"] == [10, 20, 20, 30] and group["left"] == 35


@pytest.mark.parametrize(("rows", "left"), [("advances: []", 65), ("advances: [{buy: quick, when: Now}]", 55)])
def test_none_and_one(project: Write, rows: str, left: int) -> None:
    text = GAME["heroes/bea.yaml"].partition("        advances")[0]
    group = advancement({**GAME, "heroes/bea.yaml": f"{text}        {rows}\n"}, project)
    assert group["left"] == left and len(group["lines"]) == (left < 65)


def test_three_hundred_are_added_up(project: Write) -> None:
    rows = "".join(f"  - {{buy: {('strong', 'quick')[n % 2]}, when: w}}\n" for n in range(300))
    game = {**GAME, "heroes/bea.yaml": f"name: Bea\nearned: 999999\nadvances:\n{rows}"}
    game["game/kinds/hero.yaml"] = KIND.replace("< 4", "< 999")
    assert advancement(game, project)["spent"] == 2 * sum(range(10, 1501, 10))


def test_what_may_not_be_bought_is_told_at_its_line(project: Write) -> None:
    assert messages(with_bea(("earned: 65", "earned: 35"), ("strong: 1", "strong: 2")), project) == [
        ("ERROR", 6, 5, "Bea: this costs 10, and what is left is 5"),
        ("ERROR", 9, 5, "Bea: Strong stops at 4"),
    ]
    assert messages(with_bea((", when: Winter", "")), project) == [("WARNING", 7, 5, "Bea: nobody remembers when")]
    assert [line for _, line, _, _ in messages(with_bea(("quick, when", "quik, when")), project)] == [6]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("rows: advances", "rows: advance", 12, "`advance` is no list of records of this kind"),
        ("rows: advances", "rows: stats", 12, "`stats` is no list of records of this kind"),
        (
            "stats[buy] + len([b for b in before if b.buy == buy]) + 1",
            "stats[bui] + 1",
            13,
            "nothing here is called `bui`",
        ),
        ("cost: 10 * (", "cost: 10 * ((", 13, "this `(` is never closed"),
        ("earned: earned", "earned: earnd", 14, "nothing here is called `earnd`"),
        ("planned: planned", "planned: buy", 15, "advance has no truth called `buy`"),
        ("before if b.buy == buy]) < 4", "before if b.buy == buy])", 17, "this takes a condition, not integer"),
        ("derive:\n", "derive:\n      advancement: 1\n", 12, "`advancement` is what follows from these"),
        ("      cost: 10", "      costs: 10", 13, "the setting `advances` has no `costs`"),
    ],
)
def test_mistakes_of_a_kind_are_told_at_their_place(
    project: Write, old: str, new: str, line: int, message: str
) -> None:
    assert old in KIND
    kind = KIND.replace(old, new, 1)
    said = messages({**GAME, "game/kinds/hero.yaml": kind}, project)
    assert (line, message) in [(at, text) for _, at, _, text in said], said
    assert not any("called `advancement`" in text for _, _, _, text in said), said


def test_without_what_was_earned_the_log_adds_up(project: Write) -> None:
    kind = KIND.replace("      earned: earned\n", "").replace("{label: Left, value: left}, ", "")
    kind = kind.replace("advancement.left", "advancement.spent")
    group = advancement({**GAME, "game/kinds/hero.yaml": kind}, project)
    assert group["spent"] == 60 and "left" not in group and "left" not in group["lines"][0]


@needs_node
def test_a_browser_reckons_the_same(project: Write) -> None:
    opened = open_project(project(GAME), Diagnostics())
    assert opened is not None
    [game] = opened[1]
    [bea] = game.entries.by_key.values()
    [answer] = derived(game, ["hero:bea"], {"hero:bea": source(bea, game)["fields"]})
    expected = {name: leaf for name, leaf in leaves(bea.leaves).items() if name in answer}
    assert {"advancement.left", "advancement.spent"} <= expected.keys()
    assert {name: answer[name]["why"] for name in expected} == {name: leaf.why for name, leaf in expected.items()}
