"""Colours of screens as inks: cyan, magenta, yellow and black, with no more ink than any press takes.

The grey that the first three inks have in common is printed in black alone (full grey component replacement), so no
colour takes more than 200 % of ink, and black text is one plate that cannot be out of register. There is no profile of
a paper in it: colours come out as far as the inks go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from PIL.Image import Image

Inks: TypeAlias = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, each from 0 to 1."""

NEUTRAL = 0.06
"""How far the parts of a colour may differ that counts as grey."""
DARK = 0.15
"""A grey that is no lighter than this is black."""


def inks(red: float, green: float, blue: float) -> Inks:
    """The inks of a colour whose parts go from 0 to 1."""
    if max(red, green, blue) - min(red, green, blue) <= NEUTRAL:
        grey = (red + green + blue) / 3
        return 0.0, 0.0, 0.0, 1.0 if grey <= DARK else round(1 - grey, 4)
    black = 1 - max(red, green, blue)
    cyan, magenta, yellow = (round(1 - part - black, 4) for part in (red, green, blue))
    return cyan, magenta, yellow, round(black, 4)


def picture_inks(image: Image) -> Image:
    """A picture of any mode in four inks; what shows through is white."""
    from PIL import Image as Images
    from PIL import ImageChops

    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        clear = image.convert("RGBA")
        image = Images.alpha_composite(Images.new("RGBA", clear.size, "white"), clear)
    parts = [ImageChops.invert(part) for part in image.convert("RGB").split()]
    black = ImageChops.darker(ImageChops.darker(parts[0], parts[1]), parts[2])
    return Images.merge("CMYK", [*(ImageChops.subtract(part, black) for part in parts), black])
