"""Boxes to tick, in groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock, ListFormula, of_type
from sheetgen.blocks.parts import Number
from sheetgen.formula.types import ListOf
from sheetgen.yaml.models import Model, Text


class GroupSettings(Model):
    """A group of boxes."""

    model_config = ConfigDict(title="a group of boxes")

    label: Text = ""
    """What it is called."""
    items: ListFormula = ""
    """A list: a box for each item."""


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
            formula = block.formulas.get(f"groups.{number}.items")
            items = entry.compute(formula) if formula else None
            if formula and items:
                kind = formula.type.item if isinstance(formula.type, ListOf) else formula.type
                groups.append(Checks(group.label, tuple(entry.plain(entry.displayed(item, kind)) for item in items)))
        return CheckGroups(id=block.id, title=self.title, secret=self.secret, groups=tuple(groups)) if groups else None


@dataclass(frozen=True)
class Checks:
    """A labelled group of boxes to tick."""

    label: str
    items: tuple[str, ...]


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

    def emptied(self, peers: Sequence[Block], bounds: Sequence[Block]) -> CheckGroups:
        """The groups with the items that all entries have: items of one entry alone are its own."""
        groups = []
        for group in self.groups:
            others = [
                {item for g in peer.groups if g.label == group.label for item in g.items}
                for peer in of_type(CheckGroups, peers)
            ]
            kept = tuple(item for item in group.items if all(item in other for other in others))
            groups += [replace(group, items=kept)] if kept else []
        return replace(self, groups=tuple(groups))


BLOCK = BlockType(ChecksSettings, CheckGroups)
