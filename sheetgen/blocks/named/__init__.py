"""Paragraphs that open with a name, such as traits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from markupsafe import Markup
from pydantic import ConfigDict

from sheetgen.blocks import base
from sheetgen.blocks.base import Block, BlockSettings, BlockType, EntryReader, LayoutBlock, RowFormula
from sheetgen.blocks.parts import EMPTY, Mark, Number
from sheetgen.yaml.file_models import Formula

_WORD = re.compile(r"(?:[^\W\d_]{2,}|a)\b")


class NamedSettings(BlockSettings):
    """Paragraphs that open with a name, such as traits."""

    model_config = ConfigDict(title="a `named` block")

    type: Literal["named"]
    """The type of the block."""
    rows: Formula
    """A list of records, one for each paragraph."""
    name: RowFormula
    """What a paragraph is called."""
    text: RowFormula = ""
    """Markdown."""
    value: RowFormula = ""
    """What stands beside the name."""
    mark: RowFormula = ""
    """A term whose sign stands before the name."""
    ticked: RowFormula = ""
    """A condition: an empty or a ticked box stands before the name, as for options that can be chosen."""
    cost: RowFormula = ""
    """So many stars behind the name."""
    href: RowFormula = ""
    """The id of an entry that the name leads to."""

    def build(self, entry: EntryReader, block: LayoutBlock) -> NamedList | None:
        """The paragraphs, where there are any."""
        items = tuple(_named(entry, block, row, number) for number, (row, _) in enumerate(entry.rows(block), 1))
        boxes = (_box(entry, False), _box(entry, True)) if "ticked" in block.formulas else ()
        return NamedList(id=block.id, title=self.title, secret=self.secret, items=items, boxes=boxes) if items else None


def _named(entry: EntryReader, block: LayoutBlock, row: base.Row, number: int) -> Named:
    text, ticked = entry.prose(block, "text", row), _ticked(entry, block, row)
    return Named(
        name=entry.text(block, "name", row),
        text=Markup(_sentence(text.html)),
        plain=_sentence(text.plain),
        value=entry.text(block, "value", row),
        mark=entry.mark_of(block, "mark", row) if ticked is None else _box(entry, ticked),
        option=0 if ticked is None else number,
        ticked=bool(ticked),
        cost=entry.cost_of(block, row),
        href=entry.href(entry.text(block, "href", row)),
    )


def _ticked(entry: EntryReader, block: LayoutBlock, row: base.Row) -> bool | None:
    """Whether the box before a name is ticked; None where the block has no boxes."""
    formula = block.formulas.get("ticked")
    return None if formula is None else bool(entry.compute(formula, row))


def _box(entry: EntryReader, ticked: bool) -> Mark:
    return entry.sign("square-ticked" if ticked else "square", entry.words("chosen" if ticked else "not chosen"))


def _sentence(text: str) -> str:
    """A text that follows a name and a full stop: its first word begins with a capital, unless it is no word."""
    first = _WORD.match(text)
    return text[0].upper() + text[1:] if first and first[0].islower() else text


@dataclass(frozen=True, kw_only=True)
class Named:
    """A named paragraph: a trait, a power, a piece of loot."""

    name: str
    text: Markup = EMPTY
    plain: str = field(default="", repr=False)
    """The text without its markup."""
    value: str = ""
    mark: Mark | None = None
    cost: int = 0
    href: str = ""
    option: int = 0
    """The number of its row from 1, where its mark is a box to tick; else 0."""
    ticked: bool = False
    """Whether that is ticked now."""


@dataclass(frozen=True, kw_only=True)
class NamedList(Block):
    """Named paragraphs."""

    type = "named"
    common = True
    movable = True
    shared = True
    items: tuple[Named, ...]
    boxes: tuple[Mark, ...] = ()
    """An empty and a ticked box, where they stand before its names."""

    @property
    def has_options(self) -> bool:
        """Whether there are boxes before its names, to tick."""
        return any(item.option for item in self.items)

    def words(self) -> Iterator[str]:
        """The paragraphs behind their names."""
        for item in self.items:
            name = f"{item.name} ({item.value})" if item.value else item.name
            yield ": ".join(filter(None, (name, item.plain)))

    def names(self) -> Iterator[str]:
        """The names of the paragraphs."""
        yield from (item.name for item in self.items if item.name)

    def numbers(self) -> Iterator[tuple[str, Number]]:
        """None: paragraphs are words."""
        return iter(())

    def emptied(self, peers: Sequence[Block]) -> NamedList:
        """Room for as many paragraphs."""
        return replace(self, items=(Named(name=""),) * len(self.items))


BLOCK = BlockType(NamedSettings, NamedList)
