"""Labelled texts on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from markupsafe import Markup

from sheetgen.blocks.facts import Facts
from sheetgen.blocks.parts import Fact
from sheetgen.print.block_print import BlockPrint
from sheetgen.print.measure.estimate import heading_height, line_height
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import POINT
from sheetgen.print.sheets.sheet_frame import SheetFrame
from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_parts import facts

WHOLE = 24
"""Letters of a fact on a card that stays on one line; as in `card.html`."""


class PrintedFacts(BlockPrint[Facts, SheetFrame]):
    """Facts one behind the other on a card, in columns on a sheet."""

    def card_height(self, block: Facts, frame: BlockFrame, notes: bool) -> float:
        """Lines of running facts."""
        return heading_height(block, frame) + _lines(block.items, frame) * line_height(frame) + 0.8 * frame.sizes.space

    def run_in(self, block: Facts) -> Facts:
        """Its title before its first label."""
        first = (replace(item, label=f"{block.title} {item.label}") for item in block.items[:1])
        return replace(block, items=(*first, *block.items[1:]))

    def sheet_height(self, block: Facts, frame: SheetFrame) -> float:
        """Rows of labels over texts."""
        z = frame.sizes
        return len(frame.facts(block.items)) * ((z.label + z.cell * 1.1) * POINT + 1.6)

    def text(self, block: Facts) -> Iterator[Markup]:
        """Labels with texts."""
        yield facts(block.items)


def _lines(items: Iterable[Fact], frame: BlockFrame) -> int:
    """Lines of facts on a card: long ones have lines of their own, unless titles run in."""
    count = 0
    for long, group in groupby(items, lambda item: len(_unbroken(item)) > WHOLE and not frame.sizes.run_in):
        texts = [*map(_unbroken, group)]
        runs = texts if long else ["    ".join(texts)]
        count += sum(lines(run, "semi", frame.sizes.body, frame.width) for run in runs)
    return count


def _unbroken(item: Fact) -> str:
    """A fact as it breaks: a short one not at all, of others not the label."""
    text = f"{item.label} {item.text}"
    return text.replace(" ", "\u00a0") if len(text) <= WHOLE else item.label.replace(" ", "\u00a0") + f" {item.text}"


PRINT = PrintedFacts()
