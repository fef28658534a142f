"""A card's measures: where things stand on one format, its style sheet, the columns that blocks are set in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sheetgen.languages.program_words import Words
from sheetgen.print import resources
from sheetgen.print.block_print import block_properties
from sheetgen.print.css import resolve, tokens
from sheetgen.print.measure import estimate, frame
from sheetgen.print.measure.colours import BLACK, PrintColours
from sheetgen.print.measure.draw import picture
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import CardFormat
from sheetgen.print.sizes import CARD, Sizes
from sheetgen.print.style import PrintStyle

MOST_CARDS = 6
"""An entry that needs more cards than this is an error."""
GROWTH = {"close": 0.8, "dense": 0.6, "small": 0.3, "floor": 0.0, "tight": 0.0}
"""How far the type of a density grows with a large card: its scale to this power, else all of it."""
LARGE_CARD = 1.08
"""A card of a larger scale has words and steps of type for which others have no room."""


@dataclass(frozen=True)
class CardShape:
    """Where things stand on one card format, in mm."""

    card: CardFormat
    bleed: float
    safe: float = 1.9
    """White below the text of the foot."""

    @property
    def densities(self) -> tuple[str, ...]:
        """The densities of its type, the largest first: between `normal` and `dense` a large card has one more."""
        return tuple(name for name in CARD if name != "close" or self.card.scale > LARGE_CARD)

    @property
    def side(self) -> float:
        """White at the sides."""
        return round(3.5 + (self.card.scale - 1) * 3, 2)

    @property
    def inner(self) -> float:
        """Width of the text."""
        return round(self.card.width - 2 * self.side, 2)

    @property
    def head(self) -> float:
        """Height of the header, down to the first line."""
        return round(16.1 * self.card.scale, 2)

    @property
    def tail(self) -> float:
        """Height of the foot."""
        return round(5.0 * min(self.card.scale, 1.3) + self.safe - 1.9, 2)

    @property
    def room(self) -> float:
        """Height of the text on one face."""
        return self.card.height - self.head - self.tail - 0.3

    @property
    def tier(self) -> float:
        """Width of the badge at the right edge, without the bleed."""
        return round(11.6 * self.card.scale, 2)

    @property
    def tier_left(self) -> float:
        """Where the badge starts, from the left of the text."""
        return self.inner + self.side - self.tier

    @property
    def foot_pad(self) -> float:
        """White above the text of the foot."""
        return self.tail - self.safe - 2.5

    def properties(self) -> dict[str, str]:
        """The measures as custom properties."""
        over = -(self.side + self.bleed)
        values = {
            "card-width": self.card.width, "card-height": self.card.height, "bleed": self.bleed,
            "side": self.side, "inner": self.inner, "header": self.head, "tail": self.tail, "over": over,
            "reach": -over, "foot-pad": self.foot_pad,
            "head-inner": self.head - 1.2, "backdrop-width": self.card.width + 2 * self.bleed,
            "backdrop-height": self.head + self.bleed + 0.2,
            "above": -self.head - self.bleed, "tail-top": self.card.height - self.head - self.tail,
            "number-width": 14.0, "foot-width": self.inner - 14.0,
        }  # fmt: skip
        return {f"--{name}": f"{value:.3f}mm" for name, value in values.items()}

    def backdrop(self, colours: dict[str, str], badged: bool, ink: bool) -> str:
        """The header's picture: a bar with a slanted foot, an accent below it, a block for the badge."""
        wide, high = self.card.width + 2 * self.bleed, self.head + self.bleed + 0.2
        slant = float(colours["--slope"])
        slope, left = wide * 0.036 * slant, high - 1.9
        right, bar, accent = left - slope, colours["--bar"], colours["--accent"]
        start = wide - self.bleed - self.tier - 0.4
        cut, foot = right - 2.1 * slant, (right - 2.1 - self.bleed) * 0.21 * slant
        block = f"M{start + foot:.2f} 0H{wide:.2f}V{cut:.2f}L{start:.2f} {cut + (wide - start) * 0.045 * slant:.2f}Z"
        under = f"M0 {left:.2f}L{wide:.2f} {right:.2f}V{right + 1.3 - 0.85 * slant:.2f}L0 {left + 1.3:.2f}Z"
        if ink:
            paths = f"<path fill='{accent}' d='{under}'/>"
            paths += f"<path fill='none' stroke='{accent}' stroke-width='.35' d='{block}'/>" if badged else ""
        else:
            paths = f"<path fill='{bar}' d='M0 0H{wide:.2f}V{right:.2f}L0 {left:.2f}Z'/>"
            paths += f"<path fill='{accent}' d='{under}{block if badged else ''}'/>"
        svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide:.2f} {high:.2f}'>{paths}</svg>"
        return f'url("{picture(svg)}")'


def card_css(style: PrintStyle, shape: CardShape) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The style sheet of a deck, and the rules of each density."""
    values = tokens(style.theme, style.ink) | shape.properties()
    values |= block_properties() | frame.PROPERTIES | estimate.PROPERTIES
    values["--backdrop"] = shape.backdrop(values, False, style.ink)
    values["--backdrop-badged"] = shape.backdrop(values, True, style.ink)
    text = resolve(resources.stylesheet("base") + resources.stylesheet("card") + style.css, values)
    parts = [("rich", resolve(resources.stylesheet("rich"), values))]
    for name in shape.densities:
        sizes = card_sizes(name, style, shape.card)
        own = values | sizes.properties
        sheets = ("card-sizes", "card-run-in") if sizes.run_in else ("card-sizes",)
        rules = "".join(map(resources.stylesheet, sheets)).replace(".density", f".{name}")
        parts.append((name, resolve(rules, own)))
    return text + _numbers(style.words), tuple(parts)


def card_sizes(density: str, style: PrintStyle, card: CardFormat) -> Sizes:
    """The sizes of one density on one card format: type grows with the card, but where room is short it need not."""
    scale = max(1.0, card.scale) ** GROWTH.get(density, 1.0) * min(1.0, card.scale)
    return _scaled(density, scale * (1.25 if style.large else 1.0))


@cache
def _scaled(density: str, factor: float) -> Sizes:
    return CARD[density].scaled(factor)


def card_frame(
    density: str, style: PrintStyle, shape: CardShape, colours: PrintColours = BLACK, *, flows: bool = True
) -> BlockFrame:
    """The column of text of a card in one density."""
    codes = shape.card.scale > LARGE_CARD or density == "roomy"
    return BlockFrame(
        shape.inner,
        card_sizes(density, style, shape.card),
        codes=codes,
        flows=flows,
        heading=style.theme.face,
        faces=style.own_fonts.faces,
        words=style.words,
        colours=colours,
    )


def _numbers(words: Words) -> str:
    """The number in the foot of each face of an entry: `1 / 2`, `1 / 2 back`."""
    rules = []
    for face in range(1, MOST_CARDS * 2 + 1):
        number = f'{(face + 1) // 2} / " string(cards) "'
        number = words("{number} back", number=number) if face % 2 == 0 else number
        text = f'@bottom-right{{content:"{number}"}}'
        rules += [f"@page {side}:nth({face} of {side}){{{text}}}" for side in ("odd", "even")]
    return "".join(rules)
