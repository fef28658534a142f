"""The values that the formulas of a layout give for one entry, as they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from operator import getitem
from typing import Any, TypeAlias, TypeVar

from sheetgen.blocks.base import LayoutBlock, LayoutFormula
from sheetgen.blocks.parts import BodyDrawing, Emphasis, Mark, Number
from sheetgen.formula.compile import guarded, value_of
from sheetgen.formula.dice_texts import is_dice
from sheetgen.formula.known_part import known_part
from sheetgen.formula.number_formats import formatted
from sheetgen.formula.partly_known import PartOfList, PartOfMap, UnknownValueError, known_at, put_over, visible_part
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, Leaf
from sheetgen.formula.types import ListOf, MapOf, Record, Term, Type, bare, is_number
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.markdown.plain import plain_markup, without_markup
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.entry_checks import report_failed
from sheetgen.model.ruleset.shapes import ScalarShape
from sheetgen.text.source import Span
from sheetgen.views.present.entry_surroundings import EntrySurroundings

Values: TypeAlias = Mapping[str, Any]
P = TypeVar("P")
_MARKED = re.compile(r"[\[{]|:::")
"""The characters that begin everything in Markdown that may be a mistake: a link, a picture, a figure, a directive."""
_NAME = re.compile(r"[^\d+−×÷()]+ ")
"""What a value is called, before the value."""
_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]")


class EntryValues:
    """One entry of a game, read through the formulas of its layout."""

    def __init__(self, surroundings: EntrySurroundings, computed: ComputedEntry, run: Evaluation) -> None:
        self.surroundings = surroundings
        self.words = surroundings.ruleset.words
        self.computed = computed
        self.kind = computed.entry.kind
        assert self.kind.layout is not None
        self.layout = self.kind.layout
        self.outer = self.layout.formulas
        self.run = run
        self._row: tuple[Values, Values] = ({}, {})
        """The row that was looked at last, and its values with those of the entry behind them."""

    def compute(self, formula: LayoutFormula, row: Values | None = None) -> Any:
        """The value of a formula over the entry, and over one row of a block; of what it names, what is known."""
        if not self.surroundings.computes:
            return None
        values = self._values(row)
        try:
            value = self._value(formula, values)
            return visible_part(value) if self.computed.entry.partial else value
        except UnknownValueError:
            return visible_part(known_at(values, formula.path) if formula.path else self._known_part(formula, values))
        except FormulaFailedError as error:
            what = f"`{formula.checked.formula.text.strip()}`"
            around = self.surroundings
            report_failed(what, self.computed.entry, formula.span, error, around.ruleset, around.diagnostics)
            return None

    def _value(self, formula: LayoutFormula, values: Values) -> Any:
        """The value of a formula; of one that names a value which is there, that itself."""
        try:
            return reduce(getitem, formula.path, values) if formula.path else self._evaluated(formula, values)
        except (KeyError, TypeError):  # evaluated, it says what is wrong
            return self._evaluated(formula, values)

    def _evaluated(self, formula: LayoutFormula, values: Values) -> Any:
        return guarded(formula.expression.value, self.run, values)

    def _known_part(self, formula: LayoutFormula, values: Values) -> Any:
        """What is known of the value of a formula; none where that is nothing."""
        try:
            return known_part(formula.expression, self.run, values)
        except FormulaFailedError:
            return None

    def _values(self, row: Values | None) -> Values:
        """What formulas read over the entry, and over one row; the cells of a row ask one after another."""
        if not row:
            return self.computed.values
        if row is not self._row[0]:
            self._row = row, put_over(self.computed.values, row)
        return self._row[1]

    def leaf(self, formula: LayoutFormula, row: Values | None, row_leaves: Any) -> Leaf | None:
        """The derived value that a formula names, or what the formula itself computes."""
        if path := formula.path or self._chosen_path(formula, row):
            own = row is not None and path[0] in row
            leaf = _under(row_leaves, path) if own else self.computed.leaf(path)
            return leaf if isinstance(leaf, Leaf) else None
        if not self.surroundings.computes:
            return None
        values = self._values(row)
        try:
            leaves = guarded(formula.expression.leaves, self.run, values)
        except FormulaFailedError:
            return None
        return leaves if isinstance(leaves, Leaf) else None

    def _chosen_path(self, formula: LayoutFormula, row: Values | None) -> tuple[str, ...]:
        """The path of the value that a formula chooses; empty where it chooses none that is named."""
        if formula.choice is None or not self.surroundings.computes:
            return ()
        try:
            holds = guarded(formula.choice.condition.value, self.run, self._values(row))
        except (FormulaFailedError, UnknownValueError):
            return ()
        return formula.choice.paths[0 if holds else 1]

    def number(self, formula: LayoutFormula, row: Values | None = None, row_leaves: Any = None) -> Number:
        """A value as shown, with its why where it is derived."""
        leaf = self.leaf(formula, row, row_leaves)
        value = self.compute(formula, row) if leaf is None or formula.path else value_of(leaf)
        is_derived = row is None and bool(formula.path)
        if leaf is None or not _computes(leaf.value) or self._says_nothing(leaf, is_derived):
            return self._number(value, formula.type)
        return self._number(value, formula.type, leaf.why, leaf.rule)

    def _says_nothing(self, leaf: Leaf, is_derived: bool) -> bool:
        """Whether a why is the value again, or but for a derived value of the entry, a name of it without a rule.

        Of dice it says something where it has figures.
        """
        name, value, rest = leaf.why.rpartition(self.run.show(leaf.value))
        if isinstance(leaf.value, str) and not any(map(str.isdigit, name + rest)):
            return True
        if not value or rest:
            return False
        return not name or not (is_derived or leaf.rule or _NAME.fullmatch(name) is None)

    def _number(self, value: Any, kind: Type, why: str = "", rule: str = "") -> Number:
        href = self.surroundings.addresses.rule(rule) if rule else ""
        whole = isinstance(value, int) and not isinstance(value, bool)
        text = (
            formatted(value, kind, self.run.words)
            if whole and is_number(kind)
            else self.plain(self.displayed(value, kind))
        )
        return Number(text, why=why if why != text else "", rule=href, size=value if whole else 0)

    def displayed(self, value: Any, kind: Type) -> str:
        """A value as users read it: titles for terms, commas between items."""
        kind = bare(kind)
        if value is None:
            return ""
        if isinstance(kind, Term) and kind.vocabulary:
            return self.run.title(kind.vocabulary, value)
        if isinstance(kind, ListOf) and isinstance(value, list):
            return ", ".join(self.displayed(item, kind.item) for item in value)
        if isinstance(value, dict) and "name" in value:
            return str(value["name"])
        return value if isinstance(value, str) else formatted(value, kind, self.run.words)

    def plain(self, text: str) -> str:
        """A text without links: they are reduced to their names, with a warning to the author."""
        if "[" not in text and "*" not in text:
            return text
        for markup in plain_markup(text):
            path = _written(self.computed.entry.fields, markup)
            field = self.kind.by_name.get(str(path[0])) if path else None
            if field is None or field.shape != ScalarShape("markdown"):
                entry = self.computed.entry
                span = entry.span(*path) if path else entry.place.key_span
                self.surroundings.diagnostics.warning("markdown", *without_markup(markup, span))
        return _LINK.sub(lambda link: link[1].rpartition(":")[2].rpartition("#")[2], text)

    def text(self, block: LayoutBlock, slot: str, row: Values | None = None) -> str:
        """The text of a slot; empty where the block does not fill it."""
        return self.plain(self._text(block, slot, row))

    def whole(self, block: LayoutBlock, slot: str) -> int | None:
        """The whole number of a slot; none where it is empty."""
        formula = block.formulas.get(slot)
        value = self.compute(formula) if formula else None
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def _text(self, block: LayoutBlock, slot: str, row: Values | None) -> str:
        formula = block.formulas.get(slot)
        return self.displayed(self.compute(formula, row), formula.type) if formula else ""

    def prose(self, block: LayoutBlock, slot: str, row: Values | None = None) -> DrawnText:
        """The Markdown of a slot, drawn."""
        text = self._text(block, slot, row)
        if not text:
            return DrawnText()
        formula = block.formulas[slot]
        return self.surroundings.prose(text, partial(self._place, () if row else formula.path, text))

    def _place(self, path: Sequence[str], text: str) -> Span:
        """The place where a text is written: the field at a path, or wherever it comes from, as far as may be asked."""
        entry = self.computed.entry
        if path and path[0] in entry.fields:
            return entry.span(*path)
        match = _written(entry.fields, text) if _MARKED.search(text) else ()
        match = match or (_written(visible_part(self.computed.values), text) if _MARKED.search(text) else ())
        return entry.span(*match) if match else entry.place.key_span

    def mark_of(self, block: LayoutBlock, slot: str, row: Values | None = None) -> Mark | None:
        """The mark of the term that a slot gives."""
        formula = block.formulas.get(slot)
        value = self.compute(formula, row) if formula else None
        if formula is None or value in (None, ""):
            return None
        kind = bare(formula.type)
        return self.surroundings.mark(kind.vocabulary if isinstance(kind, Term) else "", value)

    def cost_of(self, block: LayoutBlock, row: Values) -> int:
        """The stars of a row; 0 where it has none."""
        cost = self.compute(block.formulas["cost"], row) if "cost" in block.formulas else 0
        return cost if isinstance(cost, int) else 0

    def mark(self, vocabulary: str, term: object) -> Mark:
        """The mark of a term."""
        return self.surroundings.mark(vocabulary, term)

    def sign(self, name: str, title: str, emphasis: Emphasis = "") -> Mark:
        """A mark by name, which is called so."""
        return self.surroundings.sign(name, title, emphasis)

    def terms(self, vocabulary: str) -> Mapping[str, Mapping[str, Any]]:
        """The terms of a vocabulary; none where there is no such vocabulary."""
        known = self.surroundings.ruleset.vocabularies.get(vocabulary)
        return known.terms if known else {}

    def body(self, vocabulary: str) -> BodyDrawing | None:
        """How the regions of a vocabulary are drawn; None where the ruleset does not say."""
        return self.surroundings.ruleset.bodies.get(vocabulary)

    def href(self, identity: str) -> str:
        """The page of the entry with this id; empty where there is none."""
        return self.surroundings.page_of(identity) if identity else ""

    def items(self, block: LayoutBlock, slot: str, parts: Sequence[P]) -> Iterator[tuple[int, P, Number]]:
        """The parts of a block that have something to show: place in the list, settings, number."""
        for number, item in enumerate(parts):
            formula = block.formulas.get(f"{slot}.{number}.value")
            if formula is not None:
                value = self.number(formula)
                if value.text:
                    yield number, item, value.under(getattr(item, "label", ""))

    def rows(self, block: LayoutBlock) -> Iterator[tuple[Values, Any]]:
        """The rows of a block, each with its leaves where they are derived."""
        formula = block.formulas.get("rows")
        rows = self.compute(formula) if formula else None
        leaves = _under(self.computed.leaves, formula.path if formula else ())
        for number, row in enumerate(rows or ()):
            yield row, leaves[number] if isinstance(leaves, list) and number < len(leaves) else None

    def mapped(self, formula: LayoutFormula) -> Iterator[Number]:
        """The numbers of a map or list in order, each with its why."""
        value = self._at_heads(formula, self.compute(formula))
        leaves = _under(self.computed.leaves, formula.path)
        items = value.items() if isinstance(value, dict) else enumerate(value or ())
        for key, item in items:
            leaf = leaves.get(key) if isinstance(leaves, dict) else None
            why, rule = (leaf.why, leaf.rule) if isinstance(leaf, Leaf) else ("", "")
            yield self._number(item, _value_type(formula.type), why, rule)

    def _at_heads(self, formula: LayoutFormula, value: Any) -> Any:
        """The values under the heads of their keys, where those of some keys are not known."""
        kind, known = bare(formula.type), known_at(self.computed.values, formula.path)
        if isinstance(known, PartOfMap) and isinstance(kind, MapOf) and isinstance(kind.key, Term):
            return {term: value.get(term) for term in self.terms(kind.key.vocabulary)}
        return () if isinstance(known, PartOfMap | PartOfList) else value

    def part(self, formula: LayoutFormula, key: str, values: Mapping[str, Any]) -> Number:
        """The number under one key of a map."""
        leaf = self.computed.leaf((*formula.path, key)) if formula.path else None
        return self._number(values[key], _value_type(formula.type), leaf.why if leaf else "", leaf.rule if leaf else "")


def _written(value: Any, text: str) -> tuple[str | int, ...]:
    """Where in the fields of an entry a text is written; nowhere where it was put together."""
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        if isinstance(part, str) and text in part:
            return (key,)
        if path := _written(part, text):
            return (key, *path)
    return ()


def _under(leaves: Any, path: Sequence[str]) -> Any:
    """The value at a path of leaves; None where it leads nowhere."""
    for step in path:
        leaves = leaves.get(step) if isinstance(leaves, dict) else None
    return leaves


def _computes(value: Any) -> bool:
    """Whether a value is worked out rather than put together, so that its why is worth reading."""
    return isinstance(value, int | Fraction) or (isinstance(value, str) and "d" in value and is_dice(value))


def _value_type(kind: Type) -> Type:
    if isinstance(kind, MapOf):
        return kind.value
    if isinstance(kind, ListOf):
        return kind.item
    return next(iter(kind.fields.values())) if isinstance(kind, Record) else kind
