"""Computed entries to block views: one model, drawn on page, sheet and card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from markupsafe import Markup, escape

from sheetgen import blocks
from sheetgen.blocks import EMPTY, Block, EntryView, Mark, Number
from sheetgen.derive import ComputedEntry
from sheetgen.diagnostics import Diagnostics
from sheetgen.formula.compile import guarded
from sheetgen.formula.runtime import FormulaFailedError, Leaf, Run, show
from sheetgen.formula.types import ListOf, MapOf, Record, Term, Type, bare
from sheetgen.ruleset.kinds import Kind
from sheetgen.ruleset.layouts import LayoutBlock, LayoutFormula
from sheetgen.ruleset.load import Ruleset
from sheetgen.ruleset.rulings import Option
from sheetgen.source import Span

Values: TypeAlias = Mapping[str, Any]
Prose: TypeAlias = Callable[[str, Span], Markup]
"""Turns an author's Markdown into safe HTML; the span is where mistakes in it are shown."""


@dataclass(frozen=True)
class Addresses:
    """Where things stand on the site, relative to its root."""

    entry: Callable[[str, str], str]
    """Kind and id of an entry to its page."""
    rule: Callable[[str], str]
    """Name of a rule to its place in the reference."""


@dataclass
class Drawer:
    """Draws the computed entries of one game."""

    ruleset: Ruleset
    house: Mapping[str, Option]
    find: Callable[[str, str], ComputedEntry | None]
    """The entry of an id and a kind; where the kind is empty, the first of any."""
    addresses: Addresses
    prose: Prose
    diagnostics: Diagnostics
    secrets: bool = True
    portrait: Callable[[ComputedEntry], str] = lambda computed: ""

    def view(self, computed: ComputedEntry, only: tuple[str, ...] = ()) -> EntryView:
        """An entry as templates see it; with `only`, its page area holds just these blocks."""
        return _EntryDrawer(self, computed).view(only)

    def facets(self, computed: ComputedEntry) -> dict[str, Any]:
        """The values that an entry is filtered by: terms, numbers, or lists of terms."""
        drawer = _EntryDrawer(self, computed)
        return {name[7:]: drawer.compute(one) for name, one in drawer.outer.items() if name.startswith("facets.")}

    def columns(self, computed: ComputedEntry) -> list[tuple[Number, Any, Type]]:
        """The columns of an entry in the list of its kind: the text, the value to sort by, its type."""
        drawer = _EntryDrawer(self, computed)
        count = len(computed.entry.kind.model.list.columns)
        found = [drawer.outer[f"columns.{n}"] for n in range(count) if f"columns.{n}" in drawer.outer]
        return [(drawer.number(one), drawer.compute(one), one.type) for one in found]

    def sort_key(self, computed: ComputedEntry) -> Any:
        """What the list of its kind is sorted by before anybody touches it."""
        drawer = _EntryDrawer(self, computed)
        return drawer.compute(drawer.outer["sort"]) if "sort" in drawer.outer else computed.entry.name

    def mark(self, vocabulary: str, term: object) -> Mark:
        """The mark of a term."""
        found = self.ruleset.vocabularies.get(vocabulary)
        terms: Mapping[str, Any] = found.terms if found else {}
        values = terms.get(str(term), {})
        title = str(values.get("title", show(term)))
        code, note = values.get("code") or title[:2], values.get("note") or ""
        return Mark(str(values.get("mark") or ""), str(code), title, str(note))

    def kind_of(self, record: Type) -> Kind | None:
        """The kind whose entries have this type."""
        return next((kind for kind in self.ruleset.kinds.values() if kind.record is record), None)


class _EntryDrawer:
    """Draws one entry; each block type has a method of its own."""

    def __init__(self, drawer: Drawer, computed: ComputedEntry) -> None:
        self.drawer = drawer
        self.computed = computed
        self.kind = computed.entry.kind
        assert self.kind.layout is not None
        self.layout = self.kind.layout
        self.outer = self.layout.formulas
        self.run = Run(drawer.house, drawer.ruleset.titles)

    # ---- values

    def compute(self, one: LayoutFormula, row: Values | None = None) -> Any:
        """The value of a formula over the entry, and over one row of a block."""
        values = {**self.computed.values, **row} if row else self.computed.values
        try:
            return guarded(lambda: one.expression.value(self.run, values))
        except FormulaFailedError as error:
            message = f"`{one.checked.formula.text.strip()}` of {self.computed.entry.name} cannot be computed: {error}"
            self.drawer.diagnostics.error("formula-failed", message, self.computed.entry.place.key_span)
            return None

    def leaf(self, one: LayoutFormula, row: Values | None, row_leaves: Any) -> Leaf | None:
        """The derived value that a formula names, or what the formula itself computes."""
        if one.path:
            held = row_leaves
            for step in one.path:
                held = held.get(step) if isinstance(held, dict) else None
            return held if isinstance(held, Leaf) else self.computed.leaf(one.path)
        values = {**self.computed.values, **row} if row else self.computed.values
        try:
            found = guarded(lambda: one.expression.leaves(self.run, values))
        except FormulaFailedError:
            return None
        return found if isinstance(found, Leaf) else None

    def number(self, one: LayoutFormula, row: Values | None = None, row_leaves: Any = None) -> Number:
        """A value as shown, with its why where it is derived."""
        value = self.compute(one, row)
        leaf = self.leaf(one, row, row_leaves)
        why = leaf.why if leaf and leaf.why != show(leaf.value) and _computes(leaf.value) else ""
        return self._number(value, one.type, why, leaf.rule if leaf else "")

    def _number(self, value: Any, kind: Type, why: str = "", rule: str = "") -> Number:
        size = value if isinstance(value, int) and not isinstance(value, bool) else 0
        href = self.drawer.addresses.rule(rule) if rule else ""
        return Number(self.shown(value, kind), why, href, size)

    def shown(self, value: Any, kind: Type) -> str:
        """A value as people read it: titles for terms, commas between items."""
        kind = bare(kind)
        if value is None:
            return ""
        if isinstance(kind, Term) and kind.vocabulary:
            return self.run.title(kind.vocabulary, value)
        if isinstance(kind, ListOf) and isinstance(value, list):
            return ", ".join(self.shown(item, kind.item) for item in value)
        if isinstance(value, dict) and "name" in value:
            return str(value["name"])
        return value if isinstance(value, str) else show(value)

    def text(self, block: LayoutBlock, slot: str, row: Values | None = None) -> str:
        """The text of a slot; empty where the block does not fill it."""
        one = block.formulas.get(slot)
        return self.shown(self.compute(one, row), one.type) if one else ""

    def prose(self, block: LayoutBlock, slot: str, row: Values | None = None) -> Markup:
        """The Markdown of a slot as HTML."""
        text = self.text(block, slot, row)
        if not text:
            return EMPTY
        one = block.formulas[slot]
        entry = self.computed.entry
        place = entry.span(*one.path) if one.path and one.path[0] in entry.fields and not row else entry.place.key_span
        return self.drawer.prose(text, place)

    def mark_of(self, block: LayoutBlock, slot: str, row: Values | None = None) -> Mark | None:
        """The mark of the term that a slot gives."""
        one = block.formulas.get(slot)
        value = self.compute(one, row) if one else None
        if one is None or value in (None, ""):
            return None
        kind = bare(one.type)
        return self.drawer.mark(kind.vocabulary if isinstance(kind, Term) else "", value)

    # ---- the entry

    def view(self, only: tuple[str, ...] = ()) -> EntryView:
        entry, fields = self.computed.entry, self.computed.entry.fields
        areas = {"page": only} if only else self.layout.areas
        drawn = {area: tuple(self._drawn(names)) for area, names in areas.items()}
        subtitle = (self.number(self.outer[key]).text for key in self.outer if key.startswith("subtitle."))
        return EntryView(
            entry.id,
            self.kind.id,
            self.kind.model.title,
            entry.name,
            self.drawer.addresses.entry(self.kind.id, entry.id),
            tuple(text for text in subtitle if text),
            self._badge(),
            self.shown(self.compute(self.outer["lead"]), self.outer["lead"].type) if "lead" in self.outer else "",
            tuple(fields["tags"]),
            fields["source"],
            self.drawer.portrait(self.computed),
            {area: found for area, found in drawn.items() if found},
            fields["hidden"],
        )

    def _badge(self) -> blocks.Fact | None:
        badge = self.kind.model.layout.badge
        if badge is None or "badge" not in self.outer:
            return None
        text = self.number(self.outer["badge"]).text
        return blocks.Fact(badge.label, text) if text else None

    def _drawn(self, names: tuple[str, ...]) -> Iterator[Block]:
        for name in names:
            block = self.layout.blocks[name]
            if block.model.secret and not self.drawer.secrets:
                continue
            found: Block | None = getattr(self, f"_{block.model.type}")(block)
            if found is not None:
                yield found

    # ---- blocks

    def _items(self, block: LayoutBlock, slot: str = "items") -> Iterator[tuple[int, Any, Number]]:
        parts = getattr(block.model, slot)
        for number, item in enumerate(parts if isinstance(parts, list) else ()):
            one = block.formulas.get(f"{slot}.{number}.value")
            if one is not None:
                shown = self.number(one)
                if shown.text:
                    yield number, item, shown

    def _figures(self, block: LayoutBlock) -> Block | None:
        items = tuple(
            blocks.Figure(
                item.label,
                shown,
                item.unit,
                self.text(block, f"items.{number}.after").strip(),
                Mark(item.mark, "", item.label) if item.mark else None,
            )
            for number, item, shown in self._items(block)
        )
        return blocks.Figures(block.id, block.model.title, items, block.model.secret) if items else None

    def _tracks(self, block: LayoutBlock) -> Block | None:
        items = tuple(
            blocks.Track(item.label, shown, Mark(item.mark or "tick", "", item.label))
            for _, item, shown in self._items(block)
        )
        return blocks.Tracks(block.id, block.model.title, items, block.model.secret) if items else None

    def _facts(self, block: LayoutBlock) -> Block | None:
        items = []
        for number, item, shown in self._items(block):
            text = shown.text + (f" {item.unit}" if item.unit else "") + self.text(block, f"items.{number}.after")
            items.append(blocks.Fact(item.label, text))
        return blocks.Facts(block.id, block.model.title, tuple(items), block.model.secret) if items else None

    def _whys(self, block: LayoutBlock) -> Block | None:
        items = tuple(
            blocks.Named(f"{item.label} {shown.text}", Markup(f"= {escape(shown.why)}"), href=shown.rule)
            for _, item, shown in self._items(block)
            if shown.why
        )
        return blocks.NamedList(block.id, block.model.title, items, block.model.secret) if items else None

    def _rows(self, block: LayoutBlock) -> Iterator[tuple[Values, Any]]:
        one = block.formulas.get("rows")
        rows = self.compute(one) if one else None
        leaves: Any = self.computed.leaves
        for step in one.path if one else ():
            leaves = leaves.get(step) if isinstance(leaves, dict) else None
        for number, row in enumerate(rows or ()):
            yield row, leaves[number] if isinstance(leaves, list) and number < len(leaves) else None

    def _table(self, block: LayoutBlock) -> Block | None:
        rows = tuple(self._row(block, row, leaves) for row, leaves in self._rows(block))
        if not rows:
            return None
        columns = tuple(blocks.Column(column.label, column.strong) for column in block.model.columns)
        heading = block.model.heading or block.model.title
        return blocks.Table(block.id, block.model.title, heading, columns, rows, block.model.secret)

    def _row(self, block: LayoutBlock, row: Values, leaves: Any) -> blocks.Row:
        cells = []
        for number, column in enumerate(block.model.columns):
            one = block.formulas.get(f"columns.{number}.value")
            shown = self.number(one, row, leaves) if one else Number("")
            if column.unit and shown.text:
                shown = Number(f"{shown.text} {column.unit}", shown.why, shown.rule, shown.size)
            cells.append(blocks.Cell(shown, column.label, column.strong))
        cost = self.compute(block.formulas["cost"], row) if "cost" in block.formulas else 0
        return blocks.Row(
            self.text(block, "name", row),
            tuple(cells),
            self.mark_of(block, "mark", row),
            cost if isinstance(cost, int) else 0,
            self.prose(block, "note", row),
            self._href(self.text(block, "href", row)),
        )

    def _href(self, identity: str) -> str:
        found = self.drawer.find(identity, "") if identity else None
        return self.drawer.addresses.entry(found.entry.kind.id, identity) if found else ""

    def _named(self, block: LayoutBlock) -> Block | None:
        items = []
        for row, _ in self._rows(block):
            cost = self.compute(block.formulas["cost"], row) if "cost" in block.formulas else 0
            items.append(
                blocks.Named(
                    self.text(block, "name", row),
                    self.prose(block, "text", row),
                    self.text(block, "value", row),
                    self.mark_of(block, "mark", row),
                    cost if isinstance(cost, int) else 0,
                    self._href(self.text(block, "href", row)),
                )
            )
        return blocks.NamedList(block.id, block.model.title, tuple(items), block.model.secret) if items else None

    def _prose(self, block: LayoutBlock) -> Block | None:
        text = self.prose(block, "text")
        return blocks.Prose(block.id, block.model.title, text, block.model.secret) if text else None

    def _strip(self, block: LayoutBlock) -> Block | None:
        held = self.compute(block.formulas["map"]) if "map" in block.formulas else None
        if not held or not isinstance(block.model.heads, str):
            return None
        pairs = tuple(
            blocks.Pair(self.drawer.mark(block.model.heads, head), self.drawer.mark(block.model.states, state))
            for head, state in held.items()
        )
        return blocks.Strip(block.id, block.model.title, pairs, block.model.secret)

    def _grid(self, block: LayoutBlock) -> Block | None:
        heads = tuple(blocks.Figure(item.label, shown) for _, item, shown in self._items(block, "heads"))
        rows = []
        for number, item in enumerate(block.model.rows if isinstance(block.model.rows, list) else ()):
            one = block.formulas.get(f"rows.{number}.map")
            if one is not None:
                mark = Mark(item.mark, "", item.label) if item.mark else None
                rows.append(blocks.GridRow(item.label, tuple(self._mapped(one)), mark))
        return blocks.Grid(block.id, block.model.title, heads, tuple(rows), block.model.secret) if rows else None

    def _mapped(self, one: LayoutFormula) -> Iterator[Number]:
        """The numbers of a map or list in order, each with its why."""
        value = self.compute(one)
        leaves: Any = self.computed.leaves
        for step in one.path:
            leaves = leaves.get(step) if isinstance(leaves, dict) else None
        items = value.items() if isinstance(value, dict) else enumerate(value or ())
        for key, item in items:
            leaf = leaves.get(key) if isinstance(leaves, dict) else None
            why, rule = (leaf.why, leaf.rule) if isinstance(leaf, Leaf) else ("", "")
            yield self._number(item, _value_type(one.type), why, rule)

    def _scores(self, block: LayoutBlock) -> Block | None:
        one = block.formulas.get("map")
        held = self.compute(one) if one else None
        if one is None or not held:
            return None
        bonuses = block.formulas.get("bonuses")
        held_bonuses = self.compute(bonuses) if bonuses else {}
        vocabulary = _key_vocabulary(one.type)
        terms = self.drawer.ruleset.vocabularies[vocabulary].terms if vocabulary else {}
        items = []
        for key, value in held.items():
            title = str(terms.get(key, {}).get("title", key))
            bonus = self._part(bonuses, key, held_bonuses) if bonuses and key in held_bonuses else None
            short = str(terms.get(key, {}).get("short") or title[:3])
            items.append(blocks.Score(title, short, self._part(one, key, held), bonus, block.model.strong))
            assert value is not None
        return blocks.Scores(block.id, block.model.title, tuple(items), block.model.secret)

    def _part(self, one: LayoutFormula, key: str, held: Mapping[str, Any]) -> Number:
        leaf = self.computed.leaf((*one.path, key)) if one.path else None
        return self._number(held[key], _value_type(one.type), leaf.why if leaf else "", leaf.rule if leaf else "")

    def _checks(self, block: LayoutBlock) -> Block | None:
        groups = []
        for number, group in enumerate(block.model.groups):
            one = block.formulas.get(f"groups.{number}.items")
            items = self.compute(one) if one else None
            if one and items:
                kind = one.type.item if isinstance(one.type, ListOf) else one.type
                groups.append(blocks.Checks(group.label, tuple(self.shown(item, kind) for item in items)))
        return blocks.CheckGroups(block.id, block.model.title, tuple(groups), block.model.secret) if groups else None

    def _lines(self, block: LayoutBlock) -> Block | None:
        return blocks.Lines(block.id, block.model.title, block.model.count, block.model.secret)

    def _body(self, block: LayoutBlock) -> Block | None:
        one = block.formulas.get("map")
        held = self.compute(one) if one else None
        if one is None or not held:
            return None
        notes = self.compute(block.formulas["notes"]) if "notes" in block.formulas else {}
        vocabulary = _key_vocabulary(one.type)
        titles = self.run.titles.get(vocabulary, {})
        parts = tuple(
            blocks.Part(region, titles.get(region, region), self._part(one, region, held), str(notes.get(region, "")))
            for region in held
        )
        return blocks.Body(block.id, block.model.title, parts, self.text(block, "caption"), block.model.secret)

    def _panel(self, block: LayoutBlock) -> Block | None:
        one = block.formulas.get("entries")
        held = self.compute(one) if one else None
        found = [self._entry(item, one.type) for item in held or ()] if one else []
        views = tuple(self.drawer.view(entry, self._known(entry, block.model.blocks)) for entry in found if entry)
        return blocks.Panel(block.id, block.model.title, views, block.model.secret) if views else None

    def _known(self, entry: ComputedEntry, names: list[str]) -> tuple[str, ...]:
        layout = entry.entry.kind.layout
        return tuple(name for name in names if layout and name in layout.blocks)

    def _entry(self, values: Any, kind: Type) -> ComputedEntry | None:
        if not isinstance(values, Mapping):
            return None
        item = bare(kind.item) if isinstance(kind, ListOf) else kind
        known = self.drawer.kind_of(item) if isinstance(item, Record) else None
        return self.drawer.find(str(values.get("id")), known.id if known else "")


def _computes(value: Any) -> bool:
    """Whether a value is worked out rather than put together, so that its why is worth reading."""
    return isinstance(value, int | Fraction)


def _key_vocabulary(kind: Type) -> str:
    return kind.key.vocabulary if isinstance(kind, MapOf) and isinstance(kind.key, Term) else ""


def _value_type(kind: Type) -> Type:
    if isinstance(kind, MapOf):
        return kind.value
    return (
        kind.item
        if isinstance(kind, ListOf)
        else next(iter(kind.fields.values()))
        if isinstance(kind, Record)
        else kind
    )
