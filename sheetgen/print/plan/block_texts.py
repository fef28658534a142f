"""Entries of the rulebook as running text: for the rules of a packet, and for the back of the book."""

from __future__ import annotations

from markupsafe import Markup

from sheetgen.blocks import EntryView
from sheetgen.languages.program_words import Words
from sheetgen.print.block_print import running_text
from sheetgen.print.empty_columns import trimmed


def in_short(view: EntryView, words: Words) -> Markup:
    """An entry in brief, for use in the middle of a fight: its page without remarks."""
    return Markup("").join(running_text(trimmed(view).area("page"), words))


def in_full(view: EntryView, words: Words) -> Markup:
    """All that an entry says, remarks included, or what its kind asks for in the book."""
    lead = [Markup("<p>{}</p>").format(view.summary)] if view.summary else []
    filled = trimmed(view)
    blocks = filled.area("book") or (*filled.area("page"), *filled.area("aside"))
    return Markup("").join([*lead, *running_text(blocks, words)])
