"""The names that a formula may use, and their meaning."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from sheetgen.formula.types import ListOf, Record, Term, Type, bare, readable
from sheetgen.languages.program_words import ENGLISH, Words

Kind: TypeAlias = Literal["value", "failed", "loop", "vocabulary", "table", "house"]


@dataclass(frozen=True)
class Binding:
    """The meaning of a name: its type, its label in explanations, and where its value comes from."""

    type: Type
    label: str = ""
    kind: Kind = "value"


@dataclass(frozen=True)
class Parameter:
    """An input of a rule: its type and label; `required` ones have no natural default."""

    name: str
    type: Type
    label: str = ""
    required: bool = False
    default: object = None
    """The value of an input that a call leaves out."""


@dataclass(frozen=True)
class Signature:
    """How a rule is called and what it gives: one value, or a record of several outputs."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    result: Type
    single: bool
    """Whether a call of the rule in a formula is its only output's value rather than a record."""
    says: str = ""
    """How a call reads in an explanation, with `{input}` for an argument's explanation."""
    outputs: tuple[str, ...] = ()
    """The names of what it gives; none where that is one formula."""

    def said(self) -> list[tuple[str, str]]:
        """The words of `says` with the input named after each stretch of them, "" at the end."""
        parts = [*re.split(r"\{(\w+)\}", self.says), ""]
        return [(parts[i], parts[i + 1]) for i in range(0, len(parts) - 1, 2)]


@dataclass(frozen=True)
class Scope:
    """Names, rules and vocabularies that a formula may use."""

    names: Mapping[str, Binding]
    rules: Mapping[str, Signature]
    terms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each vocabulary the titles of its terms."""

    attribute_records: Mapping[str, Record] = field(default_factory=dict)
    """For each vocabulary what can be read of its terms."""

    tables: frozenset[str] = frozenset()
    """The names of the tables of the game, also of those that something else hides."""

    words: Words = ENGLISH
    """What formulas and explanations are written with."""

    def attributes(self, vocabulary: str) -> Record:
        """The attributes of a term of a vocabulary, such as its title."""
        return self.attribute_records[vocabulary]

    @property
    def own_names(self) -> list[str]:
        """The names of values: fields, inputs and what is worked out of them, without lists that a whole game has."""
        return [name for name, binding in self.names.items() if binding.kind == "value" and "." not in name]

    def names_vocabulary(self, name: str, as_title: bool = False) -> bool:
        """Whether a name before `[…]`, or the first in `title(…)`, means the vocabulary that is called so.

        A field or a column may have the name of its vocabulary: a single term has nothing to pick from.
        """
        binding = self.names.get(name)
        if binding is None or name not in self.terms or binding.kind in ("loop", "vocabulary"):
            return binding is not None and binding.kind == "vocabulary"
        return as_title or isinstance(bare(binding.type), Term)

    def term_title(self, vocabulary: str, term: str) -> str:
        """What readers call a term: its title, or its name as they read it."""
        return self.terms.get(vocabulary, {}).get(term, readable(term))

    def vocabulary(self, name: str) -> ListOf:
        """The type of a vocabulary: the list of its terms."""
        return ListOf(Term(name, tuple(self.terms[name])))

    def with_loop(self, name: str, kind: Type) -> Scope:
        """The scope inside of a comprehension, where one more name is known."""
        return replace(self, names={**self.names, name: Binding(kind, readable(name), "loop")})
