"""The ways to set one card, the best first: how large its type, what moves to the back, how many cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from sheetgen.blocks import Block, EntryView, NamedList, Table
from sheetgen.print.block_print import card_height, holds, notes_height
from sheetgen.print.cards.shape import MOST_CARDS, CardShape, card_frame
from sheetgen.print.engine.copyfit import Candidate
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.style import PrintStyle
from sheetgen.print.templates import portrait

ORDER = ("roomy", "open", "normal", "close", "dense", "small", "floor", "tight")
"""The densities of a card, from the largest type to the smallest."""
SPARE = 0.4
"""White that a front keeps when it takes what begins the back, in mm."""
AIR = 0.8
"""White that large type leaves above the foot, in mm."""


@dataclass(frozen=True)
class CardSetting:
    """One way to set a card: densities of front and back, whether notes of tables stay on the front,
    whether the back begins on a face of its own (else the front flows on to it), the number of cards."""

    front: str
    back: str
    notes: bool
    turns: bool
    cards: int = 1
    fills: bool = False
    """Whether the front takes as much of the back as it has room for."""

    @property
    def alone(self) -> bool:
        """Whether each of its texts keeps to one face, which then draws its own header and foot."""
        return self.cards == 1 and self.turns

    @property
    def pages(self) -> int:
        """Faces that it may take: large type is not worth the back of the last card."""
        large = self.cards > 1 and self.turns and ORDER.index(self.back) < ORDER.index("dense")
        return self.cards * 2 - (1 if large else 0)

    @property
    def variant(self) -> str:
        """The way as the engine names it."""
        notes, turns = ("notes" if self.notes else "bare"), ("turn" if self.turns else "flow")
        return f"{self.front} {self.back} {notes} {'fill' if self.fills else turns} {self.cards}"

    @classmethod
    def of(cls, variant: str) -> CardSetting:
        """The way that a variant names."""
        front, back, notes, turns, cards = variant.split()
        return cls(front, back, notes == "notes", turns != "flow", int(cards), turns == "fill")


def candidates(entry: EntryView, style: PrintStyle, shape: CardShape) -> Iterator[Candidate]:
    """The ways to set an entry's card, without those that cannot hold by far."""
    faces = FaceHeights(entry, style, shape)
    hopeful = (setting for setting in dict.fromkeys(all_settings(densities(faces))) if faces.hold(setting))
    first = next(hopeful, CardSetting("floor", "floor", notes=False, turns=False, cards=MOST_CARDS))
    yield _candidate(first, entry)
    yield from (_candidate(setting, entry) for setting in hopeful)


def _candidate(setting: CardSetting, entry: EntryView) -> Candidate:
    """Text that turns to its back needs no more than two faces; text that flows takes what it is given."""
    if not setting.alone:
        return Candidate(setting.variant, setting.pages, setting.turns)
    behind = portrait(entry.portrait) or entry.area("back") or (not setting.notes and tables_with_notes(entry))
    return Candidate(setting.variant, 2 if behind else 1, True)


def all_settings(first: tuple[str, str]) -> Iterator[CardSetting]:
    """All ways to set a card that begins with these densities of front and back; some come twice.

    Notes of tables go to the back; type steps down to the floor, the front takes what begins the back, titles run
    in, and at last the front flows on to the back, if that saves a card; a second and further cards, in type as
    large as they have room for, and down to the floor before one more; the front flows on over several cards likewise.
    """
    fore, rear = (max(own, "normal", key=ORDER.index) for own in first)
    several, most = range(1, MOST_CARDS - 1), range(1, MOST_CARDS + 1)
    for front, back in (first, _denser(first), (fore, rear), (fore, "dense"), ("dense", "dense")):
        yield CardSetting(front, back, notes=True, turns=True)
    for front in ("normal", "dense"):
        yield CardSetting(front, "dense", notes=False, turns=True)
    for notes in (True, False):
        yield from (CardSetting("dense", back, notes, turns=True) for back in ("small", "floor"))
    filled = (("dense", "small"), ("small", "small"), ("dense", "floor"), ("small", "floor"), ("floor", "floor"))
    for front, back in (*filled, ("dense", "tight"), ("small", "tight"), ("tight", "tight")):
        yield from (
            CardSetting(front, back, notes, True, 1, fills) for fills in (False, True) for notes in (True, False)
        )
    yield from (CardSetting(own, own, True, turns=False) for own in ("floor", "tight"))
    for cards in several:
        for notes in (True, False) if cards > 1 else (False,):
            ways = [(front, "dense") for front in ("normal", "dense", *(("floor",) if cards > 1 else ()))]
            roomy = [("normal", back) for back in ("open", "normal")] if cards > 1 else []
            small = [("dense", "small"), ("floor", "floor")] if cards > 1 else []
            yield from (CardSetting(front, back, notes, True, cards) for front, back in (*roomy, *ways, *small))
    for cards in several:
        flowing = (("normal", "dense"), ("dense", "dense"), ("floor", "floor"))
        yield from (CardSetting(front, back, False, False, cards) for front, back in flowing)
    for turns in (True, False):
        yield from (CardSetting("floor", "floor", False, turns, cards) for cards in most)


def _denser(first: tuple[str, str]) -> tuple[str, str]:
    """One step denser on both faces, down to `dense`."""
    fore, rear = (ORDER[min(ORDER.index(own) + 1, ORDER.index("dense"))] for own in first)
    return fore, rear


@dataclass(frozen=True)
class FaceHeights:
    """How high front and back of an entry will stand, by density; reckoned when first asked."""

    entry: EntryView
    style: PrintStyle
    shape: CardShape
    _known: dict[tuple[str, str, bool], float] = field(default_factory=dict)

    def front(self, density: str, notes: bool) -> float:
        """Height of the front."""
        key = ("front", density, notes)
        if key not in self._known:
            self._known[key] = _height(self.entry.area("front"), card_frame(density, self.style, self.shape), notes)
        return self._known[key]

    def back(self, density: str, notes: bool) -> float:
        """Height of the back, with the notes that have moved there."""
        key = ("back", density, notes)
        if key not in self._known:
            frame = card_frame(density, self.style, self.shape)
            self._known[key] = self._notes(notes, frame) + _height(self.entry.area("back"), frame, True)
        return self._known[key]

    def has_columns(self, density: str) -> bool:
        """Whether the columns of the front are wide enough for what stands whole in `dense`."""
        frames = (card_frame(name, self.style, self.shape) for name in ("dense", density))
        dense, own = ({block.id for block in self.entry.area("front") if holds(block, frame)} for frame in frames)
        return dense <= own

    def hold(self, setting: CardSetting) -> bool:
        """Whether a way to set the card may hold, as far as heights can be reckoned."""
        room = self.shape.room
        if setting.fills:
            return self.front(setting.front, setting.notes) <= room and self._rest(setting) <= room
        fore, rear = self.front(setting.front, setting.notes), self.back(setting.back, setting.notes)
        if setting.turns:
            return fore <= room and rear <= room * (2 * setting.cards - 1)
        return fore + rear <= room * 2 * setting.cards

    def free(self, setting: CardSetting) -> float:
        """What the texts of the back leave of its face."""
        rear = self._rest(setting) if setting.fills else self.back(setting.back, setting.notes)
        return self.shape.room - max(0.0, rear)

    def shared(self, setting: CardSetting) -> tuple[Sequence[Block], Sequence[Block]]:
        """The blocks of front and back."""
        front, back = self.entry.area("front"), self.entry.area("back")
        if not setting.fills:
            return front, back
        room = self.shape.room - self.front(setting.front, setting.notes) - SPARE
        taken, rest = parted(back, card_frame(setting.front, self.style, self.shape), room)
        return (*front, *taken), rest

    def _rest(self, setting: CardSetting) -> float:
        """Height of the back of which the front has taken what it could."""
        frame = card_frame(setting.back, self.style, self.shape)
        return self._notes(setting.notes, frame) + _height(self.shared(setting)[1], frame, True)

    def _notes(self, notes: bool, frame: BlockFrame) -> float:
        """Height of the notes that have moved to the back."""
        return 0.0 if notes else sum(notes_height(block, frame) for block in tables_with_notes(self.entry))


def parted(blocks: Sequence[Block], frame: BlockFrame, room: float) -> tuple[list[Block], list[Block]]:
    """The first blocks, as many as the room in mm holds, and the rest; a list may be parted between its items.

    What has no title and is parted from the block that it belongs to repeats the title of that. Texts for the game
    master alone, and all that follows them, stay with the rest.
    """
    taken, rest = [], list(blocks)
    while rest and not rest[0].secret and (high := card_height(rest[0], frame)) <= room:
        taken.append(rest.pop(0))
        room -= high
    if taken and rest and not (rest[0].title or rest[0].secret):
        rest[0] = replace(rest[0], title=next((block.title for block in reversed(taken) if block.title), ""))
    if rest and isinstance(listed := rest[0], NamedList) and not listed.secret:
        parts = (replace(listed, items=listed.items[:n]) for n in range(1, len(listed.items)))
        if fitting := list(takewhile(lambda part: card_height(part, frame) <= room, parts)):
            taken.append(fitting[-1])
            rest[0] = replace(listed, items=listed.items[len(fitting) :])
    return taken, rest


def densities(faces: FaceHeights) -> tuple[str, str]:
    """The largest densities at which front and back should fit their faces; `dense` if none does.

    Larger type breaks no figures and labels that stand whole in `dense`.
    """
    room = faces.shape.room - AIR
    larger = faces.shape.densities[: faces.shape.densities.index("dense")][::-1]
    fore = _largest(larger, lambda name: faces.front(name, True) <= room and faces.has_columns(name))
    rear = _largest(larger, lambda name: faces.back(name, True) <= room)
    return fore, rear


def _largest(larger: Iterable[str], fits: Callable[[str], bool]) -> str:
    """The last of some larger densities that fits; `dense` where none does. Whatever fits does so in smaller type."""
    return ["dense", *takewhile(fits, larger)][-1]


def tables_with_notes(entry: EntryView) -> list[Table]:
    """The tables of the front that have notes."""
    return [b for b in entry.area("front") if isinstance(b, Table) and any(row.note for row in b.rows)]


def _height(blocks: Sequence[Block], frame: BlockFrame, notes: bool) -> float:
    first = blocks[0].title and not blocks[0].secret and blocks[0].type in ("named", "prose") if blocks else False
    spare = 2.2 * frame.sizes.space if first else 0.0
    return sum(card_height(block, frame, notes) for block in blocks) - spare - 0.6
