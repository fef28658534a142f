"""Overlays: entries made from others, several overlays at once; and what variants add."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from projects import Write, expected, loaded, places_of

from sheetgen.build import Options, build_in_memory
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.text.memo import Memo

GAME = {
    "campaign.yaml": "{title: Beasts, ruleset: ./game}\n",
    "game/ruleset.yaml": """
        id: beasts
        title: Beasts
        vocabularies: {place: [head, body]}
        records: {trait: {name: text, text: "markdown, default ''"}}
        """,
    "game/kinds/beast.yaml": """
        id: beast
        title: Beast
        plural: Beasts
        folder: beasts
        fields:
          tier: integer 1..10
          sort: text, default beast
          weight: number, default 1
          armour: map place -> integer, default 2
          traits: list of trait, default []
          note: {type: markdown, optional: true}
          effects: list of effect, default []
        derive: {hp: {formula: tier * 10, title: HP}}
        layout:
          blocks:
            top: {type: figures, items: [{label: HP, value: hp}, {label: Tier, value: tier}]}
            traits: {type: named, rows: traits, name: name, text: text}
          page: [top, traits]
        """,
    "beasts/otter.yaml": """
        name: Otter
        tier: 2
        armour: {body: 3}
        traits: [{name: Swims, text: Well.}]
        note: It swims.
        """,
    "beasts/giant.yaml": """
        overlay: Giant {name}
        sort: giant
        weight: 40
        add:
          tier: 1
          armour: {body: 2, head: 1}
          traits: [{name: Huge, text: It does not fit.}]
          note: It is large.
        """,
    "beasts/elite.yaml": """
        overlay: Elite {name}
        add:
          tier: 1
          effects: [{name: Elite, target: hp, add: tier * 5, on: itself}]
        """,
    "beasts/giant-otter.yaml": "{extends: otter, overlays: [giant]}\n",
    "beasts/chief.yaml": "{extends: otter, overlays: [giant, elite], add: {traits: [{name: Crowned}]}}\n",
    "beasts/queen.yaml": "{name: Her Majesty, extends: chief, tier: 9}\n",
}


def beasts(folder: Path) -> dict[str, ComputedEntry]:
    """The beasts of a game, where nothing is wrong."""
    game, diagnostics = loaded(folder)
    assert not list(diagnostics), [(d.message, d.span and str(d.span)) for d in diagnostics]
    assert game.table is not None
    return {computed.id: computed for computed in game.table.of("beast")}


def traits(computed: ComputedEntry) -> list[Any]:
    return [trait["name"] for trait in computed.values["traits"]]


def test_an_overlay_replaces_and_adds(project: Write) -> None:
    made = beasts(project(GAME))
    assert list(made) == ["chief", "giant-otter", "otter", "queen"], "overlays are no entries"
    values = made["giant-otter"].values
    assert (values["name"], values["tier"], values["sort"], values["weight"]) == ("Giant Otter", 3, "giant", 40)
    assert values["armour"] == {"body": 5, "head": 3}, "what the entry leaves to its default is added to"
    assert traits(made["giant-otter"]) == ["Swims", "Huge"] and values["note"] == "It swims.\n\nIt is large."
    assert made["otter"].values["tier"] == 2


def test_several_overlays_go_over_each_other_in_order(project: Write) -> None:
    made = beasts(project(GAME))
    assert made["chief"].entry.name == "Elite Giant Otter" and made["chief"].entry.overlays == ("Giant", "Elite")
    assert traits(made["chief"]) == ["Swims", "Huge", "Crowned"]
    hp = made["chief"].leaf(("hp",))
    assert hp is not None and (hp.value, hp.why) == (60, "tier 4 × 10 + Elite 20 (tier 4 × 5)")
    assert made["queen"].entry.name == "Her Majesty" and made["queen"].values["tier"] == 9
    assert traits(made["queen"]) == ["Swims", "Huge", "Crowned"] and made["queen"].entry.overlays == ()


def test_a_variant_adds_without_an_overlay(project: Write) -> None:
    files = {**GAME, "beasts/pup.yaml": "{name: Pup, extends: otter, add: {tier: -1, traits: [{name: Cute}]}}\n"}
    pup = beasts(project(files))["pup"]
    assert pup.values["tier"] == 1 and traits(pup) == ["Swims", "Cute"]


MISTAKES = {
    "unknown overlay": ("beasts/a.yaml", """
        name: A
        extends: otter
        overlays: [giannt]        # !unknown-reference
        """),
    "no list": ("beasts/a.yaml", """
        name: A
        extends: otter
        overlays: giant        # !wrong-type
        """),
    "over nothing": ("beasts/a.yaml", """
        name: A
        tier: 1
        overlays: [giant]        # !missing-field
        """),
    "nothing to add to": ("beasts/a.yaml", """
        name: A
        tier: 1
        add: {tier: 1}        # !unknown-field
        """),
    "too much, in the overlay": ("beasts/giant.yaml", """
        overlay: Giant {name}
        add:
          tier: 12        # !out-of-range
        """),
    "of another type, in the overlay": ("beasts/giant.yaml", """
        overlay: Giant {name}
        weight: heavy        # !wrong-type
        """),
    "in an item that the overlay adds": ("beasts/giant.yaml", """
        overlay: Giant {name}
        add:
          traits:
            - {name: Huge}
            - {nam: Huger}        # !unknown-field
        """),
    "a dead link in such an item": ("beasts/giant.yaml", """
        overlay: Giant {name}
        add:
          traits:
            - {name: Huge, text: "It eats [[nothing-such]]."}        # !dead-link
        """),
    "unknown field of the overlay": ("beasts/giant.yaml", """
        overlay: Giant {name}
        wieght: 3        # !unknown-field
        add:
          tire: 3        # !unknown-field
        """),
    "without the name": ("beasts/giant.yaml", """
        overlay: Giant        # !wrong-type
        """),
}  # fmt: skip


@pytest.mark.parametrize("which", MISTAKES)
def test_mistakes_stand_at_their_line(project: Write, which: str) -> None:
    name, text = MISTAKES[which]
    files = {**GAME, name: text}
    del files["beasts/chief.yaml"], files["beasts/queen.yaml"]
    built = build_in_memory(Options(project(files), pdf=False))
    wanted = [(file, line, code) for file, line, code in expected({name: text})]
    assert sorted(set(places_of(built.diagnostics))) == wanted


def test_the_page_says_what_an_entry_was_made_from(project: Write) -> None:
    folder, memo = project(GAME), Memo()
    for tier in (1, 3):
        giant = (folder / "beasts/giant.yaml").read_text()
        (folder / "beasts/giant.yaml").write_text(re.sub(r"tier: \d", f"tier: {tier}", giant))
        built = build_in_memory(Options(folder, pdf=False, live=True), memo=memo)
        page = built.files["beasts/beasts/chief.html"].decode()
        assert re.search(r"Made with Giant, Elite from</h3><ul[^>]*><li><a [^>]*>(<bdi>)?Otter", page)
        data = json.loads(built.files["beasts/beasts/chief.json"])
        assert data["fields"]["tier"] == 3 + tier and data["fields"]["overlays"] == ["giant", "elite"]
        assert built.files == build_in_memory(Options(folder, pdf=False, live=True)).files
