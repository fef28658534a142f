"""Sheets as documents for the engine: each on pages of its own, digests by twos."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from sheetgen.print.cards.card_page import key
from sheetgen.print.engine.copyfit import Candidate, Candidates
from sheetgen.print.engine.job import Job, Unit
from sheetgen.print.sheets.sheet_css import Layout, sheet_css
from sheetgen.print.sheets.sheet_page import SheetPage
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.drawing import PageSource

BETWEEN = "|"
"""Stands between the variants of two halves."""
LOT = 4
"""Sheets in one document, on average."""


@dataclass(frozen=True)
class DigestPage:
    """Two digests on one page of paper; a variant is that of each."""

    halves: tuple[SheetPage, ...]

    def candidates(self) -> Candidates:
        """As many candidates as the half with the most has; the other keeps its last."""
        return Candidates(Candidate(BETWEEN.join(variants)) for variants in self._variants())

    def _variants(self) -> Iterator[list[str]]:
        last = [""] * len(self.halves)
        for row in zip_longest(*(half.candidates() for half in self.halves)):
            last = [candidate.variant if candidate else before for candidate, before in zip(row, last, strict=True)]
            yield last

    def longest(self) -> str:
        """The longest part of the first half."""
        return self.halves[0].longest()

    def source(self, variant: str) -> PageSource:
        """Both halves."""
        first = key(self.halves[0].entry.id)
        parts = [half.source(own) for half, own in zip(self.halves, variant.split(BETWEEN), strict=True)]
        texts = [part.html for part in parts]
        texts[0] = texts[0].replace(f'id="{first}-end"', f'id="{first}-middle"')
        drawings = {address: drawing for part in parts for address, drawing in part.drawings.items()}
        return PageSource("".join(texts) + f'<p class=end id="{first}-end"></p>', drawings)


def digest_units(pages: Sequence[SheetPage]) -> tuple[Unit, ...]:
    """Digests by twos, a unit for each page of paper; one that half a page holds only just takes a whole one.

    A blank one stands on both halves of its page.
    """
    sets: list[list[SheetPage]] = []
    for page in (page if page.whole or page.spares else replace(page, whole=True) for page in pages):
        if sets and not page.whole and len(sets[-1]) == 1 and not sets[-1][0].whole:
            sets[-1].append(page)
        else:
            sets.append([page])
        if page.mode == "blank" and not page.whole:
            sets[-1].append(replace(page, entry=replace(page.entry, id=f"{page.entry.id}-2")))
    return tuple(Unit(own[0].entry.id, key(own[0].entry.id), DigestPage(tuple(own))) for own in sets)


def sheet_unit(page: SheetPage) -> Unit:
    """A sheet as a unit."""
    return Unit(page.entry.id, key(page.entry.id), page)


def sheet_jobs(pages: Sequence[SheetPage], style: PrintStyle, layout: Layout) -> list[Job]:
    """Several sheets as documents of a few sheets each, which are set side by side; forms as a single one.

    Where a document ends hangs on its sheets, not on their place, so that a sheet more or less changes one of them.
    """
    css, parts = sheet_css(style, layout, pages[0].mode if pages else "filled")
    forms = any(page.mode == "form" for page in pages)
    units = digest_units(pages) if layout == "digest" else tuple(sheet_unit(page) for page in pages)
    place = f"a sheet of {style.paper.name}"
    whole = Job(
        units, css, f"{style.theme.title}: sheets", parts=parts, language=style.language, author=style.author,
        tagged=True, forms=forms, place=place, safe=3.0, recto=layout == "large-print", own_fonts=style.own_fonts,
    )  # fmt: skip
    return [whole] if forms else [replace(whole, units=lot) for lot in _lots(units)]


def _lots(units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Units by a few, at most twice as many as on average."""
    lot: list[Unit] = []
    for unit in units:
        lot.append(unit)
        if int(unit.key[1:], 16) % LOT == 0 or len(lot) == 2 * LOT:
            yield tuple(lot)
            lot = []
    if lot or not units:
        yield tuple(lot)
