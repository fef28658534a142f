"""What the game master's screen and the quick reference of a game show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.model.ruleset.layered_documents import LayeredDocument
from sheetgen.model.ruleset.ruleset_models import PanelModel
from sheetgen.reference.context import PageSurroundings, RenderedText
from sheetgen.reference.listings import WrittenListing, listed
from sheetgen.site.games import SiteGame
from sheetgen.site.listed_names import report_name
from sheetgen.text.diagnostics import Diagnostics

SHOWN = "it shows kinds, tables, vocabularies, rules, and headings of chapters as `chapter#heading`"
Paper = Literal["screen", "quick_reference"]
"""The papers of panels, as `ruleset.yaml` calls them."""


@dataclass(frozen=True)
class AskedPanel:
    """A panel that a ruleset asks for: what it shows, its title where it has its own, and how it is listed."""

    show: str
    title: str
    listing: WrittenListing


def asked_panels(game: SiteGame, paper: Paper, diagnostics: Diagnostics) -> list[AskedPanel]:
    """The panels of the screen, or of the quick reference, in order.

    Without `screen` in the ruleset, the screen has all tables and lists of the rulebook. Names that mean nothing, and
    columns that cannot be, are reported; the former are left out.
    """
    listed = game.ruleset.model.screen if paper == "screen" else game.ruleset.model.quick_reference
    if listed is None:
        kinds = [kind.id for kind in game.entries.kinds() if not game.entries.of_campaign(kind.id)]
        return [AskedPanel(name, "", WrittenListing()) for name in (*game.ruleset.tables, *kinds)]
    panels = [_asked(game, paper, number, item) for number, item in enumerate(listed)]
    for number, panel in enumerate(panels):
        if not _is_known(game, panel.show):
            message = f"`{panel.show}` is nothing that {_TITLES[paper]} can show"
            report_name(game, paper, number, panel.show, message, _known(game), diagnostics, SHOWN)
        elif panel.listing.document:
            table_of(game, panel, diagnostics)
    return [panel for panel in panels if _is_known(game, panel.show)]


def table_of(game: SiteGame, panel: AskedPanel, diagnostics: Diagnostics) -> DrawnText:
    """The table of a panel as a chapter has it; nothing where it shows no kind, vocabulary or table."""
    context = game.context.noting({}, diagnostics)
    span = panel.listing.document.span() if panel.listing.document else game.ruleset.place.span
    table = listed(PageSurroundings(context, "", RenderedText()), panel.show, panel.listing, span)
    return context.fragment(replace(table, more=None)) if table else DrawnText()


_TITLES = {"screen": "a screen", "quick_reference": "a quick reference"}


def _asked(game: SiteGame, paper: Paper, number: int, item: PanelModel) -> AskedPanel:
    place = game.ruleset.place.at(paper, number)
    settings: Any = item.model_dump(exclude={"show", "title"}, exclude_unset=True)
    document = LayeredDocument.of(settings, [place]) if settings else None
    return AskedPanel(item.show, item.title, WrittenListing(item, document))


def _is_known(game: SiteGame, name: str) -> bool:
    ruleset = game.ruleset
    named = (ruleset.kinds, ruleset.tables, ruleset.vocabularies, ruleset.rules)
    return any(name in names for names in named) or ("#" in name and name in game.context.link_index.by_key)


def _known(game: SiteGame) -> Iterator[str]:
    ruleset = game.ruleset
    yield from (*ruleset.kinds, *ruleset.tables, *ruleset.vocabularies, *ruleset.rules)
    yield from (target.key for target in game.context.link_index.targets if target.sort == "heading")
