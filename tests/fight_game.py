"""A small game in which beings fight, with odds and the course of a fight."""

from __future__ import annotations

from sheetgen.model.attack_odds import MOST_STEPS_OF_A_FIGHT, AttackOdds, OddsCounter, Opponents, attack_odds
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.fight_course import FightPlan
from sheetgen.model.fight_plans import fight_plan
from sheetgen.model.loaded import LoadedGame

FIGHT = """
    id: fight
    title: Fight
    plural: Fights
    folder: fights
    fields: {foes: "list of being, default []", party: "list of being, default []"}
    derive:
      roster:
        title: Roster
        formula: >-
          [{"name": f.name, "id": "", "initiative": 1, "side": "Foes"} for f in foes]
          + [{"name": p.name, "id": "", "initiative": 1, "side": "Party"} for p in party]
      strikes:
        title: Attacks
        formula: '[{"by": b.name, "name": a.name, "dice": a.dice} for b in foes + party for a in b.attacks]'
      targets: {title: Targets, formula: '[{"name": b.name, "armour": b.armour, "hp": b.hp} for b in foes + party]'}
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
GAME = {
    "game/ruleset.yaml": """
        id: iron
        title: Iron
        records:
          blow: {name: text, dice: text}
          being: {name: text, armour: integer, hp: integer 0.., attacks: "list of blow, default []"}
        """,
    "game/kinds/fight.yaml": FIGHT,
    "game/rules/strike.yaml": """
        strike:
          title: Strike
          inputs: {rolled: integer, dice: text, armour: integer, hp: integer 0..}
          outputs:
            dice_of: {formula: dice, title: Dice of the attack}
            lost: {formula: "min(hp, max(0, rolled - armour))", title: HP lost}
        blow:
          title: Blow
          inputs: {dice: text, armour: integer}
          steps: {rolls: {title: rolls, formula: "chances(dice)"}}
          outputs: {through: {title: Through, formula: "gathered([max(0, r - armour) for r in rolls], values(rolls))"}}
        crossed:
          title: Crossed off
          inputs: {blow: integer 0.., hp: integer 0..}
          outputs: {lost: {formula: "min(hp, blow)", title: HP lost}}
        odds:
          title: Odds
          doc: No cover.
          inputs: {dice: text, armour: integer, hp: integer 0..}
          steps: {rolls: {title: rolls, formula: "chances(dice)"}}
          outputs:
            hurt:
              {title: Hurts, unit: "%", formula: "round_half(1000 * sum(rolls[r] for r in rolls if r > armour)) / 10"}
            mean:
              title: Lost on average
              formula: round_half(100 * sum(rolls[r] * min(hp, max(0, r - armour)) for r in rolls)) / 100
        """,
    "campaign.yaml": "{title: Quay, ruleset: ./game}",
    "fights/quay.yaml": """
        name: The quay
        foes:
          - {name: Hound 1, armour: 2, hp: 4, attacks: [{name: Claw, dice: d4}, {name: Bite, dice: d8}]}
          - {name: Hound 2, armour: 2, hp: 4, attacks: [{name: Claw, dice: d4}, {name: Bite, dice: d8}]}
          - {name: Hound 3, armour: 2, hp: 9, attacks: [{name: Claw, dice: d4}]}
        party:
          - {name: Ann, armour: 3, hp: 6, attacks: [{name: Knife, dice: d6}, {name: Curse, dice: none}]}
          - {name: Otto, armour: 9, hp: 6}
        """,
}


def fight_of(game: LoadedGame, identity: str = "") -> ComputedEntry:
    assert game.table is not None
    return next(
        entry for entry in game.table.entries.values() if entry.entry.kind.model.attack and identity in ("", entry.id)
    )


def odds_of(game: LoadedGame, computed: ComputedEntry, steps: int = MOST_STEPS_OF_A_FIGHT) -> AttackOdds | None:
    model = computed.entry.kind.model.attack
    assert model is not None
    return attack_odds(model, Opponents.of(computed), OddsCounter(game.ruleset, game.house, steps))


def plan_of(game: LoadedGame, computed: ComputedEntry, steps: int = MOST_STEPS_OF_A_FIGHT) -> FightPlan | None:
    model = computed.entry.kind.model.attack
    assert model is not None
    return fight_plan(model, Opponents.of(computed), OddsCounter(game.ruleset, game.house, steps))
