"""Labelled texts on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil

from markupsafe import Markup

from sheetgen.blocks.facts import Facts
from sheetgen.blocks.parts import Fact
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.css import factors, lengths
from sheetgen.print.measure.estimate import heading_height, line_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import SPACES, width
from sheetgen.print.text_metrics.shaping import set_lines
from sheetgen.print.text_parts import facts

WHOLE = 24
"""Letters of a fact on a card that stays on one line."""
FACT = 1.05
"""Size of a fact on a sheet against that of a cell."""
LEADING = 1.04
"""Of the lines of a fact on a sheet."""
BELOW_LABEL, BELOW_FACT = 0.25, 1.1
"""White below a label and below a fact, in mm."""
APART = 1.6
"""White between facts on a card beside that of a space, in mm."""
KERNED = 1.01
"""So much wider than a line letters are reckoned that just fill it: some of them stand closer than their widths say."""
SLOT, FIELD = 5.2, 4.6
"""Height of a line to write a fact on, and of its field, in mm."""


@dataclass(frozen=True)
class FactCell:
    """A labelled text with the width it gets."""

    fact: Fact
    width: float

    def further(self, size: float) -> float:
        """Height of the lines of its text beyond the first, of so many points; letters stand a little apart."""
        count = len(set_lines(self.fact.text, "bold", size, (self.width - 0.5) * 0.97))
        return (count - 1) * size * LEADING * POINT


class PrintedFacts(BlockPrint[Facts]):
    """Facts one behind the other on a card, in columns on a sheet."""

    properties = lengths(
        facts_label_below=BELOW_LABEL, facts_below=BELOW_FACT, facts_slot=SLOT, facts_apart=APART
    ) | factors(facts_type=FACT, facts_leading=LEADING)  # fmt: skip
    whole, field = WHOLE, FIELD

    def card_height(self, block: Facts, frame: BlockFrame, notes: bool) -> float:
        """Lines of running facts."""
        return heading_height(block, frame) + _lines(block.items, frame) * line_height(frame) + 0.8 * frame.sizes.space

    def run_in(self, block: Facts) -> Facts:
        """Its title before its first label."""
        first = (replace(item, label=f"{block.title} {item.label}") for item in block.items[:1])
        return replace(block, items=(*first, *block.items[1:]))

    def sheet_height(self, block: Facts, frame: SheetFrame) -> float:
        """Rows of labels over texts."""
        return sum(_row_height(row, frame) for row in self.shape(block, frame))

    def shape(self, block: Facts, frame: SheetFrame) -> tuple[tuple[FactCell, ...], ...]:
        """Its rows on a sheet."""
        return fact_rows(block.items, frame)

    def text(self, block: Facts, words: Words) -> Iterator[Markup]:
        """Labels with texts."""
        yield facts(block.items)


def _lines(items: Iterable[Fact], frame: BlockFrame) -> int:
    """Lines of facts on a card: long ones have lines of their own, unless titles run in."""
    count = 0
    for long, group in groupby(items, lambda item: _is_long(item) and not frame.sizes.run_in):
        *before, last = group
        if long:
            count += sum(_line_count([*_pieces(item, frame)], frame.width) for item in (*before, last))
        else:
            behind = APART + width(" ", frame.faces.regular, frame.sizes.body)
            run = [piece for item in before for piece in _pieces(item, frame, behind)]
            count += _line_count([*run, *_pieces(last, frame)], frame.width)
    return count


def _is_long(item: Fact) -> bool:
    return len(f"{item.label} {item.text}") > WHOLE


def _pieces(item: Fact, frame: BlockFrame, behind: float = 0.0) -> Iterator[tuple[float, float]]:
    """A fact as it breaks, white before each piece and its width: a short one not at all, of others not the label.

    White behind it has to find room on its line, as the engine has it.
    """
    size, faces = frame.sizes.body, frame.faces
    label = width(item.label, faces.bold, size)
    if not _is_long(item):
        yield 0.0, label + width(f" {item.text}", faces.regular, size) + behind
        return
    yield 0.0, label
    *words, last = SPACES.split(item.text.strip())
    for word in words:
        yield width(" ", faces.regular, size), width(word, faces.regular, size)
    yield width(" ", faces.regular, size), width(last, faces.regular, size) + behind


def _line_count(pieces: Iterable[tuple[float, float]], measure: float) -> int:
    """The lines that pieces fill."""
    room = KERNED * measure
    count, used = 0, room
    for white, wide in pieces:
        if used + white + wide > room:
            count, used = count + max(1, ceil(wide / room)), wide
        else:
            used += white + wide
    return count


def _row_height(row: Sequence[FactCell], frame: SheetFrame) -> float:
    """Height of a row of labels over texts, or over places to write these."""
    size = frame.sizes.cell * FACT
    line = size * LEADING * POINT
    rest = {
        "filled": line + max(cell.further(size) for cell in row),
        "blank": SLOT,
        "form": max(line, frame.field_height(FIELD)),
    }
    return frame.sizes.label * POINT + BELOW_LABEL + rest[frame.mode] + BELOW_FACT


def fact_rows(items: Sequence[Fact], frame: SheetFrame, size: float = 0.0) -> tuple[tuple[FactCell, ...], ...]:
    """Facts in rows that fill the width, in columns where all rows have room for them."""
    size = size or frame.sizes.cell * FACT
    fields = [frame.field_width(fact.text) if frame.mode == "form" else 0.0 for fact in items]
    wants = [
        min(frame.width, max(frame.label(fact.label) + 4, width(fact.text, "bold", size) + 4, field))
        for fact, field in zip(items, fields, strict=True)
    ]
    least = 20.0 if frame.empty else 14.0
    wants = [max(want, least) for want in wants]
    cells = [FactCell(fact, want) for fact, want in zip(items, wants, strict=True)]
    rows = _wrapped(cells, len(cells), frame)
    even = _wrapped(cells, -(-len(cells) // max(1, len(rows))), frame)
    chosen = even if len(even) == len(rows) else rows
    columns = _columns(chosen, frame)
    if columns:
        aligned = (zip(row, columns if len(row) > 1 else [row[0].width], strict=False) for row in chosen)
        return tuple(tuple(replace(cell, width=wide) for cell, wide in row) for row in aligned)
    return tuple(tuple(_filled(row, frame)) for row in chosen)


def _columns(rows: Sequence[Sequence[FactCell]], frame: SheetFrame) -> list[float]:
    """Widths of columns in which the cells of several rows stand below each other, where all have room."""
    several = [row for row in rows if len(row) > 1]
    most = max(map(len, several), default=0)
    widths = [max(row[n].width for row in several if n < len(row)) for n in range(most)]
    if len(several) < 2 or sum(widths) > frame.width - 0.2:
        return []
    return [cell.width for cell in _filled([FactCell(rows[0][0].fact, width) for width in widths], frame)]


def _wrapped(cells: Sequence[FactCell], most: int, frame: SheetFrame) -> list[list[FactCell]]:
    """Cells in rows of at most so many that fit the width."""
    rows: list[list[FactCell]] = []
    for cell in cells:
        full = not rows or len(rows[-1]) >= most or sum(c.width for c in rows[-1]) + cell.width > frame.width
        if full:
            rows.append([])
        rows[-1].append(cell)
    return rows


def _filled(row: Sequence[FactCell], frame: SheetFrame) -> list[FactCell]:
    free = max(0.0, frame.width - 0.2 - sum(c.width for c in row))
    share = free / len(row) if frame.empty else min(free / len(row), 10.0)
    return [replace(c, width=c.width + share) for c in row]


PRINT = PrintedFacts()
