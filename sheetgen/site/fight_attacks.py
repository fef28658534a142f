"""The attacks of a fight for the script of its page: who may do what to whom, with all that the rules know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheetgen.model.attack_odds import Opponents
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.attack_models import FightModel, Filling
from sheetgen.model.ruleset.attacks import FILLED, OWN
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.site.entry_sources import as_json
from sheetgen.text.json_script import json_text


def attacks_address(page: str) -> str:
    """The script that the page of a fight loads for its attacks."""
    return f"{page.removesuffix('.html')}.attacks.js"


def attacks_script(ruleset: Ruleset, computed: ComputedEntry, conditions: Mapping[str, str]) -> str:
    """The script with the attacks and targets of a fight, and what the inputs of the rule are filled in from;
    `conditions` are the names of all by their ids."""
    model = computed.entry.kind.model.attack
    roster = computed.entry.kind.model.roster
    assert model is not None
    data = {
        "ruleset": ruleset.id,
        "rule": model.rule,
        "attacks": [_filled(row) for row in computed.value(model.attacks) or ()],
        "sides": {row["name"]: str(row.get("side", "")) for row in computed.value(roster) or ()},
        "targets": [_filled(row) for row in computed.value(model.targets) or ()],
        "odds": model.odds and _odds(ruleset.rules[model.odds], model.best),
        "rolls": model.rolls,
        "left": model.left,
        "lost": model.lost,
        **{part: filled for part in FILLED if (filled := _fillings(getattr(model, part), conditions))},
        **({"circumstances": _given(computed.value(model.circumstances))} if model.circumstances else {}),
        **({"inflicts": model.inflicts, "conditions": dict(conditions)} if model.inflicts else {}),
        **({"noted": model.noted} if model.noted else {}),
        **(_fight(model.fight, computed) if model.fight else {}),
    }
    return f"window.sheetgenAttacks = {json_text(data)};\n"


def _fight(fight: FightModel, computed: ComputedEntry) -> dict[str, Any]:
    """What the course of a fight is reckoned from, its id, which is the first seed, and the order of turns."""
    opponents = Opponents.of(computed)
    own = {"blow": fight.blow, "crosses": fight.crosses, "standing": fight.standing, "whom": fight.whom}
    known = {"fight": own, "id": computed.id, "order": list(opponents.order)}
    return {**known, "times": dict(opponents.times)} if fight.times else known


def _odds(rule: Rule, best: str) -> dict[str, str]:
    """The rule of odds, the output that decides between attacks, and what it takes for granted."""
    return {"rule": rule.name, "best": best or rule.outputs[0].name, "doc": rule.model.doc}


def _fillings(inputs: Mapping[str, Filling], names: Mapping[str, str]) -> dict[str, Any]:
    """What fills each input in: conditions by their ids, and their names as a board has them; values by such names, in
    their order; or the label of a track."""
    return {name: _filling(filling, names) for name, filling in inputs.items()}


def _filling(filling: Filling, names: Mapping[str, str]) -> Any:
    if isinstance(filling, str):
        return filling
    if isinstance(filling, dict):
        return {"values": [[names.get(identity, identity), value] for identity, value in filling.items()]}
    return [[identity, names.get(identity, identity)] for identity in filling]


def _filled(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row: what it is called, and the inputs that it fills in."""
    return {**{name: row[name] for name in OWN if row.get(name)}, "given": _given(row)}


def _given(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: as_json(value) for name, value in row.items() if name not in OWN and value is not None}
