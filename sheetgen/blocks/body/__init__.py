"""A number for each region of a body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import Block, BlockSettings, EntryReader, LayoutBlock
from sheetgen.blocks.parts import NOTHING, Number
from sheetgen.formula.types import key_vocabulary
from sheetgen.yaml.models import Formula


class BodySettings(BlockSettings):
    """A number for each region of a body."""

    model_config = ConfigDict(title="a `body` block")

    type: Literal["body"]
    """The type of the block."""
    map: Formula
    """The numbers by region."""
    caption: Formula = ""
    """A line below the figure."""
    notes: Formula = ""
    """A short note for each region."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Body | None:
        """The regions, where there are any."""
        formula = block.formulas.get("map")
        values = entry.compute(formula) if formula else None
        if formula is None or not values:
            return None
        notes = entry.compute(block.formulas["notes"]) if "notes" in block.formulas else {}
        terms = entry.terms(key_vocabulary(formula.type))
        parts = tuple(
            Part(
                region=region,
                label=str(terms.get(region, {}).get("title", region)),
                number=entry.part(formula, region, values),
                note=str(notes.get(region, "")),
            )
            for region in values
        )
        caption = entry.text(block, "caption")
        return Body(id=block.id, title=self.title, secret=self.secret, parts=parts, caption=caption)


@dataclass(frozen=True, kw_only=True)
class Part:
    """A place of the body figure: its number and a remark."""

    region: str
    """head, left_arm, right_arm, body, left_leg or right_leg."""
    label: str
    number: Number
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Body(Block):
    """A figure with a number at each place of the body."""

    type = "body"
    stands = "right"
    slim = True
    parts: tuple[Part, ...]
    caption: str = ""

    def words(self) -> Iterator[str]:
        """Nothing: a number says nothing by itself."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: each stands where it belongs, and says so."""
        return iter(())

    def emptied(self, peers: Sequence[Block], bounds: Sequence[Block]) -> Body:
        """Its regions."""
        parts = tuple(replace(part, number=NOTHING, note="") for part in self.parts)
        return replace(self, caption="", parts=parts)
