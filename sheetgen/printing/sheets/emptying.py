"""What is left of a block when everything that belongs to one entry is taken out: labels, boxes, lines.

It is taken out of the block itself, so that no template can print it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sheetgen.blocks import (
    EMPTY,
    Block,
    Body,
    EntryView,
    Fact,
    Facts,
    Figures,
    Grid,
    GridRow,
    Mark,
    Named,
    NamedList,
    Number,
    Panel,
    Prose,
    Row,
    Scores,
    Strip,
    Table,
    Track,
    Tracks,
)
from sheetgen.printing.frames.tracks import WRITE_IN

NOTHING = Number("")
ROWS = 6
"""Empty rows of a table on a blank sheet, at least."""
MOST_BOXES = WRITE_IN
"""A longer empty track says nothing."""
BOX = Mark("tick", "", "")
"""Stands in a strip for a state that nobody has chosen yet."""


def emptied(block: Block, peers: Sequence[Block] = ()) -> Block:
    """A block with nothing in it but its labels; tracks that all `peers` have alike keep their boxes."""
    if isinstance(block, Tracks):
        return replace(block, items=tuple(replace(t, number=_enough(t, peers)) for t in block.items))
    if isinstance(block, Table):
        return replace(block, rows=(Row("", ()),) * max(ROWS, len(block.rows)))
    if isinstance(block, Panel):
        return replace(block, entries=tuple(_emptied_entry(e) for e in block.entries[:1]))
    if isinstance(block, NamedList):
        return replace(block, items=(Named("", EMPTY),) * len(block.items))
    if isinstance(block, Prose):
        return replace(block, text=EMPTY)
    return _without_values(block)


def nobody(entry: EntryView) -> EntryView:
    """An entry of the same kind about whom nothing is said; its blocks are as they were."""
    return replace(
        entry, name="", subtitle=(), badge=None, summary="", tags=(), source="", portrait="", href=""
    )  # fmt: skip


def _emptied_entry(entry: EntryView) -> EntryView:
    areas = {name: tuple(emptied(b) for b in blocks) for name, blocks in entry.areas.items()}
    return replace(nobody(entry), areas=areas)


def _without_values(block: Block) -> Block:
    """A block of labelled values without the values."""
    if isinstance(block, Facts):
        return replace(block, items=tuple(Fact(i.label, "") for i in block.items))
    if isinstance(block, Scores):
        scores = (replace(s, number=NOTHING, bonus=NOTHING if s.bonus else None) for s in block.items)
        return replace(block, items=tuple(scores))
    if isinstance(block, Figures):
        return replace(block, items=tuple(replace(i, number=NOTHING, after="") for i in block.items))
    if isinstance(block, Grid):
        rows = tuple(GridRow(r.label, (NOTHING,) * len(r.numbers), r.mark) for r in block.rows)
        return replace(block, heads=tuple(replace(head, number=NOTHING) for head in block.heads), rows=rows)
    if isinstance(block, Strip):
        return replace(block, pairs=tuple(replace(pair, state=BOX) for pair in block.pairs))
    if isinstance(block, Body):
        return replace(block, caption="", parts=tuple(replace(p, number=NOTHING, note="") for p in block.parts))
    return block


def _enough(track: Track, peers: Sequence[Block]) -> Number:
    """Boxes for everyone: what all peers have stands as it is; else a quarter more than any of them has.

    Of one entry alone nothing is known, so it gets twice its boxes. More than one come in fives, 30 at
    most; what has more is a place to write a number.
    """
    sizes = [t.number.size for b in peers if isinstance(b, Tracks) for t in b.items if t.label == track.label]
    if len(sizes) > 1 and len(set(sizes)) == 1:
        return replace(track.number, text="", why="")
    most = max([track.number.size, *sizes])
    wanted = most * 2 if len(sizes) < 2 else most + most // 4
    if most > MOST_BOXES:
        return Number("", size=WRITE_IN + 1)
    return Number("", size=most if most <= 1 else min(-(-wanted // 5) * 5, MOST_BOXES))
