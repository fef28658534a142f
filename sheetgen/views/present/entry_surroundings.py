"""The surroundings of the entries of one game as they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sheetgen.blocks.parts import Emphasis, Mark, drawn_mark
from sheetgen.formula.runtime import show
from sheetgen.formula.types import ListOf, Record, Type, bare
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.vocabulary import emphasis_of
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import Span

Prose: TypeAlias = Callable[[str, Callable[[], Span]], DrawnText]
"""Draws an author's Markdown; the function gives where mistakes in it are shown."""


@dataclass(frozen=True)
class Addresses:
    """Where things stand on the site, relative to its root."""

    entry: Callable[[str, str], str]
    """Kind and id of an entry to its page."""
    rule: Callable[[str], str]
    """Name of a rule to its place in the reference."""


@dataclass
class EntrySurroundings:
    """The game that entries are drawn for, and where their links lead."""

    ruleset: Ruleset
    house: Mapping[str, Option]
    find: Callable[[str, str], ComputedEntry | None]
    """The entry of an id and a kind; where the kind is empty, the first of any."""
    addresses: Addresses
    prose: Prose
    diagnostics: Diagnostics
    secrets: bool = True
    portrait: Callable[[ComputedEntry], str] = lambda computed: ""
    page_of: Callable[[str], str] = lambda identity: ""
    """The page of the first entry of an id; empty where there is none."""
    computes: bool = True
    """Whether formulas are computed; without, entries are drawn without what they give."""
    spent: int = 0
    """The steps that formulas have taken so far."""

    _marks: dict[tuple[str, str], Mark] = field(default_factory=dict)
    """The marks of terms that were asked for."""

    def mark(self, vocabulary: str, term: object) -> Mark:
        """The mark of a term."""
        known = self._marks.get((vocabulary, repr(term)))
        if known is None:
            known = self._marks[vocabulary, repr(term)] = self._mark(vocabulary, term)
        return known

    def _mark(self, vocabulary: str, term: object) -> Mark:
        vocabulary_terms = self.ruleset.vocabularies.get(vocabulary)
        terms: Mapping[str, Any] = vocabulary_terms.terms if vocabulary_terms else {}
        values = terms.get(str(term), {})
        title = str(values.get("title", show(term)))
        code, note = values.get("code") or title[:2], values.get("note") or ""
        name = str(values.get("mark") or "")
        return drawn_mark(self.ruleset.theme.marks, name, title, str(code), str(note), emphasis_of(values))

    def sign(self, name: str, title: str, emphasis: Emphasis = "") -> Mark:
        """A mark by name."""
        return drawn_mark(self.ruleset.theme.marks, name, title, emphasis=emphasis)

    def entry(self, values: Any, kind: Type) -> ComputedEntry | None:
        """The entry whose values a formula gave, or an item of a list of this type."""
        if not isinstance(values, Mapping):
            return None
        record = bare(kind.item) if isinstance(kind, ListOf) else kind
        known = next((kind.id for kind in self.ruleset.kinds.values() if kind.record is record), "")
        return self.find(str(values.get("id")), known if isinstance(record, Record) else "")
