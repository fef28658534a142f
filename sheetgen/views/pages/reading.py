"""Pages to read: home, the front of a game, chapters, the guide, rules, rulings, what is not there."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from sheetgen.blocks import EMPTY, EntryView
from sheetgen.markdown.drawn_text import Section
from sheetgen.model.ruleset.themes import Theme
from sheetgen.views.pages.fragments import RuleBox, RulingBox
from sheetgen.views.pages.page_parts import Link, LinkGroup, Page


@dataclass(frozen=True, kw_only=True)
class GameTile:
    """A game on the home page."""

    theme: Theme
    href: str
    dice: str
    tagline: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class HomePage(Page):
    """The home page: what this is, the search box, the games, tonight's jobs, a few samples."""

    hero: tuple[str, ...]
    """Short lines; the last one is set in the accent."""
    lead: str
    placeholder: str
    tries: tuple[Link, ...]
    games: tuple[GameTile, ...]
    tonight: tuple[Link, ...] = ()
    samples: tuple[EntryView, ...] = ()
    """Two stat blocks of the first game, fanned out in the hero."""
    needs: frozenset[str] = frozenset()
    """The styles and scripts that the texts of `samples` need."""
    groups: tuple[LinkGroup, ...] = ()


@dataclass(frozen=True, kw_only=True)
class BeginStep:
    """A step of the way into a game: where to read on, why, and what to leave out at first."""

    link: Link
    skip: str = ""


@dataclass(frozen=True, kw_only=True)
class PartyMember:
    """A character on the front of a game."""

    link: Link
    portrait: str = ""
    """The address of a picture; empty where there is none."""


@dataclass(frozen=True, kw_only=True)
class RulesetPage(Page):
    """The front of one game: what it is, the way in, what a campaign plays tonight, where to look things up."""

    title: str
    tagline: str
    dice: str
    alone: bool = False
    """Whether it is the home of its site; the campaign then comes first."""
    play: str = ""
    """What one plays, in a few sentences."""
    begin: tuple[BeginStep, ...] = ()
    campaign: str = ""
    """The name of the campaign; empty where the game has none, or where it is the title already."""
    html: Markup = EMPTY
    """The opening page of the campaign."""
    needs: frozenset[str] = frozenset()
    """The styles and scripts that `html` needs."""
    party: tuple[PartyMember, ...] = ()
    tonight: tuple[Link, ...] = ()
    """Encounters of the campaign, and what to print for them."""
    chapters: tuple[LinkGroup, ...] = ()
    lists: tuple[Link, ...] = ()
    """What lies on the table: characters, encounters, adversaries."""
    look_up: tuple[Link, ...] = ()
    finer: tuple[Link, ...] = ()
    """Lists that are seldom asked for."""
    tools: tuple[Link, ...] = ()
    makers: tuple[Link, ...] = ()
    """What only those ask for who write rules."""
    tries: tuple[Link, ...] = ()
    placeholder: str = ""
    """The placeholder of the large search box; empty where there is none."""


@dataclass(frozen=True, kw_only=True)
class ChapterPage(Page):
    """A chapter of the reference."""

    title: str
    summary: str
    html: Markup
    sections: tuple[Section, ...] = ()
    needs: frozenset[str] = frozenset()
    """The styles and scripts that `html` needs."""
    siblings: tuple[LinkGroup, ...] = ()
    backlinks: tuple[LinkGroup, ...] = ()
    source: str = ""
    hidden: bool = False
    """Whether players' editions leave it out."""
    language: str = ""
    """The language of its text, where that is not the page's."""

    @property
    def toc(self) -> tuple[Section, ...]:
        """The sections that its contents list."""
        return tuple(part for part in self.sections if part.level == 2)


@dataclass(frozen=True, kw_only=True)
class GuidePage(ChapterPage):
    """A chapter of sheetgen's own manual or a campaign's own page: drawn as a chapter is."""


@dataclass(frozen=True, kw_only=True)
class RulePage(Page):
    """One rule on a page of its own: the box, who uses it, what it uses."""

    box: RuleBox
    uses: tuple[Link, ...] = ()
    used_by: tuple[Link, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RulingsPage(Page):
    """Every ruling of a game."""

    title: str
    lead: str
    rulings: tuple[RulingBox, ...]


@dataclass(frozen=True)
class NotFoundPage(Page):
    """Shown by web servers for an address that is not there; its `shell.root` should be absolute."""

    links: tuple[Link, ...] = ()
