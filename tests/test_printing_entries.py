"""Entries for the tests of printing: short, tiny, dense, a whole character, and a hostile one."""

from __future__ import annotations

from game_marks import BODY, MARKS, mark
from markupsafe import Markup, escape

from sheetgen.blocks import (
    Block,
    Body,
    Cell,
    CheckGroups,
    Checks,
    Column,
    EntryView,
    Fact,
    Facts,
    Figure,
    Figures,
    Grid,
    GridRow,
    Lines,
    Mark,
    Named,
    NamedList,
    Number,
    Pair,
    Panel,
    Part,
    Prose,
    Row,
    Score,
    Scores,
    Strip,
    Table,
    Track,
    Tracks,
)
from sheetgen.model.ruleset.themes import Theme

ROSE = Theme(
    "night-school",
    "Night School (d100)",
    "crest",
    {
        "accent": "#d6004c",
        "on-accent": "#ffffff",
        "accent-text": "#c40046",
        "accent-bar": "#ff4d86",
        "block": "#d6004c",
        "on-block": "#ffffff",
    },
    {},
    marks=MARKS,
)
LAMP = Theme(
    "lamps",
    "Lamps Out",
    "crest",
    {
        "accent": "#ffd21f",
        "on-accent": "#131016",
        "accent-text": "#705a00",
        "accent-bar": "#ffd21f",
        "block": "#ffd21f",
        "on-block": "#131016",
    },
    {},
    heading="upright",
    marks=MARKS,
)

ELEMENTS = {
    "melee": "Me",
    "missile": "Mi",
    "fire": "Fi",
    "ice": "Ic",
    "wind": "Wi",
    "elec": "El",
    "nuke": "Nu",
    "psy": "Ps",
    "bless": "Bl",
    "curse": "Cu",
}
STATES = {"weak": "W", "normal": "–", "resist": "R", "block": "B", "repel": "Rp", "absorb": "A"}
LIGHT, HEAVY, DEADLY = (mark(n, n[0].upper(), n.title()) for n in ("light", "heavy", "deadly"))
FATE = mark("fate", "F", "Fate")


def number(value: object, why: str = "") -> Number:
    return Number(str(value), why=why, size=value if isinstance(value, int) and value > 0 else 0)


def element(name: str) -> Mark:
    return mark(name, ELEMENTS.get(name, "?"), name.title())


def strip(**states: str) -> Strip:
    pairs = (Pair(element(e), mark(s := states.get(e, "normal"), STATES[s], s.title())) for e in ELEMENTS)
    return Strip(id="affinities", title="Affinities", pairs=tuple(pairs))


def headline(defense: int, initiative: int, move: int, fate: int) -> Figures:
    return Figures(
        id="headline",
        title="",
        items=(
            Figure(label="Defense", number=number(defense), unit="body"),
            Figure(label="Init.", number=number(initiative)),
            Figure(label="Move", number=number(move), unit="m", after=f" / {move // 2}"),
            Figure(label="Fate", number=number(fate), tokens=FATE),
        ),
    )


def wounds(light: int, heavy: int, deadly: int = 1) -> Tracks:
    return Tracks(
        id="wounds",
        title="Wounds",
        items=(
            Track(label="Light", number=number(light, f"TB {light}"), mark=LIGHT),
            Track(label="Heavy", number=number(heavy, f"the greater of 1 and TB {light} ÷ 2"), mark=HEAVY),
            Track(label="Deadly", number=number(deadly), mark=DEADLY),
        ),
    )


def attacks(*rows: tuple[str, str, int, int, str, str], cost: int = 1) -> Table:
    columns = (Column("hit", True), Column("dmg", True), Column("range"))
    return Table(
        id="attacks",
        title="Attacks",
        heading="Attack",
        columns=columns,
        rows=tuple(
            Row(
                name=name,
                cells=(Cell(number(hit), "Hit", True), Cell(number(dmg), "Dmg", True), Cell(Number(reach), "Range")),
                mark=element(mark),
                cost=2 if "★★" in note else cost,
                note=Markup(escape(note.replace("★★", ""))),
            )
            for name, mark, hit, dmg, reach, note in rows
        ),
    )


def thresholds(head: int, arms: int, body: int, legs: int) -> Grid:
    places = {"Head": head, "Arms": arms, "Body": body, "Legs": legs}
    rows = {
        "Wounded at": (1, LIGHT),
        "Extra wound at": (5, LIGHT),
        "Savage at": (10, HEAVY),
        "Instant kill at": (30, DEADLY),
    }
    return Grid(
        id="thresholds",
        title="Defense",
        heads=tuple(Figure(label=name, number=number(value)) for name, value in places.items()),
        rows=tuple(
            GridRow(label, tuple(number(v + more) for v in places.values()), mark)
            for label, (more, mark) in rows.items()
        ),
    )


def named(title: str, *items: tuple[str, str], cost: int = 0) -> NamedList:
    return NamedList(
        id=title.lower(),
        title=title,
        items=tuple(Named(name=name, text=Markup(escape(text)), cost=cost) for name, text in items),
    )


def prose(title: str, text: str, secret: bool = False) -> Prose:
    paragraphs = "".join(f"<p>{escape(part)}</p>" for part in text.split("\n"))
    return Prose(id=title.lower(), title=title, text=Markup(paragraphs), secret=secret)


def view(
    entry_id: str, name: str, tier: object, subtitle: tuple[str, ...], front: tuple[Block, ...], back: tuple[Block, ...]
) -> EntryView:
    badge = Fact("Tier", str(tier)) if tier is not None else None
    areas = {"front": front, "back": back}
    return EntryView(
        id=entry_id,
        kind="shadow",
        kind_title="Shadow",
        name=name,
        href=f"{entry_id}.html",
        subtitle=subtitle,
        badge=badge,
        summary="",
        tags=(),
        source="sample campaign",
        portrait="",
        areas=areas,
    )


def lantern() -> EntryView:
    front = (
        headline(9, 3, 6, 2),
        wounds(6, 3),
        attacks(
            ("Claw", "melee", 35, 7, "adjacent", "Damage 4 + SB 3."),
            ("Dark Pulse", "curse", 41, 6, "20 m", "Spell, tier 2. On a critical the target is Damned."),
        ),
        strip(melee="resist", fire="weak", ice="block", bless="weak", curse="absorb"),
        thresholds(7, 6, 9, 6),
    )
    back = (
        named(
            "Traits",
            ("Unnatural Toughness (2)", "TB counts 2 higher: 6 in all."),
            ("Incorporeal", "Walks through walls that nobody is looking at."),
        ),
        prose("Tactics", "Opens on whoever stands alone. Flees once its light wounds are gone."),
        named("Loot", ("Smoked glass", "Worth 40 yen to a collector; a curse attack through it counts as tier 1.")),
        prose("Game master only", "Its flame is the memory of the lighthouse keeper.", secret=True),
    )
    return view("hollow-lantern", "Hollow Lantern", 2, ("Moon", "Gloomy", "Size 3"), front, back)


def auditor() -> EntryView:
    front = (
        headline(15, 5, 10, 5),
        wounds(9, 4),
        attacks(
            ("Ledger Slam", "melee", 62, 15, "adjacent", "Damage 9 + SB 6. Reach 2 m; prone on a critical."),
            ("Nail Volley", "missile", 57, 9, "40 m", "Burst 4."),
            ("Cross-examine", "psy", 66, 10, "30 m", "Tier 5. Confused, Willpower test."),
            ("Closing Balance", "nuke", 66, 14, "aura 6 m", "★★Tier 7. Once in each fight; hits allies."),
        ),
        strip(
            melee="resist",
            missile="resist",
            ice="block",
            elec="weak",
            nuke="repel",
            psy="block",
            bless="weak",
            curse="absorb",
        ),
        thresholds(13, 11, 15, 11),
    )
    back = (
        named(
            "Traits",
            ("Unnatural Toughness (3)", "TB 9 in all."),
            ("Burst quality", "Nail Volley may be split between targets."),
            ("Paper skin", "Each heavy wound lost frees a page: the nearest ally is Panicked until its next turn."),
            ("Hovering", "Ignores harmful terrain."),
        ),
        named(
            "Powers",
            ("Recount", "One Disadvantage for whoever acted last; lasts one turn."),
            ("Petty Cash", "Takes 1 fate from a target that failed a test this round."),
            cost=1,
        ),
        prose(
            "Tactics",
            "Nails the flanks first, then drags the leader into Cross-examine. Saves Closing Balance for the round "
            "after its last light wound is lost. Alone, it locks the doors and repeats Final Entry.",
        ),
        named(
            "Loot",
            ("The black ledger", "Read a debt aloud: 1 Advantage against that debtor for the scene."),
            ("Brass abacus", "120 yen; Analyse Target at 1 Advantage."),
        ),
        prose("Game master only", "It has never found the room it was sent to audit: its own.", secret=True),
    )
    return view("auditor", "Auditor of Unlit Rooms", 7, ("Judgement", "Irritable", "Size 5"), front, back)


def moth() -> EntryView:
    front = (
        headline(2, 4, 8, 1),
        wounds(2, 1),
        attacks(("Flutter", "wind", 28, 2, "5 m", "")),
        strip(fire="weak"),
        thresholds(2, 2, 2, 2),
    )
    back = (prose("Tactics", "Circles the nearest light. Leaves when it goes out."),)
    return view("paper-moth", "Paper Moth", 1, ("Fool", "Timid", "Size 1"), front, back)


LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def hostile(traits: int = 60) -> EntryView:
    front = (
        headline(115, 25, 110, 9),
        wounds(58, 29, 12),
        attacks(
            (
                LONG,
                "melee",
                162,
                115,
                "“adjacent” <or> else & more than that",
                f"<b>{LONG}</b> “quoted” 'twice' & more.",
            ),
            ("Ωμέγα «удар»", "curse", 100, 0, "½ km", "שלום עולם, and العربية again."),
            *((f"Attack {i}", "fire", i, i, f"{i} m", f"Note {i}: {LONG}") for i in range(8)),
        ),
        strip(**dict.fromkeys(ELEMENTS, "weak")),
        thresholds(113, 111, 115, 111),
    )
    back = (
        named(
            "Traits",
            *((f"Trait {i} {LONG[: i % 40]}", f"Trait text {i}, " + "which goes on " * (i % 7)) for i in range(traits)),
        ),
        prose("Tactics", f"{LONG} " * 4 + "\nשלום עולם\n" + "An ordinary sentence. " * 12),
    )
    name = f"The {LONG} of “Quotes” & <Tags> שלום"
    return view("hostile", name, "Legendary+", ("Subtitle " * 6, LONG, "Size 3"), front, back)


def aiko() -> EntryView:
    """A character with everything: both pages of a sheet, a panel, a body, lists and lines."""
    names = (
        "Strength",
        "Toughness",
        "Agility",
        "Intelligence",
        "Perception",
        "Willpower",
        "Fellowship",
        "Realisation",
        "Melee",
        "Ranged",
        "Magic",
    )
    values = (28, 44, 41, 47, 39, 45, 36, 31, 34, 25, 52)
    scores = Scores(
        id="scores",
        title="Scores",
        items=tuple(
            Score(
                label=n, short=n[:3], number=number(v), bonus=number(v // 10), strong=n in ("Melee", "Ranged", "Magic")
            )
            for n, v in zip(names, values, strict=True)
        ),
    )
    derived = Figures(
        id="derived",
        title="",
        items=(
            Figure(label="Initiative", number=number(4, "AB 4"), after="AB 4"),
            Figure(label="Move", number=number(8), unit="m", after=" hindered 4, doubly 1"),
            Figure(label="Breath", number=number(4), unit="min", after=" TB 4"),
        ),
    )
    actions = attacks(
        ("Naginata", "melee", 34, 7, "2 m", "Damage 5 + SB 2. Reach: may strike over an ally."),
        ("Pocket crossbow", "missile", 25, 6, "30 m", "Reload. Called shots allowed."),
        ("Rime", "ice", 52, 5, "20 m", "Tier 1. Critical: Frozen."),
        ("Verdict", "bless", 52, 8, "20 m, blast 3", "★★Tier 2. Spares allies; critical: Condemned."),
    )
    actions = Table(
        id="attacks", title="Attacks and powers", heading="Name", columns=actions.columns, rows=actions.rows
    )
    skills = Table(
        id="skills",
        title="Skills",
        heading="Skill",
        columns=(Column("Value", True), Column("Talents")),
        rows=tuple(
            Row(name=n, cells=(Cell(number(v), "Value", True), Cell(Number(t), "Talents")))
            for n, v, t in (
                ("Acrobatics", 51, "Dodge 61, Leaping"),
                ("Athletics", 38, "Running 48"),
                ("Awareness", 49, "Anticipate 59"),
                ("Melee", 44, "Parry 54"),
                ("Persuasion", 46, "Argument 56"),
                ("Resistance", 55, "Fear 65"),
                ("Lore", 57, "Law 67, Folklore"),
                ("Subterfuge", 41, "Stealth 51"),
            )
        ),
    )
    body = Body(
        id="body",
        title="Defense",
        parts=tuple(
            Part(region=region, label=label, number=number(value), note=note, place=BODY.places[region])
            for region, label, value, note in (
                ("head", "Head 01–10", 4, "armour 0"),
                ("right_arm", "R arm 21–30", 5, "armour 1"),
                ("left_arm", "L arm 11–20", 5, "armour 1"),
                ("body", "Body 31–60", 7, "armour 3"),
                ("right_leg", "R leg 81–00", 5, "armour 1"),
                ("left_leg", "L leg 61–80", 5, "armour 1"),
            )
        ),
        caption="TB 4 + armour",
    )
    tracks = Tracks(
        id="wounds",
        title="Wounds",
        items=(*wounds(4, 2).items, Track(label="Fate", number=number(3, "RB 3"), mark=FATE)),
    )
    states = CheckGroups(
        id="states",
        title="Ailments and states",
        groups=(
            Checks("Physical", ("Burning", "Dizzy", "Frozen", "Shocked", "Drowsed", "Stunned")),
            Checks("Mental", ("Amnesiac", "Brainwashed", "Confused", "Despaired", "Enraged", "Panicked")),
            Checks("Spiritual", ("Condemned", "Damned")),
            Checks("Other", ("Staggered", "Prone", "Surprised", "Grappled", "Blood loss")),
        ),
    )
    themis = EntryView(
        id="themis",
        kind="persona",
        kind_title="Persona",
        name="Themis",
        href="themis.html",
        subtitle=("Justice", "Tier 2"),
        badge=None,
        summary="",
        tags=(),
        source="",
        portrait="",
        areas={
            "panel": (
                wounds(5, 2),
                strip(ice="resist", elec="weak", psy="resist", bless="block", curse="weak"),
                named(
                    "Traits",
                    ("Even Hand", "Once in each fight an ally in sight rerolls a failed evasion."),
                    ("Blindfold", "10 better on tests to resist a mental ailment."),
                    ("Weigh the Heart", "Learn one affinity of a target within 20 m, Magic against Willpower."),
                ),
            )
        },
    )
    identity = Facts(
        id="identity",
        title="",
        items=tuple(
            Fact(a, b)
            for a, b in (
                ("Player", "Nell"),
                ("Arcana", "Justice"),
                ("Evoker rank", "3"),
                ("Age", "17"),
                ("School", "Minato East High, class 3-B"),
                ("Personality", "Upbeat"),
                ("Size", "3"),
                ("Experience", "1,150"),
            )
        ),
    )
    gear = Table(
        id="gear",
        title="Gear",
        heading="",
        columns=(Column("Use"), Column("Where")),
        rows=tuple(
            Row(name=n, cells=(Cell(Number(u), "Use"), Cell(Number(w), "Where")))
            for n, u, w in (
                ("Naginata, folding", "melee 5, reach 2 m", "back"),
                ("Pocket crossbow", "ranged 6, 30 m", "thigh"),
                ("Bolts", "14", "belt"),
                ("School blazer, lined", "armour: body 3", "worn"),
                ("Riding gloves, shin pads", "armour: arms 1, legs 1", "worn"),
                ("First-aid roll", "3 uses", "bag"),
                ("Thermos of barley tea", "heals 1 light wound, once", "bag"),
                ("Evoker charm", "equips Themis", "neck"),
            )
        ),
    )
    links = named(
        "Social links",
        ("Chariot 7", "Toma Ishigaki, captain of the rowing club"),
        ("Temperance 4", "Old Mrs Sato, keeps the bathhouse on Kiln Lane"),
        ("Hermit 2", "Ms Lind, librarian who reads letters not sent"),
        ("Priestess 5", "Mio Karasawa, class president, rival"),
    )
    traits = named(
        "Talents and traits",
        ("Steady hands", "Reload once in each fight without an Action."),
        ("Quick on the draw", "May ready a weapon as part of a Move."),
        ("Counsel", "Allies in hearing gain 1 Advantage on tests against fear."),
        ("Evoker rank 3", "Two personas known; one equipped."),
    )
    turn = named(
        "Your turn",
        ("Attack", "one attack; burst or called"),
        ("Charge", "one Move, attack at 1 Advantage"),
        ("Run", "another 8 m; melee against you +1"),
        ("Full run", "another 16 m; melee against you +2"),
        ("Defend", "until your next turn"),
        ("Disengage", "leave melee without a test"),
        cost=1,
    )
    notes = prose(
        "Notes",
        "Owes the rowing club a new oar. Her brother answers the door of the shop on Kiln Lane, though he is in Osaka.",
    )
    areas: dict[str, tuple[Block, ...]] = {
        "play": (
            identity,
            scores,
            derived,
            actions,
            skills,
            body,
            tracks,
            states,
            Panel(id="persona", title="Persona", entries=(themis,)),
        ),
        "reference": (
            gear,
            links,
            traits,
            turn,
            thresholds(4, 5, 7, 5),
            notes,
            Lines(id="more", title="More notes", count=6),
        ),
        "front": (headline(7, 4, 8, 3), tracks, actions),
        "back": (traits, skills),
    }
    return EntryView(
        id="aiko",
        kind="character",
        kind_title="Character",
        name="Aiko Tanemura",
        href="aiko.html",
        subtitle=("Justice", "Evoker rank 3"),
        badge=None,
        summary="",
        tags=(),
        source="sample campaign",
        portrait="",
        areas=areas,
    )


def test_entries_have_the_areas_that_printing_reads() -> None:
    for entry in (lantern(), auditor(), moth(), hostile()):
        assert entry.area("front")
        assert entry.area("back")
    assert aiko().area("play")
    assert aiko().area("reference")
