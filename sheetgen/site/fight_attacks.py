"""The attacks of a fight for the script of its page: who may do what to whom, with all that the rules know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheetgen.model.ruleset.attack_models import AttackModel, Filling
from sheetgen.model.ruleset.attacks import FILLED
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.site.fight_parts import FightParts
from sheetgen.text.json_script import json_text


def attacks_address(page: str) -> str:
    """The script that the page of a fight loads for its attacks."""
    return f"{page.removesuffix('.html')}.attacks.js"


def attacks_script(
    ruleset: Ruleset, model: AttackModel, fight: FightParts | None, conditions: Mapping[str, str]
) -> str:
    """The script with the attacks and targets of a fight, and what the inputs of the rule are filled in from;
    `conditions` are the names of all by their ids."""
    assert fight is not None
    data = {
        "ruleset": ruleset.id,
        "rule": model.rule,
        **fight.attacks,
        "odds": model.odds and _odds(ruleset.rules[model.odds], model.best),
        "rolls": model.rolls,
        "left": model.left,
        "lost": model.lost,
        **{part: filled for part in FILLED if (filled := _fillings(getattr(model, part), conditions))},
        **fight.circumstances,
        **({"inflicts": model.inflicts, "conditions": dict(conditions)} if model.inflicts else {}),
        **({"noted": model.noted} if model.noted else {}),
        **fight.course,
    }
    return f"window.sheetgenAttacks = {json_text(data)};\n"


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
