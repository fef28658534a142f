"""Pieces that are also drawn inside of Markdown: rule boxes, examples, tables of entries, rulings, notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten
from typing import Literal, TypeAlias

from sheetgen.blocks import Block, Mark
from sheetgen.languages.program_words import Words
from sheetgen.markdown.drawn_text import END, DrawnText, SectionHead
from sheetgen.markdown.phone_tables import PhoneTable, on_a_phone
from sheetgen.markdown.token_words import ROLL, STACKED, TEXT
from sheetgen.views.pages.page_parts import Link, PreviewCard

NO_TEXT = DrawnText()
LONGEST_BRIEF = 90
"""Letters of what a folded rule gives, or a folded example."""


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
    formula: DrawnText
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
    href: str = ""
    """Its place in the reference, where the box stands elsewhere."""
    calculator: bool = True
    level: int = 3
    answers: tuple[Answer, ...] = ()
    """The first answers of a calculator that stands open; the page holds them, so that nothing moves when the script
    takes over."""
    failure: str = ""
    """Why there are no answers then."""

    @property
    def anchor(self) -> str:
        """Its id on a page."""
        return f"rule-{self.name.replace('_', '-')}"

    @property
    def brief(self) -> str:
        """What it gives, for a line: as formulas where these are short, or its only one; else by name."""
        given = [line for line in self.lines if not line.step]
        formulas = "; ".join(f"{line.title} = {line.formula.plain}" for line in given)
        by_name = len(given) > 1 and len(formulas) > LONGEST_BRIEF
        line = ", ".join(line.title for line in given) if by_name else formulas
        return shorten(line, LONGEST_BRIEF, placeholder=" …")

    @property
    def needs(self) -> frozenset[str]:
        """The styles and scripts that it needs."""
        return frozenset({"rulebox", *(("calculator",) if self.calculator else ())})

    def words(self, program: Words) -> Iterator[str | SectionHead]:
        """Its heading, what it takes, its formulas, and the house rules that it reads."""
        yield SectionHead(f"{self.anchor}-t", self.title, self.level)
        for taken in self.inputs:
            yield f"{taken.title} {taken.short if taken.short != taken.title else ''}{END}"
        for line in self.lines:
            unit = f" ({line.unit})" if line.unit else ""
            yield from (f"{line.title}{END}", *line.formula.words, f"{unit}{END}")
        for switch in self.switches:
            yield f"{switch.title}: {switch.value}{END}"


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
    text: DrawnText
    given: tuple[ExampleRow, ...]
    results: tuple[ExampleRow, ...]
    rule: Link | None = None
    house: tuple[str, ...] = ()
    here: tuple[ExampleRow, ...] = ()
    """The results under the campaign's house rules, where they differ from the text."""
    first: bool = False
    """Whether no other example stands above it; it is open from the start."""

    @property
    def brief(self) -> str:
        """The first results in a line; empty where that would be long."""
        line = ", ".join(f"{row.label} {row.text}" for row in self.results[:3])
        return line if len(line) <= LONGEST_BRIEF else ""

    @property
    def needs(self) -> frozenset[str]:
        """The styles and scripts that it needs."""
        return self.text.needs | {"rulebox"}

    def words(self, program: Words) -> Iterator[str | SectionHead]:
        """Its title, its text, what was given, what came out, and by which rule."""
        yield f"{program('Worked example')}: {self.title}{END}"
        yield from self.text.words
        yield END
        for row in (*self.given, *self.results, *self.here):
            yield f"{row.label} {row.text}{END}"
        if self.rule:
            yield program("Worked out by {rule}", rule=self.rule.title)
            yield f" {program('with {switches}', switches=', '.join(self.house))}{END}" if self.house else END


@dataclass(frozen=True)
class TableCell:
    """A cell of a table drawn in a chapter."""

    html: DrawnText
    numeric: bool = False


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """A row: the first cell names it and may lead to its page."""

    name: str
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
    roll: str = ""
    """The table as data for the script that rolls on it, where dice are rolled."""

    @property
    def on_a_phone(self) -> PhoneTable:
        """Whether a phone stacks its cells, and shows its first rows only."""
        return on_a_phone(self.heads, [[row.name, *(cell.html.plain for cell in row.cells)] for row in self.rows])

    @property
    def needs(self) -> frozenset[str]:
        """The styles and scripts that it needs."""
        extra = (*((STACKED,) if self.on_a_phone.stacked else ()), *((ROLL,) if self.roll else ()))
        return frozenset((TEXT, *extra)).union(*(cell.html.needs for row in self.rows for cell in row.cells))

    def words(self, program: Words) -> Iterator[str | SectionHead]:
        """Its heads and its cells, row by row."""
        yield "".join(f"{head}{END}" for head in (self.title, *self.heads) if head)
        for row in self.rows:
            yield f"{row.name}{END}"
            for cell in row.cells:
                yield from (*cell.html.words, END)
        yield f"{self.more.title if self.more else ''}{END}"


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One reading of a ruling: the value that a campaign writes, what it says, and what it is called."""

    value: str
    text: DrawnText
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
    source: DrawnText
    readings: tuple[Reading, ...]
    why: DrawnText = NO_TEXT
    switch: bool = True
    reference: Link | None = None
    rules: tuple[Link, ...] = ()

    @property
    def anchor(self) -> str:
        """Its id on the rulings page."""
        return self.name.replace("_", "-")

    @property
    def chosen(self) -> Reading | None:
        """The reading that this build follows."""
        return next((r for r in self.readings if r.chosen), None)

    @property
    def needs(self) -> frozenset[str]:
        """The styles and scripts that its texts need."""
        return self.source.needs.union(self.why.needs, *(reading.text.needs for reading in self.readings))


@dataclass(frozen=True)
class RulingNote:
    """A ruling beside the text that it touches; `href` leads to the rulings page."""

    ruling: RulingBox
    href: str

    @property
    def needs(self) -> frozenset[str]:
        """The styles and scripts that it needs."""
        return self.ruling.needs

    def words(self, program: Words) -> Iterator[str | SectionHead]:
        """What the source says, and how it is read here."""
        yield f"{self.ruling.title} "
        yield from (*self.ruling.source.words, END)
        if chosen := self.ruling.chosen:
            yield f"{chosen.title} "
            yield from (*chosen.text.words, END)


@dataclass(frozen=True)
class NoteBox:
    """Boxed prose; `gm` marks what players must not read."""

    title: str
    text: DrawnText
    gm: bool = False

    @property
    def needs(self) -> frozenset[str]:
        """The styles and scripts that it needs."""
        return self.text.needs | {"notebox"} if not self.gm else self.text.needs

    def words(self, program: Words) -> Iterator[str | SectionHead]:
        """Its title and its text."""
        yield f"{self.title}{END}" if self.title else ""
        yield from self.text.words


@dataclass(frozen=True)
class BlockSample:
    """A block as pages of entries show it, in the manual."""

    block: Block


Box: TypeAlias = RuleBox | ExampleBox | EntryTable | RulingNote | NoteBox
Fragment: TypeAlias = Box | PreviewCard | BlockSample
