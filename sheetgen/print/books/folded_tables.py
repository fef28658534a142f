"""Long narrow tables: their rows stand in several runs beside each other, each under heads of its own."""

from __future__ import annotations

from itertools import zip_longest
from math import ceil
from typing import Any

from sheetgen.print.books.tables import Cells, natural_width

MOST = 4
"""Runs that stand beside each other at most."""
BETWEEN = 4.0
"""White between two runs, in mm."""


def fold(table: Any, measure: float, cells: Cells, least: int) -> None:
    """Set a table of at least so many rows in runs beside each other, where `measure` mm hold two or more of them.

    Each row of the table begins with one of the first run; a run that ends before the others ends in empty cells. A
    table in which cells span others, or which has no body, stays as it is.
    """
    body = table.find("tbody")
    rows = [] if body is None else [[*row] for row in body]
    if len(rows) < least or not _is_plain(table):
        return
    room = natural_width(table, cells)
    runs = min(MOST, int((measure + BETWEEN) / (room + BETWEEN)))
    high = ceil(len(rows) / max(runs, 1))
    parts = [rows[start : start + high] for start in range(0, len(rows), high)]
    if len(parts) < 2:
        return
    for head in table.iter("thead"):
        for row in head:
            first = [*row]
            for _ in parts[1:]:
                row.extend(_copies(first))
    for row in list(body):
        body.remove(row)
    empty = len(rows[0])
    for beside in zip_longest(*parts):
        row = body.makeelement("tr")
        for own in beside:
            row.extend(own if own is not None else [row.makeelement("td") for _ in range(empty)])
        body.append(row)


def _copies(head: list[Any]) -> list[Any]:
    """Heads of columns once more, without the places that links lead to."""
    copies = []
    for cell in head:
        copy = cell.makeelement(cell.tag, {name: value for name, value in cell.attrib.items() if name != "id"})
        copy.text = cell.text_content()
        copies.append(copy)
    return copies


def _is_plain(table: Any) -> bool:
    """Whether all rows have the same number of cells, none of which spans others."""
    rows = [[*row] for row in table.iter("tr")]
    spanning = any(cell.get("colspan") or cell.get("rowspan") for row in rows for cell in row)
    return not spanning and len({len(row) for row in rows}) == 1
