"""An entry as templates see it: its heading and the blocks of each area."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from sheetgen.model.derive import ComputedEntry
from sheetgen.model.ruleset.layouts import LayoutBlock
from sheetgen.views import blocks
from sheetgen.views.blocks import Block, EntryView
from sheetgen.views.present import lists, maps
from sheetgen.views.present.drawing import Drawing
from sheetgen.views.present.values import EntryValues

Draw: TypeAlias = Callable[[EntryValues, LayoutBlock], Block | None]
"""Draws a block of an entry; None where the entry has nothing to show in it."""


def entry_view(drawing: Drawing, computed: ComputedEntry, only: tuple[str, ...] = ()) -> EntryView:
    """An entry as templates see it; with `only`, its page area holds just these blocks."""
    values, entry = EntryValues(drawing, computed), computed.entry
    areas = {"page": only} if only else values.layout.areas
    drawn = {area: tuple(_drawn(values, names)) for area, names in areas.items()}
    outer = values.outer
    subtitle = (values.number(one).text for key, one in outer.items() if key.startswith("subtitle."))
    return EntryView(
        entry.id,
        entry.kind.id,
        entry.kind.model.title,
        entry.name,
        drawing.addresses.entry(entry.kind.id, entry.id),
        tuple(text for text in subtitle if text),
        _badge(values),
        values.plain(values.shown(values.compute(outer["lead"]), outer["lead"].type)) if "lead" in outer else "",
        tuple(entry.fields["tags"]),
        entry.fields["source"],
        drawing.portrait(computed),
        {area: found for area, found in drawn.items() if found},
        entry.fields["hidden"],
    )


def _badge(values: EntryValues) -> blocks.Fact | None:
    badge = values.kind.model.layout.badge
    if badge is None or "badge" not in values.outer:
        return None
    text = values.number(values.outer["badge"]).text
    return blocks.Fact(badge.label, text) if text else None


def _drawn(values: EntryValues, names: Sequence[str]) -> Iterator[Block]:
    for name in names:
        block = values.layout.blocks[name]
        if block.model.secret and not values.drawing.secrets:
            continue
        found = DRAW[block.model.type](values, block)
        if found is not None:
            yield found


def panel(values: EntryValues, block: LayoutBlock) -> Block | None:
    """Other entries inside of this one, each with the blocks that the layout names."""
    one = block.formulas.get("entries")
    held = values.compute(one) if one else None
    found = [values.drawing.entry(item, one.type) for item in held or ()] if one else []
    views = tuple(entry_view(values.drawing, entry, _known(entry, block.model.blocks)) for entry in found if entry)
    return blocks.Panel(block.id, block.model.title, views, block.model.secret) if views else None


def _known(computed: ComputedEntry, names: Sequence[str]) -> tuple[str, ...]:
    layout = computed.entry.kind.layout
    return tuple(name for name in names if layout and name in layout.blocks)


DRAW: Mapping[str, Draw] = MappingProxyType(
    {
        "figures": lists.figures,
        "tracks": lists.tracks,
        "facts": lists.facts,
        "whys": lists.whys,
        "table": lists.table,
        "named": lists.named,
        "prose": lists.prose,
        "lines": lists.lines,
        "strip": maps.strip,
        "grid": maps.grid,
        "scores": maps.scores,
        "checks": maps.checks,
        "body": maps.body,
        "panel": panel,
    }
)
"""The block types of a layout, as its `type` names them."""
