"""How high blocks will stand, reckoned before setting: to pick a density and to share out a page.

An estimate: the engine's own measure decides in the end (see `engine`), but a good guess saves it
from setting the same text twice. Millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from itertools import groupby

from markupsafe import Markup

from sheetgen.blocks import (
    Block,
    Body,
    CheckGroups,
    EntryView,
    Fact,
    Facts,
    Figures,
    Grid,
    Lines,
    Named,
    NamedList,
    Panel,
    Prose,
    Scores,
    Strip,
    Table,
    Tracks,
)
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_metrics.text_tables import table_height, tables_apart

WHOLE = 24
"""Letters of a fact on a card that stays on one line; as in `blocks/card.html`."""
_TAG = re.compile(r"<[^>]+>")
_BREAK = re.compile(r"</p>|</li>|<br\s*/?>|</h\d>|</tr>")


def paragraphs(html: str) -> list[str]:
    """The paragraphs of a piece of safe HTML, as plain text."""
    parts = (unescape(_TAG.sub("", part)).strip() for part in _BREAK.split(html))
    return [part for part in parts if part]


def text_height(html: str, frame: BlockFrame, size: float | None = None, after: float = 0.5) -> float:
    """Height of running text in a frame; `after` stands below each paragraph."""
    size = size or frame.sizes.body
    leading = frame.sizes.leading
    rest, tables = tables_apart(html) if "<table" in html else (html, [])
    high = sum(table_height(table, frame.width, size, leading) + 1.5 for table in tables)
    line = size * leading * POINT
    return high + sum(lines(part, "text", size, frame.width * 0.985) * line + after for part in paragraphs(rest))


def card_height(block: Block, frame: BlockFrame, notes: bool = True) -> float:
    """Height of one block on a card."""
    z, s = frame.sizes, frame.sizes.space
    if isinstance(block, Figures):
        return len(frame.figures(block)) * (z.label + z.figure * 0.98) * POINT
    if isinstance(block, Tracks):
        own = frame.tracked(block)
        return 1.2 * s + 0.35 + len(own.tracks(block.items)) * own.sizes.track_mm
    if isinstance(block, Table):
        return 1.5 * s + 0.35 + z.label * POINT + _rows(block, frame, notes)
    if isinstance(block, Strip):
        shape = frame.strip(block)
        count = -(-len(block.pairs) // shape.per_line)
        codes = z.label * POINT if getattr(frame, "codes", False) else 0.0
        return 1.85 * s + count * (z.head_mm * 1.18 + codes + z.state_mm * 1.06)
    if isinstance(block, Grid):
        heads = z.unit * POINT * (2 if frame.grid(block).stacked else 1)
        return 0.8 * s + heads + 0.45 + len(block.rows) * (z.grid_mm + 0.2)
    return _text_block(block, frame, notes)


def _text_block(block: Block, frame: BlockFrame, notes: bool) -> float:
    z = frame.sizes
    if z.run_in and not block.secret:
        return _text_content(_led(block), frame, notes) + 0.9 if block.title else _text_content(block, frame, notes)
    head = (1.9 * z.space + z.heading * POINT + 0.5) if block.title and not block.secret else 0.0
    if block.secret:
        inner = frame.narrowed(frame.width - 4.8)
        title = f"{block.title}. "
        text = title + str(block.text) if isinstance(block, Prose) else title
        rest = 0.0 if isinstance(block, Prose) else _text_content(block, inner, notes)
        return 2.2 * z.space + 2.4 + text_height(text, inner, after=0.0) + rest
    return head + _text_content(block, frame, notes)


def _led(block: Block) -> Block:
    """A block whose title stands on its first line."""
    match block:
        case NamedList(items=(first, *others)):
            return replace(block, items=(replace(first, name=f"{block.title} {first.name}"), *others))
        case Prose():
            return replace(block, text=Markup("{} {}").format(block.title, block.text))
        case Scores(items=(first, *others)):
            return replace(block, items=(replace(first, short=f"{block.title} {first.short}"), *others))
        case Facts(items=(first, *others)):
            return replace(block, items=(replace(first, label=f"{block.title} {first.label}"), *others))
    return block


def _text_content(block: Block, frame: BlockFrame, notes: bool) -> float:
    z = frame.sizes
    line = z.body * z.leading * POINT
    if isinstance(block, NamedList):
        return sum(text_height(_run(i.name, i.value, i.text), frame) for i in block.items)
    if isinstance(block, Prose):
        return text_height(block.text, frame)
    if isinstance(block, Facts):
        return _fact_lines(block.items, frame) * line + 0.8 * z.space
    if isinstance(block, Body):
        return (
            lines("   ".join(f"{i.label} {i.number.text} {i.note}" for i in block.parts), "semi", z.body, frame.width)
            * line
        )
    if isinstance(block, Scores):
        size = z.body * frame.score_size(block.items)
        return (
            lines("  ".join(f"{i.short}\u00a0{i.number.text}m" for i in block.items), "bold", size, frame.width) * line
        )
    if isinstance(block, CheckGroups):
        groups = (f"{g.label}   " + "  ".join(f"OO {i}" for i in g.items) for g in block.groups)
        return sum(lines(text, "text", z.body, frame.width) * line for text in groups)
    if isinstance(block, Lines):
        return min(block.count, 6) * 6.6
    if isinstance(block, Panel):
        return sum(_inner(e, frame, notes) for e in block.entries)
    return 0.0


def _fact_lines(items: Iterable[Fact], frame: BlockFrame) -> int:
    """Lines of facts: long ones have lines of their own, unless titles run in."""
    count = 0
    for long, group in groupby(items, lambda item: len(_fact(item)) > WHOLE and not frame.sizes.run_in):
        facts = [*map(_fact, group)]
        runs = facts if long else ["    ".join(facts)]
        count += sum(lines(run, "semi", frame.sizes.body, frame.width) for run in runs)
    return count


def _fact(item: Fact) -> str:
    """A fact as it breaks: a short one not at all, of others not the label."""
    text = f"{item.label} {item.text}"
    return text.replace(" ", "\u00a0") if len(text) <= WHOLE else item.label.replace(" ", "\u00a0") + f" {item.text}"


def _inner(entry: EntryView, frame: BlockFrame, notes: bool) -> float:
    blocks: Iterable[Block] = getattr(frame, "inner", lambda e: ())(entry)
    return frame.sizes.heading * POINT + 2 + sum(card_height(block, frame, notes) for block in blocks)


def _run(name: str, value: str, text: str) -> str:
    return f"{name} ({value}). {text}" if value else f"{name}. {text}"


def _rows(block: Table, frame: BlockFrame, notes: bool) -> float:
    z = frame.sizes
    shape = frame.table(block)
    inner = frame.narrowed(frame.width - 0.36 * z.row * POINT)
    total = 0.0
    for row in block.rows:
        name = lines(row.name, "bold", z.row, shape.name_width - (4 if row.mark else 0) - 2 * row.cost)
        total += max(1, name) * z.row * 1.06 * POINT
        note = " ".join(filter(None, (shape.aside(row), str(row.note) if notes else "")))
        if note:
            count = sum(lines(part, "text", z.note, inner.width) for part in paragraphs(note))
            total += count * z.note * 1.17 * POINT + 0.4 * z.space
    return total


def notes_height(block: Table, frame: BlockFrame) -> float:
    """Height of a table's notes when they stand on the back."""
    items = tuple(Named(name=f"OO {row.name}", text=row.note) for row in block.rows if row.note)
    return _text_block(NamedList(id=block.id, title=block.title, items=items), frame, True)
