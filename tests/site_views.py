"""Fake views of every page of the site, as rich and as awkward as real content gets."""

from __future__ import annotations

from dataclasses import replace

from game_marks import BODY, MARKS, mark
from markupsafe import Markup

from sheetgen import blocks as b
from sheetgen.markdown.drawn_text import DrawnText, Section
from sheetgen.model.ruleset.themes import Theme
from sheetgen.views import pages as p

ELEMENTS = {
    "melee": ("Me", "Melee"),
    "missile": ("Mi", "Missile"),
    "fire": ("Fi", "Fire"),
    "ice": ("Ic", "Ice"),
    "wind": ("Wi", "Wind"),
    "elec": ("El", "Electricity"),
    "nuke": ("Nu", "Nuclear"),
    "psy": ("Ps", "Psychic"),
    "bless": ("Bl", "Bless"),
    "curse": ("Cu", "Curse"),
}
AFFINITIES = {"weak": "W", "normal": "–", "resist": "R", "block": "B", "repel": "Rp", "absorb": "A"}

ROSE = Theme(
    "rose",
    "Persona",
    "crest",
    {
        "accent": "#d6004c",
        "on-accent": "#ffffff",
        "accent-text": "#c40046",
        "accent-bar": "#ff4d86",
        "block": "#d6004c",
        "on-block": "#ffffff",
    },
    {"accent": "#ff4d86", "on-accent": "#131016", "accent-text": "#ff7aa5"},
    "italic",
    MARKS,
)


def theme(ruleset: str, title: str, light: str, text: str, dark: str, on: str = "#ffffff") -> Theme:
    return Theme(
        ruleset,
        title,
        "crest",
        {
            "accent": light,
            "on-accent": on,
            "accent-text": text,
            "accent-bar": dark,
            "block": light,
            "on-block": on,
        },
        {"accent": dark, "on-accent": "#131016", "accent-text": dark},
        "upright",
        MARKS,
    )


THEMES = (
    ROSE,
    theme("cobalt", "Persona Classic", "#2447d8", "#2447d8", "#8ea6ff"),
    theme("jade", "World Shapers", "#0b7a4e", "#0a6e46", "#3fd296"),
    theme("orange", "Action Dice", "#c2410c", "#b53c0a", "#ff8a4c"),
    theme("lamp", "Blackout", "#ffd21f", "#705a00", "#ffd94d", "#131016"),
)


def drawn(html: str) -> DrawnText:
    return DrawnText(Markup(html), (Markup(html).striptags(),))


def element(name: str) -> b.Mark:
    code, title = ELEMENTS[name]
    return mark(name, code, title)


def affinity(name: str) -> b.Mark:
    return mark(name, AFFINITIES[name], name.title())


LIGHT, HEAVY, DEADLY = (mark(n, n[0].upper(), n.title()) for n in ("light", "heavy", "deadly"))
FATE = mark("fate", "F", "Fate")


def num(value: int | str, why: str = "", rule: str = "") -> b.Number:
    return b.Number(str(value), why=why, rule=rule, size=value if isinstance(value, int) else 0)


def tracks(light: int, heavy: int, deadly: int = 1) -> tuple[b.Track, ...]:
    rule = "rose/rules/wounds.html#rule-track"
    return (
        b.Track(label="Light", number=num(light, f"light {light} = TB {light}", rule), mark=LIGHT),
        b.Track(label="Heavy", number=num(heavy, f"heavy {heavy} = max(1, TB {light} // 2)", rule), mark=HEAVY),
        b.Track(label="Deadly", number=num(deadly, "deadly 1", rule), mark=DEADLY),
    )


SHORT = ("Mel", "Ran", "Mag", "Str", "Tou", "Agi", "Int", "Per", "Wil", "Fel", "Rea")


def stat_blocks() -> tuple[b.Block, ...]:
    return (
        b.Figures(
            id="headline",
            title="Headline",
            items=(
                b.Figure(
                    label="Defense",
                    number=num(9, "defense, body 9 = TB 6 + armour 3", "rose/rules/wounds.html"),
                    unit="body",
                ),
                b.Figure(label="Init.", number=num(3, "initiative 3 = AB 3")),
                b.Figure(label="Move", number=num(6, "basic 6 = AB 3 × 2"), unit="m", after=" / 3"),
                b.Figure(label="Fate", number=num(2, "fate 2 = RB 2"), tokens=FATE),
            ),
        ),
        b.Tracks(id="wounds", title="Wounds", items=tracks(6, 3)),
        b.Table(
            id="attacks",
            title="Attacks",
            heading="Attack",
            columns=(b.Column("hit", True), b.Column("dmg"), b.Column("range")),
            rows=(
                b.Row(
                    name="Claw",
                    cells=(
                        b.Cell(num(35, "hit 35 = Melee 35"), "hit", True),
                        b.Cell(num(7, "damage 7 = 4 + SB 3"), "dmg"),
                        b.Cell(num("adjacent"), "range"),
                    ),
                    mark=element("melee"),
                    cost=1,
                    note=Markup("Damage 4 + SB 3."),
                ),
                b.Row(
                    name="Dark Pulse",
                    cells=(
                        b.Cell(num(41, "hit 41 = Magic 41"), "hit", True),
                        b.Cell(num(6), "dmg"),
                        b.Cell(num("20 m"), "range"),
                    ),
                    mark=element("curse"),
                    cost=2,
                    note=Markup(
                        "Spell, tier 2. On a critical the target is <a href='../ailments/damned.html'>Damned</a>."
                    ),
                ),
            ),
        ),
        b.Strip(
            id="affinities",
            title="Affinities",
            pairs=tuple(
                b.Pair(element(e), affinity(a))
                for e, a in zip(
                    ELEMENTS,
                    ("resist", "normal", "weak", "block", "normal", "normal", "repel", "normal", "weak", "absorb"),
                    strict=True,
                )
            ),
        ),
        b.Grid(
            id="thresholds",
            title="Defense",
            heads=tuple(
                b.Figure(label=name, number=num(value, f"{name.lower()} {value} = TB 6 + armour {value - 6}"))
                for name, value in (("Head", 7), ("Arms", 6), ("Body", 9), ("Legs", 6))
            ),
            rows=tuple(
                b.GridRow(label, tuple(num(d + plus, f"{d + plus} = defense {d} + {plus}") for d in (7, 6, 9, 6)), mark)
                for label, plus, mark in (
                    ("Wounded at", 1, LIGHT),
                    ("Extra wound at", 5, LIGHT),
                    ("Savage at", 10, HEAVY),
                    ("Instant kill at", 30, DEADLY),
                )
            ),
        ),
    )


def aside_blocks() -> tuple[b.Block, ...]:
    return (
        b.NamedList(
            id="traits",
            title="Traits",
            items=(
                b.Named(
                    name="Unnatural Toughness",
                    text=Markup(
                        'Its <a class="term" data-preview="tb" href="../rules/wounds.html">Toughness Bonus</a> '
                        "counts 2 higher: 6 in all."
                    ),
                    value="2",
                ),
                b.Named(name="Incorporeal", text=Markup("Walks through walls that nobody is looking at."), cost=1),
            ),
        ),
        b.Prose(
            id="tactics",
            title="Tactics",
            text=Markup("<p>Opens on whoever stands alone. Flees once its light wounds are gone.</p>"),
        ),
        b.Prose(
            id="secret",
            title="Secret",
            text=Markup("<p>Its flame is the memory of the lighthouse keeper.</p>"),
            secret=True,
        ),
        b.Scores(
            id="scores",
            title="Scores",
            items=tuple(
                b.Score(
                    label=s,
                    short=s,
                    number=num(20 + 3 * i),
                    bonus=num((20 + 3 * i) // 10, f"bonus {(20 + 3 * i) // 10} = score // 10"),
                )
                for i, s in enumerate(SHORT)
            ),
        ),
    )


def other_blocks() -> tuple[b.Block, ...]:
    persona = replace(
        entry("copper-regent", "Copper Regent"),
        areas={"page": stat_blocks()[1:2] + stat_blocks()[3:4] + aside_blocks()[:1]},
    )
    return (
        b.Facts(
            id="identity",
            title="Identity",
            items=(b.Fact("Player", "Ada"), b.Fact("Occupation", "Night-school teacher"), b.Fact("Name", "ליאור")),
        ),
        b.Body(
            id="body",
            title="Defense",
            parts=tuple(
                b.Part(
                    region=region,
                    label=region.replace("_", " ").title(),
                    number=num(value, f"TB 4 + armour {value - 4}"),
                    note=note,
                    place=BODY.places[region],
                )
                for region, value, note in (
                    ("head", 5, "cap"),
                    ("left_arm", 4, ""),
                    ("right_arm", 4, ""),
                    ("body", 7, "stab vest"),
                    ("left_leg", 4, ""),
                    ("right_leg", 4, ""),
                )
            ),
            caption="Each place has its own Defense.",
            silhouette=BODY.silhouette,
        ),
        b.CheckGroups(
            id="states",
            title="Ailments and states",
            groups=(
                b.Checks("Physical", ("Burning", "Frozen", "Shocked", "Dizzy", "Poisoned")),
                b.Checks("Mental", ("Asleep", "Confused", "Despair", "Rage")),
            ),
        ),
        b.Panel(id="persona", title="Persona", entries=(persona,)),
        b.Lines(id="notes", title="Notes", count=4),
    )


def entry(id: str = "hollow-lantern", name: str = "Hollow Lantern", **fields: object) -> b.EntryView:
    return replace(
        b.EntryView(
            id=id,
            kind="shadow",
            kind_title="Shadow",
            name=name,
            href=f"rose/shadows/{id}.html",
            subtitle=("Moon", "Gloomy", "size 3"),
            badge=b.Fact("Tier", "2"),
            summary="A lamp that nobody lit, still looking for its keeper.",
            tags=("night", "coast"),
            source="sample campaign",
            portrait="",
            areas={"page": stat_blocks(), "aside": aside_blocks()},
        ),
        **fields,  # type: ignore[arg-type]
    )


NAV = (
    p.Link("Rules", "rose/rules/index.html", current=True),
    p.Link("Shadows", "rose/shadows/index.html"),
    p.Link("Ailments", "rose/ailments/index.html"),
    p.Link("Actions", "rose/actions/index.html"),
    p.Link("Calculators", "rose/calculators.html"),
    p.Link("Print", "rose/print.html"),
)
CARDS = (
    p.PreviewCard(
        key="tb",
        title="Toughness Bonus",
        text=Markup("The tens of Toughness, and what traits add."),
        where="Persona / Scores",
        href="x.html",
    ),
    p.PreviewCard(
        key="injury",
        title="Injury",
        text=Markup(
            "Lasting harm at the place that was hit. It stays until every heavy wound is healed; "
            "a worse one in the same place replaces it."
        ),
        where="Persona / Injuries",
        href="rose/rules/injuries.html",
    ),
)


def shell(title: str, path: str, **fields: object) -> p.Shell:
    depth = path.count("/")
    return replace(
        p.Shell(
            site_title="sheetgen",
            title=title,
            path=path,
            root="../" * depth,
            description=f"{title}: a page of the rulebook.",
            theme=ROSE if depth else None,
            house_theme=ROSE,
            themes=() if depth else THEMES,
            nav=NAV,
            rulesets=tuple(p.Link(t.title, f"{t.ruleset}/index.html", mark=t.mark, current=t is ROSE) for t in THEMES),
            breadcrumbs=(p.Link("Persona (d100)", "rose/index.html"), p.Link("Shadows", "rose/shadows/index.html"))
            if depth
            else (),
            sources=(
                p.Source(
                    title="The d100 rulebook",
                    licence="CC BY-SA 3.0",
                    href="https://example.org/d100",
                    attribution="its many authors",
                ),
            )
            if depth
            else (),
            licence=p.Source(title="our own", licence="CC BY-SA 3.0", href="https://example.org/by-sa")
            if depth
            else None,
            footer=(p.Link("Guide", "guide/index.html"), p.Link("Coverage", "rose/coverage.html")),
            edit="https://example.org/edit/shadows.yaml",
            previews=CARDS,
        ),
        **fields,  # type: ignore[arg-type]
    )


def track_box(**fields: object) -> p.RuleBox:
    return replace(
        p.RuleBox(
            ruleset="rose",
            name="track",
            title="Wound tracks",
            inputs=(
                p.RuleInput(name="tb", title="Toughness Bonus", type="integer", short="TB", min=0, max=30, default=6),
            ),
            lines=(
                p.RuleLine(name="light", title="light", formula=drawn("TB"), mark=LIGHT),
                p.RuleLine(
                    name="heavy", title="heavy", formula=drawn("the greater of 1 and TB ÷ 2, rounded down"), mark=HEAVY
                ),
                p.RuleLine(name="deadly", title="deadly", formula=drawn("1"), mark=DEADLY),
                p.RuleLine(name="total", title="total", formula=drawn("light + heavy + deadly")),
            ),
        ),
        **fields,  # type: ignore[arg-type]
    )


def hit_box() -> p.RuleBox:
    places = tuple(p.Option(n, n.replace("_", " ")) for n in ("head", "left_arm", "body", "left_leg"))
    return p.RuleBox(
        ruleset="rose",
        name="hit",
        title="Wounds from one hit",
        inputs=(
            p.RuleInput(name="damage", title="Damage", type="integer", min=0, default=9),
            p.RuleInput(name="defense", title="Defense", type="integer", min=0, default=7),
            p.RuleInput(name="location", title="Hit location", type="choice", options=places, default="body"),
            p.RuleInput(
                name="affinity", title="Affinity", type="choice", options=tuple(p.Option(a, a) for a in AFFINITIES)
            ),
            p.RuleInput(name="critical", title="Critical success", type="truth"),
            p.RuleInput(name="note", title="What happened", type="text"),
            p.RuleInput(
                name="armour",
                title="Armour",
                type="map",
                options=places,
                of=p.RuleInput(name="", title="", type="integer", min=0),
            ),
            p.RuleInput(
                name="attackers",
                title="Attackers",
                type="list",
                of=p.RuleInput(
                    name="",
                    title="Attacker",
                    type="record",
                    fields=(
                        p.RuleInput(name="name", title="Name", type="text"),
                        p.RuleInput(name="sb", title="SB", type="integer", default=3),
                    ),
                ),
            ),
        ),
        lines=(
            p.RuleLine(name="margin", title="margin", formula=drawn("damage − defense"), step=True),
            p.RuleLine(
                name="standard", title="standard wounds", formula=drawn("1 when margin &gt; 0; <b>2</b> from 5 above")
            ),
            p.RuleLine(name="savage", title="savage wounds", formula=drawn("1 from 10 above")),
        ),
        switches=(
            p.RuleSwitch(
                name="instant_kill",
                title="Instant-kill margin",
                value="30",
                href="rose/rulings.html#instant-kill",
                options=(p.Option(30, "30"), p.Option(25, "25")),
                setting=30,
            ),
        ),
    )


def example_box() -> p.ExampleBox:
    return p.ExampleBox(
        title="Toma is hit",
        text=drawn(
            "<p>Toma (TB 4) has two light wounds and one heavy left. A hit beats his defense by 11: one "
            "standard wound, one for high damage, and a savage wound one step heavier.</p>"
        ),
        given=(
            p.ExampleRow(label="Light", text="2", mark=LIGHT, count=2),
            p.ExampleRow(label="Heavy", text="1", mark=HEAVY, count=1),
            p.ExampleRow(label="Hit", text="2 standard, 1 savage"),
        ),
        results=(
            p.ExampleRow(label="Light", text="0"),
            p.ExampleRow(label="Heavy", text="0"),
            p.ExampleRow(label="Stress", text="7"),
        ),
        rule=p.Link("Wounds lost", "rose/rules/wounds.html#rule-apply"),
        house=("instant-kill margin 25",),
    )


def ruling(name: str = "instant_kill", title: str = "Instant-kill margin", switch: bool = True) -> p.RulingBox:
    return p.RulingBox(
        name=name,
        title=title,
        sort="contradiction",
        severity="high",
        source=drawn("The chapter on attacks prints thirty, the table at the end twenty-five."),
        readings=(
            p.Reading(value="30", text=drawn("The kill comes at thirty above Defense."), chosen=True, default=True),
            p.Reading(value="25", text=drawn("The kill comes at twenty-five above Defense.")),
        ),
        why=drawn("The rule text is newer than the table."),
        switch=switch,
        reference=p.Link("Instant kills", "rose/rules/wounds.html#instant-kills"),
        rules=(p.Link("Wounds from one hit", "rose/rules/hit.html"),),
    )


def ailment_table() -> p.EntryTable:
    rows = (
        ("Burning", "physical", "until put out", "2"),
        ("Frozen solid, with a very long name", "physical", "one round", "–"),
        ("Despair", "mental", "until the scene ends", "1"),
    )
    return p.EntryTable(
        title="Ailments",
        heads=("Name", "Category", "Lasts", "Stress"),
        rows=tuple(
            p.TableRow(
                name=n,
                cells=(p.TableCell(drawn(c)), p.TableCell(drawn(d)), p.TableCell(drawn(s), True)),
                href="x.html",
                preview="injury",
            )
            for n, c, d, s in rows
        ),
        more=p.Link("All fifteen ailments", "rose/ailments/index.html"),
    )


SECTIONS = tuple(
    Section(i, t, level, "")
    for i, t, level in (
        ("three-tracks", "Three tracks", 2),
        ("losing-a-wound", "Losing a wound", 2),
        ("overflow", "When a track runs out", 3),
        ("stress", "Stress", 2),
        ("ailments", "Ailments", 2),
    )
)


def chapter_html(draw: object) -> Markup:
    fragment = draw.render_fragment  # type: ignore[attr-defined]
    root = "../../"
    return Markup(
        f"""<h2 id="three-tracks">Three tracks</h2>
<p>Your <a class="term" data-preview="tb" href="scores.html">Toughness Bonus</a> says how many <strong>light</strong>
wounds you can take. You have half as many <strong>heavy</strong> ones and exactly one <strong>deadly</strong>. When a
track runs out, the next wound comes off the track below it. A heavy wound leaves an
<a class="term" data-preview="injury" href="injuries.html">injury</a> where it landed.</p>
{fragment(track_box(), root)}
<h2 id="losing-a-wound">Losing a wound</h2>
<p>Each light wound costs 1 stress, a heavy one 5, the deadly one 10. Damage must be <em>more</em> than defense; a tie
is a bruise and a story. Far above it, the attack takes more than one box: five above is an extra wound, ten above is
savage, and <span class="computed">30</span> above ends the fight at once.</p>
{fragment(p.RulingNote(ruling(), "rose/rulings.html#instant-kill"), root)}
<h3 id="overflow">When a track runs out</h3>
<ol><li>Cross the box below it.</li><li>Nothing below? You are <code>down</code>.</li></ol>
<ul><li>A list</li><li>of points<ul><li>nested</li></ul></li></ul>
<blockquote><p>“It hurts exactly as much as it should.”</p></blockquote>
<h2 id="stress">Stress</h2>
{fragment(example_box(), root)}
{fragment(p.NoteBox("At the table", drawn("<p>Say where it hits <em>before</em> the damage.</p>")), root)}
{fragment(p.NoteBox("", drawn("<p>The lamp is already broken.</p>"), True), root)}
{fragment(hit_box(), root)}
<h2 id="ailments">Ailments</h2>
{fragment(ailment_table(), root)}
<pre><code>sheetgen rule rose track --json '{{"tb": 4}}'</code></pre>
"""
    )


NAMES = (
    "Paper Moth",
    "Hollow Lantern",
    "Coin Swallower",
    "Brass Heron",
    "Third Stair",
    "Borrowed Face",
    "Kiln Bride",
    "Rain Clerk",
    "Glass Choir",
    "Auditor of Unlit Rooms and Several Other Places",
    'The "Quoted" One & Sons',
    "صاحب المصباح",
)
ARCANA = (
    "Fool",
    "Moon",
    "Devil",
    "Tower",
    "Hermit",
    "Lovers",
    "Empress",
    "Justice",
    "Priestess",
    "Judgement",
    "Sun",
    "Star",
)


def list_page() -> p.ListPage:
    rows = []
    keys = tuple(ELEMENTS)
    for i, name in enumerate(NAMES):
        weak = (keys[i % 10], keys[(i * 3 + 1) % 10]) if i % 3 else (keys[i % 10],)
        rows.append(
            p.ListRow(
                id=f"s{i}",
                name=name,
                href=f"rose/shadows/s{i}.html",
                cells=(
                    p.ListCell(str(1 + i // 2), 1 + i // 2),
                    p.ListCell(ARCANA[i]),
                    p.ListCell(str(2 + i), 2 + i),
                    p.ListCell(f"{2 + i % 5} / {1 + i % 3} / 1", sort=3 + i),
                    p.ListCell("", marks=tuple(element(w) for w in weak)),
                    p.ListCell("", marks=(element(keys[(i * 7) % 10]),)),
                ),
                facets={"tier": (1 + i // 2,), "arcana": (ARCANA[i].lower(),), "weak": weak},
                note="Fool, timid" if i == 0 else "",
                aliases=("lamp",) if i == 1 else (),
            )
        )
    counts = {k: sum(k in r.facets["weak"] for r in rows) for k in keys}
    return p.ListPage(
        shell=shell("Shadows", "rose/shadows/index.html"),
        title="Shadows",
        noun="shadows",
        lead="Filters live in the address: share the link, keep the list.",
        columns=(
            p.ListColumn(key="tier", label="Tier", style="number"),
            p.ListColumn(key="arcana", label="Arcana", minor=True),
            p.ListColumn(key="defense", label="Def.", style="number"),
            p.ListColumn(key="wounds", label="Wounds"),
            p.ListColumn(key="weak", label="Weak", style="marks"),
            p.ListColumn(key="attacks", label="Attacks", style="marks"),
        ),
        rows=tuple(rows),
        filters=(
            p.ListFilter(key="tier", label="Tier", low=1, high=10),
            p.ListFilter(
                key="weak",
                label="Weak to",
                choices=tuple(
                    p.FilterChoice(value=k, title=ELEMENTS[k][1], count=counts[k], mark=element(k)) for k in keys
                ),
                many=True,
            ),
            p.ListFilter(
                key="arcana",
                label="Arcana",
                choices=tuple(p.FilterChoice(value=a.lower(), title=a, count=1) for a in ARCANA),
            ),
        ),
        sort="tier",
        json="rose/shadows/index.json",
        downloads=(p.Download("All cards", "rose/pdf/shadows.pdf", format="PDF", note="34 cards, A4"),),
    )


def board() -> p.Board:
    return p.Board(
        id="lamp-room",
        title="The lamp room",
        combatants=tuple(
            p.BoardRow(
                id=f"s{i}",
                name=name,
                href=f"rose/shadows/s{i}.html",
                initiative=num(8 - i, f"initiative {8 - i} = AB {8 - i}"),
                order=i + 1,
                side=side,
                tracks=tracks(6 - i, 3 - i // 2)
                + ((b.Track(label="Fate", number=num(2), mark=FATE),) if i == 0 else ()),
                headline=(("Defense", "9"), ("Move", "6 m")),
            )
            for i, (name, side) in enumerate(
                (
                    ("Toma", "Players"),
                    ("Hollow Lantern 1", "Shadows"),
                    ("Hollow Lantern 2", "Shadows"),
                    ("Paper Moth", "Shadows"),
                )
            )
        ),
        conditions=("Burning", "Frozen", "Shocked", "Dizzy", "Despair"),
    )


APPEARS = (
    p.LinkGroup("Encounters", (p.Link("The lamp room", "rose/encounters/lamp-room.html", note="two copies"),)),
    p.LinkGroup(
        "Rules", (p.Link("Wounds", "rose/rules/wounds.html#three-tracks", summary="Everyone carries three tracks."),)
    ),
)


def entry_page(view: b.EntryView | None = None, **fields: object) -> p.EntryPage:
    view = view or entry()
    return replace(
        p.EntryPage(
            shell=shell(
                view.name,
                view.href,
                previous=p.Link("Glass Choir", "rose/shadows/s8.html"),
                next=p.Link("Kiln Bride", "x.html"),
            ),
            entry=view,
            numbers=tuple(
                p.Explained(label, num(value, why, "rose/rules/wounds.html#rule-track"))
                for label, value, why in (
                    ("Heavy wounds", 3, "max(1, TB 6 // 2)"),
                    ("Defense, body", 9, "TB 6 + armour 3"),
                    ("Initiative", 3, "AB 3"),
                    ("Claw, damage", 7, "4 + SB 3"),
                    ("Exhausted at", 63, "Toughness 43 + 20"),
                )
            ),
            backlinks=APPEARS,
            downloads=(p.Download("Card", "rose/pdf/hollow-lantern.pdf"), p.Download("Sheet", "rose/pdf/sheet.pdf")),
            json="rose/shadows/hollow-lantern.json",
            aliases=("Lantern", "The Lamp"),
            related=(p.LinkGroup("Variants", (p.Link("Drowned Lantern", "rose/shadows/drowned.html"),)),),
            board=None,
            command="sheetgen cards hollow-lantern",
        ),
        **fields,  # type: ignore[arg-type]
    )


def site(draw: object) -> dict[str, p.Page]:
    """Each page by a name for its picture."""
    chapter = p.ChapterPage(
        shell=shell(
            "Wounds",
            "rose/rules/wounds.html",
            breadcrumbs=(p.Link("Persona (d100)", "rose/index.html"), p.Link("Combat", "rose/rules/index.html")),
            previous=p.Link("Attacks", "rose/rules/attacks.html"),
            next=p.Link("Injuries", "rose/rules/injuries.html"),
        ),
        title="Wounds",
        summary="Everyone carries three tracks of boxes. A hit that beats your defense crosses one off, "
        "and the heavier the box, the worse the day.",
        html=chapter_html(draw),
        sections=SECTIONS,
        needs=frozenset(("text", "rulebox", "calculator", "notebox")),
        siblings=(
            p.LinkGroup(
                "Combat",
                tuple(
                    p.Link(t, f"rose/rules/{t.lower()}.html", current=t == "Wounds")
                    for t in ("Attacks", "Wounds", "Injuries", "Fate", "Ailments")
                ),
            ),
        ),
        backlinks=APPEARS,
        source="Rulebook, chapter 4.",
    )
    long_name = 'Auditor of the "Unlit" Rooms, Third Assistant (Retired) & Sons'
    character = entry(
        "toma",
        "Toma Okonkwo",
        kind="character",
        kind_title="Character",
        href="rose/characters/toma.html",
        subtitle=("Evoker", "Night-school teacher"),
        badge=None,
        areas={"page": stat_blocks(), "aside": other_blocks() + aside_blocks()},
    )
    return {
        "home": p.HomePage(
            shell=shell("", "index.html", nav=NAV[:5]),
            hero=("Look it up.", "Work it out.", "Print it."),
            lead="Five tabletop games as executable rulebooks. The rule you read is the rule that computes the sheet, "
            "the card and this page.",
            placeholder="A rule, a shadow, an ailment",
            tries=tuple(
                p.Link(t, f"search.html?q={t}")
                for t in ("heavy wounds", "frozen", "tier:2..4", "weak:fire", "hollow lantern")
            ),
            games=tuple(
                p.GameTile(theme=t, href=f"{t.ruleset}/index.html", dice=die, tagline=text)
                for t, die, text in zip(
                    THEMES,
                    ("d100", "d100", "d20", "d20 + chain", "D pool"),
                    (
                        "Shadows, affinities, wounds in three weights.",
                        "The older edition, kept as it was played.",
                        "Seven stats, two layers of armour, grid combat.",
                        "Bonus dice against VS; every die is a choice.",
                        "Six seconds in the dark, step by step.",
                    ),
                    strict=True,
                )
            ),
            tonight=(
                p.Link(
                    "Cards",
                    "rose/print.html",
                    summary="Poker, tarot, A6. Nine on a page, cut marks, backs that line up.",
                ),
                p.Link(
                    "Encounter packet",
                    "x.html",
                    summary="Initiative with every tie-break, a tracker for each copy, the rules they need.",
                ),
                p.Link(
                    "Rulings",
                    "x.html",
                    summary="Where the source says two things: both readings, our default, your switch.",
                ),
            ),
            samples=(entry(), entry("kiln-bride", "Kiln Bride")),
        ),
        "ruleset": p.RulesetPage(
            shell=shell("Persona", "rose/index.html", breadcrumbs=()),
            title="Persona",
            tagline="Shadows, affinities, wounds in three weights.",
            dice="d100",
            html=Markup("<p>Start with <a href='rules/wounds.html'>Wounds</a> when the fight has already begun.</p>"),
            chapters=(
                p.LinkGroup(
                    "Basics",
                    tuple(
                        p.Link(t, "x.html", summary="What a roll is, and who makes it.")
                        for t in ("Rolling", "Scores", "Fate")
                    ),
                ),
                p.LinkGroup(
                    "Combat",
                    tuple(
                        p.Link(t, "x.html", summary="Turn by turn, blow by blow, in the order of play.")
                        for t in ("Attacks", "Wounds", "Injuries", "Ailments")
                    ),
                ),
            ),
            lists=tuple(
                p.Link(t, "x.html", note=str(n))
                for t, n in (("Characters", 6), ("Shadows", 34), ("Encounters", 4), ("Ailments", 15), ("Actions", 22))
            ),
            tools=(
                p.Link("Calculators", "x.html", summary="Every rule, with your numbers."),
                p.Link("Rulings", "x.html", summary="31 readings, 12 switches."),
                p.Link("Print", "x.html", summary="Sheets, cards, packets."),
            ),
            tries=(p.Link("heavy wounds", "x.html"), p.Link("tier:2..4", "x.html")),
        ),
        "chapter": chapter,
        "entry": entry_page(),
        "entry-long": entry_page(
            entry(name=long_name, subtitle=("Judgement", "Irritable", "size 12", "a long line of words about it")),
            numbers=(),
            backlinks=(),
        ),
        "entry-rtl": entry_page(entry(name="صاحب المصباح", hidden=True)),
        "entry-bare": entry_page(
            entry(
                "burning",
                "Burning",
                badge=None,
                subtitle=("Physical",),
                summary="Fire has hold of you.",
                areas={"page": aside_blocks()[1:2]},
            ),
            numbers=(),
            backlinks=(),
            related=(),
            downloads=(),
            json="",
            command="",
            aliases=(),
        ),
        "character": entry_page(character),
        "encounter": entry_page(
            entry(
                "lamp-room",
                "The lamp room",
                badge=None,
                subtitle=("Lighthouse", "night"),
                href="rose/encounters/lamp-room.html",
                areas={"page": stat_blocks()[2:3], "aside": aside_blocks()[1:3]},
            ),
            board=board(),
            numbers=(),
        ),
        "list": list_page(),
        "list-empty": replace(list_page(), rows=(), filters=()),
        "rule": p.RulePage(
            shell=shell(
                "Wounds from one hit", "rose/rules/hit.html", breadcrumbs=(p.Link("Persona", "rose/index.html"),)
            ),
            box=hit_box(),
            uses=(p.Link("Bonus", "x.html"),),
            used_by=(p.Link("Wounds lost", "x.html"), p.Link("Shadow", "x.html")),
        ),
        "rulings": p.RulingsPage(
            shell=shell("Rulings", "rose/rulings.html"),
            title="Rulings",
            lead="Where the source says two things, or nothing: each reading, ours, and the switch.",
            rulings=(
                ruling(),
                ruling("stealth", "Stealth penalty", False),
                ruling("dos", "Counting degrees of success"),
            ),
        ),
        "search": p.SearchPage(
            shell("Search", "search.html"),
            (
                p.QueryWord("hol lan", "Beginnings of words, in any order."),
                p.QueryWord('"heavy wounds"', "These words, in this order."),
                p.QueryWord("tier:2..4", "A number between two others; either may be left out."),
                p.QueryWord("-weak:fire", "Without these."),
            ),
            (
                p.LinkGroup(
                    "Persona",
                    (p.Link("tier", "search.html?q=tier:1..3"), p.Link("arcana", "search.html?q=arcana:moon")),
                ),
            ),
        ),
        "print": p.PrintPage(
            shell=shell("Print", "rose/print.html"),
            lead="What this build has printed, and how to print the rest.",
            groups=(
                p.DownloadGroup(
                    "Sheets", tuple(p.Download(n, "x.pdf", note="2 pages, A4") for n in NAMES[:5]), "Two pages each."
                ),
                p.DownloadGroup("Cards", (p.Download("All shadows", "x.pdf", note="34 cards, A4"),)),
            ),
            options=(
                p.PrintOption("--paper A4", "The paper in the printer."),
                p.PrintOption("--ink", "Outlines in place of black."),
            ),
            commands=(("sheetgen cards tier:2..4", "Cards of the shadows of tiers 2 to 4."),),
        ),
        "print-none": p.PrintPage(
            shell=shell("Print", "rose/print.html"),
            lead="Nothing printed.",
            groups=(),
            missing="WeasyPrint’s libraries were not found.",
        ),
        "tray": p.TrayPage(shell("Print tray", "tray.html")),
        "calculators": p.CalculatorsPage(
            shell=shell("Calculators", "rose/calculators.html"),
            title="Calculators",
            lead="Every rule, with your numbers.",
            groups=(p.CalculatorGroup("Combat", (track_box(level=3), hit_box())),),
        ),
        "coverage": p.CoveragePage(
            shell=shell("Coverage", "rose/coverage.html"),
            title="Coverage",
            lead="Which facts of the source are told where.",
            groups=(
                p.CoverageGroup(
                    "Wounds",
                    (
                        p.FactHome(
                            "wounds.light.count",
                            "Light wounds equal TB.",
                            (p.Link("Wounds", "rose/rules/wounds.html"),),
                        ),
                        p.FactHome("wounds.x", "Told nowhere.", ()),
                    ),
                ),
                p.CoverageGroup(
                    "Fate",
                    (
                        p.FactHome(
                            "fate.pool", "The pool is RB.", (p.Link("Fate", "x.html"), p.Link("rule fate", "x.html"))
                        ),
                    ),
                ),
            ),
        ),
        "404": p.NotFoundPage(shell("Not found", "404.html", root=""), (p.Link("Persona", "rose/index.html"),)),
        "guide": p.GuidePage(
            shell=shell(
                "Quick start",
                "guide/index.html",
                theme=None,
                breadcrumbs=(p.Link("Guide", "guide/index.html"),),
                sources=(),
                licence=None,
            ),
            title="Quick start",
            summary="From nothing to a site in two commands.",
            html=Markup("<h2 id='a'>Two commands</h2><pre><code>make site\nmake test</code></pre>"),
        ),
    }
