"""What the page of a fight has of the values of its encounter: who takes part, what rounds bring, who attacks whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheetgen.formula.runtime import show
from sheetgen.model.attack_odds import Opponents
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.attack_models import AttackModel, FightModel
from sheetgen.model.ruleset.attacks import OWN
from sheetgen.site.entry_sources import as_json


@dataclass(frozen=True)
class Combatant:
    """A row of a roster."""

    id: str
    name: str
    initiative: str
    """As it is shown: 5.5 for eleven halves."""
    side: str


@dataclass(frozen=True)
class FightParts:
    """The parts of a fight."""

    roster: tuple[Combatant, ...]
    """Those who take part, in order."""
    events: tuple[tuple[int, str], ...]
    """What an encounter has for its rounds."""
    attacks: Mapping[str, Any]
    """Attacks, sides and targets, as the script of its page has them."""
    circumstances: Mapping[str, Any]
    """What the place of the fight fills in."""
    course: Mapping[str, Any]
    """What the course of the fight is reckoned from."""


def fight_parts(computed: ComputedEntry) -> FightParts | None:
    """The parts of a fight; none of an entry that is no encounter."""
    model = computed.entry.kind.model
    rows = computed.value(model.roster) if model.roster else None
    if not isinstance(rows, list) and not model.attack:
        return None
    return FightParts(
        roster=tuple(map(_combatant, rows)) if isinstance(rows, list) else (),
        events=tuple(_events(computed)),
        attacks=_attacks(model.attack, computed) if model.attack else {},
        circumstances=_circumstances(model.attack, computed) if model.attack else {},
        course=_course(model.attack.fight, computed) if model.attack and model.attack.fight else {},
    )


def _combatant(row: Mapping[str, Any]) -> Combatant:
    initiative = row.get("initiative")
    identity, name, side = (str(row.get(part, "")) for part in ("id", "name", "side"))
    return Combatant(identity, name, "" if initiative is None else show(initiative), side)


def _events(computed: ComputedEntry) -> Iterator[tuple[int, str]]:
    rows = computed.value(computed.entry.kind.model.events)
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row.get("round"), int):
            yield row["round"], str(row.get("text", ""))


def _attacks(model: AttackModel, computed: ComputedEntry) -> dict[str, Any]:
    roster = computed.entry.kind.model.roster
    return {
        "attacks": [_filled(row) for row in computed.value(model.attacks) or ()],
        "sides": {row["name"]: str(row.get("side", "")) for row in computed.value(roster) or ()},
        "targets": [_filled(row) for row in computed.value(model.targets) or ()],
    }


def _filled(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row: what it is called, and the inputs that it fills in."""
    return {**{name: row[name] for name in OWN if row.get(name)}, "given": _given(row)}


def _given(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: as_json(value) for name, value in row.items() if name not in OWN and value is not None}


def _circumstances(model: AttackModel, computed: ComputedEntry) -> dict[str, Any]:
    return {"circumstances": _given(computed.value(model.circumstances))} if model.circumstances else {}


def _course(fight: FightModel, computed: ComputedEntry) -> dict[str, Any]:
    """What the course of a fight is reckoned from, its id, which is the first seed, and the order of turns."""
    opponents = Opponents.of(computed)
    own = {"blow": fight.blow, "crosses": fight.crosses, "standing": fight.standing, "whom": fight.whom}
    known = {"fight": own, "id": computed.id, "order": list(opponents.order)}
    return {**known, "times": dict(opponents.times)} if fight.times else known
