"""The computed numbers of an entry as lines for a terminal: in groups, aligned, with their whys dimmed."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from sheetgen.formula.compile import value_of
from sheetgen.formula.number_formats import formatted
from sheetgen.formula.runtime import Leaf
from sheetgen.formula.types import ANYTHING, ListOf, MapOf, Record, Term, Type, bare, readable
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.kinds import COMMON
from sheetgen.text.snippet import visible


def show(value: Any, kind: Type = ANYTHING) -> str:
    """A value as people read it, with nothing in it that would move the cursor or turn the direction of a terminal."""
    return visible(formatted(value, kind))


LONGEST = 16
"""Numbers of a group that are printed with their whys; longer groups only when all are asked for."""
WIDTH = 96
WIDEST = 40
"""Headings up to this length line the values up; after a longer one its value stands further right."""

Titles = Mapping[str, Mapping[str, str]]
"""The titles of terms, by vocabulary."""


@dataclass(frozen=True)
class _Part:
    """A part of an entry's values: the name that `stated` takes, none in lists; its label, its type, what it holds."""

    name: str
    label: str
    type: Type
    content: Any

    @property
    def heading(self) -> str:
        """The label, with the name in brackets where the label differs from it."""
        label, name = visible(self.label), visible(self.name)
        return f"{label} ({name})" if name and _letters(label) != _letters(name) else label


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold())


def explained_lines(computed: ComputedEntry, titles: Titles, everything: bool = False) -> Iterator[str]:
    """The derived values, group by group; maps of maps as tables unless everything is asked for."""
    parts = list(_parts(computed.leaves, computed.entry.kind.record, titles))
    single = [part for part in parts if isinstance(part.content, Leaf) and not isinstance(part.content.value, list)]
    if single:
        yield ""
        yield from _reasons(single)
    for part in parts:
        if part not in single and (part.content.value if isinstance(part.content, Leaf) else part.content):
            yield ""
            yield click.style(part.heading, bold=True)
            yield from _group(part, titles, everything)


def _parts(content: Any, kind: Type, titles: Titles) -> Iterator[_Part]:
    """The parts of a mapping or list, called as their type calls them: by label, term or number."""
    kind = bare(kind)
    if isinstance(content, list):
        item = kind.item if isinstance(kind, ListOf) else ANYTHING
        yield from (_Part("", str(number), item, part) for number, part in enumerate(content, 1))
        return
    for key, part in content.items():
        name = str(key)
        if isinstance(kind, Record):
            yield _Part(name, kind.label(name), kind.fields.get(name, ANYTHING), part)
        elif isinstance(kind, MapOf):
            terms = titles.get(kind.key.vocabulary, {}) if isinstance(kind.key, Term) else {}
            yield _Part(name, terms.get(name) or readable(name), kind.value, part)
        else:
            yield _Part(name, readable(name), ANYTHING, part)


def _group(part: _Part, titles: Titles, everything: bool) -> Iterator[str]:
    if isinstance(part.content, list | Leaf):
        yield from _rows(value_of(part.content), part.type, titles)
        return
    lists = [inner for inner in _parts(part.content, part.type, titles) if _is_list_of_records(inner.content)]
    if lists:
        rest = {name: inner for name, inner in part.content.items() if name not in {inner.name for inner in lists}}
        yield from _group(replace(part, content=rest), titles, everything) if rest else ()
        for inner in lists:
            yield f"  {inner.heading}"
            yield from (f"  {line}" for line in _rows(value_of(inner.content), inner.type, titles))
        return
    leaves = list(_flat(part, titles))
    if everything or (len(leaves) <= LONGEST and not _is_table(part.content)):
        yield from _reasons(leaves)
    elif _is_table(part.content):
        yield from _table(part, titles)
    else:
        values = ", ".join(f"{visible(leaf.label)} {show(leaf.content.value, leaf.type)}" for leaf in leaves)
        yield from textwrap.wrap(values, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _is_list_of_records(content: Any) -> bool:
    return isinstance(content, list) and any(isinstance(item, dict) for item in content)


def _reasons(leaves: Sequence[_Part]) -> Iterator[str]:
    """A line each: label, number, why."""
    wide = max((width for leaf in leaves if (width := len(leaf.heading)) <= WIDEST), default=0)
    right = max(
        (len(show(leaf.content.value, leaf.type)) for leaf in leaves if _is_number(leaf.content.value)), default=0
    )
    for leaf in leaves:
        heading, value = f"  {leaf.heading:{wide}}  ", leaf.content.value
        if _is_number(value):
            why = click.style(f"= {visible(leaf.content.why)}", dim=True)
            yield f"{heading}{show(value, leaf.type):>{right}}  {why}"
        elif value not in (None, "", [], {}):
            yield from textwrap.wrap(heading + show(value), WIDTH, subsequent_indent=" " * (wide + 4))


def _is_number(value: Any) -> bool:
    return not isinstance(value, str | list | dict | bool | None)


def _flat(part: _Part, titles: Titles) -> Iterator[_Part]:
    """The leaves of a group, with names and labels that lead to them from there."""
    for inner in _parts(part.content, part.type, titles):
        if isinstance(inner.content, Leaf):
            yield inner
            continue
        for leaf in _flat(inner, titles):
            name = f"{inner.name}.{leaf.name}" if inner.name and leaf.name else ""
            yield _Part(name, f"{inner.label}, {leaf.label}", leaf.type, leaf.content)


def _is_table(part: Any) -> bool:
    rows = list(part.values())
    if len(rows) < 2 or not all(isinstance(row, dict) for row in rows):
        return False
    return all(row.keys() == rows[0].keys() and all(isinstance(cell, Leaf) for cell in row.values()) for row in rows)


def _table(part: _Part, titles: Titles) -> Iterator[str]:
    """Numbers by row and column."""
    rows = [(row.label, list(_flat(row, titles))) for row in _parts(part.content, part.type, titles)]
    columns = [visible(cell.label) for cell in rows[0][1]]
    grid = [
        ["", *columns],
        *([visible(label), *(show(cell.content.value, cell.type) for cell in cells)] for label, cells in rows),
    ]
    widths = [max(map(len, cells)) for cells in zip(*grid, strict=True)]
    for number, cells in enumerate(grid):
        line = _line(cells, widths)
        yield click.style(line, dim=True) if number == 0 else line


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = f"  {cells[0]:{widths[0]}}"
    return first + "".join(f"  {cell:>{width}}" for cell, width in zip(cells[1:], widths[1:], strict=True))


def _rows(values: Sequence[Any], kind: Type, titles: Titles) -> Iterator[str]:
    """The items of a list, one a line."""
    for item in _parts(values, kind, titles):
        text = _record(item, titles) if isinstance(item.content, dict) else show(item.content, item.type)
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ")


def _record(item: _Part, titles: Titles) -> str:
    """A record of a list: its name, then whatever it holds."""
    if _is_entry(item.content):
        return visible(str(item.content["name"]))
    parts = [part for part in _parts(item.content, item.type, titles) if part.content not in (None, "", [], {})]
    text = ", ".join(f"{visible(part.label)} {_cell(part)}" for part in parts if part.name != "name")
    return f"{visible(str(item.content['name']))}: {text}" if "name" in item.content else text


def _cell(part: _Part) -> str:
    """A value within a record; an entry, or each of several, by its name."""
    content = part.content
    if _is_entry(content):
        return visible(str(content["name"]))
    if isinstance(content, list) and all(map(_is_entry, content)):
        return ", ".join(visible(str(entry["name"])) for entry in content)
    return show(content, part.type)


def _is_entry(value: Any) -> bool:
    """Whether a value is all that is known of another entry."""
    return isinstance(value, Mapping) and COMMON.keys() <= value.keys()
