"""The few drawings of a sheet, as SVG in data URIs: bars and the portrait's frame."""

from __future__ import annotations

from collections.abc import Mapping

from sheetgen.print.measure.draw import GREY, image, svg
from sheetgen.print.templates import portrait

LATER_BAR = 14.0
"""Height of the bar of later pages and of handouts, in mm."""
FALL = 0.024
"""By how much of its width the foot of the first bar rises to the right, where bars slant."""
_INSIDE = (1.0, 1.0, 62.0, 50.0)
"""The box of the picture inside of the portrait's frame."""


def head_bar(width: float, height: float, colours: Mapping[str, str], outline: bool) -> str:
    """The bar of the first page over an accent: its foot slants, or its corners are square or round."""
    slope, corner = float(colours["--slope"]), float(colours["--corner"])
    left, right = height - 1.4, height - 1.4 - width * FALL * slope
    if outline:
        dark = colours["--ink"]
        edge = _bar(0.3, 0.3, width - 0.3, (right, left), corner)
        frame = f"<path fill='none' stroke='{dark}' stroke-width='.5' d='{edge}'/>"
        under = f"M{corner:g} {left + 0.2:g}L{width - corner:g} {right + 0.2:g}V{right + 1:g}L{corner:g} {height:g}Z"
        return svg(f"{frame}<path fill='{dark}' d='{under}'/>", width, height)
    bar = f"<path fill='{colours['--bar']}' d='{_bar(0, 0, width, (right, left), corner)}'/>"
    under = f"M{corner:g} {left:g}L{width - corner:g} {right:g}V{right + 1.4 - 0.8 * slope:g}L{corner:g} {height:g}Z"
    return svg(f"{bar}<path fill='{colours['--accent']}' d='{under}'/>", width, height)


def later_bar(width: float, colours: Mapping[str, str], outline: bool) -> str:
    """The bar of later pages, `LATER_BAR` high."""
    slope, corner = float(colours["--slope"]), float(colours["--corner"])
    right = 12.6 - 2 * slope
    under = f"M{corner:g} 12.6L{width - corner:g} {right:g}V{right + 1.2 - 0.7 * slope:g}L{corner:g} 13.8Z"
    if outline:
        return svg(f"<path fill='{colours['--ink']}' d='{under}'/>", width, LATER_BAR)
    bar = f"<path fill='{colours['--bar']}' d='{_bar(0, 0, width, (right, 12.6), corner)}'/>"
    return svg(f"{bar}<path fill='{colours['--accent']}' d='{under}'/>", width, LATER_BAR)


def _bar(x: float, y: float, end: float, foot: tuple[float, float], corner: float) -> str:
    """The path of a bar whose foot is at these heights, right and left."""
    right, left = foot
    if not corner:
        return f"M{x:g} {y:g}H{end:g}V{right:g}L{x:g} {left:g}Z"
    arc = f"A{corner:g} {corner:g} 0 0 1"
    top = f"M{x + corner:g} {y:g}H{end - corner:g}{arc} {end:g} {y + corner:g}"
    below = f"V{right - corner:g}{arc} {end - corner:g} {right:g}H{x + corner:g}{arc} {x:g} {left - corner:g}"
    return f"{top}{below}V{y + corner:g}{arc} {x + corner:g} {y:g}Z"


def _picture(inset: float, colours: Mapping[str, str]) -> str:
    """The path of the portrait's frame, 64 × 52 mm, or of one so many mm inside of it."""
    corner, i = float(colours["--corner"]), inset
    if float(colours["--slope"]):
        return f"M{9 + i:g} {i:g}H{64 - i:g}V{49 - 0.9 * i:.4g}L{1.3 * i:.4g} {51.4 - i:.4g}Z"
    return _bar(i, i, 64 - i, (51.4 - i, 51.4 - i), 2 * corner - i if corner else 0)


def portrait_frame(source: str, mode: str, mark: str, colours: Mapping[str, str], outline: bool) -> str:
    """The frame of the portrait, 64 × 52 mm: a picture, or the game's mark.

    To save ink the picture is grey and pale, the mark an outline. A fillable sheet keeps the picture of an entry; where
    there is none it has an empty frame, to draw in.
    """
    picture = portrait(source)
    clip = f"<defs>{GREY}<clipPath id='c'><path d='{_picture(1, colours)}'/></clipPath></defs>"
    if outline or mode != "filled":
        inside = ""
        if picture:
            inside = f"<g clip-path='url(#c)'>{image(picture, _INSIDE, outline)}</g>"
        elif mode == "filled":
            inside = _sign(mark, f"fill='none' stroke='{colours['--ink']}' stroke-width='.4'")
        edge = _picture(0.4, colours)
        frame = f"<path d='{edge}' fill='none' stroke='{colours['--ink']}' stroke-width='.6'/>"
        paper = f"<path d='{edge}' fill='{colours['--paper']}'/>"
        return svg(f"{clip}{paper}{inside}{frame}", 64, 52)
    sheet = f"<path d='{_picture(0, colours)}' fill='{colours['--paper']}'/>"
    if picture:
        return svg(f"{clip}{sheet}<g clip-path='url(#c)'>{image(picture, _INSIDE)}</g>", 64, 52)
    stripes = "M64 0L18 52H26L64 9ZM64 20L36 52H41L64 26ZM50 0L4 52H7L53 0Z"
    drawn = (
        f"<path fill='{colours['--block']}' d='M0 0H64V52H0Z'/><path fill='{colours['--accent-bar']}' d='{stripes}'/>"
    )
    sign = _sign(mark, f"fill='{colours['--on-block']}'")
    return svg(f"{clip}{sheet}<g clip-path='url(#c)'>{drawn}{sign}</g>", 64, 52)


def _sign(mark: str, paint: str) -> str:
    """The outline of the game's mark in the middle of the portrait's frame."""
    return f"<path transform='translate(16.5 8.5) scale(1.42)' {paint} d='{mark}'/>"
