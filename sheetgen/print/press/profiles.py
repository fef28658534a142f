"""What a printing house asks for: sizes, bleed, order, kind of file; the table is `profiles.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from sheetgen.print.errors import PaperError
from sheetgen.print.paper import CardFormat, CardGrid, Paper, card_format
from sheetgen.text.source import content

TABLE = Path(__file__).with_name("profiles.toml")


@dataclass(frozen=True, kw_only=True)
class PressProfile:
    """What one printer asks for; `page` is the address where it says so."""

    name: str
    title: str
    page: str
    files: Literal["pdf", "png"]
    order: Literal["front", "back"]
    """Which face of each card comes first."""
    bleed: float
    """How far colour runs over each cut, in mm."""
    cards: Mapping[str, tuple[float, float]]
    """Width and height of the cards that are cut, in mm; any where there are none."""

    def card(self, name: str) -> CardFormat:
        """A card of this printer by its name or a size. Raises PaperError with the cards that it has."""
        if not self.cards:
            return card_format(name)
        known = {key: CardFormat(key, *size) for key, size in self.cards.items()}
        key = name.strip().lower()
        own = known.get(key)
        if own is None and key[:1].isdigit():
            size = card_format(name)
            near = (c for c in known.values() if max(abs(c.width - size.width), abs(c.height - size.height)) < 1)
            own = next(near, None)
        if own is None:
            raise PaperError(f"{self.title} has no card {name!r}: choose one of {', '.join(known)}")
        return own

    def grid(self, card: CardFormat) -> CardGrid:
        """A page for each face, as large as the card and its bleed."""
        paper = Paper(self.title, card.width + 2 * self.bleed, card.height + 2 * self.bleed, margin=0.0)
        return CardGrid(paper, replace(card, corner=0.0), 1, 1, 0.0, self.bleed)


@cache
def profiles() -> Mapping[str, PressProfile]:
    """All printers that are known, by name."""
    data = content(TABLE)
    assert data is not None
    return {name: PressProfile(name=name, **entry) for name, entry in tomllib.loads(data.decode()).items()}
