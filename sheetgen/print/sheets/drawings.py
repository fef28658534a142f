"""The few drawings of a sheet, as SVG in data URIs: bars and the portrait's frame."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import escape

from sheetgen.print.measure.draw import svg
from sheetgen.print.templates import portrait

LATER_BAR = 14.0
"""Height of the bar of later pages and of handouts, in mm."""
_GREY = "<filter id='grey'><feBlend mode='luminosity'/></filter>"
"""Over white paper only the lightness of a picture is left."""


def head_bar(width: float, height: float, colours: Mapping[str, str], outline: bool) -> str:
    """The bar of the first page: a slanted foot over an accent."""
    left, right = height - 1.4, height - 1.4 - width * 0.024
    if outline:
        dark = colours["--ink"]
        frame = (
            f"<path fill='none' stroke='{dark}' stroke-width='.5' d='M.3 .3H{width - 0.3:g}V{right:g}L.3 {left:g}Z'/>"
        )
        return svg(
            f"{frame}<path fill='{dark}' d='M0 {left + 0.2:g}L{width:g} {right + 0.2:g}V{right + 1:g}L0 {height:g}Z'/>",
            width,
            height,
        )
    bar = f"<path fill='{colours['--bar']}' d='M0 0H{width:g}V{right:g}L0 {left:g}Z'/>"
    return svg(
        f"{bar}<path fill='{colours['--accent']}' d='M0 {left:g}L{width:g} {right:g}V{right + 0.6:g}L0 {height:g}Z'/>",
        width,
        height,
    )


def later_bar(width: float, colours: Mapping[str, str], outline: bool) -> str:
    """The bar of later pages, `LATER_BAR` high."""
    if outline:
        return svg(f"<path fill='{colours['--ink']}' d='M0 12.4L{width:g} 10.4V11L0 13.8Z'/>", width, LATER_BAR)
    bar = f"<path fill='{colours['--bar']}' d='M0 0H{width:g}V10.6L0 12.6Z'/>"
    return svg(f"{bar}<path fill='{colours['--accent']}' d='M0 12.6L{width:g} 10.6V11.1L0 13.8Z'/>", width, LATER_BAR)


def portrait_frame(source: str, mode: str, mark: str, colours: Mapping[str, str], outline: bool) -> str:
    """The slanted frame of the portrait, 64 × 52 mm: a picture, or the game's mark.

    To save ink the picture is grey and pale, the mark an outline. A fillable sheet keeps the picture of an entry; where
    there is none it has an empty frame, to draw in.
    """
    picture = portrait(source)
    clip = f"<defs>{_GREY}<clipPath id='c'><path d='M10 1H63V48.1L1.3 50.4Z'/></clipPath></defs>"
    if outline or mode != "filled":
        inside = ""
        if picture:
            inside = f"<g clip-path='url(#c)'>{_image(picture, outline)}</g>"
        elif mode == "filled":
            inside = _sign(mark, f"fill='none' stroke='{colours['--ink']}' stroke-width='.4'")
        frame = f"<path d='M9 .4H63.6V48.8L.5 51Z' fill='none' stroke='{colours['--ink']}' stroke-width='.6'/>"
        paper = f"<path d='M9 .4H63.6V48.8L.5 51Z' fill='{colours['--paper']}'/>"
        return svg(f"{clip}{paper}{inside}{frame}", 64, 52)
    sheet = f"<path d='M9 0H64V49L0 51.4Z' fill='{colours['--paper']}'/>"
    if picture:
        return svg(f"{clip}{sheet}<g clip-path='url(#c)'>{_image(picture)}</g>", 64, 52)
    stripes = "M64 0L18 52H26L64 9ZM64 20L36 52H41L64 26ZM50 0L4 52H7L53 0Z"
    drawn = (
        f"<path fill='{colours['--block']}' d='M0 0H64V52H0Z'/><path fill='{colours['--accent-bar']}' d='{stripes}'/>"
    )
    sign = _sign(mark, f"fill='{colours['--on-block']}'")
    return svg(f"{clip}{sheet}<g clip-path='url(#c)'>{drawn}{sign}</g>", 64, 52)


def _image(source: str, grey: bool = False) -> str:
    """A picture that fills the portrait's frame."""
    pale = " filter='url(#grey)' opacity='.6'" if grey else ""
    place = "x='1' y='1' width='62' height='50' preserveAspectRatio='xMidYMid slice'"
    return f"<image href='{escape(source)}' {place}{pale}/>"


def _sign(mark: str, paint: str) -> str:
    """The outline of the game's mark in the middle of the portrait's frame."""
    return f"<path transform='translate(16.5 8.5) scale(1.42)' {paint} d='{mark}'/>"
