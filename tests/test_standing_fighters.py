"""Odds of a fight begin with what is marked: in packets and commands by files, on pages by the board."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from fight_game import GAME, fight_of
from projects import Write, loaded

from sheetgen.cli import cli
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.standing_fighters import opponents_of

FIGHT = """
    id: fight
    title: Fight
    plural: Fights
    folder: fights
    fields: {foes: list of ref hero, party: list of ref hero}
    derive:
      roster:
        title: Roster
        formula: >-
          [{"name": f.name, "id": f.id, "initiative": 2, "side": "Foes"} for f in foes]
          + [{"name": p.name, "id": p.id, "initiative": 1, "side": "Party"} for p in party]
      strikes: {title: Attacks, formula: '[{"by": h.name, "name": "Blow", "dice": "d6"} for h in foes + party]'}
      targets:
        title: Targets
        formula: >-
          [{"name": h.name, "called": f"{h.name} on {m.name}", "tracks": m.name, "armour": 0, "hp": m.hp}
           for h in party for m in h.mounts]
          + [{"name": h.name, "armour": 0, "hp": h.hp} for h in foes + party]
    layout:
      blocks: {turns: {type: table, rows: roster, name: name, columns: [{label: I, value: initiative}]}}
      page: [turns]
    roster: roster
    attack:
      rule: strike
      odds: odds
      best: mean
      attacks: strikes
      targets: targets
      rolls: {rolled: dice_of}
      left: {hp: HP}
      lost: {HP: lost}
      fight: {blow: blow, crosses: crossed}
    """
RIDERS = {
    **{name: text for name, text in GAME.items() if name in ("game/rules/strike.yaml", "campaign.yaml")},
    "game/ruleset.yaml": "{id: iron, title: Iron}",
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: people
        fields: {hp: integer 0.., harm: "integer 0.., default 0", mounts: "list of ref hero, default []"}
        layout:
          blocks:
            hp: {type: tracks, items: [{label: HP, value: hp, current: harm}]}
            mounts: {type: panel, title: Mounts, entries: mounts, blocks: [hp]}
          page: [hp]
          aside: [mounts]
        """,
    "game/kinds/fight.yaml": FIGHT,
    "people/all.yaml": """
        - {name: Ann, hp: 6, harm: 2, mounts: [mule]}
        - {name: Mule, hp: 9, harm: 3}
        - {name: Ogre, hp: 10, harm: 9}
        - {name: Otto, hp: 4, harm: 4}
        """,
    "fights/quay.yaml": "{name: The quay, foes: [ogre], party: [ann, otto]}",
}
"""A fight between those of whom files say what is marked; one rides a mule, which is marked too."""


@pytest.fixture
def game(project: Write) -> LoadedGame:
    return loaded(project(RIDERS))[0]


def test_everybody_begins_with_what_the_files_say(game: LoadedGame) -> None:
    def hp(unhurt: bool) -> dict[str, int]:
        return {row.name: row.given["hp"] for row in opponents_of(game, fight_of(game), unhurt).targets}

    assert hp(unhurt=False) == {"Ann on Mule": 6, "Ogre": 1, "Ann": 4, "Otto": 0}
    assert hp(unhurt=True) == {"Ann on Mule": 9, "Ogre": 10, "Ann": 6, "Otto": 4}


def test_fighters_without_entries_are_as_their_rows_say(project: Write) -> None:
    game, _ = loaded(project(GAME))
    assert [row.given["hp"] for row in opponents_of(game, fight_of(game)).targets] == [4, 4, 9, 6, 6]


def test_the_command_counts_with_what_is_marked_or_without(project: Write) -> None:
    folder = project(RIDERS)

    def output(*more: str) -> str:
        result = CliRunner().invoke(cli, ["odds", "quay", "--project", str(folder), *more])
        assert result.exit_code == 0, result.output
        return result.output.replace("\u00a0", " ")

    marked, unhurt = output(), output("--unhurt")
    assert "All begin as they are marked." in marked and "All begin unhurt." in unhurt
    assert "Wins: Foes 0 %, Party 100 %." in marked, "one blow is enough for the ogre, who cannot end two in one turn"
    course = json.loads(output("--unhurt", "--json"))["fight"]
    assert 0 < course["wins"]["Foes"] < 1 and course["out"]["Otto"] < 1
    assert json.loads(output("--json"))["fight"]["out"]["Otto"] == pytest.approx(1), (
        "who has nothing left does not fight"
    )
