"""How a new entry is made, as its kind says it."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from sheetgen.model.ruleset.text_types import Name
from sheetgen.yaml.file_models import Formula, Model, Text


class CreationStepModel(Model):
    """A step in which some fields of a new entry are chosen."""

    model_config = ConfigDict(title="a step of `creation`")

    title: Name
    """What it is called."""
    text: Text = ""
    """What there is to choose, in a sentence or two."""
    fields: list[Name] = Field(min_length=1)
    """The fields that are chosen in it, in order."""
    left: Formula = ""
    """How many points are left to spend on them: more is spent than there is where it is below 0."""
