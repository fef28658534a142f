"""Blocks over values that stand under keys: strips, grids, scores, regions of a body, groups of boxes to tick."""

from __future__ import annotations

from sheetgen.formula.types import ListOf
from sheetgen.model.ruleset.layouts import LayoutBlock
from sheetgen.views import blocks
from sheetgen.views.blocks import Block, Mark
from sheetgen.views.present.values import EntryValues, key_vocabulary


def strip(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """A mark for each key and the mark of its state, such as affinities by element."""
    held = entry.compute(block.formulas["map"]) if "map" in block.formulas else None
    if not held or not isinstance(block.model.heads, str):
        return None
    pairs = tuple(
        blocks.Pair(entry.drawing.mark(block.model.heads, head), entry.drawing.mark(block.model.states, state))
        for head, state in held.items()
    )
    return blocks.Strip(block.id, block.model.title, pairs, block.model.secret)


def grid(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Rows of numbers under common heads, such as thresholds by location."""
    heads = tuple(blocks.Figure(item.label, shown) for _, item, shown in entry.items(block, "heads"))
    rows = []
    for number, item in enumerate(block.model.rows if isinstance(block.model.rows, list) else ()):
        one = block.formulas.get(f"rows.{number}.map")
        if one is not None:
            mark = Mark(item.mark, "", item.label) if item.mark else None
            rows.append(blocks.GridRow(item.label, tuple(entry.mapped(one)), mark))
    return blocks.Grid(block.id, block.model.title, heads, tuple(rows), block.model.secret) if rows else None


def scores(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Scores with their bonuses."""
    one = block.formulas.get("map")
    held = entry.compute(one) if one else None
    if one is None or not held:
        return None
    bonuses = block.formulas.get("bonuses")
    held_bonuses = entry.compute(bonuses) if bonuses else {}
    vocabulary = key_vocabulary(one.type)
    terms = entry.drawing.ruleset.vocabularies[vocabulary].terms if vocabulary else {}
    items = []
    for key in held:
        title = str(terms.get(key, {}).get("title", key))
        bonus = entry.part(bonuses, key, held_bonuses) if bonuses and key in held_bonuses else None
        short = str(terms.get(key, {}).get("short") or title[:3])
        items.append(blocks.Score(title, short, entry.part(one, key, held), bonus, block.model.strong))
    return blocks.Scores(block.id, block.model.title, tuple(items), block.model.secret)


def checks(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Boxes to tick, in groups."""
    groups = []
    for number, group in enumerate(block.model.groups):
        one = block.formulas.get(f"groups.{number}.items")
        items = entry.compute(one) if one else None
        if one and items:
            kind = one.type.item if isinstance(one.type, ListOf) else one.type
            groups.append(blocks.Checks(group.label, tuple(entry.plain(entry.shown(item, kind)) for item in items)))
    return blocks.CheckGroups(block.id, block.model.title, tuple(groups), block.model.secret) if groups else None


def body(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """A number for each region of a body."""
    one = block.formulas.get("map")
    held = entry.compute(one) if one else None
    if one is None or not held:
        return None
    notes = entry.compute(block.formulas["notes"]) if "notes" in block.formulas else {}
    vocabulary = key_vocabulary(one.type)
    titles = entry.run.titles.get(vocabulary, {})
    parts = tuple(
        blocks.Part(region, titles.get(region, region), entry.part(one, region, held), str(notes.get(region, "")))
        for region in held
    )
    return blocks.Body(block.id, block.model.title, parts, entry.text(block, "caption"), block.model.secret)
