"""Pages to work with: search, print, tray, calculators, coverage."""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.views.pages.fragments import RuleBox
from sheetgen.views.pages.page_parts import Download, Link, LinkGroup, Page


@dataclass(frozen=True)
class QueryWord:
    """A word of the query language: what to type, what it finds."""

    example: str
    meaning: str


@dataclass(frozen=True)
class SearchPage(Page):
    """The search on a page of its own, with its words explained."""

    words: tuple[QueryWord, ...]
    facets: tuple[LinkGroup, ...] = ()
    """Facets by game, each linking to a sample query."""


@dataclass(frozen=True)
class PrintOption:
    """A choice when printing: the command's option and what it does."""

    option: str
    meaning: str


@dataclass(frozen=True)
class DownloadGroup:
    """PDFs under one heading."""

    title: str
    items: tuple[Download, ...]
    summary: str = ""


@dataclass(frozen=True, kw_only=True)
class PrintPage(Page):
    """The page of finished PDFs and of the commands for more."""

    lead: str
    groups: tuple[DownloadGroup, ...]
    options: tuple[PrintOption, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()
    """A command line and what it makes."""
    missing: str = ""
    """Why there are no PDFs, where there are none."""


@dataclass(frozen=True)
class TrayPage(Page):
    """Stat blocks that the reader collected, ready for the printer."""


@dataclass(frozen=True)
class CalculatorGroup:
    """Calculators of one chapter."""

    title: str
    boxes: tuple[RuleBox, ...]


@dataclass(frozen=True, kw_only=True)
class CalculatorsPage(Page):
    """Every calculator of a game."""

    title: str
    lead: str
    groups: tuple[CalculatorGroup, ...]


@dataclass(frozen=True)
class FactHome:
    """A fact of the source and the places that state it."""

    id: str
    text: str
    homes: tuple[Link, ...]


@dataclass(frozen=True)
class CoverageGroup:
    """Facts of one area."""

    title: str
    facts: tuple[FactHome, ...]

    @property
    def covered(self) -> int:
        """How many of them have a home."""
        return sum(1 for fact in self.facts if fact.homes)


@dataclass(frozen=True, kw_only=True)
class CoveragePage(Page):
    """The facts of the source and the places that state them."""

    title: str
    lead: str
    groups: tuple[CoverageGroup, ...]

    @property
    def covered(self) -> int:
        """How many facts have a home."""
        return sum(group.covered for group in self.groups)

    @property
    def total(self) -> int:
        """How many facts there are."""
        return sum(len(group.facts) for group in self.groups)
