"""What an encounter brings to the table: its packet, and tents for the turn order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from sheetgen.blocks import EntryView, NamedList, Prose, Table
from sheetgen.derive import ComputedEntry
from sheetgen.formula.runtime import show
from sheetgen.printing.jobs import Combatant, Rule, print_packet, print_tents
from sheetgen.printing.look import Look, Press, PrintResult
from sheetgen.printing.paper import CardFormat
from sheetgen.printing.papers import listed_conditions
from sheetgen.printjobs.entries import has_card, has_sheet, party, printable
from sheetgen.printjobs.jobs import Offer, PrintJob, templates_of
from sheetgen.printjobs.links import led_out
from sheetgen.printjobs.texts import in_short
from sheetgen.ruleset.kinds import Kind
from sheetgen.site.games import SiteGame

Decks = Sequence[Sequence[EntryView]]
MOST_RULES = 48
"""Rules that a packet prints at most; what entries refer to goes before what their texts only name."""


@dataclass(frozen=True)
class Fight:
    """An encounter with everybody who takes part, in the order of their turns."""

    view: EntryView
    combatants: tuple[Combatant, ...]
    conditions: tuple[str, ...]
    rules: tuple[Rule, ...]

    def packet(self, press: Press, look: Look, card: CardFormat | None, decks: Decks = ()) -> PrintResult:
        """Its packet; with `card`, with the cards of everybody, cut from `decks` where they are in them."""
        return print_packet(press, self.view, self.combatants, look, self.conditions, self.rules, card, decks)

    def tents(self, press: Press, look: Look) -> PrintResult:
        """Its tents."""
        return print_tents(press, self.combatants, look, f"{self.view.name}: initiative")


def is_encounter(kind: Kind) -> bool:
    """Whether entries of a kind have a roster."""
    return bool(kind.model.roster)


def fight(game: SiteGame, encounter: ComputedEntry, url: str = "") -> Fight | None:
    """An encounter ready to print; None where nobody takes part."""
    view, rows = game.view(encounter), _roster(encounter)
    if view is None or not rows:
        return None
    found = [(row, _entry(game, encounter, str(row.get("id", "")))) for row in rows]
    taking_part = list({id(one): one for _, one in found if one is not None}.values())
    combatants = tuple(led_out(_combatant(game, row, one), url) for row, one in found)
    rules = led_out(tuple(rules_in_use(game, taking_part)), url)
    # A sheet lists those that matter at the table; a game without such a list has them all.
    conditions = listed_conditions(view for _, view in party(game)) or game.conditions
    return Fight(led_out(view, url), combatants, tuple(conditions), rules)


def fight_offers(game: SiteGame, look: Look, card: CardFormat, url: str = "") -> Iterator[Offer]:
    """A packet and tents for each encounter of the campaign."""
    decks = [[view for _, view in printable(game, kind, url)] for kind in game.kinds() if has_card(kind)]
    for kind in filter(is_encounter, game.kinds()):
        for one in game.entries(kind.id):
            if one.entry.campaign and _roster(one):
                yield from _papers(game, one, look, card, decks, url)


def _papers(
    game: SiteGame, one: ComputedEntry, look: Look, card: CardFormat, decks: Decks, url: str
) -> Iterator[Offer]:
    entry, name = one.entry, one.entry.name
    path, plural = f"{game.folder}{entry.kind.folder}/{one.id}", entry.kind.model.plural

    @cache
    def found() -> Fight:
        ready = fight(game, one, url)
        assert ready is not None
        return ready

    packet = PrintJob(
        f"{path}-packet.pdf", name, (entry,), lambda press: found().packet(press, look, card, decks),
        lambda: repr(("packet", found(), look, templates_of(look), card)), waits=True,
    )  # fmt: skip
    tents = PrintJob(
        f"{path}-tents.pdf", name, (entry,), lambda press: found().tents(press, look),
        lambda: repr(("tents", name, found().combatants, look, templates_of(look))),
    )  # fmt: skip
    pages = (game.book.addresses.entry(entry.kind.id, one.id),)
    yield Offer(packet, plural, pages, "Packet", "packet")
    yield Offer(tents, plural, pages, "Initiative tents", "tents")


def _roster(encounter: ComputedEntry) -> list[Mapping[str, Any]]:
    """Who takes part, a row each."""
    rows = encounter.values.get(encounter.entry.kind.model.roster)
    return rows if isinstance(rows, list) else []


def _entry(game: SiteGame, encounter: ComputedEntry, identity: str) -> ComputedEntry | None:
    """The entry of a row: one that the encounter refers to, else any of that id."""
    table = game.loaded.table
    referred = [(kind, target) for _, kind, target in encounter.entry.references if target == identity]
    others = [(kind.id, identity) for kind in game.ruleset.kinds.values()]
    return next((table.entries[key] for key in [*referred, *others] if table and key in table.entries), None)


def _combatant(game: SiteGame, row: Mapping[str, Any], one: ComputedEntry | None) -> Combatant:
    name, initiative = str(row.get("name", "")), row.get("initiative")
    view = game.view(one) if one else None
    shown = view or EntryView("", "", "", name, "", (), None, "", (), "", "", {})
    return Combatant(
        name, shown, "" if initiative is None else show(initiative), one is not None and has_sheet(one.entry.kind)
    )


# ---- the rules that a fight needs


def rules_in_use(game: SiteGame, taking_part: Iterable[ComputedEntry]) -> list[Rule]:
    """The rulebook's own entries and defined terms that the combatants' texts link to, refer to or name."""
    everyone = list(taking_part)
    ways = (_referred, _linked, _named)
    keys = dict.fromkeys(key for way in ways for one in everyone for key in way(game, one))
    found = {rule.title: rule for key in keys if (rule := _rule(game, key))}
    return sorted([*found.values()][:MOST_RULES], key=lambda rule: rule.title.casefold())


def _referred(game: SiteGame, one: ComputedEntry) -> Iterator[str]:
    return (f"{kind}:{target}" for _, kind, target in one.entry.references)


def _linked(game: SiteGame, one: ComputedEntry) -> Iterator[str]:
    return iter(sorted(game.shown(one).drawn.links))


def _named(game: SiteGame, one: ComputedEntry) -> Iterator[str]:
    view, pattern = game.view(one), game.book.atlas.terms[0]
    if view is None or pattern is None:
        return
    text = " ; ".join(re.sub(r"<[^>]+>", "", part) for part in _texts(view))
    for word in pattern.findall(text):
        target = game.book.atlas.term(word)
        if target is not None:
            yield target.key


def _texts(view: EntryView) -> Iterator[str]:
    """What is told of an entry in words: its prose, traits and attacks, but no labels and no lists to tick."""
    for block in (block for blocks in view.areas.values() for block in blocks):
        match block:
            case Prose(text=text):
                yield text
            case NamedList(items=items):
                yield from (part for item in items for part in (item.name, item.text))
            case Table(rows=rows):
                yield from (part for row in rows for part in (row.name, row.note, *(c.number.text for c in row.cells)))


_STEP = re.compile(r"^\d+\. ")
"""The number of a heading in its chapter."""


def _rule(game: SiteGame, key: str) -> Rule | None:
    target = game.book.atlas.by_key.get(key)
    if target is None:
        return None
    if target.sort == "heading" and (told := _sentences(game.book.told(target.summary))):
        return Rule(_STEP.sub("", target.title), Markup("<p>{}</p>").format(told))
    kind, _, identity = key.partition(":")
    one = game.loaded.table.entries.get((kind, identity)) if game.loaded.table and target.sort == "entry" else None
    if one is None or one.entry.campaign:
        return None
    view = game.view(one)
    text = in_short(view) if view else Markup("")
    return Rule(one.entry.name, text) if text else Rule(one.entry.name, Markup(escape(target.summary)))


def _sentences(text: str) -> str:
    """The opening of a section as far as its sentences are whole and lead to nothing that isn't printed."""
    whole = [one for one in re.split(r"(?<=[.!?])\s+", text) if not one.endswith(("…", ":"))]
    return " ".join(whole) or text
