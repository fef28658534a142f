"""The handouts of an encounter: its packet, and tents for the turn order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from sheetgen.blocks import EntryView
from sheetgen.formula.runtime import show
from sheetgen.model.attack_odds import Answers
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.kinds import Kind, has_card, has_sheet
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import FightMember, RuleText, print_packet, print_tents
from sheetgen.print.packets import listed_conditions
from sheetgen.print.paper import CardFormat
from sheetgen.print.plan.book_links import with_site_links
from sheetgen.print.plan.entry_prints import party
from sheetgen.print.plan.packet_odds import LateOdds
from sheetgen.print.plan.print_job import PrintJob, PrintOffer, PrintRequest, templates_of
from sheetgen.print.plan.rule_use import rules_in_use
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.site.games import SiteGame

Decks = Sequence[Sequence[EntryView]]


@dataclass(frozen=True)
class Fight:
    """An encounter with all who take part, in the order of their turns."""

    view: EntryView
    combatants: tuple[FightMember, ...]
    conditions: tuple[str, ...]
    rules: tuple[RuleText, ...]
    late_odds: LateOdds

    def packet(
        self, session: PrintSession, style: PrintStyle, card: CardFormat | None, decks: Decks = ()
    ) -> PrintResult:
        """Its packet; with `card`, with the cards of all combatants, cut from `decks` where they are in them."""
        odds = self.late_odds.odds
        return print_packet(session, self.view, self.combatants, style, self.conditions, self.rules, card, decks, odds)

    def tents(self, session: PrintSession, style: PrintStyle) -> PrintResult:
        """Its tents."""
        return print_tents(session, self.combatants, style, f"{self.view.name}: {style.words('initiative')}")


def is_encounter(kind: Kind) -> bool:
    """Whether entries of a kind have a roster."""
    return bool(kind.model.roster)


def fight(
    game: SiteGame, encounter: ComputedEntry, url: str = "", answers: Answers | None = None, fights: int = 1
) -> Fight | None:
    """An encounter ready to print; None where it has no combatants. `answers` are those of rules for other `fights`."""
    view, rows = game.contents.view(encounter), _roster(encounter)
    if view is None or not rows:
        return None
    pairs = [(row, game.entries.combatant(encounter, str(row.get("id", "")))) for row in rows]
    taking_part = list({id(computed): computed for _, computed in pairs if computed is not None}.values())
    combatants = tuple(with_site_links(_combatant(game, row, computed), url) for row, computed in pairs)
    rules = with_site_links(tuple(rules_in_use(game, taking_part)), url)
    # A sheet lists those that matter at the table; a game without such a list has them all.
    known = game.entries.conditions
    conditions = listed_conditions((view for _, view in party(game)), known) or known
    return Fight(
        with_site_links(view, url),
        combatants,
        tuple(conditions),
        rules,
        LateOdds(game, encounter, {} if answers is None else answers, fights),
    )


def fight_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """A packet and tents for each encounter of the campaign."""
    game, url = request.game, request.url
    answers: Answers = {}
    decks = [[view for _, view in request.pairs(kind)] for kind in game.entries.kinds() if has_card(kind)]
    encounters = [
        computed
        for kind in filter(is_encounter, game.entries.kinds())
        for computed in game.entries.of_campaign(kind.id)
        if _roster(computed)
    ]
    for computed in encounters:
        ready = partial(fight, game, computed, url, answers, len(encounters))
        yield from _papers(game, computed, request.style, request.card, decks, ready)


def _papers(
    game: SiteGame,
    computed: ComputedEntry,
    style: PrintStyle,
    card: CardFormat,
    decks: Decks,
    ready: Callable[[], Fight | None],
) -> Iterator[PrintOffer]:
    entry, name = computed.entry, computed.entry.name
    path, plural = f"{game.folder}{entry.kind.folder}/{computed.id}", entry.kind.model.plural

    @cache
    def whole_fight() -> Fight:
        whole = ready()
        assert whole is not None
        return whole

    packet = PrintJob(
        f"{path}-packet.pdf", name, (entry,), lambda session: whole_fight().packet(session, style, card, decks),
        lambda: repr(("packet", whole_fight(), style, templates_of(style), card)), waits=True,
    )  # fmt: skip
    tents = PrintJob(
        f"{path}-tents.pdf", name, (entry,), lambda session: whole_fight().tents(session, style),
        lambda: repr(("tents", name, whole_fight().combatants, style, templates_of(style))),
    )  # fmt: skip
    pages = (game.context.addresses.entry(entry.kind.id, computed.id),)
    yield PrintOffer(packet, plural, pages, game.words("Packet"), game.words("packet"))
    yield PrintOffer(tents, plural, pages, game.words("Initiative tents"), game.words("tents"))


def _roster(encounter: ComputedEntry) -> list[Mapping[str, Any]]:
    """The combatants of an encounter, a row each."""
    rows = encounter.value(encounter.entry.kind.model.roster)
    return rows if isinstance(rows, list) else []


def _combatant(game: SiteGame, row: Mapping[str, Any], computed: ComputedEntry | None) -> FightMember:
    name, initiative = str(row.get("name", "")), row.get("initiative")
    view = game.contents.view(computed) if computed else None
    drawn = view or EntryView(id="", kind="", kind_title="", name=name, areas={})
    return FightMember(
        name,
        drawn,
        "" if initiative is None else show(initiative),
        computed is not None and has_sheet(computed.entry.kind),
    )
