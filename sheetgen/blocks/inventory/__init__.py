"""Slots that things fill, such as the ten of a pack; a large thing takes several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Annotated, Any, Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import (
    ROUND,
    Block,
    BlockSettings,
    BlockType,
    EntryReader,
    LayoutBlock,
    RowFormula,
    SlotValue,
    Takes,
    of_type,
)
from sheetgen.blocks.parts import Number
from sheetgen.formula.runtime import show
from sheetgen.formula.types import ANYTHING, INTEGER, NUMBER, ListOf
from sheetgen.yaml.file_models import Formula

MOST_SLOTS = 60
SlotsFormula = Annotated[Formula, Takes("a whole number or a list", (INTEGER, ListOf(ANYTHING)), ROUND)]


class InventorySettings(BlockSettings):
    """Slots that things fill, such as the ten of a pack; a large thing takes several."""

    model_config = ConfigDict(title="an `inventory` block")

    type: Literal["inventory"]
    """The type of the block."""
    slots: SlotsFormula
    """How many slots there are, up to 60, or a list: what each is called."""
    rows: Formula
    """A list of records, one for each thing."""
    name: RowFormula
    """What a thing is called."""
    takes: Annotated[RowFormula, Takes("a number", (NUMBER,))] = ""
    """How many slots a thing takes, else one; what takes none stands below."""
    place: RowFormula = ""
    """The name of the slot that it is in; without it, the next that is free."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Inventory | None:
        """The slots in order, where there are any."""
        formula = block.formulas["slots"]
        given = entry.compute(formula)
        kind = formula.type.item if isinstance(formula.type, ListOf) else formula.type
        things = []
        for row, _ in entry.rows(block):
            takes, place = (
                entry.compute(block.formulas[slot], row) if slot in block.formulas else None
                for slot in ("takes", "place")
            )
            things.append(_thing(entry.text(block, "name", row), takes, place))
        slots, others, _ = filled(_labels(given), things)
        if not slots:
            return None
        if isinstance(given, list):
            labels = (entry.plain(entry.displayed(item, kind)) for item in given)
            slots = tuple(replace(slot, label=label) for slot, label in zip(slots, labels, strict=False))
        return Inventory(id=block.id, title=self.title, secret=self.secret, slots=slots, others=others)

    def objections(self, value: SlotValue) -> Iterator[tuple[str, str]]:
        """More slots than there can be, and things that find none."""
        given = value("slots")
        count = len(given) if isinstance(given, list) else given or 0
        if count > MOST_SLOTS:
            yield "slots", f"{self.title or 'the inventory'} has {show(count)} slots, and can have {MOST_SLOTS}"
            return
        things = [
            _thing(_name(value("name", row)), value("takes", row), value("place", row)) for row in value("rows") or ()
        ]
        _, _, objection = filled(_labels(given), things)
        if objection:
            yield "rows", f"{self.title or 'the inventory'}: {objection}"


@dataclass(frozen=True)
class Thing:
    """Something that is carried: how many slots it takes, and which it is in where that is said."""

    name: str
    takes: int
    place: str = ""


@dataclass(frozen=True)
class InventorySlot:
    """A slot, and what is in it."""

    label: str
    thing: str = ""
    goes_on: bool = False
    """Whether the thing began in a slot before."""


def _thing(name: str, takes: Any, place: Any) -> Thing:
    """A thing; a part of a slot is a whole one."""
    return Thing(name, 1 if takes is None else ceil(takes), _name(place))


def _name(value: Any) -> str:
    if isinstance(value, Mapping):
        return str(value.get("name", ""))
    return "" if value is None else str(value)


def _labels(given: Any) -> list[str]:
    """What slots are called: numbered from 1 where only their number is known."""
    if isinstance(given, list):
        return [_name(label) for label in given[:MOST_SLOTS]]
    return [str(number) for number in range(1, min(int(given or 0), MOST_SLOTS) + 1)]


def filled(labels: Sequence[str], things: Sequence[Thing]) -> tuple[tuple[InventorySlot, ...], tuple[str, ...], str]:
    """Slots with things in them, those that take no slot, and why one of them finds none; empty where all do.

    What has a place goes first; then each thing takes the next slots that are free.
    """
    slots, problem = [InventorySlot(label) for label in labels], ""
    for thing in sorted((thing for thing in things if thing.takes > 0), key=lambda thing: not thing.place):
        free = [at for at, slot in enumerate(slots) if not slot.thing]
        first = next((at for at in free if slots[at].label.casefold() == thing.place.casefold()), None)
        if thing.place and first is None:
            problem = problem or f"{thing.name} finds no free slot called {thing.place}"
        taken = [at for at in free if not thing.place or (first is not None and at >= first)][: thing.takes]
        if len(taken) < thing.takes:
            problem = problem or f"{thing.name} finds no room: there are {len(slots)} slots"
        for number, at in enumerate(taken):
            slots[at] = replace(slots[at], thing=thing.name, goes_on=number > 0)
    return tuple(slots), tuple(thing.name for thing in things if thing.takes <= 0), problem


@dataclass(frozen=True, kw_only=True)
class Inventory(Block):
    """Slots in order, and what takes none of them."""

    type = "inventory"
    movable = True
    slots: tuple[InventorySlot, ...]
    others: tuple[str, ...] = ()

    @property
    def used(self) -> int:
        """How many slots are filled."""
        return sum(bool(slot.thing) for slot in self.slots)

    def names(self) -> Iterator[str]:
        """The names of the things, each once."""
        yield from (slot.thing for slot in self.slots if slot.thing and not slot.goes_on)
        yield from self.others

    def words(self) -> Iterator[str]:
        """The names of the things."""
        yield from self.names()

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: slots are counted where they are seen."""
        return iter(())

    def emptied(self, peers: Sequence[Block]) -> Inventory:
        """As many slots as any of the peers has, with nothing in them."""
        most = max(of_type(Inventory, (self, *peers)), key=lambda block: len(block.slots))
        return replace(self, slots=tuple(InventorySlot(slot.label) for slot in most.slots), others=())


BLOCK = BlockType(InventorySettings, Inventory)
