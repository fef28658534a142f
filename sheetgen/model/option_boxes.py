"""The boxes before the names of `named` blocks, as a script follows them on a page that is edited."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sheetgen.blocks.base import LayoutBlock
from sheetgen.blocks.named import NamedSettings
from sheetgen.formula.javascript import ScriptValue
from sheetgen.model.ruleset.kinds import Kind

BOXES = "boxes-"
"""How the names of the rows of such blocks begin in a script, by a name that no author can give."""
SLOTS = ("name", "text", "ticked")


def box_parts(kind: Kind) -> dict[str, dict[str, str]]:
    """By block of a kind which parts of its rows are the name, the text and the tick, and the value that its rows are,
    where that has a name. Of what is the same in all rows there is none; a block that shows anything else of its rows
    is none of these."""
    return {block.id: parts for block in _blocks(kind) if (parts := _parts(block))}


def box_values(kind: Kind) -> Iterator[ScriptValue]:
    """The rows of these blocks, for a script."""
    followed = box_parts(kind)
    for block in _blocks(kind):
        if block.id in followed:
            rows = block.formulas["rows"]
            yield ScriptValue(name=f"{BOXES}{block.id}", formula=(rows.checked, rows.expression.scope))


def _blocks(kind: Kind) -> list[LayoutBlock]:
    blocks = kind.layout.blocks.values() if kind.layout else ()
    return [block for block in blocks if isinstance(block.settings, NamedSettings) and "ticked" in block.formulas]


def _parts(block: LayoutBlock) -> dict[str, str]:
    """The parts that a block shows of its rows; none where it shows more than parts."""
    displayed = {slot: formula for slot, formula in block.formulas.items() if slot != "rows"}
    if not displayed.keys() <= set(SLOTS):
        return {}
    parts = {slot: formula.path[0] for slot, formula in displayed.items() if len(formula.path) == 1}
    others = (formula.checked.formula.tree for slot, formula in displayed.items() if slot not in parts)
    empty = all(isinstance(tree, ast.Constant) and not tree.value for tree in others)
    if not empty or "ticked" not in parts:
        return {}
    rows = ".".join(block.formulas["rows"].path)
    return {**parts, "rows": rows} if rows else parts
