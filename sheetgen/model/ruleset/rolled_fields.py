"""Entries that are made by dice: the tables and dice for fields of a kind, and what a roll gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sheetgen.dice.notation import IN_TEXT, Dice
from sheetgen.dice.rolled_tables import ONE, RolledRow, RolledTable
from sheetgen.dice.roller import Roll
from sheetgen.model.ruleset.dice_tables import is_rolled, rolled_table
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.lookup_tables import LookupTable
from sheetgen.model.ruleset.shapes import (
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
)
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.suggest import in_sentence, with_article

_FALLEN = re.compile(rf"{IN_TEXT.pattern} \[(?P<fallen>-?\d+)\]", re.ASCII)
"""Dice in a cell that was rolled, with what they fell."""


@dataclass(frozen=True, kw_only=True)
class RolledPart:
    """A field of a kind, or one value of it, and what is rolled for it."""

    field: str
    key: str
    """Of a map, whose value it is."""
    head: str
    source: str
    """Dice, or the name of a table."""

    @property
    def cell(self) -> str:
        """What is rolled, as a cell of a table says it."""
        return self.source if Dice.of(self.source) else f"{{{self.source}}}"


def rolled_parts(kind: Kind) -> Iterator[RolledPart]:
    """What is rolled for a new entry of a kind, in order."""
    for name, sources in kind.model.roll.items():
        field = kind.by_name[name]
        keys = [("", field.label[:1].upper() + field.label[1:])]
        if isinstance(field.shape, MappingShape) and isinstance(field.shape.key, TermShape):
            keys = list(kind.compiler.vocabulary(field.shape.key).titles.items())
        for source in [sources] if isinstance(sources, str) else sources:
            for key, head in keys:
                yield RolledPart(field=name, key=key, head=head, source=source)


def roller_of(
    kind: Kind, tables: Mapping[str, LookupTable], names: Mapping[str, Sequence[str]], titles: Mapping[str, Any]
) -> RolledTable | None:
    """All that is rolled for a new entry of a kind, as a table of one row; None where nothing is."""
    parts = list(rolled_parts(kind))
    others: dict[str, RolledTable] = {}
    for name in dict.fromkeys(part.source for part in parts if part.source in tables):
        table = rolled_table(tables[name], tables, names, titles)
        others |= {**table.others, name: table} if table else {}
    row = RolledRow(1, 1, tuple(part.cell for part in parts))
    heads = tuple(part.head for part in parts)
    rolled = RolledTable(
        name=f"new-{kind.id}", title=kind.model.title, dice=ONE, heads=heads, rows=(row,), others=others
    )
    return rolled if parts else None


def rolled_values(kind: Kind, roll: Roll, identities: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The values of fields that a roll gives; `identities` has the ids of entries by their names, for each kind."""
    values: dict[str, Any] = {}
    others = iter(roll.others)
    for part, (_, text) in zip(rolled_parts(kind), roll.cells, strict=True):
        cells = [("", text)] if Dice.of(part.source) else _texts(next(others))
        shape = kind.by_name[part.field].shape
        if isinstance(shape, MappingShape):
            values.setdefault(part.field, {})[part.key] = _value(shape.value, cells, kind, identities)
        elif isinstance(shape, ListShape):
            values.setdefault(part.field, []).append(_value(shape.item, cells, kind, identities))
        else:
            values[part.field] = _value(shape, cells, kind, identities)
    return values


def _texts(roll: Roll) -> list[tuple[str, str]]:
    """The cells of a roll, with what was rolled on other tables in the place of their names."""
    others, texts = list(roll.others), []
    for head, text in roll.cells:
        place = 0
        while others and (at := text.find(others[0].title, place)) >= 0:
            other = others.pop(0)
            inner = ", ".join(inner for _, inner in _texts(other))
            text = text[:at] + inner + text[at + len(other.title) :]
            place = at + len(inner)
        texts.append((head, _without_dice(text)))
    return texts


def _value(
    shape: Shape, cells: Sequence[tuple[str, str]], kind: Kind, identities: Mapping[str, Mapping[str, str]]
) -> Any:
    match shape:
        case RecordShape(record=record):
            fields = {part.name: part for part in kind.parts[record]}
            by_head = {key: cell for head, cell in cells if cell and (key := _field_of(head, fields))}
            own = by_head or {next(iter(fields)): ", ".join(cell for _, cell in cells)}
            return {key: _value(fields[key].shape, [("", cell)], kind, identities) for key, cell in own.items()}
        case ReferenceShape(kind=other):
            return identities.get(other, {}).get(cells[0][1], cells[0][1])
        case ScalarShape(name="integer" | "number"):
            text = _without_dice(cells[0][1])
            return int(text) if re.fullmatch(r"-?\d+", text) else text
    return _without_dice(" ".join(cell for _, cell in cells))


def _without_dice(text: str) -> str:
    """A text with what its dice fell in the place of them."""
    return _FALLEN.sub(lambda dice: dice["fallen"], text)


def _field_of(head: str, fields: Mapping[str, Any]) -> str:
    """The field of a record that a column of a table is called after."""
    wanted = head.casefold()
    return next((name for name, part in fields.items() if wanted in (name.casefold(), part.label.casefold())), "")


def check_rolled_fields(kind: Kind, tables: Mapping[str, LookupTable], diagnostics: Diagnostics) -> Kind:
    """A kind with what is rolled for its fields; what is no field, no dice and no table is reported and left out."""
    if not kind.model.roll:
        return kind
    sound: dict[str, str | list[str]] = {}
    for name, sources in kind.model.roll.items():
        place, field = kind.place.at("roll", name), kind.by_name.get(name)
        if field is None:
            hint = did_you_mean(name, kind.by_name)
            message = f"{with_article(in_sentence(kind.model.title))} has no field `{name}`"
            diagnostics.error("unknown-field", message, place.key_span, hint, missed=(name,))
            continue
        several = not isinstance(sources, str)
        if several and not isinstance(field.shape, ListShape):
            message = f"several rolls make a list, and `{name}` is {field.shape}"
            diagnostics.error("ruleset", message, place.span, "name one table, or dice")
            continue
        places = (
            [(source, place.at(number)) for number, source in enumerate(sources)] if several else [(sources, place)]
        )
        wrong = [source for source, at in places if not _is_sound(str(source), at, field.shape, tables, diagnostics)]
        if not wrong:
            sound[name] = sources
    return replace(kind, model=kind.model.model_copy(update={"roll": sound}))


def _is_sound(
    source: str, place: YamlPlace, shape: Shape, tables: Mapping[str, LookupTable], diagnostics: Diagnostics
) -> bool:
    dice = Dice.of(source)
    inner = shape.item if isinstance(shape, ListShape) else shape.value if isinstance(shape, MappingShape) else shape
    if dice:
        if not isinstance(inner, ScalarShape) or inner.name == "truth":
            diagnostics.error(
                "ruleset", f"dice give a number, and this field takes {inner}", place.span, "name a table"
            )
            return False
        lowest, highest = dice.results[0] if dice.results else 0, dice.results[-1] if dice.results else 0
        if (inner.low is not None and lowest < inner.low) or (inner.high is not None and highest > inner.high):
            message = f"{dice.text} gives {lowest} to {highest}, and this field takes {inner}"
            diagnostics.error("out-of-range", message, place.span)
            return False
        return True
    known = [name for name, table in tables.items() if is_rolled(table)]
    if source not in known:
        message = (
            f"nothing is rolled on `{source}`"
            if source in tables
            else f"`{source}` is neither dice, such as `3d6`, nor a table"
        )
        hint = "give it `dice`" if source in tables else did_you_mean(source, known)
        diagnostics.error(
            "unknown-reference", message, place.span, hint or "write dice, such as `3d6`", missed=(source,)
        )
    return source in known
