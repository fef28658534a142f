"""Where the blocks of all entries of a kind stand: each in the same place on every sheet.

Among the ways to place them it is the one in which the sheets of all entries together are lowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.blocks import Block
from sheetgen.print.sheets.measured_bands import BELOW, LEFT, RIGHT, Group, MeasuredBand, Places, Setting, groups, runs
from sheetgen.print.sheets.play_page import PlayPage, choices


def band_places(entries: Sequence[Sequence[Block]], setting: Setting) -> Places:
    """Which blocks that share a band stand left, and which right, by id."""
    places: dict[str, str] = {}
    for run in runs(union(entries), setting):
        heads = [group[0].id for group in run]
        if len(heads) < 2:
            continue
        own = [[g for g in groups(blocks) if g[0].id in heads and setting.narrow(g[0])] for blocks in entries]
        measured = [[(heads.index(g[0].id), _height(g, setting)) for g in page_groups] for page_groups in own]
        cut = min(
            range(1, len(heads) + 1),
            key=lambda n: sum(_tallest(page_groups, n, setting.gap) for page_groups in measured),
        )
        places |= {name: LEFT if n < cut else RIGHT for n, name in enumerate(heads)}
    return places


def _height(group: Group, setting: Setting) -> float:
    return MeasuredBand((tuple(map(setting.aside, group)),)).height(setting.gap)


def _tallest(groups: Sequence[tuple[int, float]], cut: int, gap: float) -> float:
    """Height of the taller column where the first so many of all groups stand left."""
    left, right = ([tall + gap for n, tall in groups if (n < cut) == side] for side in (True, False))
    return max(sum(left), sum(right))


def play_places(pages: Sequence[PlayPage]) -> tuple[Places, Places]:
    """Where the blocks of some play pages stand that may leave their column, by id; and those below both columns."""
    heads = _in_order(page.heads for page in pages)
    fixed = frozenset[str]().union(*(page.fixed for page in pages))
    if not heads:
        return {}, {}
    loose = _in_order(page.loose for page in pages)
    chosen = min(choices(heads, fixed, loose), key=lambda choice: sum(page.height(choice) for page in pages))
    return chosen, band_places([_below(page, chosen) for page in pages], pages[0].setting)


def _below(page: PlayPage, places: Places) -> list[Block]:
    return [block for group in groups(page.left) if places[group[0].id] == BELOW for block in group]


def union(entries: Sequence[Sequence[Block]]) -> list[Block]:
    """The blocks that any entry has, each once, in the order in which they stand in all."""
    known: dict[str, Block] = {}
    for block in (block for blocks in entries for block in blocks):
        known.setdefault(block.id, block)
    return [known[name] for name in _in_order([block.id for block in blocks] for blocks in entries)]


def _in_order(lists: Iterable[Sequence[str]]) -> list[str]:
    """All names of some lists, each once, in an order that is that of every list."""
    order: list[str] = []
    for names in lists:
        at = 0
        for name in names:
            if name in order:
                at = order.index(name) + 1
            else:
                order.insert(at, name)
                at += 1
    return order
