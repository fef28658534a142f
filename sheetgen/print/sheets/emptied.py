"""What is left of a block when everything that belongs to one entry is taken out: labels, boxes, lines.

It is taken out of the block itself, so that no template can print it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheetgen.print.measure.estimate import inner_blocks
from sheetgen.print.measure.tracks import WRITE_IN
from sheetgen.views.blocks import (
    EMPTY,
    Block,
    Body,
    CheckGroups,
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

NOTHING = Number("")
ROWS = 6
"""Empty rows of a table on a blank sheet, at least."""
MOST_BOXES = WRITE_IN
"""A longer empty track says nothing."""
BOX = Mark("tick", "", "")
"""Stands in a strip for a state that nobody has chosen yet."""


def emptied(block: Block, peers: Sequence[Block] = (), bounds: Sequence[Block] = ()) -> Block:
    """A block with nothing in it but its labels.

    Tracks have every track that any of the `peers` has; those that all have alike keep their boxes, and none
    has more than the same among the `bounds`, which are peers too.
    """
    if isinstance(block, Tracks):
        tracks = {t.label: t for b in (block, *peers) if isinstance(b, Tracks) for t in b.items}
        return replace(block, items=tuple(replace(t, number=_enough(t, peers, bounds)) for t in tracks.values()))
    if isinstance(block, Table):
        return _rows_to_write(block, peers)
    if isinstance(block, Panel):
        return replace(block, entries=tuple(_emptied_entry(e, peers, bounds) for e in block.entries[:1]))
    if isinstance(block, CheckGroups):
        return _common_checks(block, [b for b in peers if isinstance(b, CheckGroups)])
    if isinstance(block, Scores):
        block = _common_scores(block, [b for b in peers if isinstance(b, Scores)])
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


@dataclass(frozen=True)
class TableToWrite(Table):
    """A table without rows of anybody; it says whether these have a cost and notes."""

    costs: bool = False
    notes: bool = False


def _rows_to_write(block: Table, peers: Sequence[Block]) -> TableToWrite:
    rows = [row for table in (block, *peers) if isinstance(table, Table) for row in table.rows]
    empty = (Row("", ()),) * max(ROWS, len(block.rows))
    costs, notes = any(row.cost for row in rows), any(row.note for row in rows)
    return TableToWrite(
        block.id, block.title, block.heading, block.columns, empty, block.secret, costs=costs, notes=notes
    )


def _common_checks(block: CheckGroups, peers: Sequence[CheckGroups]) -> CheckGroups:
    """The groups with what all have in them: what only somebody has is theirs."""
    groups = []
    for group in block.groups:
        others = [{i for g in peer.groups if g.label == group.label for i in g.items} for peer in peers]
        kept = tuple(item for item in group.items if all(item in other for other in others))
        groups += [replace(group, items=kept)] if kept else []
    return replace(block, groups=tuple(groups))


def _common_scores(block: Scores, peers: Sequence[Scores]) -> Scores:
    """The scores that all have."""
    names = [{score.label for score in peer.items} for peer in peers]
    return replace(block, items=tuple(s for s in block.items if all(s.label in name for name in names)))


def _emptied_entry(entry: EntryView, peers: Sequence[Block], bounds: Sequence[Block]) -> EntryView:
    """An entry of a panel, with what those in the panels of others have too."""
    others, most = (
        [b for panel in panels if isinstance(panel, Panel) for e in panel.entries for b in inner_blocks(e)]
        for panels in (peers, bounds)
    )
    areas = {
        name: tuple(emptied(b, [o for o in others if o.id == b.id], [o for o in most if o.id == b.id]) for b in blocks)
        for name, blocks in entry.areas.items()
    }
    return replace(nobody(entry), id="", areas=areas)


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


def _enough(track: Track, peers: Sequence[Block], bounds: Sequence[Block]) -> Number:
    """Boxes for everyone: as many as the kind itself says, or what all peers have; else enough for any of them.

    Enough is a quarter more than any peer has, in fives, or twice as many as the only one; what is bounded has
    no more boxes than its bound, unless a peer has. What takes more than 30 is a place to write a number.
    """
    if track.blank:
        return Number("", size=track.blank)
    sizes, most = _sizes(track, peers), max(_sizes(track, bounds), default=0)
    if len(sizes) > 1 and len(set(sizes)) == 1:
        return replace(track.number, text="", why="", size=sizes[0])
    known = _less(sizes, _sizes(track, bounds))
    most = 0 if max(known, default=0) > most else most
    largest = max(known or [most, track.number.size])
    wanted = largest if not known else largest * 2 if len(known) < 2 else largest + largest // 4
    if largest > MOST_BOXES:
        return Number("", size=WRITE_IN + 1)
    count = largest if largest <= 1 or not known else -(-wanted // 5) * 5
    return Number("", size=min(count, most or count, MOST_BOXES))


def _sizes(track: Track, blocks: Sequence[Block]) -> list[int]:
    return [t.number.size for b in blocks if isinstance(b, Tracks) for t in b.items if t.label == track.label]


def _less(sizes: Sequence[int], others: Sequence[int]) -> list[int]:
    """Some sizes without others that are among them."""
    left = list(sizes)
    for size in others:
        if size in left:
            left.remove(size)
    return left
