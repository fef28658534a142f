"""A column of a sheet: what its blocks have in common. Millimetres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from markupsafe import Markup

from sheetgen.blocks import EMPTY, Block, NamedList
from sheetgen.print.css import lengths, points
from sheetgen.print.measure import running_text
from sheetgen.print.measure.frame import SECRET_BAR, BlockFrame
from sheetgen.print.measure.running_text import CELL_GAP, INDENT, FlowStyle
from sheetgen.print.measure.texts import set_text
from sheetgen.print.paper import POINT
from sheetgen.print.sizes import FLOOR, SMALLEST
from sheetgen.print.text_metrics.metrics import width
from sheetgen.print.text_metrics.paragraphs import ParagraphStyle

B = TypeVar("B", bound=Block)
T = TypeVar("T")

LINE, HAIR = 0.35, 0.2
MEASURE = 13.3
"""A text by itself is at most so many mm wide for each point of its type: some 90 letters."""
LINE_PITCH = 7.0
"""Distance of ruled lines."""
TITLE_TRACKING = 0.02
"""Letter-spacing of section titles in em."""
TITLE_RULE, TITLE_BELOW = 0.9, 1.4
"""White between a section title and its rule, and below that, before the density's factor."""
PARAGRAPH_BELOW, TEXT_CELL = 0.9, 0.4
"""White below a paragraph, and above and below a cell of a table in a text, before the density's factor."""
SECRET_LEFT, SECRET_RIGHT, SECRET_ABOVE, SECRET_BELOW = 2.4, 2.0, 1.4, 2.0
"""White around a block for the game master on its ground, beside its bar."""
FIELD_SIZE, FIELD_PAD = 7.5, 3.6
"""Type that a field shows its text in, in points, and the white that it and its column take, in mm."""
NOTE_LEADING = 1.17
"""Height of a line of a note against its size."""
PROPERTIES = lengths(
    title_below=TITLE_BELOW, caption_left=1.5, paragraph_below=PARAGRAPH_BELOW,
    text_cell=TEXT_CELL, text_cell_gap=CELL_GAP, list_indent=INDENT, secret_left=SECRET_LEFT,
    secret_right=SECRET_RIGHT, secret_above=SECRET_ABOVE, secret_below=SECRET_BELOW,
) | points(field_size=FIELD_SIZE) | {"--title-tracking": f"{TITLE_TRACKING:g}em"}  # fmt: skip
"""The same as custom properties of style sheets."""

Known = dict[tuple[Any, ...], tuple[Block, Any]]
"""What functions gave for blocks in columns."""


@dataclass(frozen=True)
class SheetFrame(BlockFrame):
    """A column of a sheet; `mode` is filled, blank or form."""

    sheet: bool = True
    own: frozenset[str] = frozenset()
    """Ids of blocks that are printed filled on every sheet: they are the rules'."""
    single: bool = False
    """Whether the page has one column only."""
    ticks: bool = False
    """Whether the boxes of options are fields."""
    fields: bool = False
    """Whether cells are fields that are an entry's own in a table that the rules print."""
    lines: int = 6
    """Lines to write on that stand for a text, at most."""
    known: Known = field(default_factory=dict, compare=False, repr=False)
    """What was reckoned before of blocks at these sizes, in columns of any width."""

    def once(self, reckon: Callable[[B, SheetFrame], T], block: B) -> T:
        """What a function reckons of a block in this column, which is asked once."""
        place = (reckon, id(block), self)
        if place not in self.known:
            # It keeps its block, so that no other one gets the same number.
            self.known[place] = block, reckon(block, self)
        value: T = self.known[place][1]
        return value

    def of(self, block: Block) -> SheetFrame:
        """The frame as one block sees it: options are printed on every form, with fields for their boxes."""
        options = self.mode == "form" and isinstance(block, NamedList) and block.has_options
        printed = options or (block.id in self.own and self.mode != "filled")
        return replace(self, mode="filled", ticks=options, fields=self.mode == "form") if printed else self

    def heading_height(self, block: Block) -> float:
        """Height of a section title with its rule."""
        if not block.title or not block.headed:
            return 0.0
        return self.sizes.heading * POINT + TITLE_RULE + LINE + TITLE_BELOW * self.sizes.space

    @property
    def figure_row(self) -> float:
        """Height of a row of labels over large numbers."""
        return (self.sizes.label + self.sizes.figure * 1.05) * POINT + 0.4

    # -- running text --------------------------------------------------------------------

    @property
    def body_type(self) -> FlowStyle:
        """How running text is set."""
        z = self.sizes
        line, below = z.body * z.leading * POINT, PARAGRAPH_BELOW * z.space
        return FlowStyle(z.body, line, below, TEXT_CELL * z.space, self.faces)

    @property
    def note_type(self) -> FlowStyle:
        """How the notes of a table are set."""
        size = self.sizes.note
        return FlowStyle(size, size * NOTE_LEADING * POINT, 0.0, TEXT_CELL * self.sizes.space, self.faces)

    def inside(self, block: Block) -> float:
        """Width of a block's text: less where it stands on a ground of its own."""
        return self.width - (SECRET_BAR + SECRET_LEFT + SECRET_RIGHT if block.secret else 0.0)

    def text(self, html: Markup, measure: float, style: FlowStyle, head: Markup = EMPTY) -> Markup:
        """A text as paper takes it, `measure` mm wide, with `head` on its first line."""
        own = ParagraphStyle(measure, style.size, self.sizes.leading, "", faces=style.faces)
        return set_text(self, html, head, style=own).html

    def text_height(self, html: Markup, measure: float, style: FlowStyle, head: Markup = EMPTY) -> float:
        """How high a text stands in a column `measure` mm wide, with `head` on its first line."""
        return running_text.height(self.text(html, measure, style, head), measure, style)

    def body_text(self, html: Markup, block: Block, head: Markup = EMPTY) -> Markup:
        """A text of a block as paper takes it, with `head` on its first line."""
        indent = self.cost_indent(block) if isinstance(block, NamedList) else 0.0
        return self.text(html, self.inside(block) - indent, self.body_type, head)

    def cost_indent(self, block: NamedList) -> float:
        """Width of the stars before named texts."""
        deep = max((i.cost for i in block.items), default=0)
        return deep * self.sizes.body * 0.3 + 1.6 if deep else 0.0

    @property
    def tick_size(self) -> float:
        """Width and height of the box of an option, which is as wide as a mark in the text."""
        return self.sizes.body * POINT

    # -- fields ----------------------------------------------------------------------------

    def blank_lines(self, block: Block) -> int:
        """How many lines to write on stand for a text."""
        return min(self.lines, max(3, len(block.items)) if isinstance(block, NamedList) else 2)

    @property
    def field_type(self) -> tuple[float, float]:
        """Points that fields are made for, and those that they are shrunk to at least: large print is never."""
        least = self.sizes.least
        return (least, least) if least > FLOOR else (FIELD_SIZE, SMALLEST)

    def field_width(self, text: str) -> float:
        """Width of a column whose field shows this text."""
        return width(text, "text", self.field_type[0]) * 1.1 + FIELD_PAD if text else 0.0

    def field_height(self, usual: float) -> float:
        """Height of a field for a line: the usual one, or more in large print."""
        return max(usual, self.sizes.least * 1.2 * POINT)
