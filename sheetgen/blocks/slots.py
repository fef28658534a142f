"""What has to be read of a block's settings before entries are drawn: its formulas, and the names that it uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import get_args

from pydantic import BaseModel

from sheetgen.blocks.base import MARK, PER_ROW, VOCABULARY, BlockSettings, Takes
from sheetgen.yaml.file_models import Formula

FORMULA = get_args(Formula)[1]
"""What sets a formula apart from other texts."""
ROWS = "rows"
"""The setting whose rows other formulas are over."""


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A setting that is filled: a formula, or a name that must be known."""

    path: tuple[str | int, ...]
    """Where it stands in the block."""
    text: str
    per_row: bool = False
    """Whether it is a formula over each of the block's rows."""
    takes: Takes | None = None
    """What its formula has to give, where not everything will do."""
    vocabulary: bool = False
    """Whether it names a vocabulary."""
    mark: bool = False
    """Whether it names a drawn sign."""

    @property
    def name(self) -> str:
        """The path as a name: "items.0.value"."""
        return ".".join(map(str, self.path))


def slots(settings: BlockSettings) -> Iterator[Slot]:
    """The formulas and vocabularies of a block that its author wrote; its rows first, since others are over them."""
    filled = [slot for slot in _filled(settings, ()) if not slot.mark]
    yield from sorted(filled, key=lambda slot: slot.name != ROWS)


def marks(settings: BlockSettings) -> Iterator[Slot]:
    """The drawn signs that a block names."""
    yield from (slot for slot in _filled(settings, ()) if slot.mark)


def _filled(part: BaseModel, path: tuple[str | int, ...]) -> Iterator[Slot]:
    for name, metadata in _kinds(type(part)).items():
        value = getattr(part, name)
        if isinstance(value, BaseModel):
            yield from _filled(value, (*path, name))
        elif isinstance(value, list):
            for number, item in enumerate(value):
                if isinstance(item, BaseModel):
                    yield from _filled(item, (*path, name, number))
        elif value and metadata and name in part.model_fields_set:
            yield Slot(
                path=(*path, name),
                text=value,
                per_row=PER_ROW in metadata,
                takes=next((item for item in metadata if isinstance(item, Takes)), None),
                vocabulary=VOCABULARY in metadata,
                mark=MARK in metadata,
            )


@cache
def _kinds(sort: type[BaseModel]) -> dict[str, tuple[object, ...]]:
    """The fields of a model that are filled or hold parts, with what sets them apart."""
    return {
        name: tuple(
            item for item in field.metadata if item in (FORMULA, PER_ROW, VOCABULARY, MARK) or isinstance(item, Takes)
        )
        for name, field in sort.model_fields.items()
    }
