"""Headers and feet of sheets: how high they stand, how large their names are, and the room that they leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sheetgen.blocks import Block, Facts
from sheetgen.blocks.facts.paper import LEADING, FactCell, fact_rows
from sheetgen.print.measure.name_sizes import name_size
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.drawings import FALL, LATER_BAR
from sheetgen.print.sheets.placing import PageSpace
from sheetgen.print.sheets.sheet import Sheet
from sheetgen.print.sheets.sheet_css import (
    FACT_SIZE,
    FOOT,
    FOOT_SIZE,
    HEAD_INSET,
    LATER_GAP,
    LATER_INSET,
    LATER_SIZE,
    NAME_HIGH,
    PICTURE_TOP,
    SIDE,
    SLIM_NAME_HIGH,
    SUBTITLE,
    SUBTITLE_LEADING,
    SUBTITLE_TRACKING,
    TOP,
    Mode,
)
from sheetgen.print.sheets.sheet_layout import identity
from sheetgen.print.sizes import FLOOR
from sheetgen.print.text_metrics.directions import on_a_line
from sheetgen.print.text_metrics.metrics import largest, lines, width

PICTURE_WIDTH, PICTURE_HEIGHT = 64.0, 52.0
FACT_ROWS: dict[Mode, float] = {"filled": 8.1, "blank": 9.3, "form": 9.3}
"""Height of a row of facts in a header, in mm: lines to write on take more than what is written."""
GRID = "grid"
"""The header of a page on which blocks have fixed places."""
NAME_TOP, NAME_ROOM, NAME_MIDDLE = 1.8, 18.8, 9.8
"""White above the largest name, the height of names with that, and where their middle is, in mm."""
SLIM_NAME = 24.0
"""Points of a name in a slim header, at most."""
NAME_STEPS = (47.0, 42.0, 37.0, 32.0, 28.0, 24.0, 20.0, 17.0, 14.0, 12.0, 10.0, 8.0)
LATER_HEAD = LATER_BAR + 3.0
DIGEST_FOOT = 9.4
"""Height of later headers with the white below them, and of the foot of half a page, in mm."""
LATER_STEPS = (22.0, 19.0, 16.0, 14.0, 13.0, 11.0, 9.0, 7.0)
"""Points of the name in later headers."""
NAME_LINE, LABEL_GAP = 90.0, 2.0
"""Length of the line for a name in later headers, at most, and the white before it, in mm."""


@dataclass(frozen=True)
class FirstHeader:
    """The first page's header: its height, the name's size, the facts in rows."""

    height: float
    size: float
    lines: int
    room: float
    facts: tuple[tuple[FactCell, ...], ...]
    subtitle: str
    picture: bool

    @property
    def above(self) -> float:
        """White above a name of one line in mm, so that a small one stands where the middle of a large one is."""
        return max(NAME_TOP, NAME_MIDDLE - self.size * POINT / 2)


def first_header(
    page: Sheet, frame: SheetFrame, rest: Sequence[Block], height_safety: float
) -> tuple[FirstHeader, list[Block]]:
    """The header of the first page, and the blocks that do not stand in it."""
    over_grid, slim = page.head == GRID, page.head == "slim"
    facts, blocks = (None, [*rest]) if over_grid else identity(rest)
    pictured = page.layout != "digest" and not slim and not over_grid
    room = frame.width - 2 * HEAD_INSET - (PICTURE_WIDTH * page.reduced + 4 if pictured else 0)
    face = page.style.theme.face
    steps = page.steps(NAME_STEPS, SLIM_NAME if slim else NAME_STEPS[0])
    size, count = name_size(page.entry.name, room, 8.5 if slim else 15.5, steps, face)
    fact_size = page.size(FACT_SIZE)
    rows = fact_rows(facts.items, frame.narrowed(room), fact_size) if facts else ()
    larger = (page.least - FLOOR + (fact_size - FACT_SIZE) * LEADING) * POINT
    named = (SLIM_NAME_HIGH + 5.5) if slim else (NAME_HIGH + 7.0)
    subtitle = _beside(page.entry.subtitle, facts)
    height = named + len(rows) * (FACT_ROWS[page.mode] + larger)
    if page.mode == "filled":
        further = sum(max(cell.further(fact_size) for cell in row) for row in rows)
        height += further * height_safety + (height_safety - 1) * (height if further else 0.0)
        under = _subtitle_height(page, subtitle, room) * height_safety
        if not rows:
            height = max(height, NAME_HIGH + 4.0 + under)
        elif subtitle:
            height += 1.0 + under
    least = named if slim or over_grid else 30.0 * page.reduced
    return FirstHeader(max(height, least), size, count, room, rows, subtitle, pictured), blocks


def _beside(subtitle: Sequence[str], facts: Facts | None) -> str:
    """The subtitle without what the facts of the header say, with their labels or without."""
    texts = (
        {text.casefold() for fact in facts.items for text in (fact.text, f"{fact.label} {fact.text}")} if facts else ()
    )
    return " / ".join(part for part in subtitle if part.casefold() not in texts)


def _subtitle_height(page: Sheet, subtitle: str, room: float) -> float:
    """Height of the subtitle, with what the slanted foot of the bar takes away where its widest line ends, in mm."""
    size, text = page.size(SUBTITLE), subtitle.upper()
    count = lines(text, "bold", size * SUBTITLE_LEADING, room)
    end = HEAD_INSET + min(room, width(text, "bold", size, SUBTITLE_TRACKING))
    slope = 1.0 if page.style.theme.corners == "slanted" else 0.0
    return count * size * SUBTITLE_LEADING * POINT + end * FALL * slope


def later_header(page: Sheet, frame: SheetFrame) -> dict[str, object]:
    """The header of later pages: name and subtitle on one line; and the name as the foot has it."""
    face = page.style.theme.face
    name, parts = page.entry.name, list(page.entry.subtitle)
    small = page.size(LATER_SIZE)
    while parts and width(" / ".join(parts).upper(), "bold", small, 0.06) > frame.width * 0.55:
        parts.pop()
    subtitle = " / ".join(parts)
    room = frame.width - 2 * LATER_INSET - LATER_GAP - width(subtitle.upper(), "bold", small, 0.06)
    size = largest(name.upper(), face, page.steps(LATER_STEPS), room)
    if width(name.upper(), face, size) > room:
        subtitle = ""
    short_name = shortened(
        name, lambda text: width(text.upper(), face, size) <= frame.width - 2 * LATER_INSET - LATER_GAP
    )
    kind = page.entry.kind_title
    return {
        "later_size": size, "later_sub": subtitle if name else kind, "later_name": short_name,
        "name_line": _name_line(page, frame, small),
    }  # fmt: skip


def _name_line(page: Sheet, frame: SheetFrame, small: float) -> float:
    """How long the line is that a name is written on, between its label and what the kind is called, in mm."""
    label = width(page.style.words("Name").upper(), "bold", page.least, 0.06) + LABEL_GAP
    beside = width(page.entry.kind_title.upper(), "bold", small, 0.06)
    return min(NAME_LINE, frame.width - 2 * LATER_INSET - LATER_GAP - label - beside)


def sheet_foot(page: Sheet) -> tuple[str, str]:
    """The foot of each page: game and source as far as there is room for them, and the name."""
    style = page.style
    text = on_a_line(style.theme.title, style.credits or page.entry.kind_title)
    size = page.size(FOOT_SIZE)

    def wide(text: str) -> float:
        return width(text, "bold", size, 0.03)

    room = style.paper.width - 2 * SIDE - 2 * size * POINT
    name = page.entry.name or page.entry.kind_title
    short = shortened(name, lambda text: wide(f"{text}  /  10 of 10") <= room * 0.62)
    room -= wide(f"{short}  /  10 of 10")
    return next((text for text in (text, style.theme.title) if wide(text) <= room), ""), on_a_line(short)


def shortened(text: str, fits: Callable[[str], bool]) -> str:
    """A text, or as much of its beginning as fits."""
    if fits(text):
        return text
    cuts = (text[:n].rstrip() + "…" for n in range(len(text) - 1, 0, -1))
    return next((cut for cut in cuts if fits(cut)), "…")


def later_head(page: Sheet) -> float:
    """Height of the header of later pages, with the white below it, in mm."""
    return LATER_HEAD - (2.0 if page.layout == "digest" else 0.0)


def page_space(page: Sheet, head: FirstHeader) -> PageSpace:
    """The room on the pages of a sheet under its headers."""
    high = page.height - (DIGEST_FOOT if page.layout == "digest" else FOOT) - (page.size(FOOT_SIZE) - FOOT_SIZE) * POINT
    top = TOP + head.height + 4.0
    below = max(0.0, PICTURE_TOP + PICTURE_HEIGHT * page.reduced + 4.0 - top) if head.picture else 0.0
    return PageSpace(page.style.paper.width - 2 * SIDE, high - top, high - TOP - later_head(page), below)
