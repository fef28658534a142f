"""Sheets and cards: one for each entry of the campaign, and all of a kind together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from sheetgen.blocks import EntryView
from sheetgen.model.derive import ComputedEntry
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.specimens import specimens
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_cards, print_party, print_sheets
from sheetgen.print.paper import CardFormat
from sheetgen.print.plan.book_links import led_out
from sheetgen.print.plan.print_job import PrintJob, PrintOffer, templates_of
from sheetgen.print.sheets.sheet_css import Layout
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics

Pair = tuple[ComputedEntry, EntryView]
LAYOUTS: Mapping[Layout, str] = {
    "one-page": "a page each",
    "large-print": "in large print",
    "digest": "two on a page",
}


def has_card(kind: Kind) -> bool:
    """Whether entries of a kind are printed as cards."""
    return kind.layout is not None and bool(kind.layout.areas["front"])


def has_sheet(kind: Kind) -> bool:
    """Whether entries of a kind are printed as sheets."""
    return kind.layout is not None and bool(kind.layout.areas["play"])


def printable(game: SiteGame, kind: Kind, url: str = "") -> list[Pair]:
    """The campaign's entries of a kind with their views; links in them lead to `url` where there is one."""
    return [(one, _led_out(game, one, url)) for one in game.entries(kind.id) if one.entry.campaign]


def _led_out(game: SiteGame, one: ComputedEntry, url: str) -> EntryView:
    shown = game.shown(one)
    if not url:
        return shown.view
    name, inputs = ("printable", game.folder, one.entry.kind.id, one.id), (shown, url)
    return game.shelf.piece(name, inputs, Diagnostics(), lambda notes, told: led_out(shown.view, url))


def sheet_offers(game: SiteGame, look: PrintStyle, url: str = "") -> Iterator[PrintOffer]:
    """A sheet for each entry that has one, and for each kind all of them, filled, to fill in, and blank.

    Not every entry fits every layout, so all of them in another are printed only where asked for.
    """
    for kind in filter(has_sheet, game.ruleset.kinds.values()):
        found = printable(game, kind, url)
        plural, noun = kind.model.plural, kind.model.title.lower()
        peers = [view for _, view in found]
        listed = (game.book.list_address(kind.id),) if game.entries(kind.id) else ()
        together = f"{game.folder}print/{kind.folder}"
        for suffix, title in (("sheets", f"All {plural.lower()}"), ("fillable", f"All {plural.lower()}, to fill in")):
            job = _sheets(f"{together}-{suffix}.pdf", title, found, look, peers, fillable=suffix == "fillable")
            if found:
                yield PrintOffer(job, plural, listed)
        if game.drawer is not None:
            job = blank_sheet(f"{together}-blank.pdf", f"Blank {noun} sheet", game, kind, look, peers)
            yield PrintOffer(job, plural, listed)
        if not found:
            continue
        for layout, words in LAYOUTS.items():
            job = _sheets(f"{together}-{layout}.pdf", f"All {plural.lower()}, {words}", found, look, peers, layout)
            yield PrintOffer(job, plural, asked=True)
        for one, view in found:
            path = f"{game.folder}{kind.folder}/{one.id}-sheet.pdf"
            job = _sheets(path, view.name, [(one, view)], look)
            yield PrintOffer(job, plural, (view.href,), f"{kind.model.title} sheet", "sheet")


def blank_sheet(
    path: str,
    title: str,
    game: SiteGame,
    kind: Kind,
    look: PrintStyle,
    peers: Sequence[EntryView],
    layout: Layout = "full",
    fillable: bool = False,
) -> PrintJob:
    """The sheet of a kind that nobody has filled in: with what `peers` and entries that nobody wrote all have."""

    @cache
    def made() -> tuple[EntryView, ...]:
        return specimens_of(game, kind)

    def run(press: PrintSession) -> PrintResult:
        return print_sheets(press, made() or peers[:1], look, layout, True, fillable, peers, made())

    return PrintJob(
        path, title, (), run,
        lambda: repr(("blank", made(), look, templates_of(look), layout, fillable, tuple(peers))),
    )  # fmt: skip


def specimens_of(game: SiteGame, kind: Kind) -> tuple[EntryView, ...]:
    """Entries of a kind that nobody wrote, as they are drawn."""
    if game.drawer is None:
        return ()
    found = specimens(game.ruleset, game.loaded.house, kind)
    drawer = replace(game.drawer, find=found.table.find, diagnostics=Diagnostics())
    return tuple(replace(drawer.view(one), href="") for one in found.entries)


def _sheets(
    path: str,
    title: str,
    found: Sequence[Pair],
    look: PrintStyle,
    peers: Sequence[EntryView] = (),
    layout: Layout = "full",
    fillable: bool = False,
) -> PrintJob:
    views = [view for _, view in found]
    return PrintJob(
        path,
        title,
        tuple(one.entry for one, _ in found),
        lambda press: print_sheets(press, views, look, layout, False, fillable, peers),
        lambda: repr(("sheets", views, look, templates_of(look), layout, fillable, tuple(peers))),
    )


def card_offers(game: SiteGame, look: PrintStyle, card: CardFormat, url: str = "") -> Iterator[PrintOffer]:
    """A card for each entry that has one, and for each kind the deck of all, which the single ones are cut from."""
    for kind in filter(has_card, game.kinds()):
        found = printable(game, kind, url)
        if not found:
            continue
        deck, plural = [view for _, view in found], kind.model.plural
        path = f"{game.folder}print/{kind.folder}-cards.pdf"
        title = f"{kind.model.title} deck, {card.name}"
        yield PrintOffer(_cards(path, title, found, deck, look, card), plural, (game.book.list_address(kind.id),))
        for one, view in found:
            path = f"{game.folder}{kind.folder}/{one.id}-card.pdf"
            job = _cards(path, view.name, [(one, view)], deck, look, card)
            yield PrintOffer(job, plural, (view.href,), "Card", "card")


def _cards(
    path: str, title: str, found: Sequence[Pair], deck: Sequence[EntryView], look: PrintStyle, card: CardFormat
) -> PrintJob:
    views = [(view, 1) for _, view in found]
    return PrintJob(
        path,
        title,
        tuple(one.entry for one, _ in found),
        lambda press: print_cards(press, views, look, card, decks=[deck]),
        lambda: repr(("cards", views, look, templates_of(look), card)),
        waits=len(found) < len(deck),
    )


def party(game: SiteGame, url: str = "") -> list[Pair]:
    """The entries that a party sheet shows: all of the campaign that have a sheet."""
    return [pair for kind in game.kinds() if has_sheet(kind) for pair in printable(game, kind, url)]


def party_offers(game: SiteGame, look: PrintStyle, group: str, url: str = "") -> Iterator[PrintOffer]:
    """The party sheet, where there is a party."""
    found = party(game, url)
    if len(found) < 2:
        return
    views = [view for _, view in found]
    kinds = dict.fromkeys(view.kind for view in views)
    job = PrintJob(
        f"{game.folder}print/party.pdf",
        "Party sheet",
        tuple(one.entry for one, _ in found),
        lambda press: print_party(press, views, look),
        lambda: repr(("party", views, look, templates_of(look))),
    )
    yield PrintOffer(job, group, tuple(game.book.list_address(kind) for kind in kinds))
