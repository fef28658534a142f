"""The few drawings of a sheet, as SVG in data URIs: bars, the body figure, the portrait's frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import escape

from sheetgen.blocks import Body, NamedList, Part, Prose
from sheetgen.print.measure.draw import PrintColours
from sheetgen.print.measure.estimate import paragraphs
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.body_shape import LEADING, LOWEST, NAME, NOTE, BodyShape, name_size
from sheetgen.print.sheets.lines import SheetPainter
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.style import PrintStyle
from sheetgen.print.templates import picture, portrait

_FONT = "font-family='Sofia Sans XC, Sheetgen Fallback'"

_GREY = "<filter id='grey'><feBlend mode='luminosity'/></filter>"
"""Over white paper only the lightness of a picture is left."""


def svg(content: str, width: float, height: float) -> str:
    """A data URI of a drawing `width` × `height` mm."""
    box = f"viewBox='0 0 {width:g} {height:g}' width='{width:g}mm' height='{height:g}mm'"
    return picture(f"<svg xmlns='http://www.w3.org/2000/svg' {box}>{content}</svg>")


def body_figure(block: Body, frame: SheetFrame, colours: Mapping[str, str], ink: bool) -> str:
    """The figure with its numbers; only outlines where there is something to write in."""
    full = frame.mode == "filled" and not ink
    dark, shape = colours["--ink"], frame.body(block)
    parts = []
    for part in block.parts:
        place = part.place
        paint = f"fill='{dark}'" if full else f"fill='none' stroke='{dark}' stroke-width='.5'"
        parts.append(f"<path d='{place.outline}' {paint}/>")
        parts += _named(part, shape, frame, colours, full)
        if frame.mode == "filled":
            (x, y), inside = place.number, place.is_inside
            size, foot = (9.0, -1.0) if inside else (7.6, 0.0)
            parts.append(_words(part.number.text, (x, y + foot, "middle"), size, 900, _light(colours, full)))
    drawn = (
        f"<g transform='scale({shape.scale:.4f}) translate({shape.beyond / shape.scale:.3f} 0)'>{''.join(parts)}</g>"
    )
    return svg(drawn, round(shape.width, 3), round(shape.height, 3))


def _named(part: Part, shape: BodyShape, frame: SheetFrame, colours: Mapping[str, str], full: bool) -> Iterator[str]:
    """The name of a place of the body, its remark below; no lower than the foot of the figure."""
    place, unit = part.place, POINT / shape.scale
    inside = place.is_inside
    remark = shape.note(part) if part.note and not inside and frame.mode == "filled" else ()
    texts = [(part.label, NAME), *((text, NOTE) for text in remark)]
    sizes = [name_size(text, units, place, shape, frame.sizes) * unit for text, units in texts]
    steps = [max(3.0, size * LEADING) for size in sizes[1:]]
    x, y, anchor = place.name
    y = min(y, LOWEST - sum(steps))
    colour = _light(colours, full) if inside else colours["--ink"]
    for (text, _), size, step in zip(texts, sizes, (0.0, *steps), strict=True):
        y += step
        yield _words(text, (x, y, anchor), size, 700, colour)
        colour = colours["--soft"]


def _light(colours: Mapping[str, str], full: bool) -> str:
    return colours["--paper"] if full else colours["--ink"]


def _words(text: str, place: tuple[float, float, str], size: float, weight: int, colour: str) -> str:
    x, y, anchor = place
    where = f"x='{x:g}' y='{y:g}' text-anchor='{anchor}'"
    return f"<text {where} {_FONT} font-weight='{weight}' font-size='{size:g}' fill='{colour}'>{escape(text)}</text>"


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
    """The bar of later pages, 14 mm high."""
    if outline:
        return svg(f"<path fill='{colours['--ink']}' d='M0 12.4L{width:g} 10.4V11L0 13.8Z'/>", width, 14)
    bar = f"<path fill='{colours['--bar']}' d='M0 0H{width:g}V10.6L0 12.6Z'/>"
    return svg(f"{bar}<path fill='{colours['--accent']}' d='M0 12.6L{width:g} 10.6V11.1L0 13.8Z'/>", width, 14)


def panel_bar(width: float, colours: Mapping[str, str], outline: bool, part: float = 1.0) -> str:
    """The title bar of a panel, 17 mm high, or a part of that."""
    if outline:
        dark = colours["--ink"]
        lines = f"M.25 17V2.6L{width - 0.25:g} .3V17M.25 15.6L{width - 0.25:g} 12.4"
        drawn = f"<path fill='none' stroke='{dark}' stroke-width='.5' d='{lines}'/>"
        return svg(f"<g transform='scale(1 {part:g})'>{drawn}</g>", width, 17 * part)
    bar = f"<path fill='{colours['--bar']}' d='M0 3.4L{width:g} 0V12L0 15.4Z'/>"
    foot = f"<path fill='{colours['--accent']}' d='M0 15.4L{width:g} 12V12.6L0 16.9Z'/>"
    return svg(f"<g transform='scale(1 {part:g})'>{bar}{foot}</g>", width, 17 * part)


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


def drawings(colours: Mapping[str, str], style: PrintStyle) -> dict[str, Any]:
    """The drawing functions of sheet templates."""
    return {
        "lines": lambda frame: SheetPainter(frame, PrintColours.of(colours)),
        "figure": lambda block, frame: body_figure(block, frame, colours, style.ink),
        "panel_bar": lambda wide, mode, part: panel_bar(wide, colours, style.ink or mode != "filled", part),
        "plain": form_text,
    }


def form_text(block: NamedList | Prose) -> str:
    """A text as a form field holds it: paragraphs on lines of their own."""
    if isinstance(block, NamedList):
        items = [i for i in block.items if i.name or i.text]
        return "\n".join(f"{i.name}{f' ({i.value})' if i.value else ''}. {' '.join(paragraphs(i.text))}" for i in items)
    return "\n".join(paragraphs(block.text))
