"""Rulings as their authors write them: where a source can be read in several ways."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sheetgen.yaml.file_models import Model, Text


class OptionModel(Model):
    """An option of a ruling in its long form: what it is called, and how it reads the source."""

    title: Text
    """What readers call it."""
    reading: Text
    """How it reads the source."""


class RulingModel(Model):
    """A contradiction, ambiguity or gap of the source, and how it is read; with `switch`, a house rule."""

    title: Text
    """What is disputed."""
    conflict: Text = ""
    """The name of the passage, which may have several rulings."""
    aliases: list[Text] = Field(default_factory=list)
    """Other names under which a campaign may set it."""
    sort: Literal["contradiction", "ambiguity", "gap", "typo", "option"] = "option"
    """What is wrong with the source."""
    severity: Literal["high", "medium", "low"] = "low"
    """How much depends on it."""
    source: Text = ""
    """What the source says."""
    options: dict[str | int | bool, Text | OptionModel]
    """The readings, each with its words."""
    open: Text = ""
    """A type such as `integer 0..` whose values may be chosen beside the options."""
    default: str | int | bool
    """The reading that applies where none is chosen."""
    why: Text = ""
    """Why it is the default."""
    switch: bool = False
    """Whether a campaign may choose."""
    option_aliases: dict[str | int | bool, str | int | bool] = Field(default_factory=dict)
    """Other spellings of options."""
    reference: Text = ""
    """The heading that covers it."""
    facts: list[Text] = Field(default_factory=list)
    """Facts of the source that it rests on."""
    prose: bool = False
    """Whether it decides about words only, and no formula reads it."""
