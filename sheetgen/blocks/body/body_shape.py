"""The figure of a body: where each place of it stands, and how large it is, so that what is said beside it has room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sheetgen.blocks import Body, Part
from sheetgen.blocks.parts import Place
from sheetgen.print.paper import POINT
from sheetgen.print.sizes import Sizes
from sheetgen.print.text_metrics.metrics import width

WIDE, TALL = 64.0, 50.5
"""Units of the drawing."""
USUAL = 72.0
"""Width of the figure at the usual size of type, in mm."""
NAME, NOTE = 2.9, 2.6
"""Size of the name of a place and of the remark below it, in units."""
LEADING = 1.1
ROUNDING = 0.01
"""Millimetres by which a figure that fills its column may be wider."""
SMALLEST, STEP = 0.5, 0.02
"""Millimetres of a unit in the smallest figure, and by how much it is made smaller to give texts room."""
WORTH = 0.9
"""Remarks go on on a second line where the figure would be smaller than this part of what it is then."""
LOWEST = 49.8
"""Where the last line beside the figure stands at the lowest, in units."""


@dataclass(frozen=True)
class BodyShape:
    """A figure: mm of one of its units, and the width beyond the drawing that texts have on either side, in mm."""

    scale: float
    beyond: float
    broken: bool
    """Whether remarks stand on two lines."""

    @property
    def width(self) -> float:
        """Its width with what stands beside it, in mm."""
        return WIDE * self.scale + 2 * self.beyond

    @property
    def height(self) -> float:
        """Its height in mm."""
        return TALL * self.scale

    def spot(self, place: Place) -> tuple[float, float]:
        """The middle of a region, in mm from the top left."""
        return place.number[0] * self.scale + self.beyond, (place.number[1] - 2.2) * self.scale

    def room(self, place: Place) -> float:
        """Width for the texts beside a place, in mm."""
        return place.room * self.scale + (self.beyond if not place.is_inside else 0.0)

    def note(self, part: Part) -> tuple[str, ...]:
        """The lines of the remark on a place."""
        return _halved(part.note) if self.broken else (part.note,)


def body_shape(block: Body, measure: float, sizes: Sizes, noted: bool) -> BodyShape:
    """The largest figure in `measure` mm beside which all texts stand in no smaller type than there is.

    It grows with the type. Remarks go on on a second line before it gets smaller than usual.
    """
    body = sizes.body
    wanted = min(measure, USUAL * max(min(1.0, max(0.84, body / 8.2)), body / 9.5)) / WIDE
    parts = [part for part in block.parts if not part.place.is_inside]
    whole, broken = (_roomy(parts, measure, sizes.least, wanted, noted, broken) for broken in (False, True))
    return whole if whole.scale >= WORTH * broken.scale else broken


def _roomy(parts: Iterable[Part], measure: float, least: float, wanted: float, noted: bool, broken: bool) -> BodyShape:
    needs = []
    for part in parts:
        notes = () if not noted else _halved(part.note) if broken else (part.note,)
        texts = max(width(text, "bold", least) for text in (part.label, *notes))
        needs.append((part.place.room, texts + 0.3))
    scale = wanted
    while True:
        beyond = max((need - room * scale for room, need in needs), default=0.0)
        shape = BodyShape(scale, max(0.0, beyond), broken)
        if shape.width <= measure + ROUNDING or scale <= SMALLEST:
            return shape
        scale -= STEP


def _halved(text: str) -> tuple[str, ...]:
    """A text on two lines that are about as long, broken at a blank; on one where it has none."""
    words = text.split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(cuts, key=lambda cut: max(width(part, "bold", 10) for part in cut), default=(text,))


def name_size(text: str, units: float, place: Place, shape: BodyShape, sizes: Sizes) -> float:
    """Points of a text beside a place: as large as labels, or `units` of the figure, if it fits, never too small."""
    wanted = max(units * shape.scale / POINT, sizes.label)
    needed = width(text, "bold", wanted)
    return wanted if needed <= shape.room(place) else max(sizes.least, wanted * shape.room(place) / needed)
