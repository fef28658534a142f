"""The fields of a form by name, each with the place in an entry's file that it shows as it is written there."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from sheetgen.blocks.base import LayoutBlock, LayoutFormula
from sheetgen.blocks.checks import ChecksSettings
from sheetgen.blocks.facts import FactsSettings
from sheetgen.blocks.figures import FiguresSettings
from sheetgen.blocks.named import NamedSettings
from sheetgen.blocks.prose import ProseSettings
from sheetgen.blocks.scores import ScoresSettings
from sheetgen.blocks.table import TableSettings
from sheetgen.blocks.tracks import TracksSettings
from sheetgen.formula.dice_texts import is_dice
from sheetgen.formula.types import key_vocabulary
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ScalarShape, Shape, TermShape
from sheetgen.yaml.load import Step

Path: TypeAlias = tuple[Step, ...]
MOST_BOXES = 60
"""The boxes of a track that are looked for."""


@dataclass(frozen=True)
class FormTarget:
    """What a form field shows: a value at a path, whether it holds, a box that it counts, or one item of a list."""

    path: Path
    sort: Literal["value", "tick", "box", "item", "left"] = "value"
    item: str = ""
    """The item of the list that a box stands for."""
    total: LayoutFormula | None = None
    """Of the number that is left of a track, how many boxes that has in all."""


class FormValueError(ValueError):
    """What was typed in is no value of its field, with a message for users."""


def form_targets(kind: Kind, fields: Mapping[str, Any]) -> dict[str, FormTarget]:
    """What the form fields of an entry show, by their names, with the id of their block and without; those that several
    values share, or that show something computed, are left out."""
    targets: dict[str, FormTarget | None] = {"Name": FormTarget(("name",))}
    for block in blocks_on_sheet(kind):
        for name, target in _of_block(block, kind, fields):
            for clean in (name.replace(".", " "), f"{block.id} {name}".replace(".", " ")):
                targets[clean] = target if targets.get(clean, target) == target else None
    return {name: target for name, target in targets.items() if target}


def blocks_on_sheet(kind: Kind) -> Iterator[LayoutBlock]:
    """The blocks on the sheets of a kind."""
    if kind.layout:
        names = dict.fromkeys(name for area in ("play", "reference") for name in kind.layout.areas[area])
        yield from (kind.layout.blocks[name] for name in names or kind.layout.blocks)


def _of_block(block: LayoutBlock, kind: Kind, fields: Mapping[str, Any]) -> Iterator[tuple[str, FormTarget | None]]:
    match block.settings:
        case FactsSettings(items=items) | FiguresSettings(items=items) | TracksSettings(items=items):
            for number, item in enumerate(items):
                yield from _of_item(block, number, item.label, kind)
        case ScoresSettings():
            yield from _of_map(block, kind)
        case ChecksSettings(groups=groups):
            for number, _ in enumerate(groups):
                yield from _of_list(_written_path(block.formulas.get(f"groups.{number}.ticked"), kind), kind)
        case ProseSettings():
            yield block.id, _target(block.formulas.get("text"), kind)
        case NamedSettings():
            yield from _of_options(block, kind, fields)
        case TableSettings():
            yield from _of_rows(block, block.settings, kind, fields)


def _of_item(block: LayoutBlock, number: int, label: str, kind: Kind) -> Iterator[tuple[str, FormTarget | None]]:
    """The number or text of an item, and the boxes that are marked now."""
    total, path = (
        block.formulas.get(f"items.{number}.value"),
        _written_path(block.formulas.get(f"items.{number}.current"), kind),
    )
    if not isinstance(block.settings, TracksSettings):
        yield label, _target(total, kind)
    elif path and total:
        item = block.settings.items[number]
        counts_up = item.lowest is not None or item.ticks > 1
        yield label, FormTarget(path) if counts_up else FormTarget(path, "left", total=total)
    for box in range(1, MOST_BOXES + 1):
        yield f"{label} {box}", FormTarget(path, "box") if path else None


def _of_map(block: LayoutBlock, kind: Kind) -> Iterator[tuple[str, FormTarget | None]]:
    """The values of a map by the titles of its keys, and their bonuses where these are written as well."""
    heads = block.formulas.get("map")
    for slot, ending in (("map", ""), ("bonuses", " bonus")):
        formula = block.formulas.get(slot)
        path, part = (own, ()) if (own := _written_path(formula, kind)) else _map_path(formula, kind)
        shape = shape_at(kind, path) if path else None
        if path and isinstance(shape, MappingShape) and isinstance(shape.key, TermShape):
            for term, title in kind.compiler.vocabulary(shape.key).titles.items():
                yield f"{title}{ending}", FormTarget((*path, term, *part))
        elif formula and heads:
            known = kind.compiler.vocabularies.get(key_vocabulary(heads.type))
            yield from ((f"{title}{ending}", None) for title in (known.titles.values() if known else ()))


def _of_list(path: Path, kind: Kind) -> Iterator[tuple[str, FormTarget]]:
    """A box for each term that a list may hold."""
    shape = shape_at(kind, path) if path else None
    if isinstance(shape, ListShape) and isinstance(shape.item, TermShape):
        for term, title in kind.compiler.vocabulary(shape.item).titles.items():
            yield title, FormTarget(path, "item", term)


def _of_options(block: LayoutBlock, kind: Kind, fields: Mapping[str, Any]) -> Iterator[tuple[str, FormTarget]]:
    """The boxes before rows that are records of a list, where a truth in them says whether they are ticked."""
    path, ticked = _written_path(block.formulas.get("rows"), kind), block.formulas.get("ticked")
    shape = shape_at(kind, path) if path else None
    if not (ticked and ticked.path and isinstance(shape, ListShape) and isinstance(shape.item, RecordShape)):
        return
    if shape_at(kind, (*path, 0, *ticked.path)) == ScalarShape("truth"):
        for number, _ in enumerate(_listed(fields, path)):
            yield f"{block.id} {number + 1}", FormTarget((*path, number, *ticked.path), "tick")


def _listed(fields: Any, path: Path) -> Sequence[Any]:
    for step in path:
        fields = fields[step] if fields else ()
    return fields or ()


def _of_rows(
    block: LayoutBlock, settings: TableSettings, kind: Kind, fields: Mapping[str, Any]
) -> Iterator[tuple[str, FormTarget]]:
    """The cells of rows that are records of a list, as they are written there."""
    path = _written_path(block.formulas.get("rows"), kind)
    shape = shape_at(kind, path) if path else None
    if len(path) != 1 or not (isinstance(shape, ListShape) and isinstance(shape.item, RecordShape)):
        return
    columns = {"": "name", **{f" {name}": f"columns.{n}.value" for n, name in enumerate(column_names(settings))}}
    known = {part.name for part in kind.parts[shape.item.record]}
    for number, _ in enumerate(fields[str(path[0])] or ()):
        for heading, slot in (*columns.items(), (" notes", "note")):
            formula = block.formulas.get(slot)
            if formula and formula.path and formula.path[0] in known:
                yield f"{block.id} {number + 1}{heading}", FormTarget((*path, number, *formula.path))


def column_names(settings: TableSettings) -> Iterator[str]:
    """What the cells of each column are called in a form: by its label, numbered where columns share one."""
    labels = [column.label for column in settings.columns]
    for number, label in enumerate(labels):
        before = labels[:number].count(label)
        yield f"{label} ({before + 1})" if before else label


def _target(formula: LayoutFormula | None, kind: Kind) -> FormTarget | None:
    path = _written_path(formula, kind)
    return FormTarget(path) if path else None


def _written_path(formula: LayoutFormula | None, kind: Kind) -> Path:
    """The path of the field that a formula names; empty where it computes something."""
    return formula.path if formula and formula.path and formula.path[0] in kind.by_name else ()


def is_written(formula: LayoutFormula, kind: Kind) -> bool:
    """Whether a formula shows what a field of the entry says, or the values of a map as they are written there."""
    return bool(_written_path(formula, kind) or _map_path(formula, kind)[0])


def _map_path(formula: LayoutFormula | None, kind: Kind) -> tuple[Path, Path]:
    """The field of `{k: field[k] for k in ...}`, or of `{k: field[k].part for k in ...}`, with the part; or nothing."""
    match formula and formula.checked.formula.tree:
        case ast.DictComp(key=ast.Name(id=key), value=value):
            holder, part = (value.value, (value.attr,)) if isinstance(value, ast.Attribute) else (value, ())
            match holder:
                case ast.Subscript(value=ast.Name(id=name), slice=ast.Name(id=item)) if key == item:
                    return ((name,), part) if name in kind.by_name else ((), ())
    return (), ()


def shape_at(kind: Kind, path: Path) -> Shape | None:
    """The shape of the value at a path of an entry; None where there is no such part."""
    shape: Shape | None = None
    fields: Mapping[str, Field] = kind.by_name
    for step in path:
        match shape:
            case None | RecordShape():
                if str(step) not in fields:
                    return None
                shape = fields[str(step)].shape
            case MappingShape(value=inner) | ListShape(item=inner):
                shape = inner
            case _:
                return None
        if isinstance(shape, RecordShape):
            fields = {part.name: part for part in kind.parts[shape.record]}
    return shape


def value_of_text(text: str, shape: Shape, kind: Kind) -> Any:
    """What was typed in as a value of a field. Raises `FormValueError`."""
    match shape:
        case ScalarShape(name="integer" | "number" as name):
            plain = text.strip().replace("\u2212", "-").replace("\u00a0", "").removeprefix("+")
            try:
                return int(plain) if name == "integer" else _plain_number(Fraction(plain))
            except (ValueError, ZeroDivisionError):
                raise FormValueError(f"`{text}` is no {'whole ' if name == 'integer' else ''}number") from None
        case ScalarShape(name="text" | "markdown"):
            return text.strip()
        case ScalarShape(name="dice"):
            if not is_dice(text):
                raise FormValueError(f"`{text}` is no dice")
            return text.strip()
        case TermShape():
            vocabulary = kind.compiler.vocabulary(shape)
            term = vocabulary.find(text)
            if term is None:
                raise FormValueError(f"`{text}` is none of {', '.join(vocabulary.titles.values())}")
            return term
    raise FormValueError("this is not read from forms")


def _plain_number(number: Fraction) -> Any:
    return (
        int(number)
        if number.denominator == 1
        else float(number)
        if Fraction(str(float(number))) == number
        else str(number)
    )
