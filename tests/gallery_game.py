"""A site of two games with a page of every type: names that are awkward, tracks, marks, filters, a fight, a manual."""

from __future__ import annotations

from small_game import GAME

ELEMENTS = {
    "melee": "Melee, code: Me, mark: sword", "missile": "Missile, code: Mi, mark: crosshair",
    "fire": "Fire, code: Fi, mark: flame", "ice": "Ice, code: Ic, mark: snowflake",
    "wind": "Wind, code: Wi, mark: gust",
    "elec": "Electricity, code: El, mark: bolt", "nuke": "Nuclear, code: Nu, mark: trefoil",
    "psy": "Psychic, code: Ps, mark: eye", "bless": "Bless, code: Bl, mark: sparkle",
    "curse": "Curse, code: Cu, mark: skull",
}  # fmt: skip
NAMES = (
    "Paper Moth", "Hollow Lantern", "Coin Swallower", "Brass Heron", "Third Stair", "Borrowed Face", "Kiln Bride",
    "Rain Clerk", "Glass Choir", "Auditor of Unlit Rooms and Several Other Places", 'The "Quoted" One & Sons',
    "صاحب المصباح",
)  # fmt: skip
ARCANA = "Fool Moon Devil Tower Hermit Lovers Empress Justice Priestess Judgement Sun Star".split()
LANTERN = """
    toughness: 63
    aliases: [Lantern, The Lamp, lamp]
    summary: A lamp that was never lit, still looking for its keeper.
    tags: [night, coast]
    source: sample campaign
    attacks: [{name: Claw, element: melee, damage: 7, cost: 1}, {name: Dark Pulse, element: curse, damage: 9}]
    affinities: {missile: weak, wind: weak, curse: resist}
    traits: [{name: Flicker, text: 'Goes out when [[burning|watched]], at no stress.'}]
    secret: It holds the memory of the lighthouse.
"""


def shadow(number: int, name: str) -> str:
    """A shadow by its place among the names: tier, arcana and weaknesses follow from it."""
    keys = tuple(ELEMENTS)
    weak = dict.fromkeys((keys[number % 10], *([keys[(number * 3 + 1) % 10]] if number % 3 else [])), "weak")
    more = LANTERN if number == 1 else f"affinities: {{{', '.join(f'{key}: weak' for key in weak)}}}\n"
    return f"name: '{name}'\ntier: {1 + number // 2}\narcana: {ARCANA[number].lower()}\narmour: {number}\n" + "\n".join(
        line.strip() for line in more.splitlines()
    )


SHADOWS = {
    f"rose/campaign/shadows/{'hollow-lantern' if n == 1 else f's{n}'}.yaml": shadow(n, name)
    for n, name in enumerate(NAMES)
}
GALLERY = {
    **{name: text for name, text in GAME.items() if name.startswith("game/")},
    **SHADOWS,
    "site.yaml": """
        title: sheetgen
        tagline: Two tabletop games as executable rulebooks.
        rulesets: [rose, game]
        guide: guide
        edit: https://example.org/edit/
        """,
    "guide/index.md": """
        ---
        title: Quick start
        summary: From nothing to a site in two commands.
        ---

        ## Two commands

            make site
            make test
        """,
    "rose/ruleset.yaml": """
        id: rose
        title: Lanterns (d100)
        tagline: Shadows, affinities, wounds in three weights.
        dice: d100
        sources: [{title: The rulebook, licence: CC BY-SA 3.0, url: https://example.org/d100, attribution: its authors}]
        licence: {text: CC BY-SA 3.0, url: https://example.org/by-sa}
        theme:
          mark: eye
          accent: "#d6004c"
          on-accent: "#ffffff"
          accent-text: "#c40046"
          accent-bar: "#ff4d86"
          block: "#d6004c"
          on-block: "#ffffff"
          heading: italic
          dark: {accent: "#ff4d86", on-accent: "#131016", accent-text: "#ff7aa5"}
        vocabularies:
          element: {ELEMENTS}
          affinity:
            weak: {title: Weak, code: W, emphasis: strong, mark: drop}
            normal: {title: Normal, code: "–", emphasis: soft, mark: dash}
            resist: {title: Resist, code: R, mark: shield}
          arcana: {ARCANA}
          place: {head: {title: Head}, left_arm: {title: Left arm}, body: {title: Body}, left_leg: {title: Left leg}}
          score:
            melee: {title: Melee, short: Mel}
            magic: {title: Magic, short: Mag}
            toughness: {title: Toughness, short: Tou}
          ailment: {from: ailment}
        records:
          attack: {name: text, element: one of element, damage: integer, cost: "integer, default 0"}
          trait: {name: text, text: markdown}
          attacker: {name: text, sb: "integer, default 3"}
        """.replace(
        "{ELEMENTS}", "{" + ", ".join(f"{key}: {{title: {text}}}" for key, text in ELEMENTS.items()) + "}"
    ).replace("{ARCANA}", "{" + ", ".join(f"{name.lower()}: {{title: {name}}}" for name in ARCANA) + "}"),
    "rose/rulings.yaml": """
        instant_kill:
          title: Instant-kill margin
          sort: contradiction
          severity: high
          source: The chapter on attacks prints thirty, the table at the end twenty-five.
          options: {30: The kill comes at thirty above Defense., 25: The kill comes at twenty-five above Defense.}
          default: 30
          why: The rule text is newer than the table.
          switch: true
          reference: wounds#losing-a-wound
        stealth:
          title: Stealth penalty
          source: It is printed nowhere.
          options: {none: No penalty., twenty: Twenty.}
          default: none
          why: The shorter reading.
          reference: wounds#stress
        """,
    "rose/bodies.yaml": """
        place:
          silhouette: M60 4 74 10 77 26 70 40H50L43 26 46 10Z
          places:
            head: {outline: M27 0H37V11H27Z, number: [32, 8], name: [40, 4], anchor: start, room: 22, page: [58, 1]}
            left_arm: {outline: M42 1H50V3H42Z, number: [46, 25], name: [52, 20], anchor: start, room: 9, page: [66, 9]}
            body: {outline: M24 1H40V3H24Z, number: [32, 25], name: [32, 30], anchor: middle, room: 14, page: [33, 40]}
            left_leg: {outline: M33 5H40V9H33Z, number: [36, 8], name: [42, 44], anchor: start, room: 20, page: [60, 9]}
        """,
    "rose/facts.yaml": """
        Wounds: [wounds.light.count]
        """,
    "rose/rules/wounds.yaml": """
        track:
          title: Wound tracks
          reference: wounds#three-tracks
          facts: [wounds.light.count]
          inputs: {tb: {type: "integer 0..30, default 6", title: Toughness Bonus, short: TB}}
          outputs:
            light: {formula: tb, mark: square}
            heavy: {formula: "max(1, tb // 2)", mark: cut-square}
            deadly: {formula: "1", mark: hexagon}
            total: light + heavy + deadly
        defend:
          title: Defense
          reference: wounds#losing-a-wound
          inputs: {tb: {type: integer, short: TB}, armour: integer}
          outputs: {defense: {formula: tb + armour, title: Defense}}
        hit:
          title: Wounds from one hit
          reference: wounds#losing-a-wound
          inputs:
            damage: {type: "integer 0.., default 9", title: Damage}
            defense: {type: "integer 0.., default 7", title: Defense}
            location: {type: "one of place, default body", title: Hit location}
            affinity: {type: one of affinity, title: Affinity}
            critical: {type: truth, title: Critical success}
            note: {type: text, title: What happened}
            armour: {type: "map place -> integer 0.., default 0", title: Armour}
            attackers: {type: "list of attacker, default []", title: Attackers}
          steps: {margin: damage - defense}
          outputs:
            standard: {title: Standard wounds, formula: "2 if margin > 4 else 1 if margin > 0 else 0"}
            savage: {title: Savage wounds, formula: "1 if damage // defense > house.instant_kill else 0"}
        """,
    "rose/kinds/ailment.yaml": """
        id: ailment
        title: Ailment
        plural: Ailments
        folder: ailments
        fields: {category: text, effect: markdown, lasts: 'text, default one round', stress: 'integer, default 0'}
        layout:
          blocks:
            facts: {type: facts, items: [{label: Category, value: category}, {label: Lasts, value: lasts}]}
            effect: {type: prose, title: Effect, text: effect}
          page: [facts, effect]
        list: {columns: [{label: Category, value: category}, {label: Stress, value: stress, type: number}]}
        terms: true
        conditions: true
        """,
    "rose/entries/ailment.yaml": """
        - {name: Burning, category: physical, effect: Fire has hold of you., summary: Fire has hold of you., stress: 2}
        - {name: Frozen, category: physical, effect: 'You stand still. See [[wounds#stress]].', summary: Ice has.}
        - {name: Injury, category: physical, effect: Lasting harm., summary: Lasting harm at the place that was hit.}
        - {name: 'Despair, with a very long name', category: mental, effect: Nothing helps., lasts: until dawn}
        """,
    "rose/kinds/shadow.yaml": """
        id: shadow
        title: Shadow
        plural: Shadows
        folder: shadows
        doc: 'Filters live in the address: share the link, keep the list.'
        fields:
          tier: integer 1..10
          arcana: one of arcana
          armour: integer 0..
          toughness: integer, default 40
          affinities: map element -> affinity, default normal
          attacks: list of attack, default []
          traits: list of trait, default []
          secret: {type: markdown, optional: true, secret: true}
        derive:
          TB: {formula: toughness // 10, title: Toughness Bonus, short: TB}
          wounds: track(tb=TB)
          defense: {formula: 'defend(tb=TB, armour=armour)', title: Defense}
          rolls: '{"head": "1–10", "body": "11–100"}'
          weak: '[e for e in element if affinities[e] == "weak"]'
        layout:
          subtitle: [arcana]
          badge: {label: Tier, value: tier}
          lead: summary
          blocks:
            headline:
              type: figures
              items: [{label: Defense, value: defense, unit: body}, {label: Move, value: TB, unit: m, after: '" / 3"'}]
            wounds:
              type: tracks
              title: Wounds
              items:
                - {label: Light, value: wounds.light, mark: square}
                - {label: Heavy, value: wounds.heavy, mark: cut-square}
                - {label: Deadly, value: wounds.deadly, mark: hexagon}
            attacks:
              type: table
              title: Attacks
              heading: Attack
              rows: attacks
              name: name
              mark: element
              cost: cost
              columns: [{label: Dmg, value: damage, strong: true}, {label: Sort, value: element}]
            strip: {type: strip, title: Affinities, map: affinities, heads: element, states: affinity}
            grid:
              type: grid
              title: When it is hit
              heads: [{label: Head, value: defense}, {label: Body, value: TB}]
              rows: [{label: Hit roll, map: rolls}]
            traits: {type: named, title: Traits, rows: traits, name: name, text: text}
            secret: {type: prose, title: Game master only, text: secret, secret: true}
          page: [headline, wounds, attacks, strip, grid]
          aside: [traits, secret]
          card: {front: [headline, wounds, attacks], back: [traits, secret]}
        list:
          columns:
            - {label: Tier, value: tier, type: number}
            - {label: Arcana, value: arcana}
            - {label: Def., value: defense, type: number}
            - {label: Wounds, value: 'f"{wounds.light} / {wounds.heavy} / 1"', type: tracks}
            - {label: Weak, value: weak, type: marks}
          sort: tier
        facets: {tier: tier, weak: weak, arcana: arcana}
        terms: true
        """,
    "rose/kinds/character.yaml": """
        id: character
        title: Character
        plural: Characters
        folder: characters
        fields:
          concept: text
          armour: integer 0.., default 0
          scores: map score -> integer
          skills: list of text, default []
          feats: list of trait, default []
          persona: ref shadow, optional
        derive:
          TB: {formula: scores.toughness // 10, title: Toughness Bonus, short: TB}
          wounds: track(tb=TB)
          defense: {formula: 'defend(tb=TB, armour=armour)', title: Defense}
          bonuses: '{s: scores[s] // 10 for s in score}'
          plates: '{p: TB + armour for p in place}'
          carried: '{p: "cap" if p == "head" else "" for p in place}'
        layout:
          subtitle: [concept]
          blocks:
            headline: {type: figures, items: [{label: Defense, value: defense}, {label: Move, value: TB}]}
            wounds:
              type: tracks
              title: Wounds
              items:
                - {label: Light, value: wounds.light, mark: square}
                - {label: Heavy, value: wounds.heavy, mark: cut-square}
            scores: {type: scores, title: Scores, map: scores, bonuses: bonuses}
            grid:
              type: grid
              title: Bonuses
              heads: [{label: Melee, value: scores.melee}, {label: Magic, value: scores.magic}, {label: Tou, value: TB}]
              rows: [{label: Bonus, map: bonuses}]
            facts: {type: facts, title: Person, items: [{label: Concept, value: concept}]}
            feats: {type: named, title: Feats, rows: feats, name: name, text: text}
            body: {type: body, title: Defense, map: plates, caption: '"Each place has its own."', notes: carried}
            states: {type: checks, title: States, groups: [{label: Ills, items: ailment}, {label: Arms, items: skills}]}
            clock: {type: clock, title: Bell, items: [{label: Until the bell, value: armour, segments: 6}]}
            persona:
              type: panel
              title: Persona
              entries: '[persona] if persona != none else []'
              blocks: [headline, wounds]
            numbers: {type: whys, title: Where numbers come from, items: [{label: Heavy wounds, value: wounds.heavy}]}
            lines: {type: lines, title: Notes, count: 4}
          page: [headline, wounds, scores, grid]
          aside: [facts, feats, body, states, clock, persona, lines, numbers]
          sheet: {play: [headline, wounds, scores]}
        """,
    "rose/campaign/campaign.yaml": """
        title: The long night
        ruleset: rose
        house_rules: {instant_kill: 25}
        """,
    "rose/campaign/characters/toma.yaml": """
        name: Toma Okonkwo
        concept: Night-school teacher
        scores: {melee: 35, magic: 41, toughness: 43}
        feats: [{name: Patience, text: Waits for the second bell.}]
        armour: 2
        skills: [Bow, ליאור]
        persona: hollow-lantern
        """,
    "rose/campaign/characters/auditor.yaml": """
        name: 'Auditor of the "Unlit" Rooms, Third Assistant (Retired) & Sons'
        concept: a long line of words about what it was that was done there, and by whom
        scores: {melee: 35, magic: 41, toughness: 43}
        """,
    "rose/kinds/encounter.yaml": """
        id: encounter
        title: Encounter
        plural: Encounters
        folder: encounters
        fields: {characters: list of ref character, shadows: list of ref shadow, goal: 'markdown, optional'}
        derive:
          fighters: |
            [{"name": c.name, "id": c.id, "side": "Players", "initiative": c.TB, "move": c.TB} for c in characters]
            + [{"name": s.name, "id": s.id, "side": "Shadows", "initiative": s.TB, "move": s.TB} for s in shadows]
        layout:
          blocks:
            roster:
              type: table
              title: Turn order
              heading: Combatant
              rows: fighters
              name: name
              href: id
              columns: [{label: Init., value: initiative, strong: true}, {label: Move, value: move}]
            goal: {type: prose, title: Goal, text: goal}
            foes: {type: panel, title: Foes, entries: unique(shadows), blocks: [headline, wounds, attacks, strip]}
          page: [roster]
          aside: [goal, foes]
        roster: fighters
        """,
    "rose/campaign/encounters/lamp-room.yaml": """
        name: The lamp room
        characters: [toma]
        shadows: [hollow-lantern, s0, s2]
        goal: Get past before one is [[burning]].
        """,
    "rose/reference/wounds.md": """
        ---
        title: Wounds
        summary: Everyone carries three tracks of boxes.
        ---

        ## Three tracks {#three-tracks}

        Your Toughness Bonus says how many **light** wounds you can take. A heavy wound leaves an [[injury]] where it
        landed.

        ::: rule track
        :::

        ## Losing a wound {#losing-a-wound}

        Damage must be *more* than defense. {house.instant_kill} above ends the fight at once.

        ::: ruling instant_kill
        :::

        ### When a track runs out

        1. Cross the box below it.
        2. Nothing below? You are `down`.

        - A list
        - of points
          - nested

        > “It hurts exactly as much as it should.”

        ::: rule hit
        :::

        ::: rule defend
        :::

        ## Stress {#stress .term}

        ::: example Toma’s boxes
        rule: track
        given: {tb: 4}
        expect: {light: 4, heavy: 2, deadly: 1, total: 7}
        ---
        TB 4: four light, two heavy.
        :::

        ::: note At the table
        Say where it hits *before* the damage.
        :::

        ::: gm
        The lamp is already broken.
        :::

        ## Ailments {#ailments}

        ::: table ailment
        columns: {Name: name, Category: category, Lasts: lasts}
        :::

            sheetgen rule rose track --json '{"tb": 4}'
        """,
}  # fmt: skip
"""The files of the site, by path."""
