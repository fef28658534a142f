"""The rows of a long list as data, for the script that draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import count
from posixpath import commonpath, dirname
from typing import Generic, TypeVar

from sheetgen.site.list_order import cell_key, ranks, sort_key
from sheetgen.templating.filters import lower_case, plain_number
from sheetgen.templating.renderer import Renderer
from sheetgen.text.json_script import json_text
from sheetgen.views.pages import ListCell, ListColumn, ListFilter, ListPage, ListRow

S = TypeVar("S")
T = TypeVar("T")
ALIKE = 2
"""How many of the longest texts of a column are tried: letters differ in width."""


class _Distinct(Generic[T]):
    """What all rows have at one place: each value that differs once, and which of them each row has."""

    def __init__(self) -> None:
        self.values: dict[T, int] = {}
        self.rows: list[int] = []

    def add(self, value: T) -> None:
        """What the next row has."""
        self.rows.append(self.values.setdefault(value, len(self.values)))

    def of_rows(self, of_value: Callable[[T], S]) -> Iterator[S]:
        """For each row what follows from its value, worked out once for all rows that have it."""
        return map([of_value(value) for value in self.values].__getitem__, self.rows)


def rows_script(page: ListPage, rows: Iterable[ListRow], draw: Renderer) -> bytes:
    """All rows of a list, by name, as the script that its first page draws them from.

    Each row is forgotten before the next one is made: only what differs in them stays in memory.
    """
    ids, names, hrefs, notes, also = list[str](), list[str](), list[str](), list[str](), list[str]()
    columns = [_Distinct[ListCell]() for _ in page.columns]
    facets = {listed.key: _Distinct[tuple[float | str, ...]]() for listed in page.filters}
    for row in rows:
        ids.append(row.id)
        names.append(row.name)
        hrefs.append(row.href)
        notes.append(row.note)
        also.append(lower_case(" ".join(row.aliases)))
        for column, cell in zip(columns, row.cells, strict=True):
            column.add(cell)
        for key, values in facets.items():
            values.add(row.facets.get(key, ()))
    lengths = (map(len, names), map(len, notes), *(column.of_rows(_length) for column in columns))
    written = {
        "ids": ids,
        "names": names,
        **_addresses(ids, hrefs),
        "notes": notes,
        "also": also,
        "ranks": ranks(map(sort_key, names)),
        "columns": [_column(cells, column, draw) for cells, column in zip(columns, page.columns, strict=True)],
        "longest": _longest(lengths),
        "facets": {listed.key: _facet(listed, facets[listed.key]) for listed in page.filters},
    }
    return f"self.sheetgenRows={json_text(written)};\n".encode()


def _addresses(ids: Sequence[str], hrefs: Sequence[str]) -> Mapping[str, object]:
    """Where the rows lead to: what all addresses begin with, and the rest of each where it is not its id."""
    base = f"{commonpath({*map(dirname, hrefs)})}/".lstrip("/")
    rest = [href.removeprefix(base) for href in hrefs]
    usual = all(href == f"{identity}.html" for identity, href in zip(ids, rest, strict=True))
    return {"base": base} if usual else {"base": base, "hrefs": rest}


def _longest(lengths: Iterable[Iterable[int]]) -> list[int]:
    """Some rows that have the longest text of a column, so that widths can be had of them; given the lengths of the
    texts of each column."""
    return sorted({place for column in lengths for _, place in nlargest(ALIKE, zip(column, count(), strict=False))})


def _length(cell: ListCell) -> int:
    """How many letters a cell shows."""
    return len(_cell_text(cell))


def _cell_text(cell: ListCell) -> str:
    return (
        cell.text
        + "".join(f"mark {track.number.text}" for track in cell.tracks)
        + "".join(f"{mark.code or mark.title}" if not mark.glyph else "mark" for mark in cell.marks)
    )


def _column(cells: _Distinct[ListCell], column: ListColumn, draw: Renderer) -> Mapping[str, object]:
    """A column: each cell that differs once, drawn; its place in the order; and which of them each row has."""
    return {
        "cells": draw.list_cells([(column, cell) for cell in cells.values]),
        "ranks": ranks(map(cell_key, cells.values)),
        "rows": cells.rows,
    }


def _facet(listed: ListFilter, given: _Distinct[tuple[float | str, ...]]) -> Mapping[str, object]:
    """The values of a filter, with titles where they have some, and which of them each row has."""
    titles = {choice.value: choice.title for choice in listed.choices}
    write = str if titles else _number
    values = list(titles) or list(map(_number, sorted({float(value) for own in given.values for value in own})))
    places = {value: place for place, value in enumerate(values)}

    def chosen(own: tuple[float | str, ...]) -> int | list[int]:
        which = [places[write(value)] for value in own]
        return which[0] if len(which) == 1 else which

    written = {"values": values, "rows": [*given.of_rows(chosen)]}
    return written | ({"titles": list(titles.values())} if titles else {})


def _number(value: float | str) -> str:
    return plain_number(float(value))
