"""A number for each region of a body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock
from sheetgen.blocks.figures import Figures
from sheetgen.blocks.parts import NOTHING, Figure, Number, Place
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

    def build(self, entry: EntryReader, block: LayoutBlock) -> Body | Figures | None:
        """The regions, where there are any; side by side where the ruleset does not draw them."""
        formula = block.formulas.get("map")
        values = entry.compute(formula) if formula else None
        if formula is None or not values:
            return None
        notes = entry.compute(block.formulas["notes"]) if "notes" in block.formulas else {}
        vocabulary = key_vocabulary(formula.type)
        terms, drawing = entry.terms(vocabulary), entry.body(vocabulary)
        titles = {region: str(terms.get(region, {}).get("title", region)) for region in values}
        numbers = {region: entry.part(formula, region, values) for region in values}
        remarks = {region: str(notes.get(region, "")) for region in values}
        if drawing is None:
            figures = tuple(
                Figure(label=titles[value], number=numbers[value], after=remarks[value]) for value in values
            )
            caption = entry.text(block, "caption")
            title = f"{self.title} ({caption})" if self.title and caption else self.title or caption
            return Figures(id=block.id, title=title, secret=self.secret, items=figures)
        parts = tuple(
            Part(
                region=region,
                label=titles[region],
                number=numbers[region],
                note=remarks[region],
                place=drawing.places[region],
            )
            for region in values
        )
        return Body(
            id=block.id,
            title=self.title,
            secret=self.secret,
            parts=parts,
            caption=entry.text(block, "caption"),
            silhouette=drawing.silhouette,
        )


@dataclass(frozen=True, kw_only=True)
class Part:
    """A place of the body figure: its number and a remark."""

    region: str
    label: str
    number: Number
    note: str = ""
    place: Place


@dataclass(frozen=True, kw_only=True)
class Body(Block):
    """A figure with a number at each place of the body."""

    type = "body"
    stands = "right"
    slim = True
    parts: tuple[Part, ...]
    caption: str = ""
    silhouette: str = ""
    """What stands behind the numbers on a page: a path, 120 units wide and 200 high."""

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


BLOCK = BlockType(BodySettings, Body)
