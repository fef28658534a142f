"""The combatants of a fight as handouts show them: by the names of the roster, with all that is ticked off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Block, EntryView, Figure, Figures, Panel, Track, Tracks, inner_blocks

AREAS = ("front", "play", "page")
"""Where headline numbers and tracks of an entry are looked for; what stands in the first is not shown again."""
_NUMBER = re.compile(r"\s+\d+$")


@dataclass(frozen=True)
class FightMember:
    """One copy of an entry in a fight: its own name (`Rain Clerk 2`), and its initiative as shown."""

    name: str
    entry: EntryView
    initiative: str = ""
    hero: bool = False
    """Whether it is on the players' side."""

    @property
    def called(self) -> str:
        """The common name of all copies of it, without their number."""
        return self.name if self.name == self.entry.name else _NUMBER.sub("", self.name)

    @property
    def renamed(self) -> bool:
        """Whether the fight calls it otherwise than its entry."""
        return self.called.casefold() != self.entry.name.casefold()


@dataclass(frozen=True)
class FighterTracks:
    """Tracks to tick, and whose they are where these are not the fighter's own."""

    owner: str
    tracks: Tracks


@dataclass(frozen=True)
class Fighter:
    """A combatant on a tracker or a tent: `kin` is what its entry is called where the fight calls it otherwise."""

    name: str
    kin: str
    initiative: str
    hero: bool
    figures: tuple[Figure, ...]
    pools: tuple[FighterTracks, ...]

    @property
    def tracks(self) -> tuple[Track, ...]:
        """All its tracks, one after the other."""
        return tuple(track for pool in self.pools for track in pool.tracks.items)


def fighter(member: FightMember) -> Fighter:
    """A combatant as papers show it: headline numbers, and everything that is spent or lost in a fight."""
    blocks = [block for area in AREAS for block in member.entry.area(area)]
    figures = next((b.items for b in blocks if isinstance(b, Figures)), ())
    plain = tuple(figure for figure in figures if figure.tokens is None)
    kin = member.entry.name if member.renamed else ""
    return Fighter(member.name, kin, member.initiative, member.hero, plain, tuple(_pools(blocks)))


def _pools(blocks: Sequence[Block]) -> Iterator[FighterTracks]:
    own = _tracks(blocks)
    if own:
        yield FighterTracks("", Tracks(id="", title="", items=own))
    inner = {e.id: e for block in blocks if isinstance(block, Panel) for e in block.entries}
    for entry in inner.values():
        if theirs := _tracks(inner_blocks(entry)):
            yield FighterTracks(entry.name, Tracks(id="", title="", items=theirs))


def _tracks(blocks: Iterable[Block]) -> tuple[Track, ...]:
    """What is ticked in blocks, but for panels, each label once."""
    tracks: dict[str, Track] = {}
    for block in (block for block in blocks if not isinstance(block, Panel)):
        for track in block.ticked():
            if track.boxes > 0:
                tracks.setdefault(track.label.casefold(), track)
    return tuple(tracks.values())


def cards_of(combatants: Iterable[FightMember]) -> list[EntryView]:
    """The cards of a fight, each once, under the names that the fight gives: the entry's own stands below."""
    cards: dict[tuple[str, str, str], EntryView] = {}
    for member in combatants:
        if member.entry.area("front"):
            cards.setdefault(
                (member.entry.kind, member.entry.id, member.called if member.renamed else ""), _card(member)
            )
    return [*cards.values()]


def _card(member: FightMember) -> EntryView:
    if not member.renamed:
        return member.entry
    subtitle = (member.entry.name, *member.entry.subtitle)
    return replace(member.entry, id=f"{member.entry.id} ({member.called})", name=member.called, subtitle=subtitle)
