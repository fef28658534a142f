"""How high blocks will stand, reckoned before setting: to pick a density and to share out a page.

An estimate: the engine's own measure decides in the end (see `engine`), but a good guess saves it
from setting the same text twice. Millimetres.
"""

from __future__ import annotations

import re
from html import unescape

from sheetgen.blocks import Block
from sheetgen.print.css import lengths
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_metrics.text_tables import TableType, table_height, tables_apart

RUN_IN = 0.9
"""White in mm above a text whose title stands on its first line."""
TITLE_ABOVE, TITLE_BELOW = 1.9, 0.5
"""White above a title on a card, before the density's factor, and below it."""
PARAGRAPH_BELOW = 0.5
"""White below a paragraph on a card."""
SECRET_APART, SECRET_TOP, SECRET_SIDE, SECRET_FOOT = 2.2, 1.1, 1.8, 1.3
"""White above the ground of a block for the game master on a card, before the density's factor, and around its text."""
PROPERTIES = lengths(
    run_in=RUN_IN, title_above=TITLE_ABOVE, title_below=TITLE_BELOW, first_title_above=1.7,
    paragraph_below=PARAGRAPH_BELOW, paragraphs_apart=0.8, facts_above=0.9, secret_apart=SECRET_APART,
    secret_top=SECRET_TOP, secret_side=SECRET_SIDE, secret_foot=SECRET_FOOT, secret_run_in=1.2, boxed_below=1.2,
    title_beside=0.5, title_run_in=1.0,
)  # fmt: skip
"""White on cards as custom properties of their style sheets."""
_TAG = re.compile(r"<[^>]+>")
_BREAK = re.compile(r"</p>|</li>|<br\s*/?>|</h\d>|</tr>")


def paragraphs(html: str) -> list[str]:
    """The paragraphs of a piece of safe HTML, as plain text."""
    parts = (unescape(_TAG.sub("", part)).strip() for part in _BREAK.split(html))
    return [part for part in parts if part]


def text_height(html: str, frame: BlockFrame, size: float | None = None, after: float = PARAGRAPH_BELOW) -> float:
    """Height of running text in a frame; `after` stands below each paragraph."""
    size = size or frame.sizes.body
    leading = frame.sizes.leading
    rest, tables = tables_apart(html) if "<table" in html else (html, [])
    high = sum(table_height(table, TableType(size, frame.faces), frame.width, leading) + 1.5 for table in tables)
    line, face = size * leading * POINT, frame.faces.regular
    return high + sum(lines(part, face, size, frame.width * 0.985) * line + after for part in paragraphs(rest))


def line_height(frame: BlockFrame) -> float:
    """Height of a line of running text."""
    return frame.sizes.body * frame.sizes.leading * POINT


def heading_height(block: Block, frame: BlockFrame) -> float:
    """Height of a block's heading on a card; a block for the game master has none of its own."""
    if frame.sizes.run_in and block.title and not block.secret:
        return RUN_IN
    return title_height(block, frame)


def title_height(block: Block, frame: BlockFrame) -> float:
    """Height of a heading that stands on a line of its own, where titles run in, too: above a drawing."""
    if not block.title or block.secret:
        return 0.0
    return TITLE_ABOVE * frame.sizes.space + frame.sizes.heading * POINT + TITLE_BELOW
