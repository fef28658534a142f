"""Character sheets: a page for play and the reference, filled, blank or to fill in on a screen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from sheetgen.blocks import Block, EntryView
from sheetgen.blocks.table import ROWS
from sheetgen.print.block_print import sheet_height
from sheetgen.print.cards.card_page import key
from sheetgen.print.css import tokens
from sheetgen.print.engine.copyfit import Candidate, Candidates
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.sheets import blank_form, drawings
from sheetgen.print.sheets.grid_pages import GridPage, grid_plans, kind_rows
from sheetgen.print.sheets.headers import (
    GRID,
    NAME_ROOM,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    FirstHeader,
    first_header,
    later_head,
    later_header,
    page_space,
    sheet_foot,
)
from sheetgen.print.sheets.kind_places import band_places, play_places
from sheetgen.print.sheets.measured_bands import KindPlaces
from sheetgen.print.sheets.placing import PagePlan, PageSpace
from sheetgen.print.sheets.play_page import PlayPage
from sheetgen.print.sheets.reference_page import short_reference
from sheetgen.print.sheets.sheet import Sheet, reference_frames, sheet_frame, sheet_frames
from sheetgen.print.sheets.sheet_css import DENSITIES, ONE, SIDE, TIGHT, TOP
from sheetgen.print.sheets.sheet_layout import lookup, lowered, on_one, plan
from sheetgen.print.templates import page_source, template
from sheetgen.print.text_metrics.drawing import PageSource

HEIGHT_SAFETIES = (1.0, 1.04, 1.1, 1.25, 1.6)
"""Factors on every reckoned height, for when the engine sets something higher than that."""
PAGES = 2
"""A sheet to write on should take no more."""
LEANER = (ROWS, 5, 4, 3, 2)
"""Rows to write in, tried in this order."""
FEW_ROWS = 4
"""No fewer rows to write in are left where a sheet takes more than `PAGES` anyway."""
SHORT, OPEN = 0.3, ("roomy", "normal", "dense")
"""A page that is filled to no more than this part is spared by rows given up, and in one of these densities."""
Ways = tuple[tuple[str, str], ...]
"""Densities, each with a header."""


@dataclass(frozen=True)
class SheetPage(Sheet):
    """A sheet as the engine sets it; a variant names a density and how carefully heights are reckoned."""

    def candidates(self) -> Sequence[Candidate]:
        """The densities whose plan has room, the most open first.

        Raises DoesNotFitError where a layout of one page has no room at the smallest type.
        """
        return Candidates(self._all())

    @property
    def fits(self) -> bool:
        """Whether its layout has room for it at any size of type."""
        try:
            return bool(self.candidates()[0])
        except DoesNotFitError:
            return False

    def settled(self, by_itself: SheetPage) -> SheetPage:
        """The sheet as its kind is set where that has room with some to spare, else by itself where this has."""
        if self.spares:
            return self
        return self if self.fits and not by_itself.spares else by_itself

    @property
    def spares(self) -> bool:
        """Whether it has room for it too where the engine sets something a little higher than reckoned."""
        try:
            return any(float(candidate.variant.split()[1]) > 1 for candidate in self.candidates())
        except DoesNotFitError:
            return False

    def _all(self) -> Iterator[Candidate]:
        """Those with fixed places before others, which are for what fits none of them."""
        count = 0
        for ways in _ways(self):
            for candidate in self._thrifty(ways) if len(self._rows()) > 1 else self._roomy(ways):
                count += 1
                yield candidate
        if not count:
            space = f"{_amount(self)} of {self.style.paper.name}"
            raise DoesNotFitError(self.entry.id, _shortage(self), space, self.longest(), self.advice())

    def _thrifty(self, ways: Ways) -> Iterator[Candidate]:
        """Rows to write in are given up for a third page, as far as that saves it, and some of them for a later one or
        one that holds little."""
        candidates = self._roomy(ways)
        first = next(candidates, None)
        if first is None:
            return
        if first.pages == PAGES and self._ends_short(first.variant):
            yield from self._shorter([first, *candidates], OPEN)
            return
        longer: list[Candidate] = []
        for candidate in chain([first], candidates):
            if candidate.pages > PAGES:
                longer.append(candidate)
            else:
                yield candidate
        yield from self._shorter(longer)

    def _ends_short(self, variant: str) -> bool:
        """Whether little stands on the last page of a variant, and none of it at a fixed place."""
        density, height_safety, rows, head = variant.split()
        _, frame, pages = _plan(self.leaner(int(rows)).headed(head), density, float(height_safety))
        if not pages or pages[-1].cells:
            return False
        columns = [[(c.width, p.block) for p in c.placed] for band in pages[-1].bands for c in band.columns]
        high = max(sum(sheet_height(block, frame.narrowed(width)) for width, block in column) for column in columns)
        return high < SHORT * self.height

    def _shorter(self, longer: Sequence[Candidate], densities: Sequence[str] = ()) -> Sequence[Candidate]:
        """Candidates in their order, after those that save pages by a few rows less.

        Their density is that of the first, or one of several, and what stands on its first page stays there.
        """
        first = longer[0] if longer else Candidate()
        densities = densities or first.variant.split()[:1]
        saving = [
            candidate
            for candidate in longer
            if candidate.pages < first.pages
            and candidate.variant.split()[0] in densities
            and int(candidate.variant.split()[2]) >= FEW_ROWS
            and self._opening(first.variant) <= self._opening(candidate.variant)
        ]
        saving.sort(key=lambda candidate: candidate.pages)
        return [*saving, *(candidate for candidate in longer if candidate not in saving)]

    def _opening(self, variant: str) -> set[str]:
        """The ids of what stands on the first page of a variant."""
        density, height_safety, rows, head = variant.split()
        _, _, pages = _plan(self.leaner(int(rows)).headed(head), density, float(height_safety))
        page = (pages or (PagePlan("", "", ()),))[0]
        placed = [p.block.id for band in page.bands for column in band.columns for p in column.placed]
        return {*placed, *(cell.block.id for cell in page.cells if cell.block)}

    def _roomy(self, ways: Ways) -> Iterator[Candidate]:
        count = 0
        for rows in self._rows():
            lean = self.leaner(rows)
            for density, head in ways:
                every = count < 2 or (density, head) in ways[-2:]
                for height_safety in HEIGHT_SAFETIES if every else HEIGHT_SAFETIES[:1]:
                    _, _, pages = _plan(lean.headed(head), density, height_safety)
                    if pages is not None:
                        count += 1
                        yield Candidate(f"{density} {height_safety} {rows} {head}", len(pages))
                    elif head != "slim":
                        # In columns as they stand, what has no room has none where it is reckoned higher.
                        break

    def source(self, variant: str) -> PageSource:
        """The sheet as `DENSITY CAUTION ROWS HEAD`; nothing to print where the plan has no room."""
        density, height_safety, rows, head = variant.split()
        return _source(self.leaner(int(rows)).headed(head), density, float(height_safety))

    def advice(self) -> str:
        """What helps where it does not fit; a sheet without a name has no texts to shorten."""
        texts = "shorten its longest texts" if self.entry.name else ""
        larger = {"A6": "take A5 paper", "A5": "take A4 or Letter paper"}.get(self.style.paper.name, "")
        layouts = {"one-page": "take the digest or the full layout", "digest": "take the full layout"}
        return " or ".join(filter(None, (texts, larger, layouts.get(self.layout, "")))) or "take larger paper"

    def leaner(self, rows: int) -> SheetPage:
        """The sheet with at most so many rows and lines to write in; as it is for 0 or a filled one."""
        if rows == 0 or rows == ROWS:
            return self
        return replace(self, entry=blank_form.leaner(self.entry, rows), rows=rows)

    def longest(self) -> str:
        """The title of the block that takes most of its height, to say what to shorten; none without a name."""
        if not self.entry.name:
            return ""
        frame = sheet_frame(self, "floor").narrowed((self.style.paper.width - 2 * SIDE) / 2)
        areas = ("play",) if self.layout in ONE and self.entry.area("play") else ("play", "reference")
        blocks = [b for area in areas for b in self.entry.area(area) if b.title]
        return max(blocks, key=lambda block: sheet_height(block, frame)).title if blocks else ""

    def _rows(self) -> tuple[int, ...]:
        return (0,) if self.mode == "filled" else LEANER


def _plan(
    page: SheetPage, density: str, height_safety: float
) -> tuple[FirstHeader, SheetFrame, tuple[PagePlan, ...] | None]:
    frames = reference_frames(page, density)
    frame = frames[density]
    head, play = first_header(page, frame, page.entry.area("play"), height_safety)
    room = page_space(page, head)
    if page.head == GRID:
        return head, frame, _grid_plan(page, frames, density, room, height_safety)
    alone = page.layout in ONE
    reference = [] if alone and play else list(page.entry.area("reference"))
    spare = not alone and (density in ("dense", "small", "floor") or page.layout == "large-print")
    pages = plan(
        play, reference, frames, density, room, height_safety, spare, bool(page.entry.area("play")), page.places
    )
    if alone and pages is not None and len(pages) > 1:
        pages = None
    if pages is None and page.head == "slim" and (play or page.layout != "digest"):
        pages = on_one(play or reference, frame, density, room, height_safety)
    return head, frame, pages


def _grid_plan(
    page: SheetPage, frames: Mapping[str, SheetFrame], density: str, room: PageSpace, height_safety: float
) -> tuple[PagePlan, ...] | None:
    """Pages with fixed places and those that follow; what they have no room for follows only in small type."""
    blocks = _blocks(page)
    grids = [
        GridPage(grid=grid, frame=frames[density], height_safety=height_safety, blocks=blocks) for grid in page.grids
    ]
    spare, alone = density == DENSITIES[-1] and page.layout not in ONE, page.layout in ONE
    planned = grid_plans(grids, density, room, page.places.rows.get(density, ()), spare)
    if planned is None or (alone and planned[1]):
        return None
    fixed = {name for grid in page.entry.pages for name in grid.blocks}
    follows = [block for block in page.entry.area("reference") if block.id not in fixed]
    if alone or not (follows or planned[1]):
        return tuple(planned[0])
    if not planned[1] and (whole := _with_foot(page, grids, follows, frames[density], density, room)):
        return whole
    return (*planned[0], *lookup(follows, planned[1], frames, room, height_safety, page.places))


def _with_foot(
    page: SheetPage,
    grids: Sequence[GridPage],
    follows: Sequence[Block],
    frame: SheetFrame,
    density: str,
    room: PageSpace,
) -> tuple[PagePlan, ...] | None:
    """Pages with fixed places, the last with all of a short reference at its foot; None where there is no room."""
    foot = short_reference(follows, frame, room, grids[0].height_safety, page.places.reference)
    if foot is None or len(grids) > PAGES:
        return None
    height, bands = foot
    space = replace(room, later=room.later - height) if grids[1:] else replace(room, first=room.first - height)
    planned = grid_plans(grids, density, space, page.places.rows.get(density, ()), spare=False)
    if planned is None or planned[1]:
        return None
    *before, last = planned[0]
    above = space.later if before else space.first
    return (*before, replace(last, bands=(lowered(bands[0], above), *bands[1:])))


def narrow_places(pages: Sequence[SheetPage]) -> Iterator[str]:
    """What to tell of places that are too narrow for what stands in them, even in the smallest type."""
    places = dict[str, tuple[float, str]]()
    for page in (page for page in pages if page.layout not in ONE):
        frame = sheet_frame(page, DENSITIES[-1])
        for grid in page.grids:
            own = GridPage(grid=grid, frame=frame, height_safety=1.0, blocks=_blocks(page))
            places |= {title: (own.width(place), place.where) for place, title in own.narrow()}
    for name, (width, where) in places.items():
        narrow = f"the place of “{name}” on the sheet is {width:.0f} mm wide, too narrow: it stands on the next page"
        yield f"{where}: {narrow}"


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
    frame, plays, references, opened = sheet_frame(pages[0], "normal"), [], [], []
    rows = row_heights(pages) if pages[0].grids else {}
    for page in pages:
        head, play = first_header(page, frame, page.entry.area("play"), 1.0)
        space = page_space(page, head)
        opened.append(PlayPage.of(play, frame, space, 1.0, {}))
        plays.append(play)
        references.append(list(page.entry.area("reference")))
    setting = opened[0].setting
    flowing = [[*play, *reference] for play, reference in zip(plays, references, strict=True)]
    beside, below = play_places(opened)
    return KindPlaces(beside, below, band_places(references, setting), band_places(flowing, setting), rows)


def row_heights(pages: Sequence[SheetPage]) -> dict[str, list[tuple[float, ...]]]:
    """How high the rows of pages with fixed places are for all entries of a kind, in each density."""
    return {
        density: kind_rows(
            [GridPage(grid=grid, frame=frame, height_safety=1.0, blocks=_blocks(page)) for page in pages]
            for grid in pages[0].grids
        )
        for density, frame in ((name, sheet_frame(pages[0], name)) for name in DENSITIES)
    }


def _blocks(page: SheetPage) -> dict[str, Block]:
    return {block.id: block for area in ("play", "reference") for block in page.entry.area(area)}


def _source(page: SheetPage, density: str, height_safety: float) -> PageSource:
    head, frame, pages = _plan(page, density, height_safety)
    style, entry = page.style, page.entry
    if pages is None:
        start, end = (f'<section class=page id="{key(entry.id)}-{at}"></section>' for at in ("start", "end"))
        return PageSource(start + end)
    outline = style.ink or page.mode != "filled"
    colours = tokens(style.theme, style.ink)
    foot, short = sheet_foot(page)
    values = {
        "pages": pages, "entry": entry, "mode": page.mode,
        "ink": style.ink, "f": frame, "frames": sheet_frames(page, PrintColours.of(colours)), "form": page.form,
        "name": entry.name, "subtitle": head.subtitle, "facts": head.facts,
        "head_class": page.head,
        "head": head.height, "inner": frame.width, "name_size": round(head.size, 2),
        "name_width": head.room, "name_lines": head.lines,
        "name_top": head.above, "name_room": NAME_ROOM, **later_header(page, frame),
        "bar": drawings.head_bar(frame.width, head.height, colours, outline),
        "bar2": drawings.later_bar(frame.width, colours, outline),
        "first_top": TOP + head.height + 4.0, "later_top": TOP + later_head(page),
        "picture": _picture(page, colours) if head.picture or page.head == GRID else "",
        "picture_alt": entry.name if entry.portrait else style.words("Portrait"),
        "picture_width": PICTURE_WIDTH * page.reduced, "picture_height": PICTURE_HEIGHT * page.reduced,
        "game": style.game, "foot": foot, "short_name": short,
        "page_style": f"height:{page.height - 0.1:.2f}mm;break-after:auto;" if page.layout == "digest" else "",
    }  # fmt: skip
    return page_source(template("print/sheet.html", style), key(entry.id), values)


def _picture(page: SheetPage, colours: dict[str, str]) -> str:
    theme = page.style.theme
    mark = theme.marks.outlines.get(theme.mark, "")
    return drawings.portrait_frame(page.entry.portrait, page.mode, mark, colours, page.style.ink)


def _ways(page: SheetPage) -> tuple[Ways, ...]:
    """Densities with headers, the most open first: with fixed places, and by themselves.

    A screen is read from afar, so its type stays large; large print needs no more air than its size gives.
    Where all has to stand on one page, the portrait is given up after the type has gone down to its floor.
    """
    tall = tuple((density, "tall") for density in DENSITIES)
    if page.layout == "screen":
        return (tall[:2],)
    if page.layout == "large-print":
        return (tall[1:],)
    fixed = (tuple((density, GRID) for density in DENSITIES),) if page.grids else ()
    if page.layout not in ONE:
        return (*fixed, tall)
    slim = ("dense", "small", "floor", TIGHT)
    return (*fixed, (*tall, *((density, "slim") for density in slim)))


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
