"""Odds of a fight: the best attack of everybody on everybody, alike in the packet and on the page, and bounded."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from click.testing import CliRunner
from fight_game import FIGHT, GAME, fight_of, odds_of, plan_of
from in_node import in_node, needs_node
from projects import Write, loaded, open_project
from pypdf import PdfReader
from rule_calls import ROOT, RUNTIME

from sheetgen.build import Options, build
from sheetgen.cli import cli
from sheetgen.model.attack_odds import AttackOdds, OddsRow
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.script import calculator_script
from sheetgen.print.plan.packet_odds import LateOdds, level
from sheetgen.site.fight_attacks import attacks_script
from sheetgen.site.fight_parts import fight_parts
from sheetgen.text.diagnostics import Diagnostics


def test_everybody_has_the_best_attack_on_everybody_of_the_other_side(project: Write) -> None:
    game, _ = loaded(project(GAME))
    odds = odds_of(game, fight_of(game))
    assert odds is not None and odds.heads == ("Hurts", "Lost on average") and odds.doc == "No cover."
    assert [side.side for side in odds.sides] == ["Foes", "Party"]
    assert odds.sides[0].rows == (
        OddsRow("Hound 1", "Bite", "Ann", ("62.5\u00a0%", "1.88")),
        OddsRow("Hound 1", "Claw", "Otto", ("0\u00a0%", "0")),
        OddsRow("Hound 3", "Claw", "Ann", ("25\u00a0%", "0.25")),
        OddsRow("Hound 3", "Claw", "Otto", ("0\u00a0%", "0")),
    ), "copies count once, under their common name unless others have it too; of equal attacks the first is the best"
    assert odds.sides[1].rows == (
        OddsRow("Ann", "Knife", "Hound 1", ("66.7\u00a0%", "1.67")),
        OddsRow("Ann", "Knife", "Hound 3", ("66.7\u00a0%", "1.67")),
    ), "an attack whose odds cannot be computed is never the best"
    assert odds.failed == ("Ann, Curse",)


def test_without_a_setting_the_first_of_the_odds_decides(project: Write) -> None:
    game, _ = loaded(project({**GAME, "game/kinds/fight.yaml": FIGHT.replace("best: mean", "")}))
    odds = odds_of(game, fight_of(game))
    assert odds is not None and odds.sides[0].rows[0].attack == "Bite"


def test_odds_that_take_too_long_are_left_out_and_told(project: Write) -> None:
    game, _ = loaded(project(GAME))
    odds = odds_of(game, fight_of(game), 60)
    assert odds is not None and odds.left_out > 0
    assert sum(len(side.rows) for side in odds.sides) + odds.left_out == 6


@pytest.mark.parametrize("alone", ["foes", "party"])
def test_a_fight_of_one_side_has_no_odds(project: Write, alone: str) -> None:
    head, foes, party = re.split("        (?:foes|party):\n", GAME["fights/quay.yaml"])
    own = f"{head}        {alone}:\n{foes if alone == 'foes' else party}"
    game, _ = loaded(project({**GAME, "fights/quay.yaml": own}))
    assert odds_of(game, fight_of(game)) is None


_TABLE = """
const page = require("node:vm").createContext({ TextEncoder });
for (const script of data.scripts) require("node:vm").runInContext(script, page);
const { pairs, best } = require(data.odds),
  fight = data.fight;
const ask = (given) => {
  const own = Object.fromEntries(data.inputs.filter((name) => name in given).map((name) => [name, given[name]]));
  try {
    return page.sheetgenRules.run(fight.ruleset, fight.odds.rule, own, {});
  } catch {
    return { numbers: {}, outputs: {} };
  }
};
return pairs(fight).map((pair) => {
  const { attack, odds } = best(fight, pair, ask);
  const texts = data.outputs.map((name) => odds.outputs[name] ?? null);
  return [pair.attacker.side, pair.attacker.name, attack.name, pair.target.name, texts];
});
"""


def table_of_the_page(game: LoadedGame, computed: ComputedEntry) -> list[list[Any]]:
    """The rows of the table that the page of a fight draws."""
    model = computed.entry.kind.model.attack
    assert model is not None
    rule = game.ruleset.rules[model.odds]
    fight = json.loads(attacks_script(game.ruleset, model, fight_parts(computed), {}).partition("=")[2].rstrip(";\n"))
    rows: list[list[Any]] = in_node(_TABLE, {
        "scripts": [RUNTIME, calculator_script(game.ruleset, game.house, [rule.name])],
        "odds": str(ROOT / "templates/assets/js/attack-odds.js"), "fight": fight,
        "inputs": [parameter.name for parameter in rule.signature.parameters],
        "outputs": [step.name for step in rule.outputs],
    })  # fmt: skip
    return rows


def same_rows(odds: AttackOdds, rows: list[list[Any]], units: list[str]) -> None:
    expected = [
        [side.side, row.attacker, row.attack, row.target, list(row.values)] for side in odds.sides for row in side.rows
    ]
    drawn = [
        [*names, ["–" if value is None else f"{value}\u00a0{unit}" if unit else str(value)
                  for value, unit in zip(values, units, strict=True)]]
        for *names, values in rows
    ]  # fmt: skip
    assert sorted(drawn) == sorted(expected)


@needs_node
def test_the_page_has_the_rows_of_the_packet(project: Write) -> None:
    game, _ = loaded(project(GAME))
    computed = fight_of(game)
    odds = odds_of(game, computed)
    assert odds is not None
    same_rows(odds, table_of_the_page(game, computed), ["%", ""])


@needs_node
@pytest.mark.parametrize(
    ("ruleset", "fight"),
    [("persona", "terminus"), ("action-dice", "pole-1118"), ("world-shapers", "toll-at-the-seventh"),
     ("persona-classic", "stocktaking")],
)  # fmt: skip
def test_page_and_packet_of_a_sample_fight_have_the_same_odds(ruleset: str, fight: str) -> None:
    game, _ = loaded(ROOT / "content" / ruleset / "campaign" / "campaign.yaml")
    computed = fight_of(game, fight)
    odds = odds_of(game, computed)
    assert odds is not None and odds.left_out == 0
    units = [step.model.unit for step in game.ruleset.rules["strike_odds"].outputs]
    same_rows(odds, table_of_the_page(game, computed), units)


def test_the_packet_has_the_odds_with_what_they_take_for_granted(project: Write) -> None:
    folder = project(GAME)
    assert [item.message for item in build(Options(folder)).diagnostics] == []
    pdf = (folder / "site/iron/fights/quay-packet.pdf").read_bytes()
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())
    text = text.replace("\u00a0", " ")
    assert "No cover." in text and "Of several attacks each has the one that does most." in text
    assert "No odds of Ann, Curse: the rule cannot reckon with them." in text
    assert "Wins: Foes 0 %, Party 3 %." in text and "All ways that it can go are counted." in text
    assert "Hound 1, Bite Ann 62.5 % 1.88" in text


def test_figures_of_a_column_have_as_many_decimals_each() -> None:
    assert level(("36\u00a0%", "44.3\u00a0%", "0\u00a0%", "–"), ".") == [
        "36.0\u00a0%", "44.3\u00a0%", "0.0\u00a0%", "–"
    ]  # fmt: skip
    assert level(("1,39", "−2", "1/3", "2d6"), ",") == ["1,39", "−2,00", "1/3", "2d6"]
    assert level(("3", "12"), ".") == ["3", "12"] and level((), ".") == []


def test_changed_rules_are_another_packet(project: Write) -> None:
    folder = project(GAME)
    texts = []
    for rules in (GAME["game/rules/strike.yaml"], GAME["game/rules/strike.yaml"].replace("r > armour", "r >= armour")):
        Path(folder, "game/rules/strike.yaml").write_text("\n".join(line[8:] for line in rules.splitlines()), "utf-8")
        build(Options(folder))
        pdf = (folder / "site/iron/fights/quay-packet.pdf").read_bytes()
        texts.append(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).replace("\u00a0", " "))
    assert "62.5 %" in texts[0] and "75 %" in texts[1]


def test_the_command_tells_what_may_come_of_a_fight(project: Write) -> None:
    """A fight with few ways to go is counted; with more hit points and blows it is played."""
    folder = project(GAME)
    result = CliRunner().invoke(cli, ["odds", "quay", "--project", str(folder)])
    assert result.exit_code == 0, result.output
    lines = result.output.replace("\u00a0", " ").splitlines()
    assert lines[:2] == ["The quay", "Wins: Foes 0 %, Party 3 %."]
    assert "All ways that it can go are counted." in lines and "No cover." in lines
    assert "No odds of Ann, Curse: the rule cannot reckon with them." in lines
    assert "Hound 1, Bite  Ann     62.5 %             1.88" in lines
    fight = folder / "fights/quay.yaml"
    fight.write_text(re.sub(r"hp: \d", "hp: 60", fight.read_text("utf-8")).replace("armour: 9", "armour: 1"), "utf-8")
    asked = ["odds", "quay", "--seed", "tonight", "--fights", "50", "--project", str(folder)]
    text = CliRunner().invoke(cli, asked).output
    assert "Played 50 times with the seed tonight: a share may be 14 points off." in text
    data = json.loads(CliRunner().invoke(cli, [*asked, "--json"]).output)
    assert data["fight"]["fights"] == 50 and data["fight"]["seed"] == "tonight" and len(data["attacks"]) == 5


def test_the_command_says_why_there_are_no_odds(project: Write) -> None:
    folder = project({**GAME, "game/kinds/fight.yaml": FIGHT[: FIGHT.index("    attack:")]})
    result = CliRunner().invoke(cli, ["odds", "quay", "--project", str(folder)])
    assert result.exit_code == 1 and "Iron has no odds for `quay`" in result.output


def test_the_packets_of_very_many_fights_share_what_their_odds_may_cost(project: Write) -> None:
    """One of a few has all its odds; one of very many says what it leaves out."""
    opened = open_project(project(GAME), Diagnostics())
    assert opened is not None
    [game] = opened[1]
    [fight] = game.entries.of_campaign("fight")
    few, many = (LateOdds(game, fight, fights=number) for number in (200, 3_000_000))
    assert few.odds is not None and few.odds.course[0].startswith("Wins: ") and len(few.odds.notes) == 3
    assert repr(few) == repr(LateOdds(game, fight)) != repr(many), "what is kept of the one is not taken for the other"
    assert many.odds is not None and many.odds.course == ("This fight takes too long to reckon.",)
    assert many.odds.notes[-1].endswith("more pairs take too long to count.")


def test_a_build_says_to_each_packet_how_many_there_are(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    fights = {f"fights/quay-{number}.yaml": GAME["fights/quay.yaml"] for number in range(3)}
    folder = project({**GAME, **fights})
    monkeypatch.setattr("sheetgen.print.plan.packet_odds.MOST_WHOLE_FIGHTS", 0)
    build(Options(folder))
    pdf = (folder / "site/iron/fights/quay-packet.pdf").read_bytes()
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())
    assert "This fight takes too long to reckon." in text and "6 more pairs take too long to count." in text


def test_odds_that_cost_much_for_many_stop_in_time(project: Write) -> None:
    """Sixty who differ, and dice that take as long as a formula may: what is not counted is told."""
    beings = ", ".join(
        f"{{name: Hound {number}, armour: {number}, hp: 9, attacks: [{{name: Bite, dice: {number + 2}d6}}]}}"
        for number in range(60)
    )
    rules = GAME["game/rules/strike.yaml"].replace(
        '{rolls: {title: rolls, formula: "chances(dice)"}}',
        '{rolls: {title: rolls, formula: "kept(repeated(chances(dice), 3), 20, 10)"}}',
        1,
    )
    assert rules != GAME["game/rules/strike.yaml"]
    kind = FIGHT.replace('"side": "Foes"', '"side": f.name')
    fight = f"\n        name: The quay\n        foes: [{beings}]\n        "
    game, _ = loaded(
        project({**GAME, "game/rules/strike.yaml": rules, "game/kinds/fight.yaml": kind, "fights/quay.yaml": fight})
    )
    computed, began = fight_of(game), process_time()
    odds = odds_of(game, computed, 300_000)
    spent = process_time() - began
    assert odds is not None and odds.left_out > 2000
    assert plan_of(game, computed, 300_000) is None and spent < 8, spent
