"""The boxes of options on a form, each with the place in an entry's file that says whether it is chosen."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from sheetgen.blocks.base import LayoutBlock, LayoutFormula
from sheetgen.blocks.named import NamedSettings
from sheetgen.blocks.panel import PanelSettings
from sheetgen.model.entries import Entry
from sheetgen.model.form_fields import FormTarget, blocks_on_sheet, form_targets
from sheetgen.model.options import Choice, choices, options_of, place_of_option
from sheetgen.model.ruleset.derivations import DerivedValue
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import options_field
from sheetgen.yaml.load import Step

Referred: TypeAlias = Callable[[str, str], Entry | None]
"""The entry of a kind and an id."""
ListItem: TypeAlias = tuple[tuple[Step, ...], str]
"""The path of a list, and an item of it."""
TICKED = "ticked"


def all_targets(entry: Entry, referred: Referred) -> dict[str, FormTarget]:
    """What the form fields of an entry show, by their names, those of options that it chooses from others included."""
    chosen = {
        name: FormTarget(path, "item", item)
        for block in blocks_on_sheet(entry.kind)
        for name, (path, item) in _chosen_options(block, entry, referred)
    }
    return {**form_targets(entry.kind, entry.fields), **chosen}


def _chosen_options(block: LayoutBlock, entry: Entry, referred: Referred) -> Iterator[tuple[str, ListItem]]:
    """The names of the boxes of a block's options that are chosen from others, each with its list and its item."""
    match block.settings:
        case NamedSettings() if TICKED in block.formulas:
            chosen = _choices(block, entry)
            items = [item for choice in chosen for item in _items(choice, referred(choice.kind, choice.id))]
            yield from ((f"{block.id} {number}", item) for number, item in enumerate(items, 1) if item[1])
        case PanelSettings(blocks=names):
            owned = _of_rows(entry, _one_by_one(block.formulas.get("entries")), "")
            there = [(choice, source) for choice in owned if (source := referred(choice.kind, choice.id))]
            for number, (choice, source) in enumerate(there, 1):
                yield from _in_panel(f"{block.id}{number} ", choice, names, source)
                yield from _in_panel(f"{block.id}-{source.id}-", choice, names, source)


def _choices(block: LayoutBlock, entry: Entry) -> list[Choice]:
    """The choices whose options are the rows of a block, one after another; none where it does not show them as such.

    The rows are a field, or all of a list: `[o for a in assets for o in a.bought]`, or `[{...} for ...]` with `ticked`.
    """
    rows, ticked = block.formulas.get("rows"), block.formulas[TICKED].path
    if rows and ticked == (TICKED,) and (own := [c for c in choices(entry) if c.path == rows.path]):
        return own
    match _tree(rows, entry.kind):
        case ast.ListComp(
            elt=item,
            generators=[
                ast.comprehension(target=ast.Name(id=row), iter=ast.Name(id=rows_field), ifs=[]),
                ast.comprehension(
                    target=ast.Name(id=option),
                    iter=ast.Attribute(value=ast.Name(id=holder), attr=choice),
                    ifs=[],
                ),
            ],
        ) if row == holder and _ticked_of(item, option, ticked):
            return list(_of_rows(entry, (rows_field, ""), choice))
    return []


def _ticked_of(item: ast.expr, option: str, ticked: Sequence[str]) -> bool:
    """Whether what is shown of an option has its tick at a path."""
    match item:
        case ast.Name(id=name):
            return name == option and tuple(ticked) == (TICKED,)
        case ast.Dict(keys=keys, values=values):
            said = {key.value: value for key, value in zip(keys, values, strict=True) if isinstance(key, ast.Constant)}
            match said.get(ticked[0]) if len(ticked) == 1 else None:
                case ast.Attribute(value=ast.Name(id=name), attr="ticked"):
                    return name == option
    return False


def _one_by_one(formula: LayoutFormula | None) -> tuple[str, str]:
    """The list and the reference of `[a.asset for a in assets]`; empty where a formula is no such."""
    match formula and formula.checked.formula.tree:
        case ast.ListComp(
            elt=ast.Attribute(value=ast.Name(id=name), attr=reference),
            generators=[ast.comprehension(target=ast.Name(id=row), iter=ast.Name(id=rows_field), ifs=[])],
        ) if name == row:
            return rows_field, reference
    return "", ""


def _of_rows(entry: Entry, owned: tuple[str, str], field: str) -> Iterator[Choice]:
    """The choices in the rows of a list: those of a field, or beside a reference; none where a row has none."""
    rows_field, reference = owned
    by_row = {
        choice.path[1]: choice
        for choice in choices(entry)
        if len(choice.path) == 3 and choice.path[0] == rows_field
        and (choice.path[2] == field or choice.reference == reference)
    }  # fmt: skip
    yield from (by_row[number] for number in range(len(by_row)))


def _items(choice: Choice, source: Entry | None) -> Iterator[ListItem]:
    """The options of a choice as its list has them, or may have; empty those that are ticked without being chosen."""
    options = options_of(source.kind, source.fields) if source else []
    written = {place_of_option(options, name): name for name in choice.chosen}
    for place, option in enumerate(options):
        name = option["id"] or option["name"] or str(place + 1)
        yield choice.path, written.get(place, "" if option[TICKED] else name)


def _in_panel(start: str, choice: Choice, names: Sequence[str], source: Entry) -> Iterator[tuple[str, ListItem]]:
    """The boxes of an entry in a panel, or of its blocks where these stand by themselves."""
    for name in names:
        block = source.kind.layout.blocks.get(name) if source.kind.layout else None
        if block and _shows_own(block, source.kind):
            boxes = enumerate(_items(choice, source), 1)
            yield from ((f"{start}{name} {number}", item) for number, item in boxes if item[1])


def _shows_own(block: LayoutBlock, kind: Kind) -> bool:
    """Whether a block shows the options of its entry with their ticks."""
    rows, ticked = block.formulas.get("rows"), block.formulas.get(TICKED)
    return bool(rows and ticked and rows.path == (options_field(kind.fields),) and ticked.path == (TICKED,))


def _tree(formula: LayoutFormula | None, kind: Kind) -> Any:
    """What a formula computes: that of the derived value that it names, where it names one."""
    derived = kind.derived_by_name.get(".".join(formula.path)) if formula and formula.path else None
    checked = derived.checked if isinstance(derived, DerivedValue) else formula.checked if formula else None
    return checked.formula.tree if checked else None
