"""Effects and options: what entries change of those that refer to them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from markupsafe import Markup
from projects import Write, expected, loaded, places_of

from sheetgen.blocks.named import Named, NamedList
from sheetgen.blocks.named.paper import PRINT
from sheetgen.blocks.parts import Mark
from sheetgen.build import Options, build_in_memory
from sheetgen.formula.runtime import Leaf
from sheetgen.languages.program_words import ENGLISH
from sheetgen.model import entry_validation, library, memoised_steps
from sheetgen.model.entries import Entry
from sheetgen.model.entry_json import derived_json
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.shapes import ChoiceShape
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.site import plan
from sheetgen.text.cache import FOLDER, FRESH
from sheetgen.text.memo import Memo

GAME = {
    "campaign.yaml": "{title: Shields, ruleset: ./game}\n",
    "game/ruleset.yaml": """
        id: shields
        title: Shields
        vocabularies: {place: [head, body], tongue: [Elvish, Dwarvish, Trade]}
        records:
          carried: {item: {type: ref item, effects: worn}, worn: "truth, default true", level: "integer, default 0"}
          owned: {asset: ref asset, bought: options of asset}
          trait: {name: text, effects: "list of effect, default []"}
        """,
    "game/kinds/item.yaml": """
        id: item
        title: Item
        plural: Items
        folder: items
        fields: {bonus: "integer, default 0", effects: "list of effect, default []"}
        """,
    "game/kinds/asset.yaml": """
        id: asset
        title: Asset
        plural: Assets
        folder: assets
        fields: {options: "list of option, default []"}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          strength: {type: integer, title: Strength}
          armour: map place -> integer, default 0
          tongues: list of tongue, default []
          gear: list of carried, default []
          assets: list of owned, default []
          curse: {type: ref item, optional: true}
          traits: list of trait, default []
        derive:
          TB: strength // 2
          none_yet: 0
          defense: {formula: TB + armour.body, title: Defense}
          guard: {place_name: "{p: TB + armour[p] for p in place}", best: "max(defense, 3)"}
          speed: {formula: 6 - len(gear), title: Speed}
          stance: '"steady" if speed > 3 else "slow"'
        layout:
          blocks: {top: {type: figures, items: [{label: Defense, value: defense}, {label: Strength, value: strength}]}}
          page: [top]
          sheet: {play: [top]}
        """,
    "items/shield.yaml": """
        name: Shield wall
        effects: [{target: defense, add: 1}]
        """,
    "heroes/bea.yaml": """
        name: Bea
        strength: 8
        armour: {body: 2}
        gear: [{item: shield}]
        """,
}
"""A hero whose gear, assets, curses and traits change numbers."""


def with_item(effects: str, **more: str) -> dict[str, str]:
    """The game with another shield."""
    shield = f"name: Shield wall\nbonus: 3\neffects:\n  - {effects}\n"
    return {**GAME, "items/shield.yaml": shield, **more}


def bea(folder: Path) -> Mapping[str, object]:
    """The derived values of the hero, where nothing is wrong."""
    game, diagnostics = loaded(folder)
    assert not list(diagnostics), [(d.message, d.hints) for d in diagnostics]
    assert game.table is not None
    return game.table.entries["hero", "bea"].leaves


def leaf(folder: Path, *path: str) -> tuple[object, str]:
    """The value and the why of a derived value of the hero."""
    leaves: object = bea(folder)
    for step in path:
        assert isinstance(leaves, dict)
        leaves = leaves[step]
    assert isinstance(leaves, Leaf), leaves
    return leaves.value, leaves.why


def test_what_is_carried_adds_and_is_named_in_the_why(project: Write) -> None:
    assert leaf(project(GAME), "defense") == (7, "TB 4 + Body 2 + Shield wall 1")


def test_values_stand_in_one_order_whatever_changes_them(project: Write) -> None:
    bare = {**GAME, "heroes/bea.yaml": "name: Bea\nstrength: 8\n"}
    assert list(bea(project(GAME))) == list(bea(project(bare)))
    assert list(bea(project(with_item("{target: strength, add: 2}")))) == ["strength", *bea(project(bare))]


@pytest.mark.parametrize(
    ("effect", "path", "value", "why"),
    [
        ("{target: defense, add: -2}", "defense", 4, "TB 4 + Body 2 − Shield wall 2"),
        ("{target: defense, add: 0}", "defense", 6, "TB 4 + Body 2"),
        ("{target: defense, add: self.bonus}", "defense", 9, "TB 4 + Body 2 + Shield wall 3 (bonus 3)"),
        ("{target: defense, add: strength // 4}", "defense", 8, "TB 4 + Body 2 + Shield wall 2 (Strength 8 ÷ 4)"),
        ("{target: defense, add: row.level}", "defense", 6, "TB 4 + Body 2"),
        ("{target: defense, set: 10}", "defense", 10, "Shield wall 10"),
        ("{target: defense, set: 'max(value, 9)'}", "defense", 9,
         "Shield wall 9 (the greater of Defense 6 and 9)"),
        ("{target: defense, add: 1, when: strength > 8}", "defense", 6, "TB 4 + Body 2"),
        ("{target: defense, add: 1, when: TB == 4}", "defense", 7, "TB 4 + Body 2 + Shield wall 1"),
        ("{target: strength, add: 2}", "strength", 10, "Strength 8 + Shield wall 2"),
        ("{target: strength, add: 2}", "defense", 7, "TB 5 + Body 2"),
        ("{target: armour.body, add: 1}", "defense", 7, "TB 4 + Body 3"),
        ("{target: armour.body, add: 1}", "armour.body", 3, "Body 2 + Shield wall 1"),
        ("{target: armour.head, add: 1}", "armour.head", 1, "Shield wall 1"),
        ("{target: armour, add: 1}", "guard.place_name.head", 5, "TB 4 + armour 1"),
        ("{target: guard.place_name, add: 1}", "guard.place_name.head", 5, "TB 4 + Shield wall 1"),
        ("{target: guard.best, add: 1}", "guard.best", 7, "(the greater of Defense 6 and 3) + Shield wall 1"),
        ("{target: stance, set: '\"firm\"'}", "stance", "firm", "Shield wall firm"),
        ("{target: speed, add: 1}", "stance", "steady", "steady (Speed 6)"),
        ("{target: none_yet, add: 2}", "none_yet", 2, "Shield wall 2"),
        ("{target: none_yet, add: -2}", "none_yet", -2, "0 − Shield wall 2"),
    ],
)  # fmt: skip
def test_values_and_whys(project: Write, effect: str, path: str, value: object, why: str) -> None:
    assert leaf(project(with_item(effect)), *path.split(".")) == (value, why)


def test_a_list_gets_more_items_once(project: Write) -> None:
    folder = project(with_item('{target: tongues, add: \'["Elvish", "Trade"]\'}'))
    (folder / "heroes/bea.yaml").write_text("name: Bea\nstrength: 8\ntongues: [Trade]\ngear: [{item: shield}]\n")
    game, diagnostics = loaded(folder)
    assert not list(diagnostics) and game.table is not None
    assert game.table.entries["hero", "bea"].values["tongues"] == ["Trade", "Elvish"]


HEROES = {
    "not worn": ("gear: [{item: shield, worn: false}]", 6),
    "twice, which counts once": ("gear: [{item: shield}, {item: shield}]", 7),
    "suffered, not carried": ("curse: shield", 7),
    "carried unworn and suffered": ("gear: [{item: shield, worn: false}]\ncurse: shield", 7),
    "its own trait": ("traits: [{name: Tough, effects: [{target: defense, add: 5, on: itself}]}]", 11),
    "none": ("", 6),
}


@pytest.mark.parametrize("which", HEROES)
def test_an_effect_counts_where_its_entry_is_referred_to(project: Write, which: str) -> None:
    lines, defense = HEROES[which]
    files = {**GAME, "heroes/bea.yaml": f"name: Bea\nstrength: 8\narmour: {{body: 2}}\n{lines}\n"}
    assert leaf(project(files), "defense")[0] == defense


def test_an_effect_that_reads_its_row_counts_for_each(project: Write) -> None:
    gear = "gear: [{item: shield, level: 2}, {item: shield, level: 5}]"
    files = with_item("{target: defense, add: row.level}")
    files["heroes/bea.yaml"] = f"name: Bea\nstrength: 8\narmour: {{body: 2}}\n{gear}\n"
    why = "TB 4 + Body 2 + Shield wall 2 (level 2) + Shield wall 5 (level 5)"
    assert leaf(project(files), "defense") == (13, why)


ASSET = """
    name: Ironclad
    options:
      - {name: Light, ticked: true, effects: [{target: defense, add: 1}]}
      - {name: Heavy, effects: [{target: defense, add: 10}, {target: speed, add: -1}]}
      - {text: Something else., effects: [{target: defense, add: 100}]}
    """


@pytest.mark.parametrize(
    ("bought", "value", "why"),
    [
        ("[]", 7, "TB 4 + Body 2 + Light 1"),
        ("[heavy]", 17, "TB 4 + Body 2 + Light 1 + Heavy 10"),
        ("[3]", 107, "TB 4 + Body 2 + Light 1 + Ironclad 100"),
        ("[Heavy, 1, 3]", 117, "TB 4 + Body 2 + Light 1 + Heavy 10 + Ironclad 100"),
    ],
)
def test_options_that_are_chosen_have_their_effects(project: Write, bought: str, value: int, why: str) -> None:
    hero = f"name: Bea\nstrength: 8\narmour: {{body: 2}}\nassets: [{{asset: ironclad, bought: {bought}}}]\n"
    files = {**GAME, "assets/ironclad.yaml": ASSET, "heroes/bea.yaml": hero}
    assert leaf(project(files), "defense") == (value, why)


def test_only_options_of_the_list_that_is_chosen_from_are_chosen(project: Write) -> None:
    lists = 'options: "list of option, default []", more: "list of option, default []"'
    kind = GAME["game/kinds/asset.yaml"].replace('options: "list of option, default []"', lists)
    more = "more:\n  - {name: Third, effects: [{target: defense, add: 1000}]}\n"
    hero = "name: Bea\nstrength: 8\narmour: {body: 2}\nassets: [{asset: ironclad, bought: [1]}]\n"
    asset = dedent(ASSET) + more
    files = {**GAME, "game/kinds/asset.yaml": kind, "assets/ironclad.yaml": asset, "heroes/bea.yaml": hero}
    assert leaf(project(files), "defense") == (7, "TB 4 + Body 2 + Light 1")


def test_a_choice_is_all_options_ticked_or_not(project: Write) -> None:
    hero = "name: Bea\nstrength: 8\nassets: [{asset: ironclad, bought: [3]}]\n"
    game, diagnostics = loaded(project({**GAME, "assets/ironclad.yaml": ASSET, "heroes/bea.yaml": hero}))
    assert not list(diagnostics) and game.table is not None
    [owned] = game.table.entries["hero", "bea"].values["assets"]
    assert [(option["name"], option["ticked"]) for option in owned["bought"]] == [
        ("Light", True), ("Heavy", False), ("", True),
    ]  # fmt: skip


SUFFERED = {
    **GAME,
    "game/ruleset.yaml": """
        id: shields
        title: Shields
        vocabularies: {state: {from: condition}}
        """,
    "game/kinds/condition.yaml": """
        id: condition
        title: Condition
        plural: Conditions
        folder: conditions
        fields: {effects: "list of effect, default []"}
        """,
    "game/entries/conditions.yaml": """
        slow: {name: Slow, effects: [{target: speed, add: -2}]}
        weary: {name: Weary, effects: [{target: speed, add: 0 - row.value}, {target: calm, set: "false"}]}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          states: list of state, default []
          grades: map state -> integer 0.., default 0
          mood: {type: state, optional: true}
        derive: {speed: 10, calm: "true"}
        layout: {blocks: {top: {type: figures, items: [{label: Speed, value: speed}]}}, page: [top]}
        """,
}
"""A hero who suffers conditions, which are terms of a vocabulary."""


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("", "10"),
        ("states: [slow]", "10 − Slow 2"),
        ("mood: slow", "10 − Slow 2"),
        ("grades: {slow: 1}", "10 − Slow 2"),
        ("grades: {slow: 0}", "10"),
        ("grades: {weary: 3}", "10 − Weary 3 (0 − value 3)"),
        ("states: [weary]", "10"),
    ],
)
def test_conditions_that_are_suffered_have_their_effects(project: Write, lines: str, why: str) -> None:
    """Whether they are entries, or terms with effects in ruleset.yaml."""
    files = {name: text for name, text in SUFFERED.items() if not re.search("item|asset|shield.yaml", name)}
    hero = {"heroes/bea.yaml": f"name: Bea\n{lines}\n"}
    assert leaf(project({**files, **hero}), "speed")[1] == why
    written = {name: text for name, text in files.items() if "condition" not in name} | {"game/ruleset.yaml": TERMS}
    folder = project({**written, **hero})
    for name in ("kinds/condition.yaml", "entries/conditions.yaml"):
        (folder / "game" / name).unlink()
    assert leaf(folder, "speed")[1] == why


TERMS = """
        id: states
        title: States
        vocabularies:
          state:
            slow: {title: Slow, severity: 2, effects: [{target: speed, add: -2}]}
            weary:
              title: Weary
              severity: 1
              effects:
                - {target: speed, add: 0 - row.value}
                - {target: calm, set: "false"}
            glad: {title: Glad, severity: 0}
        """


@pytest.mark.parametrize(
    ("old", "new", "message", "place"),
    [
        (
            "target: calm",
            "target: calmness",
            "no kind that refers to a term of state has a value called `calmness`",
            11,
        ),
        ("add: -2", "add: self.weight", "nothing called `weight`", 5),
        ("set: ", "sett: ", "there is no setting called `sett` here", 11),
        ('{target: calm, set: "false"}', "{target: calm}", "an effect takes one of `add` and `set`", 11),
        ("effects: [{target: speed, add: -2}]", "effects: speed", "effects are a list", 5),
        (
            "2, effects: [{target: speed, add: -2}]",
            "null, effects: [{target: speed, add: self.severity}]",
            "a value is none where something is added",
            5,
        ),
    ],
)
def test_mistakes_in_effects_of_terms(project: Write, old: str, new: str, message: str, place: int) -> None:
    files = {name: text for name, text in SUFFERED.items() if not re.search("item|asset|shield.yaml|condition", name)}
    hero = {"heroes/bea.yaml": "name: Bea\nstates: [slow]\n"}
    _, diagnostics = loaded(project({**files, **hero, "game/ruleset.yaml": TERMS.replace(old, new)}))
    mistakes = [(item.message, item.span and item.span.line) for item in diagnostics]
    assert any(message in text and line == place for text, line in mistakes), mistakes


MISTAKES = {
    "unknown target": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - add: 1
            target: defence        # !unknown-field
        """),
    "no such part": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: armour.tail, add: 1}        # !unknown-field
        """),
    "a field of every entry": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: name, set: '"Anna"'}        # !unknown-field
        """),
    "neither": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense}        # !missing-field
        """),
    "both": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, add: 1, set: 2}        # !missing-field
        """),
    "misspelt name": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, add: strenght // 2}        # !formula-name
        """),
    "a text added to a number": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, add: '"one"'}        # !formula-type
        """),
    "a fraction added to a whole number": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, add: strength / 2}        # !formula-type
        """),
    "cannot be read": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, add: 1 +}        # !formula-syntax
        """),
    "a circle": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: strength, add: TB}        # !formula-cycle
        """),
    "a circle of itself": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, add: defense // 2}        # !formula-cycle
        """),
    "a circle of two": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, add: speed}        # !formula-cycle
          - {target: speed, add: defense}
        """),
    "a conflict": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, set: 3}
          - {target: defense, set: 4}        # !effect-conflict
        """),
    "divided by zero": ("items/shield.yaml", """
        name: Shield wall
        effects:
          - {target: defense, add: strength // bonus_of}        # !formula-name
          - {target: defense, add: strength // self.bonus}
        """),
    "nothing refers to a hero": ("heroes/bea.yaml", """
        name: Bea
        strength: 8
        traits:
          - {name: Tough, effects: [{target: defense, add: 5}]}        # !unknown-field
        """),
    "unknown option": ("heroes/bea.yaml", """
        name: Bea
        strength: 8
        assets:
          - {asset: ironclad, bought: [heavvy]}        # !unknown-term
          - {asset: ironclad, bought: [4]}        # !unknown-term
        """),
    "a condition that is none": ("game/ruleset.yaml", """
        id: shields
        title: Shields
        vocabularies: {place: [head, body], tongue: [Elvish, Dwarvish, Trade]}
        records:
          carried:
            item: {type: ref item, effects: level}        # !formula-type
            worn: "truth, default true"
            level: "integer, default 0"
          owned: {asset: ref asset, bought: options of asset}
          trait: {name: text, effects: "list of effect, default []"}
        """),
    "options of nothing": ("game/ruleset.yaml", """
        id: shields
        title: Shields
        vocabularies: {place: [head, body], tongue: [Elvish, Dwarvish, Trade]}
        records:
          carried: {item: {type: ref item, effects: worn}, worn: "truth, default true", level: "integer, default 0"}
          owned:
            asset: ref asset
            bought: options of aset        # !ruleset
          trait: {name: text, effects: "list of effect, default []"}
        """),
}  # fmt: skip


@pytest.mark.parametrize("which", MISTAKES)
def test_mistakes_stand_at_their_line(project: Write, which: str) -> None:
    name, text = MISTAKES[which]
    files = {**GAME, "assets/ironclad.yaml": ASSET, name: text}
    _, diagnostics = loaded(project(files))
    assert places_of(diagnostics) == expected({name: text})


def test_a_condition_that_cannot_be_computed_is_told_at_the_entry(project: Write) -> None:
    ruleset = GAME["game/ruleset.yaml"].replace("effects: worn", "effects: 1 / level > 0")
    _, diagnostics = loaded(project({**with_item("{target: defense, add: 1}"), "game/ruleset.yaml": ruleset}))
    [problem] = list(diagnostics)
    assert "the condition for effects of `item` of " in problem.message and "divides by zero" in problem.message


def test_messages_name_what_is_allowed(project: Write) -> None:
    _, diagnostics = loaded(project(with_item("{target: luck, add: 1}")))
    [problem] = list(diagnostics)
    assert problem.message == "no kind that refers to an item has a value called `luck` that an effect can change"
    assert problem.hints == (
        "known here: TB, none_yet, speed, defense, guard.place_name, guard.best, strength, armour",
    )


def test_a_mistake_in_a_formula_is_shown_at_its_column(project: Write) -> None:
    _, diagnostics = loaded(project(with_item("{target: defense, add: 1 + strenght}")))
    [problem] = list(diagnostics)
    assert problem.span is not None and (problem.span.line, problem.span.column) == (4, 32)


def test_the_json_of_an_entry_has_values_and_whys(project: Write) -> None:
    leaves = derived_json(bea(project(with_item("{target: strength, add: 2}"))))
    assert leaves["strength"] == {"value": 10, "why": "Strength 8 + Shield wall 2", "rule": None}


def test_a_ruleset_may_call_its_own_things_effect_and_option(project: Write) -> None:
    files = {
        **GAME,
        "game/ruleset.yaml": """
            id: shields
            title: Shields
            vocabularies: {option: [one, two]}
            records: {effect: {what: text}}
            """,
        "game/kinds/item.yaml": """
            {id: item, title: Item, plural: Items, folder: items, fields: {effects: list of effect, pick: option}}
            """,
        "items/shield.yaml": "{name: Shield, effects: [{what: a glow}], pick: two}\n",
    }
    files = {name: text for name, text in files.items() if "hero" not in name and "asset" not in name}
    _, diagnostics = loaded(project(files))
    assert not list(diagnostics)


LAID_OUT = {
    **GAME,
    "game/kinds/asset.yaml": GAME["game/kinds/asset.yaml"]
    + """
        layout:
          blocks: {options: {type: named, rows: options, name: name, text: text, ticked: ticked}}
          page: [options]
          card: {front: [options]}
        """,
    "assets/ironclad.yaml": """
        name: Ironclad
        options:
          - {name: Light, ticked: true, text: You may run.}
          - {name: Heavy, text: You may not., effects: [{target: defense, add: 2}]}
        """,
    "heroes/bea.yaml": """
        name: Bea
        strength: 8
        armour: {body: 2}
        gear: [{item: shield}]
        assets: [{asset: ironclad, bought: [heavy]}]
        """,
}


def test_pages_say_why_and_boxes_are_ticked_or_empty(project: Write) -> None:
    built = build_in_memory(Options(project(LAID_OUT), pdf=False))
    assert not list(built.diagnostics), [d.message for d in built.diagnostics]
    hero = built.files["shields/heroes/bea.html"].decode()
    assert "TB 4 + Body 2 + Shield wall 1 + Heavy 2" in hero
    asset = built.files["shields/assets/ironclad.html"].decode()
    boxes = re.findall(r"sr-only>(chosen|not chosen)</span>.*?<strong dir=auto>(\w+)", asset, re.DOTALL)
    assert boxes == [("chosen", "Light"), ("not chosen", "Heavy")]


def test_a_build_that_keeps_results_follows_the_source_of_an_effect(project: Write) -> None:
    folder, memo = project(LAID_OUT), Memo()
    page = "shields/heroes/bea.html"
    for amount in (1, 5):
        (folder / "items/shield.yaml").write_text(f"name: Wall\neffects: [{{target: defense, add: {amount}}}]\n")
        kept = build_in_memory(Options(folder, pdf=False, live=True), memo=memo)
        assert f"+ Wall {amount} + Heavy 2" in kept.files[page].decode()
        assert kept.files[page] == build_in_memory(Options(folder, pdf=False, live=True)).files[page]


def test_effects_of_entries_that_did_not_change_are_known_without_reading_them(
    project: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The script that computes entries holds the effects of all of them, and is made anew where one is another."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    others = {f"items/i{n}.yaml": f"name: I{n}\neffects: [{{target: defense, add: {n}}}]\n" for n in range(9)}
    folder = project({**LAID_OUT, **others})
    script = "assets/rules/shields-kinds.js"
    before = build_in_memory(Options(folder, pdf=False)).files[script]
    asset = folder / "assets/ironclad.yaml"
    asset.write_text(asset.read_text().replace("add: 2", "add: 3"))
    made, validated = [], entry_validation.validated_entry

    def counted(ruleset: Ruleset, line: Sequence[WrittenEntry], *others: Any) -> Entry | None:
        made.append(line[0].id)
        return validated(ruleset, line, *others)

    for module in (entry_validation, library, memoised_steps):
        monkeypatch.setattr(module, "validated_entry", counted)
    after = build_in_memory(Options(folder, pdf=False)).files[script]
    assert "ironclad" in made and not {f"i{n}" for n in range(9)} & set(made)
    monkeypatch.setenv(FRESH, "1")
    assert before != after == build_in_memory(Options(folder, pdf=False)).files[script]
    monkeypatch.delenv(FRESH)
    asset.write_text(f"{asset.read_text()}summary: It floats.\n")
    monkeypatch.setattr(plan, "values_script", lambda *_: pytest.fail("no effect is another"))
    assert build_in_memory(Options(folder, pdf=False)).files[script] == after


def test_options_without_a_name_are_boxes_before_their_texts() -> None:
    square = Mark("square", "", "not chosen", glyph="S")
    bare = Named(name="", text=Markup("It bites."), plain="It bites.", mark=square, option=1)
    named = Named(name="Fierce", text=Markup("It bites."), plain="It bites.", mark=square, option=1)
    block = NamedList(id="options", title="", items=(bare, named))
    assert PRINT.head(bare) == "<i class='m'>S</i> "
    assert PRINT.head(named) == "<i class='m'>S</i> <b>Fierce.</b>"
    assert PRINT.plain(block) == "It bites.\nFierce. It bites."
    assert [re.sub("<[^>]+>", "", text) for text in PRINT.text(block, ENGLISH)] == [
        "S It bites.",
        "S Fierce. It bites.",
    ]


def test_no_shapes_are_compared_to_find_what_is_chosen(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry with many fields has as many shapes, and each reference would ask all of them."""
    monkeypatch.setattr(ChoiceShape, "__eq__", lambda shape, other: pytest.fail("shapes are compared"))
    assert leaf(project(GAME), "defense") == (7, "TB 4 + Body 2 + Shield wall 1")
