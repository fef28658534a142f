"""Two tiny games whose sheets are laid out in a grid: one of vows, one of ten slots."""

from __future__ import annotations

OATH = {
    "campaign.yaml": "{title: The vow, ruleset: ./game}",
    "game/ruleset.yaml": """
        id: oath
        title: Oath and iron
        vocabularies:
          debility: [wounded, shaken, unprepared, encumbered, maimed, corrupted, cursed, tormented]
          rank: [troublesome, dangerous, formidable, extreme, epic]
        records:
          vow: {name: text, rank: one of rank, progress: "integer 0..40, default 0"}
          asset: {name: text, text: markdown}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: people
        fields:
          scores: map text -> integer
          health: integer 0..5, default 5
          momentum: integer -6..10, default 2
          debilities: list of one of debility, default []
          vows: list of vow, default []
          assets: list of asset, default []
          tale: markdown, optional
        layout:
          blocks:
            scores:
              type: figures
              items: [{label: Edge, value: 'scores["edge"]'}, {label: Iron, value: 'scores["iron"]'}]
            ladder: {type: tracks, title: Momentum, upright: true, items: [{value: 10, lowest: -6, current: momentum}]}
            state: {type: tracks, title: Status, items: [{label: Health, value: 5, lowest: 0, current: health}]}
            debilities:
              type: checks
              title: Debilities
              groups: [{label: Now, items: '[text(d) for d in debility]', ticked: '[text(d) for d in debilities]'}]
            vows:
              type: table
              title: Vows
              rows: vows
              name: name
              columns: [{label: Rank, value: rank}, {label: Progress, value: progress}]
            assets: {type: named, title: Assets, rows: assets, name: name, text: text}
            tale: {type: prose, title: Tale, text: tale}
            notes: {type: lines, title: Notes, count: 2}
          page: [scores, ladder, state, debilities, vows, assets]
          sheet:
            pages:
              - columns: [2, 5, 5, 5]
                areas:
                  - [ladder, scores, scores, portrait]
                  - [ladder, state, debilities, portrait]
                  - [ladder, vows, vows, vows]
                  - [., assets.1, assets.2, assets.3]
                  - [notes, notes, notes, notes]
            reference: [tale]
        """,
    "people/bea.yaml": """
        name: Bea
        scores: {edge: 2, iron: 3}
        momentum: 4
        debilities: [shaken]
        vows: [{name: Find the ship, rank: dangerous}, {name: Avenge the miller, rank: extreme}]
        assets:
          - {name: Ironclad, text: Your armour shows.}
          - {name: Hound, text: It finds what is hidden.}
          - {name: Sworn, text: You keep your word.}
          - {name: Fourth, text: There is no place for this one.}
        """,
    "people/otto.yaml": "{name: Otto, scores: {edge: 1, iron: 1}, momentum: -2}",
}
"""Momentum up the side, what is ticked on top, three places for assets."""

PACK = {
    "campaign.yaml": "{title: The barrow, ruleset: ./game}",
    "game/ruleset.yaml": """
        id: barrow
        title: Barrow
        records: {thing: {name: text, bulk: "integer 0.., default 1"}}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: people
        fields:
          STR: integer 1..18
          DEX: integer 1..18
          WIL: integer 1..18
          armor: integer 0..3, default 0
          hp: integer 1..
          gear: list of thing, default []
          traits: markdown, optional
        layout:
          blocks:
            scores:
              type: figures
              items: [{label: STR, value: STR}, {label: DEX, value: DEX}, {label: WIL, value: WIL}]
            guard: {type: figures, items: [{label: HP, value: hp}, {label: Armor, value: armor}]}
            pack: {type: inventory, title: Inventory, slots: 10, rows: gear, name: name, takes: bulk}
            traits: {type: prose, title: Traits, text: traits}
            notes: {type: lines, title: Notes, count: 6}
          page: [scores, guard, pack, traits]
          sheet:
            pages:
              - areas:
                  - [portrait, scores]
                  - [portrait, guard]
                  - [traits, pack]
                  - [notes, notes]
        """,
    "people/ada.yaml": """
        name: Ada
        STR: 11
        DEX: 8
        WIL: 14
        hp: 4
        gear: [{name: Torch}, {name: Greatsword, bulk: 2}]
        traits: Tall and grim.
        """,
}
"""Scores beside a portrait, ten slots."""
