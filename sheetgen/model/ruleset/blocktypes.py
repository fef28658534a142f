"""What each type of block takes: its settings, and those of its items, columns or rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pydantic import BaseModel

from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.models import BlockModel, KindModel
from sheetgen.text.diagnostics import Diagnostics, did_you_mean

COMMON = ("type", "title", "secret", "editorial")
"""What every block takes."""


@dataclass(frozen=True)
class BlockType:
    """A type of block: what it shows, what it cannot do without, and all that it takes."""

    shows: str
    needs: tuple[str, ...]
    takes: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each setting that is a list of parts, what a part takes."""

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of all its settings."""
        return (*COMMON, *self.needs, *self.takes)


BLOCKS: Mapping[str, BlockType] = MappingProxyType({
    "figures": BlockType(
        "Large numbers side by side.", ("items",), (), {"items": ("label", "value", "unit", "after", "mark")}
    ),
    "tracks": BlockType("Rows of boxes to cross off.", ("items",), (), {"items": ("label", "value", "mark", "blank")}),
    "facts": BlockType(
        "Short texts, each under its label.", ("items",), (), {"items": ("label", "value", "unit", "after")}
    ),
    "whys": BlockType("Where numbers come from, as a list.", ("items",), (), {"items": ("label", "value")}),
    "table": BlockType(
        "A row for each item of a list, such as attacks.",
        ("rows", "name"),
        ("heading", "columns", "mark", "cost", "note", "href"),
        {"columns": ("label", "value", "unit", "strong")},
    ),
    "named": BlockType(
        "Paragraphs that open with a name, such as traits.",
        ("rows", "name"),
        ("text", "value", "mark", "cost", "href"),
    ),
    "prose": BlockType("Text of the author.", ("text",)),
    "lines": BlockType("Ruled lines to write on.", ("count",)),
    "strip": BlockType("A mark for each key of a map and the mark of its state.", ("map", "heads", "states")),
    "grid": BlockType(
        "Rows of numbers under common heads.",
        ("heads", "rows"),
        (),
        {"heads": ("label", "value"), "rows": ("label", "map", "mark")},
    ),
    "scores": BlockType("Scores with their bonuses.", ("map",), ("bonuses", "strong")),
    "checks": BlockType("Boxes to tick, in groups.", ("groups",), (), {"groups": ("label", "items")}),
    "body": BlockType("A number for each region of a body.", ("map",), ("caption", "notes")),
    "panel": BlockType("Other entries inside of this one, each with some of its blocks.", ("entries", "blocks")),
})  # fmt: skip
"""The block types of a layout, as its `type` names them."""


LIST_COLUMN = ("label", "value", "unit", "type")
"""What a column of the list of a kind takes."""


def check_columns(kind: KindModel, place: YamlPlace, diagnostics: Diagnostics) -> None:
    """Report settings that columns of a kind's list do not have."""
    for number, column in enumerate(kind.list.columns):
        _check(column, LIST_COLUMN, "a column of a list", place.at("list", "columns", number), diagnostics)


def check_settings(block: BlockModel, place: YamlPlace, diagnostics: Diagnostics) -> None:
    """Report settings that a block of this type does not have, and those that it lacks."""
    sort = BLOCKS[block.type]
    _check(block, sort.settings, f"a `{block.type}` block", place, diagnostics)
    for setting in sort.needs:
        if setting not in block.model_fields_set:
            message = f"a `{block.type}` block needs `{setting}`"
            hint = f"it takes {', '.join(sort.settings)}"
            diagnostics.error("missing-field", message, place.key_span, hint, missed=(setting,))
    for setting, part, at in _parts(block, place):
        _check(part, sort.parts.get(setting, ()), f"an item of `{setting}` in a `{block.type}` block", at, diagnostics)


def _parts(block: BlockModel, place: YamlPlace) -> Iterator[tuple[str, BaseModel, YamlPlace]]:
    for setting in BLOCKS[block.type].parts:
        held = getattr(block, setting)
        for number, part in enumerate(held if isinstance(held, list) else ()):
            yield setting, part, place.at(setting, number)


def _check(part: BaseModel, takes: tuple[str, ...], what: str, place: YamlPlace, diagnostics: Diagnostics) -> None:
    for setting in sorted(part.model_fields_set - {*takes}):
        hint = did_you_mean(setting, takes)
        hint = hint if hint.startswith("did") else f"its settings are {', '.join(takes)}"
        diagnostics.error("unknown-field", f"{what} has no `{setting}`", place.at(setting).key_span, hint)
