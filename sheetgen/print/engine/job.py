"""Jobs of the engine and their results: documents of units, each with the candidates for setting it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Protocol

from sheetgen.media.images import OwnPicture
from sheetgen.print.engine.copyfit import Candidate
from sheetgen.print.text_metrics.drawing import PageSource, PlacedText
from sheetgen.print.text_metrics.own_fonts import OwnFonts
from sheetgen.print.text_metrics.page_numbers import PageReference
from sheetgen.print.text_metrics.system_fonts import SystemFont


@dataclass(frozen=True, kw_only=True)
class ColumnGrid:
    """The pages that a long one is cut into, in columns as wide as what stands in them.

    Their height, the margins above and below, the space between columns, and by how much their text may reach into the
    lower margin where that spares a page: mm.
    """

    height: float
    top: float
    bottom: float
    gap: float
    slack: float = 0.0
    goes_on: bool = False
    """Whether something else goes on with the text on a page of its own, so that the last page is to be filled."""


class EnginePage(Protocol):
    """A page that can be set. Its methods are called in the worker, so that making it costs nothing here."""

    def candidates(self) -> Sequence[Candidate]:
        """The candidates for setting it, the best first. Raises DoesNotFitError where there is none."""

    def source(self, variant: str) -> PageSource:
        """One variant."""

    def longest(self) -> str:
        """The title of its longest part, where it has any: what to shorten if nothing else helps."""


@dataclass(frozen=True)
class StaticPage:
    """A page whose HTML is known; it has one variant, of at most so many pages."""

    html: str
    pages: int = 1
    drawings: Mapping[str, PlacedText | PageReference] = field(default_factory=dict)

    def candidates(self) -> tuple[Candidate, ...]:
        """The only candidate."""
        return (Candidate("", self.pages),)

    def source(self, variant: str) -> PageSource:
        """What is known."""
        return PageSource(self.html, self.drawings)

    def longest(self) -> str:
        """Nothing is known of its parts."""
        return ""


@dataclass(frozen=True)
class Unit:
    """A piece of a document that has pages of its own.

    Every variant of its page holds elements with the ids `KEY-start` and `KEY-end` on its first and
    last page, and may say `@CARDS@` where it wants half the number of its pages.
    """

    id: str
    key: str
    page: EnginePage

    def source(self, candidate: Candidate) -> PageSource:
        """One way to set it."""
        source = self.page.source(candidate.variant)
        return replace(source, html=source.html.replace("@CARDS@", str((candidate.pages + 1) // 2)))


@dataclass(frozen=True)
class Job:
    """A document for the engine. `css` is complete: custom properties are already filled in.

    Of `parts` (a class and its rules) only those are used whose class occurs in the document: every
    rule costs time on every element.
    """

    units: tuple[Unit, ...]
    css: str
    title: str
    _: KW_ONLY
    parts: tuple[tuple[str, str], ...] = ()
    language: str = "en"
    direction: str = "ltr"
    """How its pages, columns and tables run: ltr or rtl."""
    author: str = ""
    tagged: bool = False
    forms: bool = False
    place: str = "its page"
    """The place that every unit should fit, in words."""
    safe: float = 1.2
    """Text keeps at least this far from the edge of a page, in mm."""
    timeout: float = 180.0
    """Seconds that the job may take, waiting included."""
    recto: bool = False
    """Whether every unit begins on the front of a leaf."""
    columns: ColumnGrid | None = None
    """How pages that are longer than this are cut."""
    compressed: bool = True
    """Whether the streams of its PDF are compressed, which is not needed where they are put into another one."""
    own_fonts: OwnFonts = field(default_factory=OwnFonts)
    """The fonts that its game brings along; `css` calls them by their families."""
    pictures: tuple[tuple[str, OwnPicture], ...] = ()
    """The pictures in its texts, by their addresses."""
    fonts: tuple[SystemFont, ...] = ()
    """Fonts of the machine, for characters that no bundled font has."""


@dataclass(frozen=True)
class JobResult:
    """The result of a job: its PDF, and for each unit the candidate taken and the number of its pages.

    A unit that no candidate fits has candidate -1; then there is no PDF, and `over` says by how many mm.
    """

    pdf: bytes
    candidates: tuple[int, ...]
    pages: tuple[int, ...]
    over: tuple[float, ...]
    anchors: dict[str, tuple[int, float, float]]
    """Id of an element -> page of the document (from 0), and x, y of its top left in mm."""
    notes: tuple[str, ...] = ()
    """The faults of each unit with the last candidate that failed, in words."""
    complaints: tuple[str, ...] = ()
