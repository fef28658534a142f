"""An entry as templates see it: its heading and the blocks of each area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from sheetgen.blocks import Block, EntryView, Fact
from sheetgen.blocks.base import LayoutBlock
from sheetgen.formula.runtime import Evaluation
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.known_places import open_titles
from sheetgen.views.present.entry_surroundings import EntrySurroundings
from sheetgen.views.present.entry_values import EntryValues


def entry_view(
    surroundings: EntrySurroundings, computed: ComputedEntry, run: Evaluation, only: tuple[str, ...] = ()
) -> EntryView:
    """An entry as templates see it; with `only`, its page area holds just these blocks."""
    values, entry = _PresentedEntry(surroundings, computed, run), computed.entry
    areas = {"page": only} if only else values.layout.areas
    made = {name: _made(values, name) for name in dict.fromkeys(chain.from_iterable(areas.values()))}
    drawn = {area: tuple(block for name in names if (block := made[name])) for area, names in areas.items()}
    outer = values.outer
    subtitle = (values.number(formula).text for key, formula in outer.items() if key.startswith("subtitle."))
    return EntryView(
        id=entry.id,
        kind=entry.kind.id,
        kind_title=entry.kind.model.title,
        name=entry.name,
        href=surroundings.addresses.entry(entry.kind.id, entry.id),
        subtitle=tuple(text for text in (*subtitle, *_open(values)) if text),
        badge=_badge(values),
        summary=values.plain(values.displayed(values.compute(outer["lead"]), outer["lead"].type))
        if "lead" in outer
        else "",
        tags=tuple(entry.fields["tags"]),
        source=entry.fields["source"],
        portrait=surroundings.portrait(computed),
        areas={area: blocks for area, blocks in drawn.items() if blocks},
        pages=() if only else values.layout.pages,
        hidden=entry.fields["hidden"],
        known=tuple(entry.fields["known"]),
    )


class _PresentedEntry(EntryValues):
    """An entry with others inside of it."""

    def inner(self, block: LayoutBlock, slot: str, names: Sequence[str]) -> Iterator[EntryView]:
        """The entries that a slot gives, each with those of its blocks that have these names."""
        formula = block.formulas.get(slot)
        for item in (self.compute(formula) if formula else None) or ():
            entry = self.surroundings.entry(item, formula.type) if formula else None
            if entry:
                yield entry_view(self.surroundings, entry.owned(item), self.run, _known(entry, names))


def _open(values: EntryValues) -> Iterator[str]:
    """What of an entry is not chosen yet."""
    fields, titles = values.computed.entry.fields, values.surroundings.ruleset.titles
    if fields["open"]:
        yield values.words("Open: {what}", what=", ".join(open_titles(values.kind, fields, titles)))


def _badge(values: EntryValues) -> Fact | None:
    badge = values.kind.model.layout.badge
    if badge is None or "badge" not in values.outer:
        return None
    text = values.number(values.outer["badge"]).text
    return Fact(badge.label, text) if text else None


def _made(values: _PresentedEntry, name: str) -> Block | None:
    """A block of an entry, which may stand in several areas; None where it has nothing to show to these readers."""
    block = values.layout.blocks[name]
    if block.settings.secret and not values.surroundings.secrets:
        return None
    return block.settings.build(values, block)


def _known(computed: ComputedEntry, names: Sequence[str]) -> tuple[str, ...]:
    layout = computed.entry.kind.layout
    return tuple(name for name in names if layout and name in layout.blocks)
