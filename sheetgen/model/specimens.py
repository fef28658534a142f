"""Generated entries of a kind: with the least and the greatest values that its fields take, and some between.

What is the same in all is the kind's own; numbers of the greatest are as large as any entry's may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any
from zlib import crc32

from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.derive import ComputedEntries, derive
from sheetgen.model.entries import Entry
from sheetgen.model.library import Library
from sheetgen.model.ruleset.kinds import COMMON, Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.shapes import (
    EFFECT,
    ChoiceShape,
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
    natural_default,
)
from sheetgen.model.ruleset.validation import plain_data
from sheetgen.text.diagnostics import Diagnostics

ITEMS = 3
"""How many items the longest lists have."""
UNBOUNDED = 10
"""How far above its least value a number without an upper bound goes."""
FAR = 100
"""How far such a number goes first: tracks of it are then too long for boxes, since nothing says how many."""


@dataclass(frozen=True)
class Measure:
    """How far up its range every number of a specimen stands, or `mixed`, each at a part that goes by its name."""

    part: Fraction
    unbounded: int = UNBOUNDED
    mixed: bool = False

    def part_of(self, name: str) -> Fraction:
        """How far up its range a field of this name stands."""
        return Fraction(crc32(name.encode()) % 5, 4) if self.mixed else self.part

    @property
    def items(self) -> int:
        """How many items its lists have."""
        return ceil(self.part * ITEMS)

    @property
    def sign(self) -> str:
        """What begins its names and texts, so that no two specimens have a word in common."""
        return chr(ord("a") + MEASURES.index(self)) * 3


MEASURES = (
    Measure(Fraction(1), FAR),
    Measure(Fraction(1)),
    Measure(Fraction(0)),
    Measure(Fraction(2, 3), FAR, mixed=True),
    Measure(Fraction(1, 2)),
    Measure(Fraction(3, 4)),
    Measure(Fraction(1, 4)),
)
"""Those that are tried, in order; what cannot be computed so is left out, and the second where the first can be."""
ENOUGH = 4


@dataclass(frozen=True)
class Specimens:
    """Specimens of a kind, and the table that they and all that they refer to stand in."""

    entries: tuple[ComputedEntry, ...]
    table: ComputedEntries


def specimens(ruleset: Ruleset, house: Mapping[str, Option], kind: Kind) -> Specimens:
    """Up to four specimens of a kind: fewer where its rules cannot be computed for any."""
    entries: dict[tuple[str, str], ComputedEntry] = {}
    made: dict[Measure, ComputedEntry] = {}
    for measure in MEASURES:
        greatest = measure.part == 1 and any(known.part == 1 for known in made)
        computed = None if greatest else _specimen(_SpecimenMaker(ruleset, house, measure), kind)
        if computed is not None:
            entries.update(computed.entries)
            made[measure] = computed.entries[kind.id, _name(measure, kind)]
        if len(made) == ENOUGH:
            break
    several = tuple(made[measure] for measure in sorted(made, key=lambda measure: measure.part))
    return Specimens(several, ComputedEntries(house, entries, entries.keys()))


def _specimen(maker: _SpecimenMaker, kind: Kind) -> ComputedEntries | None:
    """A specimen with as many of its fields filled as its rules can be computed with."""
    filled = {part.name: "words" for part in kind.fields}
    if table := maker.computed(kind, filled):
        return table
    filled = {part.name: "words" for part in kind.fields if not (part.has_default or part.optional)}
    table = maker.computed(kind, filled) or maker.computed(kind, filled := dict.fromkeys(filled, "figures"))
    for name in (part.name for part in kind.fields if table and part.name not in filled):
        for text in ("words", "figures"):
            if more := maker.computed(kind, filled | {name: text}):
                table, filled[name] = more, text
                break
    return table


def _name(measure: Measure, kind: Kind) -> str:
    """The id and name of a specimen; no other's are the same."""
    return f"{measure.sign}{kind.id.replace('-', '')}"


@dataclass
class _SpecimenMaker:
    """Makes specimens whose numbers all stand at the same part of their ranges."""

    ruleset: Ruleset
    house: Mapping[str, Option]
    measure: Measure
    entries: dict[tuple[str, str], Entry] = field(default_factory=dict)
    text: str = "words"
    item: str = ""
    """The number of the item of a list that is made."""

    def computed(self, kind: Kind, filled: Mapping[str, str]) -> ComputedEntries | None:
        """A specimen and all that it refers to, computed; `filled` says what its texts are, words or figures."""
        self.entries = {}
        self.entry(kind, (), filled)
        table = derive(self.ruleset, Library(self.entries), self.house, Diagnostics())
        return table if (kind.id, self.name(kind)) in table.entries else None

    def name(self, kind: Kind) -> str:
        """The id and name of its specimen of a kind."""
        return _name(self.measure, kind)

    def entry(self, kind: Kind, above: tuple[str, ...], filled: Mapping[str, str] | None = None) -> None:
        """Make the specimen of a kind, after those that it refers to; without `filled`, with all of its fields."""
        fields: dict[str, Any] = {}
        for part in kind.fields:
            self.text = filled.get(part.name, "") if filled is not None else "words"
            fields[part.name] = self._field(part, kind, above)
        fields |= {"id": self.name(kind), "name": self.name(kind)}
        self.entries[kind.id, self.name(kind)] = Entry.of(self.name(kind), kind, fields, (kind.place,), True)

    def _field(self, field: Field, kind: Kind, above: tuple[str, ...]) -> Any:
        if field.name in COMMON or not self.text or self._around(field.shape, kind, above):
            return self._least(field, kind)
        return self._value(field.shape, kind, (*above, kind.id), field.name)

    def _least(self, field: Field, kind: Kind) -> Any:
        """The least value of a field: its default, none, or the empty value of its type."""
        if field.has_default:
            return plain_data(kind.compiler.default(field))
        return None if field.optional else natural_default(field.shape)

    def _around(self, shape: Shape, kind: Kind, above: tuple[str, ...]) -> bool:
        """Whether values of a shape would refer back to the kind that they are made for."""
        return any(name in (*above, kind.id) for name in _referred(shape, kind))

    def _value(self, shape: Shape, kind: Kind, above: tuple[str, ...], name: str) -> Any:
        match shape:
            case ScalarShape(name=("integer" | "number")):
                low = shape.low if shape.low is not None else min(shape.high or 0, 0)
                high = shape.high if shape.high is not None else low + self.measure.unbounded
                return int(low + self._part(name) * (high - low))
            case ScalarShape(name="truth"):
                return self._part(name) == 1
            case ScalarShape(name="dice"):
                return f"{self.measure.items + 1}d6"
            case ScalarShape(name=("text" | "markdown")):
                return f"{self.measure.sign}{name}" if self.text == "words" else str(MEASURES.index(self.measure) + 1)
            case TermShape():
                terms = self._terms(shape)
                return terms[int(self._part(name) * (len(terms) - 1))] if terms else None
            case ChoiceShape() | ListShape(item=RecordShape(record=EFFECT.record)):
                return []
            case ListShape(item=item):
                return [self._item(number, item, kind, above, name) for number in range(self.measure.items)]
            case MappingShape(key=key, value=value):
                keys = self._terms(key) if isinstance(key, TermShape) else (f"{self.measure.sign}{name}",)
                return {key: self._value(value, kind, above, name) for key in keys}
            case RecordShape(record=record):
                return {part.name: self._value(part.shape, kind, above, part.name) for part in kind.parts[record]}
            case ReferenceShape(kind=other):
                referred = self.ruleset.kinds[other]
                if (other, self.name(referred)) not in self.entries:
                    self.entry(referred, above)
                return self.name(referred)
        return None

    def _item(self, number: int, shape: Shape, kind: Kind, above: tuple[str, ...], name: str) -> Any:
        """An item of a list; what is mixed differs from item to item."""
        self.item = str(number)
        value = self._value(shape, kind, above, name)
        self.item = ""
        return value

    def _part(self, name: str) -> Fraction:
        return self.measure.part_of(f"{name}{self.item}")

    def _terms(self, shape: TermShape) -> Sequence[str]:
        return shape.words or tuple(self.ruleset.vocabularies[shape.vocabulary].terms)


def _referred(shape: Shape, kind: Kind, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    match shape:
        case ReferenceShape(kind=other):
            yield other
        case ListShape(item=item):
            yield from _referred(item, kind, seen)
        case MappingShape(value=value):
            yield from _referred(value, kind, seen)
        case RecordShape(record=record) if record not in seen:
            for part in kind.parts[record]:
                yield from _referred(part.shape, kind, seen | {record})
