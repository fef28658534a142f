"""The base of the models for the files of a project and of a ruleset."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from sheetgen.yaml.scalars import written


def _formula(value: object) -> object:
    if value is None:
        return "none"
    if isinstance(value, bool | int | Fraction):
        return written(value)
    return value


def _text(value: object) -> object:
    return written(value) if isinstance(value, bool | int | Fraction) else value


Formula = Annotated[str, BeforeValidator(_formula)]
"""A formula; a plain number or truth value is one too."""
Text = Annotated[str, BeforeValidator(_text)]
"""A text; a plain number keeps its written form."""


class Model(BaseModel):
    """A mapping that an author writes: unknown keys are mistakes, values never change.

    A `title` in the configuration of a model is what messages call it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)
