"""Search records: the texts of a page by which it is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction

FacetValue = str | int | Fraction | tuple[str, ...]


@dataclass(frozen=True)
class SearchSection:
    """A part of a page: its heading, the heading's id, and its text without markup.

    A section without an anchor is the page's own opening text. `aliases` are other names of the heading.
    """

    title: str
    anchor: str
    text: str
    _: KW_ONLY
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SearchRecord:
    """A page that can be found. `href` is relative to the site's root; `kind` and `ruleset` are labels.

    Facets are what a reader can filter by: numbers allow ranges, texts are compared folded, a tuple holds
    several texts. Whatever must not be found (secrets in a player build) is simply not in a record.
    """

    title: str
    href: str
    kind: str
    ruleset: str = ""
    ruleset_id: str = ""
    aliases: tuple[str, ...] = ()
    summary: str = ""
    sections: tuple[SearchSection, ...] = ()
    facets: Mapping[str, FacetValue] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    """Of what it is made of, such as its attacks: found like headings."""
    values: str = ""
    """Words that it is found by and that results do not show, such as labels and terms."""
    minor: int = 0
    """1 where it says in another form what a chapter says, 2 where it remarks on that: both stand behind it."""
    numbers: tuple[tuple[str, str, str, str], ...] = ()
    """Its numbers as label, value, why and rule: what a query for one of them is answered with."""
    terms: tuple[tuple[str, str, str], ...] = ()
    """What it defines as name, sentences, and the id of the heading that they stand below."""
    works: bool = False
    """Whether it is a rule that can be worked out on its page."""
    own: bool = False
    """Whether the reader's table made it: found at its first letters, before what a rulebook has."""
