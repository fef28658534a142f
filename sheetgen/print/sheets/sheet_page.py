"""Character sheets: a page for play and the reference, filled, blank or to fill in on a screen."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Block, EntryView
from sheetgen.blocks.facts.paper import FactCell, fact_rows
from sheetgen.blocks.table import ROWS
from sheetgen.print.block_print import sheet_height
from sheetgen.print.cards.card_page import key
from sheetgen.print.css import tokens
from sheetgen.print.engine.copyfit import Candidate, Candidates
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.measure.colours import BLACK, PrintColours
from sheetgen.print.measure.name_sizes import name_size
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets import blank_form, drawings
from sheetgen.print.sheets.kind_places import band_places, play_places
from sheetgen.print.sheets.measured_bands import KindPlaces
from sheetgen.print.sheets.placing import PagePlan, PageSpace
from sheetgen.print.sheets.play_page import PlayPage
from sheetgen.print.sheets.sheet_css import (
    DENSITIES,
    FOOT,
    PICTURE_TOP,
    SIDE,
    TIGHT,
    TOP,
    Layout,
    Mode,
    least_type,
    sheet_sizes,
)
from sheetgen.print.sheets.sheet_layout import NOWHERE, identity, on_one, plan
from sheetgen.print.sizes import FLOOR
from sheetgen.print.style import PrintStyle
from sheetgen.print.templates import environment, page_source
from sheetgen.print.text_metrics.drawing import PageSource
from sheetgen.print.text_metrics.metrics import largest, lines, width

PICTURE_WIDTH, PICTURE_HEIGHT = 64.0, 52.0
WIDTH = 180.0
"""The portrait is as large as that on pages at least so many mm wide between their margins."""
FACT_SIZE, FOOT_SIZE, LATER_SIZE, SUBTITLE = 10.5, 7.5, 10.0, 12.0
"""Points of the facts of a header, of the foot, of later headers, and of a subtitle that stands in place of facts.

As in `print-sheet.css`: where the smallest type of a sheet is larger than that, it is theirs.
"""
FACT_ROWS: dict[Mode, float] = {"filled": 8.1, "blank": 9.3, "form": 9.3}
"""Height of a row of facts in a header, in mm: lines to write on take more than what is written."""
SLIM_NAME = 24.0
"""Points of a name in a slim header, at most."""
NAME_STEPS = (47.0, 42.0, 37.0, 32.0, 28.0, 24.0, 20.0, 17.0, 14.0, 12.0, 10.0, 8.0)
HEIGHT_SAFETIES = (1.0, 1.04, 1.1, 1.25, 1.6)
"""Factors on every reckoned height, for when the engine sets something higher than that."""
ONE: tuple[Layout, ...] = ("one-page", "digest")
"""Layouts that have to fit where they are."""
LATER_HEAD = 17.0
DIGEST_FOOT = 9.4
"""Height of later headers with the white below them, and of the foot of half a page, in mm."""
LATER_STEPS = (22.0, 19.0, 16.0, 14.0, 13.0, 11.0, 9.0, 7.0)
"""Points of the name in later headers."""
PAGES = 2
"""A sheet to write on should take no more."""
LEANER = (ROWS, 5, 4, 3, 2)
"""Rows to write in, tried in this order."""


@dataclass(frozen=True)
class SheetPage:
    """One entry's sheet; a variant names a density and how carefully heights are reckoned."""

    entry: EntryView
    style: PrintStyle
    layout: Layout = "full"
    mode: Mode = "filled"
    form: str = ""
    """The beginning of the names of form fields, so that several sheets can share a file."""
    own: frozenset[str] = frozenset()
    """Ids of blocks that are the rules' own, printed on blank sheets too."""
    rows: int = ROWS
    """Rows and lines to write in, at most."""
    whole: bool = False
    """Whether a digest takes the whole of a page."""
    head: str = "tall"
    """The header: tall with a portrait, or slim."""
    places: KindPlaces = NOWHERE
    """Where blocks stand on the sheets of all entries of the kind."""

    @property
    def height(self) -> float:
        """Height of its pages in mm: a digest takes half of the paper."""
        return self.style.paper.height / (2 if self.layout == "digest" and not self.whole else 1)

    @property
    def least(self) -> float:
        """Points of its smallest type."""
        return least_type(self.style, self.layout)

    @property
    def reduced(self) -> float:
        """How much smaller the portrait is on paper that is narrower than usual."""
        return min(1.0, (self.style.paper.width - 2 * SIDE) / WIDTH)

    def size(self, points: float) -> float:
        """A size of type, or that of the smallest type where this is larger."""
        return max(points, self.least)

    def steps(self, sizes: Sequence[float], most: float = math.inf) -> tuple[float, ...]:
        """The sizes of type that are neither too small for the sheet nor larger than `most` points."""
        return tuple(size for size in sizes if self.least <= size <= most)

    def candidates(self) -> Sequence[Candidate]:
        """The densities whose plan has room, the most open first.

        Raises DoesNotFitError where a layout of one page has no room at the smallest type.
        """
        return Candidates(self._thrifty() if len(self._rows()) > 1 else self._roomy())

    @property
    def fits(self) -> bool:
        """Whether its layout has room for it at any size of type."""
        try:
            return bool(self.candidates()[0])
        except DoesNotFitError:
            return False

    def _thrifty(self) -> Iterator[Candidate]:
        """Rows to write in are given up for a third page, as far as that saves it."""
        longer = []
        for candidate in self._roomy():
            if candidate.pages > PAGES:
                longer.append(candidate)
            else:
                yield candidate
        yield from longer

    def _roomy(self) -> Iterator[Candidate]:
        count = 0
        for rows in self._rows():
            lean = self.leaner(rows)
            for density, head in _ways(self):
                for height_safety in (
                    HEIGHT_SAFETIES if count < 2 or (density, head) == _ways(self)[-1] else HEIGHT_SAFETIES[:1]
                ):
                    _, _, pages = _plan(lean.headed(head), density, height_safety)
                    if pages is not None:
                        count += 1
                        yield Candidate(f"{density} {height_safety} {rows} {head}", len(pages))
        if not count:
            space = f"{_amount(self)} of {self.style.paper.name}"
            raise DoesNotFitError(self.entry.id, _shortage(self), space, self.longest(), self._help())

    def source(self, variant: str) -> PageSource:
        """The sheet as `DENSITY CAUTION ROWS HEAD`; nothing to print where the plan has no room."""
        density, height_safety, rows, head = variant.split()
        return _source(self.leaner(int(rows)).headed(head), density, float(height_safety))

    def headed(self, head: str) -> SheetPage:
        """The sheet with a header of this height: tall, or slim and without a portrait."""
        return self if head == self.head else replace(self, head=head)

    def _help(self) -> str:
        """Advice for a layout that has to fit, besides shorter texts."""
        larger = {"A6": "A5", "A5": "A4 or Letter"}.get(self.style.paper.name, "")
        return " or ".join(filter(None, (f"take {larger} paper" if larger else "", "take the full layout")))

    def leaner(self, rows: int) -> SheetPage:
        """The sheet with at most so many rows and lines to write in; as it is for 0 or a filled one."""
        if rows == 0 or rows == ROWS:
            return self
        return replace(self, entry=blank_form.leaner(self.entry, rows), rows=rows)

    def longest(self) -> str:
        """The title of the block that takes most of its height, to say what to shorten."""
        frame = _frame(self, "floor").narrowed((self.style.paper.width - 2 * SIDE) / 2)
        areas = ("play",) if self.layout in ONE and self.entry.area("play") else ("play", "reference")
        blocks = [b for area in areas for b in self.entry.area(area) if b.title]
        return max(blocks, key=lambda block: sheet_height(block, frame)).title if blocks else ""

    def _rows(self) -> tuple[int, ...]:
        return (0,) if self.mode == "filled" else LEANER


def _frame(page: SheetPage, density: str, colours: PrintColours = BLACK) -> SheetFrame:
    sizes = sheet_sizes(density, page.style, page.layout, page.mode)
    width = page.style.paper.width - 2 * SIDE
    tight = page.layout == "digest"
    return SheetFrame(width, sizes, mode=page.mode, own=page.own, lines=page.rows, tight=tight, colours=colours)


def _frames(page: SheetPage, colours: PrintColours) -> dict[str, SheetFrame]:
    return {name: _frame(page, name, colours) for name in (*DENSITIES, TIGHT)}


def _reference_frames(page: SheetPage, density: str) -> dict[str, SheetFrame]:
    """Frames that the reference may take: one step denser than the play page before it takes another page.

    The smallest type is nothing to save paper with, nor is smaller type where large print is asked for.
    """
    if page.layout in ONE:
        return {density: _frame(page, density)}
    play = DENSITIES.index(density)
    last = play if page.layout == "large-print" else max(play, min(play + 1, len(DENSITIES) - 2))
    return {name: _frame(page, name) for name in DENSITIES[: last + 1]}


@dataclass(frozen=True)
class _FirstHeader:
    """The first page's header: its height, the name's size, the facts in rows."""

    height: float
    size: float
    lines: int
    room: float
    facts: tuple[tuple[FactCell, ...], ...]
    picture: bool


def _head(
    page: SheetPage, frame: SheetFrame, rest: Sequence[Block], height_safety: float
) -> tuple[_FirstHeader, list[Block]]:
    facts, blocks = identity(rest)
    slim = page.head == "slim"
    pictured = page.layout != "digest" and not slim
    room = frame.width - 10 - (PICTURE_WIDTH * page.reduced + 4 if pictured else 0)
    face = "slant" if page.style.theme.heading == "italic" else "black"
    steps = page.steps(NAME_STEPS, SLIM_NAME if slim else NAME_STEPS[0])
    size, count = name_size(page.entry.name, room, 8.5 if slim else 15.5, steps, face)
    fact_size = page.size(FACT_SIZE)
    rows = fact_rows(facts.items, frame.narrowed(room), fact_size) if facts else ()
    larger = (page.least - FLOOR + (fact_size - FACT_SIZE) * 1.04) * POINT
    height = (15.5 if slim else 24.0) + len(rows) * (FACT_ROWS[page.mode] + larger)
    if page.mode == "filled":
        further = sum(max(cell.further(fact_size) for cell in row) for row in rows)
        height += further * height_safety + (height_safety - 1) * (height if further else 0.0)
    if not rows and page.mode == "filled":
        own = page.size(SUBTITLE) * 1.1
        under = lines(" / ".join(page.entry.subtitle).upper(), "bold", own, room)
        height = max(height, 18.0 + 3.0 + under * own * POINT * height_safety)
    return _FirstHeader(max(height, 15.5 if slim else 30.0 * page.reduced), size, count, room, rows, pictured), blocks


def _plan(
    page: SheetPage, density: str, height_safety: float
) -> tuple[_FirstHeader, SheetFrame, tuple[PagePlan, ...] | None]:
    frames = _reference_frames(page, density)
    frame = frames[density]
    head, play = _head(page, frame, page.entry.area("play"), height_safety)
    room = _space(page, head)
    alone = page.layout in ONE
    reference = [] if alone and play else list(page.entry.area("reference"))
    spare = not alone and (density in ("dense", "floor") or page.layout == "large-print")
    pages = plan(
        play, reference, frames, density, room, height_safety, spare, bool(page.entry.area("play")), page.places
    )
    if alone and pages is not None and len(pages) > 1:
        pages = None
    if pages is None and page.head == "slim" and (play or page.layout != "digest"):
        pages = on_one(play or reference, frame, density, room, height_safety)
    return head, frame, pages


def in_places(pages: Sequence[SheetPage], peers: Sequence[EntryView]) -> list[SheetPage]:
    """Sheets on which every block stands in the same place for all entries of a kind, these `peers` among them."""
    kinds = {page.entry.kind: page for page in pages}
    every = [*pages, *(replace(kinds[peer.kind], entry=peer) for peer in peers if peer.kind in kinds)]
    by_kind = {kind: _places([page for page in every if page.entry.kind == kind]) for kind in kinds}
    return [replace(page, places=by_kind[page.entry.kind]) for page in pages]


def blank_in_places(page: SheetPage, entries: Sequence[EntryView]) -> SheetPage:
    """A blank sheet on which every block stands where it does on the filled ones of these entries of its kind."""
    filled = [replace(page, entry=entry, mode="filled") for entry in entries if entry.kind == page.entry.kind]
    return replace(page, places=_places(filled)) if filled else page


def _places(pages: Sequence[SheetPage]) -> KindPlaces:
    frame, plays, references, opened = _frame(pages[0], "normal"), [], [], []
    for page in pages:
        head, play = _head(page, frame, page.entry.area("play"), 1.0)
        space = _space(page, head)
        opened.append(PlayPage.of(play, frame, space, 1.0, {}))
        plays.append(play)
        references.append(list(page.entry.area("reference")))
    setting = opened[0].setting
    flowing = [[*play, *reference] for play, reference in zip(plays, references, strict=True)]
    beside, below = play_places(opened)
    return KindPlaces(beside, below, band_places(references, setting), band_places(flowing, setting))


def _later_head(page: SheetPage) -> float:
    """Height of the header of later pages, with the white below it, in mm."""
    return LATER_HEAD - (2.0 if page.layout == "digest" else 0.0)


def _space(page: SheetPage, head: _FirstHeader) -> PageSpace:
    """The room on the pages of a sheet under its headers."""
    high = page.height - (DIGEST_FOOT if page.layout == "digest" else FOOT) - (page.size(FOOT_SIZE) - FOOT_SIZE) * POINT
    top = TOP + head.height + 4.0
    below = max(0.0, PICTURE_TOP + PICTURE_HEIGHT * page.reduced + 4.0 - top) if head.picture else 0.0
    return PageSpace(page.style.paper.width - 2 * SIDE, high - top, high - TOP - _later_head(page), below)


def _source(page: SheetPage, density: str, height_safety: float) -> PageSource:
    head, frame, pages = _plan(page, density, height_safety)
    style, entry = page.style, page.entry
    if pages is None:
        start, end = (f'<section class=page id="{key(entry.id)}-{at}"></section>' for at in ("start", "end"))
        return PageSource(start + end)
    outline = style.ink or page.mode != "filled"
    colours = tokens(style.theme, style.ink)
    foot, short = _foot(page)
    values = {
        "pages": pages, "entry": entry, "mode": page.mode,
        "ink": style.ink, "f": frame, "frames": _frames(page, PrintColours.of(colours)), "form": page.form,
        "name": entry.name, "label": _css(entry.name),
        "kind": entry.kind_title, "subtitle": " / ".join(entry.subtitle), "facts": head.facts,
        "head_class": page.head,
        "head": head.height, "inner": frame.width, "name_size": round(head.size, 2),
        "name_width": head.room, "name_lines": head.lines, **_later(page, frame),
        "bar": drawings.head_bar(frame.width, head.height, colours, outline),
        "bar2": drawings.later_bar(frame.width, colours, outline),
        "first_top": TOP + head.height + 4.0, "later_top": TOP + _later_head(page),
        "picture": _picture(page, colours) if head.picture else "",
        "picture_alt": entry.name if entry.portrait else "Portrait",
        "picture_width": PICTURE_WIDTH * page.reduced, "picture_height": PICTURE_HEIGHT * page.reduced,
        "game": style.game, "foot": foot, "short_name": short,
        "page_style": f"height:{page.height - 0.1:.2f}mm;break-after:auto;" if page.layout == "digest" else "",
    }  # fmt: skip
    template = environment(style.folders).get_template("print/sheet.html")
    return page_source(template, key(entry.id), values)


def _later(page: SheetPage, frame: SheetFrame) -> dict[str, object]:
    """The header of later pages: name and subtitle on one line; and the name as the foot has it."""
    face = "slant" if page.style.theme.heading == "italic" else "black"
    name, parts = page.entry.name, list(page.entry.subtitle)
    small = page.size(LATER_SIZE)
    while parts and width(" / ".join(parts).upper(), "bold", small, 0.06) > frame.width * 0.55:
        parts.pop()
    subtitle = " / ".join(parts)
    room = frame.width - 14 - width(subtitle.upper(), "bold", small, 0.06)
    size = largest(name.upper(), face, page.steps(LATER_STEPS), room)
    if width(name.upper(), face, size) > room:
        subtitle = ""
    short_name = _shortened(name, lambda text: width(text.upper(), face, size) <= frame.width - 14)
    kind = page.entry.kind_title
    return {"later_size": size, "later_sub": subtitle if name else kind, "later_name": short_name}


def _picture(page: SheetPage, colours: dict[str, str]) -> str:
    theme = page.style.theme
    mark = theme.marks.outlines.get(theme.mark, "")
    return drawings.portrait_frame(page.entry.portrait, page.mode, mark, colours, page.style.ink)


def _css(text: str) -> str:
    return "".join(c if c.isalnum() or c == " " else f"\\{ord(c):x} " for c in text)


def _foot(page: SheetPage) -> tuple[str, str]:
    """The foot of each page: game and source as far as there is room for them, and the name."""
    style = page.style
    parts = [style.theme.title, style.credits or page.entry.kind_title]
    text = "  /  ".join(part for part in parts if part)
    size = page.size(FOOT_SIZE)

    def wide(text: str) -> float:
        return width(text, "bold", size, 0.03)

    room = style.paper.width - 2 * SIDE - 2 * size * POINT
    name = page.entry.name or page.entry.kind_title
    short = _shortened(name, lambda text: wide(f"{text}  /  10 of 10") <= room * 0.62)
    room -= wide(f"{short}  /  10 of 10")
    return next((text for text in (text, style.theme.title) if wide(text) <= room), ""), short


def _shortened(text: str, fits: Callable[[str], bool]) -> str:
    """A text, or as much of its beginning as fits."""
    if fits(text):
        return text
    cuts = (text[:n].rstrip() + "…" for n in range(len(text) - 1, 0, -1))
    return next((cut for cut in cuts if fits(cut)), "…")


def _ways(page: SheetPage) -> tuple[tuple[str, str], ...]:
    """Densities with headers, the most open first.

    A screen is read from afar, so its type stays large; large print needs no more air than its size gives.
    Where all has to stand on one page, the portrait is given up after the type has gone down to its floor.
    """
    if page.layout == "screen":
        return tuple((density, "tall") for density in DENSITIES[:2])
    tall = tuple((density, "tall") for density in DENSITIES)
    if page.layout == "large-print":
        return tall[1:]
    if page.layout not in ONE:
        return tall
    slim = ("dense", "floor") if page.height == page.style.paper.height else ("dense", "floor", TIGHT)
    return (*tall, *((density, "slim") for density in slim))


def _amount(page: SheetPage) -> str:
    return "one page" if page.height == page.style.paper.height else "half a page"


def _shortage(page: SheetPage) -> float:
    """By how many mm of height a play page is too small at the smallest type, to the next ten, 1000 at most."""
    times = round(page.style.paper.height / page.height)

    def fits(more: int) -> bool:
        style = replace(
            page.style, paper=replace(page.style.paper, height=page.style.paper.height + 10.0 * more * times)
        )
        return _plan(replace(page, style=style, head="slim"), "floor", 1.0)[2] is not None

    return 10.0 * (1 + bisect_left(range(1, 100), True, key=fits))
