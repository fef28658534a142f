"""Sheets and cards: one for each entry of the campaign, all of a kind together, and decks of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from sheetgen.blocks import EntryView
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.form_scripts import FormScript, form_script
from sheetgen.model.ruleset.kinds import Kind, has_card, has_sheet
from sheetgen.model.specimens import specimens
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_calibration, print_cards, print_party, print_sheets
from sheetgen.print.paper import CardFormat
from sheetgen.print.plan.book_links import with_site_links
from sheetgen.print.plan.print_job import RULEBOOK, TABLE, Pair, PrintJob, PrintOffer, PrintRequest, templates_of
from sheetgen.print.sheets.sheet_css import Layout
from sheetgen.print.sheets.sheet_set import form_prefix
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics

LAYOUTS: Mapping[Layout, str] = {
    "one-page": "All {things}, a page each",
    "large-print": "All {things}, in large print",
    "digest": "All {things}, two on a page",
}


def printable(game: SiteGame, kind: Kind, url: str = "") -> list[Pair]:
    """The campaign's entries of a kind with their views; links in them lead to `url` where there is one."""
    return _with_views(game, game.entries.of_campaign(kind.id), url)


def all_printable(game: SiteGame, kind: Kind, url: str = "") -> list[Pair]:
    """All entries of a kind with their views, those of the rulebook as well."""
    return _with_views(game, game.entries.of(kind.id), url)


def _with_views(game: SiteGame, entries: Iterable[ComputedEntry], url: str) -> list[Pair]:
    return [(computed, _printable_view(game, computed, url)) for computed in entries]


def _printable_view(game: SiteGame, computed: ComputedEntry, url: str) -> EntryView:
    content = game.contents.entry(computed)
    if not url:
        return content.view
    name, inputs = ("printable", game.folder, computed.entry.kind.id, computed.id), (content, url)
    return game.contents.memo.get(name, inputs, Diagnostics(), lambda mistakes: with_site_links(content.view, url))


def sheet_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """A sheet for each entry that has one, and for each kind all of them, filled, to fill in, and blank.

    Not every entry fits every layout, so all of them in another are printed only where asked for.
    """
    game, style = request.game, request.style
    for kind in filter(has_sheet, game.ruleset.kinds.values()):
        pairs = request.pairs(kind)
        words, plural = game.words, kind.model.plural
        things, thing = words.noun(plural), words.noun(kind.model.title)
        peers = [view for _, view in pairs]
        listed = (game.context.list_address(kind.id),) if game.entries.of(kind.id) else ()
        together = f"{game.folder}print/{kind.folder}"
        every, fillable = words("All {things}", things=things), words("All {things}, to fill in", things=things)
        for suffix, title in (("sheets", every), ("fillable", fillable)):
            form = game if suffix == "fillable" else None
            job = _sheets(f"{together}-{suffix}.pdf", title, pairs, style, peers, form=form)
            if pairs:
                yield PrintOffer(job, plural, listed)
        if game.drawer is not None:
            job = blank_sheet(
                f"{together}-blank.pdf", words("Blank {thing} sheet", thing=thing), game, kind, style, peers[:1]
            )
            yield PrintOffer(job, plural, listed)
        if not pairs:
            continue
        for layout, title in LAYOUTS.items():
            job = _sheets(f"{together}-{layout}.pdf", words(title, things=things), pairs, style, peers, layout)
            yield PrintOffer(job, plural, on_demand=True)
        for computed, view in pairs:
            path = f"{game.folder}{kind.folder}/{computed.id}-sheet.pdf"
            job = _sheets(path, view.name, [(computed, view)], style, peers)
            yield PrintOffer(job, plural, (view.href,), words("{thing} sheet", thing=kind.model.title), words("sheet"))


def blank_sheet(
    path: str,
    title: str,
    game: SiteGame,
    kind: Kind,
    style: PrintStyle,
    peers: Sequence[EntryView],
    layout: Layout = "full",
    fillable: bool = False,
) -> PrintJob:
    """The blank sheet of a kind, from its bounds; `peers` where its rules can be computed for none such."""

    @cache
    def made() -> tuple[EntryView, ...]:
        return specimens_of(game, kind) or tuple(peers[:1])

    def run(session: PrintSession) -> PrintResult:
        return print_sheets(session, made(), style, layout, True, fillable)

    return PrintJob(
        path, title, (), run,
        lambda: repr(("blank", made(), style, templates_of(style), layout, fillable)),
    )  # fmt: skip


def specimens_of(game: SiteGame, kind: Kind) -> tuple[EntryView, ...]:
    """Generated entries of a kind, as they are drawn."""
    if game.drawer is None:
        return ()
    made = specimens(game.ruleset, game.loaded.house, kind)
    drawer = replace(game.drawer, find=made.table.find, diagnostics=Diagnostics())
    return _with_all_tables([replace(drawer.view(computed), href="") for computed in made.entries], kind)


def _with_all_tables(views: Sequence[EntryView], kind: Kind) -> tuple[EntryView, ...]:
    """Some views, the last with the heads of those tables that the generated entries have nothing in."""
    if not views or kind.layout is None:
        return ()
    *others, last = views
    areas = dict(last.areas)
    for area in ("play", "reference"):
        known = {block.id: block for view in (*others, last) for block in view.area(area)}
        own = {block.id: block for block in last.area(area)}
        for name in kind.layout.areas[area]:
            block = kind.layout.blocks[name]
            if name not in known and (heads := block.settings.without_entry(name)):
                own[name] = heads
        areas[area] = tuple(own[name] for name in kind.layout.areas[area] if name in own)
    return (*others, replace(last, areas=areas))


def script_of_form(game: SiteGame, pairs: Sequence[Pair]) -> FormScript | None:
    """What a form with the sheets of some entries computes."""
    forms = [(computed.entry, view, form_prefix(computed.id, len(pairs))) for computed, view in pairs]
    return form_script(game.loaded, forms)


def generated_of(game: SiteGame, pairs: Sequence[Pair]) -> tuple[EntryView, ...]:
    """Generated entries of the kinds of some entries, with tables and lists that a form has places for."""
    kinds = {computed.entry.kind.id: computed.entry.kind for computed, _ in pairs}
    return tuple(view for kind in kinds.values() for view in specimens_of(game, kind))


def _sheets(
    path: str,
    title: str,
    pairs: Sequence[Pair],
    style: PrintStyle,
    peers: Sequence[EntryView] = (),
    layout: Layout = "full",
    form: SiteGame | None = None,
) -> PrintJob:
    """Sheets of some entries: to fill in on a screen, with what their game computes, where `form` is that."""
    views = [view for _, view in pairs]

    @cache
    def script() -> FormScript | None:
        return script_of_form(form, pairs) if form else None

    @cache
    def generated() -> tuple[EntryView, ...]:
        return generated_of(form, pairs) if form else ()

    fillable = form is not None
    return PrintJob(
        path,
        title,
        tuple(computed.entry for computed, _ in pairs),
        lambda session: print_sheets(session, views, style, layout, False, fillable, peers, script(), generated()),
        lambda: repr(("sheets", views, style, templates_of(style), layout, script(), fillable, (*peers, *generated()))),
    )


def card_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """A card for each entry of the campaign that has one, and for each kind the deck that they are cut from.

    Decks that the ruleset asks for hold all entries of their kind.
    """
    game, style, card = request.game, request.style, request.card
    for kind in filter(has_card, game.entries.kinds()):
        pairs, whole = request.pairs(kind), kind.id in game.ruleset.model.decks
        in_deck = all_printable(game, kind, request.url) if whole else pairs
        if not in_deck:
            continue
        deck, plural = [view for _, view in in_deck], kind.model.plural
        path = f"{game.folder}print/{kind.folder}-cards.pdf"
        title = game.words("{thing} deck, {card}", thing=kind.model.title, card=card.name)
        job = _cards(path, title, in_deck, deck, style, card)
        yield PrintOffer(job, plural if pairs else RULEBOOK, (game.context.list_address(kind.id),))
        for computed, view in pairs:
            path = f"{game.folder}{kind.folder}/{computed.id}-card.pdf"
            job = _cards(path, view.name, [(computed, view)], deck, style, card)
            yield PrintOffer(job, plural, (view.href,), game.words("Card"), game.words("card"))


def _cards(
    path: str, title: str, pairs: Sequence[Pair], deck: Sequence[EntryView], style: PrintStyle, card: CardFormat
) -> PrintJob:
    views = [(view, 1) for _, view in pairs]
    return PrintJob(
        path,
        title,
        tuple(computed.entry for computed, _ in pairs),
        lambda session: print_cards(session, views, style, card, decks=[deck]),
        lambda: repr(("cards", views, style, templates_of(style), card)),
        waits=len(pairs) < len(deck),
    )


def party(game: SiteGame, url: str = "") -> list[Pair]:
    """The entries that a party sheet shows: all of the campaign that have a sheet."""
    return [pair for kind in game.entries.kinds() if has_sheet(kind) for pair in printable(game, kind, url)]


def party_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """The party sheet, where there is a party."""
    game, style = request.game, request.style
    members = [pair for kind in filter(has_sheet, game.entries.kinds()) for pair in request.pairs(kind)]
    if len(members) < 2:
        return
    views = [view for _, view in members]
    kinds = dict.fromkeys(view.kind for view in views)
    job = PrintJob(
        f"{game.folder}print/party.pdf",
        game.words("Party sheet"),
        tuple(computed.entry for computed, _ in members),
        lambda session: print_party(session, views, style),
        lambda: repr(("party", views, style, templates_of(style))),
    )
    yield PrintOffer(job, TABLE, tuple(game.context.list_address(kind) for kind in kinds))


def calibration_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """The page that shows how far off a printer's backs are."""
    style = request.style
    job = PrintJob(
        f"{request.game.folder}print/calibration.pdf",
        style.words("Calibration page for cards printed on both sides"),
        (),
        lambda session: print_calibration(session, style),
        lambda: repr(("calibration", style, templates_of(style))),
    )
    yield PrintOffer(job, TABLE)
