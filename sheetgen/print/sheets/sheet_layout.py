"""Which block of a sheet stands on which page and in which column, and how far apart.

Page one is for play, see `play_page`; the reference follows in two columns, see `reference_page`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from sheetgen.blocks import Block, Facts, Lines, NamedList, Panel, Prose, Table
from sheetgen.blocks.panel.paper import PanelPart
from sheetgen.print.block_print import sheet_height
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.sheets.measured_bands import LEFT, RIGHT, KindPlaces, Places
from sheetgen.print.sheets.placing import Band, PagePlan, PageSpace, follows
from sheetgen.print.sheets.play_page import play_page
from sheetgen.print.sheets.reference_page import lookup_pages, short_reference

SIDES = (LEFT, RIGHT)
CLOSE = 0.6
"""The white between blocks gets so much smaller before the reference takes another page."""
NOWHERE = KindPlaces()
"""Of no block it is known where it stands for others."""


def plan(
    play: Sequence[Block],
    reference: Sequence[Block],
    frames: Mapping[str, SheetFrame],
    density: str,
    room: PageSpace,
    height_safety: float,
    spare: bool,
    headed: bool = False,
    places: KindPlaces = NOWHERE,
) -> tuple[PagePlan, ...] | None:
    """The pages of a sheet, or nothing where the play page cannot hold what must stand on it.

    `frames` are by density, the most open first: `density` is that of the play page, the reference takes
    the most open one with which it has no more pages than with any. `height_safety` is a factor on every
    reckoned height. `headed` says whether the first page has the header of a play page, be it without blocks
    of its own. With `spare`, what is too much for the play page moves to the reference; else it must fit.
    `places` is where blocks stand for all entries of the kind.
    """
    frame = frames[density]
    if not play and not headed:
        return _fewest(reference, frames, room, height_safety, places.reference)
    if not play:
        return _flowing(reference, frame, density, room, height_safety, places.reference)
    moved: list[Block] = []
    blocks = list(play)
    while True:
        page = play_page(blocks, frame, room, height_safety, places, strict=not spare)
        if page is not None:
            break
        spill = _second_panel(blocks) if spare else None
        if spill is not None:
            moved.insert(0, spill[1])
            blocks[blocks.index(spill[0])] = spill[2]
            continue
        victims = movable(blocks) if spare else []
        if not victims:
            if not spare:
                return None
            flowing = _flowing([*blocks, *moved, *reference], frame, density, room, height_safety, places.flow)
            last = movable(blocks, least=1)
            page = play_page(_without(blocks, last), frame, room, height_safety, places) if last else None
            if page is None:
                return flowing
            later = lookup(reference, [*last, *moved], frames, room, height_safety, places)
            return min(((replace(page, density=density), *later), flowing), key=len)
        blocks = _without(blocks, victims)
        moved = [*victims, *moved]
    whole = None if moved else _with_foot(blocks, reference, frame, room, height_safety, places)
    if whole is not None:
        return (replace(whole, density=density),)
    return (replace(page, density=density), *lookup(reference, moved, frames, room, height_safety, places))


def _with_foot(
    play: Sequence[Block],
    reference: Sequence[Block],
    frame: SheetFrame,
    room: PageSpace,
    height_safety: float,
    places: KindPlaces,
) -> PagePlan | None:
    """The play page with all of a short reference at its foot; nothing where there is no room for that."""
    foot = short_reference(reference, frame, room, height_safety, places.reference)
    if foot is None:
        return None
    height, bands = foot
    page = play_page(play, frame, replace(room, first=room.first - height), height_safety, places, strict=True)
    return page and replace(page, bands=(*page.bands, *bands))


def lookup(
    blocks: Sequence[Block],
    moved: Sequence[Block],
    frames: Mapping[str, SheetFrame],
    room: PageSpace,
    height_safety: float,
    places: KindPlaces,
) -> tuple[PagePlan, ...]:
    """The pages of the reference, after what an earlier page has no room for."""
    every = _after(moved, blocks)
    return _fewest(every, frames, room, height_safety, places.reference) if every else ()


def _after(moved: Sequence[Block], reference: Sequence[Block]) -> list[Block]:
    """The reference with what the play page has no room for: lines to write on last, if they are not all there is."""
    texts, lines = ([b for b in moved if isinstance(b, Lines) == lined] for lined in (False, True))
    blocks = [*texts, *reference]
    return [*blocks, *([] if not blocks or any(isinstance(b, Lines) for b in blocks) else lines)]


def _fewest(
    blocks: Sequence[Block], frames: Mapping[str, SheetFrame], room: PageSpace, height_safety: float, places: Places
) -> tuple[PagePlan, ...]:
    """The pages of the reference in the most open density that takes no more of them than any.

    Of these, those are taken on which blocks stand where they do for others, and that have lines to write on.
    """
    tried = {name: lookup_pages(blocks, frame, room, height_safety, places=places) for name, frame in frames.items()}
    fewest = min(map(len, tried.values()))
    last = [*frames][-1]
    if (
        fewest > 1
        and len(close := lookup_pages(blocks, frames[last], room, height_safety, None, places, CLOSE)) < fewest
    ):
        return tuple(replace(page, density=last) for page in close)
    short = {name: pages for name, pages in tried.items() if len(pages) <= fewest}
    chosen = max(short, key=lambda name: (_kept(short[name], places), _lined(short[name])))
    return tuple(replace(page, density=chosen) for page in tried[chosen])


def _kept(pages: Sequence[PagePlan], places: Places) -> bool:
    """Whether all blocks stand on the side where they do for others."""
    bands = [band.columns for page in pages for band in page.bands if len(band.columns) > 1]
    sides = (
        (side, placed.block.id) for band in bands for side, c in zip(SIDES, band, strict=True) for placed in c.placed
    )
    return all(places.get(name, side) == side for side, name in sides)


def _lined(pages: Sequence[PagePlan]) -> bool:
    """Whether there are lines to write on."""
    columns = (column for page in pages for band in page.bands for column in band.columns)
    return any(isinstance(placed.block, Lines) for column in columns for placed in column.placed)


def on_one(
    play: Sequence[Block], frame: SheetFrame, density: str, room: PageSpace, height_safety: float
) -> tuple[PagePlan, ...] | None:
    """Everything in two even columns on one page, without lines to write on; nothing where it takes more."""
    pages = _flowing([b for b in play if not isinstance(b, Lines)], frame, density, room, height_safety, {})
    return pages if len(pages) == 1 and _holds(pages[0], frame, room, height_safety) else None


def _holds(page: PagePlan, frame: SheetFrame, room: PageSpace, height_safety: float) -> bool:
    """Whether what was put on the first page is no higher than it."""
    tall = 0.0
    for band in page.bands:
        heights = []
        for column in band.columns:
            own = frame.narrowed(column.width)
            heights.append(column.top + sum(p.gap + sheet_height(p.block, own) * height_safety for p in column.placed))
        tall += max(heights, default=0.0)
    return tall <= room.first


def _second_panel(blocks: Sequence[Block]) -> tuple[Panel, Panel, Panel] | None:
    """A panel of several entries: itself, all but its first entry, and its first entry."""
    for block in blocks:
        if isinstance(block, Panel) and len(block.entries) > 1:
            first = block.first if isinstance(block, PanelPart) else 1
            rest = PanelPart(
                id=block.id, title=block.title, entries=block.entries[1:], secret=block.secret, first=first + 1
            )
            return block, rest, replace(block, entries=block.entries[:1])
    return None


def _flowing(
    blocks: Sequence[Block], frame: SheetFrame, density: str, room: PageSpace, height_safety: float, places: Places
) -> tuple[PagePlan, ...]:
    """Everything in order on as many pages as it takes: in large print, on small paper, under a header alone."""
    if not blocks:
        return (PagePlan("play", density, ()),)
    first = replace(room, later=room.first - room.picture)
    pages = lookup_pages(blocks, frame, room, height_safety, first, places)
    top = replace(
        pages[0], bands=tuple(lowered(band, room.picture) for band in pages[0].bands[:1]) + pages[0].bands[1:]
    )
    return tuple(replace(page, density=density) for page in (replace(top, kind="play"), *pages[1:]))


def lowered(band: Band, by: float) -> Band:
    """A band with so much white above it."""
    return Band(tuple(replace(column, top=column.top + by) for column in band.columns))


def _without(blocks: Sequence[Block], moved: Sequence[Block]) -> list[Block]:
    return [block for block in blocks if not any(block is victim for victim in moved)]


def movable(blocks: Sequence[Block], least: int = 2) -> list[Block]:
    """The block that can stand on another page, with the text that belongs to it: lines, or the last of the others.

    Of the others, none where there are fewer than `least`.
    """
    if any(isinstance(block, Lines) for block in blocks):
        return [next(block for block in blocks if isinstance(block, Lines))]
    kinds = (Table, NamedList, Prose)
    heads = [n for n, b in enumerate(blocks) if isinstance(b, kinds) and not follows(b)]
    if len(heads) < least:
        return []
    last = heads[-1]
    return [blocks[last], *takewhile(follows, blocks[last + 1 :])]


def identity(blocks: Iterable[Block]) -> tuple[Facts | None, list[Block]]:
    """The first facts, which stand in the header, and the rest."""
    rest = list(blocks)
    facts = next((b for b in rest if isinstance(b, Facts) and not b.secret), None)
    if facts is not None:
        rest.remove(facts)
    return facts, rest
