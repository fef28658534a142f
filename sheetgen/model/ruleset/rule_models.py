"""Rules, tables, their fields and their worked examples, as authors write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from sheetgen.formula.types import NumberFormat
from sheetgen.model.ruleset.text_types import Name
from sheetgen.yaml.file_models import Formula, Model, OrEmpty, Text


class FieldModel(Model):
    """A field or input in its long form."""

    elsewhere: ClassVar[Mapping[str, str]] = {
        "default": "it stands behind the type: `type: integer 0..10, default 5`",
        "optional keys": "it stands behind the type: `type: map element -> integer, optional keys`",
        **dict.fromkeys(("min", "max", "minimum", "maximum"), "bounds are part of the type: `type: integer 0..10`"),
        **dict.fromkeys(("options", "values", "choices", "enum"), "they are part of the type: `type: one of [a, b]`"),
        **dict.fromkeys(("required", "mandatory"), "a field is required where it has no default and is not `optional`"),
        "label": "it is called `title`",
        "formula": "what is computed stands under `derive`, in a rule under `outputs`",
    }
    type: Text
    """What it takes, as in the short form."""
    title: Text = ""
    """What it is called."""
    short: Text = ""
    """What explanations call it."""
    doc: Text = ""
    """What it is for, for authors."""
    unit: Text = ""
    """Its unit."""
    secret: bool = False
    """Whether players never get it."""
    optional: bool = False
    """Whether it may be left out."""
    aliases: list[Text] = Field(default_factory=list)
    """Other names under which an input of a rule may be given."""
    format: NumberFormat = ""
    """How its numbers are written: `signed` as +6, `grouped` as 11,500, `fraction` as 1/8; they stay numbers."""
    computed: bool = False
    """Whether formulas may stand in braces in its texts."""
    effects: Formula = ""
    """Of a reference: when what it refers to has its effects; a condition over the fields beside it."""
    when: Formula = ""
    """When it exists at all; a condition over the fields beside it. Where it does not, it is none."""


class StepModel(Model):
    """A step or output of a rule."""

    formula: Formula
    """What it is, from the others."""
    title: Text = ""
    """What it is called."""
    short: Text = ""
    """What explanations call it."""
    doc: Text = ""
    """What it is for."""
    unit: Text = ""
    """Its unit."""
    mark: Text = ""
    """The sign of its boxes, for a number that is shown as boxes."""
    format: NumberFormat = ""
    """How its numbers are written: `signed` as +6, `grouped` as 11,500, `fraction` as 1/8; they stay numbers."""


class RuleModel(Model):
    """A rule."""

    title: Text
    """What it is called."""
    reference: Text = ""
    """The heading that explains it, `chapter#heading`."""
    facts: list[Text] = Field(default_factory=list)
    """Facts of the source that it states."""
    doc: Text = ""
    """What it is for."""
    says: Text = ""
    """How a call of it reads in an explanation, with `{input}` for its inputs."""
    text: Text = ""
    """What it does in a sentence or two, for a book: in place of formulas that only a program would say so."""
    calculator: bool = True
    """Whether pages show a calculator."""
    inputs: dict[str, Any] = Field(default_factory=dict)
    """What it is given: a type each, or the long form of a field."""
    steps: dict[str, Any] = Field(default_factory=dict)
    """What is worked out on the way: a formula each, or its long form."""
    outputs: Any
    """What it gives: a formula each, or one formula for all."""


class TableModel(Model):
    """A table: ranges or keys with their values, or rows that are records."""

    title: Text
    """What it is called."""
    reference: Text = ""
    """The heading that explains it."""
    facts: list[Text] = Field(default_factory=list)
    """Facts of the source that it states."""
    doc: Text = ""
    """What it is for."""
    table: dict[str | int, Any] | None = None
    """Keys or ranges (`1..3`, `10+`) with their values."""
    rows: list[Any] | None = None
    """Records, one for each row."""
    entries: Text = ""
    """The kind of entries that are its rows, for a table that is rolled on."""
    dice: Text = ""
    """What is rolled on it, such as `d6`, `2d6`, `d66` or `d100`: every result has one row. Entries need none."""
    apart: bool = False
    """Whether each column is rolled by itself."""
    heads: list[Text] = Field(default_factory=list)
    """What stands over the keys and over the values of a table of plain values, or over each column of `rows`."""

    @model_validator(mode="after")
    def _one_of_both(self) -> TableModel:
        if [self.table is None, self.rows is None, not self.entries].count(False) != 1:
            raise ValueError("a table has either `table`, `rows` or `entries`")
        return self


class ExampleModel(Model):
    """A worked example in a chapter: a rule, what it is given, and what it answers."""

    rule: Name
    """The rule that is run."""
    given: Annotated[dict[str, Any], OrEmpty] = Field(default_factory=dict)
    """Its inputs."""
    expect: Annotated[dict[str, Any], OrEmpty] = Field(default_factory=dict)
    """What the text says that it gives: another result is a mistake."""
    house: Annotated[dict[str, str | int | bool], OrEmpty] = Field(default_factory=dict)
    """House rules under which it is run."""
