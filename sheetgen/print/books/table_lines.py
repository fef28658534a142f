"""Small tables of short entries as a line of text, as bestiaries have attacks: what it is, and in brackets the rest."""

from __future__ import annotations

from typing import Any

MOST_ROWS = 3
"""Rows of a table that stands in a line at most."""
_COLUMNS = (2, 3)
_LONGEST = 60
"""Characters of a row in a line at most."""


def set_in_lines(entries: Any) -> None:
    """Let small tables in some entries be paragraphs: the heads in bold, then each row."""
    for table in list(entries.iter("table")):
        if _is_small(table):
            line = _line(table)
            table.addprevious(line)
            table.drop_tree()


def _is_small(table: Any) -> bool:
    """Whether a table has a head, few short rows of two or three cells, and no place that a link leads to."""
    rows = [[*row] for row in table.iter("tr")]
    heads = [*table.iter("thead")]
    if len(heads) != 1 or len(heads[0]) != 1 or not 1 <= len(rows) - 1 <= MOST_ROWS:
        return False
    if len({len(row) for row in rows}) > 1 or len(rows[0]) not in _COLUMNS or table.find("caption") is not None:
        return False
    if any(element.get("id") or element.get("colspan") or element.get("rowspan") for element in table.iter()):
        return False
    texts = [[cell.text_content().strip() for cell in row] for row in rows]
    return all(texts[0][:2]) and all(row[0] and len("".join(row)) <= _LONGEST for row in texts[1:])


def _line(table: Any) -> Any:
    """A table as a paragraph."""
    heads, *rows = ([*row] for row in table.iter("tr"))
    line, label = table.makeelement("p"), table.makeelement("b")
    names = [text for head in heads if (text := head.text_content().strip())]
    label.text, label.tail = f"{names[0]} ({', '.join(names[1:])})", " "
    line.append(label)
    for number, row in enumerate(rows):
        _say(line, " · " if number else "")
        _take(line, row[0])
        rest = [cell for cell in row[1:] if cell.text_content().strip()]
        for at, cell in enumerate(rest):
            _say(line, ", " if at else "\u00a0(")
            _take(line, cell)
        _say(line, ")" if rest else "")
    return line


def _take(line: Any, cell: Any) -> None:
    """Put what is in a cell at the end of a line."""
    _say(line, cell.text or "")
    line.extend(list(cell))


def _say(line: Any, text: str) -> None:
    line[-1].tail = f"{line[-1].tail or ''}{text}"
