"""A ruleset, compiled: one game, with everything that its folders say."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from sheetgen.blocks.parts import BodyDrawing
from sheetgen.formula.compile import Program
from sheetgen.formula.runtime import MOST_STEPS, Evaluation
from sheetgen.formula.scope import Scope
from sheetgen.languages.program_words import ENGLISH, SOURCE, Words
from sheetgen.model.ruleset.computed_texts import TextCompiler
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.effects import EffectCompiler
from sheetgen.model.ruleset.field_conditions import FieldCondition
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.lookup_tables import LookupTable
from sheetgen.model.ruleset.replacements import Parts
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset_models import RulesetModel
from sheetgen.model.ruleset.rulings import Rulings
from sheetgen.model.ruleset.shapes import Field
from sheetgen.model.ruleset.themes import Theme
from sheetgen.model.ruleset.validation import ModelCompiler
from sheetgen.model.ruleset.vocabulary import Vocabulary
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.text.source import Span


@dataclass(frozen=True, eq=False, repr=False)
class Ruleset:
    """One game, compiled. `sound` is true where its rules and kinds are free of mistakes and can be run."""

    id: str
    model: RulesetModel
    folder: Path
    place: YamlPlace
    theme: Theme
    vocabularies: Mapping[str, Vocabulary]
    records: Mapping[str, tuple[Field, ...]]
    rulings: Rulings
    tables: Mapping[str, LookupTable]
    rules: Mapping[str, Rule]
    kinds: Mapping[str, Kind]
    entries: tuple[WrittenEntry, ...]
    compiler: ModelCompiler
    program: Program
    scope: Scope
    sound: bool
    bodies: Mapping[str, BodyDrawing] = field(default_factory=dict)
    """How regions are drawn, by their vocabulary."""
    worked: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The inputs of the first worked case of each rule, by rule."""
    effects: EffectCompiler = field(default_factory=lambda: EffectCompiler({}, {}))
    """Checks and compiles what entries say that they change."""
    texts: TextCompiler = field(default_factory=lambda: TextCompiler({}))
    """Checks and compiles formulas in texts of entries."""
    existence: Mapping[str, Sequence[FieldCondition]] = field(default_factory=dict)
    """When fields exist, by the kind or record that they are of, in the order in which that is to be asked."""
    ids: tuple[str, ...] = ()
    """The ids of the rulesets that it is made of."""
    layers: tuple[Layer, ...] = ()
    """The folders that it is read from; what a later one says stands over what those before it say."""
    parts: Parts = field(default_factory=lambda: Parts({}))
    """Which layer says what, and what it replaces."""
    circular: tuple[str, ...] = ()
    """The kinds that refer back to themselves, near or far."""
    first_language: str = SOURCE
    """The language of the game's own files, beside which it may be read in others."""
    words: Words = ENGLISH
    """What the program says on its pages and prints."""

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.model.title

    @property
    def edition(self) -> str:
        """The name of the game with its version, where it says one."""
        return f"{self.title} {self.model.version}".rstrip()

    def address(self, kind: str, identity: str) -> str:
        """Where the page of an entry stands on a site, relative to its root."""
        return sys.intern(f"{self.id}/{self.kinds[kind].folder}/{identity}.html")

    def keys_at(self, addresses: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The kinds and ids of entries whose pages, or what stands beside these, would be at some addresses."""
        for address in addresses:
            folder, _, name = address.rpartition("/")
            for kind in self.kinds.values():
                if folder == f"{self.id}/{kind.folder}":
                    yield kind.id, name.partition(".")[0]

    def evaluation(self, house: Mapping[str, Any], steps: int = MOST_STEPS) -> Evaluation:
        """A run of its formulas under house rules."""
        return Evaluation(house, self.titles, self.words.values, steps)

    def line_of_rule(self, at: str) -> tuple[str, Span] | None:
        """A rule or its line, `RULE.LINE`, as messages call it, and where it stands; None for what is no rule."""
        name, _, line = at.partition(".")
        if name not in self.rules:
            return None
        rule = self.rules[name]
        written = {step.name: step.place.span for step in (*rule.steps, *rule.outputs)}
        if line not in written:
            return f"`{name}`", rule.place.key_span
        return f"`{name if len(written) == 1 else at}`", written[line]

    @cached_property
    def callers(self) -> dict[str, list[Rule]]:
        """For each rule those that call it."""
        callers: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            for called in rule.calls:
                callers.setdefault(called, []).append(rule)
        return callers

    @cached_property
    def titles(self) -> dict[str, dict[str, str]]:
        """For each vocabulary the titles of its terms; for each house rule, as `house.NAME`, those of its options."""
        options = {
            f"house.{name}": {option: title for option, title in ruling.titles.items() if isinstance(option, str)}
            for name, ruling in self.rulings.by_name.items()
        }
        return {**{name: vocabulary.titles for name, vocabulary in self.vocabularies.items()}, **options}
