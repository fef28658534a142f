"""The small game with all that is printed: a fight, conditions, a screen, a second beast."""

from __future__ import annotations

from small_game import GAME

PRINTED = GAME | {
    "campaign.yaml": GAME["campaign.yaml"].rstrip() + "\n        url: https://example.org/small\n",
    "game/ruleset.yaml": GAME["game/ruleset.yaml"].rstrip()
    + """
        licence: {text: CC BY-SA 4.0, url: 'https://creativecommons.org/licenses/by-sa/4.0/'}
        sources: [{title: The old pamphlet, licence: CC0}]
        screen: [damp_by_roll, condition, track, rules#wounds]
        """,
    "game/rules/damp.yaml": """
        damp_by_roll:
          title: How damp
          reference: rules#wounds
          table: {1..3: dry, 4..6: soaked}
        """,
    "game/kinds/condition.yaml": """
        id: condition
        title: Condition
        plural: Conditions
        folder: conditions
        fields: {effect: markdown, ends: 'text, default never'}
        layout:
          blocks: {effect: {type: prose, title: Effect, text: effect}}
          page: [effect]
        list: {columns: [{label: Ends, value: ends}]}
        terms: true
        conditions: true
        """,
    "game/entries/condition.yaml": """
        - {name: Soaked, summary: Wet through., effect: 'Heavier by a bucket, and [[rules#wounds|easier to wound]].'}
        - {name: Becalmed, summary: No wind at all., effect: Nothing moves., ends: at dawn}
        """,
    "game/kinds/encounter.yaml": """
        id: encounter
        title: Encounter
        plural: Encounters
        folder: encounters
        fields:
          beasts: list of ref beast
          goal: {type: markdown, optional: true}
          secret: {type: markdown, optional: true, secret: true}
        derive:
          roster: '[{"name": b.name, "id": b.id, "side": "Beasts", "initiative": b.TB} for b in beasts]'
        layout:
          blocks:
            goal: {type: prose, title: Goal, text: goal}
            secret: {type: prose, title: Game master only, text: secret, secret: true}
          page: [goal]
          aside: [secret]
        roster: roster
        """,
    "beasts/gull.yaml": """
        name: Gull of Record
        tier: 1
        toughness: 21
        attacks: [{name: Soaked feathers, element: ice, damage: 1}]
        """,
    "encounters/pier.yaml": """
        name: The Long Pier
        beasts: [otter, gull]
        goal: Get past before one is [[soaked]].
        secret: The pier is insured.
        """,
}
"""A campaign with its own ruleset, by path."""
