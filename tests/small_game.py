"""A tiny game in text, for tests that build whole projects. Twenty-odd lines are a game."""

from __future__ import annotations

GAME = {
    "campaign.yaml": """
        title: The small hours
        ruleset: ./game
        house_rules: {margin: 10}
        """,
    "game/ruleset.yaml": """
        id: small
        title: Small game
        vocabularies:
          element:
            fire: {title: Fire, code: Fi}
            ice: {title: Ice, code: Ic}
          affinity: {weak: {title: Weak, code: W}, normal: {title: Normal}, resist: {title: Resist, code: R}}
        types: {score: integer 0..120}
        records:
          attack: {name: text, element: one of element, damage: "integer, default 0"}
        """,
    "game/rulings.yaml": """
        margin:
          title: Kill margin
          source: Two figures are printed.
          options: {10: Ten above., 20: Twenty above.}
          default: 20
          why: The later figure.
          switch: true
          reference: rules#wounds
        """,
    "game/rules/wounds.yaml": """
        track:
          title: Wound tracks
          reference: rules#wounds
          inputs: {tb: {type: integer 0.., title: Toughness Bonus, short: TB}}
          outputs:
            light: tb
            heavy: max(1, tb // 2)
        kill_at:
          title: Killed at
          reference: rules#wounds
          inputs: {defense: integer}
          outputs: {damage: defense + house.margin}
        """,
    "game/kinds/beast.yaml": """
        id: beast
        title: Beast
        plural: Beasts
        folder: beasts
        fields:
          tier: integer 1..10
          toughness: score
          affinities: map element -> affinity, default normal
          attacks: list of attack, default []
          friend: ref beast, optional
          secret: {type: markdown, optional: true, secret: true}
        derive:
          TB: {formula: toughness // 10, title: Toughness Bonus, short: TB}
          wounds: track(tb=TB)
          kill_at: kill_at(defense=TB)
        layout:
          badge: {label: Tier, value: tier}
          blocks:
            head: {type: figures, items: [{label: Killed at, value: kill_at}]}
            wounds:
              type: tracks
              items:
                - {label: Light, value: wounds.light, mark: square}
                - {label: Heavy, value: wounds.heavy, mark: cut-square}
            attacks:
              type: table
              title: Attacks
              rows: attacks
              name: name
              mark: element
              columns: [{label: Dmg, value: damage}]
            strip: {type: strip, map: affinities, heads: element, states: affinity}
            secret: {type: prose, title: Game master only, text: secret, secret: true}
          page: [head, wounds, attacks, strip]
          aside: [secret]
          card: {front: [head, wounds, attacks, strip], back: [secret]}
          sheet: {play: [head, wounds, attacks]}
        list: {columns: [{label: Tier, value: tier, type: number}]}
        facets: {tier: tier, weak: '[e for e in element if affinities[e] == "weak"]'}
        """,
    "game/reference/rules.md": """
        ---
        title: Rules
        ---

        ## Wounds {#wounds}

        A blow kills at {house.margin} above Defense.

        ::: rule track
        :::

        ::: example Somebody
        rule: track
        given: {tb: 5}
        expect: {light: 5, heavy: 2}
        ---
        Five light, two heavy.
        :::
        """,
    "beasts/otter.yaml": """
        name: Otter of Ill Repute
        tier: 2
        toughness: 45
        affinities: {fire: weak}
        attacks: [{name: Pebble, element: ice, damage: 3}]
        secret: It owes everybody money.
        """,
}
"""A campaign with its own ruleset, by path."""
