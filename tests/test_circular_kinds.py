"""Kinds that refer to each other, and entries that stand in a circle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from projects import Write

from sheetgen.build import Options, build, check, open_project
from sheetgen.model.circular_entries import circles
from sheetgen.model.derive import ComputedEntries
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
          known: 'friend.level if friend != none else 0'
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
    wanted = {"hero": ("ticks", "known"), "vow": ("sworn", "heavy", "ticks")}
    return {
        f"{identity}.{name}": entry.values[name]
        for (kind, identity), entry in table.entries.items()
        for name in wanted.get(kind, ())
    }


EXPECTED = {
    "ann.ticks": 13, "ann.known": 5, "bo.ticks": 0, "bo.known": 3,
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
        **EXPECTED, "bo.known": 4, "find.sworn": 204, "guard.sworn": 204, "find.heavy": 70, "guard.heavy": 70
    }  # fmt: skip


def test_circles_are_what_refers_back(project: Write) -> None:
    folder = project(CIRCLE)
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    game = opened[1][0]
    assert set(game.ruleset.circular) == {"vow", "hero"} and game.ruleset.circular[0] == "vow"
    members = circles(game.loaded.library, game.ruleset.circular)
    assert members["hero", "ann"] == (("vow", "find"), ("vow", "guard"), ("hero", "ann"), ("hero", "bo"))
    assert ("thing", "blade") not in members


@pytest.mark.parametrize("formula", ["owner.ticks", "sum(v.sworn for v in owner.vows) + owner.ticks"])
def test_what_would_go_both_ways_is_a_mistake(project: Write, formula: str) -> None:
    kind = CIRCLE["game/kinds/vow.yaml"].replace("ticks: rank[grade].ticks", f"ticks: {formula}")
    mistake = next(iter(check(project({**CIRCLE, "game/kinds/vow.yaml": kind}))[0]))
    assert mistake.code == "formula-name" and mistake.span is not None
    assert "refers back to this one: only its fields can be read" in "".join(mistake.hints)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("class: text", "`class` cannot be the name of a field: formulas keep this word for themselves"),
        ("from: text", "`from` cannot be the name of a field: formulas keep this word for themselves"),
        ("with: text", "`with` cannot be the name of a field: formulas keep this word for themselves"),
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


def test_a_field_that_hides_its_vocabulary_is_named(project: Write) -> None:
    kind = CIRCLE["game/kinds/vow.yaml"].replace("grade: one of rank", "rank: one of rank").replace("[grade]", "[rank]")
    files = {**CIRCLE, "game/kinds/vow.yaml": kind, "vows/all.yaml": CIRCLE["vows/all.yaml"].replace("grade", "rank")}
    mistake = next(iter(check(project(files))[0]))
    assert "hides the vocabulary of that name" in "".join(mistake.hints)
