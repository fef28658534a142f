"""Sheets that have to fit a page, or half of one, and have no room for all of it: what they show instead.

A filled one shows what a digest has. One to write on leaves out the last tables and texts of play, which stay on the
full sheet. What became of them is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Block
from sheetgen.print.sheets.half_page import digested
from sheetgen.print.sheets.kind_tables import alike
from sheetgen.print.sheets.sheet_css import ONE
from sheetgen.print.sheets.sheet_layout import NOWHERE, movable
from sheetgen.print.sheets.sheet_page import SheetPage


@dataclass(frozen=True)
class ShorterSheet:
    """A sheet as it is printed, and what of it has no room there."""

    page: SheetPage
    digest: bool = False
    """Whether it shows what a digest has."""
    left_out: tuple[str, ...] = ()
    """The titles of the blocks that were left out."""


def shortened(page: SheetPage) -> ShorterSheet:
    """A sheet as it is, where it fits or goes on over pages; else what there is room for."""
    if page.layout not in ONE or page.fits:
        return ShorterSheet(page)
    if page.mode != "filled":
        return _without_last(replace(page, whole=True))
    return ShorterSheet(_digest_of(page), digest=True) if page.layout == "one-page" else ShorterSheet(page)


def shortening_warnings(sheets: Iterable[ShorterSheet]) -> Iterator[str]:
    """What to say of sheets that do not show everything."""
    sheets = [*sheets]
    if digests := [sheet.page for sheet in sheets if sheet.digest]:
        names, paper = ", ".join(page.entry.name for page in digests), digests[0].style.paper.name
        yield f"what play needs takes more than one page of {paper}, so this is what a digest has: {names}"
    for titles in dict.fromkeys(sheet.left_out for sheet in sheets if sheet.left_out):
        yield f"the full layout has what there is no room for here: {', '.join(titles)}"


def _digest_of(page: SheetPage) -> SheetPage:
    """What a digest has of an entry, on a page of its own."""
    return replace(page, entry=alike([digested(page.entry)])[0], layout="digest", whole=True, places=NOWHERE)


def _without_last(page: SheetPage) -> ShorterSheet:
    """A sheet to write on with as much as a page has room for of what is used in play; all where nothing helps."""
    area = "play" if page.entry.area("play") else "reference"
    shorter, titles = page, list[str]()
    while not shorter.fits:
        blocks = shorter.entry.area(area)
        victims = movable(blocks)
        if not victims:
            return ShorterSheet(page)
        titles[:0] = _titles(victims)
        rest = tuple(block for block in blocks if not any(block is victim for victim in victims))
        shorter = replace(shorter, entry=replace(shorter.entry, areas={**shorter.entry.areas, area: rest}))
    return ShorterSheet(shorter, left_out=tuple(titles))


def _titles(blocks: Sequence[Block]) -> Iterator[str]:
    return (block.title for block in blocks if block.title)
