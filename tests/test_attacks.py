"""Attacks of a fight: what a kind says of them is held against its rule, and their page has all that the rules know."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner
from projects import Write
from pypdf import PdfReader
from rule_calls import ROOT, ruleset_in

from sheetgen.build import Options, build, check
from sheetgen.cli import cli
from sheetgen.formula.types import ListOf, bare
from sheetgen.model.ruleset.run_rule import run_rule

KIND = """
    id: fight
    title: Fight
    plural: Fights
    folder: fights
    fields: {who: list of ref foe}
    derive:
      roster: {title: Roster, formula: '[{"name": f.name, "id": f.id, "initiative": 1, "side": f.side} for f in who]'}
      strikes: {title: Attacks, formula: '[{"by": f.name, "name": "Claw", "skill": f.skill} for f in who]'}
      targets: {title: Targets, formula: '[{"name": f.name, "armour": f.armour, "note": f.note} for f in who]'}
    layout:
      blocks: {turns: {type: table, rows: roster, name: name, columns: [{label: I, value: initiative}]}}
      page: [turns]
    roster: roster
    attack:
      rule: strike
      odds: odds
      attacks: strikes
      targets: targets
      rolls: {roll: 2d6!+4dF, extra: pool}
      left: {left: HP}
      lost: {HP: lost}
    """
GAME = {
    "game/ruleset.yaml": "{id: iron, title: Iron}",
    "game/kinds/foe.yaml": """
        id: foe
        title: Foe
        plural: Foes
        folder: foes
        fields: {skill: integer, armour: integer, hp: integer 0.., side: text, note: "text, optional"}
        layout: {blocks: {hp: {type: tracks, items: [{label: HP, value: hp, mark: square}]}}, page: [hp]}
        """,
    "game/kinds/fight.yaml": KIND,
    "game/rules/strike.yaml": """
        strike:
          title: Strike
          inputs:
            roll: {type: integer, title: Roll}
            extra: {type: list of integer, title: Extra dice}
            skill: {type: integer, title: Skill}
            armour: {type: integer, title: Armour}
            left: {type: integer 0.., title: HP left}
            note: {type: "text, optional", title: Note}
          outputs:
            pool: {formula: "dice(2, 6, 0)", title: Pool}
            lost: {formula: "min(left, max(0, roll + skill + sum(extra) - armour))", title: HP lost}
        odds:
          title: Odds
          doc: No cover.
          inputs: {skill: {type: integer, title: Skill}, armour: {type: integer, title: Armour}}
          steps: {rolls: {title: rolls, formula: 'chances("2d6")'}}
          outputs: {hit: {formula: "sum(rolls[r] for r in rolls if r + skill > armour)", title: Hits}}
        said: {title: Said, outputs: {word: {formula: "'no'", title: Word}, number: {formula: "1", title: Number}}}
        """,
    "campaign.yaml": "{title: Quay, ruleset: ./game}",
    "foes/all.yaml": """
        - {name: Hound, skill: 2, armour: 9, hp: 3, side: Foes}
        - {name: Otto, skill: 4, armour: 1, hp: 6, side: Us, note: by the door}
        """,
    "fights/quay.yaml": "{name: The quay, who: [hound, otto]}",
}


def test_the_page_of_a_fight_has_its_attacks(project: Write) -> None:
    folder = project(GAME)
    assert [item.message for item in build(Options(folder, pdf=False)).diagnostics] == []
    page = (folder / "site/iron/fights/quay.html").read_text("utf-8")
    assert " data-attack=rolls aria-labelledby" in page
    script = (folder / "site/iron/fights/quay.attacks.js").read_text("utf-8")
    data = json.loads(script.removeprefix("window.sheetgenAttacks = ").rstrip(";\n"))
    assert data == {
        "ruleset": "iron", "rule": "strike", "odds": {"rule": "odds", "best": "hit", "doc": "No cover."},
        "rolls": {"roll": "2d6!+4dF", "extra": "pool"}, "left": {"left": "HP"},
        "lost": {"HP": "lost"}, "sides": {"Hound": "Foes", "Otto": "Us"},
        "attacks": [
            {"by": "Hound", "name": "Claw", "given": {"skill": 2}},
            {"by": "Otto", "name": "Claw", "given": {"skill": 4}},
        ],
        "targets": [
            {"name": "Hound", "given": {"armour": 9}},
            {"name": "Otto", "given": {"armour": 1, "note": "by the door"}},
        ],
    }  # fmt: skip
    assert [item.message for item in build(Options(folder, pdf=False, player=True)).diagnostics] == []
    assert "data-attack" not in (folder / "site/iron/fights/quay.html").read_text("utf-8")
    assert not (folder / "site/iron/fights/quay.attacks.js").exists()


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("rule: strike", "rule: strke", "there is no rule called `strke`", "did you mean `strike`?"),
        ("odds: odds", "odds: odds\n      best: hits", "odds has no output called `hits`", "did you mean `hit`?"),
        ("odds: odds", "odds: said\n      best: word", "`word` of said is text, not a number", ""),
        ("odds: odds", "odds: odd", "there is no rule called `odd`", "did you mean `odds`?"),
        ("attacks: strikes", "attacks: blows", "there is no value called `blows`", ""),
        ("targets: targets", "targets: who", "strike has no input called `hp`, which the rows of `who` fill in", ""),
        ('"by": f.name, ', "", "the rows of `strikes` have no `by`", ""),
        ('"skill": f.skill', '"skil": f.skill',
         "strike has no input called `skil`, which the rows of `strikes` fill in",
         "did you mean `skill`?"),
        ('"skill": f.skill', '"skill": f.name',
         "`skill` of strike takes integer, and the rows of `strikes` have text", ""),
        ("roll: 2d6!+4dF", "rol: 2d6", "strike has no input called `rol`", "did you mean `roll`?"),
        ("roll: 2d6!+4dF", "roll: two dice", "`two dice` is neither dice, such as `2d6`, nor an output of strike", ""),
        ("rule: strike", "rule: strike\n      of_target: {skill: [stunned]}",
         "`skill` of strike is integer, which no condition switches on",
         "say what each stands for: `{CONDITION: VALUE}`"),
        ("rule: strike", "rule: strike\n      of_target: {skill: {stunned: often}}",
         "`skill` of strike is integer, which is never `often`", "it is a whole number"),
        ("rule: strike", "rule: strike\n      of_target: {skill: {stunned: 2}}",
         "there is no condition called `stunned`", ""),
        ("rule: strike", "rule: strike\n      of_target: {note: HP}",
         "`note` of strike is text, which is not what is marked on a track",
         "of conditions make a list: `[CONDITION]`"),
        ("rule: strike", "rule: strike\n      circumstances: fog", "there is no value called `fog`", ""),
        ("rule: strike", "rule: strike\n      circumstances: roster",
         "`roster` is list of record, not a record", ""),
        ("rule: strike", "rule: strike\n      inflicts: lost", "`lost` of strike is integer",
         "it must be a list of ids of conditions"),
        ("rule: strike", "rule: strike\n      noted: loss", "strike has no output called `loss`",
         "did you mean `lost`?"),
        ("rule: strike", "rule: strike\n      of_attacker: {proned: [down]}",
         "strike has no input called `proned`", ""),
        ("rule: strike", "rule: strike\n      of_attacker: {extra: [down]}", "there is no condition called `down`", ""),
        ("HP: lost", "Hp: lost", "no kind draws a track called `Hp`", "did you mean `HP`?"),
        ("HP: lost", "HP: loss", "strike has no output called `loss`", "did you mean `lost`?"),
    ],
)  # fmt: skip
def test_what_an_attack_names_must_be_there(project: Write, old: str, new: str, message: str, hint: str) -> None:
    assert old in KIND
    mistakes = list(check(project({**GAME, "game/kinds/fight.yaml": KIND.replace(old, new)}))[0])
    [mistake] = [item for item in mistakes if item.message == message] or [mistakes]
    assert mistake.span.file.name == "game/kinds/fight.yaml"
    assert not hint or hint in mistake.hints, mistake.hints


def test_the_strength_of_a_fight_is_a_formula_as_the_guide_has_it(project: Write) -> None:
    guide = (ROOT / "content/guide/rulesets.md").read_text("utf-8").partition("{#strength}")[2]
    parts = dict(re.findall(r"```yaml\n# (\S+\.yaml)\n(.*?)```", guide.partition("\n## ")[0], re.DOTALL))
    assert list(parts) == ["rules/strength.yaml", "cases.yaml"]
    [value] = re.findall(r"`(strength: \{.*?\})` in `derive`", guide)
    fight = """
        id: fight
        title: Fight
        plural: Fights
        folder: fights
        fields: {foes: list of ref being, party: list of ref being}
        derive:
          roster:
            title: Roster
            formula: '[{"name": f.name, "id": f.id, "initiative": 1, "worth": f.worth} for f in foes + party]'
          VALUE
        layout:
          blocks:
            hard: {type: figures, items: [{label: Fight, value: strength.band}]}
            limits: {type: facts, items: [{label: For this party, value: strength.thresholds}]}
            worths: {type: table, rows: roster, name: name, columns: [{label: Worth, value: worth}]}
          page: [hard, limits, worths]
        list: {columns: [{label: How hard, value: strength.band}]}
        facets: {fight: strength.band}
        roster: roster
        """.replace("VALUE", value)
    files = {
        **{f"game/{name}": text for name, text in parts.items()},
        "game/ruleset.yaml": "{id: iron, title: Iron}",
        "game/kinds/being.yaml": "{id: being, title: Being, plural: Beings, folder: beings, fields: {worth: integer}}",
        "game/kinds/fight.yaml": fight,
        "campaign.yaml": "{title: Quay, ruleset: ./game}",
        "beings/all.yaml": "[{name: Bear, worth: 120}, {name: Ann, worth: 60}, {name: Otto, worth: 40}]",
        "fights/quay.yaml": "{name: The quay, foes: [bear], party: [ann, otto]}",
    }
    folder = project(files)
    assert [item.message for item in build(Options(folder)).diagnostics] == []
    for page in ("fights/quay", "fights/index"):
        assert ">hard<" in (folder / f"site/iron/{page}.html").read_text("utf-8"), page
    limits = "even from 50, hard from 100, deadly from 150"
    assert limits in (folder / "site/iron/fights/quay.html").read_text("utf-8")
    pages = PdfReader(folder / "site/iron/fights/quay-packet.pdf").pages
    packet = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert limits in packet and "FIGHT hard" in packet and "Bear 120" in packet
    result = CliRunner().invoke(cli, ["test", str(folder / "game")])
    assert result.exit_code == 0 and "6 cases" in result.output


@pytest.mark.parametrize(
    ("game", "part", "conditions", "given", "expected"),
    [
        ("persona", "of_attacker", {"dizzy"}, {"skill": 45}, {"target": 35}),
        ("persona", "of_attacker", {"enraged"}, {"skill": 45, "roll": 55, "weapon": 3, "sb": 3}, {"damage": 8}),
        ("persona", "of_target", {"engaged"}, {"skill": 45, "kind": "ranged"}, {"target": 35}),
        ("persona-classic", "of_attacker", {"shoved"}, {"score": 40}, {"target_number": 40}),
        ("persona-classic", "of_target", {"grappled"}, {"score": 40}, {"target_number": 70}),
        ("world-shapers", "of_target", {"down-in-cover"}, {"evasion": 13, "melee": False}, {"evasion_now": 17}),
        ("action-dice", "of_target", {"knocked-down"}, {"defense_dice": 4}, {"defense_dice_text": "1d20+1d10!"}),
        ("blackout", "of_attacker", {"prone"}, {"burst": 4, "skill": 3}, {"pool_dice": 8}),
        ("blackout", "of_attacker", {"poisoned", "distracted"}, {"burst": 4, "skill": 3}, {"pool_dice": 5}),
    ],
)
def test_a_condition_on_the_board_counts_in_an_attack(
    game: str, part: str, conditions: set[str], given: dict[str, object], expected: dict[str, object]
) -> None:
    """What a condition does to an attack is filled in by the board, of attackers and of targets."""
    ruleset = ruleset_in(ROOT / "content" / game)
    attack = ruleset.kinds["encounter"].model.attack
    assert attack is not None
    types = {parameter.name: bare(parameter.type) for parameter in ruleset.rules[attack.rule].signature.parameters}
    filled = {
        name: sorted(conditions & set(ids)) if isinstance(types[name], ListOf) else True
        for name, ids in getattr(attack, part).items()
        if isinstance(ids, list) and conditions & set(ids)
    }
    result = run_rule(ruleset, attack.rule, {**given, **filled}, {})
    assert {name: result[name] for name in expected} == expected
