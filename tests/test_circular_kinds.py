"""Kinds that refer to each other, and entries that stand in a circle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from projects import Write, open_project

from sheetgen.build import Options, build, check
from sheetgen.model import derive, memoised_steps
from sheetgen.model.circular_entries import circles
from sheetgen.model.derive import ComputedEntries
from sheetgen.model.entries import Entry
from sheetgen.text.diagnostics import Diagnostics

CIRCLE = {
    "campaign.yaml": "{title: Circle, ruleset: ./game}",
    "game/ruleset.yaml": """
        id: circle
        title: Circle
        vocabularies: {rank: {easy: {title: Easy, ticks: 12}, epic: {title: Epic, ticks: 1}}}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          level: integer, default 1
          vows: list of ref vow, default []
          sword: ref thing, optional
          friend: ref hero, optional
        derive:
          ticks: sum(v.ticks for v in vows)
          seen: 'friend.level if friend != none else 0'
        layout:
          blocks:
            head: {type: figures, items: [{label: Ticks, value: ticks}, {label: Level, value: level}]}
          page: [head]
        """,
    "game/kinds/vow.yaml": """
        id: vow
        title: Vow
        plural: Vows
        folder: vows
        fields: {owner: ref hero, grade: one of rank}
        derive:
          ticks: rank[grade].ticks
          sworn: owner.level + count(owner.vows) * 100
          heavy: 'owner.sword.weight if owner.sword != none else 0'
        layout:
          blocks: {head: {type: figures, items: [{label: Ticks, value: ticks}, {label: Sworn, value: sworn}]}}
          page: [head]
        """,
    "game/kinds/thing.yaml": """
        id: thing
        title: Thing
        plural: Things
        folder: things
        fields: {kilos: integer}
        derive: {weight: kilos * 10}
        """,
    "heroes/all.yaml": """
        - {name: Ann, level: 3, vows: [find, guard], sword: blade, friend: bo}
        - {name: Bo, level: 5, friend: ann}
        """,
    "things/blade.yaml": "{name: Blade, kilos: 2}",
    "vows/all.yaml": """
        - {name: Find, owner: ann, grade: easy}
        - {name: Guard, owner: ann, grade: epic}
        """,
}


def computed(folder: Path) -> ComputedEntries:
    diagnostics = Diagnostics()
    opened = open_project(folder, diagnostics)
    assert opened is not None and [diagnostic.message for diagnostic in diagnostics] == []
    table = opened[1][0].loaded.table
    assert table is not None
    return table


def values(table: ComputedEntries) -> Mapping[str, object]:
    wanted = {"hero": ("ticks", "seen"), "vow": ("sworn", "heavy", "ticks")}
    return {
        f"{identity}.{name}": entry.values[name]
        for (kind, identity), entry in table.entries.items()
        for name in wanted.get(kind, ())
    }


EXPECTED = {
    "ann.ticks": 13, "ann.seen": 5, "bo.ticks": 0, "bo.seen": 3,
    "find.sworn": 203, "find.heavy": 20, "find.ticks": 12,
    "guard.sworn": 203, "guard.heavy": 20, "guard.ticks": 1,
}  # fmt: skip


def test_each_reads_the_fields_of_the_other(project: Write) -> None:
    assert values(computed(project(CIRCLE))) == EXPECTED


def test_the_order_of_files_and_kinds_does_not_matter(project: Write) -> None:
    turned = {name.replace("hero.yaml", "zhero.yaml"): text for name, text in reversed(CIRCLE.items())}
    assert values(computed(project(turned))) == EXPECTED


def test_a_change_in_a_circle_is_seen_by_all_of_it(project: Write) -> None:
    folder = project(CIRCLE)
    build(Options(folder, pdf=False))
    for name, old, new in (("heroes/all.yaml", "level: 3", "level: 4"), ("things/blade.yaml", "kilos: 2", "kilos: 7")):
        (folder / name).write_text((folder / name).read_text("utf-8").replace(old, new), encoding="utf-8")
        assert not build(Options(folder, pdf=False)).diagnostics
    assert "204" in (folder / "site/circle/vows/guard.html").read_text("utf-8")
    assert values(computed(folder)) == {
        **EXPECTED, "bo.seen": 4, "find.sworn": 204, "guard.sworn": 204, "find.heavy": 70, "guard.heavy": 70
    }  # fmt: skip


def test_circles_are_what_refers_back(project: Write) -> None:
    folder = project(CIRCLE)
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    game = opened[1][0]
    assert set(game.ruleset.circular) == {"vow", "hero"}
    members = circles(game.loaded.library, game.ruleset.circular)
    assert members["hero", "ann"] == (("hero", "ann"), ("hero", "bo"), ("vow", "find"), ("vow", "guard"))
    assert ("thing", "blade") not in members


@pytest.mark.parametrize(
    ("formula", "way"),
    [
        ("owner.ticks", "ticks of Find → ticks of Ann → ticks of Find"),
        ("sum(v.sworn for v in owner.vows) + owner.ticks", "ticks of Find → ticks of Ann → ticks of Find"),
        ("sum(v.ticks for v in owner.vows)", "ticks of Find → ticks of Find"),
    ],
)
def test_a_value_that_follows_from_itself_is_named_with_its_way(project: Write, formula: str, way: str) -> None:
    kind = CIRCLE["game/kinds/vow.yaml"].replace("ticks: rank[grade].ticks", f"ticks: {formula}")
    mistakes = list(check(project({**CIRCLE, "game/kinds/vow.yaml": kind}))[0])
    assert {mistake.code for mistake in mistakes} == {"formula-failed"} and len(mistakes) <= 2
    assert f"it follows from itself: {way}" in mistakes[0].message


FACTION = {
    "campaign.yaml": "{title: Feud, ruleset: ./game}",
    "game/ruleset.yaml": "{id: feud, title: Feud}",
    "game/kinds/person.yaml": """
        id: person
        title: Person
        plural: People
        folder: people
        fields:
          might: integer
          faction: ref faction
          boss: ref person, optional
          gear: list of ref thing, default []
        derive:
          strength: {formula: might + faction.size, title: Strength}
          morale: {formula: faction.power // 10, title: Morale}
          rank: 'boss.rank + 1 if boss != none else 0'
          group: {best: faction.best, first: might}
        layout: {blocks: {head: {type: figures, items: [{label: Morale, value: morale}]}}, page: [head]}
        """,
    "game/kinds/faction.yaml": """
        id: faction
        title: Faction
        plural: Factions
        folder: factions
        fields: {tier: integer, members: list of ref person, rival: 'ref faction, optional'}
        derive:
          size: count(members)
          power: {formula: tier * 10 + sum(m.strength for m in members), title: Power}
          standing: {formula: 'power - (rival.power if rival != none else 0)', title: Standing}
          best: max(m.rank for m in members)
          firsts: sum(m.group.first for m in members)
        layout: {blocks: {head: {type: figures, items: [{label: Power, value: power}]}}, page: [head]}
        list: {columns: [{label: Standing, value: standing, type: number}]}
        """,
    "game/kinds/thing.yaml": """
        id: thing
        title: Thing
        plural: Things
        folder: things
        fields: {effects: list of effect}
        """,
    "things/sword.yaml": "{name: Sword, effects: [{target: might, add: '4'}, {target: strength, add: '1'}]}",
    "factions/all.yaml": """
        - {name: Crows, tier: 2, members: [ann, bo], rival: foxes}
        - {name: Foxes, tier: 1, members: [cy], rival: crows}
        """,
    "people/all.yaml": """
        - {name: Ann, might: 3, faction: crows}
        - {name: Bo, might: 5, faction: crows, boss: ann, gear: [sword]}
        - {name: Cy, might: 1, faction: foxes, boss: bo}
        """,
}


def test_derived_values_are_read_both_ways_with_effects_on_them(project: Write) -> None:
    table = computed(project(FACTION))
    names = {"person": ("strength", "morale", "rank"), "faction": ("size", "power", "standing", "best")}
    assert {
        identity: [entry.values[name] for name in names[kind]]
        for (kind, identity), entry in table.entries.items()
        if kind in names
    } == {
        "ann": [5, 3, 0], "bo": [12, 3, 1], "cy": [2, 1, 2],
        "crows": [2, 37, 25, 1], "foxes": [1, 12, -25, 2],
    }  # fmt: skip
    assert table.entries["faction", "crows"].values["firsts"] == 12 and table.entries["person", "cy"].leaves
    leaf = table.entries["faction", "crows"].leaf(("standing",))
    assert leaf is not None and leaf.why == "Power 37 − Power 12"


def test_a_change_of_one_member_reaches_all_that_follow_from_it(project: Write) -> None:
    folder = project(FACTION)
    build(Options(folder, pdf=False))
    people = folder / "people/all.yaml"
    people.write_text(people.read_text("utf-8").replace("might: 3", "might: 13"), encoding="utf-8")
    assert not build(Options(folder, pdf=False)).diagnostics
    assert "47" in (folder / "site/feud/factions/crows.html").read_text("utf-8")
    assert "4" in (folder / "site/feud/people/bo.json").read_text("utf-8")
    assert [computed(folder).entries["person", name].values["morale"] for name in ("ann", "bo", "cy")] == [4, 4, 1]


def test_a_faction_of_very_many_is_computed_once(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    many = [f"p{number}" for number in range(300)]
    people = "".join(f"- {{name: {name.upper()}, might: 1, faction: crows}}\n" for name in many)
    factions = f"- {{name: Crows, tier: 2, members: [{', '.join(many)}]}}\n"
    folder = project({**FACTION, "people/all.yaml": people, "factions/all.yaml": factions})
    table = computed(folder)
    assert {entry.values["morale"] for entry in table.of("person")} == {(20 + 300 * 301) // 10}
    monkeypatch.setattr(memoised_steps, "MOST_RECENT", 20)
    calculated: list[str] = []
    monkeypatch.setattr(derive, "_calculated", _noting(derive._calculated, calculated))
    assert not check(folder)[0].has_errors and len(calculated) < 2 * len(many)


def _noting(calculate: Any, calculated: list[str]) -> Any:
    def noted(entry: Entry, *arguments: Any) -> Any:
        calculated.append(entry.id)
        return calculate(entry, *arguments)

    return noted


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("lambda: text", "`lambda` cannot be the name of a field: formulas keep this word for themselves"),
        ("for: text", "`for` cannot be the name of a field: formulas keep this word for themselves"),
        ("else: text", "`else` cannot be the name of a field: formulas keep this word for themselves"),
    ],
)
def test_words_of_the_language_are_no_names(project: Write, field: str, message: str) -> None:
    kind = CIRCLE["game/kinds/thing.yaml"].replace("kilos: integer", f"kilos: integer, {field}")
    mistake = next(iter(check(project({**CIRCLE, "game/kinds/thing.yaml": kind}))[0]))
    assert mistake.message == message and mistake.hints


@pytest.mark.parametrize("name", ["copy", "json", "schema", "keys", "values", "items", "get", "model_fields", "dict"])
def test_names_of_methods_are_names_like_others(project: Write, name: str) -> None:
    kind = CIRCLE["game/kinds/thing.yaml"].replace("kilos: integer}", f"kilos: integer, {name}: integer}}")
    kind = kind.replace("kilos * 10", f"kilos * 10 + {name}")
    thing = f"{{name: Blade, kilos: 2, {name}: 5}}"
    table = computed(project({**CIRCLE, "game/kinds/thing.yaml": kind, "things/blade.yaml": thing}))
    assert table.entries["thing", "blade"].values["weight"] == 25
    assert table.entries["vow", "find"].values["heavy"] == 25


def test_a_field_may_be_called_like_its_vocabulary(project: Write) -> None:
    kind = CIRCLE["game/kinds/vow.yaml"].replace("grade: one of rank", "rank: one of rank").replace("[grade]", "[rank]")
    kind = kind.replace("derive:", "derive:\n          says: f'{title(rank, rank)} of {count(owner.vows)}'")
    files = {**CIRCLE, "game/kinds/vow.yaml": kind, "vows/all.yaml": CIRCLE["vows/all.yaml"].replace("grade", "rank")}
    table = computed(project(files))
    assert values(table) == EXPECTED
    assert table.entries["vow", "find"].values["says"] == "Easy of 2"
