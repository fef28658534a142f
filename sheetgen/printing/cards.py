"""Stat cards: every entry on card-size pages, front and back, in whatever number they take."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheetgen.blocks import Block, EntryView, Fact, Table
from sheetgen.printing import assets
from sheetgen.printing.banner import Banner
from sheetgen.printing.documents import picture, template
from sheetgen.printing.engine import Job, Unit
from sheetgen.printing.geometry import Frame, name_size
from sheetgen.printing.heights import card_height, inner_blocks, notes_height
from sheetgen.printing.ladder import Ladder, Rung
from sheetgen.printing.linework import Colours, Lines
from sheetgen.printing.look import Look
from sheetgen.printing.metrics import largest, width
from sheetgen.printing.paper import POINT, CardFormat
from sheetgen.printing.sizes import CARD, FLOOR, Sizes
from sheetgen.printing.styles import resolve, tokens
from sheetgen.printing.texts import Texts
from sheetgen.printing.trims import trimmed

MOST_CARDS = 6
"""An entry that needs more cards than this is an error."""
CHUNK = 20
"""Cards in one document, on average: few enough that one edit is quick, enough to share fonts."""


@dataclass(frozen=True)
class CardFrame(Frame):
    """A frame that also knows whether the letter codes of marks have room."""

    codes: bool = False
    colours: Colours | None = None

    @property
    def drawn(self) -> Lines | None:
        """Who draws the blocks of this column whose lines stand at known places."""
        return Lines(self, self.colours) if self.colours else None

    @property
    def told(self) -> Texts | None:
        """Who draws the texts of this column."""
        return Texts(self, self.colours) if self.colours else None

    def inner(self, entry: EntryView) -> tuple[Block, ...]:
        """The blocks of an entry drawn inside another one."""
        return inner_blocks(entry)


@dataclass(frozen=True)
class CardShape:
    """Where things stand on one card format, in mm."""

    card: CardFormat
    bleed: float

    @property
    def side(self) -> float:
        """White at the sides."""
        return round(3.5 + (self.card.scale - 1) * 3, 2)

    @property
    def inner(self) -> float:
        """Width of the text."""
        return round(self.card.width - 2 * self.side, 2)

    @property
    def head(self) -> float:
        """Height of the header, down to the first line."""
        return round(16.1 * self.card.scale, 2)

    @property
    def tail(self) -> float:
        """Height of the foot."""
        return round(5.0 * min(self.card.scale, 1.3), 2)

    @property
    def room(self) -> float:
        """Height of the text on one face."""
        return self.card.height - self.head - self.tail - 0.3

    @property
    def tier(self) -> float:
        """Width of the badge at the right edge, without the bleed."""
        return round(11.6 * self.card.scale, 2)

    @property
    def tier_left(self) -> float:
        """Where the badge starts, from the left of the text."""
        return self.inner + self.side - self.tier

    @property
    def foot_pad(self) -> float:
        """White above the text of the foot."""
        return self.tail - 1.9 - 2.5

    def properties(self) -> dict[str, str]:
        """The measures as custom properties."""
        scale, over = self.card.scale, -(self.side + self.bleed)
        values = {
            "card-width": self.card.width, "card-height": self.card.height, "bleed": self.bleed,
            "side": self.side, "inner": self.inner, "head": self.head, "tail": self.tail, "over": over,
            "reach": -over, "tier": self.tier, "foot-pad": self.foot_pad,
            "head-inner": self.head - 1.2, "backdrop-width": self.card.width + 2 * self.bleed,
            "backdrop-height": self.head + self.bleed + 0.2,
            "above": -self.head - self.bleed, "tail-top": self.card.height - self.head - self.tail,
            "tier-left": self.tier_left, "number-width": 14.0, "foot-width": self.inner - 14.0,
        }  # fmt: skip
        return {f"--{name}": f"{value:.3f}mm" for name, value in values.items()} | {"--scale": f"{scale:g}"}

    def backdrop(self, colours: dict[str, str], badged: bool, ink: bool) -> str:
        """The header's picture: a bar with a slanted foot, an accent below it, a block for the badge."""
        wide, high = self.card.width + 2 * self.bleed, self.head + self.bleed + 0.2
        slope, left = wide * 0.036, high - 1.9
        right, bar, accent = left - slope, colours["--bar"], colours["--accent"]
        start = wide - self.bleed - self.tier - 0.4
        cut, foot = right - 2.1, (right - 2.1 - self.bleed) * 0.21
        block = f"M{start + foot:.2f} 0H{wide:.2f}V{cut:.2f}L{start:.2f} {cut + (wide - start) * 0.045:.2f}Z"
        under = f"M0 {left:.2f}L{wide:.2f} {right:.2f}V{right + 0.45:.2f}L0 {left + 1.3:.2f}Z"
        if ink:
            paths = f"<path fill='{accent}' d='{under}'/>"
            paths += f"<path fill='none' stroke='{accent}' stroke-width='.35' d='{block}'/>" if badged else ""
        else:
            paths = f"<path fill='{bar}' d='M0 0H{wide:.2f}V{right:.2f}L0 {left:.2f}Z'/>"
            paths += f"<path fill='{accent}' d='{under}{block if badged else ''}'/>"
        svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide:.2f} {high:.2f}'>{paths}</svg>"
        return f'url("{picture(svg)}")'


def card_css(look: Look, shape: CardShape) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The style sheet of a deck, and the rules of each density."""
    values = tokens(look.theme, look.ink) | shape.properties()
    values["--backdrop"] = shape.backdrop(values, False, look.ink)
    values["--backdrop-badged"] = shape.backdrop(values, True, look.ink)
    text = resolve(assets.stylesheet("base") + assets.stylesheet("card"), values)
    parts = []
    for name in CARD:
        sizes = card_sizes(name, look, shape.card)
        own = (
            values
            | sizes.properties
            | {"--z-token": f"{Frame(0, sizes).token_size}mm", "--z-grid-pitch": f"{sizes.grid_mm:.2f}mm"}
        )
        rules = assets.stylesheet("card-sizes").replace(".density", f".{name}")
        parts.append((name, resolve(rules if look.ink else _without_ink(rules), own) + look.css))
    return text + _numbers() + look.css, tuple(parts)


def _without_ink(rules: str) -> str:
    return "\n".join(line for line in rules.splitlines() if not line.startswith(".ink"))


def card_sizes(density: str, look: Look, card: CardFormat) -> Sizes:
    """The sizes of one density on one card format."""
    return CARD[density].scaled(card.scale * (1.25 if look.large else 1.0))


def _numbers() -> str:
    """What the foot of the n-th face of an entry says: `1 / 2`, `1 / 2 back`."""
    rules = []
    for face in range(1, MOST_CARDS * 2 + 1):
        back = ' " back"' if face % 2 == 0 else ""
        text = f'@bottom-right{{content:"{(face + 1) // 2} / " string(cards){back}}}'
        rules += [f"@page {side}:nth({face} of {side}){{{text}}}" for side in ("odd", "even")]
    return "".join(rules)


ORDER = ("roomy", "open", "normal", "dense", "floor")


@dataclass(frozen=True)
class CardPage:
    """One entry's card; a variant names the densities of front and back, and what moves to the back."""

    entry: EntryView
    look: Look
    shape: CardShape

    def rungs(self) -> Ladder:
        """The ways to set it, without those that cannot hold by far."""
        return Ladder(self._rungs())

    def _rungs(self) -> Iterator[Rung]:
        faces = _Faces(self.entry, self.look, self.shape)
        hopeful = (way for way in _once(_ladder(densities(faces))) if faces.hopeful(*way))
        first = next(hopeful, None)
        if first is None:
            yield Rung("floor floor bare flow many", MOST_CARDS * 2)
            return
        yield self._rung(*first)
        yield from (self._rung(*way) for way in hopeful)

    def _rung(self, front: str, back: str, rest: str, cards: int) -> Rung:
        """Text that turns to its back needs no more than two faces; text that flows takes what it is given."""
        if cards > 1 or rest.endswith("flow"):
            return Rung(f"{front} {back} {rest} many", cards * 2, rest.endswith("turn"))
        behind = self.entry.area("back") or (rest.startswith("bare") and _noted(self.entry))
        return Rung(f"{front} {back} {rest} alone", 2 if behind else 1, True)

    def longest(self) -> str:
        """The title of the block that takes most of its height."""
        frame = _frame("floor", self.look, self.shape)
        blocks = [b for area in ("front", "back") for b in self.entry.area(area) if b.title]
        return max(blocks, key=lambda block: card_height(block, frame)).title if blocks else ""

    def html(self, variant: str) -> str:
        """The HTML of `FRONT BACK notes|bare turn|flow alone|many`."""
        front, back, notes, turn, number = variant.split()
        return _page(self.entry, self.look, self.shape, (front, back), (notes == "notes", turn, number == "alone"))


def card_unit(entry: EntryView, look: Look, shape: CardShape) -> Unit:
    """One entry as a unit."""
    return Unit(entry.id, key(entry.id), CardPage(entry, look, shape))


Way = tuple[str, str, str, int]


def _once(ways: Iterable[Way]) -> Iterator[Way]:
    """Each way where it comes first."""
    seen: set[Way] = set()
    for way in ways:
        if way not in seen:
            seen.add(way)
            yield way


def _ladder(first: tuple[str, str]) -> Iterator[Way]:
    """Ways to set a card: front, back, what moves to the back, number of cards.

    Notes of tables go to the back; there type steps down to the floor, if that saves a card; the front
    flows on to the back; a second and further cards; type down to the floor everywhere.
    """
    fore, rear = (max(own, "normal", key=ORDER.index) for own in first)
    several, most = range(1, MOST_CARDS - 1), range(1, MOST_CARDS + 1)
    for pair in (first, _next(first), (fore, rear), (fore, "dense"), ("dense", "dense")):
        yield (*pair, "notes turn", 1)
    for front in ("normal", "dense"):
        yield (front, "dense", "bare turn", 1)
    for rest in ("notes turn", "bare turn"):
        yield ("dense", "floor", rest, 1)
    for cards in several:
        for rest in ("notes turn", "bare turn") if cards > 1 else ("bare turn",):
            yield from ((front, "dense", rest, cards) for front in ("normal", "dense"))
    for cards in several:
        yield from ((front, "dense", "bare flow", cards) for front in ("normal", "dense"))
    for fall in ("turn", "flow"):
        yield from (("floor", "floor", f"bare {fall}", cards) for cards in most)


def _next(first: tuple[str, str]) -> tuple[str, str]:
    """One step denser on both faces, down to `dense`."""
    fore, rear = (ORDER[min(ORDER.index(own) + 1, ORDER.index("dense"))] for own in first)
    return fore, rear


def key(entry_id: str) -> str:
    """An id of HTML for an entry's id."""
    return "e" + hashlib.sha256(entry_id.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class _Faces:
    """How high front and back of an entry will stand, by density; reckoned when first asked."""

    entry: EntryView
    look: Look
    shape: CardShape
    known: dict[tuple[str, str, bool], float] = field(default_factory=dict)

    def front(self, density: str, notes: bool) -> float:
        """Height of the front."""
        key = ("front", density, notes)
        if key not in self.known:
            self.known[key] = _height(self.entry.area("front"), _frame(density, self.look, self.shape), notes)
        return self.known[key]

    def back(self, density: str, notes: bool) -> float:
        """Height of the back, with the notes that have moved there."""
        key = ("back", density, notes)
        if key not in self.known:
            frame = _frame(density, self.look, self.shape)
            extra = 0.0 if notes else sum(notes_height(block, frame) for block in _noted(self.entry))
            self.known[key] = extra + _height(self.entry.area("back"), frame, True)
        return self.known[key]

    def hopeful(self, front: str, back: str, rest: str, cards: int) -> bool:
        """Whether a way to set the card may hold: it is not reckoned too high by more than a little."""
        notes, turn = rest.split()
        room = self.shape.room * SANGUINE
        fore, rear = self.front(front, notes == "notes"), self.back(back, notes == "notes")
        if turn == "turn":
            return fore <= room and rear <= room * (2 * cards - 1)
        return fore + rear <= room * 2 * cards


SANGUINE = 1.0
"""Reckoned heights may be wrong by so much."""
AIR = 0.8
"""White that large type leaves above the foot, in mm."""


def densities(faces: _Faces) -> tuple[str, str]:
    """The largest densities at which front and back should fit their faces; `dense` if none does."""
    room = faces.shape.room - AIR
    fore = next((n for n in ORDER[:3] if faces.front(n, True) <= room), "dense")
    rear = next((n for n in ORDER[:3] if faces.back(n, True) <= room), "dense")
    return fore, rear


def _height(blocks: Sequence[Block], frame: CardFrame, notes: bool) -> float:
    first = blocks[0].title and not blocks[0].secret and blocks[0].type in ("named", "prose") if blocks else False
    spare = 2.2 * frame.sizes.space if first else 0.0
    return sum(card_height(block, frame, notes) for block in blocks) - spare - 0.6


def _noted(entry: EntryView) -> list[Table]:
    """The tables of the front that have notes."""
    return [b for b in entry.area("front") if isinstance(b, Table) and any(row.note for row in b.rows)]


def _page(entry: EntryView, look: Look, shape: CardShape, sizes: tuple[str, str], rest: tuple[bool, str, bool]) -> str:
    notes, turn, alone = rest
    colours = Colours.of(tokens(look.theme, look.ink))
    header = _header(entry, look, shape)
    foot = _foot(entry, look, shape)
    banner = _banner(header, look, shape, colours, foot) if alone and header["name_lines"] == 1 else None
    values = header | {
        "entry": entry, "key": key(entry.id), "notes": notes, "turn": turn, "alone": alone,
        "fore": sizes[0], "rear": sizes[1],
        "f": _frame(sizes[0], look, shape, colours), "g": _frame(sizes[1], look, shape, colours),
        "noted": _noted(entry), "front": entry.area("front"), "back": entry.area("back"), "game": look.game,
        "foot": foot, "banner": banner, "foot_room": lambda number: _foot_room(foot, number, shape),
    }  # fmt: skip
    return template("print/card.html", look.folders).render(values)


def _frame(density: str, look: Look, shape: CardShape, colours: Colours | None = None) -> CardFrame:
    codes = shape.card.scale > 1.08 or density == "roomy"
    return CardFrame(shape.inner, card_sizes(density, look, shape.card), codes=codes, colours=colours)


NAME_STEPS = (21.0, 18.5, 16.5, 14.5, 12.5, 11.0, 9.5, 8.0, 7.0)
BADGE_STEPS = (20.0, 17.0, 14.0, 12.0, 10.0, 8.5, 7.0)


def _header(entry: EntryView, look: Look, shape: CardShape) -> dict[str, Any]:
    scale = shape.card.scale
    face = "slant" if look.theme.heading == "italic" else "black"
    steps = tuple(size * scale for size in BADGE_STEPS)
    badge: Fact | None = entry.badge
    parts = entry.subtitle
    badge_size = largest(badge.text, face, steps, shape.tier - 3.2) if badge else 0.0
    if badge is not None and width(badge.text, face, badge_size) > shape.tier - 3.2:
        parts = (f"{badge.label} {badge.text}", *parts)
        badge = None
    room = shape.inner - (shape.tier * 1.22 - shape.side + 1 if badge else 0)
    size, count = name_size(entry.name, room, 8.8 * scale, [s * scale for s in NAME_STEPS], face)
    pad = max(0.6, (8.6 * scale - size * 0.94 * POINT) * 0.62 + 0.5) if count == 1 else 0.9
    subtitle, above = _subtitle(parts, room, scale)
    return {
        "name_size": round(size, 2), "name_lines": count, "name_pad": round(pad, 2), "name_width": round(room, 2),
        "subtitle": subtitle, "above": above, "sub_size": round(8 * scale, 2),
        "badge": badge, "badge_size": round(badge_size, 2),
    }  # fmt: skip


def _banner(header: dict[str, Any], look: Look, shape: CardShape, colours: Colours, foot: str) -> Banner:
    """What stands around a name that takes one line."""
    return Banner(
        colours=colours,
        subtitle=header["subtitle"],
        subtitle_size=header["sub_size"],
        below_name=header["name_pad"] + header["name_size"] * POINT,
        badge=header["badge"],
        badge_size=header["badge_size"],
        badge_face="slant" if look.theme.heading == "italic" else "black",
        badge_left=shape.tier_left,
        badge_width=shape.tier,
        scale=shape.card.scale,
        game=look.game,
        foot=foot,
        foot_top=shape.card.height - shape.tail + shape.foot_pad,
        inner=shape.inner,
    )


def _subtitle(parts: tuple[str, ...], room: float, scale: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The part of the subtitle that fits one line of the header, and the rest."""
    taken: list[str] = []
    for part in parts:
        if width(" / ".join([*taken, part]).upper(), "bold", 8 * scale, 0.05) > room:
            break
        taken.append(part)
    return tuple(taken), parts[len(taken) :]


def _foot(entry: EntryView, look: Look, shape: CardShape) -> str:
    room = shape.inner - 14 - 3.4
    for text in (f"{look.theme.title}  /  {entry.source}" if entry.source else "", look.theme.title):
        if text and width(text, "bold", FLOOR, 0.02) <= room:
            return text
    return ""


def _foot_room(foot: str, number: str, shape: CardShape) -> float:
    """White between the text of the foot and the number of the face at its right end."""
    mark = FLOOR * POINT * 1.02
    return shape.inner - mark - width(f" {foot}{number}", "bold", FLOOR, 0.02) - 0.1


def card_chunks(entries: Sequence[EntryView]) -> list[list[EntryView]]:
    """A deck in lots of a few cards of one kind; where a lot ends hangs on the entries, not on their place.

    So a card more or less changes one lot, and the others stay cached.
    """
    chunks: list[list[EntryView]] = [[]]
    for entry in entries:
        if chunks[-1] and chunks[-1][-1].kind != entry.kind:
            chunks.append([])
        chunks[-1].append(entry)
        ends = int(hashlib.sha256(entry.id.encode()).hexdigest()[:8], 16) % CHUNK == 0
        if (ends and len(chunks[-1]) >= CHUNK // 2) or len(chunks[-1]) >= CHUNK * 2:
            chunks.append([])
    return [chunk for chunk in chunks if chunk]


def card_job(entries: Sequence[EntryView], look: Look, shape: CardShape) -> Job:
    """The cards of one lot as a document."""
    css, parts = card_css(look, shape)
    units = tuple(card_unit(trimmed(entry), look, shape) for entry in entries)
    place = f"its {shape.card.name} card"
    return Job(units, css, f"{look.theme.title}: cards", parts, look.language, tagged=True, place=place)
