"""The head and the foot of a card's faces, drawn: name, badge and subtitle above, source and number below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sheetgen.blocks import Fact
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.paper import POINT
from sheetgen.print.sizes import FLOOR
from sheetgen.print.text_metrics.drawing import Ink, PlacedText
from sheetgen.print.text_metrics.metrics import baseline, width
from sheetgen.print.text_metrics.shaping import shapes

NAME, SUBTITLE, FOOT, BADGE = -0.005, 0.045, 0.02, 0.08
"""Tracking in em of the name, the subtitle, the foot, and the label of the badge."""


@dataclass(frozen=True, kw_only=True)
class CardBanner:
    """The parts of a head and a foot with their places, in mm from the top of the card and the left of its text."""

    colours: PrintColours
    face: str
    """That of the name and of the badge."""
    name: tuple[str, ...]
    """The lines of the name, or of what the head has room for."""
    name_size: float
    name_top: float
    leading: float
    """Of the lines of the name."""
    subtitle: tuple[str, ...]
    subtitle_size: float
    above: tuple[str, ...]
    """What the head has no room for."""
    badge: Fact | None
    badge_size: float
    badge_left: float
    badge_width: float
    scale: float
    game: str
    foot: str
    inner: float
    """Width of the text."""

    @property
    def title(self) -> PlacedText:
        """The name, which is a heading."""
        size, line, colour = self.name_size, self.name_size * self.leading * POINT, self.colours.on_bar
        foot, tracking = self.name_top + baseline(self.face, size, line), NAME * size * POINT
        names = (part.upper() for part in self.name)
        return self._drawing(
            self.below,
            (
                Ink(0.0, foot + n * line, name, self.face, size, colour, tracking, kerned=shapes(name, self.face))
                for n, name in enumerate(names)
            ),
        )

    @property
    def below(self) -> float:
        """Where the last line of the name ends."""
        return self.name_top + len(self.name) * self.name_size * self.leading * POINT

    @property
    def head(self) -> PlacedText:
        """The rest of the head, seen from below the name."""
        return self._drawing(1.0, (ink._replace(y=ink.y - self.below) for ink in (*self._badge(), *self._subtitle())))

    def tail(self, number: str = "") -> PlacedText:
        """The foot, with the number of the face at its right end."""
        return self._drawing(FLOOR * POINT, self._foot(number))

    def _drawing(self, height: float, inks: Iterable[Ink]) -> PlacedText:
        wide = max(self.inner, self.badge_left + self.badge_width)
        return PlacedText(wide, height, tuple(ink for ink in inks if ink.text))

    def _badge(self) -> Iterator[Ink]:
        if self.badge is None:
            return
        label, points, colour = self.badge.label.upper(), FLOOR * self.scale, self.colours.on_badge
        top, size = 1.7 * self.scale, points * POINT
        x, y = self._middle(width(label, "bold", points, BADGE)), top + baseline("bold", points, size)
        yield Ink(x, y, label, "bold", points, colour, BADGE * size)
        y = top + size - 0.4 + baseline(self.face, self.badge_size, self.badge_size * POINT)
        x = self._middle(width(self.badge.text, self.face, self.badge_size))
        yield Ink(x, y, self.badge.text, self.face, self.badge_size, colour)

    def _middle(self, wide: float) -> float:
        return self.badge_left + (self.badge_width - wide) / 2

    def _subtitle(self) -> Iterator[Ink]:
        size, tracking = self.subtitle_size, SUBTITLE * self.subtitle_size * POINT
        x, y = 0.0, self.below + 0.5 + baseline("bold", size, size * POINT)
        for n, part in enumerate(self.subtitle):
            pieces = ((" ", ""), ("/", self.colours.accent_bar), (" ", "")) if n else ()
            for text, colour in (*pieces, (part.upper(), "")):
                ink = Ink(x, y, text, "bold", size, colour or self.colours.on_bar_soft, tracking)
                yield ink
                x = ink.end

    def _foot(self, number: str) -> Iterator[Ink]:
        tracking = FOOT * FLOOR * POINT
        y = baseline("bold", FLOOR, FLOOR * POINT)
        mark = Ink(0.0, y, self.game, "marks", FLOOR, self.colours.accent, tracking)
        yield mark
        yield Ink(mark.end, y, f" {self.foot}", "bold", FLOOR, self.colours.soft, tracking)
        right = self.inner - 0.1 - width(number, "bold", FLOOR, FOOT)
        yield Ink(right, y, number, "bold", FLOOR, self.colours.soft, tracking)
