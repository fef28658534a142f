"""The base of the models for the files of a project and of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationInfo

from sheetgen.yaml.scalars import CutText, written


def _formula(value: object) -> object:
    if value is None:
        return "none"
    if isinstance(value, bool | int | Fraction):
        return written(value)
    return value


def _text(value: object, info: ValidationInfo) -> object:
    note_cut(value, info)
    return written(value) if isinstance(value, bool | int | Fraction | CutText) else value


def note_cut(value: object, info: ValidationInfo) -> None:
    """Note the value of a text field that a comment has cut, in the list that is the context of the validation."""
    if isinstance(value, CutText) and isinstance(info.context, list):
        info.context.append(value)


def _or_empty(value: object) -> object:
    return {} if value is None else value


Formula = Annotated[str, BeforeValidator(_formula)]
"""A formula; a plain number or truth value is one too."""
Text = Annotated[str, BeforeValidator(_text)]
"""A text; a plain number keeps its written form."""

OrEmpty = BeforeValidator(_or_empty)
"""Of a mapping: it is empty where nothing is written."""


class Model(BaseModel):
    """A mapping that an author writes: unknown keys are mistakes, values never change.

    A `title` in the configuration of a model is what messages call it.
    """

    elsewhere: ClassVar[Mapping[str, str]] = {}
    """What people look for here that is written otherwise: how, by the name that they try."""
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)
