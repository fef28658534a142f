"""What blocks are made of: numbers with their whys, marks, labelled texts. Text is final, Markdown is safe HTML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from markupsafe import Markup

from sheetgen.languages.program_words import Words
from sheetgen.media.marks import Marks

EMPTY = Markup("")
Emphasis: TypeAlias = Literal["", "strong", "soft"]
"""Whether a mark stands out from those beside it, or back."""


@dataclass(frozen=True)
class Mark:
    """A drawn sign that stands for a term, with its code and its title."""

    name: str
    """What its drawing is called; empty where only the letters of `code` are drawn."""
    code: str
    title: str
    _: KW_ONLY
    note: str = ""
    emphasis: Emphasis = ""
    glyph: str = ""
    """The character of the game's font of marks that draws it; empty where nothing does."""
    boxes: tuple[str, str] = ("", "")
    """The characters of a box to tick, open and ticked: the mark's own, or those of a plain box."""


def drawn_mark(marks: Marks, name: str, title: str, code: str = "", note: str = "", emphasis: Emphasis = "") -> Mark:
    """A mark by name, with the characters that draw it in a game's font."""
    box = marks.box(name)
    boxes = (marks.glyph(box), marks.glyph(marks.ticked(box)))
    return Mark(name, code, title, note=note, emphasis=emphasis, glyph=marks.glyph(name), boxes=boxes)


@dataclass(frozen=True)
class Number:
    """A value as shown, and where it comes from."""

    text: str
    _: KW_ONLY
    why: str = ""
    """The formula with its numbers filled in; empty for what the author wrote."""
    rule: str = ""
    """Address of the rule in the reference, relative to the site root; may be empty."""
    size: int = 0
    """The value as a whole number where it is one (boxes of a track), else 0."""

    def under(self, label: str) -> Number:
        """The number below a label: where its why says no more than both, it has none."""
        return replace(self, why="") if self.why == f"{label} {self.text}" and not self.rule else self


NOTHING = Number("")


MOST_BOXES = 30
"""Boxes of the longest track that has boxes, on pages, boards and paper; a longer one is a number to write over."""


@dataclass(frozen=True, kw_only=True)
class Track:
    """A number shown as that many boxes to tick, in groups of five, or as a scale of numbers up to it."""

    label: str
    number: Number
    mark: Mark
    blank: int = 0
    """Boxes on a sheet without values, where the kind says so."""
    current: int | None = None
    """How many ticks there are now; on a scale, the number at which it stands. None where nothing says so."""
    lowest: int | None = None
    """The first number of a scale; None for boxes."""
    tallies: tuple[str, ...] = ()
    """The characters of a box with one tick, two ..., where each takes several."""
    show: Literal["", "boxes", "number"] = ""
    """Which of both it is, where that does not follow from how many there are."""
    owner: str = ""
    """Kind and id of the entry that it is a track of, where that is another one: `hero:ann`."""

    @property
    def boxes(self) -> int:
        """How many boxes it has, or numbers of a scale."""
        return self.number.size if self.lowest is None else self.number.size - self.lowest + 1

    @property
    def least(self) -> int:
        """The least that it can stand at."""
        return self.lowest or 0

    @property
    def most(self) -> int:
        """The most that it can stand at: ticks, or the last number of a scale."""
        return self.number.size * max(1, len(self.tallies))

    @property
    def counts_up(self) -> bool:
        """Whether its number is what it stands at; else it is what is left of it."""
        return self.lowest is not None or bool(self.tallies)

    @property
    def is_counter(self) -> bool:
        """Whether it is a number to write over."""
        return self.show == "number" or self.boxes > (MOST_BOXES if self.show != "boxes" else 2 * MOST_BOXES)

    @property
    def count(self) -> str:
        """As a counter what it stands at, or what is left of it; empty where nothing says so, or nothing is lost."""
        if self.current is None or not (self.current or self.counts_up):
            return ""
        return minus(self.current if self.counts_up else self.most - self.current)

    def ends_in_words(self, words: Words) -> str:
        """The numbers that a scale reaches from and to."""
        least, most = self.ends
        return words("{least} to {most}", least=least, most=most)

    @property
    def ends(self) -> tuple[str, str]:
        """The least and the most that a scale stands at."""
        return minus(self.lowest or 0), minus(self.most)

    @property
    def steps(self) -> tuple[tuple[str, bool], ...]:
        """The numbers of a scale, each with whether it stands there."""
        first = self.least
        return tuple((minus(step), step == self.current) for step in range(first, first + self.boxes))

    @property
    def signs(self) -> str:
        """The characters of its boxes, one after another, ticked as far as it says."""
        filled, each = self.current or 0, max(1, len(self.tallies))
        full, rest = divmod(max(0, min(filled, self.most)), each)
        last = self.tallies[-1] if self.tallies else self.mark.boxes[1]
        started = self.tallies[rest - 1] if rest else ""
        return last * full + started + self.open_box * (self.boxes - full - len(started))

    @property
    def open_box(self) -> str:
        """The character of a box without a tick."""
        return self.mark.glyph or self.mark.boxes[0]

    def said(self, sign: str) -> str | None:
        """One of its boxes as it is read aloud behind its label; None for anything else, which says what it is."""
        return {self.open_box: "☐", self.mark.boxes[1]: "☒"}.get(sign)


def minus(number: int | Fraction) -> str:
    """A number with the sign that is as wide as a plus."""
    return str(number).replace("-", "−")


def outside(label: str, current: object, least: int, most: object) -> str:
    """Why something cannot stand at a number; empty where it can, or where it or the most is not known."""
    if isinstance(current, Fraction):
        return f"{label} stands at {minus(current)}, but only a whole number can be marked"
    if not isinstance(current, int) or not isinstance(most, int) or least <= current <= most:
        return ""
    end, bound = ("least", least) if current < least else ("most", most)
    return f"{label} stands at {minus(current)}, but its {end} is {minus(bound)}"


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A headline number: label above, number large, unit and a remark small."""

    label: str
    number: Number
    unit: str = ""
    after: str = ""
    tokens: Mark | None = None
    """Drawn `number.size` times as boxes to tick."""
    current: int | None = None
    """How many of these are ticked now."""

    @property
    def track(self) -> Track | None:
        """Its tokens, to tick; none where it is a number alone."""
        if self.tokens is None:
            return None
        return Track(label=self.label, number=self.number, mark=self.tokens, current=self.current)

    @property
    def remark(self) -> str:
        """What stands small beside the number."""
        return " ".join(filter(None, (self.unit, self.after)))


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a region of a body stands: on paper on 64 × 50.5 units, on a page in hundredths of the figure."""

    outline: str
    """Its shape on paper, a path."""
    number: tuple[float, float]
    """The foot of its number on paper, in the middle."""
    name: tuple[float, float, str]
    """Where its name begins, ends or has its middle on paper: `start`, `end` or `middle`."""
    room: float
    """Units for its name on paper."""
    page: tuple[float, float]
    """The left and top of its number on a page, which is 34 hundredths wide."""

    @property
    def is_inside(self) -> bool:
        """Whether its name stands in its shape, not beside it."""
        return self.name[2] == "middle"


NOWHERE = Place(outline="", number=(0, 0), name=(0, 0, "start"), room=0, page=(0, 0))
"""Of a region that no ruleset draws."""


@dataclass(frozen=True)
class BodyDrawing:
    """How a ruleset draws the regions of a vocabulary: a silhouette for pages, and the place of each."""

    silhouette: str
    places: Mapping[str, Place]


@dataclass(frozen=True)
class Fact:
    """A labelled piece of text."""

    label: str
    text: str
