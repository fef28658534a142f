"""The picture of an entry on the back of its card: below the text where there is room, else in the header."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheetgen.print.cards.shape import CardShape
from sheetgen.print.measure.draw import GREY, image, svg

LEAST, PICTURE_SHAPE = 22.0, 50 / 62
"""Below so many mm a picture is worth no room of its own; its height against its width."""
ABOVE = 6.5
"""What is left of the free room above the picture, in mm."""


@dataclass(frozen=True, kw_only=True)
class CardPicture:
    """A picture with its place in mm, from the top left of the text; `headed` where it stands in the header."""

    address: str
    left: float
    top: float
    width: float
    height: float
    headed: bool


def card_picture(
    source: str, shape: CardShape, free: float, colours: Mapping[str, str], ink: bool
) -> CardPicture | None:
    """The picture on a back whose text leaves so many mm free; None where the entry has none."""
    if not source:
        return None
    slant = float(colours["--slope"])
    high = min(free - ABOVE, shape.inner * PICTURE_SHAPE)
    if high >= LEAST:
        wide = min(shape.inner, high / PICTURE_SHAPE)
        path = f"M{wide * 0.12 * slant:.2f} 0H{wide:.2f}V{high * (1 - 0.05 * slant):.2f}L0 {high:.2f}Z"
        left, top = (shape.inner - wide) / 2, shape.room - high
        return _clipped(source, (left, top, wide, high), path, colours, ink, headed=False)
    wide, high = shape.tier + 0.4 + shape.bleed, shape.head + shape.bleed - 3.6
    foot = (high + 1.7 - shape.bleed) * 0.21 * slant
    path = f"M{foot:.2f} 0H{wide:.2f}V{high - wide * 0.045 * slant:.2f}L0 {high:.2f}Z"
    place = (shape.tier_left - 0.4, -shape.head - shape.bleed, wide, high)
    return _clipped(source, place, path, colours, ink, headed=True)


def _clipped(
    source: str,
    place: tuple[float, float, float, float],
    path: str,
    colours: Mapping[str, str],
    ink: bool,
    *,
    headed: bool,
) -> CardPicture:
    left, top, width, height = place
    defs = f"<defs>{GREY}<clipPath id='c'><path d='{path}'/></clipPath></defs>"
    paper = f"<path d='{path}' fill='{colours['--paper']}'/>"
    drawn = f"<g clip-path='url(#c)'>{image(source, (0.0, 0.0, width, height), ink)}</g>"
    address = svg(f"{defs}{paper}{drawn}", width, height)
    return CardPicture(address=address, left=left, top=top, width=width, height=height, headed=headed)
