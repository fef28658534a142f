"""Blocks over values that stand one after another: figures, tracks, facts, tables, named paragraphs, text."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup, escape

from sheetgen.model.ruleset.layouts import LayoutBlock
from sheetgen.views import blocks
from sheetgen.views.blocks import Block, Mark, Number
from sheetgen.views.present.values import EntryValues, Values

_WORD = re.compile(r"(?:[^\W\d_]{2,}|a)\b")


def figures(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Large numbers side by side."""
    items = tuple(
        blocks.Figure(
            item.label,
            shown,
            item.unit,
            entry.text(block, f"items.{number}.after").strip(),
            Mark(item.mark, "", item.label) if item.mark else None,
        )
        for number, item, shown in entry.items(block)
    )
    return blocks.Figures(block.id, block.model.title, items, block.model.secret) if items else None


def tracks(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Rows of boxes to cross off."""
    items = tuple(
        blocks.Track(item.label, shown, Mark(item.mark or "tick", "", item.label), item.blank)
        for _, item, shown in entry.items(block)
    )
    boxes = any(item.number.size > 0 for item in items)
    return blocks.Tracks(block.id, block.model.title, items, block.model.secret) if boxes else None


def facts(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Short texts, each under its label."""
    items = []
    for number, item, shown in entry.items(block):
        text = shown.text + (f" {item.unit}" if item.unit else "") + entry.text(block, f"items.{number}.after")
        items.append(blocks.Fact(item.label, text))
    return blocks.Facts(block.id, block.model.title, tuple(items), block.model.secret) if items else None


def whys(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Where numbers come from, as a list, of those for which there is more to say than what they are."""
    items = tuple(
        blocks.Named(f"{item.label} {shown.text}", Markup(f"= {escape(shown.why)}"), href=shown.rule)
        for _, item, shown in entry.items(block)
        if shown.why not in ("", shown.text, f"{item.label} {shown.text}")
    )
    return blocks.NamedList(block.id, block.model.title, items, block.model.secret) if items else None


def table(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """A row for each item of a list, such as attacks."""
    rows = tuple(_row(entry, block, row, leaves) for row, leaves in entry.rows(block))
    if not rows:
        return None
    columns = tuple(blocks.Column(column.label, column.strong) for column in block.model.columns)
    heading = block.model.heading or block.model.title
    return blocks.Table(block.id, block.model.title, heading, columns, rows, block.model.secret)


def _row(entry: EntryValues, block: LayoutBlock, row: Values, leaves: Any) -> blocks.Row:
    cells = []
    for number, column in enumerate(block.model.columns):
        one = block.formulas.get(f"columns.{number}.value")
        shown = entry.number(one, row, leaves) if one else Number("")
        if column.unit and shown.text:
            shown = Number(f"{shown.text} {column.unit}", shown.why, shown.rule, shown.size)
        cells.append(blocks.Cell(shown, column.label, column.strong))
    cost = entry.compute(block.formulas["cost"], row) if "cost" in block.formulas else 0
    return blocks.Row(
        entry.text(block, "name", row),
        tuple(cells),
        entry.mark_of(block, "mark", row),
        cost if isinstance(cost, int) else 0,
        entry.prose(block, "note", row),
        entry.drawing.href(entry.text(block, "href", row)),
    )


def named(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Paragraphs that open with a name, such as traits."""
    items = []
    for row, _ in entry.rows(block):
        cost = entry.compute(block.formulas["cost"], row) if "cost" in block.formulas else 0
        items.append(
            blocks.Named(
                entry.text(block, "name", row),
                _sentence(entry.prose(block, "text", row)),
                entry.text(block, "value", row),
                entry.mark_of(block, "mark", row),
                cost if isinstance(cost, int) else 0,
                entry.drawing.href(entry.text(block, "href", row)),
            )
        )
    return blocks.NamedList(block.id, block.model.title, tuple(items), block.model.secret) if items else None


def _sentence(text: Markup) -> Markup:
    """A text that follows a name and a full stop: its first word begins with a capital, unless it is no word."""
    first = _WORD.match(text)
    return Markup(text[0].upper() + text[1:]) if first and first[0].islower() else text


def prose(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Text of the author."""
    text = entry.prose(block, "text")
    return blocks.Prose(block.id, block.model.title, text, block.model.secret) if text else None


def lines(entry: EntryValues, block: LayoutBlock) -> Block | None:
    """Ruled lines to write on."""
    return blocks.Lines(block.id, block.model.title, block.model.count, block.model.secret)
