"""The figure of a body on paper."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from sheetgen.blocks.body import Body, Part
from sheetgen.blocks.body.body_shape import LEADING, LOWEST, NAME, NOTE, ROUNDING, BodyShape, body_shape, name_size
from sheetgen.blocks.parts import Fact
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import BlockPrint, FormField
from sheetgen.print.measure.draw import svg
from sheetgen.print.measure.estimate import heading_height, line_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_parts import facts, with_brackets

_FONT = "font-family='Sofia Sans XC, Sheetgen Fallback'"


class PrintedBody(BlockPrint[Body]):
    """A list of regions on a card, a figure on a sheet."""

    def card_height(self, block: Body, frame: BlockFrame, notes: bool) -> float:
        """Lines of running facts."""
        text = "   ".join(f"{part.label} {part.number.text} {part.note}" for part in block.parts)
        count = lines(text, frame.faces.bold, frame.sizes.body, frame.width)
        return heading_height(block, frame) + count * line_height(frame)

    def sheet_height(self, block: Body, frame: SheetFrame) -> float:
        """The figure."""
        return self.shape(block, frame).height

    def holds(self, block: Body, frame: BlockFrame) -> bool:
        """Whether what stands beside the smallest figure has room."""
        return not isinstance(frame, SheetFrame) or self.shape(block, frame).width <= frame.width + ROUNDING

    def shape(self, block: Body, frame: SheetFrame) -> BodyShape:
        """The figure as it stands in a column."""
        return body_shape(block, frame.width, frame.sizes, not frame.empty)

    def picture(self, block: Body, frame: SheetFrame) -> str:
        """The figure as a data URI."""
        return _figure(block, self.shape(block, frame), frame)

    def text(self, block: Body, words: Words) -> Iterator[Markup]:
        """Regions with numbers, and notes in brackets."""
        yield facts(Fact(part.label, with_brackets(part.number.text, part.note)) for part in block.parts)

    def fields(self, block: Body, frame: SheetFrame) -> Iterator[FormField]:
        """A field on each place of the figure."""
        shape = self.shape(block, frame)
        for part in block.parts:
            (x, y), unit = shape.spot(part.place), shape.scale
            yield FormField(
                name=f"{block.id} {part.region}", value=part.number.text, x=x - 4 * unit, y=y - 3.4 * unit,
                width=8 * unit, height=6.4 * unit, size=max(13.0, frame.sizes.least),
            )  # fmt: skip


def _figure(block: Body, shape: BodyShape, frame: SheetFrame) -> str:
    """The figure with its numbers; only outlines where there is something to write in."""
    full = not frame.empty and not frame.colours.saves_ink
    dark = frame.colours.ink
    parts = []
    for part in block.parts:
        place = part.place
        paint = f"fill='{dark}'" if full else f"fill='none' stroke='{dark}' stroke-width='.5'"
        parts.append(f"<path d='{place.outline}' {paint}/>")
        parts += _named(part, shape, frame, full)
        if not frame.empty:
            (x, y), inside = place.number, place.is_inside
            size, foot = (9.0, -1.0) if inside else (7.6, 0.0)
            parts.append(_words(part.number.text, (x, y + foot, "middle"), size, 900, _light(frame, full)))
    drawn = (
        f"<g transform='scale({shape.scale:.4f}) translate({shape.beyond / shape.scale:.3f} 0)'>{''.join(parts)}</g>"
    )
    return svg(drawn, round(shape.width, 3), round(shape.height, 3))


def _named(part: Part, shape: BodyShape, frame: SheetFrame, full: bool) -> Iterator[str]:
    """The name of a place of the body, its remark below; no lower than the foot of the figure."""
    place, unit = part.place, POINT / shape.scale
    inside = place.is_inside
    remark = shape.note(part) if part.note and not inside and not frame.empty else ()
    texts = [(part.label, NAME), *((text, NOTE) for text in remark)]
    sizes = [name_size(text, units, place, shape, frame.sizes) * unit for text, units in texts]
    steps = [max(3.0, size * LEADING) for size in sizes[1:]]
    x, y, anchor = place.name
    y = min(y, LOWEST - sum(steps))
    colour = _light(frame, full) if inside else frame.colours.ink
    for (text, _), size, step in zip(texts, sizes, (0.0, *steps), strict=True):
        y += step
        yield _words(text, (x, y, anchor), size, 700, colour)
        colour = frame.colours.soft


def _light(frame: SheetFrame, full: bool) -> str:
    return frame.colours.paper if full else frame.colours.ink


def _words(text: str, place: tuple[float, float, str], size: float, weight: int, colour: str) -> str:
    x, y, anchor = place
    where = f"x='{x:g}' y='{y:g}' text-anchor='{anchor}'"
    return f"<text {where} {_FONT} font-weight='{weight}' font-size='{size:g}' fill='{colour}'>{escape(text)}</text>"


PRINT = PrintedBody()
