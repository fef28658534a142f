"""Pieces that are also drawn inside of Markdown: rule boxes, examples, tables of entries, rulings, notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from markupsafe import Markup

from sheetgen.blocks import EMPTY, Mark
from sheetgen.views.pages.chrome import Link, PreviewCard


@dataclass(frozen=True)
class Option:
    """One value that an input may take; `value` is what the rule is given."""

    value: str | int | bool
    title: str
    mark: Mark | None = None


@dataclass(frozen=True, kw_only=True)
class RuleInput:
    """One input of a rule, enough to ask for it on a form.

    `choice` has `options`; `list` has `of`; `map` has `options` (its keys; none for free ones) and `of`; `record` has
    `fields`.
    `default` is a JSON value: None means the natural one of the type.
    """

    name: str
    title: str
    type: Literal["integer", "number", "truth", "text", "choice", "list", "map", "record"] = "integer"
    short: str = ""
    unit: str = ""
    note: str = ""
    min: int | None = None
    max: int | None = None
    default: object = None
    options: tuple[Option, ...] = ()
    of: RuleInput | None = None
    fields: tuple[RuleInput, ...] = ()
    optional: bool = False
    """Whether it may be left empty where it is a number or a choice."""
    start: object = None
    """The opening value of a calculator, of a worked case; None where it opens with the default."""


@dataclass(frozen=True, kw_only=True)
class RuleLine:
    """One output (or step) of a rule in readable form: `name` is the key in the rule's outputs."""

    name: str
    title: str
    formula: Markup
    unit: str = ""
    mark: Mark | None = None
    """Set where the value is a track: calculators draw that many boxes."""
    step: bool = False
    """True for a named intermediate value, shown smaller."""


@dataclass(frozen=True, kw_only=True)
class RuleSwitch:
    """A house rule that a rule reads: its setting as shown, and where it is discussed."""

    name: str
    title: str
    value: str
    href: str
    options: tuple[Option, ...] = ()
    setting: str | int | bool = ""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A result of a calculator as it opens: in words, why, and as boxes where it is a track."""

    label: str
    text: str
    why: str = ""
    unit: str = ""
    mark: Mark | None = None
    count: int = 0


@dataclass(frozen=True, kw_only=True)
class RuleBox:
    """A rule as the reader sees it: inputs, formulas, switches, calculator."""

    ruleset: str
    name: str
    title: str
    inputs: tuple[RuleInput, ...]
    lines: tuple[RuleLine, ...]
    switches: tuple[RuleSwitch, ...] = ()
    says: str = ""
    note: Markup = EMPTY
    href: str = ""
    """Its place in the reference, where the box stands elsewhere."""
    id: str = ""
    """Anchor of the box; empty means "rule-NAME"."""
    calculator: bool = True
    level: int = 3
    answers: tuple[Answer, ...] = ()
    """The first answers of the calculator; the page holds them, so that nothing moves when the script takes over."""
    failure: str = ""
    """Why there are no answers then."""


@dataclass(frozen=True, kw_only=True)
class ExampleRow:
    """One value of a worked example; `mark` and `ticked` draw it as boxes."""

    label: str
    text: str
    mark: Mark | None = None
    count: int = 0


@dataclass(frozen=True, kw_only=True)
class ExampleBox:
    """A worked example that the build has run: what was given, what came out."""

    title: str
    text: Markup
    given: tuple[ExampleRow, ...]
    results: tuple[ExampleRow, ...]
    rule: Link | None = None
    house: tuple[str, ...] = ()
    id: str = ""
    here: tuple[ExampleRow, ...] = ()
    """The results under the campaign's house rules, where they differ from the text."""


@dataclass(frozen=True)
class TableCell:
    """A cell of a table drawn in a chapter."""

    html: Markup
    numeric: bool = False


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """A row: the first cell names it and may lead to its page."""

    name: Markup
    cells: tuple[TableCell, ...]
    href: str = ""
    preview: str = ""


@dataclass(frozen=True, kw_only=True)
class EntryTable:
    """A table of entries, terms or lookup data inside prose."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[TableRow, ...]
    more: Link | None = None
    id: str = ""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One reading of a ruling: the value that a campaign writes, what it says, and what it is called."""

    value: str
    text: Markup
    chosen: bool = False
    default: bool = False
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class RulingBox:
    """A contradiction, gap or option of the source: the readings, ours, and the switch."""

    name: str
    title: str
    sort: str
    severity: str
    source: Markup
    readings: tuple[Reading, ...]
    why: Markup = EMPTY
    switch: bool = True
    reference: Link | None = None
    rules: tuple[Link, ...] = ()
    id: str = ""

    @property
    def anchor(self) -> str:
        """Its id on the rulings page."""
        return self.id or self.name.replace("_", "-")

    @property
    def chosen(self) -> Reading | None:
        """The reading that this build follows."""
        return next((r for r in self.readings if r.chosen), None)


@dataclass(frozen=True)
class RulingNote:
    """A ruling beside the text that it touches; `href` leads to the rulings page."""

    ruling: RulingBox
    href: str


@dataclass(frozen=True)
class NoteBox:
    """Boxed prose; `gm` marks what players must not read."""

    title: str
    text: Markup
    gm: bool = False


Fragment: TypeAlias = RuleBox | ExampleBox | EntryTable | RulingNote | NoteBox | PreviewCard
