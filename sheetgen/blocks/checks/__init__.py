"""Boxes to tick, in groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import (
    Block,
    BlockSettings,
    BlockType,
    EntryReader,
    LayoutBlock,
    ListFormula,
    SlotValue,
    VocabularyName,
    of_type,
)
from sheetgen.blocks.parts import Number
from sheetgen.formula.types import ListOf, Term, Type, bare
from sheetgen.yaml.file_models import Model, Text


class GroupSettings(Model):
    """A group of boxes."""

    model_config = ConfigDict(title="a group of boxes")

    label: Text = ""
    """What it is called."""
    items: ListFormula = ""
    """A list: a box for each item."""
    of: VocabularyName = ""
    """A vocabulary, in place of a list: a box for each of its terms."""
    ticked: ListFormula = ""
    """A list: those of the items that are ticked now."""


class ChecksSettings(BlockSettings):
    """Boxes to tick, in groups."""

    model_config = ConfigDict(title="a `checks` block")

    type: Literal["checks"]
    """The type of the block."""
    groups: list[GroupSettings]
    """The groups, one after another."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> CheckGroups | None:
        """The groups that have a box."""
        groups = []
        for number, group in enumerate(self.groups):
            if items := _terms(entry, group.of) or _texts(entry, block, f"groups.{number}.items"):
                ticked = _texts(entry, block, f"groups.{number}.ticked")
                groups.append(Checks(group.label, items, frozenset(ticked)))
        return CheckGroups(id=block.id, title=self.title, secret=self.secret, groups=tuple(groups)) if groups else None

    def mismatches(self, types: Mapping[str, Type]) -> Iterator[tuple[str, str]]:
        """Terms that are ticked, and boxes of another vocabulary."""
        for number, group in enumerate(self.groups):
            boxes = group.of or _vocabulary(types.get(f"groups.{number}.items"))
            ticked = _vocabulary(types.get(slot := f"groups.{number}.ticked"))
            if boxes and ticked and boxes != ticked:
                yield slot, f"this takes terms of {boxes}, for which there are boxes, not of {ticked}"

    def objections(self, value: SlotValue) -> Iterator[tuple[str, str]]:
        """Things that are ticked and stand in no list."""
        for number, group in enumerate(self.groups):
            slot = f"groups.{number}.ticked"
            ticked = value(slot)
            items = (value(f"groups.{number}.items") or ()) if ticked and not group.of else ticked or ()
            missing = [thing for thing in ticked or () if thing not in items]
            if missing:
                yield slot, f"`{_called(missing[0])}` is ticked, but it is none of {group.label or 'its boxes'}"


def _vocabulary(kind: Type | None) -> str:
    """The vocabulary of the terms in a list; empty for any other type."""
    item = bare(kind.item) if isinstance(kind, ListOf) else None
    return item.vocabulary if isinstance(item, Term) else ""


def _called(thing: Any) -> str:
    return str(thing.get("name", "") if isinstance(thing, Mapping) else thing)


def _terms(entry: EntryReader, vocabulary: str) -> tuple[str, ...]:
    """The titles of the terms of a vocabulary."""
    return tuple(str(term["title"]) for term in entry.terms(vocabulary).values())


def _texts(entry: EntryReader, block: LayoutBlock, slot: str) -> tuple[str, ...]:
    """The items of a list as they are shown."""
    formula = block.formulas.get(slot)
    items = entry.compute(formula) if formula else None
    if not formula or not items:
        return ()
    kind = formula.type.item if isinstance(formula.type, ListOf) else formula.type
    return tuple(entry.plain(entry.displayed(item, kind)) for item in items)


@dataclass(frozen=True)
class Checks:
    """A labelled group of boxes to tick."""

    label: str
    items: tuple[str, ...]
    ticked: frozenset[str] = frozenset()
    """Those of the items that are ticked now."""


@dataclass(frozen=True, kw_only=True)
class CheckGroups(Block):
    """Groups of boxes to tick, such as ailments."""

    type = "checks"
    stands = "foot"
    groups: tuple[Checks, ...]

    def words(self) -> Iterator[str]:
        """Nothing: every entry of a kind has the same."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: boxes are ticked, not counted."""
        return iter(())

    def emptied(self, peers: Sequence[Block]) -> CheckGroups:
        """The groups with the items that all entries have: items of one entry alone are its own."""
        groups = []
        for group in self.groups:
            others = [
                {item for g in peer.groups if g.label == group.label for item in g.items}
                for peer in of_type(CheckGroups, peers)
            ]
            kept = tuple(item for item in group.items if all(item in other for other in others))
            groups += [replace(group, items=kept, ticked=frozenset())] if kept else []
        return replace(self, groups=tuple(groups))


BLOCK = BlockType(ChecksSettings, CheckGroups)
