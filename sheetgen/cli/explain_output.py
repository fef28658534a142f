"""The computed numbers of an entry as lines for a terminal: in groups, aligned, with their whys dimmed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from sheetgen.formula.compile import value_of
from sheetgen.formula.runtime import Leaf
from sheetgen.formula.runtime import show as show_value
from sheetgen.model.derive import ComputedEntry
from sheetgen.text.snippet import visible


def show(value: Any) -> str:
    """A value as people read it, with nothing in it that would move the cursor or turn the direction of a terminal."""
    return visible(show_value(value))


LONGEST = 16
"""Numbers of a group that are printed with their whys; longer groups only when all are asked for."""
WIDTH = 96


def explained_lines(computed: ComputedEntry, everything: bool = False) -> Iterator[str]:
    """The derived values, group by group; maps of maps as tables unless everything is asked for."""
    single = {name: part for name, part in computed.leaves.items() if isinstance(part, Leaf)}
    if single:
        yield ""
        yield from _reasons(single)
    for name, part in computed.leaves.items():
        if name not in single and part:
            yield ""
            yield click.style(name, bold=True)
            yield from _group(part, everything)


def _group(part: Any, everything: bool) -> Iterator[str]:
    if isinstance(part, list):
        yield from (f"  {line}" for line in _rows(part))
        return
    leaves = dict(_flat(part))
    if everything or (len(leaves) <= LONGEST and not _is_table(part)):
        yield from _reasons(leaves)
    elif _is_table(part):
        yield from _table(part)
    else:
        values = ", ".join(f"{name} {show(leaf.value)}" for name, leaf in leaves.items())
        yield from textwrap.wrap(values, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _reasons(leaves: Mapping[str, Leaf]) -> Iterator[str]:
    """A line each: name, number, why."""
    wide = max((len(name) for name in leaves), default=0)
    numbers = {name: show(leaf.value) for name, leaf in leaves.items() if _is_number(leaf.value)}
    right = max((len(text) for text in numbers.values()), default=0)
    for name, leaf in leaves.items():
        if name in numbers:
            yield f"  {name:{wide}}  {numbers[name]:>{right}}  {click.style('= ' + visible(leaf.why), dim=True)}"
        elif leaf.value not in (None, "", [], {}):
            yield from textwrap.wrap(
                f"{name:{wide}}  {show(leaf.value)}", WIDTH, initial_indent="  ", subsequent_indent=" " * (wide + 4)
            )


def _is_number(value: Any) -> bool:
    return not isinstance(value, str | list | dict | bool | None)


def _flat(part: Any, prefix: str = "") -> Iterator[tuple[str, Leaf]]:
    if isinstance(part, Leaf):
        yield prefix, part
        return
    items = part.items() if isinstance(part, dict) else enumerate(part, 1)
    for key, item in items:
        yield from _flat(item, f"{prefix}.{visible(str(key))}" if prefix else visible(str(key)))


def _is_table(part: Any) -> bool:
    rows = list(part.values())
    if len(rows) < 2 or not all(isinstance(row, dict) for row in rows):
        return False
    return all(row.keys() == rows[0].keys() and all(isinstance(cell, Leaf) for cell in row.values()) for row in rows)


def _table(part: Mapping[str, Mapping[str, Leaf]]) -> Iterator[str]:
    """Numbers by row and column."""
    columns = list(next(iter(part.values())))
    grid = [["", *columns], *([name, *(show(row[column].value) for column in columns)] for name, row in part.items())]
    widths = [max(map(len, cells)) for cells in zip(*grid, strict=True)]
    for number, cells in enumerate(grid):
        line = _line(cells, widths)
        yield click.style(line, dim=True) if number == 0 else line


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = f"  {cells[0]:{widths[0]}}"
    return first + "".join(f"  {cell:>{width}}" for cell, width in zip(cells[1:], widths[1:], strict=True))


def _rows(items: Sequence[Any]) -> Iterator[str]:
    """The items of a list: records one a line, anything else together."""
    values = [value_of(item) for item in items]
    yield from textwrap.wrap(", ".join(show(value) for value in values if not isinstance(value, dict)), WIDTH)
    for value in values:
        yield from _row(value) if isinstance(value, dict) else ()


def _row(value: Mapping[str, Any]) -> list[str]:
    """A record of a list: its name, then whatever it holds."""
    parts = [f"{key} {show(part)}" for key, part in value.items() if key != "name" and part not in (None, "", [], {})]
    text = ", ".join(parts)
    return textwrap.wrap(
        f"{visible(value['name'])}: {text}" if "name" in value else text, WIDTH, subsequent_indent="    "
    )
