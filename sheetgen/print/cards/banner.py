"""The head and foot of a card's face as one drawing, beside the name, which is set as text.

Only for a name on one line: below a longer one the engine has to find the place of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.blocks import Fact
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.paper import POINT
from sheetgen.print.sizes import FLOOR
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width

SUBTITLE, FOOT, BADGE = 0.045, 0.02, 0.08
"""Tracking in em of the subtitle, the foot, and the label of the badge."""


@dataclass(frozen=True)
class CardBanner:
    """The parts of a header around the name, with their places in mm from the top of the card and the left of its
    text."""

    colours: PrintColours
    subtitle: tuple[str, ...]
    subtitle_size: float
    below_name: float
    """Where the line of the name ends."""
    badge: Fact | None
    badge_size: float
    badge_face: str
    badge_left: float
    badge_width: float
    scale: float
    game: str
    foot: str
    foot_top: float
    inner: float
    """Width of the text."""

    def drawing(self, number: str) -> PlacedText:
        """Everything but the name, seen from below the name."""
        inks = [*self._badge(), *self._subtitle(), *self._foot(number)]
        moved = tuple(
            Ink(i.x, i.y - self.below_name, i.text, i.face, i.size, i.colour, i.tracking) for i in inks if i.text
        )
        return PlacedText(max(self.inner, self.badge_left + self.badge_width), 1.0, moved)

    def _badge(self) -> Iterator[Ink]:
        if self.badge is None:
            return
        label, size = self.badge.label.upper(), FLOOR * POINT
        tracking = BADGE * size
        wide = width(label, "bold", FLOOR, BADGE)
        top = 1.7 * self.scale
        yield Ink(
            self._middle(wide),
            top + baseline("bold", FLOOR, size),
            label,
            "bold",
            FLOOR,
            self.colours.on_badge,
            tracking,
        )
        y = top + size - 0.4 + baseline(self.badge_face, self.badge_size, self.badge_size * POINT)
        x = self._middle(width(self.badge.text, self.badge_face, self.badge_size))
        yield Ink(x, y, self.badge.text, self.badge_face, self.badge_size, self.colours.on_badge)

    def _middle(self, wide: float) -> float:
        return self.badge_left + (self.badge_width - wide) / 2

    def _subtitle(self) -> Iterator[Ink]:
        size, tracking = self.subtitle_size, SUBTITLE * self.subtitle_size * POINT
        x, y = 0.0, self.below_name + 0.5 + baseline("bold", size, size * POINT)
        for n, part in enumerate(self.subtitle):
            pieces = ((" ", ""), ("/", self.colours.accent_bar), (" ", "")) if n else ()
            for text, colour in (*pieces, (part.upper(), "")):
                ink = Ink(x, y, text, "bold", size, colour or self.colours.on_bar_soft, tracking)
                yield ink
                x = ink.end

    def _foot(self, number: str) -> Iterator[Ink]:
        tracking = FOOT * FLOOR * POINT
        y = self.foot_top + baseline("bold", FLOOR, FLOOR * POINT)
        mark = Ink(0.0, y, self.game, "marks", FLOOR, self.colours.accent, tracking)
        yield mark
        yield Ink(mark.end, y, f" {self.foot}", "bold", FLOOR, self.colours.soft, tracking)
        right = self.inner - 0.1 - width(number, "bold", FLOOR, FOOT)
        yield Ink(right, y, number, "bold", FLOOR, self.colours.soft, tracking)
