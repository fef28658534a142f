"""A tiny game whose heroes have a state: marked boxes, a scale, ticks, a clock, conditions, and a fight."""

from __future__ import annotations

STATE = {
    "campaign.yaml": "{title: The vow, ruleset: ./game}",
    "game/ruleset.yaml": """
        id: iron
        title: Iron and oath
        vocabularies:
          debility: {wounded: {title: Wounded}, shaken: {title: Shaken}, maimed: {title: Maimed}}
        records: {group: {who: ref hero}}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: people
        fields:
          harm: integer, default 0
          momentum: integer, default 2
          debilities: list of text, default []
          progress: integer, default 0
          alarm: integer, default 0
          lost: integer, default 0
          luck: integer, default 0
          share: integer, default 0
        derive:
          top: {formula: 10 - count(debilities), title: Highest momentum}
        layout:
          blocks:
            head: {type: figures, items: [{label: Luck, value: 3, mark: coin, current: luck}]}
            tracks:
              type: tracks
              items:
                - {label: Health, value: 5, mark: square, current: harm}
                - {label: Momentum, value: top, lowest: -6, current: momentum}
                - {label: Vow, value: 10, ticks: 4, current: progress}
                - {label: HP, value: 195, current: lost}
                - {label: Share, value: 'none if share == 0 else share', current: share / 2}
            alarm: {type: clock, items: [{label: Alarm, value: alarm, segments: 6}]}
            states:
              type: checks
              title: Debilities
              groups: [{label: Now, items: '[text(d) for d in debility]', ticked: debilities}]
          page: [head, tracks, alarm, states]
          card: {front: [head, tracks, alarm, states]}
          sheet: {play: [head, tracks, alarm, states]}
        list: {columns: [{label: Tracks, value: harm, type: tracks}]}
        """,
    "game/kinds/fight.yaml": """
        id: fight
        title: Fight
        plural: Fights
        folder: fights
        fields: {groups: list of group}
        derive:
          roster:
            title: Roster
            formula: '[{"name": g.who.name, "id": g.who.id, "initiative": g.who.momentum} for g in groups]'
        layout:
          blocks:
            roster: {type: table, title: Turns, rows: roster, name: name, columns: [{label: Now, value: initiative}]}
          page: [roster]
        roster: roster
        """,
    "people/all.yaml": """
        - name: Bea
          harm: 2
          momentum: 3
          debilities: [shaken]
          progress: 14
          alarm: 2
          lost: 70
          luck: 1
          share: 0
        - {name: Otto, momentum: -2}
        """,
    "fights/quay.yaml": "{name: Quay, groups: [{who: bea}, {who: otto}]}",
}
"""A campaign with its own ruleset, by path."""
