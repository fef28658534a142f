"""How high blocks will stand, reckoned before setting: to pick a density and to share out a page.

An estimate: the engine's own measure decides in the end (see `engine`), but a good guess saves it
from setting the same text twice. Millimetres.
"""

from __future__ import annotations

import re
from html import unescape

from sheetgen.blocks import Block
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_metrics.text_tables import table_height, tables_apart

RUN_IN = 0.9
"""White in mm above a text whose title stands on its first line."""
_TAG = re.compile(r"<[^>]+>")
_BREAK = re.compile(r"</p>|</li>|<br\s*/?>|</h\d>|</tr>")


def paragraphs(html: str) -> list[str]:
    """The paragraphs of a piece of safe HTML, as plain text."""
    parts = (unescape(_TAG.sub("", part)).strip() for part in _BREAK.split(html))
    return [part for part in parts if part]


def text_height(html: str, frame: BlockFrame, size: float | None = None, after: float = 0.5) -> float:
    """Height of running text in a frame; `after` stands below each paragraph."""
    size = size or frame.sizes.body
    leading = frame.sizes.leading
    rest, tables = tables_apart(html) if "<table" in html else (html, [])
    high = sum(table_height(table, frame.width, size, leading) + 1.5 for table in tables)
    line = size * leading * POINT
    return high + sum(lines(part, "text", size, frame.width * 0.985) * line + after for part in paragraphs(rest))


def line_height(frame: BlockFrame) -> float:
    """Height of a line of running text."""
    return frame.sizes.body * frame.sizes.leading * POINT


def heading_height(block: Block, frame: BlockFrame) -> float:
    """Height of a block's heading on a card; a block for the game master has none of its own."""
    if not block.title or block.secret:
        return 0.0
    return RUN_IN if frame.sizes.run_in else 1.9 * frame.sizes.space + frame.sizes.heading * POINT + 0.5
