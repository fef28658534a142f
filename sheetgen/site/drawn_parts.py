"""What was drawn of one entry, which in turn is given when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sheetgen.blocks import EntryView
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.site.board_parts import BoardParts

Stored: TypeAlias = tuple[Callable[[], EntryView], Callable[[], BoardParts]]
"""What gives the view of an entry, and what boards have of it."""


@dataclass(frozen=True, eq=False, slots=True)
class DrawnParts:
    """What was drawn of an entry."""

    view: Callable[[], EntryView]
    """Gives the entry as templates see it."""
    board: Callable[[], BoardParts]
    """Gives what boards have of it, without its view where that was drawn before."""
    data: Callable[[], bytes]
    """Gives the JSON of it."""


@dataclass(frozen=True, eq=False, slots=True)
class Drawing:
    """How entries are drawn again, which is one for all of a game."""

    stored: Callable[[ComputedEntry], Stored]
    data: Callable[[ComputedEntry], bytes]


class DrawnAgain:
    """What another process or an earlier build drew of an entry: it is drawn when something asks for it, once."""

    __slots__ = ("_computed", "_drawing", "_stored")

    def __init__(self, computed: ComputedEntry, drawing: Drawing) -> None:
        self._computed, self._drawing = computed, drawing
        self._stored: Stored | None = None

    def view(self) -> EntryView:
        """The entry as templates see it."""
        return self._made[0]()

    def board(self) -> BoardParts:
        """What boards have of it."""
        return self._made[1]()

    def data(self) -> bytes:
        """The JSON of it."""
        return self._drawing.data(self._computed)

    @property
    def _made(self) -> Stored:
        if self._stored is None:
            self._stored = self._drawing.stored(self._computed)
        return self._stored
