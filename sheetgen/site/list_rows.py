"""The rows of a long list as data, for the script that draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from itertools import count
from posixpath import commonpath

from sheetgen.site.list_order import cell_key, ranks, sort_key
from sheetgen.templating.filters import lower_case, plain_number
from sheetgen.templating.renderer import Renderer
from sheetgen.text.json_script import json_text
from sheetgen.views.pages import ListCell, ListColumn, ListFilter, ListPage, ListRow

ALIKE = 2
"""How many of the longest texts of a column are tried: letters differ in width."""


def rows_script(page: ListPage, draw: Renderer) -> bytes:
    """All rows of a list, by name, as the script that its first page draws them from."""
    columns = [
        _column([row.cells[number] for row in page.rows], column, draw) for number, column in enumerate(page.columns)
    ]
    rows = {
        "ids": [row.id for row in page.rows],
        "names": [row.name for row in page.rows],
        **_addresses(page.rows),
        "notes": [row.note for row in page.rows],
        "also": [lower_case(" ".join(row.aliases)) for row in page.rows],
        "ranks": ranks(sort_key(row.name) for row in page.rows),
        "columns": columns,
        "longest": _longest(page.rows),
        "facets": {listed.key: _facet(listed, page.rows) for listed in page.filters},
    }
    return f"self.sheetgenRows={json_text(rows)};\n".encode()


def _addresses(rows: Sequence[ListRow]) -> Mapping[str, object]:
    """Where the rows lead to: what all addresses begin with, and the rest of each where it is not its id."""
    base = f"{commonpath([row.href for row in rows])}/".lstrip("/")
    rest = [row.href.removeprefix(base) for row in rows]
    usual = all(href == f"{row.id}.html" for row, href in zip(rows, rest, strict=True))
    return {"base": base} if usual else {"base": base, "hrefs": rest}


def _longest(rows: Sequence[ListRow]) -> list[int]:
    """Some rows that have the longest text of a column, so that widths can be had of them."""
    texts = [[row.name for row in rows], [row.note for row in rows]]
    texts += [[_cell_text(cell) for cell in cells] for cells in zip(*(row.cells for row in rows), strict=True)]
    places = {place for column in texts for _, place in nlargest(ALIKE, zip(map(len, column), count(), strict=False))}
    return sorted(places)


def _cell_text(cell: ListCell) -> str:
    return (
        cell.text
        + "".join(f"mark {track.number.text}" for track in cell.tracks)
        + "".join(f"{mark.code or mark.title}" if not mark.glyph else "mark" for mark in cell.marks)
    )


def _column(cells: Sequence[ListCell], column: ListColumn, draw: Renderer) -> Mapping[str, object]:
    """A column: each cell that differs once, drawn; its place in the order; and which of them each row has."""
    places = {cell: place for place, cell in enumerate(dict.fromkeys(cells))}
    return {
        "cells": draw.list_cells([(column, cell) for cell in places]),
        "ranks": ranks(cell_key(cell) for cell in places),
        "rows": [places[cell] for cell in cells],
    }


def _facet(listed: ListFilter, rows: Sequence[ListRow]) -> Mapping[str, object]:
    """The values of a filter, with titles where they have some, and which of them each row has."""
    given = [row.facets.get(listed.key, ()) for row in rows]
    titles = {choice.value: choice.title for choice in listed.choices}
    write = str if titles else _number
    values = list(titles) or list(map(_number, sorted({float(value) for own in given for value in own})))
    places = {value: place for place, value in enumerate(values)}
    chosen = [[places[write(value)] for value in own] for own in given]
    written = {"values": values, "rows": [own[0] if len(own) == 1 else own for own in chosen]}
    return written | ({"titles": list(titles.values())} if titles else {})


def _number(value: float | str) -> str:
    return plain_number(float(value))
