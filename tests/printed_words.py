"""The words of entries against those of a PDF: what an entry says and its paper does not."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from html import escape, unescape
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
from pypdf import PdfReader

from sheetgen.blocks import (
    Block,
    Cell,
    CheckGroups,
    EntryView,
    Figures,
    Mark,
    NamedList,
    Number,
    Panel,
    Score,
    Strip,
    Table,
    Tracks,
)
from sheetgen.blocks.parts import MOST_BOXES
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.print.empty_columns import without_empty_columns
from sheetgen.print.fighters import Fighter, fighter
from sheetgen.print.party import Member, comparisons, member
from sheetgen.print.plan.fights import Fight

_TAG = re.compile(r"<[^>]+>")
_HIDDEN = re.compile(r'<a class="anchor"[^>]*>.*?</a>|<span class="?sr-only"?>.*?</span>', re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*")
_SIGNED = re.compile(r"[+−]?[^\W_]+(?:[.,/'’][^\W_]+)*|%")
UNSEEN = {
    *("id", "kind", "kind_title", "href", "why", "rule", "tags", "source", "portrait", "type", "region", "place"),
    *("plain", "plain_note", "needs"),
}
"""Fields of blocks and entries that no paper shows as words, or that say again what another field says."""
LONG = 24
"""Letters from which on a word may be broken anywhere."""


def words(text: str) -> list[str]:
    """The words of a text, safe HTML included, without regard to capitals."""
    return [word.casefold() for word in _WORD.findall(_visible(text))]


def words_and_signs(text: str) -> list[str]:
    """The same with the signs that numbers have, and those of percent."""
    return [word.casefold() for word in _SIGNED.findall(_visible(text))]


def _visible(text: str) -> str:
    return unescape(_TAG.sub(" ", _HIDDEN.sub("", text))).replace("\u00ad", "").replace("\u2060", "")


def block_words(blocks: Iterable[Block]) -> Counter[str]:
    """The words that blocks show: labels, names, numbers, texts; but for columns that say nothing in any row."""
    visible = (without_empty_columns(block) if isinstance(block, Table) else block for block in blocks)
    return Counter(word for block in visible for text in _texts(block) for word in words(text))


def ordered_words(block: Block) -> list[str]:
    """The words of a block in the order in which a listener needs them: its title first."""
    if isinstance(block, Strip):
        return [word for pair in block.pairs for mark in (pair.head, pair.state) for word in words(mark.title)]
    return [word for text in _texts(block) for word in words(text)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, DrawnText):
        yield value.html
    elif isinstance(value, Mark | Strip) or _empty(value):
        return
    elif isinstance(value, Number):
        yield value.text
    elif isinstance(value, Cell):
        yield value.number.text
    elif isinstance(value, Score):
        yield from (value.short or value.label, value.number.text, value.bonus.text if value.bonus else "")
    elif isinstance(value, Tracks):
        tracks = [track for track in value.items if track.number.size > 0]
        yield from (track.label for track in tracks)
        yield from (track.number.text for track in tracks if track.number.size > MOST_BOXES)
    elif isinstance(value, EntryView):
        yield from (value.name, *value.subtitle)
        yield from _texts(next((blocks for blocks in value.areas.values() if blocks), ()))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _texts(item)
    elif is_dataclass(value):
        # Headline numbers need no title, a table has its heading.
        untitled = isinstance(value, Figures) or (isinstance(value, Table) and value.heading)
        for field in fields(value):
            if field.name not in UNSEEN and not (untitled and field.name == "title"):
                yield from _texts(getattr(value, field.name))


def _empty(value: Any) -> bool:
    """Whether a list has nothing in it, so that its title is not set."""
    return isinstance(value, NamedList | Table | CheckGroups) and not (
        value.rows if isinstance(value, Table) else value.groups if isinstance(value, CheckGroups) else value.items
    )


def fighter_words(combatant: Fighter) -> Counter[str]:
    """The words of a fighter on a tracker or a tent: its name, headline numbers, whose tracks, and their labels."""
    figures = [text for figure in combatant.figures for text in (figure.label, figure.number.text, figure.unit)]
    tracks = [text for pool in combatant.pools for text in (pool.owner, *(track.label for track in pool.tracks.items))]
    return Counter(word for text in (combatant.name, combatant.kin, *figures, *tracks) for word in words(text))


def packet_words(fight: Fight) -> Counter[str]:
    """The words of a packet: what its encounter says, its fighters, the rules that they need."""
    view = fight.view
    blocks = [block for area in ("page", "aside") for block in view.area(area) if not isinstance(block, Panel)]
    blocks = [_unheaded(block) if isinstance(block, Table) else block for block in blocks]
    texts = [view.name, *view.subtitle, view.summary]
    texts += [text for rule in fight.rules for text in (rule.title, rule.text)]
    fighters = sum((fighter_words(fighter(combatant)) for combatant in fight.combatants), Counter[str]())
    return block_words(blocks) + fighters + Counter(word for text in texts for word in words(text))


def _unheaded(table: Table) -> Table:
    """A table without heads where its title says what its one plain column is; as `headed` of sheets."""
    plain = len(table.columns) == 1 and not table.columns[0].strong
    return replace(table, heading="", columns=()) if plain and table.title else table


def tent_words(fight: Fight) -> Counter[str]:
    """The words of tents: each fighter, and its name once more for the other side of the table."""
    names = Counter(word for combatant in fight.combatants for word in words(combatant.name))
    return sum((fighter_words(fighter(combatant)) for combatant in fight.combatants), names)


def party_words(views: Sequence[EntryView]) -> Counter[str]:
    """The words of a party sheet: the numbers of all, and each strip."""
    tables = comparisons(views, 500)
    cells = [text for table in tables for _, row in table.rows for cell in row for text in (cell.text, cell.beside)]
    heads = [text for table in tables for text in table.heads]
    strips = [text for view in views for text in _strip_texts(member(view))]
    return Counter(word for text in (*cells, *heads, *strips) for word in words(text))


def _strip_texts(strip: Member) -> Iterator[str]:
    yield from (strip.name, strip.name, strip.subtitle)
    yield from (text for pool in strip.pools for text in (pool.owner, *(track.label for track in pool.tracks.items)))
    for row in strip.table.rows if strip.table else ():
        yield row.name
        yield from (text for cell in row.cells if cell.strong for text in (cell.label, cell.number.text))
    for stand in strip.stands:
        yield from (stand.owner, *(state for state, _ in stand.states))
        yield from (mark.title for _, marks in stand.states for mark in marks)
    yield from (text for fact in strip.facts for text in (fact.label, fact.text))


def pdf_text(pdf: bytes) -> str:
    """The text layer of all pages."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return text


def lost(expected: Counter[str], pdf: bytes) -> list[str]:
    """The expected words that two readers of the text layer miss: each guesses at blanks in its own way."""
    if not (first := missing(expected, pdf_text(pdf))):
        return []
    pages = PdfReader(io.BytesIO(pdf)).pages
    return sorted({*first} & {*missing(expected, " ".join(page.extract_text() for page in pages))})


def missing(expected: Counter[str], printed: str) -> list[str]:
    """The expected words that a printed text has not, or not so often; long ones may be broken there."""
    printed_words = words(escape(printed, quote=False))
    own, joined = Counter(printed_words), "".join(printed_words)
    lost = expected - own
    return sorted(word for word in lost if not (len(word) >= LONG and word in joined))
