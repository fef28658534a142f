"""Scores with their bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import ConfigDict

from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock, MapFormula, of_type
from sheetgen.blocks.parts import NOTHING, Number
from sheetgen.formula.types import key_vocabulary


class ScoresSettings(BlockSettings):
    """Scores with their bonuses."""

    model_config = ConfigDict(title="a `scores` block")

    type: Literal["scores"]
    """The type of the block."""
    map: MapFormula
    """The scores by key."""
    bonuses: MapFormula = ""
    """The bonus of each score, by the same keys."""
    strong: bool = False
    """Whether the bonus is what counts, and is set large."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> Scores | None:
        """The scores, where there are any."""
        formula = block.formulas.get("map")
        values = entry.compute(formula) if formula else None
        if formula is None or not values:
            return None
        bonuses = block.formulas.get("bonuses")
        bonus_values = (entry.compute(bonuses) if bonuses else None) or {}
        terms = entry.terms(key_vocabulary(formula.type))
        titles = {key: str(terms.get(key, {}).get("title", key)) for key in values}
        written = {key: str(terms.get(key, {}).get("short") or "") for key in values}
        taken = [written[key] or title for key, title in titles.items()]
        items = []
        for key, title in titles.items():
            items.append(
                Score(
                    label=title,
                    short=written[key] or _abbreviated(title, taken),
                    number=entry.part(formula, key, values),
                    bonus=entry.part(bonuses, key, bonus_values) if bonuses and key in bonus_values else None,
                    strong=self.strong,
                )
            )
        return Scores(id=block.id, title=self.title, secret=self.secret, items=tuple(items))


def _abbreviated(title: str, titles: Sequence[str]) -> str:
    """The first three letters of a title, or as many more as tell it from the others; all of it where none do."""
    others = [other.casefold() for other in titles if other != title]
    begun = (title[:length] for length in range(3, len(title)) if title[length - 1] != " ")
    return next((part for part in begun if not any(o.startswith(part.casefold()) for o in others)), title)


@dataclass(frozen=True, kw_only=True)
class Score:
    """A score with its bonus."""

    label: str
    short: str
    number: Number
    bonus: Number | None = None
    strong: bool = False


@dataclass(frozen=True, kw_only=True)
class Scores(Block):
    """The grid of scores with their bonuses."""

    type = "scores"
    common = True
    items: tuple[Score, ...]

    def words(self) -> Iterator[str]:
        """Nothing: a number says nothing by itself."""
        return iter(())

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: scores are what other numbers are explained by."""
        return iter(())

    def emptied(self, peers: Sequence[Block]) -> Scores:
        """The labels of the scores that all have."""
        names = [{score.label for score in peer.items} for peer in of_type(Scores, peers)]
        shared = (score for score in self.items if all(score.label in name for name in names))
        return replace(
            self,
            items=tuple(replace(s, number=NOTHING, bonus=NOTHING if s.bonus else None) for s in shared),
        )  # fmt: skip


BLOCK = BlockType(ScoresSettings, Scores)
