"""Columns filled with a text that has been set in one strip: where it breaks, and where each piece of it stands.

Breaks follow CSS Fragmentation Level 3: nothing is torn that should stay together, as long as columns are not left
empty by that. Columns above something wider, and those at the end, are levelled. All lengths are of one unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

FREE, AVOIDED, NESTED, KEPT = range(4)
"""Whether a text may break after a slice: it may, it should rather not, even less since what stands together there is
part of something that does, it may not."""
FILLED = 0.7
"""A page that is less full than this in one of its columns tears what should stay together."""
FEW = 0.18
"""What fills a last page to no more than this part of it is a few lines."""
_LEAST_REST = 0.07
"""What is torn goes on with at least this part of a page: it is rather torn a line earlier."""
_WAYS = (
    (0.5, 1.0, 1.0), (1.0, 1.0, 1.0), (1.0, 0.85, 1.0), (1.0, 0.7, 1.0), (1.0, 0.7, 0.985), (1.0, 0.7, 0.97),
    (1.0, 0.6, 0.96),
)  # fmt: skip
"""How pages may hold more, the least change first: the part of the slack used, and those left of the white between
blocks and of the leading."""
_LOWER = tuple(1 - n / 400 for n in range(41))
"""How high all pages of a text may be against the paper so that its last one is filled, the least change first."""
_STEPS = 14
_HAIR = 0.05


@dataclass(frozen=True, kw_only=True)
class Slice:
    """A line of text, a row or a picture of a long strip of text.

    `columns` is how many of its width stand beside each other, `after` whether the text may break after it. With the
    boxes that begin with it and end with it, it reaches from `top` to `bottom`. `repeated` is the height of the head
    that stands above it where a column begins with it. After a `loose` one stands white between blocks.
    """

    top: float
    bottom: float
    columns: int = 1
    after: int = FREE
    repeated: float = 0.0
    loose: bool = False


@dataclass(frozen=True, kw_only=True)
class Piece:
    """Slices that stand below each other, the first to before `stop`, in a column of a page, `y` from its top.

    So much of the `leading` is left, the distance from line to line that the text was set with.
    """

    first: int
    stop: int
    page: int
    column: int
    y: float
    leading: float = 1.0


def filled(slices: Sequence[Slice], height: float, slack: float = 0.0, goes_on: bool = False) -> list[Piece]:
    """All slices in the columns of pages that are `height` high.

    Where that spares a page they are up to `slack` higher, and the white between blocks and lines is a little less;
    where it does not, the last page has more than a few lines. Of a text that `goes_on` elsewhere, pages are rather a
    little lower, until the last one is filled.
    """
    if goes_on:
        return _filled_to_the_end(slices, height)
    usual = _Filling(slices, height).pieces()
    if not slack or not usual or not usual[-1].page:
        return usual
    # Where the closest way spares no page, the others need not be tried.
    spares = _closer(slices, height, slack, _WAYS[-1], usual)
    closer = (_closer(slices, height, slack, way, usual) for way in _WAYS if spares)
    if fewer := next((pieces for pieces in closer if pieces and not _ends_short(slices, height, pieces)), None):
        return fewer
    return _with_more_at_the_end(slices, height, usual) if _ends_short(slices, height, usual) else usual


def _ends_short(slices: Sequence[Slice], height: float, pieces: Sequence[Piece]) -> bool:
    """Whether only a few lines stand on the last page of several."""
    return pieces[-1].page > 0 and _Filling(slices, height).foot(pieces) < FEW * height


def _closer(
    slices: Sequence[Slice], height: float, slack: float, way: tuple[float, float, float], usual: Sequence[Piece]
) -> list[Piece]:
    """All slices set closer in one of the ways, if that takes fewer pages than usual."""
    share, white, leading = way
    close = _close(slices, white, leading)
    pieces = _Filling(close, height + share * slack).pieces()
    if pieces[-1].page >= usual[-1].page:
        return []
    pieces = [replace(piece, leading=leading) for piece in pieces]
    return pieces if white == 1 else [block for piece in pieces for block in _blocks(piece, close)]


def _with_more_at_the_end(slices: Sequence[Slice], height: float, usual: list[Piece]) -> list[Piece]:
    """All slices with more than a few of them on the last page, where the one before it may be a little lower."""
    before = usual[-1].page - 1
    start = next(piece.first for piece in usual if piece.page == before)
    if start and slices[start].repeated:
        return usual
    ends = _filled_to_the_end(slices[start:], height, FEW, last=1)
    moved = [replace(p, first=start + p.first, stop=start + p.stop, page=before + p.page) for p in ends]
    return [piece for piece in usual if piece.page < before] + moved


def _filled_to_the_end(
    slices: Sequence[Slice], height: float, least: float = FILLED, last: float = math.inf
) -> list[Piece]:
    """All slices on pages up to the `last` of which the last one is filled at least to a part, where that can be."""
    fullest: list[Piece] = []
    lowest = 0.0
    for share in _LOWER if slices else ():
        filling = _Filling(slices, share * height, FILLED / share)
        pieces = filling.pieces()
        foot = filling.foot(pieces)
        if pieces[-1].page > last:
            continue
        if foot > lowest:
            fullest, lowest = pieces, foot
        if foot >= least * height:
            break
    return fullest


def scaled(slices: Sequence[Slice], leading: float) -> list[Slice]:
    """Slices with so much left of the distance between all that is in them."""
    return [
        replace(part, top=leading * part.top, bottom=leading * part.bottom, repeated=leading * part.repeated)
        for part in slices
    ]


def _close(slices: Sequence[Slice], white: float, leading: float) -> list[Slice]:
    """Slices with so much left of the white between blocks, and of the leading."""
    slices = scaled(slices, leading)
    moved, close = 0.0, list(slices[:1])
    for before, after in pairwise(slices):
        moved += (1 - white) * max(0.0, after.top - before.bottom) if before.loose else 0.0
        close.append(replace(after, top=after.top - moved, bottom=after.bottom - moved))
    return close


def _blocks(piece: Piece, slices: Sequence[Slice]) -> Iterator[Piece]:
    """A piece parted between its blocks, each at its place."""
    starts = [piece.first, *(n for n in range(piece.first + 1, piece.stop) if slices[n - 1].loose)]
    first = slices[piece.first]
    head = first.repeated if piece.first else 0.0
    for start, stop in pairwise([*starts, piece.stop]):
        y = piece.y + (slices[start].top - first.top + head if start > piece.first else 0.0)
        yield replace(piece, first=start, stop=stop, y=y)


class _Filling:
    """Pages that are being filled, each at least to a part of its height."""

    def __init__(self, slices: Sequence[Slice], height: float, least: float = FILLED) -> None:
        self.slices, self.height, self.least = slices, height, least

    def foot(self, pieces: Sequence[Piece]) -> float:
        """How far down its text reaches on the last page."""
        return max(piece.y + self._high(piece.first, piece.stop) for piece in pieces if piece.page == pieces[-1].page)

    def pieces(self) -> list[Piece]:
        """All pieces in their order."""
        pieces: list[Piece] = []
        at, page, y = 0, 0, 0.0
        while at < len(self.slices):
            stop = self._run_end(at)
            gap = self.slices[at].top - self.slices[at - 1].bottom if y else 0.0
            ends = self._row(at, stop, self.height - y - gap, above=y)
            if ends is None:
                page, y = page + 1, 0.0
                continue
            starts = [at, *ends]
            deepest = 0.0
            for column, (first, last) in enumerate(zip(starts, ends, strict=False)):
                if first < last:
                    pieces.append(Piece(first=first, stop=last, page=page, column=column, y=y + gap))
                    deepest = max(deepest, self._high(first, last))
            y += gap + deepest
            at = ends[-1]
            if at < stop:
                page, y = page + 1, 0.0
        return pieces

    def _run_end(self, at: int) -> int:
        """Where the slices that stand in as many columns end."""
        columns = self.slices[at].columns
        return next((n for n in range(at, len(self.slices)) if self.slices[n].columns != columns), len(self.slices))

    def _high(self, first: int, stop: int) -> float:
        slices = self.slices
        repeated = slices[first].repeated if first else 0.0
        return slices[stop - 1].bottom - slices[first].top + repeated

    def _row(self, at: int, stop: int, room: float, above: float) -> list[int] | None:
        """Where each of the columns ends that stand beside each other here; None where nothing fits.

        The page is filled so far `above` them; 0 is a page of which nothing is filled.
        """
        count = self.slices[at].columns
        ends = self._ends(at, stop, room, count, above)
        if ends[-1] == at:
            return None
        if ends[-1] < stop:
            # Nothing more fits, so columns that stay empty take a part of what stands in the others.
            return (count > 1 and ends[-2] == ends[-1] and self._levelled(at, ends[-1], room, count)) or ends
        ways = (self._levelled(at, stop, room, count, worst) for worst in (FREE, AVOIDED, NESTED))
        levelled = next(filter(None, ways), ends)
        if stop == len(self.slices) or self.slices[stop - 1].after == FREE:
            return levelled
        return self._with_next(at, stop, room, levelled, above)

    def _with_next(self, at: int, stop: int, room: float, ends: list[int], above: float) -> list[int] | None:
        """The same where something wider follows that the last slices stay with: all of them go where it goes."""
        deepest = max(self._high(first, last) for first, last in zip([at, *ends], ends, strict=False) if first < last)
        after = next((n for n in range(stop, len(self.slices)) if self.slices[n].after == FREE), len(self.slices) - 1)
        if deepest + self.slices[after].bottom - self.slices[stop - 1].bottom <= room:
            return ends
        tail = next((n for n in range(stop - 1, at, -1) if self.slices[n - 1].after == FREE), at)
        if tail > at:
            return self._levelled(at, tail, room, self.slices[at].columns) or [tail]
        return None if above else ends

    def _ends(self, at: int, stop: int, room: float, count: int, above: float) -> list[int]:
        ends = []
        for _ in range(count):
            at = self._column(at, stop, room, above) if at < stop else stop
            ends.append(at)
        return ends

    def _levelled(self, at: int, stop: int, room: float, count: int, worst: int = FREE) -> list[int] | None:
        """The columns that hold all of some slices, as low as can be with nothing torn that is worse to tear."""
        low, high, best = 0.0, room, None
        for _ in range(_STEPS if count > 1 else 1):
            middle = (low + high) / 2 if best else high
            ends = []
            start = at
            for _ in range(count):
                start = self._furthest(start, stop, middle, worst) if start < stop else stop
                ends.append(start)
            if ends[-1] == stop:
                high, best = middle, ends
            elif best is None:
                return None
            else:
                low = middle
        return best

    def _column(self, at: int, stop: int, room: float, above: float) -> int:
        """Where a column ends that begins with a slice: as full as can be with nothing torn, if that is full enough.

        What stands above it on its page counts: little room at the foot tears nothing.
        """
        end = at
        for worst in (FREE, AVOIDED, NESTED):
            end = max(end, self._furthest(at, stop, room, worst))
            foot = self.height - room + self._high(at, end) if end > at else above
            if end == stop or foot >= self.least * self.height:
                return end
        if end == at and not above:
            end = max(at + 1, self._furthest(at, stop, room, KEPT))
        return end

    def _furthest(self, at: int, stop: int, room: float, worst: int) -> int:
        """The last place to break after that fits; `at` where none does."""
        limit = at
        while limit < stop and self._high(at, limit + 1) <= room + _HAIR:
            limit += 1
        places = (
            n for n in range(limit, at, -1) if n == stop or (self.slices[n - 1].after <= worst and self._goes_on(n))
        )
        return next(places, at)

    def _goes_on(self, n: int) -> bool:
        """Whether enough is left of what a break before a slice tears."""
        after = self.slices[n - 1].after
        if after in (FREE, KEPT):
            return True
        last = next((m for m in range(n, len(self.slices)) if self.slices[m].after < after), len(self.slices) - 1)
        return self.slices[last].bottom - self.slices[n - 1].bottom >= _LEAST_REST * self.height
