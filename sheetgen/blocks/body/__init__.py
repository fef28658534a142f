"""A number for each region of a body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock, MapFormula
from sheetgen.blocks.parts import NOTHING, NOWHERE, Number, Place
from sheetgen.blocks.table import Cell, Column, Row, Table
from sheetgen.formula.types import key_vocabulary
from sheetgen.yaml.file_models import Formula


class BodySettings(BlockSettings):
    """A number for each region of a body."""

    model_config = ConfigDict(title="a `body` block")

    type: Literal["body"]
    """The type of the block."""
    map: MapFormula
    """The numbers by region."""
    caption: Formula = ""
    """A line below the figure."""
    notes: MapFormula = ""
    """A short note for each region."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Body | Table | None:
        """The regions, where there are any; one below the other where the ruleset does not draw them."""
        formula = block.formulas.get("map")
        values = entry.compute(formula) if formula else None
        if formula is None or not values:
            return None
        notes = (entry.compute(block.formulas["notes"]) if "notes" in block.formulas else None) or {}
        vocabulary = key_vocabulary(formula.type)
        terms, drawing = entry.terms(vocabulary), entry.body(vocabulary)
        parts = tuple(
            Part(
                region=region,
                label=str(terms.get(region, {}).get("title", region)),
                number=entry.part(formula, region, values),
                note=str(notes.get(region, "")),
                place=drawing.places[region] if drawing else NOWHERE,
            )
            for region in values
        )
        caption = entry.text(block, "caption")
        if drawing is None:
            return self._listed(block.id, parts, caption)
        return Body(
            id=block.id,
            title=self.title,
            secret=self.secret,
            parts=parts,
            caption=caption,
            silhouette=drawing.silhouette,
        )

    def _listed(self, identity: str, parts: Sequence[Part], caption: str) -> Table:
        """The regions as a table: each with its number, and its remark where any has one."""
        noted = any(part.note for part in parts)
        columns = (Column(caption), *([Column("")] if noted else []))
        rows = tuple(
            Row(name=part.label, cells=(Cell(part.number, caption), *([Cell(Number(part.note), "")] if noted else [])))
            for part in parts
        )
        heading = self.title or caption
        return Table(id=identity, title=self.title, secret=self.secret, heading=heading, columns=columns, rows=rows)


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

    def emptied(self, peers: Sequence[Block]) -> Body:
        """Its regions."""
        parts = tuple(replace(part, number=NOTHING, note="") for part in self.parts)
        return replace(self, caption="", parts=parts)


BLOCK = BlockType(BodySettings, Body)
