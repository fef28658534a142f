"""Tables of a ruleset that dice are rolled on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sheetgen.dice.notation import Dice
from sheetgen.dice.rolled_tables import OTHER_TABLE, RolledRow, RolledTable
from sheetgen.formula.runtime import show
from sheetgen.model.ruleset.lookup_tables import LookupTable
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.yaml.load import Step


def check_named_tables(tables: Mapping[str, LookupTable], diagnostics: Diagnostics) -> None:
    """Report results of rolled tables that name a table which is not there, or on which nothing is rolled."""
    known = [name for name, table in tables.items() if is_rolled(table)]
    for table in (table for table in tables.values() if is_rolled(table)):
        for path, text in _texts(table.model.table if table.model.table is not None else table.model.rows or []):
            for other in OTHER_TABLE.finditer(text):
                if other[1] not in known:
                    place = table.place.at("table" if table.model.table is not None else "rows", *path)
                    message = f"there is no table called `{other[1]}` to roll on"
                    if other[1] in tables:
                        message = f"nothing is rolled on `{other[1]}`: give it `dice`"
                    at, hint = place.part(*other.span(1)), did_you_mean(other[1], known)
                    diagnostics.error("unknown-reference", message, at, hint, missed=(other[1],))


def is_rolled(table: LookupTable) -> bool:
    """Whether dice are rolled on a table."""
    return table.dice is not None or bool(table.model.entries)


def rolled_table(
    table: LookupTable,
    tables: Mapping[str, LookupTable],
    names: Mapping[str, Sequence[str]],
    titles: Mapping[str, Mapping[str, str]],
) -> RolledTable | None:
    """A table as it is rolled on, with those that its results name; None where nothing is rolled on it, or where it
    has mistakes.

    `names` are those of the entries of each kind, `titles` those of the terms of each vocabulary.
    """
    own = _alone(table, names, titles)
    others: dict[str, RolledTable] = {}
    left = [own] if own else []
    for rolled in left:
        for other in sorted({name for row in rolled.rows for cell in row.cells for name in OTHER_TABLE.findall(cell)}):
            if other in tables and other not in (table.name, *others):
                made = _alone(tables[other], names, titles)
                others |= {other: made} if made else {}
                left += [made] if made else []
    return replace(own, others=others) if own else None


def _alone(
    table: LookupTable, names: Mapping[str, Sequence[str]], titles: Mapping[str, Mapping[str, str]]
) -> RolledTable | None:
    model, dice = table.model, table.dice
    rows: list[tuple[int | None, int | None, Any]]
    if model.entries:
        entries = names.get(model.entries, ())
        dice = dice or Dice.of(f"d{len(entries)}")
        rows = [(result, result, name) for result, name in zip(dice.results if dice else (), entries, strict=False)]
    elif model.rows is not None:
        rows = [(result, result, row) for result, row in zip(dice.results if dice else (), model.rows, strict=False)]
    else:
        rows = table.value if isinstance(table.value, list) else []
    if dice is None or not rows:
        return None
    first, last = dice.results[0], dice.results[-1]
    columns = list(dict.fromkeys(key for _, _, value in rows if isinstance(value, dict) for key in value))
    heads = model.heads if len(model.heads) == len(columns) else columns
    texts = {value for _, _, value in rows if isinstance(value, str)}
    empty: Mapping[str, str] = {}
    words = next((terms for terms in titles.values() if texts and texts <= terms.keys()), empty)
    return RolledTable(
        name=table.name,
        title=model.title,
        dice=dice,
        heads=tuple(heads or [model.title]),
        rows=tuple(
            RolledRow(
                first if low is None else low, last if high is None else high, tuple(_cells(value, columns, words))
            )
            for low, high, value in rows
        ),
        apart=model.apart,
    )


def _cells(value: Any, heads: Sequence[str], words: Mapping[str, str]) -> Iterator[str]:
    """The cells of a row; terms go by their titles, `words`, and other tables by their own names."""
    for part in [value.get(head, "") for head in heads] if isinstance(value, dict) else [value]:
        if isinstance(part, str) and OTHER_TABLE.search(part):
            yield part
        else:
            yield "" if part is None else (isinstance(part, str) and words.get(part)) or show(part)


def _texts(data: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], str]]:
    """The texts in some data, each with its path."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, part in parts:
        if isinstance(part, str):
            yield (*path, step), part
        else:
            yield from _texts(part, (*path, step))
