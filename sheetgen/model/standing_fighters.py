"""How the fighters of an encounter stand: what their files say is marked on their tracks. Pages ask the board instead,
`templates/assets/js/attack-board.js`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sheetgen.blocks.base import LayoutBlock
from sheetgen.blocks.panel import PanelSettings
from sheetgen.formula.compile import guarded
from sheetgen.formula.runtime import FormulaFailedError
from sheetgen.model.attack_odds import FightRow, Opponents
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.loaded import LoadedGame


@dataclass(frozen=True)
class TrackState:
    """A track: the most that can be marked on it, and what is."""

    most: int
    marked: int

    @property
    def left(self) -> int:
        """What is left of it."""
        return max(0, self.most - self.marked)


def opponents_of(game: LoadedGame, encounter: ComputedEntry, unhurt: bool = False) -> Opponents:
    """Those who take part in a fight, as their files say that they stand; with `unhurt` with nothing marked."""
    opponents, model = Opponents.of(encounter), encounter.entry.kind.model.attack
    assert model is not None
    ids = {str(row["name"]): str(row.get("id", "")) for row in encounter.value(encounter.entry.kind.model.roster) or ()}
    fighters = _Fighters(game, encounter)

    def standing(row: FightRow) -> FightRow:
        tracks = fighters.tracks(ids.get(row.fighter, ""))
        prefix = f"{row.tracks}: " if row.tracks else ""
        known = {name: tracks[prefix + label] for name, label in model.left.items() if prefix + label in tracks}
        left = {name: track.most if unhurt else track.left for name, track in known.items()}
        return replace(row, given={**row.given, **left})

    return replace(opponents, targets=tuple(map(standing, opponents.targets)))


@dataclass
class _Fighters:
    """Reads the tracks of the entries of a fight, each once."""

    game: LoadedGame
    encounter: ComputedEntry
    known: dict[str, Mapping[str, TrackState]] = field(default_factory=dict)

    def tracks(self, identity: str) -> Mapping[str, TrackState]:
        """The tracks of an entry by their labels, those of the entries in its panels under their names."""
        if identity not in self.known:
            computed = self._combatant(identity)
            self.known[identity] = dict(self._tracks(computed, ("page", "aside"))) if computed else {}
        return self.known[identity]

    def _combatant(self, identity: str) -> ComputedEntry | None:
        """The entry that a row of a roster names: one that the encounter refers to, else any of that id."""
        table = self.game.table
        if not (table and identity):
            return None
        kinds = [kind for _, kind, target in self.encounter.entry.references if target == identity]
        own = (table.find(identity, kind) for kind in kinds)
        return next((computed for computed in own if computed), None) or table.find(identity)

    def _tracks(self, computed: ComputedEntry, areas: Sequence[str]) -> Iterator[tuple[str, TrackState]]:
        layout = computed.entry.kind.layout
        for name in (name for area in areas for name in getattr(computed.entry.kind.model.layout, area, ())):
            block = layout.blocks.get(name) if layout else None
            if block:
                yield from self._of_block(computed, block)

    def _of_block(self, computed: ComputedEntry, block: LayoutBlock) -> Iterator[tuple[str, TrackState]]:
        for number, item in enumerate(getattr(block.settings, "items", ())):
            if hasattr(item, "current"):
                most = self._value(computed, block, f"items.{number}.value")
                marked = self._value(computed, block, f"items.{number}.current") or 0
                if isinstance(most, int) and isinstance(marked, int):
                    yield item.label, TrackState(most * getattr(item, "ticks", 1), marked)
        if isinstance(block.settings, PanelSettings):
            for inner in self._value(computed, block, "entries") or ():
                yield from self._of_inner(str(inner["id"]), block.settings.blocks)

    def _of_inner(self, identity: str, blocks: Sequence[str]) -> Iterator[tuple[str, TrackState]]:
        computed = self.game.table.find(identity) if self.game.table else None
        layout = computed.entry.kind.layout if computed else None
        for block in (layout.blocks[name] for name in blocks if layout and name in layout.blocks):
            assert computed is not None
            yield from ((f"{computed.entry.name}: {label}", track) for label, track in self._of_block(computed, block))

    def _value(self, computed: ComputedEntry, block: LayoutBlock, slot: str) -> Any:
        formula = block.formulas.get(slot)
        run = self.game.ruleset.evaluation(self.game.house)
        try:
            return guarded(formula.expression.value, run, computed.values) if formula else None
        except FormulaFailedError:  # told where the block is drawn
            return None
