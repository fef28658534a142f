"""Derived values: numbers, whys, and what happens where they cannot be computed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from projects import Write, expected, loaded, places_of
from simulated_attacks import ATTACKS, PAIRS, comparisons
from small_game import GAME

from sheetgen.blocks.whys import WhysSettings
from sheetgen.formula.compile import value_of
from sheetgen.formula.runtime import Leaf, show
from sheetgen.model.entry_json import derived_json, entry_json
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.run_rule import as_json
from sheetgen.text.diagnostics import Diagnostics

CONTENT = Path(__file__).parent.parent / "content"
GOLDEN = sorted(
    path.name.removesuffix("-derived.json") for path in (Path(__file__).parent / "golden").glob("*-derived.json")
)


def with_derived(*lines: str) -> dict[str, str]:
    """The small game with more derived values."""
    more = "".join(f"\n          {line}" for line in lines)
    return {**GAME, "game/kinds/beast.yaml": GAME["game/kinds/beast.yaml"].replace("derive:", f"derive:{more}")}


def leaf_of(folder: Path, *path: str) -> Leaf:
    game, diagnostics = loaded(folder)
    assert not list(diagnostics), [diagnostic.message for diagnostic in diagnostics]
    assert game.table is not None
    leaf = game.table.entries["beast", "otter"].leaf(path)
    assert leaf is not None
    return leaf


@pytest.mark.parametrize(
    ("line", "path", "leaf"),
    [
        ("half: toughness / 2", "half", Leaf(Fraction(45, 2), "toughness 45 ÷ 2")),
        ("deep: {er: {est: tier + 1}}", "deep.er.est", Leaf(3, "tier 2 + 1")),
        ("later: sooner + 1\n          sooner: tier", "later", Leaf(3, "sooner 2 + 1")),
        ("sum: bits.a + bits.b\n          bits: {a: tier, b: 3}", "sum", Leaf(5, "a 2 + b 3")),
        ("heavy: wounds.heavy", "heavy", Leaf(2, "heavy 2")),
        ("alone: 7", "alone", Leaf(7, "7")),
    ],
)
def test_values_and_whys(project: Write, line: str, path: str, leaf: Leaf) -> None:
    computed = leaf_of(project(with_derived(line)), *path.split("."))
    assert (computed.value, computed.why) == (leaf.value, leaf.why)


def test_a_leaf_keeps_the_why_of_the_rule_that_gave_it(project: Write) -> None:
    assert leaf_of(project(GAME), "wounds", "heavy") == Leaf(2, "the greater of 1 and TB 4 ÷ 2", "track")


def test_a_reference_is_read_as_the_other_entrys_values(project: Write) -> None:
    files = with_derived("friends: friend.toughness // 10 if friend != none else 0")
    heron = "name: Heron\ntier: 1\ntoughness: 99\nfriend: otter\n"
    game, diagnostics = loaded(project({**files, "beasts/a-heron.yaml": heron}))
    assert not list(diagnostics) and game.table is not None
    friends = game.table.entries["beast", "a-heron"].leaf(("friends",))
    assert friends is not None and friends.value == 4
    assert [computed.id for computed in game.table.of("beast")] == ["a-heron", "otter"]


def test_what_cannot_be_computed_drops_out_alone_with_what_needs_it(project: Write) -> None:
    files = {
        **with_derived("share: 100 // (tier - 1)"),
        "beasts/one.yaml": "name: One                       # !formula-failed\ntier: 1\ntoughness: 5\n",
        "beasts/two.yaml": "name: Two, whose friend it is\ntier: 3\ntoughness: 5\nfriend: one\n",
    }
    game, diagnostics = loaded(project(files))
    assert places_of(diagnostics) == expected({name: text for name, text in files.items() if name.startswith("beasts")})
    [mistake] = diagnostics
    assert mistake.message == "`share` of One cannot be computed: this divides by zero"
    assert mistake.hints == ("by the formula at game/kinds/beast.yaml:15:10",) or "beast.yaml" in mistake.hints[0]
    assert game.table is not None and [entry.id for entry in game.table.of("beast")] == ["otter"]


@pytest.mark.parametrize(
    "formula", ["toughness * 1000000000000000", "len([1 for a in range(9000) for b in range(9000)])"]
)
def test_a_formula_that_runs_away_is_stopped(project: Write, formula: str) -> None:
    _, diagnostics = loaded(project(with_derived(f'wild: "{formula}"')))
    assert [diagnostic.code for diagnostic in diagnostics] == ["formula-failed"]


@pytest.mark.parametrize(
    ("stated", "hint"),
    [
        ("{wounds: {light: 9}}", "write `wounds.light: 9`"),
        ("{wounds: {light: 9, heavy: 3}}", "write `wounds.light: 9`, `wounds.heavy: 3`"),
        ("{wounds: {lihgt: 9}}", "its parts are wounds.light, wounds.heavy"),
        ("{wounds: 9}", "its parts are wounds.light, wounds.heavy"),
        ("{wound.light: 9}", "did you mean `wounds.light`?"),
        ("{kill: {at: 9}}", "did you mean `kill_at`?"),
    ],
)
def test_a_stated_value_that_does_not_exist_names_those_that_do(project: Write, stated: str, hint: str) -> None:
    otter = GAME["beasts/otter.yaml"].rstrip() + f"\n        stated: {stated}\n"
    [mistake] = loaded(project({**GAME, "beasts/otter.yaml": otter}))[1]
    assert (mistake.code, mistake.hints, str(mistake.span)) == ("unknown-field", (hint,), "beasts/otter.yaml:7:10")


@pytest.mark.parametrize(
    ("stated", "code", "message"),
    [
        ("{wounds.heavy: {printed: 3, because: The second printing has 2.}}", "", ""),
        ("{wounds.heavy: {printed: 3}}", "missing-field", "a misprint is accepted for a reason"),
        ("{wounds.heavy: {printed: 2, because: It is.}}", "stated-agrees",
         "wounds.heavy is 2 by the rules as well: there is no misprint to accept"),
        ("{wound.heavy: {printed: 2, because: It is.}}", "unknown-field", "no derived value is called `wound.heavy`"),
    ],
)  # fmt: skip
def test_a_misprint_is_accepted_for_a_reason(project: Write, stated: str, code: str, message: str) -> None:
    otter = GAME["beasts/otter.yaml"].rstrip() + f"\n        stated: {stated}\n"
    _, diagnostics = loaded(project({**GAME, "beasts/otter.yaml": otter}))
    assert [(d.code, d.message, d.span and d.span.line) for d in diagnostics] == [(code, message, 7)] * bool(code)


def test_stated_values_are_held_against_the_rules(project: Write) -> None:
    otter = GAME["beasts/otter.yaml"].rstrip() + "\n        stated: {kill_at: 14, wounds.heavy: 3, wounds: 1}\n"
    _, diagnostics = loaded(project({**GAME, "beasts/otter.yaml": otter}))
    assert [diagnostic.code for diagnostic in diagnostics] == ["stated-differs", "unknown-field"]
    first = next(iter(diagnostics))
    assert first.message == "stated wounds.heavy is 3, but the rules give 2" and first.hints == (
        "2 = the greater of 1 and TB 4 ÷ 2",
        "to accept a misprint: `wounds.heavy: {printed: 3, because: …}`",
    )


def test_json_leaves_out_what_is_empty_and_what_is_secret(project: Write) -> None:
    game, _ = loaded(project(GAME))
    assert game.table is not None
    computed = game.table.entries["beast", "otter"]
    fields = entry_json(computed, game.ruleset)["fields"]
    assert "tags" not in fields and "friend" not in fields and fields["secret"]
    assert "secret" not in entry_json(computed, game.ruleset, secrets=False)["fields"]


def test_json_of_leaves_nests_as_declared() -> None:
    leaves = {"a": [Leaf(Fraction(1, 2), "1 ÷ 2")], "b": {"c": Leaf("x", "", "r")}}
    assert derived_json(leaves) == {
        "a": [{"value": 0.5, "why": "1 ÷ 2", "rule": None}], "b": {"c": {"value": "x", "why": "", "rule": "r"}}
    }  # fmt: skip


# ---- the sample campaigns


@cache
def sample(ruleset: str) -> tuple[LoadedGame, Diagnostics]:
    """The sample campaign of a ruleset, loaded once for all tests here."""
    return loaded(CONTENT / ruleset / "campaign" / "campaign.yaml")


def values(leaves: Any) -> Any:
    """Derived values without their whys, as JSON."""
    if isinstance(leaves, Leaf):
        return as_json(value_of(leaves))
    if isinstance(leaves, dict):
        return {str(key): values(leaf) for key, leaf in leaves.items()}
    return [values(leaf) for leaf in leaves]


@pytest.mark.parametrize("ruleset", GOLDEN)
def test_the_numbers_of_the_sample_campaign(ruleset: str, golden: Callable[[str, str], None]) -> None:
    """A line for each derived value, so that a changed formula shows as numbers in review."""
    game, diagnostics = sample(ruleset)
    assert not diagnostics.has_errors
    assert game.table is not None
    parts = []
    for (kind, identity), computed in sorted(game.table.entries.items()):
        if computed.entry.campaign:
            lines = [
                f"  {json.dumps(name)}: {json.dumps(values(leaves), ensure_ascii=False)}"
                for name, leaves in computed.leaves.items()
            ]
            parts.append(f" {json.dumps(f'{kind}:{identity}')}: {{\n" + ",\n".join(lines) + "\n }")
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    json.loads(text)
    golden(f"{ruleset}-derived.json", text)


CODE = re.compile(r"\w_\w|is None|\bNone\b|floor div|order by|modulo|==|\w\.\w+[.(]|\w\(\w+=|f\"")
"""What stands in formulas and not in sentences."""


@pytest.mark.parametrize("ruleset", sorted(path.parts[-3] for path in CONTENT.glob("*/campaign/campaign.yaml")))
def test_where_the_numbers_of_the_sample_campaigns_come_from_is_said_in_words(ruleset: str) -> None:
    game, _ = sample(ruleset)
    assert game.table is not None
    said = {
        (computed.entry.kind.id, item.label, show(leaf.value)): leaf.why
        for computed in game.table.entries.values()
        if computed.entry.campaign and computed.entry.kind.layout
        for block in computed.entry.kind.layout.blocks.values()
        if isinstance(block.settings, WhysSettings)
        for item in block.settings.items
        if (leaf := computed.leaf(tuple(item.value.split("."))))
    }
    assert said
    poor = {
        key: why
        for key, why in said.items()
        if CODE.search(why) or not re.search("[A-Za-z]{2}", why) or why.startswith(f"{key[2]} ({key[1]}")
    }
    assert poor == {}
    every = [leaf.why for computed in game.table.entries.values() for leaf in numbers(computed.leaves)]
    assert [why for why in every if CODE.search(why)] == []


def numbers(leaves: Any) -> Iterator[Leaf]:
    """The leaves that are numbers; the others say only what they are made of."""
    if isinstance(leaves, Leaf):
        if isinstance(leaves.value, int | Fraction):
            yield leaves
        return
    for part in leaves.values() if isinstance(leaves, dict) else leaves:
        yield from numbers(part)


ROLLS = 100_000


@pytest.mark.parametrize("ruleset", sorted(ATTACKS))
def test_odds_of_attacks_are_those_of_simulated_rolls(ruleset: str) -> None:
    """A million rolls: `python tests/simulated_attacks.py`."""
    game, _ = sample(ruleset)
    compared = list(comparisons(game, ruleset, ROLLS))
    assert len(compared) == 4 * PAIRS
    assert [figure for figure in compared if not figure.agrees] == []


def test_an_ability_with_a_hit_bonus_of_its_own_attacks_with_that(project: Write) -> None:
    """It is shown, the best is taken of it, and it decides what is needed; a Maneuver has none."""
    folder = project({
        "campaign.yaml": f"""
        title: Steps
        ruleset: {CONTENT / "world-shapers"}
        """,
        "characters/ann.yaml": """
        name: Ann
        archetype: War
        level: 1
        stats: {strength: 10, dexterity: 14, constitution: 10, intelligence: 10, charisma: 10, instinct: 10, will: 10}
        primary_stat: Strength
        secondary_stat: Dexterity
        evasion_stat: Strength
        vitality_max: 20
        wp_max: 0
        """,
        "adversaries/imp.yaml": """
        name: Imp
        primary_stat: Strength
        secondary_stat: Dexterity
        abilities:
          - {name: Hiss, attack: true, hit: -2, damage: 1d4}
          - {name: Grit, attack: true, maneuver: true, hit: 9, damage: 1d4}
        weapons: [{name: Claw, primary: Strength, secondary: Dexterity, damage: 1d4, hit: -3}]
        party: [ann]
        """,
    })  # fmt: skip
    game, diagnostics = loaded(folder)
    assert not list(diagnostics), [diagnostic.message for diagnostic in diagnostics]
    assert game.table is not None
    imp = values(game.table.entries["adversary", "imp"].leaves)
    assert [line["hit"] for line in imp["ability_lines"]] == ["-2", "weapon"]
    assert imp["best_hit"] == -2
    assert imp["needed_roll_vs"][0]["needs"] == "Claw 17+, Hiss 16+"
