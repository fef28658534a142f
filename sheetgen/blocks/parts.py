"""What blocks are made of: numbers with their whys, marks, labelled texts. Text is final, Markdown is safe HTML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Literal, TypeAlias

from markupsafe import Markup

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


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A headline number: label above, number large, unit and a remark small."""

    label: str
    number: Number
    unit: str = ""
    after: str = ""
    tokens: Mark | None = None
    """Drawn `number.size` times as boxes to tick."""

    @property
    def remark(self) -> str:
        """What stands small beside the number."""
        return " ".join(filter(None, (self.unit, self.after)))


@dataclass(frozen=True, kw_only=True)
class Track:
    """A number shown as that many boxes to tick, in groups of five."""

    label: str
    number: Number
    mark: Mark
    blank: int = 0
    """Boxes on a sheet without values, where the kind says so."""


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
