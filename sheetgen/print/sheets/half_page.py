"""What half a page shows of an entry: what is used in every round, and all that is spent.

That follows from the layout of its kind: the front of its card; of the back, of the play page and of panels the
tracks, scores, tables and what costs something, of the back slots, too; and all tracks of the reference. Named texts
that cost nothing, such as traits, stay on card and sheet, as do conditions, gear and notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sheetgen.blocks import (
    Block,
    EntryView,
    Fact,
    Facts,
    Figures,
    Grid,
    NamedList,
    Panel,
    Prose,
    Row,
    Score,
    Scores,
    Strip,
    Table,
    Tracks,
    inner_blocks,
)
from sheetgen.blocks.inventory import Inventory
from sheetgen.blocks.table import TableToWrite
from sheetgen.print.sheets.placing import follows
from sheetgen.text.suggest import in_sentence

USED = (Tracks, Panel, Table, NamedList, Scores)
"""Blocks of a play page that are used in every round."""
SPENT = (Tracks, Panel)
"""Blocks of which nothing is left out, wherever on the sheet they are."""
ON_BACK = (*USED, Facts, Prose, Strip, Grid, Inventory)
"""Blocks of the back of a card that are used in every round."""
OF_PANEL = (Tracks, NamedList, Table)
"""Blocks of a panel that half a page has room for."""
ENDS = (".", "!", "?")
"""How sentences end."""
SHORT = 4
"""A table of so many columns at most, without notes, becomes facts."""


def digested(entry: EntryView) -> EntryView:
    """An entry as half a page shows it: its name and what it uses and spends; its play page where it has no card."""
    front, play = entry.area("front"), entry.area("play")
    if not front:
        return entry
    card = [*(block for block in front if not block.secret), *_used(entry.area("back"), ON_BACK)]
    heads = [block for block in card if isinstance(block, Figures)]
    sheet = [*_used(play, USED), *_used(entry.area("reference"), SPENT)]
    tracks, others = ([b for b in sheet if isinstance(b, Tracks) == kept] for kept in (True, False))
    blocks = _apart(heads, tracks, card, others)
    order = [b.id for area in (play, card, entry.area("reference")) for b in area]
    rest = sorted(blocks[len(heads) :], key=lambda b: _place(b, order))
    return replace(entry, areas={"reference": (*heads, *(_short(b, b in card) for b in _merged(rest)))})


def _place(block: Block, order: Sequence[str]) -> int:
    """Where a block stands in an order of ids; those of a panel where it stands."""
    ids = (n for n, name in enumerate(order) if block.id == name or block.id.startswith(f"{name}/"))
    return next(ids, len(order))


def _used(blocks: Sequence[Block], types: tuple[type, ...]) -> Iterator[Block]:
    """Blocks of these types, each with the texts that belong to it."""
    kept = False
    for block in blocks:
        kept = (kept and follows(block)) or (isinstance(block, types) and not block.secret)
        if kept:
            yield from _opened(block) if isinstance(block, Panel) else filter(None, (_costing(block),))


def _costing(block: Block) -> Block | None:
    """A block without the named texts that cost nothing; nothing where no other is in it."""
    if not isinstance(block, NamedList):
        return block
    items = tuple(item for item in block.items if item.cost or item.value or not item.name)
    return replace(block, items=items) if items else None


def _opened(panel: Panel) -> Iterator[Block]:
    """What is ticked and used of the entries of a panel, under their names."""
    for entry in panel.entries:
        for number, block in enumerate(inner_blocks(entry)):
            if isinstance(block, OF_PANEL) and not block.secret and (used := _costing(block)):
                name = panel.called(entry)
                title = name if number == 0 or not block.title else f"{name}: {block.title}"
                yield replace(used, id=f"{panel.id}/{entry.id}-{block.id or number}", title=title)


def _apart(*lists: Iterable[Block]) -> list[Block]:
    """The blocks of some lists without those that another shows too: of the same, the first is left."""
    kept: list[Block] = []
    for block in (block for blocks in lists for block in blocks):
        if not any(_shows(before, block) for before in kept):
            kept = [*(before for before in kept if not _shows(block, before)), block]
    return kept


def _shows(before: Block, block: Block) -> bool:
    """Whether one block shows what another does: the same block, or one whose parts have all its names.

    A table to write in has none yet, so its title says.
    """
    if before.id == block.id:
        return True
    if isinstance(before, Table) and isinstance(block, TableToWrite) and before.title == block.title:
        return True
    names = _names(block)
    return type(before) is type(block) and "/" not in before.id + block.id and bool(names) and names <= _names(before)


def _names(block: Block) -> set[str]:
    """What the parts of a block are called, of a table under its heading, and the values of scores."""
    if isinstance(block, Tracks):
        return {track.label for track in block.items}
    if isinstance(block, Scores):
        return {f"{score.label} {score.number.text}" for score in block.items}
    if isinstance(block, Table):
        return {f"{block.heading or block.title} {row.name}" for row in block.rows if row.name}
    if isinstance(block, NamedList):
        return {item.name for item in block.items}
    return {row.label for row in block.rows} if isinstance(block, Grid) else set()


def _merged(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks in which scores without a title stand with those above or below them."""
    last: Block | None = None
    for block in blocks:
        if isinstance(last, Scores) and isinstance(block, Scores) and not (last.title and block.title):
            last = replace(last, title=last.title or block.title, items=(*last.items, *block.items))
            continue
        if last is not None:
            yield last
        last = block
    if last is not None:
        yield last


def _short(block: Block, whole: bool) -> Block:
    """A block of a sheet as it has room on half a page: scores, and short tables without notes, are facts.

    A table to write in stays one.
    """
    if isinstance(block, Scores):
        return Facts(id=block.id, title=block.title, items=tuple(map(_scored, block.items)))
    if whole or not isinstance(block, Table) or len(block.columns) > SHORT:
        return block
    if not all(row.name and not row.note and not any(cell.own for cell in row.cells) for row in block.rows):
        return block
    facts = tuple(Fact(label=row.name, text=_cells_as_text(row, block)) for row in block.rows)
    return Facts(id=block.id, title=block.title, items=facts)


def _scored(score: Score) -> Fact:
    bonus = f" ({score.bonus.text})" if score.bonus else ""
    return Fact(label=score.short or score.label, text=score.number.text + bonus)


def _cells_as_text(row: Row, block: Table) -> str:
    """The cells of a row as a text: those behind the first column after its heading, a sentence by itself."""
    said = ""
    heads = ["", *(in_sentence(column.label) for column in block.columns[1:])]
    for head, cell in zip(heads, row.cells, strict=False):
        if text := cell.number.text:
            sentence = text[:1].isupper() and text.endswith(ENDS)
            between = "" if not said else " " if said.endswith(ENDS) else ". " if sentence else ", "
            said += between + (text if sentence else f"{head} {text}".strip())
    return said
