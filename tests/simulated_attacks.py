"""Attacks of four games, simulated roll by roll, apart from the rules that give their odds.

As a program it holds the odds of ten pairings of each game against a million rolls of each:
`python tests/simulated_attacks.py`; another number of rolls, and another seed, may follow.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import sqrt
from statistics import fmean
from typing import Any

from projects import loaded
from rule_calls import ROOT

from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.run_rule import run_rule

Given = dict[str, Any]
Outcome = tuple[bool, int, bool]
"""Whether an attack hits, how much it takes, and whether that ends the target."""
MISS: Outcome = (False, 0, False)


def die(roll: random.Random, faces: int) -> int:
    return int(roll.random() * faces) + 1


@cache
def terms(text: str) -> list[tuple[int, int, int]]:
    """The sign, number and faces of the dice in a text; a plain number is that many dice of one face."""
    parts = re.findall(r"([+-]?)(?:(\d*)d(\d+)|(\d+))", text)
    return [
        (-1 if sign == "-" else 1, int(plain or count or 1), int(faces or 1)) for sign, count, faces, plain in parts
    ]


def dice(text: str, roll: random.Random) -> int:
    total = 0
    for sign, count, faces in terms(text):
        total += sign * (count if faces == 1 else sum([die(roll, faces) for _ in range(count)]))
    return total


def persona(given: Given, roll: random.Random) -> Outcome:
    target = given["skill"] + 10 * (given["size"] - 3)
    thrown, evading, evasion = die(roll, 100), die(roll, 100), given["evasion"][given["kind"]]
    if thrown > min(95, target):
        return MISS
    degrees, other = (target - thrown) // 10, (evasion - evading) // 10 if evading <= evasion else None
    if other is not None and other >= degrees:
        return MISS
    place = die(roll, 100)
    bands = (("head", 10), ("left_arm", 20), ("right_arm", 30), ("body", 60), ("left_leg", 80), ("right_leg", 100))
    spot = next(name for name, last in bands if place <= last)
    element = given["element"]
    affinity = "normal" if element == "almighty" else given["affinities"][element]
    if affinity in ("block", "repel", "absorb"):
        return True, 0, False
    damage = max(0, given["weapon"] + (given["sb"] if given["kind"] == "melee" else 0) + degrees - (other or 0))
    tough = 0 if affinity == "weak" else given["tb"] + (5 if affinity == "resist" else 0)
    above = damage - tough - given["armour"][spot]
    left = [given["light_left"], given["heavy_left"], given["deadly_left"]]
    if above >= 30:
        return True, sum(left), True
    critical = thrown <= 10 + given["crit_range"]
    standard = (above > 0) * (1 + (above >= 5) + (spot == "head") + (affinity == "weak") + critical)
    savage = (above >= 10) + (standard >= 4)
    before, first = sum(left), next((track for track in range(3) if left[track]), 2)
    for track, count in ((0, standard), (min(2, first + 1), savage)):
        for weight in range(track, 3):
            taken = min(left[weight], count)
            left[weight] -= taken
            count -= taken
    lost = before - sum(left)
    return True, lost, lost > 0 and left[2] == 0


QUALITIES = {"feeble": 4, "unnamed": 6, "ordinary": 8, "heroic": 10, "epic": 12, "legendary": 20}
SIZES = ("tiny", "small", "medium", "large", "huge", "massive", "colossal")
STRONG, SKILLED = ("unarmed", "melee", "pull_bow"), ("crossbow", "modern", "magic_projectile")


def action_dice(given: Given, roll: random.Random) -> Outcome:
    def bursting(faces: int) -> int:
        total = 0
        for _ in range(4):
            total += (face := die(roll, faces))
            if face < faces:
                break
        return total

    attack = die(roll, 20) + sum(bursting(10) for _ in range(given["ability_dice"]))
    bigger = max(0, SIZES.index(given["attacker_size"]) - SIZES.index(given["size"]))
    if attack <= given["guard"] + 5 * bigger:
        return MISS
    kind = given["category"]
    bonus = given["strength_dice"] if kind in STRONG else given["skill_dice"] if kind in SKILLED else 0
    damage = sum(die(roll, QUALITIES[given["quality"]]) for _ in range(given["damage_value"]))
    damage += sum(bursting(10) for _ in range(bonus))
    through = max(0, damage - (given["armor_rank"] if given["harm"] in given["protects"] else 0))
    pools = given["durability"] + given["health"]
    return True, min(pools, through), through >= (pools if given["lives"] else given["durability"])


def world_shapers(given: Given, roll: random.Random) -> Outcome:
    natural = die(roll, 20)
    if not given["is_object"] and (natural == 1 or (natural < 20 and natural + given["hit_bonus"] < given["evasion"])):
        return MISS
    critical = natural == 20 and not given["is_object"]
    damage = dice(given["dice"], roll) + critical * (6 + (3 * given["tier"] if given["kind"] == "ability" else 0))
    wall = given["will_dr" if given["t"] == "psychic" else "con_dr" if given["t"] == "poison" else "armor"]
    damage = max(0, damage - wall) if wall >= 0 or not damage else damage - wall
    weak, strong = given["t"] in given["vulnerable"], given["t"] in given["resist"]
    halves = 0 if given["t"] in given["immune"] else 2 + weak - strong
    taken = damage * halves // 2
    return True, taken, taken > 0 and given["vitality"] - taken < 1


def persona_classic(given: Given, roll: random.Random) -> Outcome:
    evasion = given["evade_melee" if given["kind"] == "melee" else "evade_ranged"]
    if die(roll, 100) > given["score"] + 10 or die(roll, 100) <= evasion:
        return MISS
    soak = given["tb"] + max(0, given["armour"]["body"] - given["penetration"])
    lost = max(0, dice(given["dice"], roll) + given["bonus"] - soak)
    return True, min(given["wounds"], lost), lost >= given["wounds"] and lost > 0


ATTACKS: Mapping[str, Callable[[Given, random.Random], Outcome]] = {
    "persona": persona,
    "action-dice": action_dice,
    "world-shapers": world_shapers,
    "persona-classic": persona_classic,
}
PAIRS, SIGMAS = 10, 4.5


@dataclass(frozen=True)
class Comparison:
    """A figure of the odds of an attack beside that of rolls, and by how much chance and rounding may part them."""

    name: str
    odds: float
    rolled: float
    most: float
    attack: str

    @property
    def agrees(self) -> bool:
        return abs(self.odds - self.rolled) <= self.most


def plain(given: Given) -> bool:
    """Whether quality decides nothing."""
    return given["quality"] == given["armor_quality"] == given["durability_rank"] == "ordinary"


def comparisons(game: LoadedGame, ruleset: str, rolls: int, seed: int = 7) -> Iterator[Comparison]:
    """The odds of ten pairings of the sample campaign of a ruleset beside as many rolls of each."""
    assert game.table is not None
    attack, rule, chance = ATTACKS[ruleset], game.ruleset.rules["strike_odds"], random.Random(seed)
    pairs: dict[str, Given] = {}
    for computed in game.table.entries.values():
        for strike, target in product(computed.values.get("strikes") or [], computed.values.get("targets") or []):
            given = {**strike, **target}
            if ruleset != "action-dice" or plain(given):
                pairs.setdefault(str({name: given[name] for name in given if name not in ("by", "name")}), given)
    known = {parameter.name for parameter in rule.signature.parameters}
    for given in chance.sample([pairs[key] for key in sorted(pairs)], PAIRS):
        odds = run_rule(game.ruleset, "strike_odds", {n: value for n, value in given.items() if n in known}, {})
        called = f"{given['by']} on {given['name']}"
        hits, lost, ends = zip(*[attack(given, chance) for _ in range(rolls)], strict=True)
        for name, part in (("hit", fmean(hits)), ("hurt", fmean(map(bool, lost))), ("down", fmean(ends))):
            share = float(odds[name]) / 100
            # Odds are rounded to a tenth of a hundredth, so 0 may stand for a little more.
            most = SIGMAS * sqrt(max(share * (1 - share), part * (1 - part)) / rolls) + 0.000_501
            yield Comparison(name, share, part, most, called)
        mean = fmean(lost)
        deviation = sqrt(max(0, fmean([taken * taken for taken in lost]) - mean * mean))
        yield Comparison("mean", float(odds["mean"]), mean, SIGMAS * deviation / sqrt(rolls) + 0.005_01, called)


def main(rolls: int = 1_000_000, seed: int = 7) -> int:
    """Print every figure; how many do not agree."""
    apart = 0
    for ruleset in ATTACKS:
        game, _ = loaded(ROOT / "content" / ruleset / "campaign" / "campaign.yaml")
        for figure in comparisons(game, ruleset, rolls, seed):
            apart += not figure.agrees
            verdict = "agrees" if figure.agrees else "DIFFERS"
            print(
                f"{ruleset:16} {figure.attack:50.50} {figure.name:5} {figure.odds:9.4f} {figure.rolled:9.4f}"
                f" within {figure.most:.4f} {verdict}"
            )
    return apart


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
