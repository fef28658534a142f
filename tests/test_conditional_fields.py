"""Fields that exist only where others say so."""

from __future__ import annotations

import pytest
from projects import Write, open_project

from sheetgen.build import Options, build, check
from sheetgen.model.entry_json import entry_json
from sheetgen.model.ruleset.schema import ENTRY, kind_schema
from sheetgen.model.ruleset.skeleton import starter
from sheetgen.text.diagnostics import Diagnostics

GAME = {
    "campaign.yaml": "{title: Tower, ruleset: ./game}",
    "game/ruleset.yaml": """
        id: tower
        title: Tower
        vocabularies: {calling: [fighter, wizard]}
        records:
          weapon: {name: text, ranged: "truth, default false", range: {type: integer 1.., when: ranged}}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          calling: one of calling
          level: integer, default 1
          spells: {type: list of text, when: calling == "wizard"}
          mana: {type: "integer 0.., default 3", when: calling == "wizard"}
          staff: {type: text, when: mana != none and mana > 3}
          oath: {type: text, when: calling == "fighter", optional: true}
          weapons: list of weapon, default []
        derive:
          power: 'mana * level if mana != none else 0'
        layout:
          blocks:
            head: {type: figures, items: [{label: Power, value: power}, {label: Mana, value: mana}]}
            facts: {type: facts, items: [{label: Spells, value: spells}, {label: Oath, value: oath}]}
            arms: {type: table, title: Arms, rows: weapons, name: name, columns: [{label: Range, value: range}]}
          page: [head, facts, arms]
          sheet: {play: [head, facts, arms]}
        """,
    "heroes/ann.yaml": "{name: Ann, calling: wizard, spells: [Spark], level: 2}",
    "heroes/bob.yaml": """
        name: Bob
        calling: fighter
        weapons:
          - {name: Axe}
          - {name: Bow, ranged: true, range: 60}
        """,
}


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("bob", "name: Bob\ncalling: fighter\nspells: [Spark]\n", 3, '`spells` exists only where calling == "wizard"'),
        ("bob", "name: Bob\ncalling: fighter\nmana: 3\n", 3, '`mana` exists only where calling == "wizard"'),
        ("ann", "name: Ann\ncalling: wizard\n", 1, '`spells` is missing, since calling == "wizard"'),
        ("ann", "name: Ann\ncalling: wizard\nspells: []\nmana: 4\n", 1, "`staff` is missing, since mana != none"),
        ("ann", "name: Ann\ncalling: wizard\nspells: []\nstaff: Oak\n", 4, "`staff` exists only where mana != none"),
        (
            "bob",
            "name: Bob\ncalling: fighter\nweapons:\n- name: Axe\n  range: 3\n",
            5,
            "`range` exists only where ranged",
        ),
        ("bob", "name: Bob\ncalling: fighter\nweapons:\n- name: Bow\n  ranged: true\n", 4, "`range` is missing, since"),
        ("ann", "name: Ann\ncalling: wizard\nspells: []\nmana: -1\n", 4, "−1 is out of range"),
    ],
)
def test_what_does_not_exist_is_not_written(project: Write, name: str, text: str, line: int, message: str) -> None:
    [mistake] = check(project({**GAME, f"heroes/{name}.yaml": text}))[0]
    assert message in mistake.message and mistake.span is not None
    assert (mistake.span.file.path.name, mistake.span.line) == (f"{name}.yaml", line)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("a: {type: integer, when: callin}", "nothing here is called `callin`"),
        ("a: {type: integer, when: level}", "truth"),
        ("a: {type: integer, when: 'a == 1'}", "these fields exist only if each other does"),
        ("a: {type: 'integer 1.., default 0', when: 'level == 1'}", "the default of `a` is not integer 1.."),
    ],
)
def test_conditions_are_checked(project: Write, field: str, message: str) -> None:
    kind = GAME["game/kinds/hero.yaml"].replace("          level:", f"          {field}\n          level:")
    mistake = next(iter(check(project({**GAME, "game/kinds/hero.yaml": kind}))[0]))
    assert message in mistake.message and mistake.span is not None
    assert mistake.span.file.line(mistake.span.line).strip() == field


def test_inputs_of_rules_always_exist(project: Write) -> None:
    rule = "twice:\n  title: Twice\n  inputs: {n: {type: integer, when: n > 1}}\n  outputs: n * 2\n"
    mistake = next(iter(check(project({**GAME, "game/rules/a.yaml": rule}))[0]))
    assert "an input of a rule always exists" in mistake.message


def test_values_follow_from_what_exists(project: Write) -> None:
    folder = project({**GAME, "heroes/cid.yaml": "{name: Cid, extends: ann, calling: fighter}"})
    diagnostics = Diagnostics()
    opened = open_project(folder, diagnostics)
    assert opened is not None and not list(diagnostics)
    game = opened[1][0]
    ann, bob, cid = (game.entries.by_key["hero", name] for name in ("ann", "bob", "cid"))
    assert (ann.values["mana"], ann.values["power"], ann.values["oath"]) == (3, 6, None)
    assert (bob.values["mana"], bob.values["spells"], bob.values["power"]) == (None, None, 0)
    assert [weapon["range"] for weapon in bob.values["weapons"]] == [None, 60]
    assert cid.values["spells"] is None, "what a variant takes over goes where it does not exist"
    assert "spells" not in entry_json(cid, game.ruleset)["fields"]
    schema = kind_schema(game.ruleset, ann.entry.kind)["definitions"][ENTRY]
    assert schema["anyOf"][-1]["required"] == ["name", "calling"]
    text = starter(game.ruleset.kinds["hero"], "New")
    assert "# mana: 3" in text and 'Only where calling == "wizard".' in text


def test_pages_and_blank_sheets_leave_out_what_does_not_exist(project: Write) -> None:
    folder = project(GAME)
    assert not build(Options(folder, pdf=False)).diagnostics
    page = (folder / "site/tower/heroes/bob.html").read_text("utf-8")
    other = (folder / "site/tower/heroes/ann.html").read_text("utf-8")
    assert "Mana" not in page and "Spells" not in page and "Spark" in other and "Mana" in other


def test_a_kind_and_a_record_of_one_name_have_conditions_of_their_own(project: Write) -> None:
    ruleset = GAME["game/ruleset.yaml"].replace("weapon: {name", "hero: {name")
    kind = GAME["game/kinds/hero.yaml"].replace("list of weapon", "list of hero")
    folder = project({**GAME, "game/ruleset.yaml": ruleset, "game/kinds/hero.yaml": kind})
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    bob = opened[1][0].entries.by_key["hero", "bob"]
    assert bob.values["spells"] is None and [weapon["range"] for weapon in bob.values["weapons"]] == [None, 60]
