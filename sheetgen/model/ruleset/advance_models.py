"""What the entries of a kind buy with what they have earned, as the kind says it."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from sheetgen.model.ruleset.text_types import Name
from sheetgen.yaml.file_models import Formula, Model, Text


class AdvanceCheckModel(Model):
    """Something that must hold of each advance, and the message where it does not."""

    model_config = ConfigDict(title="a check of advances")

    that: Formula
    """What must hold; it reads the fields of the row, and `before`, the list of the rows above it."""
    says: Text
    """What is told where it does not; formulas in braces are filled in."""
    severity: Literal["error", "warning"] = "error"
    """Whether that stops a build."""


class AdvancesModel(Model):
    """What entries of a kind buy, what it costs, and what may be bought."""

    model_config = ConfigDict(title="the setting `advances`")

    rows: Name
    """The field that lists them, in the order in which they were bought."""
    cost: Formula
    """What one costs; it reads the fields of the row, and `before`, the list of the rows above it."""
    earned: Formula = ""
    """What there is to spend; without it, the log only adds up."""
    planned: Text = ""
    """The field of the row that is true for what is not bought yet."""
    checks: list[AdvanceCheckModel] = Field(default_factory=list)
    """What must hold of each: `that`, `says`, and `severity`: error or warning."""
