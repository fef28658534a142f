"""Colours of screens as inks: cyan, magenta, yellow and black, with no more ink than any press takes.

The grey that the first three inks have in common is printed in black alone (full grey component replacement), and the
three colour what the black leaves of the paper, so that dark colours keep their hue. No colour takes more than 200 % of
ink, and black text is one plate that cannot be out of register. There is no profile of a paper in it: colours come out
as far as the inks go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from PIL.Image import Image

Inks: TypeAlias = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, each from 0 to 1."""

NEUTRAL = 0.06
"""How far the parts of a colour may differ that counts as grey."""
DARK = 0.15
"""A grey that is no lighter than this is black."""


MOST = 2.0
"""How much ink a colour takes at most; 1 is a plate that is full."""


def inks(red: float, green: float, blue: float) -> Inks:
    """The inks of a colour whose parts go from 0 to 1; what is nearly grey has black alone."""
    if max(red, green, blue) - min(red, green, blue) <= NEUTRAL:
        grey = (red + green + blue) / 3
        return 0.0, 0.0, 0.0, 1.0 if grey <= DARK else round(1 - grey, 4)
    lightest = max(red, green, blue)
    colours = [lightest - part for part in (red, green, blue)]
    share = min(1 / lightest, (MOST - 1 + lightest) / sum(colours))
    cyan, magenta, yellow = (round(part * share, 4) for part in colours)
    return cyan, magenta, yellow, round(1 - lightest, 4)


def picture_inks(image: Image) -> Image:
    """A picture of any mode in four inks; what shows through is white."""
    from PIL import Image as Images
    from PIL import ImageChops, ImageMath

    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        clear = image.convert("RGBA")
        image = Images.alpha_composite(Images.new("RGBA", clear.size, "white"), clear)
    red, green, blue = image.convert("RGB").split()
    lightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    cyan, magenta, yellow = (ImageChops.subtract(lightest, part) for part in (red, green, blue))

    def plate(of: dict[str, Any]) -> Any:
        lightest, part = of["float"](of["lightest"]), of["float"](of["part"])
        share = of["min"](255 / lightest, (255 * (MOST - 1) + lightest) / (of["cyan"] + of["magenta"] + of["yellow"]))
        return of["convert"](part * share + 0.5, "L")

    whole = {"lightest": lightest, "cyan": cyan, "magenta": magenta, "yellow": yellow}
    plates = [ImageMath.lambda_eval(plate, part=part, **whole) for part in (cyan, magenta, yellow)]
    return Images.merge("CMYK", [*plates, ImageChops.invert(lightest)])
