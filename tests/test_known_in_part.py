"""Entries that players know in part: only what they know is there, and what follows from that alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest
from projects import Write, open_project
from small_game import GAME

from sheetgen.build import Options, build_in_memory
from sheetgen.build import check as run_check
from sheetgen.formula.builtins import add
from sheetgen.formula.partly_known import PartOfList, PartOfMap, UnknownValueError, put_over, visible_part
from sheetgen.text.diagnostics import Diagnostics

MAP, LIST = PartOfMap({"fire": 1}, ["ice"]), PartOfList([1, 2])
OTTER = dedent(GAME["beasts/otter.yaml"]).lstrip("\n")
KIND = """
    id: beast
    title: Beast
    plural: Beasts
    folder: beasts
    fields:
      tier: integer 1..10
      toughness: score
      affinities: map element -> affinity, default normal
      attacks: list of attack, default []
      armour: "map element -> integer, default 0"
      friend: ref beast, optional
      lore: {type: markdown, optional: true, computed: true}
      secret: {type: markdown, optional: true, secret: true}
    derive:
      TB: toughness // 10
      wounds: track(tb=TB)
      kill_at: kill_at(defense=TB)
      hard: '[e for e in element if armour[e] > 2]'
      burns: affinities["fire"]
      near: friend.TB if friend != none else 0
      foes: '[{"name": a.name} for a in attacks]'
      strikes: '[{"name": a.name, "hurts": a.damage + TB} for a in attacks if a.damage > 0]'
      count: len(attacks)
      weak: '{e: affinities[e] for e in element}'
    layout:
      badge: {label: Tier, value: tier}
      blocks:
        lore: {type: prose, title: Lore, text: lore}
        near: {type: facts, items: [{label: Near, value: near}, {label: Burns, value: burns}]}
        worn:
          {type: grid, heads: [{label: Fi, value: "1"}, {label: Ic, value: "2"}], rows: [{label: Worn, map: armour}]}
        wounds: {type: tracks, items: [{label: Light, value: wounds.light}, {label: Heavy, value: wounds.heavy}]}
        attacks: {type: table, rows: attacks, name: name, mark: element, columns: [{label: Dmg, value: damage}]}
        strip: {type: strip, map: affinities, heads: element, states: affinity}
      page: [lore, near, worn, wounds, attacks, strip]
      card: {front: [near, worn, wounds, attacks, strip], back: [lore]}
      sheet: {play: [wounds, attacks]}
    list: {columns: [{label: Tier, value: tier, type: number}]}
    facets: {tier: tier, weak: '[e for e in element if affinities[e] == "weak"]'}
    """
SHADE = """
    name: Shade
    tier: 9
    toughness: 63
    armour: {fire: 7, ice: 5}
    affinities: {fire: weak, ice: resist}
    attacks: [{name: Claw 1.5, element: fire, damage: 4}, {name: Howl, element: ice, damage: 8}]
    aliases: [Grim]
    lore: It has {TB} lives and {armour["ice"]} coats.
    """


def players_see(project: Write, known: str, more: str = "", **files: str) -> dict[str, Any]:
    """The data of the players' edition of an entry."""
    entry = f"{SHADE}known: {known}\n    {more}\n" if known else SHADE
    written = {f"beasts/{name}.yaml": text for name, text in files.items()}
    folder = project({**GAME, "game/kinds/beast.yaml": KIND, "beasts/shade.yaml": entry, **written})
    result = build_in_memory(Options(folder, pdf=False, player=True))
    assert [f"{d.span}: {d.message}" for d in result.diagnostics] == []
    data: dict[str, Any] = json.loads(result.files["small/beasts/shade.json"])
    page = result.files["small/beasts/shade.html"].decode()
    return {**data, "page": page, "files": result.files}


@pytest.mark.parametrize(
    ("known", "fields", "derived"),
    [
        ("[name]", set(), set()),
        ("[name, toughness]", {"toughness"}, {"TB", "wounds", "kill_at"}),
        ("[name, affinities.fire]", {"affinities"}, {"burns", "weak"}),
        ("[name, affinities.ice]", {"affinities"}, {"weak"}),
        ("[name, armour.fire]", {"armour"}, {"hard"}),
        ("[name, armour]", {"armour"}, {"hard"}),
        ("[name, attacks.Claw 1.5]", {"attacks"}, {"foes", "strikes"}),
        ("[name, attacks.Claw 1.5.damage]", {"attacks"}, set()),
        ("[name, attacks.Howl, attacks]", {"attacks"}, {"count", "foes", "strikes"}),
        ("[name, friend]", set(), {"near"}),
    ],
)
def test_a_derived_value_is_there_where_all_that_it_follows_from_is_known(
    project: Write, known: str, fields: set[str], derived: set[str]
) -> None:
    seen = players_see(project, known)
    assert seen["fields"].keys() - {"id", "name"} == fields
    assert seen["derived"].keys() == derived


def test_of_a_map_or_list_that_is_made_item_by_item_the_known_items_are_there(project: Write) -> None:
    seen = players_see(project, "[name, affinities.fire, attacks.Howl]")["derived"]
    assert [(name, leaf["value"]) for name, leaf in seen["weak"].items()] == [("fire", "weak")]
    [strike] = seen["strikes"]
    assert {name: leaf["value"] for name, leaf in strike.items()} == {"name": "Howl"}, "its damage needs toughness"
    [strike] = players_see(project, "[name, toughness, attacks.Howl]")["derived"]["strikes"]
    assert strike["hurts"]["value"] == 14


def test_a_page_shows_what_is_known_at_its_place(project: Write) -> None:
    seen = players_see(project, "[name, armour.ice, lore, attacks.Howl.element]")
    assert seen["fields"]["attacks"] == [{"element": "ice"}]
    text = " ".join(seen["page"].split())
    assert "lives and 5 coats" in text and "It has … lives" in text
    worn = text[text.index("Worn") :][:300]
    assert re.search(r"<td>\s*<td>5", worn)
    assert "Grim" not in text and "63" not in text


def test_what_refers_to_a_part_does_without_the_rest(project: Write) -> None:
    cat = "name: Cat\ntier: 1\ntoughness: 20\nfriend: shade\n"
    seen = players_see(project, "[name, tier]", cat=cat)
    data = json.loads(seen["files"]["small/beasts/cat.json"])
    assert "near" not in data["derived"] and data["derived"]["TB"]["value"] == 2
    assert data["fields"]["friend"] == "shade"
    seen = players_see(project, "[name, toughness]", cat=cat)
    assert json.loads(seen["files"]["small/beasts/cat.json"])["derived"]["near"]["value"] == 6


@pytest.mark.parametrize(
    ("files", "seen"),
    [
        ({"big": "name: Big\nextends: shade\n"}, {"tier"}),
        ({"big": "name: Big\nextends: shade\nknown: [name, toughness]\n"}, {"toughness"}),
        ({"big": "name: Big\nextends: shade\nhidden: true\n"}, None),
        ({"big": "name: Big\nextends: shade\nhidden: false\n"}, {"tier", "toughness"}),
        ({"big": "name: Big\nextends: mist\n", "mist": f"{SHADE}hidden: true\n"}, None),
        ({"big": "name: Big\nextends: mist\nknown: [name, tier]\n", "mist": f"{SHADE}hidden: true\n"}, {"tier"}),
    ],
)
def test_of_hidden_and_known_the_nearest_counts(project: Write, files: dict[str, str], seen: set[str] | None) -> None:
    every = players_see(
        project, "[name, tier]", **{name: text.replace("Shade", "Mist") for name, text in files.items()}
    )
    page = every["files"].get("small/beasts/big.json")
    assert (page is None) == (seen is None)
    assert seen is None or seen == json.loads(page)["fields"].keys() & {"tier", "toughness"}


def test_a_hidden_kind_shows_an_entry_that_is_known_in_part(project: Write) -> None:
    campaign = dedent(GAME["campaign.yaml"]) + "hidden: [beast]\n"
    beast, shade = OTTER + "known: [name]\n", "name: Shade\ntier: 1\ntoughness: 20\n"
    folder = project({**GAME, "campaign.yaml": campaign, "beasts/otter.yaml": beast, "beasts/shade.yaml": shade})
    files = build_in_memory(Options(folder, pdf=False, player=True)).files
    assert "small/beasts/otter.html" in files and "small/beasts/shade.html" not in files


def test_the_game_master_sees_all_and_what_players_know(project: Write) -> None:
    known = OTTER + "known: [name, affinities.fire]\n"
    folder = project({**GAME, "beasts/otter.yaml": known})
    files = build_in_memory(Options(folder, pdf=False)).files
    assert b"Players know of it: name, affinities.fire." in files["small/beasts/otter.html"]
    assert json.loads(files["small/beasts/otter.json"])["fields"]["toughness"] == 45


def test_an_alias_that_players_do_not_know_is_a_link_to_something_hidden(project: Write) -> None:
    otter = OTTER + "aliases: [Grim]\nknown: [name]\n"
    page = "---\ntitle: Open\n---\n\nSee [[Grim]].\n"
    folder = project({**GAME, "beasts/otter.yaml": otter, "pages/open.md": page})
    assert not list(run_check(folder)[0])
    assert [d.message for d in run_check(folder, player=True)[0]] == ["`Grim` is hidden from players"]


@pytest.mark.parametrize(
    ("known", "message", "hint"),
    [
        ("[name, afinities]", "a beast has no field `afinities`", "did you mean `affinities`?"),
        ("[name, affinities.fir]", "`affinities` has nothing called `fir`", "did you mean `fire`?"),
        ("[name, attacks.Clow]", "`attacks` has nothing called `Clow`", "did you mean `Claw`?"),
        ("[name, attacks.Claw.x.y]", "`attacks.Claw` has nothing called `x`", "known here: name, element, damage"),
        ("[name, tier.low]", "`tier` has no parts", "write `tier`"),
        ("[name, friend.tier]", "`friend` is an entry of its own", "write `friend`; its file says what is known of it"),
        ("[name, secret]", "`secret` is secret in a beast", "leave it out: players never see it"),
        ("[name, id]", "`id` is nothing that players find out", "leave it out"),
        (
            "[name, wounds.light]",
            "`wounds.light` follows from fields, and is known where all of these are",
            "name what it follows from: toughness",
        ),
        (
            "[tier]",
            "players cannot know of it without its name",
            "write `name` among them, or hide it whole: `hidden: true`",
        ),
        ("name", "`known` takes a list, not `name`", "write a list in square brackets: [a, b]"),
        ("[name]\nhidden: true", "an entry is either hidden, or known in part", "take `hidden` away, or `known`"),
    ],
)
def test_what_cannot_be_known_is_told_at_its_place(project: Write, known: str, message: str, hint: str) -> None:
    beast = OTTER.replace("Pebble", "Claw")
    folder = project({**GAME, "beasts/otter.yaml": f"{beast}known: {known}\n"})
    [mistake] = run_check(folder)[0]
    assert (mistake.message, mistake.hints) == (message, (hint,))
    assert mistake.span and mistake.span.line >= 7 and mistake.span.column >= 8


def test_every_page_of_entries_known_in_part_can_be_drawn(project: Write) -> None:
    """Those that refer to each other as well, where each waits for the other."""
    friends = {
        "beasts/a.yaml": f"{SHADE.replace('Shade', 'A')}known: [name, tier, friend]\n    friend: b\n",
        "beasts/b.yaml": f"{SHADE.replace('Shade', 'B')}known: [name, toughness, friend]\n    friend: a\n",
    }
    folder, diagnostics = project({**GAME, "game/kinds/beast.yaml": KIND, **friends}), Diagnostics()
    result = open_project(folder, diagnostics, player=True)
    assert result and not list(diagnostics)
    table = result[1][0].loaded.table
    assert table
    a, b = (table.entries["beast", name] for name in "ab")
    assert a.value("near") == 6 and b.value("near") is None


@pytest.mark.parametrize(
    "ask",
    [
        lambda: len(MAP), lambda: [*MAP], lambda: {**MAP}, lambda: MAP == {"fire": 1}, lambda: "ice" in MAP,
        lambda: MAP["ice"], lambda: MAP.get("ice"), lambda: bool(MAP), lambda: MAP.items(), lambda: MAP | {},
        lambda: len(LIST), lambda: [*LIST], lambda: LIST == [1], lambda: 1 in LIST, lambda: LIST[0], lambda: bool(LIST),
        lambda: add([0], LIST), lambda: add(LIST, [0]), lambda: LIST < [3], lambda: sum(LIST), lambda: max(LIST),
        lambda: put_over({"ice": 1}, MAP)["ice"],
    ],
)  # fmt: skip
def test_no_formula_takes_a_part_for_the_whole(ask: Callable[[], object]) -> None:
    with pytest.raises(UnknownValueError):
        ask()
    assert visible_part({"map": MAP, "list": LIST}) == {"map": {"fire": 1}, "list": [1, 2]}
