"""The words of entries against those of a PDF: what an entry says and its paper does not."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from html import escape, unescape
from typing import Any

import pypdfium2  # type: ignore[import-untyped]

from sheetgen.blocks import (
    Block,
    Cell,
    CheckGroups,
    EntryView,
    Figures,
    Mark,
    NamedList,
    Number,
    Score,
    Strip,
    Table,
    Tracks,
)
from sheetgen.blocks.tracks import WRITE_IN
from sheetgen.print.empty_columns import without_empty_columns

_TAG = re.compile(r"<[^>]+>")
_HIDDEN = re.compile(r'<a class="anchor"[^>]*>.*?</a>|<span class="?vh"?>.*?</span>', re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*")
UNSEEN = {"id", "kind", "kind_title", "href", "why", "rule", "tags", "source", "portrait", "type", "region"}
"""Fields of blocks and entries that no paper shows as words."""
LONG = 24
"""Letters from which on a word may be broken anywhere."""


def words(text: str) -> list[str]:
    """The words of a text, safe HTML included, without regard to capitals."""
    shown = unescape(_TAG.sub(" ", _HIDDEN.sub("", text)))
    return [word.casefold() for word in _WORD.findall(shown.replace("\u00ad", "").replace("\u2060", ""))]


def block_words(blocks: Iterable[Block]) -> Counter[str]:
    """The words that blocks show: labels, names, numbers, texts; but for columns that say nothing in any row."""
    shown = (without_empty_columns(block) if isinstance(block, Table) else block for block in blocks)
    return Counter(word for block in shown for text in _texts(block) for word in words(text))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mark | Strip) or _empty(value):
        return
    elif isinstance(value, Number):
        yield value.text
    elif isinstance(value, Cell):
        yield value.number.text
    elif isinstance(value, Score):
        yield from (value.short or value.label, value.number.text, value.bonus.text if value.bonus else "")
    elif isinstance(value, Tracks):
        shown = [track for track in value.items if track.number.size > 0]
        yield from (track.label for track in shown)
        yield from (track.number.text for track in shown if track.number.size > WRITE_IN)
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


def pdf_text(pdf: bytes) -> str:
    """The text layer of all pages."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return text


def missing(expected: Counter[str], printed: str) -> list[str]:
    """The expected words that a printed text has not, or not so often; long ones may be broken there."""
    found = words(escape(printed, quote=False))
    own, joined = Counter(found), "".join(found)
    lost = expected - own
    return sorted(word for word in lost if not (len(word) >= LONG and word in joined))
